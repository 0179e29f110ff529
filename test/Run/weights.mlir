// Large arrays lie beside the code: the same result when compiled, from the
// cache, where its file is damaged, as a library and in the emulator.
// RUN: rm -rf %t && mkdir -p %t && %python -c "import os; os.mkdir('%t/cache', 0o700)"
// RUN: %python -c "import numpy; numpy.save('%t/x.npy', numpy.ones(64, 'f4')); x = numpy.arange(64 * 32, dtype='f4') % 7; print(open('%s').read().replace('@HEX@', '0x04000000' + x.tobytes().hex()))" > %t/model.mlir
// DEFINE: %{run} = env NANGUARD_CACHE_DIR=%t/cache nanguard-run --quiet -v --print
// RUN: %{run} %t/model.mlir --input=@%t/x.npy 2>&1 | FileCheck %s --check-prefixes=CHECK,COLD
// RUN: %{run} %t/model.mlir --input=@%t/x.npy 2>&1 | FileCheck %s --implicit-check-not=lowered
// RUN: chmod u+w %t/cache/*.weights && truncate -s 100 %t/cache/*.weights
// RUN: %{run} %t/model.mlir --input=@%t/x.npy 2>&1 | FileCheck %s --check-prefixes=CHECK,COLD
// RUN: %{run} %t/model.mlir --input=@%t/x.npy 2>&1 | FileCheck %s --implicit-check-not=lowered
// RUN: nanguard-run %t/model.mlir --emit=so -o %t/model.so
// RUN: nanguard-run %t/model.so --quiet --print --input=@%t/x.npy | FileCheck %s
// RUN: nanguard-run %t/model.mlir --no-cache --quiet --print --device=sim --input=@%t/x.npy | FileCheck %s

// COLD: lowered in
// CHECK: tensor<32xf32>=189,
func.func @main(%x: tensor<64xf32>) -> tensor<32xf32> {
  %w = arith.constant dense_resource<w> : tensor<64x32xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %0 = linalg.vecmat ins(%x, %w : tensor<64xf32>, tensor<64x32xf32>) outs(%z : tensor<32xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "@HEX@"
    }
  }
#-}
