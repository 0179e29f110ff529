// RUN: nanguard-opt %project/examples/scores_f16.mlir --guard-tiers | nanguard-opt --nanguard-lower-dispatch=rows-in-buffer | FileCheck %s --check-prefix=SWITCH --implicit-check-not=nanguard.dispatch
// RUN: nanguard-opt %project/examples/scores_f16.mlir --guard-tiers | nanguard-opt --nanguard-lower-dispatch --nanguard-strip-attributes | FileCheck %s --check-prefix=IFS --implicit-check-not=nanguard.dispatch --implicit-check-not=nanguard.manifest --implicit-check-not=nanguard.form

// SWITCH-LABEL: func.func @main
// SWITCH: memref.alloc() : memref<3x12xi64>
// SWITCH: scf.index_switch
// SWITCH: call @ng_matmul_0_fused(
// SWITCH: call @ng_matmul_0_fused_bits(
// SWITCH: call @ng_matmul_0_safe(
// SWITCH: call @ng_matmul_0_unfused(
// SWITCH: call @ng_scan_
// SWITCH: bufferization.materialize_in_destination

// The scan of an argument is a call; a cluster's choice stands inline.
// IFS-LABEL: func.func @main
// IFS: %[[ROW:.+]] = call @ng_entry_0_fused_dispatch(%{{.*}}, %{{.*}}) : ({{.*}}, i8) -> tensor<12xi64>
// IFS: tensor.insert_slice %[[ROW]] into
// IFS: tensor.extract %{{.*}} : tensor<3xi8>
// IFS: scf.if
// IFS: tensor.insert_slice %{{.*}} : tensor<12xi64> into tensor<3x12xi64>

// IFS: func.func private @ng_entry_0_fused_dispatch({{.*}}) -> tensor<12xi64> attributes {noinline}
// IFS: scf.if
// IFS: call @ng_entry_0_fused(
// IFS: call @ng_entry_0_fused_bits(
// IFS: call @ng_scan_0(
