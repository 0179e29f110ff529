// RUN: nanguard-opt %s --pass-pipeline="builtin.module(gpu.module(nanguard-annotate-branches))" | FileCheck %s

// The branch's own attribute, which LLVM's translation reads.
// CHECK: #[[ROLLED:.*]] = #llvm.loop_annotation<unroll = #{{.*}}>
// CHECK: llvm.br ^bb1 {loop_annotation = #[[ROLLED]]}
// CHECK-NOT: llvm.loop_annotation =
#rolled = #llvm.loop_annotation<unroll = <disable = true>>
gpu.module @kernels {
  llvm.func @loop(%more: i1) {
    llvm.br ^bb1
  ^bb1:
    llvm.cond_br %more, ^bb2, ^bb3
  ^bb2:
    llvm.br ^bb1 {llvm.loop_annotation = #rolled}
  ^bb3:
    llvm.return
  }
}
