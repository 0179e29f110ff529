//===- RenameSymbols.cpp - Two models in one process ----------------------===//
//
// A model's objects define nanguard_model_…, nanguard_invoke_…, a symbol for
// each kernel and those of constants. With a prefix, in place of nanguard_
// where that is there, two models link into one program. What the host may
// define (weak symbols) and the runtime's own names stay.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace llvm;

static constexpr StringRef oldPrefix = "nanguard_";

/// The names that the objects define for each other and for their host.
static Error collectNames(MemoryBufferRef bytes, StringRef prefix,
                          StringMap<std::string> &names) {
  auto object = object::ObjectFile::createObjectFile(bytes);
  if (!object)
    return object.takeError();
  for (const object::SymbolRef &symbol : (*object)->symbols()) {
    auto flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    bool isDefined = *flags & object::BasicSymbolRef::SF_Global &&
                     !(*flags & (object::BasicSymbolRef::SF_Undefined |
                                 object::BasicSymbolRef::SF_Weak));
    auto name = symbol.getName();
    if (!name)
      return name.takeError();
    if (!isDefined)
      continue;
    StringRef rest = *name;
    rest.consume_front(oldPrefix);
    names[*name] = (prefix + "_" + rest).str();
  }
  return Error::success();
}

Expected<std::vector<std::unique_ptr<MemoryBuffer>>>
nanguard::cpu::renameSymbols(ArrayRef<const MemoryBuffer *> objects,
                             StringRef prefix) {
  StringMap<std::string> names;
  for (const MemoryBuffer *object : objects)
    if (Error error = collectNames(*object, prefix, names))
      return std::move(error);
  objcopy::ConfigManager config;
  for (const auto &entry : names)
    config.Common.SymbolsToRename[entry.getKey()] = entry.getValue();
  std::vector<std::unique_ptr<MemoryBuffer>> renamed;
  for (const MemoryBuffer *object : objects) {
    auto binary = object::createBinary(*object);
    if (!binary)
      return binary.takeError();
    SmallVector<char> text;
    raw_svector_ostream os(text);
    if (Error error = objcopy::executeObjcopyOnBinary(config, **binary, os))
      return std::move(error);
    renamed.push_back(std::make_unique<SmallVectorMemoryBuffer>(
        std::move(text), /*RequiresNullTerminator=*/false));
  }
  return std::move(renamed);
}
