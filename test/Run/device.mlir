// The same model on the CPU and on the emulator: values, tiers, report. No sum
// is in it, whose order would differ, so the bits are the same.
// RUN: rm -rf %t && mkdir %t
// RUN: export NANGUARD_CACHE_DIR=%t/cache
// RUN: nanguard-run %s --tiers=fused --input=random:1 --output=@%t/cpu.npy --json=%t/cpu.json
// RUN: nanguard-run %s --tiers=fused --input=random:1 --expected-output=@%t/cpu.npy --rtol=0 --atol=0 --device=sim --json=%t/sim.json
// RUN: nanguard-run %s --tiers=fused --input=random:1 --expected-output=@%t/cpu.npy --rtol=0 --atol=0 --device=sim:checks,seed=7 --quiet
// RUN: sed 's/"seconds":[^,}]*//' %t/cpu.json > %t/cpu.txt
// RUN: sed 's/"seconds":[^,}]*//' %t/sim.json > %t/sim.txt
// RUN: diff %t/cpu.txt %t/sim.txt

// The controller repairs a fault there, too.
// RUN: nanguard-run %s --device=sim:threads=2 --input=random:1 --steps=4 --inject=op=1,kind=nan,step=1-4 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: 1 fused
// FAULT: 3 {{.*}}safe

// RUN: not nanguard-run %s --device=gpu 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: error: --device=gpu: 'gpu': wants sim or cuda
// RUN: not nanguard-run %s --device=sim:fast 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: --device=sim:fast: sim:fast: 'fast': wants checks, seed=N or threads=N
// RUN: not nanguard-run %s --device=sim --as-written 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: error: --as-written makes no kernels for --device=sim

func.func @main(%x: tensor<6x40xf16>) -> tensor<6x40xf16> {
  %e = tensor.empty() : tensor<6x40xf16>
  %0 = linalg.exp ins(%x : tensor<6x40xf16>) outs(%e : tensor<6x40xf16>) -> tensor<6x40xf16>
  return %0 : tensor<6x40xf16>
}
