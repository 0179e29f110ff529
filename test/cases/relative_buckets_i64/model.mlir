// log 0 becomes an integer in the branch that is not taken.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<5xi64>) -> tensor<5xi64> {
    %cst_0 = arith.constant 1.600000000e+01 : f32
    %cst_1 = arith.constant 7.694373551e+00 : f32
    %cst_2 = arith.constant 31 : i64
    %cst_3 = arith.constant 16 : i64
    %0 = tensor.empty() : tensor<5xi64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<5xi64>) outs(%0 : tensor<5xi64>) {
    ^bb0(%in: i64, %out: i64):
      %r0 = arith.sitofp %in : i64 to f32
      %r1 = arith.divf %r0, %cst_0 : f32
      %r2 = math.log %r1 : f32
      %r3 = arith.mulf %r2, %cst_1 : f32
      %r4 = arith.addf %r3, %cst_0 : f32
      %r5 = arith.fptosi %r4 : f32 to i64
      %r6 = arith.minsi %r5, %cst_2 : i64
      %r7 = arith.cmpi slt, %in, %cst_3 : i64
      %r8 = arith.select %r7, %in, %r6 : i64
      linalg.yield %r8 : i64
    } -> tensor<5xi64>
    return %1 : tensor<5xi64>
  }
}
