//===- FaultHook.cpp - Faults as compiled code lets them in ---------------===//

#include "FaultHook.h"

#include "nanguard/runtime.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace nanguard::run;

static FaultHook *current = nullptr;

FaultHook::FaultHook(const std::vector<Injection> &injections)
    : injections(injections), outer(current) {
  install();
}

FaultHook::~FaultHook() {
  if (outer)
    outer->install();
  else
    nanguard_set_inject_hook(nullptr, nullptr);
  current = outer;
}

void FaultHook::install() {
  current = this;
  nanguard_set_inject_hook(injections.empty() ? nullptr : strike, this);
}

void FaultHook::strike(void *self, int64_t op, int64_t operand, void *data,
                       int64_t elements, int32_t dtype, int32_t tier) {
  FaultHook &hook = *static_cast<FaultHook *>(self);
  hook.places.insert({op, operand});
  bool fused = (tier & NANGUARD_TIER_FORM_MASK) <= NANGUARD_FORM_FUSED_BITS;
  for (const Injection &injection : hook.injections)
    if (is_contained(injection.ops, op) && injection.operand == operand &&
        hook.step >= injection.firstStep && hook.step <= injection.lastStep &&
        (fused || injection.allForms) &&
        !applyInjection(injection, data, elements, static_cast<DType>(dtype)))
      hook.outside = &injection;
}

Error FaultHook::check() const {
  if (outside)
    return createStringError("--inject: step " + Twine(step) + ", op " +
                             Twine(outside->ops.front()) + ": " +
                             (outside->index >= 0
                                  ? "index " + Twine(outside->index)
                                  : "row " + Twine(outside->row)) +
                             " is outside of the tensor");
  for (const Injection &injection : injections)
    for (int64_t op : injection.ops)
      if (!places.count({op, injection.operand}))
        return createStringError(
            "--inject: the model was compiled without a way in for faults at "
            "op " +
            Twine(op) + ": give --inject to --emit too");
  return Error::success();
}
