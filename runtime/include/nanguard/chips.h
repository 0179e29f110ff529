/*===- chips.h - The GPUs that kernels are compiled for ----------*- C -*-===*\
|*
|* One table for compiler, runtime and scripts. A new chip is one line here
|* and one in unittests/Runtime/CudaTest.cpp.
|*
\*===----------------------------------------------------------------------===*/

#ifndef NANGUARD_CHIPS_H
#define NANGUARD_CHIPS_H

/* Oldest first: PTX target, compute capability (major), LLVM's feature for the
 * PTX version, bytes of shared memory of a multiprocessor. A GPU runs the PTX
 * of every older target. */
#define NANGUARD_CHIPS(CHIP)                                                   \
  CHIP("sm_80", 8, "+ptx80", 164 * 1024)                                       \
  CHIP("sm_90", 9, "+ptx80", 228 * 1024)                                       \
  CHIP("sm_100", 10, "+ptx86", 228 * 1024)

#endif
