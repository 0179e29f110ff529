// Arrays from .npy, .npz and safetensors fill the arguments in their order.
// RUN: rm -rf %t && mkdir -p %t && %python %S/Inputs/write_inputs.py %t
// RUN: nanguard-run %s --no-cache --as-written --emit=so -o %t/m.so
// RUN: nanguard-run %t/m.so --input=@%t/x.npy --input=@%t/y.npy --print | FileCheck %s
// RUN: nanguard-run %t/m.so --input=@%t/stored.npz --print | FileCheck %s
// RUN: nanguard-run %t/m.so --input=@%t/packed.npz --print | FileCheck %s
// RUN: nanguard-run %t/m.so --input=@%t/w.safetensors --print | FileCheck %s
// RUN: nanguard-run %t/m.so --input=@%t/one.npz --input=@%t/y.npy --print | FileCheck %s
// What is written is read back.
// RUN: nanguard-run %t/m.so --input=@%t/w.safetensors --output=@%t/a.npy --output=@%t/b.npy
// RUN: nanguard-run %t/m.so --input=@%t/a.npy --input=@%t/b.npy --expected-output=@%t/x.npy --expected-output=@%t/y.npy
// RUN: not nanguard-run %t/m.so --input=@%t/cut.npz 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not nanguard-run %t/m.so --input=@%t/one.npz 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not nanguard-run %t/m.so --input=@%t/stored.npz --input=@%t/x.npy 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not nanguard-run %t/m.so --input=@%t/wrong.npz 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not nanguard-run %t/m.so --input=@%t/cut.safetensors 2>&1 | FileCheck %s --check-prefix=EXTENT
// RUN: not nanguard-run %t/m.so --input=@%t/long.safetensors 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: not nanguard-run %t/m.so --input=@%t/x.npy --input=@%t/y.npy --expected-output=@%t/stored.npz 2>&1 | FileCheck %s --check-prefix=ONE

// CHECK: tensor<4xf16>=1,2,3,4
// CHECK: tensor<2x2xf32>=10,20,30,40
// CUT: nanguard-run: error: '{{.*}}cut.npz': not an .npz archive
// FEW: nanguard-run: error: function 'main' has 2 arguments, --input gives 1
// MANY: nanguard-run: error: '{{.*}}x.npy' is one input too many: function 'main' has 2 arguments
// WRONG: nanguard-run: error: '{{.*}}wrong.npz' (x) for argument 0: given tensor<2x2xf32>, wants tensor<4xf16>
// EXTENT: nanguard-run: error: '{{.*}}cut.safetensors': damaged .safetensors file: extent of 'a.weight'
// HEADER: nanguard-run: error: '{{.*}}long.safetensors': damaged .safetensors file: truncated header
// ONE: nanguard-run: error: --expected-output={{.*}}stored.npz: wants one tensor
func.func @main(%x: tensor<4xf16>, %y: tensor<2x2xf32>) -> (tensor<4xf16>, tensor<2x2xf32>) {
  return %x, %y : tensor<4xf16>, tensor<2x2xf32>
}
