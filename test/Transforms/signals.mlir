// Results marked as signals get a row each, after the ops; ops that lead to a
// gradient and not to the loss are the loss scaler's.
// RUN: nanguard-opt %s --split-input-file --guard-tiers --remarks-filter=nanguard --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// CHECK: nanguard.manifest = "{{.*}}\22path\22:\22backward\22{{.*}}\22loss_scaled\22:true{{.*}}\22kind\22:\22signal\22{{.*}}\22signal\22:\22loss\22,\22result\22:1{{.*}}\22signal\22:\22grad\22,\22result\22:2{{.*}}\22signal\22:\22loss_scale\22,\22result\22:3
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<8xi8>) -> (tensor<4xf32>, tensor<f32> {nanguard.loss}, tensor<4xf32> {nanguard.grad}, tensor<f32> {nanguard.loss_scale}, tensor<8x12xi64>)
// CHECK: %[[Y:.*]], %{{.*}} = nanguard.dispatch kind(activation) id(2) "forward"
// CHECK: %[[LOSS:.*]], %{{.*}} = nanguard.dispatch kind(reduction) id(3) "loss"
// CHECK: %[[G:.*]], %[[R4:.*]] = nanguard.dispatch kind(activation) id(4) "backward"
// CHECK: %[[R5:.*]] = nanguard.dispatch kind(signal) id(5) "loss" [@{{.*}}fused, @{{.*}}fused_bits] ins(%[[LOSS]] : tensor<f32>) tiers({{.*}}) report(%[[R4]]
// CHECK-SAME: nanguard.result = 1 : i64
// CHECK: %[[R6:.*]] = nanguard.dispatch kind(signal) id(6)
func.func @main(%x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<f32> {nanguard.loss}, tensor<4xf32> {nanguard.grad}, tensor<f32> {nanguard.loss_scale}) {
  %e = tensor.empty() : tensor<4xf32>
  %e0 = tensor.empty() : tensor<f32>
  %zero = arith.constant 0.0 : f32
  %start = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("forward"("m.py":1:0))
  %loss = linalg.reduce ins(%y : tensor<4xf32>) outs(%start : tensor<f32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    } loc("loss"("m.py":2:0))
  %g = linalg.exp ins(%y : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("backward"("m.py":3:0))
  return %y, %loss, %g, %s : tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<f32>
}

// -----

// REMARK: remark: {{.*}}NoLoss{{.*}}'nanguard.loss_scale' without 'nanguard.loss'
// CHECK: nanguard.manifest
// CHECK-NOT: loss_scaled
// CHECK-LABEL: func.func @unmarked_loss(
func.func @unmarked_loss(%x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32> {nanguard.grad}, tensor<f32> {nanguard.loss_scale}) {
  %e = tensor.empty() : tensor<4xf32>
  %g = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %g, %s : tensor<4xf32>, tensor<f32>
}
