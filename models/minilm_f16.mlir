#loc1 = loc("minilm_model.py":24:0)
#loc2 = loc("minilm_model.py":117:0)
#loc3 = loc("minilm_model.py":41:0)
#loc4 = loc("minilm_model.py":26:0)
#loc5 = loc("minilm_model.py":25:0)
#loc6 = loc("minilm_model.py":40:0)
#loc7 = loc("minilm_model.py":42:0)
#loc8 = loc("minilm_model.py":43:0)
#loc9 = loc("minilm_model.py":53:0)
#loc10 = loc("minilm_model.py":73:0)
#loc11 = loc("minilm_model.py":103:0)
#loc12 = loc("minilm_model.py":104:0)
#loc13 = loc("minilm_model.py":105:0)
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> ()>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map13 = affine_map<(d0, d1) -> (d0, 0)>
#map14 = affine_map<(d0, d1) -> (d0)>
#loc14 = loc("embeddings"(#loc1))
#loc15 = loc("encoder.layer.0.attention.self"(#loc3))
#loc16 = loc("embeddings.LayerNorm"(#loc4))
#loc17 = loc("embeddings.token_type_embeddings"(#loc5))
#loc18 = loc("embeddings.word_embeddings"(#loc5))
#loc19 = loc("embeddings"(#loc5))
#loc20 = loc("embeddings.position_embeddings"(#loc4))
#loc21 = loc("embeddings"(#loc4))
#loc22 = loc("encoder.layer.0.attention.self.query"(#loc6))
#loc24 = loc("encoder.layer.0.attention.self.key"(#loc6))
#loc25 = loc("encoder.layer.0.attention.self.value"(#loc6))
#loc26 = loc("encoder.layer.0.attention.self"(#loc7))
#loc27 = loc("encoder.layer.0.attention.self"(#loc8))
#loc28 = loc("encoder.layer.0.attention.output.dense"(#loc9))
#loc29 = loc("encoder.layer.0.attention.output"(#loc9))
#loc30 = loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))
#loc31 = loc("encoder.layer.0.intermediate.dense"(#loc10))
#loc32 = loc("encoder.layer.0.intermediate.intermediate_act_fn"(#loc10))
#loc33 = loc("encoder.layer.0.output.dense"(#loc9))
#loc34 = loc("encoder.layer.0.output"(#loc9))
#loc35 = loc("encoder.layer.0.output.LayerNorm"(#loc9))
#loc36 = loc("encoder.layer.1.attention.self.query"(#loc6))
#loc38 = loc("encoder.layer.1.attention.self.key"(#loc6))
#loc39 = loc("encoder.layer.1.attention.self.value"(#loc6))
#loc40 = loc("encoder.layer.1.attention.self"(#loc3))
#loc41 = loc("encoder.layer.1.attention.self"(#loc7))
#loc42 = loc("encoder.layer.1.attention.self"(#loc8))
#loc43 = loc("encoder.layer.1.attention.output.dense"(#loc9))
#loc44 = loc("encoder.layer.1.attention.output"(#loc9))
#loc45 = loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))
#loc46 = loc("encoder.layer.1.intermediate.dense"(#loc10))
#loc47 = loc("encoder.layer.1.intermediate.intermediate_act_fn"(#loc10))
#loc48 = loc("encoder.layer.1.output.dense"(#loc9))
#loc49 = loc("encoder.layer.1.output"(#loc9))
#loc50 = loc("encoder.layer.1.output.LayerNorm"(#loc9))
#loc51 = loc("encoder.layer.2.attention.self.query"(#loc6))
#loc53 = loc("encoder.layer.2.attention.self.key"(#loc6))
#loc54 = loc("encoder.layer.2.attention.self.value"(#loc6))
#loc55 = loc("encoder.layer.2.attention.self"(#loc3))
#loc56 = loc("encoder.layer.2.attention.self"(#loc7))
#loc57 = loc("encoder.layer.2.attention.self"(#loc8))
#loc58 = loc("encoder.layer.2.attention.output.dense"(#loc9))
#loc59 = loc("encoder.layer.2.attention.output"(#loc9))
#loc60 = loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))
#loc61 = loc("encoder.layer.2.intermediate.dense"(#loc10))
#loc62 = loc("encoder.layer.2.intermediate.intermediate_act_fn"(#loc10))
#loc63 = loc("encoder.layer.2.output.dense"(#loc9))
#loc64 = loc("encoder.layer.2.output"(#loc9))
#loc65 = loc("encoder.layer.2.output.LayerNorm"(#loc9))
#loc66 = loc("encoder.layer.3.attention.self.query"(#loc6))
#loc68 = loc("encoder.layer.3.attention.self.key"(#loc6))
#loc69 = loc("encoder.layer.3.attention.self.value"(#loc6))
#loc70 = loc("encoder.layer.3.attention.self"(#loc3))
#loc71 = loc("encoder.layer.3.attention.self"(#loc7))
#loc72 = loc("encoder.layer.3.attention.self"(#loc8))
#loc73 = loc("encoder.layer.3.attention.output.dense"(#loc9))
#loc74 = loc("encoder.layer.3.attention.output"(#loc9))
#loc75 = loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))
#loc76 = loc("encoder.layer.3.intermediate.dense"(#loc10))
#loc77 = loc("encoder.layer.3.intermediate.intermediate_act_fn"(#loc10))
#loc78 = loc("encoder.layer.3.output.dense"(#loc9))
#loc79 = loc("encoder.layer.3.output"(#loc9))
#loc80 = loc("encoder.layer.3.output.LayerNorm"(#loc9))
#loc81 = loc("encoder.layer.4.attention.self.query"(#loc6))
#loc83 = loc("encoder.layer.4.attention.self.key"(#loc6))
#loc84 = loc("encoder.layer.4.attention.self.value"(#loc6))
#loc85 = loc("encoder.layer.4.attention.self"(#loc3))
#loc86 = loc("encoder.layer.4.attention.self"(#loc7))
#loc87 = loc("encoder.layer.4.attention.self"(#loc8))
#loc88 = loc("encoder.layer.4.attention.output.dense"(#loc9))
#loc89 = loc("encoder.layer.4.attention.output"(#loc9))
#loc90 = loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))
#loc91 = loc("encoder.layer.4.intermediate.dense"(#loc10))
#loc92 = loc("encoder.layer.4.intermediate.intermediate_act_fn"(#loc10))
#loc93 = loc("encoder.layer.4.output.dense"(#loc9))
#loc94 = loc("encoder.layer.4.output"(#loc9))
#loc95 = loc("encoder.layer.4.output.LayerNorm"(#loc9))
#loc96 = loc("encoder.layer.5.attention.self.query"(#loc6))
#loc98 = loc("encoder.layer.5.attention.self.key"(#loc6))
#loc99 = loc("encoder.layer.5.attention.self.value"(#loc6))
#loc100 = loc("encoder.layer.5.attention.self"(#loc3))
#loc101 = loc("encoder.layer.5.attention.self"(#loc7))
#loc102 = loc("encoder.layer.5.attention.self"(#loc8))
#loc103 = loc("encoder.layer.5.attention.output.dense"(#loc9))
#loc104 = loc("encoder.layer.5.attention.output"(#loc9))
#loc105 = loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))
#loc106 = loc("encoder.layer.5.intermediate.dense"(#loc10))
#loc107 = loc("encoder.layer.5.intermediate.intermediate_act_fn"(#loc10))
#loc108 = loc("encoder.layer.5.output.dense"(#loc9))
#loc109 = loc("encoder.layer.5.output"(#loc9))
#loc110 = loc("encoder.layer.5.output.LayerNorm"(#loc9))
#loc111 = loc("pooling"(#loc11))
#loc112 = loc("pooling"(#loc12))
#loc113 = loc("pooling"(#loc13))
module {
  func.func @main(%arg0: tensor<1x32xi64> loc("input_ids"), %arg1: tensor<1x32xi64> loc("attention_mask"), %arg2: tensor<30522x384xf16> loc("embeddings.word_embeddings.weight"), %arg3: tensor<512x384xf16> loc("embeddings.position_embeddings.weight"), %arg4: tensor<2x384xf16> loc("embeddings.token_type_embeddings.weight"), %arg5: tensor<384xf16> loc("embeddings.LayerNorm.weight"), %arg6: tensor<384xf16> loc("embeddings.LayerNorm.bias"), %arg7: tensor<384x384xf16> loc("encoder.layer.0.attention.self.query.weight"), %arg8: tensor<384xf16> loc("encoder.layer.0.attention.self.query.bias"), %arg9: tensor<384x384xf16> loc("encoder.layer.0.attention.self.key.weight"), %arg10: tensor<384xf16> loc("encoder.layer.0.attention.self.key.bias"), %arg11: tensor<384x384xf16> loc("encoder.layer.0.attention.self.value.weight"), %arg12: tensor<384xf16> loc("encoder.layer.0.attention.self.value.bias"), %arg13: tensor<384x384xf16> loc("encoder.layer.0.attention.output.dense.weight"), %arg14: tensor<384xf16> loc("encoder.layer.0.attention.output.dense.bias"), %arg15: tensor<384xf16> loc("encoder.layer.0.attention.output.LayerNorm.weight"), %arg16: tensor<384xf16> loc("encoder.layer.0.attention.output.LayerNorm.bias"), %arg17: tensor<1536x384xf16> loc("encoder.layer.0.intermediate.dense.weight"), %arg18: tensor<1536xf16> loc("encoder.layer.0.intermediate.dense.bias"), %arg19: tensor<384x1536xf16> loc("encoder.layer.0.output.dense.weight"), %arg20: tensor<384xf16> loc("encoder.layer.0.output.dense.bias"), %arg21: tensor<384xf16> loc("encoder.layer.0.output.LayerNorm.weight"), %arg22: tensor<384xf16> loc("encoder.layer.0.output.LayerNorm.bias"), %arg23: tensor<384x384xf16> loc("encoder.layer.1.attention.self.query.weight"), %arg24: tensor<384xf16> loc("encoder.layer.1.attention.self.query.bias"), %arg25: tensor<384x384xf16> loc("encoder.layer.1.attention.self.key.weight"), %arg26: tensor<384xf16> loc("encoder.layer.1.attention.self.key.bias"), %arg27: tensor<384x384xf16> loc("encoder.layer.1.attention.self.value.weight"), %arg28: tensor<384xf16> loc("encoder.layer.1.attention.self.value.bias"), %arg29: tensor<384x384xf16> loc("encoder.layer.1.attention.output.dense.weight"), %arg30: tensor<384xf16> loc("encoder.layer.1.attention.output.dense.bias"), %arg31: tensor<384xf16> loc("encoder.layer.1.attention.output.LayerNorm.weight"), %arg32: tensor<384xf16> loc("encoder.layer.1.attention.output.LayerNorm.bias"), %arg33: tensor<1536x384xf16> loc("encoder.layer.1.intermediate.dense.weight"), %arg34: tensor<1536xf16> loc("encoder.layer.1.intermediate.dense.bias"), %arg35: tensor<384x1536xf16> loc("encoder.layer.1.output.dense.weight"), %arg36: tensor<384xf16> loc("encoder.layer.1.output.dense.bias"), %arg37: tensor<384xf16> loc("encoder.layer.1.output.LayerNorm.weight"), %arg38: tensor<384xf16> loc("encoder.layer.1.output.LayerNorm.bias"), %arg39: tensor<384x384xf16> loc("encoder.layer.2.attention.self.query.weight"), %arg40: tensor<384xf16> loc("encoder.layer.2.attention.self.query.bias"), %arg41: tensor<384x384xf16> loc("encoder.layer.2.attention.self.key.weight"), %arg42: tensor<384xf16> loc("encoder.layer.2.attention.self.key.bias"), %arg43: tensor<384x384xf16> loc("encoder.layer.2.attention.self.value.weight"), %arg44: tensor<384xf16> loc("encoder.layer.2.attention.self.value.bias"), %arg45: tensor<384x384xf16> loc("encoder.layer.2.attention.output.dense.weight"), %arg46: tensor<384xf16> loc("encoder.layer.2.attention.output.dense.bias"), %arg47: tensor<384xf16> loc("encoder.layer.2.attention.output.LayerNorm.weight"), %arg48: tensor<384xf16> loc("encoder.layer.2.attention.output.LayerNorm.bias"), %arg49: tensor<1536x384xf16> loc("encoder.layer.2.intermediate.dense.weight"), %arg50: tensor<1536xf16> loc("encoder.layer.2.intermediate.dense.bias"), %arg51: tensor<384x1536xf16> loc("encoder.layer.2.output.dense.weight"), %arg52: tensor<384xf16> loc("encoder.layer.2.output.dense.bias"), %arg53: tensor<384xf16> loc("encoder.layer.2.output.LayerNorm.weight"), %arg54: tensor<384xf16> loc("encoder.layer.2.output.LayerNorm.bias"), %arg55: tensor<384x384xf16> loc("encoder.layer.3.attention.self.query.weight"), %arg56: tensor<384xf16> loc("encoder.layer.3.attention.self.query.bias"), %arg57: tensor<384x384xf16> loc("encoder.layer.3.attention.self.key.weight"), %arg58: tensor<384xf16> loc("encoder.layer.3.attention.self.key.bias"), %arg59: tensor<384x384xf16> loc("encoder.layer.3.attention.self.value.weight"), %arg60: tensor<384xf16> loc("encoder.layer.3.attention.self.value.bias"), %arg61: tensor<384x384xf16> loc("encoder.layer.3.attention.output.dense.weight"), %arg62: tensor<384xf16> loc("encoder.layer.3.attention.output.dense.bias"), %arg63: tensor<384xf16> loc("encoder.layer.3.attention.output.LayerNorm.weight"), %arg64: tensor<384xf16> loc("encoder.layer.3.attention.output.LayerNorm.bias"), %arg65: tensor<1536x384xf16> loc("encoder.layer.3.intermediate.dense.weight"), %arg66: tensor<1536xf16> loc("encoder.layer.3.intermediate.dense.bias"), %arg67: tensor<384x1536xf16> loc("encoder.layer.3.output.dense.weight"), %arg68: tensor<384xf16> loc("encoder.layer.3.output.dense.bias"), %arg69: tensor<384xf16> loc("encoder.layer.3.output.LayerNorm.weight"), %arg70: tensor<384xf16> loc("encoder.layer.3.output.LayerNorm.bias"), %arg71: tensor<384x384xf16> loc("encoder.layer.4.attention.self.query.weight"), %arg72: tensor<384xf16> loc("encoder.layer.4.attention.self.query.bias"), %arg73: tensor<384x384xf16> loc("encoder.layer.4.attention.self.key.weight"), %arg74: tensor<384xf16> loc("encoder.layer.4.attention.self.key.bias"), %arg75: tensor<384x384xf16> loc("encoder.layer.4.attention.self.value.weight"), %arg76: tensor<384xf16> loc("encoder.layer.4.attention.self.value.bias"), %arg77: tensor<384x384xf16> loc("encoder.layer.4.attention.output.dense.weight"), %arg78: tensor<384xf16> loc("encoder.layer.4.attention.output.dense.bias"), %arg79: tensor<384xf16> loc("encoder.layer.4.attention.output.LayerNorm.weight"), %arg80: tensor<384xf16> loc("encoder.layer.4.attention.output.LayerNorm.bias"), %arg81: tensor<1536x384xf16> loc("encoder.layer.4.intermediate.dense.weight"), %arg82: tensor<1536xf16> loc("encoder.layer.4.intermediate.dense.bias"), %arg83: tensor<384x1536xf16> loc("encoder.layer.4.output.dense.weight"), %arg84: tensor<384xf16> loc("encoder.layer.4.output.dense.bias"), %arg85: tensor<384xf16> loc("encoder.layer.4.output.LayerNorm.weight"), %arg86: tensor<384xf16> loc("encoder.layer.4.output.LayerNorm.bias"), %arg87: tensor<384x384xf16> loc("encoder.layer.5.attention.self.query.weight"), %arg88: tensor<384xf16> loc("encoder.layer.5.attention.self.query.bias"), %arg89: tensor<384x384xf16> loc("encoder.layer.5.attention.self.key.weight"), %arg90: tensor<384xf16> loc("encoder.layer.5.attention.self.key.bias"), %arg91: tensor<384x384xf16> loc("encoder.layer.5.attention.self.value.weight"), %arg92: tensor<384xf16> loc("encoder.layer.5.attention.self.value.bias"), %arg93: tensor<384x384xf16> loc("encoder.layer.5.attention.output.dense.weight"), %arg94: tensor<384xf16> loc("encoder.layer.5.attention.output.dense.bias"), %arg95: tensor<384xf16> loc("encoder.layer.5.attention.output.LayerNorm.weight"), %arg96: tensor<384xf16> loc("encoder.layer.5.attention.output.LayerNorm.bias"), %arg97: tensor<1536x384xf16> loc("encoder.layer.5.intermediate.dense.weight"), %arg98: tensor<1536xf16> loc("encoder.layer.5.intermediate.dense.bias"), %arg99: tensor<384x1536xf16> loc("encoder.layer.5.output.dense.weight"), %arg100: tensor<384xf16> loc("encoder.layer.5.output.dense.bias"), %arg101: tensor<384xf16> loc("encoder.layer.5.output.LayerNorm.weight"), %arg102: tensor<384xf16> loc("encoder.layer.5.output.LayerNorm.bias")) -> (tensor<1x384xf16>, tensor<1x32x384xf16>) {
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %c30522 = arith.constant 30522 : index loc(#loc)
    %c2 = arith.constant 2 : index loc(#loc)
    %c512 = arith.constant 512 : index loc(#loc)
    %cst = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 0xFF800000 : f32 loc(#loc)
    %cst_2 = arith.constant 0.000000e+00 : f16 loc(#loc)
    %cst_3 = arith.constant 1.000000e+00 : f16 loc(#loc)
    %cst_4 = arith.constant 2.000000e+00 : f16 loc(#loc)
    %cst_5 = arith.constant 5.000000e-01 : f16 loc(#loc)
    %cst_6 = arith.constant dense<1.000000e+00> : tensor<f32> loc(#loc2)
    %cst_7 = arith.constant 0.17677669529663689 : f64 loc(#loc15)
    %cst_8 = arith.constant 9.9999999999999998E-13 : f64 loc(#loc16)
    %cst_9 = arith.constant 3.840000e+02 : f64 loc(#loc)
    %cst_10 = arith.constant 3.840000e+02 : f32 loc(#loc)
    %cst_11 = arith.constant -6.550400e+04 : f16 loc(#loc)
    %cst_12 = arith.constant dense<0> : tensor<1x32xi64> loc(#loc17)
    %0 = tensor.empty() : tensor<32xi64> loc(#loc14)
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<32xi64>) {
    ^bb0(%out: i64 loc("embeddings"(#loc1))):
      %630 = linalg.index 0 : index loc(#loc14)
      %631 = arith.index_cast %630 : index to i64 loc(#loc14)
      linalg.yield %631 : i64 loc(#loc14)
    } -> tensor<32xi64> loc(#loc14)
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [1, 32] : tensor<32xi64> into tensor<1x32xi64> loc(#loc14)
    %2 = tensor.empty() : tensor<1x32x384xf16> loc(#loc18)
    %3 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x32xi64>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: i64 loc("embeddings.word_embeddings"(#loc5)), %out: f16 loc("embeddings.word_embeddings"(#loc5))):
      %630 = arith.index_cast %in : i64 to index loc(#loc18)
      %631 = linalg.index 2 : index loc(#loc18)
      %632 = arith.cmpi slt, %630, %c30522 : index loc(#loc18)
      cf.assert %632, "index must be smaller than dim size" loc(#loc18)
      %633 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc18)
      cf.assert %633, "index must be larger or equal to 0" loc(#loc18)
      %extracted = tensor.extract %arg2[%630, %631] : tensor<30522x384xf16> loc(#loc18)
      linalg.yield %extracted : f16 loc(#loc18)
    } -> tensor<1x32x384xf16> loc(#loc18)
    %4 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<1x32xi64>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: i64 loc("embeddings.token_type_embeddings"(#loc5)), %out: f16 loc("embeddings.token_type_embeddings"(#loc5))):
      %630 = arith.index_cast %in : i64 to index loc(#loc17)
      %631 = linalg.index 2 : index loc(#loc17)
      %632 = arith.cmpi slt, %630, %c2 : index loc(#loc17)
      cf.assert %632, "index must be smaller than dim size" loc(#loc17)
      %633 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc17)
      cf.assert %633, "index must be larger or equal to 0" loc(#loc17)
      %extracted = tensor.extract %arg4[%630, %631] : tensor<2x384xf16> loc(#loc17)
      linalg.yield %extracted : f16 loc(#loc17)
    } -> tensor<1x32x384xf16> loc(#loc17)
    %5 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %4 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("embeddings.word_embeddings"(#loc5)), %in_176: f16 loc("embeddings.token_type_embeddings"(#loc5)), %out: f16 loc("embeddings"(#loc5))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc19)
      linalg.yield %630 : f16 loc(#loc19)
    } -> tensor<1x32x384xf16> loc(#loc19)
    %6 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x32xi64>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: i64 loc("embeddings"(#loc1)), %out: f16 loc("embeddings.position_embeddings"(#loc4))):
      %630 = arith.index_cast %in : i64 to index loc(#loc20)
      %631 = linalg.index 2 : index loc(#loc20)
      %632 = arith.cmpi slt, %630, %c512 : index loc(#loc20)
      cf.assert %632, "index must be smaller than dim size" loc(#loc20)
      %633 = arith.cmpi sge, %in, %c0_i64 : i64 loc(#loc20)
      cf.assert %633, "index must be larger or equal to 0" loc(#loc20)
      %extracted = tensor.extract %arg3[%630, %631] : tensor<512x384xf16> loc(#loc20)
      linalg.yield %extracted : f16 loc(#loc20)
    } -> tensor<1x32x384xf16> loc(#loc20)
    %7 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %6 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("embeddings"(#loc5)), %in_176: f16 loc("embeddings.position_embeddings"(#loc4)), %out: f16 loc("embeddings"(#loc4))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc21)
      linalg.yield %630 : f16 loc(#loc21)
    } -> tensor<1x32x384xf16> loc(#loc21)
    %8 = tensor.empty() : tensor<1x32x384xf32> loc(#loc16)
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("embeddings"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.extf %in : f16 to f32 loc(#loc16)
      linalg.yield %630 : f32 loc(#loc16)
    } -> tensor<1x32x384xf32> loc(#loc16)
    %10 = tensor.empty() : tensor<1x32x384xf64> loc(#loc16)
    %11 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %out: f64 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.extf %in : f32 to f64 loc(#loc16)
      linalg.yield %630 : f64 loc(#loc16)
    } -> tensor<1x32x384xf64> loc(#loc16)
    %12 = tensor.empty() : tensor<1x32x1xf64> loc(#loc16)
    %13 = linalg.fill ins(%cst : f64) outs(%12 : tensor<1x32x1xf64>) -> tensor<1x32x1xf64> loc(#loc16)
    %14 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("embeddings.LayerNorm"(#loc4)), %out: f64 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.addf %in, %out : f64 loc(#loc16)
      linalg.yield %630 : f64 loc(#loc16)
    } -> tensor<1x32x1xf64> loc(#loc16)
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("embeddings.LayerNorm"(#loc4)), %out: f64 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc16)
      linalg.yield %630 : f64 loc(#loc16)
    } -> tensor<1x32x1xf64> loc(#loc16)
    %16 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %15 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("embeddings.LayerNorm"(#loc4)), %in_176: f64 loc("embeddings.LayerNorm"(#loc4)), %out: f64 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc16)
      linalg.yield %630 : f64 loc(#loc16)
    } -> tensor<1x32x384xf64> loc(#loc16)
    %17 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %16 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("embeddings.LayerNorm"(#loc4)), %in_176: f64 loc("embeddings.LayerNorm"(#loc4)), %out: f64 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc16)
      linalg.yield %630 : f64 loc(#loc16)
    } -> tensor<1x32x384xf64> loc(#loc16)
    %18 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("embeddings.LayerNorm"(#loc4)), %out: f64 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.addf %in, %out : f64 loc(#loc16)
      linalg.yield %630 : f64 loc(#loc16)
    } -> tensor<1x32x1xf64> loc(#loc16)
    %19 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("embeddings.LayerNorm"(#loc4)), %out: f64 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc16)
      linalg.yield %630 : f64 loc(#loc16)
    } -> tensor<1x32x1xf64> loc(#loc16)
    %20 = tensor.empty() : tensor<1x32x1xf32> loc(#loc16)
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc16)
      linalg.yield %630 : f32 loc(#loc16)
    } -> tensor<1x32x1xf32> loc(#loc16)
    %22 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<1x32x1xf32>) -> tensor<1x32x1xf32> loc(#loc16)
    %23 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.addf %in, %out : f32 loc(#loc16)
      linalg.yield %630 : f32 loc(#loc16)
    } -> tensor<1x32x1xf32> loc(#loc16)
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc16)
      linalg.yield %630 : f32 loc(#loc16)
    } -> tensor<1x32x1xf32> loc(#loc16)
    %25 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc16)
      %631 = arith.addf %in, %630 : f32 loc(#loc16)
      linalg.yield %631 : f32 loc(#loc16)
    } -> tensor<1x32x1xf32> loc(#loc16)
    %26 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = math.rsqrt %in : f32 loc(#loc16)
      linalg.yield %630 : f32 loc(#loc16)
    } -> tensor<1x32x1xf32> loc(#loc16)
    %27 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %24 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %in_176: f32 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc16)
      linalg.yield %630 : f32 loc(#loc16)
    } -> tensor<1x32x384xf32> loc(#loc16)
    %28 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %26 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %in_176: f32 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc16)
      linalg.yield %630 : f32 loc(#loc16)
    } -> tensor<1x32x384xf32> loc(#loc16)
    %29 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %arg5 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %in_176: f16 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc16)
      %631 = arith.mulf %in, %630 : f32 loc(#loc16)
      linalg.yield %631 : f32 loc(#loc16)
    } -> tensor<1x32x384xf32> loc(#loc16)
    %30 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %arg6 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %in_176: f16 loc("embeddings.LayerNorm"(#loc4)), %out: f32 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc16)
      %631 = arith.addf %in, %630 : f32 loc(#loc16)
      linalg.yield %631 : f32 loc(#loc16)
    } -> tensor<1x32x384xf32> loc(#loc16)
    %31 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("embeddings.LayerNorm"(#loc4)), %out: f16 loc("embeddings.LayerNorm"(#loc4))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc16)
      linalg.yield %630 : f16 loc(#loc16)
    } -> tensor<1x32x384xf16> loc(#loc16)
    %expanded_13 = tensor.expand_shape %arg1 [[0], [1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<1x32xi64> into tensor<1x1x1x32xi64> loc(#loc2)
    %32 = tensor.empty() : tensor<1x1x1x32xf16> loc(#loc2)
    %33 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<1x1x1x32xi64>) outs(%32 : tensor<1x1x1x32xf16>) {
    ^bb0(%in: i64 loc("minilm_model.py":117:0), %out: f16 loc("minilm_model.py":117:0)):
      %630 = arith.sitofp %in : i64 to f16 loc(#loc2)
      linalg.yield %630 : f16 loc(#loc2)
    } -> tensor<1x1x1x32xf16> loc(#loc2)
    %34 = linalg.generic {indexing_maps = [#map6, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_6, %33 : tensor<f32>, tensor<1x1x1x32xf16>) outs(%32 : tensor<1x1x1x32xf16>) {
    ^bb0(%in: f32 loc("minilm_model.py":117:0), %in_176: f16 loc("minilm_model.py":117:0), %out: f16 loc("minilm_model.py":117:0)):
      %630 = arith.truncf %in : f32 to f16 loc(#loc2)
      %631 = arith.subf %630, %in_176 : f16 loc(#loc2)
      linalg.yield %631 : f16 loc(#loc2)
    } -> tensor<1x1x1x32xf16> loc(#loc2)
    %35 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<1x1x1x32xf16>) outs(%32 : tensor<1x1x1x32xf16>) {
    ^bb0(%in: f16 loc("minilm_model.py":117:0), %out: f16 loc("minilm_model.py":117:0)):
      %630 = arith.mulf %in, %cst_11 : f16 loc(#loc2)
      linalg.yield %630 : f16 loc(#loc2)
    } -> tensor<1x1x1x32xf16> loc(#loc2)
    %collapsed = tensor.collapse_shape %31 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc22)
    %36 = tensor.empty() : tensor<384x384xf16> loc(#loc22)
    %transposed = linalg.transpose ins(%arg7 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc22)
    %37 = tensor.empty() : tensor<384xf32> loc(#loc22)
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc22)
      linalg.yield %630 : f32 loc(#loc22)
    } -> tensor<384xf32> loc(#loc22)
    %39 = tensor.empty() : tensor<32x384xf32> loc(#loc22)
    %40 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc22)
      linalg.yield %630 : f32 loc(#loc22)
    } -> tensor<32x384xf32> loc(#loc22)
    %41 = tensor.empty() : tensor<384x384xf32> loc(#loc22)
    %42 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc22)
      linalg.yield %630 : f32 loc(#loc22)
    } -> tensor<384x384xf32> loc(#loc22)
    %43 = linalg.fill ins(%cst_0 : f32) outs(%39 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc22)
    %44 = linalg.matmul ins(%40, %42 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc22)
    %45 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.query"(#loc6))):
      linalg.yield %in : f32 loc(#loc22)
    } -> tensor<32x384xf32> loc(#loc22)
    %46 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%44, %45 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.query"(#loc6)), %in_176: f32 loc("encoder.layer.0.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.query"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc22)
      linalg.yield %630 : f32 loc(#loc22)
    } -> tensor<32x384xf32> loc(#loc22)
    %47 = tensor.empty() : tensor<32x384xf16> loc(#loc22)
    %48 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.query"(#loc6)), %out: f16 loc("encoder.layer.0.attention.self.query"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc22)
      linalg.yield %630 : f16 loc(#loc22)
    } -> tensor<32x384xf16> loc(#loc22)
    %expanded_14 = tensor.expand_shape %48 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc23)
    %49 = tensor.empty() : tensor<1x12x32x32xf16> loc(#loc23)
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc23)
    %transposed_16 = linalg.transpose ins(%arg9 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc24)
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc24)
      linalg.yield %630 : f32 loc(#loc24)
    } -> tensor<384xf32> loc(#loc24)
    %51 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_16 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc24)
      linalg.yield %630 : f32 loc(#loc24)
    } -> tensor<384x384xf32> loc(#loc24)
    %52 = linalg.matmul ins(%40, %51 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc24)
    %53 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.key"(#loc6))):
      linalg.yield %in : f32 loc(#loc24)
    } -> tensor<32x384xf32> loc(#loc24)
    %54 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%52, %53 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.key"(#loc6)), %in_176: f32 loc("encoder.layer.0.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.key"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc24)
      linalg.yield %630 : f32 loc(#loc24)
    } -> tensor<32x384xf32> loc(#loc24)
    %55 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.key"(#loc6)), %out: f16 loc("encoder.layer.0.attention.self.key"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc24)
      linalg.yield %630 : f16 loc(#loc24)
    } -> tensor<32x384xf16> loc(#loc24)
    %expanded_17 = tensor.expand_shape %55 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc23)
    %transposed_18 = linalg.transpose ins(%arg11 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc25)
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg12 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc25)
      linalg.yield %630 : f32 loc(#loc25)
    } -> tensor<384xf32> loc(#loc25)
    %57 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_18 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc25)
      linalg.yield %630 : f32 loc(#loc25)
    } -> tensor<384x384xf32> loc(#loc25)
    %58 = linalg.matmul ins(%40, %57 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc25)
    %59 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.value"(#loc6))):
      linalg.yield %in : f32 loc(#loc25)
    } -> tensor<32x384xf32> loc(#loc25)
    %60 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%58, %59 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.value"(#loc6)), %in_176: f32 loc("encoder.layer.0.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.0.attention.self.value"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc25)
      linalg.yield %630 : f32 loc(#loc25)
    } -> tensor<32x384xf32> loc(#loc25)
    %61 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self.value"(#loc6)), %out: f16 loc("encoder.layer.0.attention.self.value"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc25)
      linalg.yield %630 : f16 loc(#loc25)
    } -> tensor<32x384xf16> loc(#loc25)
    %expanded_19 = tensor.expand_shape %61 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc23)
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc23)
    %transposed_21 = linalg.transpose ins(%expanded_17 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 3, 1]  loc(#loc15)
    %collapsed_22 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc15)
    %collapsed_23 = tensor.collapse_shape %transposed_21 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc15)
    %62 = tensor.empty() : tensor<12x32x32xf32> loc(#loc15)
    %63 = linalg.fill ins(%cst_0 : f32) outs(%62 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc15)
    %64 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc15)
    %65 = tensor.empty() : tensor<12x32x32xf16> loc(#loc15)
    %66 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self"(#loc3)), %out: f16 loc("encoder.layer.0.attention.self"(#loc3))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc15)
      linalg.yield %630 : f16 loc(#loc15)
    } -> tensor<12x32x32xf16> loc(#loc15)
    %expanded_24 = tensor.expand_shape %66 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc15)
    %67 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<1x12x32x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self"(#loc3)), %out: f16 loc("encoder.layer.0.attention.self"(#loc3))):
      %630 = arith.truncf %cst_7 : f64 to f16 loc(#loc15)
      %631 = arith.mulf %in, %630 : f16 loc(#loc15)
      linalg.yield %631 : f16 loc(#loc15)
    } -> tensor<1x12x32x32xf16> loc(#loc15)
    %68 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %35 : tensor<1x12x32x32xf16>, tensor<1x1x1x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self"(#loc3)), %in_176: f16 loc("minilm_model.py":117:0), %out: f16 loc("encoder.layer.0.attention.self"(#loc7))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc26)
      linalg.yield %630 : f16 loc(#loc26)
    } -> tensor<1x12x32x32xf16> loc(#loc26)
    %69 = tensor.empty() : tensor<1x12x32x32xf32> loc(#loc26)
    %70 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x12x32x32xf16>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.self"(#loc7)), %out: f32 loc("encoder.layer.0.attention.self"(#loc7))):
      %630 = arith.extf %in : f16 to f32 loc(#loc26)
      linalg.yield %630 : f32 loc(#loc26)
    } -> tensor<1x12x32x32xf32> loc(#loc26)
    %71 = tensor.empty() : tensor<1x12x32xi64> loc(#loc26)
    %72 = linalg.fill ins(%c0_i64 : i64) outs(%71 : tensor<1x12x32xi64>) -> tensor<1x12x32xi64> loc(#loc26)
    %73 = tensor.empty() : tensor<1x12x32xf32> loc(#loc26)
    %74 = linalg.fill ins(%cst_1 : f32) outs(%73 : tensor<1x12x32xf32>) -> tensor<1x12x32xf32> loc(#loc26)
    %75:2 = linalg.generic {indexing_maps = [#map5, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%70 : tensor<1x12x32x32xf32>) outs(%74, %72 : tensor<1x12x32xf32>, tensor<1x12x32xi64>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self"(#loc7)), %out: f32 loc("encoder.layer.0.attention.self"(#loc7)), %out_176: i64 loc("encoder.layer.0.attention.self"(#loc7))):
      %630 = linalg.index 3 : index loc(#loc26)
      %631 = arith.index_cast %630 : index to i64 loc(#loc26)
      %632 = arith.maximumf %in, %out : f32 loc(#loc26)
      %633 = arith.cmpf ogt, %in, %out : f32 loc(#loc26)
      %634 = arith.select %633, %631, %out_176 : i64 loc(#loc26)
      linalg.yield %632, %634 : f32, i64 loc(#loc26)
    } -> (tensor<1x12x32xf32>, tensor<1x12x32xi64>) loc(#loc26)
    %expanded_25 = tensor.expand_shape %75#0 [[0], [1], [2, 3]] output_shape [1, 12, 32, 1] : tensor<1x12x32xf32> into tensor<1x12x32x1xf32> loc(#loc26)
    %76 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %expanded_25 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.0.attention.self"(#loc7)), %out: f32 loc("encoder.layer.0.attention.self"(#loc7))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc26)
      linalg.yield %630 : f32 loc(#loc26)
    } -> tensor<1x12x32x32xf32> loc(#loc26)
    %77 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<1x12x32x32xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self"(#loc7)), %out: f32 loc("encoder.layer.0.attention.self"(#loc7))):
      %630 = math.exp %in : f32 loc(#loc26)
      linalg.yield %630 : f32 loc(#loc26)
    } -> tensor<1x12x32x32xf32> loc(#loc26)
    %78 = tensor.empty() : tensor<1x12x32x1xf32> loc(#loc26)
    %79 = linalg.fill ins(%cst_0 : f32) outs(%78 : tensor<1x12x32x1xf32>) -> tensor<1x12x32x1xf32> loc(#loc26)
    %80 = linalg.generic {indexing_maps = [#map5, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%77 : tensor<1x12x32x32xf32>) outs(%79 : tensor<1x12x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self"(#loc7)), %out: f32 loc("encoder.layer.0.attention.self"(#loc7))):
      %630 = arith.addf %in, %out : f32 loc(#loc26)
      linalg.yield %630 : f32 loc(#loc26)
    } -> tensor<1x12x32x1xf32> loc(#loc26)
    %81 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %80 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.0.attention.self"(#loc7)), %out: f32 loc("encoder.layer.0.attention.self"(#loc7))):
      %630 = arith.divf %in, %in_176 : f32 loc(#loc26)
      linalg.yield %630 : f32 loc(#loc26)
    } -> tensor<1x12x32x32xf32> loc(#loc26)
    %82 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<1x12x32x32xf32>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self"(#loc7)), %out: f16 loc("encoder.layer.0.attention.self"(#loc7))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc26)
      linalg.yield %630 : f16 loc(#loc26)
    } -> tensor<1x12x32x32xf16> loc(#loc26)
    %collapsed_26 = tensor.collapse_shape %82 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc27)
    %collapsed_27 = tensor.collapse_shape %transposed_20 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc27)
    %83 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc27)
    %84 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.self"(#loc8)), %out: f16 loc("encoder.layer.0.attention.self"(#loc8))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc27)
      linalg.yield %630 : f16 loc(#loc27)
    } -> tensor<12x32x32xf16> loc(#loc27)
    %expanded_28 = tensor.expand_shape %84 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc27)
    %85 = tensor.empty() : tensor<1x32x12x32xf16> loc(#loc27)
    %transposed_29 = linalg.transpose ins(%expanded_28 : tensor<1x12x32x32xf16>) outs(%85 : tensor<1x32x12x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc27)
    %collapsed_30 = tensor.collapse_shape %transposed_29 [[0, 1], [2, 3]] : tensor<1x32x12x32xf16> into tensor<32x384xf16> loc(#loc28)
    %transposed_31 = linalg.transpose ins(%arg13 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc28)
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg14 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc28)
      linalg.yield %630 : f32 loc(#loc28)
    } -> tensor<384xf32> loc(#loc28)
    %87 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_30 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc28)
      linalg.yield %630 : f32 loc(#loc28)
    } -> tensor<32x384xf32> loc(#loc28)
    %88 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_31 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc28)
      linalg.yield %630 : f32 loc(#loc28)
    } -> tensor<384x384xf32> loc(#loc28)
    %89 = linalg.matmul ins(%87, %88 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc28)
    %90 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%86 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc28)
    } -> tensor<32x384xf32> loc(#loc28)
    %91 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%89, %90 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.0.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc28)
      linalg.yield %630 : f32 loc(#loc28)
    } -> tensor<32x384xf32> loc(#loc28)
    %92 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%91 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.dense"(#loc9)), %out: f16 loc("encoder.layer.0.attention.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc28)
      linalg.yield %630 : f16 loc(#loc28)
    } -> tensor<32x384xf16> loc(#loc28)
    %expanded_32 = tensor.expand_shape %92 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc28)
    %93 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32, %31 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.output.dense"(#loc9)), %in_176: f16 loc("embeddings.LayerNorm"(#loc4)), %out: f16 loc("encoder.layer.0.attention.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc29)
      linalg.yield %630 : f16 loc(#loc29)
    } -> tensor<1x32x384xf16> loc(#loc29)
    %94 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.attention.output"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc30)
      linalg.yield %630 : f32 loc(#loc30)
    } -> tensor<1x32x384xf32> loc(#loc30)
    %95 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc30)
      linalg.yield %630 : f64 loc(#loc30)
    } -> tensor<1x32x384xf64> loc(#loc30)
    %96 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc30)
      linalg.yield %630 : f64 loc(#loc30)
    } -> tensor<1x32x1xf64> loc(#loc30)
    %97 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc30)
      linalg.yield %630 : f64 loc(#loc30)
    } -> tensor<1x32x1xf64> loc(#loc30)
    %98 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %97 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc30)
      linalg.yield %630 : f64 loc(#loc30)
    } -> tensor<1x32x384xf64> loc(#loc30)
    %99 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %98 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc30)
      linalg.yield %630 : f64 loc(#loc30)
    } -> tensor<1x32x384xf64> loc(#loc30)
    %100 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%99 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc30)
      linalg.yield %630 : f64 loc(#loc30)
    } -> tensor<1x32x1xf64> loc(#loc30)
    %101 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc30)
      linalg.yield %630 : f64 loc(#loc30)
    } -> tensor<1x32x1xf64> loc(#loc30)
    %102 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc30)
      linalg.yield %630 : f32 loc(#loc30)
    } -> tensor<1x32x1xf32> loc(#loc30)
    %103 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%94 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc30)
      linalg.yield %630 : f32 loc(#loc30)
    } -> tensor<1x32x1xf32> loc(#loc30)
    %104 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc30)
      linalg.yield %630 : f32 loc(#loc30)
    } -> tensor<1x32x1xf32> loc(#loc30)
    %105 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc30)
      %631 = arith.addf %in, %630 : f32 loc(#loc30)
      linalg.yield %631 : f32 loc(#loc30)
    } -> tensor<1x32x1xf32> loc(#loc30)
    %106 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc30)
      linalg.yield %630 : f32 loc(#loc30)
    } -> tensor<1x32x1xf32> loc(#loc30)
    %107 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %104 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc30)
      linalg.yield %630 : f32 loc(#loc30)
    } -> tensor<1x32x384xf32> loc(#loc30)
    %108 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %106 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc30)
      linalg.yield %630 : f32 loc(#loc30)
    } -> tensor<1x32x384xf32> loc(#loc30)
    %109 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %arg15 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc30)
      %631 = arith.mulf %in, %630 : f32 loc(#loc30)
      linalg.yield %631 : f32 loc(#loc30)
    } -> tensor<1x32x384xf32> loc(#loc30)
    %110 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %arg16 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc30)
      %631 = arith.addf %in, %630 : f32 loc(#loc30)
      linalg.yield %631 : f32 loc(#loc30)
    } -> tensor<1x32x384xf32> loc(#loc30)
    %111 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc30)
      linalg.yield %630 : f16 loc(#loc30)
    } -> tensor<1x32x384xf16> loc(#loc30)
    %collapsed_33 = tensor.collapse_shape %111 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc31)
    %112 = tensor.empty() : tensor<384x1536xf16> loc(#loc31)
    %transposed_34 = linalg.transpose ins(%arg17 : tensor<1536x384xf16>) outs(%112 : tensor<384x1536xf16>) permutation = [1, 0]  loc(#loc31)
    %113 = tensor.empty() : tensor<1536xf32> loc(#loc31)
    %114 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg18 : tensor<1536xf16>) outs(%113 : tensor<1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.0.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc31)
      linalg.yield %630 : f32 loc(#loc31)
    } -> tensor<1536xf32> loc(#loc31)
    %115 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_33 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.0.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc31)
      linalg.yield %630 : f32 loc(#loc31)
    } -> tensor<32x384xf32> loc(#loc31)
    %116 = tensor.empty() : tensor<384x1536xf32> loc(#loc31)
    %117 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_34 : tensor<384x1536xf16>) outs(%116 : tensor<384x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.0.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc31)
      linalg.yield %630 : f32 loc(#loc31)
    } -> tensor<384x1536xf32> loc(#loc31)
    %118 = tensor.empty() : tensor<32x1536xf32> loc(#loc31)
    %119 = linalg.fill ins(%cst_0 : f32) outs(%118 : tensor<32x1536xf32>) -> tensor<32x1536xf32> loc(#loc31)
    %120 = linalg.matmul ins(%115, %117 : tensor<32x384xf32>, tensor<384x1536xf32>) outs(%119 : tensor<32x1536xf32>) -> tensor<32x1536xf32> loc(#loc31)
    %121 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%114 : tensor<1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.0.intermediate.dense"(#loc10))):
      linalg.yield %in : f32 loc(#loc31)
    } -> tensor<32x1536xf32> loc(#loc31)
    %122 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%120, %121 : tensor<32x1536xf32>, tensor<32x1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.intermediate.dense"(#loc10)), %in_176: f32 loc("encoder.layer.0.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.0.intermediate.dense"(#loc10))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc31)
      linalg.yield %630 : f32 loc(#loc31)
    } -> tensor<32x1536xf32> loc(#loc31)
    %123 = tensor.empty() : tensor<32x1536xf16> loc(#loc31)
    %124 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%122 : tensor<32x1536xf32>) outs(%123 : tensor<32x1536xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.0.intermediate.dense"(#loc10))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc31)
      linalg.yield %630 : f16 loc(#loc31)
    } -> tensor<32x1536xf16> loc(#loc31)
    %expanded_35 = tensor.expand_shape %124 [[0, 1], [2]] output_shape [1, 32, 1536] : tensor<32x1536xf16> into tensor<1x32x1536xf16> loc(#loc31)
    %125 = tensor.empty() : tensor<1x32x1536xf16> loc(#loc32)
    %126 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<1x32x1536xf16>) outs(%125 : tensor<1x32x1536xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.0.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.0.intermediate.intermediate_act_fn"(#loc10))):
      %630 = math.sqrt %cst_4 : f16 loc(#loc32)
      %631 = arith.divf %in, %630 : f16 loc(#loc32)
      %632 = math.erf %631 : f16 loc(#loc32)
      %633 = arith.addf %632, %cst_3 : f16 loc(#loc32)
      %634 = arith.mulf %633, %cst_5 : f16 loc(#loc32)
      %635 = arith.mulf %in, %634 : f16 loc(#loc32)
      linalg.yield %635 : f16 loc(#loc32)
    } -> tensor<1x32x1536xf16> loc(#loc32)
    %collapsed_36 = tensor.collapse_shape %126 [[0, 1], [2]] : tensor<1x32x1536xf16> into tensor<32x1536xf16> loc(#loc33)
    %127 = tensor.empty() : tensor<1536x384xf16> loc(#loc33)
    %transposed_37 = linalg.transpose ins(%arg19 : tensor<384x1536xf16>) outs(%127 : tensor<1536x384xf16>) permutation = [1, 0]  loc(#loc33)
    %128 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg20 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc33)
      linalg.yield %630 : f32 loc(#loc33)
    } -> tensor<384xf32> loc(#loc33)
    %129 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_36 : tensor<32x1536xf16>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc33)
      linalg.yield %630 : f32 loc(#loc33)
    } -> tensor<32x1536xf32> loc(#loc33)
    %130 = tensor.empty() : tensor<1536x384xf32> loc(#loc33)
    %131 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_37 : tensor<1536x384xf16>) outs(%130 : tensor<1536x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc33)
      linalg.yield %630 : f32 loc(#loc33)
    } -> tensor<1536x384xf32> loc(#loc33)
    %132 = linalg.matmul ins(%129, %131 : tensor<32x1536xf32>, tensor<1536x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc33)
    %133 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%128 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc33)
    } -> tensor<32x384xf32> loc(#loc33)
    %134 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%132, %133 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.0.output.dense"(#loc9)), %out: f32 loc("encoder.layer.0.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc33)
      linalg.yield %630 : f32 loc(#loc33)
    } -> tensor<32x384xf32> loc(#loc33)
    %135 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%134 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.dense"(#loc9)), %out: f16 loc("encoder.layer.0.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc33)
      linalg.yield %630 : f16 loc(#loc33)
    } -> tensor<32x384xf16> loc(#loc33)
    %expanded_38 = tensor.expand_shape %135 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc33)
    %136 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38, %111 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.0.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.0.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.0.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc34)
      linalg.yield %630 : f16 loc(#loc34)
    } -> tensor<1x32x384xf16> loc(#loc34)
    %137 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.0.output"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc35)
      linalg.yield %630 : f32 loc(#loc35)
    } -> tensor<1x32x384xf32> loc(#loc35)
    %138 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc35)
      linalg.yield %630 : f64 loc(#loc35)
    } -> tensor<1x32x384xf64> loc(#loc35)
    %139 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%138 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc35)
      linalg.yield %630 : f64 loc(#loc35)
    } -> tensor<1x32x1xf64> loc(#loc35)
    %140 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc35)
      linalg.yield %630 : f64 loc(#loc35)
    } -> tensor<1x32x1xf64> loc(#loc35)
    %141 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %140 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc35)
      linalg.yield %630 : f64 loc(#loc35)
    } -> tensor<1x32x384xf64> loc(#loc35)
    %142 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %141 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc35)
      linalg.yield %630 : f64 loc(#loc35)
    } -> tensor<1x32x384xf64> loc(#loc35)
    %143 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%142 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc35)
      linalg.yield %630 : f64 loc(#loc35)
    } -> tensor<1x32x1xf64> loc(#loc35)
    %144 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc35)
      linalg.yield %630 : f64 loc(#loc35)
    } -> tensor<1x32x1xf64> loc(#loc35)
    %145 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc35)
      linalg.yield %630 : f32 loc(#loc35)
    } -> tensor<1x32x1xf32> loc(#loc35)
    %146 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%137 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc35)
      linalg.yield %630 : f32 loc(#loc35)
    } -> tensor<1x32x1xf32> loc(#loc35)
    %147 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc35)
      linalg.yield %630 : f32 loc(#loc35)
    } -> tensor<1x32x1xf32> loc(#loc35)
    %148 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc35)
      %631 = arith.addf %in, %630 : f32 loc(#loc35)
      linalg.yield %631 : f32 loc(#loc35)
    } -> tensor<1x32x1xf32> loc(#loc35)
    %149 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc35)
      linalg.yield %630 : f32 loc(#loc35)
    } -> tensor<1x32x1xf32> loc(#loc35)
    %150 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %147 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc35)
      linalg.yield %630 : f32 loc(#loc35)
    } -> tensor<1x32x384xf32> loc(#loc35)
    %151 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150, %149 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc35)
      linalg.yield %630 : f32 loc(#loc35)
    } -> tensor<1x32x384xf32> loc(#loc35)
    %152 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %arg21 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc35)
      %631 = arith.mulf %in, %630 : f32 loc(#loc35)
      linalg.yield %631 : f32 loc(#loc35)
    } -> tensor<1x32x384xf32> loc(#loc35)
    %153 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152, %arg22 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc35)
      %631 = arith.addf %in, %630 : f32 loc(#loc35)
      linalg.yield %631 : f32 loc(#loc35)
    } -> tensor<1x32x384xf32> loc(#loc35)
    %154 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.0.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc35)
      linalg.yield %630 : f16 loc(#loc35)
    } -> tensor<1x32x384xf16> loc(#loc35)
    %collapsed_39 = tensor.collapse_shape %154 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc36)
    %transposed_40 = linalg.transpose ins(%arg23 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc36)
    %155 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg24 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc36)
      linalg.yield %630 : f32 loc(#loc36)
    } -> tensor<384xf32> loc(#loc36)
    %156 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_39 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc36)
      linalg.yield %630 : f32 loc(#loc36)
    } -> tensor<32x384xf32> loc(#loc36)
    %157 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_40 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc36)
      linalg.yield %630 : f32 loc(#loc36)
    } -> tensor<384x384xf32> loc(#loc36)
    %158 = linalg.matmul ins(%156, %157 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc36)
    %159 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%155 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.query"(#loc6))):
      linalg.yield %in : f32 loc(#loc36)
    } -> tensor<32x384xf32> loc(#loc36)
    %160 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%158, %159 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.query"(#loc6)), %in_176: f32 loc("encoder.layer.1.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.query"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc36)
      linalg.yield %630 : f32 loc(#loc36)
    } -> tensor<32x384xf32> loc(#loc36)
    %161 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.query"(#loc6)), %out: f16 loc("encoder.layer.1.attention.self.query"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc36)
      linalg.yield %630 : f16 loc(#loc36)
    } -> tensor<32x384xf16> loc(#loc36)
    %expanded_41 = tensor.expand_shape %161 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc37)
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc37)
    %transposed_43 = linalg.transpose ins(%arg25 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc38)
    %162 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg26 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc38)
      linalg.yield %630 : f32 loc(#loc38)
    } -> tensor<384xf32> loc(#loc38)
    %163 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_43 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc38)
      linalg.yield %630 : f32 loc(#loc38)
    } -> tensor<384x384xf32> loc(#loc38)
    %164 = linalg.matmul ins(%156, %163 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc38)
    %165 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%162 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.key"(#loc6))):
      linalg.yield %in : f32 loc(#loc38)
    } -> tensor<32x384xf32> loc(#loc38)
    %166 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%164, %165 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.key"(#loc6)), %in_176: f32 loc("encoder.layer.1.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.key"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc38)
      linalg.yield %630 : f32 loc(#loc38)
    } -> tensor<32x384xf32> loc(#loc38)
    %167 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%166 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.key"(#loc6)), %out: f16 loc("encoder.layer.1.attention.self.key"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc38)
      linalg.yield %630 : f16 loc(#loc38)
    } -> tensor<32x384xf16> loc(#loc38)
    %expanded_44 = tensor.expand_shape %167 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc37)
    %transposed_45 = linalg.transpose ins(%arg27 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc39)
    %168 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg28 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc39)
      linalg.yield %630 : f32 loc(#loc39)
    } -> tensor<384xf32> loc(#loc39)
    %169 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_45 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc39)
      linalg.yield %630 : f32 loc(#loc39)
    } -> tensor<384x384xf32> loc(#loc39)
    %170 = linalg.matmul ins(%156, %169 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc39)
    %171 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%168 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.value"(#loc6))):
      linalg.yield %in : f32 loc(#loc39)
    } -> tensor<32x384xf32> loc(#loc39)
    %172 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%170, %171 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.value"(#loc6)), %in_176: f32 loc("encoder.layer.1.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.1.attention.self.value"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc39)
      linalg.yield %630 : f32 loc(#loc39)
    } -> tensor<32x384xf32> loc(#loc39)
    %173 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%172 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self.value"(#loc6)), %out: f16 loc("encoder.layer.1.attention.self.value"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc39)
      linalg.yield %630 : f16 loc(#loc39)
    } -> tensor<32x384xf16> loc(#loc39)
    %expanded_46 = tensor.expand_shape %173 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc37)
    %transposed_47 = linalg.transpose ins(%expanded_46 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc37)
    %transposed_48 = linalg.transpose ins(%expanded_44 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 3, 1]  loc(#loc40)
    %collapsed_49 = tensor.collapse_shape %transposed_42 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc40)
    %collapsed_50 = tensor.collapse_shape %transposed_48 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc40)
    %174 = linalg.batch_matmul ins(%collapsed_49, %collapsed_50 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc40)
    %175 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self"(#loc3)), %out: f16 loc("encoder.layer.1.attention.self"(#loc3))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc40)
      linalg.yield %630 : f16 loc(#loc40)
    } -> tensor<12x32x32xf16> loc(#loc40)
    %expanded_51 = tensor.expand_shape %175 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc40)
    %176 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_51 : tensor<1x12x32x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self"(#loc3)), %out: f16 loc("encoder.layer.1.attention.self"(#loc3))):
      %630 = arith.truncf %cst_7 : f64 to f16 loc(#loc40)
      %631 = arith.mulf %in, %630 : f16 loc(#loc40)
      linalg.yield %631 : f16 loc(#loc40)
    } -> tensor<1x12x32x32xf16> loc(#loc40)
    %177 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176, %35 : tensor<1x12x32x32xf16>, tensor<1x1x1x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self"(#loc3)), %in_176: f16 loc("minilm_model.py":117:0), %out: f16 loc("encoder.layer.1.attention.self"(#loc7))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc41)
      linalg.yield %630 : f16 loc(#loc41)
    } -> tensor<1x12x32x32xf16> loc(#loc41)
    %178 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%177 : tensor<1x12x32x32xf16>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.self"(#loc7)), %out: f32 loc("encoder.layer.1.attention.self"(#loc7))):
      %630 = arith.extf %in : f16 to f32 loc(#loc41)
      linalg.yield %630 : f32 loc(#loc41)
    } -> tensor<1x12x32x32xf32> loc(#loc41)
    %179:2 = linalg.generic {indexing_maps = [#map5, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%178 : tensor<1x12x32x32xf32>) outs(%74, %72 : tensor<1x12x32xf32>, tensor<1x12x32xi64>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self"(#loc7)), %out: f32 loc("encoder.layer.1.attention.self"(#loc7)), %out_176: i64 loc("encoder.layer.1.attention.self"(#loc7))):
      %630 = linalg.index 3 : index loc(#loc41)
      %631 = arith.index_cast %630 : index to i64 loc(#loc41)
      %632 = arith.maximumf %in, %out : f32 loc(#loc41)
      %633 = arith.cmpf ogt, %in, %out : f32 loc(#loc41)
      %634 = arith.select %633, %631, %out_176 : i64 loc(#loc41)
      linalg.yield %632, %634 : f32, i64 loc(#loc41)
    } -> (tensor<1x12x32xf32>, tensor<1x12x32xi64>) loc(#loc41)
    %expanded_52 = tensor.expand_shape %179#0 [[0], [1], [2, 3]] output_shape [1, 12, 32, 1] : tensor<1x12x32xf32> into tensor<1x12x32x1xf32> loc(#loc41)
    %180 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %expanded_52 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.1.attention.self"(#loc7)), %out: f32 loc("encoder.layer.1.attention.self"(#loc7))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc41)
      linalg.yield %630 : f32 loc(#loc41)
    } -> tensor<1x12x32x32xf32> loc(#loc41)
    %181 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%180 : tensor<1x12x32x32xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self"(#loc7)), %out: f32 loc("encoder.layer.1.attention.self"(#loc7))):
      %630 = math.exp %in : f32 loc(#loc41)
      linalg.yield %630 : f32 loc(#loc41)
    } -> tensor<1x12x32x32xf32> loc(#loc41)
    %182 = linalg.generic {indexing_maps = [#map5, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%181 : tensor<1x12x32x32xf32>) outs(%79 : tensor<1x12x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self"(#loc7)), %out: f32 loc("encoder.layer.1.attention.self"(#loc7))):
      %630 = arith.addf %in, %out : f32 loc(#loc41)
      linalg.yield %630 : f32 loc(#loc41)
    } -> tensor<1x12x32x1xf32> loc(#loc41)
    %183 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181, %182 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.1.attention.self"(#loc7)), %out: f32 loc("encoder.layer.1.attention.self"(#loc7))):
      %630 = arith.divf %in, %in_176 : f32 loc(#loc41)
      linalg.yield %630 : f32 loc(#loc41)
    } -> tensor<1x12x32x32xf32> loc(#loc41)
    %184 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183 : tensor<1x12x32x32xf32>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self"(#loc7)), %out: f16 loc("encoder.layer.1.attention.self"(#loc7))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc41)
      linalg.yield %630 : f16 loc(#loc41)
    } -> tensor<1x12x32x32xf16> loc(#loc41)
    %collapsed_53 = tensor.collapse_shape %184 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc42)
    %collapsed_54 = tensor.collapse_shape %transposed_47 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc42)
    %185 = linalg.batch_matmul ins(%collapsed_53, %collapsed_54 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc42)
    %186 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.self"(#loc8)), %out: f16 loc("encoder.layer.1.attention.self"(#loc8))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc42)
      linalg.yield %630 : f16 loc(#loc42)
    } -> tensor<12x32x32xf16> loc(#loc42)
    %expanded_55 = tensor.expand_shape %186 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc42)
    %transposed_56 = linalg.transpose ins(%expanded_55 : tensor<1x12x32x32xf16>) outs(%85 : tensor<1x32x12x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc42)
    %collapsed_57 = tensor.collapse_shape %transposed_56 [[0, 1], [2, 3]] : tensor<1x32x12x32xf16> into tensor<32x384xf16> loc(#loc43)
    %transposed_58 = linalg.transpose ins(%arg29 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc43)
    %187 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg30 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc43)
      linalg.yield %630 : f32 loc(#loc43)
    } -> tensor<384xf32> loc(#loc43)
    %188 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_57 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc43)
      linalg.yield %630 : f32 loc(#loc43)
    } -> tensor<32x384xf32> loc(#loc43)
    %189 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_58 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc43)
      linalg.yield %630 : f32 loc(#loc43)
    } -> tensor<384x384xf32> loc(#loc43)
    %190 = linalg.matmul ins(%188, %189 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc43)
    %191 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%187 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc43)
    } -> tensor<32x384xf32> loc(#loc43)
    %192 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%190, %191 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.1.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc43)
      linalg.yield %630 : f32 loc(#loc43)
    } -> tensor<32x384xf32> loc(#loc43)
    %193 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%192 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.dense"(#loc9)), %out: f16 loc("encoder.layer.1.attention.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc43)
      linalg.yield %630 : f16 loc(#loc43)
    } -> tensor<32x384xf16> loc(#loc43)
    %expanded_59 = tensor.expand_shape %193 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc43)
    %194 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_59, %154 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.0.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.1.attention.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc44)
      linalg.yield %630 : f16 loc(#loc44)
    } -> tensor<1x32x384xf16> loc(#loc44)
    %195 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.attention.output"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc45)
      linalg.yield %630 : f32 loc(#loc45)
    } -> tensor<1x32x384xf32> loc(#loc45)
    %196 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc45)
      linalg.yield %630 : f64 loc(#loc45)
    } -> tensor<1x32x384xf64> loc(#loc45)
    %197 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%196 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc45)
      linalg.yield %630 : f64 loc(#loc45)
    } -> tensor<1x32x1xf64> loc(#loc45)
    %198 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc45)
      linalg.yield %630 : f64 loc(#loc45)
    } -> tensor<1x32x1xf64> loc(#loc45)
    %199 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196, %198 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc45)
      linalg.yield %630 : f64 loc(#loc45)
    } -> tensor<1x32x384xf64> loc(#loc45)
    %200 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %199 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc45)
      linalg.yield %630 : f64 loc(#loc45)
    } -> tensor<1x32x384xf64> loc(#loc45)
    %201 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%200 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc45)
      linalg.yield %630 : f64 loc(#loc45)
    } -> tensor<1x32x1xf64> loc(#loc45)
    %202 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc45)
      linalg.yield %630 : f64 loc(#loc45)
    } -> tensor<1x32x1xf64> loc(#loc45)
    %203 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc45)
      linalg.yield %630 : f32 loc(#loc45)
    } -> tensor<1x32x1xf32> loc(#loc45)
    %204 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%195 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc45)
      linalg.yield %630 : f32 loc(#loc45)
    } -> tensor<1x32x1xf32> loc(#loc45)
    %205 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc45)
      linalg.yield %630 : f32 loc(#loc45)
    } -> tensor<1x32x1xf32> loc(#loc45)
    %206 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc45)
      %631 = arith.addf %in, %630 : f32 loc(#loc45)
      linalg.yield %631 : f32 loc(#loc45)
    } -> tensor<1x32x1xf32> loc(#loc45)
    %207 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc45)
      linalg.yield %630 : f32 loc(#loc45)
    } -> tensor<1x32x1xf32> loc(#loc45)
    %208 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %205 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc45)
      linalg.yield %630 : f32 loc(#loc45)
    } -> tensor<1x32x384xf32> loc(#loc45)
    %209 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208, %207 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc45)
      linalg.yield %630 : f32 loc(#loc45)
    } -> tensor<1x32x384xf32> loc(#loc45)
    %210 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %arg31 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc45)
      %631 = arith.mulf %in, %630 : f32 loc(#loc45)
      linalg.yield %631 : f32 loc(#loc45)
    } -> tensor<1x32x384xf32> loc(#loc45)
    %211 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210, %arg32 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc45)
      %631 = arith.addf %in, %630 : f32 loc(#loc45)
      linalg.yield %631 : f32 loc(#loc45)
    } -> tensor<1x32x384xf32> loc(#loc45)
    %212 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc45)
      linalg.yield %630 : f16 loc(#loc45)
    } -> tensor<1x32x384xf16> loc(#loc45)
    %collapsed_60 = tensor.collapse_shape %212 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc46)
    %transposed_61 = linalg.transpose ins(%arg33 : tensor<1536x384xf16>) outs(%112 : tensor<384x1536xf16>) permutation = [1, 0]  loc(#loc46)
    %213 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg34 : tensor<1536xf16>) outs(%113 : tensor<1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.1.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc46)
      linalg.yield %630 : f32 loc(#loc46)
    } -> tensor<1536xf32> loc(#loc46)
    %214 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_60 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.1.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc46)
      linalg.yield %630 : f32 loc(#loc46)
    } -> tensor<32x384xf32> loc(#loc46)
    %215 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_61 : tensor<384x1536xf16>) outs(%116 : tensor<384x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.1.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc46)
      linalg.yield %630 : f32 loc(#loc46)
    } -> tensor<384x1536xf32> loc(#loc46)
    %216 = linalg.matmul ins(%214, %215 : tensor<32x384xf32>, tensor<384x1536xf32>) outs(%119 : tensor<32x1536xf32>) -> tensor<32x1536xf32> loc(#loc46)
    %217 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%213 : tensor<1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.1.intermediate.dense"(#loc10))):
      linalg.yield %in : f32 loc(#loc46)
    } -> tensor<32x1536xf32> loc(#loc46)
    %218 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%216, %217 : tensor<32x1536xf32>, tensor<32x1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.intermediate.dense"(#loc10)), %in_176: f32 loc("encoder.layer.1.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.1.intermediate.dense"(#loc10))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc46)
      linalg.yield %630 : f32 loc(#loc46)
    } -> tensor<32x1536xf32> loc(#loc46)
    %219 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%218 : tensor<32x1536xf32>) outs(%123 : tensor<32x1536xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.1.intermediate.dense"(#loc10))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc46)
      linalg.yield %630 : f16 loc(#loc46)
    } -> tensor<32x1536xf16> loc(#loc46)
    %expanded_62 = tensor.expand_shape %219 [[0, 1], [2]] output_shape [1, 32, 1536] : tensor<32x1536xf16> into tensor<1x32x1536xf16> loc(#loc46)
    %220 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_62 : tensor<1x32x1536xf16>) outs(%125 : tensor<1x32x1536xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.1.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.1.intermediate.intermediate_act_fn"(#loc10))):
      %630 = math.sqrt %cst_4 : f16 loc(#loc47)
      %631 = arith.divf %in, %630 : f16 loc(#loc47)
      %632 = math.erf %631 : f16 loc(#loc47)
      %633 = arith.addf %632, %cst_3 : f16 loc(#loc47)
      %634 = arith.mulf %633, %cst_5 : f16 loc(#loc47)
      %635 = arith.mulf %in, %634 : f16 loc(#loc47)
      linalg.yield %635 : f16 loc(#loc47)
    } -> tensor<1x32x1536xf16> loc(#loc47)
    %collapsed_63 = tensor.collapse_shape %220 [[0, 1], [2]] : tensor<1x32x1536xf16> into tensor<32x1536xf16> loc(#loc48)
    %transposed_64 = linalg.transpose ins(%arg35 : tensor<384x1536xf16>) outs(%127 : tensor<1536x384xf16>) permutation = [1, 0]  loc(#loc48)
    %221 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg36 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc48)
      linalg.yield %630 : f32 loc(#loc48)
    } -> tensor<384xf32> loc(#loc48)
    %222 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_63 : tensor<32x1536xf16>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc48)
      linalg.yield %630 : f32 loc(#loc48)
    } -> tensor<32x1536xf32> loc(#loc48)
    %223 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_64 : tensor<1536x384xf16>) outs(%130 : tensor<1536x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc48)
      linalg.yield %630 : f32 loc(#loc48)
    } -> tensor<1536x384xf32> loc(#loc48)
    %224 = linalg.matmul ins(%222, %223 : tensor<32x1536xf32>, tensor<1536x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc48)
    %225 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%221 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc48)
    } -> tensor<32x384xf32> loc(#loc48)
    %226 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%224, %225 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.1.output.dense"(#loc9)), %out: f32 loc("encoder.layer.1.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc48)
      linalg.yield %630 : f32 loc(#loc48)
    } -> tensor<32x384xf32> loc(#loc48)
    %227 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%226 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.dense"(#loc9)), %out: f16 loc("encoder.layer.1.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc48)
      linalg.yield %630 : f16 loc(#loc48)
    } -> tensor<32x384xf16> loc(#loc48)
    %expanded_65 = tensor.expand_shape %227 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc48)
    %228 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_65, %212 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.1.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.1.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.1.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc49)
      linalg.yield %630 : f16 loc(#loc49)
    } -> tensor<1x32x384xf16> loc(#loc49)
    %229 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.1.output"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc50)
      linalg.yield %630 : f32 loc(#loc50)
    } -> tensor<1x32x384xf32> loc(#loc50)
    %230 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc50)
      linalg.yield %630 : f64 loc(#loc50)
    } -> tensor<1x32x384xf64> loc(#loc50)
    %231 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%230 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc50)
      linalg.yield %630 : f64 loc(#loc50)
    } -> tensor<1x32x1xf64> loc(#loc50)
    %232 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%231 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc50)
      linalg.yield %630 : f64 loc(#loc50)
    } -> tensor<1x32x1xf64> loc(#loc50)
    %233 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%230, %232 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc50)
      linalg.yield %630 : f64 loc(#loc50)
    } -> tensor<1x32x384xf64> loc(#loc50)
    %234 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%233, %233 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc50)
      linalg.yield %630 : f64 loc(#loc50)
    } -> tensor<1x32x384xf64> loc(#loc50)
    %235 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%234 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc50)
      linalg.yield %630 : f64 loc(#loc50)
    } -> tensor<1x32x1xf64> loc(#loc50)
    %236 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%235 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc50)
      linalg.yield %630 : f64 loc(#loc50)
    } -> tensor<1x32x1xf64> loc(#loc50)
    %237 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%236 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc50)
      linalg.yield %630 : f32 loc(#loc50)
    } -> tensor<1x32x1xf32> loc(#loc50)
    %238 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%229 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc50)
      linalg.yield %630 : f32 loc(#loc50)
    } -> tensor<1x32x1xf32> loc(#loc50)
    %239 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%238 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc50)
      linalg.yield %630 : f32 loc(#loc50)
    } -> tensor<1x32x1xf32> loc(#loc50)
    %240 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%237 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc50)
      %631 = arith.addf %in, %630 : f32 loc(#loc50)
      linalg.yield %631 : f32 loc(#loc50)
    } -> tensor<1x32x1xf32> loc(#loc50)
    %241 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%240 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc50)
      linalg.yield %630 : f32 loc(#loc50)
    } -> tensor<1x32x1xf32> loc(#loc50)
    %242 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229, %239 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc50)
      linalg.yield %630 : f32 loc(#loc50)
    } -> tensor<1x32x384xf32> loc(#loc50)
    %243 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%242, %241 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc50)
      linalg.yield %630 : f32 loc(#loc50)
    } -> tensor<1x32x384xf32> loc(#loc50)
    %244 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243, %arg37 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc50)
      %631 = arith.mulf %in, %630 : f32 loc(#loc50)
      linalg.yield %631 : f32 loc(#loc50)
    } -> tensor<1x32x384xf32> loc(#loc50)
    %245 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%244, %arg38 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc50)
      %631 = arith.addf %in, %630 : f32 loc(#loc50)
      linalg.yield %631 : f32 loc(#loc50)
    } -> tensor<1x32x384xf32> loc(#loc50)
    %246 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%245 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.1.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc50)
      linalg.yield %630 : f16 loc(#loc50)
    } -> tensor<1x32x384xf16> loc(#loc50)
    %collapsed_66 = tensor.collapse_shape %246 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc51)
    %transposed_67 = linalg.transpose ins(%arg39 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc51)
    %247 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg40 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc51)
      linalg.yield %630 : f32 loc(#loc51)
    } -> tensor<384xf32> loc(#loc51)
    %248 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_66 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc51)
      linalg.yield %630 : f32 loc(#loc51)
    } -> tensor<32x384xf32> loc(#loc51)
    %249 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_67 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc51)
      linalg.yield %630 : f32 loc(#loc51)
    } -> tensor<384x384xf32> loc(#loc51)
    %250 = linalg.matmul ins(%248, %249 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc51)
    %251 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%247 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.query"(#loc6))):
      linalg.yield %in : f32 loc(#loc51)
    } -> tensor<32x384xf32> loc(#loc51)
    %252 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%250, %251 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.query"(#loc6)), %in_176: f32 loc("encoder.layer.2.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.query"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc51)
      linalg.yield %630 : f32 loc(#loc51)
    } -> tensor<32x384xf32> loc(#loc51)
    %253 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%252 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.query"(#loc6)), %out: f16 loc("encoder.layer.2.attention.self.query"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc51)
      linalg.yield %630 : f16 loc(#loc51)
    } -> tensor<32x384xf16> loc(#loc51)
    %expanded_68 = tensor.expand_shape %253 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc52)
    %transposed_69 = linalg.transpose ins(%expanded_68 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc52)
    %transposed_70 = linalg.transpose ins(%arg41 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc53)
    %254 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg42 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc53)
      linalg.yield %630 : f32 loc(#loc53)
    } -> tensor<384xf32> loc(#loc53)
    %255 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_70 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc53)
      linalg.yield %630 : f32 loc(#loc53)
    } -> tensor<384x384xf32> loc(#loc53)
    %256 = linalg.matmul ins(%248, %255 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc53)
    %257 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.key"(#loc6))):
      linalg.yield %in : f32 loc(#loc53)
    } -> tensor<32x384xf32> loc(#loc53)
    %258 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%256, %257 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.key"(#loc6)), %in_176: f32 loc("encoder.layer.2.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.key"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc53)
      linalg.yield %630 : f32 loc(#loc53)
    } -> tensor<32x384xf32> loc(#loc53)
    %259 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.key"(#loc6)), %out: f16 loc("encoder.layer.2.attention.self.key"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc53)
      linalg.yield %630 : f16 loc(#loc53)
    } -> tensor<32x384xf16> loc(#loc53)
    %expanded_71 = tensor.expand_shape %259 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc52)
    %transposed_72 = linalg.transpose ins(%arg43 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc54)
    %260 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg44 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc54)
      linalg.yield %630 : f32 loc(#loc54)
    } -> tensor<384xf32> loc(#loc54)
    %261 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_72 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc54)
      linalg.yield %630 : f32 loc(#loc54)
    } -> tensor<384x384xf32> loc(#loc54)
    %262 = linalg.matmul ins(%248, %261 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc54)
    %263 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%260 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.value"(#loc6))):
      linalg.yield %in : f32 loc(#loc54)
    } -> tensor<32x384xf32> loc(#loc54)
    %264 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%262, %263 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.value"(#loc6)), %in_176: f32 loc("encoder.layer.2.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.2.attention.self.value"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc54)
      linalg.yield %630 : f32 loc(#loc54)
    } -> tensor<32x384xf32> loc(#loc54)
    %265 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%264 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self.value"(#loc6)), %out: f16 loc("encoder.layer.2.attention.self.value"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc54)
      linalg.yield %630 : f16 loc(#loc54)
    } -> tensor<32x384xf16> loc(#loc54)
    %expanded_73 = tensor.expand_shape %265 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc52)
    %transposed_74 = linalg.transpose ins(%expanded_73 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc52)
    %transposed_75 = linalg.transpose ins(%expanded_71 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 3, 1]  loc(#loc55)
    %collapsed_76 = tensor.collapse_shape %transposed_69 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc55)
    %collapsed_77 = tensor.collapse_shape %transposed_75 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc55)
    %266 = linalg.batch_matmul ins(%collapsed_76, %collapsed_77 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc55)
    %267 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%266 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self"(#loc3)), %out: f16 loc("encoder.layer.2.attention.self"(#loc3))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc55)
      linalg.yield %630 : f16 loc(#loc55)
    } -> tensor<12x32x32xf16> loc(#loc55)
    %expanded_78 = tensor.expand_shape %267 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc55)
    %268 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_78 : tensor<1x12x32x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self"(#loc3)), %out: f16 loc("encoder.layer.2.attention.self"(#loc3))):
      %630 = arith.truncf %cst_7 : f64 to f16 loc(#loc55)
      %631 = arith.mulf %in, %630 : f16 loc(#loc55)
      linalg.yield %631 : f16 loc(#loc55)
    } -> tensor<1x12x32x32xf16> loc(#loc55)
    %269 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%268, %35 : tensor<1x12x32x32xf16>, tensor<1x1x1x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self"(#loc3)), %in_176: f16 loc("minilm_model.py":117:0), %out: f16 loc("encoder.layer.2.attention.self"(#loc7))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc56)
      linalg.yield %630 : f16 loc(#loc56)
    } -> tensor<1x12x32x32xf16> loc(#loc56)
    %270 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%269 : tensor<1x12x32x32xf16>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.self"(#loc7)), %out: f32 loc("encoder.layer.2.attention.self"(#loc7))):
      %630 = arith.extf %in : f16 to f32 loc(#loc56)
      linalg.yield %630 : f32 loc(#loc56)
    } -> tensor<1x12x32x32xf32> loc(#loc56)
    %271:2 = linalg.generic {indexing_maps = [#map5, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%270 : tensor<1x12x32x32xf32>) outs(%74, %72 : tensor<1x12x32xf32>, tensor<1x12x32xi64>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self"(#loc7)), %out: f32 loc("encoder.layer.2.attention.self"(#loc7)), %out_176: i64 loc("encoder.layer.2.attention.self"(#loc7))):
      %630 = linalg.index 3 : index loc(#loc56)
      %631 = arith.index_cast %630 : index to i64 loc(#loc56)
      %632 = arith.maximumf %in, %out : f32 loc(#loc56)
      %633 = arith.cmpf ogt, %in, %out : f32 loc(#loc56)
      %634 = arith.select %633, %631, %out_176 : i64 loc(#loc56)
      linalg.yield %632, %634 : f32, i64 loc(#loc56)
    } -> (tensor<1x12x32xf32>, tensor<1x12x32xi64>) loc(#loc56)
    %expanded_79 = tensor.expand_shape %271#0 [[0], [1], [2, 3]] output_shape [1, 12, 32, 1] : tensor<1x12x32xf32> into tensor<1x12x32x1xf32> loc(#loc56)
    %272 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%270, %expanded_79 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.2.attention.self"(#loc7)), %out: f32 loc("encoder.layer.2.attention.self"(#loc7))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc56)
      linalg.yield %630 : f32 loc(#loc56)
    } -> tensor<1x12x32x32xf32> loc(#loc56)
    %273 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%272 : tensor<1x12x32x32xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self"(#loc7)), %out: f32 loc("encoder.layer.2.attention.self"(#loc7))):
      %630 = math.exp %in : f32 loc(#loc56)
      linalg.yield %630 : f32 loc(#loc56)
    } -> tensor<1x12x32x32xf32> loc(#loc56)
    %274 = linalg.generic {indexing_maps = [#map5, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%273 : tensor<1x12x32x32xf32>) outs(%79 : tensor<1x12x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self"(#loc7)), %out: f32 loc("encoder.layer.2.attention.self"(#loc7))):
      %630 = arith.addf %in, %out : f32 loc(#loc56)
      linalg.yield %630 : f32 loc(#loc56)
    } -> tensor<1x12x32x1xf32> loc(#loc56)
    %275 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%273, %274 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.2.attention.self"(#loc7)), %out: f32 loc("encoder.layer.2.attention.self"(#loc7))):
      %630 = arith.divf %in, %in_176 : f32 loc(#loc56)
      linalg.yield %630 : f32 loc(#loc56)
    } -> tensor<1x12x32x32xf32> loc(#loc56)
    %276 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%275 : tensor<1x12x32x32xf32>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self"(#loc7)), %out: f16 loc("encoder.layer.2.attention.self"(#loc7))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc56)
      linalg.yield %630 : f16 loc(#loc56)
    } -> tensor<1x12x32x32xf16> loc(#loc56)
    %collapsed_80 = tensor.collapse_shape %276 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc57)
    %collapsed_81 = tensor.collapse_shape %transposed_74 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc57)
    %277 = linalg.batch_matmul ins(%collapsed_80, %collapsed_81 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc57)
    %278 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%277 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.self"(#loc8)), %out: f16 loc("encoder.layer.2.attention.self"(#loc8))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc57)
      linalg.yield %630 : f16 loc(#loc57)
    } -> tensor<12x32x32xf16> loc(#loc57)
    %expanded_82 = tensor.expand_shape %278 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc57)
    %transposed_83 = linalg.transpose ins(%expanded_82 : tensor<1x12x32x32xf16>) outs(%85 : tensor<1x32x12x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc57)
    %collapsed_84 = tensor.collapse_shape %transposed_83 [[0, 1], [2, 3]] : tensor<1x32x12x32xf16> into tensor<32x384xf16> loc(#loc58)
    %transposed_85 = linalg.transpose ins(%arg45 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc58)
    %279 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg46 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc58)
      linalg.yield %630 : f32 loc(#loc58)
    } -> tensor<384xf32> loc(#loc58)
    %280 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_84 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc58)
      linalg.yield %630 : f32 loc(#loc58)
    } -> tensor<32x384xf32> loc(#loc58)
    %281 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_85 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc58)
      linalg.yield %630 : f32 loc(#loc58)
    } -> tensor<384x384xf32> loc(#loc58)
    %282 = linalg.matmul ins(%280, %281 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc58)
    %283 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%279 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc58)
    } -> tensor<32x384xf32> loc(#loc58)
    %284 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%282, %283 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.2.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc58)
      linalg.yield %630 : f32 loc(#loc58)
    } -> tensor<32x384xf32> loc(#loc58)
    %285 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%284 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.dense"(#loc9)), %out: f16 loc("encoder.layer.2.attention.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc58)
      linalg.yield %630 : f16 loc(#loc58)
    } -> tensor<32x384xf16> loc(#loc58)
    %expanded_86 = tensor.expand_shape %285 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc58)
    %286 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_86, %246 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.1.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.2.attention.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc59)
      linalg.yield %630 : f16 loc(#loc59)
    } -> tensor<1x32x384xf16> loc(#loc59)
    %287 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%286 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.attention.output"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc60)
      linalg.yield %630 : f32 loc(#loc60)
    } -> tensor<1x32x384xf32> loc(#loc60)
    %288 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%287 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc60)
      linalg.yield %630 : f64 loc(#loc60)
    } -> tensor<1x32x384xf64> loc(#loc60)
    %289 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%288 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc60)
      linalg.yield %630 : f64 loc(#loc60)
    } -> tensor<1x32x1xf64> loc(#loc60)
    %290 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc60)
      linalg.yield %630 : f64 loc(#loc60)
    } -> tensor<1x32x1xf64> loc(#loc60)
    %291 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%288, %290 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc60)
      linalg.yield %630 : f64 loc(#loc60)
    } -> tensor<1x32x384xf64> loc(#loc60)
    %292 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291, %291 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc60)
      linalg.yield %630 : f64 loc(#loc60)
    } -> tensor<1x32x384xf64> loc(#loc60)
    %293 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%292 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc60)
      linalg.yield %630 : f64 loc(#loc60)
    } -> tensor<1x32x1xf64> loc(#loc60)
    %294 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%293 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc60)
      linalg.yield %630 : f64 loc(#loc60)
    } -> tensor<1x32x1xf64> loc(#loc60)
    %295 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%294 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc60)
      linalg.yield %630 : f32 loc(#loc60)
    } -> tensor<1x32x1xf32> loc(#loc60)
    %296 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%287 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc60)
      linalg.yield %630 : f32 loc(#loc60)
    } -> tensor<1x32x1xf32> loc(#loc60)
    %297 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%296 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc60)
      linalg.yield %630 : f32 loc(#loc60)
    } -> tensor<1x32x1xf32> loc(#loc60)
    %298 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%295 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc60)
      %631 = arith.addf %in, %630 : f32 loc(#loc60)
      linalg.yield %631 : f32 loc(#loc60)
    } -> tensor<1x32x1xf32> loc(#loc60)
    %299 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc60)
      linalg.yield %630 : f32 loc(#loc60)
    } -> tensor<1x32x1xf32> loc(#loc60)
    %300 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%287, %297 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc60)
      linalg.yield %630 : f32 loc(#loc60)
    } -> tensor<1x32x384xf32> loc(#loc60)
    %301 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300, %299 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc60)
      linalg.yield %630 : f32 loc(#loc60)
    } -> tensor<1x32x384xf32> loc(#loc60)
    %302 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%301, %arg47 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc60)
      %631 = arith.mulf %in, %630 : f32 loc(#loc60)
      linalg.yield %631 : f32 loc(#loc60)
    } -> tensor<1x32x384xf32> loc(#loc60)
    %303 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302, %arg48 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc60)
      %631 = arith.addf %in, %630 : f32 loc(#loc60)
      linalg.yield %631 : f32 loc(#loc60)
    } -> tensor<1x32x384xf32> loc(#loc60)
    %304 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%303 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc60)
      linalg.yield %630 : f16 loc(#loc60)
    } -> tensor<1x32x384xf16> loc(#loc60)
    %collapsed_87 = tensor.collapse_shape %304 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc61)
    %transposed_88 = linalg.transpose ins(%arg49 : tensor<1536x384xf16>) outs(%112 : tensor<384x1536xf16>) permutation = [1, 0]  loc(#loc61)
    %305 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg50 : tensor<1536xf16>) outs(%113 : tensor<1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.2.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc61)
      linalg.yield %630 : f32 loc(#loc61)
    } -> tensor<1536xf32> loc(#loc61)
    %306 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_87 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.2.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc61)
      linalg.yield %630 : f32 loc(#loc61)
    } -> tensor<32x384xf32> loc(#loc61)
    %307 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_88 : tensor<384x1536xf16>) outs(%116 : tensor<384x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.2.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc61)
      linalg.yield %630 : f32 loc(#loc61)
    } -> tensor<384x1536xf32> loc(#loc61)
    %308 = linalg.matmul ins(%306, %307 : tensor<32x384xf32>, tensor<384x1536xf32>) outs(%119 : tensor<32x1536xf32>) -> tensor<32x1536xf32> loc(#loc61)
    %309 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%305 : tensor<1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.2.intermediate.dense"(#loc10))):
      linalg.yield %in : f32 loc(#loc61)
    } -> tensor<32x1536xf32> loc(#loc61)
    %310 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%308, %309 : tensor<32x1536xf32>, tensor<32x1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.intermediate.dense"(#loc10)), %in_176: f32 loc("encoder.layer.2.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.2.intermediate.dense"(#loc10))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc61)
      linalg.yield %630 : f32 loc(#loc61)
    } -> tensor<32x1536xf32> loc(#loc61)
    %311 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%310 : tensor<32x1536xf32>) outs(%123 : tensor<32x1536xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.2.intermediate.dense"(#loc10))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc61)
      linalg.yield %630 : f16 loc(#loc61)
    } -> tensor<32x1536xf16> loc(#loc61)
    %expanded_89 = tensor.expand_shape %311 [[0, 1], [2]] output_shape [1, 32, 1536] : tensor<32x1536xf16> into tensor<1x32x1536xf16> loc(#loc61)
    %312 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_89 : tensor<1x32x1536xf16>) outs(%125 : tensor<1x32x1536xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.2.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.2.intermediate.intermediate_act_fn"(#loc10))):
      %630 = math.sqrt %cst_4 : f16 loc(#loc62)
      %631 = arith.divf %in, %630 : f16 loc(#loc62)
      %632 = math.erf %631 : f16 loc(#loc62)
      %633 = arith.addf %632, %cst_3 : f16 loc(#loc62)
      %634 = arith.mulf %633, %cst_5 : f16 loc(#loc62)
      %635 = arith.mulf %in, %634 : f16 loc(#loc62)
      linalg.yield %635 : f16 loc(#loc62)
    } -> tensor<1x32x1536xf16> loc(#loc62)
    %collapsed_90 = tensor.collapse_shape %312 [[0, 1], [2]] : tensor<1x32x1536xf16> into tensor<32x1536xf16> loc(#loc63)
    %transposed_91 = linalg.transpose ins(%arg51 : tensor<384x1536xf16>) outs(%127 : tensor<1536x384xf16>) permutation = [1, 0]  loc(#loc63)
    %313 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg52 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc63)
      linalg.yield %630 : f32 loc(#loc63)
    } -> tensor<384xf32> loc(#loc63)
    %314 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_90 : tensor<32x1536xf16>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc63)
      linalg.yield %630 : f32 loc(#loc63)
    } -> tensor<32x1536xf32> loc(#loc63)
    %315 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_91 : tensor<1536x384xf16>) outs(%130 : tensor<1536x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc63)
      linalg.yield %630 : f32 loc(#loc63)
    } -> tensor<1536x384xf32> loc(#loc63)
    %316 = linalg.matmul ins(%314, %315 : tensor<32x1536xf32>, tensor<1536x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc63)
    %317 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%313 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc63)
    } -> tensor<32x384xf32> loc(#loc63)
    %318 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%316, %317 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.2.output.dense"(#loc9)), %out: f32 loc("encoder.layer.2.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc63)
      linalg.yield %630 : f32 loc(#loc63)
    } -> tensor<32x384xf32> loc(#loc63)
    %319 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%318 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.dense"(#loc9)), %out: f16 loc("encoder.layer.2.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc63)
      linalg.yield %630 : f16 loc(#loc63)
    } -> tensor<32x384xf16> loc(#loc63)
    %expanded_92 = tensor.expand_shape %319 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc63)
    %320 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_92, %304 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.2.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.2.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.2.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc64)
      linalg.yield %630 : f16 loc(#loc64)
    } -> tensor<1x32x384xf16> loc(#loc64)
    %321 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%320 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.2.output"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc65)
      linalg.yield %630 : f32 loc(#loc65)
    } -> tensor<1x32x384xf32> loc(#loc65)
    %322 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%321 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc65)
      linalg.yield %630 : f64 loc(#loc65)
    } -> tensor<1x32x384xf64> loc(#loc65)
    %323 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%322 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc65)
      linalg.yield %630 : f64 loc(#loc65)
    } -> tensor<1x32x1xf64> loc(#loc65)
    %324 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc65)
      linalg.yield %630 : f64 loc(#loc65)
    } -> tensor<1x32x1xf64> loc(#loc65)
    %325 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%322, %324 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc65)
      linalg.yield %630 : f64 loc(#loc65)
    } -> tensor<1x32x384xf64> loc(#loc65)
    %326 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%325, %325 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc65)
      linalg.yield %630 : f64 loc(#loc65)
    } -> tensor<1x32x384xf64> loc(#loc65)
    %327 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%326 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc65)
      linalg.yield %630 : f64 loc(#loc65)
    } -> tensor<1x32x1xf64> loc(#loc65)
    %328 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%327 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc65)
      linalg.yield %630 : f64 loc(#loc65)
    } -> tensor<1x32x1xf64> loc(#loc65)
    %329 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%328 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc65)
      linalg.yield %630 : f32 loc(#loc65)
    } -> tensor<1x32x1xf32> loc(#loc65)
    %330 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%321 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc65)
      linalg.yield %630 : f32 loc(#loc65)
    } -> tensor<1x32x1xf32> loc(#loc65)
    %331 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%330 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc65)
      linalg.yield %630 : f32 loc(#loc65)
    } -> tensor<1x32x1xf32> loc(#loc65)
    %332 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%329 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc65)
      %631 = arith.addf %in, %630 : f32 loc(#loc65)
      linalg.yield %631 : f32 loc(#loc65)
    } -> tensor<1x32x1xf32> loc(#loc65)
    %333 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%332 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc65)
      linalg.yield %630 : f32 loc(#loc65)
    } -> tensor<1x32x1xf32> loc(#loc65)
    %334 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%321, %331 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc65)
      linalg.yield %630 : f32 loc(#loc65)
    } -> tensor<1x32x384xf32> loc(#loc65)
    %335 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%334, %333 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc65)
      linalg.yield %630 : f32 loc(#loc65)
    } -> tensor<1x32x384xf32> loc(#loc65)
    %336 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335, %arg53 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc65)
      %631 = arith.mulf %in, %630 : f32 loc(#loc65)
      linalg.yield %631 : f32 loc(#loc65)
    } -> tensor<1x32x384xf32> loc(#loc65)
    %337 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%336, %arg54 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc65)
      %631 = arith.addf %in, %630 : f32 loc(#loc65)
      linalg.yield %631 : f32 loc(#loc65)
    } -> tensor<1x32x384xf32> loc(#loc65)
    %338 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%337 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.2.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc65)
      linalg.yield %630 : f16 loc(#loc65)
    } -> tensor<1x32x384xf16> loc(#loc65)
    %collapsed_93 = tensor.collapse_shape %338 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc66)
    %transposed_94 = linalg.transpose ins(%arg55 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc66)
    %339 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg56 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc66)
      linalg.yield %630 : f32 loc(#loc66)
    } -> tensor<384xf32> loc(#loc66)
    %340 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_93 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc66)
      linalg.yield %630 : f32 loc(#loc66)
    } -> tensor<32x384xf32> loc(#loc66)
    %341 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_94 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc66)
      linalg.yield %630 : f32 loc(#loc66)
    } -> tensor<384x384xf32> loc(#loc66)
    %342 = linalg.matmul ins(%340, %341 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc66)
    %343 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%339 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.query"(#loc6))):
      linalg.yield %in : f32 loc(#loc66)
    } -> tensor<32x384xf32> loc(#loc66)
    %344 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%342, %343 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.query"(#loc6)), %in_176: f32 loc("encoder.layer.3.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.query"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc66)
      linalg.yield %630 : f32 loc(#loc66)
    } -> tensor<32x384xf32> loc(#loc66)
    %345 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%344 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.query"(#loc6)), %out: f16 loc("encoder.layer.3.attention.self.query"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc66)
      linalg.yield %630 : f16 loc(#loc66)
    } -> tensor<32x384xf16> loc(#loc66)
    %expanded_95 = tensor.expand_shape %345 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc67)
    %transposed_96 = linalg.transpose ins(%expanded_95 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc67)
    %transposed_97 = linalg.transpose ins(%arg57 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc68)
    %346 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg58 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc68)
      linalg.yield %630 : f32 loc(#loc68)
    } -> tensor<384xf32> loc(#loc68)
    %347 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_97 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc68)
      linalg.yield %630 : f32 loc(#loc68)
    } -> tensor<384x384xf32> loc(#loc68)
    %348 = linalg.matmul ins(%340, %347 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc68)
    %349 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%346 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.key"(#loc6))):
      linalg.yield %in : f32 loc(#loc68)
    } -> tensor<32x384xf32> loc(#loc68)
    %350 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%348, %349 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.key"(#loc6)), %in_176: f32 loc("encoder.layer.3.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.key"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc68)
      linalg.yield %630 : f32 loc(#loc68)
    } -> tensor<32x384xf32> loc(#loc68)
    %351 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%350 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.key"(#loc6)), %out: f16 loc("encoder.layer.3.attention.self.key"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc68)
      linalg.yield %630 : f16 loc(#loc68)
    } -> tensor<32x384xf16> loc(#loc68)
    %expanded_98 = tensor.expand_shape %351 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc67)
    %transposed_99 = linalg.transpose ins(%arg59 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc69)
    %352 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg60 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc69)
      linalg.yield %630 : f32 loc(#loc69)
    } -> tensor<384xf32> loc(#loc69)
    %353 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_99 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc69)
      linalg.yield %630 : f32 loc(#loc69)
    } -> tensor<384x384xf32> loc(#loc69)
    %354 = linalg.matmul ins(%340, %353 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc69)
    %355 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%352 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.value"(#loc6))):
      linalg.yield %in : f32 loc(#loc69)
    } -> tensor<32x384xf32> loc(#loc69)
    %356 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%354, %355 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.value"(#loc6)), %in_176: f32 loc("encoder.layer.3.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.3.attention.self.value"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc69)
      linalg.yield %630 : f32 loc(#loc69)
    } -> tensor<32x384xf32> loc(#loc69)
    %357 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%356 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self.value"(#loc6)), %out: f16 loc("encoder.layer.3.attention.self.value"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc69)
      linalg.yield %630 : f16 loc(#loc69)
    } -> tensor<32x384xf16> loc(#loc69)
    %expanded_100 = tensor.expand_shape %357 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc67)
    %transposed_101 = linalg.transpose ins(%expanded_100 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc67)
    %transposed_102 = linalg.transpose ins(%expanded_98 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 3, 1]  loc(#loc70)
    %collapsed_103 = tensor.collapse_shape %transposed_96 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc70)
    %collapsed_104 = tensor.collapse_shape %transposed_102 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc70)
    %358 = linalg.batch_matmul ins(%collapsed_103, %collapsed_104 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc70)
    %359 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%358 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self"(#loc3)), %out: f16 loc("encoder.layer.3.attention.self"(#loc3))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc70)
      linalg.yield %630 : f16 loc(#loc70)
    } -> tensor<12x32x32xf16> loc(#loc70)
    %expanded_105 = tensor.expand_shape %359 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc70)
    %360 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_105 : tensor<1x12x32x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self"(#loc3)), %out: f16 loc("encoder.layer.3.attention.self"(#loc3))):
      %630 = arith.truncf %cst_7 : f64 to f16 loc(#loc70)
      %631 = arith.mulf %in, %630 : f16 loc(#loc70)
      linalg.yield %631 : f16 loc(#loc70)
    } -> tensor<1x12x32x32xf16> loc(#loc70)
    %361 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%360, %35 : tensor<1x12x32x32xf16>, tensor<1x1x1x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self"(#loc3)), %in_176: f16 loc("minilm_model.py":117:0), %out: f16 loc("encoder.layer.3.attention.self"(#loc7))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc71)
      linalg.yield %630 : f16 loc(#loc71)
    } -> tensor<1x12x32x32xf16> loc(#loc71)
    %362 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%361 : tensor<1x12x32x32xf16>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.self"(#loc7)), %out: f32 loc("encoder.layer.3.attention.self"(#loc7))):
      %630 = arith.extf %in : f16 to f32 loc(#loc71)
      linalg.yield %630 : f32 loc(#loc71)
    } -> tensor<1x12x32x32xf32> loc(#loc71)
    %363:2 = linalg.generic {indexing_maps = [#map5, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%362 : tensor<1x12x32x32xf32>) outs(%74, %72 : tensor<1x12x32xf32>, tensor<1x12x32xi64>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self"(#loc7)), %out: f32 loc("encoder.layer.3.attention.self"(#loc7)), %out_176: i64 loc("encoder.layer.3.attention.self"(#loc7))):
      %630 = linalg.index 3 : index loc(#loc71)
      %631 = arith.index_cast %630 : index to i64 loc(#loc71)
      %632 = arith.maximumf %in, %out : f32 loc(#loc71)
      %633 = arith.cmpf ogt, %in, %out : f32 loc(#loc71)
      %634 = arith.select %633, %631, %out_176 : i64 loc(#loc71)
      linalg.yield %632, %634 : f32, i64 loc(#loc71)
    } -> (tensor<1x12x32xf32>, tensor<1x12x32xi64>) loc(#loc71)
    %expanded_106 = tensor.expand_shape %363#0 [[0], [1], [2, 3]] output_shape [1, 12, 32, 1] : tensor<1x12x32xf32> into tensor<1x12x32x1xf32> loc(#loc71)
    %364 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%362, %expanded_106 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.3.attention.self"(#loc7)), %out: f32 loc("encoder.layer.3.attention.self"(#loc7))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc71)
      linalg.yield %630 : f32 loc(#loc71)
    } -> tensor<1x12x32x32xf32> loc(#loc71)
    %365 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%364 : tensor<1x12x32x32xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self"(#loc7)), %out: f32 loc("encoder.layer.3.attention.self"(#loc7))):
      %630 = math.exp %in : f32 loc(#loc71)
      linalg.yield %630 : f32 loc(#loc71)
    } -> tensor<1x12x32x32xf32> loc(#loc71)
    %366 = linalg.generic {indexing_maps = [#map5, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%365 : tensor<1x12x32x32xf32>) outs(%79 : tensor<1x12x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self"(#loc7)), %out: f32 loc("encoder.layer.3.attention.self"(#loc7))):
      %630 = arith.addf %in, %out : f32 loc(#loc71)
      linalg.yield %630 : f32 loc(#loc71)
    } -> tensor<1x12x32x1xf32> loc(#loc71)
    %367 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%365, %366 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.3.attention.self"(#loc7)), %out: f32 loc("encoder.layer.3.attention.self"(#loc7))):
      %630 = arith.divf %in, %in_176 : f32 loc(#loc71)
      linalg.yield %630 : f32 loc(#loc71)
    } -> tensor<1x12x32x32xf32> loc(#loc71)
    %368 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%367 : tensor<1x12x32x32xf32>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self"(#loc7)), %out: f16 loc("encoder.layer.3.attention.self"(#loc7))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc71)
      linalg.yield %630 : f16 loc(#loc71)
    } -> tensor<1x12x32x32xf16> loc(#loc71)
    %collapsed_107 = tensor.collapse_shape %368 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc72)
    %collapsed_108 = tensor.collapse_shape %transposed_101 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc72)
    %369 = linalg.batch_matmul ins(%collapsed_107, %collapsed_108 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc72)
    %370 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%369 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.self"(#loc8)), %out: f16 loc("encoder.layer.3.attention.self"(#loc8))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc72)
      linalg.yield %630 : f16 loc(#loc72)
    } -> tensor<12x32x32xf16> loc(#loc72)
    %expanded_109 = tensor.expand_shape %370 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc72)
    %transposed_110 = linalg.transpose ins(%expanded_109 : tensor<1x12x32x32xf16>) outs(%85 : tensor<1x32x12x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc72)
    %collapsed_111 = tensor.collapse_shape %transposed_110 [[0, 1], [2, 3]] : tensor<1x32x12x32xf16> into tensor<32x384xf16> loc(#loc73)
    %transposed_112 = linalg.transpose ins(%arg61 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc73)
    %371 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg62 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc73)
      linalg.yield %630 : f32 loc(#loc73)
    } -> tensor<384xf32> loc(#loc73)
    %372 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_111 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc73)
      linalg.yield %630 : f32 loc(#loc73)
    } -> tensor<32x384xf32> loc(#loc73)
    %373 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_112 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc73)
      linalg.yield %630 : f32 loc(#loc73)
    } -> tensor<384x384xf32> loc(#loc73)
    %374 = linalg.matmul ins(%372, %373 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc73)
    %375 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%371 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc73)
    } -> tensor<32x384xf32> loc(#loc73)
    %376 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%374, %375 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.3.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc73)
      linalg.yield %630 : f32 loc(#loc73)
    } -> tensor<32x384xf32> loc(#loc73)
    %377 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%376 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.dense"(#loc9)), %out: f16 loc("encoder.layer.3.attention.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc73)
      linalg.yield %630 : f16 loc(#loc73)
    } -> tensor<32x384xf16> loc(#loc73)
    %expanded_113 = tensor.expand_shape %377 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc73)
    %378 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_113, %338 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.2.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.3.attention.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc74)
      linalg.yield %630 : f16 loc(#loc74)
    } -> tensor<1x32x384xf16> loc(#loc74)
    %379 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%378 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.attention.output"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc75)
      linalg.yield %630 : f32 loc(#loc75)
    } -> tensor<1x32x384xf32> loc(#loc75)
    %380 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%379 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc75)
      linalg.yield %630 : f64 loc(#loc75)
    } -> tensor<1x32x384xf64> loc(#loc75)
    %381 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%380 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc75)
      linalg.yield %630 : f64 loc(#loc75)
    } -> tensor<1x32x1xf64> loc(#loc75)
    %382 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%381 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc75)
      linalg.yield %630 : f64 loc(#loc75)
    } -> tensor<1x32x1xf64> loc(#loc75)
    %383 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%380, %382 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc75)
      linalg.yield %630 : f64 loc(#loc75)
    } -> tensor<1x32x384xf64> loc(#loc75)
    %384 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%383, %383 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc75)
      linalg.yield %630 : f64 loc(#loc75)
    } -> tensor<1x32x384xf64> loc(#loc75)
    %385 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%384 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc75)
      linalg.yield %630 : f64 loc(#loc75)
    } -> tensor<1x32x1xf64> loc(#loc75)
    %386 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%385 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc75)
      linalg.yield %630 : f64 loc(#loc75)
    } -> tensor<1x32x1xf64> loc(#loc75)
    %387 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%386 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc75)
      linalg.yield %630 : f32 loc(#loc75)
    } -> tensor<1x32x1xf32> loc(#loc75)
    %388 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%379 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc75)
      linalg.yield %630 : f32 loc(#loc75)
    } -> tensor<1x32x1xf32> loc(#loc75)
    %389 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%388 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc75)
      linalg.yield %630 : f32 loc(#loc75)
    } -> tensor<1x32x1xf32> loc(#loc75)
    %390 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%387 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc75)
      %631 = arith.addf %in, %630 : f32 loc(#loc75)
      linalg.yield %631 : f32 loc(#loc75)
    } -> tensor<1x32x1xf32> loc(#loc75)
    %391 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%390 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc75)
      linalg.yield %630 : f32 loc(#loc75)
    } -> tensor<1x32x1xf32> loc(#loc75)
    %392 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%379, %389 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc75)
      linalg.yield %630 : f32 loc(#loc75)
    } -> tensor<1x32x384xf32> loc(#loc75)
    %393 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%392, %391 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc75)
      linalg.yield %630 : f32 loc(#loc75)
    } -> tensor<1x32x384xf32> loc(#loc75)
    %394 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%393, %arg63 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc75)
      %631 = arith.mulf %in, %630 : f32 loc(#loc75)
      linalg.yield %631 : f32 loc(#loc75)
    } -> tensor<1x32x384xf32> loc(#loc75)
    %395 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%394, %arg64 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc75)
      %631 = arith.addf %in, %630 : f32 loc(#loc75)
      linalg.yield %631 : f32 loc(#loc75)
    } -> tensor<1x32x384xf32> loc(#loc75)
    %396 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%395 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc75)
      linalg.yield %630 : f16 loc(#loc75)
    } -> tensor<1x32x384xf16> loc(#loc75)
    %collapsed_114 = tensor.collapse_shape %396 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc76)
    %transposed_115 = linalg.transpose ins(%arg65 : tensor<1536x384xf16>) outs(%112 : tensor<384x1536xf16>) permutation = [1, 0]  loc(#loc76)
    %397 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg66 : tensor<1536xf16>) outs(%113 : tensor<1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.3.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc76)
      linalg.yield %630 : f32 loc(#loc76)
    } -> tensor<1536xf32> loc(#loc76)
    %398 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_114 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.3.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc76)
      linalg.yield %630 : f32 loc(#loc76)
    } -> tensor<32x384xf32> loc(#loc76)
    %399 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_115 : tensor<384x1536xf16>) outs(%116 : tensor<384x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.3.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc76)
      linalg.yield %630 : f32 loc(#loc76)
    } -> tensor<384x1536xf32> loc(#loc76)
    %400 = linalg.matmul ins(%398, %399 : tensor<32x384xf32>, tensor<384x1536xf32>) outs(%119 : tensor<32x1536xf32>) -> tensor<32x1536xf32> loc(#loc76)
    %401 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%397 : tensor<1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.3.intermediate.dense"(#loc10))):
      linalg.yield %in : f32 loc(#loc76)
    } -> tensor<32x1536xf32> loc(#loc76)
    %402 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%400, %401 : tensor<32x1536xf32>, tensor<32x1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.intermediate.dense"(#loc10)), %in_176: f32 loc("encoder.layer.3.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.3.intermediate.dense"(#loc10))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc76)
      linalg.yield %630 : f32 loc(#loc76)
    } -> tensor<32x1536xf32> loc(#loc76)
    %403 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%402 : tensor<32x1536xf32>) outs(%123 : tensor<32x1536xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.3.intermediate.dense"(#loc10))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc76)
      linalg.yield %630 : f16 loc(#loc76)
    } -> tensor<32x1536xf16> loc(#loc76)
    %expanded_116 = tensor.expand_shape %403 [[0, 1], [2]] output_shape [1, 32, 1536] : tensor<32x1536xf16> into tensor<1x32x1536xf16> loc(#loc76)
    %404 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_116 : tensor<1x32x1536xf16>) outs(%125 : tensor<1x32x1536xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.3.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.3.intermediate.intermediate_act_fn"(#loc10))):
      %630 = math.sqrt %cst_4 : f16 loc(#loc77)
      %631 = arith.divf %in, %630 : f16 loc(#loc77)
      %632 = math.erf %631 : f16 loc(#loc77)
      %633 = arith.addf %632, %cst_3 : f16 loc(#loc77)
      %634 = arith.mulf %633, %cst_5 : f16 loc(#loc77)
      %635 = arith.mulf %in, %634 : f16 loc(#loc77)
      linalg.yield %635 : f16 loc(#loc77)
    } -> tensor<1x32x1536xf16> loc(#loc77)
    %collapsed_117 = tensor.collapse_shape %404 [[0, 1], [2]] : tensor<1x32x1536xf16> into tensor<32x1536xf16> loc(#loc78)
    %transposed_118 = linalg.transpose ins(%arg67 : tensor<384x1536xf16>) outs(%127 : tensor<1536x384xf16>) permutation = [1, 0]  loc(#loc78)
    %405 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg68 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc78)
      linalg.yield %630 : f32 loc(#loc78)
    } -> tensor<384xf32> loc(#loc78)
    %406 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_117 : tensor<32x1536xf16>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc78)
      linalg.yield %630 : f32 loc(#loc78)
    } -> tensor<32x1536xf32> loc(#loc78)
    %407 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_118 : tensor<1536x384xf16>) outs(%130 : tensor<1536x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc78)
      linalg.yield %630 : f32 loc(#loc78)
    } -> tensor<1536x384xf32> loc(#loc78)
    %408 = linalg.matmul ins(%406, %407 : tensor<32x1536xf32>, tensor<1536x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc78)
    %409 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%405 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc78)
    } -> tensor<32x384xf32> loc(#loc78)
    %410 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%408, %409 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.3.output.dense"(#loc9)), %out: f32 loc("encoder.layer.3.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc78)
      linalg.yield %630 : f32 loc(#loc78)
    } -> tensor<32x384xf32> loc(#loc78)
    %411 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%410 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.dense"(#loc9)), %out: f16 loc("encoder.layer.3.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc78)
      linalg.yield %630 : f16 loc(#loc78)
    } -> tensor<32x384xf16> loc(#loc78)
    %expanded_119 = tensor.expand_shape %411 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc78)
    %412 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_119, %396 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.3.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.3.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.3.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc79)
      linalg.yield %630 : f16 loc(#loc79)
    } -> tensor<1x32x384xf16> loc(#loc79)
    %413 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%412 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.3.output"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc80)
      linalg.yield %630 : f32 loc(#loc80)
    } -> tensor<1x32x384xf32> loc(#loc80)
    %414 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%413 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc80)
      linalg.yield %630 : f64 loc(#loc80)
    } -> tensor<1x32x384xf64> loc(#loc80)
    %415 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%414 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc80)
      linalg.yield %630 : f64 loc(#loc80)
    } -> tensor<1x32x1xf64> loc(#loc80)
    %416 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%415 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc80)
      linalg.yield %630 : f64 loc(#loc80)
    } -> tensor<1x32x1xf64> loc(#loc80)
    %417 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%414, %416 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc80)
      linalg.yield %630 : f64 loc(#loc80)
    } -> tensor<1x32x384xf64> loc(#loc80)
    %418 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%417, %417 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc80)
      linalg.yield %630 : f64 loc(#loc80)
    } -> tensor<1x32x384xf64> loc(#loc80)
    %419 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%418 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc80)
      linalg.yield %630 : f64 loc(#loc80)
    } -> tensor<1x32x1xf64> loc(#loc80)
    %420 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%419 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc80)
      linalg.yield %630 : f64 loc(#loc80)
    } -> tensor<1x32x1xf64> loc(#loc80)
    %421 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%420 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc80)
      linalg.yield %630 : f32 loc(#loc80)
    } -> tensor<1x32x1xf32> loc(#loc80)
    %422 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%413 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc80)
      linalg.yield %630 : f32 loc(#loc80)
    } -> tensor<1x32x1xf32> loc(#loc80)
    %423 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%422 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc80)
      linalg.yield %630 : f32 loc(#loc80)
    } -> tensor<1x32x1xf32> loc(#loc80)
    %424 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%421 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc80)
      %631 = arith.addf %in, %630 : f32 loc(#loc80)
      linalg.yield %631 : f32 loc(#loc80)
    } -> tensor<1x32x1xf32> loc(#loc80)
    %425 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%424 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc80)
      linalg.yield %630 : f32 loc(#loc80)
    } -> tensor<1x32x1xf32> loc(#loc80)
    %426 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%413, %423 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc80)
      linalg.yield %630 : f32 loc(#loc80)
    } -> tensor<1x32x384xf32> loc(#loc80)
    %427 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%426, %425 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc80)
      linalg.yield %630 : f32 loc(#loc80)
    } -> tensor<1x32x384xf32> loc(#loc80)
    %428 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%427, %arg69 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc80)
      %631 = arith.mulf %in, %630 : f32 loc(#loc80)
      linalg.yield %631 : f32 loc(#loc80)
    } -> tensor<1x32x384xf32> loc(#loc80)
    %429 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%428, %arg70 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc80)
      %631 = arith.addf %in, %630 : f32 loc(#loc80)
      linalg.yield %631 : f32 loc(#loc80)
    } -> tensor<1x32x384xf32> loc(#loc80)
    %430 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%429 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.3.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc80)
      linalg.yield %630 : f16 loc(#loc80)
    } -> tensor<1x32x384xf16> loc(#loc80)
    %collapsed_120 = tensor.collapse_shape %430 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc81)
    %transposed_121 = linalg.transpose ins(%arg71 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc81)
    %431 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg72 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc81)
      linalg.yield %630 : f32 loc(#loc81)
    } -> tensor<384xf32> loc(#loc81)
    %432 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_120 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc81)
      linalg.yield %630 : f32 loc(#loc81)
    } -> tensor<32x384xf32> loc(#loc81)
    %433 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_121 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc81)
      linalg.yield %630 : f32 loc(#loc81)
    } -> tensor<384x384xf32> loc(#loc81)
    %434 = linalg.matmul ins(%432, %433 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc81)
    %435 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%431 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.query"(#loc6))):
      linalg.yield %in : f32 loc(#loc81)
    } -> tensor<32x384xf32> loc(#loc81)
    %436 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%434, %435 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.query"(#loc6)), %in_176: f32 loc("encoder.layer.4.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.query"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc81)
      linalg.yield %630 : f32 loc(#loc81)
    } -> tensor<32x384xf32> loc(#loc81)
    %437 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%436 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.query"(#loc6)), %out: f16 loc("encoder.layer.4.attention.self.query"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc81)
      linalg.yield %630 : f16 loc(#loc81)
    } -> tensor<32x384xf16> loc(#loc81)
    %expanded_122 = tensor.expand_shape %437 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc82)
    %transposed_123 = linalg.transpose ins(%expanded_122 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc82)
    %transposed_124 = linalg.transpose ins(%arg73 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc83)
    %438 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg74 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc83)
      linalg.yield %630 : f32 loc(#loc83)
    } -> tensor<384xf32> loc(#loc83)
    %439 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_124 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc83)
      linalg.yield %630 : f32 loc(#loc83)
    } -> tensor<384x384xf32> loc(#loc83)
    %440 = linalg.matmul ins(%432, %439 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc83)
    %441 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%438 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.key"(#loc6))):
      linalg.yield %in : f32 loc(#loc83)
    } -> tensor<32x384xf32> loc(#loc83)
    %442 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%440, %441 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.key"(#loc6)), %in_176: f32 loc("encoder.layer.4.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.key"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc83)
      linalg.yield %630 : f32 loc(#loc83)
    } -> tensor<32x384xf32> loc(#loc83)
    %443 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%442 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.key"(#loc6)), %out: f16 loc("encoder.layer.4.attention.self.key"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc83)
      linalg.yield %630 : f16 loc(#loc83)
    } -> tensor<32x384xf16> loc(#loc83)
    %expanded_125 = tensor.expand_shape %443 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc82)
    %transposed_126 = linalg.transpose ins(%arg75 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc84)
    %444 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg76 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc84)
      linalg.yield %630 : f32 loc(#loc84)
    } -> tensor<384xf32> loc(#loc84)
    %445 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_126 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc84)
      linalg.yield %630 : f32 loc(#loc84)
    } -> tensor<384x384xf32> loc(#loc84)
    %446 = linalg.matmul ins(%432, %445 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc84)
    %447 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%444 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.value"(#loc6))):
      linalg.yield %in : f32 loc(#loc84)
    } -> tensor<32x384xf32> loc(#loc84)
    %448 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%446, %447 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.value"(#loc6)), %in_176: f32 loc("encoder.layer.4.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.4.attention.self.value"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc84)
      linalg.yield %630 : f32 loc(#loc84)
    } -> tensor<32x384xf32> loc(#loc84)
    %449 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%448 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self.value"(#loc6)), %out: f16 loc("encoder.layer.4.attention.self.value"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc84)
      linalg.yield %630 : f16 loc(#loc84)
    } -> tensor<32x384xf16> loc(#loc84)
    %expanded_127 = tensor.expand_shape %449 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc82)
    %transposed_128 = linalg.transpose ins(%expanded_127 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc82)
    %transposed_129 = linalg.transpose ins(%expanded_125 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 3, 1]  loc(#loc85)
    %collapsed_130 = tensor.collapse_shape %transposed_123 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc85)
    %collapsed_131 = tensor.collapse_shape %transposed_129 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc85)
    %450 = linalg.batch_matmul ins(%collapsed_130, %collapsed_131 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc85)
    %451 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%450 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self"(#loc3)), %out: f16 loc("encoder.layer.4.attention.self"(#loc3))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc85)
      linalg.yield %630 : f16 loc(#loc85)
    } -> tensor<12x32x32xf16> loc(#loc85)
    %expanded_132 = tensor.expand_shape %451 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc85)
    %452 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_132 : tensor<1x12x32x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self"(#loc3)), %out: f16 loc("encoder.layer.4.attention.self"(#loc3))):
      %630 = arith.truncf %cst_7 : f64 to f16 loc(#loc85)
      %631 = arith.mulf %in, %630 : f16 loc(#loc85)
      linalg.yield %631 : f16 loc(#loc85)
    } -> tensor<1x12x32x32xf16> loc(#loc85)
    %453 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%452, %35 : tensor<1x12x32x32xf16>, tensor<1x1x1x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self"(#loc3)), %in_176: f16 loc("minilm_model.py":117:0), %out: f16 loc("encoder.layer.4.attention.self"(#loc7))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc86)
      linalg.yield %630 : f16 loc(#loc86)
    } -> tensor<1x12x32x32xf16> loc(#loc86)
    %454 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%453 : tensor<1x12x32x32xf16>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.self"(#loc7)), %out: f32 loc("encoder.layer.4.attention.self"(#loc7))):
      %630 = arith.extf %in : f16 to f32 loc(#loc86)
      linalg.yield %630 : f32 loc(#loc86)
    } -> tensor<1x12x32x32xf32> loc(#loc86)
    %455:2 = linalg.generic {indexing_maps = [#map5, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%454 : tensor<1x12x32x32xf32>) outs(%74, %72 : tensor<1x12x32xf32>, tensor<1x12x32xi64>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self"(#loc7)), %out: f32 loc("encoder.layer.4.attention.self"(#loc7)), %out_176: i64 loc("encoder.layer.4.attention.self"(#loc7))):
      %630 = linalg.index 3 : index loc(#loc86)
      %631 = arith.index_cast %630 : index to i64 loc(#loc86)
      %632 = arith.maximumf %in, %out : f32 loc(#loc86)
      %633 = arith.cmpf ogt, %in, %out : f32 loc(#loc86)
      %634 = arith.select %633, %631, %out_176 : i64 loc(#loc86)
      linalg.yield %632, %634 : f32, i64 loc(#loc86)
    } -> (tensor<1x12x32xf32>, tensor<1x12x32xi64>) loc(#loc86)
    %expanded_133 = tensor.expand_shape %455#0 [[0], [1], [2, 3]] output_shape [1, 12, 32, 1] : tensor<1x12x32xf32> into tensor<1x12x32x1xf32> loc(#loc86)
    %456 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%454, %expanded_133 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.4.attention.self"(#loc7)), %out: f32 loc("encoder.layer.4.attention.self"(#loc7))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc86)
      linalg.yield %630 : f32 loc(#loc86)
    } -> tensor<1x12x32x32xf32> loc(#loc86)
    %457 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%456 : tensor<1x12x32x32xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self"(#loc7)), %out: f32 loc("encoder.layer.4.attention.self"(#loc7))):
      %630 = math.exp %in : f32 loc(#loc86)
      linalg.yield %630 : f32 loc(#loc86)
    } -> tensor<1x12x32x32xf32> loc(#loc86)
    %458 = linalg.generic {indexing_maps = [#map5, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%457 : tensor<1x12x32x32xf32>) outs(%79 : tensor<1x12x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self"(#loc7)), %out: f32 loc("encoder.layer.4.attention.self"(#loc7))):
      %630 = arith.addf %in, %out : f32 loc(#loc86)
      linalg.yield %630 : f32 loc(#loc86)
    } -> tensor<1x12x32x1xf32> loc(#loc86)
    %459 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%457, %458 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.4.attention.self"(#loc7)), %out: f32 loc("encoder.layer.4.attention.self"(#loc7))):
      %630 = arith.divf %in, %in_176 : f32 loc(#loc86)
      linalg.yield %630 : f32 loc(#loc86)
    } -> tensor<1x12x32x32xf32> loc(#loc86)
    %460 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%459 : tensor<1x12x32x32xf32>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self"(#loc7)), %out: f16 loc("encoder.layer.4.attention.self"(#loc7))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc86)
      linalg.yield %630 : f16 loc(#loc86)
    } -> tensor<1x12x32x32xf16> loc(#loc86)
    %collapsed_134 = tensor.collapse_shape %460 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc87)
    %collapsed_135 = tensor.collapse_shape %transposed_128 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc87)
    %461 = linalg.batch_matmul ins(%collapsed_134, %collapsed_135 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc87)
    %462 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%461 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.self"(#loc8)), %out: f16 loc("encoder.layer.4.attention.self"(#loc8))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc87)
      linalg.yield %630 : f16 loc(#loc87)
    } -> tensor<12x32x32xf16> loc(#loc87)
    %expanded_136 = tensor.expand_shape %462 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc87)
    %transposed_137 = linalg.transpose ins(%expanded_136 : tensor<1x12x32x32xf16>) outs(%85 : tensor<1x32x12x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc87)
    %collapsed_138 = tensor.collapse_shape %transposed_137 [[0, 1], [2, 3]] : tensor<1x32x12x32xf16> into tensor<32x384xf16> loc(#loc88)
    %transposed_139 = linalg.transpose ins(%arg77 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc88)
    %463 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg78 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc88)
      linalg.yield %630 : f32 loc(#loc88)
    } -> tensor<384xf32> loc(#loc88)
    %464 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_138 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc88)
      linalg.yield %630 : f32 loc(#loc88)
    } -> tensor<32x384xf32> loc(#loc88)
    %465 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_139 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc88)
      linalg.yield %630 : f32 loc(#loc88)
    } -> tensor<384x384xf32> loc(#loc88)
    %466 = linalg.matmul ins(%464, %465 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc88)
    %467 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%463 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc88)
    } -> tensor<32x384xf32> loc(#loc88)
    %468 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%466, %467 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.4.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc88)
      linalg.yield %630 : f32 loc(#loc88)
    } -> tensor<32x384xf32> loc(#loc88)
    %469 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%468 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.dense"(#loc9)), %out: f16 loc("encoder.layer.4.attention.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc88)
      linalg.yield %630 : f16 loc(#loc88)
    } -> tensor<32x384xf16> loc(#loc88)
    %expanded_140 = tensor.expand_shape %469 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc88)
    %470 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_140, %430 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.3.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.4.attention.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc89)
      linalg.yield %630 : f16 loc(#loc89)
    } -> tensor<1x32x384xf16> loc(#loc89)
    %471 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%470 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.attention.output"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc90)
      linalg.yield %630 : f32 loc(#loc90)
    } -> tensor<1x32x384xf32> loc(#loc90)
    %472 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%471 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc90)
      linalg.yield %630 : f64 loc(#loc90)
    } -> tensor<1x32x384xf64> loc(#loc90)
    %473 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%472 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc90)
      linalg.yield %630 : f64 loc(#loc90)
    } -> tensor<1x32x1xf64> loc(#loc90)
    %474 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%473 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc90)
      linalg.yield %630 : f64 loc(#loc90)
    } -> tensor<1x32x1xf64> loc(#loc90)
    %475 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%472, %474 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc90)
      linalg.yield %630 : f64 loc(#loc90)
    } -> tensor<1x32x384xf64> loc(#loc90)
    %476 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%475, %475 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc90)
      linalg.yield %630 : f64 loc(#loc90)
    } -> tensor<1x32x384xf64> loc(#loc90)
    %477 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%476 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc90)
      linalg.yield %630 : f64 loc(#loc90)
    } -> tensor<1x32x1xf64> loc(#loc90)
    %478 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%477 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc90)
      linalg.yield %630 : f64 loc(#loc90)
    } -> tensor<1x32x1xf64> loc(#loc90)
    %479 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%478 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc90)
      linalg.yield %630 : f32 loc(#loc90)
    } -> tensor<1x32x1xf32> loc(#loc90)
    %480 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%471 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc90)
      linalg.yield %630 : f32 loc(#loc90)
    } -> tensor<1x32x1xf32> loc(#loc90)
    %481 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%480 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc90)
      linalg.yield %630 : f32 loc(#loc90)
    } -> tensor<1x32x1xf32> loc(#loc90)
    %482 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%479 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc90)
      %631 = arith.addf %in, %630 : f32 loc(#loc90)
      linalg.yield %631 : f32 loc(#loc90)
    } -> tensor<1x32x1xf32> loc(#loc90)
    %483 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%482 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc90)
      linalg.yield %630 : f32 loc(#loc90)
    } -> tensor<1x32x1xf32> loc(#loc90)
    %484 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%471, %481 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc90)
      linalg.yield %630 : f32 loc(#loc90)
    } -> tensor<1x32x384xf32> loc(#loc90)
    %485 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%484, %483 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc90)
      linalg.yield %630 : f32 loc(#loc90)
    } -> tensor<1x32x384xf32> loc(#loc90)
    %486 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%485, %arg79 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc90)
      %631 = arith.mulf %in, %630 : f32 loc(#loc90)
      linalg.yield %631 : f32 loc(#loc90)
    } -> tensor<1x32x384xf32> loc(#loc90)
    %487 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%486, %arg80 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc90)
      %631 = arith.addf %in, %630 : f32 loc(#loc90)
      linalg.yield %631 : f32 loc(#loc90)
    } -> tensor<1x32x384xf32> loc(#loc90)
    %488 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%487 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc90)
      linalg.yield %630 : f16 loc(#loc90)
    } -> tensor<1x32x384xf16> loc(#loc90)
    %collapsed_141 = tensor.collapse_shape %488 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc91)
    %transposed_142 = linalg.transpose ins(%arg81 : tensor<1536x384xf16>) outs(%112 : tensor<384x1536xf16>) permutation = [1, 0]  loc(#loc91)
    %489 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg82 : tensor<1536xf16>) outs(%113 : tensor<1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.4.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc91)
      linalg.yield %630 : f32 loc(#loc91)
    } -> tensor<1536xf32> loc(#loc91)
    %490 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_141 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.4.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc91)
      linalg.yield %630 : f32 loc(#loc91)
    } -> tensor<32x384xf32> loc(#loc91)
    %491 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_142 : tensor<384x1536xf16>) outs(%116 : tensor<384x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.4.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc91)
      linalg.yield %630 : f32 loc(#loc91)
    } -> tensor<384x1536xf32> loc(#loc91)
    %492 = linalg.matmul ins(%490, %491 : tensor<32x384xf32>, tensor<384x1536xf32>) outs(%119 : tensor<32x1536xf32>) -> tensor<32x1536xf32> loc(#loc91)
    %493 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%489 : tensor<1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.4.intermediate.dense"(#loc10))):
      linalg.yield %in : f32 loc(#loc91)
    } -> tensor<32x1536xf32> loc(#loc91)
    %494 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%492, %493 : tensor<32x1536xf32>, tensor<32x1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.intermediate.dense"(#loc10)), %in_176: f32 loc("encoder.layer.4.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.4.intermediate.dense"(#loc10))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc91)
      linalg.yield %630 : f32 loc(#loc91)
    } -> tensor<32x1536xf32> loc(#loc91)
    %495 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%494 : tensor<32x1536xf32>) outs(%123 : tensor<32x1536xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.4.intermediate.dense"(#loc10))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc91)
      linalg.yield %630 : f16 loc(#loc91)
    } -> tensor<32x1536xf16> loc(#loc91)
    %expanded_143 = tensor.expand_shape %495 [[0, 1], [2]] output_shape [1, 32, 1536] : tensor<32x1536xf16> into tensor<1x32x1536xf16> loc(#loc91)
    %496 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_143 : tensor<1x32x1536xf16>) outs(%125 : tensor<1x32x1536xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.4.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.4.intermediate.intermediate_act_fn"(#loc10))):
      %630 = math.sqrt %cst_4 : f16 loc(#loc92)
      %631 = arith.divf %in, %630 : f16 loc(#loc92)
      %632 = math.erf %631 : f16 loc(#loc92)
      %633 = arith.addf %632, %cst_3 : f16 loc(#loc92)
      %634 = arith.mulf %633, %cst_5 : f16 loc(#loc92)
      %635 = arith.mulf %in, %634 : f16 loc(#loc92)
      linalg.yield %635 : f16 loc(#loc92)
    } -> tensor<1x32x1536xf16> loc(#loc92)
    %collapsed_144 = tensor.collapse_shape %496 [[0, 1], [2]] : tensor<1x32x1536xf16> into tensor<32x1536xf16> loc(#loc93)
    %transposed_145 = linalg.transpose ins(%arg83 : tensor<384x1536xf16>) outs(%127 : tensor<1536x384xf16>) permutation = [1, 0]  loc(#loc93)
    %497 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg84 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc93)
      linalg.yield %630 : f32 loc(#loc93)
    } -> tensor<384xf32> loc(#loc93)
    %498 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_144 : tensor<32x1536xf16>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc93)
      linalg.yield %630 : f32 loc(#loc93)
    } -> tensor<32x1536xf32> loc(#loc93)
    %499 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_145 : tensor<1536x384xf16>) outs(%130 : tensor<1536x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc93)
      linalg.yield %630 : f32 loc(#loc93)
    } -> tensor<1536x384xf32> loc(#loc93)
    %500 = linalg.matmul ins(%498, %499 : tensor<32x1536xf32>, tensor<1536x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc93)
    %501 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%497 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc93)
    } -> tensor<32x384xf32> loc(#loc93)
    %502 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%500, %501 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.4.output.dense"(#loc9)), %out: f32 loc("encoder.layer.4.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc93)
      linalg.yield %630 : f32 loc(#loc93)
    } -> tensor<32x384xf32> loc(#loc93)
    %503 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%502 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.dense"(#loc9)), %out: f16 loc("encoder.layer.4.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc93)
      linalg.yield %630 : f16 loc(#loc93)
    } -> tensor<32x384xf16> loc(#loc93)
    %expanded_146 = tensor.expand_shape %503 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc93)
    %504 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_146, %488 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.4.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.4.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.4.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc94)
      linalg.yield %630 : f16 loc(#loc94)
    } -> tensor<1x32x384xf16> loc(#loc94)
    %505 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%504 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.4.output"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc95)
      linalg.yield %630 : f32 loc(#loc95)
    } -> tensor<1x32x384xf32> loc(#loc95)
    %506 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%505 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc95)
      linalg.yield %630 : f64 loc(#loc95)
    } -> tensor<1x32x384xf64> loc(#loc95)
    %507 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%506 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc95)
      linalg.yield %630 : f64 loc(#loc95)
    } -> tensor<1x32x1xf64> loc(#loc95)
    %508 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%507 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc95)
      linalg.yield %630 : f64 loc(#loc95)
    } -> tensor<1x32x1xf64> loc(#loc95)
    %509 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%506, %508 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc95)
      linalg.yield %630 : f64 loc(#loc95)
    } -> tensor<1x32x384xf64> loc(#loc95)
    %510 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%509, %509 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc95)
      linalg.yield %630 : f64 loc(#loc95)
    } -> tensor<1x32x384xf64> loc(#loc95)
    %511 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%510 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc95)
      linalg.yield %630 : f64 loc(#loc95)
    } -> tensor<1x32x1xf64> loc(#loc95)
    %512 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%511 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc95)
      linalg.yield %630 : f64 loc(#loc95)
    } -> tensor<1x32x1xf64> loc(#loc95)
    %513 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%512 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc95)
      linalg.yield %630 : f32 loc(#loc95)
    } -> tensor<1x32x1xf32> loc(#loc95)
    %514 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%505 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc95)
      linalg.yield %630 : f32 loc(#loc95)
    } -> tensor<1x32x1xf32> loc(#loc95)
    %515 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%514 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc95)
      linalg.yield %630 : f32 loc(#loc95)
    } -> tensor<1x32x1xf32> loc(#loc95)
    %516 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%513 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc95)
      %631 = arith.addf %in, %630 : f32 loc(#loc95)
      linalg.yield %631 : f32 loc(#loc95)
    } -> tensor<1x32x1xf32> loc(#loc95)
    %517 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%516 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc95)
      linalg.yield %630 : f32 loc(#loc95)
    } -> tensor<1x32x1xf32> loc(#loc95)
    %518 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%505, %515 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc95)
      linalg.yield %630 : f32 loc(#loc95)
    } -> tensor<1x32x384xf32> loc(#loc95)
    %519 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%518, %517 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc95)
      linalg.yield %630 : f32 loc(#loc95)
    } -> tensor<1x32x384xf32> loc(#loc95)
    %520 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%519, %arg85 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc95)
      %631 = arith.mulf %in, %630 : f32 loc(#loc95)
      linalg.yield %631 : f32 loc(#loc95)
    } -> tensor<1x32x384xf32> loc(#loc95)
    %521 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%520, %arg86 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc95)
      %631 = arith.addf %in, %630 : f32 loc(#loc95)
      linalg.yield %631 : f32 loc(#loc95)
    } -> tensor<1x32x384xf32> loc(#loc95)
    %522 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%521 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.4.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc95)
      linalg.yield %630 : f16 loc(#loc95)
    } -> tensor<1x32x384xf16> loc(#loc95)
    %collapsed_147 = tensor.collapse_shape %522 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc96)
    %transposed_148 = linalg.transpose ins(%arg87 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc96)
    %523 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg88 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc96)
      linalg.yield %630 : f32 loc(#loc96)
    } -> tensor<384xf32> loc(#loc96)
    %524 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_147 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc96)
      linalg.yield %630 : f32 loc(#loc96)
    } -> tensor<32x384xf32> loc(#loc96)
    %525 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_148 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.query"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc96)
      linalg.yield %630 : f32 loc(#loc96)
    } -> tensor<384x384xf32> loc(#loc96)
    %526 = linalg.matmul ins(%524, %525 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc96)
    %527 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%523 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.query"(#loc6))):
      linalg.yield %in : f32 loc(#loc96)
    } -> tensor<32x384xf32> loc(#loc96)
    %528 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%526, %527 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.query"(#loc6)), %in_176: f32 loc("encoder.layer.5.attention.self.query"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.query"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc96)
      linalg.yield %630 : f32 loc(#loc96)
    } -> tensor<32x384xf32> loc(#loc96)
    %529 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%528 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.query"(#loc6)), %out: f16 loc("encoder.layer.5.attention.self.query"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc96)
      linalg.yield %630 : f16 loc(#loc96)
    } -> tensor<32x384xf16> loc(#loc96)
    %expanded_149 = tensor.expand_shape %529 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc97)
    %transposed_150 = linalg.transpose ins(%expanded_149 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc97)
    %transposed_151 = linalg.transpose ins(%arg89 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc98)
    %530 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg90 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc98)
      linalg.yield %630 : f32 loc(#loc98)
    } -> tensor<384xf32> loc(#loc98)
    %531 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_151 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.key"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc98)
      linalg.yield %630 : f32 loc(#loc98)
    } -> tensor<384x384xf32> loc(#loc98)
    %532 = linalg.matmul ins(%524, %531 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc98)
    %533 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%530 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.key"(#loc6))):
      linalg.yield %in : f32 loc(#loc98)
    } -> tensor<32x384xf32> loc(#loc98)
    %534 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%532, %533 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.key"(#loc6)), %in_176: f32 loc("encoder.layer.5.attention.self.key"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.key"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc98)
      linalg.yield %630 : f32 loc(#loc98)
    } -> tensor<32x384xf32> loc(#loc98)
    %535 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%534 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.key"(#loc6)), %out: f16 loc("encoder.layer.5.attention.self.key"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc98)
      linalg.yield %630 : f16 loc(#loc98)
    } -> tensor<32x384xf16> loc(#loc98)
    %expanded_152 = tensor.expand_shape %535 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc97)
    %transposed_153 = linalg.transpose ins(%arg91 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc99)
    %536 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg92 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc99)
      linalg.yield %630 : f32 loc(#loc99)
    } -> tensor<384xf32> loc(#loc99)
    %537 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_153 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.value"(#loc6))):
      %630 = arith.extf %in : f16 to f32 loc(#loc99)
      linalg.yield %630 : f32 loc(#loc99)
    } -> tensor<384x384xf32> loc(#loc99)
    %538 = linalg.matmul ins(%524, %537 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc99)
    %539 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%536 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.value"(#loc6))):
      linalg.yield %in : f32 loc(#loc99)
    } -> tensor<32x384xf32> loc(#loc99)
    %540 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%538, %539 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.value"(#loc6)), %in_176: f32 loc("encoder.layer.5.attention.self.value"(#loc6)), %out: f32 loc("encoder.layer.5.attention.self.value"(#loc6))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc99)
      linalg.yield %630 : f32 loc(#loc99)
    } -> tensor<32x384xf32> loc(#loc99)
    %541 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%540 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self.value"(#loc6)), %out: f16 loc("encoder.layer.5.attention.self.value"(#loc6))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc99)
      linalg.yield %630 : f16 loc(#loc99)
    } -> tensor<32x384xf16> loc(#loc99)
    %expanded_154 = tensor.expand_shape %541 [[0, 1], [2, 3]] output_shape [1, 32, 12, 32] : tensor<32x384xf16> into tensor<1x32x12x32xf16> loc(#loc97)
    %transposed_155 = linalg.transpose ins(%expanded_154 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc97)
    %transposed_156 = linalg.transpose ins(%expanded_152 : tensor<1x32x12x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) permutation = [0, 2, 3, 1]  loc(#loc100)
    %collapsed_157 = tensor.collapse_shape %transposed_150 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc100)
    %collapsed_158 = tensor.collapse_shape %transposed_156 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc100)
    %542 = linalg.batch_matmul ins(%collapsed_157, %collapsed_158 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc100)
    %543 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%542 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self"(#loc3)), %out: f16 loc("encoder.layer.5.attention.self"(#loc3))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc100)
      linalg.yield %630 : f16 loc(#loc100)
    } -> tensor<12x32x32xf16> loc(#loc100)
    %expanded_159 = tensor.expand_shape %543 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc100)
    %544 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_159 : tensor<1x12x32x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self"(#loc3)), %out: f16 loc("encoder.layer.5.attention.self"(#loc3))):
      %630 = arith.truncf %cst_7 : f64 to f16 loc(#loc100)
      %631 = arith.mulf %in, %630 : f16 loc(#loc100)
      linalg.yield %631 : f16 loc(#loc100)
    } -> tensor<1x12x32x32xf16> loc(#loc100)
    %545 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%544, %35 : tensor<1x12x32x32xf16>, tensor<1x1x1x32xf16>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self"(#loc3)), %in_176: f16 loc("minilm_model.py":117:0), %out: f16 loc("encoder.layer.5.attention.self"(#loc7))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc101)
      linalg.yield %630 : f16 loc(#loc101)
    } -> tensor<1x12x32x32xf16> loc(#loc101)
    %546 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%545 : tensor<1x12x32x32xf16>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.self"(#loc7)), %out: f32 loc("encoder.layer.5.attention.self"(#loc7))):
      %630 = arith.extf %in : f16 to f32 loc(#loc101)
      linalg.yield %630 : f32 loc(#loc101)
    } -> tensor<1x12x32x32xf32> loc(#loc101)
    %547:2 = linalg.generic {indexing_maps = [#map5, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%546 : tensor<1x12x32x32xf32>) outs(%74, %72 : tensor<1x12x32xf32>, tensor<1x12x32xi64>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self"(#loc7)), %out: f32 loc("encoder.layer.5.attention.self"(#loc7)), %out_176: i64 loc("encoder.layer.5.attention.self"(#loc7))):
      %630 = linalg.index 3 : index loc(#loc101)
      %631 = arith.index_cast %630 : index to i64 loc(#loc101)
      %632 = arith.maximumf %in, %out : f32 loc(#loc101)
      %633 = arith.cmpf ogt, %in, %out : f32 loc(#loc101)
      %634 = arith.select %633, %631, %out_176 : i64 loc(#loc101)
      linalg.yield %632, %634 : f32, i64 loc(#loc101)
    } -> (tensor<1x12x32xf32>, tensor<1x12x32xi64>) loc(#loc101)
    %expanded_160 = tensor.expand_shape %547#0 [[0], [1], [2, 3]] output_shape [1, 12, 32, 1] : tensor<1x12x32xf32> into tensor<1x12x32x1xf32> loc(#loc101)
    %548 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%546, %expanded_160 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.5.attention.self"(#loc7)), %out: f32 loc("encoder.layer.5.attention.self"(#loc7))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc101)
      linalg.yield %630 : f32 loc(#loc101)
    } -> tensor<1x12x32x32xf32> loc(#loc101)
    %549 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%548 : tensor<1x12x32x32xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self"(#loc7)), %out: f32 loc("encoder.layer.5.attention.self"(#loc7))):
      %630 = math.exp %in : f32 loc(#loc101)
      linalg.yield %630 : f32 loc(#loc101)
    } -> tensor<1x12x32x32xf32> loc(#loc101)
    %550 = linalg.generic {indexing_maps = [#map5, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%549 : tensor<1x12x32x32xf32>) outs(%79 : tensor<1x12x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self"(#loc7)), %out: f32 loc("encoder.layer.5.attention.self"(#loc7))):
      %630 = arith.addf %in, %out : f32 loc(#loc101)
      linalg.yield %630 : f32 loc(#loc101)
    } -> tensor<1x12x32x1xf32> loc(#loc101)
    %551 = linalg.generic {indexing_maps = [#map5, #map11, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%549, %550 : tensor<1x12x32x32xf32>, tensor<1x12x32x1xf32>) outs(%69 : tensor<1x12x32x32xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self"(#loc7)), %in_176: f32 loc("encoder.layer.5.attention.self"(#loc7)), %out: f32 loc("encoder.layer.5.attention.self"(#loc7))):
      %630 = arith.divf %in, %in_176 : f32 loc(#loc101)
      linalg.yield %630 : f32 loc(#loc101)
    } -> tensor<1x12x32x32xf32> loc(#loc101)
    %552 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%551 : tensor<1x12x32x32xf32>) outs(%49 : tensor<1x12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self"(#loc7)), %out: f16 loc("encoder.layer.5.attention.self"(#loc7))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc101)
      linalg.yield %630 : f16 loc(#loc101)
    } -> tensor<1x12x32x32xf16> loc(#loc101)
    %collapsed_161 = tensor.collapse_shape %552 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc102)
    %collapsed_162 = tensor.collapse_shape %transposed_155 [[0, 1], [2], [3]] : tensor<1x12x32x32xf16> into tensor<12x32x32xf16> loc(#loc102)
    %553 = linalg.batch_matmul ins(%collapsed_161, %collapsed_162 : tensor<12x32x32xf16>, tensor<12x32x32xf16>) outs(%63 : tensor<12x32x32xf32>) -> tensor<12x32x32xf32> loc(#loc102)
    %554 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%553 : tensor<12x32x32xf32>) outs(%65 : tensor<12x32x32xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.self"(#loc8)), %out: f16 loc("encoder.layer.5.attention.self"(#loc8))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc102)
      linalg.yield %630 : f16 loc(#loc102)
    } -> tensor<12x32x32xf16> loc(#loc102)
    %expanded_163 = tensor.expand_shape %554 [[0, 1], [2], [3]] output_shape [1, 12, 32, 32] : tensor<12x32x32xf16> into tensor<1x12x32x32xf16> loc(#loc102)
    %transposed_164 = linalg.transpose ins(%expanded_163 : tensor<1x12x32x32xf16>) outs(%85 : tensor<1x32x12x32xf16>) permutation = [0, 2, 1, 3]  loc(#loc102)
    %collapsed_165 = tensor.collapse_shape %transposed_164 [[0, 1], [2, 3]] : tensor<1x32x12x32xf16> into tensor<32x384xf16> loc(#loc103)
    %transposed_166 = linalg.transpose ins(%arg93 : tensor<384x384xf16>) outs(%36 : tensor<384x384xf16>) permutation = [1, 0]  loc(#loc103)
    %555 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg94 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc103)
      linalg.yield %630 : f32 loc(#loc103)
    } -> tensor<384xf32> loc(#loc103)
    %556 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_165 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc103)
      linalg.yield %630 : f32 loc(#loc103)
    } -> tensor<32x384xf32> loc(#loc103)
    %557 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_166 : tensor<384x384xf16>) outs(%41 : tensor<384x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc103)
      linalg.yield %630 : f32 loc(#loc103)
    } -> tensor<384x384xf32> loc(#loc103)
    %558 = linalg.matmul ins(%556, %557 : tensor<32x384xf32>, tensor<384x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc103)
    %559 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%555 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc103)
    } -> tensor<32x384xf32> loc(#loc103)
    %560 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%558, %559 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.5.attention.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc103)
      linalg.yield %630 : f32 loc(#loc103)
    } -> tensor<32x384xf32> loc(#loc103)
    %561 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%560 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.dense"(#loc9)), %out: f16 loc("encoder.layer.5.attention.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc103)
      linalg.yield %630 : f16 loc(#loc103)
    } -> tensor<32x384xf16> loc(#loc103)
    %expanded_167 = tensor.expand_shape %561 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc103)
    %562 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_167, %522 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.4.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.5.attention.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc104)
      linalg.yield %630 : f16 loc(#loc104)
    } -> tensor<1x32x384xf16> loc(#loc104)
    %563 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%562 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.attention.output"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc105)
      linalg.yield %630 : f32 loc(#loc105)
    } -> tensor<1x32x384xf32> loc(#loc105)
    %564 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%563 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc105)
      linalg.yield %630 : f64 loc(#loc105)
    } -> tensor<1x32x384xf64> loc(#loc105)
    %565 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%564 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc105)
      linalg.yield %630 : f64 loc(#loc105)
    } -> tensor<1x32x1xf64> loc(#loc105)
    %566 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%565 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc105)
      linalg.yield %630 : f64 loc(#loc105)
    } -> tensor<1x32x1xf64> loc(#loc105)
    %567 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%564, %566 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc105)
      linalg.yield %630 : f64 loc(#loc105)
    } -> tensor<1x32x384xf64> loc(#loc105)
    %568 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%567, %567 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc105)
      linalg.yield %630 : f64 loc(#loc105)
    } -> tensor<1x32x384xf64> loc(#loc105)
    %569 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%568 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc105)
      linalg.yield %630 : f64 loc(#loc105)
    } -> tensor<1x32x1xf64> loc(#loc105)
    %570 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%569 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc105)
      linalg.yield %630 : f64 loc(#loc105)
    } -> tensor<1x32x1xf64> loc(#loc105)
    %571 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%570 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc105)
      linalg.yield %630 : f32 loc(#loc105)
    } -> tensor<1x32x1xf32> loc(#loc105)
    %572 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%563 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc105)
      linalg.yield %630 : f32 loc(#loc105)
    } -> tensor<1x32x1xf32> loc(#loc105)
    %573 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%572 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc105)
      linalg.yield %630 : f32 loc(#loc105)
    } -> tensor<1x32x1xf32> loc(#loc105)
    %574 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%571 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc105)
      %631 = arith.addf %in, %630 : f32 loc(#loc105)
      linalg.yield %631 : f32 loc(#loc105)
    } -> tensor<1x32x1xf32> loc(#loc105)
    %575 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%574 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc105)
      linalg.yield %630 : f32 loc(#loc105)
    } -> tensor<1x32x1xf32> loc(#loc105)
    %576 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%563, %573 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc105)
      linalg.yield %630 : f32 loc(#loc105)
    } -> tensor<1x32x384xf32> loc(#loc105)
    %577 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%576, %575 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc105)
      linalg.yield %630 : f32 loc(#loc105)
    } -> tensor<1x32x384xf32> loc(#loc105)
    %578 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%577, %arg95 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc105)
      %631 = arith.mulf %in, %630 : f32 loc(#loc105)
      linalg.yield %631 : f32 loc(#loc105)
    } -> tensor<1x32x384xf32> loc(#loc105)
    %579 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%578, %arg96 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc105)
      %631 = arith.addf %in, %630 : f32 loc(#loc105)
      linalg.yield %631 : f32 loc(#loc105)
    } -> tensor<1x32x384xf32> loc(#loc105)
    %580 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%579 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc105)
      linalg.yield %630 : f16 loc(#loc105)
    } -> tensor<1x32x384xf16> loc(#loc105)
    %collapsed_168 = tensor.collapse_shape %580 [[0, 1], [2]] : tensor<1x32x384xf16> into tensor<32x384xf16> loc(#loc106)
    %transposed_169 = linalg.transpose ins(%arg97 : tensor<1536x384xf16>) outs(%112 : tensor<384x1536xf16>) permutation = [1, 0]  loc(#loc106)
    %581 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg98 : tensor<1536xf16>) outs(%113 : tensor<1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.5.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc106)
      linalg.yield %630 : f32 loc(#loc106)
    } -> tensor<1536xf32> loc(#loc106)
    %582 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_168 : tensor<32x384xf16>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.5.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc106)
      linalg.yield %630 : f32 loc(#loc106)
    } -> tensor<32x384xf32> loc(#loc106)
    %583 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_169 : tensor<384x1536xf16>) outs(%116 : tensor<384x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.5.intermediate.dense"(#loc10))):
      %630 = arith.extf %in : f16 to f32 loc(#loc106)
      linalg.yield %630 : f32 loc(#loc106)
    } -> tensor<384x1536xf32> loc(#loc106)
    %584 = linalg.matmul ins(%582, %583 : tensor<32x384xf32>, tensor<384x1536xf32>) outs(%119 : tensor<32x1536xf32>) -> tensor<32x1536xf32> loc(#loc106)
    %585 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%581 : tensor<1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.5.intermediate.dense"(#loc10))):
      linalg.yield %in : f32 loc(#loc106)
    } -> tensor<32x1536xf32> loc(#loc106)
    %586 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%584, %585 : tensor<32x1536xf32>, tensor<32x1536xf32>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.intermediate.dense"(#loc10)), %in_176: f32 loc("encoder.layer.5.intermediate.dense"(#loc10)), %out: f32 loc("encoder.layer.5.intermediate.dense"(#loc10))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc106)
      linalg.yield %630 : f32 loc(#loc106)
    } -> tensor<32x1536xf32> loc(#loc106)
    %587 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%586 : tensor<32x1536xf32>) outs(%123 : tensor<32x1536xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.5.intermediate.dense"(#loc10))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc106)
      linalg.yield %630 : f16 loc(#loc106)
    } -> tensor<32x1536xf16> loc(#loc106)
    %expanded_170 = tensor.expand_shape %587 [[0, 1], [2]] output_shape [1, 32, 1536] : tensor<32x1536xf16> into tensor<1x32x1536xf16> loc(#loc106)
    %588 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_170 : tensor<1x32x1536xf16>) outs(%125 : tensor<1x32x1536xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.5.intermediate.dense"(#loc10)), %out: f16 loc("encoder.layer.5.intermediate.intermediate_act_fn"(#loc10))):
      %630 = math.sqrt %cst_4 : f16 loc(#loc107)
      %631 = arith.divf %in, %630 : f16 loc(#loc107)
      %632 = math.erf %631 : f16 loc(#loc107)
      %633 = arith.addf %632, %cst_3 : f16 loc(#loc107)
      %634 = arith.mulf %633, %cst_5 : f16 loc(#loc107)
      %635 = arith.mulf %in, %634 : f16 loc(#loc107)
      linalg.yield %635 : f16 loc(#loc107)
    } -> tensor<1x32x1536xf16> loc(#loc107)
    %collapsed_171 = tensor.collapse_shape %588 [[0, 1], [2]] : tensor<1x32x1536xf16> into tensor<32x1536xf16> loc(#loc108)
    %transposed_172 = linalg.transpose ins(%arg99 : tensor<384x1536xf16>) outs(%127 : tensor<1536x384xf16>) permutation = [1, 0]  loc(#loc108)
    %589 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg100 : tensor<384xf16>) outs(%37 : tensor<384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc108)
      linalg.yield %630 : f32 loc(#loc108)
    } -> tensor<384xf32> loc(#loc108)
    %590 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_171 : tensor<32x1536xf16>) outs(%118 : tensor<32x1536xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc108)
      linalg.yield %630 : f32 loc(#loc108)
    } -> tensor<32x1536xf32> loc(#loc108)
    %591 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%transposed_172 : tensor<1536x384xf16>) outs(%130 : tensor<1536x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.output.dense"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc108)
      linalg.yield %630 : f32 loc(#loc108)
    } -> tensor<1536x384xf32> loc(#loc108)
    %592 = linalg.matmul ins(%590, %591 : tensor<32x1536xf32>, tensor<1536x384xf32>) outs(%43 : tensor<32x384xf32>) -> tensor<32x384xf32> loc(#loc108)
    %593 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%589 : tensor<384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.output.dense"(#loc9))):
      linalg.yield %in : f32 loc(#loc108)
    } -> tensor<32x384xf32> loc(#loc108)
    %594 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%592, %593 : tensor<32x384xf32>, tensor<32x384xf32>) outs(%39 : tensor<32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.dense"(#loc9)), %in_176: f32 loc("encoder.layer.5.output.dense"(#loc9)), %out: f32 loc("encoder.layer.5.output.dense"(#loc9))):
      %630 = arith.addf %in, %in_176 : f32 loc(#loc108)
      linalg.yield %630 : f32 loc(#loc108)
    } -> tensor<32x384xf32> loc(#loc108)
    %595 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%594 : tensor<32x384xf32>) outs(%47 : tensor<32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.dense"(#loc9)), %out: f16 loc("encoder.layer.5.output.dense"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc108)
      linalg.yield %630 : f16 loc(#loc108)
    } -> tensor<32x384xf16> loc(#loc108)
    %expanded_173 = tensor.expand_shape %595 [[0, 1], [2]] output_shape [1, 32, 384] : tensor<32x384xf16> into tensor<1x32x384xf16> loc(#loc108)
    %596 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_173, %580 : tensor<1x32x384xf16>, tensor<1x32x384xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.5.output.dense"(#loc9)), %in_176: f16 loc("encoder.layer.5.attention.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.5.output"(#loc9))):
      %630 = arith.addf %in, %in_176 : f16 loc(#loc109)
      linalg.yield %630 : f16 loc(#loc109)
    } -> tensor<1x32x384xf16> loc(#loc109)
    %597 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%596 : tensor<1x32x384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f16 loc("encoder.layer.5.output"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f16 to f32 loc(#loc110)
      linalg.yield %630 : f32 loc(#loc110)
    } -> tensor<1x32x384xf32> loc(#loc110)
    %598 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%597 : tensor<1x32x384xf32>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in : f32 to f64 loc(#loc110)
      linalg.yield %630 : f64 loc(#loc110)
    } -> tensor<1x32x384xf64> loc(#loc110)
    %599 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%598 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc110)
      linalg.yield %630 : f64 loc(#loc110)
    } -> tensor<1x32x1xf64> loc(#loc110)
    %600 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%599 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc110)
      linalg.yield %630 : f64 loc(#loc110)
    } -> tensor<1x32x1xf64> loc(#loc110)
    %601 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%598, %600 : tensor<1x32x384xf64>, tensor<1x32x1xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f64 loc(#loc110)
      linalg.yield %630 : f64 loc(#loc110)
    } -> tensor<1x32x384xf64> loc(#loc110)
    %602 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%601, %601 : tensor<1x32x384xf64>, tensor<1x32x384xf64>) outs(%10 : tensor<1x32x384xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %in_176: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f64 loc(#loc110)
      linalg.yield %630 : f64 loc(#loc110)
    } -> tensor<1x32x384xf64> loc(#loc110)
    %603 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%602 : tensor<1x32x384xf64>) outs(%13 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f64 loc(#loc110)
      linalg.yield %630 : f64 loc(#loc110)
    } -> tensor<1x32x1xf64> loc(#loc110)
    %604 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%603 : tensor<1x32x1xf64>) outs(%12 : tensor<1x32x1xf64>) {
    ^bb0(%in: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_9 : f64 loc(#loc110)
      linalg.yield %630 : f64 loc(#loc110)
    } -> tensor<1x32x1xf64> loc(#loc110)
    %605 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%604 : tensor<1x32x1xf64>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f64 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f64 to f32 loc(#loc110)
      linalg.yield %630 : f32 loc(#loc110)
    } -> tensor<1x32x1xf32> loc(#loc110)
    %606 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%597 : tensor<1x32x384xf32>) outs(%22 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.addf %in, %out : f32 loc(#loc110)
      linalg.yield %630 : f32 loc(#loc110)
    } -> tensor<1x32x1xf32> loc(#loc110)
    %607 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%606 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.divf %in, %cst_10 : f32 loc(#loc110)
      linalg.yield %630 : f32 loc(#loc110)
    } -> tensor<1x32x1xf32> loc(#loc110)
    %608 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%605 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %cst_8 : f64 to f32 loc(#loc110)
      %631 = arith.addf %in, %630 : f32 loc(#loc110)
      linalg.yield %631 : f32 loc(#loc110)
    } -> tensor<1x32x1xf32> loc(#loc110)
    %609 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%608 : tensor<1x32x1xf32>) outs(%20 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = math.rsqrt %in : f32 loc(#loc110)
      linalg.yield %630 : f32 loc(#loc110)
    } -> tensor<1x32x1xf32> loc(#loc110)
    %610 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%597, %607 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.subf %in, %in_176 : f32 loc(#loc110)
      linalg.yield %630 : f32 loc(#loc110)
    } -> tensor<1x32x384xf32> loc(#loc110)
    %611 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%610, %609 : tensor<1x32x384xf32>, tensor<1x32x1xf32>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %in_176: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.mulf %in, %in_176 : f32 loc(#loc110)
      linalg.yield %630 : f32 loc(#loc110)
    } -> tensor<1x32x384xf32> loc(#loc110)
    %612 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%611, %arg101 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc110)
      %631 = arith.mulf %in, %630 : f32 loc(#loc110)
      linalg.yield %631 : f32 loc(#loc110)
    } -> tensor<1x32x384xf32> loc(#loc110)
    %613 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%612, %arg102 : tensor<1x32x384xf32>, tensor<384xf16>) outs(%8 : tensor<1x32x384xf32>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %in_176: f16 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.extf %in_176 : f16 to f32 loc(#loc110)
      %631 = arith.addf %in, %630 : f32 loc(#loc110)
      linalg.yield %631 : f32 loc(#loc110)
    } -> tensor<1x32x384xf32> loc(#loc110)
    %614 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%613 : tensor<1x32x384xf32>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f32 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %out: f16 loc("encoder.layer.5.output.LayerNorm"(#loc9))):
      %630 = arith.truncf %in : f32 to f16 loc(#loc110)
      linalg.yield %630 : f16 loc(#loc110)
    } -> tensor<1x32x384xf16> loc(#loc110)
    %expanded_174 = tensor.expand_shape %arg1 [[0], [1, 2]] output_shape [1, 32, 1] : tensor<1x32xi64> into tensor<1x32x1xi64> loc(#loc111)
    %615 = tensor.empty() : tensor<1x32x1xf16> loc(#loc111)
    %616 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_174 : tensor<1x32x1xi64>) outs(%615 : tensor<1x32x1xf16>) {
    ^bb0(%in: i64 loc("pooling"(#loc11)), %out: f16 loc("pooling"(#loc11))):
      %630 = arith.sitofp %in : i64 to f16 loc(#loc111)
      linalg.yield %630 : f16 loc(#loc111)
    } -> tensor<1x32x1xf16> loc(#loc111)
    %617 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%614, %616 : tensor<1x32x384xf16>, tensor<1x32x1xf16>) outs(%2 : tensor<1x32x384xf16>) {
    ^bb0(%in: f16 loc("encoder.layer.5.output.LayerNorm"(#loc9)), %in_176: f16 loc("pooling"(#loc11)), %out: f16 loc("pooling"(#loc12))):
      %630 = arith.mulf %in, %in_176 : f16 loc(#loc112)
      linalg.yield %630 : f16 loc(#loc112)
    } -> tensor<1x32x384xf16> loc(#loc112)
    %618 = tensor.empty() : tensor<1x384xf16> loc(#loc112)
    %619 = linalg.fill ins(%cst_2 : f16) outs(%618 : tensor<1x384xf16>) -> tensor<1x384xf16> loc(#loc112)
    %620 = linalg.generic {indexing_maps = [#map2, #map12], iterator_types = ["parallel", "reduction", "parallel"]} ins(%617 : tensor<1x32x384xf16>) outs(%619 : tensor<1x384xf16>) {
    ^bb0(%in: f16 loc("pooling"(#loc12)), %out: f16 loc("pooling"(#loc12))):
      %630 = arith.addf %in, %out : f16 loc(#loc112)
      linalg.yield %630 : f16 loc(#loc112)
    } -> tensor<1x384xf16> loc(#loc112)
    %621 = tensor.empty() : tensor<1x1xf16> loc(#loc112)
    %622 = linalg.fill ins(%cst_2 : f16) outs(%621 : tensor<1x1xf16>) -> tensor<1x1xf16> loc(#loc112)
    %623 = linalg.generic {indexing_maps = [#map2, #map12], iterator_types = ["parallel", "reduction", "parallel"]} ins(%616 : tensor<1x32x1xf16>) outs(%622 : tensor<1x1xf16>) {
    ^bb0(%in: f16 loc("pooling"(#loc11)), %out: f16 loc("pooling"(#loc12))):
      %630 = arith.addf %in, %out : f16 loc(#loc112)
      linalg.yield %630 : f16 loc(#loc112)
    } -> tensor<1x1xf16> loc(#loc112)
    %624 = linalg.generic {indexing_maps = [#map7, #map13, #map7], iterator_types = ["parallel", "parallel"]} ins(%620, %623 : tensor<1x384xf16>, tensor<1x1xf16>) outs(%618 : tensor<1x384xf16>) {
    ^bb0(%in: f16 loc("pooling"(#loc12)), %in_176: f16 loc("pooling"(#loc12)), %out: f16 loc("pooling"(#loc12))):
      %630 = arith.divf %in, %in_176 : f16 loc(#loc112)
      linalg.yield %630 : f16 loc(#loc112)
    } -> tensor<1x384xf16> loc(#loc112)
    %625 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "reduction"]} ins(%624 : tensor<1x384xf16>) outs(%622 : tensor<1x1xf16>) {
    ^bb0(%in: f16 loc("pooling"(#loc12)), %out: f16 loc("pooling"(#loc13))):
      %630 = math.absf %in : f16 loc(#loc113)
      %631 = math.powf %630, %cst_4 : f16 loc(#loc113)
      %632 = arith.addf %631, %out : f16 loc(#loc113)
      linalg.yield %632 : f16 loc(#loc113)
    } -> tensor<1x1xf16> loc(#loc113)
    %626 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%625 : tensor<1x1xf16>) outs(%621 : tensor<1x1xf16>) {
    ^bb0(%in: f16 loc("pooling"(#loc13)), %out: f16 loc("pooling"(#loc13))):
      %630 = math.powf %in, %cst_5 : f16 loc(#loc113)
      linalg.yield %630 : f16 loc(#loc113)
    } -> tensor<1x1xf16> loc(#loc113)
    %627 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%626 : tensor<1x1xf16>) outs(%621 : tensor<1x1xf16>) {
    ^bb0(%in: f16 loc("pooling"(#loc13)), %out: f16 loc("pooling"(#loc13))):
      %630 = arith.truncf %cst_8 : f64 to f16 loc(#loc113)
      %631 = arith.cmpf ult, %in, %630 : f16 loc(#loc113)
      %632 = arith.select %631, %630, %in : f16 loc(#loc113)
      linalg.yield %632 : f16 loc(#loc113)
    } -> tensor<1x1xf16> loc(#loc113)
    %collapsed_175 = tensor.collapse_shape %627 [[0, 1]] : tensor<1x1xf16> into tensor<1xf16> loc(#loc113)
    %628 = linalg.generic {indexing_maps = [#map14, #map7], iterator_types = ["parallel", "parallel"]} ins(%collapsed_175 : tensor<1xf16>) outs(%618 : tensor<1x384xf16>) {
    ^bb0(%in: f16 loc("pooling"(#loc13)), %out: f16 loc("pooling"(#loc13))):
      linalg.yield %in : f16 loc(#loc113)
    } -> tensor<1x384xf16> loc(#loc113)
    %629 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%624, %628 : tensor<1x384xf16>, tensor<1x384xf16>) outs(%618 : tensor<1x384xf16>) {
    ^bb0(%in: f16 loc("pooling"(#loc12)), %in_176: f16 loc("pooling"(#loc13)), %out: f16 loc("pooling"(#loc13))):
      %630 = arith.divf %in, %in_176 : f16 loc(#loc113)
      linalg.yield %630 : f16 loc(#loc113)
    } -> tensor<1x384xf16> loc(#loc113)
    return %629, %614 : tensor<1x384xf16>, tensor<1x32x384xf16> loc(#loc113)
  } loc(#loc14)
} loc(#loc)
#loc = loc(unknown)
#loc23 = loc("encoder.layer.0.attention.self"(#loc6))
#loc37 = loc("encoder.layer.1.attention.self"(#loc6))
#loc52 = loc("encoder.layer.2.attention.self"(#loc6))
#loc67 = loc("encoder.layer.3.attention.self"(#loc6))
#loc82 = loc("encoder.layer.4.attention.self"(#loc6))
#loc97 = loc("encoder.layer.5.attention.self"(#loc6))
