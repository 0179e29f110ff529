//===- Sinks.cpp - Where a run's events and counters go -------------------===//

#include "Sinks.h"

#include "Report.h"
#include "TensorIO.h"

#include "nanguard/Support/WriteFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;

Sinks::~Sinks() {
#ifdef NANGUARD_HAVE_METRICS
  nanguard_metrics_destroy(metrics);
#endif
#ifdef NANGUARD_HAVE_LOG
  nanguard_log_destroy(log);
#endif
  nanguard_recorder_destroy(recorder);
}

Error Sinks::check(const SinkOptions &options) {
  bool metrics = !options.metricsFile.empty() || !options.metricsListen.empty();
#ifdef NANGUARD_HAVE_METRICS
  char message[256] = "";
  if (metrics && !options.metricsListen.empty() &&
      nanguard_metrics_check(options.metricsListen.c_str(), message,
                             sizeof message))
    return createStringError("--metrics-listen: " + StringRef(message));
#else
  if (metrics)
    return createStringError("--metrics: this build has no prometheus-cpp "
                             "(Debian: prometheus-cpp-dev)");
#endif
#ifndef NANGUARD_HAVE_LOG
  if (!options.logFile.empty())
    return createStringError(
        "--log: this build has no spdlog (Debian: libspdlog-dev)");
#endif
  StringRef log = options.logFile, folder = options.recordsFolder;
  if (!log.empty() && log != "-")
    if (Error error = checkWritable(log, /*makesFolders=*/true))
      return error;
  return folder.empty() ? Error::success()
                        : checkWritable((folder + "/records").str(),
                                        /*makesFolders=*/true);
}

#ifdef NANGUARD_HAVE_METRICS
static Error openMetrics(const SinkOptions &options,
                         const FunctionInfo &function,
                         const std::string &manifestText,
                         nanguard_metrics *&metrics) {
  nanguard_model *model = nullptr;
  if (nanguard_model_create_from_manifest(manifestText.c_str(),
                                          function.name.c_str(), &model))
    return createStringError(StringRef("--metrics: ") + nanguard_last_error());
  nanguard_error error = nanguard_metrics_create(model, &metrics);
  nanguard_model_destroy(model);
  if (error)
    return createStringError(StringRef("--metrics: ") +
                             nanguard_error_name(error));
  char message[256] = "";
  if (!options.metricsListen.empty() &&
      nanguard_metrics_listen(metrics, options.metricsListen.c_str(), message,
                              sizeof message))
    return createStringError("--metrics-listen: " + StringRef(message));
  return Error::success();
}
#endif

Error Sinks::open(const FunctionInfo &guarded,
                  const std::string &manifestText) {
  function = &guarded;
#ifdef NANGUARD_HAVE_METRICS
  if (!options.metricsFile.empty() || !options.metricsListen.empty())
    if (Error error = openMetrics(options, guarded, manifestText, metrics))
      return error;
#endif
#ifdef NANGUARD_HAVE_LOG
  char message[256] = "";
  if (!options.logFile.empty() &&
      nanguard_log_create(options.logFile.c_str(), 0, &log, message,
                          sizeof message))
    return createStringError("--log: " + StringRef(message));
#endif
  if (options.recordsFolder.empty())
    return Error::success();
  nanguard_recorder_options recorderOptions = {};
  recorderOptions.struct_size = sizeof recorderOptions;
  recorderOptions.folder = options.recordsFolder.c_str();
  if (nanguard_recorder_create(&recorderOptions, &recorder))
    return createStringError(StringRef("--records: ") + nanguard_last_error());
  nanguard_recorder_set_bundle_callback(
      recorder,
      [](const nanguard_event *event, const char *folder, void *user) {
        Sinks &sinks = *static_cast<Sinks *>(user);
        Error error =
            sinks.options.writeBundle(*event, folder, *sinks.args, sinks.tiers);
        bool failed = static_cast<bool>(error);
        consumeError(std::move(error)); // the recorder counts it
        return static_cast<int32_t>(failed);
      },
      this);
  return Error::success();
}

void Sinks::start(nanguard_context *controller,
                  const std::vector<HostTensor> &arguments) {
  context = controller;
  args = &arguments;
  if (recorder)
    nanguard_context_set_recorder(context, recorder);
}

void Sinks::event(const nanguard_event &event) {
#ifdef NANGUARD_HAVE_METRICS
  nanguard_metrics_event(&event, metrics);
#endif
#ifdef NANGUARD_HAVE_LOG
  nanguard_log_event(&event, log);
#endif
  (void)event;
}

void Sinks::selected(ArrayRef<uint8_t> bytes) { tiers = bytes.vec(); }

void Sinks::step() {
#ifdef NANGUARD_HAVE_METRICS
  if (metrics && context)
    nanguard_metrics_update(metrics, context, 0);
#endif
}

Error Sinks::close() {
  Error lost = Error::success();
#ifdef NANGUARD_HAVE_METRICS
  if (metrics && !options.metricsFile.empty()) {
    std::string text(nanguard_metrics_text(metrics, nullptr, 0) + 1, '\0');
    nanguard_metrics_text(metrics, text.data(), text.size());
    text.pop_back();
    lost = joinErrors(std::move(lost),
                      writeFileAtomically(options.metricsFile, text));
  }
#endif
#ifdef NANGUARD_HAVE_LOG
  char message[256] = "";
  if (log && nanguard_log_flush(log, message, sizeof message))
    lost = joinErrors(
        std::move(lost),
        createStringError("--log=" + options.logFile + ": " + message));
#endif
  nanguard_recorder_stats stats = {};
  stats.struct_size = sizeof stats;
  if (recorder && !nanguard_recorder_get_stats(recorder, &stats) &&
      stats.failed)
    lost = joinErrors(std::move(lost),
                      createStringError("--records=" + options.recordsFolder +
                                        ": " + Twine(stats.failed) +
                                        " could not be written"));
  return lost;
}
