//===- Passes.td - NanGuard's GPU lowering ------------------*- tablegen -*-===//
//
// One pass a file, named after its flag, as in Transforms/Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_GPU_PASSES_TD
#define NANGUARD_CONVERSION_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def NarrowIndicesPass : Pass<"nanguard-narrow-indices"> {
  let summary = "Computes indices in 32 bits where their range allows it";
  let description = [{
    Sums, products, quotients, remainders, extrema and comparisons of indices
    whose operands and results are known to be below 2^31, by the grid, the block
    and constant extents. Indices only, and no shifts: upstream's
    arith-int-range-narrowing (LLVM 22) makes a shift by 32 one of 32 bits.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def DropTimingsPass : Pass<"nanguard-drop-timings"> {
  let summary = "Removes from GPU objects how long their making took";
  let description = [{
    `gpu-module-to-binary` writes it into each object's properties, which are
    not the same from run to run then.
  }];
}

def HoistConstantsPass : Pass<"nanguard-hoist-constants", "::mlir::ModuleOp"> {
  let summary = "Makes arguments of the arrays in kernel functions";
  let description = [{
    A constant tensor that is no fill of one value, in a function with
    `nanguard.form`, becomes the function's first argument (behind a gate), and
    a constant of each caller: on a GPU the caller passes its copy there.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def SplitKernelsPass : Pass<"nanguard-split-kernels", "::mlir::ModuleOp"> {
  let summary = "Copies the kernel functions to a nested module for the GPU";
  let description = [{
    Each defined function with `nanguard.form` is copied to `module @nvptx`;
    the outer module keeps its own, on tensors. Inputs of the copies are marked
    read-only, so that a kernel writes its outs alone. Of a predicated form
    (`nanguard.gates`) the copy is the form itself with the gate as first
    argument, for nanguard-gate-launches. A chip that NanGuard has
    no PTX settings for is an error.
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_90\"",
           "GPU that the kernels are for, of nanguard/chips.h">
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def FillConstantsPass : Pass<"nanguard-fill-constants", "::mlir::func::FuncOp"> {
  let summary = "Turns splat constant tensors into fills";
  let description = [{
    A constant tensor would become a global in the host's memory.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ScheduleKernelsPass : Pass<"nanguard-schedule-kernels", "::mlir::ModuleOp"> {
  let summary = "Turns kernels on tensors into launch plans on buffers";
  let description = [{
    A kernel function is cut into groups of ops, a launch each. A group of rows
    is reductions over trailing dimensions with the elementwise ops around them:
    a block (or some lanes of a warp) takes a row, reads it by 16-byte accesses
    and keeps it in registers; without reductions each thread takes elements. A
    contraction, convolutions among them, takes its epilogue along: f16 and bf16 by
    `mma.sync` from swizzled tiles in shared memory, summed up in f32, or in f16
    where the model does, other types in the order of k by fma. What a
    `tensor.pad` pads with zeros is read in its place by contractions, and by
    sums over windows whatever it is padded with; other padding is written out.
    Scans ride in the group that makes what they look at, their maxima merged in
    a warp and by one predicated atomic into the report, whose row arrives as
    zeros. An op that fits no group stays a linalg op on buffers for
    `nanguard-map-to-threads`; so does a whole function, on tensors and with a
    remark, that holds what has no form on buffers here.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::nvgpu::NVGPUDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def AlignSharedMemoryPass : Pass<"nanguard-align-shared-memory",
                                 "::mlir::gpu::GPUModuleOp"> {
  let summary = "Aligns kernels' shared buffers to 128 bytes";
  let description = [{
    Outlining gives them none, and 16-byte copies and `ldmatrix` need 16. LLVM is
    given the alignment of integers, or i64 is read in two parts. Each
    kernel is marked to run with one block a multiprocessor if need be: ptxas
    would rather spill.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def AnnotateBranchesPass : Pass<"nanguard-annotate-branches",
                                "::mlir::gpu::GPUModuleOp"> {
  let summary = "Keeps what a loop says about unrolling for LLVM";
  let description = [{
    A loop's `llvm.loop_annotation`, which its back edge carries by now, becomes
    that branch's own, so that it reaches LLVM's metadata and PTX.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ApproximateInHalvesPass : Pass<"nanguard-approximate-in-halves"> {
  let summary = "Short forms of f32 math in kernels that round to f16 or bf16";
  let description = [{
    Of an op that is marked `nanguard.half_results`: a fused kernel, all of whose
    float results are f16 or bf16. exp becomes `ex2.approx` of a product (2^-17
    of the result at most), rsqrt and a quotient by a root `rsqrt.approx`, a
    quotient by a constant or by 1 + e^x a product with the reciprocal, erf
    (2^-15) and tanh (2^-18) short polynomials around `ex2.approx`, 1 + erf x and
    1 + tanh x one exponential without the cancellation. NaN and infinities come
    out as of the exact functions. Left as they are: an exp that is subtracted
    from or has a constant subtracted, which would lose what it has left.

    ```mlir
    %e = math.exp %x : f32
    // becomes
    %t = arith.mulf %x, %log2e : f32
    %e = llvm.call_intrinsic "llvm.nvvm.ex2.approx"(%t) : (f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect"];
}

def ExpandDeviceMathPass : Pass<"nanguard-expand-device-math"> {
  let summary = "Expands math functions that PTX has no instruction for";
  let description = [{
    Functions of f64 scalars, and those of f32 that `nanguard-approximate-math`
    leaves, by f64 polynomials within the bounds of docs/numerics.md. No CUDA
    libdevice is needed. A maximum or minimum on f64, which PTX has without NaN
    only, becomes compare and select.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def MapToThreadsPass : Pass<"nanguard-map-to-threads", "::mlir::ModuleOp"> {
  let summary = "Turns kernels on buffers into sequences of gpu.launch";
  let description = [{
    One launch for each linalg op, one thread for each point of its parallel
    loops; a reduction runs in its thread. A reduction of everything by an
    integer maximum, minimum, sum or or is spread over threads, reduced in each
    warp and merged by atomics, one predicated atomic a warp. What a function
    does to single elements runs in one-thread launches between them. A function
    that can't be mapped is removed with a remark.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def GateLaunchesPass : Pass<"nanguard-gate-launches", "::mlir::func::FuncOp"> {
  let summary = "Lets the launches of a predicated form test whether they are wanted";
  let description = [{
    In a function with `nanguard.gate = B`, whose first argument is a row of the
    report, every thread of each launch ends where the row's bits are below B: a
    rescue of an op that was not bad. The host need not know.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def EmulateKernelsPass : Pass<"nanguard-emulate-kernels", "::mlir::ModuleOp"> {
  let summary = "Makes functions of the host from device functions";
  let description = [{
    For each kernel of each `gpu.module`, in the form in which NVPTX gets it,
    the module gets a function `MODULE_KERNEL(thread, args)` and a constant
    `MODULE_KERNEL_kernel` that describes it to the runtime
    (`nanguard/device.h`). Special registers are read from the thread; barriers,
    shuffles, votes, `redux.sync`, `ldmatrix`, `mma.sync` and `cp.async` are
    calls of the emulator; approximations are the exact functions; address
    spaces are gone. A kernel whose threads do not meet loops over the threads
    of a block. A kernel with another device op gets a remark, and a function
    that launches it is removed.
  }];
  let options = [
    Option<"checks", "checks", "bool", /*default=*/"false",
           "Report every access to the emulator">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def AdoptPlansPass : Pass<"nanguard-adopt-plans", "::mlir::ModuleOp"> {
  let summary = "Runs kernels by their launch plans";
  let description = [{
    A kernel function on buffers takes the body of the function of that name in
    `module @nvptx`, whose other contents move to the outer module. A function
    without a plan of the same type keeps its body, with a remark.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def OutlineHostCodePass : Pass<"nanguard-outline-host-code", "::mlir::ModuleOp"> {
  let summary = "Makes launches of what a step does to buffers between kernels";
  let description = [{
    In functions that are no kernels, ops on buffers that stand together (copies,
    linalg ops, loads and stores of single elements) move to a function
    `@ng_between_N`, which is called in their place and stands in
    `module @nvptx` as well, to be mapped to threads there. Places that do the
    same call the same function. A load stays where the host needs its value:
    for a branch, a size, an argument.

    ```mlir
    memref.copy %row, %report : memref<12xi64> to memref<12xi64, strided<[1], offset: 24>>
    // becomes
    func.call @ng_between_0(%row, %cast)
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::nanguard::NanGuardDialect"];
}

def LowerLaunchesPass : Pass<"nanguard-lower-launches", "::mlir::ModuleOp"> {
  let summary = "Turns launches into calls of the device's runtime";
  let description = [{
    `gpu.launch_func` becomes `nanguard_device_launch` with the kernel's
    descriptor, grid and block sizes, arguments and the memory that these span.
    Constants are passed as the device's copies of them; an element that the
    host needs is read by `nanguard_device_read`, which waits. Where a function
    works in buffers itself (a kernel without a plan), it waits first, and the
    module gets the attribute `nanguard.host_access`: its memory must be the
    host's too. Device modules go.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // NANGUARD_CONVERSION_GPU_PASSES_TD
