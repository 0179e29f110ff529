// The product is 80000, Inf at the narrow edge before the norm.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<3x4xf16>, %arg1: tensor<4x6xf16>) -> tensor<3x6xf16> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 6.000000000e+00 : f32
    %cst_2 = arith.constant 1.0000000000000001e-05 : f64
    %0 = tensor.empty() : tensor<3x6xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<3x6xf32>) -> tensor<3x6xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<3x4xf16>, tensor<4x6xf16>) outs(%1 : tensor<3x6xf32>) -> tensor<3x6xf32>
    %3 = tensor.empty() : tensor<3x6xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<3x6xf32>) outs(%3 : tensor<3x6xf16>) {
    ^bb0(%in: f32, %out: f16):
      %r0 = arith.truncf %in : f32 to f16
      linalg.yield %r0 : f16
    } -> tensor<3x6xf16>
    %5 = tensor.empty() : tensor<3x6xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<3x6xf16>) outs(%5 : tensor<3x6xf32>) {
    ^bb0(%in: f16, %out: f32):
      %r0 = arith.extf %in : f16 to f32
      linalg.yield %r0 : f32
    } -> tensor<3x6xf32>
    %7 = tensor.empty() : tensor<3x1xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<3x1xf32>) -> tensor<3x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<3x6xf32>) outs(%8 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<3x1xf32>
    %10 = tensor.empty() : tensor<3x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<3x1xf32>) outs(%10 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.divf %in, %cst_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<3x1xf32>
    %12 = tensor.empty() : tensor<3x6xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %11 : tensor<3x6xf32>, tensor<3x1xf32>) outs(%12 : tensor<3x6xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<3x6xf32>
    %14 = tensor.empty() : tensor<3x6xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<3x6xf32>) outs(%14 : tensor<3x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<3x6xf32>
    %16 = tensor.empty() : tensor<3x1xf32>
    %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : tensor<3x1xf32>) -> tensor<3x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%15 : tensor<3x6xf32>) outs(%17 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<3x1xf32>
    %19 = tensor.empty() : tensor<3x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<3x1xf32>) outs(%19 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.divf %in, %cst_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<3x1xf32>
    %21 = tensor.empty() : tensor<3x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<3x1xf32>) outs(%21 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.truncf %cst_2 : f64 to f32
      %r1 = arith.addf %in, %r0 : f32
      %r2 = math.rsqrt %r1 : f32
      linalg.yield %r2 : f32
    } -> tensor<3x1xf32>
    %23 = tensor.empty() : tensor<3x6xf16>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %22 : tensor<3x6xf32>, tensor<3x1xf32>) outs(%23 : tensor<3x6xf16>) {
    ^bb0(%in: f32, %in_1: f32, %out: f16):
      %r0 = arith.mulf %in, %in_1 : f32
      %r1 = arith.truncf %r0 : f32 to f16
      linalg.yield %r1 : f16
    } -> tensor<3x6xf16>
    return %24 : tensor<3x6xf16>
  }
}
