//===- Requests.cpp - Reports of a batch ----------------------------------===//
//
// One report of a batch's many: the rows of a step for a single context.
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "Error.h"

#include "nanguard/abi.h"
#include "nanguard/runtime.h"

#include <algorithm>

using namespace nanguard;

/// Adds one request's entry to that of the batch.
static void mergeRow(const int64_t *from, int64_t *to) {
  // Statistics count from the first request that has them.
  bool first = !(to[NANGUARD_COL_STATUS] & NANGUARD_STATUS_STATS);
  bool stats = from[NANGUARD_COL_STATUS] & NANGUARD_STATUS_STATS;
  to[NANGUARD_COL_STATUS] |= from[NANGUARD_COL_STATUS];
  for (int column : {NANGUARD_COL_MAX_BITS, NANGUARD_COL_INNER_BITS})
    to[column] =
        static_cast<int64_t>(std::max(static_cast<uint64_t>(to[column]),
                                      static_cast<uint64_t>(from[column])));
  bool shared = from[NANGUARD_COL_STATUS] & NANGUARD_STATUS_SHARED;
  for (int column : {NANGUARD_COL_NAN_COUNT, NANGUARD_COL_INF_COUNT,
                     NANGUARD_COL_EXIT_COUNT})
    to[column] =
        shared ? std::max(to[column], from[column]) : to[column] + from[column];
  // Clips are known of the whole only, and stand in every row.
  to[NANGUARD_COL_CLIP_COUNT] =
      std::max(to[NANGUARD_COL_CLIP_COUNT], from[NANGUARD_COL_CLIP_COUNT]);
  if (to[NANGUARD_COL_FIRST_BAD] < 0 &&
      from[NANGUARD_COL_STATUS] & NANGUARD_STATUS_COUNTED)
    to[NANGUARD_COL_FIRST_BAD] = from[NANGUARD_COL_FIRST_BAD];
  if (!stats)
    return;
  for (int column : {NANGUARD_COL_MIN, NANGUARD_COL_MAX, NANGUARD_COL_MEAN,
                     NANGUARD_COL_VAR}) {
    bool smaller = asDouble(from[column]) < asDouble(to[column]);
    if (first || smaller == (column == NANGUARD_COL_MIN))
      to[column] = from[column];
  }
}

extern "C" nanguard_error
nanguard_report_merge_requests(const int64_t *report, size_t requests,
                               size_t rows, size_t cols, int64_t *out) {
  if (cols != NANGUARD_REPORT_COLUMNS)
    return fail(NANGUARD_ERR_LENGTH,
                "a report has " + std::to_string(cols) + " columns, not " +
                    std::to_string(NANGUARD_REPORT_COLUMNS));
  if ((!report && requests > 0 && rows > 0) || (!out && rows > 0))
    return fail(NANGUARD_ERR_ARGUMENT, "a report is NULL");
  for (size_t op = 0; op < rows; ++op) {
    int64_t *to = out + op * cols;
    int64_t tier = 0;
    bool any = false;
    std::fill_n(to, cols, 0);
    to[NANGUARD_COL_FIRST_BAD] = -1;
    for (size_t request = 0; request < requests; ++request) {
      const int64_t *from = report + (request * rows + op) * cols;
      tier |= from[NANGUARD_COL_STATUS] & 0xff00;
      if (from[NANGUARD_COL_STATUS] & NANGUARD_STATUS_EMPTY)
        continue;
      any = true;
      mergeRow(from, to);
    }
    if (!any)
      to[NANGUARD_COL_STATUS] = tier | NANGUARD_STATUS_EMPTY;
  }
  return NANGUARD_OK;
}
