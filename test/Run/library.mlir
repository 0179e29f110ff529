// A library and an object ahead of time; one of another ABI version is refused.
// RUN: rm -rf %t && mkdir -p %t
// RUN: nanguard-run %s --no-cache --emit=so -o %t/m.so
// RUN: nanguard-run %t/m.so --quiet --tiers=safe --input=4xf16=0 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --emit=obj -o %t/m.o
// RUN: llvm-nm %t/m.o | FileCheck %s --check-prefix=SYMBOLS
// An object links to what --emit=so gives.
// RUN: cc -shared -o %t/n.so %t/m.o -lm
// RUN: nanguard-run %t/n.so --quiet --tiers=safe --input=4xf16=0 --print | FileCheck %s
// Faults come in where the library was made for them, whatever their kind.
// RUN: nanguard-run %s --no-cache --emit=so -o %t/f.so --inject=op=1,kind=nan
// RUN: nanguard-run %t/f.so --quiet --tiers=fused --input=4xf16=0 --inject=op=1,kind=set,value=7,index=2 --print | FileCheck %s --check-prefix=FAULT
// FAULT: tensor<4xf16>=1,1,7,1
// A library of the version before this one, made by its own two symbols.
// RUN: echo 'const unsigned nanguard_model_abi = 0; const char nanguard_model_manifest[] = "{}";' > %t/old.c
// RUN: cc -shared -fPIC -o %t/old.so %t/old.c
// RUN: not nanguard-run %t/old.so --input=4xf16=0 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: echo 'const unsigned nanguard_model_abi = 4294967295u; const char nanguard_model_manifest[] = "{}";' > %t/new.c
// RUN: cc -shared -fPIC -o %t/new.so %t/new.c
// RUN: not nanguard-run %t/new.so --input=4xf16=0 2>&1 | FileCheck %s --check-prefix=NEW
// RUN: echo 'int other;' > %t/other.c && cc -shared -fPIC -o %t/other.so %t/other.c
// RUN: not nanguard-run %t/other.so 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK: tensor<4xf16>=1,1,1,1
// SYMBOLS-DAG: T nanguard_invoke_main
// SYMBOLS-DAG: R nanguard_model_abi
// SYMBOLS-DAG: R nanguard_model_manifest
// OLD: nanguard-run: error: '{{.*}}old.so' was built for ABI version 0, this program for {{[0-9]+}}: rebuild the model
// NEW: nanguard-run: error: '{{.*}}new.so' was built for ABI version 4294967295, this program for {{[0-9]+}}: rebuild the program
// OTHER: nanguard-run: error: '{{.*}}other.so' is no NanGuard model: it has no symbol nanguard_model_abi
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
