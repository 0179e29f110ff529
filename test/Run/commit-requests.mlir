// The commit gate in a batch: a bad request keeps its old values, the others'
// new ones are committed. What holds no requests keeps its old value whole.

// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --guard-options=batch-dim=0 --tiers=fused --input=3x2xf32=1 --input=2xf32=4 --input=3x2xf32=1,2,3,4,5,6 --print --quiet | FileCheck %s --check-prefix=GOOD
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --guard-options=batch-dim=0 --tiers=fused --input=3x2xf32=1 --input=2xf32=4 --input=3x2xf32=1,2,3,100,5,6 --print --quiet | FileCheck %s --check-prefix=BAD
// GOOD: tensor<3x2xf32>=2,3,4,5,6,7
// GOOD: tensor<2xf32>=8
// BAD: tensor<3x2xf32>=2,3,1,1,6,7
// BAD: tensor<2xf32>=4,4

// A bad value that is everyone's: no request's update is to be trusted.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --guard-options=batch-dim=0 --tiers=fused --input=3x2xf32=1 --input=2xf32=inf --input=3x2xf32=1,2,3,4,5,6 --print --quiet | FileCheck %s --check-prefix=SHARED
// SHARED: tensor<3x2xf32>=1,1,1,1,1,1

// Rescued requests are committed.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --guard-options=batch-dim=0 --tiers=fused --rescue --inject=op=grow,index=4,kind=nan --input=3x2xf32=1 --input=2xf32=4 --input=3x2xf32=1,2,3,4,5,6 --print --quiet | FileCheck %s --check-prefix=GOOD

// Several entries a request, and as many requests as the call brings.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=flat --guard-options=batch-dim=0 --tiers=fused --input=6xf32=1 --input=3x2xf32=1,2,3,100,5,6 --print --quiet | FileCheck %s --check-prefix=FLAT
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=dynamic --guard-options=batch-dim=0 --tiers=fused --input=4x1xf32=1 --input=4x1xf32=2,100,4,-inf --print --quiet | FileCheck %s --check-prefix=DYNAMIC
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=dynamic --guard-options=batch-dim=0 --tiers=fused --input=0x1xf32= --input=0x1xf32= --print --quiet | FileCheck %s --check-prefix=NONE
// FLAT: tensor<6xf32>=2,3,1,1,6,7
// DYNAMIC: tensor<4x1xf32>=3,1,5,1
// NONE: tensor<0x1xf32>

// A cache whose requests change places: what a request gets is another's, so
// a bad step keeps all. Read where its own lies, it stays the request's.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=reorder --guard-options=batch-dim=0 --tiers=fused --input=2x1xf32=1 --input=2x1xf32=2,100 --input=2xi64=1,0 --print --quiet | FileCheck %s --check-prefix=REORDER
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=backwards --guard-options=batch-dim=0 --tiers=fused --input=2x1xf32=1 --input=2x1xf32=2,100 --print --quiet | FileCheck %s --check-prefix=REORDER
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=pick --guard-options=batch-dim=0 --tiers=fused --input=2x2xf32=1 --input=2x2xf32=2,3,4,100 --input=2x2xi64=1,0,1,0 --print --quiet | FileCheck %s --check-prefix=PICK
// REORDER: tensor<2x1xf32>=1,1
// PICK: tensor<2x2xf32>=4,3,1,1

func.func @main(%state: tensor<3x2xf32> {nanguard.batch}, %w: tensor<2xf32>, %x: tensor<3x2xf32> {nanguard.batch}) -> (tensor<3x2xf32> {nanguard.commit = 0 : i64}, tensor<2xf32> {nanguard.commit = 1 : i64}) {
  %e = tensor.empty() : tensor<3x2xf32>
  %f = tensor.empty() : tensor<2xf32>
  %grown = linalg.exp ins(%x : tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32> loc("grow"("m.py":1:0))
  %update = linalg.log ins(%grown : tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %new = linalg.add ins(%state, %update : tensor<3x2xf32>, tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %twice = linalg.add ins(%w, %w : tensor<2xf32>, tensor<2xf32>) outs(%f : tensor<2xf32>) -> tensor<2xf32>
  return %new, %twice : tensor<3x2xf32>, tensor<2xf32>
}

func.func @flat(%state: tensor<6xf32>, %x: tensor<3x2xf32> {nanguard.batch}) -> (tensor<6xf32> {nanguard.commit}) {
  %e = tensor.empty() : tensor<3x2xf32>
  %f = tensor.empty() : tensor<6xf32>
  %grown = linalg.exp ins(%x : tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %update = linalg.log ins(%grown : tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %rows = tensor.collapse_shape %update [[0, 1]] : tensor<3x2xf32> into tensor<6xf32>
  %new = linalg.add ins(%state, %rows : tensor<6xf32>, tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %new : tensor<6xf32>
}

func.func @dynamic(%state: tensor<?x1xf32> {nanguard.batch}, %x: tensor<?x1xf32> {nanguard.batch}) -> (tensor<?x1xf32> {nanguard.commit = 0 : i64}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x1xf32>
  %e = tensor.empty(%n) : tensor<?x1xf32>
  %grown = linalg.exp ins(%x : tensor<?x1xf32>) outs(%e : tensor<?x1xf32>) -> tensor<?x1xf32>
  %update = linalg.log ins(%grown : tensor<?x1xf32>) outs(%e : tensor<?x1xf32>) -> tensor<?x1xf32>
  %new = linalg.add ins(%state, %update : tensor<?x1xf32>, tensor<?x1xf32>) outs(%e : tensor<?x1xf32>) -> tensor<?x1xf32>
  return %new : tensor<?x1xf32>
}

func.func @reorder(%state: tensor<2x1xf32> {nanguard.batch}, %x: tensor<2x1xf32> {nanguard.batch}, %order: tensor<2xi64> {nanguard.batch}) -> (tensor<2x1xf32> {nanguard.commit = 0 : i64}) {
  %e = tensor.empty() : tensor<2x1xf32>
  %grown = linalg.exp ins(%x : tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) -> tensor<2x1xf32>
  %new = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%order : tensor<2xi64>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%from: i64, %o: f32):
    %i = arith.index_cast %from : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %grown[%i, %j] : tensor<2x1xf32>
    linalg.yield %v : f32
  } -> tensor<2x1xf32>
  return %new : tensor<2x1xf32>
}

func.func @backwards(%state: tensor<2x1xf32> {nanguard.batch}, %x: tensor<2x1xf32> {nanguard.batch}) -> (tensor<2x1xf32> {nanguard.commit = 0 : i64}) {
  %e = tensor.empty() : tensor<2x1xf32>
  %grown = linalg.exp ins(%x : tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) -> tensor<2x1xf32>
  %new = linalg.generic {indexing_maps = [affine_map<(i, j) -> (1 - i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%grown, %state : tensor<2x1xf32>, tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%v: f32, %s: f32, %o: f32):
    %larger = arith.maximumf %v, %s : f32
    linalg.yield %larger : f32
  } -> tensor<2x1xf32>
  return %new : tensor<2x1xf32>
}

func.func @pick(%state: tensor<2x2xf32> {nanguard.batch}, %x: tensor<2x2xf32> {nanguard.batch}, %which: tensor<2x2xi64> {nanguard.batch}) -> (tensor<2x2xf32> {nanguard.commit = 0 : i64}) {
  %e = tensor.empty() : tensor<2x2xf32>
  %grown = linalg.exp ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %update = linalg.log ins(%grown : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %picked = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%which : tensor<2x2xi64>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%from: i64, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %from : i64 to index
    %v = tensor.extract %update[%i, %j] : tensor<2x2xf32>
    linalg.yield %v : f32
  } -> tensor<2x2xf32>
  %new = linalg.add ins(%state, %picked : tensor<2x2xf32>, tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %new : tensor<2x2xf32>
}
