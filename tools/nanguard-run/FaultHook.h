//===- FaultHook.h - Faults as compiled code lets them in -----------------===//
#ifndef NANGUARD_TOOLS_RUN_FAULTHOOK_H
#define NANGUARD_TOOLS_RUN_FAULTHOOK_H

#include "Manifest.h"

#include <set>

namespace nanguard::run {

/// While it lives, its injections strike whatever runs; then those of the one
/// before it again.
class FaultHook {
public:
  explicit FaultHook(const std::vector<Injection> &injections);
  ~FaultHook();
  FaultHook(const FaultHook &) = delete;
  FaultHook &operator=(const FaultHook &) = delete;

  void setStep(int64_t newStep) { step = newStep; }
  /// A fault that went nowhere is no experiment.
  llvm::Error check() const;

private:
  static void strike(void *self, int64_t op, int64_t operand, void *data,
                     int64_t elements, int32_t dtype, int32_t tier);
  void install();

  const std::vector<Injection> &injections;
  FaultHook *outer;
  int64_t step = 1;
  /// Places (op, operand) that the code let in, and the first injection that
  /// struck beside its tensor.
  std::set<std::pair<int64_t, int64_t>> places;
  const Injection *outside = nullptr;
};

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_FAULTHOOK_H
