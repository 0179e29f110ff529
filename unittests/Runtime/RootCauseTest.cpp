//===- RootCauseTest.cpp - Reading rows, laying faults --------------------===//
//
// What one row says, and whose fault it is.
//
//===----------------------------------------------------------------------===//

#include "RootCause.h"
#include "TestModel.h"

#include <gtest/gtest.h>

#include <limits>

using namespace nanguard;
using namespace nanguard::test;

namespace {

const Model &model() {
  static const Model instance = [] {
    Model m;
    std::string error;
    EXPECT_TRUE(parseManifest(manifest(), "", m, error)) << error;
    return m;
  }();
  return instance;
}

struct OneRow {
  int64_t cells[NANGUARD_REPORT_COLUMNS] = {};
  OneRow(int64_t status, uint8_t tier, int64_t maxBits) {
    cells[NANGUARD_COL_STATUS] = status | int64_t(tier) << 8;
    cells[NANGUARD_COL_MAX_BITS] = maxBits;
    cells[NANGUARD_COL_FIRST_BAD] = -1;
  }
  RowFacts facts(const OpDesc &op) const {
    return readRow(cells, op, Policy());
  }
};

TEST(RootCause, BitsTellNanInfAndHeadroom) {
  const OpDesc &op = model().ops[kMatmul];
  auto facts = [&](int64_t bits) {
    OneRow row(NANGUARD_STATUS_SCANNED, NANGUARD_FORM_FUSED_BITS, bits);
    EXPECT_EQ(isPlainlyClean(row.cells, op.infBits), bits < kF16Inf);
    return row.facts(op);
  };
  EXPECT_FALSE(facts(kF16One).badOutput);
  EXPECT_FALSE(facts(0x73FF).nearOverflow);
  EXPECT_TRUE(facts(0x7400).nearOverflow);
  EXPECT_FALSE(facts(0x7BFF).badOutput);
  EXPECT_TRUE(facts(kF16Inf).badOutput);
  EXPECT_TRUE(facts(0x7C01).badOutput);
}

TEST(RootCause, MarkedInfinitiesAreNoFault) {
  OpDesc op = model().ops[kMatmul];
  op.expectInf = true;
  OneRow inf(NANGUARD_STATUS_SCANNED, NANGUARD_FORM_FUSED_BITS, kF16Inf);
  EXPECT_FALSE(inf.facts(op).badOutput);
  OneRow nan(NANGUARD_STATUS_SCANNED, NANGUARD_FORM_FUSED_BITS, kF16Nan);
  EXPECT_TRUE(nan.facts(op).badOutput);
  // Counts know which infinities were marked, in any op.
  OneRow counted(NANGUARD_STATUS_SCANNED | NANGUARD_STATUS_COUNTED,
                 NANGUARD_FORM_FUSED_BITS, kF16Inf);
  EXPECT_FALSE(counted.facts(model().ops[kMatmul]).badOutput);
  counted.cells[NANGUARD_COL_INF_COUNT] = 1;
  EXPECT_TRUE(counted.facts(model().ops[kMatmul]).badOutput);
}

TEST(RootCause, InnerOverflowIsAFaultWithoutANan) {
  OneRow row(NANGUARD_STATUS_SCANNED | NANGUARD_STATUS_INNER,
             NANGUARD_FORM_FUSED_BITS, 0);
  row.cells[NANGUARD_COL_INNER_BITS] =
      bitsOf(std::numeric_limits<double>::infinity());
  RowFacts facts = row.facts(model().ops[kSoftmax]);
  EXPECT_TRUE(facts.badInner);
  EXPECT_FALSE(facts.badOutput) << "its zeros poison nobody";
  EXPECT_FALSE(isPlainlyClean(row.cells, model().ops[kSoftmax].infBits));
}

TEST(RootCause, IntegersAreNeverBad) {
  OpDesc op;
  op.dtypeName = "i64";
  OneRow row(NANGUARD_STATUS_SCANNED, NANGUARD_FORM_FUSED_BITS, INT64_MAX - 1);
  EXPECT_FALSE(row.facts(op).badOutput);
}

TEST(RootCause, LaysTheFault) {
  std::vector<RowFacts> facts(kOps);
  for (RowFacts &f : facts)
    f.scanned = true;
  facts[kSoftmax].badOutput = true;
  EXPECT_EQ(findCause(kSoftmax, model(), facts, true).verdict,
            NANGUARD_VERDICT_OP);
  facts[kMatmul].badInner = true; // swallowed: its output is finite
  EXPECT_EQ(findCause(kSoftmax, model(), facts, true).verdict,
            NANGUARD_VERDICT_OP);
  facts[kMatmul].badOutput = true;
  Finding carried = findCause(kSoftmax, model(), facts, true);
  EXPECT_EQ(carried.verdict, NANGUARD_VERDICT_CARRIED);
  EXPECT_EQ(carried.cause, kMatmul);
  facts[kMatmul].rescued = true; // its readers got a finite output
  EXPECT_EQ(findCause(kSoftmax, model(), facts, true).verdict,
            NANGUARD_VERDICT_OP);
  facts[kMatmul] = RowFacts(); // not scanned: counts as clean
  EXPECT_EQ(findCause(kSoftmax, model(), facts, true).verdict,
            NANGUARD_VERDICT_OP);
  facts[kCache].badOutput = true;
  EXPECT_EQ(findCause(kSoftmax, model(), facts, true).verdict,
            NANGUARD_VERDICT_STATE_POISONED);
}

TEST(RootCause, FingerprintsTellChannelsApart) {
  const OpDesc &op = model().ops[kSoftmax];
  OneRow a(NANGUARD_STATUS_SCANNED | NANGUARD_STATUS_COUNTED, 9, kF16Nan);
  a.cells[NANGUARD_COL_FIRST_BAD] = 3;
  OneRow b = a, c = a;
  b.cells[NANGUARD_COL_FIRST_BAD] = 3 + 8; // next row, same channel
  c.cells[NANGUARD_COL_FIRST_BAD] = 4;
  EXPECT_EQ(fingerprintOf(a.cells, op), fingerprintOf(b.cells, op));
  EXPECT_NE(fingerprintOf(a.cells, op), fingerprintOf(c.cells, op));
  OpDesc other = op;
  other.nameHash = op.nameHash + 1;
  EXPECT_NE(fingerprintOf(a.cells, op), fingerprintOf(a.cells, other));
}

} // namespace
