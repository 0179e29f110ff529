//===- Link.cpp - Objects to a library with a C header --------------------===//

#include "Internal.h"

#include "nanguard/Support/ParseJSON.h"
#include "nanguard/Support/WriteFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <dlfcn.h>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::cpu;

/// Runs the linker; its messages become the error.
static Error runLinker(StringRef program, ArrayRef<std::string> args) {
  SmallVector<StringRef> argv = {program};
  argv.append(args.begin(), args.end());
  SmallString<128> log;
  if (std::error_code ec =
          sys::fs::createTemporaryFile("nanguard-link", "log", log))
    return createStringError("cannot make a temporary file: " + ec.message());
  TemporaryFile removed(log);
  std::string message;
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log),
                                          StringRef(log)};
  int status = sys::ExecuteAndWait(program, argv, std::nullopt, redirects, 0, 0,
                                   &message);
  if (status == 0)
    return Error::success();
  if (auto text = MemoryBuffer::getFile(log))
    // One line: a compiler driver adds its own to the linker's.
    message += llvm::join(split((*text)->getBuffer().rtrim(), '\n'), "; ");
  return createStringError("'" + program + "' failed: " + message);
}

/// The library of the runtime that has `symbol` in this process; "" where there
/// is none, or the program itself has it.
static std::string findRuntime(const char *symbol) {
  Dl_info info;
  void *address = ::dlsym(RTLD_DEFAULT, symbol);
  if (!address || !::dladdr(address, &info) ||
      !sys::path::filename(info.dli_fname).starts_with("libnanguard_"))
    return "";
  SmallString<128> path(info.dli_fname);
  if (sys::fs::make_absolute(path))
    return "";
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

/// The linker's arguments by which a library has its own name, needs the
/// runtime, and that of devices if it calls it, and finds them beside itself or
/// where they are now.
static std::vector<std::string> libraryArgs(StringRef name) {
  std::vector<std::string> args = {"-soname", name.str()};
  for (auto [symbol, when] :
       {std::pair("nanguard_device_launch", "--as-needed"),
        std::pair("nanguard_arena_create", "--no-as-needed")})
    if (std::string path = findRuntime(symbol); !path.empty())
      args.insert(args.end(),
                  {when, path, "-rpath",
                   ("$ORIGIN:" + sys::path::parent_path(path)).str()});
  return args;
}

static Error linkWith(const CompiledModel &model, StringRef path,
                      StringRef prefix, bool relocatable) {
  std::string program;
  bool driver = false;
  for (auto [name, isDriver] :
       {std::pair("cc", true), std::pair("gcc", true), std::pair("clang", true),
        std::pair("ld.lld", false), std::pair("ld.lld-22", false),
        std::pair("ld", false)})
    if (auto found = sys::findProgramByName(name)) {
      program = *found;
      driver = isDriver;
      break;
    }
  if (program.empty())
    return createStringError("no linker found: install gcc, clang or lld "
                             "(looked for cc, gcc, clang, ld.lld, ld)");

  // A rename would put a file in the place of a device or a pipe.
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) && sys::fs::exists(status) &&
      !sys::fs::is_regular_file(status))
    return createStringError("cannot write '" + path + "': not a regular file");

  std::vector<std::unique_ptr<TemporaryFile>> temporaries;
  SmallString<128> output;
  if (std::error_code ec =
          sys::fs::createUniqueFile(path + ".tmp-%%%%%%", output))
    return createStringError("cannot write '" + path + "': " + ec.message());
  temporaries.push_back(std::make_unique<TemporaryFile>(output));
  std::vector<std::string> args;
  if (relocatable) {
    args = {"-r"};
    if (driver)
      args.push_back("-nostdlib");
  } else {
    args = {"-shared"};
  }
  args.insert(args.end(), {"-o", output.str().str()});
  std::vector<const MemoryBuffer *> objects;
  for (const auto &object : model.objects)
    objects.push_back(object.get());
  std::unique_ptr<MemoryBuffer> weights;
  if (!model.weights.empty()) {
    auto emitted = emitWeights(model);
    if (!emitted)
      return emitted.takeError();
    weights = std::move(*emitted);
    objects.push_back(weights.get());
  }
  std::vector<std::unique_ptr<MemoryBuffer>> renamed;
  if (!prefix.empty()) {
    auto made = renameSymbols(objects, prefix);
    if (!made)
      return made.takeError();
    renamed = std::move(*made);
    for (auto [object, own] : llvm::zip_equal(objects, renamed))
      object = own.get();
  }
  for (const MemoryBuffer *object : objects) {
    SmallString<128> file;
    if (std::error_code ec =
            sys::fs::createTemporaryFile("nanguard", "o", file))
      return createStringError("cannot make a temporary file: " + ec.message());
    temporaries.push_back(std::make_unique<TemporaryFile>(file));
    if (Error error = writeFileAtomically(file, object->getBuffer()))
      return error;
    args.push_back(file.str().str());
  }
  if (!relocatable)
    for (std::string &arg : libraryArgs(sys::path::filename(path))) {
      if (driver)
        args.push_back("-Xlinker");
      args.push_back(std::move(arg));
    }
  if (driver && !relocatable)
    args.push_back("-lm");
  if (Error error = runLinker(program, args))
    return error;
  // 0755 less the umask, as a linker makes it: createUniqueFile gave 0600.
  unsigned mask = sys::fs::getUmask();
  sys::fs::setPermissions(output, static_cast<sys::fs::perms>(
                                      (relocatable ? 0666u : 0777u) & ~mask));
  if (std::error_code ec = sys::fs::rename(output, path))
    return createStringError("cannot write '" + path + "': " + ec.message());
  return Error::success();
}

Error nanguard::linkSharedLibrary(const CompiledModel &model, StringRef path,
                                  StringRef prefix) {
  return linkWith(model, path, prefix, /*relocatable=*/false);
}
Error nanguard::linkObject(const CompiledModel &model, StringRef path,
                           StringRef prefix) {
  return linkWith(model, path, prefix, /*relocatable=*/true);
}

/// `text` as it may stand in a C comment, which it neither ends nor begins.
static std::string inComment(StringRef text) {
  std::string safe;
  for (char c : text) {
    char last = safe.empty() ? ' ' : safe.back();
    if ((c == '/' && last == '*') || (c == '*' && last == '/'))
      safe += ' ';
    safe += isPrint(c) || (c & 0x80) ? c : '?';
  }
  return safe;
}

/// What C may call `name`: itself where it can, else with '_' for other
/// characters than C's and a number where that is taken.
static std::string makeCName(StringRef name, StringSet<> &taken) {
  std::string base;
  for (char c : name)
    base += isAlnum(c) ? c : '_';
  if (base == name)
    return base;
  std::string unique = base;
  for (unsigned i = 2; !taken.insert(unique).second; ++i)
    unique = base + "_" + std::to_string(i);
  return unique;
}

/// Declares the function NAME, which C calls CNAME.
static void declareInvoke(raw_ostream &os, StringRef prefix, StringRef name,
                          StringRef cName) {
  bool isSymbol = llvm::all_of(
      name, [](char c) { return isAlnum(c) || StringRef("_.$").contains(c); });
  if (!isSymbol) {
    os << "/* Its symbol is no name of an assembler: look it up by dlsym. */\n";
    return;
  }
  os << "void " << prefix << "_invoke_" << cName << "(void **params)";
  if (name != cName)
    os << " __asm__(\"" << prefix << "_invoke_" << name << "\")";
  os << ";\n";
}

Expected<std::string> nanguard::makeCHeader(StringRef manifest,
                                            StringRef libraryName,
                                            StringRef prefix) {
  if (prefix.empty())
    prefix = "nanguard";
  Expected<json::Value> value = parseJSON(manifest);
  if (!value)
    return value.takeError();
  std::string guard = "NANGUARD_MODEL_";
  for (char c : libraryName)
    guard += isAlnum(c) ? toUpper(c) : '_';
  std::string text;
  raw_string_ostream os(text);
  os << "/* " << inComment(libraryName)
     << ": made by nanguard-run, ABI version "
     << value->getAsObject()->getInteger("abi").value_or(0)
     << ".\n *\n * Link with libnanguard_rt. params[0] points to room for the "
        "results' descriptors,\n * one after another; params[1...] to one "
        "descriptor (or scalar) for each argument.\n * A descriptor of rank r "
        "is {void *allocated, *aligned; int64_t offset, sizes[r],\n * "
        "strides[r];}, offset and strides in elements: nanguard/descriptor.h "
        "fills and\n * reads one. Results point into the "
        "step's arena\n * or into an argument: copy them before the next "
        "step.\n * A scalar result is its value, at its own size and "
        "alignment. f16 "
        "and bf16 are\n * their bits in 16, i1 is a byte, index is int64_t.\n "
        "*\n"
        " * A tier byte chooses an op's form and scans, a report's row of "
        "int64_t says what\n * was found: NANGUARD_FORM_, NANGUARD_TIER_, "
        "NANGUARD_COL_ and NANGUARD_STATUS_\n * in nanguard/abi.h. All of it "
        "from tiers to events is nanguard/runtime.h.\n */\n#ifndef "
     << guard << "_H\n#define " << guard
     << "_H\n#include <stdint.h>\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
     << "extern const uint32_t " << prefix << "_model_abi;\n"
     << "extern const char " << prefix << "_model_manifest[];\n"
     << "/* To reserve by nanguard_arena_create; buffers of run-time size "
        "apart. */\nextern const uint64_t "
     << prefix << "_model_arena_bytes;\n";
  StringSet<> taken;
  if (const json::Array *functions =
          value->getAsObject()->getArray("functions")) {
    for (const json::Value &entry : *functions)
      if (const json::Object *function = entry.getAsObject())
        taken.insert(function->getString("name").value_or(""));
    for (const json::Value &entry : *functions) {
      const json::Object *function = entry.getAsObject();
      if (!function)
        continue;
      std::string name = function->getString("name").value_or("").str();
      const json::Array *ops = function->getArray("ops");
      size_t numOps = ops ? ops->size() : 0;
      bool guarded = function->getBoolean("guarded").value_or(true);
      bool batched = function->getObject("batch") != nullptr;
      std::string cName = makeCName(name, taken);
      os << "\n/* " << inComment(name) << '\n';
      auto list = [&](StringRef key, StringRef what, unsigned first) {
        const json::Array *values = function->getArray(key);
        for (size_t i = 0, e = values ? values->size() : 0; i < e; ++i) {
          const json::Object *object = (*values)[i].getAsObject();
          if (!object)
            continue;
          os << " *   ";
          if (first)
            os << "params[" << i + first << "] ";
          os << what << ' ' << i << ": "
             << inComment(object->getString("type").value_or("?"));
          if (auto path = object->getString("path"); path && !path->empty())
            os << "  " << inComment(*path);
          os << '\n';
        }
        return values ? values->size() : 0;
      };
      size_t numArgs = list("args", "argument", 1);
      if (guarded)
        os << " *   params[" << numArgs + 1 << "] tiers: tensor<" << numOps
           << "xi8>\n";
      list("results", "result", 0);
      if (guarded)
        os << " *   report: tensor<" << (batched ? "?x" : "") << numOps
           << "x12xi64>, after the results"
           << (batched ? ", by request first\n" : "\n");
      os << " */\n#define " << prefix.upper() << '_' << cName << "_NUM_OPS "
         << numOps << '\n';
      declareInvoke(os, prefix, name, cName);
    }
  }
  os << "#ifdef __cplusplus\n}\n#endif\n#endif\n";
  return text;
}
