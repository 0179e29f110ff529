//===- Load.cpp - Generated code into this process ------------------------===//
//
// By LLJIT from objects, or by dlopen from a library made earlier. Both end in
// the same interface; both check the ABI version before anything runs.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "nanguard/abi.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <utility>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::cpu;

static AssertHandler assertHandler;
/// The text that came before an abort.
static thread_local std::string lastMessage;

void nanguard::setModelAssertHandler(AssertHandler handler) {
  assertHandler = handler;
}

void cpu::nanguard_model_message(const char *message) { lastMessage = message; }

void cpu::nanguard_model_abort() {
  if (assertHandler)
    assertHandler(lastMessage.c_str());
  std::fprintf(stderr, "nanguard: assertion of the model failed: %s\n",
               lastMessage.c_str());
  std::abort();
}

LoadedModel::~LoadedModel() = default;

Expected<LoadedModel::InvokeFn>
LoadedModel::lookupFunction(StringRef function) {
  Expected<void *> address = lookup(("nanguard_invoke_" + function).str());
  if (!address)
    return createStringError("cannot call function '" + function +
                             "': " + toString(address.takeError()));
  return reinterpret_cast<InvokeFn>(*address);
}

Error LoadedModel::readData(StringRef what) {
  Expected<void *> abi = lookup("nanguard_model_abi");
  if (!abi) {
    consumeError(abi.takeError());
    return createStringError(what + " is no NanGuard model: it has no symbol "
                                    "nanguard_model_abi");
  }
  uint32_t version = *static_cast<const uint32_t *>(*abi);
  if (version != NANGUARD_ABI_VERSION)
    return createStringError(
        what + " was built for ABI version " + std::to_string(version) +
        ", this program for " + std::to_string(NANGUARD_ABI_VERSION) +
        ": rebuild the " +
        (version < NANGUARD_ABI_VERSION ? "model" : "program"));
  Expected<void *> text = lookup("nanguard_model_manifest");
  if (!text) {
    consumeError(text.takeError());
    return createStringError(what + " has no manifest");
  }
  manifest = static_cast<const char *>(*text);
  Expected<void *> bytes = lookup("nanguard_model_arena_bytes");
  if (!bytes) {
    consumeError(bytes.takeError());
    return createStringError(what + " does not say what a step takes from the "
                                    "arena");
  }
  arenaBytes = *static_cast<const uint64_t *>(*bytes);
  return Error::success();
}

bool LoadedModel::needsHostAccess() {
  Expected<void *> access = lookup("nanguard_model_host_access");
  if (access)
    return *static_cast<const uint32_t *>(*access) != 0;
  consumeError(access.takeError());
  return true;
}

namespace {

class JITModel final : public LoadedModel {
public:
  JITModel(std::unique_ptr<orc::LLJIT> theJIT,
           std::shared_ptr<MemoryBuffer> theWeights)
      : weights(std::move(theWeights)), jit(std::move(theJIT)) {
    // The session reports why, the lookup only that.
    jit->getExecutionSession().setErrorReporter([this](Error error) {
      if (!why.empty())
        why += "; ";
      why += toString(std::move(error));
    });
  }
  using LoadedModel::readData;

  Expected<void *> lookup(StringRef symbol) override {
    Expected<orc::ExecutorAddr> address = jit->lookup(symbol);
    if (address)
      return address->toPtr<void *>();
    if (why.empty())
      return address.takeError();
    consumeError(address.takeError());
    return createStringError(std::exchange(why, ""));
  }

private:
  /// What the code reads.
  std::shared_ptr<MemoryBuffer> weights;
  std::unique_ptr<orc::LLJIT> jit;
  std::string why;
};

class LibraryModel final : public LoadedModel {
public:
  explicit LibraryModel(void *handle) : handle(handle) {}
  ~LibraryModel() override { dlclose(handle); }
  using LoadedModel::readData;

  Expected<void *> lookup(StringRef symbol) override {
    if (void *address = dlsym(handle, symbol.str().c_str()))
      return address;
    return createStringError("no symbol '" + symbol + "'");
  }

private:
  void *handle;
};

} // namespace

Expected<std::unique_ptr<LoadedModel>>
nanguard::loadCompiledModel(const CompiledModel &model) {
  auto jit = orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  orc::JITDylib &dylib = (*jit)->getMainJITDylib();
  auto symbol = [&](const char *name, auto *function) {
    return std::pair((*jit)->mangleAndIntern(name),
                     orc::ExecutorSymbolDef(
                         orc::ExecutorAddr::fromPtr(function),
                         JITSymbolFlags::Exported | JITSymbolFlags::Callable));
  };
  orc::SymbolMap symbols;
  symbols.insert(symbol("nanguard_model_abort", &nanguard_model_abort));
  symbols.insert(symbol("nanguard_model_message", &nanguard_model_message));
  for (const Weight &weight : model.weights)
    symbols.insert({(*jit)->mangleAndIntern(weight.symbol),
                    orc::ExecutorSymbolDef(
                        orc::ExecutorAddr::fromPtr(
                            model.weightData->getBufferStart() + weight.offset),
                        JITSymbolFlags::Exported)});
  if (Error error = dylib.define(orc::absoluteSymbols(std::move(symbols))))
    return std::move(error);
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  dylib.addGenerator(std::move(*process));
  for (const auto &object : model.objects)
    // A copy: symbols are linked when they are first looked up, and the model
    // may be gone by then.
    if (Error error = (*jit)->addObjectFile(MemoryBuffer::getMemBufferCopy(
            object->getBuffer(), object->getBufferIdentifier())))
      return std::move(error);
  auto loaded = std::make_unique<JITModel>(std::move(*jit), model.weightData);
  if (Error error = loaded->readData("the compiled model"))
    return std::move(error);
  return std::unique_ptr<LoadedModel>(std::move(loaded));
}

/// Whether the ELF file ends before its segments do: dlopen maps it all the
/// same, and the first touch is a SIGBUS.
static bool isTruncated(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return false;
  StringRef bytes = (*file)->getBuffer();
  auto elf = object::ELF64LEFile::create(bytes);
  if (!elf || !bytes.starts_with("\x7f"
                                 "ELF")) {
    consumeError(elf.takeError());
    return false;
  }
  auto segments = elf->program_headers();
  if (!segments) {
    consumeError(segments.takeError());
    return true;
  }
  return llvm::any_of(*segments, [&](const auto &segment) {
    return segment.p_offset > bytes.size() ||
           segment.p_filesz > bytes.size() - segment.p_offset;
  });
}

Expected<std::unique_ptr<LoadedModel>>
nanguard::loadModelLibrary(StringRef path) {
  // With a slash: the name of a file, not one to be searched for.
  SmallString<128> absolute(path);
  if (sys::fs::make_absolute(absolute) || !sys::fs::exists(absolute))
    return createStringError("cannot open '" + path + "'");
  if (isTruncated(absolute))
    return createStringError("cannot load '" + path + "': truncated file");
  void *handle = dlopen(absolute.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle)
    return createStringError("cannot load '" + path + "': " + dlerror());
  auto loaded = std::make_unique<LibraryModel>(handle);
  if (Error error = loaded->readData(("'" + path + "'").str()))
    return std::move(error);
  return std::unique_ptr<LoadedModel>(std::move(loaded));
}
