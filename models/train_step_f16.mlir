#loc1 = loc("_to_copy"("train_step":5:0))
#loc2 = loc("arange"("train_step":19:0))
#loc3 = loc("where_2"("train_step":347:0))
#loc4 = loc("where_1"("train_step":212:0))
#loc5 = loc("mul_3"("train_step":107:0))
#loc6 = loc("where"("train_step":62:0))
#loc7 = loc("logical_and"("train_step":60:0))
#loc8 = loc("mul_32"("train_step":355:0))
#loc9 = loc("mul_10"("train_step":146:0))
#loc10 = loc("mul_6"("train_step":139:0))
#loc11 = loc("native_layer_norm"("train_step":27:0))
#loc12 = loc("_to_copy_1"("train_step":6:0))
#loc13 = loc("_to_copy_2"("train_step":7:0))
#loc14 = loc("_to_copy_3"("train_step":8:0))
#loc15 = loc("_to_copy_4"("train_step":9:0))
#loc16 = loc("_to_copy_5"("train_step":10:0))
#loc17 = loc("_to_copy_6"("train_step":11:0))
#loc18 = loc("_to_copy_7"("train_step":12:0))
#loc19 = loc("_to_copy_8"("train_step":13:0))
#loc20 = loc("_to_copy_9"("train_step":14:0))
#loc21 = loc("_to_copy_10"("train_step":15:0))
#loc22 = loc("_to_copy_11"("train_step":16:0))
#loc23 = loc("_to_copy_12"("train_step":17:0))
#loc24 = loc("unsqueeze"("train_step":18:0))
#loc25 = loc("eq"("train_step":20:0))
#loc26 = loc("_to_copy_13"("train_step":21:0))
#loc29 = loc("mm"("train_step":25:0))
#loc30 = loc("view_1"("train_step":26:0))
#loc31 = loc("permute"("train_step":31:0))
#loc32 = loc("view_2"("train_step":32:0))
#loc33 = loc("addmm"("train_step":33:0))
#loc43 = loc("bmm"("train_step":50:0))
#loc44 = loc("view_7"("train_step":51:0))
#loc45 = loc("mul"("train_step":52:0))
#loc46 = loc("arange_1"("train_step":54:0))
#loc47 = loc("unsqueeze_1"("train_step":55:0))
#loc48 = loc("unsqueeze_2"("train_step":57:0))
#loc49 = loc("sub"("train_step":58:0))
#loc50 = loc("ge"("train_step":59:0))
#loc51 = loc("_softmax"("train_step":63:0))
#loc54 = loc("bmm_1"("train_step":69:0))
#loc57 = loc("permute_4"("train_step":74:0))
#loc58 = loc("view_12"("train_step":75:0))
#loc59 = loc("addmm_1"("train_step":76:0))
#loc60 = loc("view_13"("train_step":77:0))
#loc61 = loc("add"("train_step":78:0))
#loc62 = loc("native_layer_norm_1"("train_step":79:0))
#loc63 = loc("permute_5"("train_step":83:0))
#loc64 = loc("view_14"("train_step":84:0))
#loc65 = loc("addmm_2"("train_step":85:0))
#loc66 = loc("view_15"("train_step":86:0))
#loc67 = loc("gelu"("train_step":87:0))
#loc68 = loc("permute_6"("train_step":88:0))
#loc69 = loc("view_16"("train_step":89:0))
#loc70 = loc("addmm_3"("train_step":90:0))
#loc71 = loc("view_17"("train_step":91:0))
#loc72 = loc("add_1"("train_step":92:0))
#loc75 = loc("mm_1"("train_step":95:0))
#loc76 = loc("view_19"("train_step":96:0))
#loc77 = loc("_to_copy_14"("train_step":97:0))
#loc78 = loc("_log_softmax"("train_step":98:0))
#loc79 = loc("slice_5"("train_step":99:0))
#loc80 = loc("_to_copy_15"("train_step":100:0))
#loc81 = loc("mul_1"("train_step":101:0))
#loc82 = loc("sum_1"("train_step":102:0))
#loc83 = loc("mean"("train_step":103:0))
#loc84 = loc("neg"("train_step":104:0))
#loc85 = loc("mul_2"("train_step":105:0))
#loc86 = loc("neg_1"("train_step":108:0))
#loc87 = loc("expand_4"("train_step":109:0))
#loc88 = loc("div"("train_step":110:0))
#loc89 = loc("expand_5"("train_step":112:0))
#loc90 = loc("mul_4"("train_step":113:0))
#loc91 = loc("exp"("train_step":114:0))
#loc92 = loc("sum_2"("train_step":115:0))
#loc93 = loc("mul_5"("train_step":116:0))
#loc94 = loc("sub_1"("train_step":117:0))
#loc95 = loc("_to_copy_16"("train_step":118:0))
#loc98 = loc("mm_2"("train_step":121:0))
#loc99 = loc("mm_3"("train_step":124:0))
#loc100 = loc("view_21"("train_step":125:0))
#loc101 = loc("mm_4"("train_step":129:0))
#loc103 = loc("mm_5"("train_step":131:0))
#loc104 = loc("sum_3"("train_step":133:0))
#loc105 = loc("view_22"("train_step":127:0))
#loc106 = loc("view_23"("train_step":134:0))
#loc107 = loc("view_24"("train_step":135:0))
#loc108 = loc("_to_copy_17"("train_step":137:0))
#loc109 = loc("_to_copy_18"("train_step":138:0))
#loc110 = loc("erf"("train_step":140:0))
#loc111 = loc("add_2"("train_step":141:0))
#loc112 = loc("mul_7"("train_step":142:0))
#loc113 = loc("mul_8"("train_step":143:0))
#loc114 = loc("mul_9"("train_step":144:0))
#loc115 = loc("exp_1"("train_step":145:0))
#loc116 = loc("mul_11"("train_step":147:0))
#loc117 = loc("add_3"("train_step":148:0))
#loc118 = loc("mul_12"("train_step":149:0))
#loc119 = loc("_to_copy_19"("train_step":150:0))
#loc120 = loc("view_25"("train_step":151:0))
#loc121 = loc("mm_6"("train_step":153:0))
#loc123 = loc("mm_7"("train_step":155:0))
#loc124 = loc("sum_4"("train_step":157:0))
#loc125 = loc("view_26"("train_step":158:0))
#loc126 = loc("view_27"("train_step":159:0))
#loc127 = loc("_to_copy_20"("train_step":161:0))
#loc128 = loc("_to_copy_22"("train_step":163:0))
#loc129 = loc("sub_2"("train_step":165:0))
#loc130 = loc("_to_copy_21"("train_step":162:0))
#loc131 = loc("mul_13"("train_step":166:0))
#loc132 = loc("mul_14"("train_step":167:0))
#loc133 = loc("mul_15"("train_step":168:0))
#loc134 = loc("sum_5"("train_step":169:0))
#loc135 = loc("mul_16"("train_step":170:0))
#loc136 = loc("sum_6"("train_step":171:0))
#loc137 = loc("mul_17"("train_step":172:0))
#loc138 = loc("sub_3"("train_step":173:0))
#loc139 = loc("sub_4"("train_step":174:0))
#loc140 = loc("div_1"("train_step":175:0))
#loc141 = loc("mul_18"("train_step":176:0))
#loc142 = loc("mul_19"("train_step":177:0))
#loc143 = loc("sum_7"("train_step":178:0))
#loc144 = loc("sum_8"("train_step":179:0))
#loc145 = loc("_to_copy_24"("train_step":180:0))
#loc146 = loc("_to_copy_25"("train_step":181:0))
#loc147 = loc("_to_copy_26"("train_step":182:0))
#loc148 = loc("add_4"("train_step":183:0))
#loc149 = loc("view_28"("train_step":184:0))
#loc150 = loc("mm_8"("train_step":186:0))
#loc152 = loc("mm_9"("train_step":188:0))
#loc153 = loc("sum_9"("train_step":190:0))
#loc154 = loc("view_29"("train_step":191:0))
#loc159 = loc("bmm_2"("train_step":199:0))
#loc161 = loc("bmm_3"("train_step":201:0))
#loc163 = loc("view_34"("train_step":203:0))
#loc164 = loc("_to_copy_27"("train_step":204:0))
#loc165 = loc("_to_copy_28"("train_step":205:0))
#loc166 = loc("mul_20"("train_step":206:0))
#loc167 = loc("sum_10"("train_step":207:0))
#loc168 = loc("mul_21"("train_step":208:0))
#loc169 = loc("sub_5"("train_step":209:0))
#loc170 = loc("_to_copy_29"("train_step":210:0))
#loc171 = loc("mul_22"("train_step":213:0))
#loc174 = loc("bmm_4"("train_step":216:0))
#loc176 = loc("bmm_5"("train_step":218:0))
#loc183 = loc("view_40"("train_step":227:0))
#loc184 = loc("mm_10"("train_step":229:0))
#loc186 = loc("mm_11"("train_step":231:0))
#loc187 = loc("sum_11"("train_step":233:0))
#loc188 = loc("view_41"("train_step":234:0))
#loc189 = loc("view_42"("train_step":235:0))
#loc190 = loc("_to_copy_30"("train_step":237:0))
#loc191 = loc("_to_copy_32"("train_step":239:0))
#loc192 = loc("sub_6"("train_step":241:0))
#loc193 = loc("_to_copy_31"("train_step":238:0))
#loc194 = loc("mul_23"("train_step":242:0))
#loc195 = loc("mul_24"("train_step":243:0))
#loc196 = loc("mul_25"("train_step":244:0))
#loc197 = loc("sum_12"("train_step":245:0))
#loc198 = loc("mul_26"("train_step":246:0))
#loc199 = loc("sum_13"("train_step":247:0))
#loc200 = loc("mul_27"("train_step":248:0))
#loc201 = loc("sub_7"("train_step":249:0))
#loc202 = loc("sub_8"("train_step":250:0))
#loc203 = loc("div_2"("train_step":251:0))
#loc204 = loc("mul_28"("train_step":252:0))
#loc205 = loc("mul_29"("train_step":253:0))
#loc206 = loc("sum_14"("train_step":254:0))
#loc207 = loc("sum_15"("train_step":255:0))
#loc208 = loc("_to_copy_34"("train_step":256:0))
#loc209 = loc("_to_copy_35"("train_step":257:0))
#loc210 = loc("_to_copy_36"("train_step":258:0))
#loc211 = loc("add_5"("train_step":259:0))
#loc214 = loc("mm_12"("train_step":262:0))
#loc215 = loc("add_6"("train_step":263:0))
#loc216 = loc("permute_11"("train_step":126:0))
#loc217 = loc("_to_copy_37"("train_step":264:0))
#loc218 = loc("permute_19"("train_step":160:0))
#loc219 = loc("_to_copy_38"("train_step":265:0))
#loc220 = loc("_to_copy_39"("train_step":266:0))
#loc221 = loc("permute_34"("train_step":236:0))
#loc222 = loc("_to_copy_40"("train_step":267:0))
#loc223 = loc("_to_copy_41"("train_step":268:0))
#loc224 = loc("permute_23"("train_step":193:0))
#loc225 = loc("_to_copy_42"("train_step":269:0))
#loc226 = loc("_to_copy_43"("train_step":270:0))
#loc227 = loc("_to_copy_44"("train_step":271:0))
#loc228 = loc("_to_copy_45"("train_step":272:0))
#loc229 = loc("_to_copy_46"("train_step":273:0))
#loc230 = loc("_to_copy_47"("train_step":274:0))
#loc231 = loc("_to_copy_48"("train_step":275:0))
#loc232 = loc("permute_15"("train_step":136:0))
#loc233 = loc("_to_copy_49"("train_step":276:0))
#loc234 = loc("div_3"("train_step":277:0))
#loc235 = loc("div_4"("train_step":278:0))
#loc236 = loc("div_5"("train_step":279:0))
#loc237 = loc("div_6"("train_step":280:0))
#loc238 = loc("div_7"("train_step":281:0))
#loc239 = loc("div_8"("train_step":282:0))
#loc240 = loc("div_9"("train_step":283:0))
#loc241 = loc("div_10"("train_step":284:0))
#loc242 = loc("div_11"("train_step":285:0))
#loc243 = loc("div_12"("train_step":286:0))
#loc244 = loc("div_13"("train_step":287:0))
#loc245 = loc("div_14"("train_step":288:0))
#loc246 = loc("div_15"("train_step":289:0))
#loc247 = loc("sub_9"("train_step":290:0))
#loc248 = loc("abs_1"("train_step":291:0))
#loc249 = loc("sum_16"("train_step":292:0))
#loc250 = loc("sub_10"("train_step":293:0))
#loc251 = loc("abs_2"("train_step":294:0))
#loc252 = loc("sum_17"("train_step":295:0))
#loc253 = loc("sub_11"("train_step":296:0))
#loc254 = loc("abs_3"("train_step":297:0))
#loc255 = loc("sum_18"("train_step":298:0))
#loc256 = loc("sub_12"("train_step":299:0))
#loc257 = loc("abs_4"("train_step":300:0))
#loc258 = loc("sum_19"("train_step":301:0))
#loc259 = loc("sub_13"("train_step":302:0))
#loc260 = loc("abs_5"("train_step":303:0))
#loc261 = loc("sum_20"("train_step":304:0))
#loc262 = loc("sub_14"("train_step":305:0))
#loc263 = loc("abs_6"("train_step":306:0))
#loc264 = loc("sum_21"("train_step":307:0))
#loc265 = loc("sub_15"("train_step":308:0))
#loc266 = loc("abs_7"("train_step":309:0))
#loc267 = loc("sum_22"("train_step":310:0))
#loc268 = loc("sub_16"("train_step":311:0))
#loc269 = loc("abs_8"("train_step":312:0))
#loc270 = loc("sum_23"("train_step":313:0))
#loc271 = loc("sub_17"("train_step":314:0))
#loc272 = loc("abs_9"("train_step":315:0))
#loc273 = loc("sum_24"("train_step":316:0))
#loc274 = loc("sub_18"("train_step":317:0))
#loc275 = loc("abs_10"("train_step":318:0))
#loc276 = loc("sum_25"("train_step":319:0))
#loc277 = loc("sub_19"("train_step":320:0))
#loc278 = loc("abs_11"("train_step":321:0))
#loc279 = loc("sum_26"("train_step":322:0))
#loc280 = loc("sub_20"("train_step":323:0))
#loc281 = loc("abs_12"("train_step":324:0))
#loc282 = loc("sum_27"("train_step":325:0))
#loc283 = loc("sub_21"("train_step":326:0))
#loc284 = loc("abs_13"("train_step":327:0))
#loc285 = loc("sum_28"("train_step":328:0))
#loc299 = loc("cat_1"("train_step":342:0))
#loc300 = loc("sum_29"("train_step":343:0))
#loc301 = loc("ne"("train_step":344:0))
#loc302 = loc("add_7"("train_step":345:0))
#loc303 = loc("ge_1"("train_step":348:0))
#loc304 = loc("mul_30"("train_step":349:0))
#loc305 = loc("mul_31"("train_step":350:0))
#loc306 = loc("where_3"("train_step":351:0))
#loc307 = loc("where_4"("train_step":352:0))
#loc308 = loc("where_5"("train_step":354:0))
#loc309 = loc("sub_22"("train_step":356:0))
#loc310 = loc("where_6"("train_step":357:0))
#loc311 = loc("mul_33"("train_step":358:0))
#loc312 = loc("sub_23"("train_step":359:0))
#loc313 = loc("where_7"("train_step":360:0))
#loc314 = loc("mul_34"("train_step":361:0))
#loc315 = loc("sub_24"("train_step":362:0))
#loc316 = loc("where_8"("train_step":363:0))
#loc317 = loc("mul_35"("train_step":364:0))
#loc318 = loc("sub_25"("train_step":365:0))
#loc319 = loc("where_9"("train_step":366:0))
#loc320 = loc("mul_36"("train_step":367:0))
#loc321 = loc("sub_26"("train_step":368:0))
#loc322 = loc("where_10"("train_step":369:0))
#loc323 = loc("mul_37"("train_step":370:0))
#loc324 = loc("sub_27"("train_step":371:0))
#loc325 = loc("where_11"("train_step":372:0))
#loc326 = loc("mul_38"("train_step":373:0))
#loc327 = loc("sub_28"("train_step":374:0))
#loc328 = loc("where_12"("train_step":375:0))
#loc329 = loc("mul_39"("train_step":376:0))
#loc330 = loc("sub_29"("train_step":377:0))
#loc331 = loc("where_13"("train_step":378:0))
#loc332 = loc("mul_40"("train_step":379:0))
#loc333 = loc("sub_30"("train_step":380:0))
#loc334 = loc("where_14"("train_step":381:0))
#loc335 = loc("mul_41"("train_step":382:0))
#loc336 = loc("sub_31"("train_step":383:0))
#loc337 = loc("where_15"("train_step":384:0))
#loc338 = loc("mul_42"("train_step":385:0))
#loc339 = loc("sub_32"("train_step":386:0))
#loc340 = loc("where_16"("train_step":387:0))
#loc341 = loc("mul_43"("train_step":388:0))
#loc342 = loc("sub_33"("train_step":389:0))
#loc343 = loc("where_17"("train_step":390:0))
#loc344 = loc("mul_44"("train_step":391:0))
#loc345 = loc("sub_34"("train_step":392:0))
#loc346 = loc("where_18"("train_step":393:0))
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map14 = affine_map<(d0, d1) -> ()>
#map15 = affine_map<() -> ()>
#map16 = affine_map<(d0) -> ()>
module {
  func.func @main(%arg0: tensor<2x9xi64> loc("ids"), %arg1: tensor<f32> loc("scale"), %arg2: tensor<f32> loc("good"), %arg3: tensor<32xf32> loc("down.bias"), %arg4: tensor<32x128xf32> loc("down.weight"), %arg5: tensor<64x32xf32> loc("embed.weight"), %arg6: tensor<32xf32> loc("norm1.bias"), %arg7: tensor<32xf32> loc("norm1.weight"), %arg8: tensor<32xf32> loc("norm2.bias"), %arg9: tensor<32xf32> loc("norm2.weight"), %arg10: tensor<32xf32> loc("out.bias"), %arg11: tensor<32x32xf32> loc("out.weight"), %arg12: tensor<96xf32> loc("qkv.bias"), %arg13: tensor<96x32xf32> loc("qkv.weight"), %arg14: tensor<128xf32> loc("up.bias"), %arg15: tensor<128x32xf32> loc("up.weight")) -> (tensor<f32> {nanguard.loss}, tensor<f32> {nanguard.loss_scale}, tensor<f32>, tensor<32xf32> {nanguard.grad}, tensor<32x128xf32> {nanguard.grad}, tensor<64x32xf32> {nanguard.grad}, tensor<32xf32> {nanguard.grad}, tensor<32xf32> {nanguard.grad}, tensor<32xf32> {nanguard.grad}, tensor<32xf32> {nanguard.grad}, tensor<32xf32> {nanguard.grad}, tensor<32x32xf32> {nanguard.grad}, tensor<96xf32> {nanguard.grad}, tensor<96x32xf32> {nanguard.grad}, tensor<128xf32> {nanguard.grad}, tensor<128x32xf32> {nanguard.grad}, tensor<32xf32> {nanguard.commit = 3 : i64}, tensor<32x128xf32> {nanguard.commit = 4 : i64}, tensor<64x32xf32> {nanguard.commit = 5 : i64}, tensor<32xf32> {nanguard.commit = 6 : i64}, tensor<32xf32> {nanguard.commit = 7 : i64}, tensor<32xf32> {nanguard.commit = 8 : i64}, tensor<32xf32> {nanguard.commit = 9 : i64}, tensor<32xf32> {nanguard.commit = 10 : i64}, tensor<32x32xf32> {nanguard.commit = 11 : i64}, tensor<96xf32> {nanguard.commit = 12 : i64}, tensor<96x32xf32> {nanguard.commit = 13 : i64}, tensor<128xf32> {nanguard.commit = 14 : i64}, tensor<128x32xf32> {nanguard.commit = 15 : i64}) {
    %c1_i64 = arith.constant 1 : i64 loc(#loc2)
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %cst = arith.constant 0.000000e+00 : f16 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_2 = arith.constant 0xFF800000 : f32 loc(#loc)
    %cst_3 = arith.constant 1.000000e+00 : f16 loc(#loc)
    %cst_4 = arith.constant 2.000000e+00 : f16 loc(#loc)
    %cst_5 = arith.constant 5.000000e-01 : f16 loc(#loc)
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<f32> loc(#loc3)
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<f16> loc(#loc4)
    %cst_8 = arith.constant dense<1.000000e+00> : tensor<f32> loc(#loc5)
    %cst_9 = arith.constant dense<0xFC00> : tensor<f16> loc(#loc6)
    %cst_10 = arith.constant dense<true> : tensor<8x8xi1> loc(#loc7)
    %cst_11 = arith.constant 5.000000e-02 : f64 loc(#loc8)
    %cst_12 = arith.constant 0.3989422804014327 : f64 loc(#loc9)
    %cst_13 = arith.constant 0.70710678118654757 : f64 loc(#loc10)
    %cst_14 = arith.constant 1.000000e-05 : f64 loc(#loc11)
    %cst_15 = arith.constant 3.200000e+01 : f64 loc(#loc)
    %cst_16 = arith.constant 3.200000e+01 : f32 loc(#loc)
    %cst_17 = arith.constant 2.500000e-01 : f16 loc(#loc)
    %cst_18 = arith.constant 1.600000e+01 : f32 loc(#loc)
    %cst_19 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_20 = arith.constant 5.000000e-01 : f32 loc(#loc)
    %cst_21 = arith.constant -5.000000e-01 : f32 loc(#loc)
    %cst_22 = arith.constant 3.200000e+01 : f16 loc(#loc)
    %cst_23 = arith.constant 1.000000e+02 : f32 loc(#loc)
    %cst_24 = arith.constant 2.000000e+00 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<32xf16> loc(#loc1)
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("_to_copy"("train_step":5:0)), %out: f16 loc("_to_copy"("train_step":5:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc1)
      linalg.yield %441 : f16 loc(#loc1)
    } -> tensor<32xf16> loc(#loc1)
    %2 = tensor.empty() : tensor<32x128xf16> loc(#loc12)
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<32x128xf32>) outs(%2 : tensor<32x128xf16>) {
    ^bb0(%in: f32 loc("_to_copy_1"("train_step":6:0)), %out: f16 loc("_to_copy_1"("train_step":6:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc12)
      linalg.yield %441 : f16 loc(#loc12)
    } -> tensor<32x128xf16> loc(#loc12)
    %4 = tensor.empty() : tensor<64x32xf16> loc(#loc13)
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<64x32xf32>) outs(%4 : tensor<64x32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_2"("train_step":7:0)), %out: f16 loc("_to_copy_2"("train_step":7:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc13)
      linalg.yield %441 : f16 loc(#loc13)
    } -> tensor<64x32xf16> loc(#loc13)
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg6 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_3"("train_step":8:0)), %out: f16 loc("_to_copy_3"("train_step":8:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc14)
      linalg.yield %441 : f16 loc(#loc14)
    } -> tensor<32xf16> loc(#loc14)
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg7 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_4"("train_step":9:0)), %out: f16 loc("_to_copy_4"("train_step":9:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc15)
      linalg.yield %441 : f16 loc(#loc15)
    } -> tensor<32xf16> loc(#loc15)
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_5"("train_step":10:0)), %out: f16 loc("_to_copy_5"("train_step":10:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc16)
      linalg.yield %441 : f16 loc(#loc16)
    } -> tensor<32xf16> loc(#loc16)
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg9 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_6"("train_step":11:0)), %out: f16 loc("_to_copy_6"("train_step":11:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc17)
      linalg.yield %441 : f16 loc(#loc17)
    } -> tensor<32xf16> loc(#loc17)
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_7"("train_step":12:0)), %out: f16 loc("_to_copy_7"("train_step":12:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc18)
      linalg.yield %441 : f16 loc(#loc18)
    } -> tensor<32xf16> loc(#loc18)
    %11 = tensor.empty() : tensor<32x32xf16> loc(#loc19)
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<32x32xf32>) outs(%11 : tensor<32x32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_8"("train_step":13:0)), %out: f16 loc("_to_copy_8"("train_step":13:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc19)
      linalg.yield %441 : f16 loc(#loc19)
    } -> tensor<32x32xf16> loc(#loc19)
    %13 = tensor.empty() : tensor<96xf16> loc(#loc20)
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg12 : tensor<96xf32>) outs(%13 : tensor<96xf16>) {
    ^bb0(%in: f32 loc("_to_copy_9"("train_step":14:0)), %out: f16 loc("_to_copy_9"("train_step":14:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc20)
      linalg.yield %441 : f16 loc(#loc20)
    } -> tensor<96xf16> loc(#loc20)
    %15 = tensor.empty() : tensor<96x32xf16> loc(#loc21)
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg13 : tensor<96x32xf32>) outs(%15 : tensor<96x32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_10"("train_step":15:0)), %out: f16 loc("_to_copy_10"("train_step":15:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc21)
      linalg.yield %441 : f16 loc(#loc21)
    } -> tensor<96x32xf16> loc(#loc21)
    %17 = tensor.empty() : tensor<128xf16> loc(#loc22)
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg14 : tensor<128xf32>) outs(%17 : tensor<128xf16>) {
    ^bb0(%in: f32 loc("_to_copy_11"("train_step":16:0)), %out: f16 loc("_to_copy_11"("train_step":16:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc22)
      linalg.yield %441 : f16 loc(#loc22)
    } -> tensor<128xf16> loc(#loc22)
    %19 = tensor.empty() : tensor<128x32xf16> loc(#loc23)
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg15 : tensor<128x32xf32>) outs(%19 : tensor<128x32xf16>) {
    ^bb0(%in: f32 loc("_to_copy_12"("train_step":17:0)), %out: f16 loc("_to_copy_12"("train_step":17:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc23)
      linalg.yield %441 : f16 loc(#loc23)
    } -> tensor<128x32xf16> loc(#loc23)
    %expanded = tensor.expand_shape %arg0 [[0], [1, 2]] output_shape [2, 9, 1] : tensor<2x9xi64> into tensor<2x9x1xi64> loc(#loc24)
    %21 = tensor.empty() : tensor<64xi64> loc(#loc2)
    %22 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%21 : tensor<64xi64>) {
    ^bb0(%out: i64 loc("arange"("train_step":19:0))):
      %441 = linalg.index 0 : index loc(#loc2)
      %442 = arith.index_cast %441 : index to i64 loc(#loc2)
      linalg.yield %442 : i64 loc(#loc2)
    } -> tensor<64xi64> loc(#loc2)
    %23 = tensor.empty() : tensor<2x9x64xi1> loc(#loc25)
    %24 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %22 : tensor<2x9x1xi64>, tensor<64xi64>) outs(%23 : tensor<2x9x64xi1>) {
    ^bb0(%in: i64 loc("unsqueeze"("train_step":18:0)), %in_106: i64 loc("arange"("train_step":19:0)), %out: i1 loc("eq"("train_step":20:0))):
      %441 = arith.cmpi eq, %in, %in_106 : i64 loc(#loc25)
      linalg.yield %441 : i1 loc(#loc25)
    } -> tensor<2x9x64xi1> loc(#loc25)
    %25 = tensor.empty() : tensor<2x9x64xf16> loc(#loc26)
    %26 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<2x9x64xi1>) outs(%25 : tensor<2x9x64xf16>) {
    ^bb0(%in: i1 loc("eq"("train_step":20:0)), %out: f16 loc("_to_copy_13"("train_step":21:0))):
      %441 = arith.uitofp %in : i1 to f16 loc(#loc26)
      linalg.yield %441 : f16 loc(#loc26)
    } -> tensor<2x9x64xf16> loc(#loc26)
    %extracted_slice = tensor.extract_slice %26[0, 0, 0] [2, 8, 64] [1, 1, 1] : tensor<2x9x64xf16> to tensor<2x8x64xf16> loc(#loc27)
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<2x8x64xf16> into tensor<16x64xf16> loc(#loc28)
    %27 = tensor.empty() : tensor<16x32xf32> loc(#loc29)
    %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : tensor<16x32xf32>) -> tensor<16x32xf32> loc(#loc29)
    %29 = linalg.matmul ins(%collapsed, %5 : tensor<16x64xf16>, tensor<64x32xf16>) outs(%28 : tensor<16x32xf32>) -> tensor<16x32xf32> loc(#loc29)
    %30 = tensor.empty() : tensor<16x32xf16> loc(#loc29)
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<16x32xf32>) outs(%30 : tensor<16x32xf16>) {
    ^bb0(%in: f32 loc("mm"("train_step":25:0)), %out: f16 loc("mm"("train_step":25:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc29)
      linalg.yield %441 : f16 loc(#loc29)
    } -> tensor<16x32xf16> loc(#loc29)
    %expanded_25 = tensor.expand_shape %31 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16> loc(#loc30)
    %32 = tensor.empty() : tensor<2x8x32xf32> loc(#loc11)
    %33 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x8x32xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16 loc("view_1"("train_step":26:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc11)
      linalg.yield %441 : f32 loc(#loc11)
    } -> tensor<2x8x32xf32> loc(#loc11)
    %34 = tensor.empty() : tensor<2x8x32xf64> loc(#loc11)
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<2x8x32xf32>) outs(%34 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %out: f64 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.extf %in : f32 to f64 loc(#loc11)
      linalg.yield %441 : f64 loc(#loc11)
    } -> tensor<2x8x32xf64> loc(#loc11)
    %36 = tensor.empty() : tensor<2x8x1xf64> loc(#loc11)
    %37 = linalg.fill ins(%cst_1 : f64) outs(%36 : tensor<2x8x1xf64>) -> tensor<2x8x1xf64> loc(#loc11)
    %38 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%35 : tensor<2x8x32xf64>) outs(%37 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm"("train_step":27:0)), %out: f64 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.addf %in, %out : f64 loc(#loc11)
      linalg.yield %441 : f64 loc(#loc11)
    } -> tensor<2x8x1xf64> loc(#loc11)
    %39 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<2x8x1xf64>) outs(%36 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm"("train_step":27:0)), %out: f64 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.divf %in, %cst_15 : f64 loc(#loc11)
      linalg.yield %441 : f64 loc(#loc11)
    } -> tensor<2x8x1xf64> loc(#loc11)
    %40 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %39 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%34 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm"("train_step":27:0)), %in_106: f64 loc("native_layer_norm"("train_step":27:0)), %out: f64 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.subf %in, %in_106 : f64 loc(#loc11)
      linalg.yield %441 : f64 loc(#loc11)
    } -> tensor<2x8x32xf64> loc(#loc11)
    %41 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %40 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%34 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm"("train_step":27:0)), %in_106: f64 loc("native_layer_norm"("train_step":27:0)), %out: f64 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.mulf %in, %in_106 : f64 loc(#loc11)
      linalg.yield %441 : f64 loc(#loc11)
    } -> tensor<2x8x32xf64> loc(#loc11)
    %42 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%41 : tensor<2x8x32xf64>) outs(%37 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm"("train_step":27:0)), %out: f64 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.addf %in, %out : f64 loc(#loc11)
      linalg.yield %441 : f64 loc(#loc11)
    } -> tensor<2x8x1xf64> loc(#loc11)
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<2x8x1xf64>) outs(%36 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm"("train_step":27:0)), %out: f64 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.divf %in, %cst_15 : f64 loc(#loc11)
      linalg.yield %441 : f64 loc(#loc11)
    } -> tensor<2x8x1xf64> loc(#loc11)
    %44 = tensor.empty() : tensor<2x8x1xf32> loc(#loc11)
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<2x8x1xf64>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.truncf %in : f64 to f32 loc(#loc11)
      linalg.yield %441 : f32 loc(#loc11)
    } -> tensor<2x8x1xf32> loc(#loc11)
    %46 = linalg.fill ins(%cst_0 : f32) outs(%44 : tensor<2x8x1xf32>) -> tensor<2x8x1xf32> loc(#loc11)
    %47 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%33 : tensor<2x8x32xf32>) outs(%46 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc11)
      linalg.yield %441 : f32 loc(#loc11)
    } -> tensor<2x8x1xf32> loc(#loc11)
    %48 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.divf %in, %cst_16 : f32 loc(#loc11)
      linalg.yield %441 : f32 loc(#loc11)
    } -> tensor<2x8x1xf32> loc(#loc11)
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.truncf %cst_14 : f64 to f32 loc(#loc11)
      %442 = arith.addf %in, %441 : f32 loc(#loc11)
      linalg.yield %442 : f32 loc(#loc11)
    } -> tensor<2x8x1xf32> loc(#loc11)
    %50 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = math.rsqrt %in : f32 loc(#loc11)
      linalg.yield %441 : f32 loc(#loc11)
    } -> tensor<2x8x1xf32> loc(#loc11)
    %51 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %48 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %in_106: f32 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc11)
      linalg.yield %441 : f32 loc(#loc11)
    } -> tensor<2x8x32xf32> loc(#loc11)
    %52 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %50 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %in_106: f32 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc11)
      linalg.yield %441 : f32 loc(#loc11)
    } -> tensor<2x8x32xf32> loc(#loc11)
    %53 = linalg.generic {indexing_maps = [#map4, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %7 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %in_106: f16 loc("_to_copy_4"("train_step":9:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.extf %in_106 : f16 to f32 loc(#loc11)
      %442 = arith.mulf %in, %441 : f32 loc(#loc11)
      linalg.yield %442 : f32 loc(#loc11)
    } -> tensor<2x8x32xf32> loc(#loc11)
    %54 = linalg.generic {indexing_maps = [#map4, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %6 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %in_106: f16 loc("_to_copy_3"("train_step":8:0)), %out: f32 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.extf %in_106 : f16 to f32 loc(#loc11)
      %442 = arith.addf %in, %441 : f32 loc(#loc11)
      linalg.yield %442 : f32 loc(#loc11)
    } -> tensor<2x8x32xf32> loc(#loc11)
    %55 = tensor.empty() : tensor<2x8x32xf16> loc(#loc11)
    %56 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<2x8x32xf32>) outs(%55 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %out: f16 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc11)
      linalg.yield %441 : f16 loc(#loc11)
    } -> tensor<2x8x32xf16> loc(#loc11)
    %57 = tensor.empty() : tensor<2x8x1xf16> loc(#loc11)
    %58 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf16>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %out: f16 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc11)
      linalg.yield %441 : f16 loc(#loc11)
    } -> tensor<2x8x1xf16> loc(#loc11)
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf16>) {
    ^bb0(%in: f32 loc("native_layer_norm"("train_step":27:0)), %out: f16 loc("native_layer_norm"("train_step":27:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc11)
      linalg.yield %441 : f16 loc(#loc11)
    } -> tensor<2x8x1xf16> loc(#loc11)
    %60 = tensor.empty() : tensor<32x96xf16> loc(#loc31)
    %transposed = linalg.transpose ins(%16 : tensor<96x32xf16>) outs(%60 : tensor<32x96xf16>) permutation = [1, 0]  loc(#loc31)
    %collapsed_26 = tensor.collapse_shape %56 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16> loc(#loc32)
    %61 = tensor.empty() : tensor<96xf32> loc(#loc33)
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%14 : tensor<96xf16>) outs(%61 : tensor<96xf32>) {
    ^bb0(%in: f16 loc("_to_copy_9"("train_step":14:0)), %out: f32 loc("addmm"("train_step":33:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc33)
      linalg.yield %441 : f32 loc(#loc33)
    } -> tensor<96xf32> loc(#loc33)
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_26 : tensor<16x32xf16>) outs(%27 : tensor<16x32xf32>) {
    ^bb0(%in: f16 loc("view_2"("train_step":32:0)), %out: f32 loc("addmm"("train_step":33:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc33)
      linalg.yield %441 : f32 loc(#loc33)
    } -> tensor<16x32xf32> loc(#loc33)
    %64 = tensor.empty() : tensor<32x96xf32> loc(#loc33)
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<32x96xf16>) outs(%64 : tensor<32x96xf32>) {
    ^bb0(%in: f16 loc("permute"("train_step":31:0)), %out: f32 loc("addmm"("train_step":33:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc33)
      linalg.yield %441 : f32 loc(#loc33)
    } -> tensor<32x96xf32> loc(#loc33)
    %66 = tensor.empty() : tensor<16x96xf32> loc(#loc33)
    %67 = linalg.fill ins(%cst_0 : f32) outs(%66 : tensor<16x96xf32>) -> tensor<16x96xf32> loc(#loc33)
    %68 = linalg.matmul ins(%63, %65 : tensor<16x32xf32>, tensor<32x96xf32>) outs(%67 : tensor<16x96xf32>) -> tensor<16x96xf32> loc(#loc33)
    %69 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<96xf32>) outs(%66 : tensor<16x96xf32>) {
    ^bb0(%in: f32 loc("addmm"("train_step":33:0)), %out: f32 loc("addmm"("train_step":33:0))):
      linalg.yield %in : f32 loc(#loc33)
    } -> tensor<16x96xf32> loc(#loc33)
    %70 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%68, %69 : tensor<16x96xf32>, tensor<16x96xf32>) outs(%66 : tensor<16x96xf32>) {
    ^bb0(%in: f32 loc("addmm"("train_step":33:0)), %in_106: f32 loc("addmm"("train_step":33:0)), %out: f32 loc("addmm"("train_step":33:0))):
      %441 = arith.addf %in, %in_106 : f32 loc(#loc33)
      linalg.yield %441 : f32 loc(#loc33)
    } -> tensor<16x96xf32> loc(#loc33)
    %71 = tensor.empty() : tensor<16x96xf16> loc(#loc33)
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<16x96xf32>) outs(%71 : tensor<16x96xf16>) {
    ^bb0(%in: f32 loc("addmm"("train_step":33:0)), %out: f16 loc("addmm"("train_step":33:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc33)
      linalg.yield %441 : f16 loc(#loc33)
    } -> tensor<16x96xf16> loc(#loc33)
    %expanded_27 = tensor.expand_shape %72 [[0, 1], [2, 3, 4]] output_shape [2, 8, 3, 2, 16] : tensor<16x96xf16> into tensor<2x8x3x2x16xf16> loc(#loc34)
    %73 = tensor.empty() : tensor<3x2x2x8x16xf16> loc(#loc35)
    %transposed_28 = linalg.transpose ins(%expanded_27 : tensor<2x8x3x2x16xf16>) outs(%73 : tensor<3x2x2x8x16xf16>) permutation = [2, 0, 3, 1, 4]  loc(#loc35)
    %extracted_slice_29 = tensor.extract_slice %transposed_28[0, 0, 0, 0, 0] [1, 2, 2, 8, 16] [1, 1, 1, 1, 1] : tensor<3x2x2x8x16xf16> to tensor<1x2x2x8x16xf16> loc(#loc36)
    %extracted_slice_30 = tensor.extract_slice %transposed_28[1, 0, 0, 0, 0] [1, 2, 2, 8, 16] [1, 1, 1, 1, 1] : tensor<3x2x2x8x16xf16> to tensor<1x2x2x8x16xf16> loc(#loc37)
    %extracted_slice_31 = tensor.extract_slice %transposed_28[2, 0, 0, 0, 0] [1, 2, 2, 8, 16] [1, 1, 1, 1, 1] : tensor<3x2x2x8x16xf16> to tensor<1x2x2x8x16xf16> loc(#loc38)
    %collapsed_32 = tensor.collapse_shape %extracted_slice_30 [[0, 1], [2], [3], [4]] : tensor<1x2x2x8x16xf16> into tensor<2x2x8x16xf16> loc(#loc39)
    %74 = tensor.empty() : tensor<2x2x16x8xf16> loc(#loc40)
    %transposed_33 = linalg.transpose ins(%collapsed_32 : tensor<2x2x8x16xf16>) outs(%74 : tensor<2x2x16x8xf16>) permutation = [0, 1, 3, 2]  loc(#loc40)
    %collapsed_34 = tensor.collapse_shape %extracted_slice_29 [[0, 1, 2], [3], [4]] : tensor<1x2x2x8x16xf16> into tensor<4x8x16xf16> loc(#loc41)
    %collapsed_35 = tensor.collapse_shape %transposed_33 [[0, 1], [2], [3]] : tensor<2x2x16x8xf16> into tensor<4x16x8xf16> loc(#loc42)
    %75 = tensor.empty() : tensor<4x8x8xf32> loc(#loc43)
    %76 = linalg.fill ins(%cst_0 : f32) outs(%75 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32> loc(#loc43)
    %77 = linalg.batch_matmul ins(%collapsed_34, %collapsed_35 : tensor<4x8x16xf16>, tensor<4x16x8xf16>) outs(%76 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32> loc(#loc43)
    %78 = tensor.empty() : tensor<4x8x8xf16> loc(#loc43)
    %79 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<4x8x8xf32>) outs(%78 : tensor<4x8x8xf16>) {
    ^bb0(%in: f32 loc("bmm"("train_step":50:0)), %out: f16 loc("bmm"("train_step":50:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc43)
      linalg.yield %441 : f16 loc(#loc43)
    } -> tensor<4x8x8xf16> loc(#loc43)
    %expanded_36 = tensor.expand_shape %79 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf16> into tensor<2x2x8x8xf16> loc(#loc44)
    %80 = tensor.empty() : tensor<2x2x8x8xf16> loc(#loc45)
    %81 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<2x2x8x8xf16>) outs(%80 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: f16 loc("view_7"("train_step":51:0)), %out: f16 loc("mul"("train_step":52:0))):
      %441 = arith.mulf %in, %cst_17 : f16 loc(#loc45)
      linalg.yield %441 : f16 loc(#loc45)
    } -> tensor<2x2x8x8xf16> loc(#loc45)
    %82 = tensor.empty() : tensor<8xi64> loc(#loc46)
    %83 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%82 : tensor<8xi64>) {
    ^bb0(%out: i64 loc("arange_1"("train_step":54:0))):
      %441 = linalg.index 0 : index loc(#loc46)
      %442 = arith.index_cast %441 : index to i64 loc(#loc46)
      linalg.yield %442 : i64 loc(#loc46)
    } -> tensor<8xi64> loc(#loc46)
    %expanded_37 = tensor.expand_shape %83 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64> loc(#loc47)
    %expanded_38 = tensor.expand_shape %83 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64> loc(#loc48)
    %84 = tensor.empty() : tensor<8x8xi64> loc(#loc49)
    %85 = linalg.generic {indexing_maps = [#map7, #map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_37, %expanded_38 : tensor<1x8xi64>, tensor<8x1xi64>) outs(%84 : tensor<8x8xi64>) {
    ^bb0(%in: i64 loc("unsqueeze_1"("train_step":55:0)), %in_106: i64 loc("unsqueeze_2"("train_step":57:0)), %out: i64 loc("sub"("train_step":58:0))):
      %441 = arith.subi %in, %in_106 : i64 loc(#loc49)
      linalg.yield %441 : i64 loc(#loc49)
    } -> tensor<8x8xi64> loc(#loc49)
    %86 = tensor.empty() : tensor<8x8xi1> loc(#loc50)
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%85 : tensor<8x8xi64>) outs(%86 : tensor<8x8xi1>) {
    ^bb0(%in: i64 loc("sub"("train_step":58:0)), %out: i1 loc("ge"("train_step":59:0))):
      %441 = arith.cmpi sge, %in, %c1_i64 : i64 loc(#loc50)
      linalg.yield %441 : i1 loc(#loc50)
    } -> tensor<8x8xi1> loc(#loc50)
    %88 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%87, %cst_10 : tensor<8x8xi1>, tensor<8x8xi1>) outs(%86 : tensor<8x8xi1>) {
    ^bb0(%in: i1 loc("ge"("train_step":59:0)), %in_106: i1 loc("logical_and"("train_step":60:0)), %out: i1 loc("logical_and"("train_step":60:0))):
      %441 = arith.andi %in, %in_106 : i1 loc(#loc7)
      linalg.yield %441 : i1 loc(#loc7)
    } -> tensor<8x8xi1> loc(#loc7)
    %89 = linalg.generic {indexing_maps = [#map9, #map10, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88, %cst_9, %81 : tensor<8x8xi1>, tensor<f16>, tensor<2x2x8x8xf16>) outs(%80 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: i1 loc("logical_and"("train_step":60:0)), %in_106: f16 loc("where"("train_step":62:0)), %in_107: f16 loc("mul"("train_step":52:0)), %out: f16 loc("where"("train_step":62:0))):
      %441 = arith.select %in, %in_106, %in_107 : f16 loc(#loc6)
      linalg.yield %441 : f16 loc(#loc6)
    } -> tensor<2x2x8x8xf16> loc(#loc6)
    %90 = tensor.empty() : tensor<2x2x8x8xf32> loc(#loc51)
    %91 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89 : tensor<2x2x8x8xf16>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f16 loc("where"("train_step":62:0)), %out: f32 loc("_softmax"("train_step":63:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc51)
      linalg.yield %441 : f32 loc(#loc51)
    } -> tensor<2x2x8x8xf32> loc(#loc51)
    %92 = tensor.empty() : tensor<2x2x8xi64> loc(#loc51)
    %93 = linalg.fill ins(%c0_i64 : i64) outs(%92 : tensor<2x2x8xi64>) -> tensor<2x2x8xi64> loc(#loc51)
    %94 = tensor.empty() : tensor<2x2x8xf32> loc(#loc51)
    %95 = linalg.fill ins(%cst_2 : f32) outs(%94 : tensor<2x2x8xf32>) -> tensor<2x2x8xf32> loc(#loc51)
    %96:2 = linalg.generic {indexing_maps = [#map6, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%91 : tensor<2x2x8x8xf32>) outs(%95, %93 : tensor<2x2x8xf32>, tensor<2x2x8xi64>) {
    ^bb0(%in: f32 loc("_softmax"("train_step":63:0)), %out: f32 loc("_softmax"("train_step":63:0)), %out_106: i64 loc("_softmax"("train_step":63:0))):
      %441 = linalg.index 3 : index loc(#loc51)
      %442 = arith.index_cast %441 : index to i64 loc(#loc51)
      %443 = arith.maximumf %in, %out : f32 loc(#loc51)
      %444 = arith.cmpf ogt, %in, %out : f32 loc(#loc51)
      %445 = arith.select %444, %442, %out_106 : i64 loc(#loc51)
      linalg.yield %443, %445 : f32, i64 loc(#loc51)
    } -> (tensor<2x2x8xf32>, tensor<2x2x8xi64>) loc(#loc51)
    %expanded_39 = tensor.expand_shape %96#0 [[0], [1], [2, 3]] output_shape [2, 2, 8, 1] : tensor<2x2x8xf32> into tensor<2x2x8x1xf32> loc(#loc51)
    %97 = linalg.generic {indexing_maps = [#map6, #map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91, %expanded_39 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32 loc("_softmax"("train_step":63:0)), %in_106: f32 loc("_softmax"("train_step":63:0)), %out: f32 loc("_softmax"("train_step":63:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc51)
      linalg.yield %441 : f32 loc(#loc51)
    } -> tensor<2x2x8x8xf32> loc(#loc51)
    %98 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<2x2x8x8xf32>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32 loc("_softmax"("train_step":63:0)), %out: f32 loc("_softmax"("train_step":63:0))):
      %441 = math.exp %in : f32 loc(#loc51)
      linalg.yield %441 : f32 loc(#loc51)
    } -> tensor<2x2x8x8xf32> loc(#loc51)
    %99 = tensor.empty() : tensor<2x2x8x1xf32> loc(#loc51)
    %100 = linalg.fill ins(%cst_0 : f32) outs(%99 : tensor<2x2x8x1xf32>) -> tensor<2x2x8x1xf32> loc(#loc51)
    %101 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%98 : tensor<2x2x8x8xf32>) outs(%100 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32 loc("_softmax"("train_step":63:0)), %out: f32 loc("_softmax"("train_step":63:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc51)
      linalg.yield %441 : f32 loc(#loc51)
    } -> tensor<2x2x8x1xf32> loc(#loc51)
    %102 = linalg.generic {indexing_maps = [#map6, #map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98, %101 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32 loc("_softmax"("train_step":63:0)), %in_106: f32 loc("_softmax"("train_step":63:0)), %out: f32 loc("_softmax"("train_step":63:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc51)
      linalg.yield %441 : f32 loc(#loc51)
    } -> tensor<2x2x8x8xf32> loc(#loc51)
    %103 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102 : tensor<2x2x8x8xf32>) outs(%80 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: f32 loc("_softmax"("train_step":63:0)), %out: f16 loc("_softmax"("train_step":63:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc51)
      linalg.yield %441 : f16 loc(#loc51)
    } -> tensor<2x2x8x8xf16> loc(#loc51)
    %collapsed_40 = tensor.collapse_shape %103 [[0, 1], [2], [3]] : tensor<2x2x8x8xf16> into tensor<4x8x8xf16> loc(#loc52)
    %collapsed_41 = tensor.collapse_shape %extracted_slice_31 [[0, 1, 2], [3], [4]] : tensor<1x2x2x8x16xf16> into tensor<4x8x16xf16> loc(#loc53)
    %104 = tensor.empty() : tensor<4x8x16xf32> loc(#loc54)
    %105 = linalg.fill ins(%cst_0 : f32) outs(%104 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32> loc(#loc54)
    %106 = linalg.batch_matmul ins(%collapsed_40, %collapsed_41 : tensor<4x8x8xf16>, tensor<4x8x16xf16>) outs(%105 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32> loc(#loc54)
    %107 = tensor.empty() : tensor<4x8x16xf16> loc(#loc54)
    %108 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<4x8x16xf32>) outs(%107 : tensor<4x8x16xf16>) {
    ^bb0(%in: f32 loc("bmm_1"("train_step":69:0)), %out: f16 loc("bmm_1"("train_step":69:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc54)
      linalg.yield %441 : f16 loc(#loc54)
    } -> tensor<4x8x16xf16> loc(#loc54)
    %expanded_42 = tensor.expand_shape %108 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf16> into tensor<2x2x8x16xf16> loc(#loc55)
    %109 = tensor.empty() : tensor<2x8x2x16xf16> loc(#loc56)
    %transposed_43 = linalg.transpose ins(%expanded_42 : tensor<2x2x8x16xf16>) outs(%109 : tensor<2x8x2x16xf16>) permutation = [0, 2, 1, 3]  loc(#loc56)
    %transposed_44 = linalg.transpose ins(%12 : tensor<32x32xf16>) outs(%11 : tensor<32x32xf16>) permutation = [1, 0]  loc(#loc57)
    %collapsed_45 = tensor.collapse_shape %transposed_43 [[0, 1], [2, 3]] : tensor<2x8x2x16xf16> into tensor<16x32xf16> loc(#loc58)
    %110 = tensor.empty() : tensor<32xf32> loc(#loc59)
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%10 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("_to_copy_7"("train_step":12:0)), %out: f32 loc("addmm_1"("train_step":76:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc59)
      linalg.yield %441 : f32 loc(#loc59)
    } -> tensor<32xf32> loc(#loc59)
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_45 : tensor<16x32xf16>) outs(%27 : tensor<16x32xf32>) {
    ^bb0(%in: f16 loc("view_12"("train_step":75:0)), %out: f32 loc("addmm_1"("train_step":76:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc59)
      linalg.yield %441 : f32 loc(#loc59)
    } -> tensor<16x32xf32> loc(#loc59)
    %113 = tensor.empty() : tensor<32x32xf32> loc(#loc59)
    %114 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_44 : tensor<32x32xf16>) outs(%113 : tensor<32x32xf32>) {
    ^bb0(%in: f16 loc("permute_4"("train_step":74:0)), %out: f32 loc("addmm_1"("train_step":76:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc59)
      linalg.yield %441 : f32 loc(#loc59)
    } -> tensor<32x32xf32> loc(#loc59)
    %115 = linalg.matmul ins(%112, %114 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%28 : tensor<16x32xf32>) -> tensor<16x32xf32> loc(#loc59)
    %116 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<32xf32>) outs(%27 : tensor<16x32xf32>) {
    ^bb0(%in: f32 loc("addmm_1"("train_step":76:0)), %out: f32 loc("addmm_1"("train_step":76:0))):
      linalg.yield %in : f32 loc(#loc59)
    } -> tensor<16x32xf32> loc(#loc59)
    %117 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%115, %116 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%27 : tensor<16x32xf32>) {
    ^bb0(%in: f32 loc("addmm_1"("train_step":76:0)), %in_106: f32 loc("addmm_1"("train_step":76:0)), %out: f32 loc("addmm_1"("train_step":76:0))):
      %441 = arith.addf %in, %in_106 : f32 loc(#loc59)
      linalg.yield %441 : f32 loc(#loc59)
    } -> tensor<16x32xf32> loc(#loc59)
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%117 : tensor<16x32xf32>) outs(%30 : tensor<16x32xf16>) {
    ^bb0(%in: f32 loc("addmm_1"("train_step":76:0)), %out: f16 loc("addmm_1"("train_step":76:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc59)
      linalg.yield %441 : f16 loc(#loc59)
    } -> tensor<16x32xf16> loc(#loc59)
    %expanded_46 = tensor.expand_shape %118 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16> loc(#loc60)
    %119 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_25, %expanded_46 : tensor<2x8x32xf16>, tensor<2x8x32xf16>) outs(%55 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16 loc("view_1"("train_step":26:0)), %in_106: f16 loc("view_13"("train_step":77:0)), %out: f16 loc("add"("train_step":78:0))):
      %441 = arith.addf %in, %in_106 : f16 loc(#loc61)
      linalg.yield %441 : f16 loc(#loc61)
    } -> tensor<2x8x32xf16> loc(#loc61)
    %120 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x8x32xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16 loc("add"("train_step":78:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc62)
      linalg.yield %441 : f32 loc(#loc62)
    } -> tensor<2x8x32xf32> loc(#loc62)
    %121 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<2x8x32xf32>) outs(%34 : tensor<2x8x32xf64>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f64 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.extf %in : f32 to f64 loc(#loc62)
      linalg.yield %441 : f64 loc(#loc62)
    } -> tensor<2x8x32xf64> loc(#loc62)
    %122 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%121 : tensor<2x8x32xf64>) outs(%37 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm_1"("train_step":79:0)), %out: f64 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.addf %in, %out : f64 loc(#loc62)
      linalg.yield %441 : f64 loc(#loc62)
    } -> tensor<2x8x1xf64> loc(#loc62)
    %123 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<2x8x1xf64>) outs(%36 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm_1"("train_step":79:0)), %out: f64 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.divf %in, %cst_15 : f64 loc(#loc62)
      linalg.yield %441 : f64 loc(#loc62)
    } -> tensor<2x8x1xf64> loc(#loc62)
    %124 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %123 : tensor<2x8x32xf64>, tensor<2x8x1xf64>) outs(%34 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm_1"("train_step":79:0)), %in_106: f64 loc("native_layer_norm_1"("train_step":79:0)), %out: f64 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.subf %in, %in_106 : f64 loc(#loc62)
      linalg.yield %441 : f64 loc(#loc62)
    } -> tensor<2x8x32xf64> loc(#loc62)
    %125 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %124 : tensor<2x8x32xf64>, tensor<2x8x32xf64>) outs(%34 : tensor<2x8x32xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm_1"("train_step":79:0)), %in_106: f64 loc("native_layer_norm_1"("train_step":79:0)), %out: f64 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.mulf %in, %in_106 : f64 loc(#loc62)
      linalg.yield %441 : f64 loc(#loc62)
    } -> tensor<2x8x32xf64> loc(#loc62)
    %126 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%125 : tensor<2x8x32xf64>) outs(%37 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm_1"("train_step":79:0)), %out: f64 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.addf %in, %out : f64 loc(#loc62)
      linalg.yield %441 : f64 loc(#loc62)
    } -> tensor<2x8x1xf64> loc(#loc62)
    %127 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<2x8x1xf64>) outs(%36 : tensor<2x8x1xf64>) {
    ^bb0(%in: f64 loc("native_layer_norm_1"("train_step":79:0)), %out: f64 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.divf %in, %cst_15 : f64 loc(#loc62)
      linalg.yield %441 : f64 loc(#loc62)
    } -> tensor<2x8x1xf64> loc(#loc62)
    %128 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<2x8x1xf64>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f64 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.truncf %in : f64 to f32 loc(#loc62)
      linalg.yield %441 : f32 loc(#loc62)
    } -> tensor<2x8x1xf32> loc(#loc62)
    %129 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%120 : tensor<2x8x32xf32>) outs(%46 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc62)
      linalg.yield %441 : f32 loc(#loc62)
    } -> tensor<2x8x1xf32> loc(#loc62)
    %130 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.divf %in, %cst_16 : f32 loc(#loc62)
      linalg.yield %441 : f32 loc(#loc62)
    } -> tensor<2x8x1xf32> loc(#loc62)
    %131 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.truncf %cst_14 : f64 to f32 loc(#loc62)
      %442 = arith.addf %in, %441 : f32 loc(#loc62)
      linalg.yield %442 : f32 loc(#loc62)
    } -> tensor<2x8x1xf32> loc(#loc62)
    %132 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = math.rsqrt %in : f32 loc(#loc62)
      linalg.yield %441 : f32 loc(#loc62)
    } -> tensor<2x8x1xf32> loc(#loc62)
    %133 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %130 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %in_106: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc62)
      linalg.yield %441 : f32 loc(#loc62)
    } -> tensor<2x8x32xf32> loc(#loc62)
    %134 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %132 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %in_106: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc62)
      linalg.yield %441 : f32 loc(#loc62)
    } -> tensor<2x8x32xf32> loc(#loc62)
    %135 = linalg.generic {indexing_maps = [#map4, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %9 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %in_106: f16 loc("_to_copy_6"("train_step":11:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.extf %in_106 : f16 to f32 loc(#loc62)
      %442 = arith.mulf %in, %441 : f32 loc(#loc62)
      linalg.yield %442 : f32 loc(#loc62)
    } -> tensor<2x8x32xf32> loc(#loc62)
    %136 = linalg.generic {indexing_maps = [#map4, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %8 : tensor<2x8x32xf32>, tensor<32xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %in_106: f16 loc("_to_copy_5"("train_step":10:0)), %out: f32 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.extf %in_106 : f16 to f32 loc(#loc62)
      %442 = arith.addf %in, %441 : f32 loc(#loc62)
      linalg.yield %442 : f32 loc(#loc62)
    } -> tensor<2x8x32xf32> loc(#loc62)
    %137 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<2x8x32xf32>) outs(%55 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f16 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc62)
      linalg.yield %441 : f16 loc(#loc62)
    } -> tensor<2x8x32xf16> loc(#loc62)
    %138 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf16>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f16 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc62)
      linalg.yield %441 : f16 loc(#loc62)
    } -> tensor<2x8x1xf16> loc(#loc62)
    %139 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<2x8x1xf32>) outs(%57 : tensor<2x8x1xf16>) {
    ^bb0(%in: f32 loc("native_layer_norm_1"("train_step":79:0)), %out: f16 loc("native_layer_norm_1"("train_step":79:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc62)
      linalg.yield %441 : f16 loc(#loc62)
    } -> tensor<2x8x1xf16> loc(#loc62)
    %transposed_47 = linalg.transpose ins(%20 : tensor<128x32xf16>) outs(%2 : tensor<32x128xf16>) permutation = [1, 0]  loc(#loc63)
    %collapsed_48 = tensor.collapse_shape %137 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16> loc(#loc64)
    %140 = tensor.empty() : tensor<128xf32> loc(#loc65)
    %141 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%18 : tensor<128xf16>) outs(%140 : tensor<128xf32>) {
    ^bb0(%in: f16 loc("_to_copy_11"("train_step":16:0)), %out: f32 loc("addmm_2"("train_step":85:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc65)
      linalg.yield %441 : f32 loc(#loc65)
    } -> tensor<128xf32> loc(#loc65)
    %142 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_48 : tensor<16x32xf16>) outs(%27 : tensor<16x32xf32>) {
    ^bb0(%in: f16 loc("view_14"("train_step":84:0)), %out: f32 loc("addmm_2"("train_step":85:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc65)
      linalg.yield %441 : f32 loc(#loc65)
    } -> tensor<16x32xf32> loc(#loc65)
    %143 = tensor.empty() : tensor<32x128xf32> loc(#loc65)
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_47 : tensor<32x128xf16>) outs(%143 : tensor<32x128xf32>) {
    ^bb0(%in: f16 loc("permute_5"("train_step":83:0)), %out: f32 loc("addmm_2"("train_step":85:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc65)
      linalg.yield %441 : f32 loc(#loc65)
    } -> tensor<32x128xf32> loc(#loc65)
    %145 = tensor.empty() : tensor<16x128xf32> loc(#loc65)
    %146 = linalg.fill ins(%cst_0 : f32) outs(%145 : tensor<16x128xf32>) -> tensor<16x128xf32> loc(#loc65)
    %147 = linalg.matmul ins(%142, %144 : tensor<16x32xf32>, tensor<32x128xf32>) outs(%146 : tensor<16x128xf32>) -> tensor<16x128xf32> loc(#loc65)
    %148 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%141 : tensor<128xf32>) outs(%145 : tensor<16x128xf32>) {
    ^bb0(%in: f32 loc("addmm_2"("train_step":85:0)), %out: f32 loc("addmm_2"("train_step":85:0))):
      linalg.yield %in : f32 loc(#loc65)
    } -> tensor<16x128xf32> loc(#loc65)
    %149 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%147, %148 : tensor<16x128xf32>, tensor<16x128xf32>) outs(%145 : tensor<16x128xf32>) {
    ^bb0(%in: f32 loc("addmm_2"("train_step":85:0)), %in_106: f32 loc("addmm_2"("train_step":85:0)), %out: f32 loc("addmm_2"("train_step":85:0))):
      %441 = arith.addf %in, %in_106 : f32 loc(#loc65)
      linalg.yield %441 : f32 loc(#loc65)
    } -> tensor<16x128xf32> loc(#loc65)
    %150 = tensor.empty() : tensor<16x128xf16> loc(#loc65)
    %151 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%149 : tensor<16x128xf32>) outs(%150 : tensor<16x128xf16>) {
    ^bb0(%in: f32 loc("addmm_2"("train_step":85:0)), %out: f16 loc("addmm_2"("train_step":85:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc65)
      linalg.yield %441 : f16 loc(#loc65)
    } -> tensor<16x128xf16> loc(#loc65)
    %expanded_49 = tensor.expand_shape %151 [[0, 1], [2]] output_shape [2, 8, 128] : tensor<16x128xf16> into tensor<2x8x128xf16> loc(#loc66)
    %152 = tensor.empty() : tensor<2x8x128xf16> loc(#loc67)
    %153 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_49 : tensor<2x8x128xf16>) outs(%152 : tensor<2x8x128xf16>) {
    ^bb0(%in: f16 loc("view_15"("train_step":86:0)), %out: f16 loc("gelu"("train_step":87:0))):
      %441 = math.sqrt %cst_4 : f16 loc(#loc67)
      %442 = arith.divf %in, %441 : f16 loc(#loc67)
      %443 = math.erf %442 : f16 loc(#loc67)
      %444 = arith.addf %443, %cst_3 : f16 loc(#loc67)
      %445 = arith.mulf %444, %cst_5 : f16 loc(#loc67)
      %446 = arith.mulf %in, %445 : f16 loc(#loc67)
      linalg.yield %446 : f16 loc(#loc67)
    } -> tensor<2x8x128xf16> loc(#loc67)
    %transposed_50 = linalg.transpose ins(%3 : tensor<32x128xf16>) outs(%19 : tensor<128x32xf16>) permutation = [1, 0]  loc(#loc68)
    %collapsed_51 = tensor.collapse_shape %153 [[0, 1], [2]] : tensor<2x8x128xf16> into tensor<16x128xf16> loc(#loc69)
    %154 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("_to_copy"("train_step":5:0)), %out: f32 loc("addmm_3"("train_step":90:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc70)
      linalg.yield %441 : f32 loc(#loc70)
    } -> tensor<32xf32> loc(#loc70)
    %155 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_51 : tensor<16x128xf16>) outs(%145 : tensor<16x128xf32>) {
    ^bb0(%in: f16 loc("view_16"("train_step":89:0)), %out: f32 loc("addmm_3"("train_step":90:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc70)
      linalg.yield %441 : f32 loc(#loc70)
    } -> tensor<16x128xf32> loc(#loc70)
    %156 = tensor.empty() : tensor<128x32xf32> loc(#loc70)
    %157 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%transposed_50 : tensor<128x32xf16>) outs(%156 : tensor<128x32xf32>) {
    ^bb0(%in: f16 loc("permute_6"("train_step":88:0)), %out: f32 loc("addmm_3"("train_step":90:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc70)
      linalg.yield %441 : f32 loc(#loc70)
    } -> tensor<128x32xf32> loc(#loc70)
    %158 = linalg.matmul ins(%155, %157 : tensor<16x128xf32>, tensor<128x32xf32>) outs(%28 : tensor<16x32xf32>) -> tensor<16x32xf32> loc(#loc70)
    %159 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%154 : tensor<32xf32>) outs(%27 : tensor<16x32xf32>) {
    ^bb0(%in: f32 loc("addmm_3"("train_step":90:0)), %out: f32 loc("addmm_3"("train_step":90:0))):
      linalg.yield %in : f32 loc(#loc70)
    } -> tensor<16x32xf32> loc(#loc70)
    %160 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%158, %159 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%27 : tensor<16x32xf32>) {
    ^bb0(%in: f32 loc("addmm_3"("train_step":90:0)), %in_106: f32 loc("addmm_3"("train_step":90:0)), %out: f32 loc("addmm_3"("train_step":90:0))):
      %441 = arith.addf %in, %in_106 : f32 loc(#loc70)
      linalg.yield %441 : f32 loc(#loc70)
    } -> tensor<16x32xf32> loc(#loc70)
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<16x32xf32>) outs(%30 : tensor<16x32xf16>) {
    ^bb0(%in: f32 loc("addmm_3"("train_step":90:0)), %out: f16 loc("addmm_3"("train_step":90:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc70)
      linalg.yield %441 : f16 loc(#loc70)
    } -> tensor<16x32xf16> loc(#loc70)
    %expanded_52 = tensor.expand_shape %161 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16> loc(#loc71)
    %162 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %expanded_52 : tensor<2x8x32xf16>, tensor<2x8x32xf16>) outs(%55 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16 loc("add"("train_step":78:0)), %in_106: f16 loc("view_17"("train_step":91:0)), %out: f16 loc("add_1"("train_step":92:0))):
      %441 = arith.addf %in, %in_106 : f16 loc(#loc72)
      linalg.yield %441 : f16 loc(#loc72)
    } -> tensor<2x8x32xf16> loc(#loc72)
    %163 = tensor.empty() : tensor<32x64xf16> loc(#loc73)
    %transposed_53 = linalg.transpose ins(%5 : tensor<64x32xf16>) outs(%163 : tensor<32x64xf16>) permutation = [1, 0]  loc(#loc73)
    %collapsed_54 = tensor.collapse_shape %162 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16> loc(#loc74)
    %164 = tensor.empty() : tensor<16x64xf32> loc(#loc75)
    %165 = linalg.fill ins(%cst_0 : f32) outs(%164 : tensor<16x64xf32>) -> tensor<16x64xf32> loc(#loc75)
    %166 = linalg.matmul ins(%collapsed_54, %transposed_53 : tensor<16x32xf16>, tensor<32x64xf16>) outs(%165 : tensor<16x64xf32>) -> tensor<16x64xf32> loc(#loc75)
    %167 = tensor.empty() : tensor<16x64xf16> loc(#loc75)
    %168 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%166 : tensor<16x64xf32>) outs(%167 : tensor<16x64xf16>) {
    ^bb0(%in: f32 loc("mm_1"("train_step":95:0)), %out: f16 loc("mm_1"("train_step":95:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc75)
      linalg.yield %441 : f16 loc(#loc75)
    } -> tensor<16x64xf16> loc(#loc75)
    %expanded_55 = tensor.expand_shape %168 [[0, 1], [2]] output_shape [2, 8, 64] : tensor<16x64xf16> into tensor<2x8x64xf16> loc(#loc76)
    %169 = tensor.empty() : tensor<2x8x64xf32> loc(#loc77)
    %170 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_55 : tensor<2x8x64xf16>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f16 loc("view_19"("train_step":96:0)), %out: f32 loc("_to_copy_14"("train_step":97:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc77)
      linalg.yield %441 : f32 loc(#loc77)
    } -> tensor<2x8x64xf32> loc(#loc77)
    %171 = tensor.empty() : tensor<2x8xi64> loc(#loc78)
    %172 = linalg.fill ins(%c0_i64 : i64) outs(%171 : tensor<2x8xi64>) -> tensor<2x8xi64> loc(#loc78)
    %173 = tensor.empty() : tensor<2x8xf32> loc(#loc78)
    %174 = linalg.fill ins(%cst_2 : f32) outs(%173 : tensor<2x8xf32>) -> tensor<2x8xf32> loc(#loc78)
    %175:2 = linalg.generic {indexing_maps = [#map4, #map13, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%170 : tensor<2x8x64xf32>) outs(%174, %172 : tensor<2x8xf32>, tensor<2x8xi64>) {
    ^bb0(%in: f32 loc("_to_copy_14"("train_step":97:0)), %out: f32 loc("_log_softmax"("train_step":98:0)), %out_106: i64 loc("_log_softmax"("train_step":98:0))):
      %441 = linalg.index 2 : index loc(#loc78)
      %442 = arith.index_cast %441 : index to i64 loc(#loc78)
      %443 = arith.maximumf %in, %out : f32 loc(#loc78)
      %444 = arith.cmpf ogt, %in, %out : f32 loc(#loc78)
      %445 = arith.select %444, %442, %out_106 : i64 loc(#loc78)
      linalg.yield %443, %445 : f32, i64 loc(#loc78)
    } -> (tensor<2x8xf32>, tensor<2x8xi64>) loc(#loc78)
    %expanded_56 = tensor.expand_shape %175#0 [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xf32> into tensor<2x8x1xf32> loc(#loc78)
    %176 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %expanded_56 : tensor<2x8x64xf32>, tensor<2x8x1xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("_to_copy_14"("train_step":97:0)), %in_106: f32 loc("_log_softmax"("train_step":98:0)), %out: f32 loc("_log_softmax"("train_step":98:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc78)
      linalg.yield %441 : f32 loc(#loc78)
    } -> tensor<2x8x64xf32> loc(#loc78)
    %177 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<2x8x64xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("_log_softmax"("train_step":98:0)), %out: f32 loc("_log_softmax"("train_step":98:0))):
      %441 = math.exp %in : f32 loc(#loc78)
      linalg.yield %441 : f32 loc(#loc78)
    } -> tensor<2x8x64xf32> loc(#loc78)
    %178 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%177 : tensor<2x8x64xf32>) outs(%46 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("_log_softmax"("train_step":98:0)), %out: f32 loc("_log_softmax"("train_step":98:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc78)
      linalg.yield %441 : f32 loc(#loc78)
    } -> tensor<2x8x1xf32> loc(#loc78)
    %179 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<2x8x1xf32>) outs(%44 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("_log_softmax"("train_step":98:0)), %out: f32 loc("_log_softmax"("train_step":98:0))):
      %441 = math.log %in : f32 loc(#loc78)
      linalg.yield %441 : f32 loc(#loc78)
    } -> tensor<2x8x1xf32> loc(#loc78)
    %180 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176, %179 : tensor<2x8x64xf32>, tensor<2x8x1xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("_log_softmax"("train_step":98:0)), %in_106: f32 loc("_log_softmax"("train_step":98:0)), %out: f32 loc("_log_softmax"("train_step":98:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc78)
      linalg.yield %441 : f32 loc(#loc78)
    } -> tensor<2x8x64xf32> loc(#loc78)
    %extracted_slice_57 = tensor.extract_slice %26[0, 1, 0] [2, 8, 64] [1, 1, 1] : tensor<2x9x64xf16> to tensor<2x8x64xf16> loc(#loc79)
    %181 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_57 : tensor<2x8x64xf16>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f16 loc("slice_5"("train_step":99:0)), %out: f32 loc("_to_copy_15"("train_step":100:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc80)
      linalg.yield %441 : f32 loc(#loc80)
    } -> tensor<2x8x64xf32> loc(#loc80)
    %182 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180, %181 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("_log_softmax"("train_step":98:0)), %in_106: f32 loc("_to_copy_15"("train_step":100:0)), %out: f32 loc("mul_1"("train_step":101:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc81)
      linalg.yield %441 : f32 loc(#loc81)
    } -> tensor<2x8x64xf32> loc(#loc81)
    %183 = linalg.fill ins(%cst_0 : f32) outs(%173 : tensor<2x8xf32>) -> tensor<2x8xf32> loc(#loc82)
    %184 = linalg.generic {indexing_maps = [#map4, #map13], iterator_types = ["parallel", "parallel", "reduction"]} ins(%182 : tensor<2x8x64xf32>) outs(%183 : tensor<2x8xf32>) {
    ^bb0(%in: f32 loc("mul_1"("train_step":101:0)), %out: f32 loc("sum_1"("train_step":102:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc82)
      linalg.yield %441 : f32 loc(#loc82)
    } -> tensor<2x8xf32> loc(#loc82)
    %185 = tensor.empty() : tensor<f32> loc(#loc83)
    %186 = linalg.fill ins(%cst_0 : f32) outs(%185 : tensor<f32>) -> tensor<f32> loc(#loc83)
    %187 = linalg.generic {indexing_maps = [#map1, #map14], iterator_types = ["reduction", "reduction"]} ins(%184 : tensor<2x8xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("sum_1"("train_step":102:0)), %out: f32 loc("mean"("train_step":103:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc83)
      linalg.yield %441 : f32 loc(#loc83)
    } -> tensor<f32> loc(#loc83)
    %188 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%187 : tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: f32 loc("mean"("train_step":103:0)), %out: f32 loc("mean"("train_step":103:0))):
      %441 = arith.divf %in, %cst_18 : f32 loc(#loc83)
      linalg.yield %441 : f32 loc(#loc83)
    } -> tensor<f32> loc(#loc83)
    %189 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%188 : tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: f32 loc("mean"("train_step":103:0)), %out: f32 loc("neg"("train_step":104:0))):
      %441 = arith.negf %in : f32 loc(#loc84)
      linalg.yield %441 : f32 loc(#loc84)
    } -> tensor<f32> loc(#loc84)
    %190 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = []} ins(%cst_8, %arg1 : tensor<f32>, tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: f32 loc("mul_3"("train_step":107:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("mul_3"("train_step":107:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc5)
      linalg.yield %441 : f32 loc(#loc5)
    } -> tensor<f32> loc(#loc5)
    %191 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%190 : tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: f32 loc("mul_3"("train_step":107:0)), %out: f32 loc("neg_1"("train_step":108:0))):
      %441 = arith.negf %in : f32 loc(#loc86)
      linalg.yield %441 : f32 loc(#loc86)
    } -> tensor<f32> loc(#loc86)
    %192 = linalg.generic {indexing_maps = [#map14, #map1], iterator_types = ["parallel", "parallel"]} ins(%191 : tensor<f32>) outs(%173 : tensor<2x8xf32>) {
    ^bb0(%in: f32 loc("neg_1"("train_step":108:0)), %out: f32 loc("expand_4"("train_step":109:0))):
      linalg.yield %in : f32 loc(#loc87)
    } -> tensor<2x8xf32> loc(#loc87)
    %193 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%192 : tensor<2x8xf32>) outs(%173 : tensor<2x8xf32>) {
    ^bb0(%in: f32 loc("expand_4"("train_step":109:0)), %out: f32 loc("div"("train_step":110:0))):
      %441 = arith.divf %in, %cst_18 : f32 loc(#loc88)
      linalg.yield %441 : f32 loc(#loc88)
    } -> tensor<2x8xf32> loc(#loc88)
    %194 = linalg.generic {indexing_maps = [#map13, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193 : tensor<2x8xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("expand_5"("train_step":112:0)), %out: f32 loc("expand_5"("train_step":112:0))):
      linalg.yield %in : f32 loc(#loc89)
    } -> tensor<2x8x64xf32> loc(#loc89)
    %195 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194, %181 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("expand_5"("train_step":112:0)), %in_106: f32 loc("_to_copy_15"("train_step":100:0)), %out: f32 loc("mul_4"("train_step":113:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc90)
      linalg.yield %441 : f32 loc(#loc90)
    } -> tensor<2x8x64xf32> loc(#loc90)
    %196 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180 : tensor<2x8x64xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("_log_softmax"("train_step":98:0)), %out: f32 loc("exp"("train_step":114:0))):
      %441 = math.exp %in : f32 loc(#loc91)
      linalg.yield %441 : f32 loc(#loc91)
    } -> tensor<2x8x64xf32> loc(#loc91)
    %197 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%195 : tensor<2x8x64xf32>) outs(%46 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("mul_4"("train_step":113:0)), %out: f32 loc("sum_2"("train_step":115:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc92)
      linalg.yield %441 : f32 loc(#loc92)
    } -> tensor<2x8x1xf32> loc(#loc92)
    %198 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196, %197 : tensor<2x8x64xf32>, tensor<2x8x1xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("exp"("train_step":114:0)), %in_106: f32 loc("sum_2"("train_step":115:0)), %out: f32 loc("mul_5"("train_step":116:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc93)
      linalg.yield %441 : f32 loc(#loc93)
    } -> tensor<2x8x64xf32> loc(#loc93)
    %199 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %198 : tensor<2x8x64xf32>, tensor<2x8x64xf32>) outs(%169 : tensor<2x8x64xf32>) {
    ^bb0(%in: f32 loc("mul_4"("train_step":113:0)), %in_106: f32 loc("mul_5"("train_step":116:0)), %out: f32 loc("sub_1"("train_step":117:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc94)
      linalg.yield %441 : f32 loc(#loc94)
    } -> tensor<2x8x64xf32> loc(#loc94)
    %200 = tensor.empty() : tensor<2x8x64xf16> loc(#loc95)
    %201 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<2x8x64xf32>) outs(%200 : tensor<2x8x64xf16>) {
    ^bb0(%in: f32 loc("sub_1"("train_step":117:0)), %out: f16 loc("_to_copy_16"("train_step":118:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc95)
      linalg.yield %441 : f16 loc(#loc95)
    } -> tensor<2x8x64xf16> loc(#loc95)
    %collapsed_58 = tensor.collapse_shape %201 [[0, 1], [2]] : tensor<2x8x64xf16> into tensor<16x64xf16> loc(#loc96)
    %202 = tensor.empty() : tensor<64x16xf16> loc(#loc97)
    %transposed_59 = linalg.transpose ins(%collapsed_58 : tensor<16x64xf16>) outs(%202 : tensor<64x16xf16>) permutation = [1, 0]  loc(#loc97)
    %203 = tensor.empty() : tensor<64x32xf32> loc(#loc98)
    %204 = linalg.fill ins(%cst_0 : f32) outs(%203 : tensor<64x32xf32>) -> tensor<64x32xf32> loc(#loc98)
    %205 = linalg.matmul ins(%transposed_59, %collapsed_54 : tensor<64x16xf16>, tensor<16x32xf16>) outs(%204 : tensor<64x32xf32>) -> tensor<64x32xf32> loc(#loc98)
    %206 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%205 : tensor<64x32xf32>) outs(%4 : tensor<64x32xf16>) {
    ^bb0(%in: f32 loc("mm_2"("train_step":121:0)), %out: f16 loc("mm_2"("train_step":121:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc98)
      linalg.yield %441 : f16 loc(#loc98)
    } -> tensor<64x32xf16> loc(#loc98)
    %207 = linalg.matmul ins(%collapsed_58, %5 : tensor<16x64xf16>, tensor<64x32xf16>) outs(%28 : tensor<16x32xf32>) -> tensor<16x32xf32> loc(#loc99)
    %208 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%207 : tensor<16x32xf32>) outs(%30 : tensor<16x32xf16>) {
    ^bb0(%in: f32 loc("mm_3"("train_step":124:0)), %out: f16 loc("mm_3"("train_step":124:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc99)
      linalg.yield %441 : f16 loc(#loc99)
    } -> tensor<16x32xf16> loc(#loc99)
    %expanded_60 = tensor.expand_shape %208 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16> loc(#loc100)
    %209 = linalg.matmul ins(%208, %3 : tensor<16x32xf16>, tensor<32x128xf16>) outs(%146 : tensor<16x128xf32>) -> tensor<16x128xf32> loc(#loc101)
    %210 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%209 : tensor<16x128xf32>) outs(%150 : tensor<16x128xf16>) {
    ^bb0(%in: f32 loc("mm_4"("train_step":129:0)), %out: f16 loc("mm_4"("train_step":129:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc101)
      linalg.yield %441 : f16 loc(#loc101)
    } -> tensor<16x128xf16> loc(#loc101)
    %211 = tensor.empty() : tensor<32x16xf16> loc(#loc102)
    %transposed_61 = linalg.transpose ins(%208 : tensor<16x32xf16>) outs(%211 : tensor<32x16xf16>) permutation = [1, 0]  loc(#loc102)
    %212 = linalg.fill ins(%cst_0 : f32) outs(%143 : tensor<32x128xf32>) -> tensor<32x128xf32> loc(#loc103)
    %213 = linalg.matmul ins(%transposed_61, %collapsed_51 : tensor<32x16xf16>, tensor<16x128xf16>) outs(%212 : tensor<32x128xf32>) -> tensor<32x128xf32> loc(#loc103)
    %214 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%213 : tensor<32x128xf32>) outs(%2 : tensor<32x128xf16>) {
    ^bb0(%in: f32 loc("mm_5"("train_step":131:0)), %out: f16 loc("mm_5"("train_step":131:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc103)
      linalg.yield %441 : f16 loc(#loc103)
    } -> tensor<32x128xf16> loc(#loc103)
    %215 = tensor.empty() : tensor<1x32xf16> loc(#loc104)
    %216 = linalg.fill ins(%cst : f16) outs(%215 : tensor<1x32xf16>) -> tensor<1x32xf16> loc(#loc104)
    %217 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "parallel"]} ins(%208 : tensor<16x32xf16>) outs(%216 : tensor<1x32xf16>) {
    ^bb0(%in: f16 loc("view_22"("train_step":127:0)), %out: f16 loc("sum_3"("train_step":133:0))):
      %441 = arith.addf %in, %out : f16 loc(#loc104)
      linalg.yield %441 : f16 loc(#loc104)
    } -> tensor<1x32xf16> loc(#loc104)
    %collapsed_62 = tensor.collapse_shape %217 [[0, 1]] : tensor<1x32xf16> into tensor<32xf16> loc(#loc106)
    %expanded_63 = tensor.expand_shape %210 [[0, 1], [2]] output_shape [2, 8, 128] : tensor<16x128xf16> into tensor<2x8x128xf16> loc(#loc107)
    %218 = tensor.empty() : tensor<2x8x128xf32> loc(#loc108)
    %219 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_63 : tensor<2x8x128xf16>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f16 loc("view_24"("train_step":135:0)), %out: f32 loc("_to_copy_17"("train_step":137:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc108)
      linalg.yield %441 : f32 loc(#loc108)
    } -> tensor<2x8x128xf32> loc(#loc108)
    %220 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_49 : tensor<2x8x128xf16>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f16 loc("view_15"("train_step":86:0)), %out: f32 loc("_to_copy_18"("train_step":138:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc109)
      linalg.yield %441 : f32 loc(#loc109)
    } -> tensor<2x8x128xf32> loc(#loc109)
    %221 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("_to_copy_18"("train_step":138:0)), %out: f32 loc("mul_6"("train_step":139:0))):
      %441 = arith.truncf %cst_13 : f64 to f32 loc(#loc10)
      %442 = arith.mulf %in, %441 : f32 loc(#loc10)
      linalg.yield %442 : f32 loc(#loc10)
    } -> tensor<2x8x128xf32> loc(#loc10)
    %222 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221 : tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("mul_6"("train_step":139:0)), %out: f32 loc("erf"("train_step":140:0))):
      %441 = math.erf %in : f32 loc(#loc110)
      linalg.yield %441 : f32 loc(#loc110)
    } -> tensor<2x8x128xf32> loc(#loc110)
    %223 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222 : tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("erf"("train_step":140:0)), %out: f32 loc("add_2"("train_step":141:0))):
      %441 = arith.addf %in, %cst_19 : f32 loc(#loc111)
      linalg.yield %441 : f32 loc(#loc111)
    } -> tensor<2x8x128xf32> loc(#loc111)
    %224 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223 : tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("add_2"("train_step":141:0)), %out: f32 loc("mul_7"("train_step":142:0))):
      %441 = arith.mulf %in, %cst_20 : f32 loc(#loc112)
      linalg.yield %441 : f32 loc(#loc112)
    } -> tensor<2x8x128xf32> loc(#loc112)
    %225 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220, %220 : tensor<2x8x128xf32>, tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("_to_copy_18"("train_step":138:0)), %in_106: f32 loc("_to_copy_18"("train_step":138:0)), %out: f32 loc("mul_8"("train_step":143:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc113)
      linalg.yield %441 : f32 loc(#loc113)
    } -> tensor<2x8x128xf32> loc(#loc113)
    %226 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("mul_8"("train_step":143:0)), %out: f32 loc("mul_9"("train_step":144:0))):
      %441 = arith.mulf %in, %cst_21 : f32 loc(#loc114)
      linalg.yield %441 : f32 loc(#loc114)
    } -> tensor<2x8x128xf32> loc(#loc114)
    %227 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226 : tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("mul_9"("train_step":144:0)), %out: f32 loc("exp_1"("train_step":145:0))):
      %441 = math.exp %in : f32 loc(#loc115)
      linalg.yield %441 : f32 loc(#loc115)
    } -> tensor<2x8x128xf32> loc(#loc115)
    %228 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227 : tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("exp_1"("train_step":145:0)), %out: f32 loc("mul_10"("train_step":146:0))):
      %441 = arith.truncf %cst_12 : f64 to f32 loc(#loc9)
      %442 = arith.mulf %in, %441 : f32 loc(#loc9)
      linalg.yield %442 : f32 loc(#loc9)
    } -> tensor<2x8x128xf32> loc(#loc9)
    %229 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220, %228 : tensor<2x8x128xf32>, tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("_to_copy_18"("train_step":138:0)), %in_106: f32 loc("mul_10"("train_step":146:0)), %out: f32 loc("mul_11"("train_step":147:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc116)
      linalg.yield %441 : f32 loc(#loc116)
    } -> tensor<2x8x128xf32> loc(#loc116)
    %230 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224, %229 : tensor<2x8x128xf32>, tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("mul_7"("train_step":142:0)), %in_106: f32 loc("mul_11"("train_step":147:0)), %out: f32 loc("add_3"("train_step":148:0))):
      %441 = arith.addf %in, %in_106 : f32 loc(#loc117)
      linalg.yield %441 : f32 loc(#loc117)
    } -> tensor<2x8x128xf32> loc(#loc117)
    %231 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %230 : tensor<2x8x128xf32>, tensor<2x8x128xf32>) outs(%218 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32 loc("_to_copy_17"("train_step":137:0)), %in_106: f32 loc("add_3"("train_step":148:0)), %out: f32 loc("mul_12"("train_step":149:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc118)
      linalg.yield %441 : f32 loc(#loc118)
    } -> tensor<2x8x128xf32> loc(#loc118)
    %232 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%231 : tensor<2x8x128xf32>) outs(%152 : tensor<2x8x128xf16>) {
    ^bb0(%in: f32 loc("mul_12"("train_step":149:0)), %out: f16 loc("_to_copy_19"("train_step":150:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc119)
      linalg.yield %441 : f16 loc(#loc119)
    } -> tensor<2x8x128xf16> loc(#loc119)
    %collapsed_64 = tensor.collapse_shape %232 [[0, 1], [2]] : tensor<2x8x128xf16> into tensor<16x128xf16> loc(#loc120)
    %233 = linalg.matmul ins(%collapsed_64, %20 : tensor<16x128xf16>, tensor<128x32xf16>) outs(%28 : tensor<16x32xf32>) -> tensor<16x32xf32> loc(#loc121)
    %234 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%233 : tensor<16x32xf32>) outs(%30 : tensor<16x32xf16>) {
    ^bb0(%in: f32 loc("mm_6"("train_step":153:0)), %out: f16 loc("mm_6"("train_step":153:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc121)
      linalg.yield %441 : f16 loc(#loc121)
    } -> tensor<16x32xf16> loc(#loc121)
    %235 = tensor.empty() : tensor<128x16xf16> loc(#loc122)
    %transposed_65 = linalg.transpose ins(%collapsed_64 : tensor<16x128xf16>) outs(%235 : tensor<128x16xf16>) permutation = [1, 0]  loc(#loc122)
    %236 = linalg.fill ins(%cst_0 : f32) outs(%156 : tensor<128x32xf32>) -> tensor<128x32xf32> loc(#loc123)
    %237 = linalg.matmul ins(%transposed_65, %collapsed_48 : tensor<128x16xf16>, tensor<16x32xf16>) outs(%236 : tensor<128x32xf32>) -> tensor<128x32xf32> loc(#loc123)
    %238 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%237 : tensor<128x32xf32>) outs(%19 : tensor<128x32xf16>) {
    ^bb0(%in: f32 loc("mm_7"("train_step":155:0)), %out: f16 loc("mm_7"("train_step":155:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc123)
      linalg.yield %441 : f16 loc(#loc123)
    } -> tensor<128x32xf16> loc(#loc123)
    %239 = tensor.empty() : tensor<1x128xf16> loc(#loc124)
    %240 = linalg.fill ins(%cst : f16) outs(%239 : tensor<1x128xf16>) -> tensor<1x128xf16> loc(#loc124)
    %241 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "parallel"]} ins(%collapsed_64 : tensor<16x128xf16>) outs(%240 : tensor<1x128xf16>) {
    ^bb0(%in: f16 loc("view_25"("train_step":151:0)), %out: f16 loc("sum_4"("train_step":157:0))):
      %441 = arith.addf %in, %out : f16 loc(#loc124)
      linalg.yield %441 : f16 loc(#loc124)
    } -> tensor<1x128xf16> loc(#loc124)
    %collapsed_66 = tensor.collapse_shape %241 [[0, 1]] : tensor<1x128xf16> into tensor<128xf16> loc(#loc125)
    %expanded_67 = tensor.expand_shape %234 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16> loc(#loc126)
    %242 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_67 : tensor<2x8x32xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16 loc("view_27"("train_step":159:0)), %out: f32 loc("_to_copy_20"("train_step":161:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc127)
      linalg.yield %441 : f32 loc(#loc127)
    } -> tensor<2x8x32xf32> loc(#loc127)
    %243 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%9 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("_to_copy_6"("train_step":11:0)), %out: f32 loc("_to_copy_22"("train_step":163:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc128)
      linalg.yield %441 : f32 loc(#loc128)
    } -> tensor<32xf32> loc(#loc128)
    %244 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120, %138 : tensor<2x8x32xf32>, tensor<2x8x1xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_21"("train_step":162:0)), %in_106: f16 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("sub_2"("train_step":165:0))):
      %441 = arith.extf %in_106 : f16 to f32 loc(#loc129)
      %442 = arith.subf %in, %441 : f32 loc(#loc129)
      linalg.yield %442 : f32 loc(#loc129)
    } -> tensor<2x8x32xf32> loc(#loc129)
    %245 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%244, %139 : tensor<2x8x32xf32>, tensor<2x8x1xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("sub_2"("train_step":165:0)), %in_106: f16 loc("native_layer_norm_1"("train_step":79:0)), %out: f32 loc("mul_13"("train_step":166:0))):
      %441 = arith.extf %in_106 : f16 to f32 loc(#loc131)
      %442 = arith.mulf %in, %441 : f32 loc(#loc131)
      linalg.yield %442 : f32 loc(#loc131)
    } -> tensor<2x8x32xf32> loc(#loc131)
    %246 = linalg.generic {indexing_maps = [#map4, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%242, %243 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_20"("train_step":161:0)), %in_106: f32 loc("_to_copy_22"("train_step":163:0)), %out: f32 loc("mul_14"("train_step":167:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc132)
      linalg.yield %441 : f32 loc(#loc132)
    } -> tensor<2x8x32xf32> loc(#loc132)
    %247 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%246 : tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("mul_14"("train_step":167:0)), %out: f32 loc("mul_15"("train_step":168:0))):
      %441 = arith.mulf %in, %cst_16 : f32 loc(#loc133)
      linalg.yield %441 : f32 loc(#loc133)
    } -> tensor<2x8x32xf32> loc(#loc133)
    %248 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%246 : tensor<2x8x32xf32>) outs(%46 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("mul_14"("train_step":167:0)), %out: f32 loc("sum_5"("train_step":169:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc134)
      linalg.yield %441 : f32 loc(#loc134)
    } -> tensor<2x8x1xf32> loc(#loc134)
    %249 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%246, %245 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("mul_14"("train_step":167:0)), %in_106: f32 loc("mul_13"("train_step":166:0)), %out: f32 loc("mul_16"("train_step":170:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc135)
      linalg.yield %441 : f32 loc(#loc135)
    } -> tensor<2x8x32xf32> loc(#loc135)
    %250 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%249 : tensor<2x8x32xf32>) outs(%46 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("mul_16"("train_step":170:0)), %out: f32 loc("sum_6"("train_step":171:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc136)
      linalg.yield %441 : f32 loc(#loc136)
    } -> tensor<2x8x1xf32> loc(#loc136)
    %251 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%245, %250 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("mul_13"("train_step":166:0)), %in_106: f32 loc("sum_6"("train_step":171:0)), %out: f32 loc("mul_17"("train_step":172:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc137)
      linalg.yield %441 : f32 loc(#loc137)
    } -> tensor<2x8x32xf32> loc(#loc137)
    %252 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247, %248 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("mul_15"("train_step":168:0)), %in_106: f32 loc("sum_5"("train_step":169:0)), %out: f32 loc("sub_3"("train_step":173:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc138)
      linalg.yield %441 : f32 loc(#loc138)
    } -> tensor<2x8x32xf32> loc(#loc138)
    %253 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252, %251 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("sub_3"("train_step":173:0)), %in_106: f32 loc("mul_17"("train_step":172:0)), %out: f32 loc("sub_4"("train_step":174:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc139)
      linalg.yield %441 : f32 loc(#loc139)
    } -> tensor<2x8x32xf32> loc(#loc139)
    %254 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<2x8x1xf16>) outs(%57 : tensor<2x8x1xf16>) {
    ^bb0(%in: f16 loc("native_layer_norm_1"("train_step":79:0)), %out: f16 loc("div_1"("train_step":175:0))):
      %441 = arith.divf %in, %cst_22 : f16 loc(#loc140)
      linalg.yield %441 : f16 loc(#loc140)
    } -> tensor<2x8x1xf16> loc(#loc140)
    %255 = linalg.generic {indexing_maps = [#map2, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%254, %253 : tensor<2x8x1xf16>, tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16 loc("div_1"("train_step":175:0)), %in_106: f32 loc("sub_4"("train_step":174:0)), %out: f32 loc("mul_18"("train_step":176:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc141)
      %442 = arith.mulf %441, %in_106 : f32 loc(#loc141)
      linalg.yield %442 : f32 loc(#loc141)
    } -> tensor<2x8x32xf32> loc(#loc141)
    %256 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%242, %245 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_20"("train_step":161:0)), %in_106: f32 loc("mul_13"("train_step":166:0)), %out: f32 loc("mul_19"("train_step":177:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc142)
      linalg.yield %441 : f32 loc(#loc142)
    } -> tensor<2x8x32xf32> loc(#loc142)
    %257 = linalg.fill ins(%cst_0 : f32) outs(%110 : tensor<32xf32>) -> tensor<32xf32> loc(#loc143)
    %258 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction", "reduction", "parallel"]} ins(%256 : tensor<2x8x32xf32>) outs(%257 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("mul_19"("train_step":177:0)), %out: f32 loc("sum_7"("train_step":178:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc143)
      linalg.yield %441 : f32 loc(#loc143)
    } -> tensor<32xf32> loc(#loc143)
    %259 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction", "reduction", "parallel"]} ins(%242 : tensor<2x8x32xf32>) outs(%257 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_20"("train_step":161:0)), %out: f32 loc("sum_8"("train_step":179:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc144)
      linalg.yield %441 : f32 loc(#loc144)
    } -> tensor<32xf32> loc(#loc144)
    %260 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%255 : tensor<2x8x32xf32>) outs(%55 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32 loc("mul_18"("train_step":176:0)), %out: f16 loc("_to_copy_24"("train_step":180:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc145)
      linalg.yield %441 : f16 loc(#loc145)
    } -> tensor<2x8x32xf16> loc(#loc145)
    %261 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%258 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("sum_7"("train_step":178:0)), %out: f16 loc("_to_copy_25"("train_step":181:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc146)
      linalg.yield %441 : f16 loc(#loc146)
    } -> tensor<32xf16> loc(#loc146)
    %262 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%259 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("sum_8"("train_step":179:0)), %out: f16 loc("_to_copy_26"("train_step":182:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc147)
      linalg.yield %441 : f16 loc(#loc147)
    } -> tensor<32xf16> loc(#loc147)
    %263 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_60, %260 : tensor<2x8x32xf16>, tensor<2x8x32xf16>) outs(%55 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16 loc("view_21"("train_step":125:0)), %in_106: f16 loc("_to_copy_24"("train_step":180:0)), %out: f16 loc("add_4"("train_step":183:0))):
      %441 = arith.addf %in, %in_106 : f16 loc(#loc148)
      linalg.yield %441 : f16 loc(#loc148)
    } -> tensor<2x8x32xf16> loc(#loc148)
    %collapsed_68 = tensor.collapse_shape %263 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16> loc(#loc149)
    %264 = linalg.matmul ins(%collapsed_68, %12 : tensor<16x32xf16>, tensor<32x32xf16>) outs(%28 : tensor<16x32xf32>) -> tensor<16x32xf32> loc(#loc150)
    %265 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%264 : tensor<16x32xf32>) outs(%30 : tensor<16x32xf16>) {
    ^bb0(%in: f32 loc("mm_8"("train_step":186:0)), %out: f16 loc("mm_8"("train_step":186:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc150)
      linalg.yield %441 : f16 loc(#loc150)
    } -> tensor<16x32xf16> loc(#loc150)
    %transposed_69 = linalg.transpose ins(%collapsed_68 : tensor<16x32xf16>) outs(%211 : tensor<32x16xf16>) permutation = [1, 0]  loc(#loc151)
    %266 = linalg.fill ins(%cst_0 : f32) outs(%113 : tensor<32x32xf32>) -> tensor<32x32xf32> loc(#loc152)
    %267 = linalg.matmul ins(%transposed_69, %collapsed_45 : tensor<32x16xf16>, tensor<16x32xf16>) outs(%266 : tensor<32x32xf32>) -> tensor<32x32xf32> loc(#loc152)
    %268 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%267 : tensor<32x32xf32>) outs(%11 : tensor<32x32xf16>) {
    ^bb0(%in: f32 loc("mm_9"("train_step":188:0)), %out: f16 loc("mm_9"("train_step":188:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc152)
      linalg.yield %441 : f16 loc(#loc152)
    } -> tensor<32x32xf16> loc(#loc152)
    %269 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "parallel"]} ins(%collapsed_68 : tensor<16x32xf16>) outs(%216 : tensor<1x32xf16>) {
    ^bb0(%in: f16 loc("view_28"("train_step":184:0)), %out: f16 loc("sum_9"("train_step":190:0))):
      %441 = arith.addf %in, %out : f16 loc(#loc153)
      linalg.yield %441 : f16 loc(#loc153)
    } -> tensor<1x32xf16> loc(#loc153)
    %collapsed_70 = tensor.collapse_shape %269 [[0, 1]] : tensor<1x32xf16> into tensor<32xf16> loc(#loc154)
    %expanded_71 = tensor.expand_shape %265 [[0, 1], [2, 3]] output_shape [2, 8, 2, 16] : tensor<16x32xf16> into tensor<2x8x2x16xf16> loc(#loc155)
    %270 = tensor.empty() : tensor<2x2x8x16xf16> loc(#loc156)
    %transposed_72 = linalg.transpose ins(%expanded_71 : tensor<2x8x2x16xf16>) outs(%270 : tensor<2x2x8x16xf16>) permutation = [0, 2, 1, 3]  loc(#loc156)
    %collapsed_73 = tensor.collapse_shape %transposed_72 [[0, 1], [2], [3]] : tensor<2x2x8x16xf16> into tensor<4x8x16xf16> loc(#loc157)
    %transposed_74 = linalg.transpose ins(%collapsed_40 : tensor<4x8x8xf16>) outs(%78 : tensor<4x8x8xf16>) permutation = [0, 2, 1]  loc(#loc158)
    %271 = linalg.batch_matmul ins(%transposed_74, %collapsed_73 : tensor<4x8x8xf16>, tensor<4x8x16xf16>) outs(%105 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32> loc(#loc159)
    %272 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%271 : tensor<4x8x16xf32>) outs(%107 : tensor<4x8x16xf16>) {
    ^bb0(%in: f32 loc("bmm_2"("train_step":199:0)), %out: f16 loc("bmm_2"("train_step":199:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc159)
      linalg.yield %441 : f16 loc(#loc159)
    } -> tensor<4x8x16xf16> loc(#loc159)
    %273 = tensor.empty() : tensor<4x16x8xf16> loc(#loc160)
    %transposed_75 = linalg.transpose ins(%collapsed_41 : tensor<4x8x16xf16>) outs(%273 : tensor<4x16x8xf16>) permutation = [0, 2, 1]  loc(#loc160)
    %274 = linalg.batch_matmul ins(%collapsed_73, %transposed_75 : tensor<4x8x16xf16>, tensor<4x16x8xf16>) outs(%76 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32> loc(#loc161)
    %275 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%274 : tensor<4x8x8xf32>) outs(%78 : tensor<4x8x8xf16>) {
    ^bb0(%in: f32 loc("bmm_3"("train_step":201:0)), %out: f16 loc("bmm_3"("train_step":201:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc161)
      linalg.yield %441 : f16 loc(#loc161)
    } -> tensor<4x8x8xf16> loc(#loc161)
    %expanded_76 = tensor.expand_shape %272 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf16> into tensor<2x2x8x16xf16> loc(#loc162)
    %expanded_77 = tensor.expand_shape %275 [[0, 1], [2], [3]] output_shape [2, 2, 8, 8] : tensor<4x8x8xf16> into tensor<2x2x8x8xf16> loc(#loc163)
    %276 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_77 : tensor<2x2x8x8xf16>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f16 loc("view_34"("train_step":203:0)), %out: f32 loc("_to_copy_27"("train_step":204:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc164)
      linalg.yield %441 : f32 loc(#loc164)
    } -> tensor<2x2x8x8xf32> loc(#loc164)
    %277 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103 : tensor<2x2x8x8xf16>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f16 loc("_softmax"("train_step":63:0)), %out: f32 loc("_to_copy_28"("train_step":205:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc165)
      linalg.yield %441 : f32 loc(#loc165)
    } -> tensor<2x2x8x8xf32> loc(#loc165)
    %278 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%276, %277 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32 loc("_to_copy_27"("train_step":204:0)), %in_106: f32 loc("_to_copy_28"("train_step":205:0)), %out: f32 loc("mul_20"("train_step":206:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc166)
      linalg.yield %441 : f32 loc(#loc166)
    } -> tensor<2x2x8x8xf32> loc(#loc166)
    %279 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%278 : tensor<2x2x8x8xf32>) outs(%100 : tensor<2x2x8x1xf32>) {
    ^bb0(%in: f32 loc("mul_20"("train_step":206:0)), %out: f32 loc("sum_10"("train_step":207:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc167)
      linalg.yield %441 : f32 loc(#loc167)
    } -> tensor<2x2x8x1xf32> loc(#loc167)
    %280 = linalg.generic {indexing_maps = [#map6, #map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%277, %279 : tensor<2x2x8x8xf32>, tensor<2x2x8x1xf32>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32 loc("_to_copy_28"("train_step":205:0)), %in_106: f32 loc("sum_10"("train_step":207:0)), %out: f32 loc("mul_21"("train_step":208:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc168)
      linalg.yield %441 : f32 loc(#loc168)
    } -> tensor<2x2x8x8xf32> loc(#loc168)
    %281 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%278, %280 : tensor<2x2x8x8xf32>, tensor<2x2x8x8xf32>) outs(%90 : tensor<2x2x8x8xf32>) {
    ^bb0(%in: f32 loc("mul_20"("train_step":206:0)), %in_106: f32 loc("mul_21"("train_step":208:0)), %out: f32 loc("sub_5"("train_step":209:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc169)
      linalg.yield %441 : f32 loc(#loc169)
    } -> tensor<2x2x8x8xf32> loc(#loc169)
    %282 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%281 : tensor<2x2x8x8xf32>) outs(%80 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: f32 loc("sub_5"("train_step":209:0)), %out: f16 loc("_to_copy_29"("train_step":210:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc170)
      linalg.yield %441 : f16 loc(#loc170)
    } -> tensor<2x2x8x8xf16> loc(#loc170)
    %283 = linalg.generic {indexing_maps = [#map9, #map10, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88, %cst_7, %282 : tensor<8x8xi1>, tensor<f16>, tensor<2x2x8x8xf16>) outs(%80 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: i1 loc("logical_and"("train_step":60:0)), %in_106: f16 loc("where_1"("train_step":212:0)), %in_107: f16 loc("_to_copy_29"("train_step":210:0)), %out: f16 loc("where_1"("train_step":212:0))):
      %441 = arith.select %in, %in_106, %in_107 : f16 loc(#loc4)
      linalg.yield %441 : f16 loc(#loc4)
    } -> tensor<2x2x8x8xf16> loc(#loc4)
    %284 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%283 : tensor<2x2x8x8xf16>) outs(%80 : tensor<2x2x8x8xf16>) {
    ^bb0(%in: f16 loc("where_1"("train_step":212:0)), %out: f16 loc("mul_22"("train_step":213:0))):
      %441 = arith.mulf %in, %cst_17 : f16 loc(#loc171)
      linalg.yield %441 : f16 loc(#loc171)
    } -> tensor<2x2x8x8xf16> loc(#loc171)
    %collapsed_78 = tensor.collapse_shape %284 [[0, 1], [2], [3]] : tensor<2x2x8x8xf16> into tensor<4x8x8xf16> loc(#loc172)
    %transposed_79 = linalg.transpose ins(%collapsed_34 : tensor<4x8x16xf16>) outs(%273 : tensor<4x16x8xf16>) permutation = [0, 2, 1]  loc(#loc173)
    %285 = tensor.empty() : tensor<4x16x8xf32> loc(#loc174)
    %286 = linalg.fill ins(%cst_0 : f32) outs(%285 : tensor<4x16x8xf32>) -> tensor<4x16x8xf32> loc(#loc174)
    %287 = linalg.batch_matmul ins(%transposed_79, %collapsed_78 : tensor<4x16x8xf16>, tensor<4x8x8xf16>) outs(%286 : tensor<4x16x8xf32>) -> tensor<4x16x8xf32> loc(#loc174)
    %288 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%287 : tensor<4x16x8xf32>) outs(%273 : tensor<4x16x8xf16>) {
    ^bb0(%in: f32 loc("bmm_4"("train_step":216:0)), %out: f16 loc("bmm_4"("train_step":216:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc174)
      linalg.yield %441 : f16 loc(#loc174)
    } -> tensor<4x16x8xf16> loc(#loc174)
    %transposed_80 = linalg.transpose ins(%collapsed_35 : tensor<4x16x8xf16>) outs(%107 : tensor<4x8x16xf16>) permutation = [0, 2, 1]  loc(#loc175)
    %289 = linalg.batch_matmul ins(%collapsed_78, %transposed_80 : tensor<4x8x8xf16>, tensor<4x8x16xf16>) outs(%105 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32> loc(#loc176)
    %290 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289 : tensor<4x8x16xf32>) outs(%107 : tensor<4x8x16xf16>) {
    ^bb0(%in: f32 loc("bmm_5"("train_step":218:0)), %out: f16 loc("bmm_5"("train_step":218:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc176)
      linalg.yield %441 : f16 loc(#loc176)
    } -> tensor<4x8x16xf16> loc(#loc176)
    %expanded_81 = tensor.expand_shape %288 [[0, 1], [2], [3]] output_shape [2, 2, 16, 8] : tensor<4x16x8xf16> into tensor<2x2x16x8xf16> loc(#loc177)
    %expanded_82 = tensor.expand_shape %290 [[0, 1], [2], [3]] output_shape [2, 2, 8, 16] : tensor<4x8x16xf16> into tensor<2x2x8x16xf16> loc(#loc178)
    %transposed_83 = linalg.transpose ins(%expanded_81 : tensor<2x2x16x8xf16>) outs(%270 : tensor<2x2x8x16xf16>) permutation = [0, 1, 3, 2]  loc(#loc179)
    %concat = tensor.concat dim(0) %expanded_82, %transposed_83, %expanded_76 : (tensor<2x2x8x16xf16>, tensor<2x2x8x16xf16>, tensor<2x2x8x16xf16>) -> tensor<6x2x8x16xf16> loc(#loc180)
    %expanded_84 = tensor.expand_shape %concat [[0, 1], [2], [3], [4]] output_shape [3, 2, 2, 8, 16] : tensor<6x2x8x16xf16> into tensor<3x2x2x8x16xf16> loc(#loc181)
    %291 = tensor.empty() : tensor<2x8x3x2x16xf16> loc(#loc182)
    %transposed_85 = linalg.transpose ins(%expanded_84 : tensor<3x2x2x8x16xf16>) outs(%291 : tensor<2x8x3x2x16xf16>) permutation = [1, 3, 0, 2, 4]  loc(#loc182)
    %collapsed_86 = tensor.collapse_shape %transposed_85 [[0, 1], [2, 3, 4]] : tensor<2x8x3x2x16xf16> into tensor<16x96xf16> loc(#loc183)
    %292 = linalg.matmul ins(%collapsed_86, %16 : tensor<16x96xf16>, tensor<96x32xf16>) outs(%28 : tensor<16x32xf32>) -> tensor<16x32xf32> loc(#loc184)
    %293 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%292 : tensor<16x32xf32>) outs(%30 : tensor<16x32xf16>) {
    ^bb0(%in: f32 loc("mm_10"("train_step":229:0)), %out: f16 loc("mm_10"("train_step":229:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc184)
      linalg.yield %441 : f16 loc(#loc184)
    } -> tensor<16x32xf16> loc(#loc184)
    %294 = tensor.empty() : tensor<96x16xf16> loc(#loc185)
    %transposed_87 = linalg.transpose ins(%collapsed_86 : tensor<16x96xf16>) outs(%294 : tensor<96x16xf16>) permutation = [1, 0]  loc(#loc185)
    %295 = tensor.empty() : tensor<96x32xf32> loc(#loc186)
    %296 = linalg.fill ins(%cst_0 : f32) outs(%295 : tensor<96x32xf32>) -> tensor<96x32xf32> loc(#loc186)
    %297 = linalg.matmul ins(%transposed_87, %collapsed_26 : tensor<96x16xf16>, tensor<16x32xf16>) outs(%296 : tensor<96x32xf32>) -> tensor<96x32xf32> loc(#loc186)
    %298 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%297 : tensor<96x32xf32>) outs(%15 : tensor<96x32xf16>) {
    ^bb0(%in: f32 loc("mm_11"("train_step":231:0)), %out: f16 loc("mm_11"("train_step":231:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc186)
      linalg.yield %441 : f16 loc(#loc186)
    } -> tensor<96x32xf16> loc(#loc186)
    %299 = tensor.empty() : tensor<1x96xf16> loc(#loc187)
    %300 = linalg.fill ins(%cst : f16) outs(%299 : tensor<1x96xf16>) -> tensor<1x96xf16> loc(#loc187)
    %301 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "parallel"]} ins(%collapsed_86 : tensor<16x96xf16>) outs(%300 : tensor<1x96xf16>) {
    ^bb0(%in: f16 loc("view_40"("train_step":227:0)), %out: f16 loc("sum_11"("train_step":233:0))):
      %441 = arith.addf %in, %out : f16 loc(#loc187)
      linalg.yield %441 : f16 loc(#loc187)
    } -> tensor<1x96xf16> loc(#loc187)
    %collapsed_88 = tensor.collapse_shape %301 [[0, 1]] : tensor<1x96xf16> into tensor<96xf16> loc(#loc188)
    %expanded_89 = tensor.expand_shape %293 [[0, 1], [2]] output_shape [2, 8, 32] : tensor<16x32xf16> into tensor<2x8x32xf16> loc(#loc189)
    %302 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_89 : tensor<2x8x32xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16 loc("view_42"("train_step":235:0)), %out: f32 loc("_to_copy_30"("train_step":237:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc190)
      linalg.yield %441 : f32 loc(#loc190)
    } -> tensor<2x8x32xf32> loc(#loc190)
    %303 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%7 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("_to_copy_4"("train_step":9:0)), %out: f32 loc("_to_copy_32"("train_step":239:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc191)
      linalg.yield %441 : f32 loc(#loc191)
    } -> tensor<32xf32> loc(#loc191)
    %304 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %58 : tensor<2x8x32xf32>, tensor<2x8x1xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_31"("train_step":238:0)), %in_106: f16 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("sub_6"("train_step":241:0))):
      %441 = arith.extf %in_106 : f16 to f32 loc(#loc192)
      %442 = arith.subf %in, %441 : f32 loc(#loc192)
      linalg.yield %442 : f32 loc(#loc192)
    } -> tensor<2x8x32xf32> loc(#loc192)
    %305 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%304, %59 : tensor<2x8x32xf32>, tensor<2x8x1xf16>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("sub_6"("train_step":241:0)), %in_106: f16 loc("native_layer_norm"("train_step":27:0)), %out: f32 loc("mul_23"("train_step":242:0))):
      %441 = arith.extf %in_106 : f16 to f32 loc(#loc194)
      %442 = arith.mulf %in, %441 : f32 loc(#loc194)
      linalg.yield %442 : f32 loc(#loc194)
    } -> tensor<2x8x32xf32> loc(#loc194)
    %306 = linalg.generic {indexing_maps = [#map4, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302, %303 : tensor<2x8x32xf32>, tensor<32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_30"("train_step":237:0)), %in_106: f32 loc("_to_copy_32"("train_step":239:0)), %out: f32 loc("mul_24"("train_step":243:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc195)
      linalg.yield %441 : f32 loc(#loc195)
    } -> tensor<2x8x32xf32> loc(#loc195)
    %307 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%306 : tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("mul_24"("train_step":243:0)), %out: f32 loc("mul_25"("train_step":244:0))):
      %441 = arith.mulf %in, %cst_16 : f32 loc(#loc196)
      linalg.yield %441 : f32 loc(#loc196)
    } -> tensor<2x8x32xf32> loc(#loc196)
    %308 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%306 : tensor<2x8x32xf32>) outs(%46 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("mul_24"("train_step":243:0)), %out: f32 loc("sum_12"("train_step":245:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc197)
      linalg.yield %441 : f32 loc(#loc197)
    } -> tensor<2x8x1xf32> loc(#loc197)
    %309 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%306, %305 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("mul_24"("train_step":243:0)), %in_106: f32 loc("mul_23"("train_step":242:0)), %out: f32 loc("mul_26"("train_step":246:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc198)
      linalg.yield %441 : f32 loc(#loc198)
    } -> tensor<2x8x32xf32> loc(#loc198)
    %310 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%309 : tensor<2x8x32xf32>) outs(%46 : tensor<2x8x1xf32>) {
    ^bb0(%in: f32 loc("mul_26"("train_step":246:0)), %out: f32 loc("sum_13"("train_step":247:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc199)
      linalg.yield %441 : f32 loc(#loc199)
    } -> tensor<2x8x1xf32> loc(#loc199)
    %311 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%305, %310 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("mul_23"("train_step":242:0)), %in_106: f32 loc("sum_13"("train_step":247:0)), %out: f32 loc("mul_27"("train_step":248:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc200)
      linalg.yield %441 : f32 loc(#loc200)
    } -> tensor<2x8x32xf32> loc(#loc200)
    %312 = linalg.generic {indexing_maps = [#map4, #map2, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%307, %308 : tensor<2x8x32xf32>, tensor<2x8x1xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("mul_25"("train_step":244:0)), %in_106: f32 loc("sum_12"("train_step":245:0)), %out: f32 loc("sub_7"("train_step":249:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc201)
      linalg.yield %441 : f32 loc(#loc201)
    } -> tensor<2x8x32xf32> loc(#loc201)
    %313 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%312, %311 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("sub_7"("train_step":249:0)), %in_106: f32 loc("mul_27"("train_step":248:0)), %out: f32 loc("sub_8"("train_step":250:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc202)
      linalg.yield %441 : f32 loc(#loc202)
    } -> tensor<2x8x32xf32> loc(#loc202)
    %314 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<2x8x1xf16>) outs(%57 : tensor<2x8x1xf16>) {
    ^bb0(%in: f16 loc("native_layer_norm"("train_step":27:0)), %out: f16 loc("div_2"("train_step":251:0))):
      %441 = arith.divf %in, %cst_22 : f16 loc(#loc203)
      linalg.yield %441 : f16 loc(#loc203)
    } -> tensor<2x8x1xf16> loc(#loc203)
    %315 = linalg.generic {indexing_maps = [#map2, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%314, %313 : tensor<2x8x1xf16>, tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f16 loc("div_2"("train_step":251:0)), %in_106: f32 loc("sub_8"("train_step":250:0)), %out: f32 loc("mul_28"("train_step":252:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc204)
      %442 = arith.mulf %441, %in_106 : f32 loc(#loc204)
      linalg.yield %442 : f32 loc(#loc204)
    } -> tensor<2x8x32xf32> loc(#loc204)
    %316 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302, %305 : tensor<2x8x32xf32>, tensor<2x8x32xf32>) outs(%32 : tensor<2x8x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_30"("train_step":237:0)), %in_106: f32 loc("mul_23"("train_step":242:0)), %out: f32 loc("mul_29"("train_step":253:0))):
      %441 = arith.mulf %in, %in_106 : f32 loc(#loc205)
      linalg.yield %441 : f32 loc(#loc205)
    } -> tensor<2x8x32xf32> loc(#loc205)
    %317 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction", "reduction", "parallel"]} ins(%316 : tensor<2x8x32xf32>) outs(%257 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("mul_29"("train_step":253:0)), %out: f32 loc("sum_14"("train_step":254:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc206)
      linalg.yield %441 : f32 loc(#loc206)
    } -> tensor<32xf32> loc(#loc206)
    %318 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction", "reduction", "parallel"]} ins(%302 : tensor<2x8x32xf32>) outs(%257 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_30"("train_step":237:0)), %out: f32 loc("sum_15"("train_step":255:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc207)
      linalg.yield %441 : f32 loc(#loc207)
    } -> tensor<32xf32> loc(#loc207)
    %319 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%315 : tensor<2x8x32xf32>) outs(%55 : tensor<2x8x32xf16>) {
    ^bb0(%in: f32 loc("mul_28"("train_step":252:0)), %out: f16 loc("_to_copy_34"("train_step":256:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc208)
      linalg.yield %441 : f16 loc(#loc208)
    } -> tensor<2x8x32xf16> loc(#loc208)
    %320 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%317 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("sum_14"("train_step":254:0)), %out: f16 loc("_to_copy_35"("train_step":257:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc209)
      linalg.yield %441 : f16 loc(#loc209)
    } -> tensor<32xf16> loc(#loc209)
    %321 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%318 : tensor<32xf32>) outs(%0 : tensor<32xf16>) {
    ^bb0(%in: f32 loc("sum_15"("train_step":255:0)), %out: f16 loc("_to_copy_36"("train_step":258:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc210)
      linalg.yield %441 : f16 loc(#loc210)
    } -> tensor<32xf16> loc(#loc210)
    %322 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263, %319 : tensor<2x8x32xf16>, tensor<2x8x32xf16>) outs(%55 : tensor<2x8x32xf16>) {
    ^bb0(%in: f16 loc("add_4"("train_step":183:0)), %in_106: f16 loc("_to_copy_34"("train_step":256:0)), %out: f16 loc("add_5"("train_step":259:0))):
      %441 = arith.addf %in, %in_106 : f16 loc(#loc211)
      linalg.yield %441 : f16 loc(#loc211)
    } -> tensor<2x8x32xf16> loc(#loc211)
    %collapsed_90 = tensor.collapse_shape %322 [[0, 1], [2]] : tensor<2x8x32xf16> into tensor<16x32xf16> loc(#loc212)
    %transposed_91 = linalg.transpose ins(%collapsed : tensor<16x64xf16>) outs(%202 : tensor<64x16xf16>) permutation = [1, 0]  loc(#loc213)
    %323 = linalg.matmul ins(%transposed_91, %collapsed_90 : tensor<64x16xf16>, tensor<16x32xf16>) outs(%204 : tensor<64x32xf32>) -> tensor<64x32xf32> loc(#loc214)
    %324 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%323 : tensor<64x32xf32>) outs(%4 : tensor<64x32xf16>) {
    ^bb0(%in: f32 loc("mm_12"("train_step":262:0)), %out: f16 loc("mm_12"("train_step":262:0))):
      %441 = arith.truncf %in : f32 to f16 loc(#loc214)
      linalg.yield %441 : f16 loc(#loc214)
    } -> tensor<64x32xf16> loc(#loc214)
    %325 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%206, %324 : tensor<64x32xf16>, tensor<64x32xf16>) outs(%4 : tensor<64x32xf16>) {
    ^bb0(%in: f16 loc("permute_11"("train_step":126:0)), %in_106: f16 loc("mm_12"("train_step":262:0)), %out: f16 loc("add_6"("train_step":263:0))):
      %441 = arith.addf %in, %in_106 : f16 loc(#loc215)
      linalg.yield %441 : f16 loc(#loc215)
    } -> tensor<64x32xf16> loc(#loc215)
    %326 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238 : tensor<128x32xf16>) outs(%156 : tensor<128x32xf32>) {
    ^bb0(%in: f16 loc("permute_19"("train_step":160:0)), %out: f32 loc("_to_copy_37"("train_step":264:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc217)
      linalg.yield %441 : f32 loc(#loc217)
    } -> tensor<128x32xf32> loc(#loc217)
    %327 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_66 : tensor<128xf16>) outs(%140 : tensor<128xf32>) {
    ^bb0(%in: f16 loc("view_26"("train_step":158:0)), %out: f32 loc("_to_copy_38"("train_step":265:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc219)
      linalg.yield %441 : f32 loc(#loc219)
    } -> tensor<128xf32> loc(#loc219)
    %328 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%298 : tensor<96x32xf16>) outs(%295 : tensor<96x32xf32>) {
    ^bb0(%in: f16 loc("permute_34"("train_step":236:0)), %out: f32 loc("_to_copy_39"("train_step":266:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc220)
      linalg.yield %441 : f32 loc(#loc220)
    } -> tensor<96x32xf32> loc(#loc220)
    %329 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_88 : tensor<96xf16>) outs(%61 : tensor<96xf32>) {
    ^bb0(%in: f16 loc("view_41"("train_step":234:0)), %out: f32 loc("_to_copy_40"("train_step":267:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc222)
      linalg.yield %441 : f32 loc(#loc222)
    } -> tensor<96xf32> loc(#loc222)
    %330 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<32x32xf16>) outs(%113 : tensor<32x32xf32>) {
    ^bb0(%in: f16 loc("permute_23"("train_step":193:0)), %out: f32 loc("_to_copy_41"("train_step":268:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc223)
      linalg.yield %441 : f32 loc(#loc223)
    } -> tensor<32x32xf32> loc(#loc223)
    %331 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_70 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("view_29"("train_step":191:0)), %out: f32 loc("_to_copy_42"("train_step":269:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc225)
      linalg.yield %441 : f32 loc(#loc225)
    } -> tensor<32xf32> loc(#loc225)
    %332 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%261 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("_to_copy_25"("train_step":181:0)), %out: f32 loc("_to_copy_43"("train_step":270:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc226)
      linalg.yield %441 : f32 loc(#loc226)
    } -> tensor<32xf32> loc(#loc226)
    %333 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%262 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("_to_copy_26"("train_step":182:0)), %out: f32 loc("_to_copy_44"("train_step":271:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc227)
      linalg.yield %441 : f32 loc(#loc227)
    } -> tensor<32xf32> loc(#loc227)
    %334 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%320 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("_to_copy_35"("train_step":257:0)), %out: f32 loc("_to_copy_45"("train_step":272:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc228)
      linalg.yield %441 : f32 loc(#loc228)
    } -> tensor<32xf32> loc(#loc228)
    %335 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%321 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("_to_copy_36"("train_step":258:0)), %out: f32 loc("_to_copy_46"("train_step":273:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc229)
      linalg.yield %441 : f32 loc(#loc229)
    } -> tensor<32xf32> loc(#loc229)
    %336 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%325 : tensor<64x32xf16>) outs(%203 : tensor<64x32xf32>) {
    ^bb0(%in: f16 loc("add_6"("train_step":263:0)), %out: f32 loc("_to_copy_47"("train_step":274:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc230)
      linalg.yield %441 : f32 loc(#loc230)
    } -> tensor<64x32xf32> loc(#loc230)
    %337 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%214 : tensor<32x128xf16>) outs(%143 : tensor<32x128xf32>) {
    ^bb0(%in: f16 loc("permute_15"("train_step":136:0)), %out: f32 loc("_to_copy_48"("train_step":275:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc231)
      linalg.yield %441 : f32 loc(#loc231)
    } -> tensor<32x128xf32> loc(#loc231)
    %338 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_62 : tensor<32xf16>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f16 loc("view_23"("train_step":134:0)), %out: f32 loc("_to_copy_49"("train_step":276:0))):
      %441 = arith.extf %in : f16 to f32 loc(#loc233)
      linalg.yield %441 : f32 loc(#loc233)
    } -> tensor<32xf32> loc(#loc233)
    %339 = linalg.generic {indexing_maps = [#map, #map16, #map], iterator_types = ["parallel"]} ins(%338, %arg1 : tensor<32xf32>, tensor<f32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_49"("train_step":276:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_3"("train_step":277:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc234)
      linalg.yield %441 : f32 loc(#loc234)
    } -> tensor<32xf32> loc(#loc234)
    %340 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel"]} ins(%337, %arg1 : tensor<32x128xf32>, tensor<f32>) outs(%143 : tensor<32x128xf32>) {
    ^bb0(%in: f32 loc("_to_copy_48"("train_step":275:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_4"("train_step":278:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc235)
      linalg.yield %441 : f32 loc(#loc235)
    } -> tensor<32x128xf32> loc(#loc235)
    %341 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel"]} ins(%336, %arg1 : tensor<64x32xf32>, tensor<f32>) outs(%203 : tensor<64x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_47"("train_step":274:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_5"("train_step":279:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc236)
      linalg.yield %441 : f32 loc(#loc236)
    } -> tensor<64x32xf32> loc(#loc236)
    %342 = linalg.generic {indexing_maps = [#map, #map16, #map], iterator_types = ["parallel"]} ins(%335, %arg1 : tensor<32xf32>, tensor<f32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_46"("train_step":273:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_6"("train_step":280:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc237)
      linalg.yield %441 : f32 loc(#loc237)
    } -> tensor<32xf32> loc(#loc237)
    %343 = linalg.generic {indexing_maps = [#map, #map16, #map], iterator_types = ["parallel"]} ins(%334, %arg1 : tensor<32xf32>, tensor<f32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_45"("train_step":272:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_7"("train_step":281:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc238)
      linalg.yield %441 : f32 loc(#loc238)
    } -> tensor<32xf32> loc(#loc238)
    %344 = linalg.generic {indexing_maps = [#map, #map16, #map], iterator_types = ["parallel"]} ins(%333, %arg1 : tensor<32xf32>, tensor<f32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_44"("train_step":271:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_8"("train_step":282:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc239)
      linalg.yield %441 : f32 loc(#loc239)
    } -> tensor<32xf32> loc(#loc239)
    %345 = linalg.generic {indexing_maps = [#map, #map16, #map], iterator_types = ["parallel"]} ins(%332, %arg1 : tensor<32xf32>, tensor<f32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_43"("train_step":270:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_9"("train_step":283:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc240)
      linalg.yield %441 : f32 loc(#loc240)
    } -> tensor<32xf32> loc(#loc240)
    %346 = linalg.generic {indexing_maps = [#map, #map16, #map], iterator_types = ["parallel"]} ins(%331, %arg1 : tensor<32xf32>, tensor<f32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_42"("train_step":269:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_10"("train_step":284:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc241)
      linalg.yield %441 : f32 loc(#loc241)
    } -> tensor<32xf32> loc(#loc241)
    %347 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel"]} ins(%330, %arg1 : tensor<32x32xf32>, tensor<f32>) outs(%113 : tensor<32x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_41"("train_step":268:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_11"("train_step":285:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc242)
      linalg.yield %441 : f32 loc(#loc242)
    } -> tensor<32x32xf32> loc(#loc242)
    %348 = linalg.generic {indexing_maps = [#map, #map16, #map], iterator_types = ["parallel"]} ins(%329, %arg1 : tensor<96xf32>, tensor<f32>) outs(%61 : tensor<96xf32>) {
    ^bb0(%in: f32 loc("_to_copy_40"("train_step":267:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_12"("train_step":286:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc243)
      linalg.yield %441 : f32 loc(#loc243)
    } -> tensor<96xf32> loc(#loc243)
    %349 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel"]} ins(%328, %arg1 : tensor<96x32xf32>, tensor<f32>) outs(%295 : tensor<96x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_39"("train_step":266:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_13"("train_step":287:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc244)
      linalg.yield %441 : f32 loc(#loc244)
    } -> tensor<96x32xf32> loc(#loc244)
    %350 = linalg.generic {indexing_maps = [#map, #map16, #map], iterator_types = ["parallel"]} ins(%327, %arg1 : tensor<128xf32>, tensor<f32>) outs(%140 : tensor<128xf32>) {
    ^bb0(%in: f32 loc("_to_copy_38"("train_step":265:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_14"("train_step":288:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc245)
      linalg.yield %441 : f32 loc(#loc245)
    } -> tensor<128xf32> loc(#loc245)
    %351 = linalg.generic {indexing_maps = [#map1, #map14, #map1], iterator_types = ["parallel", "parallel"]} ins(%326, %arg1 : tensor<128x32xf32>, tensor<f32>) outs(%156 : tensor<128x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_37"("train_step":264:0)), %in_106: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("div_15"("train_step":289:0))):
      %441 = arith.divf %in, %in_106 : f32 loc(#loc246)
      linalg.yield %441 : f32 loc(#loc246)
    } -> tensor<128x32xf32> loc(#loc246)
    %352 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%339, %339 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_3"("train_step":277:0)), %in_106: f32 loc("div_3"("train_step":277:0)), %out: f32 loc("sub_9"("train_step":290:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc247)
      linalg.yield %441 : f32 loc(#loc247)
    } -> tensor<32xf32> loc(#loc247)
    %353 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%352 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("sub_9"("train_step":290:0)), %out: f32 loc("abs_1"("train_step":291:0))):
      %441 = math.absf %in : f32 loc(#loc248)
      linalg.yield %441 : f32 loc(#loc248)
    } -> tensor<32xf32> loc(#loc248)
    %354 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%353 : tensor<32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_1"("train_step":291:0)), %out: f32 loc("sum_16"("train_step":292:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc249)
      linalg.yield %441 : f32 loc(#loc249)
    } -> tensor<f32> loc(#loc249)
    %355 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%340, %340 : tensor<32x128xf32>, tensor<32x128xf32>) outs(%143 : tensor<32x128xf32>) {
    ^bb0(%in: f32 loc("div_4"("train_step":278:0)), %in_106: f32 loc("div_4"("train_step":278:0)), %out: f32 loc("sub_10"("train_step":293:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc250)
      linalg.yield %441 : f32 loc(#loc250)
    } -> tensor<32x128xf32> loc(#loc250)
    %356 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%355 : tensor<32x128xf32>) outs(%143 : tensor<32x128xf32>) {
    ^bb0(%in: f32 loc("sub_10"("train_step":293:0)), %out: f32 loc("abs_2"("train_step":294:0))):
      %441 = math.absf %in : f32 loc(#loc251)
      linalg.yield %441 : f32 loc(#loc251)
    } -> tensor<32x128xf32> loc(#loc251)
    %357 = linalg.generic {indexing_maps = [#map1, #map14], iterator_types = ["reduction", "reduction"]} ins(%356 : tensor<32x128xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_2"("train_step":294:0)), %out: f32 loc("sum_17"("train_step":295:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc252)
      linalg.yield %441 : f32 loc(#loc252)
    } -> tensor<f32> loc(#loc252)
    %358 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%341, %341 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%203 : tensor<64x32xf32>) {
    ^bb0(%in: f32 loc("div_5"("train_step":279:0)), %in_106: f32 loc("div_5"("train_step":279:0)), %out: f32 loc("sub_11"("train_step":296:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc253)
      linalg.yield %441 : f32 loc(#loc253)
    } -> tensor<64x32xf32> loc(#loc253)
    %359 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%358 : tensor<64x32xf32>) outs(%203 : tensor<64x32xf32>) {
    ^bb0(%in: f32 loc("sub_11"("train_step":296:0)), %out: f32 loc("abs_3"("train_step":297:0))):
      %441 = math.absf %in : f32 loc(#loc254)
      linalg.yield %441 : f32 loc(#loc254)
    } -> tensor<64x32xf32> loc(#loc254)
    %360 = linalg.generic {indexing_maps = [#map1, #map14], iterator_types = ["reduction", "reduction"]} ins(%359 : tensor<64x32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_3"("train_step":297:0)), %out: f32 loc("sum_18"("train_step":298:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc255)
      linalg.yield %441 : f32 loc(#loc255)
    } -> tensor<f32> loc(#loc255)
    %361 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%342, %342 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_6"("train_step":280:0)), %in_106: f32 loc("div_6"("train_step":280:0)), %out: f32 loc("sub_12"("train_step":299:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc256)
      linalg.yield %441 : f32 loc(#loc256)
    } -> tensor<32xf32> loc(#loc256)
    %362 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%361 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("sub_12"("train_step":299:0)), %out: f32 loc("abs_4"("train_step":300:0))):
      %441 = math.absf %in : f32 loc(#loc257)
      linalg.yield %441 : f32 loc(#loc257)
    } -> tensor<32xf32> loc(#loc257)
    %363 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%362 : tensor<32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_4"("train_step":300:0)), %out: f32 loc("sum_19"("train_step":301:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc258)
      linalg.yield %441 : f32 loc(#loc258)
    } -> tensor<f32> loc(#loc258)
    %364 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%343, %343 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_7"("train_step":281:0)), %in_106: f32 loc("div_7"("train_step":281:0)), %out: f32 loc("sub_13"("train_step":302:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc259)
      linalg.yield %441 : f32 loc(#loc259)
    } -> tensor<32xf32> loc(#loc259)
    %365 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%364 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("sub_13"("train_step":302:0)), %out: f32 loc("abs_5"("train_step":303:0))):
      %441 = math.absf %in : f32 loc(#loc260)
      linalg.yield %441 : f32 loc(#loc260)
    } -> tensor<32xf32> loc(#loc260)
    %366 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%365 : tensor<32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_5"("train_step":303:0)), %out: f32 loc("sum_20"("train_step":304:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc261)
      linalg.yield %441 : f32 loc(#loc261)
    } -> tensor<f32> loc(#loc261)
    %367 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%344, %344 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_8"("train_step":282:0)), %in_106: f32 loc("div_8"("train_step":282:0)), %out: f32 loc("sub_14"("train_step":305:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc262)
      linalg.yield %441 : f32 loc(#loc262)
    } -> tensor<32xf32> loc(#loc262)
    %368 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%367 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("sub_14"("train_step":305:0)), %out: f32 loc("abs_6"("train_step":306:0))):
      %441 = math.absf %in : f32 loc(#loc263)
      linalg.yield %441 : f32 loc(#loc263)
    } -> tensor<32xf32> loc(#loc263)
    %369 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%368 : tensor<32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_6"("train_step":306:0)), %out: f32 loc("sum_21"("train_step":307:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc264)
      linalg.yield %441 : f32 loc(#loc264)
    } -> tensor<f32> loc(#loc264)
    %370 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%345, %345 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_9"("train_step":283:0)), %in_106: f32 loc("div_9"("train_step":283:0)), %out: f32 loc("sub_15"("train_step":308:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc265)
      linalg.yield %441 : f32 loc(#loc265)
    } -> tensor<32xf32> loc(#loc265)
    %371 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%370 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("sub_15"("train_step":308:0)), %out: f32 loc("abs_7"("train_step":309:0))):
      %441 = math.absf %in : f32 loc(#loc266)
      linalg.yield %441 : f32 loc(#loc266)
    } -> tensor<32xf32> loc(#loc266)
    %372 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%371 : tensor<32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_7"("train_step":309:0)), %out: f32 loc("sum_22"("train_step":310:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc267)
      linalg.yield %441 : f32 loc(#loc267)
    } -> tensor<f32> loc(#loc267)
    %373 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%346, %346 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_10"("train_step":284:0)), %in_106: f32 loc("div_10"("train_step":284:0)), %out: f32 loc("sub_16"("train_step":311:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc268)
      linalg.yield %441 : f32 loc(#loc268)
    } -> tensor<32xf32> loc(#loc268)
    %374 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%373 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("sub_16"("train_step":311:0)), %out: f32 loc("abs_8"("train_step":312:0))):
      %441 = math.absf %in : f32 loc(#loc269)
      linalg.yield %441 : f32 loc(#loc269)
    } -> tensor<32xf32> loc(#loc269)
    %375 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%374 : tensor<32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_8"("train_step":312:0)), %out: f32 loc("sum_23"("train_step":313:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc270)
      linalg.yield %441 : f32 loc(#loc270)
    } -> tensor<f32> loc(#loc270)
    %376 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%347, %347 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%113 : tensor<32x32xf32>) {
    ^bb0(%in: f32 loc("div_11"("train_step":285:0)), %in_106: f32 loc("div_11"("train_step":285:0)), %out: f32 loc("sub_17"("train_step":314:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc271)
      linalg.yield %441 : f32 loc(#loc271)
    } -> tensor<32x32xf32> loc(#loc271)
    %377 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%376 : tensor<32x32xf32>) outs(%113 : tensor<32x32xf32>) {
    ^bb0(%in: f32 loc("sub_17"("train_step":314:0)), %out: f32 loc("abs_9"("train_step":315:0))):
      %441 = math.absf %in : f32 loc(#loc272)
      linalg.yield %441 : f32 loc(#loc272)
    } -> tensor<32x32xf32> loc(#loc272)
    %378 = linalg.generic {indexing_maps = [#map1, #map14], iterator_types = ["reduction", "reduction"]} ins(%377 : tensor<32x32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_9"("train_step":315:0)), %out: f32 loc("sum_24"("train_step":316:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc273)
      linalg.yield %441 : f32 loc(#loc273)
    } -> tensor<f32> loc(#loc273)
    %379 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%348, %348 : tensor<96xf32>, tensor<96xf32>) outs(%61 : tensor<96xf32>) {
    ^bb0(%in: f32 loc("div_12"("train_step":286:0)), %in_106: f32 loc("div_12"("train_step":286:0)), %out: f32 loc("sub_18"("train_step":317:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc274)
      linalg.yield %441 : f32 loc(#loc274)
    } -> tensor<96xf32> loc(#loc274)
    %380 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%379 : tensor<96xf32>) outs(%61 : tensor<96xf32>) {
    ^bb0(%in: f32 loc("sub_18"("train_step":317:0)), %out: f32 loc("abs_10"("train_step":318:0))):
      %441 = math.absf %in : f32 loc(#loc275)
      linalg.yield %441 : f32 loc(#loc275)
    } -> tensor<96xf32> loc(#loc275)
    %381 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%380 : tensor<96xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_10"("train_step":318:0)), %out: f32 loc("sum_25"("train_step":319:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc276)
      linalg.yield %441 : f32 loc(#loc276)
    } -> tensor<f32> loc(#loc276)
    %382 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%349, %349 : tensor<96x32xf32>, tensor<96x32xf32>) outs(%295 : tensor<96x32xf32>) {
    ^bb0(%in: f32 loc("div_13"("train_step":287:0)), %in_106: f32 loc("div_13"("train_step":287:0)), %out: f32 loc("sub_19"("train_step":320:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc277)
      linalg.yield %441 : f32 loc(#loc277)
    } -> tensor<96x32xf32> loc(#loc277)
    %383 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%382 : tensor<96x32xf32>) outs(%295 : tensor<96x32xf32>) {
    ^bb0(%in: f32 loc("sub_19"("train_step":320:0)), %out: f32 loc("abs_11"("train_step":321:0))):
      %441 = math.absf %in : f32 loc(#loc278)
      linalg.yield %441 : f32 loc(#loc278)
    } -> tensor<96x32xf32> loc(#loc278)
    %384 = linalg.generic {indexing_maps = [#map1, #map14], iterator_types = ["reduction", "reduction"]} ins(%383 : tensor<96x32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_11"("train_step":321:0)), %out: f32 loc("sum_26"("train_step":322:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc279)
      linalg.yield %441 : f32 loc(#loc279)
    } -> tensor<f32> loc(#loc279)
    %385 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%350, %350 : tensor<128xf32>, tensor<128xf32>) outs(%140 : tensor<128xf32>) {
    ^bb0(%in: f32 loc("div_14"("train_step":288:0)), %in_106: f32 loc("div_14"("train_step":288:0)), %out: f32 loc("sub_20"("train_step":323:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc280)
      linalg.yield %441 : f32 loc(#loc280)
    } -> tensor<128xf32> loc(#loc280)
    %386 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%385 : tensor<128xf32>) outs(%140 : tensor<128xf32>) {
    ^bb0(%in: f32 loc("sub_20"("train_step":323:0)), %out: f32 loc("abs_12"("train_step":324:0))):
      %441 = math.absf %in : f32 loc(#loc281)
      linalg.yield %441 : f32 loc(#loc281)
    } -> tensor<128xf32> loc(#loc281)
    %387 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%386 : tensor<128xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_12"("train_step":324:0)), %out: f32 loc("sum_27"("train_step":325:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc282)
      linalg.yield %441 : f32 loc(#loc282)
    } -> tensor<f32> loc(#loc282)
    %388 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%351, %351 : tensor<128x32xf32>, tensor<128x32xf32>) outs(%156 : tensor<128x32xf32>) {
    ^bb0(%in: f32 loc("div_15"("train_step":289:0)), %in_106: f32 loc("div_15"("train_step":289:0)), %out: f32 loc("sub_21"("train_step":326:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc283)
      linalg.yield %441 : f32 loc(#loc283)
    } -> tensor<128x32xf32> loc(#loc283)
    %389 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%388 : tensor<128x32xf32>) outs(%156 : tensor<128x32xf32>) {
    ^bb0(%in: f32 loc("sub_21"("train_step":326:0)), %out: f32 loc("abs_13"("train_step":327:0))):
      %441 = math.absf %in : f32 loc(#loc284)
      linalg.yield %441 : f32 loc(#loc284)
    } -> tensor<128x32xf32> loc(#loc284)
    %390 = linalg.generic {indexing_maps = [#map1, #map14], iterator_types = ["reduction", "reduction"]} ins(%389 : tensor<128x32xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("abs_13"("train_step":327:0)), %out: f32 loc("sum_28"("train_step":328:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc285)
      linalg.yield %441 : f32 loc(#loc285)
    } -> tensor<f32> loc(#loc285)
    %expanded_92 = tensor.expand_shape %354 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc286)
    %expanded_93 = tensor.expand_shape %357 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc287)
    %expanded_94 = tensor.expand_shape %360 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc288)
    %expanded_95 = tensor.expand_shape %363 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc289)
    %expanded_96 = tensor.expand_shape %366 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc290)
    %expanded_97 = tensor.expand_shape %369 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc291)
    %expanded_98 = tensor.expand_shape %372 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc292)
    %expanded_99 = tensor.expand_shape %375 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc293)
    %expanded_100 = tensor.expand_shape %378 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc294)
    %expanded_101 = tensor.expand_shape %381 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc295)
    %expanded_102 = tensor.expand_shape %384 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc296)
    %expanded_103 = tensor.expand_shape %387 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc297)
    %expanded_104 = tensor.expand_shape %390 [] output_shape [1] : tensor<f32> into tensor<1xf32> loc(#loc298)
    %concat_105 = tensor.concat dim(0) %expanded_92, %expanded_93, %expanded_94, %expanded_95, %expanded_96, %expanded_97, %expanded_98, %expanded_99, %expanded_100, %expanded_101, %expanded_102, %expanded_103, %expanded_104 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<13xf32> loc(#loc299)
    %391 = linalg.generic {indexing_maps = [#map, #map16], iterator_types = ["reduction"]} ins(%concat_105 : tensor<13xf32>) outs(%186 : tensor<f32>) {
    ^bb0(%in: f32 loc("cat_1"("train_step":342:0)), %out: f32 loc("sum_29"("train_step":343:0))):
      %441 = arith.addf %in, %out : f32 loc(#loc300)
      linalg.yield %441 : f32 loc(#loc300)
    } -> tensor<f32> loc(#loc300)
    %392 = tensor.empty() : tensor<i1> loc(#loc301)
    %393 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%391 : tensor<f32>) outs(%392 : tensor<i1>) {
    ^bb0(%in: f32 loc("sum_29"("train_step":343:0)), %out: i1 loc("ne"("train_step":344:0))):
      %441 = arith.cmpf une, %in, %cst_0 : f32 loc(#loc301)
      linalg.yield %441 : i1 loc(#loc301)
    } -> tensor<i1> loc(#loc301)
    %394 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%arg2 : tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: f32 loc("add_7"("train_step":345:0)), %out: f32 loc("add_7"("train_step":345:0))):
      %441 = arith.addf %in, %cst_19 : f32 loc(#loc302)
      linalg.yield %441 : f32 loc(#loc302)
    } -> tensor<f32> loc(#loc302)
    %395 = linalg.generic {indexing_maps = [#map15, #map15, #map15, #map15], iterator_types = []} ins(%393, %cst_6, %394 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("where_2"("train_step":347:0)), %in_107: f32 loc("add_7"("train_step":345:0)), %out: f32 loc("where_2"("train_step":347:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc3)
      linalg.yield %441 : f32 loc(#loc3)
    } -> tensor<f32> loc(#loc3)
    %396 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%395 : tensor<f32>) outs(%392 : tensor<i1>) {
    ^bb0(%in: f32 loc("where_2"("train_step":347:0)), %out: i1 loc("ge_1"("train_step":348:0))):
      %441 = arith.cmpf oge, %in, %cst_23 : f32 loc(#loc303)
      linalg.yield %441 : i1 loc(#loc303)
    } -> tensor<i1> loc(#loc303)
    %397 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%arg1 : tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("mul_30"("train_step":349:0))):
      %441 = arith.mulf %in, %cst_20 : f32 loc(#loc304)
      linalg.yield %441 : f32 loc(#loc304)
    } -> tensor<f32> loc(#loc304)
    %398 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%arg1 : tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("mul_31"("train_step":350:0))):
      %441 = arith.mulf %in, %cst_24 : f32 loc(#loc305)
      linalg.yield %441 : f32 loc(#loc305)
    } -> tensor<f32> loc(#loc305)
    %399 = linalg.generic {indexing_maps = [#map15, #map15, #map15, #map15], iterator_types = []} ins(%396, %398, %arg1 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: i1 loc("ge_1"("train_step":348:0)), %in_106: f32 loc("mul_31"("train_step":350:0)), %in_107: f32 loc("mul_2"("train_step":105:0)), %out: f32 loc("where_3"("train_step":351:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc306)
      linalg.yield %441 : f32 loc(#loc306)
    } -> tensor<f32> loc(#loc306)
    %400 = linalg.generic {indexing_maps = [#map15, #map15, #map15, #map15], iterator_types = []} ins(%393, %397, %399 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("mul_30"("train_step":349:0)), %in_107: f32 loc("where_3"("train_step":351:0)), %out: f32 loc("where_4"("train_step":352:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc307)
      linalg.yield %441 : f32 loc(#loc307)
    } -> tensor<f32> loc(#loc307)
    %401 = linalg.generic {indexing_maps = [#map15, #map15, #map15, #map15], iterator_types = []} ins(%396, %cst_6, %395 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%185 : tensor<f32>) {
    ^bb0(%in: i1 loc("ge_1"("train_step":348:0)), %in_106: f32 loc("where_2"("train_step":347:0)), %in_107: f32 loc("where_2"("train_step":347:0)), %out: f32 loc("where_5"("train_step":354:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc308)
      linalg.yield %441 : f32 loc(#loc308)
    } -> tensor<f32> loc(#loc308)
    %402 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%339 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_3"("train_step":277:0)), %out: f32 loc("mul_32"("train_step":355:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc8)
      %442 = arith.mulf %in, %441 : f32 loc(#loc8)
      linalg.yield %442 : f32 loc(#loc8)
    } -> tensor<32xf32> loc(#loc8)
    %403 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg3, %402 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy"("train_step":5:0)), %in_106: f32 loc("mul_32"("train_step":355:0)), %out: f32 loc("sub_22"("train_step":356:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc309)
      linalg.yield %441 : f32 loc(#loc309)
    } -> tensor<32xf32> loc(#loc309)
    %404 = linalg.generic {indexing_maps = [#map16, #map, #map, #map], iterator_types = ["parallel"]} ins(%393, %arg3, %403 : tensor<i1>, tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy"("train_step":5:0)), %in_107: f32 loc("sub_22"("train_step":356:0)), %out: f32 loc("where_6"("train_step":357:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc310)
      linalg.yield %441 : f32 loc(#loc310)
    } -> tensor<32xf32> loc(#loc310)
    %405 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%340 : tensor<32x128xf32>) outs(%143 : tensor<32x128xf32>) {
    ^bb0(%in: f32 loc("div_4"("train_step":278:0)), %out: f32 loc("mul_33"("train_step":358:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc311)
      %442 = arith.mulf %in, %441 : f32 loc(#loc311)
      linalg.yield %442 : f32 loc(#loc311)
    } -> tensor<32x128xf32> loc(#loc311)
    %406 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4, %405 : tensor<32x128xf32>, tensor<32x128xf32>) outs(%143 : tensor<32x128xf32>) {
    ^bb0(%in: f32 loc("_to_copy_1"("train_step":6:0)), %in_106: f32 loc("mul_33"("train_step":358:0)), %out: f32 loc("sub_23"("train_step":359:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc312)
      linalg.yield %441 : f32 loc(#loc312)
    } -> tensor<32x128xf32> loc(#loc312)
    %407 = linalg.generic {indexing_maps = [#map14, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%393, %arg4, %406 : tensor<i1>, tensor<32x128xf32>, tensor<32x128xf32>) outs(%143 : tensor<32x128xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_1"("train_step":6:0)), %in_107: f32 loc("sub_23"("train_step":359:0)), %out: f32 loc("where_7"("train_step":360:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc313)
      linalg.yield %441 : f32 loc(#loc313)
    } -> tensor<32x128xf32> loc(#loc313)
    %408 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%341 : tensor<64x32xf32>) outs(%203 : tensor<64x32xf32>) {
    ^bb0(%in: f32 loc("div_5"("train_step":279:0)), %out: f32 loc("mul_34"("train_step":361:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc314)
      %442 = arith.mulf %in, %441 : f32 loc(#loc314)
      linalg.yield %442 : f32 loc(#loc314)
    } -> tensor<64x32xf32> loc(#loc314)
    %409 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5, %408 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%203 : tensor<64x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_2"("train_step":7:0)), %in_106: f32 loc("mul_34"("train_step":361:0)), %out: f32 loc("sub_24"("train_step":362:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc315)
      linalg.yield %441 : f32 loc(#loc315)
    } -> tensor<64x32xf32> loc(#loc315)
    %410 = linalg.generic {indexing_maps = [#map14, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%393, %arg5, %409 : tensor<i1>, tensor<64x32xf32>, tensor<64x32xf32>) outs(%203 : tensor<64x32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_2"("train_step":7:0)), %in_107: f32 loc("sub_24"("train_step":362:0)), %out: f32 loc("where_8"("train_step":363:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc316)
      linalg.yield %441 : f32 loc(#loc316)
    } -> tensor<64x32xf32> loc(#loc316)
    %411 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%342 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_6"("train_step":280:0)), %out: f32 loc("mul_35"("train_step":364:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc317)
      %442 = arith.mulf %in, %441 : f32 loc(#loc317)
      linalg.yield %442 : f32 loc(#loc317)
    } -> tensor<32xf32> loc(#loc317)
    %412 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg6, %411 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_3"("train_step":8:0)), %in_106: f32 loc("mul_35"("train_step":364:0)), %out: f32 loc("sub_25"("train_step":365:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc318)
      linalg.yield %441 : f32 loc(#loc318)
    } -> tensor<32xf32> loc(#loc318)
    %413 = linalg.generic {indexing_maps = [#map16, #map, #map, #map], iterator_types = ["parallel"]} ins(%393, %arg6, %412 : tensor<i1>, tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_3"("train_step":8:0)), %in_107: f32 loc("sub_25"("train_step":365:0)), %out: f32 loc("where_9"("train_step":366:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc319)
      linalg.yield %441 : f32 loc(#loc319)
    } -> tensor<32xf32> loc(#loc319)
    %414 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%343 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_7"("train_step":281:0)), %out: f32 loc("mul_36"("train_step":367:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc320)
      %442 = arith.mulf %in, %441 : f32 loc(#loc320)
      linalg.yield %442 : f32 loc(#loc320)
    } -> tensor<32xf32> loc(#loc320)
    %415 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg7, %414 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_4"("train_step":9:0)), %in_106: f32 loc("mul_36"("train_step":367:0)), %out: f32 loc("sub_26"("train_step":368:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc321)
      linalg.yield %441 : f32 loc(#loc321)
    } -> tensor<32xf32> loc(#loc321)
    %416 = linalg.generic {indexing_maps = [#map16, #map, #map, #map], iterator_types = ["parallel"]} ins(%393, %arg7, %415 : tensor<i1>, tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_4"("train_step":9:0)), %in_107: f32 loc("sub_26"("train_step":368:0)), %out: f32 loc("where_10"("train_step":369:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc322)
      linalg.yield %441 : f32 loc(#loc322)
    } -> tensor<32xf32> loc(#loc322)
    %417 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%344 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_8"("train_step":282:0)), %out: f32 loc("mul_37"("train_step":370:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc323)
      %442 = arith.mulf %in, %441 : f32 loc(#loc323)
      linalg.yield %442 : f32 loc(#loc323)
    } -> tensor<32xf32> loc(#loc323)
    %418 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg8, %417 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_5"("train_step":10:0)), %in_106: f32 loc("mul_37"("train_step":370:0)), %out: f32 loc("sub_27"("train_step":371:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc324)
      linalg.yield %441 : f32 loc(#loc324)
    } -> tensor<32xf32> loc(#loc324)
    %419 = linalg.generic {indexing_maps = [#map16, #map, #map, #map], iterator_types = ["parallel"]} ins(%393, %arg8, %418 : tensor<i1>, tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_5"("train_step":10:0)), %in_107: f32 loc("sub_27"("train_step":371:0)), %out: f32 loc("where_11"("train_step":372:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc325)
      linalg.yield %441 : f32 loc(#loc325)
    } -> tensor<32xf32> loc(#loc325)
    %420 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%345 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_9"("train_step":283:0)), %out: f32 loc("mul_38"("train_step":373:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc326)
      %442 = arith.mulf %in, %441 : f32 loc(#loc326)
      linalg.yield %442 : f32 loc(#loc326)
    } -> tensor<32xf32> loc(#loc326)
    %421 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg9, %420 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_6"("train_step":11:0)), %in_106: f32 loc("mul_38"("train_step":373:0)), %out: f32 loc("sub_28"("train_step":374:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc327)
      linalg.yield %441 : f32 loc(#loc327)
    } -> tensor<32xf32> loc(#loc327)
    %422 = linalg.generic {indexing_maps = [#map16, #map, #map, #map], iterator_types = ["parallel"]} ins(%393, %arg9, %421 : tensor<i1>, tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_6"("train_step":11:0)), %in_107: f32 loc("sub_28"("train_step":374:0)), %out: f32 loc("where_12"("train_step":375:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc328)
      linalg.yield %441 : f32 loc(#loc328)
    } -> tensor<32xf32> loc(#loc328)
    %423 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%346 : tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("div_10"("train_step":284:0)), %out: f32 loc("mul_39"("train_step":376:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc329)
      %442 = arith.mulf %in, %441 : f32 loc(#loc329)
      linalg.yield %442 : f32 loc(#loc329)
    } -> tensor<32xf32> loc(#loc329)
    %424 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg10, %423 : tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_7"("train_step":12:0)), %in_106: f32 loc("mul_39"("train_step":376:0)), %out: f32 loc("sub_29"("train_step":377:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc330)
      linalg.yield %441 : f32 loc(#loc330)
    } -> tensor<32xf32> loc(#loc330)
    %425 = linalg.generic {indexing_maps = [#map16, #map, #map, #map], iterator_types = ["parallel"]} ins(%393, %arg10, %424 : tensor<i1>, tensor<32xf32>, tensor<32xf32>) outs(%110 : tensor<32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_7"("train_step":12:0)), %in_107: f32 loc("sub_29"("train_step":377:0)), %out: f32 loc("where_13"("train_step":378:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc331)
      linalg.yield %441 : f32 loc(#loc331)
    } -> tensor<32xf32> loc(#loc331)
    %426 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%347 : tensor<32x32xf32>) outs(%113 : tensor<32x32xf32>) {
    ^bb0(%in: f32 loc("div_11"("train_step":285:0)), %out: f32 loc("mul_40"("train_step":379:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc332)
      %442 = arith.mulf %in, %441 : f32 loc(#loc332)
      linalg.yield %442 : f32 loc(#loc332)
    } -> tensor<32x32xf32> loc(#loc332)
    %427 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg11, %426 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%113 : tensor<32x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_8"("train_step":13:0)), %in_106: f32 loc("mul_40"("train_step":379:0)), %out: f32 loc("sub_30"("train_step":380:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc333)
      linalg.yield %441 : f32 loc(#loc333)
    } -> tensor<32x32xf32> loc(#loc333)
    %428 = linalg.generic {indexing_maps = [#map14, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%393, %arg11, %427 : tensor<i1>, tensor<32x32xf32>, tensor<32x32xf32>) outs(%113 : tensor<32x32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_8"("train_step":13:0)), %in_107: f32 loc("sub_30"("train_step":380:0)), %out: f32 loc("where_14"("train_step":381:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc334)
      linalg.yield %441 : f32 loc(#loc334)
    } -> tensor<32x32xf32> loc(#loc334)
    %429 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%348 : tensor<96xf32>) outs(%61 : tensor<96xf32>) {
    ^bb0(%in: f32 loc("div_12"("train_step":286:0)), %out: f32 loc("mul_41"("train_step":382:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc335)
      %442 = arith.mulf %in, %441 : f32 loc(#loc335)
      linalg.yield %442 : f32 loc(#loc335)
    } -> tensor<96xf32> loc(#loc335)
    %430 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg12, %429 : tensor<96xf32>, tensor<96xf32>) outs(%61 : tensor<96xf32>) {
    ^bb0(%in: f32 loc("_to_copy_9"("train_step":14:0)), %in_106: f32 loc("mul_41"("train_step":382:0)), %out: f32 loc("sub_31"("train_step":383:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc336)
      linalg.yield %441 : f32 loc(#loc336)
    } -> tensor<96xf32> loc(#loc336)
    %431 = linalg.generic {indexing_maps = [#map16, #map, #map, #map], iterator_types = ["parallel"]} ins(%393, %arg12, %430 : tensor<i1>, tensor<96xf32>, tensor<96xf32>) outs(%61 : tensor<96xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_9"("train_step":14:0)), %in_107: f32 loc("sub_31"("train_step":383:0)), %out: f32 loc("where_15"("train_step":384:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc337)
      linalg.yield %441 : f32 loc(#loc337)
    } -> tensor<96xf32> loc(#loc337)
    %432 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%349 : tensor<96x32xf32>) outs(%295 : tensor<96x32xf32>) {
    ^bb0(%in: f32 loc("div_13"("train_step":287:0)), %out: f32 loc("mul_42"("train_step":385:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc338)
      %442 = arith.mulf %in, %441 : f32 loc(#loc338)
      linalg.yield %442 : f32 loc(#loc338)
    } -> tensor<96x32xf32> loc(#loc338)
    %433 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg13, %432 : tensor<96x32xf32>, tensor<96x32xf32>) outs(%295 : tensor<96x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_10"("train_step":15:0)), %in_106: f32 loc("mul_42"("train_step":385:0)), %out: f32 loc("sub_32"("train_step":386:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc339)
      linalg.yield %441 : f32 loc(#loc339)
    } -> tensor<96x32xf32> loc(#loc339)
    %434 = linalg.generic {indexing_maps = [#map14, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%393, %arg13, %433 : tensor<i1>, tensor<96x32xf32>, tensor<96x32xf32>) outs(%295 : tensor<96x32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_10"("train_step":15:0)), %in_107: f32 loc("sub_32"("train_step":386:0)), %out: f32 loc("where_16"("train_step":387:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc340)
      linalg.yield %441 : f32 loc(#loc340)
    } -> tensor<96x32xf32> loc(#loc340)
    %435 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%350 : tensor<128xf32>) outs(%140 : tensor<128xf32>) {
    ^bb0(%in: f32 loc("div_14"("train_step":288:0)), %out: f32 loc("mul_43"("train_step":388:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc341)
      %442 = arith.mulf %in, %441 : f32 loc(#loc341)
      linalg.yield %442 : f32 loc(#loc341)
    } -> tensor<128xf32> loc(#loc341)
    %436 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg14, %435 : tensor<128xf32>, tensor<128xf32>) outs(%140 : tensor<128xf32>) {
    ^bb0(%in: f32 loc("_to_copy_11"("train_step":16:0)), %in_106: f32 loc("mul_43"("train_step":388:0)), %out: f32 loc("sub_33"("train_step":389:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc342)
      linalg.yield %441 : f32 loc(#loc342)
    } -> tensor<128xf32> loc(#loc342)
    %437 = linalg.generic {indexing_maps = [#map16, #map, #map, #map], iterator_types = ["parallel"]} ins(%393, %arg14, %436 : tensor<i1>, tensor<128xf32>, tensor<128xf32>) outs(%140 : tensor<128xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_11"("train_step":16:0)), %in_107: f32 loc("sub_33"("train_step":389:0)), %out: f32 loc("where_17"("train_step":390:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc343)
      linalg.yield %441 : f32 loc(#loc343)
    } -> tensor<128xf32> loc(#loc343)
    %438 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%351 : tensor<128x32xf32>) outs(%156 : tensor<128x32xf32>) {
    ^bb0(%in: f32 loc("div_15"("train_step":289:0)), %out: f32 loc("mul_44"("train_step":391:0))):
      %441 = arith.truncf %cst_11 : f64 to f32 loc(#loc344)
      %442 = arith.mulf %in, %441 : f32 loc(#loc344)
      linalg.yield %442 : f32 loc(#loc344)
    } -> tensor<128x32xf32> loc(#loc344)
    %439 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg15, %438 : tensor<128x32xf32>, tensor<128x32xf32>) outs(%156 : tensor<128x32xf32>) {
    ^bb0(%in: f32 loc("_to_copy_12"("train_step":17:0)), %in_106: f32 loc("mul_44"("train_step":391:0)), %out: f32 loc("sub_34"("train_step":392:0))):
      %441 = arith.subf %in, %in_106 : f32 loc(#loc345)
      linalg.yield %441 : f32 loc(#loc345)
    } -> tensor<128x32xf32> loc(#loc345)
    %440 = linalg.generic {indexing_maps = [#map14, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%393, %arg15, %439 : tensor<i1>, tensor<128x32xf32>, tensor<128x32xf32>) outs(%156 : tensor<128x32xf32>) {
    ^bb0(%in: i1 loc("ne"("train_step":344:0)), %in_106: f32 loc("_to_copy_12"("train_step":17:0)), %in_107: f32 loc("sub_34"("train_step":392:0)), %out: f32 loc("where_18"("train_step":393:0))):
      %441 = arith.select %in, %in_106, %in_107 : f32 loc(#loc346)
      linalg.yield %441 : f32 loc(#loc346)
    } -> tensor<128x32xf32> loc(#loc346)
    return %189, %400, %401, %339, %340, %341, %342, %343, %344, %345, %346, %347, %348, %349, %350, %351, %404, %407, %410, %413, %416, %419, %422, %425, %428, %431, %434, %437, %440 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<32xf32>, tensor<32x128xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<96xf32>, tensor<96x32xf32>, tensor<128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<96xf32>, tensor<96x32xf32>, tensor<128xf32>, tensor<128x32xf32> loc(#loc346)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc27 = loc("slice_1"("train_step":22:0))
#loc28 = loc("view"("train_step":24:0))
#loc34 = loc("view_4"("train_step":35:0))
#loc35 = loc("permute_1"("train_step":36:0))
#loc36 = loc("slice_2"("train_step":37:0))
#loc37 = loc("slice_3"("train_step":38:0))
#loc38 = loc("slice_4"("train_step":39:0))
#loc39 = loc("squeeze_1"("train_step":41:0))
#loc40 = loc("permute_2"("train_step":43:0))
#loc41 = loc("view_5"("train_step":46:0))
#loc42 = loc("view_6"("train_step":49:0))
#loc52 = loc("view_8"("train_step":65:0))
#loc53 = loc("view_9"("train_step":68:0))
#loc55 = loc("view_10"("train_step":70:0))
#loc56 = loc("permute_3"("train_step":71:0))
#loc73 = loc("permute_7"("train_step":93:0))
#loc74 = loc("view_18"("train_step":94:0))
#loc96 = loc("view_20"("train_step":119:0))
#loc97 = loc("permute_8"("train_step":120:0))
#loc102 = loc("permute_13"("train_step":130:0))
#loc122 = loc("permute_17"("train_step":154:0))
#loc151 = loc("permute_21"("train_step":187:0))
#loc155 = loc("view_31"("train_step":194:0))
#loc156 = loc("permute_24"("train_step":195:0))
#loc157 = loc("view_32"("train_step":197:0))
#loc158 = loc("permute_25"("train_step":198:0))
#loc160 = loc("permute_26"("train_step":200:0))
#loc162 = loc("view_33"("train_step":202:0))
#loc172 = loc("view_35"("train_step":214:0))
#loc173 = loc("permute_27"("train_step":215:0))
#loc175 = loc("permute_28"("train_step":217:0))
#loc177 = loc("view_36"("train_step":219:0))
#loc178 = loc("view_37"("train_step":220:0))
#loc179 = loc("permute_29"("train_step":221:0))
#loc180 = loc("cat"("train_step":222:0))
#loc181 = loc("view_38"("train_step":223:0))
#loc182 = loc("permute_30"("train_step":224:0))
#loc185 = loc("permute_32"("train_step":230:0))
#loc212 = loc("view_43"("train_step":260:0))
#loc213 = loc("permute_35"("train_step":261:0))
#loc286 = loc("unsqueeze_4"("train_step":329:0))
#loc287 = loc("unsqueeze_5"("train_step":330:0))
#loc288 = loc("unsqueeze_6"("train_step":331:0))
#loc289 = loc("unsqueeze_7"("train_step":332:0))
#loc290 = loc("unsqueeze_8"("train_step":333:0))
#loc291 = loc("unsqueeze_9"("train_step":334:0))
#loc292 = loc("unsqueeze_10"("train_step":335:0))
#loc293 = loc("unsqueeze_11"("train_step":336:0))
#loc294 = loc("unsqueeze_12"("train_step":337:0))
#loc295 = loc("unsqueeze_13"("train_step":338:0))
#loc296 = loc("unsqueeze_14"("train_step":339:0))
#loc297 = loc("unsqueeze_15"("train_step":340:0))
#loc298 = loc("unsqueeze_16"("train_step":341:0))
