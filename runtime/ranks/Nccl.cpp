//===- Nccl.cpp - Ranks over NCCL -----------------------------------------===//
//
// Built against NCCL's header; libraries are looked for at run time, so that a
// program links and starts without a GPU. Words and gradients of the host go
// over a device buffer. A collective that is late is aborted, which NCCL can.
//
//===----------------------------------------------------------------------===//

#include "nanguard/ranks.h"

#include <cuda_runtime_api.h>
#include <nccl.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include <dlfcn.h>

static_assert(sizeof(ncclUniqueId) == NANGUARD_NCCL_ID_BYTES,
              "the header promises this size");

namespace {

using Clock = std::chrono::steady_clock;

/// The calls that are needed, by their own declarations' types.
struct Libraries {
#define NG_CALL(name) decltype(&::name) name = nullptr
  NG_CALL(ncclGetUniqueId);
  NG_CALL(ncclCommInitRankConfig);
  NG_CALL(ncclAllReduce);
  NG_CALL(ncclCommGetAsyncError);
  NG_CALL(ncclCommAbort);
  NG_CALL(ncclCommDestroy);
  NG_CALL(ncclGetErrorString);
  NG_CALL(cudaStreamCreate);
  NG_CALL(cudaStreamQuery);
  NG_CALL(cudaStreamDestroy);
  NG_CALL(cudaFree);
  NG_CALL(cudaGetErrorString);
#undef NG_CALL
  cudaError_t (*cudaMemcpyAsync)(void *, const void *, size_t, cudaMemcpyKind,
                                 cudaStream_t) = nullptr;
  // Some headers have overloads of the two.
  cudaError_t (*cudaMalloc)(void **, size_t) = nullptr;
  std::string problem;

  Libraries() {
    void *nccl = open({"libnccl.so.2", "libnccl.so"});
    void *cuda =
        nccl ? open({"libcudart.so.13", "libcudart.so.12", "libcudart.so"})
             : nullptr;
    if (!cuda)
      return;
#define NG_FIND(library, name) find(library, #name, name)
    NG_FIND(nccl, ncclGetUniqueId);
    NG_FIND(nccl, ncclCommInitRankConfig);
    NG_FIND(nccl, ncclAllReduce);
    NG_FIND(nccl, ncclCommGetAsyncError);
    NG_FIND(nccl, ncclCommAbort);
    NG_FIND(nccl, ncclCommDestroy);
    NG_FIND(nccl, ncclGetErrorString);
    NG_FIND(cuda, cudaStreamCreate);
    NG_FIND(cuda, cudaStreamQuery);
    NG_FIND(cuda, cudaStreamDestroy);
    NG_FIND(cuda, cudaMalloc);
    NG_FIND(cuda, cudaFree);
    NG_FIND(cuda, cudaMemcpyAsync);
    NG_FIND(cuda, cudaGetErrorString);
#undef NG_FIND
  }

private:
  void *open(std::initializer_list<const char *> names) {
    for (const char *name : names)
      if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
        return library;
    problem = std::string("cannot load ") + *names.begin() +
              ": install NCCL and the CUDA runtime, or name their folder in "
              "LD_LIBRARY_PATH";
    return nullptr;
  }
  template <typename Call>
  void find(void *library, const char *name, Call &call) {
    call = reinterpret_cast<Call>(dlsym(library, name));
    if (!call && problem.empty())
      problem = std::string("the library has no ") + name +
                ": NCCL 2.14 or later is needed";
  }
};

const Libraries &libraries() {
  static const Libraries loaded;
  return loaded;
}

class NcclComm {
public:
  explicit NcclComm(double timeout) : timeout(timeout) {}
  ~NcclComm() {
    if (comm)
      broken ? lib.ncclCommAbort(comm) : lib.ncclCommDestroy(comm);
    if (buffer)
      lib.cudaFree(buffer);
    if (stream)
      lib.cudaStreamDestroy(stream);
  }
  NcclComm(const NcclComm &) = delete;
  NcclComm &operator=(const NcclComm &) = delete;

  bool open(const ncclUniqueId &id, int rank, int size) {
    if (!good(lib.cudaStreamCreate(&stream), "a stream"))
      return false;
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0; // a rank that never comes must not hang the others
    ncclResult_t code =
        lib.ncclCommInitRankConfig(&comm, size, id, rank, &config);
    return isStarted(code, "joining") && waitForComm("joining");
  }

  nanguard_error reduce(void *data, size_t n, size_t item, ncclDataType_t type,
                        ncclRedOp_t op) {
    if (broken)
      return NANGUARD_ERR_STATE; // the message still says why
    if (!reserve(n * item) || !copy(buffer, data, n * item) ||
        !isStarted(lib.ncclAllReduce(buffer, buffer, n, type, op, comm, stream),
                   "a collective") ||
        !waitForComm("a collective") || !copy(data, buffer, n * item) ||
        !waitForStream()) {
      broken = true;
      return NANGUARD_ERR_IO;
    }
    return NANGUARD_OK;
  }

  std::string message;

private:
  bool good(cudaError_t code, const char *what) {
    if (code == cudaSuccess)
      return true;
    message = std::string(what) + ": " + lib.cudaGetErrorString(code);
    return false;
  }
  bool isStarted(ncclResult_t code, const char *what) {
    if (code == ncclSuccess || code == ncclInProgress)
      return true;
    message = std::string(what) + ": " + lib.ncclGetErrorString(code);
    return false;
  }
  bool reserve(size_t bytes) {
    if (bytes <= capacity)
      return true;
    if (buffer)
      lib.cudaFree(buffer);
    buffer = nullptr;
    capacity = 0;
    if (!good(lib.cudaMalloc(&buffer, bytes), "device memory"))
      return false;
    capacity = bytes;
    return true;
  }
  bool copy(void *to, const void *from, size_t bytes) {
    return good(lib.cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream),
                "a copy");
  }
  /// Asks `done` until it is or the time is over.
  template <typename Done>
  bool wait(const char *what, Done done) {
    auto deadline = Clock::now() + std::chrono::duration<double>(timeout);
    while (!done()) {
      if (!message.empty())
        return false;
      if (Clock::now() > deadline) {
        message = std::string(what) + " was not done after " +
                  std::to_string(timeout) + " s: a rank is late or lost";
        return false;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    return true;
  }
  bool waitForComm(const char *what) {
    return wait(what, [&] {
      ncclResult_t state = ncclSuccess;
      ncclResult_t code = lib.ncclCommGetAsyncError(comm, &state);
      if (!isStarted(code, what) || !isStarted(state, what))
        return false;
      return state == ncclSuccess;
    });
  }
  bool waitForStream() {
    return wait("a collective", [&] {
      cudaError_t code = lib.cudaStreamQuery(stream);
      return code != cudaErrorNotReady && good(code, "a collective");
    });
  }

  const Libraries &lib = libraries();
  double timeout;
  ncclComm_t comm = nullptr;
  cudaStream_t stream = nullptr;
  void *buffer = nullptr;
  size_t capacity = 0;
  bool broken = false;
};

NcclComm &of(void *self) { return *static_cast<NcclComm *>(self); }

nanguard_error tell(nanguard_error error, const std::string &why, char *message,
                    size_t size) {
  if (message && size)
    std::snprintf(message, size, "%s", why.c_str());
  return error;
}

} // namespace

extern "C" {

nanguard_error nanguard_nccl_id(void *id, char *message, size_t size) {
  const Libraries &lib = libraries();
  if (!id)
    return NANGUARD_ERR_ARGUMENT;
  if (!lib.problem.empty())
    return tell(NANGUARD_ERR_STATE, lib.problem, message, size);
  ncclResult_t code = lib.ncclGetUniqueId(static_cast<ncclUniqueId *>(id));
  return code == ncclSuccess
             ? NANGUARD_OK
             : tell(NANGUARD_ERR_IO, lib.ncclGetErrorString(code), message,
                    size);
}

nanguard_error nanguard_comm_create_nccl(const void *id, int32_t rank,
                                         int32_t size, double timeout,
                                         nanguard_comm *comm, char *message,
                                         size_t message_size) {
  if (!id || !comm || rank < 0 || rank >= size || !(timeout > 0))
    return tell(NANGUARD_ERR_ARGUMENT,
                "wants an id, a rank below the size and "
                "a time above 0",
                message, message_size);
  try {
    if (!libraries().problem.empty())
      return tell(NANGUARD_ERR_STATE, libraries().problem, message,
                  message_size);
    auto made = std::make_unique<NcclComm>(timeout);
    ncclUniqueId unique;
    std::memcpy(&unique, id, sizeof unique);
    if (!made->open(unique, rank, size))
      return tell(NANGUARD_ERR_IO, made->message, message, message_size);
    *comm = {};
    comm->struct_size = sizeof *comm;
    comm->rank = rank;
    comm->size = size;
    comm->max_i64 = [](void *self, int64_t *words, size_t n) {
      return of(self).reduce(words, n, sizeof *words, ncclInt64, ncclMax);
    };
    comm->sum_f32 = [](void *self, float *data, size_t n) {
      return of(self).reduce(data, n, sizeof *data, ncclFloat32, ncclSum);
    };
    comm->sum_f64 = [](void *self, double *data, size_t n) {
      return of(self).reduce(data, n, sizeof *data, ncclFloat64, ncclSum);
    };
    comm->message = [](void *self) { return of(self).message.c_str(); };
    comm->self = made.release();
    return NANGUARD_OK;
  } catch (...) {
    return NANGUARD_ERR_MEMORY;
  }
}

void nanguard_comm_destroy_nccl(nanguard_comm *comm) {
  if (!comm)
    return;
  delete static_cast<NcclComm *>(comm->self);
  *comm = {};
}

} // extern "C"
