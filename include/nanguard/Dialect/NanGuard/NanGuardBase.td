//===- NanGuardBase.td - The nanguard dialect ---------------*- tablegen -*-===//
//
// Defines the dialect and what all of its definitions share.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_BASE_TD
#define NANGUARD_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def NanGuard_Dialect : Dialect {
  let name = "nanguard";
  let cppNamespace = "::nanguard";
  let summary = "Numeric guards: clusters in several variants, scans, clips";
  let description = [{
    A *cluster* is one producer of non-finite values, or a chain of them whose
    inner edges nobody else reads, in several variants. *Scans* look at a
    tensor's bit patterns, *clips* and *sanitisers* replace values and count
    them, and a *dispatch* picks the compiled form of a cluster by its tier
    byte. All ops work on tensors in destination-passing style; clusters are
    short-lived and never bufferized.

    The attributes that passes and users put on other dialects' ops:

    | attribute | on | meaning |
    | --- | --- | --- |
    | `nanguard.manifest` | module | the manifest, JSON text |
    | `nanguard.form` | kernel function | which form it is (`fused`, `fused_bits`, `fused_finite`, `safe`, `unfused`; `scan` for the shared scans) |
    | `nanguard.kv_cache` | argument | a KV cache; writes to it are sanitised |
    | `nanguard.clip` | argument, op | bound (f64) of the values handed on |
    | `nanguard.valid_rows` | argument | says which rows of other arguments count, see below |
    | `nanguard.batch` | argument | holds a request in each entry of the dimension that `batch-dim` names |
    | `nanguard.carry` | argument | state that an earlier step left (a weight, a moment): a NaN in it is *state poisoned*, not bad data |
    | `nanguard.peer` | argument | came from another rank: a NaN in it is the *peer's* |
    | `nanguard.expect_inf` | argument | a mask: -Inf is expected and not reported, +Inf is |
    | `nanguard.harmless` | op | proven finite: the ranges by which |
    | `nanguard.inject_output` | dispatch | faults may be let into its output |
    | `nanguard.commit` | result | keeps its old value, that of argument `N` (`= N : i64`) or of the only one of its type, in a bad step; in a batch, that of the requests that were bad |
    | `nanguard.batch_dim` | result | where the requests of a committed result lie |
    | `nanguard.loss`, `nanguard.grad`, `nanguard.loss_scale` | result | the step's loss, a gradient, the loss scaler's scale: the report gets a row of each, from which the controller reads its signals |

    On arguments and results no other `nanguard.…` is taken: a mark that is
    misspelt must not be one that is silently missing.

    A `nanguard.valid_rows` argument of integers is a length (a number, a
    `tensor<i64>` or `tensor<1xi64>`: rows 0 to length - 1 count), a length for
    each entry of dimension 0 (`tensor<Bxi64>`), or a mask (`tensor<BxSxi1>`, any
    integer type: a row counts where it is not 0). Its value says more:
    `{args = array<i64: 0, 3>, dim = 1 : i64}` lists the arguments that it is
    about, and the dimension that holds the rows; `dim` alone may stand without
    the braces. `args` may be missing where only one argument fits, `dim` for
    the mask's last dimension, 1 for a length an entry, 0 for a length.
    A `tensor<Sxi1>` is a mask of one dimension.
    Padding may hold anything: it is computed as it always was, and no scan, no
    count and no statistic sees it. An op with no row that counts reports EMPTY
    (neither bad nor clean).
  }];
  let hasConstantMaterializer = 0;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

class NanGuard_Op<string mnemonic, list<Trait> traits = []>
    : Op<NanGuard_Dialect, mnemonic, traits>;

#endif // NANGUARD_BASE_TD
