//===- DeviceOps.h - What the threads of a block do together ----*- C++ -*-===//
//
// Shuffles, reductions over lanes and warps, packed maxima and merges into
// global memory, for the kernels that are built by hand.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_EMIT_DEVICEOPS_H
#define NANGUARD_LIB_CONVERSION_GPU_EMIT_DEVICEOPS_H

#include "../Schedule/KernelPlan.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace nanguard {

constexpr int64_t kWarpSize = 32;

mlir::Value makeIndex(mlir::ImplicitLocOpBuilder &b, int64_t value);

/// Sums, products, quotients and remainders of indices.
struct IndexMath {
  explicit IndexMath(mlir::ImplicitLocOpBuilder &code) : code(code) {}
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value add(mlir::Value x, int64_t y);
  mlir::Value times(mlir::Value x, int64_t y);
  mlir::Value by(mlir::Value x, int64_t y);
  mlir::Value mod(mlir::Value x, int64_t y);
  mlir::ImplicitLocOpBuilder &code;
};

mlir::Value makeI32(mlir::ImplicitLocOpBuilder &b, int64_t value);
/// i < n, unsigned.
mlir::Value isBelow(mlir::ImplicitLocOpBuilder &b, mlir::Value i,
                    mlir::Value n);
mlir::Value makeIdentity(mlir::ImplicitLocOpBuilder &b,
                         mlir::arith::AtomicRMWKind kind, mlir::Type type);

/// `value` of the lane whose number differs by `offset`, a power of two.
mlir::Value shuffleXor(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                       int64_t offset);
/// The combination of `value` over `lanes` neighbours (a power of two, a warp
/// at most), in each of them. The order is that of a tree.
mlir::Value reduceLanes(mlir::ImplicitLocOpBuilder &b,
                        mlir::arith::AtomicRMWKind kind, mlir::Value value,
                        int64_t lanes);
/// The same over a block of whole warps; `cells` has an element a warp and is
/// used once.
mlir::Value reduceBlock(mlir::ImplicitLocOpBuilder &b,
                        mlir::arith::AtomicRMWKind kind, mlir::Value value,
                        mlir::Value thread, int64_t warps, mlir::Value cells);

/// Merges a scan's value over the warp, then one predicated atomic a warp,
/// where it says something new. Not in divergent code. With `speaker`, only the
/// threads where that holds have a value, and each merges its own. `isNews`:
/// the value is known to be more than what is there.
void mergeScan(mlir::ImplicitLocOpBuilder &b, const ScanSink &sink,
               mlir::arith::AtomicRMWKind kind, mlir::Value value,
               mlir::Value thread, mlir::Value speaker = {},
               bool isNews = false);

/// Keeps LLVM from unrolling a loop whose body fills the registers already.
void keepRolled(mlir::Operation *loop);

/// The elements of a vector.
llvm::SmallVector<mlir::Value> unpack(mlir::ImplicitLocOpBuilder &b,
                                      mlir::Value vector);
/// Two f16 or bf16 values as i32.
mlir::Value asWord(mlir::ImplicitLocOpBuilder &b, mlir::Value pair);
/// max(|x|, acc) on packed f16 or bf16, NaN kept. Not by arith, which would be
/// computed in f32.
mlir::Value packedMagnitude(mlir::ImplicitLocOpBuilder &b, mlir::Value x,
                            mlir::Value acc);

/// sums += left * right by one mma.sync m16n8k(`depth`). Not in divergent code.
void addProduct(mlir::ImplicitLocOpBuilder &b, mlir::NVVM::MMATypes type,
                int64_t depth, llvm::ArrayRef<mlir::Value> left,
                llvm::ArrayRef<mlir::Value> right,
                llvm::MutableArrayRef<mlir::Value> sums);

/// A sum of products for addZeroProduct.
llvm::SmallVector<mlir::Value, 2>
makeZeroProduct(mlir::ImplicitLocOpBuilder &b);
/// Adds the product with 0 of up to four pairs of f16 or bf16 to `sums`, which
/// stop being 0 where one is a NaN or an Inf: for this thread and those that
/// share the product with it. A bf16 counts from 2^121 on. Not in divergent
/// code.
void addZeroProduct(mlir::ImplicitLocOpBuilder &b,
                    llvm::ArrayRef<mlir::Value> pairs,
                    llvm::MutableArrayRef<mlir::Value> sums);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_EMIT_DEVICEOPS_H
