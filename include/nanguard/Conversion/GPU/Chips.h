//===- Chips.h - The GPUs that kernels are compiled for ---------*- C++ -*-===//
//
// Reads nanguard/chips.h, the one table of chips.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_GPU_CHIPS_H
#define NANGUARD_CONVERSION_GPU_CHIPS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace nanguard {

/// LLVM's target features (the PTX version) for a chip; empty if NanGuard does
/// not know it.
llvm::StringRef getPTXFeatures(llvm::StringRef chip);

/// The known chips, as an error lists them.
std::string listChips();

} // namespace nanguard

#endif // NANGUARD_CONVERSION_GPU_CHIPS_H
