//===- WideExitTest.cpp - Values that only a wide edge holds --------------===//
//
// A residual stream: an addition, read by a norm and by the next addition, that
// by the last norm. What does not fit is cured by lowering the readers as well.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include <gtest/gtest.h>

using namespace nanguard::test;

namespace {

constexpr size_t kAdd = 1, kNorm = 2, kNext = 3, kLast = 4;

std::string residual(const std::string &readers) {
  auto op = [](int id, const char *upstream, const std::string &more) {
    return R"(,{"id": )" + std::to_string(id) +
           R"(, "kind": "elementwise", "dtype": "f16", "shape": [4, 8],
            "elements": 32, "variants": ["fused", "safe", "unfused"],
            "upstream": )" +
           upstream + more + "}";
  };
  return R"({"abi": 1, "columns": 12, "functions": [{"name": "main",
    "args": [{"index": 0, "type": "tensor<4x8xf16>"}], "results": [],
    "ops": [{"id": 0, "kind": "entry", "dtype": "f16", "shape": [4, 8],
             "elements": 32, "args": [0]})" +
         op(kAdd, "[], \"args\": [0]", readers) + op(kNorm, "[1]", "") +
         op(kNext, "[1, 2]", R"(, "wide_readers": [4])") +
         op(kLast, "[3]", "") + "]}]}";
}

struct Residual {
  nanguard_model *model = nullptr;
  nanguard_context *context = nullptr;
  std::vector<uint8_t> tiers = std::vector<uint8_t>(kOps);

  explicit Residual(const char *readers = R"(, "wide_readers": [2, 3])",
                    const char *json = "{}") {
    nanguard_policy *policy = makePolicy(json);
    nanguard_model_create_from_manifest(residual(readers).c_str(), "main",
                                        &model);
    nanguard_context_create(model, policy, 0, &context);
    nanguard_policy_destroy(policy);
  }
  ~Residual() {
    nanguard_context_destroy(context);
    nanguard_model_destroy(model);
  }
  Residual(const Residual &) = delete;
  Residual &operator=(const Residual &) = delete;

  unsigned form(size_t op) const { return tiers[op] & NANGUARD_TIER_FORM_MASK; }
  bool isSafe(size_t op) const { return form(op) == NANGUARD_FORM_SAFE; }
  template <typename Damage>
  void step(Damage damage) {
    nanguard_context_tiers(context, tiers.data(), tiers.size());
    Report report(tiers);
    damage(report);
    nanguard_context_step_end(context, report.cells.data(), kOps,
                              NANGUARD_REPORT_COLUMNS, nullptr);
  }
  /// One step in which the value of `maker` is 1e5, and that of the next
  /// addition; readers that run fused make NaN of it.
  void overflow() {
    step([&](Report &r) {
      for (size_t op : {kAdd, kNext}) {
        r.inf(op);
        if (form(op) < NANGUARD_FORM_SAFE)
          continue;
        r.row(op)[NANGUARD_COL_EXIT_COUNT] = 1;
        r.row(op)[NANGUARD_COL_INNER_BITS] = bitsOf(1e5);
      }
      bool first = isSafe(kAdd), next = isSafe(kNext);
      if (!(first && isSafe(kNorm)))
        r.nan(kNorm);
      if (!(next && isSafe(kLast)))
        r.nan(kLast);
    });
  }
  nanguard_counters counters() const {
    nanguard_counters counters = {};
    counters.struct_size = sizeof counters;
    nanguard_context_counters(context, &counters);
    return counters;
  }
  int state(size_t op) const {
    nanguard_op_info info = {};
    info.struct_size = sizeof info;
    nanguard_context_op_info(context, static_cast<int64_t>(op), &info);
    return info.state;
  }
};

TEST(WideExit, ReadersAreLoweredWithTheirMaker) {
  Residual s;
  s.overflow();
  s.overflow();
  s.overflow();
  // The next addition overflows as well: its reader does not wait for it.
  for (size_t op : {kAdd, kNorm, kNext, kLast})
    EXPECT_TRUE(s.isSafe(op)) << op;
  for (int i = 0; i < 30; ++i)
    s.overflow();
  EXPECT_EQ(s.counters().bad_steps, 2u);
  EXPECT_EQ(s.state(kAdd), NANGUARD_STATE_SAFE_STAGE_1);
  EXPECT_EQ(s.state(kNorm), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.counters().ops_halted, 0u);
}

TEST(WideExit, ReadersAreGivenBackWithTheirMaker) {
  Residual s;
  for (int i = 0; i < 4; ++i)
    s.overflow();
  for (int i = 0; i < 200; ++i)
    s.step([](Report &) {});
  for (size_t op : {kAdd, kNorm, kNext, kLast})
    EXPECT_LT(s.form(op), unsigned(NANGUARD_FORM_SAFE)) << op;
  EXPECT_EQ(s.state(kAdd), NANGUARD_STATE_NORMAL);
}

TEST(WideExit, ANaNLowersItsOpAlone) {
  Residual s;
  for (int i = 0; i < 3; ++i)
    s.step([&](Report &r) {
      if (s.form(kAdd) >= NANGUARD_FORM_SAFE)
        return;
      for (size_t op : {kAdd, kNorm, kNext, kLast})
        r.nan(op);
    });
  EXPECT_TRUE(s.isSafe(kAdd));
  EXPECT_FALSE(s.isSafe(kNorm));
  EXPECT_FALSE(s.isSafe(kNext));
}

TEST(WideExit, WithoutWideReadersAnExitIsToldAndGivenUp) {
  Residual s("");
  for (int i = 0; i < 6; ++i)
    s.overflow();
  EXPECT_EQ(s.state(kAdd), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.counters().bad_steps, 6u);
}

TEST(WideExit, ARescuedReaderIsNotAtFault) {
  Residual s(R"(, "wide_readers": [2, 3])", R"({"rescue": {"in_step": 1}})");
  s.step([&](Report &r) {
    for (size_t op : {kAdd, kNext}) {
      r.inf(op);
      r.row(op)[NANGUARD_COL_EXIT_COUNT] = 1;
      r.row(op)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_TRIED;
    }
    for (size_t op : {kNorm, kLast}) {
      r.nan(op);
      r.row(op)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_RESCUED;
    }
  });
  EXPECT_EQ(s.state(kAdd), NANGUARD_STATE_OBSERVE);
  EXPECT_EQ(s.state(kNorm), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.state(kLast), NANGUARD_STATE_NORMAL);
}

TEST(WideExit, ReadersComeBehindTheirMaker) {
  for (const char *readers : {"[0]", "[1]", "[5]", "[\"2\"]", "[-1]"}) {
    nanguard_model *model = nullptr;
    std::string text = residual(std::string(", \"wide_readers\": ") + readers);
    EXPECT_NE(nanguard_model_create_from_manifest(text.c_str(), "main", &model),
              NANGUARD_OK)
        << readers;
    nanguard_model_destroy(model);
  }
}

} // namespace
