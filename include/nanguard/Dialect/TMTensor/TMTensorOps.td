//===- TMTensorOps.td - What torch-mlir writes beside linalg -*- tablegen -*-===//
//
// The tm_tensor dialect as torch-mlir prints it, on tensors only.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_TMTENSOR_OPS_TD
#define NANGUARD_TMTENSOR_OPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TMTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let cppNamespace = "::nanguard::tm_tensor";
  let summary = "Scans, scatters and sorts of torch-mlir";
  let description = [{
    torch-mlir lowers PyTorch to linalg and, where linalg has no op, to
    `tm_tensor`. NanGuard reads these ops and lowers them at once
    (`nanguard-lower-tm-tensor`); none is made anew. All of them are on tensors
    in destination-passing style.
  }];
}

class TMTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<TMTensor_Dialect, mnemonic, !listconcat(traits, [Pure])> {
  let hasVerifier = 1;
}

class TMTensor_RegionOp<string mnemonic>
    : TMTensor_Op<mnemonic, [AttrSizedOperandSegments,
          SingleBlockImplicitTerminator<"::nanguard::tm_tensor::YieldOp">]> {
  let regions = (region SizedRegion<1>:$region);
}

def TMTensor_ScanOp : TMTensor_RegionOp<"scan"> {
  let summary = "Combines the elements up to each one along a dimension";
  let description = [{
    `f` is the region, its arguments the result so far and an element. An
    inclusive scan gives `out[0] = in[0]`, `out[i] = f(out[i - 1], in[i])`, an
    exclusive one `out[0] = accumulator`, `out[i] = f(out[i - 1], in[i - 1])`.
    The second destination is the accumulator, of the input's shape without the
    dimension; its result may not be read.

    Example:

    ```mlir
    %0:2 = tm_tensor.scan dimension(1) inclusive(true)
        ins(%x : tensor<1x16xi64>)
        outs(%out, %acc : tensor<1x16xi64>, tensor<1xi64>) {
    ^bb0(%so_far: i64, %element: i64):
      %sum = arith.addi %so_far, %element : i64
      tm_tensor.yield %sum : i64
    } -> tensor<1x16xi64>, tensor<1xi64>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension, BoolAttr:$inclusive);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
}

def TMTensor_ScatterOp : TMTensor_RegionOp<"scatter"> {
  let summary = "Combines slices into a tensor at places that indices give";
  let description = [{
    Of the inputs, `updates` holds a slice in each entry of dimension 0, and
    `indices`, of as many rows, where it goes: column `c` is the start along
    dimension `dimension_map[c]` of the destination. The slice's dimensions are
    the destination's last ones. Slice by slice, each element becomes
    `f(update, element)`, `f` the region. A slice that does not lie inside the
    destination is left out. `unique_indices` promises that no two overlap.

    Example:

    ```mlir
    %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
        ins(%updates, %indices : tensor<16x1x64xf32>, tensor<16x1xi64>)
        outs(%table : tensor<50x64xf32>) {
    ^bb0(%update: f32, %element: f32):
      %sum = arith.addf %element, %update : f32
      tm_tensor.yield %sum : f32
    } -> tensor<50x64xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       DenseI64ArrayAttr:$dimension_map,
                       DefaultValuedAttr<BoolAttr, "true">:$unique_indices);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    attr-dict `unique_indices` `(` $unique_indices `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
}

def TMTensor_SortOp : TMTensor_RegionOp<"sort"> {
  let summary = "Sorts tensors along a dimension by one comparison";
  let description = [{
    The destinations hold what is sorted; all are moved alike. The region gets
    two elements of each, in the order a0, b0, a1, b1, …, and yields whether a
    may stand before b; elements that may stand either way keep their order.
    Where the comparison contradicts itself, as by a NaN, the result is some
    permutation.

    Example:

    ```mlir
    %0:2 = tm_tensor.sort dimension(0)
        outs(%x, %positions : tensor<8xf32>, tensor<8xi64>) {
    ^bb0(%a: f32, %b: f32, %i: i64, %j: i64):
      %before = arith.cmpf ole, %a, %b : f32
      tm_tensor.yield %before : i1
    } -> tensor<8xf32>, tensor<8xi64>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
}

def TMTensor_TopkOp : TMTensor_RegionOp<"topk"> {
  let summary = "Keeps the first K elements along a dimension, with indices";
  let description = [{
    The destinations hold K elements and their indices, worst first values to
    begin with. Each input element goes down the K places: where the region,
    given the element and what stands there, yields true, or neither goes before
    the other and its index is lower, they change places. A second input gives
    the elements' indices, else their positions do.

    Example:

    ```mlir
    %0:2 = tm_tensor.topk dimension(0) ins(%x : tensor<8xf32>)
        outs(%values, %positions : tensor<3xf32>, tensor<3xi32>) {
    ^bb0(%a: f32, %b: f32):
      %before = arith.cmpf ogt, %a, %b : f32
      tm_tensor.yield %before : i1
    } -> tensor<3xf32>, tensor<3xi32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
}

def TMTensor_AttentionOp
    : TMTensor_Op<"attention", [AttrSizedOperandSegments]> {
  let summary = "Scaled dot-product attention";
  let description = [{
    softmax(Q·Kᵀ·scale + mask)·V of Q: BxMxK1, K: BxK2xK1, V: BxK2xN and a mask
    BxMxK2, added, or of i1: false masks. Without `scale` scores are divided by
    √K1. A row without an unmasked score gives zeros.

    Example:

    ```mlir
    %0 = tm_tensor.attention ins(%q, %k, %v, %mask : tensor<2x8x16xf16>,
        tensor<2x8x16xf16>, tensor<2x8x16xf16>, tensor<2x8x8xi1>)
        outs(%out : tensor<2x8x16xf16>) -> tensor<2x8x16xf16>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       OptionalAttr<F64Attr>:$scale);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)`
    (`->` type($results)^)?
  }];
}

def TMTensor_YieldOp
    : Op<TMTensor_Dialect, "yield", [Pure, ReturnLike, Terminator]> {
  let summary = "Ends the region of a tm_tensor op";
  let description = "Hands on what the region computes.";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // NANGUARD_TMTENSOR_OPS_TD
