//===- Error.cpp - This thread's last error -------------------------------===//
//
// Errors, names of enums, and the ABI check.
//
//===----------------------------------------------------------------------===//

#include "Error.h"

using namespace nanguard;

namespace {

std::string &lastError() {
  thread_local std::string message;
  return message;
}

template <size_t N>
const char *nameOf(const char *const (&names)[N], int32_t value) {
  return value >= 0 && static_cast<size_t>(value) < N ? names[value]
                                                      : "unknown";
}

} // namespace

nanguard_error nanguard::fail(nanguard_error code,
                              const std::string &message) noexcept {
  try {
    lastError() = message;
  } catch (...) {
    lastError().clear(); // out of memory: the code says enough
  }
  return code;
}

extern "C" {

const char *nanguard_last_error(void) { return lastError().c_str(); }

const char *nanguard_error_name(nanguard_error error) {
  static const char *const names[] = {
      "ok",        "invalid argument", "ABI mismatch", "parse error",
      "length",    "I/O error",        "corrupt file", "invalid state",
      "no memory", "stale report"};
  return nameOf(names, error);
}

const char *nanguard_advice_name(int32_t advice) {
  static const char *const names[] = {"go-on",  "redo",          "drop-input",
                                      "reload", "ask-peer",      "widen",
                                      "refuse", "check-hardware"};
  return nameOf(names, advice);
}

const char *nanguard_state_name(int32_t state) {
  static const char *const names[] = {"NORMAL",       "OBSERVE", "SAFE_STAGE_1",
                                      "SAFE_STAGE_2", "VERIFY",  "RECOVER",
                                      "HALT"};
  return nameOf(names, state);
}

const char *nanguard_verdict_name(int32_t verdict) {
  static const char *const names[] = {
      "none",           "op",   "carried",  "data",
      "state-poisoned", "peer", "hardware", "op?"};
  return nameOf(names, verdict);
}

const char *nanguard_fault_name(int32_t fault) {
  static const char *const names[] = {"none", "inner", "exit", "pole",
                                      "domain"};
  return nameOf(names, fault);
}

const char *nanguard_reason_name(int32_t reason) {
  static const char *const names[] = {
      "none",         "scan-fired",   "signals-agree", "repeated",
      "quiet",        "stage-failed", "first-clean",   "verify-failed",
      "verified",     "trial-passed", "relapse",       "recovered",
      "exit-clipped", "uncurable",    "host",          "input-fault",
      "watch",        "clip",         "breaker",       "replay",
      "known-fault",  "held",         "trial"};
  return nameOf(names, reason);
}

uint32_t nanguard_abi_version(void) { return NANGUARD_ABI_VERSION; }

nanguard_error nanguard_abi_check(uint32_t version) {
  if (version == NANGUARD_ABI_VERSION)
    return NANGUARD_OK;
  const char *stale = version < NANGUARD_ABI_VERSION
                          ? "rebuild the model with this version's nanguard-opt"
                          : "rebuild the runtime (libnanguard_rt)";
  return fail(NANGUARD_ERR_ABI,
              "the model was built for NanGuard ABI " +
                  std::to_string(version) + ", this runtime speaks ABI " +
                  std::to_string(NANGUARD_ABI_VERSION) + ": " + stale);
}

} // extern "C"
