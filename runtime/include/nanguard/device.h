/*===- nanguard/device.h - Devices that run kernels -------------*- C -*-===*\
 *
 * Memory, copies and launches on a device, behind a C ABI: the CUDA driver,
 * loaded at run time, or an emulator that runs the same kernels on the CPU.
 * Generated code calls nanguard_device_* for its launch plans and, inside an
 * emulated kernel, nanguard_sim_* for what a CPU has no instruction for.
 *
 * Ownership: what *_open and *_alloc give is the caller's, until *_close and
 * *_free. Kernel descriptors and everything that they point to belong to the
 * generated code and outlive every launch.
 *
 * C11 and C++17. Needs no LLVM and not the rest of NanGuard's runtime.
 *
\*===----------------------------------------------------------------------===*/

#ifndef NANGUARD_DEVICE_H
#define NANGUARD_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef NANGUARD_API
#define NANGUARD_API __attribute__((visibility("default")))
#endif

/*===----------------------------------------------------------------------===
 * Devices
 *===----------------------------------------------------------------------===*/

typedef struct nanguard_device nanguard_device;
typedef struct nanguard_fetch nanguard_fetch;

/* Opens `sim`, `sim:OPTION,...`, `cuda` or `cuda:NUMBER`. Options of the
 * emulator: `checks` (out-of-bounds and misaligned accesses, uninitialised
 * shared memory, divergent barriers, races), `seed=N` (the threads' order) and
 * `threads=N` (of the host; 0: all cores). `cuda` loads libcuda.so.1, or what
 * $NANGUARD_LIBCUDA names. With `cuda:NUMBER,graphs=off` every kernel is
 * launched by itself; with `cuda:switch` (a driver for CUDA 12.8) a step is one
 * CUDA graph in which the device itself chooses among the ops' variants. `time`
 * measures by events.
 * 0, or -1 with a message in nanguard_device_last_error. */
NANGUARD_API int32_t nanguard_device_open(const char *spec,
                                          nanguard_device **device);
NANGUARD_API void nanguard_device_close(nanguard_device *device);

/* Makes `device` the one that generated code of this process uses; NULL: none.
 * Not while generated code runs. */
NANGUARD_API void nanguard_device_activate(nanguard_device *device);

/* Waits for all launches; NULL: of the active device. 0, or -1 when one of them
 * since the last call failed; the launches behind it did nothing. */
NANGUARD_API int32_t nanguard_device_synchronize(nanguard_device *device);

/* Seconds that kernels ran since the last call, by the device's own clock;
 * negative without `cuda:time`. Behind a synchronisation. NULL: of the active
 * device. */
NANGUARD_API double nanguard_device_elapsed(nanguard_device *device);

/* Whether the host's own memory is the device's: true for the emulator, and
 * where there is no device. NULL: of the active one. */
NANGUARD_API int32_t nanguard_device_shares_memory(nanguard_device *device);

/* Whether memory that nanguard_device_alloc gives from now on is the host's as
 * well, which works in it after a wait (1, as at first), or the device's alone
 * (0). */
NANGUARD_API void nanguard_device_share_memory(nanguard_device *device,
                                               int32_t shared);

/* Gives back the copies that nanguard_device_constant made: to be called before
 * code is unloaded whose constants they are of. */
NANGUARD_API void nanguard_device_forget_constants(nanguard_device *device);

/* A step of generated code stands between these two; NULL: of the active
 * device. `tiers`, from nanguard_device_alloc_pinned, is the tier vector that
 * it gets, as `cuda:switch` reads it on the device. With
 * NANGUARD_STEP_REHEARSAL nothing is done but to note which kernels such a step
 * launches. */
NANGUARD_API void nanguard_device_begin_step(nanguard_device *device,
                                             const void *tiers, int32_t flags);
NANGUARD_API void nanguard_device_end_step(nanguard_device *device);
enum { NANGUARD_STEP_REHEARSAL = 1 };
/* Whether rehearsals are of use to the device. */
NANGUARD_API int32_t nanguard_device_wants_rehearsal(nanguard_device *device);

/* The chip that kernels are to be compiled for, "sm_90" or the like; "" where
 * any will do. */
NANGUARD_API const char *nanguard_device_chip(nanguard_device *device);

/* Copies device memory (NULL: of the active device) to the host, behind what
 * was launched before and beside what is launched later: nobody waits. `from`
 * must not be overwritten before the bytes are there. 0, or -1 with a message.
 * To release before the device is closed. */
NANGUARD_API int32_t nanguard_device_fetch(nanguard_device *device,
                                           const void *from, int64_t bytes,
                                           nanguard_fetch **fetch);
/* 1: the bytes are there, 0: not yet, -1: the copy failed. Never waits. */
NANGUARD_API int32_t nanguard_fetch_ready(nanguard_fetch *fetch);
/* The bytes, once they are there, until the release. */
NANGUARD_API const void *nanguard_fetch_data(nanguard_fetch *fetch);
/* Waits for the bytes. 0, or -1 when the copy failed. */
NANGUARD_API int32_t nanguard_fetch_wait(nanguard_fetch *fetch);
/* Waits for the copy if need be. */
NANGUARD_API void nanguard_fetch_release(nanguard_fetch *fetch);

/* What went wrong last on this thread; "" before anything did. */
NANGUARD_API const char *nanguard_device_last_error(void);

/*===----------------------------------------------------------------------===
 * What launch plans call, on the active device. Without one, that of
 * $NANGUARD_DEVICE, else the emulator; the process then ends with status 1 and
 * a message where a launch fails.
 *===----------------------------------------------------------------------===*/

/* A kernel as the compiler emits it: constant, one for each gpu.func. */
typedef struct nanguard_kernel {
  uint32_t struct_size;
  uint32_t flags; /* NANGUARD_KERNEL_* */
  const char *name;
  /* PTX that holds an entry of that name; NULL when only the emulator has
   * it. NUL-terminated. */
  const char *image;
  /* The emulated kernel; NULL when only a GPU has it. With
   * NANGUARD_KERNEL_COOPERATIVE it runs one thread, else all of a block. */
  void (*body)(void *thread, const int64_t *args);
  uint32_t shared_bytes; /* static shared memory */
  uint32_t shared_align;
} nanguard_kernel;

enum {
  /* Threads meet: barriers, shuffles, matrix instructions. */
  NANGUARD_KERNEL_COOPERATIVE = 1,
  /* Every access is reported to the emulator. */
  NANGUARD_KERNEL_CHECKED = 2
};

/* Memory that a launch may touch, as its plan knows it. */
typedef struct nanguard_region {
  int64_t base;
  int64_t bytes;
  int64_t element; /* bytes of an element */
} nanguard_region;

/* Integer arguments of a fixed size up to this are read by generated code on
 * the host as well as by kernels: they come from nanguard_device_alloc_pinned,
 * and are not written while a step runs. */
#define NANGUARD_DEVICE_READABLE_BYTES 4096

/* Never NULL: a device that has no memory ends the process. */
NANGUARD_API void *nanguard_device_alloc(int64_t bytes);
/* The host's memory, which kernels read. */
NANGUARD_API void *nanguard_device_alloc_pinned(int64_t bytes);
NANGUARD_API void nanguard_device_free(void *memory);

/* Copies to the device, behind what was launched before; `from` may change when
 * the call returns. */
NANGUARD_API void nanguard_device_upload(void *to, const void *from,
                                         int64_t bytes);
/* Waits, then copies from the device. Zeros where a launch failed. */
NANGUARD_API void nanguard_device_read(void *to, const void *from,
                                       int64_t bytes);
/* The device's copy of an array that never changes, made at the first call. */
NANGUARD_API void *nanguard_device_constant(const void *array, int64_t bytes);

/* What an op's tier chooses is launched between these two. */
NANGUARD_API void nanguard_device_begin_op(int64_t op, int64_t tier);
NANGUARD_API void nanguard_device_end_op(void);

/* Waits until the host may read what kernels wrote and write what they read. */
NANGUARD_API void nanguard_device_wait(void);

/* Starts a kernel. Each argument has eight bytes: a scalar in the low ones, or
 * a pointer; a memref as MLIR's descriptor, a field a slot. */
NANGUARD_API void
nanguard_device_launch(const nanguard_kernel *kernel, int64_t grid_x,
                       int64_t grid_y, int64_t grid_z, int64_t block_x,
                       int64_t block_y, int64_t block_z, int64_t dynamic_shared,
                       const int64_t *args, int64_t num_args,
                       const nanguard_region *regions, int64_t num_regions);

/*===----------------------------------------------------------------------===
 * What emulated kernels call. `site` names the op: its location and its name;
 * two ops have two sites.
 *===----------------------------------------------------------------------===*/

/* A thread as emulated kernels see it; the emulator's own part follows. */
typedef struct nanguard_sim_thread {
  uint32_t tid[3], ctaid[3], ntid[3], nctaid[3];
  uint32_t lane, warp;
  void *shared;          /* this block's shared memory */
  uint32_t shared_bytes; /* static and dynamic */
  uint32_t reserved;
} nanguard_sim_thread;

enum nanguard_sim_shuffle {
  NANGUARD_SIM_BFLY = 0,
  NANGUARD_SIM_UP = 1,
  NANGUARD_SIM_DOWN = 2,
  NANGUARD_SIM_IDX = 3
};
enum nanguard_sim_vote {
  NANGUARD_SIM_ANY = 0,
  NANGUARD_SIM_ALL = 1,
  NANGUARD_SIM_BALLOT = 2,
  NANGUARD_SIM_UNI = 3
};
enum nanguard_sim_reduction {
  NANGUARD_SIM_ADD = 1,
  NANGUARD_SIM_AND = 2,
  NANGUARD_SIM_MAX = 3,
  NANGUARD_SIM_MIN = 4,
  NANGUARD_SIM_OR = 5,
  NANGUARD_SIM_UMAX = 6,
  NANGUARD_SIM_UMIN = 7,
  NANGUARD_SIM_XOR = 8,
  NANGUARD_SIM_FMIN = 9,
  NANGUARD_SIM_FMAX = 10,
  NANGUARD_SIM_POPC = 11,
  /* Flags of FMIN and FMAX. */
  NANGUARD_SIM_ABS = 64,
  NANGUARD_SIM_NAN = 128
};
/* Element types of matrix instructions. */
enum nanguard_sim_type {
  NANGUARD_SIM_F16 = 0,
  NANGUARD_SIM_BF16 = 1,
  NANGUARD_SIM_TF32 = 2,
  NANGUARD_SIM_F32 = 3,
  NANGUARD_SIM_F64 = 4,
  NANGUARD_SIM_S8 = 5,
  NANGUARD_SIM_U8 = 6,
  NANGUARD_SIM_S32 = 7,
  /* The sum is clamped. */
  NANGUARD_SIM_SATURATE = 64
};
enum nanguard_sim_access {
  NANGUARD_SIM_LOAD = 0,
  NANGUARD_SIM_STORE = 1,
  NANGUARD_SIM_ATOMIC = 2
};

/* bar.sync: `threads` 0 means the whole block. The second form also gives
 * POPC, AND or OR of `predicate` over the threads. */
NANGUARD_API void nanguard_sim_barrier(nanguard_sim_thread *thread, int32_t id,
                                       int32_t threads, const char *site);
NANGUARD_API int32_t nanguard_sim_barrier_reduce(nanguard_sim_thread *thread,
                                                 int32_t id, int32_t threads,
                                                 int32_t reduction,
                                                 int32_t predicate,
                                                 const char *site);
NANGUARD_API void nanguard_sim_warp_barrier(nanguard_sim_thread *thread,
                                            int32_t mask, const char *site);
/* shfl.sync; `valid` may be NULL. */
NANGUARD_API int32_t nanguard_sim_shfl(nanguard_sim_thread *thread,
                                       int32_t kind, int32_t mask,
                                       int32_t value, int32_t offset,
                                       int32_t clamp, uint8_t *valid,
                                       const char *site);
NANGUARD_API int32_t nanguard_sim_vote(nanguard_sim_thread *thread,
                                       int32_t kind, int32_t mask,
                                       int32_t predicate, const char *site);
NANGUARD_API int32_t nanguard_sim_redux(nanguard_sim_thread *thread,
                                        int32_t kind, int32_t mask,
                                        int32_t value, const char *site);
/* match.sync; `all` is that kind's predicate, NULL asks for `any`. */
NANGUARD_API int32_t nanguard_sim_match(nanguard_sim_thread *thread,
                                        int32_t mask, int64_t value,
                                        uint8_t *all, const char *site);
NANGUARD_API int32_t nanguard_sim_elect(nanguard_sim_thread *thread,
                                        int32_t mask, const char *site);
/* ldmatrix and stmatrix of `num` 8x8 matrices of 16-bit elements. */
NANGUARD_API void nanguard_sim_ldmatrix(nanguard_sim_thread *thread,
                                        const void *row, int32_t num,
                                        int32_t transposed, int32_t *result,
                                        const char *site);
NANGUARD_API void nanguard_sim_stmatrix(nanguard_sim_thread *thread, void *row,
                                        int32_t num, int32_t transposed,
                                        const int32_t *values,
                                        const char *site);
/* mma.sync of shape m << 16 | n << 8 | k and types a | b << 8 | c << 16 |
 * d << 24; registers in order. */
NANGUARD_API void nanguard_sim_mma(nanguard_sim_thread *thread, int32_t shape,
                                   int32_t types, const void *a, const void *b,
                                   const void *c, void *d, const char *site);
/* cp.async: `source_bytes` of `bytes` come from memory, the rest is zero.
 * Nothing is copied before the group's wait. */
NANGUARD_API void nanguard_sim_cp_async(nanguard_sim_thread *thread, void *to,
                                        const void *from, int32_t bytes,
                                        int32_t source_bytes, const char *site);
NANGUARD_API void nanguard_sim_cp_async_commit(nanguard_sim_thread *thread);
NANGUARD_API void nanguard_sim_cp_async_wait(nanguard_sim_thread *thread,
                                             int32_t groups);
/* Before each access of a checked kernel. The address comes from `base`, which
 * starts an object of `extent` bytes; -1: it lies in a region of the launch or
 * in shared memory, and the address must lie in the same. */
NANGUARD_API void nanguard_sim_check(nanguard_sim_thread *thread,
                                     const void *address, int64_t bytes,
                                     int64_t align, int32_t access,
                                     const void *base, int64_t extent,
                                     const char *site);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* NANGUARD_DEVICE_H */
