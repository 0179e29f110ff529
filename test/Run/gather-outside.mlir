// An index outside of its tensor is held inside, and told as a fault of the
// data, in each form that scans.
// RUN: nanguard-run %s --no-cache --tiers=safe --input=3xi64=0,7,-2 --input=3x2xf16=1,1,1,1,1,1 --quiet --json=- | FileCheck %s --check-prefix=DATA
// RUN: nanguard-run %s --no-cache --tiers=fused --input=3xi64=0,7,-2 --input=3x2xf16=1,1,1,1,1,1 --quiet --json=- | FileCheck %s --check-prefix=DATA
// RUN: nanguard-run %s --no-cache --tiers=safe --input=3xi64=0,2,1 --input=3x2xf16=1,1,1,1,1,1 --quiet --json=- | FileCheck %s --check-prefix=GOOD
// RUN: nanguard-opt %s --guard-tiers | FileCheck %s

// One that no producer takes in has a row of its own.
// RUN: nanguard-run %s --no-cache --function=alone --tiers=fused --input=3xi64=0,7,-2 --input=3x2xf16=1,2,3,4,5,6 --quiet --json=- --print | FileCheck %s --check-prefixes=DATA,HELD

// DATA: "verdict":"data"
// HELD: tensor<3x2xf16>=1,2,5,6,1,2
// GOOD-NOT: "data"

// The check runs over the ids alone, not over the rows.
// CHECK-LABEL: func.func private @ng_{{.*}}_0_fused_bits
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%{{.*}} : tensor<3xi64>)
// CHECK: arith.index_cast
// CHECK-NEXT: arith.cmpi uge
// CHECK-NEXT: arith.extui
// CHECK: arith.select %{{.*}}, %c32_i64
func.func @main(%ids: tensor<3xi64>, %table: tensor<3x2xf16>) -> tensor<3x2xf16> {
  %e = tensor.empty() : tensor<3x2xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<3xi64>) outs(%e : tensor<3x2xf16>) {
  ^bb0(%id: i64, %o: f16):
    %row = arith.index_cast %id : i64 to index
    %col = linalg.index 1 : index
    %v = tensor.extract %table[%row, %col] : tensor<3x2xf16>
    %x = math.exp %v : f16
    linalg.yield %x : f16
  } -> tensor<3x2xf16>
  return %y : tensor<3x2xf16>
}

func.func @alone(%ids: tensor<3xi64>, %table: tensor<3x2xf16>) -> tensor<3x2xf16> {
  %e = tensor.empty() : tensor<3x2xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<3xi64>) outs(%e : tensor<3x2xf16>) {
  ^bb0(%id: i64, %o: f16):
    %row = arith.index_cast %id : i64 to index
    %col = linalg.index 1 : index
    %v = tensor.extract %table[%row, %col] : tensor<3x2xf16>
    linalg.yield %v : f16
  } -> tensor<3x2xf16>
  return %y : tensor<3x2xf16>
}
