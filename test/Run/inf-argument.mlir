// An argument may hold the -Inf of a mask, so its scan can't say that it is
// clean: where no form cures the op that reads it, the data is at fault and
// not the hardware. +Inf is no mask's: the argument's own scan tells it.
// RUN: nanguard-run %s --no-cache --input=2x3xf16=inf,1,1,1,2,3 --steps=2 --tiers=controller | FileCheck %s --check-prefix=PLUS
// RUN: nanguard-run %s --no-cache --input=2x3xf16=-inf,-inf,-inf,1,2,3 --steps=12 --tiers=controller | FileCheck %s --implicit-check-not=hardware --implicit-check-not=HALT

// PLUS: entry#0 (data), softmax#1 (data)
// CHECK: 1 fused 1 {{.*}} softmax#1 (op, domain) in its subtract{{$}}
// CHECK: 12 fused 1 {{.*}} softmax#1 (op, domain) in its subtract{{$}}
func.func @main(%x: tensor<2x3xf16>) -> tensor<2x3xf16> {
  %e = tensor.empty() : tensor<2x3xf16>
  %s = linalg.softmax dimension(1) ins(%x : tensor<2x3xf16>) outs(%e : tensor<2x3xf16>) -> tensor<2x3xf16>
  return %s : tensor<2x3xf16>
}
