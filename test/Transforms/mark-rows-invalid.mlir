// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-mark-rows{batch-dim=0}))' --split-input-file --verify-diagnostics

// expected-error@+1 {{batch-dim=0: argument 1 holds 3 requests, another 4}}
func.func @f(%x: tensor<4x2xf32> {nanguard.batch}, %z: tensor<3x2xf32> {nanguard.batch}) -> tensor<4x2xf32> {
  return %x : tensor<4x2xf32>
}

// -----

// expected-error@+1 {{batch-dim=0: argument 0 is 'f32'}}
func.func @f(%x: f32 {nanguard.batch}) -> f32 {
  return %x : f32
}
