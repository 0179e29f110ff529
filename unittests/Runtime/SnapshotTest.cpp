//===- SnapshotTest.cpp - Save and resume ---------------------------------===//
//
// A restored context goes on as the saved one; every damage is refused.
//
//===----------------------------------------------------------------------===//

#include "TestFolder.h"
#include "TestModel.h"

#include <gtest/gtest.h>

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
