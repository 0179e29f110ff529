// Hosts a model library: tiers from the controller, a step, its report back.
//
//   nanguard-run examples/scores_f16.mlir --emit=so --emit-prefix=scores -o
//   scores.so c++ -std=c++17 -I. host.cpp scores.so -lnanguard_rt
//
// The queries and keys are f16; 300 * 60 * 4 leaves its range, so the scores
// are lowered until their clip holds them.

#include "scores.h"

#include "nanguard/descriptor.h"
#include "nanguard/runtime.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(nanguard_error error, const char *what) {
  if (!error)
    return;
  std::fprintf(stderr, "%s: %s\n", what, nanguard_last_error());
  std::exit(1);
}

int main() {
  constexpr int64_t ops = SCORES_main_NUM_OPS;
  nanguard_model *model = nullptr;
  nanguard_context *context = nullptr;
  nanguard_arena *arena = nullptr;
  check(nanguard_model_create_from_manifest(scores_model_manifest, "main",
                                            &model),
        "manifest");
  check(nanguard_context_create(model, nullptr, 0, &context), "context");
  check(nanguard_arena_create(scores_model_arena_bytes, &arena), "arena");
  check(nanguard_arena_activate(arena), "arena");

  std::vector<uint16_t> query(8, 0x5cb0), keys(8, 0x5380); // 300, 60
  std::vector<uint8_t> tiers(ops);
  const int64_t querySizes[] = {2, 4}, keySizes[] = {4, 2}, opSizes[] = {ops};
  char queryArg[NANGUARD_DESCRIPTOR_BYTES(2)];
  char keyArg[NANGUARD_DESCRIPTOR_BYTES(2)];
  char tierArg[NANGUARD_DESCRIPTOR_BYTES(1)];
  // The results' descriptors, one behind the other: scores, then the report.
  char results[2 * NANGUARD_DESCRIPTOR_BYTES(2)];
  void *params[] = {results,
                    nanguard_describe(queryArg, query.data(), 2, querySizes),
                    nanguard_describe(keyArg, keys.data(), 2, keySizes),
                    nanguard_describe(tierArg, tiers.data(), 1, opSizes)};
  for (int step = 1; step <= 6; ++step) {
    check(nanguard_context_tiers(context, tiers.data(), ops), "tiers");
    check(nanguard_arena_reset(arena), "arena");
    scores_invoke_main(params);
    const char *report = results + NANGUARD_DESCRIPTOR_BYTES(2);
    check(nanguard_context_step_end(
              context,
              static_cast<int64_t *>(nanguard_described_data(report, 8)), ops,
              NANGUARD_REPORT_COLUMNS, nullptr),
          "report");
    auto *scores = static_cast<uint16_t *>(nanguard_described_data(results, 2));
    nanguard_op_info info = {};
    info.struct_size = sizeof info;
    check(nanguard_context_op_info(context, ops - 1, &info), "op");
    std::printf("step %d: scores[0] = %#06x, %s\n", step, scores[0],
                nanguard_state_name(static_cast<nanguard_state>(info.state)));
  }
  nanguard_arena_activate(nullptr);
  nanguard_arena_destroy(arena);
  nanguard_context_destroy(context);
  nanguard_model_destroy(model);
}
