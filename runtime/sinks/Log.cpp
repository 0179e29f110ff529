//===- Log.cpp - A structured log of events -------------------------------===//

#include "nanguard/sinks.h"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

struct nanguard_log {
  std::unique_ptr<spdlog::logger> logger;
  std::mutex mutex;
  /// What was said of the first line that was lost.
  std::string error;

  void lose(const std::string &why) {
    std::lock_guard<std::mutex> lock(mutex);
    if (error.empty())
      error = why;
  }
};

namespace {

/// What asks for someone to come is an error, what the guard deals with a
/// warning, the way back information.
spdlog::level::level_enum levelOf(const nanguard_event &event) {
  if (event.to == NANGUARD_STATE_HALT ||
      event.verdict == NANGUARD_VERDICT_HARDWARE)
    return spdlog::level::err;
  switch (event.reason) {
  case NANGUARD_REASON_QUIET:
  case NANGUARD_REASON_FIRST_CLEAN:
  case NANGUARD_REASON_VERIFIED:
  case NANGUARD_REASON_TRIAL_PASSED:
  case NANGUARD_REASON_RECOVERED:
  case NANGUARD_REASON_HOST:
    return spdlog::level::info;
  case NANGUARD_REASON_SCAN_FIRED: // OBSERVE is quiet
    return spdlog::level::debug;
  default:
    return spdlog::level::warn;
  }
}

void say(const std::string &text, char *message, size_t size) {
  if (!message || !size)
    return;
  size_t n = std::min(text.size(), size - 1);
  std::memcpy(message, text.data(), n);
  message[n] = '\0';
}

} // namespace

extern "C" {

nanguard_error nanguard_log_create(const char *path, uint64_t max_bytes,
                                   nanguard_log **log, char *message,
                                   size_t size) {
  if (!path || !log)
    return NANGUARD_ERR_ARGUMENT;
  *log = nullptr;
  try {
    spdlog::sink_ptr sink;
    if (std::strcmp(path, "-") == 0)
      sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    else
      sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
          path, max_bytes ? max_bytes : 8u << 20, 2);
    auto made = std::make_unique<nanguard_log>();
    made->logger = std::make_unique<spdlog::logger>("nanguard", sink);
    made->logger->set_pattern(
        R"({"time":"%Y-%m-%dT%H:%M:%S.%e%z","level":"%l","event":%v})");
    made->logger->flush_on(spdlog::level::info);
    // A full disk loses lines, not the run.
    made->logger->set_error_handler(
        [log = made.get()](const std::string &why) { log->lose(why); });
    *log = made.release();
    return NANGUARD_OK;
  } catch (const std::exception &e) {
    say(e.what(), message, size);
    return NANGUARD_ERR_IO;
  }
}

void nanguard_log_destroy(nanguard_log *log) { delete log; }

void nanguard_log_event(const nanguard_event *event, void *log) {
  if (!event || !log)
    return;
  try {
    std::string text(nanguard_event_to_json(event, nullptr, 0) + 1, '\0');
    nanguard_event_to_json(event, text.data(), text.size());
    text.pop_back();
    static_cast<nanguard_log *>(log)->logger->log(levelOf(*event),
                                                  spdlog::string_view_t(text));
  } catch (...) {
    // Out of memory: the line is lost, not the run.
  }
}

nanguard_error nanguard_log_flush(nanguard_log *log, char *message,
                                  size_t size) {
  if (!log)
    return NANGUARD_ERR_ARGUMENT;
  log->logger->flush();
  std::lock_guard<std::mutex> lock(log->mutex);
  if (log->error.empty())
    return NANGUARD_OK;
  say(log->error, message, size);
  return NANGUARD_ERR_IO;
}

} // extern "C"
