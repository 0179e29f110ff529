// What is fed back is state: by --carry, and where a committed result replaces it.
// RUN: nanguard-run %s --no-cache --function=fed --input=4xf16=nan --steps=1 --carry=0:0 | FileCheck %s --check-prefix=STATE
// RUN: nanguard-run %s --no-cache --function=fed --input=4xf16=nan --steps=1 | FileCheck %s --check-prefix=DATA
// RUN: nanguard-run %s --no-cache --function=committed --input=4xf16=nan --steps=1 | FileCheck %s --check-prefix=STATE
// STATE: entry#0 (state-poisoned)
// DATA: entry#0 (data)
func.func @fed(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
func.func @committed(%x: tensor<4xf16>) -> (tensor<4xf16> {nanguard.commit}) {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
