//===- Passes.td - What both targets lower -----------------*- tablegen -*-===//
//
// One pass a file, named after its flag, as in Transforms/Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_COMMON_PASSES_TD
#define NANGUARD_CONVERSION_COMMON_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckShapesPass : Pass<"nanguard-check-shapes", "::mlir::ModuleOp"> {
  let summary = "Compares the extents that a kernel's operands must share";
  let description = [{
    Runs on dispatches (or, unguarded, calls of kernels), before they are
    lowered. What the ops of a kernel, or those of the function itself, need of
    dynamic extents is compared in the caller by `cf.assert`, in terms of its
    own values: operands that a loop runs over have its extent, a tensor that it
    gathers from by its own index is as long, a convolution's window and a slice
    lie inside, a cast and a reshape are right. What holds by construction is not
    compared.

    ```mlir
    %y, %r = nanguard.dispatch kind(matmul) … ins(%a, %b : tensor<4x?xf16>, tensor<?x8xf16>) …
    // gains, before it
    %0 = tensor.dim %a, %c1 : tensor<4x?xf16>
    %1 = tensor.dim %b, %c0 : tensor<?x8xf16>
    %2 = arith.cmpi eq, %0, %1 : index
    cf.assert %2, "linalg.matmul at model.py:7: dimension 1 of operand 0 and dimension 0 of operand 1 differ"
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ClampGathersPass : Pass<"nanguard-clamp-gathers"> {
  let summary = "Replaces bounds assertions by clamped gather indices";
  let description = [{
    A `cf.assert` in the body of a linalg op lowers to `abort()` and blocks
    vectorisation. It goes, as does one on a tensor's values, and each
    data-dependent index of a `tensor.extract` is clamped to `[0, dim - 1]`:
    nothing reads out of bounds and no value aborts. Assertions on shapes stay.
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

def FuseElementwisePass
    : Pass<"nanguard-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Fuses elementwise chains and operands' movers inside kernels";
  let description = [{
    Runs on kernels of the forms `fused`, `fused_bits` and `safe`; `unfused`
    keeps its steps apart. A producer with one reader joins it. A contraction
    takes in only what moves or widens its operands: it reads each many times.
    A widening in front of zeros that a `tensor.pad` adds comes behind them, a
    reshape behind them in front.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LowerDynamicReshapesPass : Pass<"nanguard-lower-dynamic-reshapes"> {
  let summary = "Lowers an expand_shape with several unknown extents in a group";
  let description = [{
    A `memref.expand_shape` of which one group has more than one extent of run
    time becomes a `memref.reinterpret_cast`, with strides computed from the
    extents that the op names. `expand-strided-metadata` of MLIR 22.1 crashes on
    such a group; the others are left to it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ReplaceEmptyTensorsPass : Pass<"nanguard-replace-empty-tensors",
                                   "::mlir::func::FuncOp"> {
  let summary = "Remove views of tensors without elements";
  let description = [{
    An empty part of a `tensor.concat` is left out, a `tensor.pad` of an empty
    tensor becomes a fill, and a `tensor.collapse_shape` of one becomes a
    `tensor.empty`. Bufferization would make views of them that MLIR's
    verifier refuses.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitDestinationsPass : Pass<"nanguard-split-destinations"> {
  let summary = "Gives each destination its own empty tensor or fill";
  let description = [{
    A `tensor.empty` with several uses becomes one for each. A slice of a filled
    tensor that lies beside every slice inserted since becomes a fill, and
    insertions of all rows of a fill become one `tensor.concat`. Otherwise one
    alias set holds the whole model, and bufferization's analysis does not
    come to an end.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TieResultsPass : Pass<"nanguard-tie-results", "::mlir::func::FuncOp"> {
  let summary = "Materialises a kernel's results in its out arguments";
  let description = [{
    The last arguments of a kernel are its results' destinations. A result that
    does not already overwrite its argument gets a
    `bufferization.materialize_in_destination`.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def PlanArenaPass : Pass<"nanguard-plan-arena", "::mlir::ModuleOp"> {
  let summary = "Lays a function's buffers out in one block by lifetime";
  let description = [{
    Buffers of known size that live and die in a function's entry block become
    views of one allocation; two that are never alive together share bytes.
    What is returned, freed or of run-time size stays as it is. With `whole`,
    what is returned is laid out as well, and so are buffers of branches, so
    that no address depends on the branch taken. The module gets
    `nanguard.arena_bytes`: what a step takes from the arena at most, the
    buffers of run-time size apart; a host reserves that much once.
  }];
  let options = [
    Option<"whole", "whole", "bool", "false",
           "Lay out what is returned and what branches take, too">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def FreeKernelBuffersPass
    : Pass<"nanguard-free-kernel-buffers", "::mlir::func::FuncOp"> {
  let summary = "Frees a kernel's own buffers before it returns";
  let description = [{
    For private functions without results: none of their buffers can escape.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def ExpandCopiesPass : Pass<"nanguard-expand-copies"> {
  let summary = "Turns strided copies into linalg on buffers";
  let description = [{
    A `memref.copy` of which a side is not contiguous becomes a
    `linalg.generic`: stock lowering calls a library for it. The others stay
    and become `memcpy`.

    ```mlir
    memref.copy %a, %b : memref<4xf32> to memref<4xf32, strided<[2]>>
    // becomes
    linalg.generic … ins(%a : memref<4xf32>) outs(%b : memref<4xf32, strided<[2]>>) …
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def CheckTypesPass : Pass<"nanguard-check-types", "::mlir::ModuleOp"> {
  let summary = "Refuses element types and ops that no target lowers";
  let description = [{
    Complex numbers, floats of more than 64 bits, tf32, and floats of 8 bits or
    fewer but for the IEEE-like ones, FN and FNUZ with a sign: one error names the
    op and the type. Upstream dialects take them as they are.

    The encoding of a tensor is refused too where a dialect gives it a meaning
    (sparse_tensor), and dropped where it is plain text.

    An op of a dialect that is not registered is refused by its name, with what
    lowers that dialect where another tool does.
  }];
}

def ExpandFloat8Pass : Pass<"nanguard-expand-float8"> {
  let summary = "Expands casts from and to floats of 8 bits";
  let description = [{
    To integer arithmetic, correctly rounded, with the overflow of the format: an
    infinity or, where it has none, a NaN. Memory keeps the 8 bits, which LLVM
    knows as i8. Other arithmetic is widened before
    (nanguard-widen-narrow-floats).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ApproximateMathPass : Pass<"nanguard-approximate-math"> {
  let summary = "Expands f32 math functions into polynomials";
  let description = [{
    exp, exp2, expm1, logarithms, tanh, erf, sin, cos and powers of f32, scalar
    or vector. docs/numerics-cpu.md states the bounds. isnan, isinf and
    isfinite become comparisons and fpowi powf, of all float types, as no library
    or stock lowering takes their vectors. What is left, and all of f64, becomes
    calls of the C library.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // NANGUARD_CONVERSION_COMMON_PASSES_TD
