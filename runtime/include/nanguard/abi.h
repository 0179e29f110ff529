/*===- abi.h - The contract between generated code and the runtime -*- C -*-===*
 *
 * The one header that the compiler (lib/), generated code and the runtime
 * share. C11 and C++17, <stdint.h> and <stddef.h> only. Values are never
 * renumbered; a change that breaks a reader bumps NANGUARD_ABI_VERSION.
 *
 * Ownership: nothing here owns memory. Tier vectors and reports are plain
 * arrays that belong to whoever calls the guarded function.
 *
 *   func @main(args…, %tiers: tensor<Nxi8>)
 *       -> (results…, %report: tensor<N x NANGUARD_REPORT_COLUMNS x i64>)
 *
 * N is the number of guarded ops of the function, `ops` of its manifest.
 *===----------------------------------------------------------------------===*/
#ifndef NANGUARD_ABI_H
#define NANGUARD_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NANGUARD_ABI_VERSION 1

/* ---- The tier byte: %tiers[i] ----------------------------------------- */

/* Low three bits: the compiled form that op i runs. */
enum nanguard_form {
  NANGUARD_FORM_FUSED = 0,      /* as written, no scan */
  NANGUARD_FORM_FUSED_BITS = 1, /* as written, `bits` scan in the epilogue */
  NANGUARD_FORM_SAFE = 2,       /* stable algorithm, intermediates wide */
  NANGUARD_FORM_UNFUSED = 3     /* wide, separate steps, clips where marked */
};
#define NANGUARD_FORM_COUNT 4
#define NANGUARD_TIER_FORM_MASK 0x07
/* Shared scan kernels that run after the op (they read its output once). */
#define NANGUARD_TIER_COUNT 0x08 /* NaN, Inf and first-bad-index counts */
#define NANGUARD_TIER_STATS 0x10 /* min, max, mean, variance; implies COUNT */
/* In-step rescue: when the form's own scan sees a NaN or Inf, the op runs again
 * in the safe form, then in the unfused one, before anyone reads its output.
 * Forms that don't scan can't be rescued. */
#define NANGUARD_TIER_RESCUE 0x20
/* Shadow run of a safe or unfused form: the fused form runs beside it on the
 * same inputs, is scanned and compared, and thrown away. */
#define NANGUARD_TIER_SHADOW 0x40
/* With FUSED_BITS, of an op whose manifest has `finite`: the scan need only
 * find a NaN or Inf. MAX_BITS is as ever where it does, and may be 0 where not.
 * Without effect elsewhere. */
#define NANGUARD_TIER_FINITE 0x80

/* ---- The report: %report[i][column] ----------------------------------- */

#define NANGUARD_REPORT_COLUMNS 12
enum nanguard_column {
  /* Bit set of enum nanguard_status; 0 when nothing was scanned. Bits 8-15
   * repeat the tier byte that the op ran with, bits 24-31 tell the step of an
   * unfused form in which a NaN or Inf first appeared. */
  NANGUARD_COL_STATUS = 0,
  /* max over bits(x) & ~sign of the op's output, zero-extended from the
   * output's element type; see nanguard_* helpers to classify. */
  NANGUARD_COL_MAX_BITS = 1,
  NANGUARD_COL_NAN_COUNT = 2, /* valid when STATUS has COUNTED */
  NANGUARD_COL_INF_COUNT = 3, /* unmarked infinities, when COUNTED */
  NANGUARD_COL_FIRST_BAD = 4, /* linear index, -1: none; when COUNTED */
  /* Finite wide values that do not fit the output type (fault kind `exit`);
   * safe and unfused forms. */
  NANGUARD_COL_EXIT_COUNT = 5,
  NANGUARD_COL_CLIP_COUNT = 6, /* values a clip or sanitiser replaced */
  /* Largest inner magnitude as the bit pattern of an f64: fused forms fold
   * inner sums (softmax denominators, norm statistics), safe and unfused
   * forms the wide value before the last cast. NaN and Inf patterns order
   * above every finite one. */
  NANGUARD_COL_INNER_BITS = 7,
  NANGUARD_COL_MIN = 8, /* f64 bit patterns over finite values; when STATS */
  NANGUARD_COL_MAX = 9,
  NANGUARD_COL_MEAN = 10,
  NANGUARD_COL_VAR = 11
};

enum nanguard_status {
  NANGUARD_STATUS_SCANNED = 1 << 0, /* MAX_BITS is meaningful */
  NANGUARD_STATUS_COUNTED = 1 << 1, /* NAN/INF/FIRST_BAD are meaningful */
  NANGUARD_STATUS_STATS = 1 << 2,   /* MIN/MAX/MEAN/VAR are meaningful */
  NANGUARD_STATUS_INNER = 1 << 3,   /* INNER_BITS is meaningful */
  NANGUARD_STATUS_EMPTY = 1 << 4,   /* no valid row: neither bad nor clean */
  NANGUARD_STATUS_DATA = 1 << 5,    /* an index was out of bounds (clamped) */
  /* Run again in the same step, with a finite result. MAX_BITS and the counts
   * are those of the first run: the step is a bad one all the same. */
  NANGUARD_STATUS_RESCUED = 1 << 6,
  /* The shadow run was bad, or an element of it is further from the output y
   * than |y|/8 + max|y|/64. */
  NANGUARD_STATUS_SHADOW_BAD = 1 << 7,
  /* A finite result of a safe or unfused form is not what it must be: a row of
   * a softmax does not sum to 1, a norm's does not have unit RMS. */
  NANGUARD_STATUS_INVARIANT = 1 << 16,
  /* Of a batch: the row is that of the whole, not of this request alone. */
  NANGUARD_STATUS_SHARED = 1 << 17,
  /* Run again in the same step in every deeper form, and bad in each. */
  NANGUARD_STATUS_TRIED = 1 << 18
};
/* Counts from 1, in the order of the manifest's `steps`; 0: in none. It only
 * says where: an op whose output is good is not bad by it. */
#define NANGUARD_STATUS_STEP_SHIFT 24
#define NANGUARD_STATUS_STEP_MASK 0xff
/* What that step holds and its inputs do not: 1 +Inf, 2 -Inf, 4 NaN. */
#define NANGUARD_STATUS_BORN_SHIFT 20
#define NANGUARD_STATUS_BORN_MASK 0x7
#define NANGUARD_BORN_NAN 0x4

/* Element types as manifests and hooks name them. */
enum nanguard_dtype {
  NANGUARD_F16 = 0,
  NANGUARD_BF16 = 1,
  NANGUARD_F32 = 2,
  NANGUARD_F64 = 3,
  NANGUARD_I1 = 4,
  NANGUARD_I8 = 5,
  NANGUARD_I16 = 6,
  NANGUARD_I32 = 7,
  NANGUARD_I64 = 8,
  NANGUARD_F8E5M2 = 9,
  NANGUARD_F8E4M3 = 10,
  NANGUARD_F8E3M4 = 11,
  NANGUARD_F8E4M3FN = 12,
  NANGUARD_F8E5M2FNUZ = 13,
  NANGUARD_F8E4M3FNUZ = 14,
  NANGUARD_F8E4M3B11FNUZ = 15
};

/* ---- Calls from generated code ----------------------------------------- */

/* Scratch memory of a step. Generated code takes every buffer from here; the
 * host resets the arena between steps, so a warm step allocates nothing.
 * `align` is a power of two. Never returns NULL: the host reserves. */
void *nanguard_rt_alloc(size_t size, size_t align);
void nanguard_rt_free(void *ptr);

/* A kernel's loop. `body` runs iterations [from, to), in any order beside
 * others; the call returns when all have run. `work`: about how many vector
 * operations an iteration is. The runtime cuts the range by that and by the
 * number of threads; results do not depend on the cut. */
typedef void (*nanguard_parallel_body)(void *args, int64_t from, int64_t to);
void nanguard_rt_parallel_for(nanguard_parallel_body body, void *args,
                              int64_t iterations, int64_t work);

/* Fault injection hook, called only by code compiled with `inject`: may change
 * `data` (`elements` values of `dtype`, contiguous) of operand `operand` of op
 * `op` (-1: its output; -2-K: intermediate K of a fused form), which runs with
 * tier byte `tier`. */
void nanguard_rt_inject(int64_t op, int64_t operand, void *data,
                        int64_t elements, int32_t dtype, int32_t tier);

#ifdef __cplusplus
}
#endif
#endif /* NANGUARD_ABI_H */
