//===- Kernels.h - A group's launch -----------------------------*- C++ -*-===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_KERNELS_H
#define NANGUARD_LIB_CONVERSION_GPU_KERNELS_H

#include "KernelPlan.h"

namespace nanguard {

/// Launches a group of rows: one block, or some lanes of a warp, takes a row
/// and keeps it in registers; without reductions each thread takes elements.
void emitRowKernel(KernelPlan &plan, const KernelGroup &group);

/// Launches a contraction and its epilogue: tensor cores for halves that are
/// summed up in f32, register tiles for everything else. False, and nothing
/// done, where its operands' layout fits neither.
bool emitContractionKernel(KernelPlan &plan, const KernelGroup &group);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_KERNELS_H
