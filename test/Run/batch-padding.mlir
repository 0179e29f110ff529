// Requests whose padding is read, whose signals are bad, and that don't match.

// A NaN in padding is told of the request whose it is.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=batch --guard-options=batch-dim=0 --steps=2 --input=2x3x1xf32=1,1,nan,1,1,1 --input=2xi64=2,3 | FileCheck %s --check-prefix=PADDING
// PADDING: 1 fused 1 {{.*}} reduction#1 (data) in request 0{{$}}

// Counts of a marked gradient are those of the request; one without requests in
// it is everyone's.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=signals --guard-options=batch-dim=0 --tiers=fused --input=3x2xf32=1,1,nan,inf,1,1 --input=2xf32=1,1 --json=- --quiet --manifest=%t/m.json | FileCheck %s --check-prefix=SIGNALS
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=signals --guard-options=batch-dim=0 --tiers=fused --input=3x2xf32=1 --input=2xf32=1,inf --json=- --quiet | FileCheck %s --check-prefix=SHARED
// SIGNALS: "inf":1,"invariant_broken":false,"kind":"signal",{{[^}]*}}"nan":1,{{[^}]*}}"requests":[1]
// SHARED: "inf":1,"invariant_broken":false,"kind":"signal",{{[^}]*}}"requests":[0,1,2]

// Arguments of one batch hold equally many requests.
// RUN: not nanguard-run %s --no-cache --function=two --guard-options=batch-dim=0 --tiers=fused --input=3x2xf32=1 --input=4x2xf32=1 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=two --guard-options=batch-dim=0 --tiers=fused --input=3x2xf32=1 --input=3x2xf32=1,1,100,1,1,1 | FileCheck %s --check-prefix=SAME
// DIFFER: nanguard-run: error: step 1: an assertion of the model failed: func.func at {{.*}}batch-padding.mlir:{{[0-9]+}}: arguments 0 and 1 hold different numbers of requests
// SAME: activation#3 (op, exit) in request 1{{$}}

func.func @batch(%x: tensor<2x3x1xf32> {nanguard.batch}, %n: tensor<2xi64> {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<2x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x1xf32>) -> tensor<2x1xf32>
  %y = linalg.reduce ins(%x : tensor<2x3x1xf32>) outs(%f : tensor<2x1xf32>) dimensions = [1]
    (%a: f32, %acc: f32) {
      %s = arith.addf %a, %acc : f32
      linalg.yield %s : f32
    }
  return %y : tensor<2x1xf32>
}

func.func @signals(%x: tensor<3x2xf32> {nanguard.batch}, %w: tensor<2xf32>) -> (tensor<3x2xf32> {nanguard.grad}, tensor<2xf32> {nanguard.grad}) {
  %e = tensor.empty() : tensor<3x2xf32>
  %f = tensor.empty() : tensor<2xf32>
  %y = linalg.mul ins(%x, %x : tensor<3x2xf32>, tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %v = linalg.mul ins(%w, %w : tensor<2xf32>, tensor<2xf32>) outs(%f : tensor<2xf32>) -> tensor<2xf32>
  return %y, %v : tensor<3x2xf32>, tensor<2xf32>
}

func.func @two(%x: tensor<?x2xf32> {nanguard.batch}, %z: tensor<?x2xf32> {nanguard.batch}) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x2xf32>
  %n = tensor.dim %z, %c0 : tensor<?x2xf32>
  %e = tensor.empty(%m) : tensor<?x2xf32>
  %f = tensor.empty(%n) : tensor<?x2xf32>
  %y = linalg.exp ins(%x : tensor<?x2xf32>) outs(%e : tensor<?x2xf32>) -> tensor<?x2xf32>
  %v = linalg.exp ins(%z : tensor<?x2xf32>) outs(%f : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y, %v : tensor<?x2xf32>, tensor<?x2xf32>
}
