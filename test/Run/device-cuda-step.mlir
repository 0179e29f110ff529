// A guarded step against a driver that does what it is asked by the emulator and
// whose memory the host can't touch: the CPU's values.
// RUN: rm -rf %t && mkdir %t
// RUN: export NANGUARD_CACHE_DIR=%t/cache
// RUN: export NANGUARD_LIBCUDA=%build/lib/fake_cuda.so
// RUN: export FAKE_CUDA_EMULATE=1
// RUN: nanguard-run %s --tiers=fused --input=random:1 --output=@%t/cpu.npy --quiet
// RUN: env FAKE_CUDA_PRINT=1 nanguard-run %s --device=cuda --tiers=fused --input=random:1 --steps=3 --expected-output=@%t/cpu.npy --rtol=2e-3 --atol=1e-4 --quiet 2>&1 | grep -v remark: | FileCheck %s --implicit-check-not=synchronize --implicit-check-not=read

// Arguments and constants go there once. The kernels, and what stands between
// them, are launched; the report (three rows) is copied on the second stream
// behind an event; nobody waits before the step's end.
// CHECK: upload 512 bytes on 0
// CHECK: upload 8192 bytes on 0
// CHECK: launch ng_between_0_0
// CHECK: launch ng_entry_0_fused_bits_0
// CHECK: launch ng_entry_1_fused_bits_0
// CHECK: launch ng_softmax_0_fused_bits_0
// CHECK: launch ng_softmax_0_fused_bits_1
// CHECK: launch ng_between_1_0
// CHECK: launch ng_between_1_1
// CHECK: copy 512 bytes on 1
// CHECK: record on 0
// CHECK-NEXT: wait on 1
// CHECK-NEXT: copy 288 bytes on 1
// CHECK-NEXT: record on 1
// CHECK-NEXT: synchronize 0
// The second step makes a graph of them, the third one is one call.
// CHECK-COUNT-7: node ng_
// CHECK-NEXT: instantiate 7 nodes
// CHECK-NEXT: graph of 7 on 0
// CHECK: synchronize 0
// CHECK-NEXT: graph of 7 on 0
// CHECK: copy 288 bytes on 1
// CHECK-NEXT: record on 1
// CHECK-NEXT: synchronize 0
// CHECK-NEXT: synchronize 0
// CHECK-NEXT: synchronize 1

// RUN: env FAKE_CUDA_PRINT=1 nanguard-run %s --device=cuda:0,graphs=off --tiers=fused --input=random:1 --steps=3 --expected-output=@%t/cpu.npy --rtol=2e-3 --atol=1e-4 --quiet 2>&1 | grep -v remark: | FileCheck %s --check-prefix=OFF --implicit-check-not=node --implicit-check-not=graph
// OFF-COUNT-21: launch

// Scores of 102400 overflow in f16. The rescue's kernels look at the row: the
// host waits for nothing, whether there is a fault or not, and the report is the
// CPU's.
// RUN: nanguard-run %s --device=cuda --rescue --input=4x64xf16=40 --input=64x64xf16=40 --print 2>&1 | FileCheck %s --check-prefix=RESCUE
// RESCUE: softmax#2 (op) rescued OBSERVE
// RESCUE: 0.0156
// RUN: env FAKE_CUDA_PRINT=1 nanguard-run %s --device=cuda --rescue --input=4x64xf16=40 --input=64x64xf16=40 --quiet 2>&1 | grep -v remark: | FileCheck %s --check-prefix=GATED --implicit-check-not=synchronize --implicit-check-not=read
// RUN: env FAKE_CUDA_PRINT=1 nanguard-run %s --device=cuda --rescue --input=4x64xf16=1 --input=64x64xf16=0.1 --quiet 2>&1 | grep -v remark: | FileCheck %s --check-prefix=GATED --implicit-check-not=synchronize --implicit-check-not=read
// GATED: launch ng_softmax_0_fused_bits_1
// GATED: launch ng_softmax_0_safe_if_0
// GATED: launch ng_softmax_0_unfused_if_0
// GATED: synchronize 0
// GATED-NEXT: synchronize 0
// GATED-NEXT: synchronize 1
// RUN: nanguard-run %s --rescue --input=4x64xf16=40 --input=64x64xf16=40 --quiet --json=%t/cpu.json
// RUN: nanguard-run %s --device=cuda --rescue --input=4x64xf16=40 --input=64x64xf16=40 --quiet --json=%t/cuda.json
// RUN: nanguard-run %s --device=sim:checks --rescue --input=4x64xf16=40 --input=64x64xf16=40 --quiet --json=%t/sim.json
// RUN: sed 's/"seconds":[^,}]*//' %t/cpu.json > %t/cpu.txt
// RUN: sed 's/"seconds":[^,}]*//' %t/cuda.json > %t/cuda.txt
// RUN: sed 's/"seconds":[^,}]*//' %t/sim.json > %t/sim.txt
// RUN: diff %t/cpu.txt %t/cuda.txt
// RUN: diff %t/cpu.txt %t/sim.txt

// A fault's hook is the host's: it waits, in memory that is both's.
// RUN: nanguard-run %s --device=cuda --input=random:1 --steps=4 --inject=op=2,kind=nan,step=1-2 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: env FAKE_CUDA_PRINT=1 nanguard-run %s --device=cuda --input=random:1 --steps=4 --inject=op=2,kind=nan,step=1-2 --quiet 2>&1 | FileCheck %s --check-prefix=HOOK
// FAULT: 1 fused 1 {{.*}} softmax#2 (op) OBSERVE
// FAULT: 2 fused 1 {{.*}} softmax#2 (op) SAFE_STAGE_1
// FAULT: 3 safe 1
// HOOK: launch ng_softmax_0_fused_bits_1
// HOOK-NEXT: launch ng_between
// HOOK-NEXT: synchronize 0
// HOOK: launch ng_softmax_0_safe_1

func.func @main(%x: tensor<4x64xf16>, %w: tensor<64x64xf16>) -> tensor<64x4xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4x64xf16>
  %z = linalg.fill ins(%zero : f16) outs(%e : tensor<4x64xf16>) -> tensor<4x64xf16>
  %m = linalg.matmul ins(%x, %w : tensor<4x64xf16>, tensor<64x64xf16>) outs(%z : tensor<4x64xf16>) -> tensor<4x64xf16>
  %s = linalg.softmax dimension(1) ins(%m : tensor<4x64xf16>) outs(%e : tensor<4x64xf16>) -> tensor<4x64xf16>
  %f = tensor.empty() : tensor<64x4xf16>
  %t = linalg.transpose ins(%s : tensor<4x64xf16>) outs(%f : tensor<64x4xf16>) permutation = [1, 0]
  return %t : tensor<64x4xf16>
}
