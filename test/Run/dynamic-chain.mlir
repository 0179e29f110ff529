// An elementwise op on tensors writes where its operand stands: its run-time
// extents are known from the cluster's operands all the same.
// RUN: nanguard-run %s --no-cache --function=main --tiers=safe --input=3xf16=0,1,-1 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --function=main --unguarded --input=3xf16=0,1,-1 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --function=collapse --tiers=safe --input=3x1xf16=0,1,-1 --print | FileCheck %s --check-prefix=COLLAPSE
// COLLAPSE: tensor<3xf16>=1,2.71{{[0-9]*}},0.36
// CHECK: tensor<3xf16>=2.71{{[0-9]*}},15.1{{[0-9]*}},1.44
func.func @main(%x: tensor<?xf16>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf16>
  %e = tensor.empty(%d) : tensor<?xf16>
  %y = linalg.exp ins(%x : tensor<?xf16>) outs(%e : tensor<?xf16>) -> tensor<?xf16>
  %z = math.exp %y : tensor<?xf16>
  return %z : tensor<?xf16>
}

func.func @collapse(%x: tensor<?x1xf16>) -> tensor<?xf16> {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<?x1xf16> into tensor<?xf16>
  %y = math.exp %c : tensor<?xf16>
  return %y : tensor<?xf16>
}
