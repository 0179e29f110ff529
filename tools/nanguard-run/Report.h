//===- Report.h - Steps for people and for programs -----------------------===//
#ifndef NANGUARD_TOOLS_RUN_REPORT_H
#define NANGUARD_TOOLS_RUN_REPORT_H

#include "StepLoop.h"

#include "llvm/Support/raw_ostream.h"

namespace nanguard::run {

/// "fused", "safe" or "unfused".
llvm::StringRef formName(uint8_t tier);

/// What is laid to `op` in a step: the controller's verdict, else by the
/// report: an op is at fault when it is bad and nothing upstream of it is.
int32_t verdictOn(const FunctionInfo &function, const StepRecord &record,
                  const OpInfo &op);

/// What the step of the unfused form computes in which a bad value was born;
/// "" where that did not run or the op is not at fault.
llvm::StringRef badStepOf(const FunctionInfo &function,
                          const StepRecord &record, const OpInfo &op);

void printTableHeader(llvm::raw_ostream &os);
void printTableRow(llvm::raw_ostream &os, const FunctionInfo &function,
                   const StepRecord &record);
/// One JSON object, no newline.
std::string formatJsonLine(const FunctionInfo &function,
                           const StepRecord &record);
void printOps(llvm::raw_ostream &os, const FunctionInfo &function);
void printTensor(llvm::raw_ostream &os, const HostTensor &tensor);

/// An empty string when all elements agree, else the worst one.
std::string compareTensors(const HostTensor &got, const HostTensor &expected,
                           double rtol, double atol);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_REPORT_H
