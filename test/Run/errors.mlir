// RUN: not nanguard-run %s --emit=so -o %t.h 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: cp %s %t.mlir && not nanguard-run %t.mlir --emit=so -o %t.mlir 2>&1 | FileCheck %s --check-prefix=MODEL
// HEADER: error: '{{.*}}.h' would be written twice
// MODEL: error: '{{.*}}.mlir' is the model: it would be overwritten
// Bad input gives one clear message and exit code 1.
// RUN: rm -rf %t && mkdir -p %t
// RUN: nanguard-run %s --no-cache --as-written --emit=so -o %t/m.so
// RUN: not nanguard-run %t/m.so 2>&1 | FileCheck %s --check-prefix=NOINPUT
// RUN: not nanguard-run %t/m.so --input=4xf16=1 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not nanguard-run %t/m.so --input=5xf32=1 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not nanguard-run %t/m.so --input=@%t/none.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not nanguard-run %t/m.so --function=other --input=4xf32=1 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not nanguard-run %t/m.so --input=4xf32=1 --inject=op=0,kind=nan 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not nanguard-run %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: not nanguard-run %t/m.h 2>&1 | FileCheck %s --check-prefix=PARSE
// RUN: head -c 3000 %t/m.so > %t/cut.so
// RUN: not nanguard-run %t/cut.so 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: mkfifo %t/pipe
// RUN: not nanguard-run %s --no-cache --as-written --emit=so -o %t/pipe 2>&1 | FileCheck %s --check-prefix=PIPE
// RUN: not nanguard-run %t/m.so --input=4xf32=1 --output=@%t/missing/y.npy 2>&1 | FileCheck %s --check-prefix=FOLDER

// NOINPUT: nanguard-run: error: function 'main' has 1 argument, --input gives 0: tensor<4xf32>;
// DTYPE: nanguard-run: error: input 4xf16 for argument 0: given tensor<4xf16>, wants tensor<4xf32>
// SHAPE: nanguard-run: error: input 5xf32 for argument 0: given tensor<5xf32>, wants tensor<4xf32>
// MISSING: nanguard-run: error: cannot read '{{.*}}none.npy': No such file
// FUNCTION: nanguard-run: error: the model has no function 'other'; it has: main
// OP: nanguard-run: error: --inject: the model is not guarded
// NOFILE: nanguard-run: error: cannot read '{{.*}}none.mlir': No such file
// PARSE: {{.*}}m.h:1:1: error: expected operation name in quotes
// FOLDER: nanguard-run: error: cannot write '{{.*}}y.npy': No such file
// CUT: nanguard-run: error: cannot load '{{.*}}cut.so': truncated file
// PIPE: nanguard-run: error: cannot write '{{.*}}pipe': not a regular file
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
