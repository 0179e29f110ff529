#loc1 = loc("gpt_model.py":99:0)
#loc2 = loc("gpt_model.py":103:0)
#loc3 = loc("gpt_model.py":111:0)
#loc4 = loc("gpt_model.py":48:0)
#loc5 = loc("gpt_model.py":49:0)
#loc6 = loc("gpt_model.py":72:0)
#loc7 = loc("gpt_model.py":100:0)
#loc8 = loc("gpt_model.py":101:0)
#loc9 = loc("gpt_model.py":102:0)
#loc10 = loc("gpt_model.py":42:0)
#loc11 = loc("gpt_model.py":43:0)
#loc12 = loc("gpt_model.py":44:0)
#loc13 = loc("gpt_model.py":45:0)
#loc14 = loc("gpt_model.py":46:0)
#loc15 = loc("gpt_model.py":47:0)
#loc16 = loc("gpt_model.py":50:0)
#loc17 = loc("gpt_model.py":51:0)
#loc18 = loc("gpt_model.py":52:0)
#loc19 = loc("gpt_model.py":73:0)
#loc20 = loc("gpt_model.py":74:0)
#loc21 = loc("gpt_model.py":108:0)
#loc22 = loc("gpt_model.py":109:0)
#loc23 = loc("gpt_model.py":110:0)
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, 0)>
#map11 = affine_map<(d0, d1) -> (d0)>
#map12 = affine_map<(d0, d1) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map15 = affine_map<(d0, d1) -> (d0, 0)>
#loc24 = loc("blocks.0.attn"(#loc4))
#loc25 = loc("blocks.0.attn"(#loc5))
#loc26 = loc("blocks.0.ln1"(#loc6))
#loc27 = loc("tok"(#loc2))
#loc28 = loc("blocks.0.attn.qkv"(#loc10))
#loc30 = loc("blocks.0.attn"(#loc11))
#loc31 = loc("blocks.0.attn"(#loc12))
#loc32 = loc("blocks.0.attn"(#loc13))
#loc33 = loc("blocks.0.attn"(#loc14))
#loc34 = loc("blocks.0.attn.rel"(#loc15))
#loc35 = loc("blocks.0.attn"(#loc15))
#loc36 = loc("blocks.0.attn"(#loc16))
#loc37 = loc("blocks.0.attn"(#loc17))
#loc39 = loc("blocks.0.attn.out"(#loc18))
#loc40 = loc("blocks.0"(#loc19))
#loc41 = loc("blocks.0.ln2"(#loc20))
#loc42 = loc("blocks.0.up"(#loc20))
#loc43 = loc("blocks.0.act"(#loc20))
#loc44 = loc("blocks.0.down"(#loc20))
#loc45 = loc("blocks.0"(#loc20))
#loc46 = loc("blocks.1.ln1"(#loc6))
#loc47 = loc("blocks.1.attn.qkv"(#loc10))
#loc49 = loc("blocks.1.attn"(#loc13))
#loc50 = loc("blocks.1.attn"(#loc11))
#loc51 = loc("blocks.1.attn"(#loc14))
#loc52 = loc("blocks.1.attn.rel"(#loc15))
#loc53 = loc("blocks.1.attn"(#loc15))
#loc54 = loc("blocks.1.attn"(#loc4))
#loc55 = loc("blocks.1.attn"(#loc5))
#loc56 = loc("blocks.1.attn"(#loc16))
#loc57 = loc("blocks.1.attn"(#loc17))
#loc59 = loc("blocks.1.attn.out"(#loc18))
#loc60 = loc("blocks.1"(#loc19))
#loc61 = loc("blocks.1.ln2"(#loc20))
#loc62 = loc("blocks.1.up"(#loc20))
#loc63 = loc("blocks.1.act"(#loc20))
#loc64 = loc("blocks.1.down"(#loc20))
#loc65 = loc("blocks.1"(#loc20))
#loc66 = loc("blocks.2.ln1"(#loc6))
#loc67 = loc("blocks.2.attn.qkv"(#loc10))
#loc69 = loc("blocks.2.attn"(#loc13))
#loc70 = loc("blocks.2.attn"(#loc11))
#loc71 = loc("blocks.2.attn"(#loc14))
#loc72 = loc("blocks.2.attn.rel"(#loc15))
#loc73 = loc("blocks.2.attn"(#loc15))
#loc74 = loc("blocks.2.attn"(#loc4))
#loc75 = loc("blocks.2.attn"(#loc5))
#loc76 = loc("blocks.2.attn"(#loc16))
#loc77 = loc("blocks.2.attn"(#loc17))
#loc79 = loc("blocks.2.attn.out"(#loc18))
#loc80 = loc("blocks.2"(#loc19))
#loc81 = loc("blocks.2.ln2"(#loc20))
#loc82 = loc("blocks.2.up"(#loc20))
#loc83 = loc("blocks.2.act"(#loc20))
#loc84 = loc("blocks.2.down"(#loc20))
#loc85 = loc("blocks.2"(#loc20))
#loc86 = loc("ln"(#loc21))
module {
  func.func @main(%arg0: tensor<1x512xi64> loc("text"), %arg1: tensor<1xi64> loc("pos"), %arg2: tensor<1x4x64x32xf16> {nanguard.kv_cache} loc("k0"), %arg3: tensor<1x4x64x32xf16> {nanguard.kv_cache} loc("v0"), %arg4: tensor<1x4x64x32xf16> {nanguard.kv_cache} loc("k1"), %arg5: tensor<1x4x64x32xf16> {nanguard.kv_cache} loc("v1"), %arg6: tensor<1x4x64x32xf16> {nanguard.kv_cache} loc("k2"), %arg7: tensor<1x4x64x32xf16> {nanguard.kv_cache} loc("v2"), %arg8: tensor<128x128xf16> loc("tok.weight"), %arg9: tensor<128xf16> loc("blocks.0.ln1.weight"), %arg10: tensor<128xf16> loc("blocks.0.ln1.bias"), %arg11: tensor<384x128xf16> loc("blocks.0.attn.qkv.weight"), %arg12: tensor<384xf16> loc("blocks.0.attn.qkv.bias"), %arg13: tensor<64x4xf16> loc("blocks.0.attn.rel.weight"), %arg14: tensor<128x128xf16> loc("blocks.0.attn.out.weight"), %arg15: tensor<128xf16> loc("blocks.0.attn.out.bias"), %arg16: tensor<128xf16> loc("blocks.0.ln2.weight"), %arg17: tensor<128xf16> loc("blocks.0.ln2.bias"), %arg18: tensor<512x128xf16> loc("blocks.0.up.weight"), %arg19: tensor<512xf16> loc("blocks.0.up.bias"), %arg20: tensor<128x512xf16> loc("blocks.0.down.weight"), %arg21: tensor<128xf16> loc("blocks.0.down.bias"), %arg22: tensor<128xf16> loc("blocks.1.ln1.weight"), %arg23: tensor<128xf16> loc("blocks.1.ln1.bias"), %arg24: tensor<384x128xf16> loc("blocks.1.attn.qkv.weight"), %arg25: tensor<384xf16> loc("blocks.1.attn.qkv.bias"), %arg26: tensor<64x4xf16> loc("blocks.1.attn.rel.weight"), %arg27: tensor<128x128xf16> loc("blocks.1.attn.out.weight"), %arg28: tensor<128xf16> loc("blocks.1.attn.out.bias"), %arg29: tensor<128xf16> loc("blocks.1.ln2.weight"), %arg30: tensor<128xf16> loc("blocks.1.ln2.bias"), %arg31: tensor<512x128xf16> loc("blocks.1.up.weight"), %arg32: tensor<512xf16> loc("blocks.1.up.bias"), %arg33: tensor<128x512xf16> loc("blocks.1.down.weight"), %arg34: tensor<128xf16> loc("blocks.1.down.bias"), %arg35: tensor<128xf16> loc("blocks.2.ln1.weight"), %arg36: tensor<128xf16> loc("blocks.2.ln1.bias"), %arg37: tensor<384x128xf16> loc("blocks.2.attn.qkv.weight"), %arg38: tensor<384xf16> loc("blocks.2.attn.qkv.bias"), %arg39: tensor<64x4xf16> loc("blocks.2.attn.rel.weight"), %arg40: tensor<128x128xf16> loc("blocks.2.attn.out.weight"), %arg41: tensor<128xf16> loc("blocks.2.attn.out.bias"), %arg42: tensor<128xf16> loc("blocks.2.ln2.weight"), %arg43: tensor<128xf16> loc("blocks.2.ln2.bias"), %arg44: tensor<512x128xf16> loc("blocks.2.up.weight"), %arg45: tensor<512xf16> loc("blocks.2.up.bias"), %arg46: tensor<128x512xf16> loc("blocks.2.down.weight"), %arg47: tensor<128xf16> loc("blocks.2.down.bias"), %arg48: tensor<128xf16> loc("ln.weight"), %arg49: tensor<128xf16> loc("ln.bias")) -> (tensor<1x1x128xf16>, tensor<1x512xi64>, tensor<1xi64>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>) {
    %c511_i64 = arith.constant 511 : i64 loc(#loc2)
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %c64_i64 = arith.constant 64 : i64 loc(#loc)
    %c1_i64 = arith.constant 1 : i64 loc(#loc)
    %c64 = arith.constant 64 : index loc(#loc)
    %c128 = arith.constant 128 : index loc(#loc)
    %cst = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %true = arith.constant true loc(#loc)
    %cst_1 = arith.constant 0xFF800000 : f32 loc(#loc)
    %cst_2 = arith.constant 1.000000e+00 : f16 loc(#loc)
    %cst_3 = arith.constant 2.000000e+00 : f16 loc(#loc)
    %cst_4 = arith.constant 5.000000e-01 : f16 loc(#loc)
    %cst_5 = arith.constant 0xFC00 : f16 loc(#loc3)
    %cst_6 = arith.constant dense<0xFC00> : tensor<f16> loc(#loc24)
    %cst_7 = arith.constant 0.17677669529663689 : f64 loc(#loc25)
    %cst_8 = arith.constant 1.000000e-05 : f64 loc(#loc26)
    %c0 = arith.constant 0 : index loc(#loc)
    %cst_9 = arith.constant 1.280000e+02 : f64 loc(#loc)
    %cst_10 = arith.constant 1.280000e+02 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<64xi64> loc(#loc1)
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<64xi64>) {
    ^bb0(%out: i64 loc("gpt_model.py":99:0)):
      %367 = linalg.index 0 : index loc(#loc1)
      %368 = arith.index_cast %367 : index to i64 loc(#loc1)
      linalg.yield %368 : i64 loc(#loc1)
    } -> tensor<64xi64> loc(#loc1)
    %2 = tensor.empty() : tensor<1xi64> loc(#loc7)
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<1xi64>) outs(%2 : tensor<1xi64>) {
    ^bb0(%in: i64 loc("gpt_model.py":100:0), %out: i64 loc("gpt_model.py":100:0)):
      %367 = arith.remsi %in, %c64_i64 : i64 loc(#loc7)
      %368 = arith.cmpi ne, %367, %c0_i64 : i64 loc(#loc7)
      %369 = arith.cmpi slt, %367, %c0_i64 : i64 loc(#loc7)
      %370 = arith.andi %368, %369 : i1 loc(#loc7)
      %371 = arith.addi %367, %c64_i64 : i64 loc(#loc7)
      %372 = arith.select %370, %371, %367 : i64 loc(#loc7)
      linalg.yield %372 : i64 loc(#loc7)
    } -> tensor<1xi64> loc(#loc7)
    %4 = tensor.empty() : tensor<64xi1> loc(#loc7)
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%1, %3 : tensor<64xi64>, tensor<1xi64>) outs(%4 : tensor<64xi1>) {
    ^bb0(%in: i64 loc("gpt_model.py":99:0), %in_106: i64 loc("gpt_model.py":100:0), %out: i1 loc("gpt_model.py":100:0)):
      %367 = arith.cmpi eq, %in, %in_106 : i64 loc(#loc7)
      linalg.yield %367 : i1 loc(#loc7)
    } -> tensor<64xi1> loc(#loc7)
    %6 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel"]} ins(%arg1, %1 : tensor<1xi64>, tensor<64xi64>) outs(%0 : tensor<64xi64>) {
    ^bb0(%in: i64 loc("gpt_model.py":100:0), %in_106: i64 loc("gpt_model.py":99:0), %out: i64 loc("gpt_model.py":101:0)):
      %367 = arith.subi %in, %in_106 : i64 loc(#loc8)
      linalg.yield %367 : i64 loc(#loc8)
    } -> tensor<64xi64> loc(#loc8)
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<64xi64>) outs(%0 : tensor<64xi64>) {
    ^bb0(%in: i64 loc("gpt_model.py":101:0), %out: i64 loc("gpt_model.py":101:0)):
      %367 = arith.remsi %in, %c64_i64 : i64 loc(#loc8)
      %368 = arith.cmpi ne, %367, %c0_i64 : i64 loc(#loc8)
      %369 = arith.cmpi slt, %367, %c0_i64 : i64 loc(#loc8)
      %370 = arith.andi %368, %369 : i1 loc(#loc8)
      %371 = arith.addi %367, %c64_i64 : i64 loc(#loc8)
      %372 = arith.select %370, %371, %367 : i64 loc(#loc8)
      linalg.yield %372 : i64 loc(#loc8)
    } -> tensor<64xi64> loc(#loc8)
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%7, %arg1 : tensor<64xi64>, tensor<1xi64>) outs(%4 : tensor<64xi1>) {
    ^bb0(%in: i64 loc("gpt_model.py":101:0), %in_106: i64 loc("gpt_model.py":100:0), %out: i1 loc("gpt_model.py":102:0)):
      %367 = arith.cmpi sle, %in, %in_106 : i64 loc(#loc9)
      linalg.yield %367 : i1 loc(#loc9)
    } -> tensor<64xi1> loc(#loc9)
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<1xi64>) outs(%2 : tensor<1xi64>) {
    ^bb0(%in: i64 loc("gpt_model.py":100:0), %out: i64 loc("gpt_model.py":103:0)):
      %367 = arith.minsi %in, %c511_i64 : i64 loc(#loc2)
      linalg.yield %367 : i64 loc(#loc2)
    } -> tensor<1xi64> loc(#loc2)
    %10 = tensor.empty() : tensor<1x1xi64> loc(#loc2)
    %11 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<1xi64>) outs(%10 : tensor<1x1xi64>) {
    ^bb0(%in: i64 loc("gpt_model.py":103:0), %out: i64 loc("gpt_model.py":103:0)):
      %367 = arith.index_cast %in : i64 to index loc(#loc2)
      %extracted = tensor.extract %arg0[%c0, %367] : tensor<1x512xi64> loc(#loc2)
      linalg.yield %extracted : i64 loc(#loc2)
    } -> tensor<1x1xi64> loc(#loc2)
    %12 = tensor.empty() : tensor<1x1x128xf16> loc(#loc27)
    %13 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<1x1xi64>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: i64 loc("gpt_model.py":103:0), %out: f16 loc("tok"(#loc2))):
      %367 = arith.index_cast %in : i64 to index loc(#loc27)
      %368 = linalg.index 2 : index loc(#loc27)
      %369 = arith.cmpi slt, %367, %c128 : index loc(#loc27)
      cf.assert %369, "index must be smaller than dim size" loc(#loc27)
      %370 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc27)
      cf.assert %370, "index must be larger or equal to 0" loc(#loc27)
      %extracted = tensor.extract %arg8[%367, %368] : tensor<128x128xf16> loc(#loc27)
      linalg.yield %extracted : f16 loc(#loc27)
    } -> tensor<1x1x128xf16> loc(#loc27)
    %14 = tensor.empty() : tensor<1x1x128xf32> loc(#loc26)
    %15 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x1x128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f16 loc("tok"(#loc2)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.extf %in : f16 to f32 loc(#loc26)
      linalg.yield %367 : f32 loc(#loc26)
    } -> tensor<1x1x128xf32> loc(#loc26)
    %16 = tensor.empty() : tensor<1x1x128xf64> loc(#loc26)
    %17 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x1x128xf32>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %out: f64 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.extf %in : f32 to f64 loc(#loc26)
      linalg.yield %367 : f64 loc(#loc26)
    } -> tensor<1x1x128xf64> loc(#loc26)
    %18 = tensor.empty() : tensor<1x1x1xf64> loc(#loc26)
    %19 = linalg.fill ins(%cst : f64) outs(%18 : tensor<1x1x1xf64>) -> tensor<1x1x1xf64> loc(#loc26)
    %20 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln1"(#loc6)), %out: f64 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f64 loc(#loc26)
      linalg.yield %367 : f64 loc(#loc26)
    } -> tensor<1x1x1xf64> loc(#loc26)
    %21 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln1"(#loc6)), %out: f64 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc26)
      linalg.yield %367 : f64 loc(#loc26)
    } -> tensor<1x1x1xf64> loc(#loc26)
    %22 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %21 : tensor<1x1x128xf64>, tensor<1x1x1xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln1"(#loc6)), %in_106: f64 loc("blocks.0.ln1"(#loc6)), %out: f64 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.subf %in, %in_106 : f64 loc(#loc26)
      linalg.yield %367 : f64 loc(#loc26)
    } -> tensor<1x1x128xf64> loc(#loc26)
    %23 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %22 : tensor<1x1x128xf64>, tensor<1x1x128xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln1"(#loc6)), %in_106: f64 loc("blocks.0.ln1"(#loc6)), %out: f64 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.mulf %in, %in_106 : f64 loc(#loc26)
      linalg.yield %367 : f64 loc(#loc26)
    } -> tensor<1x1x128xf64> loc(#loc26)
    %24 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln1"(#loc6)), %out: f64 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f64 loc(#loc26)
      linalg.yield %367 : f64 loc(#loc26)
    } -> tensor<1x1x1xf64> loc(#loc26)
    %25 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln1"(#loc6)), %out: f64 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc26)
      linalg.yield %367 : f64 loc(#loc26)
    } -> tensor<1x1x1xf64> loc(#loc26)
    %26 = tensor.empty() : tensor<1x1x1xf32> loc(#loc26)
    %27 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x1x1xf64>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.truncf %in : f64 to f32 loc(#loc26)
      linalg.yield %367 : f32 loc(#loc26)
    } -> tensor<1x1x1xf32> loc(#loc26)
    %28 = linalg.fill ins(%cst_0 : f32) outs(%26 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32> loc(#loc26)
    %29 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<1x1x128xf32>) outs(%28 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f32 loc(#loc26)
      linalg.yield %367 : f32 loc(#loc26)
    } -> tensor<1x1x1xf32> loc(#loc26)
    %30 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_10 : f32 loc(#loc26)
      linalg.yield %367 : f32 loc(#loc26)
    } -> tensor<1x1x1xf32> loc(#loc26)
    %31 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.truncf %cst_8 : f64 to f32 loc(#loc26)
      %368 = arith.addf %in, %367 : f32 loc(#loc26)
      linalg.yield %368 : f32 loc(#loc26)
    } -> tensor<1x1x1xf32> loc(#loc26)
    %32 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = math.rsqrt %in : f32 loc(#loc26)
      linalg.yield %367 : f32 loc(#loc26)
    } -> tensor<1x1x1xf32> loc(#loc26)
    %33 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %30 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %in_106: f32 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc26)
      linalg.yield %367 : f32 loc(#loc26)
    } -> tensor<1x1x128xf32> loc(#loc26)
    %34 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %32 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %in_106: f32 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.mulf %in, %in_106 : f32 loc(#loc26)
      linalg.yield %367 : f32 loc(#loc26)
    } -> tensor<1x1x128xf32> loc(#loc26)
    %35 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %arg9 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %in_106: f16 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc26)
      %368 = arith.mulf %in, %367 : f32 loc(#loc26)
      linalg.yield %368 : f32 loc(#loc26)
    } -> tensor<1x1x128xf32> loc(#loc26)
    %36 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %arg10 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %in_106: f16 loc("blocks.0.ln1"(#loc6)), %out: f32 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc26)
      %368 = arith.addf %in, %367 : f32 loc(#loc26)
      linalg.yield %368 : f32 loc(#loc26)
    } -> tensor<1x1x128xf32> loc(#loc26)
    %37 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<1x1x128xf32>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.0.ln1"(#loc6)), %out: f16 loc("blocks.0.ln1"(#loc6))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc26)
      linalg.yield %367 : f16 loc(#loc26)
    } -> tensor<1x1x128xf16> loc(#loc26)
    %collapsed = tensor.collapse_shape %37 [[0], [1, 2]] : tensor<1x1x128xf16> into tensor<1x128xf16> loc(#loc28)
    %38 = tensor.empty() : tensor<128x384xf16> loc(#loc28)
    %transposed = linalg.transpose ins(%arg11 : tensor<384x128xf16>) outs(%38 : tensor<128x384xf16>) permutation = [1, 0]  loc(#loc28)
    %39 = tensor.empty() : tensor<384xf32> loc(#loc28)
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg12 : tensor<384xf16>) outs(%39 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("blocks.0.attn.qkv"(#loc10)), %out: f32 loc("blocks.0.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc28)
      linalg.yield %367 : f32 loc(#loc28)
    } -> tensor<384xf32> loc(#loc28)
    %41 = tensor.empty() : tensor<1x128xf32> loc(#loc28)
    %42 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.0.attn.qkv"(#loc10)), %out: f32 loc("blocks.0.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc28)
      linalg.yield %367 : f32 loc(#loc28)
    } -> tensor<1x128xf32> loc(#loc28)
    %43 = tensor.empty() : tensor<128x384xf32> loc(#loc28)
    %44 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<128x384xf16>) outs(%43 : tensor<128x384xf32>) {
    ^bb0(%in: f16 loc("blocks.0.attn.qkv"(#loc10)), %out: f32 loc("blocks.0.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc28)
      linalg.yield %367 : f32 loc(#loc28)
    } -> tensor<128x384xf32> loc(#loc28)
    %45 = tensor.empty() : tensor<1x384xf32> loc(#loc28)
    %46 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<1x384xf32>) -> tensor<1x384xf32> loc(#loc28)
    %47 = linalg.matmul ins(%42, %44 : tensor<1x128xf32>, tensor<128x384xf32>) outs(%46 : tensor<1x384xf32>) -> tensor<1x384xf32> loc(#loc28)
    %48 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<384xf32>) outs(%45 : tensor<1x384xf32>) {
    ^bb0(%in: f32 loc("blocks.0.attn.qkv"(#loc10)), %out: f32 loc("blocks.0.attn.qkv"(#loc10))):
      linalg.yield %in : f32 loc(#loc28)
    } -> tensor<1x384xf32> loc(#loc28)
    %49 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%47, %48 : tensor<1x384xf32>, tensor<1x384xf32>) outs(%45 : tensor<1x384xf32>) {
    ^bb0(%in: f32 loc("blocks.0.attn.qkv"(#loc10)), %in_106: f32 loc("blocks.0.attn.qkv"(#loc10)), %out: f32 loc("blocks.0.attn.qkv"(#loc10))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc28)
      linalg.yield %367 : f32 loc(#loc28)
    } -> tensor<1x384xf32> loc(#loc28)
    %50 = tensor.empty() : tensor<1x384xf16> loc(#loc28)
    %51 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<1x384xf32>) outs(%50 : tensor<1x384xf16>) {
    ^bb0(%in: f32 loc("blocks.0.attn.qkv"(#loc10)), %out: f16 loc("blocks.0.attn.qkv"(#loc10))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc28)
      linalg.yield %367 : f16 loc(#loc28)
    } -> tensor<1x384xf16> loc(#loc28)
    %expanded = tensor.expand_shape %51 [[0], [1, 2, 3, 4]] output_shape [1, 1, 3, 4, 32] : tensor<1x384xf16> into tensor<1x1x3x4x32xf16> loc(#loc29)
    %52 = tensor.empty() : tensor<3x1x4x1x32xf16> loc(#loc29)
    %transposed_11 = linalg.transpose ins(%expanded : tensor<1x1x3x4x32xf16>) outs(%52 : tensor<3x1x4x1x32xf16>) permutation = [2, 0, 3, 1, 4]  loc(#loc29)
    %extracted_slice = tensor.extract_slice %transposed_11[0, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc29)
    %extracted_slice_12 = tensor.extract_slice %transposed_11[1, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc29)
    %extracted_slice_13 = tensor.extract_slice %transposed_11[2, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc29)
    %expanded_14 = tensor.expand_shape %5 [[0, 1, 2, 3]] output_shape [1, 1, 64, 1] : tensor<64xi1> into tensor<1x1x64x1xi1> loc(#loc30)
    %53 = tensor.empty() : tensor<1x1x64x1xf16> loc(#loc31)
    %54 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<1x1x64x1xi1>) outs(%53 : tensor<1x1x64x1xf16>) {
    ^bb0(%in: i1 loc("blocks.0.attn"(#loc11)), %out: f16 loc("blocks.0.attn"(#loc12))):
      %367 = arith.uitofp %in : i1 to f16 loc(#loc31)
      linalg.yield %367 : f16 loc(#loc31)
    } -> tensor<1x1x64x1xf16> loc(#loc31)
    %55 = tensor.empty() : tensor<1x4x64x1xf16> loc(#loc32)
    %collapsed_15 = tensor.collapse_shape %54 [[0, 1], [2], [3]] : tensor<1x1x64x1xf16> into tensor<1x64x1xf16> loc(#loc32)
    %56 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_15 : tensor<1x64x1xf16>) outs(%55 : tensor<1x4x64x1xf16>) {
    ^bb0(%in: f16 loc("blocks.0.attn"(#loc13)), %out: f16 loc("blocks.0.attn"(#loc13))):
      linalg.yield %in : f16 loc(#loc32)
    } -> tensor<1x4x64x1xf16> loc(#loc32)
    %collapsed_16 = tensor.collapse_shape %56 [[0, 1], [2], [3]] : tensor<1x4x64x1xf16> into tensor<4x64x1xf16> loc(#loc32)
    %collapsed_17 = tensor.collapse_shape %extracted_slice_12 [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc32)
    %57 = tensor.empty() : tensor<4x64x32xf32> loc(#loc32)
    %58 = linalg.fill ins(%cst_0 : f32) outs(%57 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32> loc(#loc32)
    %59 = linalg.batch_matmul ins(%collapsed_16, %collapsed_17 : tensor<4x64x1xf16>, tensor<4x1x32xf16>) outs(%58 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32> loc(#loc32)
    %60 = tensor.empty() : tensor<4x64x32xf16> loc(#loc32)
    %61 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<4x64x32xf32>) outs(%60 : tensor<4x64x32xf16>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc13)), %out: f16 loc("blocks.0.attn"(#loc13))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc32)
      linalg.yield %367 : f16 loc(#loc32)
    } -> tensor<4x64x32xf16> loc(#loc32)
    %expanded_18 = tensor.expand_shape %61 [[0, 1], [2], [3]] output_shape [1, 4, 64, 32] : tensor<4x64x32xf16> into tensor<1x4x64x32xf16> loc(#loc32)
    %62 = tensor.empty() : tensor<1x4x64x32xf16> loc(#loc32)
    %63 = linalg.generic {indexing_maps = [#map10, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_18, %arg2 : tensor<1x1x64x1xi1>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>) outs(%62 : tensor<1x4x64x32xf16>) {
    ^bb0(%in: i1 loc("blocks.0.attn"(#loc11)), %in_106: f16 loc("blocks.0.attn"(#loc13)), %in_107: f16 loc("blocks.0.attn"(#loc13)), %out: f16 loc("blocks.0.attn"(#loc13))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc32)
      linalg.yield %367 : f16 loc(#loc32)
    } -> tensor<1x4x64x32xf16> loc(#loc32)
    %collapsed_19 = tensor.collapse_shape %extracted_slice_13 [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc33)
    %64 = linalg.batch_matmul ins(%collapsed_16, %collapsed_19 : tensor<4x64x1xf16>, tensor<4x1x32xf16>) outs(%58 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32> loc(#loc33)
    %65 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<4x64x32xf32>) outs(%60 : tensor<4x64x32xf16>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc14)), %out: f16 loc("blocks.0.attn"(#loc14))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc33)
      linalg.yield %367 : f16 loc(#loc33)
    } -> tensor<4x64x32xf16> loc(#loc33)
    %expanded_20 = tensor.expand_shape %65 [[0, 1], [2], [3]] output_shape [1, 4, 64, 32] : tensor<4x64x32xf16> into tensor<1x4x64x32xf16> loc(#loc33)
    %66 = linalg.generic {indexing_maps = [#map10, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_20, %arg3 : tensor<1x1x64x1xi1>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>) outs(%62 : tensor<1x4x64x32xf16>) {
    ^bb0(%in: i1 loc("blocks.0.attn"(#loc11)), %in_106: f16 loc("blocks.0.attn"(#loc14)), %in_107: f16 loc("blocks.0.attn"(#loc14)), %out: f16 loc("blocks.0.attn"(#loc14))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc33)
      linalg.yield %367 : f16 loc(#loc33)
    } -> tensor<1x4x64x32xf16> loc(#loc33)
    %67 = tensor.empty() : tensor<64x4xf16> loc(#loc34)
    %68 = linalg.generic {indexing_maps = [#map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64xi64>) outs(%67 : tensor<64x4xf16>) {
    ^bb0(%in: i64 loc("gpt_model.py":101:0), %out: f16 loc("blocks.0.attn.rel"(#loc15))):
      %367 = arith.index_cast %in : i64 to index loc(#loc34)
      %368 = linalg.index 1 : index loc(#loc34)
      %369 = arith.cmpi slt, %367, %c64 : index loc(#loc34)
      cf.assert %369, "index must be smaller than dim size" loc(#loc34)
      %370 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc34)
      cf.assert %370, "index must be larger or equal to 0" loc(#loc34)
      %extracted = tensor.extract %arg13[%367, %368] : tensor<64x4xf16> loc(#loc34)
      linalg.yield %extracted : f16 loc(#loc34)
    } -> tensor<64x4xf16> loc(#loc34)
    %69 = tensor.empty() : tensor<4x64xf16> loc(#loc35)
    %transposed_21 = linalg.transpose ins(%68 : tensor<64x4xf16>) outs(%69 : tensor<4x64xf16>) permutation = [1, 0]  loc(#loc35)
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%8 : tensor<64xi1>) outs(%4 : tensor<64xi1>) {
    ^bb0(%in: i1 loc("gpt_model.py":102:0), %out: i1 loc("blocks.0.attn"(#loc4))):
      %367 = arith.xori %in, %true : i1 loc(#loc24)
      linalg.yield %367 : i1 loc(#loc24)
    } -> tensor<64xi1> loc(#loc24)
    %71 = linalg.generic {indexing_maps = [#map2, #map12, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%70, %cst_6, %transposed_21 : tensor<64xi1>, tensor<f16>, tensor<4x64xf16>) outs(%69 : tensor<4x64xf16>) {
    ^bb0(%in: i1 loc("blocks.0.attn"(#loc4)), %in_106: f16 loc("blocks.0.attn"(#loc4)), %in_107: f16 loc("blocks.0.attn"(#loc15)), %out: f16 loc("blocks.0.attn"(#loc4))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc24)
      linalg.yield %367 : f16 loc(#loc24)
    } -> tensor<4x64xf16> loc(#loc24)
    %expanded_22 = tensor.expand_shape %71 [[0, 1], [2, 3]] output_shape [1, 4, 1, 64] : tensor<4x64xf16> into tensor<1x4x1x64xf16> loc(#loc24)
    %72 = tensor.empty() : tensor<1x4x32x64xf16> loc(#loc25)
    %transposed_23 = linalg.transpose ins(%63 : tensor<1x4x64x32xf16>) outs(%72 : tensor<1x4x32x64xf16>) permutation = [0, 1, 3, 2]  loc(#loc25)
    %collapsed_24 = tensor.collapse_shape %extracted_slice [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc25)
    %collapsed_25 = tensor.collapse_shape %transposed_23 [[0, 1], [2], [3]] : tensor<1x4x32x64xf16> into tensor<4x32x64xf16> loc(#loc25)
    %73 = tensor.empty() : tensor<4x1x64xf32> loc(#loc25)
    %74 = linalg.fill ins(%cst_0 : f32) outs(%73 : tensor<4x1x64xf32>) -> tensor<4x1x64xf32> loc(#loc25)
    %75 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<4x1x32xf16>, tensor<4x32x64xf16>) outs(%74 : tensor<4x1x64xf32>) -> tensor<4x1x64xf32> loc(#loc25)
    %76 = tensor.empty() : tensor<4x1x64xf16> loc(#loc25)
    %77 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<4x1x64xf32>) outs(%76 : tensor<4x1x64xf16>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc5)), %out: f16 loc("blocks.0.attn"(#loc5))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc25)
      linalg.yield %367 : f16 loc(#loc25)
    } -> tensor<4x1x64xf16> loc(#loc25)
    %expanded_26 = tensor.expand_shape %77 [[0, 1], [2], [3]] output_shape [1, 4, 1, 64] : tensor<4x1x64xf16> into tensor<1x4x1x64xf16> loc(#loc25)
    %78 = tensor.empty() : tensor<1x4x1x64xf16> loc(#loc25)
    %79 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<1x4x1x64xf16>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f16 loc("blocks.0.attn"(#loc5)), %out: f16 loc("blocks.0.attn"(#loc5))):
      %367 = arith.truncf %cst_7 : f64 to f16 loc(#loc25)
      %368 = arith.mulf %in, %367 : f16 loc(#loc25)
      linalg.yield %368 : f16 loc(#loc25)
    } -> tensor<1x4x1x64xf16> loc(#loc25)
    %80 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %expanded_22 : tensor<1x4x1x64xf16>, tensor<1x4x1x64xf16>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f16 loc("blocks.0.attn"(#loc5)), %in_106: f16 loc("blocks.0.attn"(#loc4)), %out: f16 loc("blocks.0.attn"(#loc16))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc36)
      linalg.yield %367 : f16 loc(#loc36)
    } -> tensor<1x4x1x64xf16> loc(#loc36)
    %81 = tensor.empty() : tensor<1x4x1x64xf32> loc(#loc36)
    %82 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80 : tensor<1x4x1x64xf16>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f16 loc("blocks.0.attn"(#loc16)), %out: f32 loc("blocks.0.attn"(#loc16))):
      %367 = arith.extf %in : f16 to f32 loc(#loc36)
      linalg.yield %367 : f32 loc(#loc36)
    } -> tensor<1x4x1x64xf32> loc(#loc36)
    %83 = tensor.empty() : tensor<1x4x1xi64> loc(#loc36)
    %84 = linalg.fill ins(%c0_i64 : i64) outs(%83 : tensor<1x4x1xi64>) -> tensor<1x4x1xi64> loc(#loc36)
    %85 = tensor.empty() : tensor<1x4x1xf32> loc(#loc36)
    %86 = linalg.fill ins(%cst_1 : f32) outs(%85 : tensor<1x4x1xf32>) -> tensor<1x4x1xf32> loc(#loc36)
    %87:2 = linalg.generic {indexing_maps = [#map8, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%82 : tensor<1x4x1x64xf32>) outs(%86, %84 : tensor<1x4x1xf32>, tensor<1x4x1xi64>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc16)), %out: f32 loc("blocks.0.attn"(#loc16)), %out_106: i64 loc("blocks.0.attn"(#loc16))):
      %367 = linalg.index 3 : index loc(#loc36)
      %368 = arith.index_cast %367 : index to i64 loc(#loc36)
      %369 = arith.maximumf %in, %out : f32 loc(#loc36)
      %370 = arith.cmpf ogt, %in, %out : f32 loc(#loc36)
      %371 = arith.select %370, %368, %out_106 : i64 loc(#loc36)
      linalg.yield %369, %371 : f32, i64 loc(#loc36)
    } -> (tensor<1x4x1xf32>, tensor<1x4x1xi64>) loc(#loc36)
    %expanded_27 = tensor.expand_shape %87#0 [[0], [1], [2, 3]] output_shape [1, 4, 1, 1] : tensor<1x4x1xf32> into tensor<1x4x1x1xf32> loc(#loc36)
    %88 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %expanded_27 : tensor<1x4x1x64xf32>, tensor<1x4x1x1xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc16)), %in_106: f32 loc("blocks.0.attn"(#loc16)), %out: f32 loc("blocks.0.attn"(#loc16))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc36)
      linalg.yield %367 : f32 loc(#loc36)
    } -> tensor<1x4x1x64xf32> loc(#loc36)
    %89 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88 : tensor<1x4x1x64xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc16)), %out: f32 loc("blocks.0.attn"(#loc16))):
      %367 = math.exp %in : f32 loc(#loc36)
      linalg.yield %367 : f32 loc(#loc36)
    } -> tensor<1x4x1x64xf32> loc(#loc36)
    %90 = tensor.empty() : tensor<1x4x1x1xf32> loc(#loc36)
    %91 = linalg.fill ins(%cst_0 : f32) outs(%90 : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32> loc(#loc36)
    %92 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%89 : tensor<1x4x1x64xf32>) outs(%91 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc16)), %out: f32 loc("blocks.0.attn"(#loc16))):
      %367 = arith.addf %in, %out : f32 loc(#loc36)
      linalg.yield %367 : f32 loc(#loc36)
    } -> tensor<1x4x1x1xf32> loc(#loc36)
    %93 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %92 : tensor<1x4x1x64xf32>, tensor<1x4x1x1xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc16)), %in_106: f32 loc("blocks.0.attn"(#loc16)), %out: f32 loc("blocks.0.attn"(#loc16))):
      %367 = arith.divf %in, %in_106 : f32 loc(#loc36)
      linalg.yield %367 : f32 loc(#loc36)
    } -> tensor<1x4x1x64xf32> loc(#loc36)
    %94 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<1x4x1x64xf32>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc16)), %out: f16 loc("blocks.0.attn"(#loc16))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc36)
      linalg.yield %367 : f16 loc(#loc36)
    } -> tensor<1x4x1x64xf16> loc(#loc36)
    %collapsed_28 = tensor.collapse_shape %94 [[0, 1], [2], [3]] : tensor<1x4x1x64xf16> into tensor<4x1x64xf16> loc(#loc37)
    %collapsed_29 = tensor.collapse_shape %66 [[0, 1], [2], [3]] : tensor<1x4x64x32xf16> into tensor<4x64x32xf16> loc(#loc37)
    %95 = tensor.empty() : tensor<4x1x32xf32> loc(#loc37)
    %96 = linalg.fill ins(%cst_0 : f32) outs(%95 : tensor<4x1x32xf32>) -> tensor<4x1x32xf32> loc(#loc37)
    %97 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<4x1x64xf16>, tensor<4x64x32xf16>) outs(%96 : tensor<4x1x32xf32>) -> tensor<4x1x32xf32> loc(#loc37)
    %98 = tensor.empty() : tensor<4x1x32xf16> loc(#loc37)
    %99 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<4x1x32xf32>) outs(%98 : tensor<4x1x32xf16>) {
    ^bb0(%in: f32 loc("blocks.0.attn"(#loc17)), %out: f16 loc("blocks.0.attn"(#loc17))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc37)
      linalg.yield %367 : f16 loc(#loc37)
    } -> tensor<4x1x32xf16> loc(#loc37)
    %expanded_30 = tensor.expand_shape %99 [[0, 1], [2], [3]] output_shape [1, 4, 1, 32] : tensor<4x1x32xf16> into tensor<1x4x1x32xf16> loc(#loc37)
    %100 = tensor.empty() : tensor<1x1x4x32xf16> loc(#loc38)
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<1x4x1x32xf16>) outs(%100 : tensor<1x1x4x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc38)
    %collapsed_32 = tensor.collapse_shape %transposed_31 [[0], [1, 2, 3]] : tensor<1x1x4x32xf16> into tensor<1x128xf16> loc(#loc39)
    %101 = tensor.empty() : tensor<128x128xf16> loc(#loc39)
    %transposed_33 = linalg.transpose ins(%arg14 : tensor<128x128xf16>) outs(%101 : tensor<128x128xf16>) permutation = [1, 0]  loc(#loc39)
    %102 = tensor.empty() : tensor<128xf32> loc(#loc39)
    %103 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg15 : tensor<128xf16>) outs(%102 : tensor<128xf32>) {
    ^bb0(%in: f16 loc("blocks.0.attn.out"(#loc18)), %out: f32 loc("blocks.0.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc39)
      linalg.yield %367 : f32 loc(#loc39)
    } -> tensor<128xf32> loc(#loc39)
    %104 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_32 : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.0.attn.out"(#loc18)), %out: f32 loc("blocks.0.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc39)
      linalg.yield %367 : f32 loc(#loc39)
    } -> tensor<1x128xf32> loc(#loc39)
    %105 = tensor.empty() : tensor<128x128xf32> loc(#loc39)
    %106 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_33 : tensor<128x128xf16>) outs(%105 : tensor<128x128xf32>) {
    ^bb0(%in: f16 loc("blocks.0.attn.out"(#loc18)), %out: f32 loc("blocks.0.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc39)
      linalg.yield %367 : f32 loc(#loc39)
    } -> tensor<128x128xf32> loc(#loc39)
    %107 = linalg.fill ins(%cst_0 : f32) outs(%41 : tensor<1x128xf32>) -> tensor<1x128xf32> loc(#loc39)
    %108 = linalg.matmul ins(%104, %106 : tensor<1x128xf32>, tensor<128x128xf32>) outs(%107 : tensor<1x128xf32>) -> tensor<1x128xf32> loc(#loc39)
    %109 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.attn.out"(#loc18)), %out: f32 loc("blocks.0.attn.out"(#loc18))):
      linalg.yield %in : f32 loc(#loc39)
    } -> tensor<1x128xf32> loc(#loc39)
    %110 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%108, %109 : tensor<1x128xf32>, tensor<1x128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.attn.out"(#loc18)), %in_106: f32 loc("blocks.0.attn.out"(#loc18)), %out: f32 loc("blocks.0.attn.out"(#loc18))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc39)
      linalg.yield %367 : f32 loc(#loc39)
    } -> tensor<1x128xf32> loc(#loc39)
    %111 = tensor.empty() : tensor<1x128xf16> loc(#loc39)
    %112 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%110 : tensor<1x128xf32>) outs(%111 : tensor<1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.0.attn.out"(#loc18)), %out: f16 loc("blocks.0.attn.out"(#loc18))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc39)
      linalg.yield %367 : f16 loc(#loc39)
    } -> tensor<1x128xf16> loc(#loc39)
    %expanded_34 = tensor.expand_shape %112 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf16> into tensor<1x1x128xf16> loc(#loc39)
    %113 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %expanded_34 : tensor<1x1x128xf16>, tensor<1x1x128xf16>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f16 loc("tok"(#loc2)), %in_106: f16 loc("blocks.0.attn.out"(#loc18)), %out: f16 loc("blocks.0"(#loc19))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc40)
      linalg.yield %367 : f16 loc(#loc40)
    } -> tensor<1x1x128xf16> loc(#loc40)
    %114 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<1x1x128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.0"(#loc19)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc41)
      linalg.yield %367 : f32 loc(#loc41)
    } -> tensor<1x1x128xf32> loc(#loc41)
    %115 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<1x1x128xf32>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %out: f64 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.extf %in : f32 to f64 loc(#loc41)
      linalg.yield %367 : f64 loc(#loc41)
    } -> tensor<1x1x128xf64> loc(#loc41)
    %116 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%115 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln2"(#loc20)), %out: f64 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f64 loc(#loc41)
      linalg.yield %367 : f64 loc(#loc41)
    } -> tensor<1x1x1xf64> loc(#loc41)
    %117 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln2"(#loc20)), %out: f64 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc41)
      linalg.yield %367 : f64 loc(#loc41)
    } -> tensor<1x1x1xf64> loc(#loc41)
    %118 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %117 : tensor<1x1x128xf64>, tensor<1x1x1xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln2"(#loc20)), %in_106: f64 loc("blocks.0.ln2"(#loc20)), %out: f64 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.subf %in, %in_106 : f64 loc(#loc41)
      linalg.yield %367 : f64 loc(#loc41)
    } -> tensor<1x1x128xf64> loc(#loc41)
    %119 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %118 : tensor<1x1x128xf64>, tensor<1x1x128xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln2"(#loc20)), %in_106: f64 loc("blocks.0.ln2"(#loc20)), %out: f64 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.mulf %in, %in_106 : f64 loc(#loc41)
      linalg.yield %367 : f64 loc(#loc41)
    } -> tensor<1x1x128xf64> loc(#loc41)
    %120 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%119 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln2"(#loc20)), %out: f64 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f64 loc(#loc41)
      linalg.yield %367 : f64 loc(#loc41)
    } -> tensor<1x1x1xf64> loc(#loc41)
    %121 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.0.ln2"(#loc20)), %out: f64 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc41)
      linalg.yield %367 : f64 loc(#loc41)
    } -> tensor<1x1x1xf64> loc(#loc41)
    %122 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<1x1x1xf64>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.truncf %in : f64 to f32 loc(#loc41)
      linalg.yield %367 : f32 loc(#loc41)
    } -> tensor<1x1x1xf32> loc(#loc41)
    %123 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%114 : tensor<1x1x128xf32>) outs(%28 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f32 loc(#loc41)
      linalg.yield %367 : f32 loc(#loc41)
    } -> tensor<1x1x1xf32> loc(#loc41)
    %124 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_10 : f32 loc(#loc41)
      linalg.yield %367 : f32 loc(#loc41)
    } -> tensor<1x1x1xf32> loc(#loc41)
    %125 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.truncf %cst_8 : f64 to f32 loc(#loc41)
      %368 = arith.addf %in, %367 : f32 loc(#loc41)
      linalg.yield %368 : f32 loc(#loc41)
    } -> tensor<1x1x1xf32> loc(#loc41)
    %126 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = math.rsqrt %in : f32 loc(#loc41)
      linalg.yield %367 : f32 loc(#loc41)
    } -> tensor<1x1x1xf32> loc(#loc41)
    %127 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %124 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %in_106: f32 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc41)
      linalg.yield %367 : f32 loc(#loc41)
    } -> tensor<1x1x128xf32> loc(#loc41)
    %128 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %126 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %in_106: f32 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.mulf %in, %in_106 : f32 loc(#loc41)
      linalg.yield %367 : f32 loc(#loc41)
    } -> tensor<1x1x128xf32> loc(#loc41)
    %129 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %arg16 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %in_106: f16 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc41)
      %368 = arith.mulf %in, %367 : f32 loc(#loc41)
      linalg.yield %368 : f32 loc(#loc41)
    } -> tensor<1x1x128xf32> loc(#loc41)
    %130 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %arg17 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %in_106: f16 loc("blocks.0.ln2"(#loc20)), %out: f32 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc41)
      %368 = arith.addf %in, %367 : f32 loc(#loc41)
      linalg.yield %368 : f32 loc(#loc41)
    } -> tensor<1x1x128xf32> loc(#loc41)
    %131 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<1x1x128xf32>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.0.ln2"(#loc20)), %out: f16 loc("blocks.0.ln2"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc41)
      linalg.yield %367 : f16 loc(#loc41)
    } -> tensor<1x1x128xf16> loc(#loc41)
    %collapsed_35 = tensor.collapse_shape %131 [[0], [1, 2]] : tensor<1x1x128xf16> into tensor<1x128xf16> loc(#loc42)
    %132 = tensor.empty() : tensor<128x512xf16> loc(#loc42)
    %transposed_36 = linalg.transpose ins(%arg18 : tensor<512x128xf16>) outs(%132 : tensor<128x512xf16>) permutation = [1, 0]  loc(#loc42)
    %133 = tensor.empty() : tensor<512xf32> loc(#loc42)
    %134 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg19 : tensor<512xf16>) outs(%133 : tensor<512xf32>) {
    ^bb0(%in: f16 loc("blocks.0.up"(#loc20)), %out: f32 loc("blocks.0.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc42)
      linalg.yield %367 : f32 loc(#loc42)
    } -> tensor<512xf32> loc(#loc42)
    %135 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_35 : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.0.up"(#loc20)), %out: f32 loc("blocks.0.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc42)
      linalg.yield %367 : f32 loc(#loc42)
    } -> tensor<1x128xf32> loc(#loc42)
    %136 = tensor.empty() : tensor<128x512xf32> loc(#loc42)
    %137 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_36 : tensor<128x512xf16>) outs(%136 : tensor<128x512xf32>) {
    ^bb0(%in: f16 loc("blocks.0.up"(#loc20)), %out: f32 loc("blocks.0.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc42)
      linalg.yield %367 : f32 loc(#loc42)
    } -> tensor<128x512xf32> loc(#loc42)
    %138 = tensor.empty() : tensor<1x512xf32> loc(#loc42)
    %139 = linalg.fill ins(%cst_0 : f32) outs(%138 : tensor<1x512xf32>) -> tensor<1x512xf32> loc(#loc42)
    %140 = linalg.matmul ins(%135, %137 : tensor<1x128xf32>, tensor<128x512xf32>) outs(%139 : tensor<1x512xf32>) -> tensor<1x512xf32> loc(#loc42)
    %141 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%134 : tensor<512xf32>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f32 loc("blocks.0.up"(#loc20)), %out: f32 loc("blocks.0.up"(#loc20))):
      linalg.yield %in : f32 loc(#loc42)
    } -> tensor<1x512xf32> loc(#loc42)
    %142 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%140, %141 : tensor<1x512xf32>, tensor<1x512xf32>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f32 loc("blocks.0.up"(#loc20)), %in_106: f32 loc("blocks.0.up"(#loc20)), %out: f32 loc("blocks.0.up"(#loc20))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc42)
      linalg.yield %367 : f32 loc(#loc42)
    } -> tensor<1x512xf32> loc(#loc42)
    %143 = tensor.empty() : tensor<1x512xf16> loc(#loc42)
    %144 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<1x512xf32>) outs(%143 : tensor<1x512xf16>) {
    ^bb0(%in: f32 loc("blocks.0.up"(#loc20)), %out: f16 loc("blocks.0.up"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc42)
      linalg.yield %367 : f16 loc(#loc42)
    } -> tensor<1x512xf16> loc(#loc42)
    %expanded_37 = tensor.expand_shape %144 [[0], [1, 2]] output_shape [1, 1, 512] : tensor<1x512xf16> into tensor<1x1x512xf16> loc(#loc42)
    %145 = tensor.empty() : tensor<1x1x512xf16> loc(#loc43)
    %146 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<1x1x512xf16>) outs(%145 : tensor<1x1x512xf16>) {
    ^bb0(%in: f16 loc("blocks.0.up"(#loc20)), %out: f16 loc("blocks.0.act"(#loc20))):
      %367 = math.sqrt %cst_3 : f16 loc(#loc43)
      %368 = arith.divf %in, %367 : f16 loc(#loc43)
      %369 = math.erf %368 : f16 loc(#loc43)
      %370 = arith.addf %369, %cst_2 : f16 loc(#loc43)
      %371 = arith.mulf %370, %cst_4 : f16 loc(#loc43)
      %372 = arith.mulf %in, %371 : f16 loc(#loc43)
      linalg.yield %372 : f16 loc(#loc43)
    } -> tensor<1x1x512xf16> loc(#loc43)
    %collapsed_38 = tensor.collapse_shape %146 [[0], [1, 2]] : tensor<1x1x512xf16> into tensor<1x512xf16> loc(#loc44)
    %147 = tensor.empty() : tensor<512x128xf16> loc(#loc44)
    %transposed_39 = linalg.transpose ins(%arg20 : tensor<128x512xf16>) outs(%147 : tensor<512x128xf16>) permutation = [1, 0]  loc(#loc44)
    %148 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg21 : tensor<128xf16>) outs(%102 : tensor<128xf32>) {
    ^bb0(%in: f16 loc("blocks.0.down"(#loc20)), %out: f32 loc("blocks.0.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc44)
      linalg.yield %367 : f32 loc(#loc44)
    } -> tensor<128xf32> loc(#loc44)
    %149 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_38 : tensor<1x512xf16>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f16 loc("blocks.0.down"(#loc20)), %out: f32 loc("blocks.0.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc44)
      linalg.yield %367 : f32 loc(#loc44)
    } -> tensor<1x512xf32> loc(#loc44)
    %150 = tensor.empty() : tensor<512x128xf32> loc(#loc44)
    %151 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_39 : tensor<512x128xf16>) outs(%150 : tensor<512x128xf32>) {
    ^bb0(%in: f16 loc("blocks.0.down"(#loc20)), %out: f32 loc("blocks.0.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc44)
      linalg.yield %367 : f32 loc(#loc44)
    } -> tensor<512x128xf32> loc(#loc44)
    %152 = linalg.matmul ins(%149, %151 : tensor<1x512xf32>, tensor<512x128xf32>) outs(%107 : tensor<1x128xf32>) -> tensor<1x128xf32> loc(#loc44)
    %153 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%148 : tensor<128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.down"(#loc20)), %out: f32 loc("blocks.0.down"(#loc20))):
      linalg.yield %in : f32 loc(#loc44)
    } -> tensor<1x128xf32> loc(#loc44)
    %154 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%152, %153 : tensor<1x128xf32>, tensor<1x128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.0.down"(#loc20)), %in_106: f32 loc("blocks.0.down"(#loc20)), %out: f32 loc("blocks.0.down"(#loc20))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc44)
      linalg.yield %367 : f32 loc(#loc44)
    } -> tensor<1x128xf32> loc(#loc44)
    %155 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%154 : tensor<1x128xf32>) outs(%111 : tensor<1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.0.down"(#loc20)), %out: f16 loc("blocks.0.down"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc44)
      linalg.yield %367 : f16 loc(#loc44)
    } -> tensor<1x128xf16> loc(#loc44)
    %expanded_40 = tensor.expand_shape %155 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf16> into tensor<1x1x128xf16> loc(#loc44)
    %156 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %expanded_40 : tensor<1x1x128xf16>, tensor<1x1x128xf16>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f16 loc("blocks.0"(#loc19)), %in_106: f16 loc("blocks.0.down"(#loc20)), %out: f16 loc("blocks.0"(#loc20))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc45)
      linalg.yield %367 : f16 loc(#loc45)
    } -> tensor<1x1x128xf16> loc(#loc45)
    %157 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<1x1x128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.0"(#loc20)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.extf %in : f16 to f32 loc(#loc46)
      linalg.yield %367 : f32 loc(#loc46)
    } -> tensor<1x1x128xf32> loc(#loc46)
    %158 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<1x1x128xf32>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %out: f64 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.extf %in : f32 to f64 loc(#loc46)
      linalg.yield %367 : f64 loc(#loc46)
    } -> tensor<1x1x128xf64> loc(#loc46)
    %159 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%158 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln1"(#loc6)), %out: f64 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f64 loc(#loc46)
      linalg.yield %367 : f64 loc(#loc46)
    } -> tensor<1x1x1xf64> loc(#loc46)
    %160 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln1"(#loc6)), %out: f64 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc46)
      linalg.yield %367 : f64 loc(#loc46)
    } -> tensor<1x1x1xf64> loc(#loc46)
    %161 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %160 : tensor<1x1x128xf64>, tensor<1x1x1xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln1"(#loc6)), %in_106: f64 loc("blocks.1.ln1"(#loc6)), %out: f64 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.subf %in, %in_106 : f64 loc(#loc46)
      linalg.yield %367 : f64 loc(#loc46)
    } -> tensor<1x1x128xf64> loc(#loc46)
    %162 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %161 : tensor<1x1x128xf64>, tensor<1x1x128xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln1"(#loc6)), %in_106: f64 loc("blocks.1.ln1"(#loc6)), %out: f64 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.mulf %in, %in_106 : f64 loc(#loc46)
      linalg.yield %367 : f64 loc(#loc46)
    } -> tensor<1x1x128xf64> loc(#loc46)
    %163 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%162 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln1"(#loc6)), %out: f64 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f64 loc(#loc46)
      linalg.yield %367 : f64 loc(#loc46)
    } -> tensor<1x1x1xf64> loc(#loc46)
    %164 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln1"(#loc6)), %out: f64 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc46)
      linalg.yield %367 : f64 loc(#loc46)
    } -> tensor<1x1x1xf64> loc(#loc46)
    %165 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164 : tensor<1x1x1xf64>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.truncf %in : f64 to f32 loc(#loc46)
      linalg.yield %367 : f32 loc(#loc46)
    } -> tensor<1x1x1xf32> loc(#loc46)
    %166 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%157 : tensor<1x1x128xf32>) outs(%28 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f32 loc(#loc46)
      linalg.yield %367 : f32 loc(#loc46)
    } -> tensor<1x1x1xf32> loc(#loc46)
    %167 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_10 : f32 loc(#loc46)
      linalg.yield %367 : f32 loc(#loc46)
    } -> tensor<1x1x1xf32> loc(#loc46)
    %168 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.truncf %cst_8 : f64 to f32 loc(#loc46)
      %368 = arith.addf %in, %367 : f32 loc(#loc46)
      linalg.yield %368 : f32 loc(#loc46)
    } -> tensor<1x1x1xf32> loc(#loc46)
    %169 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = math.rsqrt %in : f32 loc(#loc46)
      linalg.yield %367 : f32 loc(#loc46)
    } -> tensor<1x1x1xf32> loc(#loc46)
    %170 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157, %167 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %in_106: f32 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc46)
      linalg.yield %367 : f32 loc(#loc46)
    } -> tensor<1x1x128xf32> loc(#loc46)
    %171 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %169 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %in_106: f32 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.mulf %in, %in_106 : f32 loc(#loc46)
      linalg.yield %367 : f32 loc(#loc46)
    } -> tensor<1x1x128xf32> loc(#loc46)
    %172 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %arg22 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %in_106: f16 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc46)
      %368 = arith.mulf %in, %367 : f32 loc(#loc46)
      linalg.yield %368 : f32 loc(#loc46)
    } -> tensor<1x1x128xf32> loc(#loc46)
    %173 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172, %arg23 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %in_106: f16 loc("blocks.1.ln1"(#loc6)), %out: f32 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc46)
      %368 = arith.addf %in, %367 : f32 loc(#loc46)
      linalg.yield %368 : f32 loc(#loc46)
    } -> tensor<1x1x128xf32> loc(#loc46)
    %174 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<1x1x128xf32>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.1.ln1"(#loc6)), %out: f16 loc("blocks.1.ln1"(#loc6))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc46)
      linalg.yield %367 : f16 loc(#loc46)
    } -> tensor<1x1x128xf16> loc(#loc46)
    %collapsed_41 = tensor.collapse_shape %174 [[0], [1, 2]] : tensor<1x1x128xf16> into tensor<1x128xf16> loc(#loc47)
    %transposed_42 = linalg.transpose ins(%arg24 : tensor<384x128xf16>) outs(%38 : tensor<128x384xf16>) permutation = [1, 0]  loc(#loc47)
    %175 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg25 : tensor<384xf16>) outs(%39 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("blocks.1.attn.qkv"(#loc10)), %out: f32 loc("blocks.1.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc47)
      linalg.yield %367 : f32 loc(#loc47)
    } -> tensor<384xf32> loc(#loc47)
    %176 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_41 : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.1.attn.qkv"(#loc10)), %out: f32 loc("blocks.1.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc47)
      linalg.yield %367 : f32 loc(#loc47)
    } -> tensor<1x128xf32> loc(#loc47)
    %177 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_42 : tensor<128x384xf16>) outs(%43 : tensor<128x384xf32>) {
    ^bb0(%in: f16 loc("blocks.1.attn.qkv"(#loc10)), %out: f32 loc("blocks.1.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc47)
      linalg.yield %367 : f32 loc(#loc47)
    } -> tensor<128x384xf32> loc(#loc47)
    %178 = linalg.matmul ins(%176, %177 : tensor<1x128xf32>, tensor<128x384xf32>) outs(%46 : tensor<1x384xf32>) -> tensor<1x384xf32> loc(#loc47)
    %179 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%175 : tensor<384xf32>) outs(%45 : tensor<1x384xf32>) {
    ^bb0(%in: f32 loc("blocks.1.attn.qkv"(#loc10)), %out: f32 loc("blocks.1.attn.qkv"(#loc10))):
      linalg.yield %in : f32 loc(#loc47)
    } -> tensor<1x384xf32> loc(#loc47)
    %180 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%178, %179 : tensor<1x384xf32>, tensor<1x384xf32>) outs(%45 : tensor<1x384xf32>) {
    ^bb0(%in: f32 loc("blocks.1.attn.qkv"(#loc10)), %in_106: f32 loc("blocks.1.attn.qkv"(#loc10)), %out: f32 loc("blocks.1.attn.qkv"(#loc10))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc47)
      linalg.yield %367 : f32 loc(#loc47)
    } -> tensor<1x384xf32> loc(#loc47)
    %181 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%180 : tensor<1x384xf32>) outs(%50 : tensor<1x384xf16>) {
    ^bb0(%in: f32 loc("blocks.1.attn.qkv"(#loc10)), %out: f16 loc("blocks.1.attn.qkv"(#loc10))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc47)
      linalg.yield %367 : f16 loc(#loc47)
    } -> tensor<1x384xf16> loc(#loc47)
    %expanded_43 = tensor.expand_shape %181 [[0], [1, 2, 3, 4]] output_shape [1, 1, 3, 4, 32] : tensor<1x384xf16> into tensor<1x1x3x4x32xf16> loc(#loc48)
    %transposed_44 = linalg.transpose ins(%expanded_43 : tensor<1x1x3x4x32xf16>) outs(%52 : tensor<3x1x4x1x32xf16>) permutation = [2, 0, 3, 1, 4]  loc(#loc48)
    %extracted_slice_45 = tensor.extract_slice %transposed_44[0, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc48)
    %extracted_slice_46 = tensor.extract_slice %transposed_44[1, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc48)
    %extracted_slice_47 = tensor.extract_slice %transposed_44[2, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc48)
    %collapsed_48 = tensor.collapse_shape %extracted_slice_46 [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc49)
    %182 = linalg.batch_matmul ins(%collapsed_16, %collapsed_48 : tensor<4x64x1xf16>, tensor<4x1x32xf16>) outs(%58 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32> loc(#loc49)
    %183 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182 : tensor<4x64x32xf32>) outs(%60 : tensor<4x64x32xf16>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc13)), %out: f16 loc("blocks.1.attn"(#loc13))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc49)
      linalg.yield %367 : f16 loc(#loc49)
    } -> tensor<4x64x32xf16> loc(#loc49)
    %expanded_49 = tensor.expand_shape %183 [[0, 1], [2], [3]] output_shape [1, 4, 64, 32] : tensor<4x64x32xf16> into tensor<1x4x64x32xf16> loc(#loc49)
    %184 = linalg.generic {indexing_maps = [#map10, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_49, %arg4 : tensor<1x1x64x1xi1>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>) outs(%62 : tensor<1x4x64x32xf16>) {
    ^bb0(%in: i1 loc("blocks.1.attn"(#loc11)), %in_106: f16 loc("blocks.1.attn"(#loc13)), %in_107: f16 loc("blocks.1.attn"(#loc13)), %out: f16 loc("blocks.1.attn"(#loc13))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc49)
      linalg.yield %367 : f16 loc(#loc49)
    } -> tensor<1x4x64x32xf16> loc(#loc49)
    %collapsed_50 = tensor.collapse_shape %extracted_slice_47 [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc51)
    %185 = linalg.batch_matmul ins(%collapsed_16, %collapsed_50 : tensor<4x64x1xf16>, tensor<4x1x32xf16>) outs(%58 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32> loc(#loc51)
    %186 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185 : tensor<4x64x32xf32>) outs(%60 : tensor<4x64x32xf16>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc14)), %out: f16 loc("blocks.1.attn"(#loc14))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc51)
      linalg.yield %367 : f16 loc(#loc51)
    } -> tensor<4x64x32xf16> loc(#loc51)
    %expanded_51 = tensor.expand_shape %186 [[0, 1], [2], [3]] output_shape [1, 4, 64, 32] : tensor<4x64x32xf16> into tensor<1x4x64x32xf16> loc(#loc51)
    %187 = linalg.generic {indexing_maps = [#map10, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_51, %arg5 : tensor<1x1x64x1xi1>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>) outs(%62 : tensor<1x4x64x32xf16>) {
    ^bb0(%in: i1 loc("blocks.1.attn"(#loc11)), %in_106: f16 loc("blocks.1.attn"(#loc14)), %in_107: f16 loc("blocks.1.attn"(#loc14)), %out: f16 loc("blocks.1.attn"(#loc14))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc51)
      linalg.yield %367 : f16 loc(#loc51)
    } -> tensor<1x4x64x32xf16> loc(#loc51)
    %188 = linalg.generic {indexing_maps = [#map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64xi64>) outs(%67 : tensor<64x4xf16>) {
    ^bb0(%in: i64 loc("gpt_model.py":101:0), %out: f16 loc("blocks.1.attn.rel"(#loc15))):
      %367 = arith.index_cast %in : i64 to index loc(#loc52)
      %368 = linalg.index 1 : index loc(#loc52)
      %369 = arith.cmpi slt, %367, %c64 : index loc(#loc52)
      cf.assert %369, "index must be smaller than dim size" loc(#loc52)
      %370 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc52)
      cf.assert %370, "index must be larger or equal to 0" loc(#loc52)
      %extracted = tensor.extract %arg26[%367, %368] : tensor<64x4xf16> loc(#loc52)
      linalg.yield %extracted : f16 loc(#loc52)
    } -> tensor<64x4xf16> loc(#loc52)
    %transposed_52 = linalg.transpose ins(%188 : tensor<64x4xf16>) outs(%69 : tensor<4x64xf16>) permutation = [1, 0]  loc(#loc53)
    %189 = linalg.generic {indexing_maps = [#map2, #map12, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%70, %cst_6, %transposed_52 : tensor<64xi1>, tensor<f16>, tensor<4x64xf16>) outs(%69 : tensor<4x64xf16>) {
    ^bb0(%in: i1 loc("blocks.1.attn"(#loc4)), %in_106: f16 loc("blocks.0.attn"(#loc4)), %in_107: f16 loc("blocks.1.attn"(#loc15)), %out: f16 loc("blocks.1.attn"(#loc4))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc54)
      linalg.yield %367 : f16 loc(#loc54)
    } -> tensor<4x64xf16> loc(#loc54)
    %expanded_53 = tensor.expand_shape %189 [[0, 1], [2, 3]] output_shape [1, 4, 1, 64] : tensor<4x64xf16> into tensor<1x4x1x64xf16> loc(#loc54)
    %transposed_54 = linalg.transpose ins(%184 : tensor<1x4x64x32xf16>) outs(%72 : tensor<1x4x32x64xf16>) permutation = [0, 1, 3, 2]  loc(#loc55)
    %collapsed_55 = tensor.collapse_shape %extracted_slice_45 [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc55)
    %collapsed_56 = tensor.collapse_shape %transposed_54 [[0, 1], [2], [3]] : tensor<1x4x32x64xf16> into tensor<4x32x64xf16> loc(#loc55)
    %190 = linalg.batch_matmul ins(%collapsed_55, %collapsed_56 : tensor<4x1x32xf16>, tensor<4x32x64xf16>) outs(%74 : tensor<4x1x64xf32>) -> tensor<4x1x64xf32> loc(#loc55)
    %191 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190 : tensor<4x1x64xf32>) outs(%76 : tensor<4x1x64xf16>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc5)), %out: f16 loc("blocks.1.attn"(#loc5))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc55)
      linalg.yield %367 : f16 loc(#loc55)
    } -> tensor<4x1x64xf16> loc(#loc55)
    %expanded_57 = tensor.expand_shape %191 [[0, 1], [2], [3]] output_shape [1, 4, 1, 64] : tensor<4x1x64xf16> into tensor<1x4x1x64xf16> loc(#loc55)
    %192 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_57 : tensor<1x4x1x64xf16>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f16 loc("blocks.1.attn"(#loc5)), %out: f16 loc("blocks.1.attn"(#loc5))):
      %367 = arith.truncf %cst_7 : f64 to f16 loc(#loc55)
      %368 = arith.mulf %in, %367 : f16 loc(#loc55)
      linalg.yield %368 : f16 loc(#loc55)
    } -> tensor<1x4x1x64xf16> loc(#loc55)
    %193 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%192, %expanded_53 : tensor<1x4x1x64xf16>, tensor<1x4x1x64xf16>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f16 loc("blocks.1.attn"(#loc5)), %in_106: f16 loc("blocks.1.attn"(#loc4)), %out: f16 loc("blocks.1.attn"(#loc16))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc56)
      linalg.yield %367 : f16 loc(#loc56)
    } -> tensor<1x4x1x64xf16> loc(#loc56)
    %194 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%193 : tensor<1x4x1x64xf16>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f16 loc("blocks.1.attn"(#loc16)), %out: f32 loc("blocks.1.attn"(#loc16))):
      %367 = arith.extf %in : f16 to f32 loc(#loc56)
      linalg.yield %367 : f32 loc(#loc56)
    } -> tensor<1x4x1x64xf32> loc(#loc56)
    %195:2 = linalg.generic {indexing_maps = [#map8, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%194 : tensor<1x4x1x64xf32>) outs(%86, %84 : tensor<1x4x1xf32>, tensor<1x4x1xi64>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc16)), %out: f32 loc("blocks.1.attn"(#loc16)), %out_106: i64 loc("blocks.1.attn"(#loc16))):
      %367 = linalg.index 3 : index loc(#loc56)
      %368 = arith.index_cast %367 : index to i64 loc(#loc56)
      %369 = arith.maximumf %in, %out : f32 loc(#loc56)
      %370 = arith.cmpf ogt, %in, %out : f32 loc(#loc56)
      %371 = arith.select %370, %368, %out_106 : i64 loc(#loc56)
      linalg.yield %369, %371 : f32, i64 loc(#loc56)
    } -> (tensor<1x4x1xf32>, tensor<1x4x1xi64>) loc(#loc56)
    %expanded_58 = tensor.expand_shape %195#0 [[0], [1], [2, 3]] output_shape [1, 4, 1, 1] : tensor<1x4x1xf32> into tensor<1x4x1x1xf32> loc(#loc56)
    %196 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194, %expanded_58 : tensor<1x4x1x64xf32>, tensor<1x4x1x1xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc16)), %in_106: f32 loc("blocks.1.attn"(#loc16)), %out: f32 loc("blocks.1.attn"(#loc16))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc56)
      linalg.yield %367 : f32 loc(#loc56)
    } -> tensor<1x4x1x64xf32> loc(#loc56)
    %197 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%196 : tensor<1x4x1x64xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc16)), %out: f32 loc("blocks.1.attn"(#loc16))):
      %367 = math.exp %in : f32 loc(#loc56)
      linalg.yield %367 : f32 loc(#loc56)
    } -> tensor<1x4x1x64xf32> loc(#loc56)
    %198 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%197 : tensor<1x4x1x64xf32>) outs(%91 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc16)), %out: f32 loc("blocks.1.attn"(#loc16))):
      %367 = arith.addf %in, %out : f32 loc(#loc56)
      linalg.yield %367 : f32 loc(#loc56)
    } -> tensor<1x4x1x1xf32> loc(#loc56)
    %199 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%197, %198 : tensor<1x4x1x64xf32>, tensor<1x4x1x1xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc16)), %in_106: f32 loc("blocks.1.attn"(#loc16)), %out: f32 loc("blocks.1.attn"(#loc16))):
      %367 = arith.divf %in, %in_106 : f32 loc(#loc56)
      linalg.yield %367 : f32 loc(#loc56)
    } -> tensor<1x4x1x64xf32> loc(#loc56)
    %200 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%199 : tensor<1x4x1x64xf32>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc16)), %out: f16 loc("blocks.1.attn"(#loc16))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc56)
      linalg.yield %367 : f16 loc(#loc56)
    } -> tensor<1x4x1x64xf16> loc(#loc56)
    %collapsed_59 = tensor.collapse_shape %200 [[0, 1], [2], [3]] : tensor<1x4x1x64xf16> into tensor<4x1x64xf16> loc(#loc57)
    %collapsed_60 = tensor.collapse_shape %187 [[0, 1], [2], [3]] : tensor<1x4x64x32xf16> into tensor<4x64x32xf16> loc(#loc57)
    %201 = linalg.batch_matmul ins(%collapsed_59, %collapsed_60 : tensor<4x1x64xf16>, tensor<4x64x32xf16>) outs(%96 : tensor<4x1x32xf32>) -> tensor<4x1x32xf32> loc(#loc57)
    %202 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<4x1x32xf32>) outs(%98 : tensor<4x1x32xf16>) {
    ^bb0(%in: f32 loc("blocks.1.attn"(#loc17)), %out: f16 loc("blocks.1.attn"(#loc17))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc57)
      linalg.yield %367 : f16 loc(#loc57)
    } -> tensor<4x1x32xf16> loc(#loc57)
    %expanded_61 = tensor.expand_shape %202 [[0, 1], [2], [3]] output_shape [1, 4, 1, 32] : tensor<4x1x32xf16> into tensor<1x4x1x32xf16> loc(#loc57)
    %transposed_62 = linalg.transpose ins(%expanded_61 : tensor<1x4x1x32xf16>) outs(%100 : tensor<1x1x4x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc58)
    %collapsed_63 = tensor.collapse_shape %transposed_62 [[0], [1, 2, 3]] : tensor<1x1x4x32xf16> into tensor<1x128xf16> loc(#loc59)
    %transposed_64 = linalg.transpose ins(%arg27 : tensor<128x128xf16>) outs(%101 : tensor<128x128xf16>) permutation = [1, 0]  loc(#loc59)
    %203 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg28 : tensor<128xf16>) outs(%102 : tensor<128xf32>) {
    ^bb0(%in: f16 loc("blocks.1.attn.out"(#loc18)), %out: f32 loc("blocks.1.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc59)
      linalg.yield %367 : f32 loc(#loc59)
    } -> tensor<128xf32> loc(#loc59)
    %204 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_63 : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.1.attn.out"(#loc18)), %out: f32 loc("blocks.1.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc59)
      linalg.yield %367 : f32 loc(#loc59)
    } -> tensor<1x128xf32> loc(#loc59)
    %205 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_64 : tensor<128x128xf16>) outs(%105 : tensor<128x128xf32>) {
    ^bb0(%in: f16 loc("blocks.1.attn.out"(#loc18)), %out: f32 loc("blocks.1.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc59)
      linalg.yield %367 : f32 loc(#loc59)
    } -> tensor<128x128xf32> loc(#loc59)
    %206 = linalg.matmul ins(%204, %205 : tensor<1x128xf32>, tensor<128x128xf32>) outs(%107 : tensor<1x128xf32>) -> tensor<1x128xf32> loc(#loc59)
    %207 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%203 : tensor<128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.attn.out"(#loc18)), %out: f32 loc("blocks.1.attn.out"(#loc18))):
      linalg.yield %in : f32 loc(#loc59)
    } -> tensor<1x128xf32> loc(#loc59)
    %208 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%206, %207 : tensor<1x128xf32>, tensor<1x128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.attn.out"(#loc18)), %in_106: f32 loc("blocks.1.attn.out"(#loc18)), %out: f32 loc("blocks.1.attn.out"(#loc18))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc59)
      linalg.yield %367 : f32 loc(#loc59)
    } -> tensor<1x128xf32> loc(#loc59)
    %209 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%208 : tensor<1x128xf32>) outs(%111 : tensor<1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.1.attn.out"(#loc18)), %out: f16 loc("blocks.1.attn.out"(#loc18))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc59)
      linalg.yield %367 : f16 loc(#loc59)
    } -> tensor<1x128xf16> loc(#loc59)
    %expanded_65 = tensor.expand_shape %209 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf16> into tensor<1x1x128xf16> loc(#loc59)
    %210 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %expanded_65 : tensor<1x1x128xf16>, tensor<1x1x128xf16>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f16 loc("blocks.0"(#loc20)), %in_106: f16 loc("blocks.1.attn.out"(#loc18)), %out: f16 loc("blocks.1"(#loc19))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc60)
      linalg.yield %367 : f16 loc(#loc60)
    } -> tensor<1x1x128xf16> loc(#loc60)
    %211 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<1x1x128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.1"(#loc19)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc61)
      linalg.yield %367 : f32 loc(#loc61)
    } -> tensor<1x1x128xf32> loc(#loc61)
    %212 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<1x1x128xf32>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %out: f64 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.extf %in : f32 to f64 loc(#loc61)
      linalg.yield %367 : f64 loc(#loc61)
    } -> tensor<1x1x128xf64> loc(#loc61)
    %213 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%212 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln2"(#loc20)), %out: f64 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f64 loc(#loc61)
      linalg.yield %367 : f64 loc(#loc61)
    } -> tensor<1x1x1xf64> loc(#loc61)
    %214 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%213 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln2"(#loc20)), %out: f64 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc61)
      linalg.yield %367 : f64 loc(#loc61)
    } -> tensor<1x1x1xf64> loc(#loc61)
    %215 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212, %214 : tensor<1x1x128xf64>, tensor<1x1x1xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln2"(#loc20)), %in_106: f64 loc("blocks.1.ln2"(#loc20)), %out: f64 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.subf %in, %in_106 : f64 loc(#loc61)
      linalg.yield %367 : f64 loc(#loc61)
    } -> tensor<1x1x128xf64> loc(#loc61)
    %216 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215, %215 : tensor<1x1x128xf64>, tensor<1x1x128xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln2"(#loc20)), %in_106: f64 loc("blocks.1.ln2"(#loc20)), %out: f64 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.mulf %in, %in_106 : f64 loc(#loc61)
      linalg.yield %367 : f64 loc(#loc61)
    } -> tensor<1x1x128xf64> loc(#loc61)
    %217 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%216 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln2"(#loc20)), %out: f64 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f64 loc(#loc61)
      linalg.yield %367 : f64 loc(#loc61)
    } -> tensor<1x1x1xf64> loc(#loc61)
    %218 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.1.ln2"(#loc20)), %out: f64 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc61)
      linalg.yield %367 : f64 loc(#loc61)
    } -> tensor<1x1x1xf64> loc(#loc61)
    %219 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218 : tensor<1x1x1xf64>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.truncf %in : f64 to f32 loc(#loc61)
      linalg.yield %367 : f32 loc(#loc61)
    } -> tensor<1x1x1xf32> loc(#loc61)
    %220 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%211 : tensor<1x1x128xf32>) outs(%28 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f32 loc(#loc61)
      linalg.yield %367 : f32 loc(#loc61)
    } -> tensor<1x1x1xf32> loc(#loc61)
    %221 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_10 : f32 loc(#loc61)
      linalg.yield %367 : f32 loc(#loc61)
    } -> tensor<1x1x1xf32> loc(#loc61)
    %222 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.truncf %cst_8 : f64 to f32 loc(#loc61)
      %368 = arith.addf %in, %367 : f32 loc(#loc61)
      linalg.yield %368 : f32 loc(#loc61)
    } -> tensor<1x1x1xf32> loc(#loc61)
    %223 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = math.rsqrt %in : f32 loc(#loc61)
      linalg.yield %367 : f32 loc(#loc61)
    } -> tensor<1x1x1xf32> loc(#loc61)
    %224 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %221 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %in_106: f32 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc61)
      linalg.yield %367 : f32 loc(#loc61)
    } -> tensor<1x1x128xf32> loc(#loc61)
    %225 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224, %223 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %in_106: f32 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.mulf %in, %in_106 : f32 loc(#loc61)
      linalg.yield %367 : f32 loc(#loc61)
    } -> tensor<1x1x128xf32> loc(#loc61)
    %226 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %arg29 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %in_106: f16 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc61)
      %368 = arith.mulf %in, %367 : f32 loc(#loc61)
      linalg.yield %368 : f32 loc(#loc61)
    } -> tensor<1x1x128xf32> loc(#loc61)
    %227 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %arg30 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %in_106: f16 loc("blocks.1.ln2"(#loc20)), %out: f32 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc61)
      %368 = arith.addf %in, %367 : f32 loc(#loc61)
      linalg.yield %368 : f32 loc(#loc61)
    } -> tensor<1x1x128xf32> loc(#loc61)
    %228 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227 : tensor<1x1x128xf32>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.1.ln2"(#loc20)), %out: f16 loc("blocks.1.ln2"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc61)
      linalg.yield %367 : f16 loc(#loc61)
    } -> tensor<1x1x128xf16> loc(#loc61)
    %collapsed_66 = tensor.collapse_shape %228 [[0], [1, 2]] : tensor<1x1x128xf16> into tensor<1x128xf16> loc(#loc62)
    %transposed_67 = linalg.transpose ins(%arg31 : tensor<512x128xf16>) outs(%132 : tensor<128x512xf16>) permutation = [1, 0]  loc(#loc62)
    %229 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg32 : tensor<512xf16>) outs(%133 : tensor<512xf32>) {
    ^bb0(%in: f16 loc("blocks.1.up"(#loc20)), %out: f32 loc("blocks.1.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc62)
      linalg.yield %367 : f32 loc(#loc62)
    } -> tensor<512xf32> loc(#loc62)
    %230 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_66 : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.1.up"(#loc20)), %out: f32 loc("blocks.1.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc62)
      linalg.yield %367 : f32 loc(#loc62)
    } -> tensor<1x128xf32> loc(#loc62)
    %231 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_67 : tensor<128x512xf16>) outs(%136 : tensor<128x512xf32>) {
    ^bb0(%in: f16 loc("blocks.1.up"(#loc20)), %out: f32 loc("blocks.1.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc62)
      linalg.yield %367 : f32 loc(#loc62)
    } -> tensor<128x512xf32> loc(#loc62)
    %232 = linalg.matmul ins(%230, %231 : tensor<1x128xf32>, tensor<128x512xf32>) outs(%139 : tensor<1x512xf32>) -> tensor<1x512xf32> loc(#loc62)
    %233 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%229 : tensor<512xf32>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f32 loc("blocks.1.up"(#loc20)), %out: f32 loc("blocks.1.up"(#loc20))):
      linalg.yield %in : f32 loc(#loc62)
    } -> tensor<1x512xf32> loc(#loc62)
    %234 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%232, %233 : tensor<1x512xf32>, tensor<1x512xf32>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f32 loc("blocks.1.up"(#loc20)), %in_106: f32 loc("blocks.1.up"(#loc20)), %out: f32 loc("blocks.1.up"(#loc20))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc62)
      linalg.yield %367 : f32 loc(#loc62)
    } -> tensor<1x512xf32> loc(#loc62)
    %235 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%234 : tensor<1x512xf32>) outs(%143 : tensor<1x512xf16>) {
    ^bb0(%in: f32 loc("blocks.1.up"(#loc20)), %out: f16 loc("blocks.1.up"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc62)
      linalg.yield %367 : f16 loc(#loc62)
    } -> tensor<1x512xf16> loc(#loc62)
    %expanded_68 = tensor.expand_shape %235 [[0], [1, 2]] output_shape [1, 1, 512] : tensor<1x512xf16> into tensor<1x1x512xf16> loc(#loc62)
    %236 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_68 : tensor<1x1x512xf16>) outs(%145 : tensor<1x1x512xf16>) {
    ^bb0(%in: f16 loc("blocks.1.up"(#loc20)), %out: f16 loc("blocks.1.act"(#loc20))):
      %367 = math.sqrt %cst_3 : f16 loc(#loc63)
      %368 = arith.divf %in, %367 : f16 loc(#loc63)
      %369 = math.erf %368 : f16 loc(#loc63)
      %370 = arith.addf %369, %cst_2 : f16 loc(#loc63)
      %371 = arith.mulf %370, %cst_4 : f16 loc(#loc63)
      %372 = arith.mulf %in, %371 : f16 loc(#loc63)
      linalg.yield %372 : f16 loc(#loc63)
    } -> tensor<1x1x512xf16> loc(#loc63)
    %collapsed_69 = tensor.collapse_shape %236 [[0], [1, 2]] : tensor<1x1x512xf16> into tensor<1x512xf16> loc(#loc64)
    %transposed_70 = linalg.transpose ins(%arg33 : tensor<128x512xf16>) outs(%147 : tensor<512x128xf16>) permutation = [1, 0]  loc(#loc64)
    %237 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg34 : tensor<128xf16>) outs(%102 : tensor<128xf32>) {
    ^bb0(%in: f16 loc("blocks.1.down"(#loc20)), %out: f32 loc("blocks.1.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc64)
      linalg.yield %367 : f32 loc(#loc64)
    } -> tensor<128xf32> loc(#loc64)
    %238 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_69 : tensor<1x512xf16>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f16 loc("blocks.1.down"(#loc20)), %out: f32 loc("blocks.1.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc64)
      linalg.yield %367 : f32 loc(#loc64)
    } -> tensor<1x512xf32> loc(#loc64)
    %239 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_70 : tensor<512x128xf16>) outs(%150 : tensor<512x128xf32>) {
    ^bb0(%in: f16 loc("blocks.1.down"(#loc20)), %out: f32 loc("blocks.1.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc64)
      linalg.yield %367 : f32 loc(#loc64)
    } -> tensor<512x128xf32> loc(#loc64)
    %240 = linalg.matmul ins(%238, %239 : tensor<1x512xf32>, tensor<512x128xf32>) outs(%107 : tensor<1x128xf32>) -> tensor<1x128xf32> loc(#loc64)
    %241 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%237 : tensor<128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.down"(#loc20)), %out: f32 loc("blocks.1.down"(#loc20))):
      linalg.yield %in : f32 loc(#loc64)
    } -> tensor<1x128xf32> loc(#loc64)
    %242 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%240, %241 : tensor<1x128xf32>, tensor<1x128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.1.down"(#loc20)), %in_106: f32 loc("blocks.1.down"(#loc20)), %out: f32 loc("blocks.1.down"(#loc20))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc64)
      linalg.yield %367 : f32 loc(#loc64)
    } -> tensor<1x128xf32> loc(#loc64)
    %243 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%242 : tensor<1x128xf32>) outs(%111 : tensor<1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.1.down"(#loc20)), %out: f16 loc("blocks.1.down"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc64)
      linalg.yield %367 : f16 loc(#loc64)
    } -> tensor<1x128xf16> loc(#loc64)
    %expanded_71 = tensor.expand_shape %243 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf16> into tensor<1x1x128xf16> loc(#loc64)
    %244 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210, %expanded_71 : tensor<1x1x128xf16>, tensor<1x1x128xf16>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f16 loc("blocks.1"(#loc19)), %in_106: f16 loc("blocks.1.down"(#loc20)), %out: f16 loc("blocks.1"(#loc20))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc65)
      linalg.yield %367 : f16 loc(#loc65)
    } -> tensor<1x1x128xf16> loc(#loc65)
    %245 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%244 : tensor<1x1x128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.1"(#loc20)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.extf %in : f16 to f32 loc(#loc66)
      linalg.yield %367 : f32 loc(#loc66)
    } -> tensor<1x1x128xf32> loc(#loc66)
    %246 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%245 : tensor<1x1x128xf32>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %out: f64 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.extf %in : f32 to f64 loc(#loc66)
      linalg.yield %367 : f64 loc(#loc66)
    } -> tensor<1x1x128xf64> loc(#loc66)
    %247 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%246 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln1"(#loc6)), %out: f64 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f64 loc(#loc66)
      linalg.yield %367 : f64 loc(#loc66)
    } -> tensor<1x1x1xf64> loc(#loc66)
    %248 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln1"(#loc6)), %out: f64 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc66)
      linalg.yield %367 : f64 loc(#loc66)
    } -> tensor<1x1x1xf64> loc(#loc66)
    %249 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%246, %248 : tensor<1x1x128xf64>, tensor<1x1x1xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln1"(#loc6)), %in_106: f64 loc("blocks.2.ln1"(#loc6)), %out: f64 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.subf %in, %in_106 : f64 loc(#loc66)
      linalg.yield %367 : f64 loc(#loc66)
    } -> tensor<1x1x128xf64> loc(#loc66)
    %250 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249, %249 : tensor<1x1x128xf64>, tensor<1x1x128xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln1"(#loc6)), %in_106: f64 loc("blocks.2.ln1"(#loc6)), %out: f64 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.mulf %in, %in_106 : f64 loc(#loc66)
      linalg.yield %367 : f64 loc(#loc66)
    } -> tensor<1x1x128xf64> loc(#loc66)
    %251 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%250 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln1"(#loc6)), %out: f64 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f64 loc(#loc66)
      linalg.yield %367 : f64 loc(#loc66)
    } -> tensor<1x1x1xf64> loc(#loc66)
    %252 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%251 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln1"(#loc6)), %out: f64 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc66)
      linalg.yield %367 : f64 loc(#loc66)
    } -> tensor<1x1x1xf64> loc(#loc66)
    %253 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252 : tensor<1x1x1xf64>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.truncf %in : f64 to f32 loc(#loc66)
      linalg.yield %367 : f32 loc(#loc66)
    } -> tensor<1x1x1xf32> loc(#loc66)
    %254 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%245 : tensor<1x1x128xf32>) outs(%28 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.addf %in, %out : f32 loc(#loc66)
      linalg.yield %367 : f32 loc(#loc66)
    } -> tensor<1x1x1xf32> loc(#loc66)
    %255 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%254 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.divf %in, %cst_10 : f32 loc(#loc66)
      linalg.yield %367 : f32 loc(#loc66)
    } -> tensor<1x1x1xf32> loc(#loc66)
    %256 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.truncf %cst_8 : f64 to f32 loc(#loc66)
      %368 = arith.addf %in, %367 : f32 loc(#loc66)
      linalg.yield %368 : f32 loc(#loc66)
    } -> tensor<1x1x1xf32> loc(#loc66)
    %257 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = math.rsqrt %in : f32 loc(#loc66)
      linalg.yield %367 : f32 loc(#loc66)
    } -> tensor<1x1x1xf32> loc(#loc66)
    %258 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%245, %255 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %in_106: f32 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc66)
      linalg.yield %367 : f32 loc(#loc66)
    } -> tensor<1x1x128xf32> loc(#loc66)
    %259 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258, %257 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %in_106: f32 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.mulf %in, %in_106 : f32 loc(#loc66)
      linalg.yield %367 : f32 loc(#loc66)
    } -> tensor<1x1x128xf32> loc(#loc66)
    %260 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%259, %arg35 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %in_106: f16 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc66)
      %368 = arith.mulf %in, %367 : f32 loc(#loc66)
      linalg.yield %368 : f32 loc(#loc66)
    } -> tensor<1x1x128xf32> loc(#loc66)
    %261 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%260, %arg36 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %in_106: f16 loc("blocks.2.ln1"(#loc6)), %out: f32 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc66)
      %368 = arith.addf %in, %367 : f32 loc(#loc66)
      linalg.yield %368 : f32 loc(#loc66)
    } -> tensor<1x1x128xf32> loc(#loc66)
    %262 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%261 : tensor<1x1x128xf32>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.2.ln1"(#loc6)), %out: f16 loc("blocks.2.ln1"(#loc6))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc66)
      linalg.yield %367 : f16 loc(#loc66)
    } -> tensor<1x1x128xf16> loc(#loc66)
    %collapsed_72 = tensor.collapse_shape %262 [[0], [1, 2]] : tensor<1x1x128xf16> into tensor<1x128xf16> loc(#loc67)
    %transposed_73 = linalg.transpose ins(%arg37 : tensor<384x128xf16>) outs(%38 : tensor<128x384xf16>) permutation = [1, 0]  loc(#loc67)
    %263 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg38 : tensor<384xf16>) outs(%39 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("blocks.2.attn.qkv"(#loc10)), %out: f32 loc("blocks.2.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc67)
      linalg.yield %367 : f32 loc(#loc67)
    } -> tensor<384xf32> loc(#loc67)
    %264 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_72 : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.2.attn.qkv"(#loc10)), %out: f32 loc("blocks.2.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc67)
      linalg.yield %367 : f32 loc(#loc67)
    } -> tensor<1x128xf32> loc(#loc67)
    %265 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_73 : tensor<128x384xf16>) outs(%43 : tensor<128x384xf32>) {
    ^bb0(%in: f16 loc("blocks.2.attn.qkv"(#loc10)), %out: f32 loc("blocks.2.attn.qkv"(#loc10))):
      %367 = arith.extf %in : f16 to f32 loc(#loc67)
      linalg.yield %367 : f32 loc(#loc67)
    } -> tensor<128x384xf32> loc(#loc67)
    %266 = linalg.matmul ins(%264, %265 : tensor<1x128xf32>, tensor<128x384xf32>) outs(%46 : tensor<1x384xf32>) -> tensor<1x384xf32> loc(#loc67)
    %267 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%263 : tensor<384xf32>) outs(%45 : tensor<1x384xf32>) {
    ^bb0(%in: f32 loc("blocks.2.attn.qkv"(#loc10)), %out: f32 loc("blocks.2.attn.qkv"(#loc10))):
      linalg.yield %in : f32 loc(#loc67)
    } -> tensor<1x384xf32> loc(#loc67)
    %268 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%266, %267 : tensor<1x384xf32>, tensor<1x384xf32>) outs(%45 : tensor<1x384xf32>) {
    ^bb0(%in: f32 loc("blocks.2.attn.qkv"(#loc10)), %in_106: f32 loc("blocks.2.attn.qkv"(#loc10)), %out: f32 loc("blocks.2.attn.qkv"(#loc10))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc67)
      linalg.yield %367 : f32 loc(#loc67)
    } -> tensor<1x384xf32> loc(#loc67)
    %269 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<1x384xf32>) outs(%50 : tensor<1x384xf16>) {
    ^bb0(%in: f32 loc("blocks.2.attn.qkv"(#loc10)), %out: f16 loc("blocks.2.attn.qkv"(#loc10))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc67)
      linalg.yield %367 : f16 loc(#loc67)
    } -> tensor<1x384xf16> loc(#loc67)
    %expanded_74 = tensor.expand_shape %269 [[0], [1, 2, 3, 4]] output_shape [1, 1, 3, 4, 32] : tensor<1x384xf16> into tensor<1x1x3x4x32xf16> loc(#loc68)
    %transposed_75 = linalg.transpose ins(%expanded_74 : tensor<1x1x3x4x32xf16>) outs(%52 : tensor<3x1x4x1x32xf16>) permutation = [2, 0, 3, 1, 4]  loc(#loc68)
    %extracted_slice_76 = tensor.extract_slice %transposed_75[0, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc68)
    %extracted_slice_77 = tensor.extract_slice %transposed_75[1, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc68)
    %extracted_slice_78 = tensor.extract_slice %transposed_75[2, 0, 0, 0, 0] [1, 1, 4, 1, 32] [1, 1, 1, 1, 1] : tensor<3x1x4x1x32xf16> to tensor<1x1x4x1x32xf16> loc(#loc68)
    %collapsed_79 = tensor.collapse_shape %extracted_slice_77 [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc69)
    %270 = linalg.batch_matmul ins(%collapsed_16, %collapsed_79 : tensor<4x64x1xf16>, tensor<4x1x32xf16>) outs(%58 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32> loc(#loc69)
    %271 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%270 : tensor<4x64x32xf32>) outs(%60 : tensor<4x64x32xf16>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc13)), %out: f16 loc("blocks.2.attn"(#loc13))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc69)
      linalg.yield %367 : f16 loc(#loc69)
    } -> tensor<4x64x32xf16> loc(#loc69)
    %expanded_80 = tensor.expand_shape %271 [[0, 1], [2], [3]] output_shape [1, 4, 64, 32] : tensor<4x64x32xf16> into tensor<1x4x64x32xf16> loc(#loc69)
    %272 = linalg.generic {indexing_maps = [#map10, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_80, %arg6 : tensor<1x1x64x1xi1>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>) outs(%62 : tensor<1x4x64x32xf16>) {
    ^bb0(%in: i1 loc("blocks.2.attn"(#loc11)), %in_106: f16 loc("blocks.2.attn"(#loc13)), %in_107: f16 loc("blocks.2.attn"(#loc13)), %out: f16 loc("blocks.2.attn"(#loc13))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc69)
      linalg.yield %367 : f16 loc(#loc69)
    } -> tensor<1x4x64x32xf16> loc(#loc69)
    %collapsed_81 = tensor.collapse_shape %extracted_slice_78 [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc71)
    %273 = linalg.batch_matmul ins(%collapsed_16, %collapsed_81 : tensor<4x64x1xf16>, tensor<4x1x32xf16>) outs(%58 : tensor<4x64x32xf32>) -> tensor<4x64x32xf32> loc(#loc71)
    %274 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%273 : tensor<4x64x32xf32>) outs(%60 : tensor<4x64x32xf16>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc14)), %out: f16 loc("blocks.2.attn"(#loc14))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc71)
      linalg.yield %367 : f16 loc(#loc71)
    } -> tensor<4x64x32xf16> loc(#loc71)
    %expanded_82 = tensor.expand_shape %274 [[0, 1], [2], [3]] output_shape [1, 4, 64, 32] : tensor<4x64x32xf16> into tensor<1x4x64x32xf16> loc(#loc71)
    %275 = linalg.generic {indexing_maps = [#map10, #map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_82, %arg7 : tensor<1x1x64x1xi1>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>) outs(%62 : tensor<1x4x64x32xf16>) {
    ^bb0(%in: i1 loc("blocks.2.attn"(#loc11)), %in_106: f16 loc("blocks.2.attn"(#loc14)), %in_107: f16 loc("blocks.2.attn"(#loc14)), %out: f16 loc("blocks.2.attn"(#loc14))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc71)
      linalg.yield %367 : f16 loc(#loc71)
    } -> tensor<1x4x64x32xf16> loc(#loc71)
    %276 = linalg.generic {indexing_maps = [#map11, #map3], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64xi64>) outs(%67 : tensor<64x4xf16>) {
    ^bb0(%in: i64 loc("gpt_model.py":101:0), %out: f16 loc("blocks.2.attn.rel"(#loc15))):
      %367 = arith.index_cast %in : i64 to index loc(#loc72)
      %368 = linalg.index 1 : index loc(#loc72)
      %369 = arith.cmpi slt, %367, %c64 : index loc(#loc72)
      cf.assert %369, "index must be smaller than dim size" loc(#loc72)
      %370 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc72)
      cf.assert %370, "index must be larger or equal to 0" loc(#loc72)
      %extracted = tensor.extract %arg39[%367, %368] : tensor<64x4xf16> loc(#loc72)
      linalg.yield %extracted : f16 loc(#loc72)
    } -> tensor<64x4xf16> loc(#loc72)
    %transposed_83 = linalg.transpose ins(%276 : tensor<64x4xf16>) outs(%69 : tensor<4x64xf16>) permutation = [1, 0]  loc(#loc73)
    %277 = linalg.generic {indexing_maps = [#map2, #map12, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%70, %cst_6, %transposed_83 : tensor<64xi1>, tensor<f16>, tensor<4x64xf16>) outs(%69 : tensor<4x64xf16>) {
    ^bb0(%in: i1 loc("blocks.2.attn"(#loc4)), %in_106: f16 loc("blocks.0.attn"(#loc4)), %in_107: f16 loc("blocks.2.attn"(#loc15)), %out: f16 loc("blocks.2.attn"(#loc4))):
      %367 = arith.select %in, %in_106, %in_107 : f16 loc(#loc74)
      linalg.yield %367 : f16 loc(#loc74)
    } -> tensor<4x64xf16> loc(#loc74)
    %expanded_84 = tensor.expand_shape %277 [[0, 1], [2, 3]] output_shape [1, 4, 1, 64] : tensor<4x64xf16> into tensor<1x4x1x64xf16> loc(#loc74)
    %transposed_85 = linalg.transpose ins(%272 : tensor<1x4x64x32xf16>) outs(%72 : tensor<1x4x32x64xf16>) permutation = [0, 1, 3, 2]  loc(#loc75)
    %collapsed_86 = tensor.collapse_shape %extracted_slice_76 [[0, 1, 2], [3], [4]] : tensor<1x1x4x1x32xf16> into tensor<4x1x32xf16> loc(#loc75)
    %collapsed_87 = tensor.collapse_shape %transposed_85 [[0, 1], [2], [3]] : tensor<1x4x32x64xf16> into tensor<4x32x64xf16> loc(#loc75)
    %278 = linalg.batch_matmul ins(%collapsed_86, %collapsed_87 : tensor<4x1x32xf16>, tensor<4x32x64xf16>) outs(%74 : tensor<4x1x64xf32>) -> tensor<4x1x64xf32> loc(#loc75)
    %279 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%278 : tensor<4x1x64xf32>) outs(%76 : tensor<4x1x64xf16>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc5)), %out: f16 loc("blocks.2.attn"(#loc5))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc75)
      linalg.yield %367 : f16 loc(#loc75)
    } -> tensor<4x1x64xf16> loc(#loc75)
    %expanded_88 = tensor.expand_shape %279 [[0, 1], [2], [3]] output_shape [1, 4, 1, 64] : tensor<4x1x64xf16> into tensor<1x4x1x64xf16> loc(#loc75)
    %280 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_88 : tensor<1x4x1x64xf16>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f16 loc("blocks.2.attn"(#loc5)), %out: f16 loc("blocks.2.attn"(#loc5))):
      %367 = arith.truncf %cst_7 : f64 to f16 loc(#loc75)
      %368 = arith.mulf %in, %367 : f16 loc(#loc75)
      linalg.yield %368 : f16 loc(#loc75)
    } -> tensor<1x4x1x64xf16> loc(#loc75)
    %281 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%280, %expanded_84 : tensor<1x4x1x64xf16>, tensor<1x4x1x64xf16>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f16 loc("blocks.2.attn"(#loc5)), %in_106: f16 loc("blocks.2.attn"(#loc4)), %out: f16 loc("blocks.2.attn"(#loc16))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc76)
      linalg.yield %367 : f16 loc(#loc76)
    } -> tensor<1x4x1x64xf16> loc(#loc76)
    %282 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%281 : tensor<1x4x1x64xf16>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f16 loc("blocks.2.attn"(#loc16)), %out: f32 loc("blocks.2.attn"(#loc16))):
      %367 = arith.extf %in : f16 to f32 loc(#loc76)
      linalg.yield %367 : f32 loc(#loc76)
    } -> tensor<1x4x1x64xf32> loc(#loc76)
    %283:2 = linalg.generic {indexing_maps = [#map8, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%282 : tensor<1x4x1x64xf32>) outs(%86, %84 : tensor<1x4x1xf32>, tensor<1x4x1xi64>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc16)), %out: f32 loc("blocks.2.attn"(#loc16)), %out_106: i64 loc("blocks.2.attn"(#loc16))):
      %367 = linalg.index 3 : index loc(#loc76)
      %368 = arith.index_cast %367 : index to i64 loc(#loc76)
      %369 = arith.maximumf %in, %out : f32 loc(#loc76)
      %370 = arith.cmpf ogt, %in, %out : f32 loc(#loc76)
      %371 = arith.select %370, %368, %out_106 : i64 loc(#loc76)
      linalg.yield %369, %371 : f32, i64 loc(#loc76)
    } -> (tensor<1x4x1xf32>, tensor<1x4x1xi64>) loc(#loc76)
    %expanded_89 = tensor.expand_shape %283#0 [[0], [1], [2, 3]] output_shape [1, 4, 1, 1] : tensor<1x4x1xf32> into tensor<1x4x1x1xf32> loc(#loc76)
    %284 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%282, %expanded_89 : tensor<1x4x1x64xf32>, tensor<1x4x1x1xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc16)), %in_106: f32 loc("blocks.2.attn"(#loc16)), %out: f32 loc("blocks.2.attn"(#loc16))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc76)
      linalg.yield %367 : f32 loc(#loc76)
    } -> tensor<1x4x1x64xf32> loc(#loc76)
    %285 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%284 : tensor<1x4x1x64xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc16)), %out: f32 loc("blocks.2.attn"(#loc16))):
      %367 = math.exp %in : f32 loc(#loc76)
      linalg.yield %367 : f32 loc(#loc76)
    } -> tensor<1x4x1x64xf32> loc(#loc76)
    %286 = linalg.generic {indexing_maps = [#map8, #map14], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%285 : tensor<1x4x1x64xf32>) outs(%91 : tensor<1x4x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc16)), %out: f32 loc("blocks.2.attn"(#loc16))):
      %367 = arith.addf %in, %out : f32 loc(#loc76)
      linalg.yield %367 : f32 loc(#loc76)
    } -> tensor<1x4x1x1xf32> loc(#loc76)
    %287 = linalg.generic {indexing_maps = [#map8, #map14, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%285, %286 : tensor<1x4x1x64xf32>, tensor<1x4x1x1xf32>) outs(%81 : tensor<1x4x1x64xf32>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc16)), %in_106: f32 loc("blocks.2.attn"(#loc16)), %out: f32 loc("blocks.2.attn"(#loc16))):
      %367 = arith.divf %in, %in_106 : f32 loc(#loc76)
      linalg.yield %367 : f32 loc(#loc76)
    } -> tensor<1x4x1x64xf32> loc(#loc76)
    %288 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%287 : tensor<1x4x1x64xf32>) outs(%78 : tensor<1x4x1x64xf16>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc16)), %out: f16 loc("blocks.2.attn"(#loc16))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc76)
      linalg.yield %367 : f16 loc(#loc76)
    } -> tensor<1x4x1x64xf16> loc(#loc76)
    %collapsed_90 = tensor.collapse_shape %288 [[0, 1], [2], [3]] : tensor<1x4x1x64xf16> into tensor<4x1x64xf16> loc(#loc77)
    %collapsed_91 = tensor.collapse_shape %275 [[0, 1], [2], [3]] : tensor<1x4x64x32xf16> into tensor<4x64x32xf16> loc(#loc77)
    %289 = linalg.batch_matmul ins(%collapsed_90, %collapsed_91 : tensor<4x1x64xf16>, tensor<4x64x32xf16>) outs(%96 : tensor<4x1x32xf32>) -> tensor<4x1x32xf32> loc(#loc77)
    %290 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289 : tensor<4x1x32xf32>) outs(%98 : tensor<4x1x32xf16>) {
    ^bb0(%in: f32 loc("blocks.2.attn"(#loc17)), %out: f16 loc("blocks.2.attn"(#loc17))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc77)
      linalg.yield %367 : f16 loc(#loc77)
    } -> tensor<4x1x32xf16> loc(#loc77)
    %expanded_92 = tensor.expand_shape %290 [[0, 1], [2], [3]] output_shape [1, 4, 1, 32] : tensor<4x1x32xf16> into tensor<1x4x1x32xf16> loc(#loc77)
    %transposed_93 = linalg.transpose ins(%expanded_92 : tensor<1x4x1x32xf16>) outs(%100 : tensor<1x1x4x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc78)
    %collapsed_94 = tensor.collapse_shape %transposed_93 [[0], [1, 2, 3]] : tensor<1x1x4x32xf16> into tensor<1x128xf16> loc(#loc79)
    %transposed_95 = linalg.transpose ins(%arg40 : tensor<128x128xf16>) outs(%101 : tensor<128x128xf16>) permutation = [1, 0]  loc(#loc79)
    %291 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg41 : tensor<128xf16>) outs(%102 : tensor<128xf32>) {
    ^bb0(%in: f16 loc("blocks.2.attn.out"(#loc18)), %out: f32 loc("blocks.2.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc79)
      linalg.yield %367 : f32 loc(#loc79)
    } -> tensor<128xf32> loc(#loc79)
    %292 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_94 : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.2.attn.out"(#loc18)), %out: f32 loc("blocks.2.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc79)
      linalg.yield %367 : f32 loc(#loc79)
    } -> tensor<1x128xf32> loc(#loc79)
    %293 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_95 : tensor<128x128xf16>) outs(%105 : tensor<128x128xf32>) {
    ^bb0(%in: f16 loc("blocks.2.attn.out"(#loc18)), %out: f32 loc("blocks.2.attn.out"(#loc18))):
      %367 = arith.extf %in : f16 to f32 loc(#loc79)
      linalg.yield %367 : f32 loc(#loc79)
    } -> tensor<128x128xf32> loc(#loc79)
    %294 = linalg.matmul ins(%292, %293 : tensor<1x128xf32>, tensor<128x128xf32>) outs(%107 : tensor<1x128xf32>) -> tensor<1x128xf32> loc(#loc79)
    %295 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%291 : tensor<128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.attn.out"(#loc18)), %out: f32 loc("blocks.2.attn.out"(#loc18))):
      linalg.yield %in : f32 loc(#loc79)
    } -> tensor<1x128xf32> loc(#loc79)
    %296 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%294, %295 : tensor<1x128xf32>, tensor<1x128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.attn.out"(#loc18)), %in_106: f32 loc("blocks.2.attn.out"(#loc18)), %out: f32 loc("blocks.2.attn.out"(#loc18))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc79)
      linalg.yield %367 : f32 loc(#loc79)
    } -> tensor<1x128xf32> loc(#loc79)
    %297 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%296 : tensor<1x128xf32>) outs(%111 : tensor<1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.2.attn.out"(#loc18)), %out: f16 loc("blocks.2.attn.out"(#loc18))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc79)
      linalg.yield %367 : f16 loc(#loc79)
    } -> tensor<1x128xf16> loc(#loc79)
    %expanded_96 = tensor.expand_shape %297 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf16> into tensor<1x1x128xf16> loc(#loc79)
    %298 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%244, %expanded_96 : tensor<1x1x128xf16>, tensor<1x1x128xf16>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f16 loc("blocks.1"(#loc20)), %in_106: f16 loc("blocks.2.attn.out"(#loc18)), %out: f16 loc("blocks.2"(#loc19))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc80)
      linalg.yield %367 : f16 loc(#loc80)
    } -> tensor<1x1x128xf16> loc(#loc80)
    %299 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298 : tensor<1x1x128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.2"(#loc19)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc81)
      linalg.yield %367 : f32 loc(#loc81)
    } -> tensor<1x1x128xf32> loc(#loc81)
    %300 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%299 : tensor<1x1x128xf32>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %out: f64 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.extf %in : f32 to f64 loc(#loc81)
      linalg.yield %367 : f64 loc(#loc81)
    } -> tensor<1x1x128xf64> loc(#loc81)
    %301 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%300 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln2"(#loc20)), %out: f64 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f64 loc(#loc81)
      linalg.yield %367 : f64 loc(#loc81)
    } -> tensor<1x1x1xf64> loc(#loc81)
    %302 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%301 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln2"(#loc20)), %out: f64 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc81)
      linalg.yield %367 : f64 loc(#loc81)
    } -> tensor<1x1x1xf64> loc(#loc81)
    %303 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300, %302 : tensor<1x1x128xf64>, tensor<1x1x1xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln2"(#loc20)), %in_106: f64 loc("blocks.2.ln2"(#loc20)), %out: f64 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.subf %in, %in_106 : f64 loc(#loc81)
      linalg.yield %367 : f64 loc(#loc81)
    } -> tensor<1x1x128xf64> loc(#loc81)
    %304 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%303, %303 : tensor<1x1x128xf64>, tensor<1x1x128xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln2"(#loc20)), %in_106: f64 loc("blocks.2.ln2"(#loc20)), %out: f64 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.mulf %in, %in_106 : f64 loc(#loc81)
      linalg.yield %367 : f64 loc(#loc81)
    } -> tensor<1x1x128xf64> loc(#loc81)
    %305 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%304 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln2"(#loc20)), %out: f64 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f64 loc(#loc81)
      linalg.yield %367 : f64 loc(#loc81)
    } -> tensor<1x1x1xf64> loc(#loc81)
    %306 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%305 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("blocks.2.ln2"(#loc20)), %out: f64 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc81)
      linalg.yield %367 : f64 loc(#loc81)
    } -> tensor<1x1x1xf64> loc(#loc81)
    %307 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%306 : tensor<1x1x1xf64>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.truncf %in : f64 to f32 loc(#loc81)
      linalg.yield %367 : f32 loc(#loc81)
    } -> tensor<1x1x1xf32> loc(#loc81)
    %308 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%299 : tensor<1x1x128xf32>) outs(%28 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.addf %in, %out : f32 loc(#loc81)
      linalg.yield %367 : f32 loc(#loc81)
    } -> tensor<1x1x1xf32> loc(#loc81)
    %309 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%308 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.divf %in, %cst_10 : f32 loc(#loc81)
      linalg.yield %367 : f32 loc(#loc81)
    } -> tensor<1x1x1xf32> loc(#loc81)
    %310 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%307 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.truncf %cst_8 : f64 to f32 loc(#loc81)
      %368 = arith.addf %in, %367 : f32 loc(#loc81)
      linalg.yield %368 : f32 loc(#loc81)
    } -> tensor<1x1x1xf32> loc(#loc81)
    %311 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%310 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = math.rsqrt %in : f32 loc(#loc81)
      linalg.yield %367 : f32 loc(#loc81)
    } -> tensor<1x1x1xf32> loc(#loc81)
    %312 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%299, %309 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %in_106: f32 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc81)
      linalg.yield %367 : f32 loc(#loc81)
    } -> tensor<1x1x128xf32> loc(#loc81)
    %313 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%312, %311 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %in_106: f32 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.mulf %in, %in_106 : f32 loc(#loc81)
      linalg.yield %367 : f32 loc(#loc81)
    } -> tensor<1x1x128xf32> loc(#loc81)
    %314 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%313, %arg42 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %in_106: f16 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc81)
      %368 = arith.mulf %in, %367 : f32 loc(#loc81)
      linalg.yield %368 : f32 loc(#loc81)
    } -> tensor<1x1x128xf32> loc(#loc81)
    %315 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%314, %arg43 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %in_106: f16 loc("blocks.2.ln2"(#loc20)), %out: f32 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc81)
      %368 = arith.addf %in, %367 : f32 loc(#loc81)
      linalg.yield %368 : f32 loc(#loc81)
    } -> tensor<1x1x128xf32> loc(#loc81)
    %316 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%315 : tensor<1x1x128xf32>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.2.ln2"(#loc20)), %out: f16 loc("blocks.2.ln2"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc81)
      linalg.yield %367 : f16 loc(#loc81)
    } -> tensor<1x1x128xf16> loc(#loc81)
    %collapsed_97 = tensor.collapse_shape %316 [[0], [1, 2]] : tensor<1x1x128xf16> into tensor<1x128xf16> loc(#loc82)
    %transposed_98 = linalg.transpose ins(%arg44 : tensor<512x128xf16>) outs(%132 : tensor<128x512xf16>) permutation = [1, 0]  loc(#loc82)
    %317 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg45 : tensor<512xf16>) outs(%133 : tensor<512xf32>) {
    ^bb0(%in: f16 loc("blocks.2.up"(#loc20)), %out: f32 loc("blocks.2.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc82)
      linalg.yield %367 : f32 loc(#loc82)
    } -> tensor<512xf32> loc(#loc82)
    %318 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_97 : tensor<1x128xf16>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.2.up"(#loc20)), %out: f32 loc("blocks.2.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc82)
      linalg.yield %367 : f32 loc(#loc82)
    } -> tensor<1x128xf32> loc(#loc82)
    %319 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_98 : tensor<128x512xf16>) outs(%136 : tensor<128x512xf32>) {
    ^bb0(%in: f16 loc("blocks.2.up"(#loc20)), %out: f32 loc("blocks.2.up"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc82)
      linalg.yield %367 : f32 loc(#loc82)
    } -> tensor<128x512xf32> loc(#loc82)
    %320 = linalg.matmul ins(%318, %319 : tensor<1x128xf32>, tensor<128x512xf32>) outs(%139 : tensor<1x512xf32>) -> tensor<1x512xf32> loc(#loc82)
    %321 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%317 : tensor<512xf32>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f32 loc("blocks.2.up"(#loc20)), %out: f32 loc("blocks.2.up"(#loc20))):
      linalg.yield %in : f32 loc(#loc82)
    } -> tensor<1x512xf32> loc(#loc82)
    %322 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%320, %321 : tensor<1x512xf32>, tensor<1x512xf32>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f32 loc("blocks.2.up"(#loc20)), %in_106: f32 loc("blocks.2.up"(#loc20)), %out: f32 loc("blocks.2.up"(#loc20))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc82)
      linalg.yield %367 : f32 loc(#loc82)
    } -> tensor<1x512xf32> loc(#loc82)
    %323 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%322 : tensor<1x512xf32>) outs(%143 : tensor<1x512xf16>) {
    ^bb0(%in: f32 loc("blocks.2.up"(#loc20)), %out: f16 loc("blocks.2.up"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc82)
      linalg.yield %367 : f16 loc(#loc82)
    } -> tensor<1x512xf16> loc(#loc82)
    %expanded_99 = tensor.expand_shape %323 [[0], [1, 2]] output_shape [1, 1, 512] : tensor<1x512xf16> into tensor<1x1x512xf16> loc(#loc82)
    %324 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_99 : tensor<1x1x512xf16>) outs(%145 : tensor<1x1x512xf16>) {
    ^bb0(%in: f16 loc("blocks.2.up"(#loc20)), %out: f16 loc("blocks.2.act"(#loc20))):
      %367 = math.sqrt %cst_3 : f16 loc(#loc83)
      %368 = arith.divf %in, %367 : f16 loc(#loc83)
      %369 = math.erf %368 : f16 loc(#loc83)
      %370 = arith.addf %369, %cst_2 : f16 loc(#loc83)
      %371 = arith.mulf %370, %cst_4 : f16 loc(#loc83)
      %372 = arith.mulf %in, %371 : f16 loc(#loc83)
      linalg.yield %372 : f16 loc(#loc83)
    } -> tensor<1x1x512xf16> loc(#loc83)
    %collapsed_100 = tensor.collapse_shape %324 [[0], [1, 2]] : tensor<1x1x512xf16> into tensor<1x512xf16> loc(#loc84)
    %transposed_101 = linalg.transpose ins(%arg46 : tensor<128x512xf16>) outs(%147 : tensor<512x128xf16>) permutation = [1, 0]  loc(#loc84)
    %325 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg47 : tensor<128xf16>) outs(%102 : tensor<128xf32>) {
    ^bb0(%in: f16 loc("blocks.2.down"(#loc20)), %out: f32 loc("blocks.2.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc84)
      linalg.yield %367 : f32 loc(#loc84)
    } -> tensor<128xf32> loc(#loc84)
    %326 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_100 : tensor<1x512xf16>) outs(%138 : tensor<1x512xf32>) {
    ^bb0(%in: f16 loc("blocks.2.down"(#loc20)), %out: f32 loc("blocks.2.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc84)
      linalg.yield %367 : f32 loc(#loc84)
    } -> tensor<1x512xf32> loc(#loc84)
    %327 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_101 : tensor<512x128xf16>) outs(%150 : tensor<512x128xf32>) {
    ^bb0(%in: f16 loc("blocks.2.down"(#loc20)), %out: f32 loc("blocks.2.down"(#loc20))):
      %367 = arith.extf %in : f16 to f32 loc(#loc84)
      linalg.yield %367 : f32 loc(#loc84)
    } -> tensor<512x128xf32> loc(#loc84)
    %328 = linalg.matmul ins(%326, %327 : tensor<1x512xf32>, tensor<512x128xf32>) outs(%107 : tensor<1x128xf32>) -> tensor<1x128xf32> loc(#loc84)
    %329 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%325 : tensor<128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.down"(#loc20)), %out: f32 loc("blocks.2.down"(#loc20))):
      linalg.yield %in : f32 loc(#loc84)
    } -> tensor<1x128xf32> loc(#loc84)
    %330 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%328, %329 : tensor<1x128xf32>, tensor<1x128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32 loc("blocks.2.down"(#loc20)), %in_106: f32 loc("blocks.2.down"(#loc20)), %out: f32 loc("blocks.2.down"(#loc20))):
      %367 = arith.addf %in, %in_106 : f32 loc(#loc84)
      linalg.yield %367 : f32 loc(#loc84)
    } -> tensor<1x128xf32> loc(#loc84)
    %331 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%330 : tensor<1x128xf32>) outs(%111 : tensor<1x128xf16>) {
    ^bb0(%in: f32 loc("blocks.2.down"(#loc20)), %out: f16 loc("blocks.2.down"(#loc20))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc84)
      linalg.yield %367 : f16 loc(#loc84)
    } -> tensor<1x128xf16> loc(#loc84)
    %expanded_102 = tensor.expand_shape %331 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf16> into tensor<1x1x128xf16> loc(#loc84)
    %332 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298, %expanded_102 : tensor<1x1x128xf16>, tensor<1x1x128xf16>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f16 loc("blocks.2"(#loc19)), %in_106: f16 loc("blocks.2.down"(#loc20)), %out: f16 loc("blocks.2"(#loc20))):
      %367 = arith.addf %in, %in_106 : f16 loc(#loc85)
      linalg.yield %367 : f16 loc(#loc85)
    } -> tensor<1x1x128xf16> loc(#loc85)
    %333 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%332 : tensor<1x1x128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f16 loc("blocks.2"(#loc20)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.extf %in : f16 to f32 loc(#loc86)
      linalg.yield %367 : f32 loc(#loc86)
    } -> tensor<1x1x128xf32> loc(#loc86)
    %334 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333 : tensor<1x1x128xf32>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %out: f64 loc("ln"(#loc21))):
      %367 = arith.extf %in : f32 to f64 loc(#loc86)
      linalg.yield %367 : f64 loc(#loc86)
    } -> tensor<1x1x128xf64> loc(#loc86)
    %335 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%334 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("ln"(#loc21)), %out: f64 loc("ln"(#loc21))):
      %367 = arith.addf %in, %out : f64 loc(#loc86)
      linalg.yield %367 : f64 loc(#loc86)
    } -> tensor<1x1x1xf64> loc(#loc86)
    %336 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("ln"(#loc21)), %out: f64 loc("ln"(#loc21))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc86)
      linalg.yield %367 : f64 loc(#loc86)
    } -> tensor<1x1x1xf64> loc(#loc86)
    %337 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%334, %336 : tensor<1x1x128xf64>, tensor<1x1x1xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("ln"(#loc21)), %in_106: f64 loc("ln"(#loc21)), %out: f64 loc("ln"(#loc21))):
      %367 = arith.subf %in, %in_106 : f64 loc(#loc86)
      linalg.yield %367 : f64 loc(#loc86)
    } -> tensor<1x1x128xf64> loc(#loc86)
    %338 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%337, %337 : tensor<1x1x128xf64>, tensor<1x1x128xf64>) outs(%16 : tensor<1x1x128xf64>) {
    ^bb0(%in: f64 loc("ln"(#loc21)), %in_106: f64 loc("ln"(#loc21)), %out: f64 loc("ln"(#loc21))):
      %367 = arith.mulf %in, %in_106 : f64 loc(#loc86)
      linalg.yield %367 : f64 loc(#loc86)
    } -> tensor<1x1x128xf64> loc(#loc86)
    %339 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%338 : tensor<1x1x128xf64>) outs(%19 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("ln"(#loc21)), %out: f64 loc("ln"(#loc21))):
      %367 = arith.addf %in, %out : f64 loc(#loc86)
      linalg.yield %367 : f64 loc(#loc86)
    } -> tensor<1x1x1xf64> loc(#loc86)
    %340 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%339 : tensor<1x1x1xf64>) outs(%18 : tensor<1x1x1xf64>) {
    ^bb0(%in: f64 loc("ln"(#loc21)), %out: f64 loc("ln"(#loc21))):
      %367 = arith.divf %in, %cst_9 : f64 loc(#loc86)
      linalg.yield %367 : f64 loc(#loc86)
    } -> tensor<1x1x1xf64> loc(#loc86)
    %341 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%340 : tensor<1x1x1xf64>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f64 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.truncf %in : f64 to f32 loc(#loc86)
      linalg.yield %367 : f32 loc(#loc86)
    } -> tensor<1x1x1xf32> loc(#loc86)
    %342 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%333 : tensor<1x1x128xf32>) outs(%28 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.addf %in, %out : f32 loc(#loc86)
      linalg.yield %367 : f32 loc(#loc86)
    } -> tensor<1x1x1xf32> loc(#loc86)
    %343 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%342 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.divf %in, %cst_10 : f32 loc(#loc86)
      linalg.yield %367 : f32 loc(#loc86)
    } -> tensor<1x1x1xf32> loc(#loc86)
    %344 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%341 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.truncf %cst_8 : f64 to f32 loc(#loc86)
      %368 = arith.addf %in, %367 : f32 loc(#loc86)
      linalg.yield %368 : f32 loc(#loc86)
    } -> tensor<1x1x1xf32> loc(#loc86)
    %345 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%344 : tensor<1x1x1xf32>) outs(%26 : tensor<1x1x1xf32>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = math.rsqrt %in : f32 loc(#loc86)
      linalg.yield %367 : f32 loc(#loc86)
    } -> tensor<1x1x1xf32> loc(#loc86)
    %346 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333, %343 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %in_106: f32 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.subf %in, %in_106 : f32 loc(#loc86)
      linalg.yield %367 : f32 loc(#loc86)
    } -> tensor<1x1x128xf32> loc(#loc86)
    %347 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%346, %345 : tensor<1x1x128xf32>, tensor<1x1x1xf32>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %in_106: f32 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.mulf %in, %in_106 : f32 loc(#loc86)
      linalg.yield %367 : f32 loc(#loc86)
    } -> tensor<1x1x128xf32> loc(#loc86)
    %348 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%347, %arg48 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %in_106: f16 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc86)
      %368 = arith.mulf %in, %367 : f32 loc(#loc86)
      linalg.yield %368 : f32 loc(#loc86)
    } -> tensor<1x1x128xf32> loc(#loc86)
    %349 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%348, %arg49 : tensor<1x1x128xf32>, tensor<128xf16>) outs(%14 : tensor<1x1x128xf32>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %in_106: f16 loc("ln"(#loc21)), %out: f32 loc("ln"(#loc21))):
      %367 = arith.extf %in_106 : f16 to f32 loc(#loc86)
      %368 = arith.addf %in, %367 : f32 loc(#loc86)
      linalg.yield %368 : f32 loc(#loc86)
    } -> tensor<1x1x128xf32> loc(#loc86)
    %350 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%349 : tensor<1x1x128xf32>) outs(%12 : tensor<1x1x128xf16>) {
    ^bb0(%in: f32 loc("ln"(#loc21)), %out: f16 loc("ln"(#loc21))):
      %367 = arith.truncf %in : f32 to f16 loc(#loc86)
      linalg.yield %367 : f16 loc(#loc86)
    } -> tensor<1x1x128xf16> loc(#loc86)
    %transposed_103 = linalg.transpose ins(%arg8 : tensor<128x128xf16>) outs(%101 : tensor<128x128xf16>) permutation = [1, 0]  loc(#loc21)
    %collapsed_104 = tensor.collapse_shape %350 [[0], [1, 2]] : tensor<1x1x128xf16> into tensor<1x128xf16> loc(#loc21)
    %351 = linalg.matmul ins(%collapsed_104, %transposed_103 : tensor<1x128xf16>, tensor<128x128xf16>) outs(%107 : tensor<1x128xf32>) -> tensor<1x128xf32> loc(#loc21)
    %352 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%351 : tensor<1x128xf32>) outs(%111 : tensor<1x128xf16>) {
    ^bb0(%in: f32 loc("gpt_model.py":108:0), %out: f16 loc("gpt_model.py":108:0)):
      %367 = arith.truncf %in : f32 to f16 loc(#loc21)
      linalg.yield %367 : f16 loc(#loc21)
    } -> tensor<1x128xf16> loc(#loc21)
    %expanded_105 = tensor.expand_shape %352 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf16> into tensor<1x1x128xf16> loc(#loc21)
    %353 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<1xi64>) outs(%2 : tensor<1xi64>) {
    ^bb0(%in: i64 loc("gpt_model.py":100:0), %out: i64 loc("gpt_model.py":109:0)):
      %367 = arith.addi %in, %c1_i64 : i64 loc(#loc22)
      linalg.yield %367 : i64 loc(#loc22)
    } -> tensor<1xi64> loc(#loc22)
    %354 = tensor.empty() : tensor<512xi64> loc(#loc23)
    %355 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%354 : tensor<512xi64>) {
    ^bb0(%out: i64 loc("gpt_model.py":110:0)):
      %367 = linalg.index 0 : index loc(#loc23)
      %368 = arith.index_cast %367 : index to i64 loc(#loc23)
      linalg.yield %368 : i64 loc(#loc23)
    } -> tensor<512xi64> loc(#loc23)
    %356 = tensor.empty() : tensor<512xi1> loc(#loc23)
    %357 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%355, %353 : tensor<512xi64>, tensor<1xi64>) outs(%356 : tensor<512xi1>) {
    ^bb0(%in: i64 loc("gpt_model.py":110:0), %in_106: i64 loc("gpt_model.py":109:0), %out: i1 loc("gpt_model.py":110:0)):
      %367 = arith.cmpi eq, %in, %in_106 : i64 loc(#loc23)
      linalg.yield %367 : i1 loc(#loc23)
    } -> tensor<512xi1> loc(#loc23)
    %358 = tensor.empty() : tensor<1x512xi1> loc(#loc23)
    %359 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x512xi64>) outs(%358 : tensor<1x512xi1>) {
    ^bb0(%in: i64 loc("gpt_model.py":103:0), %out: i1 loc("gpt_model.py":110:0)):
      %367 = arith.cmpi slt, %in, %c0_i64 : i64 loc(#loc23)
      linalg.yield %367 : i1 loc(#loc23)
    } -> tensor<1x512xi1> loc(#loc23)
    %360 = linalg.generic {indexing_maps = [#map2, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%357, %359 : tensor<512xi1>, tensor<1x512xi1>) outs(%358 : tensor<1x512xi1>) {
    ^bb0(%in: i1 loc("gpt_model.py":110:0), %in_106: i1 loc("gpt_model.py":110:0), %out: i1 loc("gpt_model.py":110:0)):
      %367 = arith.andi %in, %in_106 : i1 loc(#loc23)
      linalg.yield %367 : i1 loc(#loc23)
    } -> tensor<1x512xi1> loc(#loc23)
    %361 = linalg.fill ins(%c0_i64 : i64) outs(%10 : tensor<1x1xi64>) -> tensor<1x1xi64> loc(#loc3)
    %362 = tensor.empty() : tensor<1x1xf16> loc(#loc3)
    %363 = linalg.fill ins(%cst_5 : f16) outs(%362 : tensor<1x1xf16>) -> tensor<1x1xf16> loc(#loc3)
    %364:2 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_105 : tensor<1x1x128xf16>) outs(%363, %361 : tensor<1x1xf16>, tensor<1x1xi64>) {
    ^bb0(%in: f16 loc("gpt_model.py":108:0), %out: f16 loc("gpt_model.py":111:0), %out_106: i64 loc("gpt_model.py":111:0)):
      %367 = linalg.index 2 : index loc(#loc3)
      %368 = arith.index_cast %367 : index to i64 loc(#loc3)
      %369 = arith.maximumf %in, %out : f16 loc(#loc3)
      %370 = arith.cmpf ogt, %in, %out : f16 loc(#loc3)
      %371 = arith.select %370, %368, %out_106 : i64 loc(#loc3)
      linalg.yield %369, %371 : f16, i64 loc(#loc3)
    } -> (tensor<1x1xf16>, tensor<1x1xi64>) loc(#loc3)
    %365 = tensor.empty() : tensor<1x512xi64> loc(#loc3)
    %366 = linalg.generic {indexing_maps = [#map3, #map15, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%360, %364#1, %arg0 : tensor<1x512xi1>, tensor<1x1xi64>, tensor<1x512xi64>) outs(%365 : tensor<1x512xi64>) {
    ^bb0(%in: i1 loc("gpt_model.py":110:0), %in_106: i64 loc("gpt_model.py":111:0), %in_107: i64 loc("gpt_model.py":103:0), %out: i64 loc("gpt_model.py":111:0)):
      %367 = arith.select %in, %in_106, %in_107 : i64 loc(#loc3)
      linalg.yield %367 : i64 loc(#loc3)
    } -> tensor<1x512xi64> loc(#loc3)
    return %expanded_105, %366, %353, %63, %66, %184, %187, %272, %275 : tensor<1x1x128xf16>, tensor<1x512xi64>, tensor<1xi64>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16>, tensor<1x4x64x32xf16> loc(#loc3)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc29 = loc("blocks.0.attn"(#loc10))
#loc38 = loc("blocks.0.attn"(#loc18))
#loc48 = loc("blocks.1.attn"(#loc10))
#loc58 = loc("blocks.1.attn"(#loc18))
#loc68 = loc("blocks.2.attn"(#loc10))
#loc78 = loc("blocks.2.attn"(#loc18))
