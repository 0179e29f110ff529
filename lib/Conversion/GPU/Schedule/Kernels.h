//===- Kernels.h - A group's launch -----------------------------*- C++ -*-===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELS_H
#define NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELS_H

#include "KernelPlan.h"

namespace nanguard {

/// Launches a group of rows: one block, or some lanes of a warp, takes a row
/// and keeps it in registers; without reductions each thread takes elements.
void emitRowKernel(KernelPlan &plan, const KernelGroup &group);

/// Launches a contraction and its epilogue: tensor cores for f16 and bf16 that
/// are summed up in f32 or in their own type, register tiles for everything
/// else. False, and nothing done, where an operand has no buffer.
bool emitContractionKernel(KernelPlan &plan, const KernelGroup &group);

/// The scores of an attention, their softmax as it is written out, its product
/// with the values, and perhaps a scan of the weights' sums.
struct AttentionGroups {
  const KernelGroup &scores, &rows, &output;
  const KernelGroup *check = nullptr;
};

/// Whether they are that, and nothing else reads what lies between.
bool isAttention(const AttentionGroups &groups);
/// Whether a group is steps from an argument to what they read, and nothing
/// else reads it: their kernel takes these steps itself.
bool isReadBy(const KernelGroup &group, const AttentionGroups &groups);
/// One launch for them. False, and nothing done, where the operands' types or
/// sizes do not suit tensor cores.
bool emitAttentionKernel(KernelPlan &plan, const AttentionGroups &groups);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELS_H
