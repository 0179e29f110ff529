#loc1 = loc("integration_models.py":96:0)
#loc2 = loc("integration_models.py":97:0)
#loc3 = loc("integration_models.py":98:0)
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#loc4 = loc("norm"(#loc1))
#loc5 = loc("enter"(#loc1))
#loc6 = loc("depth"(#loc2))
#loc7 = loc("norm2"(#loc2))
#loc8 = loc("leave"(#loc3))
module {
  func.func @main(%arg0: tensor<2x?x16xbf16> loc("x"), %arg1: tensor<16xbf16> loc("norm.weight"), %arg2: tensor<16xbf16> loc("norm.bias"), %arg3: tensor<16xbf16> loc("norm2.weight"), %arg4: tensor<16xbf16> loc("norm2.bias"), %arg5: tensor<32x16x1xbf16> loc("enter.weight"), %arg6: tensor<32xbf16> loc("enter.bias"), %arg7: tensor<16x16x1xbf16> loc("leave.weight"), %arg8: tensor<16xbf16> loc("leave.bias"), %arg9: tensor<16x1x7xbf16> loc("depth.weight"), %arg10: tensor<16xbf16> loc("depth.bias")) -> tensor<2x?x16xbf16> {
    %c1 = arith.constant 1 : index loc(#loc)
    %cst = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 0.000000e+00 : bf16 loc(#loc)
    %cst_2 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_3 = arith.constant 1.000000e-05 : f64 loc(#loc4)
    %cst_4 = arith.constant 1.600000e+01 : f64 loc(#loc)
    %cst_5 = arith.constant 1.600000e+01 : f32 loc(#loc)
    %dim = tensor.dim %arg0, %c1 : tensor<2x?x16xbf16> loc(#loc4)
    %0 = tensor.empty(%dim) : tensor<2x?x16xf32> loc(#loc4)
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x?x16xbf16>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: bf16 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.extf %in : bf16 to f32 loc(#loc4)
      linalg.yield %69 : f32 loc(#loc4)
    } -> tensor<2x?x16xf32> loc(#loc4)
    %2 = tensor.empty(%dim) : tensor<2x?x16xf64> loc(#loc4)
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x?x16xf32>) outs(%2 : tensor<2x?x16xf64>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %out: f64 loc("norm"(#loc1))):
      %69 = arith.extf %in : f32 to f64 loc(#loc4)
      linalg.yield %69 : f64 loc(#loc4)
    } -> tensor<2x?x16xf64> loc(#loc4)
    %4 = tensor.empty(%dim) : tensor<2x?x1xf64> loc(#loc4)
    %5 = linalg.fill ins(%cst : f64) outs(%4 : tensor<2x?x1xf64>) -> tensor<2x?x1xf64> loc(#loc4)
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<2x?x16xf64>) outs(%5 : tensor<2x?x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc1)), %out: f64 loc("norm"(#loc1))):
      %69 = arith.addf %in, %out : f64 loc(#loc4)
      linalg.yield %69 : f64 loc(#loc4)
    } -> tensor<2x?x1xf64> loc(#loc4)
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x?x1xf64>) outs(%4 : tensor<2x?x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc1)), %out: f64 loc("norm"(#loc1))):
      %69 = arith.divf %in, %cst_4 : f64 loc(#loc4)
      linalg.yield %69 : f64 loc(#loc4)
    } -> tensor<2x?x1xf64> loc(#loc4)
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %7 : tensor<2x?x16xf64>, tensor<2x?x1xf64>) outs(%2 : tensor<2x?x16xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc1)), %in_14: f64 loc("norm"(#loc1)), %out: f64 loc("norm"(#loc1))):
      %69 = arith.subf %in, %in_14 : f64 loc(#loc4)
      linalg.yield %69 : f64 loc(#loc4)
    } -> tensor<2x?x16xf64> loc(#loc4)
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %8 : tensor<2x?x16xf64>, tensor<2x?x16xf64>) outs(%2 : tensor<2x?x16xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc1)), %in_14: f64 loc("norm"(#loc1)), %out: f64 loc("norm"(#loc1))):
      %69 = arith.mulf %in, %in_14 : f64 loc(#loc4)
      linalg.yield %69 : f64 loc(#loc4)
    } -> tensor<2x?x16xf64> loc(#loc4)
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<2x?x16xf64>) outs(%5 : tensor<2x?x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc1)), %out: f64 loc("norm"(#loc1))):
      %69 = arith.addf %in, %out : f64 loc(#loc4)
      linalg.yield %69 : f64 loc(#loc4)
    } -> tensor<2x?x1xf64> loc(#loc4)
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x?x1xf64>) outs(%4 : tensor<2x?x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc1)), %out: f64 loc("norm"(#loc1))):
      %69 = arith.divf %in, %cst_4 : f64 loc(#loc4)
      linalg.yield %69 : f64 loc(#loc4)
    } -> tensor<2x?x1xf64> loc(#loc4)
    %12 = tensor.empty(%dim) : tensor<2x?x1xf32> loc(#loc4)
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x?x1xf64>) outs(%12 : tensor<2x?x1xf32>) {
    ^bb0(%in: f64 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.truncf %in : f64 to f32 loc(#loc4)
      linalg.yield %69 : f32 loc(#loc4)
    } -> tensor<2x?x1xf32> loc(#loc4)
    %14 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<2x?x1xf32>) -> tensor<2x?x1xf32> loc(#loc4)
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x?x16xf32>) outs(%14 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.addf %in, %out : f32 loc(#loc4)
      linalg.yield %69 : f32 loc(#loc4)
    } -> tensor<2x?x1xf32> loc(#loc4)
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x?x1xf32>) outs(%12 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.divf %in, %cst_5 : f32 loc(#loc4)
      linalg.yield %69 : f32 loc(#loc4)
    } -> tensor<2x?x1xf32> loc(#loc4)
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x?x1xf32>) outs(%12 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.truncf %cst_3 : f64 to f32 loc(#loc4)
      %70 = arith.addf %in, %69 : f32 loc(#loc4)
      linalg.yield %70 : f32 loc(#loc4)
    } -> tensor<2x?x1xf32> loc(#loc4)
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x?x1xf32>) outs(%12 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = math.rsqrt %in : f32 loc(#loc4)
      linalg.yield %69 : f32 loc(#loc4)
    } -> tensor<2x?x1xf32> loc(#loc4)
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<2x?x16xf32>, tensor<2x?x1xf32>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %in_14: f32 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.subf %in, %in_14 : f32 loc(#loc4)
      linalg.yield %69 : f32 loc(#loc4)
    } -> tensor<2x?x16xf32> loc(#loc4)
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %18 : tensor<2x?x16xf32>, tensor<2x?x1xf32>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %in_14: f32 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.mulf %in, %in_14 : f32 loc(#loc4)
      linalg.yield %69 : f32 loc(#loc4)
    } -> tensor<2x?x16xf32> loc(#loc4)
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg1 : tensor<2x?x16xf32>, tensor<16xbf16>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %in_14: bf16 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.extf %in_14 : bf16 to f32 loc(#loc4)
      %70 = arith.mulf %in, %69 : f32 loc(#loc4)
      linalg.yield %70 : f32 loc(#loc4)
    } -> tensor<2x?x16xf32> loc(#loc4)
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg2 : tensor<2x?x16xf32>, tensor<16xbf16>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %in_14: bf16 loc("norm"(#loc1)), %out: f32 loc("norm"(#loc1))):
      %69 = arith.extf %in_14 : bf16 to f32 loc(#loc4)
      %70 = arith.addf %in, %69 : f32 loc(#loc4)
      linalg.yield %70 : f32 loc(#loc4)
    } -> tensor<2x?x16xf32> loc(#loc4)
    %23 = tensor.empty(%dim) : tensor<2x?x16xbf16> loc(#loc4)
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x?x16xf32>) outs(%23 : tensor<2x?x16xbf16>) {
    ^bb0(%in: f32 loc("norm"(#loc1)), %out: bf16 loc("norm"(#loc1))):
      %69 = arith.truncf %in : f32 to bf16 loc(#loc4)
      linalg.yield %69 : bf16 loc(#loc4)
    } -> tensor<2x?x16xbf16> loc(#loc4)
    %25 = tensor.empty(%dim) : tensor<2x16x?xbf16> loc(#loc1)
    %transposed = linalg.transpose ins(%24 : tensor<2x?x16xbf16>) outs(%25 : tensor<2x16x?xbf16>) permutation = [0, 2, 1]  loc(#loc1)
    %26 = tensor.empty(%dim) : tensor<2x32x?xf32> loc(#loc5)
    %27 = tensor.empty() : tensor<32xf32> loc(#loc5)
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg6 : tensor<32xbf16>) outs(%27 : tensor<32xf32>) {
    ^bb0(%in: bf16 loc("enter"(#loc1)), %out: f32 loc("enter"(#loc1))):
      %69 = arith.extf %in : bf16 to f32 loc(#loc5)
      linalg.yield %69 : f32 loc(#loc5)
    } -> tensor<32xf32> loc(#loc5)
    %broadcasted = linalg.broadcast ins(%28 : tensor<32xf32>) outs(%26 : tensor<2x32x?xf32>) dimensions = [0, 2]  loc(#loc5)
    %29 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%transposed, %arg5 : tensor<2x16x?xbf16>, tensor<32x16x1xbf16>) outs(%broadcasted : tensor<2x32x?xf32>) -> tensor<2x32x?xf32> loc(#loc5)
    %30 = tensor.empty(%dim) : tensor<2x32x?xbf16> loc(#loc5)
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x32x?xf32>) outs(%30 : tensor<2x32x?xbf16>) {
    ^bb0(%in: f32 loc("enter"(#loc1)), %out: bf16 loc("enter"(#loc1))):
      %69 = arith.truncf %in : f32 to bf16 loc(#loc5)
      linalg.yield %69 : bf16 loc(#loc5)
    } -> tensor<2x32x?xbf16> loc(#loc5)
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<2x32x?xbf16>) outs(%26 : tensor<2x32x?xf32>) {
    ^bb0(%in: bf16 loc("enter"(#loc1)), %out: f32 loc("integration_models.py":96:0)):
      %69 = arith.extf %in : bf16 to f32 loc(#loc1)
      linalg.yield %69 : f32 loc(#loc1)
    } -> tensor<2x32x?xf32> loc(#loc1)
    %extracted_slice = tensor.extract_slice %32[0, 0, 0] [2, 16, %dim] [1, 1, 1] : tensor<2x32x?xf32> to tensor<2x16x?xf32> loc(#loc1)
    %extracted_slice_6 = tensor.extract_slice %32[0, 16, 0] [2, 16, %dim] [1, 1, 1] : tensor<2x32x?xf32> to tensor<2x16x?xf32> loc(#loc1)
    %33 = tensor.empty(%dim) : tensor<2x16x?xf32> loc(#loc1)
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_6 : tensor<2x16x?xf32>) outs(%33 : tensor<2x16x?xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":96:0), %out: f32 loc("integration_models.py":96:0)):
      %69 = arith.negf %in : f32 loc(#loc1)
      %70 = math.exp %69 : f32 loc(#loc1)
      %71 = arith.addf %70, %cst_2 : f32 loc(#loc1)
      %72 = arith.divf %cst_2, %71 : f32 loc(#loc1)
      linalg.yield %72 : f32 loc(#loc1)
    } -> tensor<2x16x?xf32> loc(#loc1)
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice, %34 : tensor<2x16x?xf32>, tensor<2x16x?xf32>) outs(%33 : tensor<2x16x?xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":96:0), %in_14: f32 loc("integration_models.py":96:0), %out: f32 loc("integration_models.py":96:0)):
      %69 = arith.mulf %in, %in_14 : f32 loc(#loc1)
      linalg.yield %69 : f32 loc(#loc1)
    } -> tensor<2x16x?xf32> loc(#loc1)
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x16x?xf32>) outs(%25 : tensor<2x16x?xbf16>) {
    ^bb0(%in: f32 loc("integration_models.py":96:0), %out: bf16 loc("integration_models.py":96:0)):
      %69 = arith.truncf %in : f32 to bf16 loc(#loc1)
      linalg.yield %69 : bf16 loc(#loc1)
    } -> tensor<2x16x?xbf16> loc(#loc1)
    %expanded = tensor.expand_shape %36 [[0], [1], [2, 3]] output_shape [2, 16, %dim, 1] : tensor<2x16x?xbf16> into tensor<2x16x?x1xbf16> loc(#loc6)
    %expanded_7 = tensor.expand_shape %arg9 [[0], [1], [2, 3]] output_shape [16, 1, 7, 1] : tensor<16x1x7xbf16> into tensor<16x1x7x1xbf16> loc(#loc6)
    %padded = tensor.pad %expanded low[0, 0, 3, 0] high[0, 0, 3, 0] {
    ^bb0(%arg11: index loc("depth"(#loc2)), %arg12: index loc("depth"(#loc2)), %arg13: index loc("depth"(#loc2)), %arg14: index loc("depth"(#loc2))):
      tensor.yield %cst_1 : bf16 loc(#loc6)
    } : tensor<2x16x?x1xbf16> to tensor<2x16x?x1xbf16> loc(#loc6)
    %37 = tensor.empty(%dim) : tensor<2x16x?x1xf32> loc(#loc6)
    %38 = tensor.empty() : tensor<16xf32> loc(#loc6)
    %39 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg10 : tensor<16xbf16>) outs(%38 : tensor<16xf32>) {
    ^bb0(%in: bf16 loc("depth"(#loc2)), %out: f32 loc("depth"(#loc2))):
      %69 = arith.extf %in : bf16 to f32 loc(#loc6)
      linalg.yield %69 : f32 loc(#loc6)
    } -> tensor<16xf32> loc(#loc6)
    %broadcasted_8 = linalg.broadcast ins(%39 : tensor<16xf32>) outs(%37 : tensor<2x16x?x1xf32>) dimensions = [0, 2, 3]  loc(#loc6)
    %collapsed = tensor.collapse_shape %expanded_7 [[0, 1], [2], [3]] : tensor<16x1x7x1xbf16> into tensor<16x7x1xbf16> loc(#loc6)
    %40 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<2x16x?x1xbf16>, tensor<16x7x1xbf16>) outs(%broadcasted_8 : tensor<2x16x?x1xf32>) -> tensor<2x16x?x1xf32> loc(#loc6)
    %41 = tensor.empty(%dim) : tensor<2x16x?x1xbf16> loc(#loc6)
    %42 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<2x16x?x1xf32>) outs(%41 : tensor<2x16x?x1xbf16>) {
    ^bb0(%in: f32 loc("depth"(#loc2)), %out: bf16 loc("depth"(#loc2))):
      %69 = arith.truncf %in : f32 to bf16 loc(#loc6)
      linalg.yield %69 : bf16 loc(#loc6)
    } -> tensor<2x16x?x1xbf16> loc(#loc6)
    %collapsed_9 = tensor.collapse_shape %42 [[0], [1], [2, 3]] : tensor<2x16x?x1xbf16> into tensor<2x16x?xbf16> loc(#loc6)
    %transposed_10 = linalg.transpose ins(%collapsed_9 : tensor<2x16x?xbf16>) outs(%23 : tensor<2x?x16xbf16>) permutation = [0, 2, 1]  loc(#loc2)
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_10 : tensor<2x?x16xbf16>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: bf16 loc("integration_models.py":97:0), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.extf %in : bf16 to f32 loc(#loc7)
      linalg.yield %69 : f32 loc(#loc7)
    } -> tensor<2x?x16xf32> loc(#loc7)
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<2x?x16xf32>) outs(%2 : tensor<2x?x16xf64>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %out: f64 loc("norm2"(#loc2))):
      %69 = arith.extf %in : f32 to f64 loc(#loc7)
      linalg.yield %69 : f64 loc(#loc7)
    } -> tensor<2x?x16xf64> loc(#loc7)
    %45 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<2x?x16xf64>) outs(%5 : tensor<2x?x1xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc2)), %out: f64 loc("norm2"(#loc2))):
      %69 = arith.addf %in, %out : f64 loc(#loc7)
      linalg.yield %69 : f64 loc(#loc7)
    } -> tensor<2x?x1xf64> loc(#loc7)
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<2x?x1xf64>) outs(%4 : tensor<2x?x1xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc2)), %out: f64 loc("norm2"(#loc2))):
      %69 = arith.divf %in, %cst_4 : f64 loc(#loc7)
      linalg.yield %69 : f64 loc(#loc7)
    } -> tensor<2x?x1xf64> loc(#loc7)
    %47 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %46 : tensor<2x?x16xf64>, tensor<2x?x1xf64>) outs(%2 : tensor<2x?x16xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc2)), %in_14: f64 loc("norm2"(#loc2)), %out: f64 loc("norm2"(#loc2))):
      %69 = arith.subf %in, %in_14 : f64 loc(#loc7)
      linalg.yield %69 : f64 loc(#loc7)
    } -> tensor<2x?x16xf64> loc(#loc7)
    %48 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %47 : tensor<2x?x16xf64>, tensor<2x?x16xf64>) outs(%2 : tensor<2x?x16xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc2)), %in_14: f64 loc("norm2"(#loc2)), %out: f64 loc("norm2"(#loc2))):
      %69 = arith.mulf %in, %in_14 : f64 loc(#loc7)
      linalg.yield %69 : f64 loc(#loc7)
    } -> tensor<2x?x16xf64> loc(#loc7)
    %49 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%48 : tensor<2x?x16xf64>) outs(%5 : tensor<2x?x1xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc2)), %out: f64 loc("norm2"(#loc2))):
      %69 = arith.addf %in, %out : f64 loc(#loc7)
      linalg.yield %69 : f64 loc(#loc7)
    } -> tensor<2x?x1xf64> loc(#loc7)
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x?x1xf64>) outs(%4 : tensor<2x?x1xf64>) {
    ^bb0(%in: f64 loc("norm2"(#loc2)), %out: f64 loc("norm2"(#loc2))):
      %69 = arith.divf %in, %cst_4 : f64 loc(#loc7)
      linalg.yield %69 : f64 loc(#loc7)
    } -> tensor<2x?x1xf64> loc(#loc7)
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x?x1xf64>) outs(%12 : tensor<2x?x1xf32>) {
    ^bb0(%in: f64 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.truncf %in : f64 to f32 loc(#loc7)
      linalg.yield %69 : f32 loc(#loc7)
    } -> tensor<2x?x1xf32> loc(#loc7)
    %52 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43 : tensor<2x?x16xf32>) outs(%14 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.addf %in, %out : f32 loc(#loc7)
      linalg.yield %69 : f32 loc(#loc7)
    } -> tensor<2x?x1xf32> loc(#loc7)
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<2x?x1xf32>) outs(%12 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.divf %in, %cst_5 : f32 loc(#loc7)
      linalg.yield %69 : f32 loc(#loc7)
    } -> tensor<2x?x1xf32> loc(#loc7)
    %54 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x?x1xf32>) outs(%12 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.truncf %cst_3 : f64 to f32 loc(#loc7)
      %70 = arith.addf %in, %69 : f32 loc(#loc7)
      linalg.yield %70 : f32 loc(#loc7)
    } -> tensor<2x?x1xf32> loc(#loc7)
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<2x?x1xf32>) outs(%12 : tensor<2x?x1xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = math.rsqrt %in : f32 loc(#loc7)
      linalg.yield %69 : f32 loc(#loc7)
    } -> tensor<2x?x1xf32> loc(#loc7)
    %56 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %53 : tensor<2x?x16xf32>, tensor<2x?x1xf32>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %in_14: f32 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.subf %in, %in_14 : f32 loc(#loc7)
      linalg.yield %69 : f32 loc(#loc7)
    } -> tensor<2x?x16xf32> loc(#loc7)
    %57 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %55 : tensor<2x?x16xf32>, tensor<2x?x1xf32>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %in_14: f32 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.mulf %in, %in_14 : f32 loc(#loc7)
      linalg.yield %69 : f32 loc(#loc7)
    } -> tensor<2x?x16xf32> loc(#loc7)
    %58 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %arg3 : tensor<2x?x16xf32>, tensor<16xbf16>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %in_14: bf16 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.extf %in_14 : bf16 to f32 loc(#loc7)
      %70 = arith.mulf %in, %69 : f32 loc(#loc7)
      linalg.yield %70 : f32 loc(#loc7)
    } -> tensor<2x?x16xf32> loc(#loc7)
    %59 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %arg4 : tensor<2x?x16xf32>, tensor<16xbf16>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %in_14: bf16 loc("norm2"(#loc2)), %out: f32 loc("norm2"(#loc2))):
      %69 = arith.extf %in_14 : bf16 to f32 loc(#loc7)
      %70 = arith.addf %in, %69 : f32 loc(#loc7)
      linalg.yield %70 : f32 loc(#loc7)
    } -> tensor<2x?x16xf32> loc(#loc7)
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<2x?x16xf32>) outs(%23 : tensor<2x?x16xbf16>) {
    ^bb0(%in: f32 loc("norm2"(#loc2)), %out: bf16 loc("norm2"(#loc2))):
      %69 = arith.truncf %in : f32 to bf16 loc(#loc7)
      linalg.yield %69 : bf16 loc(#loc7)
    } -> tensor<2x?x16xbf16> loc(#loc7)
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x?x16xbf16>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: bf16 loc("norm2"(#loc2)), %out: f32 loc("integration_models.py":97:0)):
      %69 = arith.extf %in : bf16 to f32 loc(#loc2)
      linalg.yield %69 : f32 loc(#loc2)
    } -> tensor<2x?x16xf32> loc(#loc2)
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x?x16xf32>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":97:0), %out: f32 loc("integration_models.py":97:0)):
      %69 = arith.negf %in : f32 loc(#loc2)
      %70 = math.exp %69 : f32 loc(#loc2)
      %71 = arith.addf %70, %cst_2 : f32 loc(#loc2)
      %72 = arith.divf %cst_2, %71 : f32 loc(#loc2)
      linalg.yield %72 : f32 loc(#loc2)
    } -> tensor<2x?x16xf32> loc(#loc2)
    %63 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %62 : tensor<2x?x16xf32>, tensor<2x?x16xf32>) outs(%0 : tensor<2x?x16xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":97:0), %in_14: f32 loc("integration_models.py":97:0), %out: f32 loc("integration_models.py":97:0)):
      %69 = arith.mulf %in, %in_14 : f32 loc(#loc2)
      linalg.yield %69 : f32 loc(#loc2)
    } -> tensor<2x?x16xf32> loc(#loc2)
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x?x16xf32>) outs(%23 : tensor<2x?x16xbf16>) {
    ^bb0(%in: f32 loc("integration_models.py":97:0), %out: bf16 loc("integration_models.py":97:0)):
      %69 = arith.truncf %in : f32 to bf16 loc(#loc2)
      linalg.yield %69 : bf16 loc(#loc2)
    } -> tensor<2x?x16xbf16> loc(#loc2)
    %transposed_11 = linalg.transpose ins(%64 : tensor<2x?x16xbf16>) outs(%25 : tensor<2x16x?xbf16>) permutation = [0, 2, 1]  loc(#loc3)
    %65 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%arg8 : tensor<16xbf16>) outs(%38 : tensor<16xf32>) {
    ^bb0(%in: bf16 loc("leave"(#loc3)), %out: f32 loc("leave"(#loc3))):
      %69 = arith.extf %in : bf16 to f32 loc(#loc8)
      linalg.yield %69 : f32 loc(#loc8)
    } -> tensor<16xf32> loc(#loc8)
    %broadcasted_12 = linalg.broadcast ins(%65 : tensor<16xf32>) outs(%33 : tensor<2x16x?xf32>) dimensions = [0, 2]  loc(#loc8)
    %66 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%transposed_11, %arg7 : tensor<2x16x?xbf16>, tensor<16x16x1xbf16>) outs(%broadcasted_12 : tensor<2x16x?xf32>) -> tensor<2x16x?xf32> loc(#loc8)
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x16x?xf32>) outs(%25 : tensor<2x16x?xbf16>) {
    ^bb0(%in: f32 loc("leave"(#loc3)), %out: bf16 loc("leave"(#loc3))):
      %69 = arith.truncf %in : f32 to bf16 loc(#loc8)
      linalg.yield %69 : bf16 loc(#loc8)
    } -> tensor<2x16x?xbf16> loc(#loc8)
    %transposed_13 = linalg.transpose ins(%67 : tensor<2x16x?xbf16>) outs(%23 : tensor<2x?x16xbf16>) permutation = [0, 2, 1]  loc(#loc3)
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %transposed_13 : tensor<2x?x16xbf16>, tensor<2x?x16xbf16>) outs(%23 : tensor<2x?x16xbf16>) {
    ^bb0(%in: bf16 loc("norm"(#loc1)), %in_14: bf16 loc("integration_models.py":98:0), %out: bf16 loc("integration_models.py":98:0)):
      %69 = arith.addf %in, %in_14 : bf16 loc(#loc3)
      linalg.yield %69 : bf16 loc(#loc3)
    } -> tensor<2x?x16xbf16> loc(#loc3)
    return %68 : tensor<2x?x16xbf16> loc(#loc3)
  } loc(#loc4)
} loc(#loc)
#loc = loc(unknown)
