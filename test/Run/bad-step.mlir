// The unfused form says in which of its steps a bad value was born; a mask's
// -Inf and an exp that underflows are no such step.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=product --input=2x2xf16=300,300,1,1 --input=2x2xf16=300,1,300,1 --tiers=unfused --steps=1 | FileCheck %s --check-prefix=EXIT
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=masked --input=2x4xf16=1,2,3,4,5,6,7,8 --input=2x4xf16=0,-inf,0,0,0,0,-inf,0 --tiers=unfused --steps=1 --json=- | FileCheck %s --check-prefix=MASK
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=masked --input=2x4xf16=1,2,3,4,5,6,7,8 --input=2x4xf16=0,-inf,0,0,-inf,-inf,-inf,-inf --tiers=unfused --steps=1 --json=- | FileCheck %s --check-prefix=ROW
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=chain --input=4xf16=1,4,-1,9 --tiers=unfused --steps=1 --json=- | FileCheck %s --check-prefix=CHAIN
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=chain --input=4xf16=1,4,0,9 --tiers=unfused --steps=1 --json=- | FileCheck %s --check-prefix=GOOD
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=chain --input=4xf16=1,4,nan,9 --tiers=unfused --steps=1 --json=- | FileCheck %s --check-prefix=CARRIED

// EXIT: matmul#{{[0-9]+}} (op, exit) in its cast
// MASK-NOT: bad_step
// A row of -Inf is NaN in a plain softmax: -Inf - -Inf.
// ROW: "bad_step":"subtract"
// CHAIN: "bad_step":"sqrt"
// GOOD-NOT: bad_step
// CARRIED: "verdict":"data"
// CARRIED-NOT: bad_step
func.func @product(%a: tensor<2x2xf16>, %b: tensor<2x2xf16>) -> tensor<2x2xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<2x2xf16>
  %0 = linalg.fill ins(%zero : f16) outs(%e : tensor<2x2xf16>) -> tensor<2x2xf16>
  %1 = linalg.matmul ins(%a, %b : tensor<2x2xf16>, tensor<2x2xf16>) outs(%0 : tensor<2x2xf16>) -> tensor<2x2xf16>
  return %1 : tensor<2x2xf16>
}
func.func @masked(%x: tensor<2x4xf16>, %mask: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %e = tensor.empty() : tensor<2x4xf16>
  %0 = linalg.add ins(%x, %mask : tensor<2x4xf16>, tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) -> tensor<2x4xf16>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) -> tensor<2x4xf16>
  return %1 : tensor<2x4xf16>
}
func.func @chain(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.sqrt ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  %1 = linalg.add ins(%0, %0 : tensor<4xf16>, tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %1 : tensor<4xf16>
}
