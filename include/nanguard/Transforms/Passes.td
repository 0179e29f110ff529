//===- Passes.td - NanGuard's transformation passes ---------*- tablegen -*-===//
//
// One pass a file, named after its flag: nanguard-form-clusters is
// FormClustersPass in FormClusters.cpp, tested by form-clusters.mlir.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_TRANSFORMS_PASSES_TD
#define NANGUARD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def StripFastMathPass : Pass<"nanguard-strip-fast-math"> {
  let summary = "Removes nnan and ninf from the whole module";
  let description = [{
    LLVM deletes a check for NaN or Inf by the flags `nnan` and `ninf`, on the
    producer or on the check. They go from every op of the module that carries
    `fastmath` flags; the other flags stay.

    ```mlir
    %y = arith.addf %a, %b fastmath<fast> : f32
    // becomes
    %y = arith.addf %a, %b fastmath<reassoc,nsz,arcp,contract,afn> : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerScansPass : Pass<"nanguard-lower-scans"> {
  let summary = "Turns scans, clips and sanitisers into linalg on tensors";
  let description = [{
    `nanguard.scan`, `nanguard.clip` and `nanguard.sanitise` become
    `linalg.generic` ops that do exactly what the ops' descriptions say, with
    every test on the integer bit pattern.

    ```mlir
    %m = nanguard.scan bits ins(%x : tensor<8xf16>) outs(%z : tensor<i16>)
        -> tensor<i16>
    // becomes a reduction of arith.maxui over bits(x) & 0x7fff
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // NANGUARD_TRANSFORMS_PASSES_TD
