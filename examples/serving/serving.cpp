//===- serving.cpp - An inference server's step loop, guarded -------------===//
//
// Kernels that NanGuard did not compile, a queue of requests, continuous
// batching. One request drives the fast attention out of f32: it is repaired
// in the same step. One was given a NaN: it is aborted. The others don't
// notice, to the last bit; the program proves it by serving them alone.
//
//===----------------------------------------------------------------------===//

#include "../common/checks.h"

#include <nanguard/runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <vector>

namespace {

constexpr int kWidth = 16, kTokens = 32, kMaxBatch = 4, kLength = 24;
constexpr size_t kOps = 4;
enum Op { kInput, kCache, kAttention, kHead };
const char *const kNames[kOps] = {"input", "kv_cache", "attention", "head"};

/// Weights, the same in each run.
struct Weights {
  float embedding[kTokens][kWidth], head[kTokens][kWidth];
  Weights() {
    uint32_t seed = 1;
    for (auto *table : {embedding, head})
      for (int i = 0; i < kTokens * kWidth; ++i) {
        seed = seed * 1664525 + 1013904223;
        table[i / kWidth][i % kWidth] =
            float(seed >> 8) / float(1 << 24) - 0.5f;
      }
  }
};

struct Request {
  uint64_t id;
  float loudness = 1; // of its queries: the hot one overflows exp
  bool poisonedInput = false;
  nanguard_context *context = nullptr;
  std::vector<float> keys; // the KV cache: one row a committed token
  std::vector<int> tokens = {1};
  std::vector<float> logits = std::vector<float>(kTokens);
  std::vector<uint32_t> trace; // bits of every committed step's logits
};

/// What one kernel saw, for nanguard_server_step_end_foreign.
nanguard_foreign_row scan(Op op, uint64_t request, uint8_t tier,
                          const float *data, size_t n) {
  nanguard_foreign_row row = {};
  row.struct_size = sizeof row;
  row.op = kNames[op];
  row.request = request;
  row.tier = tier;
  row.first_bad = row.nan_count = -1;
  row.inner = -1;
  row.max_bits = -1;
  if ((tier & NANGUARD_TIER_FORM_MASK) == NANGUARD_FORM_FUSED)
    return row;
  bool counts = tier & (NANGUARD_TIER_COUNT | NANGUARD_TIER_STATS);
  row.nan_count = counts ? 0 : -1;
  row.max_bits = 0;
  for (size_t i = 0; i < n; ++i) {
    uint32_t bits;
    std::memcpy(&bits, data + i, sizeof bits);
    bits &= 0x7FFFFFFF;
    row.max_bits = std::max<int64_t>(row.max_bits, bits);
    if (!counts || bits < 0x7F800000)
      continue;
    ++(bits > 0x7F800000 ? row.nan_count : row.inf_count);
    if (row.first_bad < 0)
      row.first_bad = int64_t(i);
  }
  return row;
}

/// One request's part of a step: reads its committed state, leaves logits.
void runKernels(const Weights &w, Request &r, const uint8_t *tiers,
                std::vector<nanguard_foreign_row> &rows) {
  float x[kWidth], mixed[kWidth] = {};
  for (int i = 0; i < kWidth; ++i)
    x[i] = w.embedding[r.tokens.back()][i];
  if (r.poisonedInput && r.tokens.size() == 3)
    x[5] = NAN;
  rows.push_back(scan(kInput, r.id, tiers[kInput], x, kWidth));
  rows.push_back(
      scan(kCache, r.id, tiers[kCache], r.keys.data(), r.keys.size()));

  // Attention over the cache and this token. The fast form has no max pass.
  std::vector<float> keys = r.keys;
  keys.insert(keys.end(), x, x + kWidth);
  size_t length = keys.size() / kWidth;
  std::vector<float> scores(length);
  for (size_t t = 0; t < length; ++t)
    for (int i = 0; i < kWidth; ++i)
      scores[t] += r.loudness * x[i] * keys[t * kWidth + i];
  bool safe =
      (tiers[kAttention] & NANGUARD_TIER_FORM_MASK) >= NANGUARD_FORM_SAFE;
  float top = safe ? *std::max_element(scores.begin(), scores.end()) : 0;
  float sum = 0;
  for (float &s : scores)
    sum += s = std::exp(s - top);
  for (size_t t = 0; t < length; ++t)
    for (int i = 0; i < kWidth; ++i)
      mixed[i] += scores[t] / sum * keys[t * kWidth + i];
  rows.push_back(scan(kAttention, r.id, tiers[kAttention], mixed, kWidth));
  if (safe)
    rows.back().inner = sum;

  for (int t = 0; t < kTokens; ++t) {
    r.logits[t] = 0;
    for (int i = 0; i < kWidth; ++i)
      r.logits[t] += w.head[t][i] * (mixed[i] + x[i]);
  }
  rows.push_back(scan(kHead, r.id, tiers[kHead], r.logits.data(), kTokens));
}

/// The step was good: its token and its KV row count from now on.
void commit(const Weights &w, Request &r) {
  for (float logit : r.logits) {
    uint32_t bits;
    std::memcpy(&bits, &logit, sizeof bits);
    r.trace.push_back(bits);
  }
  const float *row = w.embedding[r.tokens.back()];
  r.keys.insert(r.keys.end(), row, row + kWidth);
  r.tokens.push_back(int(std::max_element(r.logits.begin(), r.logits.end()) -
                         r.logits.begin()));
}

nanguard_finding findingOf(const Request &r) {
  nanguard_finding finding = {};
  finding.struct_size = sizeof finding;
  check(nanguard_context_finding(r.context, &finding));
  return finding;
}

/// Does the step of one request over in deeper forms until it is good.
bool repair(const Weights &w, nanguard_server *server, Request &r) {
  uint8_t tiers[kOps];
  while (findingOf(r).advice == NANGUARD_ADVICE_REDO) {
    check(nanguard_context_redo(r.context, tiers, kOps));
    std::vector<nanguard_foreign_row> rows;
    runKernels(w, r, tiers, rows);
    check(nanguard_server_step_end_foreign(server, &r.context, 1, rows.data(),
                                           rows.size()));
  }
  return findingOf(r).verdict == NANGUARD_VERDICT_NONE;
}

struct Outcome {
  std::map<uint64_t, std::vector<uint32_t>> finished;
  std::map<uint64_t, int32_t> aborted; // verdict
  int repaired = 0, degradedSteps = 0, mixedSteps = 0;
};

Outcome serve(const Weights &w, const nanguard_model *model,
              std::deque<Request> queue) {
  nanguard_server *server = nullptr;
  check(nanguard_server_create(model, nullptr, &server));
  std::deque<Request> live; // stable addresses
  Outcome outcome;
  while (!queue.empty() || !live.empty()) {
    while (!queue.empty() && live.size() < kMaxBatch) {
      live.push_back(std::move(queue.front()));
      queue.pop_front();
      check(nanguard_server_context(server, live.back().id,
                                    &live.back().context));
    }
    std::vector<nanguard_context *> batch;
    for (Request &r : live)
      batch.push_back(r.context);
    std::vector<int32_t> lanes(batch.size());
    uint8_t tiers[2 * kOps];
    check(nanguard_server_select(server, batch.data(), batch.size(),
                                 lanes.data(), tiers, kOps));
    // Two launches at most: the NORMAL lane, and the degraded one.
    std::vector<nanguard_foreign_row> rows;
    for (int lane : {NANGUARD_LANE_NORMAL, NANGUARD_LANE_DEGRADED})
      for (size_t i = 0; i < live.size(); ++i)
        if (lanes[i] == lane)
          runKernels(w, live[i], tiers + lane * kOps, rows);
    auto degraded = size_t(std::count(lanes.begin(), lanes.end(), 1));
    outcome.degradedSteps += degraded > 0;
    outcome.mixedSteps += degraded > 0 && degraded < lanes.size();
    check(nanguard_server_step_end_foreign(server, batch.data(), batch.size(),
                                           rows.data(), rows.size()));

    for (size_t i = live.size(); i-- > 0;) {
      Request &r = live[i];
      nanguard_finding finding = findingOf(r);
      bool good = finding.verdict == NANGUARD_VERDICT_NONE;
      if (!good && finding.advice == NANGUARD_ADVICE_REDO) {
        good = repair(w, server, r);
        outcome.repaired += good;
      }
      if (good)
        commit(w, r);
      else
        outcome.aborted[r.id] = finding.verdict;
      if (good && r.tokens.size() <= kLength)
        continue;
      if (good)
        outcome.finished[r.id] = std::move(r.trace);
      nanguard_context_destroy(r.context);
      live.erase(live.begin() + long(i));
    }
  }
  nanguard_server_destroy(server);
  return outcome;
}

nanguard_model *describeKernels() {
  static const char *const attentionInputs[] = {"input", "kv_cache"};
  static const char *const headInputs[] = {"attention", "input"};
  nanguard_foreign_op ops[kOps] = {};
  for (size_t i = 0; i < kOps; ++i) {
    ops[i].struct_size = sizeof ops[i];
    ops[i].name = kNames[i];
    ops[i].dtype = NANGUARD_F32;
    ops[i].elements = kWidth;
    ops[i].num_inputs = i < kAttention ? 0 : 2;
  }
  ops[kInput].flags = NANGUARD_FOREIGN_ENTRY;
  ops[kCache].flags = NANGUARD_FOREIGN_ENTRY | NANGUARD_FOREIGN_CARRIED;
  ops[kCache].elements = -1;
  ops[kAttention].kind = "attention";
  ops[kAttention].flags = NANGUARD_FOREIGN_HAS_SAFE;
  ops[kAttention].risk = 2;
  ops[kAttention].inputs = attentionInputs;
  ops[kHead].kind = "matmul";
  ops[kHead].elements = kTokens;
  ops[kHead].inputs = headInputs;
  nanguard_model *model = nullptr;
  check(nanguard_model_create_foreign("decode", ops, kOps, &model));
  return model;
}

} // namespace

int main() {
  Weights weights;
  nanguard_model *model = describeKernels();
  constexpr uint64_t kHot = 3, kPoisoned = 6;
  std::deque<Request> all, good;
  for (uint64_t id = 1; id <= 10; ++id) {
    Request r;
    r.id = id;
    r.loudness = id == kHot ? 400.0f : 1.0f + 0.1f * float(id);
    r.poisonedInput = id == kPoisoned;
    all.push_back(r);
    if (id != kHot && id != kPoisoned)
      good.push_back(r);
  }
  Outcome mixed = serve(weights, model, all);
  Outcome alone = serve(weights, model, good);
  std::printf("%zu finished, %zu aborted, %d steps repaired, %d steps with a "
              "degraded lane\n",
              mixed.finished.size(), mixed.aborted.size(), mixed.repaired,
              mixed.degradedSteps);

  int failures = 0;
  failures +=
      expect(mixed.aborted.size() == 1 && mixed.aborted.count(kPoisoned) &&
                 mixed.aborted[kPoisoned] == NANGUARD_VERDICT_DATA,
             "only the request with a bad input is aborted, as data");
  failures += expect(mixed.finished.count(kHot) && mixed.repaired >= 1,
                     "the overflowing request is repaired and finishes");
  bool finite = true;
  for (uint32_t bits : mixed.finished[kHot])
    finite = finite && (bits & 0x7FFFFFFF) < 0x7F800000;
  failures += expect(finite, "none of its committed logits is NaN or Inf");
  failures += expect(mixed.mixedSteps > 0, "good requests shared its steps");
  mixed.finished.erase(kHot);
  failures += expect(mixed.finished == alone.finished && alone.repaired == 0,
                     "the others have the bits of a server without the two");
  nanguard_model_destroy(model);
  return failures != 0;
}
