// One CUDA graph for a run in which the controller moves an op down and up again:
// the device reads the tiers and chooses. Scores of 102400 overflow in f16.
// RUN: rm -rf %t && mkdir %t
// RUN: export NANGUARD_CACHE_DIR=%t/cache
// RUN: export NANGUARD_LIBCUDA=%build/lib/fake_cuda.so
// RUN: export FAKE_CUDA_EMULATE=1
// Without a shadow run, which would keep the op in VERIFY, and without rescue.
// RUN: echo '{"verify": {"shadow": 0}, "rescue": {"in_step": 0}}' >%t/plain.json
// RUN: nanguard-run %s --device=cuda:switch --input=4x64xf16=40 --input=64x64xf16=40 --policy=%t/plain.json --steps=26 --output=@%t/switch.npy 2>&1 | grep -v remark: | FileCheck %s
// RUN: nanguard-run %s --device=sim --input=4x64xf16=40 --input=64x64xf16=40 --policy=%t/plain.json --steps=26 --expected-output=@%t/switch.npy --rtol=0 --atol=0 2>&1 | FileCheck %s
// CHECK: 1 fused 1 {{.*}} softmax#2 (op) OBSERVE
// CHECK: 2 fused 1 {{.*}} softmax#2 (op) SAFE_STAGE_1
// CHECK: 3 safe 1 {{.*}} softmax#2 VERIFY
// CHECK: 23 safe 1 {{.*}} softmax#2 RECOVER
// CHECK: 24 fused 1 256 0 softmax#2 (op) SAFE_STAGE_1
// CHECK: 25 safe 1

// RUN: env FAKE_CUDA_PRINT=1 nanguard-run %s --device=cuda:switch --input=4x64xf16=40 --input=64x64xf16=40 --policy=%t/plain.json --steps=26 --quiet 2>&1 | FileCheck %s --check-prefix=LOG --implicit-check-not=launch --implicit-check-not=read
// LOG: node nanguard_choose
// LOG: node ng_between_0_0
// LOG-COUNT-3: switch over 5
// LOG: instantiate 6 nodes
// LOG-COUNT-26: graph of 6 on 0
// LOG-NOT: instantiate

func.func @main(%x: tensor<4x64xf16>, %w: tensor<64x64xf16>) -> tensor<4x64xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4x64xf16>
  %z = linalg.fill ins(%zero : f16) outs(%e : tensor<4x64xf16>) -> tensor<4x64xf16>
  %m = linalg.matmul ins(%x, %w : tensor<4x64xf16>, tensor<64x64xf16>) outs(%z : tensor<4x64xf16>) -> tensor<4x64xf16>
  %s = linalg.softmax dimension(1) ins(%m : tensor<4x64xf16>) outs(%e : tensor<4x64xf16>) -> tensor<4x64xf16>
  return %s : tensor<4x64xf16>
}
