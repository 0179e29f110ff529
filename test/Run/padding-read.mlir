// Padding that the rows that count are computed from: a NaN in it is the data's
// fault, though the scan of what is read does not look there. No op is lowered.

// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=sum --steps=14 --input=4x2xf32=1,1,1,1,nan,1,1,1 --input=i64=2 --json=- --quiet | FileCheck %s --check-prefix=DATA
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=product --steps=14 --input=2x4xf32=1 --input=4x2xf32=1,1,1,1,1,1,inf,1 --input=i64=3 --json=- --quiet | FileCheck %s --check-prefix=DATA
// DATA-NOT: "verdict":"hardware"
// DATA-NOT: "state":"SAFE_STAGE
// DATA: "step":14
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=sum --steps=2 --input=4x2xf32=1,1,1,1,nan,1,1,1 --input=i64=2 | FileCheck %s --check-prefix=TABLE
// TABLE: 1 fused 1 {{.*}} reduction#1 (data)
// TABLE: 2 fused 1 {{.*}} reduction#1 (data)

// Clean padding excuses nothing, and neither does that of rows which don't
// come to the ones that are bad.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=sum --steps=3 --input=4x2xf32=3e38,1,3e38,1,1,1,1,1 --input=i64=2 | FileCheck %s --check-prefix=OWN
// OWN: 1 fused 1 {{.*}} reduction#1 (op, exit)
// OWN: 2 fused 1 {{.*}} reduction#1 (op, exit) in its cast{{$}}
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=rows --steps=3 --input=2x2xf32=100,1,nan,1 --input=i64=1 | FileCheck %s --check-prefix=ROWS
// ROWS: 1 fused 1 {{.*}} activation#1 (op, exit)

// What is bad itself, not its padding, is the argument's.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=sum --steps=1 --input=4x2xf32=1,nan,1,1,nan,1,1,1 --input=i64=2 | FileCheck %s --check-prefix=ENTRY
// ENTRY: entry#0 (data)

// Where a mask takes the padding out, the safe form does not read it: the op as
// written is at fault, and lowered.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=attention --steps=4 --input=1x2x2xf16=1 --input=1x2x2xf16=1 --input=1x2x2xf16=1,2,nan,nan --input=1x2x2xf16=0,-inf,0,-inf --input=i64=1 --print | FileCheck %s --check-prefix=MASKED
// MASKED: 1 fused 1 {{.*}} attention#4 (op)
// MASKED: 4 safe 1 0 0 attention#4 VERIFY
// MASKED: tensor<1x2x2xf16>=1,2,1,2
// Without the mask nothing cures it, and it is no hardware's fault either.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --function=attention --steps=20 --input=1x2x2xf16=1 --input=1x2x2xf16=1 --input=1x2x2xf16=1,2,nan,nan --input=1x2x2xf16=0 --input=i64=1 --json=- --quiet | FileCheck %s --check-prefix=UNMASKED
// UNMASKED-NOT: "verdict":"hardware"
// UNMASKED-NOT: "state":"SAFE_STAGE_2"
// UNMASKED: "state":"SAFE_STAGE_1",{{.*}}"verdict":"data"{{.*}}"step":20

func.func @sum(%x: tensor<4x2xf32>, %n: i64 {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %y = linalg.reduce ins(%x : tensor<4x2xf32>) outs(%f : tensor<2xf32>) dimensions = [0]
    (%a: f32, %acc: f32) {
      %s = arith.addf %a, %acc : f32
      linalg.yield %s : f32
    }
  return %y : tensor<2xf32>
}

func.func @product(%a: tensor<2x4xf32>, %x: tensor<4x2xf32>, %n: i64 {nanguard.valid_rows = {args = array<i64: 1>}}) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.matmul ins(%a, %x : tensor<2x4xf32>, tensor<4x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

func.func @rows(%x: tensor<2x2xf32>, %n: i64 {nanguard.valid_rows = {args = array<i64: 0>}}) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %y = linalg.exp ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

func.func @attention(%q: tensor<1x2x2xf16>, %k: tensor<1x2x2xf16>, %v: tensor<1x2x2xf16>, %mask: tensor<1x2x2xf16> {nanguard.expect_inf}, %n: i64 {nanguard.valid_rows = {args = array<i64: 2>, dim = 1 : i64}}) -> tensor<1x2x2xf16> {
  %zero = arith.constant 0.0 : f16
  %zero32 = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x2x2xf16>
  %e32 = tensor.empty() : tensor<1x2x2xf32>
  %r = tensor.empty() : tensor<1x2xf32>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<1x2x2xf16>) -> tensor<1x2x2xf16>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x2x2xf16>, tensor<1x2x2xf16>) outs(%f : tensor<1x2x2xf16>) -> tensor<1x2x2xf16>
  %m = linalg.add ins(%s, %mask : tensor<1x2x2xf16>, tensor<1x2x2xf16>) outs(%e : tensor<1x2x2xf16>) -> tensor<1x2x2xf16>
  %w = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%m : tensor<1x2x2xf16>) outs(%e32 : tensor<1x2x2xf32>) {
  ^bb0(%a: f16, %o: f32):
    %x = arith.extf %a : f16 to f32
    linalg.yield %x : f32
  } -> tensor<1x2x2xf32>
  %lows = linalg.fill ins(%low : f32) outs(%r : tensor<1x2xf32>) -> tensor<1x2xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w : tensor<1x2x2xf32>) outs(%lows : tensor<1x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.maximumf %a, %o : f32
    linalg.yield %x : f32
  } -> tensor<1x2xf32>
  %exp = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w, %max : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%e32 : tensor<1x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<1x2x2xf32>
  %zeros = linalg.fill ins(%zero32 : f32) outs(%r : tensor<1x2xf32>) -> tensor<1x2xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%exp : tensor<1x2x2xf32>) outs(%zeros : tensor<1x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.addf %a, %o : f32
    linalg.yield %x : f32
  } -> tensor<1x2xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%exp, %sum : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%e : tensor<1x2x2xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %d = arith.divf %a, %b : f32
    %x = arith.truncf %d : f32 to f16
    linalg.yield %x : f16
  } -> tensor<1x2x2xf16>
  %y = linalg.batch_matmul ins(%p, %v : tensor<1x2x2xf16>, tensor<1x2x2xf16>) outs(%f : tensor<1x2x2xf16>) -> tensor<1x2x2xf16>
  return %y : tensor<1x2x2xf16>
}
