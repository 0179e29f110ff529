// Padding may hold anything: no scan, count or statistic sees it, in any form,
// and what it is computed to does not change. Rows that count are watched.

// The second request has two rows of three.
// RUN: nanguard-run %s --no-cache --function=lengths --tiers=fused --input=2x3x2xf16=1,1,1,1,1,1,1,1,1,1,nan,inf --input=2xi64=3,2 --quiet --json=- --print | FileCheck %s --check-prefixes=CLEAN,VALUES
// RUN: nanguard-run %s --no-cache --function=lengths --tiers=safe --input=2x3x2xf16=1,1,1,1,1,1,1,1,1,1,nan,inf --input=2xi64=3,2 --quiet --json=- --print | FileCheck %s --check-prefixes=CLEAN,VALUES
// RUN: nanguard-run %s --no-cache --function=lengths --tiers=unfused --input=2x3x2xf16=1,1,1,1,1,1,1,1,1,1,nan,inf --input=2xi64=3,2 --quiet --json=- --print | FileCheck %s --check-prefixes=CLEAN,VALUES
// RUN: nanguard-run %s --no-cache --function=lengths --steps=4 --input=2x3x2xf16=1,1,1,1,1,1,1,1,1,1,nan,inf --input=2xi64=3,2 --quiet --json=- | FileCheck %s --check-prefix=CLEAN
// CLEAN-NOT: "bad":true
// CLEAN-NOT: "inf":{{[1-9]}}
// CLEAN-NOT: "nan":{{[1-9]}}
// CLEAN-NOT: "exit":{{[1-9]}}
// VALUES: =2.71{{[0-9]*}},2.71{{.*}},nan,inf

// An overflow in a row that counts is one; the same number in padding is not.
// RUN: nanguard-run %s --no-cache --function=lengths --tiers=safe --input=2x3x2xf16=1,1,1,1,1,1,1,1,1,12,1,1 --input=2xi64=3,2 --quiet --json=- | FileCheck %s --check-prefix=BAD
// RUN: nanguard-run %s --no-cache --function=lengths --tiers=safe --input=2x3x2xf16=1,1,1,1,1,1,1,1,1,1,1,12 --input=2xi64=3,2 --quiet --json=- | FileCheck %s --check-prefix=CLEAN
// BAD: "bad":true,{{.*}}"exit":1,{{.*}}"first_bad":9,{{.*}}"inf":1

// A mask on flattened rows, through a matmul and back.
// RUN: nanguard-run %s --no-cache --function=mask --tiers=fused --input=2x2x2xf16=1,1,nan,1,1,1,inf,1 --input=2x2xi1=1,0,1,0 --input=2x2xf16=1,0,0,1 --quiet --json=- --print | FileCheck %s --check-prefixes=CLEAN,PRODUCT
// RUN: nanguard-run %s --no-cache --function=mask --tiers=safe --input=2x2x2xf16=1,1,nan,1,1,1,inf,1 --input=2x2xi1=1,0,1,0 --input=2x2xf16=1,0,0,1 --quiet --json=- | FileCheck %s --check-prefix=CLEAN
// RUN: nanguard-run %s --no-cache --function=mask --tiers=safe --input=2x2x2xf16=1,1,nan,1,1,1,inf,1 --input=2x2xi1=1,0,1,1 --input=2x2xf16=1,0,0,1 --quiet --json=- | FileCheck %s --check-prefix=MASKBAD
// PRODUCT: =1,1,{{-?nan,-?nan}},1,1,inf,{{-?nan}}
// MASKBAD: "bad":true,{{.*}}"kind":"entry"
// MASKBAD: "bad":true,{{.*}}"kind":"matmul"

// No row that counts: neither bad nor clean, and the controller stays.
// RUN: nanguard-run %s --no-cache --function=lengths --steps=3 --input=2x3x2xf16=nan,1,1,1,1,1,1,1,1,1,1,1 --input=2xi64=0,0 --json=- --quiet | FileCheck %s --check-prefix=CLEAN

// Two masks that have no row in common leave none; a common one is looked at.
// RUN: nanguard-run %s --no-cache --function=both --tiers=safe --input=2x2xf16=nan,1,1,nan --input=2xi1=1,0 --input=2xi1=0,1 --quiet --json=- | FileCheck %s --check-prefixes=CLEAN,ALL
// RUN: nanguard-run %s --no-cache --function=both --tiers=safe --input=2x2xf16=1,1,1,1 --input=2xi1=1,0 --input=2xi1=1,1 --quiet --json=- | FileCheck %s --check-prefix=SOME
// RUN: nanguard-run %s --no-cache --function=both --tiers=safe --input=2x2xf16=12,1,1,nan --input=2xi1=1,0 --input=2xi1=1,1 --quiet --json=- | FileCheck %s --check-prefixes=SEEN,SOME
// ALL: "empty":true,{{.*}}"kind":"activation"
// SOME-NOT: "empty"

// The sanitiser of a cache cures padding, too, and counts what counts.
// RUN: nanguard-run %s --no-cache --function=cache --tiers=fused --input=3x1xf16=5 --input=3x1xf16=1,nan,inf --input=i64=2 --quiet --json=- --print | FileCheck %s --check-prefix=CACHE
// CACHE: "clip":1,{{.*}}"kind":"kv_write"
// CACHE: tensor<3x1xf16>=1,5,5

// A norm whose sum overflows gives zeros: told of a row that counts only.
// RUN: nanguard-run %s --no-cache --function=norm --tiers=safe --input=2x2xf64=1,2,1e200,2 --input=i64=1 --quiet --json=- | FileCheck %s --check-prefix=UNBROKEN
// RUN: nanguard-run %s --no-cache --function=norm --tiers=safe --input=2x2xf64=1e200,2,1,2 --input=i64=1 --quiet --json=- | FileCheck %s --check-prefix=BROKEN
// UNBROKEN-NOT: "invariant_broken":true
// BROKEN: "invariant_broken":true,{{.*}}"kind":"norm"

// A row that a selection takes from elsewhere counts, a destination that nothing
// reads says nothing, and bits of one dimension are a mask.
// RUN: nanguard-run %s --no-cache --function=select --tiers=fused --input=2x2xf16=1 --input=2x2xf16=1,1,12,1 --input=2xi1=1,0 --input=i64=1 --quiet --json=- | FileCheck %s --check-prefix=SEEN
// RUN: nanguard-run %s --no-cache --function=unread --tiers=safe --input=2x2xf16=1 --input=2x2xf16=1,1,12,1 --input=i64=1 --quiet --json=- | FileCheck %s --check-prefix=SEEN
// RUN: nanguard-run %s --no-cache --function=bits --tiers=fused --input=2x2xf16=12,1,1,1 --input=2xi1=1,0 --quiet --json=- | FileCheck %s --check-prefix=SEEN
// RUN: nanguard-run %s --no-cache --function=bits --tiers=fused --input=2x2xf16=1,1,12,1 --input=2xi1=1,0 --quiet --json=- | FileCheck %s --check-prefix=CLEAN
// SEEN: "bad":true

// An id outside of its table is a fault of the data where its row counts.
// RUN: nanguard-run %s --no-cache --function=gather --tiers=safe --input=4xi64=0,1,-100,9 --input=5x4xf16=1 --input=i64=2 --quiet --json=- | FileCheck %s --check-prefix=PADDED
// RUN: nanguard-run %s --no-cache --function=gather --tiers=safe --input=4xi64=0,1,-100,9 --input=5x4xf16=1 --input=i64=3 --quiet --json=- | FileCheck %s --check-prefix=OUTSIDE
// PADDED-NOT: "verdict":"data"
// OUTSIDE: "verdict":"data"

// A mask of other extents is told, not read beyond.
// RUN: not nanguard-run %s --no-cache --function=extents --tiers=fused --input=8000x1xf16=1 --input=1x1xi8=1 2>&1 | FileCheck %s --check-prefix=EXTENTS
// EXTENTS: an assertion of the model failed

func.func @select(%x: tensor<2x2xf16>, %t: tensor<2x2xf16>, %m: tensor<2xi1>, %n: i64 {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<2x2xf16> {
  %e = tensor.empty() : tensor<2x2xf16>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m, %x, %t : tensor<2xi1>, tensor<2x2xf16>, tensor<2x2xf16>) outs(%e : tensor<2x2xf16>) {
  ^bb0(%c: i1, %p: f16, %q: f16, %o: f16):
    %z = arith.select %c, %p, %q : f16
    linalg.yield %z : f16
  } -> tensor<2x2xf16>
  %y = linalg.exp ins(%s : tensor<2x2xf16>) outs(%e : tensor<2x2xf16>) -> tensor<2x2xf16>
  return %y : tensor<2x2xf16>
}

func.func @unread(%x: tensor<2x2xf16>, %w: tensor<2x2xf16>, %n: i64 {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<2x2xf16> {
  %y = linalg.exp ins(%w : tensor<2x2xf16>) outs(%x : tensor<2x2xf16>) -> tensor<2x2xf16>
  return %y : tensor<2x2xf16>
}

func.func @bits(%x: tensor<2x2xf16>, %m: tensor<2xi1> {nanguard.valid_rows}) -> tensor<2x2xf16> {
  %e = tensor.empty() : tensor<2x2xf16>
  %y = linalg.exp ins(%x : tensor<2x2xf16>) outs(%e : tensor<2x2xf16>) -> tensor<2x2xf16>
  return %y : tensor<2x2xf16>
}

func.func @gather(%ids: tensor<4xi64>, %table: tensor<5x4xf16>, %n: i64 {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<4x4xf16> {
  %e = tensor.empty() : tensor<4x4xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi64>) outs(%e : tensor<4x4xf16>) {
  ^bb0(%id: i64, %o: f16):
    %row = arith.index_cast %id : i64 to index
    %col = linalg.index 1 : index
    %v = tensor.extract %table[%row, %col] : tensor<5x4xf16>
    %x = math.exp %v : f16
    linalg.yield %x : f16
  } -> tensor<4x4xf16>
  return %y : tensor<4x4xf16>
}

func.func @extents(%x: tensor<?x?xf16>, %m: tensor<?x?xi8> {nanguard.valid_rows}) -> tensor<?x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf16>
  %b = tensor.dim %x, %c1 : tensor<?x?xf16>
  %e = tensor.empty(%a, %b) : tensor<?x?xf16>
  %y = linalg.exp ins(%x : tensor<?x?xf16>) outs(%e : tensor<?x?xf16>) -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

func.func @lengths(%x: tensor<2x3x2xf16>, %n: tensor<2xi64> {nanguard.valid_rows}) -> tensor<2x3x2xf16> {
  %e = tensor.empty() : tensor<2x3x2xf16>
  %y = linalg.exp ins(%x : tensor<2x3x2xf16>) outs(%e : tensor<2x3x2xf16>) -> tensor<2x3x2xf16>
  return %y : tensor<2x3x2xf16>
}

func.func @mask(%x: tensor<2x2x2xf16>, %m: tensor<2x2xi1> {nanguard.valid_rows = {args = array<i64: 0>}}, %w: tensor<2x2xf16>) -> tensor<2x2x2xf16> {
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x2x2xf16> into tensor<4x2xf16>
  %c = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4x2xf16>
  %f = linalg.fill ins(%c : f16) outs(%e : tensor<4x2xf16>) -> tensor<4x2xf16>
  %p = linalg.matmul ins(%flat, %w : tensor<4x2xf16>, tensor<2x2xf16>) outs(%f : tensor<4x2xf16>) -> tensor<4x2xf16>
  %y = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 2, 2] : tensor<4x2xf16> into tensor<2x2x2xf16>
  return %y : tensor<2x2x2xf16>
}

func.func @both(%x: tensor<2x2xf16>, %m: tensor<2xi1> {nanguard.valid_rows = {args = array<i64: 0>}}, %n: tensor<2xi1> {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<2x2xf16> {
  %e = tensor.empty() : tensor<2x2xf16>
  %y = linalg.exp ins(%x : tensor<2x2xf16>) outs(%e : tensor<2x2xf16>) -> tensor<2x2xf16>
  return %y : tensor<2x2xf16>
}

func.func @cache(%old: tensor<3x1xf16> {nanguard.kv_cache}, %new: tensor<3x1xf16>, %n: i64 {nanguard.valid_rows = {args = array<i64: 1>}}) -> tensor<3x1xf16> {
  %e = tensor.empty() : tensor<3x1xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%old, %new : tensor<3x1xf16>, tensor<3x1xf16>) outs(%e : tensor<3x1xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %zero = arith.constant 0.0 : f16
    %never = arith.cmpf olt, %a, %zero : f16
    %c = arith.negf %b : f16
    %d = arith.select %never, %c, %b : f16
    linalg.yield %d : f16
  } -> tensor<3x1xf16>
  return %y : tensor<3x1xf16>
}

func.func @norm(%x: tensor<2x2xf64>, %n: i64 {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<2x2xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x2xf64>
  %r = tensor.empty() : tensor<2xf64>
  %f = linalg.fill ins(%zero : f64) outs(%r : tensor<2xf64>) -> tensor<2xf64>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x2xf64>) outs(%f : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %q = arith.mulf %a, %a : f64
    %t = arith.addf %q, %o : f64
    linalg.yield %t : f64
  } -> tensor<2xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<2x2xf64>, tensor<2xf64>) outs(%e : tensor<2x2xf64>) {
  ^bb0(%a: f64, %t: f64, %o: f64):
    %two = arith.constant 2.0 : f64
    %eps = arith.constant 1.0e-5 : f64
    %m = arith.divf %t, %two : f64
    %p = arith.addf %m, %eps : f64
    %d = math.rsqrt %p : f64
    %z = arith.mulf %a, %d : f64
    linalg.yield %z : f64
  } -> tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}
