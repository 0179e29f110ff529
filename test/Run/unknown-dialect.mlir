// An op of a dialect that another tool lowers: one line says which and how.
// RUN: not nanguard-run %s 2>&1 | FileCheck %s
// RUN: not nanguard-opt %s --guard-tiers=target=cpu -o %t.mlir 2>&1 | FileCheck %s
// RUN: not nanguard-opt %s --guard-tiers=target=nvptx -o %t.mlir 2>&1 | FileCheck %s
// RUN: not mlir-opt-22 %s --allow-unregistered-dialect --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline="builtin.module(guard-tiers{target=cpu})" -o %t.mlir 2>&1 | FileCheck %s
// An op in a dialect's own words, which only its parser reads.
// RUN: echo 'func.func @main(%%x: !torch.vtensor<[4],f32>) { return }' | not nanguard-run - 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: 'func.func' has the type '!torch.vtensor<[4],f32>', which target cpu and target nvptx do not lower: export with output_type="linalg-on-tensors"
// RUN: echo 'func.func @main() { %%x = torch.constant.int 1 return }' | not nanguard-run - 2>&1 | FileCheck %s --check-prefix=TORCH
// TORCH: nanguard-run: the dialect 'torch' is not known here: export with output_type="linalg-on-tensors"
// CHECK: unknown-dialect.mlir:[[#@LINE+2]]:8: error: cannot compile 'stablehlo.add': its dialect is not known here: lower with stablehlo-opt --stablehlo-legalize-to-linalg
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
