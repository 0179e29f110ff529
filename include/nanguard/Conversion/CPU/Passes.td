//===- Passes.td - NanGuard's CPU lowering ------------------*- tablegen -*-===//
//
// One pass a file, named after its flag, as in Transforms/Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_CPU_PASSES_TD
#define NANGUARD_CONVERSION_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileKernelsPass : Pass<"nanguard-tile-kernels", "::mlir::func::FuncOp"> {
  let summary = "Computes a kernel tile by tile in one loop nest";
  let description = [{
    Runs on kernels of the forms `fused`, `fused_bits` and `safe` whose
    intermediates together exceed `budget` bytes. The scan of the first result,
    or the op that makes it, is tiled along outer parallel dimensions, and its
    producers are fused into the loop: softmax, norms, elementwise chains and
    attention over its batch dimensions. A producer whose part is the same in
    several turns stays outside, computed once; one that is read elsewhere too
    is yielded. No reduction is split, so the result has the same bits.
  }];
  let options = [Option<"budget", "budget", "int64_t", /*default=*/"65536",
                        "bytes of intermediates that a tile may have">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def VectorizeLoopsPass : Pass<"nanguard-vectorize-loops"> {
  let summary = "Lowers linalg on buffers to loops over vectors";
  let description = [{
    A contraction or convolution into f32 or f64 becomes register tiles; an op that runs along
    contiguous memory a vector loop with a scalar remainder; anything else
    plain loops. A large contraction of static shape packs its factors, block
    by block along K; one of few rows streams its matrix. The order in which a
    reduction adds depends on shapes and layouts only.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"256",
           "Bits of a vector register, for large contractions">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def OutlineParallelLoopsPass
    : Pass<"nanguard-outline-parallel-loops", "::mlir::ModuleOp"> {
  let summary = "Makes functions of the parallel loops of kernels";
  let description = [{
    The outermost loop of a kernel whose iterations write different elements, and
    whose work is worth a second thread, becomes a function of a range of
    iterations. A buffer that only the loop uses becomes each range's own. An
    integer accumulator (a scan's maximum, a count) does so too, and is merged by
    an atomic operation at the range's end. No float sum is split, so the bits
    do not depend on the number of threads.

    ```mlir
    scf.for %i = %c0 to %c1024 step %c8 { … %x … }
    // becomes
    func.call @k_range_0(%c0, %c128, %x) : (index, index, memref<…>) -> ()

    func.func private @k_range_0(%from: index, %to: index, %x: memref<…>)
        attributes {nanguard.work = 4000 : i64}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def LowerParallelCallsPass
    : Pass<"nanguard-lower-parallel-calls", "::mlir::ModuleOp"> {
  let summary = "Hands ranges of iterations to the runtime's threads";
  let description = [{
    On the LLVM dialect: a call of a function that nanguard-outline-parallel-loops
    made packs its operands and calls `nanguard_rt_parallel_for`, which calls the
    function once a range.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // NANGUARD_CONVERSION_CPU_PASSES_TD
