// A subnormal number of bf16 is kept, in every form and on every CPU: AVX-512's own conversion
// would flush it.
// RUN: nanguard-run %s --no-cache --unguarded --quiet --print --input=2xbf16=2.93873588e-39,1 --input=2xbf16=0 | FileCheck %s
// RUN: nanguard-run %s --no-cache --scalar-loops --tiers=fused --quiet --print --input=2xbf16=2.93873588e-39,1 --input=2xbf16=0 | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=safe --quiet --print --input=2xbf16=2.93873588e-39,1 --input=2xbf16=0 | FileCheck %s
// CHECK: tensor<2xbf16>=2.93873588e-39,1
func.func @main(%x: tensor<2xbf16>, %y: tensor<2xbf16>) -> tensor<2xbf16> {
  %sum = arith.addf %x, %y : tensor<2xbf16>
  return %sum : tensor<2xbf16>
}
