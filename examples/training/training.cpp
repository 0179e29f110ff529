//===- training.cpp - A trainer that acts on verdicts ---------------------===//
//
// A softmax classifier by SGD, its kernels reporting to the runtime. One batch
// holds a NaN (data), one update writes a NaN into the weights (state), and for
// a while no form of the softmax is right (HALT). The trainer skips the batch,
// reloads its checkpoint and replays; no bad step is ever committed, and it
// ends with the loss of a run without faults.
//
//===----------------------------------------------------------------------===//

#include "../common/checks.h"

#include <nanguard/runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int kFeatures = 8, kClasses = 4, kBatch = 32, kSteps = 300;
constexpr int kCheckpointEvery = 10;
constexpr float kRate = 0.5f;
constexpr double kTolerance = 0.01; // of the loss, relative
enum Op { kInput, kWeights, kLogits, kSoftmax, kGradient, kOps };
const char *const kNames[kOps] = {"batch", "weights", "logits", "softmax",
                                  "gradient"};

struct Random {
  uint32_t seed;
  float operator()() {
    seed = seed * 1664525 + 1013904223;
    return float(seed >> 8) / float(1 << 24) - 0.5f;
  }
};

using Weights = std::vector<float>; // kFeatures x kClasses

struct Batch {
  std::vector<float> x;
  std::vector<int> label;
};

Batch makeBatch(int step) {
  Random teacher{7}, random{uint32_t(step) * 2654435761u + 1};
  float truth[kFeatures * kClasses];
  for (float &w : truth)
    w = teacher();
  Batch batch;
  for (int b = 0; b < kBatch; ++b) {
    float score[kClasses] = {};
    for (int f = 0; f < kFeatures; ++f) {
      batch.x.push_back(2 * random());
      for (int c = 0; c < kClasses; ++c)
        score[c] += batch.x.back() * truth[f * kClasses + c];
    }
    batch.label.push_back(
        int(std::max_element(score, score + kClasses) - score));
  }
  return batch;
}

/// What goes wrong, and when. Steps count once, attempts always.
struct Faults {
  int badBatch = -1;
  int badUpdate = -1; // once
  int brokenFrom = -1, brokenTo = -1;
};

struct Step {
  std::vector<float> gradient;
  double loss = 0;
  std::vector<int64_t> report;
};

void scan(Step &step, Op op, uint8_t tier, const std::vector<float> &data) {
  int64_t *row = step.report.data() + op * NANGUARD_REPORT_COLUMNS;
  row[NANGUARD_COL_FIRST_BAD] = -1;
  unsigned form = tier & NANGUARD_TIER_FORM_MASK;
  if (form == NANGUARD_FORM_FUSED)
    return;
  bool counts = tier & (NANGUARD_TIER_COUNT | NANGUARD_TIER_STATS);
  row[NANGUARD_COL_STATUS] = NANGUARD_STATUS_SCANNED |
                             (counts ? NANGUARD_STATUS_COUNTED : 0) |
                             int64_t(tier) << 8;
  for (size_t i = 0; i < data.size(); ++i) {
    uint32_t bits;
    std::memcpy(&bits, &data[i], sizeof bits);
    bits &= 0x7FFFFFFF;
    row[NANGUARD_COL_MAX_BITS] =
        std::max<int64_t>(row[NANGUARD_COL_MAX_BITS], bits);
    if (!counts || bits < 0x7F800000)
      continue;
    ++row[bits > 0x7F800000 ? NANGUARD_COL_NAN_COUNT : NANGUARD_COL_INF_COUNT];
    if (row[NANGUARD_COL_FIRST_BAD] < 0)
      row[NANGUARD_COL_FIRST_BAD] = int64_t(i);
  }
}

Step run(const Weights &w, const Batch &batch, const uint8_t *tiers,
         bool broken) {
  Step step;
  step.report.resize(kOps * NANGUARD_REPORT_COLUMNS);
  std::vector<float> logits(kBatch * kClasses), probability = logits;
  step.gradient.resize(kFeatures * kClasses);
  for (int b = 0; b < kBatch; ++b)
    for (int c = 0; c < kClasses; ++c)
      for (int f = 0; f < kFeatures; ++f)
        logits[b * kClasses + c] +=
            batch.x[b * kFeatures + f] * w[f * kClasses + c];
  bool safe = (tiers[kSoftmax] & NANGUARD_TIER_FORM_MASK) >= NANGUARD_FORM_SAFE;
  for (int b = 0; b < kBatch; ++b) {
    const float *row = &logits[b * kClasses];
    float top = safe ? *std::max_element(row, row + kClasses) : 0, sum = 0;
    for (int c = 0; c < kClasses; ++c)
      sum += probability[b * kClasses + c] = std::exp(row[c] - top);
    for (int c = 0; c < kClasses; ++c)
      probability[b * kClasses + c] /= sum;
    step.loss -=
        std::log(double(probability[b * kClasses + batch.label[b]])) / kBatch;
  }
  if (broken) // a unit of the chip: whatever the form
    probability[3] = NAN;
  for (int b = 0; b < kBatch; ++b)
    for (int c = 0; c < kClasses; ++c) {
      float error = probability[b * kClasses + c] - float(c == batch.label[b]);
      for (int f = 0; f < kFeatures; ++f)
        step.gradient[f * kClasses + c] +=
            batch.x[b * kFeatures + f] * error / kBatch;
    }
  scan(step, kInput, tiers[kInput], batch.x);
  scan(step, kWeights, tiers[kWeights], w);
  scan(step, kLogits, tiers[kLogits], logits);
  scan(step, kSoftmax, tiers[kSoftmax], probability);
  scan(step, kGradient, tiers[kGradient], step.gradient);
  return step;
}

struct Outcome {
  Weights weights = Weights(kFeatures * kClasses);
  int skipped = 0, reloads = 0, halts = 0, refused = 0;
  bool alwaysFinite = true; // what was committed
  uint64_t lastClean = 0;   // as the verdict on HALT told it
};

bool isFinite(const Weights &w) {
  return std::all_of(w.begin(), w.end(),
                     [](float x) { return std::isfinite(x); });
}

Outcome train(const nanguard_model *model, Faults faults) {
  nanguard_context *context = nullptr;
  check(nanguard_context_create(model, nullptr, 0, &context));
  nanguard_context_set_self_check(
      context, [](const nanguard_event *, void *) { return 1; }, nullptr);
  Outcome out;
  Weights checkpoint = out.weights;
  int savedStep = 0, attempts = 0;
  for (int step = 0; step < kSteps; ++attempts) {
    Batch batch = makeBatch(step);
    if (step == faults.badBatch)
      batch.x[13] = NAN;
    uint8_t tiers[kOps];
    check(nanguard_context_tiers(context, tiers, kOps));
    bool broken = attempts >= faults.brokenFrom && attempts < faults.brokenTo;
    Step done = run(out.weights, batch, tiers, broken);
    nanguard_finding finding = {};
    finding.struct_size = sizeof finding;
    auto report = [&] {
      check(nanguard_context_step_end(context, done.report.data(), kOps,
                                      NANGUARD_REPORT_COLUMNS, nullptr));
      check(nanguard_context_finding(context, &finding));
    };
    report();
    while (finding.advice == NANGUARD_ADVICE_REDO) {
      check(nanguard_context_redo(context, tiers, kOps));
      done = run(out.weights, batch, tiers, broken);
      report();
    }

    switch (finding.advice) {
    case NANGUARD_ADVICE_GO_ON:
      if (step % kCheckpointEvery == 0) {
        checkpoint = out.weights;
        savedStep = step;
      }
      out.alwaysFinite &= isFinite(done.gradient);
      for (size_t i = 0; i < out.weights.size(); ++i)
        out.weights[i] -= kRate * done.gradient[i];
      if (step++ == faults.badUpdate) {
        out.weights[5] = NAN;
        faults.badUpdate = -1;
      }
      break;
    case NANGUARD_ADVICE_DROP_INPUT:
      ++out.skipped;
      ++step;
      break;
    case NANGUARD_ADVICE_RELOAD:
    case NANGUARD_ADVICE_CHECK_HARDWARE:
      if (finding.advice == NANGUARD_ADVICE_CHECK_HARDWARE) {
        ++out.halts;
        out.lastClean = finding.last_clean_step;
        faults.brokenTo = 0; // the job moves to another chip
      }
      ++out.reloads;
      out.weights = checkpoint;
      step = savedStep;
      check(nanguard_context_host_event(context,
                                        NANGUARD_HOST_CHECKPOINT_RELOAD, -1));
      break;
    default: // no form was right, not yet HALT: try this step again
      ++out.refused;
      break;
    }
  }
  nanguard_context_destroy(context);
  return out;
}

double lossOf(const Weights &w) {
  double loss = 0;
  const uint8_t safe[kOps] = {0, 0, 0, NANGUARD_FORM_SAFE, 0};
  for (int i = 0; i < 20; ++i)
    loss += run(w, makeBatch(100000 + i), safe, false).loss / 20;
  return loss;
}

nanguard_model *describeKernels() {
  static const char *const logits[] = {"batch", "weights"};
  static const char *const softmax[] = {"logits"};
  static const char *const gradient[] = {"batch", "softmax"};
  nanguard_foreign_op ops[kOps] = {};
  for (size_t i = 0; i < kOps; ++i) {
    ops[i].struct_size = sizeof ops[i];
    ops[i].name = kNames[i];
    ops[i].dtype = NANGUARD_F32;
    ops[i].elements = -1;
  }
  ops[kInput].flags = NANGUARD_FOREIGN_ENTRY;
  ops[kWeights].flags = NANGUARD_FOREIGN_ENTRY | NANGUARD_FOREIGN_CARRIED;
  ops[kLogits].kind = ops[kGradient].kind = "matmul";
  ops[kLogits].inputs = logits;
  ops[kSoftmax].kind = "softmax";
  ops[kSoftmax].flags =
      NANGUARD_FOREIGN_HAS_SAFE | NANGUARD_FOREIGN_HAS_UNFUSED;
  ops[kSoftmax].inputs = softmax;
  ops[kGradient].inputs = gradient;
  ops[kLogits].num_inputs = ops[kGradient].num_inputs = 2;
  ops[kSoftmax].num_inputs = 1;
  nanguard_model *model = nullptr;
  check(nanguard_model_create_foreign("train", ops, kOps, &model));
  return model;
}

} // namespace

int main() {
  nanguard_model *model = describeKernels();
  Faults faults;
  faults.badBatch = 40;
  faults.badUpdate = 83;
  faults.brokenFrom = 150;
  faults.brokenTo = 1000;
  Outcome good = train(model, Faults()), bad = train(model, faults);
  double want = lossOf(good.weights), got = lossOf(bad.weights);
  std::printf("loss %.5f, without faults %.5f; %d batches skipped, %d reloads, "
              "%d of them from HALT (last clean step %llu), %d steps refused\n",
              got, want, bad.skipped, bad.reloads, bad.halts,
              static_cast<unsigned long long>(bad.lastClean), bad.refused);
  int failures = 0;
  failures += expect(good.skipped + good.reloads + good.refused == 0,
                     "a run without faults is left alone");
  failures += expect(bad.skipped == 1, "the bad batch is skipped, as data");
  failures += expect(bad.reloads == 2 && bad.halts == 1,
                     "poisoned weights and HALT reload the checkpoint");
  failures += expect(bad.alwaysFinite && isFinite(bad.weights),
                     "no bad gradient was committed");
  failures += expect(std::fabs(got - want) <= kTolerance * want,
                     "the loss is that of the run without faults, to 1 %");
  failures +=
      expect(want < 0.8 * std::log(double(kClasses)), "it learned something");
  nanguard_model_destroy(model);
  return failures != 0;
}
