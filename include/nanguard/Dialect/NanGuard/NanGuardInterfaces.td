//===- NanGuardInterfaces.td - Interfaces of the dialect ----*- tablegen -*-===//
//
// What analyses and passes ask of a guarded op.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_INTERFACES_TD
#define NANGUARD_INTERFACES_TD

include "mlir/IR/OpBase.td"

def GuardedOpInterface : OpInterface<"GuardedOpInterface"> {
  let cppNamespace = "::nanguard";
  let description = [{
    An op that stands for one guarded op of the manifest: a cluster before
    outlining, a dispatch after it.
  }];
  let methods = [
    InterfaceMethod<"Kind of producer.", "::nanguard::Kind", "getProducerKind">,
    InterfaceMethod<
        "Id in the manifest, none before ids are given.",
        "std::optional<int64_t>", "getGuardId">,
    InterfaceMethod<
        "Risk, 0 (low) to 2 (attention, norms, matmul): what a sampling policy "
        "scans first.", "int64_t", "getRisk", (ins), "", [{
      return ::nanguard::riskOfKind($_op.getProducerKind());
    }]>,
    InterfaceMethod<
        "Whether the output may rightly hold infinities (masks).",
        "bool", "getExpectsInf">
  ];
}

#endif // NANGUARD_INTERFACES_TD
