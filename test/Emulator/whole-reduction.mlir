// A float reduction of everything runs on blocks of threads, whose results one
// more block combines with what the outputs hold: the order is that of the
// threads' numbers. Every access is watched.
// RUN: nanguard-opt --nanguard-lower-to-emulator=checks %s -o %t.mlir 2>&1 | FileCheck --allow-empty --check-prefix=QUIET %s
// RUN: sed -e 's/_mlir_memref_to_llvm_alloc/malloc/' -e 's/_mlir_memref_to_llvm_free/free/' %t.mlir > %t.plain.mlir
// RUN: %run-emulated -e main %t.plain.mlir | FileCheck %s

// QUIET-NOT: remark
// 5000 times 0.5 on top of 10, the least and the largest of -3 … 3 by twos.
// CHECK: 2510
// CHECK-NEXT: -3
// CHECK-NEXT: 3
// A NaN is the least and the largest.
// CHECK-NEXT: {{-?}}nan
// CHECK-NEXT: {{-?}}nan

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
module {
  func.func private @ng_scan(%x: tensor<5000xf32>, %y: tensor<5000xf32>, %sum: tensor<f64>, %least: tensor<f64>, %most: tensor<f64>)
      -> (tensor<f64>, tensor<f64>, tensor<f64>) attributes {nanguard.form = #nanguard.form<scan>} {
    %r:3 = linalg.generic {indexing_maps = [#id, #id, #none, #none, #none], iterator_types = ["reduction"]}
        ins(%x, %y : tensor<5000xf32>, tensor<5000xf32>) outs(%sum, %least, %most : tensor<f64>, tensor<f64>, tensor<f64>) {
    ^bb0(%a: f32, %b: f32, %s: f64, %l: f64, %m: f64):
      %wa = arith.extf %a : f32 to f64
      %wb = arith.extf %b : f32 to f64
      %0 = arith.addf %wa, %s : f64
      %1 = arith.minimumf %wb, %l : f64
      %2 = arith.maximumf %wb, %m : f64
      linalg.yield %0, %1, %2 : f64, f64, f64
    } -> (tensor<f64>, tensor<f64>, tensor<f64>)
    return %r#0, %r#1, %r#2 : tensor<f64>, tensor<f64>, tensor<f64>
  }

  func.func @main() {
    %half = arith.constant dense<0.5> : tensor<5000xf32>
    %ten = arith.constant dense<10.0> : tensor<f64>
    %inf = arith.constant dense<0x7FF0000000000000> : tensor<f64>
    %ninf = arith.constant dense<0xFFF0000000000000> : tensor<f64>
    %nan = arith.constant 0x7FC00000 : f32
    %c4 = arith.constant 4 : index
    %c3 = arith.constant 3.0 : f32
    %two = arith.constant 2.0 : f32
    %e = tensor.empty() : tensor<5000xf32>
    %y = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<5000xf32>) {
    ^bb0(%o: f32):
      %i = linalg.index 0 : index
      %q = arith.remui %i, %c4 : index
      %n = arith.index_cast %q : index to i32
      %f = arith.uitofp %n : i32 to f32
      %d = arith.mulf %f, %two : f32
      %v = arith.subf %d, %c3 : f32
      linalg.yield %v : f32
    } -> tensor<5000xf32>
    %c4321 = arith.constant 4321 : index
    %bad = tensor.insert %nan into %y[%c4321] : tensor<5000xf32>
    %r:3 = call @ng_scan(%half, %y, %ten, %inf, %ninf) : (tensor<5000xf32>, tensor<5000xf32>, tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>)
    %s:3 = call @ng_scan(%half, %bad, %ten, %inf, %ninf) : (tensor<5000xf32>, tensor<5000xf32>, tensor<f64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>, tensor<f64>)
    %0 = tensor.extract %r#0[] : tensor<f64>
    %1 = tensor.extract %r#1[] : tensor<f64>
    %2 = tensor.extract %r#2[] : tensor<f64>
    %3 = tensor.extract %s#1[] : tensor<f64>
    %4 = tensor.extract %s#2[] : tensor<f64>
    vector.print %0 : f64
    vector.print %1 : f64
    vector.print %2 : f64
    vector.print %3 : f64
    vector.print %4 : f64
    return
  }
}
