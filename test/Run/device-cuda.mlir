// The driver's path against a driver that only writes down what is asked: modules
// are loaded, kernels launched in order, and waited for where the host reads.
// RUN: env NANGUARD_LIBCUDA=%build/lib/fake_cuda.so FAKE_CUDA_PRINT=1 nanguard-run %s --no-cache --device=cuda --tiers=fused --input=random:1 --quiet 2>&1 | FileCheck %s
// CHECK: stream 0
// CHECK: stream 1
// CHECK: module
// CHECK: function ng_{{[a-z]+}}_0_fused_bits_0
// CHECK: launch ng_{{[a-z]+}}_0_fused_bits_0 ({{[0-9]+}},1,1) ({{[0-9]+}},{{[0-9]+}},1) shared 0 on 0
// CHECK: synchronize 0
// CHECK-NOT: record

// Without a driver: one clear error, before anything is compiled.
// RUN: not env NANGUARD_LIBCUDA=/nowhere/libcuda.so.1 nanguard-run %s --device=cuda --input=random:1 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: nanguard-run: error: --device=cuda: no NVIDIA driver on this machine: {{.*}}/nowhere/libcuda.so.1{{.*}}

func.func @main(%x: tensor<6x40xf16>) -> tensor<6x40xf16> {
  %e = tensor.empty() : tensor<6x40xf16>
  %0 = linalg.exp ins(%x : tensor<6x40xf16>) outs(%e : tensor<6x40xf16>) -> tensor<6x40xf16>
  return %0 : tensor<6x40xf16>
}
