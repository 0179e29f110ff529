//===- Passes.td - NanGuard's transformation passes ---------*- tablegen -*-===//
//
// One pass a file, named after its flag: nanguard-form-clusters is
// FormClustersPass in FormClusters.cpp, tested by form-clusters.mlir.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_TRANSFORMS_PASSES_TD
#define NANGUARD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def StripFastMathPass : Pass<"nanguard-strip-fast-math"> {
  let summary = "Removes nnan and ninf from the whole module";
  let description = [{
    LLVM deletes a check for NaN or Inf by the flags `nnan` and `ninf`, on the
    producer or on the check. They go from every op of the module that carries
    `fastmath` flags; the other flags stay.

    ```mlir
    %y = arith.addf %a, %b fastmath<fast> : f32
    // becomes
    %y = arith.addf %a, %b fastmath<reassoc,nsz,arcp,contract,afn> : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerScansPass : Pass<"nanguard-lower-scans"> {
  let summary = "Turns scans, clips and sanitisers into linalg on tensors";
  let description = [{
    `nanguard.scan`, `nanguard.clip` and `nanguard.sanitise` become
    `linalg.generic` ops that do exactly what the ops' descriptions say, with
    every test on the integer bit pattern.

    ```mlir
    %m = nanguard.scan bits ins(%x : tensor<8xf16>) outs(%z : tensor<i16>)
        -> tensor<i16>
    // becomes a reduction of arith.maxui over bits(x) & 0x7fff
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LowerTMTensorPass : Pass<"nanguard-lower-tm-tensor"> {
  let summary = "Turns torch-mlir's tm_tensor ops into linalg and loops";
  let description = [{
    | op | becomes |
    | --- | --- |
    | scan | along up to 1024 elements, or an unknown number, a reduction for each element over those up to it; else a loop |
    | scatter | up to 4 million pairs of element and update: a reduction for each element over the updates that hit it; else a loop |
    | sort | a merge sort in loops |
    | topk | loops |
    | attention | products, softmax and mask, in f32 where the type is narrower |

    The reductions combine in the order of the loops, with the same bits, and are
    guarded like other sums. A float scan or scatter that becomes a loop is not
    guarded; a remark names it. A scan whose accumulator is read stays.

    ```mlir
    %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<8xf16>) …
    // becomes
    %0 = linalg.generic {iterator_types = ["parallel", "reduction"]} …
      %upto = arith.cmpi ule, %j, %i : index
      %sum = arith.addf %acc, %in : f16
      %next = arith.select %upto, %sum, %acc : f16
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LowerToLinalgPass : Pass<"nanguard-lower-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Turns TOSA and composite ops into ops that loops are made of";
  let description = [{
    TOSA becomes linalg by the upstream conversions, with maxima and minima that
    start at an infinity as TOSA has it; `arith` and `math` on tensors become
    `linalg.generic`; `linalg.pack` and `linalg.unpack` become pads, reshapes and
    transposes. With `aggregates`, which code generation asks for,
    `linalg.softmax` and Winograd's transforms are decomposed as upstream has it.

    ```mlir
    %y = math.exp %x : tensor<4xf32>
    // becomes
    %y = linalg.generic … ins(%x : tensor<4xf32>) …
    ```
  }];
  let options = [
    Option<"aggregates", "aggregates", "bool", "false",
           "Decompose softmaxes and Winograd's transforms, too">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// The guard-tiers pipeline, in its order
//===----------------------------------------------------------------------===//

def RaisePass : Pass<"nanguard-raise", "::mlir::ModuleOp"> {
  let summary = "Brings importers' forms to linalg.generic and matmuls";
  let description = [{
    `nanguard-lower-to-linalg` brings TOSA, elementwise ops, packs and unpacks to
    linalg; elementwise named ops become `linalg.generic`; `linalg.softmax` becomes
    its five steps, with a NaN-propagating maximum that starts at -Inf (the
    upstream decomposition starts `maxnumf` at NaN). Matmuls, convolutions,
    fills and transposes keep their names. Runs before any fusion, which would hide matmuls in generics.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

def InlineCallsPass : Pass<"nanguard-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Inlines private functions into the guarded ones";
  let description = [{
    A call in a public function, of a private function that has one block and is
    not recursive, is replaced by a copy of its ops; private functions that
    nobody calls any more go. Exporters such as JAX write a softmax or an
    activation so, and a call would end each cluster. Locations become call sites:
    the callee's position at the caller's.

    ```mlir
    %y = call @silu(%x) : (tensor<8xf32>) -> tensor<8xf32>
    // becomes
    %y = linalg.generic … ins(%x : tensor<8xf32>) …
    ```
  }];
}

def SimplifyShapesPass : Pass<"nanguard-simplify-shapes", "::mlir::func::FuncOp"> {
  let summary = "Sees through reshapes and broadcasts to dynamic sizes";
  let description = [{
    In a function with a `tensor.reshape`, integer ranges and canonicalisation
    settle what the exporter checks at run time (a size is not negative, two
    sizes are equal). A reshape whose sizes then differ from the source's by
    ones only becomes `tensor.expand_shape` or `tensor.collapse_shape`; a gather
    that broadcasts a tensor to its own size becomes the tensor. Functions
    without a `tensor.reshape` are left as they are.

    ```mlir
    %s = tensor.from_elements %c1, %c4, %n, %n : tensor<4xi64>
    %r = tensor.reshape %x(%s) : (tensor<4x?x?xf32>, tensor<4xi64>)
        -> tensor<1x4x?x?xf32>
    // becomes, for an %x of sizes 4, %n, %n
    %r = tensor.expand_shape %x [[0, 1], [2], [3]] output_shape [1, 4, %n, %n]
        : tensor<4x?x?xf32> into tensor<1x4x?x?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def GuardKvCachePass : Pass<"nanguard-guard-kv-cache", "::mlir::func::FuncOp"> {
  let summary = "Sanitises what is written to KV caches";
  let description = [{
    For an argument marked `nanguard.kv_cache` (or listed in `args`), finds the
    result that carries the updated cache on, and puts a `kv_write` cluster
    with a `nanguard.sanitise` between: it stays on in every variant. A cache
    may grow to a static shape (tensor.concat, insert_slice, pad): where there was no value before,
    a non-finite one becomes 0. A cache that no result carries on is a warning.
  }];
  let options = [
    ListOption<"args", "args", "unsigned", "argument indices of KV caches">];
  let dependentDialects = [
    "::nanguard::NanGuardDialect", "::mlir::arith::ArithDialect"];
}

def FormClustersPass : Pass<"nanguard-form-clusters", "::mlir::func::FuncOp"> {
  let summary = "Gathers producers and their chains in clusters";
  let description = [{
    Each op that can make a NaN or Inf from finite inputs ends up in one
    `nanguard.cluster`, alone or with the chain that one kernel can hold: an
    attention, a normalisation, a contraction with its epilogue, a chain of
    elementwise ops. Zeros that are padded around a convolution's input belong
    to it. Edges inside of a cluster have no other reader. Only
    public functions of one block; the rest is left alone, with a remark.

    ```mlir
    %e = linalg.generic … math.exp …
    %l = linalg.generic … math.log …
    // becomes
    %l = nanguard.cluster kind(activation) … ins(%x : …) -> … { … }
    ```
  }];
  let dependentDialects = ["::nanguard::NanGuardDialect"];
}

def ProveFinitePass : Pass<"nanguard-prove-finite", "::mlir::ModuleOp"> {
  let summary = "Drops guards, scans and clips that ranges prove needless";
  let description = [{
    A forward analysis finds for each value, tensors included, a lower and an
    upper bound and whether it may be NaN: from constants, casts of integers,
    positions, comparisons and clamps, through arithmetic and functions. A row of
    exp(x - max x) holds a 1 only if the maximum starts at -Inf or the lowest
    finite number, and is that of the row which is summed up; subnormal numbers
    may be flushed to 0. Arguments of functions may be anything. A cluster whose results are finite
    whatever arrives is dissolved: its ops stay as they are written, marked
    `nanguard.harmless`, and the coverage report calls them proven harmless. In
    kernels, a clip goes whose bound no finite value passes, and a scan
    (statistics apart) of a tensor that is finite. Each leaves a remark with the
    range.

    ```mlir
    %1 = nanguard.cluster kind(elementwise) … ins(%mask : tensor<4xi1>) {
      … arith.uitofp … arith.mulf … -65504.0 …
    // becomes the ops of its body: the result is within [-65504, 0]
    ```
  }];
  let dependentDialects = ["::nanguard::NanGuardDialect"];
}

def RepeatProducersPass
    : Pass<"nanguard-repeat-producers", "::mlir::func::FuncOp"> {
  let summary = "Lets safe and unfused variants repeat cheap producers";
  let description = [{
    A value that is read twice is an edge between clusters, so a gradient does
    not see the forward pass. Where a rule (docs/numerics.md) holds of a
    cluster and what makes its operands together, and of neither alone, the
    cluster gets its `safe` and `unfused` variant here, and in them the ops
    that the rule reads: elementwise ops, sums over rows, movers, up to 64 in
    all, never a contraction or a gather. What those read becomes an operand of
    the cluster. The `fused` variant does not read it and stays as it is. Other
    clusters are left alone.

    ```mlir
    %p = nanguard.cluster kind(softmax) … ins(%x : …) …
    %y = nanguard.cluster kind(elementwise) variants([fused]) ins(%p, %g : …) …
    // becomes, where a rule reads %x
    %y = nanguard.cluster kind(elementwise) variants([fused, safe, unfused])
        ins(%p, %g, %x : …) …
    ```
  }];
  let options = [
    Option<"wide", "wide", "unsigned", "64",
           "Bits of the widest type that arithmetic is moved to">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

def MarkRowsPass : Pass<"nanguard-mark-rows", "::mlir::func::FuncOp"> {
  let summary = "Follows padding and requests from arguments to clusters";
  let description = [{
    Rows that don't count (`nanguard.valid_rows`, see the dialect) are followed
    through the function, and each cluster whose first float result has such
    rows gets their mask as a last input, and the dimensions that the mask goes
    along as `nanguard.valid_dims`. Masks take the reshapes, transposes and
    slices that their tensors take. Where one can't follow (its dimension is
    summed up, or is cut at run time), every row counts; the cluster then gets
    the padded input and its mask once more (`nanguard.padding`), so that a NaN
    in the padding is distinguished from a fault of the op.

    With `batch-dim=d` the requests in dimension d of the arguments are followed
    likewise: a cluster's `nanguard.batch_dim` says along which dimension of its
    result they lie. The arguments are those marked `{nanguard.batch}` or listed
    in `batch-args`, else the one that has the extent of the first result in
    dimension d; where several have it the user must say. Where an entry is made
    from another request's (by a gather, backwards), the requests are separated
    no more. A result marked `nanguard.commit` gets `nanguard.batch_dim` too.

    ```mlir
    func.func @f(%x: tensor<1x8x4xf16>,
                 %n: i64 {nanguard.valid_rows = {args = array<i64: 0>, dim = 1 : i64}})
    // the cluster that reads %x gets a tensor<8xi8> of ones and zeros and
    // {nanguard.valid_dims = [array<i64: 1>]}
    ```
  }];
  let options = [
    Option<"batchDim", "batch-dim", "int64_t", "-1",
           "dimension of the arguments that holds the requests, -1 for none">,
    ListOption<"batchArgs", "batch-args", "unsigned",
               "indices of the arguments that hold requests">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AnnotatePass : Pass<"nanguard-annotate", "::mlir::ModuleOp"> {
  let summary = "Numbers clusters, finds equal ones and expected infinities";
  let description = [{
    Ids count from the entry scans of a function's float arguments, then in the
    block's order. A cluster whose body equals an earlier one's gets
    `nanguard.same_as = ID`; its variants are not generated again. Clusters that
    hand a mask's -Inf on to a softmax are marked `expect_inf`, and so are those
    that write -Inf themselves and a log_softmax of masked scores. A sum with the
    mask, a selection or a scale by a constant hands it on; what else is made of
    masked scores, beside the softmax, keeps its guard.
  }];
  let dependentDialects = ["::nanguard::NanGuardDialect"];
}

def FixVariantsPass : Pass<"nanguard-fix-variants", "::mlir::ModuleOp"> {
  let summary = "Puts chosen variants in the clusters' place, for good";
  let description = [{
    Repairs a model without a runtime: each cluster is replaced by the body of
    the variant chosen for it, and the function keeps its signature. `choice` is
    a variant for all (`safe`), or entries `ID=variant`, `module.path=variant`
    and `NAME#ID=variant` (a path or kind and an id, as tables have them); what
    no entry names stays as written. A cluster
    without that variant stays as written, with a remark; an entry that names
    nothing is an error.

    An edge between two clusters in safe or unfused form can carry the maker's
    wide value, through movers (reshapes, transposes, slices, concatenations,
    pads, gathers), so that a value past the model's type is no Inf on its way.
    `edges` says which: none (`narrow`), all (`wide`), or (`auto`) those of the
    clusters that `widen` names, without names those of f16. Who reads an edge
    otherwise (a result of the function, an op as written) gets the narrow
    value; of an edge that `widen` names a missed remark says so.
    The unfused variant clips as nanguard-place-scans has it.
  }];
  let options = [
    ListOption<"choice", "choice", "std::string", "variant, or NAME=variant">,
    Option<"edges", "edges", "nanguard::EdgeWidth",
           /*default=*/"nanguard::EdgeWidth::Narrow",
           "Which edges carry the wide value.",
           [{::llvm::cl::values(
             clEnumValN(nanguard::EdgeWidth::Narrow, "narrow", "none"),
             clEnumValN(nanguard::EdgeWidth::Auto, "auto",
                        "those that widen names, else those of f16"),
             clEnumValN(nanguard::EdgeWidth::Wide, "wide", "all"))}]>,
    ListOption<"widen", "widen", "std::string",
               "names of the ops whose edges edges=auto widens">,
    Option<"clip", "clip", "nanguard::ClipMode",
           /*default=*/"nanguard::ClipMode::Marked",
           "Where the unfused variant clips.",
           [{::llvm::cl::values(
             clEnumValN(nanguard::ClipMode::Marked, "marked",
                        "only where nanguard.clip gives a bound"),
             clEnumValN(nanguard::ClipMode::Type, "type",
                        "every output, at its type's largest value"))}]>];
  let dependentDialects = [
    "::nanguard::NanGuardDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def OutlinePass : Pass<"nanguard-outline", "::mlir::ModuleOp"> {
  let summary = "Makes kernels of clusters and a dispatch of each";
  let description = [{
    Each distinct cluster becomes up to four private functions in
    destination-passing style, one a form; each cluster becomes a
    `nanguard.dispatch`, the function gains `%tiers` and `%report`, and each
    float argument an entry dispatch, each result marked as a signal one that
    scans it. With `unguarded`, the as-written form is called directly and the
    signature stays: the same kernels, no guard. With `finite-scans`, there is a
    form more, `fused_finite`, of kernels and of arguments' scans: for a
    schedule that finds a NaN or Inf with fewer instructions than the largest
    magnitude, and has nothing to merge where there is none.

    With `wide-edges`, an f16 value that may leave f16 by its last cast gets a
    twin in f32 where a dispatch reads it, through movers or not: the safe and
    unfused forms of its maker write both, those of its readers take the twin.
    `nanguard-lower-dispatch` hands them the narrow value, widened, where the
    maker ran fused.
  }];
  let options = [
    Option<"finiteScans", "finite-scans", "bool", "false",
           "Forms that scan for NaN and Inf alone, where that is cheaper">,
    Option<"unguarded", "unguarded", "bool", "false",
           "Call the as-written kernels directly, without tiers and report">,
    Option<"wideEdges", "wide-edges", "bool", "false",
           "Twins in f32 of f16 values between guarded ops">];
  let dependentDialects = [
    "::nanguard::NanGuardDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
}

def PlaceScansPass : Pass<"nanguard-place-scans", "::mlir::func::FuncOp"> {
  let summary = "Puts scans and clips into the kernels' forms";
  let description = [{
    In kernel functions, by their form: `fused_bits` (and `fused_finite`) gets a
    `bits` scan of its output, into which the sums of the output's own type are folded (an
    infinite denominator gives a row of zeros, not a NaN); `safe` and `unfused`
    also the wide value before the last cast and the number of finite values
    that do not fit; `unfused` a clip where a bound is known. Sanitisers' counts
    go into the row in every form but `fused`, and so does whether a gather's
    index lies outside of its tensor (NANGUARD_STATUS_DATA).
  }];
  let options = [
    Option<"clip", "clip", "nanguard::ClipMode",
           /*default=*/"nanguard::ClipMode::Marked",
           "Where the unfused variant clips.",
           [{::llvm::cl::values(
             clEnumValN(nanguard::ClipMode::Marked, "marked",
                        "only where nanguard.clip gives a bound"),
             clEnumValN(nanguard::ClipMode::Type, "type",
                        "every output, at its type's largest value"))}]>];
  let dependentDialects = [
    "::nanguard::NanGuardDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::math::MathDialect"];
}

def PlaceStepScansPass
    : Pass<"nanguard-place-step-scans", "::mlir::func::FuncOp"> {
  let summary = "Tells in which step of an unfused kernel a fault was born";
  let description = [{
    Runs on kernels of the form `unfused`. Each step that computes floats is
    looked at for NaN, +Inf and -Inf; the first that holds a sort which nothing
    that it reads holds, and no constant in it is, gives its number (from 1) to
    bits 24 to 31 of the row's status. The kernel's attribute `nanguard.steps`
    names the steps. It only says where: a mask's -Inf, an exp that underflows
    or a pole makes no op bad by it.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
}

def CheckInvariantsPass
    : Pass<"nanguard-check-invariants", "::mlir::func::FuncOp"> {
  let summary = "Checks what a softmax and a norm must give, before the cast";
  let description = [{
    Runs on kernels of the forms `safe` and `unfused`. A row of exp(z) / sum
    exp(z) must sum to 1, one of d * rsqrt(mean d² + eps) have the mean square
    m / (m + eps), m that of d, both within 1/64; a row that holds a NaN is the
    scan's business. A row that does not sets NANGUARD_STATUS_INVARIANT: the
    faults that give finite numbers, such as a denominator that overflowed.
    Rows of a constant, or of an eps that outweighs them, agree.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

def UnrollLoopsPass : Pass<"nanguard-unroll-loops", "::mlir::func::FuncOp"> {
  let summary = "Unrolls short loops over a model's ops";
  let description = [{
    Only what stands in a function's own block is guarded. An `scf.for` of a
    known number of turns whose body makes numbers becomes straight-line code,
    if that is no more than `limit` ops; an LSTM's steps over time are guarded
    so, each with a row of its own. Other loops and branches stay as they are,
    with a remark.

    ```mlir
    %h = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %x) -> (tensor<4xf16>) {
      %y = linalg.exp ins(%s : tensor<4xf16>) …
      scf.yield %y : tensor<4xf16>
    }
    // becomes
    %0 = linalg.exp ins(%x : tensor<4xf16>) …
    %h = linalg.exp ins(%0 : tensor<4xf16>) …
    ```
  }];
  let options = [
    Option<"limit", "limit", "int64_t", "256",
           "ops that a loop may become in all">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def EmitManifestPass : Pass<"nanguard-emit-manifest", "::mlir::ModuleOp"> {
  let summary = "Writes the manifest of the guarded functions";
  let description = [{
    Sets the module attribute `nanguard.manifest` to the JSON that
    docs/contract.md describes, and writes it to `output` where given. `report`
    is a file that receives a table of what is guarded how and what is not, and
    why. `-` is standard error.
  }];
  let options = [
    Option<"output", "output", "std::string", "\"\"", "file for the JSON, - for standard error">,
    Option<"report", "report", "std::string", "\"\"",
           "file for the coverage table, - for standard error">,
    Option<"wide", "wide", "unsigned", "64",
           "What nanguard-generate-variants was given">];
  let dependentDialects = ["::nanguard::NanGuardDialect"];
}

def GateCommitsPass : Pass<"nanguard-gate-commits", "::mlir::func::FuncOp"> {
  let summary = "Keeps the old value of marked results in a bad step";
  let description = [{
    A result marked `nanguard.commit` (`= N : i64`: it replaces argument N;
    without a number: the only argument of its type) becomes a select: the
    argument where some op's scan saw a NaN or Inf that no rescue cured, else
    the new value. Weights, optimizer moments and caches never hold what a bad
    step made. Only ops that were scanned in the step count.

    In a batch (`nanguard-mark-rows`) a result with requests in it keeps the
    old values of those that were bad, by the report's rows of each; the others'
    new ones are committed. A result without requests keeps all in a step in
    which any was bad.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::nanguard::NanGuardDialect"];
}

def InstrumentInjectPass : Pass<"nanguard-instrument-inject", "::mlir::ModuleOp"> {
  let summary = "Lets the host put faults into operands, outputs and between";
  let description = [{
    For each `ID:PLACE` of `points`, a tensor is copied and the copy handed to
    `nanguard_rt_inject`. PLACE K >= 0 is the op's operand, before the dispatch;
    -1 its output, where the dispatch's lowering scans what the hook leaves
    behind; -2-K the K-th intermediate tensor of its fused forms (`inner` of the
    manifest), which it gets copies of its own for. For experiments: the code
    calls back.
  }];
  let options = [
    ListOption<"points", "points", "std::string", "ID:PLACE pairs">,
    Option<"function", "function", "std::string", "\"\"",
           "Function whose ops are meant; all when empty">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect",
    "::mlir::linalg::LinalgDialect", "::nanguard::NanGuardDialect"];
}

def SplitHotPathPass : Pass<"nanguard-split-hot-path", "::mlir::func::FuncOp"> {
  let summary = "Emits the body twice: one copy without any switch";
  let description = [{
    For compilers that form their own kernels and may not fuse across a switch.
    The function's body stands in both regions of an `scf.if` whose condition is
    that every tier byte is that of NORMAL (fused form, `bits` scan). In the
    first copy the tiers are a constant, for which
    `nanguard-lower-dispatch` calls the form outright. Same results, same
    report; the code doubles in size.

    ```mlir
    %normal = arith.cmpi eq, %others, %c0 : i8
    %0:2 = scf.if %normal -> (tensor<4xf16>, tensor<1x12xi64>) {
      %tiers = arith.constant dense<1> : tensor<1xi8>
      … = nanguard.dispatch … tiers(%tiers : tensor<1xi8>) …
    } else {
      … = nanguard.dispatch … tiers(%arg1 : tensor<1xi8>) …
    }
    ```

    A function of several blocks, or without a dispatch, stays as it is.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::nanguard::NanGuardDialect"];
}

def ExtractClusterPass : Pass<"nanguard-extract-cluster", "::mlir::ModuleOp"> {
  let summary = "Leaves one guarded op as a model of its own";
  let description = [{
    For replaying a fault. Of `function`, only the dispatch `id` stays: its
    operands become the arguments (destinations too, where they are more than a
    static shape), and tiers and report have one row. With `operands`, the
    function keeps its arguments and returns those operands instead, so that a
    run of the step shows what the op read. The manifest goes: it was about the
    whole function (`nanguard-emit-manifest` writes one anew).

    ```mlir
    func.func @main(%x: tensor<4xf16>, %tiers: tensor<9xi8>) -> (…, tensor<9x12xi64>)
    // becomes, with id=7
    func.func @main(%q: tensor<8xf16>, %tiers: tensor<1xi8>)
        -> (tensor<8xf16>, tensor<1x12xi64>) {
      %y, %report = nanguard.dispatch kind(softmax) id(0) …
    ```
  }];
  let options = [
    Option<"id", "id", "uint64_t", "0", "the op's id">,
    Option<"function", "function", "std::string", "\"main\"",
           "the function that holds it">,
    Option<"operands", "operands", "bool", "false",
           "Return what the op reads instead of isolating it">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::nanguard::NanGuardDialect"];
}

def LowerDispatchPass : Pass<"nanguard-lower-dispatch", "::mlir::ModuleOp"> {
  let summary = "Turns dispatches into a switch over calls";
  let description = [{
    `nanguard.dispatch` becomes a chain of `scf.if` on the tier byte (with
    `rows-in-buffer` an `scf.index_switch`, which not every other compiler
    takes) with one call a form, the row is put into the report, and the shared scan of the
    output's type runs where the byte asks for it. With `rescue`, an op with a
    safe and an unfused form whose scan saw a NaN or Inf runs again in those, in
    the same step, where the byte has NANGUARD_TIER_RESCUE, and the fused form
    runs beside a safe one where it has NANGUARD_TIER_SHADOW.
    Without `rows-in-buffer` the choice of an argument's scan stands in a
    function per type, marked `noinline`: weights are most of the dispatches.
    Where the tiers are a constant, the form is called outright. A dispatch's
    `finite` form is run where the byte asks for the second one with
    NANGUARD_TIER_FINITE; without `rows-in-buffer` that bit has no effect.
  }];
  let options = [
    Option<"rowsInBuffer", "rows-in-buffer", "bool", "false",
           "Keep the report in a memref, one slice a row, for bufferization">,
    Option<"rescue", "rescue", "bool", "false",
           "Run an op again in the next form where its tier byte asks for it">,
    Option<"forDevice", "for-device", "bool", "false",
           "With rows-in-buffer: rows are written in the report from the start, "
           "and all tiers at its end; the device's runtime is called for each op">,
    Option<"gateRescue", "gate-rescue", "bool", "false",
           "With rescue: the kernels that run again look at the row themselves">,
    Option<"tellStatus", "tell-status", "bool", "false",
           "Forms are marked with the bits of STATUS that their kernels need not "
           "store (for-device: always, and the report gets them with the tiers)">];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::linalg::LinalgDialect", "::nanguard::NanGuardDialect"];
}

def StripAttributesPass : Pass<"nanguard-strip-attributes", "::mlir::ModuleOp"> {
  let summary = "Removes the dialect's attributes from upstream ops";
  let description = [{
    A compiler that does not know the dialect refuses its attributes; the last
    step of `target=upstream` and `fixed=…` removes them. On the way to the LLVM
    dialect `typed` removes those whose value only the dialect can parse.
  }];
  let options = [
    Option<"typed", "typed", "bool", "false",
           "Only those whose value is an attribute of the dialect">];
}

def GenerateVariantsPass : Pass<"nanguard-generate-variants"> {
  let summary = "Adds the safe and unfused variants to each cluster";
  let description = [{
    Each `nanguard.cluster` that has the `fused` region only gets `safe` and
    `unfused`: the same function of the operands by the stable algorithm, in
    `safe` with its arithmetic in f32, in `unfused` in f32 for f16 and in f64 for
    bf16 and f32 (`wide=32`: in f32). f64 arithmetic stays f64. What can't be
    widened stays as written, with a missed remark that says why.

    ```mlir
    nanguard.cluster kind(activation) variants([#nanguard.variant<fused>]) …
    // becomes
    nanguard.cluster kind(activation) variants([#nanguard.variant<fused>,
        #nanguard.variant<safe>, #nanguard.variant<unfused>]) …
    ```
  }];
  let options = [
    Option<"fused", "fused", "nanguard::FusedForm",
           /*default=*/"nanguard::FusedForm::AsWritten",
           "What the fused variant is.",
           [{::llvm::cl::values(
             clEnumValN(nanguard::FusedForm::AsWritten, "as-written",
                        "as the model wrote it"),
             clEnumValN(nanguard::FusedForm::Fast, "fast",
                        "arithmetic in the narrow type, no max pass"))}]>,
    Option<"wide", "wide", "unsigned", "64",
           "Bits of the widest type that arithmetic is moved to">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

def WidenPass : Pass<"nanguard-widen", "::mlir::func::FuncOp"> {
  let summary = "Moves a function's arithmetic to a wide type";
  let description = [{
    f16 arithmetic goes to f32, bf16 and f32 arithmetic to f64; with `safe` all
    of it to f32. Arguments are widened at the entry, results narrowed once at the exit, and
    casts between the two types vanish. A function that holds an op without a rule is left as
    it is, with a missed remark.

    ```mlir
    %0 = linalg.exp ins(%x : tensor<4xf16>) …
    // becomes
    %w = linalg.generic … arith.extf … -> tensor<4xf32>
    %0 = linalg.exp ins(%w : tensor<4xf32>) …
    %n = linalg.generic … arith.truncf … -> tensor<4xf16>
    ```
  }];
  let options = [
    Option<"safe", "safe", "bool", "false",
           "Take the wide type of the safe variant, f32">,
    Option<"wide", "wide", "unsigned", "64",
           "Bits of the widest type that arithmetic is moved to">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
}

def NarrowPass : Pass<"nanguard-narrow", "::mlir::func::FuncOp"> {
  let summary = "Does a function's arithmetic in the type of its results";
  let description = [{
    The fastest and least stable form, for experiments: exp and sums in the
    narrow type, a softmax without its max subtraction.

    ```mlir
    %d = arith.subf %x, %max : f32
    %e = math.exp %d : f32
    // becomes
    %e = math.exp %x : f16
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

def StabilizePass : Pass<"nanguard-stabilize", "::mlir::func::FuncOp"> {
  let summary = "Rewrites unstable algorithms to their stable forms";
  let description = [{
    Recognises softmax without a max, log of softmax, E[x²]−E[x]², quotients of
    exponentials, masks and dead operands in linalg on tensors, whether written
    as one generic or as many. docs/numerics.md states each rule. Types stay.

    ```mlir
    %e = math.exp %x : f32
    %r = arith.divf %e, %one_plus_e : f32
    // becomes 1 / (1 + exp(-x))
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

#endif // NANGUARD_TRANSFORMS_PASSES_TD
