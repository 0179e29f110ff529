/*===- runtime.h - NanGuard's runtime for people ------------------*- C -*-===*
 *
 * What a host calls: load a manifest, keep one context for each stream of
 * steps, take its tier vector before a step (`select`), hand the report back
 * after it (`step_end`), ask what happened. abi.h is the other half: what
 * generated code calls.
 *
 * Ownership: `create` makes, `destroy` frees (NULL is allowed); a context
 * keeps its model alive. Strings given out live as long as the object they
 * came from; those in an event, until the callback returns.
 * Threads: a model is immutable; a context locks itself; an arena and
 * `nanguard_last_error` belong to a thread. No C++ exception leaves a call.
 * Structs that may grow start with struct_size: set it to sizeof(struct).
 * Values of enums are never renumbered.
 *===----------------------------------------------------------------------===*/
#ifndef NANGUARD_RUNTIME_H
#define NANGUARD_RUNTIME_H

#include "nanguard/abi.h"

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define NANGUARD_API
#else
#define NANGUARD_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ------------------------------------------------------------ */

typedef enum nanguard_error {
  NANGUARD_OK = 0,
  NANGUARD_ERR_ARGUMENT = 1, /* NULL, out of range, unknown id */
  NANGUARD_ERR_ABI = 2,      /* built against another ABI version */
  NANGUARD_ERR_PARSE = 3,    /* JSON that is no JSON, or not ours */
  NANGUARD_ERR_LENGTH = 4,   /* a tier vector or report of the wrong size */
  NANGUARD_ERR_IO = 5,       /* a file could not be read or written */
  NANGUARD_ERR_CORRUPT = 6,  /* a damaged or foreign state file */
  NANGUARD_ERR_STATE = 7,    /* not possible in this state */
  NANGUARD_ERR_MEMORY = 8,   /* out of memory */
  NANGUARD_ERR_STALE = 9     /* this step was reported before: not counted */
} nanguard_error;

/* The message of this thread's last failing call; "" when there was none. */
NANGUARD_API const char *nanguard_last_error(void);
NANGUARD_API const char *nanguard_error_name(nanguard_error error);

/* ABI version of this library, and a check of someone else's (generated code
 * exports `nanguard_model_abi`); the message says what to rebuild. */
NANGUARD_API uint32_t nanguard_abi_version(void);
NANGUARD_API nanguard_error nanguard_abi_check(uint32_t version);

/* ---- Models: the manifest of one guarded function ---------------------- */

typedef struct nanguard_model nanguard_model;

/* `function` may be NULL when the manifest holds one function. */
NANGUARD_API nanguard_error nanguard_model_create_from_manifest(
    const char *json, const char *function, nanguard_model **model);
NANGUARD_API void nanguard_model_destroy(nanguard_model *model);

/* Length of the tier vector, rows of the report. */
NANGUARD_API size_t nanguard_model_num_ops(const nanguard_model *model);

typedef struct nanguard_op_desc {
  size_t struct_size;
  int64_t id;
  const char *kind;
  const char *path; /* the framework's module path, may be "" */
  const char *file;
  int64_t line;
  const char *dtype;
  int64_t elements; /* -1: dynamic */
} nanguard_op_desc;

NANGUARD_API nanguard_error nanguard_model_op(const nanguard_model *model,
                                              int64_t op,
                                              nanguard_op_desc *desc);

/* ---- Policy ------------------------------------------------------------ */

typedef struct nanguard_policy nanguard_policy;

/* Presets: "default", "training", "inference", "debug". */
NANGUARD_API nanguard_error
nanguard_policy_create_preset(const char *name, nanguard_policy **policy);
/* Keys: docs/runtime.md; unknown keys and bad values are errors. */
NANGUARD_API nanguard_error
nanguard_policy_create_from_json(const char *json, nanguard_policy **policy);
NANGUARD_API void nanguard_policy_destroy(nanguard_policy *policy);
/* The JSON Schema of policies, made from the table that checks them. */
NANGUARD_API const char *nanguard_policy_schema(void);

/* ---- Contexts: one stream of steps, its own tiers ----------------------- */

typedef struct nanguard_context nanguard_context;

/* `policy` may be NULL (default). `id` names the stream (a request's number);
 * sampling draws by it. */
NANGUARD_API nanguard_error nanguard_context_create(
    const nanguard_model *model, const nanguard_policy *policy, uint64_t id,
    nanguard_context **context);
NANGUARD_API void nanguard_context_destroy(nanguard_context *context);

/* Select: fills the tier vector of the next step (`n` = number of ops) and
 * opens a new generation; the first step is generation 1. */
NANGUARD_API nanguard_error nanguard_context_tiers(nanguard_context *context,
                                                   uint8_t *out, size_t n);
/* The generation that the last `tiers` opened, 0 before the first. */
NANGUARD_API uint64_t
nanguard_context_generation(const nanguard_context *context);

enum nanguard_signal_field {
  NANGUARD_SIGNAL_LOSS = 1 << 0,
  NANGUARD_SIGNAL_GRAD_NORM = 1 << 1,
  NANGUARD_SIGNAL_GRAD_NONFINITE_SHARE = 1 << 2,
  NANGUARD_SIGNAL_LOSS_SCALE = 1 << 3
};

/* What the host knows about a step besides its report. */
typedef struct nanguard_signals {
  size_t struct_size;
  uint64_t generation;   /* of the step; 0: the latest */
  uint32_t valid;        /* bits of nanguard_signal_field */
  uint32_t step_skipped; /* the loss scaler skipped this step */
  double loss;
  double grad_norm;
  double grad_nonfinite_share; /* 0 … 1 */
  double loss_scale;
} nanguard_signals;

/* Takes the report of a step: rows = number of ops, cols =
 * NANGUARD_REPORT_COLUMNS, row-major. Reports may come late but in order, each
 * generation once: what was reported before gives NANGUARD_ERR_STALE and
 * changes nothing. `signals` may be NULL. Events are delivered from here. */
NANGUARD_API nanguard_error nanguard_context_step_end(
    nanguard_context *context, const int64_t *report, size_t rows, size_t cols,
    const nanguard_signals *signals);

/* ---- What the host may do ---------------------------------------------- */

/* Runs `op` (-1: all) in `form` (enum nanguard_form) from the next select on,
 * whatever its state; form -1 gives it back to the controller. */
NANGUARD_API nanguard_error nanguard_context_force(nanguard_context *context,
                                                   int64_t op, int32_t form);
/* Lowers `op` to the safe stage and keeps it there until the pin is lifted. */
NANGUARD_API nanguard_error nanguard_context_pin(nanguard_context *context,
                                                 int64_t op);

enum nanguard_host_event {
  /* Learning rate, phase or data changed: baselines and warm-up restart. */
  NANGUARD_HOST_REGIME = 0,
  /* Rewinds counters and baselines, keeps fingerprints; leaves HALT to replay
   * in the unfused stage. */
  NANGUARD_HOST_CHECKPOINT_RELOAD = 1,
  /* Lifts the pin of `op` and forgets its doubled waits. */
  NANGUARD_HOST_LIFT_PIN = 2
};

/* `op` is -1 (all) or one op. */
NANGUARD_API nanguard_error nanguard_context_host_event(
    nanguard_context *context, int32_t event, int64_t op);

/* ---- Queries ------------------------------------------------------------ */

enum nanguard_state {
  NANGUARD_STATE_NORMAL = 0,
  NANGUARD_STATE_OBSERVE = 1,
  NANGUARD_STATE_SAFE_STAGE_1 = 2,
  NANGUARD_STATE_SAFE_STAGE_2 = 3,
  NANGUARD_STATE_VERIFY = 4,
  NANGUARD_STATE_RECOVER = 5,
  NANGUARD_STATE_HALT = 6
};

enum nanguard_verdict {
  NANGUARD_VERDICT_NONE = 0,
  NANGUARD_VERDICT_OP = 1,      /* appeared here from clean inputs */
  NANGUARD_VERDICT_CARRIED = 2, /* came in from another op */
  NANGUARD_VERDICT_DATA = 3,    /* an argument holds it, or an index was bad */
  NANGUARD_VERDICT_STATE_POISONED = 4, /* a carried argument holds it */
  NANGUARD_VERDICT_PEER = 5,           /* a peer's argument holds it */
  NANGUARD_VERDICT_HARDWARE = 6        /* every variant is bad */
};

enum nanguard_fault {
  NANGUARD_FAULT_NONE = 0,
  NANGUARD_FAULT_INNER = 1, /* the wide value fits: safe forms cure it */
  NANGUARD_FAULT_EXIT = 2,  /* the true value does not fit the type */
  NANGUARD_FAULT_POLE = 3,  /* log 0, x / 0 */
  NANGUARD_FAULT_DOMAIN = 4 /* sqrt of a negative, Inf - Inf */
};

enum nanguard_reason {
  NANGUARD_REASON_NONE = 0,
  NANGUARD_REASON_SCAN_FIRED = 1,
  NANGUARD_REASON_SIGNALS_AGREE = 2,
  NANGUARD_REASON_REPEATED = 3,     /* bad often enough in OBSERVE */
  NANGUARD_REASON_QUIET = 4,        /* OBSERVE saw nothing more */
  NANGUARD_REASON_STAGE_FAILED = 5, /* the stage did not cure it */
  NANGUARD_REASON_FIRST_CLEAN = 6,
  NANGUARD_REASON_VERIFY_FAILED = 7,
  NANGUARD_REASON_VERIFIED = 8,
  NANGUARD_REASON_TRIAL_PASSED = 9, /* one stage up */
  NANGUARD_REASON_RELAPSE = 10,
  NANGUARD_REASON_RECOVERED = 11,
  NANGUARD_REASON_EXIT_CLIPPED = 12, /* an exit fault that stage 2 clips */
  NANGUARD_REASON_UNCURABLE = 13,    /* exit, pole or domain: back to watch */
  NANGUARD_REASON_HOST = 14,
  NANGUARD_REASON_INPUT_FAULT = 15, /* an argument turned bad */
  NANGUARD_REASON_WATCH = 16,       /* bad gradients: count everywhere */
  NANGUARD_REASON_CLIP = 17         /* a clip or sanitiser struck */
};

NANGUARD_API const char *nanguard_state_name(int32_t state);
NANGUARD_API const char *nanguard_verdict_name(int32_t verdict);
NANGUARD_API const char *nanguard_fault_name(int32_t fault);
NANGUARD_API const char *nanguard_reason_name(int32_t reason);

typedef struct nanguard_op_info {
  size_t struct_size;
  int32_t state;     /* enum nanguard_state */
  int32_t stage;     /* 1, 2: the stage VERIFY and RECOVER came from; else 0 */
  int32_t verdict;   /* of its last bad step */
  int32_t fault;     /* kind of its last bad step */
  int32_t uncurable; /* enum nanguard_fault, NONE when curable */
  int32_t pinned;
  int32_t forced_form; /* -1: none */
  uint8_t tier;        /* byte of the next select, sampling apart */
  uint8_t reserved[3];
  uint32_t relapses;
  uint32_t wait_factor; /* 1, 2, 4 … */
  uint64_t bad_steps;   /* in which the fault appeared here */
  uint64_t carried_steps;
  uint64_t last_bad_step;
  int64_t cause; /* op that a carried fault came from, -1 */
} nanguard_op_info;

NANGUARD_API nanguard_error nanguard_context_op_info(
    const nanguard_context *context, int64_t op, nanguard_op_info *info);

typedef struct nanguard_counters {
  size_t struct_size;
  uint64_t steps; /* reports counted */
  uint64_t stale_reports;
  uint64_t bad_steps; /* steps in which any scan was bad */
  uint64_t last_clean_step;
  uint64_t downgrades; /* changes of form, down and up */
  uint64_t upgrades;
  uint64_t events;
  uint64_t clips;       /* values replaced by clips and sanitisers */
  uint32_t ops_watched; /* ops in OBSERVE now */
  uint32_t ops_lowered; /* ops in a safe or unfused form now */
  uint32_t ops_halted;
  uint32_t ops_pinned;
} nanguard_counters;

NANGUARD_API nanguard_error nanguard_context_counters(
    const nanguard_context *context, nanguard_counters *counters);

/* ---- Events --------------------------------------------------------------*/

/* One record: a change of state (from != to), or a finding (from == to). */
typedef struct nanguard_event {
  size_t struct_size;
  uint64_t context; /* its id */
  uint64_t step;    /* generation of the report */
  int64_t op;       /* -1: the whole context */
  const char *path;
  const char *kind;
  const char *file;
  int64_t line;
  int32_t from; /* enum nanguard_state */
  int32_t to;
  int32_t reason;
  int32_t verdict;
  int32_t fault;
  uint32_t tier;     /* byte that the op ran with */
  int64_t cause;     /* op or entry that the fault came from, -1 */
  int64_t nan_count; /* -1: not counted; so the next three */
  int64_t inf_count;
  int64_t first_bad;
  int64_t exit_count;
  int64_t clip_count;
  double magnitude; /* largest of the output; Inf and NaN as such */
  double inner;     /* largest inner magnitude, NaN when not scanned */
  double min;       /* of the finite values, NaN without stats */
  double max;
  uint64_t last_clean_step; /* of the context, 0: none yet */
} nanguard_event;

typedef void (*nanguard_event_callback)(const nanguard_event *event,
                                        void *user);
/* Called on the thread of step_end, force, pin or host_event, outside of the
 * context's lock. NULL switches it off. */
NANGUARD_API nanguard_error nanguard_context_set_event_callback(
    nanguard_context *context, nanguard_event_callback callback, void *user);

/* The event as one line of JSON, cut at `size`; returns the full length, as
 * snprintf does. */
NANGUARD_API size_t nanguard_event_to_json(const nanguard_event *event,
                                           char *buffer, size_t size);

/* ---- Save and resume ----------------------------------------------------*/

/* Versioned, checksummed, written beside `path` and renamed over it. A damaged
 * file, or one of another model, is refused and changes nothing. */
NANGUARD_API nanguard_error
nanguard_context_save(const nanguard_context *context, const char *path);
NANGUARD_API nanguard_error nanguard_context_restore(nanguard_context *context,
                                                     const char *path);

/* ---- The step arena ------------------------------------------------------*/

typedef struct nanguard_arena nanguard_arena;

/* `reserve` bytes are taken at once (0: on demand). */
NANGUARD_API nanguard_error nanguard_arena_create(size_t reserve,
                                                  nanguard_arena **arena);
/* Refused (NANGUARD_ERR_STATE) while it is active on a thread. */
NANGUARD_API nanguard_error nanguard_arena_destroy(nanguard_arena *arena);
/* Makes it this thread's source of step memory; NULL: the thread's default
 * arena. An arena is active on one thread at a time. */
NANGUARD_API nanguard_error nanguard_arena_activate(nanguard_arena *arena);
/* Takes every block back: results of the step are gone with them. Only by the
 * thread on which it is active, or when it is active nowhere. NULL: the
 * thread's default arena. */
NANGUARD_API nanguard_error nanguard_arena_reset(nanguard_arena *arena);

typedef struct nanguard_arena_stats {
  size_t struct_size;
  uint64_t system_allocations; /* calls of the system's allocator so far */
  uint64_t reserved_bytes;
  uint64_t live_blocks;
  uint64_t live_bytes;
  uint64_t peak_bytes;
} nanguard_arena_stats;

/* NULL: the thread's current arena. */
NANGUARD_API nanguard_error nanguard_arena_get_stats(
    const nanguard_arena *arena, nanguard_arena_stats *stats);

/* ---- Injection ----------------------------------------------------------*/

typedef void (*nanguard_inject_hook)(void *user, int64_t op, int64_t operand,
                                     void *data, int64_t elements,
                                     int32_t dtype, int32_t tier);
/* Called by nanguard_rt_inject; NULL: none. Set it while no step runs. */
NANGUARD_API void nanguard_set_inject_hook(nanguard_inject_hook hook,
                                           void *user);

#ifdef __cplusplus
}
#endif
#endif /* NANGUARD_RUNTIME_H */
