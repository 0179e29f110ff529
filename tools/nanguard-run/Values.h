//===- Values.h - The values that flags name ------------------------------===//
#ifndef NANGUARD_TOOLS_RUN_VALUES_H
#define NANGUARD_TOOLS_RUN_VALUES_H

#include "Manifest.h"

namespace nanguard::run {

/// Fills all arguments from --input, in order.
llvm::Expected<std::vector<HostTensor>>
readInputs(const FunctionInfo &function);

/// Writes, prints and compares the last step's results; gives the exit code.
llvm::Expected<int> finish(const FunctionInfo &function,
                           const std::vector<HostTensor> &results);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_VALUES_H
