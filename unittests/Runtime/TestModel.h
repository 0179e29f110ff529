//===- TestModel.h - A small model and its reports ----------------*- C++
//-*-===//
//
// A manifest of one argument, a matmul, a softmax and a norm in a row, and a
// report that tests fill by hand, as a C twin of generated code would.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_UNITTESTS_RUNTIME_TESTMODEL_H
#define NANGUARD_UNITTESTS_RUNTIME_TESTMODEL_H

#include "nanguard/runtime.h"

#include <cstring>
#include <string>
#include <vector>

namespace nanguard::test {

inline const char *manifest() {
  return R"({
    "abi": 1, "columns": 12,
    "functions": [{
      "name": "main",
      "args": [{"index": 0, "type": "tensor<4x8xf16>", "path": "x"},
               {"index": 1, "type": "tensor<4x8xf16>", "path": "cache",
                "kv_cache": true}],
      "results": [],
      "ops": [
        {"id": 0, "kind": "entry", "dtype": "f16", "shape": [4, 8],
         "elements": 32, "args": [0]},
        {"id": 1, "kind": "entry", "dtype": "f16", "shape": [4, 8],
         "elements": 32, "args": [1]},
        {"id": 2, "kind": "matmul", "path": "layer.q", "file": "m.py",
         "line": 3, "dtype": "f16", "shape": [4, 8], "elements": 32,
         "risk": 2, "variants": ["fused", "safe", "unfused"],
         "args": [0], "clip": true},
        {"id": 3, "kind": "softmax", "path": "layer.softmax", "file": "m.py",
         "line": 4, "dtype": "f16", "shape": [4, 8], "elements": 32,
         "risk": 2, "variants": ["fused", "safe", "unfused"],
         "steps": ["maximum", "exp", "sum", "divide"],
         "upstream": [2], "args": [1]},
        {"id": 4, "kind": "elementwise", "path": "layer.log", "file": "m.py",
         "line": 5, "dtype": "f16", "shape": [4, 8], "elements": 32,
         "risk": 0, "variants": ["fused", "safe", "unfused"],
         "finite": true, "upstream": [3], "args": []}
      ]}]})";
}

constexpr size_t kOps = 5;
constexpr int64_t kEntry = 0, kCache = 1, kMatmul = 2, kSoftmax = 3, kLog = 4;
constexpr int64_t kF16Inf = 0x7C00, kF16Nan = 0x7E00, kF16One = 0x3C00;

inline int64_t bitsOf(double value) {
  int64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// The report of a clean step under `tiers`.
struct Report {
  std::vector<int64_t> cells;

  explicit Report(const std::vector<uint8_t> &tiers) {
    cells.assign(tiers.size() * NANGUARD_REPORT_COLUMNS, 0);
    for (size_t i = 0; i < tiers.size(); ++i) {
      unsigned form = tiers[i] & NANGUARD_TIER_FORM_MASK;
      int64_t status = 0;
      if (form != NANGUARD_FORM_FUSED)
        status |= NANGUARD_STATUS_SCANNED;
      if (form >= NANGUARD_FORM_SAFE)
        status |= NANGUARD_STATUS_INNER;
      if (tiers[i] & (NANGUARD_TIER_COUNT | NANGUARD_TIER_STATS))
        status |= NANGUARD_STATUS_COUNTED;
      if (tiers[i] & NANGUARD_TIER_STATS)
        status |= NANGUARD_STATUS_STATS;
      if (status)
        status |= int64_t(tiers[i]) << 8;
      int64_t *r = row(i);
      r[NANGUARD_COL_STATUS] = status;
      bool asksOnly = (tiers[i] & NANGUARD_TIER_FINITE) != 0;
      r[NANGUARD_COL_MAX_BITS] =
          form == NANGUARD_FORM_FUSED || asksOnly ? 0 : kF16One;
      r[NANGUARD_COL_FIRST_BAD] = -1;
      if (status & NANGUARD_STATUS_INNER)
        r[NANGUARD_COL_INNER_BITS] = bitsOf(1.0);
    }
  }

  int64_t *row(size_t op) {
    return cells.data() + op * NANGUARD_REPORT_COLUMNS;
  }
  /// `count` NaNs in the output of `op`, from linear index `first` on.
  void nan(size_t op, int64_t count = 1, int64_t first = 5) {
    int64_t *r = row(op);
    if (!r[NANGUARD_COL_STATUS])
      return;
    r[NANGUARD_COL_MAX_BITS] = kF16Nan;
    if (r[NANGUARD_COL_STATUS] & NANGUARD_STATUS_COUNTED) {
      r[NANGUARD_COL_NAN_COUNT] = count;
      r[NANGUARD_COL_FIRST_BAD] = first;
    }
  }
  void inf(size_t op, int64_t count = 1) {
    int64_t *r = row(op);
    r[NANGUARD_COL_MAX_BITS] = kF16Inf;
    if (r[NANGUARD_COL_STATUS] & NANGUARD_STATUS_COUNTED) {
      r[NANGUARD_COL_INF_COUNT] = count;
      r[NANGUARD_COL_FIRST_BAD] = 5;
    }
  }
};

/// The policy of `json`, without rescue and shadow runs unless it asks for
/// them: that of a target that has none.
inline nanguard_policy *makePolicy(const char *json) {
  nanguard_policy *policy = nullptr;
  nanguard_policy_create_from_json(json, &policy);
  if (policy && !std::strstr(json, "in_step"))
    nanguard_policy_set(policy, "rescue.in_step", 0);
  if (policy && !std::strstr(json, "shadow"))
    nanguard_policy_set(policy, "verify.shadow", 0);
  return policy;
}

/// A model and one context, with its events kept.
struct Stream {
  nanguard_model *model = nullptr;
  nanguard_context *context = nullptr;
  std::vector<nanguard_event> events;
  std::vector<uint8_t> tiers = std::vector<uint8_t>(kOps);

  explicit Stream(const char *policyJson = "{}", uint64_t id = 0) {
    nanguard_policy *policy = makePolicy(policyJson);
    nanguard_model_create_from_manifest(manifest(), "main", &model);
    nanguard_context_create(model, policy, id, &context);
    nanguard_policy_destroy(policy);
    nanguard_context_set_event_callback(
        context,
        [](const nanguard_event *e, void *user) {
          static_cast<std::vector<nanguard_event> *>(user)->push_back(*e);
        },
        &events);
  }
  ~Stream() {
    nanguard_context_destroy(context);
    nanguard_model_destroy(model);
  }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  /// One step; `damage(report, tiers)` may spoil its report.
  template <typename Damage>
  nanguard_error step(Damage damage,
                      const nanguard_signals *signals = nullptr) {
    nanguard_context_tiers(context, tiers.data(), tiers.size());
    Report report(tiers);
    damage(report);
    return nanguard_context_step_end(context, report.cells.data(), kOps,
                                     NANGUARD_REPORT_COLUMNS, signals);
  }
  void clean(int steps = 1) {
    for (int i = 0; i < steps; ++i)
      step([](Report &) {});
  }
  nanguard_op_info info(int64_t op) const {
    nanguard_op_info info = {};
    info.struct_size = sizeof info;
    nanguard_context_op_info(context, op, &info);
    return info;
  }
  int state(int64_t op) const { return info(op).state; }
  unsigned form(int64_t op) const {
    return info(op).tier & NANGUARD_TIER_FORM_MASK;
  }
  nanguard_counters counters() const {
    nanguard_counters counters = {};
    counters.struct_size = sizeof counters;
    nanguard_context_counters(context, &counters);
    return counters;
  }
};

/// A NaN of op `op` while it runs fused; its safe forms are clean.
struct FusedNan {
  int64_t op;
  void operator()(Report &r) const {
    int64_t form = r.row(op)[NANGUARD_COL_STATUS] >> 8 & 7;
    if (form < NANGUARD_FORM_SAFE)
      r.nan(op);
  }
};

} // namespace nanguard::test

#endif // NANGUARD_UNITTESTS_RUNTIME_TESTMODEL_H
