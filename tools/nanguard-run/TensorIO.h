//===- TensorIO.h - Tensors from files and from the command line ----------===//
#ifndef NANGUARD_TOOLS_RUN_TENSORIO_H
#define NANGUARD_TOOLS_RUN_TENSORIO_H

#include "Tensor.h"

#include "llvm/ADT/ArrayRef.h"

namespace nanguard::run {

struct NamedTensor {
  std::string name;
  HostTensor tensor;
};

/// One array in `.npy` form, versions 1 to 3, C or Fortran order.
llvm::Expected<HostTensor> parseNpy(llvm::StringRef bytes);
/// C order, version 1.0; bf16 as '<u2', its raw bits.
std::string formatNpy(const HostTensor &tensor);
/// All arrays in the archive's order, stored or deflated.
llvm::Expected<std::vector<NamedTensor>> parseNpz(llvm::StringRef bytes);
/// All tensors, sorted by name.
llvm::Expected<std::vector<NamedTensor>>
parseSafetensors(llvm::StringRef bytes);
/// `4x8xf16=1,2,…`, `f32=3`; one value fills all. Values are decimal, hex
/// floats, nan, inf, -inf, true, false; `random:SEED` instead draws them. A
/// type alone means zeros.
llvm::Expected<HostTensor> parseInline(llvm::StringRef text);

/// Reads `@file` by its ending.
llvm::Expected<std::vector<NamedTensor>> readTensors(llvm::StringRef path);

/// Numbers that look like trained weights: normal, small, the same for the same
/// seed on every machine; integers are 0.
void fillRandom(HostTensor &tensor, uint64_t seed);

/// Gives raw bytes the type, where that is one that raw bytes may be.
void takeRaw(HostTensor &tensor, DType type);
/// The tensor as an argument of the type takes it; what does not fit is an
/// error that names both.
llvm::Expected<HostTensor> convertTo(HostTensor tensor, const ValueType &type);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_TENSORIO_H
