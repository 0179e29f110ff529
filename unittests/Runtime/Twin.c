/*===- Twin.c - What generated code does, by hand -----------------*- C -*-===*
 *
 * A C11 file that includes both headers and acts as a compiled model of one
 * softmax: reads its tier byte, takes scratch from the arena, fills its row.
 *
 *===----------------------------------------------------------------------===*/

#include "nanguard/abi.h"
#include "nanguard/ranks.h"
#include "nanguard/runtime.h"
#include "nanguard/sinks.h"

#include <math.h>
#include <string.h>

_Static_assert(NANGUARD_REPORT_COLUMNS == 12, "a report row is 12 wide");
_Static_assert(offsetof(nanguard_event, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_op_info, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_signals, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_counters, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_finding, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_foreign_op, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_foreign_row, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_breaker_info, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_comm, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_masked_sum, struct_size) == 0, "size first");
_Static_assert(offsetof(nanguard_recorder_stats, struct_size) == 0,
               "size first");
_Static_assert(sizeof(enum nanguard_state) == 4, "enums are ints");

static int64_t bits32(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits & 0x7FFFFFFF;
}

/* softmax over n floats; the fused form skips the max and overflows. */
void twin_softmax(const float *in, float *out, int64_t n, uint8_t tier,
                  int64_t *row) {
  int form = tier & NANGUARD_TIER_FORM_MASK;
  float *exps = nanguard_rt_alloc((size_t)n * sizeof(float), 64);
  float max = 0, sum = 0;
  int64_t i, nans = 0, first = -1, largest = 0;
  if (form >= NANGUARD_FORM_SAFE)
    for (max = in[0], i = 1; i < n; ++i)
      max = in[i] > max ? in[i] : max;
  for (i = 0; i < n; ++i)
    sum += exps[i] = expf(in[i] - max);
  for (i = 0; i < n; ++i)
    out[i] = exps[i] / sum;
  nanguard_rt_inject(0, -1, out, n, NANGUARD_F32, tier);
  for (i = 0; i < n; ++i) {
    if (bits32(out[i]) > largest)
      largest = bits32(out[i]);
    if (out[i] != out[i] && ++nans == 1)
      first = i;
  }
  nanguard_rt_free(exps);
  memset(row, 0, NANGUARD_REPORT_COLUMNS * sizeof *row);
  if (form == NANGUARD_FORM_FUSED)
    return;
  row[NANGUARD_COL_STATUS] =
      NANGUARD_STATUS_SCANNED | NANGUARD_STATUS_INNER | (int64_t)tier << 8;
  row[NANGUARD_COL_MAX_BITS] = largest;
  double inner = form >= NANGUARD_FORM_SAFE ? 1.0 : (double)sum;
  memcpy(&row[NANGUARD_COL_INNER_BITS], &inner, sizeof inner);
  row[NANGUARD_COL_FIRST_BAD] = -1;
  if (tier & (NANGUARD_TIER_COUNT | NANGUARD_TIER_STATS)) {
    row[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_COUNTED;
    row[NANGUARD_COL_NAN_COUNT] = nans;
    row[NANGUARD_COL_FIRST_BAD] = first;
  }
}
