//===- RunModel.h - The steps of a compiled model ----------------*- C++
//-*-===//

#ifndef NANGUARD_TOOLS_RUN_RUNMODEL_H
#define NANGUARD_TOOLS_RUN_RUNMODEL_H

#include "Manifest.h"
#include "Sinks.h"
#include "Values.h"

#include "nanguard/Target/CPU/Compile.h"
#include "nanguard/runtime.h"

#include <memory>

namespace nanguard::run {

struct DestroyPolicy {
  void operator()(nanguard_policy *policy) { nanguard_policy_destroy(policy); }
};
using OwnedPolicy = std::unique_ptr<nanguard_policy, DestroyPolicy>;

/// What flags name, read before the model is compiled.
struct Prepared {
  OwnedPolicy policy;
  FlagValues values;
  SinkOptions sinks;
};

/// The function of --function.
llvm::Expected<const FunctionInfo *> findFunction(const Manifest &manifest);

/// Runs the steps that flags ask for, and writes what they name. Gives the exit
/// code: 2 where an expectation does not hold, 128 and the signal's number
/// where a signal ended the run after a step.
llvm::Expected<int> runModel(LoadedModel &model, const Manifest &manifest,
                             const CPUCompileOptions &compileOptions,
                             Prepared prepared);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_RUNMODEL_H
