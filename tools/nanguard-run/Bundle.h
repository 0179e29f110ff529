//===- Bundle.h - A fault in a folder, to be run again --------------------===//
#ifndef NANGUARD_TOOLS_RUN_BUNDLE_H
#define NANGUARD_TOOLS_RUN_BUNDLE_H

#include "Manifest.h"

#include "nanguard/Target/CPU/Compile.h"
#include "nanguard/runtime.h"

namespace nanguard::run {

class Bundler {
public:
  Bundler(const FunctionInfo &function,
          const std::vector<Injection> &injections,
          const CPUCompileOptions &options)
      : function(function), injections(injections), options(options) {}

  /// Fills the folder: the op at fault alone with what it read, or, where that
  /// cannot be had or does not fail alone, the whole step. The README says
  /// which, and the line that runs it.
  llvm::Error write(const nanguard_event &event, llvm::StringRef folder,
                    llvm::ArrayRef<HostTensor> args,
                    llvm::ArrayRef<uint8_t> tiers) const;

private:
  /// Gives the command.
  llvm::Expected<std::string> writeCluster(const nanguard_event &event,
                                           llvm::StringRef folder,
                                           llvm::ArrayRef<HostTensor> args,
                                           llvm::ArrayRef<uint8_t> tiers) const;
  llvm::Expected<std::string> writeStep(const nanguard_event &event,
                                        llvm::StringRef folder,
                                        llvm::ArrayRef<HostTensor> args,
                                        llvm::ArrayRef<uint8_t> tiers) const;

  const FunctionInfo &function;
  const std::vector<Injection> &injections;
  CPUCompileOptions options;
};

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_BUNDLE_H
