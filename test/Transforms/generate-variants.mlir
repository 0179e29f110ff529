// RUN: nanguard-opt %s --nanguard-generate-variants | FileCheck %s --check-prefixes=CHECK,WRITTEN,WIDE
// RUN: nanguard-opt %s --nanguard-generate-variants=fused=fast | FileCheck %s --check-prefixes=CHECK,FAST,WIDE
// RUN: nanguard-opt %s --nanguard-generate-variants=wide=32 | FileCheck %s --check-prefixes=CHECK,WRITTEN,NARROW
// RUN: nanguard-opt %s --nanguard-generate-variants --remarks-filter=nanguard --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: @three_variants
// CHECK: variants([#nanguard.variant<fused>, #nanguard.variant<safe>, #nanguard.variant<unfused>])
// WRITTEN: math.exp %{{.*}} : f32
// FAST: math.exp %{{.*}} : f16
// CHECK: }, {
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: math.exp %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: nanguard.yield
// CHECK: }, {
// CHECK: math.exp %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: nanguard.yield
func.func @three_variants(%x: tensor<4xf16>) -> tensor<4xf16> {
  %y = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>):
    %e = tensor.empty() : tensor<4xf16>
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf16>) outs(%e : tensor<4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %0 = arith.extf %in : f16 to f32
      %1 = math.exp %0 : f32
      %2 = arith.truncf %1 : f32 to f16
      linalg.yield %2 : f16
    } -> tensor<4xf16>
    nanguard.yield %r : tensor<4xf16>
  }
  return %y : tensor<4xf16>
}

// A cluster that can't be widened has its written form in all variants.
// REMARK: kept as written: 'arith.bitcast' reads the bits of a float
// CHECK-LABEL: @kept_as_written
// CHECK: variants([#nanguard.variant<fused>, #nanguard.variant<safe>, #nanguard.variant<unfused>])
// CHECK-COUNT-3: arith.bitcast %{{.*}} : f16 to i16
func.func @kept_as_written(%x: tensor<4xf16>) -> tensor<4xi16> {
  %y = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xi16> {
  ^bb0(%a: tensor<4xf16>):
    %e = tensor.empty() : tensor<4xi16>
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf16>) outs(%e : tensor<4xi16>) {
    ^bb0(%in: f16, %out: i16):
      %0 = math.exp %in : f16
      %1 = arith.bitcast %0 : f16 to i16
      linalg.yield %1 : i16
    } -> tensor<4xi16>
    nanguard.yield %r : tensor<4xi16>
  }
  return %y : tensor<4xi16>
}

// Each of several results has its own exit cast, in order, at the end.
// CHECK-LABEL: @two_results
// CHECK: }, {
// CHECK: math.exp %{{.*}} : f32
// CHECK: %[[A:.*]] = linalg.generic
// CHECK: arith.truncf
// CHECK: %[[B:.*]] = linalg.generic
// CHECK: arith.truncf
// CHECK: nanguard.yield %[[A]], %[[B]]
func.func @two_results(%x: tensor<?xf16>) -> (tensor<?xf16>, tensor<?xf16>) {
  %y:2 = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>])
      ins(%x : tensor<?xf16>) -> tensor<?xf16>, tensor<?xf16> {
  ^bb0(%a: tensor<?xf16>):
    %c0 = arith.constant 0 : index
    %d = tensor.dim %a, %c0 : tensor<?xf16>
    %e = tensor.empty(%d) : tensor<?xf16>
    %r = linalg.exp ins(%a : tensor<?xf16>) outs(%e : tensor<?xf16>) -> tensor<?xf16>
    nanguard.yield %r, %r : tensor<?xf16>, tensor<?xf16>
  }
  return %y#0, %y#1 : tensor<?xf16>, tensor<?xf16>
}

// widen_r1: the safe form of a bf16 or f32 op is in f32, the unfused one in f64,
// with wide=32 in f32.
// CHECK-LABEL: @two_stages
// CHECK: }, {
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: math.exp %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: }, {
// WIDE: arith.extf %{{.*}} : bf16 to f64
// WIDE: math.exp %{{.*}} : f64
// WIDE: arith.truncf %{{.*}} : f64 to bf16
// NARROW-NOT: f64
// NARROW: math.exp %{{.*}} : f32
func.func @two_stages(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %y = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xbf16>) -> tensor<4xbf16> {
  ^bb0(%a: tensor<4xbf16>):
    %e = tensor.empty() : tensor<4xbf16>
    %r = linalg.exp ins(%a : tensor<4xbf16>) outs(%e : tensor<4xbf16>) -> tensor<4xbf16>
    nanguard.yield %r : tensor<4xbf16>
  }
  return %y : tensor<4xbf16>
}

// What the model computes in f64 stays f64, whatever the stage.
// CHECK-LABEL: @f64_stays
// CHECK: }, {
// CHECK-COUNT-2: linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf64>) outs(%{{.*}} : tensor<f64>)
func.func @f64_stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = nanguard.cluster kind(reduction) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %zero = arith.constant dense<0.0> : tensor<f64>
    %e64 = tensor.empty() : tensor<4xf64>
    %e = tensor.empty() : tensor<4xf32>
    %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf32>) outs(%e64 : tensor<4xf64>) {
    ^bb0(%in: f32, %out: f64):
      %0 = arith.extf %in : f32 to f64
      %1 = math.exp %0 : f64
      linalg.yield %1 : f64
    } -> tensor<4xf64>
    %s = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
        ins(%w : tensor<4xf64>) outs(%zero : tensor<f64>) {
    ^bb0(%in: f64, %acc: f64):
      %0 = arith.addf %in, %acc : f64
      linalg.yield %0 : f64
    } -> tensor<f64>
    %r = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> ()>, #id], iterator_types = ["parallel"]}
        ins(%a, %s : tensor<4xf32>, tensor<f64>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %sum: f64, %out: f32):
      %0 = arith.truncf %sum : f64 to f32
      %1 = arith.addf %in, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    nanguard.yield %r : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}
