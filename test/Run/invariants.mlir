// Faults that give finite numbers, in a safe form: the squares of @kept, whose
// bit casts keep it in f16, overflow, and its rows are zeros. Constant rows, rows
// that eps outweighs, rows of zeros and masked ones agree with what they must be.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=kept --input=2x4xf16=1,2,3,4,300,300,-300,300 --tiers=safe --steps=1 --json=- | FileCheck %s --check-prefix=BROKEN
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=kept --input=2x4xf16=1,2,3,4,300,300,-300,300 --tiers=safe --steps=1 | FileCheck %s --check-prefix=TABLE
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=kept --input=2x4xf16=1,2,3,4,0,0,0,0 --tiers=safe --steps=1 --json=- | FileCheck %s --check-prefix=GOOD
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=norms --input=4x4xf16=0,0,0,0,7,7,7,7,1e-4,-1e-4,1e-4,2e-4,60000,-60000,3,1 --tiers=safe --steps=1 --json=- | FileCheck %s --check-prefix=GOOD
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=norms --input=4x4xf16=0,0,0,0,7,7,7,7,1e-4,-1e-4,1e-4,2e-4,60000,-60000,3,1 --tiers=unfused --steps=1 --json=- | FileCheck %s --check-prefix=GOOD
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=norms --input=4x4xf16=nan,0,0,0,inf,7,7,7,1,2,3,4,1,1,1,1 --tiers=safe --steps=1 --json=- | FileCheck %s --check-prefix=GOOD
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=softmax --input=3x4xf16=60000,-60000,1,2,-inf,-inf,-inf,1,-inf,-inf,-inf,-inf --tiers=safe --steps=1 --json=- | FileCheck %s --check-prefix=GOOD
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=softmax --input=3x4xf16=60000,-60000,1,2,-inf,-inf,-inf,1,-inf,-inf,-inf,-inf --tiers=unfused --steps=1 --json=- | FileCheck %s --check-prefix=GOOD

// Rows without elements have no sum.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=empty_rows --input=2x0xf16= --tiers=safe --steps=1 --json=- | FileCheck %s --check-prefix=GOOD

// A step of the controller's safe tier that breaks one is not clean.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --function=kept --input=2x4xf16=1,2,3,4,300,300,-300,300 --tiers=controller --steps=8 --inject=op=1,kind=nan,step=1-2 | FileCheck %s --check-prefix=HELD

// BROKEN: "invariant_broken":true
// TABLE: norm#1 (wrong sum)
// GOOD-NOT: "invariant_broken":true
// GOOD: "invariant_broken":false
// HELD: 3 safe 1 {{.*}} (wrong sum) SAFE_STAGE_1
// HELD: 8 safe 1 {{.*}} (wrong sum) SAFE_STAGE_1
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @kept(%x: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %zero = arith.constant 0.0 : f16
  %n = arith.constant 4.0 : f16
  %eps = arith.constant 1.0e-5 : f16
  %ex = tensor.empty() : tensor<2x4xf16>
  %er = tensor.empty() : tensor<2xf16>
  %s0 = linalg.fill ins(%zero : f16) outs(%er : tensor<2xf16>) -> tensor<2xf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x4xf16>) outs(%s0 : tensor<2xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.mulf %in, %in : f16
    %1 = arith.addf %0, %out : f16
    linalg.yield %1 : f16
  } -> tensor<2xf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<2x4xf16>, tensor<2xf16>) outs(%ex : tensor<2x4xf16>) {
  ^bb0(%in: f16, %sum: f16, %out: f16):
    %0 = arith.divf %sum, %n : f16
    %1 = arith.addf %0, %eps : f16
    %2 = math.rsqrt %1 : f16
    %3 = arith.mulf %in, %2 : f16
    %4 = arith.bitcast %3 : f16 to i16
    %5 = arith.bitcast %4 : i16 to f16
    linalg.yield %5 : f16
  } -> tensor<2x4xf16>
  return %y : tensor<2x4xf16>
}
func.func @norms(%x: tensor<4x4xf16>) -> tensor<4x4xf16> {
  %zero = arith.constant 0.0 : f16
  %n = arith.constant 4.0 : f16
  %eps = arith.constant 1.0e-5 : f16
  %gamma = arith.constant 2.0 : f16
  %ex = tensor.empty() : tensor<4x4xf16>
  %er = tensor.empty() : tensor<4xf16>
  %s0 = linalg.fill ins(%zero : f16) outs(%er : tensor<4xf16>) -> tensor<4xf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x4xf16>) outs(%s0 : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.addf %in, %out : f16
    linalg.yield %0 : f16
  } -> tensor<4xf16>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x4xf16>, tensor<4xf16>) outs(%ex : tensor<4x4xf16>) {
  ^bb0(%in: f16, %sum: f16, %out: f16):
    %0 = arith.divf %sum, %n : f16
    %1 = arith.subf %in, %0 : f16
    linalg.yield %1 : f16
  } -> tensor<4x4xf16>
  %v = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<4x4xf16>) outs(%s0 : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.mulf %in, %in : f16
    %1 = arith.addf %0, %out : f16
    linalg.yield %1 : f16
  } -> tensor<4xf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %v : tensor<4x4xf16>, tensor<4xf16>) outs(%ex : tensor<4x4xf16>) {
  ^bb0(%in: f16, %sum: f16, %out: f16):
    %0 = arith.divf %sum, %n : f16
    %1 = arith.addf %0, %eps : f16
    %2 = math.rsqrt %1 : f16
    %3 = arith.mulf %in, %2 : f16
    %4 = arith.mulf %3, %gamma : f16
    linalg.yield %4 : f16
  } -> tensor<4x4xf16>
  return %y : tensor<4x4xf16>
}
func.func @softmax(%x: tensor<3x4xf16>) -> tensor<3x4xf16> {
  %e = tensor.empty() : tensor<3x4xf16>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<3x4xf16>) outs(%e : tensor<3x4xf16>) -> tensor<3x4xf16>
  return %0 : tensor<3x4xf16>
}

func.func @empty_rows(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf16>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf16>
  %zero = arith.constant 0.0 : f16
  %ninf = arith.constant 0xFC00 : f16
  %e = tensor.empty(%d0,%d1) : tensor<?x?xf16>
  %er = tensor.empty(%d0) : tensor<?xf16>
  %f = linalg.fill ins(%zero : f16) outs(%er : tensor<?xf16>) -> tensor<?xf16>
  %fm = linalg.fill ins(%ninf : f16) outs(%er : tensor<?xf16>) -> tensor<?xf16>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf16>) outs(%fm : tensor<?xf16>) {
  ^bb0(%p: f16, %o: f16):
    %z = arith.maximumf %p, %o : f16
    linalg.yield %z : f16
  } -> tensor<?xf16>
  %ex = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<?x?xf16>, tensor<?xf16>) outs(%e : tensor<?x?xf16>) {
  ^bb0(%p: f16, %q: f16, %o: f16):
    %z = arith.subf %p, %q : f16
    %zz = math.exp %z : f16
    linalg.yield %zz : f16
  } -> tensor<?x?xf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%ex : tensor<?x?xf16>) outs(%f : tensor<?xf16>) {
  ^bb0(%p: f16, %o: f16):
    %z = arith.addf %p, %o : f16
    linalg.yield %z : f16
  } -> tensor<?xf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%ex, %s : tensor<?x?xf16>, tensor<?xf16>) outs(%e : tensor<?x?xf16>) {
  ^bb0(%p: f16, %q: f16, %o: f16):
    %z = arith.divf %p, %q : f16
    linalg.yield %z : f16
  } -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}
