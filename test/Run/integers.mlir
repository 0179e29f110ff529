// Integers are printed and compared in full, beyond what a double holds too.
// RUN: nanguard-run %s --no-cache --as-written --input=2xi64=9007199254740993,-123456789012 --print | FileCheck %s
// RUN: not nanguard-run %s --no-cache --as-written --input=2xi64=9007199254740993,1 --expected-output=2xi64=9007199254740992,1 --atol=0 --rtol=0 2>&1 | FileCheck %s --check-prefix=DIFFER

// CHECK: tensor<2xi64>=9007199254740993,-123456789012
// DIFFER: mismatch: result 0: 1 of 2 elements differ, worst [0]: 9007199254740993, expected 9007199254740992
func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
  return %x : tensor<2xi64>
}
