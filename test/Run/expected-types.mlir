// --expected-output compares floats of different types by their values; a float
// and an integer, or other shapes, are a mismatch.
// DEFINE: %{run} = nanguard-run %s --no-cache --quiet --input=2xf16=1,nan
// RUN: %{run} --expected-output=2xf32=1,nan
// RUN: %{run} --expected-output=2xf64=1.0000001,nan
// RUN: not %{run} --expected-output=2xf32=1.25,nan 2>&1 | FileCheck %s
// RUN: not %{run} --expected-output=2xi64=1,0 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not %{run} --expected-output=1xf32=1 2>&1 | FileCheck %s --check-prefix=SHAPE
// CHECK: mismatch: result 0: 1 of 2 elements differ, worst [0]: 1, expected 1.25
// INTEGER: mismatch: result 0: has type tensor<2xf16>, expected tensor<2xi64>
// SHAPE: mismatch: result 0: has type tensor<2xf16>, expected tensor<1xf32>
func.func @main(%x: tensor<2xf16>) -> tensor<2xf16> {
  return %x : tensor<2xf16>
}
