//===- ControllerTest.cpp - Whole runs through the C API ------------------===//
//
// Faults of every kind over many steps; generations, sampling, signals, the
// host's hands, threads.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

using namespace nanguard::test;

namespace {

constexpr auto kNothing = [](Report &) {};

TEST(Controller, InnerFaultIsLoweredCuredAndForgiven) {
  Stream s;
  s.clean(30);
  FusedNan fault{kSoftmax};
  s.step(fault);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_OBSERVE);
  s.step(fault);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_SAFE_STAGE_1);
  EXPECT_EQ(s.form(kSoftmax), unsigned(NANGUARD_FORM_SAFE));
  EXPECT_EQ(s.form(kMatmul), unsigned(NANGUARD_FORM_FUSED_BITS));
  s.step(fault);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_VERIFY);
  s.clean(20);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_RECOVER);
  EXPECT_EQ(s.form(kSoftmax), unsigned(NANGUARD_FORM_FUSED_BITS));
  s.clean(49);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_RECOVER);
  s.clean();
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.counters().downgrades, 1u);
  EXPECT_EQ(s.counters().upgrades, 1u);
  EXPECT_EQ(s.info(kSoftmax).verdict, NANGUARD_VERDICT_OP);
  // NORMAL, OBSERVE, STAGE_1, VERIFY, RECOVER, NORMAL: five changes.
  EXPECT_EQ(s.events.size(), 5u);
  EXPECT_EQ(s.events[1].reason, NANGUARD_REASON_REPEATED);
  EXPECT_EQ(s.events[1].nan_count, 1);
  EXPECT_EQ(s.events[1].first_bad, 5);
  EXPECT_EQ(s.events[1].last_clean_step, 30u);
}

TEST(Controller, OnlyTheCauseIsLowered) {
  Stream s;
  for (int i = 0; i < 5; ++i)
    s.step([](Report &r) {
      FusedNan{kMatmul}(r);
      if (r.row(kMatmul)[NANGUARD_COL_MAX_BITS] == kF16Nan) {
        r.nan(kSoftmax);
        r.nan(kLog);
      }
    });
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_VERIFY);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.state(kLog), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.info(kLog).verdict, NANGUARD_VERDICT_CARRIED);
  EXPECT_EQ(s.info(kLog).cause, kSoftmax);
  EXPECT_EQ(s.info(kSoftmax).carried_steps, 2u);
}

TEST(Controller, ArgumentsAreToldOnceAndMoveNoTier) {
  Stream s;
  s.clean(3);
  for (int i = 0; i < 4; ++i)
    s.step([](Report &r) {
      r.nan(kEntry);
      r.nan(kMatmul);
    });
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.info(kMatmul).verdict, NANGUARD_VERDICT_DATA);
  ASSERT_EQ(s.events.size(), 3u);
  EXPECT_EQ(s.events[1].reason, NANGUARD_REASON_TRIAL);
  EXPECT_EQ(s.events[2].reason, NANGUARD_REASON_TRIAL);
  EXPECT_EQ(s.events[0].verdict, NANGUARD_VERDICT_DATA);
  EXPECT_EQ(s.events[0].last_clean_step, 3u);
  s.step([](Report &r) {
    r.nan(kCache);
    r.nan(kSoftmax);
  });
  EXPECT_EQ(s.info(kSoftmax).verdict, NANGUARD_VERDICT_STATE_POISONED);
}

TEST(Controller, HaltWhenNoVariantHelps) {
  Stream s;
  for (int i = 0; i < 20; ++i)
    s.step([](Report &r) { r.nan(kSoftmax); });
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_HALT);
  EXPECT_EQ(s.info(kSoftmax).verdict, NANGUARD_VERDICT_HARDWARE);
  EXPECT_EQ(s.events.back().to, NANGUARD_STATE_HALT);
  EXPECT_EQ(s.events.back().verdict, NANGUARD_VERDICT_HARDWARE);
  EXPECT_EQ(s.counters().ops_halted, 1u);
  s.clean(100);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_HALT);
  nanguard_context_host_event(s.context, NANGUARD_HOST_CHECKPOINT_RELOAD, -1);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_SAFE_STAGE_2);
  s.clean(1 + 20 + 50 + 50);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
}

TEST(Controller, ExitFaultGoesWhereItIsClippedOrBackToNormal) {
  auto exits = [](int64_t op) {
    return [op](Report &r) {
      int64_t *row = r.row(op);
      unsigned form = row[NANGUARD_COL_STATUS] >> 8 & 7;
      if (form >= NANGUARD_FORM_SAFE) {
        row[NANGUARD_COL_EXIT_COUNT] = 1;
        row[NANGUARD_COL_INNER_BITS] = bitsOf(70000);
      }
      if (form == NANGUARD_FORM_UNFUSED)
        row[NANGUARD_COL_CLIP_COUNT] = 1;
      else
        r.inf(op);
    };
  };
  Stream s;
  for (int i = 0; i < 200; ++i)
    s.step(exits(kMatmul));
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_SAFE_STAGE_2);
  EXPECT_EQ(s.info(kMatmul).fault, NANGUARD_FAULT_EXIT);
  EXPECT_EQ(s.counters().downgrades, 2u);
  Stream t;
  for (int i = 0; i < 200; ++i)
    t.step(exits(kSoftmax)); // has no clip
  EXPECT_EQ(t.state(kSoftmax), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(t.info(kSoftmax).uncurable, NANGUARD_FAULT_EXIT);
  EXPECT_EQ(t.counters().downgrades, 1u);
  EXPECT_EQ(t.events.size(), 3u);
}

TEST(Controller, PolesAndDomainsAreToldAsSuch) {
  for (bool pole : {true, false}) {
    Stream s;
    for (int i = 0; i < 100; ++i)
      s.step([&](Report &r) {
        int64_t *row = r.row(kLog);
        pole ? r.inf(kLog) : r.nan(kLog);
        if (row[NANGUARD_COL_STATUS] & NANGUARD_STATUS_INNER)
          row[NANGUARD_COL_INNER_BITS] =
              bitsOf(pole ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN());
      });
    EXPECT_EQ(s.state(kLog), NANGUARD_STATE_NORMAL);
    EXPECT_EQ(s.info(kLog).uncurable,
              pole ? NANGUARD_FAULT_POLE : NANGUARD_FAULT_DOMAIN);
  }
}

TEST(Controller, WideOverflowOfAMatmulGoesDeeper) {
  Stream s;
  for (int i = 0; i < 10; ++i)
    s.step([](Report &r) {
      int64_t *row = r.row(kMatmul);
      unsigned form = row[NANGUARD_COL_STATUS] >> 8 & 7;
      if (form == NANGUARD_FORM_UNFUSED)
        return;
      r.inf(kMatmul);
      if (form == NANGUARD_FORM_SAFE)
        row[NANGUARD_COL_INNER_BITS] =
            bitsOf(std::numeric_limits<double>::infinity());
    });
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_VERIFY);
  EXPECT_EQ(s.info(kMatmul).stage, 2);
}

TEST(Controller, ShortHeadroomWaitsInItsStage) {
  Stream s;
  s.step(FusedNan{kSoftmax});
  s.step(FusedNan{kSoftmax});
  for (int i = 0; i < 50; ++i)
    s.step([](Report &r) {
      r.row(kSoftmax)[NANGUARD_COL_INNER_BITS] = bitsOf(20000);
    });
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_SAFE_STAGE_1);
  s.clean();
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_VERIFY);
}

TEST(Controller, EmptyAndUnscannedRowsAreNoEvidence) {
  Stream s;
  for (int i = 0; i < 10; ++i)
    s.step([](Report &r) {
      r.nan(kSoftmax);
      r.row(kSoftmax)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_EMPTY;
    });
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
  s.step(FusedNan{kSoftmax});
  for (int i = 0; i < 50; ++i)
    s.step([](Report &r) { r.row(kSoftmax)[NANGUARD_COL_STATUS] = 0; });
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_OBSERVE);
}

TEST(Controller, OneFaultReadLateIsCountedOnce) {
  Stream s;
  uint8_t tiers[kOps];
  std::vector<Report> late;
  // Three steps in flight before the first report is read, all bad.
  for (int i = 0; i < 3; ++i) {
    nanguard_context_tiers(s.context, tiers, kOps);
    late.emplace_back(std::vector<uint8_t>(tiers, tiers + kOps));
    late.back().nan(kSoftmax);
  }
  auto read = [&](uint64_t generation) {
    nanguard_signals signals = {};
    signals.struct_size = sizeof signals;
    signals.generation = generation;
    return nanguard_context_step_end(s.context,
                                     late[generation - 1].cells.data(), kOps,
                                     NANGUARD_REPORT_COLUMNS, &signals);
  };
  EXPECT_EQ(read(1), NANGUARD_OK);
  EXPECT_EQ(read(1), NANGUARD_ERR_STALE);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_OBSERVE);
  // These ran before OBSERVE was selected: they are the same fault.
  EXPECT_EQ(read(2), NANGUARD_OK);
  EXPECT_EQ(read(3), NANGUARD_OK);
  EXPECT_EQ(read(2), NANGUARD_ERR_STALE);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_OBSERVE);
  EXPECT_EQ(s.counters().stale_reports, 2u);
  nanguard_signals future = {};
  future.struct_size = sizeof future;
  future.generation = 99;
  EXPECT_EQ(nanguard_context_step_end(s.context, late[0].cells.data(), kOps,
                                      NANGUARD_REPORT_COLUMNS, &future),
            NANGUARD_ERR_ARGUMENT);
  s.clean(6);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
}

TEST(Controller, ForcedFormsAndPins) {
  Stream s;
  EXPECT_EQ(nanguard_context_force(s.context, kSoftmax, NANGUARD_FORM_UNFUSED),
            NANGUARD_OK);
  s.clean(3);
  EXPECT_EQ(s.tiers[kSoftmax], NANGUARD_FORM_UNFUSED | NANGUARD_TIER_STATS);
  nanguard_context_force(s.context, -1, -1);
  s.clean();
  EXPECT_EQ(s.tiers[kSoftmax], NANGUARD_FORM_FUSED_BITS);
  nanguard_context_pin(s.context, kSoftmax);
  s.clean(500);
  EXPECT_EQ(s.form(kSoftmax), unsigned(NANGUARD_FORM_SAFE));
  EXPECT_EQ(s.info(kSoftmax).pinned, 1);
  nanguard_context_host_event(s.context, NANGUARD_HOST_LIFT_PIN, kSoftmax);
  s.clean(80);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
}

TEST(Controller, SamplingStopsWhenSomethingIsWrong) {
  Stream s(R"({"normal": {"sample_every": 4, "always_scan_risk": 2}})");
  int scanned = 0;
  for (int i = 0; i < 8; ++i) {
    s.clean();
    EXPECT_EQ(s.tiers[kSoftmax], NANGUARD_FORM_FUSED_BITS); // risk 2
    scanned += s.tiers[kLog] == NANGUARD_FORM_FUSED_BITS;
  }
  EXPECT_EQ(scanned, 2);
  s.step(FusedNan{kSoftmax});
  for (int i = 0; i < 4; ++i) {
    s.clean();
    EXPECT_EQ(s.tiers[kLog], NANGUARD_FORM_FUSED_BITS);
    EXPECT_TRUE(s.tiers[kEntry] & NANGUARD_TIER_COUNT);
  }
}

constexpr uint8_t kAsksOnly = NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_FINITE;

TEST(Controller, MaximaAreLeftOutOnceTheBaselineIsKnown) {
  Stream s;
  // 20 samples are asked for, in batches of 8.
  for (int step = 1; step <= 24; ++step) {
    s.clean();
    EXPECT_EQ(s.tiers[kLog], NANGUARD_FORM_FUSED_BITS) << step;
  }
  for (int step = 25; step <= 96; ++step) {
    s.clean();
    EXPECT_EQ(s.tiers[kLog], step % 16 ? kAsksOnly : NANGUARD_FORM_FUSED_BITS)
        << step;
    EXPECT_EQ(s.tiers[kSoftmax], NANGUARD_FORM_FUSED_BITS); // has no such form
  }
  // A bad step is one in such a scan too, and brings the closer look.
  s.step(FusedNan{kLog});
  EXPECT_EQ(s.state(kLog), NANGUARD_STATE_OBSERVE);
  s.clean();
  EXPECT_EQ(s.tiers[kLog], NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_COUNT);
}

TEST(Controller, LeftOutMaximaAreNotInTheBaseline) {
  Stream s;
  s.clean(500);
  FusedNan fault{kLog};
  s.step(fault);
  s.step(fault);
  s.clean(1);
  EXPECT_EQ(s.state(kLog), NANGUARD_STATE_VERIFY);
  // Aligned with what the sampled steps had, 1.0.
  s.clean(20 + 50);
  EXPECT_EQ(s.state(kLog), NANGUARD_STATE_NORMAL);
}

TEST(Controller, EveryMaximumOnDemand) {
  Stream s(R"({"normal": {"maximum_every": 1}})");
  for (int step = 1; step <= 64; ++step) {
    s.clean();
    EXPECT_EQ(s.tiers[kLog], NANGUARD_FORM_FUSED_BITS) << step;
  }
}

TEST(Controller, SampledStepsLookForMaxima) {
  // Steps of odd number are scanned: none is a multiple of 16.
  Stream s(R"({"normal": {"sample_every": 2}})", 1);
  s.clean(100);
  int maxima = 0, scans = 0;
  for (int step = 0; step < 320; ++step) {
    s.clean();
    scans += s.tiers[kLog] != NANGUARD_FORM_FUSED;
    maxima += s.tiers[kLog] == NANGUARD_FORM_FUSED_BITS;
  }
  EXPECT_EQ(scans, 160);
  EXPECT_EQ(maxima, 10);
}

TEST(Controller, ContextsAreSampledById) {
  int scanned = 0;
  for (uint64_t id = 0; id < 100; ++id) {
    Stream s(R"({"preset": "inference",
                 "normal": {"always_scan_risk": 3}})",
             id);
    s.clean();
    scanned += s.tiers[kSoftmax] == NANGUARD_FORM_FUSED_BITS;
  }
  EXPECT_EQ(scanned, 2);
}

nanguard_signals gradients(double norm) {
  nanguard_signals signals = {};
  signals.struct_size = sizeof signals;
  signals.valid = NANGUARD_SIGNAL_GRAD_NORM;
  signals.grad_norm = norm;
  return signals;
}

TEST(Controller, AJumpAsksForMaxima) {
  Stream s(R"({"signals": {"warmup_steps": 10}})");
  for (int step = 1; step <= 63; ++step) {
    nanguard_signals quiet = gradients(step % 2 ? 1.0 : 1.1);
    s.step(kNothing, &quiet);
  }
  EXPECT_EQ(s.tiers[kLog], kAsksOnly);
  nanguard_signals jump = gradients(1e6);
  s.step(kNothing, &jump);
  for (int step = 0; step < 16; ++step) {
    nanguard_signals quiet = gradients(1.0);
    s.step(kNothing, &quiet);
    EXPECT_EQ(s.tiers[kLog], NANGUARD_FORM_FUSED_BITS) << step;
  }
  nanguard_signals quiet = gradients(1.0);
  s.step(kNothing, &quiet);
  EXPECT_EQ(s.tiers[kLog], kAsksOnly);
}

TEST(Controller, BadGradientsWithCleanScansCountEverywhere) {
  Stream s;
  nanguard_signals nan = gradients(std::numeric_limits<double>::quiet_NaN());
  s.step(kNothing, &nan);
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_EQ(s.events[0].reason, NANGUARD_REASON_WATCH);
  for (int i = 0; i < 10; ++i) {
    s.clean();
    EXPECT_TRUE(s.tiers[kSoftmax] & NANGUARD_TIER_COUNT);
    EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
  }
  s.clean();
  EXPECT_FALSE(s.tiers[kSoftmax] & NANGUARD_TIER_COUNT);
}

TEST(Controller, LossScalerMaySkip) {
  Stream s;
  nanguard_signals skip = gradients(std::numeric_limits<double>::infinity());
  skip.valid |= NANGUARD_SIGNAL_LOSS_SCALE;
  skip.loss_scale = 65536;
  skip.step_skipped = 1;
  for (int i = 0; i < 10; ++i)
    s.step(kNothing, &skip);
  EXPECT_TRUE(s.events.empty());
  skip.loss_scale = 1; // the scaler has nothing left to give
  s.step(kNothing, &skip);
  EXPECT_EQ(s.events.size(), 1u);
}

TEST(Controller, JumpAndHeadroomAgree) {
  Stream s;
  auto nearOverflow = [](Report &r) {
    r.row(kMatmul)[NANGUARD_COL_MAX_BITS] = 0x7800; // 32768
  };
  for (int i = 0; i < 60; ++i) {
    nanguard_signals quiet = gradients(1 + 0.01 * (i % 3));
    s.step(nearOverflow, &quiet);
  }
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_NORMAL);
  nanguard_signals jump = gradients(100);
  s.step(nearOverflow, &jump);
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_OBSERVE);
  EXPECT_EQ(s.events.back().reason, NANGUARD_REASON_SIGNALS_AGREE);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
}

TEST(Controller, BaselineHoldsVerifyUntilItIsRenewed) {
  Stream s;
  s.clean(100);
  s.step(FusedNan{kSoftmax});
  s.step(FusedNan{kSoftmax});
  auto shifted = [](Report &r) {
    r.row(kSoftmax)[NANGUARD_COL_MAX_BITS] = 0x7000; // 2^13 times as large
  };
  for (int i = 0; i < 100; ++i)
    s.step(shifted);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_VERIFY);
  for (int i = 0; i < 130; ++i)
    s.step(shifted);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_RECOVER);
}

TEST(Controller, CleanForeverMeansNoEvent) {
  Stream s;
  s.clean(10000);
  EXPECT_TRUE(s.events.empty());
  EXPECT_EQ(s.counters().last_clean_step, 10000u);
}

TEST(Controller, ContextsAreIsolatedAndThreadSafe) {
  Stream a, b("{}", 1);
  std::atomic<bool> stop{false};
  std::thread reader([&] {
    while (!stop) {
      a.state(kSoftmax);
      a.counters();
    }
  });
  std::thread good([&] { b.clean(2000); });
  for (int i = 0; i < 2000; ++i)
    a.step(FusedNan{kSoftmax});
  good.join();
  stop = true;
  reader.join();
  EXPECT_GT(a.counters().downgrades, 0u);
  EXPECT_TRUE(b.events.empty());
}

TEST(Controller, TheLastCleanStepWasScanned) {
  Stream s(R"({"preset": "training"})");
  for (int step = 1; step < 150; ++step) {
    s.clean();
    EXPECT_EQ(s.counters().last_clean_step, uint64_t(step) / 50 * 50);
  }
  s.step([](Report &r) { r.nan(kCache); });
  EXPECT_EQ(s.counters().last_clean_step, 100u) << "not 149";
  s.clean(50);
  EXPECT_EQ(s.counters().last_clean_step, 200u);
}

TEST(Controller, OutliersInTheMagnitudesDoNotHoldAnOp) {
  for (int period : {15, 20}) {
    Stream s;
    auto outlier = [&](Report &r) {
      r.row(kSoftmax)[NANGUARD_COL_MAX_BITS] = 0x5400;
    };
    s.clean(100);
    s.step(FusedNan{kSoftmax});
    s.step(FusedNan{kSoftmax});
    for (int step = 1; step <= 100; ++step)
      if (step % period)
        s.clean();
      else
        s.step(outlier);
    EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL) << period;
  }
}

} // namespace
