// A mask's -Inf is expected on its way into a softmax, and nowhere else: an
// overflow beside the softmax is a fault, +Inf in a mask is one of the data.
// RUN: rm -rf %t
// DEFINE: %{run} = env NANGUARD_CACHE_DIR=%t nanguard-run %s
// RUN: %{run} --function=beside --tiers=fused --input=1x4xf16=300,1,2,3 | FileCheck %s --check-prefix=BESIDE
// RUN: %{run} --function=beside --tiers=safe --input=1x4xf16=300,1,2,3 | FileCheck %s --check-prefix=BESIDE
// BESIDE: elementwise#2
// RUN: %{run} --function=beside --tiers=safe --input=1x4xf16=3,1,2,3 | FileCheck %s --check-prefix=CLEAN
// RUN: %{run} --function=masked --tiers=fused --input=1x4xf16=3,1,2,3 --input=1x4xf16=0,-inf,0,0 | FileCheck %s --check-prefix=CLEAN
// RUN: %{run} --function=masked --tiers=unfused --input=1x4xf16=3,1,2,3 --input=1x4xf16=0,-inf,0,0 | FileCheck %s --check-prefix=CLEAN
// CLEAN: 0 0 -
// RUN: %{run} --function=masked --tiers=fused --input=1x4xf16=3,1,2,3 --input=1x4xf16=0,inf,0,0 | FileCheck %s --check-prefix=DATA
// RUN: %{run} --function=masked --tiers=safe --input=1x4xf16=3,1,2,3 --input=1x4xf16=0,inf,0,0 | FileCheck %s --check-prefix=DATA
// DATA: entry#1 (data)

func.func @beside(%x: tensor<1x4xf16>) -> (tensor<1x4xf16>, tensor<1x4xf16>) {
  %e = tensor.empty() : tensor<1x4xf16>
  %p = linalg.softmax dimension(1) ins(%x : tensor<1x4xf16>) outs(%e : tensor<1x4xf16>) -> tensor<1x4xf16>
  %q = arith.mulf %x, %x : tensor<1x4xf16>
  return %p, %q : tensor<1x4xf16>, tensor<1x4xf16>
}

// The masked scores are handed out as well, so the sum is an op of its own.
func.func @masked(%x: tensor<1x4xf16>, %m: tensor<1x4xf16>) -> (tensor<1x4xf16>, tensor<1x4xf16>) {
  %e = tensor.empty() : tensor<1x4xf16>
  %s = arith.addf %x, %m : tensor<1x4xf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<1x4xf16>) outs(%e : tensor<1x4xf16>) -> tensor<1x4xf16>
  return %p, %s : tensor<1x4xf16>, tensor<1x4xf16>
}
