// mask_r5 in quotients by value: what the mask hides, a NaN in each operand, a near miss; static f32, dynamic bf16.
// RUN: nanguard-run %s --function=quotients --input=5xf32=0,-1,4,nan,1 --input=5xf32=1,1,1,1,nan --tiers=safe --print | FileCheck %s --check-prefix=QUOTIENTS
// RUN: nanguard-run %s --function=gradient --input=4xbf16=0,-1,4,nan --input=4xbf16=1,nan,1,1 --tiers=unfused --print | FileCheck %s --check-prefix=GRADIENT
#id = affine_map<(i) -> (i)>

// select(x > 0, g, 0) / sqrt x; a flag over log x. Near miss: a ReLU is a number, 0 / 0 is NaN.
// QUOTIENTS: tensor<{{.*}}>=0,0,0.5,{{-?nan}},{{-?nan}}
// QUOTIENTS-NEXT: tensor<{{.*}}>=0,0,0.7213{{.*}},{{-?nan}},inf
// QUOTIENTS-NEXT: tensor<{{.*}}>={{-?nan}},{{-?}}0,1,{{-?nan}},1
func.func @quotients(%tx: tensor<5xf32>, %tg: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %zero = arith.constant 0.0 : f32
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%tx, %tg : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%x: f32, %g: f32, %o0: f32, %o1: f32, %o2: f32):
    %c = arith.cmpf ogt, %x, %zero : f32
    %f = arith.select %c, %g, %zero : f32
    %s = math.sqrt %x : f32
    %0 = arith.divf %f, %s : f32
    %i = arith.uitofp %c : i1 to f32
    %l = math.log %x : f32
    %1 = arith.divf %i, %l : f32
    %u = arith.select %c, %x, %zero : f32
    %2 = arith.divf %u, %x : f32
    linalg.yield %0, %1, %2 : f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// where(x > 0, sqrt x, 0) and its gradient: the condition and the root are read twice.
// GRADIENT: tensor<{{.*}}>=0,0,2,{{.*}}
// GRADIENT-NEXT: tensor<{{.*}}>=0,0,0.25,{{-?nan}}
func.func @gradient(%x: tensor<?xbf16>, %g: tensor<?xbf16>) -> (tensor<?xbf16>, tensor<?xbf16>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %two = arith.constant 2.0 : bf16
  %d = tensor.dim %x, %c0 : tensor<?xbf16>
  %e = tensor.empty(%d) : tensor<?xbf16>
  %flags = tensor.empty(%d) : tensor<?xi1>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xbf16>) outs(%flags : tensor<?xi1>) {
  ^bb0(%in: bf16, %o: i1):
    %0 = arith.cmpf ogt, %in, %zero : bf16
    linalg.yield %0 : i1
  } -> tensor<?xi1>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xbf16>) outs(%e : tensor<?xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = math.sqrt %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<?xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%c, %s : tensor<?xi1>, tensor<?xbf16>) outs(%e : tensor<?xbf16>) {
  ^bb0(%b: i1, %in: bf16, %o: bf16):
    %0 = arith.select %b, %in, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<?xbf16>
  %f = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%c, %g : tensor<?xi1>, tensor<?xbf16>) outs(%e : tensor<?xbf16>) {
  ^bb0(%b: i1, %in: bf16, %o: bf16):
    %0 = arith.select %b, %in, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<?xbf16>
  %q = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%f, %s : tensor<?xbf16>, tensor<?xbf16>) outs(%e : tensor<?xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %t = arith.mulf %b, %two : bf16
    %0 = arith.divf %a, %t : bf16
    linalg.yield %0 : bf16
  } -> tensor<?xbf16>
  return %y, %q : tensor<?xbf16>, tensor<?xbf16>
}
