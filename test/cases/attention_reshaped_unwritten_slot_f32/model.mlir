// Scores are reshaped by a tensor of sizes, as torch-mlir does for dynamic lengths.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x?x4xf32>, %arg1: tensor<1x?x4xf32>, %arg2: tensor<1x?x4xf32>, %arg3: tensor<1x1x1x3xf32>) -> tensor<1x?x4xf32> {
    %cst_0 = arith.constant 1 : index
    %cst_1 = arith.constant 0.000000000e+00 : f32
    %cst_2 = arith.constant 1 : i64
    %cst_3 = arith.constant 5.000000000e-01 : f32
    %cst_4 = arith.constant 0 : i64
    %cst_5 = arith.constant 0xFF800000 : f32
    %dim0_1 = tensor.dim %arg0, %cst_0 : tensor<1x?x4xf32>
    %dim1_1 = tensor.dim %arg1, %cst_0 : tensor<1x?x4xf32>
    %dim2_1 = tensor.dim %arg2, %cst_0 : tensor<1x?x4xf32>
    %0 = tensor.empty(%dim1_1) : tensor<1x4x?xf32>
    %1 = linalg.transpose ins(%arg1 : tensor<1x?x4xf32>) outs(%0 : tensor<1x4x?xf32>) permutation = [0, 2, 1]
    %2 = tensor.empty(%dim0_1, %dim1_1) : tensor<1x?x?xf32>
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
    %4 = linalg.batch_matmul ins(%arg0, %1 : tensor<1x?x4xf32>, tensor<1x4x?xf32>) outs(%3 : tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
    %n = arith.index_cast %dim0_1 : index to i64
    %k = arith.index_cast %dim1_1 : index to i64
    %outer = tensor.from_elements %cst_2, %cst_2, %n, %k : tensor<4xi64>
    %heads = tensor.reshape %4(%outer) : (tensor<1x?x?xf32>, tensor<4xi64>) -> tensor<1x1x?x?xf32>
    %5 = tensor.empty(%dim0_1, %dim1_1) : tensor<1x1x?x?xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%heads, %arg3 : tensor<1x1x?x?xf32>, tensor<1x1x1x3xf32>) outs(%5 : tensor<1x1x?x?xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.mulf %in, %cst_3 : f32
      %r1 = arith.addf %r0, %in_1 : f32
      linalg.yield %r1 : f32
    } -> tensor<1x1x?x?xf32>
    %7 = tensor.empty(%dim0_1) : tensor<1x1x?x1xi64>
    %8 = linalg.fill ins(%cst_4 : i64) outs(%7 : tensor<1x1x?x1xi64>) -> tensor<1x1x?x1xi64>
    %9 = tensor.empty(%dim0_1) : tensor<1x1x?x1xf32>
    %10 = linalg.fill ins(%cst_5 : f32) outs(%9 : tensor<1x1x?x1xf32>) -> tensor<1x1x?x1xf32>
    %11:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%6 : tensor<1x1x?x?xf32>) outs(%10, %8 : tensor<1x1x?x1xf32>, tensor<1x1x?x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 3 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %g = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %g, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<1x1x?x1xf32>, tensor<1x1x?x1xi64>)
    %12 = tensor.empty(%dim0_1, %dim1_1) : tensor<1x1x?x?xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %11#0 : tensor<1x1x?x?xf32>, tensor<1x1x?x1xf32>) outs(%12 : tensor<1x1x?x?xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x1x?x?xf32>
    %14 = tensor.empty(%dim0_1, %dim1_1) : tensor<1x1x?x?xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x1x?x?xf32>) outs(%14 : tensor<1x1x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.exp %in : f32
      linalg.yield %r0 : f32
    } -> tensor<1x1x?x?xf32>
    %16 = tensor.empty(%dim0_1) : tensor<1x1x?x1xf32>
    %17 = linalg.fill ins(%cst_1 : f32) outs(%16 : tensor<1x1x?x1xf32>) -> tensor<1x1x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<1x1x?x?xf32>) outs(%17 : tensor<1x1x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x1x?x1xf32>
    %19 = tensor.empty(%dim0_1, %dim1_1) : tensor<1x1x?x?xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<1x1x?x?xf32>, tensor<1x1x?x1xf32>) outs(%19 : tensor<1x1x?x?xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.divf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x1x?x?xf32>
    %inner = tensor.from_elements %cst_2, %n, %k : tensor<3xi64>
    %weights = tensor.reshape %20(%inner) : (tensor<1x1x?x?xf32>, tensor<3xi64>) -> tensor<1x?x?xf32>
    %21 = tensor.empty(%dim0_1) : tensor<1x?x4xf32>
    %22 = linalg.fill ins(%cst_1 : f32) outs(%21 : tensor<1x?x4xf32>) -> tensor<1x?x4xf32>
    %23 = linalg.batch_matmul ins(%weights, %arg2 : tensor<1x?x?xf32>, tensor<1x?x4xf32>) outs(%22 : tensor<1x?x4xf32>) -> tensor<1x?x4xf32>
    return %23 : tensor<1x?x4xf32>
  }
}
