// The header of a library is C, whatever its functions and paths are called: names
// that C cannot have are declared by their symbol, and none puts text into it.
// RUN: rm -rf %t && mkdir -p %t
// RUN: nanguard-run %s --no-cache --emit=so -o %t/m.so
// RUN: FileCheck %s --input-file=%t/m.h
// RUN: cc -Wall -Werror -fsyntax-only -x c %t/m.h
// RUN: c++ -Wall -Werror -fsyntax-only -x c++ %t/m.h
// RUN: echo '#include "m.h"' > %t/use.c
// RUN: echo 'int main(void) { return nanguard_invoke_a_b_2 == nanguard_invoke_a_b || NANGUARD_a_b_2_NUM_OPS != 2; }' >> %t/use.c
// RUN: cc -Wall -Werror %t/use.c %t/m.so -Wl,-rpath,%t -Wl,--unresolved-symbols=ignore-in-shared-libs -o %t/use && %t/use

// CHECK: /* a.b
// CHECK-NEXT: *   params[1] argument 0: tensor<4xf16>  * / #error path / *
// CHECK: void nanguard_invoke_a_b_2(void **params) __asm__("nanguard_invoke_a.b");
// CHECK: void nanguard_invoke_a_b(void **params);
// CHECK: /* a.b-c
// CHECK: #define NANGUARD_a_b_c_NUM_OPS 2
// CHECK-NEXT: /* Its symbol is no name of an assembler
// CHECK: /* x* /?#error name?") ; int y; / *
// CHECK-NOT: {{^}}#error
// CHECK: /* Its symbol is no name of an assembler: look it up by dlsym. */
func.func @"a.b"(%x: tensor<4xf16> loc("*/ #error path /*"("m.py":1:0))) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
func.func @a_b(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.log ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
func.func @"a.b-c"(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
func.func @"x*/\0A#error name\0A\22) ; int y; /*"(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
