//===- ForeignDialects.cpp - Dialects that other tools lower --------------===//

#include "nanguard/Support/ForeignDialects.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

StringRef nanguard::howToAvoid(StringRef dialect) {
  return StringSwitch<StringRef>(dialect)
      .Cases({"torch", "torch_c"},
             ": export with output_type=\"linalg-on-tensors\"")
      .Case("onnx", ": import with torch-mlir's onnx importer and lower with "
                    "torch-mlir-opt --convert-torch-onnx-to-torch")
      .Cases({"stablehlo", "chlo", "vhlo"},
             ": lower with stablehlo-opt --stablehlo-legalize-to-linalg")
      .Case("mhlo", ": export StableHLO and lower with stablehlo-opt "
                    "--stablehlo-legalize-to-linalg")
      .Default("");
}
