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
