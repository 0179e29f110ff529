#loc1 = loc("integration_models.py":70:0)
#loc2 = loc("integration_models.py":80:0)
#loc3 = loc("integration_models.py":79:0)
#loc4 = loc("integration_models.py":71:0)
#loc5 = loc("integration_models.py":72:0)
#loc6 = loc("integration_models.py":73:0)
#loc7 = loc("integration_models.py":74:0)
#loc8 = loc("integration_models.py":75:0)
#loc9 = loc("integration_models.py":76:0)
#loc10 = loc("integration_models.py":78:0)
#loc11 = loc("integration_models.py":81:0)
#loc12 = loc("integration_models.py":82:0)
#loc13 = loc("integration_models.py":83:0)
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, 0)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map13 = affine_map<(d0, d1) -> ()>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#loc14 = loc("query"(#loc4))
#loc15 = loc("key"(#loc5))
#loc16 = loc("value"(#loc6))
#loc17 = loc("out"(#loc11))
#loc18 = loc("gate"(#loc13))
#loc19 = loc("up"(#loc13))
#loc20 = loc("down"(#loc13))
module {
  func.func @main(%arg0: tensor<2x32xf16> loc("x"), %arg1: tensor<2xi64> loc("position"), %arg2: tensor<2x2x16x8xf16> {nanguard.kv_cache} loc("keys"), %arg3: tensor<2x2x16x8xf16> {nanguard.kv_cache} loc("values"), %arg4: tensor<32xf16> loc("norm1"), %arg5: tensor<32xf16> loc("norm2"), %arg6: tensor<32x32xf16> loc("query.weight"), %arg7: tensor<16x32xf16> loc("key.weight"), %arg8: tensor<16x32xf16> loc("value.weight"), %arg9: tensor<32x32xf16> loc("out.weight"), %arg10: tensor<64x32xf16> loc("gate.weight"), %arg11: tensor<64x32xf16> loc("up.weight"), %arg12: tensor<32x64xf16> loc("down.weight")) -> (tensor<2x32xf16>, tensor<2x2x16x8xf16>, tensor<2x2x16x8xf16>) {
    %c2_i64 = arith.constant 2 : i64 loc(#loc)
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 0xFF800000 : f32 loc(#loc2)
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32> loc(#loc3)
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32> loc(#loc3)
    %cst_4 = arith.constant 2.8284271247461903 : f64 loc(#loc2)
    %cst_5 = arith.constant 1.000000e-05 : f64 loc(#loc1)
    %cst_6 = arith.constant 3.200000e+01 : f32 loc(#loc)
    %cst_7 = arith.constant 8.000000e+00 : f32 loc(#loc)
    %cst_8 = arith.constant 1.000000e+04 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<2x32xf32> loc(#loc1)
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x32xf16>) outs(%0 : tensor<2x32xf32>) {
    ^bb0(%in: f16 loc("integration_models.py":70:0), %out: f32 loc("integration_models.py":70:0)):
      %133 = arith.extf %in : f16 to f32 loc(#loc1)
      linalg.yield %133 : f32 loc(#loc1)
    } -> tensor<2x32xf32> loc(#loc1)
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<2x32xf32>) outs(%0 : tensor<2x32xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":70:0), %out: f32 loc("integration_models.py":70:0)):
      %133 = math.fpowi %in, %c2_i64 : f32, i64 loc(#loc1)
      linalg.yield %133 : f32 loc(#loc1)
    } -> tensor<2x32xf32> loc(#loc1)
    %3 = tensor.empty() : tensor<2x1xf32> loc(#loc1)
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<2x1xf32>) -> tensor<2x1xf32> loc(#loc1)
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<2x32xf32>) outs(%4 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":70:0), %out: f32 loc("integration_models.py":70:0)):
      %133 = arith.addf %in, %out : f32 loc(#loc1)
      linalg.yield %133 : f32 loc(#loc1)
    } -> tensor<2x1xf32> loc(#loc1)
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<2x1xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":70:0), %out: f32 loc("integration_models.py":70:0)):
      %133 = arith.divf %in, %cst_6 : f32 loc(#loc1)
      linalg.yield %133 : f32 loc(#loc1)
    } -> tensor<2x1xf32> loc(#loc1)
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<2x1xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":70:0), %out: f32 loc("integration_models.py":70:0)):
      %133 = arith.truncf %cst_5 : f64 to f32 loc(#loc1)
      %134 = arith.addf %in, %133 : f32 loc(#loc1)
      linalg.yield %134 : f32 loc(#loc1)
    } -> tensor<2x1xf32> loc(#loc1)
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<2x1xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":70:0), %out: f32 loc("integration_models.py":70:0)):
      %133 = math.rsqrt %in : f32 loc(#loc1)
      linalg.yield %133 : f32 loc(#loc1)
    } -> tensor<2x1xf32> loc(#loc1)
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %8 : tensor<2x32xf32>, tensor<2x1xf32>) outs(%0 : tensor<2x32xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":70:0), %in_42: f32 loc("integration_models.py":70:0), %out: f32 loc("integration_models.py":70:0)):
      %133 = arith.mulf %in, %in_42 : f32 loc(#loc1)
      linalg.yield %133 : f32 loc(#loc1)
    } -> tensor<2x32xf32> loc(#loc1)
    %10 = tensor.empty() : tensor<2x32xf16> loc(#loc1)
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<2x32xf32>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":70:0), %out: f16 loc("integration_models.py":70:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc1)
      linalg.yield %133 : f16 loc(#loc1)
    } -> tensor<2x32xf16> loc(#loc1)
    %12 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4, %11 : tensor<32xf16>, tensor<2x32xf16>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":70:0), %in_42: f16 loc("integration_models.py":70:0), %out: f16 loc("integration_models.py":70:0)):
      %133 = arith.mulf %in, %in_42 : f16 loc(#loc1)
      linalg.yield %133 : f16 loc(#loc1)
    } -> tensor<2x32xf16> loc(#loc1)
    %13 = tensor.empty() : tensor<32x32xf16> loc(#loc14)
    %transposed = linalg.transpose ins(%arg6 : tensor<32x32xf16>) outs(%13 : tensor<32x32xf16>) permutation = [1, 0]  loc(#loc14)
    %14 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x32xf32>) -> tensor<2x32xf32> loc(#loc14)
    %15 = linalg.matmul ins(%12, %transposed : tensor<2x32xf16>, tensor<32x32xf16>) outs(%14 : tensor<2x32xf32>) -> tensor<2x32xf32> loc(#loc14)
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<2x32xf32>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f32 loc("query"(#loc4)), %out: f16 loc("query"(#loc4))):
      %133 = arith.truncf %in : f32 to f16 loc(#loc14)
      linalg.yield %133 : f16 loc(#loc14)
    } -> tensor<2x32xf16> loc(#loc14)
    %expanded = tensor.expand_shape %16 [[0], [1, 2]] output_shape [2, 4, 8] : tensor<2x32xf16> into tensor<2x4x8xf16> loc(#loc4)
    %17 = tensor.empty() : tensor<4xi64> loc(#loc4)
    %18 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%17 : tensor<4xi64>) {
    ^bb0(%out: i64 loc("integration_models.py":71:0)):
      %133 = linalg.index 0 : index loc(#loc4)
      %134 = arith.index_cast %133 : index to i64 loc(#loc4)
      %135 = arith.muli %134, %c2_i64 : i64 loc(#loc4)
      linalg.yield %135 : i64 loc(#loc4)
    } -> tensor<4xi64> loc(#loc4)
    %19 = tensor.empty() : tensor<4xf32> loc(#loc4)
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%18 : tensor<4xi64>) outs(%19 : tensor<4xf32>) {
    ^bb0(%in: i64 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      %133 = arith.sitofp %in : i64 to f32 loc(#loc4)
      linalg.yield %133 : f32 loc(#loc4)
    } -> tensor<4xf32> loc(#loc4)
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%20 : tensor<4xf32>) outs(%19 : tensor<4xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      %133 = arith.divf %in, %cst_7 : f32 loc(#loc4)
      linalg.yield %133 : f32 loc(#loc4)
    } -> tensor<4xf32> loc(#loc4)
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%21 : tensor<4xf32>) outs(%19 : tensor<4xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      %133 = math.powf %cst_8, %in : f32 loc(#loc4)
      linalg.yield %133 : f32 loc(#loc4)
    } -> tensor<4xf32> loc(#loc4)
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<4xf32>) outs(%19 : tensor<4xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      %133 = arith.cmpf one, %in, %cst : f32 loc(#loc4)
      cf.assert %133, "unimplemented: tensor with zero element" loc(#loc4)
      %134 = arith.divf %cst_0, %in : f32 loc(#loc4)
      linalg.yield %134 : f32 loc(#loc4)
    } -> tensor<4xf32> loc(#loc4)
    %expanded_9 = tensor.expand_shape %arg1 [[0, 1]] output_shape [2, 1] : tensor<2xi64> into tensor<2x1xi64> loc(#loc4)
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_9 : tensor<2x1xi64>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: i64 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      %133 = arith.sitofp %in : i64 to f32 loc(#loc4)
      linalg.yield %133 : f32 loc(#loc4)
    } -> tensor<2x1xf32> loc(#loc4)
    %expanded_10 = tensor.expand_shape %23 [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32> loc(#loc4)
    %25 = tensor.empty() : tensor<2x4xf32> loc(#loc4)
    %26 = linalg.generic {indexing_maps = [#map1, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%24, %expanded_10 : tensor<2x1xf32>, tensor<1x4xf32>) outs(%25 : tensor<2x4xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %in_42: f32 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      %133 = arith.mulf %in, %in_42 : f32 loc(#loc4)
      linalg.yield %133 : f32 loc(#loc4)
    } -> tensor<2x4xf32> loc(#loc4)
    %27 = tensor.empty() : tensor<2x2x4xf32> loc(#loc4)
    %28 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<2x4xf32>) outs(%27 : tensor<2x2x4xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      linalg.yield %in : f32 loc(#loc4)
    } -> tensor<2x2x4xf32> loc(#loc4)
    %collapsed = tensor.collapse_shape %28 [[0], [1, 2]] : tensor<2x2x4xf32> into tensor<2x8xf32> loc(#loc4)
    %expanded_11 = tensor.expand_shape %collapsed [[0], [1, 2]] output_shape [2, 1, 8] : tensor<2x8xf32> into tensor<2x1x8xf32> loc(#loc4)
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf16> to tensor<2x4x4xf16> loc(#loc4)
    %extracted_slice_12 = tensor.extract_slice %expanded[0, 0, 4] [2, 4, 4] [1, 1, 1] : tensor<2x4x8xf16> to tensor<2x4x4xf16> loc(#loc4)
    %29 = tensor.empty() : tensor<2x1x8xf32> loc(#loc4)
    %30 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<2x1x8xf32>) outs(%29 : tensor<2x1x8xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      %133 = math.cos %in : f32 loc(#loc4)
      linalg.yield %133 : f32 loc(#loc4)
    } -> tensor<2x1x8xf32> loc(#loc4)
    %31 = tensor.empty() : tensor<2x1x8xf16> loc(#loc4)
    %32 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<2x1x8xf32>) outs(%31 : tensor<2x1x8xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %out: f16 loc("integration_models.py":71:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc4)
      linalg.yield %133 : f16 loc(#loc4)
    } -> tensor<2x1x8xf16> loc(#loc4)
    %33 = tensor.empty() : tensor<2x4x8xf16> loc(#loc4)
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %32 : tensor<2x4x8xf16>, tensor<2x1x8xf16>) outs(%33 : tensor<2x4x8xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":71:0), %in_42: f16 loc("integration_models.py":71:0), %out: f16 loc("integration_models.py":71:0)):
      %133 = arith.mulf %in, %in_42 : f16 loc(#loc4)
      linalg.yield %133 : f16 loc(#loc4)
    } -> tensor<2x4x8xf16> loc(#loc4)
    %35 = tensor.empty() : tensor<2x4x4xf16> loc(#loc4)
    %36 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_12 : tensor<2x4x4xf16>) outs(%35 : tensor<2x4x4xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":71:0), %out: f16 loc("integration_models.py":71:0)):
      %133 = arith.negf %in : f16 loc(#loc4)
      linalg.yield %133 : f16 loc(#loc4)
    } -> tensor<2x4x4xf16> loc(#loc4)
    %concat = tensor.concat dim(2) %36, %extracted_slice : (tensor<2x4x4xf16>, tensor<2x4x4xf16>) -> tensor<2x4x8xf16> loc(#loc4)
    %37 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<2x1x8xf32>) outs(%29 : tensor<2x1x8xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %out: f32 loc("integration_models.py":71:0)):
      %133 = math.sin %in : f32 loc(#loc4)
      linalg.yield %133 : f32 loc(#loc4)
    } -> tensor<2x1x8xf32> loc(#loc4)
    %38 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<2x1x8xf32>) outs(%31 : tensor<2x1x8xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":71:0), %out: f16 loc("integration_models.py":71:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc4)
      linalg.yield %133 : f16 loc(#loc4)
    } -> tensor<2x1x8xf16> loc(#loc4)
    %39 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %38 : tensor<2x4x8xf16>, tensor<2x1x8xf16>) outs(%33 : tensor<2x4x8xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":71:0), %in_42: f16 loc("integration_models.py":71:0), %out: f16 loc("integration_models.py":71:0)):
      %133 = arith.mulf %in, %in_42 : f16 loc(#loc4)
      linalg.yield %133 : f16 loc(#loc4)
    } -> tensor<2x4x8xf16> loc(#loc4)
    %40 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %39 : tensor<2x4x8xf16>, tensor<2x4x8xf16>) outs(%33 : tensor<2x4x8xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":71:0), %in_42: f16 loc("integration_models.py":71:0), %out: f16 loc("integration_models.py":71:0)):
      %133 = arith.addf %in, %in_42 : f16 loc(#loc4)
      linalg.yield %133 : f16 loc(#loc4)
    } -> tensor<2x4x8xf16> loc(#loc4)
    %41 = tensor.empty() : tensor<32x16xf16> loc(#loc15)
    %transposed_13 = linalg.transpose ins(%arg7 : tensor<16x32xf16>) outs(%41 : tensor<32x16xf16>) permutation = [1, 0]  loc(#loc15)
    %42 = tensor.empty() : tensor<2x16xf32> loc(#loc15)
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc15)
    %44 = linalg.matmul ins(%12, %transposed_13 : tensor<2x32xf16>, tensor<32x16xf16>) outs(%43 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc15)
    %45 = tensor.empty() : tensor<2x16xf16> loc(#loc15)
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<2x16xf32>) outs(%45 : tensor<2x16xf16>) {
    ^bb0(%in: f32 loc("key"(#loc5)), %out: f16 loc("key"(#loc5))):
      %133 = arith.truncf %in : f32 to f16 loc(#loc15)
      linalg.yield %133 : f16 loc(#loc15)
    } -> tensor<2x16xf16> loc(#loc15)
    %expanded_14 = tensor.expand_shape %46 [[0], [1, 2]] output_shape [2, 2, 8] : tensor<2x16xf16> into tensor<2x2x8xf16> loc(#loc5)
    %47 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<4xf32>) outs(%19 : tensor<4xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":72:0), %out: f32 loc("integration_models.py":72:0)):
      %133 = arith.cmpf one, %in, %cst : f32 loc(#loc5)
      cf.assert %133, "unimplemented: tensor with zero element" loc(#loc5)
      %134 = arith.divf %cst_0, %in : f32 loc(#loc5)
      linalg.yield %134 : f32 loc(#loc5)
    } -> tensor<4xf32> loc(#loc5)
    %expanded_15 = tensor.expand_shape %47 [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32> loc(#loc5)
    %48 = linalg.generic {indexing_maps = [#map1, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%24, %expanded_15 : tensor<2x1xf32>, tensor<1x4xf32>) outs(%25 : tensor<2x4xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":72:0), %in_42: f32 loc("integration_models.py":72:0), %out: f32 loc("integration_models.py":72:0)):
      %133 = arith.mulf %in, %in_42 : f32 loc(#loc5)
      linalg.yield %133 : f32 loc(#loc5)
    } -> tensor<2x4xf32> loc(#loc5)
    %49 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x4xf32>) outs(%27 : tensor<2x2x4xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":72:0), %out: f32 loc("integration_models.py":72:0)):
      linalg.yield %in : f32 loc(#loc5)
    } -> tensor<2x2x4xf32> loc(#loc5)
    %collapsed_16 = tensor.collapse_shape %49 [[0], [1, 2]] : tensor<2x2x4xf32> into tensor<2x8xf32> loc(#loc5)
    %expanded_17 = tensor.expand_shape %collapsed_16 [[0], [1, 2]] output_shape [2, 1, 8] : tensor<2x8xf32> into tensor<2x1x8xf32> loc(#loc5)
    %extracted_slice_18 = tensor.extract_slice %expanded_14[0, 0, 0] [2, 2, 4] [1, 1, 1] : tensor<2x2x8xf16> to tensor<2x2x4xf16> loc(#loc5)
    %extracted_slice_19 = tensor.extract_slice %expanded_14[0, 0, 4] [2, 2, 4] [1, 1, 1] : tensor<2x2x8xf16> to tensor<2x2x4xf16> loc(#loc5)
    %50 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x1x8xf32>) outs(%29 : tensor<2x1x8xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":72:0), %out: f32 loc("integration_models.py":72:0)):
      %133 = math.cos %in : f32 loc(#loc5)
      linalg.yield %133 : f32 loc(#loc5)
    } -> tensor<2x1x8xf32> loc(#loc5)
    %51 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x1x8xf32>) outs(%31 : tensor<2x1x8xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":72:0), %out: f16 loc("integration_models.py":72:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc5)
      linalg.yield %133 : f16 loc(#loc5)
    } -> tensor<2x1x8xf16> loc(#loc5)
    %52 = tensor.empty() : tensor<2x2x8xf16> loc(#loc5)
    %53 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_14, %51 : tensor<2x2x8xf16>, tensor<2x1x8xf16>) outs(%52 : tensor<2x2x8xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":72:0), %in_42: f16 loc("integration_models.py":72:0), %out: f16 loc("integration_models.py":72:0)):
      %133 = arith.mulf %in, %in_42 : f16 loc(#loc5)
      linalg.yield %133 : f16 loc(#loc5)
    } -> tensor<2x2x8xf16> loc(#loc5)
    %54 = tensor.empty() : tensor<2x2x4xf16> loc(#loc5)
    %55 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_19 : tensor<2x2x4xf16>) outs(%54 : tensor<2x2x4xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":72:0), %out: f16 loc("integration_models.py":72:0)):
      %133 = arith.negf %in : f16 loc(#loc5)
      linalg.yield %133 : f16 loc(#loc5)
    } -> tensor<2x2x4xf16> loc(#loc5)
    %concat_20 = tensor.concat dim(2) %55, %extracted_slice_18 : (tensor<2x2x4xf16>, tensor<2x2x4xf16>) -> tensor<2x2x8xf16> loc(#loc5)
    %56 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x1x8xf32>) outs(%29 : tensor<2x1x8xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":72:0), %out: f32 loc("integration_models.py":72:0)):
      %133 = math.sin %in : f32 loc(#loc5)
      linalg.yield %133 : f32 loc(#loc5)
    } -> tensor<2x1x8xf32> loc(#loc5)
    %57 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<2x1x8xf32>) outs(%31 : tensor<2x1x8xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":72:0), %out: f16 loc("integration_models.py":72:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc5)
      linalg.yield %133 : f16 loc(#loc5)
    } -> tensor<2x1x8xf16> loc(#loc5)
    %58 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat_20, %57 : tensor<2x2x8xf16>, tensor<2x1x8xf16>) outs(%52 : tensor<2x2x8xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":72:0), %in_42: f16 loc("integration_models.py":72:0), %out: f16 loc("integration_models.py":72:0)):
      %133 = arith.mulf %in, %in_42 : f16 loc(#loc5)
      linalg.yield %133 : f16 loc(#loc5)
    } -> tensor<2x2x8xf16> loc(#loc5)
    %59 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %58 : tensor<2x2x8xf16>, tensor<2x2x8xf16>) outs(%52 : tensor<2x2x8xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":72:0), %in_42: f16 loc("integration_models.py":72:0), %out: f16 loc("integration_models.py":72:0)):
      %133 = arith.addf %in, %in_42 : f16 loc(#loc5)
      linalg.yield %133 : f16 loc(#loc5)
    } -> tensor<2x2x8xf16> loc(#loc5)
    %transposed_21 = linalg.transpose ins(%arg8 : tensor<16x32xf16>) outs(%41 : tensor<32x16xf16>) permutation = [1, 0]  loc(#loc16)
    %60 = linalg.matmul ins(%12, %transposed_21 : tensor<2x32xf16>, tensor<32x16xf16>) outs(%43 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc16)
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<2x16xf32>) outs(%45 : tensor<2x16xf16>) {
    ^bb0(%in: f32 loc("value"(#loc6)), %out: f16 loc("value"(#loc6))):
      %133 = arith.truncf %in : f32 to f16 loc(#loc16)
      linalg.yield %133 : f16 loc(#loc16)
    } -> tensor<2x16xf16> loc(#loc16)
    %62 = tensor.empty() : tensor<16xi64> loc(#loc7)
    %63 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%62 : tensor<16xi64>) {
    ^bb0(%out: i64 loc("integration_models.py":74:0)):
      %133 = linalg.index 0 : index loc(#loc7)
      %134 = arith.index_cast %133 : index to i64 loc(#loc7)
      linalg.yield %134 : i64 loc(#loc7)
    } -> tensor<16xi64> loc(#loc7)
    %expanded_22 = tensor.expand_shape %63 [[0, 1]] output_shape [1, 16] : tensor<16xi64> into tensor<1x16xi64> loc(#loc7)
    %64 = tensor.empty() : tensor<2x16xi1> loc(#loc8)
    %65 = linalg.generic {indexing_maps = [#map4, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_22, %expanded_9 : tensor<1x16xi64>, tensor<2x1xi64>) outs(%64 : tensor<2x16xi1>) {
    ^bb0(%in: i64 loc("integration_models.py":74:0), %in_42: i64 loc("integration_models.py":75:0), %out: i1 loc("integration_models.py":75:0)):
      %133 = arith.cmpi eq, %in, %in_42 : i64 loc(#loc8)
      linalg.yield %133 : i1 loc(#loc8)
    } -> tensor<2x16xi1> loc(#loc8)
    %expanded_23 = tensor.expand_shape %65 [[0], [1, 2, 3]] output_shape [2, 1, 16, 1] : tensor<2x16xi1> into tensor<2x1x16x1xi1> loc(#loc8)
    %expanded_24 = tensor.expand_shape %59 [[0], [1], [2, 3]] output_shape [2, 2, 1, 8] : tensor<2x2x8xf16> into tensor<2x2x1x8xf16> loc(#loc9)
    %66 = tensor.empty() : tensor<2x2x16x8xf16> loc(#loc9)
    %67 = linalg.generic {indexing_maps = [#map8, #map9, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23, %expanded_24, %arg2 : tensor<2x1x16x1xi1>, tensor<2x2x1x8xf16>, tensor<2x2x16x8xf16>) outs(%66 : tensor<2x2x16x8xf16>) {
    ^bb0(%in: i1 loc("integration_models.py":75:0), %in_42: f16 loc("integration_models.py":76:0), %in_43: f16 loc("integration_models.py":76:0), %out: f16 loc("integration_models.py":76:0)):
      %133 = arith.select %in, %in_42, %in_43 : f16 loc(#loc9)
      linalg.yield %133 : f16 loc(#loc9)
    } -> tensor<2x2x16x8xf16> loc(#loc9)
    %expanded_25 = tensor.expand_shape %61 [[0], [1, 2, 3]] output_shape [2, 2, 1, 8] : tensor<2x16xf16> into tensor<2x2x1x8xf16> loc(#loc9)
    %68 = linalg.generic {indexing_maps = [#map8, #map9, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23, %expanded_25, %arg3 : tensor<2x1x16x1xi1>, tensor<2x2x1x8xf16>, tensor<2x2x16x8xf16>) outs(%66 : tensor<2x2x16x8xf16>) {
    ^bb0(%in: i1 loc("integration_models.py":75:0), %in_42: f16 loc("integration_models.py":76:0), %in_43: f16 loc("integration_models.py":76:0), %out: f16 loc("integration_models.py":76:0)):
      %133 = arith.select %in, %in_42, %in_43 : f16 loc(#loc9)
      linalg.yield %133 : f16 loc(#loc9)
    } -> tensor<2x2x16x8xf16> loc(#loc9)
    %expanded_26 = tensor.expand_shape %40 [[0], [1], [2, 3]] output_shape [2, 4, 1, 8] : tensor<2x4x8xf16> into tensor<2x4x1x8xf16> loc(#loc10)
    %69 = tensor.empty() : tensor<2x2x2x16x8xf16> loc(#loc10)
    %70 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<2x2x16x8xf16>) outs(%69 : tensor<2x2x2x16x8xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":78:0), %out: f16 loc("integration_models.py":78:0)):
      linalg.yield %in : f16 loc(#loc10)
    } -> tensor<2x2x2x16x8xf16> loc(#loc10)
    %collapsed_27 = tensor.collapse_shape %70 [[0], [1, 2], [3], [4]] : tensor<2x2x2x16x8xf16> into tensor<2x4x16x8xf16> loc(#loc10)
    %71 = tensor.empty() : tensor<2x4x8x16xf16> loc(#loc10)
    %transposed_28 = linalg.transpose ins(%collapsed_27 : tensor<2x4x16x8xf16>) outs(%71 : tensor<2x4x8x16xf16>) permutation = [0, 1, 3, 2]  loc(#loc10)
    %collapsed_29 = tensor.collapse_shape %expanded_26 [[0, 1], [2], [3]] : tensor<2x4x1x8xf16> into tensor<8x1x8xf16> loc(#loc10)
    %collapsed_30 = tensor.collapse_shape %transposed_28 [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16> loc(#loc10)
    %72 = tensor.empty() : tensor<8x1x16xf32> loc(#loc10)
    %73 = linalg.fill ins(%cst : f32) outs(%72 : tensor<8x1x16xf32>) -> tensor<8x1x16xf32> loc(#loc10)
    %74 = linalg.batch_matmul ins(%collapsed_29, %collapsed_30 : tensor<8x1x8xf16>, tensor<8x8x16xf16>) outs(%73 : tensor<8x1x16xf32>) -> tensor<8x1x16xf32> loc(#loc10)
    %75 = tensor.empty() : tensor<8x1x16xf16> loc(#loc10)
    %76 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<8x1x16xf32>) outs(%75 : tensor<8x1x16xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":78:0), %out: f16 loc("integration_models.py":78:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc10)
      linalg.yield %133 : f16 loc(#loc10)
    } -> tensor<8x1x16xf16> loc(#loc10)
    %expanded_31 = tensor.expand_shape %76 [[0, 1], [2], [3]] output_shape [2, 4, 1, 16] : tensor<8x1x16xf16> into tensor<2x4x1x16xf16> loc(#loc10)
    %77 = linalg.generic {indexing_maps = [#map4, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_22, %expanded_9 : tensor<1x16xi64>, tensor<2x1xi64>) outs(%64 : tensor<2x16xi1>) {
    ^bb0(%in: i64 loc("integration_models.py":74:0), %in_42: i64 loc("integration_models.py":79:0), %out: i1 loc("integration_models.py":79:0)):
      %133 = arith.cmpi sle, %in, %in_42 : i64 loc(#loc3)
      linalg.yield %133 : i1 loc(#loc3)
    } -> tensor<2x16xi1> loc(#loc3)
    %78 = linalg.generic {indexing_maps = [#map, #map13, #map13, #map], iterator_types = ["parallel", "parallel"]} ins(%77, %cst_2, %cst_3 : tensor<2x16xi1>, tensor<f32>, tensor<f32>) outs(%42 : tensor<2x16xf32>) {
    ^bb0(%in: i1 loc("integration_models.py":79:0), %in_42: f32 loc("integration_models.py":79:0), %in_43: f32 loc("integration_models.py":79:0), %out: f32 loc("integration_models.py":79:0)):
      %133 = arith.select %in, %in_42, %in_43 : f32 loc(#loc3)
      linalg.yield %133 : f32 loc(#loc3)
    } -> tensor<2x16xf32> loc(#loc3)
    %expanded_32 = tensor.expand_shape %78 [[0], [1, 2, 3]] output_shape [2, 1, 1, 16] : tensor<2x16xf32> into tensor<2x1x1x16xf32> loc(#loc3)
    %79 = tensor.empty() : tensor<2x1x1x16xf16> loc(#loc3)
    %80 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x1x1x16xf32>) outs(%79 : tensor<2x1x1x16xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":79:0), %out: f16 loc("integration_models.py":79:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc3)
      linalg.yield %133 : f16 loc(#loc3)
    } -> tensor<2x1x1x16xf16> loc(#loc3)
    %81 = tensor.empty() : tensor<2x4x1x16xf16> loc(#loc2)
    %82 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x4x1x16xf16>) outs(%81 : tensor<2x4x1x16xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":78:0), %out: f16 loc("integration_models.py":80:0)):
      %133 = arith.truncf %cst_4 : f64 to f16 loc(#loc2)
      %134 = arith.divf %in, %133 : f16 loc(#loc2)
      linalg.yield %134 : f16 loc(#loc2)
    } -> tensor<2x4x1x16xf16> loc(#loc2)
    %83 = linalg.generic {indexing_maps = [#map10, #map14, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %80 : tensor<2x4x1x16xf16>, tensor<2x1x1x16xf16>) outs(%81 : tensor<2x4x1x16xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":80:0), %in_42: f16 loc("integration_models.py":79:0), %out: f16 loc("integration_models.py":80:0)):
      %133 = arith.addf %in, %in_42 : f16 loc(#loc2)
      linalg.yield %133 : f16 loc(#loc2)
    } -> tensor<2x4x1x16xf16> loc(#loc2)
    %84 = tensor.empty() : tensor<2x4x1x16xf32> loc(#loc2)
    %85 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<2x4x1x16xf16>) outs(%84 : tensor<2x4x1x16xf32>) {
    ^bb0(%in: f16 loc("integration_models.py":80:0), %out: f32 loc("integration_models.py":80:0)):
      %133 = arith.extf %in : f16 to f32 loc(#loc2)
      linalg.yield %133 : f32 loc(#loc2)
    } -> tensor<2x4x1x16xf32> loc(#loc2)
    %86 = tensor.empty() : tensor<2x4x1xi64> loc(#loc2)
    %87 = linalg.fill ins(%c0_i64 : i64) outs(%86 : tensor<2x4x1xi64>) -> tensor<2x4x1xi64> loc(#loc2)
    %88 = tensor.empty() : tensor<2x4x1xf32> loc(#loc2)
    %89 = linalg.fill ins(%cst_1 : f32) outs(%88 : tensor<2x4x1xf32>) -> tensor<2x4x1xf32> loc(#loc2)
    %90:2 = linalg.generic {indexing_maps = [#map10, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%85 : tensor<2x4x1x16xf32>) outs(%89, %87 : tensor<2x4x1xf32>, tensor<2x4x1xi64>) {
    ^bb0(%in: f32 loc("integration_models.py":80:0), %out: f32 loc("integration_models.py":80:0), %out_42: i64 loc("integration_models.py":80:0)):
      %133 = linalg.index 3 : index loc(#loc2)
      %134 = arith.index_cast %133 : index to i64 loc(#loc2)
      %135 = arith.maximumf %in, %out : f32 loc(#loc2)
      %136 = arith.cmpf ogt, %in, %out : f32 loc(#loc2)
      %137 = arith.select %136, %134, %out_42 : i64 loc(#loc2)
      linalg.yield %135, %137 : f32, i64 loc(#loc2)
    } -> (tensor<2x4x1xf32>, tensor<2x4x1xi64>) loc(#loc2)
    %expanded_33 = tensor.expand_shape %90#0 [[0], [1], [2, 3]] output_shape [2, 4, 1, 1] : tensor<2x4x1xf32> into tensor<2x4x1x1xf32> loc(#loc2)
    %91 = linalg.generic {indexing_maps = [#map10, #map16, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %expanded_33 : tensor<2x4x1x16xf32>, tensor<2x4x1x1xf32>) outs(%84 : tensor<2x4x1x16xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":80:0), %in_42: f32 loc("integration_models.py":80:0), %out: f32 loc("integration_models.py":80:0)):
      %133 = arith.subf %in, %in_42 : f32 loc(#loc2)
      linalg.yield %133 : f32 loc(#loc2)
    } -> tensor<2x4x1x16xf32> loc(#loc2)
    %92 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<2x4x1x16xf32>) outs(%84 : tensor<2x4x1x16xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":80:0), %out: f32 loc("integration_models.py":80:0)):
      %133 = math.exp %in : f32 loc(#loc2)
      linalg.yield %133 : f32 loc(#loc2)
    } -> tensor<2x4x1x16xf32> loc(#loc2)
    %93 = tensor.empty() : tensor<2x4x1x1xf32> loc(#loc2)
    %94 = linalg.fill ins(%cst : f32) outs(%93 : tensor<2x4x1x1xf32>) -> tensor<2x4x1x1xf32> loc(#loc2)
    %95 = linalg.generic {indexing_maps = [#map10, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%92 : tensor<2x4x1x16xf32>) outs(%94 : tensor<2x4x1x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":80:0), %out: f32 loc("integration_models.py":80:0)):
      %133 = arith.addf %in, %out : f32 loc(#loc2)
      linalg.yield %133 : f32 loc(#loc2)
    } -> tensor<2x4x1x1xf32> loc(#loc2)
    %96 = linalg.generic {indexing_maps = [#map10, #map16, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92, %95 : tensor<2x4x1x16xf32>, tensor<2x4x1x1xf32>) outs(%84 : tensor<2x4x1x16xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":80:0), %in_42: f32 loc("integration_models.py":80:0), %out: f32 loc("integration_models.py":80:0)):
      %133 = arith.divf %in, %in_42 : f32 loc(#loc2)
      linalg.yield %133 : f32 loc(#loc2)
    } -> tensor<2x4x1x16xf32> loc(#loc2)
    %97 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96 : tensor<2x4x1x16xf32>) outs(%81 : tensor<2x4x1x16xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":80:0), %out: f16 loc("integration_models.py":80:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc2)
      linalg.yield %133 : f16 loc(#loc2)
    } -> tensor<2x4x1x16xf16> loc(#loc2)
    %98 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<2x2x16x8xf16>) outs(%69 : tensor<2x2x2x16x8xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":81:0), %out: f16 loc("integration_models.py":81:0)):
      linalg.yield %in : f16 loc(#loc11)
    } -> tensor<2x2x2x16x8xf16> loc(#loc11)
    %collapsed_34 = tensor.collapse_shape %97 [[0, 1], [2], [3]] : tensor<2x4x1x16xf16> into tensor<8x1x16xf16> loc(#loc11)
    %collapsed_35 = tensor.collapse_shape %98 [[0, 1, 2], [3], [4]] : tensor<2x2x2x16x8xf16> into tensor<8x16x8xf16> loc(#loc11)
    %99 = tensor.empty() : tensor<8x1x8xf32> loc(#loc11)
    %100 = linalg.fill ins(%cst : f32) outs(%99 : tensor<8x1x8xf32>) -> tensor<8x1x8xf32> loc(#loc11)
    %101 = linalg.batch_matmul ins(%collapsed_34, %collapsed_35 : tensor<8x1x16xf16>, tensor<8x16x8xf16>) outs(%100 : tensor<8x1x8xf32>) -> tensor<8x1x8xf32> loc(#loc11)
    %102 = tensor.empty() : tensor<8x1x8xf16> loc(#loc11)
    %103 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<8x1x8xf32>) outs(%102 : tensor<8x1x8xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":81:0), %out: f16 loc("integration_models.py":81:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc11)
      linalg.yield %133 : f16 loc(#loc11)
    } -> tensor<8x1x8xf16> loc(#loc11)
    %expanded_36 = tensor.expand_shape %103 [[0, 1], [2], [3]] output_shape [2, 4, 1, 8] : tensor<8x1x8xf16> into tensor<2x4x1x8xf16> loc(#loc11)
    %collapsed_37 = tensor.collapse_shape %expanded_36 [[0], [1, 2, 3]] : tensor<2x4x1x8xf16> into tensor<2x32xf16> loc(#loc11)
    %transposed_38 = linalg.transpose ins(%arg9 : tensor<32x32xf16>) outs(%13 : tensor<32x32xf16>) permutation = [1, 0]  loc(#loc17)
    %104 = linalg.matmul ins(%collapsed_37, %transposed_38 : tensor<2x32xf16>, tensor<32x32xf16>) outs(%14 : tensor<2x32xf32>) -> tensor<2x32xf32> loc(#loc17)
    %105 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%104 : tensor<2x32xf32>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f32 loc("out"(#loc11)), %out: f16 loc("out"(#loc11))):
      %133 = arith.truncf %in : f32 to f16 loc(#loc17)
      linalg.yield %133 : f16 loc(#loc17)
    } -> tensor<2x32xf16> loc(#loc17)
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %105 : tensor<2x32xf16>, tensor<2x32xf16>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":70:0), %in_42: f16 loc("out"(#loc11)), %out: f16 loc("integration_models.py":81:0)):
      %133 = arith.addf %in, %in_42 : f16 loc(#loc11)
      linalg.yield %133 : f16 loc(#loc11)
    } -> tensor<2x32xf16> loc(#loc11)
    %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%106 : tensor<2x32xf16>) outs(%0 : tensor<2x32xf32>) {
    ^bb0(%in: f16 loc("integration_models.py":81:0), %out: f32 loc("integration_models.py":82:0)):
      %133 = arith.extf %in : f16 to f32 loc(#loc12)
      linalg.yield %133 : f32 loc(#loc12)
    } -> tensor<2x32xf32> loc(#loc12)
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%107 : tensor<2x32xf32>) outs(%0 : tensor<2x32xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":82:0), %out: f32 loc("integration_models.py":82:0)):
      %133 = math.fpowi %in, %c2_i64 : f32, i64 loc(#loc12)
      linalg.yield %133 : f32 loc(#loc12)
    } -> tensor<2x32xf32> loc(#loc12)
    %109 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%108 : tensor<2x32xf32>) outs(%4 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":82:0), %out: f32 loc("integration_models.py":82:0)):
      %133 = arith.addf %in, %out : f32 loc(#loc12)
      linalg.yield %133 : f32 loc(#loc12)
    } -> tensor<2x1xf32> loc(#loc12)
    %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%109 : tensor<2x1xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":82:0), %out: f32 loc("integration_models.py":82:0)):
      %133 = arith.divf %in, %cst_6 : f32 loc(#loc12)
      linalg.yield %133 : f32 loc(#loc12)
    } -> tensor<2x1xf32> loc(#loc12)
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%110 : tensor<2x1xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":82:0), %out: f32 loc("integration_models.py":82:0)):
      %133 = arith.truncf %cst_5 : f64 to f32 loc(#loc12)
      %134 = arith.addf %in, %133 : f32 loc(#loc12)
      linalg.yield %134 : f32 loc(#loc12)
    } -> tensor<2x1xf32> loc(#loc12)
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<2x1xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":82:0), %out: f32 loc("integration_models.py":82:0)):
      %133 = math.rsqrt %in : f32 loc(#loc12)
      linalg.yield %133 : f32 loc(#loc12)
    } -> tensor<2x1xf32> loc(#loc12)
    %113 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%107, %112 : tensor<2x32xf32>, tensor<2x1xf32>) outs(%0 : tensor<2x32xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":82:0), %in_42: f32 loc("integration_models.py":82:0), %out: f32 loc("integration_models.py":82:0)):
      %133 = arith.mulf %in, %in_42 : f32 loc(#loc12)
      linalg.yield %133 : f32 loc(#loc12)
    } -> tensor<2x32xf32> loc(#loc12)
    %114 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%113 : tensor<2x32xf32>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":82:0), %out: f16 loc("integration_models.py":82:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc12)
      linalg.yield %133 : f16 loc(#loc12)
    } -> tensor<2x32xf16> loc(#loc12)
    %115 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg5, %114 : tensor<32xf16>, tensor<2x32xf16>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":82:0), %in_42: f16 loc("integration_models.py":82:0), %out: f16 loc("integration_models.py":82:0)):
      %133 = arith.mulf %in, %in_42 : f16 loc(#loc12)
      linalg.yield %133 : f16 loc(#loc12)
    } -> tensor<2x32xf16> loc(#loc12)
    %116 = tensor.empty() : tensor<32x64xf16> loc(#loc18)
    %transposed_39 = linalg.transpose ins(%arg10 : tensor<64x32xf16>) outs(%116 : tensor<32x64xf16>) permutation = [1, 0]  loc(#loc18)
    %117 = tensor.empty() : tensor<2x64xf32> loc(#loc18)
    %118 = linalg.fill ins(%cst : f32) outs(%117 : tensor<2x64xf32>) -> tensor<2x64xf32> loc(#loc18)
    %119 = linalg.matmul ins(%115, %transposed_39 : tensor<2x32xf16>, tensor<32x64xf16>) outs(%118 : tensor<2x64xf32>) -> tensor<2x64xf32> loc(#loc18)
    %120 = tensor.empty() : tensor<2x64xf16> loc(#loc18)
    %121 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%119 : tensor<2x64xf32>) outs(%120 : tensor<2x64xf16>) {
    ^bb0(%in: f32 loc("gate"(#loc13)), %out: f16 loc("gate"(#loc13))):
      %133 = arith.truncf %in : f32 to f16 loc(#loc18)
      linalg.yield %133 : f16 loc(#loc18)
    } -> tensor<2x64xf16> loc(#loc18)
    %122 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%121 : tensor<2x64xf16>) outs(%117 : tensor<2x64xf32>) {
    ^bb0(%in: f16 loc("gate"(#loc13)), %out: f32 loc("integration_models.py":83:0)):
      %133 = arith.extf %in : f16 to f32 loc(#loc13)
      linalg.yield %133 : f32 loc(#loc13)
    } -> tensor<2x64xf32> loc(#loc13)
    %123 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%122 : tensor<2x64xf32>) outs(%117 : tensor<2x64xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":83:0), %out: f32 loc("integration_models.py":83:0)):
      %133 = arith.negf %in : f32 loc(#loc13)
      %134 = math.exp %133 : f32 loc(#loc13)
      %135 = arith.addf %134, %cst_0 : f32 loc(#loc13)
      %136 = arith.divf %cst_0, %135 : f32 loc(#loc13)
      linalg.yield %136 : f32 loc(#loc13)
    } -> tensor<2x64xf32> loc(#loc13)
    %124 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%122, %123 : tensor<2x64xf32>, tensor<2x64xf32>) outs(%117 : tensor<2x64xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":83:0), %in_42: f32 loc("integration_models.py":83:0), %out: f32 loc("integration_models.py":83:0)):
      %133 = arith.mulf %in, %in_42 : f32 loc(#loc13)
      linalg.yield %133 : f32 loc(#loc13)
    } -> tensor<2x64xf32> loc(#loc13)
    %125 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%124 : tensor<2x64xf32>) outs(%120 : tensor<2x64xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":83:0), %out: f16 loc("integration_models.py":83:0)):
      %133 = arith.truncf %in : f32 to f16 loc(#loc13)
      linalg.yield %133 : f16 loc(#loc13)
    } -> tensor<2x64xf16> loc(#loc13)
    %transposed_40 = linalg.transpose ins(%arg11 : tensor<64x32xf16>) outs(%116 : tensor<32x64xf16>) permutation = [1, 0]  loc(#loc19)
    %126 = linalg.matmul ins(%115, %transposed_40 : tensor<2x32xf16>, tensor<32x64xf16>) outs(%118 : tensor<2x64xf32>) -> tensor<2x64xf32> loc(#loc19)
    %127 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%126 : tensor<2x64xf32>) outs(%120 : tensor<2x64xf16>) {
    ^bb0(%in: f32 loc("up"(#loc13)), %out: f16 loc("up"(#loc13))):
      %133 = arith.truncf %in : f32 to f16 loc(#loc19)
      linalg.yield %133 : f16 loc(#loc19)
    } -> tensor<2x64xf16> loc(#loc19)
    %128 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%125, %127 : tensor<2x64xf16>, tensor<2x64xf16>) outs(%120 : tensor<2x64xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":83:0), %in_42: f16 loc("up"(#loc13)), %out: f16 loc("integration_models.py":83:0)):
      %133 = arith.mulf %in, %in_42 : f16 loc(#loc13)
      linalg.yield %133 : f16 loc(#loc13)
    } -> tensor<2x64xf16> loc(#loc13)
    %129 = tensor.empty() : tensor<64x32xf16> loc(#loc20)
    %transposed_41 = linalg.transpose ins(%arg12 : tensor<32x64xf16>) outs(%129 : tensor<64x32xf16>) permutation = [1, 0]  loc(#loc20)
    %130 = linalg.matmul ins(%128, %transposed_41 : tensor<2x64xf16>, tensor<64x32xf16>) outs(%14 : tensor<2x32xf32>) -> tensor<2x32xf32> loc(#loc20)
    %131 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%130 : tensor<2x32xf32>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f32 loc("down"(#loc13)), %out: f16 loc("down"(#loc13))):
      %133 = arith.truncf %in : f32 to f16 loc(#loc20)
      linalg.yield %133 : f16 loc(#loc20)
    } -> tensor<2x32xf16> loc(#loc20)
    %132 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%106, %131 : tensor<2x32xf16>, tensor<2x32xf16>) outs(%10 : tensor<2x32xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":81:0), %in_42: f16 loc("down"(#loc13)), %out: f16 loc("integration_models.py":83:0)):
      %133 = arith.addf %in, %in_42 : f16 loc(#loc13)
      linalg.yield %133 : f16 loc(#loc13)
    } -> tensor<2x32xf16> loc(#loc13)
    return %132, %67, %68 : tensor<2x32xf16>, tensor<2x2x16x8xf16>, tensor<2x2x16x8xf16> loc(#loc13)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
