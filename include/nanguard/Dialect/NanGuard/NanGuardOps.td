//===- NanGuardOps.td - Operations of the dialect -----------*- tablegen -*-===//
//
// Clusters, scans, clips, sanitisers and dispatch. Rules are numbered
// (cluster_c1, scan_c2, …); the label stands at the verifier and at the test.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_OPS_TD
#define NANGUARD_OPS_TD

include "nanguard/Dialect/NanGuard/NanGuardAttrs.td"
include "nanguard/Dialect/NanGuard/NanGuardInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

def NanGuard_ClusterOp : NanGuard_Op<"cluster", [
    IsolatedFromAbove, RecursiveMemoryEffects, SingleBlock,
    DeclareOpInterfaceMethods<GuardedOpInterface>]> {
  let summary = "Holds one producer, or a chain of them, in several variants";
  let description = [{
    The unit of guarding. Each region is one variant of the same function of
    the operands: `fused` as the model wrote it, `safe` with the stable
    algorithm and wide intermediates, `unfused` with wide separate steps. A
    fresh cluster has the `fused` region only. It lives between forming and
    outlining; it is never tiled or bufferized.

    Rules:

    * `cluster_c1`: as many regions as entries of `variants`.
    * `cluster_c2`: the first variant is `fused`, and no variant occurs twice.
    * `cluster_c3`: each region's arguments have the operands' types.
    * `cluster_c4`: each region's yield has the results' types.

    Example:

    ```mlir
    %y = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>])
        ins(%x : tensor<4xf16>) -> tensor<4xf16> {
    ^bb0(%a : tensor<4xf16>):
      %e = tensor.empty() : tensor<4xf16>
      %r = linalg.exp ins(%a : tensor<4xf16>) outs(%e : tensor<4xf16>)
          -> tensor<4xf16>
      nanguard.yield %r : tensor<4xf16>
    }
    ```
  }];
  let arguments = (ins
    NanGuard_KindAttr:$kind,
    NanGuard_VariantArrayAttr:$variants,
    OptionalAttr<I64Attr>:$id,
    UnitAttr:$expect_inf,
    Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let assemblyFormat = [{
    `kind` `` custom<Kind>($kind) `variants` `(` $variants `)`
    (`id` `(` $id^ `)`)? (`expect_inf` $expect_inf^)?
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `->` type($results) $bodies attr-dict
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    // With the fused region only: one block with the inputs as arguments.
    OpBuilder<(ins "::mlir::TypeRange":$results, "::nanguard::Kind":$kind,
                   "::mlir::ValueRange":$inputs)>];
  let extraClassDeclaration = [{
    /// Puts the ops of `region` in the cluster's place.
    ::llvm::SmallVector<::mlir::Operation *>
    inlineVariant(::mlir::Region &region);
    /// The region of variant `variant`, nullptr when the cluster lacks it.
    ::mlir::Region *getVariantRegion(::nanguard::Variant variant);
    /// Adds an empty region for `variant` (not present yet) and returns it;
    /// replaces the op, whose regions are fixed in number.
    static ::nanguard::ClusterOp withVariant(::mlir::OpBuilder &builder,
                                             ::nanguard::ClusterOp op,
                                             ::nanguard::Variant variant);
  }];
}

def NanGuard_YieldOp : NanGuard_Op<"yield", [
    Pure, ReturnLike, Terminator, ParentOneOf<["ClusterOp"]>]> {
  let summary = "Ends a variant of a cluster and hands on its results";
  let description = [{
    Checked by the cluster (`cluster_c4`).

    Example:

    ```mlir
    nanguard.yield %r : tensor<4xf16>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

//===----------------------------------------------------------------------===//
// Scans, clips, sanitisers
//===----------------------------------------------------------------------===//

def NanGuard_ScanOp : NanGuard_Op<"scan", [
    Pure, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<TilingInterface, [
      "getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation",
      "getResultTilePosition", "generateScalarImplementation"]>]> {
  let summary = "Looks at a tensor's bit patterns for NaN, Inf and headroom";
  let description = [{
    Reads `input` once and merges what it sees into `acc`.

    * `bits`: `acc` has the integer type of the elements' width and the
      leading dimensions of `input` that it keeps apart (none: rank 0). Each
      slot becomes `max(slot, bits(x) & ~sign)`, an unsigned integer maximum:
      the largest magnitude when all is finite; a value at or above the
      pattern of Inf distinguishes Inf from NaN. Starts at 0. Subnormals and both zeros
      count as their pattern says; the sign of a NaN does not matter.
    * `count`: `acc` is `tensor<3xi64>`: NaN count, Inf count, linear index of
      the first of either (-1: none). Starts at `[0, 0, -1]`.
    * `stats`: `acc` is `tensor<5xf64>`: count, minimum, maximum, sum and sum
      of squares of the finite values, accumulated in f64. Starts at
      `[0, +inf, -inf, 0, 0]`.

    No float comparison is involved in `bits`, so fast-math flags can't delete
    it, and none of the maxima drops a NaN. `expect_inf` leaves -Inf out, as a
    mask has it: it counts neither in `bits` nor in `count`. +Inf counts.

    Rules:

    * `scan_c1`: the elements of `input` are f16, bf16, f32, f64 or
      of 8 bits (f8E4M3FN and its like).
    * `scan_c2`: `bits`: `acc` has signless integer elements as wide as the
      input's.
    * `scan_c3`: `bits`: the shape of `acc` is a prefix of the shape of `input`.
    * `scan_c4`: `count`: `acc` is `tensor<3xi64>`.
    * `scan_c5`: `stats`: `acc` is `tensor<5xf64>`.
    * `scan_c6`: the result has the type of `acc`.

    Example:

    ```mlir
    %m = nanguard.scan bits ins(%x : tensor<8x64xf16>) outs(%z : tensor<i16>)
        -> tensor<i16>
    ```
  }];
  let arguments = (ins
    NanGuard_ScanModeAttr:$mode,
    UnitAttr:$expect_inf,
    AnyRankedTensor:$input,
    AnyRankedTensor:$acc);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $mode (`expect_inf` $expect_inf^)? `ins` `(` $input `:` type($input) `)`
    `outs` `(` $acc `:` type($acc) `)` attr-dict `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getAccMutable(); }
  }];
}

def NanGuard_ClipOp : NanGuard_Op<"clip", [
    Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "Saturates finite overflow at a bound and counts it";
  let description = [{
    Element by element, with `bound` b > 0:

    * `clip_r1`: |x| <= b: x, bit for bit.
    * `clip_r2`: x finite and |x| > b: b with the sign of x, counted.
    * `clip_r3`: x = ±Inf: x. An Inf that arrives was not made here.
    * `clip_r4`: NaN: NaN, its payload kept.

    `count` is `counter` plus the number of values replaced.

    Rules:

    * `clip_c1`: float elements.
    * `clip_c2`: `bound` is positive and not NaN.
    * `clip_c3`: `count` has the type of `counter`.

    Example:

    ```mlir
    %y, %n = nanguard.clip %x, %c bound 65504.0
        : tensor<8x64xf32>, tensor<i64> -> tensor<i64>
    ```
  }];
  let arguments = (ins
    AnyRankedTensor:$input,
    TensorOf<[I64]>:$counter,
    F64Attr:$bound);
  let results = (outs AnyRankedTensor:$result, TensorOf<[I64]>:$count);
  let assemblyFormat = [{
    $input `,` $counter `bound` $bound attr-dict
    `:` type($input) `,` type($counter) `->` type($count)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def NanGuard_SanitiseOp : NanGuard_Op<"sanitise", [
    Pure, AllTypesMatch<["update", "previous", "result"]>]> {
  let summary = "Keeps non-finite values out of carried state and counts them";
  let description = [{
    For a KV cache and other state that outlives the step. Element by element:

    * `sanitise_r1`: `update` finite: `update`, bit for bit.
    * `sanitise_r2`: `update` NaN or ±Inf and `previous` finite: `previous`,
      counted.
    * `sanitise_r3`: both non-finite: 0, counted.

    `count` is `counter` plus the number of values replaced.

    Rules:

    * `sanitise_c1`: float elements.
    * `sanitise_c2`: `count` has the type of `counter`.

    Example:

    ```mlir
    %k2, %n = nanguard.sanitise %new, %old, %c
        : tensor<1x4x64x32xf16>, tensor<i64> -> tensor<i64>
    ```
  }];
  let arguments = (ins
    AnyRankedTensor:$update,
    AnyRankedTensor:$previous,
    TensorOf<[I64]>:$counter);
  let results = (outs AnyRankedTensor:$result, TensorOf<[I64]>:$count);
  let assemblyFormat = [{
    $update `,` $previous `,` $counter attr-dict
    `:` type($update) `,` type($counter) `->` type($count)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

def NanGuard_DispatchOp : NanGuard_Op<"dispatch", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    AllTypesMatch<["report", "new_report"]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<GuardedOpInterface>]> {
  let summary = "Runs the form of a cluster that its tier byte names";
  let description = [{
    Calls `forms[tiers[id] & 7]`, a private function in destination-passing
    style `(inputs…, inits…, row) -> (results…, row)`, and puts the row it
    returns into `report`. A form number past the last runs the last. The other
    bits of the byte ask for the shared scans of the first result, after the
    call (the ABI header names the bits and the columns). `op_name` is the
    framework's module path.

    Rules:

    * `dispatch_c1`: one to four forms.
    * `dispatch_c2`: each form is a function with the types above.
    * `dispatch_c3`: `tiers` is `tensor<Nxi8>`, N static, and `report` `tensor<NxKxi64>`,
      K as the ABI has it, or `tensor<BxNxKxi64>` with rows for each of B requests.
    * `dispatch_c4`: 0 <= `id` < N.
    * `dispatch_c5`: the results have the types of the inits, then the report.

    `finite` names one form more, with the same types: `fused_finite`, which runs
    in the second form's stead where the tier byte has NANGUARD_TIER_FINITE.

    `wide_inputs` lists the inputs that the safe and unfused forms take in a wider
    float type, and `wide_results` the results of which they also hand out the
    value before its last cast, its twin. Twins are the last inits and results.
    A fused form has none of this: it leaves them as they are.

    * `dispatch_c6`: `wide_inputs` and `wide_results` ascend and name inputs and
      results; there are as many twins as `wide_results`, of one shape with them.

    Example:

    ```mlir
    %y, %rep2 = nanguard.dispatch kind(softmax) id(3) "encoder.attn"
        [@k0_fused, @k0_fused_bits, @k0_safe, @k0_unfused]
        ins(%x : tensor<8x64xf16>) outs(%e : tensor<8x64xf16>)
        tiers(%t : tensor<12xi8>) report(%rep : tensor<12x12xi64>)
        -> (tensor<8x64xf16>)
    ```
  }];
  let arguments = (ins
    NanGuard_KindAttr:$kind,
    I64Attr:$id,
    StrAttr:$op_name,
    FlatSymbolRefArrayAttr:$forms,
    OptionalAttr<FlatSymbolRefAttr>:$finite,
    UnitAttr:$expect_inf,
    OptionalAttr<DenseI64ArrayAttr>:$wide_inputs,
    OptionalAttr<DenseI64ArrayAttr>:$wide_results,
    Variadic<AnyType>:$inputs,
    Variadic<AnyRankedTensor>:$inits,
    AnyRankedTensor:$tiers,
    AnyRankedTensor:$report);
  let results = (outs Variadic<AnyRankedTensor>:$results,
                      AnyRankedTensor:$new_report);
  let assemblyFormat = [{
    `kind` `` custom<Kind>($kind) `id` `(` $id `)` $op_name $forms
    (`finite` $finite^)? (`expect_inf` $expect_inf^)?
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    (`outs` `(` $inits^ `:` type($inits) `)`)?
    `tiers` `(` $tiers `:` type($tiers) `)`
    `report` `(` $report `:` type($report) `)` attr-dict
    (`->` `(` type($results)^ `)`)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    size_t getNumTwins() {
      return getWideResults().value_or(::llvm::ArrayRef<int64_t>()).size();
    }
    /// The results that the model has, and what they are written into.
    ::mlir::ResultRange getOwnResults() {
      return getResults().drop_back(getNumTwins());
    }
    ::mlir::OperandRange getOwnInits() {
      return getInits().drop_back(getNumTwins());
    }
    /// Whether `form` is a safe or unfused one, which has the twins.
    bool isWideForm(::mlir::Attribute form);
  }];
}

#endif // NANGUARD_OPS_TD
