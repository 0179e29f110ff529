// What has no GPU form here is left out with a remark; the rest goes on.
// RUN: nanguard-opt --nanguard-lower-to-nvptx="chip=sm_90" %s 2>%t.remarks | FileCheck %s
// RUN: FileCheck --check-prefix=REMARK %s < %t.remarks

// REMARK: remark: @ng_rem stays on the host: arith.remf has no GPU form here
// REMARK: remark: @ng_table stays on the host: a constant array lies in the host's memory

// REMARK-NOT: @ng_pow

// CHECK: func.func private @ng_rem
// CHECK: module @nvptx
// CHECK-NOT: @ng_rem
// CHECK-NOT: @ng_table
// CHECK: gpu.binary @ng_pow_gpu
// CHECK: func.func private @ng_double(%{{.*}}: memref<8xf64>, %{{.*}}: memref<8xf64>)
// CHECK: gpu.launch_func @ng_double_gpu::@ng_double_0
// CHECK: gpu.binary @ng_double_gpu

#map = affine_map<(d0) -> (d0)>
func.func private @ng_rem(%x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {nanguard.form = #nanguard.form<fused>} {
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<8xf64>) outs(%out : tensor<8xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.remf %a, %a : f64
    linalg.yield %v : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func private @ng_table(%x: tensor<2xf64>, %out: tensor<2xf64>) -> tensor<2xf64> attributes {nanguard.form = #nanguard.form<fused>} {
  %table = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%x, %table : tensor<2xf64>, tensor<2xf64>) outs(%out : tensor<2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %v = arith.addf %a, %b : f64
    linalg.yield %v : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// A power takes two steps to expand: its exp comes last.
func.func private @ng_pow(%x: tensor<8xf32>, %out: tensor<8xf32>) -> tensor<8xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %c = arith.constant 2.5 : f32
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%out : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.powf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func private @ng_double(%x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {nanguard.form = #nanguard.form<fused>} {
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<8xf64>) outs(%out : tensor<8xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.addf %a, %a : f64
    linalg.yield %v : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
