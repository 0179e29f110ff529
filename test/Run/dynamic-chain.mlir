// An elementwise op on tensors writes where its operand stands: its run-time
// extents are known from the cluster's operands all the same.
// RUN: nanguard-run %s --no-cache --tiers=safe --input=3xf16=0,1,-1 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --unguarded --input=3xf16=0,1,-1 --print | FileCheck %s
// CHECK: tensor<3xf16>=2.71{{[0-9]*}},15.1{{[0-9]*}},1.44
func.func @main(%x: tensor<?xf16>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf16>
  %e = tensor.empty(%d) : tensor<?xf16>
  %y = linalg.exp ins(%x : tensor<?xf16>) outs(%e : tensor<?xf16>) -> tensor<?xf16>
  %z = math.exp %y : tensor<?xf16>
  return %z : tensor<?xf16>
}
