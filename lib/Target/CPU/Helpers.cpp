//===- Helpers.cpp - Conversions that the compiler's library may lack -----===//
//
// LLVM calls `__truncsfbf2` and its like where the CPU has no instruction.
// GCC 12's libgcc has none for bf16, older ones none for f16, and a model must
// run anywhere: each model carries its own, weak and hidden, in integer
// arithmetic, rounding once to nearest even.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

static const char kHelpers[] = R"ir(
; f32 to bf16: a NaN stays a (quiet) NaN, everything else rounds to even.
define internal i16 @bf16_bits(float %x) alwaysinline {
  %b = bitcast float %x to i32
  %high = lshr i32 %b, 16
  %odd = and i32 %high, 1
  %bias = add i32 %odd, 32767
  %sum = add i32 %b, %bias
  %rounded = lshr i32 %sum, 16
  %quiet = or i32 %high, 64
  %nan = fcmp uno float %x, 0.0
  %r = select i1 %nan, i32 %quiet, i32 %rounded
  %t = trunc i32 %r to i16
  ret i16 %t
}
; f64 to f32 rounded to odd, so that a second rounding is right.
define internal float @to_odd(double %x) alwaysinline {
  %f = fptrunc double %x to float
  %back = fpext float %f to double
  %exact = fcmp ueq double %back, %x
  %b = bitcast float %f to i32
  %aback = call double @llvm.fabs.f64(double %back)
  %ax = call double @llvm.fabs.f64(double %x)
  %above = fcmp ogt double %aback, %ax
  %down = sext i1 %above to i32
  %toward = add i32 %b, %down
  %odd = or i32 %toward, 1
  %r = select i1 %exact, i32 %b, i32 %odd
  %o = bitcast i32 %r to float
  ret float %o
}
declare double @llvm.fabs.f64(double)
define internal i16 @f16_bits(float %x) alwaysinline {
  %b = bitcast float %x to i32
  %a = and i32 %b, 2147483647
  %af = bitcast i32 %a to float
  ; subnormal: adding 0.5 leaves the value in units of 2^-24
  %sf = fadd float %af, 5.000000e-01
  %si = bitcast float %sf to i32
  %sub = sub i32 %si, 1056964608
  ; normal
  %l = lshr i32 %a, 13
  %odd = and i32 %l, 1
  %n0 = add i32 %a, -939520001
  %n1 = add i32 %n0, %odd
  %normal = lshr i32 %n1, 13
  %small = icmp ult i32 %a, 947912704
  %r0 = select i1 %small, i32 %sub, i32 %normal
  %big = icmp uge i32 %a, 1199566848
  %r1 = select i1 %big, i32 31744, i32 %r0
  %payload = and i32 %l, 1023
  %nanbits = or i32 %payload, 32256
  %nan = icmp ugt i32 %a, 2139095040
  %r2 = select i1 %nan, i32 %nanbits, i32 %r1
  %s0 = lshr i32 %b, 16
  %s = and i32 %s0, 32768
  %r3 = or i32 %r2, %s
  %t = trunc i32 %r3 to i16
  ret i16 %t
}
define weak hidden bfloat @__truncsfbf2(float %x) {
  %t = call i16 @bf16_bits(float %x)
  %r = bitcast i16 %t to bfloat
  ret bfloat %r
}
define weak hidden bfloat @__truncdfbf2(double %x) {
  %o = call float @to_odd(double %x)
  %t = call i16 @bf16_bits(float %o)
  %r = bitcast i16 %t to bfloat
  ret bfloat %r
}
define weak hidden half @__truncsfhf2(float %x) {
  %t = call i16 @f16_bits(float %x)
  %r = bitcast i16 %t to half
  ret half %r
}
define weak hidden half @__truncdfhf2(double %x) {
  %o = call float @to_odd(double %x)
  %t = call i16 @f16_bits(float %o)
  %r = bitcast i16 %t to half
  ret half %r
}
define weak hidden float @__extendhfsf2(half %x) {
  %h = bitcast half %x to i16
  %z = zext i16 %h to i32
  %e = and i32 %z, 32767
  %m = shl i32 %e, 13
  %normal = add i32 %m, 939524096
  %nonfinite = add i32 %m, 1879048192
  %uf = uitofp i32 %e to float
  %subf = fmul float %uf, 0x3E70000000000000
  %sub = bitcast float %subf to i32
  %small = icmp ult i32 %e, 1024
  %r0 = select i1 %small, i32 %sub, i32 %normal
  %big = icmp uge i32 %e, 31744
  %r1 = select i1 %big, i32 %nonfinite, i32 %r0
  %s0 = and i32 %z, 32768
  %s = shl i32 %s0, 16
  %r2 = or i32 %r1, %s
  %r = bitcast i32 %r2 to float
  ret float %r
}
; A host of its own (nanguard-run) defines these and wins.
declare void @abort()
declare i32 @puts(ptr)
define weak void @nanguard_model_abort() {
  call void @abort()
  ret void
}
define weak i32 @nanguard_model_message(ptr %text) {
  %r = call i32 @puts(ptr %text)
  ret i32 %r
}
)ir";

Expected<std::unique_ptr<Module>>
nanguard::cpu::makeHelperModule(LLVMContext &context) {
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module =
      parseAssemblyString(kHelpers, diagnostic, context);
  if (!module)
    return createStringError("helper module: " + diagnostic.getMessage());
  module->setModuleIdentifier("nanguard_helpers");
  return module;
}
