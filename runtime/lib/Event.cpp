//===- Event.cpp - Events for programs and for people ---------------------===//
//
// One record, as a line of JSON and as a sentence of evidence.
//
//===----------------------------------------------------------------------===//

#include "nanguard/runtime.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace {

using nlohmann::ordered_json;

/// A number, or null: JSON has no NaN and no Inf.
ordered_json number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

/// What the largest magnitude is where it is no number; "" where it is one, and
/// where nothing was scanned.
const char *nonFinite(const nanguard_event &e) {
  if (std::isinf(e.magnitude))
    return "inf";
  bool outOfBounds = e.verdict == NANGUARD_VERDICT_DATA && e.cause < 0;
  return std::isnan(e.magnitude) && e.verdict != NANGUARD_VERDICT_NONE &&
                 !outOfBounds
             ? "nan"
             : "";
}

const char *evidenceName(int32_t evidence) {
  return evidence == NANGUARD_EVIDENCE_GOOD  ? "good"
         : evidence == NANGUARD_EVIDENCE_BAD ? "bad"
                                             : "none";
}

const char *formName(uint32_t tier) {
  static const char *const names[] = {"fused", "fused", "safe", "unfused"};
  unsigned form = tier & NANGUARD_TIER_FORM_MASK;
  return form < NANGUARD_FORM_COUNT ? names[form] : "unknown";
}

std::string sinceWhen(const nanguard_event &e) {
  return e.last_clean_step
             ? "the last clean step was " + std::to_string(e.last_clean_step)
             : std::string("no step was clean before");
}

std::string placeOf(const nanguard_event &e) {
  std::string name = *e.cause_path ? e.cause_path : "";
  return name.empty() ? "argument or op " + std::to_string(e.cause)
                      : "'" + name + "'";
}

std::string sawWhat(const nanguard_event &e) {
  std::string text;
  if (e.nan_count >= 0) {
    text = std::to_string(e.nan_count) + " NaN and " +
           std::to_string(e.inf_count) + " Inf";
    if (e.elements > 0)
      text += " of " + std::to_string(e.elements);
    if (e.first_bad >= 0)
      text += ", the first at [" + std::to_string(e.first_bad) + "]";
  } else {
    text = std::isinf(e.magnitude) ? "Inf" : "NaN";
    text += " (not counted)";
  }
  return text + ", in the " + formName(e.tier) + " form";
}

std::string hardwareEvidence(const nanguard_event &e) {
  std::string text = e.replay == NANGUARD_EVIDENCE_BAD
                         ? "the same step with the same tiers gave other bits"
                         : "the arguments are finite and every form is bad";
  if (e.replay == NANGUARD_EVIDENCE_GOOD)
    text += "; a replay gave the same bits";
  if (e.self_check != NANGUARD_EVIDENCE_NONE)
    text += std::string("; the host's self-check ") +
            (e.self_check == NANGUARD_EVIDENCE_BAD ? "failed" : "passed");
  return text + "; " + sinceWhen(e);
}

/// What the step of a pole or a domain fault computed.
std::string arithmetic(const nanguard_event &e) {
  if (e.fault != NANGUARD_FAULT_POLE && e.fault != NANGUARD_FAULT_DOMAIN)
    return "";
  bool pole = e.fault == NANGUARD_FAULT_POLE;
  std::string step = e.bad_step_name;
  auto has = [&](const char *word) { return step.find(word) != step.npos; };
  if (has("divide"))
    return pole ? ": x/0" : ": 0/0";
  if (has("log"))
    return pole ? ": the logarithm of 0" : ": the logarithm of a negative";
  if (has("sqrt"))
    return pole ? ": the reciprocal root of 0" : ": the root of a negative";
  return pole ? ": a pole" : ": no number is its value";
}

std::string evidence(const nanguard_event &e) {
  switch (e.verdict) {
  case NANGUARD_VERDICT_OP:
  case NANGUARD_VERDICT_OPEN: {
    std::string inputs =
        e.inputs_scanned == e.inputs
            ? "all " + std::to_string(e.inputs) + " inputs were finite"
            : std::to_string(e.inputs_scanned) + " of " +
                  std::to_string(e.inputs) + " inputs were scanned, and finite";
    if (e.verdict == NANGUARD_VERDICT_OPEN)
      inputs += " as far as that goes: not accused yet";
    std::string where = e.bad_step
                            ? ", born in step " + std::to_string(e.bad_step) +
                                  " (" + e.bad_step_name + ")" + arithmetic(e)
                            : "";
    if (e.fault == NANGUARD_FAULT_EXIT && std::isfinite(e.inner)) {
      char value[32];
      std::snprintf(value, sizeof value, "%.6g", e.inner);
      where += "; a true value of " + std::string(value) +
               " does not fit: widen this edge";
    }
    return inputs + "; its output held " + sawWhat(e) + where +
           (e.rescued ? "; a deeper form gave a finite one in the same step"
                      : "");
  }
  case NANGUARD_VERDICT_CARRIED:
    return "came in from " + placeOf(e);
  case NANGUARD_VERDICT_DATA:
    if (e.to == NANGUARD_STATE_HALT)
      return "every form is bad, and " + placeOf(e) +
             " may hold infinities; its output held " + sawWhat(e);
    return e.cause < 0 ? "an index was out of bounds"
                       : placeOf(e) + " held " + sawWhat(e);
  case NANGUARD_VERDICT_STATE_POISONED:
    return "carried state " + placeOf(e) + " held it; " + sinceWhen(e);
  case NANGUARD_VERDICT_PEER:
    return placeOf(e) + " came from a peer with it";
  case NANGUARD_VERDICT_HARDWARE:
    return hardwareEvidence(e);
  default:
    return "";
  }
}

size_t cutTo(const std::string &text, char *buffer, size_t size) {
  if (size) {
    size_t n = std::min(text.size(), size - 1);
    std::memcpy(buffer, text.data(), n);
    buffer[n] = '\0';
  }
  return text.size();
}

/// Strings of an event that a host filled itself may be NULL.
const char *orEmpty(const char *text) { return text ? text : ""; }

nanguard_event checked(const nanguard_event &event) {
  nanguard_event e = event;
  for (const char **text :
       {&e.path, &e.kind, &e.file, &e.cause_path, &e.dtype, &e.bad_step_name})
    *text = orEmpty(*text);
  return e;
}

} // namespace

extern "C" {

size_t nanguard_event_evidence(const nanguard_event *event, char *buffer,
                               size_t size) {
  if (size)
    buffer[0] = '\0';
  if (!event)
    return 0;
  try {
    return cutTo(evidence(checked(*event)), buffer, size);
  } catch (...) {
    return 0;
  }
}

size_t nanguard_event_to_json(const nanguard_event *event, char *buffer,
                              size_t size) {
  if (size)
    buffer[0] = '\0';
  if (!event)
    return 0;
  try {
    nanguard_event e = checked(*event);
    ordered_json line = {{"context", e.context},
                         {"step", e.step},
                         {"op", e.op},
                         {"path", e.path},
                         {"kind", e.kind},
                         {"file", e.file},
                         {"line", e.line},
                         {"from", nanguard_state_name(e.from)},
                         {"to", nanguard_state_name(e.to)},
                         {"reason", nanguard_reason_name(e.reason)},
                         {"verdict", nanguard_verdict_name(e.verdict)},
                         {"fault", nanguard_fault_name(e.fault)},
                         {"advice", nanguard_advice_name(e.advice)},
                         {"evidence", evidence(e)},
                         {"cause", e.cause},
                         {"cause_path", e.cause_path},
                         {"rescued", e.rescued != 0},
                         {"bad_step", e.bad_step_name},
                         {"self_check", evidenceName(e.self_check)},
                         {"replay", evidenceName(e.replay)},
                         {"tier", e.tier},
                         {"dtype", e.dtype},
                         {"elements", e.elements},
                         {"nan", e.nan_count},
                         {"inf", e.inf_count},
                         {"first_bad", e.first_bad},
                         {"exit", e.exit_count},
                         {"clip", e.clip_count},
                         {"magnitude", number(e.magnitude)},
                         {"nonfinite", nonFinite(e)},
                         {"headroom", number(e.headroom)},
                         {"inner", number(e.inner)},
                         {"min", number(e.min)},
                         {"max", number(e.max)},
                         {"fingerprint", e.fingerprint},
                         {"occurrences", e.occurrences},
                         {"last_clean_step", e.last_clean_step}};
    return cutTo(
        line.dump(-1, ' ', false, ordered_json::error_handler_t::replace),
        buffer, size);
  } catch (...) {
    return 0;
  }
}

} // extern "C"
