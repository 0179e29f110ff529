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

/* Whether an infinity of the wide value of such an op (a manifest's `kind`) is
 * a pole; in a softmax or a matmul it is an overflow on the way. */
NANGUARD_API int32_t nanguard_kind_has_poles(const char *kind);

/* What kind of fault the row of `op` (NANGUARD_REPORT_COLUMNS cells) shows, as
 * the controller sees it; NONE where it is not bad. Of a fused form that is
 * INNER: only a deeper one knows. */
NANGUARD_API int32_t nanguard_model_row_fault(const nanguard_model *model,
                                              int64_t op, const int64_t *row);

/* ---- Policy ------------------------------------------------------------ */

typedef struct nanguard_policy nanguard_policy;

/* Presets: "default", "training", "inference", "debug". */
NANGUARD_API nanguard_error
nanguard_policy_create_preset(const char *name, nanguard_policy **policy);
/* Keys: docs/runtime.md; unknown keys and bad values are errors. */
NANGUARD_API nanguard_error
nanguard_policy_create_from_json(const char *json, nanguard_policy **policy);
/* One key, "rescue.in_step", say; a bad key or value is an error and changes
 * nothing. Contexts that were made with the policy keep what they have. */
NANGUARD_API nanguard_error nanguard_policy_set(nanguard_policy *policy,
                                                const char *key, double value);
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

/* What a step's report says of results marked as loss, gradient and loss scale:
 * fills each field of `signals` that is not valid yet. step_end does it, too;
 * ask here to see or to log them. */
NANGUARD_API nanguard_error nanguard_model_signals(const nanguard_model *model,
                                                   const int64_t *report,
                                                   size_t rows, size_t cols,
                                                   nanguard_signals *signals);

/* A model guarded with `batch-dim` reports `requests` times rows × cols, one
 * request after another. A host with a context a request gives each its own
 * part, report + r * rows * cols, to nanguard_context_step_end, and asks for
 * the highest tiers of all. A host with one context for the batch gives it
 * what this writes into `out` (rows × cols): flags of any request, counts
 * added up, the largest of the other columns, the first bad index of the first
 * request that has one. Requests without a valid row are left out. */
NANGUARD_API nanguard_error
nanguard_report_merge_requests(const int64_t *report, size_t requests,
                               size_t rows, size_t cols, int64_t *out);

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
  /* Every variant is bad, a replay gives other bits, or the host's self-check
   * failed. */
  NANGUARD_VERDICT_HARDWARE = 6,
  /* Appeared here, unless an input that nobody scanned in this step held it. */
  NANGUARD_VERDICT_OPEN = 7
};

/* What a verdict asks of the host. */
enum nanguard_advice {
  NANGUARD_ADVICE_GO_ON = 0,
  NANGUARD_ADVICE_REDO = 1,       /* op: nanguard_context_redo may cure it */
  NANGUARD_ADVICE_DROP_INPUT = 2, /* data: skip the batch, end the request */
  NANGUARD_ADVICE_RELOAD = 3,     /* state: back to the last clean step */
  NANGUARD_ADVICE_ASK_PEER = 4,   /* peer: the fault is another rank's */
  NANGUARD_ADVICE_WIDEN = 5,      /* exit: only a wider type holds the value */
  NANGUARD_ADVICE_REFUSE = 6,     /* pole, domain: there is no right value */
  NANGUARD_ADVICE_CHECK_HARDWARE = 7 /* HALT: check, reload, replay */
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
  NANGUARD_REASON_CLIP = 17,        /* a clip or sanitiser struck */
  NANGUARD_REASON_BREAKER = 18,     /* other requests had this fault */
  NANGUARD_REASON_REPLAY = 19,      /* the same step gave other bits */
  NANGUARD_REASON_KNOWN_FAULT = 20, /* its fingerprint is on file */
  NANGUARD_REASON_HELD = 21,        /* lowered for long: recover.held_steps */
  NANGUARD_REASON_TRIAL = 22 /* its inputs are bad: does a safe form mind? */
};

NANGUARD_API const char *nanguard_advice_name(int32_t advice);
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
  int32_t advice;           /* enum nanguard_advice */
  int32_t self_check;       /* enum nanguard_evidence */
  int32_t replay;           /* enum nanguard_evidence */
  uint32_t fingerprint;     /* op, shape, channel and kind; 0: no bad step */
  uint64_t occurrences;     /* of this fingerprint on file, this one included;
                             * 0: no file */
  const char *cause_path;   /* of `cause`, "" */
  const char *dtype;        /* of the output, "" */
  int64_t elements;         /* of the output, -1: dynamic */
  double headroom;          /* powers of two up to overflow, NaN: unknown */
  uint32_t inputs_scanned;  /* of `inputs`, in this step; with a verdict */
  uint32_t inputs;          /* ops and arguments that `op` reads */
  int32_t rescued;          /* the same step ran it again: readers saw finite */
  int32_t bad_step;         /* of the unfused form, from 1: where a NaN or Inf
                             * first appeared; 0: not known */
  const char *bad_step_name; /* what it computes ("exp"), "" */
} nanguard_event;

enum nanguard_evidence {
  NANGUARD_EVIDENCE_NONE = 0, /* not looked for */
  NANGUARD_EVIDENCE_GOOD = 1, /* self-check passed; replay gave the same */
  NANGUARD_EVIDENCE_BAD = 2   /* self-check failed; replay differed */
};

typedef void (*nanguard_event_callback)(const nanguard_event *event,
                                        void *user);
/* Called on the thread of step_end, force, pin or host_event, outside of the
 * context's lock. NULL switches it off. */
NANGUARD_API nanguard_error nanguard_context_set_event_callback(
    nanguard_context *context, nanguard_event_callback callback, void *user);

/* The event as one line of JSON, cut at `size`; returns the full length, as
 * snprintf does. Magnitudes are numbers, or null where not known or not finite;
 * "nonfinite" is "nan" or "inf" where `magnitude` is that, else "". */
NANGUARD_API size_t nanguard_event_to_json(const nanguard_event *event,
                                           char *buffer, size_t size);

/* ---- Verdicts ------------------------------------------------------------*/

/* The worst finding of the last step whose report was counted. */
typedef struct nanguard_finding {
  size_t struct_size;
  uint64_t generation;
  int32_t verdict; /* NONE: the step was good */
  int32_t fault;
  int32_t advice;
  int32_t self_check;       /* enum nanguard_evidence */
  int32_t replay;           /* enum nanguard_evidence */
  int64_t op;               /* -1: none */
  int64_t cause;            /* op or entry it came from, -1 */
  uint64_t last_clean_step; /* 0: none yet */
} nanguard_finding;

NANGUARD_API nanguard_error nanguard_context_finding(
    const nanguard_context *context, nanguard_finding *finding);

/* The event as a sentence of evidence, as nanguard_event_to_json cuts it. */
NANGUARD_API size_t nanguard_event_evidence(const nanguard_event *event,
                                            char *buffer, size_t size);

/* Opens a generation that does the last step over on the same inputs, each op
 * at fault one form deeper. Its report says whether that cured the step and
 * moves no tier: the fault was counted. NANGUARD_ERR_STATE when no deeper form
 * is left, no op is at fault, or reports are outstanding. */
NANGUARD_API nanguard_error nanguard_context_redo(nanguard_context *context,
                                                  uint8_t *out, size_t n);

/* Non-zero: the hardware is faulty. Called outside of the context's lock when
 * an op comes to HALT or a replay differs. */
typedef int32_t (*nanguard_self_check)(const nanguard_event *event, void *user);
NANGUARD_API nanguard_error nanguard_context_set_self_check(
    nanguard_context *context, nanguard_self_check check, void *user);

/* Tiers and number of the last bad step, for a replay of the same inputs with
 * the same tiers; opens no generation. */
NANGUARD_API nanguard_error
nanguard_context_replay_tiers(const nanguard_context *context, uint8_t *out,
                              size_t n, uint64_t *generation);
/* Compares the report of such a replay with the step's own. Other bits are the
 * verdict *hardware*, an event, and *differs = 1. */
NANGUARD_API nanguard_error nanguard_context_compare_replay(
    nanguard_context *context, const int64_t *report, size_t rows, size_t cols,
    int32_t *differs);

/* ---- Servers: many requests over one model --------------------------------*/

/* A breaker per op over all requests, and the requests by id. Locks itself. */
typedef struct nanguard_server nanguard_server;

NANGUARD_API nanguard_error
nanguard_server_create(const nanguard_model *model,
                       const nanguard_policy *policy, nanguard_server **server);
/* Its contexts live on. */
NANGUARD_API void nanguard_server_destroy(nanguard_server *server);

/* A context for request `id`, which no live context of this server may have.
 * Where a breaker is open its op starts safe. nanguard_context_destroy ends
 * the request. */
NANGUARD_API nanguard_error nanguard_server_context(nanguard_server *server,
                                                    uint64_t id,
                                                    nanguard_context **context);

enum nanguard_lane {
  NANGUARD_LANE_NORMAL = 0,  /* every op fused, at most its `bits` scanned */
  NANGUARD_LANE_DEGRADED = 1 /* the pointwise highest of its requests */
};

/* Selects for a batch: lanes[i] is the lane of contexts[i], and `tiers` (2 x
 * num_ops) holds one vector for each lane. Each context at most once. */
NANGUARD_API nanguard_error nanguard_server_select(
    nanguard_server *server, nanguard_context *const *contexts, size_t n,
    int32_t *lanes, uint8_t *tiers, size_t num_ops);

/* Ends the step of a batch: report[i] (rows x cols) is that of contexts[i], as
 * `batch-dim` gives it. Nothing is counted unless all sizes are right. */
NANGUARD_API nanguard_error nanguard_server_step_end(
    nanguard_server *server, nanguard_context *const *contexts, size_t n,
    const int64_t *report, size_t rows, size_t cols);

typedef struct nanguard_breaker_info {
  size_t struct_size;
  int32_t phase; /* 0 closed, 1 open, 2 a canary tries */
  int32_t stage; /* that new requests start in, 0 when closed */
} nanguard_breaker_info;

NANGUARD_API nanguard_error nanguard_server_breaker(
    const nanguard_server *server, int64_t op, nanguard_breaker_info *info);

/* The breakers, as nanguard_context_save does it; restored before the first
 * request. A canary of the run that saved leaves its clean steps. */
NANGUARD_API nanguard_error nanguard_server_save(const nanguard_server *server,
                                                 const char *path);
NANGUARD_API nanguard_error nanguard_server_restore(nanguard_server *server,
                                                    const char *path);

/* ---- Foreign kernels
 * -------------------------------------------------------*/

enum nanguard_foreign_flag {
  NANGUARD_FOREIGN_ENTRY = 1 << 0,   /* an argument, not an op */
  NANGUARD_FOREIGN_CARRIED = 1 << 1, /* ENTRY: a cache or other state */
  NANGUARD_FOREIGN_PEER = 1 << 2,    /* ENTRY: comes from another rank */
  /* infinities in its row are no fault */
  NANGUARD_FOREIGN_EXPECT_INF = 1 << 3,
  NANGUARD_FOREIGN_HAS_SAFE = 1 << 4, /* kernels that the host can switch to */
  NANGUARD_FOREIGN_HAS_UNFUSED = 1 << 5,
  NANGUARD_FOREIGN_CLIPS = 1 << 6, /* the unfused kernel clips at its exit */
  NANGUARD_FOREIGN_LOSS_SCALED = 1 << 7
};

/* One op of a model that NanGuard did not compile. */
typedef struct nanguard_foreign_op {
  size_t struct_size;
  const char *name; /* unique */
  const char *kind; /* as in a manifest; NULL: "foreign" */
  int32_t dtype;    /* enum nanguard_dtype of the output */
  uint32_t flags;   /* of nanguard_foreign_flag */
  int64_t elements; /* of one request, -1: dynamic */
  int64_t channels; /* last extent, 0: unknown */
  int32_t risk;     /* 0, 1, 2 */
  uint32_t num_inputs;
  const char *const *inputs; /* names of the ops whose outputs it reads */
} nanguard_foreign_op;

/* The id of an op is its place in `ops`. */
NANGUARD_API nanguard_error nanguard_model_create_foreign(
    const char *function, const nanguard_foreign_op *ops, size_t n,
    nanguard_model **model);

/* The op of a name (a foreign op's, or a module path). A path that several ops
 * share is an error. */
NANGUARD_API nanguard_error nanguard_model_find_op(const nanguard_model *model,
                                                   const char *name,
                                                   int64_t *op);

/* What a kernel saw of one op in one request. */
typedef struct nanguard_foreign_row {
  size_t struct_size;
  const char *op; /* its name; NULL: `op_id` */
  int64_t op_id;
  uint64_t request;
  uint32_t tier; /* byte that it ran with */
  uint32_t reserved;
  int64_t max_bits;   /* max over bits(x) & ~sign; -1: not scanned */
  int64_t nan_count;  /* -1: not counted */
  int64_t inf_count;  /* unmarked infinities; with nan_count */
  int64_t first_bad;  /* linear index within the request, -1: none */
  int64_t clip_count; /* values replaced */
  int64_t exit_count; /* finite wide values that do not fit the type */
  double inner;       /* largest inner magnitude; negative: not looked at */
} nanguard_foreign_row;

/* As nanguard_server_step_end, from rows in any order. Rows of one op and
 * request (tiles, layers' parts) are merged; an op without a row was not
 * scanned. A row of an unknown op, or of a request that is not in the batch,
 * is an error, and nothing is counted. */
NANGUARD_API nanguard_error nanguard_server_step_end_foreign(
    nanguard_server *server, nanguard_context *const *contexts, size_t n,
    const nanguard_foreign_row *rows, size_t num_rows);

/* ---- Records
 * ---------------------------------------------------------------*/

/* A folder with records.jsonl (an event a line, at downgrades and findings, not
 * in OBSERVE), fingerprints.json (faults seen, from run to run) and replay
 * bundles. One process a folder. Locks itself; a full disk or a missing
 * permission costs records, never a step. */
typedef struct nanguard_recorder nanguard_recorder;

typedef struct nanguard_recorder_options {
  size_t struct_size;
  const char *folder;          /* made if it is missing */
  uint64_t max_bytes;          /* of records and bundles; 0: 64 MiB */
  uint32_t records_per_minute; /* 0: 60 */
  uint32_t max_bundles;        /* 0: 8 */
  double (*clock)(void *user); /* seconds; NULL: the system's */
  void *clock_user;
} nanguard_recorder_options;

NANGUARD_API nanguard_error nanguard_recorder_create(
    const nanguard_recorder_options *options, nanguard_recorder **recorder);
/* Contexts that it is attached to keep it alive. */
NANGUARD_API void nanguard_recorder_destroy(nanguard_recorder *recorder);
/* Before the context's first step; NULL takes it away. */
NANGUARD_API nanguard_error nanguard_context_set_recorder(
    nanguard_context *context, nanguard_recorder *recorder);

/* Fills the empty `folder` with what replays the event's step: called at the
 * second occurrence of a fault, on the thread of step_end. The folder gets its
 * final name when this returns 0; otherwise it is removed. */
typedef int32_t (*nanguard_bundle_callback)(const nanguard_event *event,
                                            const char *folder, void *user);
NANGUARD_API nanguard_error nanguard_recorder_set_bundle_callback(
    nanguard_recorder *recorder, nanguard_bundle_callback callback, void *user);

typedef struct nanguard_recorder_stats {
  size_t struct_size;
  uint64_t records;    /* written */
  uint64_t suppressed; /* by rate or size */
  uint64_t failed;     /* could not be written */
  uint64_t bundles;
  uint64_t bytes;
  uint64_t fingerprints; /* known, earlier runs' included */
  const char *warning;   /* what was wrong with the folder's files, "" */
} nanguard_recorder_stats;

NANGUARD_API nanguard_error nanguard_recorder_get_stats(
    const nanguard_recorder *recorder, nanguard_recorder_stats *stats);

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
/* Where an arena's memory comes from: a device, say. `allocate` gives multiples
 * of 64 or NULL. The arena neither reads nor writes that memory; its blocks are
 * freed on the thread on which it is active. */
typedef struct nanguard_arena_source {
  size_t struct_size;
  void *(*allocate)(size_t bytes, void *user);
  void (*release)(void *memory, void *user);
  void *user;
} nanguard_arena_source;
/* As nanguard_arena_create; the source outlives the arena. */
NANGUARD_API nanguard_error
nanguard_arena_create_from(size_t reserve, const nanguard_arena_source *source,
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

/* ---- Threads -------------------------------------------------------------*/

/* Threads that kernels run on, the caller's among them. 0: the environment's
 * NANGUARD_THREADS, else one for each core that the process may use. The same
 * inputs give the same bits with any number. Waits for kernels that run. At
 * most 1024 (NANGUARD_ERR_ARGUMENT). */
NANGUARD_API nanguard_error nanguard_set_threads(uint32_t count);
NANGUARD_API uint32_t nanguard_get_threads(void);

/* A pool of the host's own in place of the runtime's: calls task(context, i)
 * for each i in [0, count), on any threads, and returns when all are done.
 * `count` is at most the number of threads. NULL: the runtime's pool. Waits for
 * kernels that run. */
typedef void (*nanguard_parallel_hook)(void *user,
                                       void (*task)(void *context,
                                                    size_t index),
                                       void *context, size_t count);
NANGUARD_API void nanguard_set_parallel_hook(nanguard_parallel_hook hook,
                                             void *user);

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
