//===- Passes.td - NanGuard's CPU lowering ------------------*- tablegen -*-===//
//
// One pass a file, named after its flag, as in Transforms/Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_CPU_PASSES_TD
#define NANGUARD_CONVERSION_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ClampGathersPass : Pass<"nanguard-clamp-gathers"> {
  let summary = "Replaces bounds assertions by clamped gather indices";
  let description = [{
    A `cf.assert` lowers to `abort()` and blocks vectorisation. It goes, and
    each data-dependent index of a `tensor.extract` is clamped to
    `[0, dim - 1]`: nothing reads out of bounds and nothing aborts.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def MarkPublicFuncsPass
    : Pass<"nanguard-mark-public-funcs", "::mlir::ModuleOp"> {
  let summary = "Makes public functions' arguments read-only, adds C wrappers";
  let description = [{
    One-shot bufferization takes arguments for writable; a model's caller does
    not expect its weights to change. Private kernels write their outs. Public
    functions get `llvm.emit_c_interface`.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def WidenNarrowFloatsPass : Pass<"nanguard-widen-narrow-floats"> {
  let summary = "Computes f16 and bf16 ops in f32, each rounded";
  let description = [{
    Every arith and math op on f16 or bf16, scalar or vector, becomes extf, the
    f32 op, truncf, without fast-math flags. Upstream's two passes for this tag
    the casts `contract`, and canonicalize then deletes the rounding.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

#endif // NANGUARD_CONVERSION_CPU_PASSES_TD
