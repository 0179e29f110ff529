//===- Sinks.h - Where a run's events and counters go ---------------------===//
//
// Metrics, log and records, each only where a flag asks for it and the build
// has it.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_TOOLS_RUN_SINKS_H
#define NANGUARD_TOOLS_RUN_SINKS_H

#include "StepLoop.h"

#include "nanguard/sinks.h"

#include <functional>

namespace nanguard::run {

struct SinkOptions {
  std::string metricsFile;   ///< Written when the run ends.
  std::string metricsListen; ///< HOST:PORT, served while the run lasts.
  std::string logFile;
  std::string recordsFolder;
  /// Fills a replay bundle's folder.
  std::function<llvm::Error(const nanguard_event &event, llvm::StringRef folder,
                            llvm::ArrayRef<HostTensor> args,
                            llvm::ArrayRef<uint8_t> tiers)>
      writeBundle;
};

class Sinks {
public:
  /// Refuses what this build or this machine cannot do, before any work.
  static llvm::Error check(const SinkOptions &options);

  explicit Sinks(SinkOptions options) : options(std::move(options)) {}
  ~Sinks();
  Sinks(const Sinks &) = delete;
  Sinks &operator=(const Sinks &) = delete;

  llvm::Error open(const FunctionInfo &function,
                   const std::string &manifestText);
  /// The controller and the arguments of the run, which change in place.
  void start(nanguard_context *context, const std::vector<HostTensor> &args);
  void event(const nanguard_event &event);
  /// The tiers of the step that is about to run.
  void selected(llvm::ArrayRef<uint8_t> tiers);
  void step();
  llvm::Error close();

private:
  SinkOptions options;
  const FunctionInfo *function = nullptr;
  nanguard_context *context = nullptr;
  const std::vector<HostTensor> *args = nullptr;
  /// Of the step that runs.
  std::vector<uint8_t> tiers;
  nanguard_metrics *metrics = nullptr;
  nanguard_log *log = nullptr;
  nanguard_recorder *recorder = nullptr;
};

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_SINKS_H
