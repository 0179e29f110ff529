//===- runtime.cpp - What the controller costs ----------------------------===//
//
// select and a clean step_end over 10,000 ops; many contexts in one process.
// The tier byte and report of an op are those of NORMAL.
//
//   build/bin/RuntimeBenchmarks --benchmark_counters_tabular=true
//
//===----------------------------------------------------------------------===//

#include "nanguard/runtime.h"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace {

/// `n` foreign matmuls in a row.
nanguard_model *chain(size_t n) {
  std::vector<std::string> names(n);
  std::vector<const char *> inputs(n);
  std::vector<nanguard_foreign_op> ops(n);
  for (size_t i = 0; i < n; ++i) {
    names[i] = "layer." + std::to_string(i);
    inputs[i] = i ? names[i - 1].c_str() : nullptr;
    ops[i] = {};
    ops[i].struct_size = sizeof ops[i];
    ops[i].name = names[i].c_str();
    ops[i].kind = "matmul";
    ops[i].flags = NANGUARD_FOREIGN_HAS_SAFE | NANGUARD_FOREIGN_HAS_UNFUSED;
    ops[i].elements = 4096;
    ops[i].risk = 2;
    ops[i].inputs = &inputs[i];
    ops[i].num_inputs = i > 0;
  }
  nanguard_model *model = nullptr;
  nanguard_model_create_foreign("chain", ops.data(), n, &model);
  return model;
}

std::vector<int64_t> cleanReport(size_t n) {
  std::vector<int64_t> report(n * NANGUARD_REPORT_COLUMNS);
  for (size_t i = 0; i < n; ++i) {
    int64_t *row = report.data() + i * NANGUARD_REPORT_COLUMNS;
    row[NANGUARD_COL_STATUS] =
        NANGUARD_STATUS_SCANNED | NANGUARD_FORM_FUSED_BITS << 8;
    row[NANGUARD_COL_MAX_BITS] = 0x3C00;
    row[NANGUARD_COL_FIRST_BAD] = -1;
  }
  return report;
}

void BM_Select(benchmark::State &state) {
  auto n = static_cast<size_t>(state.range(0));
  nanguard_model *model = chain(n);
  nanguard_context *context = nullptr;
  nanguard_context_create(model, nullptr, 0, &context);
  std::vector<uint8_t> tiers(n);
  for (auto _ : state) {
    nanguard_context_tiers(context, tiers.data(), n);
    benchmark::DoNotOptimize(tiers.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  nanguard_context_destroy(context);
  nanguard_model_destroy(model);
}
BENCHMARK(BM_Select)->Arg(300)->Arg(10000);

void BM_CleanStepEnd(benchmark::State &state) {
  auto n = static_cast<size_t>(state.range(0));
  nanguard_model *model = chain(n);
  nanguard_context *context = nullptr;
  nanguard_context_create(model, nullptr, 0, &context);
  std::vector<uint8_t> tiers(n);
  std::vector<int64_t> report = cleanReport(n);
  for (auto _ : state) {
    state.PauseTiming();
    nanguard_context_tiers(context, tiers.data(), n);
    state.ResumeTiming();
    nanguard_context_step_end(context, report.data(), n,
                              NANGUARD_REPORT_COLUMNS, nullptr);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  nanguard_context_destroy(context);
  nanguard_model_destroy(model);
}
BENCHMARK(BM_CleanStepEnd)->Arg(300)->Arg(10000);

/// One step of each of so many requests of a 32-op model.
void BM_Contexts(benchmark::State &state) {
  constexpr size_t kOps = 32;
  nanguard_model *model = chain(kOps);
  nanguard_server *server = nullptr;
  nanguard_server_create(model, nullptr, &server);
  std::vector<nanguard_context *> contexts(static_cast<size_t>(state.range(0)));
  for (size_t i = 0; i < contexts.size(); ++i)
    nanguard_server_context(server, i, &contexts[i]);
  uint8_t tiers[kOps];
  std::vector<int64_t> report = cleanReport(kOps);
  for (auto _ : state)
    for (nanguard_context *context : contexts) {
      nanguard_context_tiers(context, tiers, kOps);
      nanguard_context_step_end(context, report.data(), kOps,
                                NANGUARD_REPORT_COLUMNS, nullptr);
    }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  for (nanguard_context *context : contexts)
    nanguard_context_destroy(context);
  nanguard_server_destroy(server);
  nanguard_model_destroy(model);
}
BENCHMARK(BM_Contexts)
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(benchmark::kMillisecond);

void BM_CreateContext(benchmark::State &state) {
  nanguard_model *model = chain(static_cast<size_t>(state.range(0)));
  nanguard_server *server = nullptr;
  nanguard_server_create(model, nullptr, &server);
  uint64_t id = 0;
  for (auto _ : state) {
    nanguard_context *context = nullptr;
    nanguard_server_context(server, ++id, &context);
    nanguard_context_destroy(context);
  }
  nanguard_server_destroy(server);
  nanguard_model_destroy(model);
}
BENCHMARK(BM_CreateContext)->Arg(32)->Arg(300);

} // namespace

BENCHMARK_MAIN();
