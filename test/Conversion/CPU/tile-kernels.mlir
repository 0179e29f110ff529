// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-tile-kernels{budget=4096}))' --split-input-file | FileCheck %s

#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A row kernel: the scan is the root, the row's sum and the exponentials, read
// twice, are computed once a tile.

// CHECK-LABEL: func private @rows
// CHECK-SAME: %[[X:.*]]: tensor<64x64xf32>, %[[OUT:.*]]: tensor<64x64xf32>
// CHECK-NOT: linalg
// CHECK: %[[NEST:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[DEST:.*]] = %[[OUT]]) -> (tensor<i32>, tensor<64x64xf32>)
// CHECK: %[[T:.*]] = tensor.extract_slice %[[X]][%[[I]], 0] [4, 64]
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%[[T]] :
// CHECK: math.exp
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[E]] :
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[E]], %[[S]] :
// CHECK: %[[M:.*]] = nanguard.scan bits ins(%[[Y]] : tensor<4x64xf32>) outs(%[[ACC]]
// CHECK: %[[D:.*]] = tensor.insert_slice %[[Y]] into %[[DEST]][%[[I]], 0] [4, 64]
// CHECK: scf.yield %[[M]], %[[D]]
// CHECK-NOT: linalg
// CHECK: return %[[NEST]]#1
func.func private @rows(%x: tensor<64x64xf32>, %out: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<i32>) attributes {nanguard.form = #nanguard.form<fused_bits>} {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0> : tensor<i32>
  %empty = tensor.empty() : tensor<64x64xf32>
  %e = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.exp %a : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %sums = tensor.empty() : tensor<64xf32>
  %start = linalg.fill ins(%zero : f32) outs(%sums : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<64x64xf32>) outs(%start : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#rows, #row, #rows], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<64x64xf32>, tensor<64xf32>) outs(%out : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.divf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %m = nanguard.scan bits ins(%y : tensor<64x64xf32>) outs(%none : tensor<i32>) -> tensor<i32>
  return %y, %m : tensor<64x64xf32>, tensor<i32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// A part that is the same in each turn (a table over the columns) is computed
// once, in front of the nest; what others read too is handed out.

// CHECK-LABEL: func private @shared
// CHECK: %[[TABLE:.*]] = linalg.generic
// CHECK: math.cos
// CHECK: %[[NEST:.*]]:2 = scf.for
// CHECK-NOT: math.cos
// CHECK: math.exp
// CHECK: return %[[NEST]]#0, %[[NEST]]#1
func.func private @shared(%x: tensor<64x64xf32>, %t: tensor<64xf32>, %out: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) attributes {nanguard.form = #nanguard.form<safe>} {
  %line = tensor.empty() : tensor<64xf32>
  %table = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%t : tensor<64xf32>) outs(%line : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.cos %a : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %empty = tensor.empty() : tensor<64x64xf32>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.exp %a : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %table : tensor<64x64xf32>, tensor<64xf32>) outs(%out : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  return %y, %e : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A matmul stays outside: each tile of its rows would pack all of B again.

// CHECK-LABEL: func private @epilogue
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: scf.for
// CHECK-NOT: reduction
// CHECK: arith.truncf
// CHECK: return
func.func private @epilogue(%a: tensor<64x32xf32>, %b: tensor<32x64xf32>, %out: tensor<64x64xf16>) -> tensor<64x64xf16> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<64x32xf32>, tensor<32x64xf32>) outs(%start : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<64x64xf32>) outs(%out : tensor<64x64xf16>) {
  ^bb0(%x: f32, %o: f16):
    %n = arith.truncf %x : f32 to f16
    linalg.yield %n : f16
  } -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

// -----

// What fits stays in one piece.

// CHECK-LABEL: func private @small
// CHECK-NOT: scf.for
func.func private @small(%x: tensor<4x4xf32>, %out: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%out : tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.exp %a : f32
    linalg.yield %v : f32
  } -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
