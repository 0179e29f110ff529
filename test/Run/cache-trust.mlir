// Code of the cache runs here: an entry is what its name says, and a folder that
// others may write to is not used.
// RUN: rm -rf %t && mkdir -p %t && sed s/linalg.exp/linalg.log/ %s > %t/log.mlir
// RUN: env NANGUARD_CACHE_DIR=%t/exp nanguard-run %s --input=4xf16=0 --quiet --print | FileCheck %s --check-prefix=EXP
// RUN: env NANGUARD_CACHE_DIR=%t/log nanguard-run %t/log.mlir --input=4xf16=1 --quiet --print | FileCheck %s --check-prefix=LOG
// Each entry of the one's cache copied over the other's: another model must not run.
// RUN: bash -c 'from=(%t/log/*.model) to=(%t/exp/*.model); cp $from $to; cp %t/log/*.o %t/exp'
// RUN: env NANGUARD_CACHE_DIR=%t/exp nanguard-run %s --input=4xf16=0 --quiet --print | FileCheck %s --check-prefix=EXP
// RUN: bash -c 'for o in %t/exp/*.o; do other=$(ls %t/log/*.o | head -1); cp $other $o; done'
// RUN: env NANGUARD_CACHE_DIR=%t/exp nanguard-run %s --input=4xf16=0 --quiet --print | FileCheck %s --check-prefix=EXP
// RUN: mkdir %t/open && chmod 777 %t/open
// RUN: env NANGUARD_CACHE_DIR=%t/open nanguard-run %s --input=4xf16=0 --quiet --print 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: ls %t/open | count 0
// A folder of its own making is nobody else's, whatever the umask.
// RUN: bash -c 'umask 000; NANGUARD_CACHE_DIR=%t/new nanguard-run %s --input=4xf16=0 --quiet --print' 2>&1 | FileCheck %s --check-prefix=EXP
// RUN: bash -c 'umask 000; NANGUARD_CACHE_DIR=%t/new nanguard-run %s --input=4xf16=0 --quiet --print' 2>&1 | FileCheck %s --check-prefix=EXP
// RUN: find %t/new -perm /022 | count 0

// EXP-NOT: warning
// EXP: tensor<4xf16>=1,1,1,1
// LOG: tensor<4xf16>=0,0,0,0
// OPEN: nanguard: warning: cache folder '{{.*}}open' is not used: others own it or may write to it (chmod go-w)
// OPEN-NOT: warning
// OPEN: tensor<4xf16>=1,1,1,1
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
