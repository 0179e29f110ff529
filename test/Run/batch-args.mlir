// Two arguments fit: the user says which holds the requests.
// RUN: not nanguard-run %s --no-cache --guard-options=batch-dim=0 --input=2x2xf16=1 --input=2x2xf16=1 2>&1 | FileCheck %s --check-prefix=WHICH --implicit-check-not=tensor.empty
// RUN: nanguard-run %s --no-cache --guard-options="batch-dim=0 batch-args=0" --tiers=fused --input=2x2xf16=1 --input=2x2xf16=1,1,nan,1 --quiet --json=- | FileCheck %s --check-prefix=SQUARE
// RUN: not nanguard-opt %s --guard-tiers="batch-dim=0 batch-args=9" 2>&1 | FileCheck %s --check-prefix=NOARG
// RUN: not nanguard-opt %s --guard-tiers=batch-args=0 2>&1 | FileCheck %s --check-prefix=NODIM
// WHICH: batch-dim=0: arguments 0, 1 have the extent of the first result there: mark those that hold requests {nanguard.batch}, or list them in batch-args
// SQUARE: "id":1,"inf":0,{{.*}}"kind":"entry",{{.*}}"nan":1,{{.*}}"requests":[0,1]
// NOARG: batch-dim=0: there is no argument 9
// NODIM: batch-args needs batch-dim

func.func @main(%x: tensor<2x2xf16>, %w: tensor<2x2xf16>) -> tensor<2x2xf16> {
  %c = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<2x2xf16>
  %f = linalg.fill ins(%c : f16) outs(%e : tensor<2x2xf16>) -> tensor<2x2xf16>
  %y = linalg.matmul ins(%x, %w : tensor<2x2xf16>, tensor<2x2xf16>) outs(%f : tensor<2x2xf16>) -> tensor<2x2xf16>
  return %y : tensor<2x2xf16>
}
