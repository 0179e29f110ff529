//===- Tensor.h - Host tensors and their types ----------------------------===//
#ifndef NANGUARD_TOOLS_RUN_TENSOR_H
#define NANGUARD_TOOLS_RUN_TENSOR_H

#include "nanguard/abi.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nanguard::run {

using DType = nanguard_dtype;

/// Bytes of one element; i1 takes one.
size_t itemSize(DType type);
llvm::StringRef dtypeName(DType type);
bool isFloat(DType type);
bool isFloat8(DType type);
/// The magnitude in a report from which on a value is not finite.
int64_t infinityBits(DType type);
/// The largest finite value of a float type.
double maxFinite(DType type);
/// `f16`, `bf16`, …, `index` as i64.
llvm::Expected<DType> parseDType(llvm::StringRef text);

/// A tensor or (rank -1) a scalar; -1 in the shape is a dynamic extent.
struct ValueType {
  DType dtype = NANGUARD_F32;
  bool scalar = false;
  std::vector<int64_t> shape;
  std::string str() const;
};
/// `tensor<1x?xf16>` or `f32`, as manifests hold them.
llvm::Expected<ValueType> parseValueType(llvm::StringRef text);

struct HostTensor {
  DType dtype = NANGUARD_F32;
  std::vector<int64_t> shape;
  std::vector<char> bytes;
  /// Raw bytes that an argument of as many takes as they are: bf16 ('<u2',
  /// '|V2'), 8 bits ('|u1', '|V1').
  bool raw = false;

  static HostTensor make(DType dtype, std::vector<int64_t> shape);
  int64_t numElements() const;
  /// Any element as a double (i64 beyond 2^53 loses bits).
  double get(int64_t i) const;
  /// An element of an i64 tensor, exact.
  int64_t getInt(int64_t i) const;
  void set(int64_t i, double value);
  std::string typeString() const;
};

/// Element access on plain memory, for results and injection.
double loadElement(const void *data, int64_t i, DType type);
/// Rounds to nearest even into the type; integers saturate, NaN gives 0.
void storeElement(void *data, int64_t i, DType type, double value);

/// Product of extents; -1 when one is dynamic, negative or it overflows.
int64_t countElements(llvm::ArrayRef<int64_t> shape);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_TENSOR_H
