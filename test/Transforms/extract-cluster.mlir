// One guarded op as a model of its own, and the step up to it.
// RUN: nanguard-opt %s --guard-tiers -o %t.mlir
// RUN: nanguard-opt %t.mlir --pass-pipeline='builtin.module(nanguard-extract-cluster{id=3},nanguard-emit-manifest)' | FileCheck %s
// RUN: nanguard-opt %t.mlir --pass-pipeline='builtin.module(nanguard-extract-cluster{id=3 operands})' | FileCheck %s --check-prefix=OPERANDS --implicit-check-not=nanguard.manifest
// RUN: not nanguard-opt %t.mlir --pass-pipeline='builtin.module(nanguard-extract-cluster{id=9})' 2>&1 | FileCheck %s --check-prefix=NOOP
// RUN: not nanguard-opt %t.mlir --pass-pipeline='builtin.module(nanguard-extract-cluster{id=0})' 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not nanguard-opt %t.mlir --pass-pipeline='builtin.module(nanguard-extract-cluster{id=3 function=f})' 2>&1 | FileCheck %s --check-prefix=NOFUNC

// CHECK: nanguard.manifest = "{{.*}}\22id\22:0,\22kind\22:\22activation\22,\22path\22:\22second\22
// CHECK-NOT: \22id\22:1
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[Y:.*]]: tensor<?xf16>, %[[E:.*]]: tensor<?xf16>, %[[TIERS:.*]]: tensor<1xi8>) -> (tensor<?xf16>, tensor<1x12xi64>)
// CHECK: %[[ZERO:.*]] = linalg.fill {{.*}} -> tensor<1x12xi64>
// CHECK: %[[R:.*]], %[[REPORT:.*]] = nanguard.dispatch kind(activation) id(0) "second" [@[[FORM:.*]]_fused, {{.*}}] ins(%[[Y]] : tensor<?xf16>) outs(%[[E]] : tensor<?xf16>) tiers(%[[TIERS]] : tensor<1xi8>) report(%[[ZERO]] : tensor<1x12xi64>)
// CHECK: return %[[R]], %[[REPORT]]
// CHECK: func.func private @[[FORM]]_fused(
// CHECK-NOT: func.func private @ng_elementwise

// The first op still runs; the second's dispatch, and the report, are gone.
// OPERANDS-LABEL: func.func @main(
// OPERANDS-SAME: %[[X:.*]]: tensor<?xf16>, %{{.*}}: tensor<?xf16>, %{{.*}}: tensor<5xi8>) -> (tensor<?xf16>, tensor<?xf16>)
// OPERANDS: %[[A:.*]]:2, %{{.*}} = nanguard.dispatch kind(elementwise) id(2) "first"
// OPERANDS-NOT: nanguard.dispatch
// OPERANDS: return %[[A]]#0,

// An op with a twin: what it is written into is no operand.
// RUN: nanguard-opt %t.mlir --pass-pipeline='builtin.module(nanguard-extract-cluster{id=2})' | FileCheck %s --check-prefix=TWIN
// TWIN-LABEL: func.func @main(
// TWIN-SAME: %{{.*}}: tensor<?xf16>, %{{.*}}: tensor<?xf16>, %[[OUT:.*]]: tensor<?xf16>, %{{.*}}: tensor<1xi8>) -> (tensor<?xf16>, tensor<1x12xi64>)
// TWIN: %[[W:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// TWIN: %[[Y:.*]]:2, %[[ROW:.*]] = nanguard.dispatch kind(elementwise) id(0) "first"
// TWIN-SAME: outs(%[[OUT]], %[[W]] : tensor<?xf16>, tensor<?xf32>)
// TWIN: return %[[Y]]#0, %[[ROW]]

// NOOP: error: no guarded op 9 that could stand alone
// ENTRY: error: no guarded op 0 that could stand alone
// NOFUNC: error: no function 'f'
func.func @main(%x: tensor<?xf16>, %d: tensor<?xf16>) -> (tensor<?xf16>, tensor<?xf16> {nanguard.loss}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf16>
  %e = tensor.empty(%n) : tensor<?xf16>
  %a = linalg.div ins(%x, %d : tensor<?xf16>, tensor<?xf16>) outs(%e : tensor<?xf16>) -> tensor<?xf16> loc("first"("m.py":1:0))
  %b = linalg.exp ins(%a : tensor<?xf16>) outs(%e : tensor<?xf16>) -> tensor<?xf16> loc("second"("m.py":2:0))
  return %a, %b : tensor<?xf16>, tensor<?xf16>
}
