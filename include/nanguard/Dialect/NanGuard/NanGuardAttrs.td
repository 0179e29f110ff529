//===- NanGuardAttrs.td - Attributes of the dialect ---------*- tablegen -*-===//
//
// Enum attributes and the description of a guarded op.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_ATTRS_TD
#define NANGUARD_ATTRS_TD

include "nanguard/Dialect/NanGuard/NanGuardEnums.td"
include "mlir/IR/AttrTypeBase.td"

class NanGuard_Attr<string name, string attrMnemonic>
    : AttrDef<NanGuard_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def NanGuard_KindAttr : EnumAttr<NanGuard_Dialect, NanGuard_Kind, "kind"> {
  let assemblyFormat = "`<` $value `>`";
}
def NanGuard_VariantAttr
    : EnumAttr<NanGuard_Dialect, NanGuard_Variant, "variant"> {
  let assemblyFormat = "`<` $value `>`";
}
def NanGuard_FormAttr : EnumAttr<NanGuard_Dialect, NanGuard_Form, "form"> {
  let assemblyFormat = "`<` $value `>`";
}
def NanGuard_ScanModeAttr
    : EnumAttr<NanGuard_Dialect, NanGuard_ScanMode, "scan_mode"> {
  let assemblyFormat = "$value";
}
def NanGuard_VariantArrayAttr
    : TypedArrayAttrBase<NanGuard_VariantAttr, "list of variants">;

#endif // NANGUARD_ATTRS_TD
