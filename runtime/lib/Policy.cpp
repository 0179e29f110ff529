//===- Policy.cpp - Presets, and policies from JSON -----------------------===//
//
// One table holds every key with its range; the reader and the JSON Schema
// both walk it.
//
//===----------------------------------------------------------------------===//

#include "Policy.h"

#include "Json.h"

#include <cmath>
#include <set>
#include <stdexcept>
#include <variant>
#include <vector>

using namespace nanguard;
using nlohmann::json;

namespace {

using Member =
    std::variant<uint32_t Policy::*, uint64_t Policy::*, double Policy::*>;

struct Key {
  const char *section;
  const char *name;
  Member member;
  double least;
  double most;
  const char *description;
};

constexpr double kMany = 1e9;

const Key kKeys[] = {
    {"normal", "sample_every", &Policy::sampleEvery, 1, kMany,
     "scan at each n-th step while all is well"},
    {"normal", "sample_contexts", &Policy::sampleContexts, 1, kMany,
     "scan one context in n, drawn by its id"},
    {"normal", "always_scan_risk", &Policy::alwaysScanRisk, 0, 3,
     "ops of at least this risk are scanned at every step; 3: none"},
    {"normal", "maximum_every", &Policy::maximumEvery, 1, kMany,
     "GPU kernels look for the largest magnitude at each n-th step, for NaN "
     "and Inf alone between"},
    {"normal", "entry_max_elements", &Policy::entryMaxElements, 0, 1e15,
     "larger arguments are scanned only once something is wrong"},
    {"observe", "bad_steps", &Policy::observeBad, 2, 32,
     "bad steps in the window that lower the op"},
    {"observe", "window", &Policy::observeWindow, 2, 32,
     "steps that OBSERVE looks back"},
    {"observe", "quiet_steps", &Policy::observeQuiet, 1, kMany,
     "clean steps in a row that lead back to NORMAL"},
    {"observe", "share", &Policy::observeShare, 0, 1,
     "share of bad elements from which the first bad step counts too"},
    {"observe", "min_count", &Policy::observeMinCount, 1, 1e15,
     "bad elements that the share needs at least"},
    {"stage1", "max_bad", &Policy::stage1MaxBad, 0, kMany,
     "bad steps that stage 1 may have"},
    {"stage2", "max_bad", &Policy::stage2MaxBad, 0, kMany,
     "bad steps that stage 2 may have before HALT"},
    {"verify", "clean_steps", &Policy::verifyClean, 1, 1e6,
     "clean steps before a trial"},
    {"verify", "shadow", &Policy::verifyShadow, 0, 1,
     "1: run the fused form beside the safe one and compare"},
    {"recover", "safe_steps", &Policy::recoverSafe, 1, 1e6,
     "clean steps of the safe form after stage 2"},
    {"recover", "fused_steps", &Policy::recoverFused, 1, 1e6,
     "clean steps of the fused form before NORMAL"},
    {"recover", "held_steps", &Policy::heldSteps, 0, 1e6,
     "steps that an op is lowered before that is reported; 0: never"},
    {"backoff", "max_doublings", &Policy::maxDoublings, 0, 10,
     "waits double after a relapse at most so often"},
    {"backoff", "pin_after", &Policy::pinAfter, 0, kMany,
     "relapses with one fingerprint that pin the safe tier; 0: never"},
    {"backoff", "forget_steps", &Policy::forgetSteps, 1, kMany,
     "clean steps in NORMAL that forget relapses"},
    {"backoff", "recheck_steps", &Policy::recheckSteps, 1, 1e6,
     "steps after which an uncurable op may be lowered again"},
    {"headroom", "log2_divisor", &Policy::headroomLog2, 0, 8,
     "clean in a safe form: at most the type's maximum / 2^n"},
    {"baseline", "min_samples", &Policy::baselineMinSamples, 1, kMany,
     "a younger baseline agrees with everything"},
    {"baseline", "log2_tolerance", &Policy::baselineTolerance, 0, 2048,
     "distance of the largest magnitude, in powers of two"},
    {"baseline", "renew_steps", &Policy::baselineRenew, 1, kMany,
     "clean safe steps off the baseline that renew it"},
    {"baseline", "stats_every", &Policy::statsEvery, 0, kMany,
     "statistics at each n-th step of NORMAL, for VERIFY to compare mean "
     "square "
     "and variance with; 0: never"},
    {"rescue", "in_step", &Policy::rescueInStep, 0, 1,
     "1: run an op again in its safe form where its scan fires"},
    {"signals", "sigma", &Policy::signalSigma, 1, 1000,
     "deviations from which loss and gradient norm are a jump"},
    {"signals", "warmup_steps", &Policy::signalWarmup, 0, kMany,
     "steps without a verdict on loss and gradient norm"},
    {"signals", "watch_steps", &Policy::watchSteps, 0, kMany,
     "steps of counting everywhere after non-finite gradients"},
    {"signals", "max_skips", &Policy::maxSkips, 0, kMany,
     "steps that a loss scaler may skip in its growth interval"},
    {"signals", "growth_interval", &Policy::growthInterval, 1, kMany,
     "the loss scaler's growth interval"},
    {"breaker", "faults", &Policy::breakerFaults, 0, 64,
     "requests with a cured fault that start new ones safe; 0: never"},
    {"breaker", "requests", &Policy::breakerRequests, 1, kMany,
     "of how many requests, counting from the newest"},
    {"breaker", "open_requests", &Policy::breakerOpen, 1, 1e6,
     "requests that start safe before a canary tries the fused form"},
    {"breaker", "canary_steps", &Policy::breakerCanary, 1, kMany,
     "clean steps of canaries, in all, that close the breaker"},
    {"breaker", "canary_requests", &Policy::breakerCanaryRequests, 1, kMany,
     "requests that begin before another canary takes over"},
};

const char *const kPresets[] = {"default", "training", "inference", "debug"};

const Key *findKey(const std::string &section, const std::string &name) {
  for (const Key &key : kKeys)
    if (section == key.section && name == key.name)
      return &key;
  return nullptr;
}

bool isSection(const std::string &section) {
  for (const Key &key : kKeys)
    if (section == key.section)
      return true;
  return false;
}

bool isWhole(const Key &key) {
  return !std::holds_alternative<double Policy::*>(key.member);
}

std::string text(double value) { return json(value).dump(); }

/// Keeps the place of the parser, for messages, and refuses equal keys: of two
/// the parser keeps the last and loses the first.
class KeyWatch {
public:
  bool take(int depth, json::parse_event_t event, const json &value) {
    if (depth > kMaxJsonDepth)
      throw std::runtime_error("policy nests too deep");
    if (event == json::parse_event_t::object_start)
      open.emplace_back();
    if (event == json::parse_event_t::object_end)
      open.pop_back();
    if (event != json::parse_event_t::key)
      return true;
    open.back().last = value.get<std::string>();
    if (!open.back().names.insert(open.back().last).second)
      throw std::runtime_error("policy key '" + path() + "' is given twice");
    return true;
  }

  /// "section.key" of the value at hand.
  std::string path() const {
    std::string text;
    for (const Object &object : open)
      text += (text.empty() ? "" : ".") + object.last;
    return text;
  }

private:
  struct Object {
    std::set<std::string> names;
    std::string last;
  };
  std::vector<Object> open;
};

bool setKey(const Key &key, const json &value, Policy &policy,
            std::string &error) {
  std::string path = std::string(key.section) + "." + key.name;
  double number = value.is_number() ? value.get<double>() : 0;
  // To JSON Schema, 50.0 and 5e1 are integers.
  if (!value.is_number() || (isWhole(key) && std::trunc(number) != number)) {
    error = "policy key '" + path + "': expected " +
            (isWhole(key) ? "an integer" : "a number") + ", got " +
            value.dump(-1, ' ', true, json::error_handler_t::replace);
    return false;
  }
  if (!(number >= key.least && number <= key.most)) {
    error = "policy key '" + path + "': " + value.dump() + " is not within [" +
            text(key.least) + ", " + text(key.most) + "]";
    return false;
  }
  std::visit(
      [&](auto member) {
        using Type = std::decay_t<decltype(policy.*member)>;
        policy.*member = static_cast<Type>(number);
      },
      key.member);
  return true;
}

/// What one key asks of another.
bool agrees(const Policy &policy, std::string &error) {
  if (policy.observeBad <= policy.observeWindow)
    return true;
  error = "policy key 'observe.bad_steps': more than 'observe.window'";
  return false;
}

} // namespace

bool nanguard::makePreset(const std::string &name, Policy &policy,
                          std::string &error) {
  policy = Policy();
  if (name == "default")
    return true;
  if (name == "training") {
    // Ops of high risk at every step, the rest at each 50th.
    policy.sampleEvery = 50;
    policy.alwaysScanRisk = 2;
    policy.rescueInStep = 0;
    return true;
  }
  if (name == "inference") {
    policy.sampleContexts = 50;
    policy.alwaysScanRisk = 2;
    return true;
  }
  if (name == "debug") {
    policy.entryMaxElements = 1000000000000000;
    policy.baselineMinSamples = 5;
    policy.signalWarmup = 10;
    policy.watchSteps = 100;
    policy.statsEvery = 4;
    policy.maximumEvery = 1;
    policy.rescueInStep = 0;
    return true;
  }
  error = "unknown policy preset '" + name +
          "'; known: default, training, inference, debug";
  return false;
}

bool nanguard::setPolicyKey(const std::string &name, double value,
                            Policy &policy, std::string &error) {
  size_t dot = name.find('.');
  const Key *key = dot == std::string::npos
                       ? nullptr
                       : findKey(name.substr(0, dot), name.substr(dot + 1));
  if (!key) {
    error = "unknown policy key '" + name + "'";
    return false;
  }
  Policy changed = policy;
  if (!setKey(*key, value, changed, error) || !agrees(changed, error))
    return false;
  policy = changed;
  return true;
}

bool nanguard::parsePolicy(const std::string &text, Policy &policy,
                           std::string &error) {
  json root;
  KeyWatch keys;
  try {
    root = json::parse(text,
                       [&](int depth, json::parse_event_t event, json &value) {
                         return keys.take(depth, event, value);
                       });
  } catch (const json::out_of_range &) {
    error = "policy key '" + keys.path() + "': the number is out of range";
    return false;
  } catch (const json::exception &e) {
    error = std::string("policy is not JSON: ") + e.what();
    return false;
  } catch (const std::runtime_error &e) {
    error = e.what();
    return false;
  }
  if (!root.is_object()) {
    error = "policy: expected a JSON object";
    return false;
  }
  std::string preset = "default";
  auto named = root.find("preset");
  if (named != root.end()) {
    if (!named->is_string()) {
      error = "policy key 'preset': expected a string";
      return false;
    }
    preset = named->get<std::string>();
  }
  if (!makePreset(preset, policy, error)) {
    error = "policy key 'preset': " + error;
    return false;
  }
  for (const auto &[section, members] : root.items()) {
    if (section == "preset")
      continue;
    if (!isSection(section)) {
      error = "unknown policy key '" + section + "'";
      size_t dot = section.find('.');
      std::string outer = section.substr(0, dot);
      if (dot != std::string::npos && findKey(outer, section.substr(dot + 1)))
        error += ": nest it, {\"" + outer + "\": {\"" +
                 section.substr(dot + 1) + "\": …}}";
      return false;
    }
    if (!members.is_object()) {
      error = "policy key '" + section + "': expected an object";
      return false;
    }
    for (const auto &[name, value] : members.items()) {
      const Key *key = findKey(section, name);
      if (!key) {
        error = "unknown policy key '" + section + "." + name + "'";
        return false;
      }
      if (!setKey(*key, value, policy, error))
        return false;
    }
  }
  return agrees(policy, error);
}

const std::string &nanguard::policySchema() {
  static const std::string schema = [] {
    json root = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "NanGuard policy"},
                 {"type", "object"},
                 {"additionalProperties", false}};
    root["properties"]["preset"] = {{"enum", kPresets}};
    Policy defaults;
    for (const Key &key : kKeys) {
      json &section = root["properties"][key.section];
      section["type"] = "object";
      section["additionalProperties"] = false;
      bool whole = isWhole(key);
      auto limit = [&](double value) {
        return whole ? json(static_cast<uint64_t>(value)) : json(value);
      };
      json entry = {{"type", whole ? "integer" : "number"},
                    {"minimum", limit(key.least)},
                    {"maximum", limit(key.most)},
                    {"description", key.description}};
      std::visit([&](auto member) { entry["default"] = defaults.*member; },
                 key.member);
      section["properties"][key.name] = std::move(entry);
    }
    return root.dump(2);
  }();
  return schema;
}
