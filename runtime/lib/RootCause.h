//===- RootCause.h - Which op a fault appeared in -----------------*- C++
//-*-===//
//
// Reads the rows of one report. A pure function of (report, manifest): the op
// that *appears* is the cause, those after it *carry*.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_ROOTCAUSE_H
#define NANGUARD_LIB_ROOTCAUSE_H

#include "Manifest.h"
#include "Policy.h"
#include "Transition.h"

#include <cstdint>
#include <vector>

namespace nanguard {

/// What one row says, before its neighbours are asked.
struct RowFacts {
  bool scanned = false;    // by anything
  bool badOutput = false;  // NaN or an unmarked infinity: poisons its readers
  bool badInner = false;   // a sum or statistic inside overflowed
  bool shadowBad = false;  // the fused form, run beside, still has the fault
  bool rescued = false;    // its readers got a finite output all the same
  bool tried = false;      // deeper forms were bad in the same step
  bool empty = false;      // no valid row
  bool faultKnown = false; // no deeper form would say anything else
  bool dataFault = false;  // an index was out of bounds
  bool clipped = false;
  bool invariant = false;     // finite, but not what the op must give
  bool shortHeadroom = false; // of a safe form
  bool kindKnown = true;      // a wide value shows the fault's kind
  bool nearOverflow = false;  // of the output, in any form
  bool wideExit = false;      // what did not fit is there for wide readers
  Fault fault = NANGUARD_FAULT_NONE;
};

/// Rows are `NANGUARD_REPORT_COLUMNS` long.
RowFacts readRow(const int64_t *row, const OpDesc &op, const Policy &policy);

/// Marks rows of ops whose output did not fit its type, but is there in a wider
/// one: bad no more where the tier lowered the op and all readers took that.
void noteWideExits(const int64_t *rows, const Model &model,
                   std::vector<RowFacts> &facts);

/// True when the row says "scanned, and nothing to see": what nearly every row
/// of nearly every step says.
inline bool isPlainlyClean(const int64_t *row, int64_t infBits) {
  int64_t status = row[NANGUARD_COL_STATUS];
  constexpr int64_t kForm = int64_t(NANGUARD_TIER_FORM_MASK) << 8;
  constexpr int64_t kSafe = int64_t(NANGUARD_FORM_SAFE) << 8;
  if ((status & 0xff & ~NANGUARD_STATUS_INNER) != NANGUARD_STATUS_SCANNED ||
      (status & kForm) >= kSafe || row[NANGUARD_COL_CLIP_COUNT] != 0)
    return false;
  if ((status & NANGUARD_STATUS_INNER) &&
      row[NANGUARD_COL_INNER_BITS] >= 0x7FF0000000000000)
    return false;
  return row[NANGUARD_COL_MAX_BITS] < infBits;
}

struct Finding {
  nanguard_verdict verdict = NANGUARD_VERDICT_NONE;
  /// Op or entry that a carried fault came from, -1.
  int64_t cause = -1;
};

/// Lays the fault of op `id` to itself, to an input or to an argument. `facts`
/// holds all rows. An input that was not scanned leaves the verdict open, or
/// counts as clean where the step scanned all that can be (`watched`).
Finding findCause(uint32_t id, const Model &model,
                  const std::vector<RowFacts> &facts, bool watched);

/// Whether an input of op `id` held a NaN or Inf that it could read.
bool readsBadInput(uint32_t id, const Model &model,
                   const std::vector<RowFacts> &facts);

/// Op, shape, channel and magnitude of a fault in one word, the same from run
/// to run; never 0.
uint32_t fingerprintOf(const int64_t *row, const OpDesc &op);

} // namespace nanguard

#endif // NANGUARD_LIB_ROOTCAUSE_H
