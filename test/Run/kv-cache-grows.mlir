// A NaN in what is appended does not stay in the cache; without the mark it does.
// RUN: nanguard-run %s --no-cache --input=2x1xf16=1,2 --input=2x1xf16=nan,3 --quiet --print | FileCheck %s
// RUN: sed s/nanguard.kv_cache/nanguard.carry/ %s | nanguard-run - --no-cache --input=2x1xf16=1,2 --input=2x1xf16=nan,3 --quiet --print | FileCheck %s --check-prefix=PLAIN
// CHECK: tensor<2x2xf16>=1,0,2,3
// PLAIN: tensor<2x2xf16>=1,nan,2,3
func.func @main(%old: tensor<2x1xf16> {nanguard.kv_cache}, %new: tensor<2x1xf16>) -> tensor<2x2xf16> {
  %0 = tensor.concat dim(1) %old, %new : (tensor<2x1xf16>, tensor<2x1xf16>) -> tensor<2x2xf16>
  return %0 : tensor<2x2xf16>
}
