/*===- ranks.h - Several ranks, one tier vector --------------------*- C -*-===*
 *
 * Ranks of one job run the same tiers: each step's reports and signals are
 * joined before they are counted, so that the controllers, which are pure
 * functions of their inputs, stay equal. Gradients are summed with
 * non-finite contributions masked and reported.
 *
 * What moves the words is behind nanguard_comm: MPI here (nanguard_ranks_mpi,
 * built where MPI is installed), or a host's own.
 *===----------------------------------------------------------------------===*/
#ifndef NANGUARD_RANKS_H
#define NANGUARD_RANKS_H

#include "nanguard/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Collectives: every rank calls the same ones in the same order. Signals travel
 * as integers, because a float maximum may drop a NaN. A call that fails has
 * timed out or lost a rank; later ones fail, too. */
typedef struct nanguard_comm {
  size_t struct_size;
  void *self;
  int32_t rank;
  int32_t size;
  nanguard_error (*max_i64)(void *self, int64_t *words, size_t n);
  nanguard_error (*sum_f32)(void *self, float *data, size_t n);
  nanguard_error (*sum_f64)(void *self, double *data, size_t n);
  /* Why the last call failed. */
  const char *(*message)(void *self);
} nanguard_comm;

/* Joins a step's report (rows x cols) and signals (may be NULL on all ranks,
 * unless the model computes some: those of the report are joined in it)
 * over the ranks, in place: then every rank hands the same to
 * nanguard_context_step_end. `bad_rank` (may be NULL) is the highest rank whose
 * own report was bad, -1: none. One collective in a clean step, two otherwise.
 * NANGUARD_ERR_STATE when the ranks ran different tiers. Nothing is changed on
 * an error. */
NANGUARD_API nanguard_error nanguard_context_join_ranks(
    nanguard_context *context, const nanguard_comm *comm, int64_t *report,
    size_t rows, size_t cols, nanguard_signals *signals, int32_t *bad_rank);

enum nanguard_mask {
  NANGUARD_MASK_ZERO = 0, /* a non-finite contribution counts as 0 */
  NANGUARD_MASK_MEAN = 1  /* as the mean of the sender's finite ones */
};

typedef struct nanguard_masked_sum {
  size_t struct_size;
  int64_t masked;      /* contributions masked, over all ranks */
  int64_t masked_here; /* by this rank */
  int32_t first_rank;  /* lowest rank that had some, -1: none */
  int32_t overflowed;  /* finite contributions whose sum is not */
  /* What a loss scaler has to test: masking hides nothing from it. */
  int32_t found_nonfinite;
  int32_t reserved;
} nanguard_masked_sum;

/* Sums `data` (n values of NANGUARD_F16, BF16, F32 or F64) over the ranks, in
 * place. Halves are summed in f32 and rounded once. */
NANGUARD_API nanguard_error nanguard_masked_all_reduce(
    const nanguard_comm *comm, void *data, size_t n, int32_t dtype,
    int32_t mask, nanguard_masked_sum *result);

/* ---- MPI (library nanguard_ranks_mpi) ------------------------------------*/

/* Over a copy of MPI_COMM_WORLD; MPI is initialised. A collective that is not
 * done after `timeout` seconds fails and names the ranks that did not answer.
 */
NANGUARD_API nanguard_error nanguard_comm_create_mpi(double timeout,
                                                     nanguard_comm *comm);
NANGUARD_API void nanguard_comm_destroy_mpi(nanguard_comm *comm);

/* ---- NCCL (library nanguard_ranks_nccl) ----------------------------------*/

#define NANGUARD_NCCL_ID_BYTES 128
/* What one rank makes and all get, by whatever means the host has. Why it
 * fails, a missing library say, is put into `message`, cut at `size`. */
NANGUARD_API nanguard_error nanguard_nccl_id(void *id, char *message,
                                             size_t size);
/* On the current CUDA device; data are the host's and go over the device. A
 * collective that is not done after `timeout` seconds is aborted and fails. */
NANGUARD_API nanguard_error nanguard_comm_create_nccl(
    const void *id, int32_t rank, int32_t size, double timeout,
    nanguard_comm *comm, char *message, size_t message_size);
NANGUARD_API void nanguard_comm_destroy_nccl(nanguard_comm *comm);

#ifdef __cplusplus
}
#endif
#endif /* NANGUARD_RANKS_H */
