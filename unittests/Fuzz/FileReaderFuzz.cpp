//===- FileReaderFuzz.cpp - libFuzzer on one reader of nanguard-run -------===//
//
// READER names the function. What it refuses is no fault; a crash, a leak, an
// allocation beyond the limit and a hang are.
//
//===----------------------------------------------------------------------===//

#include "Manifest.h"
#include "TensorIO.h"

using namespace nanguard::run;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto result =
      READER(llvm::StringRef(reinterpret_cast<const char *>(data), size));
  if (!result)
    llvm::consumeError(result.takeError());
  return 0;
}
