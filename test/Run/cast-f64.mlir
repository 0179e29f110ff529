// A cast from f64 to less than f32 rounds once in each form: by way of f32 the first value would round to 1.
// RUN: nanguard-run %s --input=3xf64=1.00048828125001,7.62939453125763e-06,nan --tiers=fused --print | FileCheck %s
// RUN: nanguard-run %s --input=3xf64=1.00048828125001,7.62939453125763e-06,nan --tiers=safe --print | FileCheck %s
// RUN: nanguard-run %s --input=3xf64=1.00048828125001,7.62939453125763e-06,nan --tiers=unfused --print | FileCheck %s
// RUN: nanguard-run %s --input=3xf64=1.00048828125001,7.62939453125763e-06,nan --tiers=unfused --guard-options=wide=32 --print | FileCheck %s
// CHECK: tensor<3xf16>=1.00097656,7.62939453e-06,nan
// CHECK: tensor<3xf8E5M2>=1,1.52587891e-05,nan

func.func @main(%x: tensor<3xf64>) -> (tensor<3xf16>, tensor<3xf8E5M2>) {
  %y = arith.truncf %x : tensor<3xf64> to tensor<3xf16>
  %z = arith.truncf %x : tensor<3xf64> to tensor<3xf8E5M2>
  return %y, %z : tensor<3xf16>, tensor<3xf8E5M2>
}
