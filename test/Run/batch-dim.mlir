// With batch-dim the report has rows for each request: a fault is laid to the
// one whose part of the output shows it.

// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=main --tiers=fused --input=3x2xf16=1,1,1,12,1,1 --input=2xf16=1,1 | FileCheck %s --check-prefix=TABLE
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=main --tiers=safe --input=3x2xf16=1,1,1,12,1,1 --input=2xf16=1,1 --quiet --json=- | FileCheck %s --check-prefix=ONE
// TABLE: 1 fused 1 {{.*}} 1 activation#2 (op, exit) in request 1{{$}}
// ONE: "bad":true,{{.*}}"exit":1,{{.*}}"requests":[1]

// A weight is everyone's.
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=main --tiers=fused --input=3x2xf16=1,1,1,1,1,1 --input=2xf16=1,nan | FileCheck %s --check-prefix=WEIGHT
// WEIGHT: entry#1 (data) in request 0+1+2

// Rescued: the request is told, and only its row says so; the others are clean.
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=main --tiers=fused --rescue --input=3x2xf16=1,1,1,1,1,1 --input=2xf16=1,1 --inject=op=2,index=5,kind=nan --print | FileCheck %s --check-prefix=RESCUED
// RESCUED: (op) in request 2 rescued
// RESCUED: =2.71{{[0-9]*}},2.71{{[0-9]*}},2.71{{[0-9]*}},2.71{{[0-9]*}},2.71{{[0-9]*}},2.71

// As many requests as the call brings.
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=dynamic --tiers=fused --input=4x2xf16=1,1,1,1,1,1,12,1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=dynamic --tiers=fused --input=1x2xf16=12,1 | FileCheck %s --check-prefix=SINGLE
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=dynamic --tiers=fused --input=0x2xf16= --json=- --quiet | FileCheck %s --check-prefix=NONE
// DYNAMIC: (op, exit) in request 3{{$}}
// SINGLE: (op, exit) in request 0{{$}}
// NONE: "requests":[]

// Flattened with the rows; padding of one request leaves the others watched.
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=rows --tiers=safe --input=2x2x2xf16=1,1,nan,nan,1,1,inf,1 --input=2xi64=1,2 --quiet --json=- | FileCheck %s --check-prefix=ROWS
// ROWS: "kind":"entry",{{.*}}"requests":[1],{{.*}}"kind":"matmul",{{.*}}"requests":[1]

// An expand that splits the requests, and a transpose that mixes them: everyone's.
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=split --tiers=fused --input=4x6xf16=1,1,1,1,1,1,12,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 --quiet --json=- | FileCheck %s --check-prefix=SPLIT
// SPLIT: "inf":1,{{.*}}"requests":[0,1,2,3]

// A unit dimension behind the rows that count.
// RUN: nanguard-run %s --no-cache --guard-options=batch-dim=0 --function=unit --tiers=fused --input=3x2x1xf16=1,12,12,1,1,12 --input=3xi64=1,2,1 --quiet --json=- | FileCheck %s --check-prefix=UNIT
// UNIT: "inf":1,{{.*}}"kind":"activation",{{.*}}"requests":[1]

// RUN: not nanguard-opt %s --guard-tiers=batch-dim=-2 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not nanguard-opt %s --guard-tiers=batch-dim=2 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not nanguard-opt %s --guard-tiers="fixed=safe batch-dim=0" 2>&1 | FileCheck %s --check-prefix=FIXED
// NEGATIVE: batch-dim wants a dimension from 0 on
// RANK: batch-dim=2: no argument has the extent of the first result there
// FIXED: fixed leaves no report for batch-dim

// The manifest names the argument and the dimension that the batch is in; other
// compilers get the same report from upstream's dialects.
// RUN: nanguard-opt %s --guard-tiers="target=upstream batch-dim=0" | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers=batch-dim=0 --guard-manifest=%t.json -o /dev/null && FileCheck %s --input-file=%t.json --check-prefix=MANIFEST
// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<3x2xf16>, tensor<3x{{[0-9]+}}x12xi64>)
// CHECK: call @ng_requests_0
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: -> (tensor<?x2xf16>, tensor<?x2x12xi64>)
// MANIFEST: "batch":{"arg":0,"dim":0}

func.func @main(%x: tensor<3x2xf16>, %w: tensor<2xf16>) -> tensor<3x2xf16> {
  %e = tensor.empty() : tensor<3x2xf16>
  %a = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %w : tensor<3x2xf16>, tensor<2xf16>) outs(%e : tensor<3x2xf16>) {
  ^bb0(%p: f16, %q: f16, %o: f16):
    %m = arith.mulf %p, %q : f16
    linalg.yield %m : f16
  } -> tensor<3x2xf16>
  %y = linalg.exp ins(%a : tensor<3x2xf16>) outs(%e : tensor<3x2xf16>) -> tensor<3x2xf16>
  return %y : tensor<3x2xf16>
}

func.func @split(%x: tensor<4x6xf16>) -> tensor<4x6xf16> {
  %e = tensor.empty() : tensor<12x2xf16>
  %et = tensor.empty() : tensor<2x6x2xf16>
  %e1 = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xf16> into tensor<2x2x6xf16>
  %t = linalg.transpose ins(%e1 : tensor<2x2x6xf16>) outs(%et : tensor<2x6x2xf16>) permutation = [0, 2, 1]
  %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x6x2xf16> into tensor<12x2xf16>
  %y = linalg.exp ins(%c : tensor<12x2xf16>) outs(%e : tensor<12x2xf16>) -> tensor<12x2xf16>
  %r = tensor.collapse_shape %y [[0, 1]] : tensor<12x2xf16> into tensor<24xf16>
  %q = tensor.expand_shape %r [[0, 1]] output_shape [4, 6] : tensor<24xf16> into tensor<4x6xf16>
  return %q : tensor<4x6xf16>
}

func.func @dynamic(%x: tensor<?x2xf16>) -> tensor<?x2xf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf16>
  %e = tensor.empty(%n) : tensor<?x2xf16>
  %y = linalg.exp ins(%x : tensor<?x2xf16>) outs(%e : tensor<?x2xf16>) -> tensor<?x2xf16>
  return %y : tensor<?x2xf16>
}

func.func @rows(%x: tensor<2x2x2xf16> {nanguard.batch}, %n: tensor<2xi64> {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<2x2x2xf16> {
  %w = arith.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf16>
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x2x2xf16> into tensor<4x2xf16>
  %c = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4x2xf16>
  %f = linalg.fill ins(%c : f16) outs(%e : tensor<4x2xf16>) -> tensor<4x2xf16>
  %p = linalg.matmul ins(%flat, %w : tensor<4x2xf16>, tensor<2x2xf16>) outs(%f : tensor<4x2xf16>) -> tensor<4x2xf16>
  %y = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 2, 2] : tensor<4x2xf16> into tensor<2x2x2xf16>
  return %y : tensor<2x2x2xf16>
}

func.func @unit(%x: tensor<3x2x1xf16> {nanguard.batch}, %n: tensor<3xi64> {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<3x2x1xf16> {
  %e = tensor.empty() : tensor<3x2x1xf16>
  %y = linalg.exp ins(%x : tensor<3x2x1xf16>) outs(%e : tensor<3x2x1xf16>) -> tensor<3x2x1xf16>
  return %y : tensor<3x2x1xf16>
}
