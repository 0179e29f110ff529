// RUN: nanguard-opt %s --nanguard-drop-timings | FileCheck %s
// CHECK: gpu.binary @b
// CHECK-SAME: properties = {O = 2 : i32}, assembly = "ptx"
gpu.binary @b [#gpu.object<#nvvm.target, properties = {LLVMIRToISATimeInMs = 80 : i64, O = 2 : i32}, assembly = "ptx">]

// The printed module is the same each time.
// RUN: nanguard-opt %project/examples/scores_f16.mlir --guard-tiers=target=nvptx -o %t.1 2>/dev/null
// RUN: nanguard-opt %project/examples/scores_f16.mlir --guard-tiers=target=nvptx -o %t.2 2>/dev/null
// RUN: diff %t.1 %t.2
