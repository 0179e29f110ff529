//===- ObjectCache.cpp - Objects and whole compiles by content ------------===//
//
// Files named by a hash of what they were made from. An entry carries a
// checksum of its name and contents: a half-written, damaged or copied one is
// as good as none. Its code runs here, so that nobody else may write to it or
// its folder. Writers rename a temporary over the name, so readers and other
// writers never see a part.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "nanguard/Support/ParseJSON.h"
#include "nanguard/Support/WriteFile.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

#include <unistd.h>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::cpu;

std::string cpu::hashStrings(ArrayRef<StringRef> parts) {
  BLAKE3 hash;
  for (StringRef part : parts) {
    // The length first: no two lists of parts are the same stream.
    uint64_t size = part.size();
    hash.update(ArrayRef(reinterpret_cast<const uint8_t *>(&size), 8));
    hash.update(part);
  }
  return toHex(hash.final<20>(), /*LowerCase=*/true);
}

/// Whether only this user can have written what has this status.
static bool isOursAlone(const sys::fs::file_status &status) {
  const auto othersWrite = sys::fs::group_write | sys::fs::others_write;
  return status.getUser() == geteuid() && !(status.permissions() & othersWrite);
}

std::string cpu::getCacheDir(const CPUCompileOptions &options) {
  if (!options.useCache)
    return "";
  SmallString<128> dir(options.cacheDir);
  if (dir.empty()) {
    if (auto env = sys::Process::GetEnv("NANGUARD_CACHE_DIR")) {
      dir = *env;
    } else if (auto env = sys::Process::GetEnv("XDG_CACHE_HOME")) {
      dir = *env;
      sys::path::append(dir, "nanguard");
    } else if (sys::path::home_directory(dir)) {
      sys::path::append(dir, ".cache", "nanguard");
    }
  }
  if (dir.empty() || sys::fs::create_directories(dir, /*IgnoreExisting=*/true,
                                                 sys::fs::owner_all))
    return "";
  sys::fs::file_status status;
  if (sys::fs::status(dir, status))
    return "";
  if (isOursAlone(status))
    return dir.str().str();
  static std::once_flag once;
  std::call_once(once, [&] {
    errs() << "nanguard: warning: cache folder '" << dir
           << "' is not used: others own it or may write to it (chmod go-w)\n";
  });
  return "";
}

/// The first bytes of an entry: nothing else has this name and these contents.
static std::string sealOf(StringRef name, StringRef bytes) {
  return hashStrings({name, bytes});
}

/// The file as it is, mapped where it is large; null unless this user alone can
/// have written it.
static std::unique_ptr<MemoryBuffer> openCacheFile(StringRef dir,
                                                   StringRef name) {
  SmallString<128> path(dir);
  sys::path::append(path, name);
  int descriptor = -1;
  if (sys::fs::openFileForRead(path, descriptor))
    return nullptr;
  auto handle = sys::fs::convertFDToNativeFile(descriptor);
  scope_exit close([&] { (void)sys::fs::closeFile(handle); });
  sys::fs::file_status status;
  if (sys::fs::status(descriptor, status) || !isOursAlone(status))
    return nullptr;
  auto file = MemoryBuffer::getOpenFile(handle, path, status.getSize(),
                                        /*RequiresNullTerminator=*/false);
  return file ? std::move(*file) : nullptr;
}

std::unique_ptr<MemoryBuffer> cpu::readCacheEntry(StringRef dir,
                                                  StringRef name) {
  std::unique_ptr<MemoryBuffer> file = openCacheFile(dir, name);
  constexpr size_t hashSize = 40;
  if (!file || file->getBufferSize() < hashSize)
    return nullptr;
  StringRef all = file->getBuffer();
  StringRef body = all.drop_front(hashSize);
  if (sealOf(name, body) != all.take_front(hashSize))
    return nullptr;
  return MemoryBuffer::getMemBufferCopy(body, name);
}

void cpu::writeCacheEntry(StringRef dir, StringRef name, StringRef bytes) {
  SmallString<128> path(dir);
  sys::path::append(path, name);
  // A full disk costs speed, not the run.
  if (Error error =
          writeFileAtomically(path, sealOf(name, bytes) + bytes.str())) {
    consumeError(std::move(error));
    return;
  }
  // Whatever the umask is.
  (void)sys::fs::setPermissions(path, sys::fs::all_read | sys::fs::owner_write);
}

/// Weights are a file of their own, named by their hash and used where it lies.
static bool readWeights(StringRef dir, const json::Object &entry,
                        CompiledModel &model) {
  auto file = entry.getString("file");
  const json::Array *symbols = entry.getArray("symbols");
  if (!file || !symbols)
    return false;
  std::unique_ptr<MemoryBuffer> data =
      openCacheFile(dir, (*file + ".weights").str());
  if (!data || hashStrings(data->getBuffer()) != *file)
    return false;
  for (const json::Value &value : *symbols) {
    const json::Object *symbol = value.getAsObject();
    auto name = symbol ? symbol->getString("name") : std::nullopt;
    auto offset = symbol ? symbol->getInteger("offset") : std::nullopt;
    auto size = symbol ? symbol->getInteger("size") : std::nullopt;
    if (!name || !offset || !size || *offset < 0 || *size < 0 ||
        uint64_t(*offset) + uint64_t(*size) > data->getBufferSize())
      return false;
    model.weights.push_back({name->str(), static_cast<uint64_t>(*offset),
                             static_cast<uint64_t>(*size)});
  }
  model.weightData = std::move(data);
  return true;
}

static json::Object writeWeights(StringRef dir, const CompiledModel &model) {
  StringRef bytes = model.weightData->getBuffer();
  std::string file = hashStrings(bytes);
  SmallString<128> path(dir);
  sys::path::append(path, file + ".weights");
  consumeError(writeFileAtomically(path, bytes));
  (void)sys::fs::setPermissions(path, sys::fs::all_read | sys::fs::owner_write);
  json::Array symbols;
  for (const Weight &weight : model.weights)
    symbols.push_back(json::Object{{"name", weight.symbol},
                                   {"offset", int64_t(weight.offset)},
                                   {"size", int64_t(weight.size)}});
  return json::Object{{"file", std::move(file)},
                      {"symbols", std::move(symbols)}};
}

/// This build of the compiler: the executable by size and time (reading a
/// 10 MB file would cost more than it proves) and LLVM's version.
static std::string describeBuild() {
  std::string exe = sys::fs::getMainExecutable(nullptr, nullptr);
  sys::fs::file_status status;
  std::string text = LLVM_VERSION_STRING;
  if (!exe.empty() && !sys::fs::status(exe, status)) {
    text += ";" + utostr(status.getSize());
    text += ";" +
            itostr(status.getLastModificationTime().time_since_epoch().count());
  }
  return text;
}

std::string nanguard::makeModelKey(StringRef text, StringRef options) {
  static const std::string build = describeBuild();
  return hashStrings(
      {text, options, build, kCodegenVersion, getHostDescription()});
}

std::optional<CompiledModel>
nanguard::findCachedModel(StringRef key, const CPUCompileOptions &options) {
  std::string dir = getCacheDir(options);
  if (dir.empty())
    return std::nullopt;
  std::unique_ptr<MemoryBuffer> entry =
      readCacheEntry(dir, (key + ".model").str());
  if (!entry)
    return std::nullopt;
  Expected<json::Value> value = parseJSON(entry->getBuffer());
  if (!value) {
    consumeError(value.takeError());
    return std::nullopt;
  }
  json::Object *root = value->getAsObject();
  if (!root || !root->getArray("objects") || !root->getString("manifest"))
    return std::nullopt;
  CompiledModel model;
  model.manifest = root->getString("manifest")->str();
  for (const json::Value &name : *root->getArray("objects")) {
    if (!name.getAsString())
      return std::nullopt;
    std::string objectKey = name.getAsString()->str();
    std::unique_ptr<MemoryBuffer> object =
        readCacheEntry(dir, objectKey + ".o");
    if (!object)
      return std::nullopt;
    model.objects.push_back(std::move(object));
    model.objectKeys.push_back(std::move(objectKey));
  }
  if (const json::Object *weights = root->getObject("weights"))
    if (!readWeights(dir, *weights, model))
      return std::nullopt;
  model.stats.objects = model.stats.cachedObjects = model.objects.size();
  model.stats.wholeModelCached = true;
  return model;
}

void nanguard::rememberModel(StringRef key, const CompiledModel &model,
                             const CPUCompileOptions &options) {
  std::string dir = getCacheDir(options);
  if (dir.empty())
    return;
  json::Array objects;
  for (const std::string &objectKey : model.objectKeys)
    objects.push_back(objectKey);
  json::Object entry{{"manifest", model.manifest},
                     {"objects", std::move(objects)}};
  if (!model.weights.empty())
    entry["weights"] = writeWeights(dir, model);
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(entry));
  writeCacheEntry(dir, (key + ".model").str(), text);
}
