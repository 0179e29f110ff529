//===- Flags.h - The command line of nanguard-run -------------------------===//
#ifndef NANGUARD_TOOLS_RUN_FLAGS_H
#define NANGUARD_TOOLS_RUN_FLAGS_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace nanguard::run {

/// The flags, as --help describes them.
namespace flags {
extern llvm::cl::opt<std::string> modelPath;
extern llvm::cl::opt<std::string> functionName;
extern llvm::cl::opt<bool> unguarded;
extern llvm::cl::opt<bool> asWritten;
extern llvm::cl::opt<std::string> guardArgs;
extern llvm::cl::opt<bool> scalarLoops;
extern llvm::cl::opt<std::string> deviceText;
extern llvm::cl::opt<unsigned> optLevel;
extern llvm::cl::opt<unsigned> threads;
extern llvm::cl::opt<bool> noCache;
extern llvm::cl::opt<std::string> emitKind;
extern llvm::cl::opt<std::string> emitPath;
extern llvm::cl::opt<std::string> emitPrefix;
extern llvm::cl::opt<std::string> manifestPath;
extern llvm::cl::opt<bool> listOps;
extern llvm::cl::opt<bool> verboseFlag;
extern llvm::cl::list<std::string> inputs;
extern llvm::cl::list<std::string> inputSteps;
extern llvm::cl::list<std::string> outputs;
extern llvm::cl::list<std::string> expectedOutputs;
extern llvm::cl::opt<double> relTolerance;
extern llvm::cl::opt<double> absTolerance;
extern llvm::cl::opt<bool> printResults;
extern llvm::cl::opt<int64_t> steps;
extern llvm::cl::list<std::string> carries;
extern llvm::cl::opt<std::string> tiersText;
extern llvm::cl::list<std::string> injects;
extern llvm::cl::list<std::string> injectEach;
extern llvm::cl::opt<std::string> injectPoints;
extern llvm::cl::opt<std::string> policyText;
extern llvm::cl::opt<bool> rescue;
extern llvm::cl::opt<std::string> jsonPath;
extern llvm::cl::opt<bool> jsonBadSteps;
extern llvm::cl::opt<bool> checkFinite;
extern llvm::cl::opt<std::string> lossResult;
extern llvm::cl::opt<std::string> gradNormResult;
extern llvm::cl::opt<std::string> reportPath;
extern llvm::cl::opt<std::string> tracePath;
extern llvm::cl::opt<std::string> metricsPath;
extern llvm::cl::opt<std::string> metricsListen;
extern llvm::cl::opt<std::string> logPath;
extern llvm::cl::opt<std::string> recordsPath;
extern llvm::cl::opt<bool> policySchema;
extern llvm::cl::opt<bool> quiet;
extern llvm::cl::opt<bool> timeSteps;
} // namespace flags

/// Parses the command line; exits on flags that are unknown.
void parseFlags(int argc, char **argv);

/// Refuses flags that say nothing or contradict one another, before any work.
llvm::Error checkFlags();

/// What --inject and then --inject-each say: the places compiled in.
std::vector<std::string> allFaults();

/// Whether kernels run elsewhere than in the model's own code.
bool usesDevice();

/// The first of the flags that stands on the command line, as it is written
/// there; empty when none does.
std::string
firstGiven(std::initializer_list<std::reference_wrapper<const llvm::cl::Option>>
               options);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_FLAGS_H
