//===- Values.h - The values that flags name ------------------------------===//
#ifndef NANGUARD_TOOLS_RUN_VALUES_H
#define NANGUARD_TOOLS_RUN_VALUES_H

#include "Manifest.h"
#include "StepLoop.h"
#include "TensorIO.h"

#include <optional>

namespace nanguard::run {

/// One --input or --input-steps.
struct InputValues {
  std::string text;                 ///< As the flag has it.
  std::vector<NamedTensor> tensors; ///< One, or all of a file.
  std::optional<uint64_t> seed;     ///< Of random:SEED; no tensors then.
  bool hasSteps = false;            ///< The first dimension counts steps.
};

/// What the value flags name, read before there is a model to give it to.
struct FlagValues {
  std::vector<InputValues> inputs;
  std::vector<HostTensor> expectedOutputs;
};
llvm::Expected<FlagValues> readValues();

/// Fills all arguments, in order; those of --input-steps with the first step's
/// values, and `stepInputs` gets the values of all.
llvm::Expected<std::vector<HostTensor>>
bindInputs(const FunctionInfo &function, std::vector<InputValues> inputs,
           std::vector<StepInput> &stepInputs);

/// Writes, prints and compares the last step's results; gives the exit code.
llvm::Expected<int> finish(const std::vector<HostTensor> &results,
                           std::vector<HostTensor> expectedOutputs);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_VALUES_H
