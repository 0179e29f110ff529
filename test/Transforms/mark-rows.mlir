// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-mark-rows))' --split-input-file | FileCheck %s
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-mark-rows{batch-dim=0}))' --split-input-file | FileCheck %s --check-prefix=BATCH
// RUN: nanguard-opt %s --nanguard-mark-rows --split-input-file -o /dev/null

// A length in all: rows of dimension 1 before it count. The cluster gets the
// mask, and its bodies an argument that nothing reads.

// CHECK-LABEL: func.func @length(
// CHECK-SAME: %[[X:[^:]+]]: tensor<1x8x4xf16>, %[[N:[^:]+]]: i64
// CHECK: %[[LEN:.*]] = tensor.from_elements %[[N]] : tensor<i64>
// CHECK: %[[MASK:.*]] = linalg.generic {{.*}} ins(%[[LEN]] : tensor<i64>) outs(%{{.*}} : tensor<8xi8>)
// CHECK:   %[[END:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK:   %[[ROW:.*]] = linalg.index 0
// CHECK:   arith.cmpi slt, %[[ROW]], %[[END]]
// CHECK: nanguard.cluster {{.*}} ins(%[[X]], %[[MASK]] : tensor<1x8x4xf16>, tensor<8xi8>)
// CHECK: ^bb0(%{{.*}}: tensor<1x8x4xf16>, %{{.*}}: tensor<8xi8>):
// CHECK: {nanguard.valid_dims = [array<i64: 1>]}
// BATCH-LABEL: func.func @length(
// BATCH-SAME: {nanguard.batch}
// BATCH-SAME: attributes {nanguard.batch = array<i64: 0, 0>}
// BATCH: {nanguard.batch_dim = 0 : i64, nanguard.valid_dims = [array<i64: 1>]}
func.func @length(%x: tensor<1x8x4xf16>, %n: i64 {nanguard.valid_rows = {args = array<i64: 0>, dim = 1 : i64}}) -> tensor<1x8x4xf16> {
  %0 = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>]) ins(%x : tensor<1x8x4xf16>) -> tensor<1x8x4xf16> {
  ^bb0(%a: tensor<1x8x4xf16>):
    %e = tensor.empty() : tensor<1x8x4xf16>
    %r = linalg.exp ins(%a : tensor<1x8x4xf16>) outs(%e : tensor<1x8x4xf16>) -> tensor<1x8x4xf16>
    nanguard.yield %r : tensor<1x8x4xf16>
  }
  return %0 : tensor<1x8x4xf16>
}

// -----

// A mask goes through a collapse, and a dimension that it lacks (heads) is
// repeated; a sum over the masked rows ends it, and the requests go on.

// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME: tensor<2x3x8x4xf16> {nanguard.batch}, %[[M:[^:]+]]: tensor<2x8xi1>
// CHECK: %[[WIDE:.*]] = linalg.broadcast ins(%[[M]] : tensor<2x8xi1>) outs(%{{.*}} : tensor<2x3x8xi1>) dimensions = [1]
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[WIDE]] {{\[}}[0, 1], [2]] : tensor<2x3x8xi1> into tensor<6x8xi1>
// CHECK: nanguard.cluster {{.*}} ins(%{{.*}}, %[[FLAT]] : tensor<6x8x4xf16>, tensor<6x8xi1>)
// CHECK: nanguard.valid_dims = [array<i64: 0, 1>]
// CHECK: nanguard.cluster kind(reduction)
// CHECK-NOT: valid_dims
// CHECK: return
// BATCH-LABEL: func.func @reshapes(
// BATCH: nanguard.batch_dim = 0 : i64
// BATCH: nanguard.cluster kind(reduction)
// BATCH: nanguard.batch_dim = 0 : i64
func.func @reshapes(%x: tensor<2x3x8x4xf16> {nanguard.batch}, %m: tensor<2x8xi1> {nanguard.valid_rows = 2 : i64}) -> (tensor<6x4xf16>) {
  %y = tensor.collapse_shape %x [[0, 1], [2], [3]] : tensor<2x3x8x4xf16> into tensor<6x8x4xf16>
  %0 = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>]) ins(%y : tensor<6x8x4xf16>) -> tensor<6x8x4xf16> {
  ^bb0(%a: tensor<6x8x4xf16>):
    %e = tensor.empty() : tensor<6x8x4xf16>
    %r = linalg.exp ins(%a : tensor<6x8x4xf16>) outs(%e : tensor<6x8x4xf16>) -> tensor<6x8x4xf16>
    nanguard.yield %r : tensor<6x8x4xf16>
  }
  %1 = nanguard.cluster kind(reduction) variants([#nanguard.variant<fused>]) ins(%0 : tensor<6x8x4xf16>) -> tensor<6x4xf16> {
  ^bb0(%a: tensor<6x8x4xf16>):
    %c = arith.constant 0.0 : f16
    %e = tensor.empty() : tensor<6x4xf16>
    %f = linalg.fill ins(%c : f16) outs(%e : tensor<6x4xf16>) -> tensor<6x4xf16>
    %r = linalg.reduce { arith.addf } ins(%a : tensor<6x8x4xf16>) outs(%f : tensor<6x4xf16>) dimensions = [1]
    nanguard.yield %r : tensor<6x4xf16>
  }
  return %1 : tensor<6x4xf16>
}

// -----

// Requests behind another dimension are no blocks; the extents of a dynamic
// collapse are not asked for at run time: every row counts there.

// CHECK-LABEL: func.func @lost(
// CHECK-NOT: valid_dims
// CHECK: return
// BATCH-LABEL: func.func @lost(
// BATCH-NOT: batch_dim
// BATCH: return
func.func @lost(%x: tensor<2x?x4xf16> {nanguard.batch}, %m: tensor<2xi32> {nanguard.valid_rows = {args = array<i64: 0>, dim = 2 : i64}}) -> tensor<2x?xf16> {
  %t0 = arith.constant 1 : index
  %d = tensor.dim %x, %t0 : tensor<2x?x4xf16>
  %e0 = tensor.empty(%d) : tensor<?x2x4xf16>
  %t = linalg.transpose ins(%x : tensor<2x?x4xf16>) outs(%e0 : tensor<?x2x4xf16>) permutation = [1, 0, 2]
  %y = tensor.collapse_shape %t [[0, 1, 2]] : tensor<?x2x4xf16> into tensor<?xf16>
  %0 = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>]) ins(%y : tensor<?xf16>) -> tensor<?xf16> {
  ^bb0(%a: tensor<?xf16>):
    %r = math.exp %a : tensor<?xf16>
    nanguard.yield %r : tensor<?xf16>
  }
  %c = arith.constant 0.0 : f16
  %e = tensor.empty(%d) : tensor<2x?xf16>
  %f = linalg.fill ins(%c : f16) outs(%e : tensor<2x?xf16>) -> tensor<2x?xf16>
  return %f : tensor<2x?xf16>
}

// -----

// What is committed says where its requests lie; what a gather takes from
// another request is nobody's.

// BATCH-LABEL: func.func @commit(
// BATCH-SAME: -> (tensor<3x2xf16> {nanguard.batch_dim = 1 : i64, nanguard.commit}, tensor<2x3xf16> {nanguard.commit})
// CHECK-LABEL: func.func @commit(
// CHECK-NOT: batch_dim
func.func @commit(%x: tensor<2x3xf16> {nanguard.batch}, %old: tensor<3x2xf16>, %order: tensor<2xi64> {nanguard.batch}) -> (tensor<3x2xf16> {nanguard.commit}, tensor<2x3xf16> {nanguard.commit}) {
  %e = tensor.empty() : tensor<3x2xf16>
  %t = linalg.transpose ins(%x : tensor<2x3xf16>) outs(%e : tensor<3x2xf16>) permutation = [1, 0]
  %f = tensor.empty() : tensor<2x3xf16>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%order : tensor<2xi64>) outs(%f : tensor<2x3xf16>) {
  ^bb0(%from: i64, %o: f16):
    %i = arith.index_cast %from : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<2x3xf16>
    linalg.yield %v : f16
  } -> tensor<2x3xf16>
  return %t, %g : tensor<3x2xf16>, tensor<2x3xf16>
}

// -----

// Zeros around other dimensions leave rows and requests where they are.

// CHECK-LABEL: func.func @padded(
// CHECK: nanguard.valid_dims = [array<i64: 1>]
// CHECK: nanguard.cluster
// CHECK-NOT: valid_dims
// CHECK: return
// BATCH-LABEL: func.func @padded(
// BATCH-COUNT-2: nanguard.batch_dim = 0 : i64
func.func @padded(%x: tensor<2x8x4xf16>, %n: i64 {nanguard.valid_rows = {args = array<i64: 0>, dim = 1 : i64}}) -> (tensor<2x8x6xf16>, tensor<2x9x4xf16>) {
  %0 = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>]) ins(%x : tensor<2x8x4xf16>) -> tensor<2x8x6xf16> {
  ^bb0(%a: tensor<2x8x4xf16>):
    %zero = arith.constant 0.0 : f16
    %p = tensor.pad %a low[0, 0, 1] high[0, 0, 1] {
    ^bb0(%i: index, %j: index, %k: index):
      tensor.yield %zero : f16
    } : tensor<2x8x4xf16> to tensor<2x8x6xf16>
    %r = math.exp %p : tensor<2x8x6xf16>
    nanguard.yield %r : tensor<2x8x6xf16>
  }
  %1 = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>]) ins(%x : tensor<2x8x4xf16>) -> tensor<2x9x4xf16> {
  ^bb0(%a: tensor<2x8x4xf16>):
    %zero = arith.constant 0.0 : f16
    %p = tensor.pad %a low[0, 1, 0] high[0, 0, 0] {
    ^bb0(%i: index, %j: index, %k: index):
      tensor.yield %zero : f16
    } : tensor<2x8x4xf16> to tensor<2x9x4xf16>
    %r = math.exp %p : tensor<2x9x4xf16>
    nanguard.yield %r : tensor<2x9x4xf16>
  }
  return %0, %1 : tensor<2x8x6xf16>, tensor<2x9x4xf16>
}
