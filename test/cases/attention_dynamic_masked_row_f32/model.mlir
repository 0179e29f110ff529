// A fully masked row; all sizes but the head's are dynamic.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<?x?x4xf32>, %arg1: tensor<?x?x4xf32>, %arg2: tensor<?x?x4xf32>, %arg3: tensor<?x?x?xf32>) -> tensor<?x?x4xf32> {
    %cst_0 = arith.constant 0 : index
    %cst_1 = arith.constant 1 : index
    %cst_2 = arith.constant 2 : index
    %cst_3 = arith.constant 0.000000000e+00 : f32
    %cst_4 = arith.constant 5.000000000e-01 : f32
    %cst_5 = arith.constant 0 : i64
    %cst_6 = arith.constant 0xFF800000 : f32
    %dim0_0 = tensor.dim %arg0, %cst_0 : tensor<?x?x4xf32>
    %dim0_1 = tensor.dim %arg0, %cst_1 : tensor<?x?x4xf32>
    %dim1_0 = tensor.dim %arg1, %cst_0 : tensor<?x?x4xf32>
    %dim1_1 = tensor.dim %arg1, %cst_1 : tensor<?x?x4xf32>
    %dim2_0 = tensor.dim %arg2, %cst_0 : tensor<?x?x4xf32>
    %dim2_1 = tensor.dim %arg2, %cst_1 : tensor<?x?x4xf32>
    %dim3_0 = tensor.dim %arg3, %cst_0 : tensor<?x?x?xf32>
    %dim3_1 = tensor.dim %arg3, %cst_1 : tensor<?x?x?xf32>
    %dim3_2 = tensor.dim %arg3, %cst_2 : tensor<?x?x?xf32>
    %0 = tensor.empty(%dim1_0, %dim1_1) : tensor<?x4x?xf32>
    %1 = linalg.transpose ins(%arg1 : tensor<?x?x4xf32>) outs(%0 : tensor<?x4x?xf32>) permutation = [0, 2, 1]
    %2 = tensor.empty(%dim0_0, %dim0_1, %dim1_1) : tensor<?x?x?xf32>
    %3 = linalg.fill ins(%cst_3 : f32) outs(%2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %4 = linalg.batch_matmul ins(%arg0, %1 : tensor<?x?x4xf32>, tensor<?x4x?xf32>) outs(%3 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %5 = tensor.empty(%dim0_0, %dim0_1, %dim1_1) : tensor<?x?x?xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %arg3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%5 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.mulf %in, %cst_4 : f32
      %r1 = arith.addf %r0, %in_1 : f32
      linalg.yield %r1 : f32
    } -> tensor<?x?x?xf32>
    %7 = tensor.empty(%dim0_0, %dim0_1) : tensor<?x?x1xi64>
    %8 = linalg.fill ins(%cst_5 : i64) outs(%7 : tensor<?x?x1xi64>) -> tensor<?x?x1xi64>
    %9 = tensor.empty(%dim0_0, %dim0_1) : tensor<?x?x1xf32>
    %10 = linalg.fill ins(%cst_6 : f32) outs(%9 : tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
    %11:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<?x?x?xf32>) outs(%10, %8 : tensor<?x?x1xf32>, tensor<?x?x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 2 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %g = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %g, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<?x?x1xf32>, tensor<?x?x1xi64>)
    %12 = tensor.empty(%dim0_0, %dim0_1, %dim1_1) : tensor<?x?x?xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %11#0 : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%12 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<?x?x?xf32>
    %14 = tensor.empty(%dim0_0, %dim0_1, %dim1_1) : tensor<?x?x?xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<?x?x?xf32>) outs(%14 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.exp %in : f32
      linalg.yield %r0 : f32
    } -> tensor<?x?x?xf32>
    %16 = tensor.empty(%dim0_0, %dim0_1) : tensor<?x?x1xf32>
    %17 = linalg.fill ins(%cst_3 : f32) outs(%16 : tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<?x?x?xf32>) outs(%17 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<?x?x1xf32>
    %19 = tensor.empty(%dim0_0, %dim0_1, %dim1_1) : tensor<?x?x?xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%19 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.divf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<?x?x?xf32>
    %21 = tensor.empty(%dim0_0, %dim0_1) : tensor<?x?x4xf32>
    %22 = linalg.fill ins(%cst_3 : f32) outs(%21 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
    %23 = linalg.batch_matmul ins(%20, %arg2 : tensor<?x?x?xf32>, tensor<?x?x4xf32>) outs(%22 : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
    return %23 : tensor<?x?x4xf32>
  }
}
