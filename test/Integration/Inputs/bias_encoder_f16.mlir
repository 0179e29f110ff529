#loc1 = loc("integration_models.py":35:0)
#loc2 = loc("integration_models.py":43:0)
#loc3 = loc("integration_models.py":41:0)
#loc4 = loc("integration_models.py":40:0)
#loc5 = loc("integration_models.py":37:0)
#loc6 = loc("integration_models.py":38:0)
#loc7 = loc("integration_models.py":42:0)
#loc8 = loc("integration_models.py":44:0)
#loc9 = loc("integration_models.py":45:0)
#loc10 = loc("integration_models.py":46:0)
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0, d1) -> (0, d1)>
#map7 = affine_map<(d0, d1) -> (d0, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> ()>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#loc11 = loc("words"(#loc1))
#loc12 = loc("query"(#loc6))
#loc13 = loc("key"(#loc6))
#loc14 = loc("value"(#loc6))
#loc15 = loc("distance"(#loc4))
#loc16 = loc("out"(#loc8))
#loc17 = loc("gate"(#loc10))
#loc18 = loc("up"(#loc10))
#loc19 = loc("down"(#loc10))
module {
  func.func @main(%arg0: tensor<2x12xi64> loc("ids"), %arg1: tensor<2x12xi64> loc("mask"), %arg2: tensor<32xf16> loc("norm1"), %arg3: tensor<32xf16> loc("norm2"), %arg4: tensor<50x32xf16> loc("words.weight"), %arg5: tensor<8x4xf16> loc("distance.weight"), %arg6: tensor<32x32xf16> loc("query.weight"), %arg7: tensor<32x32xf16> loc("key.weight"), %arg8: tensor<32x32xf16> loc("value.weight"), %arg9: tensor<32x32xf16> loc("out.weight"), %arg10: tensor<64x32xf16> loc("gate.weight"), %arg11: tensor<64x32xf16> loc("up.weight"), %arg12: tensor<32x64xf16> loc("down.weight")) -> tensor<2x12x32xf16> {
    %c3_i64 = arith.constant 3 : i64 loc(#loc)
    %c4_i64 = arith.constant 4 : i64 loc(#loc)
    %c2_i64 = arith.constant 2 : i64 loc(#loc)
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %c50 = arith.constant 50 : index loc(#loc)
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %c8 = arith.constant 8 : index loc(#loc)
    %cst_0 = arith.constant 0xFF800000 : f32 loc(#loc2)
    %cst_1 = arith.constant 4.470830e-02 : f16 loc(#loc)
    %cst_2 = arith.constant 7.978520e-01 : f16 loc(#loc)
    %cst_3 = arith.constant 1.000000e+00 : f16 loc(#loc)
    %cst_4 = arith.constant 5.000000e-01 : f16 loc(#loc)
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<f32> loc(#loc3)
    %cst_6 = arith.constant 2.0794415416798357 : f64 loc(#loc4)
    %cst_7 = arith.constant 9.9999999999999995E-7 : f64 loc(#loc5)
    %cst_8 = arith.constant 3.200000e+01 : f32 loc(#loc)
    %cst_9 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_10 = arith.constant 2.000000e+00 : f32 loc(#loc)
    %cst_11 = arith.constant -6.550400e+04 : f16 loc(#loc)
    %0 = tensor.empty() : tensor<2x12x32xf16> loc(#loc11)
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x12xi64>) outs(%0 : tensor<2x12x32xf16>) {
    ^bb0(%in: i64 loc("words"(#loc1)), %out: f16 loc("words"(#loc1))):
      %110 = arith.index_cast %in : i64 to index loc(#loc11)
      %111 = linalg.index 2 : index loc(#loc11)
      %112 = arith.cmpi slt, %110, %c50 : index loc(#loc11)
      cf.assert %112, "index must be smaller than dim size" loc(#loc11)
      %113 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc11)
      cf.assert %113, "index must be larger or equal to 0" loc(#loc11)
      %extracted = tensor.extract %arg4[%110, %111] : tensor<50x32xf16> loc(#loc11)
      linalg.yield %extracted : f16 loc(#loc11)
    } -> tensor<2x12x32xf16> loc(#loc11)
    %2 = tensor.empty() : tensor<2x12x32xf32> loc(#loc5)
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x12x32xf16>) outs(%2 : tensor<2x12x32xf32>) {
    ^bb0(%in: f16 loc("words"(#loc1)), %out: f32 loc("integration_models.py":37:0)):
      %110 = arith.extf %in : f16 to f32 loc(#loc5)
      linalg.yield %110 : f32 loc(#loc5)
    } -> tensor<2x12x32xf32> loc(#loc5)
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<2x12x32xf32>) outs(%2 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":37:0), %out: f32 loc("integration_models.py":37:0)):
      %110 = math.fpowi %in, %c2_i64 : f32, i64 loc(#loc5)
      linalg.yield %110 : f32 loc(#loc5)
    } -> tensor<2x12x32xf32> loc(#loc5)
    %5 = tensor.empty() : tensor<2x12x1xf32> loc(#loc5)
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<2x12x1xf32>) -> tensor<2x12x1xf32> loc(#loc5)
    %7 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4 : tensor<2x12x32xf32>) outs(%6 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":37:0), %out: f32 loc("integration_models.py":37:0)):
      %110 = arith.addf %in, %out : f32 loc(#loc5)
      linalg.yield %110 : f32 loc(#loc5)
    } -> tensor<2x12x1xf32> loc(#loc5)
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x12x1xf32>) outs(%5 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":37:0), %out: f32 loc("integration_models.py":37:0)):
      %110 = arith.divf %in, %cst_8 : f32 loc(#loc5)
      linalg.yield %110 : f32 loc(#loc5)
    } -> tensor<2x12x1xf32> loc(#loc5)
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x12x1xf32>) outs(%5 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":37:0), %out: f32 loc("integration_models.py":37:0)):
      %110 = arith.truncf %cst_7 : f64 to f32 loc(#loc5)
      %111 = arith.addf %in, %110 : f32 loc(#loc5)
      linalg.yield %111 : f32 loc(#loc5)
    } -> tensor<2x12x1xf32> loc(#loc5)
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x12x1xf32>) outs(%5 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":37:0), %out: f32 loc("integration_models.py":37:0)):
      %110 = math.rsqrt %in : f32 loc(#loc5)
      linalg.yield %110 : f32 loc(#loc5)
    } -> tensor<2x12x1xf32> loc(#loc5)
    %11 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %10 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%2 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":37:0), %in_43: f32 loc("integration_models.py":37:0), %out: f32 loc("integration_models.py":37:0)):
      %110 = arith.mulf %in, %in_43 : f32 loc(#loc5)
      linalg.yield %110 : f32 loc(#loc5)
    } -> tensor<2x12x32xf32> loc(#loc5)
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":37:0), %out: f16 loc("integration_models.py":37:0)):
      %110 = arith.truncf %in : f32 to f16 loc(#loc5)
      linalg.yield %110 : f16 loc(#loc5)
    } -> tensor<2x12x32xf16> loc(#loc5)
    %13 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %12 : tensor<32xf16>, tensor<2x12x32xf16>) outs(%0 : tensor<2x12x32xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":37:0), %in_43: f16 loc("integration_models.py":37:0), %out: f16 loc("integration_models.py":37:0)):
      %110 = arith.mulf %in, %in_43 : f16 loc(#loc5)
      linalg.yield %110 : f16 loc(#loc5)
    } -> tensor<2x12x32xf16> loc(#loc5)
    %14 = tensor.empty() : tensor<32x32xf16> loc(#loc12)
    %transposed = linalg.transpose ins(%arg6 : tensor<32x32xf16>) outs(%14 : tensor<32x32xf16>) permutation = [1, 0]  loc(#loc12)
    %collapsed = tensor.collapse_shape %13 [[0, 1], [2]] : tensor<2x12x32xf16> into tensor<24x32xf16> loc(#loc12)
    %15 = tensor.empty() : tensor<24x32xf32> loc(#loc12)
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<24x32xf32>) -> tensor<24x32xf32> loc(#loc12)
    %17 = linalg.matmul ins(%collapsed, %transposed : tensor<24x32xf16>, tensor<32x32xf16>) outs(%16 : tensor<24x32xf32>) -> tensor<24x32xf32> loc(#loc12)
    %18 = tensor.empty() : tensor<24x32xf16> loc(#loc12)
    %19 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<24x32xf32>) outs(%18 : tensor<24x32xf16>) {
    ^bb0(%in: f32 loc("query"(#loc6)), %out: f16 loc("query"(#loc6))):
      %110 = arith.truncf %in : f32 to f16 loc(#loc12)
      linalg.yield %110 : f16 loc(#loc12)
    } -> tensor<24x32xf16> loc(#loc12)
    %expanded = tensor.expand_shape %19 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : tensor<24x32xf16> into tensor<2x12x4x8xf16> loc(#loc6)
    %20 = tensor.empty() : tensor<2x4x12x8xf16> loc(#loc6)
    %transposed_12 = linalg.transpose ins(%expanded : tensor<2x12x4x8xf16>) outs(%20 : tensor<2x4x12x8xf16>) permutation = [0, 2, 1, 3]  loc(#loc6)
    %transposed_13 = linalg.transpose ins(%arg7 : tensor<32x32xf16>) outs(%14 : tensor<32x32xf16>) permutation = [1, 0]  loc(#loc13)
    %21 = linalg.matmul ins(%collapsed, %transposed_13 : tensor<24x32xf16>, tensor<32x32xf16>) outs(%16 : tensor<24x32xf32>) -> tensor<24x32xf32> loc(#loc13)
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<24x32xf32>) outs(%18 : tensor<24x32xf16>) {
    ^bb0(%in: f32 loc("key"(#loc6)), %out: f16 loc("key"(#loc6))):
      %110 = arith.truncf %in : f32 to f16 loc(#loc13)
      linalg.yield %110 : f16 loc(#loc13)
    } -> tensor<24x32xf16> loc(#loc13)
    %expanded_14 = tensor.expand_shape %22 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : tensor<24x32xf16> into tensor<2x12x4x8xf16> loc(#loc6)
    %transposed_15 = linalg.transpose ins(%arg8 : tensor<32x32xf16>) outs(%14 : tensor<32x32xf16>) permutation = [1, 0]  loc(#loc14)
    %23 = linalg.matmul ins(%collapsed, %transposed_15 : tensor<24x32xf16>, tensor<32x32xf16>) outs(%16 : tensor<24x32xf32>) -> tensor<24x32xf32> loc(#loc14)
    %24 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<24x32xf32>) outs(%18 : tensor<24x32xf16>) {
    ^bb0(%in: f32 loc("value"(#loc6)), %out: f16 loc("value"(#loc6))):
      %110 = arith.truncf %in : f32 to f16 loc(#loc14)
      linalg.yield %110 : f16 loc(#loc14)
    } -> tensor<24x32xf16> loc(#loc14)
    %expanded_16 = tensor.expand_shape %24 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : tensor<24x32xf16> into tensor<2x12x4x8xf16> loc(#loc6)
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x12x4x8xf16>) outs(%20 : tensor<2x4x12x8xf16>) permutation = [0, 2, 1, 3]  loc(#loc6)
    %25 = tensor.empty() : tensor<12xi64> loc(#loc4)
    %26 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel"]} outs(%25 : tensor<12xi64>) {
    ^bb0(%out: i64 loc("integration_models.py":40:0)):
      %110 = linalg.index 0 : index loc(#loc4)
      %111 = arith.index_cast %110 : index to i64 loc(#loc4)
      linalg.yield %111 : i64 loc(#loc4)
    } -> tensor<12xi64> loc(#loc4)
    %expanded_18 = tensor.expand_shape %26 [[0, 1]] output_shape [1, 12] : tensor<12xi64> into tensor<1x12xi64> loc(#loc4)
    %expanded_19 = tensor.expand_shape %26 [[0, 1]] output_shape [12, 1] : tensor<12xi64> into tensor<12x1xi64> loc(#loc4)
    %27 = tensor.empty() : tensor<12x12xi64> loc(#loc4)
    %28 = linalg.generic {indexing_maps = [#map6, #map7, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_18, %expanded_19 : tensor<1x12xi64>, tensor<12x1xi64>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %in_43: i64 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = arith.subi %in, %in_43 : i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<12x12xi64>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = math.absi %in : i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %30 = tensor.empty() : tensor<12x12xf32> loc(#loc4)
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<12x12xi64>) outs(%30 : tensor<12x12xf32>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %out: f32 loc("integration_models.py":40:0)):
      %110 = arith.sitofp %in : i64 to f32 loc(#loc4)
      linalg.yield %110 : f32 loc(#loc4)
    } -> tensor<12x12xf32> loc(#loc4)
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<12x12xf32>) outs(%30 : tensor<12x12xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":40:0), %out: f32 loc("integration_models.py":40:0)):
      %110 = arith.cmpf ult, %in, %cst_9 : f32 loc(#loc4)
      %111 = arith.select %110, %cst_9, %in : f32 loc(#loc4)
      linalg.yield %111 : f32 loc(#loc4)
    } -> tensor<12x12xf32> loc(#loc4)
    %33 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<12x12xf32>) outs(%30 : tensor<12x12xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":40:0), %out: f32 loc("integration_models.py":40:0)):
      %110 = arith.divf %in, %cst_10 : f32 loc(#loc4)
      linalg.yield %110 : f32 loc(#loc4)
    } -> tensor<12x12xf32> loc(#loc4)
    %34 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<12x12xf32>) outs(%30 : tensor<12x12xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":40:0), %out: f32 loc("integration_models.py":40:0)):
      %110 = math.log %in : f32 loc(#loc4)
      linalg.yield %110 : f32 loc(#loc4)
    } -> tensor<12x12xf32> loc(#loc4)
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<12x12xf32>) outs(%30 : tensor<12x12xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":40:0), %out: f32 loc("integration_models.py":40:0)):
      %110 = arith.truncf %cst_6 : f64 to f32 loc(#loc4)
      %111 = arith.divf %in, %110 : f32 loc(#loc4)
      linalg.yield %111 : f32 loc(#loc4)
    } -> tensor<12x12xf32> loc(#loc4)
    %36 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<12x12xf32>) outs(%30 : tensor<12x12xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":40:0), %out: f32 loc("integration_models.py":40:0)):
      %110 = arith.mulf %in, %cst_10 : f32 loc(#loc4)
      linalg.yield %110 : f32 loc(#loc4)
    } -> tensor<12x12xf32> loc(#loc4)
    %37 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<12x12xf32>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: f32 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = arith.fptosi %in : f32 to i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %38 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<12x12xi64>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = arith.addi %in, %c2_i64 : i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %39 = tensor.empty() : tensor<12x12xi1> loc(#loc4)
    %40 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<12x12xi64>) outs(%39 : tensor<12x12xi1>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %out: i1 loc("integration_models.py":40:0)):
      %110 = arith.cmpi sgt, %in, %c0_i64 : i64 loc(#loc4)
      linalg.yield %110 : i1 loc(#loc4)
    } -> tensor<12x12xi1> loc(#loc4)
    %41 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<12x12xi1>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: i1 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = arith.extui %in : i1 to i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %42 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<12x12xi64>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = arith.muli %in, %c4_i64 : i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<12x12xi64>) outs(%39 : tensor<12x12xi1>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %out: i1 loc("integration_models.py":40:0)):
      %110 = arith.cmpi slt, %in, %c2_i64 : i64 loc(#loc4)
      linalg.yield %110 : i1 loc(#loc4)
    } -> tensor<12x12xi1> loc(#loc4)
    %44 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<12x12xi64>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = arith.minsi %in, %c3_i64 : i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %45 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%43, %29, %44 : tensor<12x12xi1>, tensor<12x12xi64>, tensor<12x12xi64>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: i1 loc("integration_models.py":40:0), %in_43: i64 loc("integration_models.py":40:0), %in_44: i64 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = arith.select %in, %in_43, %in_44 : i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %46 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%42, %45 : tensor<12x12xi64>, tensor<12x12xi64>) outs(%27 : tensor<12x12xi64>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %in_43: i64 loc("integration_models.py":40:0), %out: i64 loc("integration_models.py":40:0)):
      %110 = arith.addi %in, %in_43 : i64 loc(#loc4)
      linalg.yield %110 : i64 loc(#loc4)
    } -> tensor<12x12xi64> loc(#loc4)
    %47 = tensor.empty() : tensor<12x12x4xf16> loc(#loc15)
    %48 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<12x12xi64>) outs(%47 : tensor<12x12x4xf16>) {
    ^bb0(%in: i64 loc("integration_models.py":40:0), %out: f16 loc("distance"(#loc4))):
      %110 = arith.index_cast %in : i64 to index loc(#loc15)
      %111 = linalg.index 2 : index loc(#loc15)
      %112 = arith.cmpi slt, %110, %c8 : index loc(#loc15)
      cf.assert %112, "index must be smaller than dim size" loc(#loc15)
      %113 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc15)
      cf.assert %113, "index must be larger or equal to 0" loc(#loc15)
      %extracted = tensor.extract %arg5[%110, %111] : tensor<8x4xf16> loc(#loc15)
      linalg.yield %extracted : f16 loc(#loc15)
    } -> tensor<12x12x4xf16> loc(#loc15)
    %49 = tensor.empty() : tensor<4x12x12xf16> loc(#loc4)
    %transposed_20 = linalg.transpose ins(%48 : tensor<12x12x4xf16>) outs(%49 : tensor<4x12x12xf16>) permutation = [2, 0, 1]  loc(#loc4)
    %expanded_21 = tensor.expand_shape %transposed_20 [[0, 1], [2], [3]] output_shape [1, 4, 12, 12] : tensor<4x12x12xf16> into tensor<1x4x12x12xf16> loc(#loc4)
    %expanded_22 = tensor.expand_shape %arg1 [[0], [1, 2, 3]] output_shape [2, 1, 1, 12] : tensor<2x12xi64> into tensor<2x1x1x12xi64> loc(#loc3)
    %50 = tensor.empty() : tensor<2x1x1x12xf16> loc(#loc3)
    %51 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<2x1x1x12xi64>) outs(%50 : tensor<2x1x1x12xf16>) {
    ^bb0(%in: i64 loc("integration_models.py":41:0), %out: f16 loc("integration_models.py":41:0)):
      %110 = arith.sitofp %in : i64 to f16 loc(#loc3)
      linalg.yield %110 : f16 loc(#loc3)
    } -> tensor<2x1x1x12xf16> loc(#loc3)
    %52 = linalg.generic {indexing_maps = [#map9, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5, %51 : tensor<f32>, tensor<2x1x1x12xf16>) outs(%50 : tensor<2x1x1x12xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":41:0), %in_43: f16 loc("integration_models.py":41:0), %out: f16 loc("integration_models.py":41:0)):
      %110 = arith.truncf %in : f32 to f16 loc(#loc3)
      %111 = arith.subf %110, %in_43 : f16 loc(#loc3)
      linalg.yield %111 : f16 loc(#loc3)
    } -> tensor<2x1x1x12xf16> loc(#loc3)
    %53 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<2x1x1x12xf16>) outs(%50 : tensor<2x1x1x12xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":41:0), %out: f16 loc("integration_models.py":41:0)):
      %110 = arith.mulf %in, %cst_11 : f16 loc(#loc3)
      linalg.yield %110 : f16 loc(#loc3)
    } -> tensor<2x1x1x12xf16> loc(#loc3)
    %54 = tensor.empty() : tensor<2x4x12x12xf16> loc(#loc3)
    %55 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21, %53 : tensor<1x4x12x12xf16>, tensor<2x1x1x12xf16>) outs(%54 : tensor<2x4x12x12xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":40:0), %in_43: f16 loc("integration_models.py":41:0), %out: f16 loc("integration_models.py":41:0)):
      %110 = arith.addf %in, %in_43 : f16 loc(#loc3)
      linalg.yield %110 : f16 loc(#loc3)
    } -> tensor<2x4x12x12xf16> loc(#loc3)
    %56 = tensor.empty() : tensor<2x4x8x12xf16> loc(#loc7)
    %transposed_23 = linalg.transpose ins(%expanded_14 : tensor<2x12x4x8xf16>) outs(%56 : tensor<2x4x8x12xf16>) permutation = [0, 2, 3, 1]  loc(#loc7)
    %collapsed_24 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x4x12x8xf16> into tensor<8x12x8xf16> loc(#loc7)
    %collapsed_25 = tensor.collapse_shape %transposed_23 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16> loc(#loc7)
    %57 = tensor.empty() : tensor<8x12x12xf32> loc(#loc7)
    %58 = linalg.fill ins(%cst : f32) outs(%57 : tensor<8x12x12xf32>) -> tensor<8x12x12xf32> loc(#loc7)
    %59 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<8x12x8xf16>, tensor<8x8x12xf16>) outs(%58 : tensor<8x12x12xf32>) -> tensor<8x12x12xf32> loc(#loc7)
    %60 = tensor.empty() : tensor<8x12x12xf16> loc(#loc7)
    %61 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<8x12x12xf32>) outs(%60 : tensor<8x12x12xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":42:0), %out: f16 loc("integration_models.py":42:0)):
      %110 = arith.truncf %in : f32 to f16 loc(#loc7)
      linalg.yield %110 : f16 loc(#loc7)
    } -> tensor<8x12x12xf16> loc(#loc7)
    %expanded_26 = tensor.expand_shape %61 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : tensor<8x12x12xf16> into tensor<2x4x12x12xf16> loc(#loc7)
    %62 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26, %55 : tensor<2x4x12x12xf16>, tensor<2x4x12x12xf16>) outs(%54 : tensor<2x4x12x12xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":42:0), %in_43: f16 loc("integration_models.py":41:0), %out: f16 loc("integration_models.py":42:0)):
      %110 = arith.addf %in, %in_43 : f16 loc(#loc7)
      linalg.yield %110 : f16 loc(#loc7)
    } -> tensor<2x4x12x12xf16> loc(#loc7)
    %63 = tensor.empty() : tensor<2x4x12x12xf32> loc(#loc2)
    %64 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<2x4x12x12xf16>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f16 loc("integration_models.py":42:0), %out: f32 loc("integration_models.py":43:0)):
      %110 = arith.extf %in : f16 to f32 loc(#loc2)
      linalg.yield %110 : f32 loc(#loc2)
    } -> tensor<2x4x12x12xf32> loc(#loc2)
    %65 = tensor.empty() : tensor<2x4x12xi64> loc(#loc2)
    %66 = linalg.fill ins(%c0_i64 : i64) outs(%65 : tensor<2x4x12xi64>) -> tensor<2x4x12xi64> loc(#loc2)
    %67 = tensor.empty() : tensor<2x4x12xf32> loc(#loc2)
    %68 = linalg.fill ins(%cst_0 : f32) outs(%67 : tensor<2x4x12xf32>) -> tensor<2x4x12xf32> loc(#loc2)
    %69:2 = linalg.generic {indexing_maps = [#map8, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%64 : tensor<2x4x12x12xf32>) outs(%68, %66 : tensor<2x4x12xf32>, tensor<2x4x12xi64>) {
    ^bb0(%in: f32 loc("integration_models.py":43:0), %out: f32 loc("integration_models.py":43:0), %out_43: i64 loc("integration_models.py":43:0)):
      %110 = linalg.index 3 : index loc(#loc2)
      %111 = arith.index_cast %110 : index to i64 loc(#loc2)
      %112 = arith.maximumf %in, %out : f32 loc(#loc2)
      %113 = arith.cmpf ogt, %in, %out : f32 loc(#loc2)
      %114 = arith.select %113, %111, %out_43 : i64 loc(#loc2)
      linalg.yield %112, %114 : f32, i64 loc(#loc2)
    } -> (tensor<2x4x12xf32>, tensor<2x4x12xi64>) loc(#loc2)
    %expanded_27 = tensor.expand_shape %69#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : tensor<2x4x12xf32> into tensor<2x4x12x1xf32> loc(#loc2)
    %70 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64, %expanded_27 : tensor<2x4x12x12xf32>, tensor<2x4x12x1xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":43:0), %in_43: f32 loc("integration_models.py":43:0), %out: f32 loc("integration_models.py":43:0)):
      %110 = arith.subf %in, %in_43 : f32 loc(#loc2)
      linalg.yield %110 : f32 loc(#loc2)
    } -> tensor<2x4x12x12xf32> loc(#loc2)
    %71 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70 : tensor<2x4x12x12xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":43:0), %out: f32 loc("integration_models.py":43:0)):
      %110 = math.exp %in : f32 loc(#loc2)
      linalg.yield %110 : f32 loc(#loc2)
    } -> tensor<2x4x12x12xf32> loc(#loc2)
    %72 = tensor.empty() : tensor<2x4x12x1xf32> loc(#loc2)
    %73 = linalg.fill ins(%cst : f32) outs(%72 : tensor<2x4x12x1xf32>) -> tensor<2x4x12x1xf32> loc(#loc2)
    %74 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%71 : tensor<2x4x12x12xf32>) outs(%73 : tensor<2x4x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":43:0), %out: f32 loc("integration_models.py":43:0)):
      %110 = arith.addf %in, %out : f32 loc(#loc2)
      linalg.yield %110 : f32 loc(#loc2)
    } -> tensor<2x4x12x1xf32> loc(#loc2)
    %75 = linalg.generic {indexing_maps = [#map8, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %74 : tensor<2x4x12x12xf32>, tensor<2x4x12x1xf32>) outs(%63 : tensor<2x4x12x12xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":43:0), %in_43: f32 loc("integration_models.py":43:0), %out: f32 loc("integration_models.py":43:0)):
      %110 = arith.divf %in, %in_43 : f32 loc(#loc2)
      linalg.yield %110 : f32 loc(#loc2)
    } -> tensor<2x4x12x12xf32> loc(#loc2)
    %76 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<2x4x12x12xf32>) outs(%54 : tensor<2x4x12x12xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":43:0), %out: f16 loc("integration_models.py":43:0)):
      %110 = arith.truncf %in : f32 to f16 loc(#loc2)
      linalg.yield %110 : f16 loc(#loc2)
    } -> tensor<2x4x12x12xf16> loc(#loc2)
    %collapsed_28 = tensor.collapse_shape %76 [[0, 1], [2], [3]] : tensor<2x4x12x12xf16> into tensor<8x12x12xf16> loc(#loc2)
    %collapsed_29 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x4x12x8xf16> into tensor<8x12x8xf16> loc(#loc2)
    %77 = tensor.empty() : tensor<8x12x8xf32> loc(#loc2)
    %78 = linalg.fill ins(%cst : f32) outs(%77 : tensor<8x12x8xf32>) -> tensor<8x12x8xf32> loc(#loc2)
    %79 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<8x12x12xf16>, tensor<8x12x8xf16>) outs(%78 : tensor<8x12x8xf32>) -> tensor<8x12x8xf32> loc(#loc2)
    %80 = tensor.empty() : tensor<8x12x8xf16> loc(#loc2)
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<8x12x8xf32>) outs(%80 : tensor<8x12x8xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":43:0), %out: f16 loc("integration_models.py":43:0)):
      %110 = arith.truncf %in : f32 to f16 loc(#loc2)
      linalg.yield %110 : f16 loc(#loc2)
    } -> tensor<8x12x8xf16> loc(#loc2)
    %expanded_30 = tensor.expand_shape %81 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : tensor<8x12x8xf16> into tensor<2x4x12x8xf16> loc(#loc2)
    %82 = tensor.empty() : tensor<2x12x4x8xf16> loc(#loc8)
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<2x4x12x8xf16>) outs(%82 : tensor<2x12x4x8xf16>) permutation = [0, 2, 1, 3]  loc(#loc8)
    %transposed_32 = linalg.transpose ins(%arg9 : tensor<32x32xf16>) outs(%14 : tensor<32x32xf16>) permutation = [1, 0]  loc(#loc16)
    %collapsed_33 = tensor.collapse_shape %transposed_31 [[0, 1], [2, 3]] : tensor<2x12x4x8xf16> into tensor<24x32xf16> loc(#loc16)
    %83 = linalg.matmul ins(%collapsed_33, %transposed_32 : tensor<24x32xf16>, tensor<32x32xf16>) outs(%16 : tensor<24x32xf32>) -> tensor<24x32xf32> loc(#loc16)
    %84 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%83 : tensor<24x32xf32>) outs(%18 : tensor<24x32xf16>) {
    ^bb0(%in: f32 loc("out"(#loc8)), %out: f16 loc("out"(#loc8))):
      %110 = arith.truncf %in : f32 to f16 loc(#loc16)
      linalg.yield %110 : f16 loc(#loc16)
    } -> tensor<24x32xf16> loc(#loc16)
    %expanded_34 = tensor.expand_shape %84 [[0, 1], [2]] output_shape [2, 12, 32] : tensor<24x32xf16> into tensor<2x12x32xf16> loc(#loc16)
    %85 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %expanded_34 : tensor<2x12x32xf16>, tensor<2x12x32xf16>) outs(%0 : tensor<2x12x32xf16>) {
    ^bb0(%in: f16 loc("words"(#loc1)), %in_43: f16 loc("out"(#loc8)), %out: f16 loc("integration_models.py":44:0)):
      %110 = arith.addf %in, %in_43 : f16 loc(#loc8)
      linalg.yield %110 : f16 loc(#loc8)
    } -> tensor<2x12x32xf16> loc(#loc8)
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<2x12x32xf16>) outs(%2 : tensor<2x12x32xf32>) {
    ^bb0(%in: f16 loc("integration_models.py":44:0), %out: f32 loc("integration_models.py":45:0)):
      %110 = arith.extf %in : f16 to f32 loc(#loc9)
      linalg.yield %110 : f32 loc(#loc9)
    } -> tensor<2x12x32xf32> loc(#loc9)
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x12x32xf32>) outs(%2 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":45:0), %out: f32 loc("integration_models.py":45:0)):
      %110 = math.fpowi %in, %c2_i64 : f32, i64 loc(#loc9)
      linalg.yield %110 : f32 loc(#loc9)
    } -> tensor<2x12x32xf32> loc(#loc9)
    %88 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%87 : tensor<2x12x32xf32>) outs(%6 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":45:0), %out: f32 loc("integration_models.py":45:0)):
      %110 = arith.addf %in, %out : f32 loc(#loc9)
      linalg.yield %110 : f32 loc(#loc9)
    } -> tensor<2x12x1xf32> loc(#loc9)
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x12x1xf32>) outs(%5 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":45:0), %out: f32 loc("integration_models.py":45:0)):
      %110 = arith.divf %in, %cst_8 : f32 loc(#loc9)
      linalg.yield %110 : f32 loc(#loc9)
    } -> tensor<2x12x1xf32> loc(#loc9)
    %90 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<2x12x1xf32>) outs(%5 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":45:0), %out: f32 loc("integration_models.py":45:0)):
      %110 = arith.truncf %cst_7 : f64 to f32 loc(#loc9)
      %111 = arith.addf %in, %110 : f32 loc(#loc9)
      linalg.yield %111 : f32 loc(#loc9)
    } -> tensor<2x12x1xf32> loc(#loc9)
    %91 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<2x12x1xf32>) outs(%5 : tensor<2x12x1xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":45:0), %out: f32 loc("integration_models.py":45:0)):
      %110 = math.rsqrt %in : f32 loc(#loc9)
      linalg.yield %110 : f32 loc(#loc9)
    } -> tensor<2x12x1xf32> loc(#loc9)
    %92 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %91 : tensor<2x12x32xf32>, tensor<2x12x1xf32>) outs(%2 : tensor<2x12x32xf32>) {
    ^bb0(%in: f32 loc("integration_models.py":45:0), %in_43: f32 loc("integration_models.py":45:0), %out: f32 loc("integration_models.py":45:0)):
      %110 = arith.mulf %in, %in_43 : f32 loc(#loc9)
      linalg.yield %110 : f32 loc(#loc9)
    } -> tensor<2x12x32xf32> loc(#loc9)
    %93 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x12x32xf32>) outs(%0 : tensor<2x12x32xf16>) {
    ^bb0(%in: f32 loc("integration_models.py":45:0), %out: f16 loc("integration_models.py":45:0)):
      %110 = arith.truncf %in : f32 to f16 loc(#loc9)
      linalg.yield %110 : f16 loc(#loc9)
    } -> tensor<2x12x32xf16> loc(#loc9)
    %94 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3, %93 : tensor<32xf16>, tensor<2x12x32xf16>) outs(%0 : tensor<2x12x32xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":45:0), %in_43: f16 loc("integration_models.py":45:0), %out: f16 loc("integration_models.py":45:0)):
      %110 = arith.mulf %in, %in_43 : f16 loc(#loc9)
      linalg.yield %110 : f16 loc(#loc9)
    } -> tensor<2x12x32xf16> loc(#loc9)
    %95 = tensor.empty() : tensor<32x64xf16> loc(#loc17)
    %transposed_35 = linalg.transpose ins(%arg10 : tensor<64x32xf16>) outs(%95 : tensor<32x64xf16>) permutation = [1, 0]  loc(#loc17)
    %collapsed_36 = tensor.collapse_shape %94 [[0, 1], [2]] : tensor<2x12x32xf16> into tensor<24x32xf16> loc(#loc17)
    %96 = tensor.empty() : tensor<24x64xf32> loc(#loc17)
    %97 = linalg.fill ins(%cst : f32) outs(%96 : tensor<24x64xf32>) -> tensor<24x64xf32> loc(#loc17)
    %98 = linalg.matmul ins(%collapsed_36, %transposed_35 : tensor<24x32xf16>, tensor<32x64xf16>) outs(%97 : tensor<24x64xf32>) -> tensor<24x64xf32> loc(#loc17)
    %99 = tensor.empty() : tensor<24x64xf16> loc(#loc17)
    %100 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%98 : tensor<24x64xf32>) outs(%99 : tensor<24x64xf16>) {
    ^bb0(%in: f32 loc("gate"(#loc10)), %out: f16 loc("gate"(#loc10))):
      %110 = arith.truncf %in : f32 to f16 loc(#loc17)
      linalg.yield %110 : f16 loc(#loc17)
    } -> tensor<24x64xf16> loc(#loc17)
    %expanded_37 = tensor.expand_shape %100 [[0, 1], [2]] output_shape [2, 12, 64] : tensor<24x64xf16> into tensor<2x12x64xf16> loc(#loc17)
    %101 = tensor.empty() : tensor<2x12x64xf16> loc(#loc10)
    %102 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<2x12x64xf16>) outs(%101 : tensor<2x12x64xf16>) {
    ^bb0(%in: f16 loc("gate"(#loc10)), %out: f16 loc("integration_models.py":46:0)):
      %110 = math.fpowi %in, %c3_i64 : f16, i64 loc(#loc10)
      %111 = arith.mulf %110, %cst_1 : f16 loc(#loc10)
      %112 = arith.addf %in, %111 : f16 loc(#loc10)
      %113 = arith.mulf %112, %cst_2 : f16 loc(#loc10)
      %114 = math.tanh %113 : f16 loc(#loc10)
      %115 = arith.addf %114, %cst_3 : f16 loc(#loc10)
      %116 = arith.mulf %115, %cst_4 : f16 loc(#loc10)
      %117 = arith.mulf %in, %116 : f16 loc(#loc10)
      linalg.yield %117 : f16 loc(#loc10)
    } -> tensor<2x12x64xf16> loc(#loc10)
    %transposed_38 = linalg.transpose ins(%arg11 : tensor<64x32xf16>) outs(%95 : tensor<32x64xf16>) permutation = [1, 0]  loc(#loc18)
    %103 = linalg.matmul ins(%collapsed_36, %transposed_38 : tensor<24x32xf16>, tensor<32x64xf16>) outs(%97 : tensor<24x64xf32>) -> tensor<24x64xf32> loc(#loc18)
    %104 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<24x64xf32>) outs(%99 : tensor<24x64xf16>) {
    ^bb0(%in: f32 loc("up"(#loc10)), %out: f16 loc("up"(#loc10))):
      %110 = arith.truncf %in : f32 to f16 loc(#loc18)
      linalg.yield %110 : f16 loc(#loc18)
    } -> tensor<24x64xf16> loc(#loc18)
    %expanded_39 = tensor.expand_shape %104 [[0, 1], [2]] output_shape [2, 12, 64] : tensor<24x64xf16> into tensor<2x12x64xf16> loc(#loc18)
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %expanded_39 : tensor<2x12x64xf16>, tensor<2x12x64xf16>) outs(%101 : tensor<2x12x64xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":46:0), %in_43: f16 loc("up"(#loc10)), %out: f16 loc("integration_models.py":46:0)):
      %110 = arith.mulf %in, %in_43 : f16 loc(#loc10)
      linalg.yield %110 : f16 loc(#loc10)
    } -> tensor<2x12x64xf16> loc(#loc10)
    %106 = tensor.empty() : tensor<64x32xf16> loc(#loc19)
    %transposed_40 = linalg.transpose ins(%arg12 : tensor<32x64xf16>) outs(%106 : tensor<64x32xf16>) permutation = [1, 0]  loc(#loc19)
    %collapsed_41 = tensor.collapse_shape %105 [[0, 1], [2]] : tensor<2x12x64xf16> into tensor<24x64xf16> loc(#loc19)
    %107 = linalg.matmul ins(%collapsed_41, %transposed_40 : tensor<24x64xf16>, tensor<64x32xf16>) outs(%16 : tensor<24x32xf32>) -> tensor<24x32xf32> loc(#loc19)
    %108 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%107 : tensor<24x32xf32>) outs(%18 : tensor<24x32xf16>) {
    ^bb0(%in: f32 loc("down"(#loc10)), %out: f16 loc("down"(#loc10))):
      %110 = arith.truncf %in : f32 to f16 loc(#loc19)
      linalg.yield %110 : f16 loc(#loc19)
    } -> tensor<24x32xf16> loc(#loc19)
    %expanded_42 = tensor.expand_shape %108 [[0, 1], [2]] output_shape [2, 12, 32] : tensor<24x32xf16> into tensor<2x12x32xf16> loc(#loc19)
    %109 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %expanded_42 : tensor<2x12x32xf16>, tensor<2x12x32xf16>) outs(%0 : tensor<2x12x32xf16>) {
    ^bb0(%in: f16 loc("integration_models.py":44:0), %in_43: f16 loc("down"(#loc10)), %out: f16 loc("integration_models.py":46:0)):
      %110 = arith.addf %in, %in_43 : f16 loc(#loc10)
      linalg.yield %110 : f16 loc(#loc10)
    } -> tensor<2x12x32xf16> loc(#loc10)
    return %109 : tensor<2x12x32xf16> loc(#loc10)
  } loc(#loc11)
} loc(#loc)
#loc = loc(unknown)
