//===- Emulation.h - Kernels for the device's runtime -----------*- C++ -*-===//
//
// What the passes share that make kernels and launches for nanguard/device.h:
// descriptors, calls of the runtime, and which ops become calls of the
// emulator.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_HOST_EMULATION_H
#define NANGUARD_LIB_CONVERSION_GPU_HOST_EMULATION_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace nanguard::emulation {

/// Name of the constant that describes a kernel to the runtime.
std::string descriptorName(llvm::StringRef module, llvm::StringRef kernel);

mlir::Value constant(mlir::ImplicitLocOpBuilder &b, int64_t value,
                     unsigned width = 32);

/// A constant string with its NUL, as a pointer. No other symbol of the module
/// has the name.
mlir::Value stringConstant(mlir::ImplicitLocOpBuilder &b, llvm::StringRef name,
                           llvm::StringRef text);

/// What a nanguard_kernel of nanguard/device.h says.
struct KernelDescription {
  llvm::StringRef kernel;
  /// Symbol of the PTX, empty: none; and its text where it is not there yet.
  llvm::StringRef image, text;
  mlir::LLVM::LLVMFuncOp body; ///< null: not emulated
  int64_t flags, sharedBytes;
};
/// Adds the constant `name` that describes a kernel.
void describeKernel(mlir::ModuleOp module, mlir::Location loc,
                    llvm::StringRef name, const KernelDescription &kernel);

/// Calls a function of the runtime, which is declared in the module when it is
/// not; no result where `result` is null.
mlir::Value callRuntime(mlir::ImplicitLocOpBuilder &b, llvm::StringRef name,
                        mlir::Type result, mlir::ValueRange args);

/// Where a block's shared arrays lie in its shared memory.
struct SharedLayout {
  llvm::DenseMap<mlir::Attribute, int64_t> offsets; ///< by symbol name
  llvm::DenseMap<mlir::Attribute, int64_t> sizes;   ///< 0: the dynamic rest
  int64_t bytes = 0;
};

/// A kernel's function on the host and its thread, the first argument.
class KernelThread {
public:
  explicit KernelThread(mlir::LLVM::LLVMFuncOp func) : func(func) {}

  mlir::LLVM::LLVMFuncOp getFunction() const { return func; }
  mlir::Value getValue() const {
    return const_cast<mlir::LLVM::LLVMFuncOp &>(func).getArgument(0);
  }
  /// A field of the thread, read once at the function's start.
  mlir::Value field(int64_t offset, mlir::Type type);
  /// Where the block's shared memory starts.
  mlir::Value sharedBase();
  /// `path: file:line: op`, at an address of its own.
  mlir::Value site(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op);

private:
  mlir::LLVM::LLVMFuncOp func;
  llvm::DenseMap<int64_t, mlir::Value> fields;
  unsigned sites = 0;
};

/// Bytes of a value in memory, without padding.
int64_t bytesOf(mlir::Type type);

/// Tells the emulator of every access before it is made.
void insertChecks(KernelThread &thread, const SharedLayout &shared);

/// The PTX name of an op that approximates a function, as "ex2.approx.f32";
/// empty where it is none that is known.
llvm::StringRef approximationOf(mlir::Operation *op);
/// Replaces the op's result by the exact function of its operands.
void rewriteApproximation(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op,
                          llvm::StringRef opcode);

/// The first op of a device function that has no form on the CPU; null when
/// there is none.
mlir::Operation *findUnknownOp(mlir::LLVM::LLVMFuncOp func);

/// Whether threads of the function meet.
bool isCooperative(mlir::LLVM::LLVMFuncOp func);

/// Turns a device function, whose first argument was added and is the thread,
/// into one for the CPU: no address spaces, no device ops. With `checks` every
/// access of memory is reported to the emulator first.
void emulateOps(mlir::LLVM::LLVMFuncOp func, const SharedLayout &shared,
                bool checks);

} // namespace nanguard::emulation

#endif // NANGUARD_LIB_CONVERSION_GPU_HOST_EMULATION_H
