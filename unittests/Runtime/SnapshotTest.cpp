//===- SnapshotTest.cpp - Save and resume ---------------------------------===//
//
// A restored context goes on as the saved one; every damage is refused.
//
//===----------------------------------------------------------------------===//

#include "TestFolder.h"
#include "TestModel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>

using namespace nanguard::test;

namespace {

TEST(Snapshot, EveryStateGoesOnAsSaved) {
  Folder folder;
  // A run that visits every state: relapses, stage 2, HALT.
  auto damage = [](unsigned step) {
    return [step](Report &r) {
      unsigned form = r.row(kSoftmax)[NANGUARD_COL_STATUS] >> 8 & 7;
      bool deep = step > 300;
      if ((step % 100 - 5u < 35 && form < NANGUARD_FORM_SAFE) ||
          (deep && step % 50 < 45 && form < NANGUARD_FORM_UNFUSED) ||
          step > 700)
        r.nan(kSoftmax);
    };
  };
  Stream a;
  unsigned seen = 0;
  for (unsigned step = 0; step < 750; ++step) {
    a.step(damage(step));
    seen |= 1u << a.state(kSoftmax);
    if (step % 7)
      continue;
    ASSERT_EQ(nanguard_context_save(a.context, folder.file().c_str()),
              NANGUARD_OK);
    Stream b;
    ASSERT_EQ(nanguard_context_restore(b.context, folder.file().c_str()),
              NANGUARD_OK)
        << nanguard_last_error();
    for (size_t op = 0; op < kOps; ++op) {
      nanguard_op_info x = a.info(op), y = b.info(op);
      ASSERT_EQ(std::memcmp(&x, &y, sizeof x), 0);
    }
    nanguard_counters x = a.counters(), y = b.counters();
    ASSERT_EQ(std::memcmp(&x, &y, sizeof x), 0);
    // Both go on for a while in step; `a` itself is left alone.
    Stream c;
    nanguard_context_restore(c.context, folder.file().c_str());
    for (unsigned i = 1; i < 30; ++i) {
      b.step(damage(step + i));
      c.step(damage(step + i));
      ASSERT_EQ(b.tiers, c.tiers);
    }
  }
  EXPECT_EQ(seen, 0x7Fu) << "every state was saved";
  EXPECT_EQ(folder.names().size(), 1u) << "no temporary file is left";
}

TEST(Snapshot, DamageIsRefusedAndChangesNothing) {
  Folder folder;
  Stream a;
  a.step(FusedNan{kSoftmax});
  a.step(FusedNan{kSoftmax});
  ASSERT_EQ(nanguard_context_save(a.context, folder.file().c_str()),
            NANGUARD_OK);
  std::string good = slurp(folder.file());
  Stream b;
  b.clean(3);
  for (size_t cut = 0; cut < good.size(); ++cut) {
    spill(folder.file(), good.substr(0, cut));
    ASSERT_EQ(nanguard_context_restore(b.context, folder.file().c_str()),
              NANGUARD_ERR_CORRUPT)
        << "cut at " << cut;
  }
  for (size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    spill(folder.file(), bad);
    ASSERT_EQ(nanguard_context_restore(b.context, folder.file().c_str()),
              NANGUARD_ERR_CORRUPT)
        << "bit " << bit;
  }
  spill(folder.file(), good + "x");
  EXPECT_EQ(nanguard_context_restore(b.context, folder.file().c_str()),
            NANGUARD_ERR_CORRUPT);
  EXPECT_EQ(b.state(kSoftmax), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(b.counters().steps, 3u);
}

/// The checksum of what follows a state file's header.
uint32_t checksum(const std::string &bytes, size_t from) {
  uint32_t crc = ~0u;
  for (size_t i = from; i < bytes.size(); ++i) {
    crc ^= static_cast<uint8_t>(bytes[i]);
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

// A sound checksum says nothing about what is in the payload: an enum may hold
// any bytes. The sanitized build of this test finds one that is loaded.
TEST(Snapshot, AnyPayloadIsRefusedOrGoesOn) {
  constexpr size_t kChecksum = 20, kPayload = 24;
  Folder folder;
  Stream a;
  a.step(FusedNan{kSoftmax});
  ASSERT_EQ(nanguard_context_save(a.context, folder.file().c_str()),
            NANGUARD_OK);
  std::string good = slurp(folder.file());
  unsigned refused = 0;
  for (size_t i = kPayload; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = '\xff';
    uint32_t crc = checksum(bad, kPayload);
    std::memcpy(&bad[kChecksum], &crc, sizeof crc);
    spill(folder.file(), bad);
    Stream b;
    int rc = nanguard_context_restore(b.context, folder.file().c_str());
    ASSERT_TRUE(rc == NANGUARD_OK || rc == NANGUARD_ERR_CORRUPT)
        << "byte " << i << ": " << rc;
    refused += rc == NANGUARD_ERR_CORRUPT;
    b.clean(2);
  }
  // Of each op: its state, its trial, four bytes of each of three enums, and
  // what has a range of its own.
  EXPECT_GE(refused, kOps * 14u);
}

/// A redo of the last step, whose report `damage` spoils; the form that the
/// softmax ran in, 0 where nothing deeper is left.
template <typename Damage>
unsigned redo(Stream &s, Damage damage) {
  if (nanguard_context_redo(s.context, s.tiers.data(), kOps) != NANGUARD_OK)
    return 0;
  Report report(s.tiers);
  damage(report);
  nanguard_context_step_end(s.context, report.cells.data(), kOps,
                            NANGUARD_REPORT_COLUMNS, nullptr);
  return s.tiers[kSoftmax] & NANGUARD_TIER_FORM_MASK;
}

auto badSoftmax = [](Report &r) { r.nan(kSoftmax); };

TEST(Snapshot, ARedoOfAnotherTimelineIsForgotten) {
  Folder folder;
  Stream s;
  s.clean(10);
  ASSERT_EQ(nanguard_context_save(s.context, folder.file().c_str()),
            NANGUARD_OK);
  s.clean(9);
  s.step(badSoftmax);
  ASSERT_EQ(redo(s, [](Report &) {}), unsigned(NANGUARD_FORM_SAFE));
  ASSERT_EQ(nanguard_context_restore(s.context, folder.file().c_str()),
            NANGUARD_OK);
  uint64_t generation = 0;
  EXPECT_EQ(nanguard_context_replay_tiers(s.context, s.tiers.data(), kOps,
                                          &generation),
            NANGUARD_ERR_STATE)
      << "that step has not run yet";
  s.clean(10);
  s.step(badSoftmax); // generation 21, the redo's once
  EXPECT_EQ(s.info(kSoftmax).bad_steps, 1u);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_OBSERVE);
  EXPECT_EQ(s.counters().steps, 21u);
}

TEST(Snapshot, ARestoredContextRedoesOneFormDeeper) {
  Folder folder;
  Stream a;
  a.clean();
  for (int i = 0; i < 3; ++i)
    a.step(badSoftmax);
  ASSERT_EQ(a.tiers[kSoftmax] & NANGUARD_TIER_FORM_MASK, NANGUARD_FORM_SAFE);
  nanguard_context_save(a.context, folder.file().c_str());
  Stream b;
  ASSERT_EQ(nanguard_context_restore(b.context, folder.file().c_str()),
            NANGUARD_OK);
  EXPECT_EQ(redo(b, [](Report &) {}), unsigned(NANGUARD_FORM_UNFUSED));
  // A redo of a redo, with a restore between.
  Stream c;
  c.clean();
  c.step(badSoftmax);
  ASSERT_EQ(redo(c, badSoftmax), unsigned(NANGUARD_FORM_SAFE));
  nanguard_context_save(c.context, folder.file().c_str());
  ASSERT_EQ(nanguard_context_restore(b.context, folder.file().c_str()),
            NANGUARD_OK);
  EXPECT_EQ(redo(b, [](Report &) {}), unsigned(NANGUARD_FORM_UNFUSED));
  EXPECT_EQ(redo(b, [](Report &) {}), 0u);
}

TEST(Snapshot, ThreadsSaveToOnePath) {
  Folder folder;
  Stream s;
  s.clean(3);
  std::atomic<int> failed{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 20; ++n)
        failed += nanguard_context_save(s.context, folder.file().c_str()) !=
                  NANGUARD_OK;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(folder.names().size(), 1u) << "no temporary file is left";
  Stream other;
  EXPECT_EQ(nanguard_context_restore(other.context, folder.file().c_str()),
            NANGUARD_OK);
}

TEST(Snapshot, OtherModelsAndMissingFiles) {
  Folder folder;
  Stream a;
  nanguard_context_save(a.context, folder.file().c_str());
  std::string other = manifest();
  other.replace(other.find("layer.q"), 7, "layer.k");
  nanguard_model *model = nullptr;
  nanguard_context *context = nullptr;
  nanguard_model_create_from_manifest(other.c_str(), nullptr, &model);
  nanguard_context_create(model, nullptr, 0, &context);
  EXPECT_EQ(nanguard_context_restore(context, folder.file().c_str()),
            NANGUARD_ERR_CORRUPT);
  EXPECT_NE(std::string(nanguard_last_error()).find("another model"),
            std::string::npos);
  EXPECT_EQ(nanguard_context_restore(context, "/no/such/file"),
            NANGUARD_ERR_IO);
  EXPECT_EQ(nanguard_context_save(context, "/no/such/file"), NANGUARD_ERR_IO);
  nanguard_context_destroy(context);
  nanguard_model_destroy(model);
}

} // namespace
