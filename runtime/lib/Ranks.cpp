//===- Ranks.cpp - Joining what ranks report ------------------------------===//
//
// A maximum is all that is asked of the collective. Sets become a word a bit,
// doubles become integers that order as they do, with NaN above all.
//
//===----------------------------------------------------------------------===//

#include "Ranks.h"

#include "Bits.h"
#include "Half.h"
#include "Handles.h"
#include "RootCause.h"
#include "Signals.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

using namespace nanguard;

namespace {

constexpr int64_t kAbsent = INT64_MIN;

int64_t orderOf(double value) {
  if (std::isnan(value))
    return INT64_MAX;
  int64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits >= 0 ? bits : INT64_MIN - bits;
}

double valueOf(int64_t order) {
  if (order == INT64_MAX)
    return std::nan("");
  int64_t bits = order >= 0 ? order : INT64_MIN - order;
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The signals' doubles; each counts where its bit is set on some rank.
double nanguard_signals::*const kSignals[] = {
    &nanguard_signals::loss, &nanguard_signals::grad_norm,
    &nanguard_signals::grad_nonfinite_share, &nanguard_signals::loss_scale};
constexpr size_t kNumSignals = 4;

/// What every step's collective begins with.
enum HeadWord {
  Unclean,   // some row needs a second look
  TierHash,  // of the forms that ran …
  TierHash2, // … and its complement: equal maxima mean equal hashes
  Skipped,
  FirstSignal,
  HeadSize = FirstSignal + kNumSignals
};

bool isClean(const int64_t *row, const HotOp &op) {
  return op.signal || (row[NANGUARD_COL_STATUS] & 0xff) == 0 ||
         isPlainlyClean(row, op.infBits);
}

constexpr int64_t kFlags[] = {NANGUARD_STATUS_SCANNED,  NANGUARD_STATUS_COUNTED,
                              NANGUARD_STATUS_STATS,    NANGUARD_STATUS_INNER,
                              NANGUARD_STATUS_DATA,     NANGUARD_STATUS_RESCUED,
                              NANGUARD_STATUS_INVARIANT};
constexpr size_t kNumFlags = 7;
constexpr nanguard_column kMaxima[] = {
    NANGUARD_COL_MAX_BITS,  NANGUARD_COL_NAN_COUNT,  NANGUARD_COL_INF_COUNT,
    NANGUARD_COL_FIRST_BAD, NANGUARD_COL_EXIT_COUNT, NANGUARD_COL_CLIP_COUNT,
    NANGUARD_COL_INNER_BITS};
constexpr size_t kNumMaxima = 7;
constexpr nanguard_column kDoubles[] = {NANGUARD_COL_MAX, NANGUARD_COL_MEAN,
                                        NANGUARD_COL_VAR};
constexpr size_t kNumDoubles = 3;

/// Words of one row: flags, "not empty", tier, maxima, doubles, the minimum
/// (negated), the rank if it is bad.
constexpr size_t kRowWords = kNumFlags + 2 + kNumMaxima + kNumDoubles + 2;

/// A rank whose rows are all padding says nothing but its tier.
void writeRow(const int64_t *row, int32_t badRank, int64_t *words) {
  int64_t status = row[NANGUARD_COL_STATUS];
  bool empty = status & NANGUARD_STATUS_EMPTY;
  bool stats = status & NANGUARD_STATUS_STATS;
  for (size_t i = 0; i < kNumFlags; ++i)
    *words++ = (status & kFlags[i]) != 0 && !empty;
  *words++ = !empty;
  *words++ = status >> 8 & 0xff;
  for (nanguard_column column : kMaxima)
    *words++ = empty ? kAbsent : row[column];
  for (nanguard_column column : kDoubles)
    *words++ = empty || !stats ? kAbsent : orderOf(asDouble(row[column]));
  *words++ =
      empty || !stats ? kAbsent : -orderOf(asDouble(row[NANGUARD_COL_MIN]));
  *words = badRank;
}

void readRow(const int64_t *words, int64_t *row) {
  int64_t status = 0;
  for (size_t i = 0; i < kNumFlags; ++i)
    status |= *words++ ? kFlags[i] : 0;
  bool empty = !*words++;
  status |= *words++ << 8;
  if (empty) {
    row[NANGUARD_COL_STATUS] = status | NANGUARD_STATUS_EMPTY;
    return;
  }
  row[NANGUARD_COL_STATUS] = status;
  for (nanguard_column column : kMaxima)
    row[column] = *words++;
  for (nanguard_column column : kDoubles) {
    row[column] = *words == kAbsent ? 0 : asBits(valueOf(*words));
    ++words;
  }
  row[NANGUARD_COL_MIN] = *words == kAbsent ? 0 : asBits(valueOf(-*words));
}

nanguard_error failed(const nanguard_comm &comm, nanguard_error error,
                      const char *what) {
  return fail(error, std::string(what) + " on rank " +
                         std::to_string(comm.rank) + " of " +
                         std::to_string(comm.size) + ": " +
                         (comm.message ? comm.message(comm.self) : "failed"));
}

uint64_t hashTiers(const int64_t *report, size_t ops) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < ops; ++i)
    hash = (hash ^
            static_cast<uint8_t>(report[i * NANGUARD_REPORT_COLUMNS] >> 8)) *
           0x100000001b3;
  return hash >> 1; // fits a signed word
}

} // namespace

nanguard_error nanguard::joinRanks(const Model &model,
                                   const nanguard_comm &comm, int64_t *report,
                                   nanguard_signals *signals,
                                   int32_t &badRank) {
  size_t ops = model.ops.size();
  if (!model.signals.empty() && !signals)
    return fail(NANGUARD_ERR_ARGUMENT,
                "joining reports: the model computes signals, which need a "
                "place to be joined in");
  nanguard_signals own = {};
  if (signals) {
    own = *signals;
    completeSignals(model, report, own);
  }
  auto rowOf = [&](size_t op) { return report + op * NANGUARD_REPORT_COLUMNS; };
  badRank = -1;

  std::vector<int64_t> words(HeadSize + ops, kAbsent);
  auto hash = static_cast<int64_t>(hashTiers(report, ops));
  words[Unclean] = 0;
  words[TierHash] = hash;
  words[TierHash2] = -hash;
  words[Skipped] = own.step_skipped != 0;
  for (size_t i = 0; i < kNumSignals; ++i)
    if (own.valid >> i & 1)
      words[FirstSignal + i] = orderOf(own.*kSignals[i]);
  for (size_t op = 0; op < ops; ++op) {
    words[Unclean] |= !isClean(rowOf(op), model.hot[op]);
    words[HeadSize + op] = rowOf(op)[NANGUARD_COL_MAX_BITS];
  }
  if (nanguard_error error =
          comm.max_i64(comm.self, words.data(), words.size()))
    return failed(comm, error, "joining reports");
  if (words[TierHash] != -words[TierHash2])
    return fail(NANGUARD_ERR_STATE,
                "joining reports on rank " + std::to_string(comm.rank) +
                    ": the ranks ran different tiers; was one restored or "
                    "forced alone?");

  std::vector<int64_t> rows;
  if (words[Unclean]) {
    rows.resize(ops * kRowWords);
    for (size_t op = 0; op < ops; ++op) {
      RowFacts facts = nanguard::readRow(rowOf(op), model.ops[op], Policy());
      bool bad = facts.badOutput || facts.badInner || facts.dataFault;
      writeRow(rowOf(op), bad ? comm.rank : -1, &rows[op * kRowWords]);
    }
    if (nanguard_error error =
            comm.max_i64(comm.self, rows.data(), rows.size()))
      return failed(comm, error, "joining reports");
  }

  for (size_t op = 0; op < ops; ++op) {
    if (rows.empty()) {
      rowOf(op)[NANGUARD_COL_MAX_BITS] = words[HeadSize + op];
      continue;
    }
    const int64_t *joined = &rows[op * kRowWords];
    ::readRow(joined, rowOf(op));
    badRank = std::max(badRank, static_cast<int32_t>(joined[kRowWords - 1]));
  }
  // Joined already; a rank's own would tear the controllers apart.
  for (uint32_t op : model.signals)
    rowOf(op)[NANGUARD_COL_STATUS] &= ~int64_t(0xff);
  if (!signals)
    return NANGUARD_OK;
  signals->step_skipped = words[Skipped] > 0;
  for (size_t i = 0; i < kNumSignals; ++i)
    if (words[FirstSignal + i] != kAbsent) {
      signals->valid |= 1u << i;
      signals->*kSignals[i] = valueOf(words[FirstSignal + i]);
    }
  return NANGUARD_OK;
}

//===----------------------------------------------------------------------===//
// Masked sums
//===----------------------------------------------------------------------===//

/// Replaces what is not finite; gives how much of it there was.
template <typename Float>
static int64_t maskOut(Float *data, size_t n, int32_t mask) {
  int64_t masked = 0;
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    if (std::isfinite(data[i]))
      sum += data[i];
    else
      ++masked;
  }
  if (!masked)
    return 0;
  auto finite = static_cast<double>(static_cast<int64_t>(n) - masked);
  Float value = 0;
  if (mask == NANGUARD_MASK_MEAN && finite > 0)
    value = static_cast<Float>(sum / finite);
  if (!std::isfinite(value))
    value = 0;
  for (size_t i = 0; i < n; ++i)
    if (!std::isfinite(data[i]))
      data[i] = value;
  return masked;
}

template <typename Float>
static nanguard_error maskedSum(const nanguard_comm &comm, Float *data,
                                size_t n, int32_t mask,
                                nanguard_error (*sum)(void *, Float *, size_t),
                                nanguard_masked_sum &result) {
  result.masked_here = maskOut(data, n, mask);
  // A word for each rank: the maximum leaves them apart.
  std::vector<int64_t> counts(static_cast<size_t>(comm.size));
  counts[static_cast<size_t>(comm.rank)] = result.masked_here;
  if (nanguard_error error =
          comm.max_i64(comm.self, counts.data(), counts.size()))
    return failed(comm, error, "summing gradients");
  if (nanguard_error error = sum(comm.self, data, n))
    return failed(comm, error, "summing gradients");
  result.masked = 0;
  result.first_rank = -1;
  for (size_t rank = counts.size(); rank-- > 0;) {
    result.masked += counts[rank];
    if (counts[rank])
      result.first_rank = static_cast<int32_t>(rank);
  }
  result.overflowed =
      std::any_of(data, data + n, [](Float x) { return !std::isfinite(x); });
  result.found_nonfinite = result.masked > 0 || result.overflowed;
  return NANGUARD_OK;
}

/// Halves are summed as floats and rounded once; a sum that only the float
/// holds has overflowed.
template <typename Half>
static nanguard_error maskedHalfSum(const nanguard_comm &comm, uint16_t *data,
                                    size_t n, int32_t mask,
                                    nanguard_masked_sum &result) {
  std::vector<float> wide(n);
  std::transform(data, data + n, wide.begin(), Half::widen);
  if (nanguard_error error =
          maskedSum(comm, wide.data(), n, mask, comm.sum_f32, result))
    return error;
  std::transform(wide.begin(), wide.end(), data, Half::narrow);
  result.overflowed = std::any_of(data, data + n, [](uint16_t x) {
    return !std::isfinite(Half::widen(x));
  });
  result.found_nonfinite = result.masked > 0 || result.overflowed;
  return NANGUARD_OK;
}

extern "C" {

nanguard_error nanguard_context_join_ranks(
    nanguard_context *context, const nanguard_comm *comm, int64_t *report,
    size_t rows, size_t cols, nanguard_signals *signals, int32_t *bad_rank) {
  if (!context || (!report && rows))
    return null(__func__);
  if (nanguard_error error = checkStruct(comm, __func__))
    return error;
  if (signals)
    if (nanguard_error error = checkStruct(signals, __func__))
      return error;
  return guarded(__func__, [&] {
    if (nanguard_error error = context->context->checkReport(rows, cols))
      return error;
    int32_t bad = -1;
    nanguard_error error =
        joinRanks(context->context->describedBy(), *comm, report, signals, bad);
    if (bad_rank)
      *bad_rank = bad;
    return error;
  });
}

nanguard_error nanguard_masked_all_reduce(const nanguard_comm *comm, void *data,
                                          size_t n, int32_t dtype, int32_t mask,
                                          nanguard_masked_sum *result) {
  if (!data && n)
    return null(__func__);
  if (nanguard_error error = checkStruct(comm, __func__))
    return error;
  if (nanguard_error error = checkStruct(result, __func__))
    return error;
  if (mask != NANGUARD_MASK_ZERO && mask != NANGUARD_MASK_MEAN)
    return fail(NANGUARD_ERR_ARGUMENT, "no mask " + std::to_string(mask));
  return guarded("nanguard_masked_all_reduce", [&] {
    if (dtype == NANGUARD_F32)
      return maskedSum(*comm, static_cast<float *>(data), n, mask,
                       comm->sum_f32, *result);
    if (dtype == NANGUARD_F64)
      return maskedSum(*comm, static_cast<double *>(data), n, mask,
                       comm->sum_f64, *result);
    if (dtype == NANGUARD_F16)
      return maskedHalfSum<Float16>(*comm, static_cast<uint16_t *>(data), n,
                                    mask, *result);
    if (dtype == NANGUARD_BF16)
      return maskedHalfSum<BFloat16>(*comm, static_cast<uint16_t *>(data), n,
                                     mask, *result);
    return fail(NANGUARD_ERR_ARGUMENT,
                "gradients are f16, bf16, f32 or f64, not type " +
                    std::to_string(dtype));
  });
}

} // extern "C"
