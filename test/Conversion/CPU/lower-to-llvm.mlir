// RUN: nanguard-opt %s --nanguard-lower-to-llvm | FileCheck %s --implicit-check-not=unrealized --implicit-check-not=@malloc
// RUN: nanguard-opt %s --nanguard-lower-to-llvm | mlir-translate --mlir-to-llvmir | opt -O3 -mcpu=haswell -S | FileCheck %s --check-prefix=O3

// A linear layer with an f16 weight, GELU and a scan, called by tier. The
// kernel writes its out arguments: it returns nothing.
// CHECK: llvm.func @mm_k({{.*}}) attributes
// CHECK-NOT: llvm.return %
// CHECK: llvm.func @mm(

// The scan survives -O3, sixteen lanes at a time.
// O3-DAG: @llvm.umax.v16i16
#id2 = affine_map<(d0,d1)->(d0,d1)>
#row = affine_map<(d0,d1)->(d0)>
#col = affine_map<(d0,d1)->(d1)>
module {

  func.func private @mm_k(%x: tensor<32x384xf16>, %w: tensor<1536x384xf16>, %bias: tensor<1536xf16>, %out: tensor<32x1536xf16>, %row: tensor<12xi64>) -> (tensor<32x1536xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>} {
    %z = arith.constant 0.0 : f32
    %zi = arith.constant dense<0> : tensor<i16>
    %c1 = arith.constant 1 : index
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %is2 = arith.constant 0.70710678 : f32
    %e0 = tensor.empty() : tensor<384x1536xf16>
    %t = linalg.transpose ins(%w : tensor<1536x384xf16>) outs(%e0 : tensor<384x1536xf16>) permutation = [1, 0]
    %e1 = tensor.empty() : tensor<32x384xf32>
    %xf = linalg.generic {indexing_maps=[#id2,#id2], iterator_types=["parallel","parallel"]} ins(%x: tensor<32x384xf16>) outs(%e1 : tensor<32x384xf32>) {
      ^bb0(%a: f16, %o: f32): %b = arith.extf %a : f16 to f32
      linalg.yield %b : f32 } -> tensor<32x384xf32>
    %e2 = tensor.empty() : tensor<384x1536xf32>
    %wf = linalg.generic {indexing_maps=[#id2,#id2], iterator_types=["parallel","parallel"]} ins(%t: tensor<384x1536xf16>) outs(%e2 : tensor<384x1536xf32>) {
      ^bb0(%a: f16, %o: f32): %b = arith.extf %a : f16 to f32
      linalg.yield %b : f32 } -> tensor<384x1536xf32>
    %e3 = tensor.empty() : tensor<32x1536xf32>
    %f = linalg.fill ins(%z : f32) outs(%e3 : tensor<32x1536xf32>) -> tensor<32x1536xf32>
    %m = linalg.matmul ins(%xf, %wf : tensor<32x384xf32>, tensor<384x1536xf32>) outs(%f : tensor<32x1536xf32>) -> tensor<32x1536xf32>
    %g = linalg.generic {indexing_maps=[#id2,#col,#id2], iterator_types=["parallel","parallel"]} ins(%m, %bias: tensor<32x1536xf32>, tensor<1536xf16>) outs(%e3 : tensor<32x1536xf32>) {
      ^bb0(%a: f32, %bi: f16, %o: f32): %b = arith.extf %bi : f16 to f32
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32 } -> tensor<32x1536xf32>
    %y = linalg.generic {indexing_maps=[#id2,#id2], iterator_types=["parallel","parallel"]} ins(%g: tensor<32x1536xf32>) outs(%out : tensor<32x1536xf16>) {
      ^bb0(%a: f32, %o: f16):
      %s = arith.mulf %a, %is2 : f32
      %er = math.erf %s : f32
      %p = arith.addf %er, %one : f32
      %h = arith.mulf %a, %half : f32
      %r = arith.mulf %h, %p : f32
      %b = arith.truncf %r : f32 to f16
      linalg.yield %b : f16 } -> tensor<32x1536xf16>
    %sc = nanguard.scan bits ins(%y : tensor<32x1536xf16>) outs(%zi : tensor<i16>) -> tensor<i16>
    %v = tensor.extract %sc[] : tensor<i16>
    %v64 = arith.extui %v : i16 to i64
    %row2 = tensor.insert %v64 into %row[%c1] : tensor<12xi64>
    return %y, %row2 : tensor<32x1536xf16>, tensor<12xi64>
  }
  func.func @mm(%x: tensor<32x384xf16>, %w: tensor<1536x384xf16>, %bias: tensor<1536xf16>, %tiers: tensor<1xi8>) -> (tensor<32x1536xf16>, tensor<1x12xi64>) {
    %c0 = arith.constant 0 : index
    %z64 = arith.constant 0 : i64
    %tb = tensor.extract %tiers[%c0] : tensor<1xi8>
    %ti = arith.index_castui %tb : i8 to index
    %e = tensor.empty() : tensor<32x1536xf16>
    %er = tensor.empty() : tensor<1x12xi64>
    %rep = linalg.fill ins(%z64 : i64) outs(%er : tensor<1x12xi64>) -> tensor<1x12xi64>
    %row = tensor.extract_slice %rep[0,0][1,12][1,1] : tensor<1x12xi64> to tensor<12xi64>
    %y:2 = scf.index_switch %ti -> tensor<32x1536xf16>, tensor<12xi64>
    case 0 {
      %r:2 = func.call @mm_k(%x,%w,%bias,%e,%row) : (tensor<32x384xf16>, tensor<1536x384xf16>, tensor<1536xf16>, tensor<32x1536xf16>, tensor<12xi64>) -> (tensor<32x1536xf16>, tensor<12xi64>)
      scf.yield %r#0, %r#1 : tensor<32x1536xf16>, tensor<12xi64>
    }
    default {
      %r:2 = func.call @mm_k(%x,%w,%bias,%e,%row) : (tensor<32x384xf16>, tensor<1536x384xf16>, tensor<1536xf16>, tensor<32x1536xf16>, tensor<12xi64>) -> (tensor<32x1536xf16>, tensor<12xi64>)
      scf.yield %r#0, %r#1 : tensor<32x1536xf16>, tensor<12xi64>
    }
    %rep2 = tensor.insert_slice %y#1 into %rep[0,0][1,12][1,1] : tensor<12xi64> into tensor<1x12xi64>
    return %y#0, %rep2 : tensor<32x1536xf16>, tensor<1x12xi64>
  }
}
