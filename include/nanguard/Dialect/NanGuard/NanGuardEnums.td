//===- NanGuardEnums.td - Enumerations of the dialect -------*- tablegen -*-===//
//
// Kinds of producers, variants, forms and scan modes.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_ENUMS_TD
#define NANGUARD_ENUMS_TD

include "nanguard/Dialect/NanGuard/NanGuardBase.td"
include "mlir/IR/EnumAttr.td"

class NanGuard_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::nanguard";
  let genSpecializedAttr = 0;
}

def NanGuard_Kind : NanGuard_Enum<"Kind", "kind of producer", [
    I32EnumAttrCase<"Entry", 0, "entry">,
    I32EnumAttrCase<"Attention", 1, "attention">,
    I32EnumAttrCase<"Softmax", 2, "softmax">,
    I32EnumAttrCase<"LogSoftmax", 3, "log_softmax">,
    I32EnumAttrCase<"Norm", 4, "norm">,
    I32EnumAttrCase<"Matmul", 5, "matmul">,
    I32EnumAttrCase<"Conv", 6, "conv">,
    I32EnumAttrCase<"Reduction", 7, "reduction">,
    I32EnumAttrCase<"Activation", 8, "activation">,
    I32EnumAttrCase<"Elementwise", 9, "elementwise">,
    I32EnumAttrCase<"Cast", 10, "cast">,
    I32EnumAttrCase<"KvWrite", 11, "kv_write">,
    I32EnumAttrCase<"Embedding", 12, "embedding">,
    I32EnumAttrCase<"Signal", 13, "signal">]>;

def NanGuard_Variant : NanGuard_Enum<"Variant", "variant of a cluster", [
    I32EnumAttrCase<"Fused", 0, "fused">,
    I32EnumAttrCase<"Safe", 1, "safe">,
    I32EnumAttrCase<"Unfused", 2, "unfused">]>;

def NanGuard_Form : NanGuard_Enum<"Form", "form of a kernel function", [
    I32EnumAttrCase<"Fused", 0, "fused">,
    I32EnumAttrCase<"FusedBits", 1, "fused_bits">,
    I32EnumAttrCase<"FusedFinite", 2, "fused_finite">,
    I32EnumAttrCase<"Safe", 3, "safe">,
    I32EnumAttrCase<"Unfused", 4, "unfused">,
    I32EnumAttrCase<"Scan", 5, "scan">,
    I32EnumAttrCase<"Between", 6, "between">]>;

def NanGuard_ScanMode : NanGuard_Enum<"ScanMode", "what a scan collects", [
    I32EnumAttrCase<"Bits", 0, "bits">,
    I32EnumAttrCase<"Count", 1, "count">,
    I32EnumAttrCase<"Stats", 2, "stats">]>;

#endif // NANGUARD_ENUMS_TD
