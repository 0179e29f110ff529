//===- Mpi.cpp - Ranks over MPI -------------------------------------------===//
//
// Collectives that don't wait for ever: started without blocking, asked until
// a deadline. One that is late can't be taken back, so the communicator is
// given up then, and the ranks still there find out who is not.
//
//===----------------------------------------------------------------------===//

#include "nanguard/ranks.h"

#include <mpi.h>

#include <chrono>
#include <climits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

class MpiComm {
public:
  explicit MpiComm(double timeout) : timeout(timeout) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }
  ~MpiComm() {
    // Freeing is collective: with a rank missing it would wait for it.
    if (!broken)
      MPI_Comm_free(&comm);
  }
  MpiComm(const MpiComm &) = delete;
  MpiComm &operator=(const MpiComm &) = delete;

  nanguard_error reduce(void *data, size_t n, MPI_Datatype type, MPI_Op op) {
    if (broken)
      return NANGUARD_ERR_STATE; // the message still says why
    if (n > INT_MAX) {
      message = "more than 2^31 values at once";
      return NANGUARD_ERR_ARGUMENT;
    }
    ++collectives;
    MPI_Request request;
    int code = MPI_Iallreduce(MPI_IN_PLACE, data, static_cast<int>(n), type, op,
                              comm, &request);
    if (code == MPI_SUCCESS && wait(request, timeout, code))
      return NANGUARD_OK;
    broken = true;
    message = code == MPI_SUCCESS ? describeTimeout() : describe(code);
    return NANGUARD_ERR_IO;
  }

  std::string message;
  int rank = 0, size = 1;

private:
  /// False at the deadline or on an error, which `code` holds.
  static bool wait(MPI_Request &request, double seconds, int &code) {
    auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
    for (unsigned spins = 0;; ++spins) {
      int done = 0;
      code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (code != MPI_SUCCESS)
        return false;
      if (done)
        return true;
      if (Clock::now() > deadline)
        return false;
      if (spins > 1000)
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }

  static std::string describe(int code) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    return std::string(text, static_cast<size_t>(length));
  }

  /// Those who wait say so to everyone; who says nothing is missing.
  std::string describeTimeout() {
    constexpr int kTag = 7411;
    static char token = 1;
    std::vector<char> heard(static_cast<size_t>(size));
    std::vector<MPI_Request> sends,
        receives(static_cast<size_t>(size), MPI_REQUEST_NULL);
    for (int other = 0; other < size; ++other) {
      if (other == rank)
        continue;
      sends.emplace_back();
      MPI_Isend(&token, 1, MPI_CHAR, other, kTag, comm, &sends.back());
      MPI_Irecv(&heard[static_cast<size_t>(other)], 1, MPI_CHAR, other, kTag,
                comm, &receives[static_cast<size_t>(other)]);
    }
    std::string missing;
    // The others' deadlines may end a little later than this rank's.
    double grace = 1 + timeout / 2;
    for (int other = 0; other < size; ++other) {
      int code;
      if (other == rank ||
          wait(receives[static_cast<size_t>(other)], grace, code))
        continue;
      missing += (missing.empty() ? "" : ", ") + std::to_string(other);
      grace = 0.1;
    }
    return "collective " + std::to_string(collectives) +
           " was not done after " + std::to_string(timeout) + " s; " +
           (missing.empty() ? "every rank waits: did one skip a collective?"
                            : "no sign of rank " + missing);
  }

  MPI_Comm comm = MPI_COMM_NULL;
  double timeout;
  bool broken = false;
  uint64_t collectives = 0;
};

MpiComm &of(void *self) { return *static_cast<MpiComm *>(self); }

} // namespace

extern "C" {

nanguard_error nanguard_comm_create_mpi(double timeout, nanguard_comm *comm) {
  int ready = 0;
  MPI_Initialized(&ready);
  if (!comm || !ready || !(timeout > 0))
    return NANGUARD_ERR_ARGUMENT;
  try {
    auto made = std::make_unique<MpiComm>(timeout);
    *comm = {};
    comm->struct_size = sizeof *comm;
    comm->rank = made->rank;
    comm->size = made->size;
    comm->max_i64 = [](void *self, int64_t *words, size_t n) {
      return of(self).reduce(words, n, MPI_INT64_T, MPI_MAX);
    };
    comm->sum_f32 = [](void *self, float *data, size_t n) {
      return of(self).reduce(data, n, MPI_FLOAT, MPI_SUM);
    };
    comm->sum_f64 = [](void *self, double *data, size_t n) {
      return of(self).reduce(data, n, MPI_DOUBLE, MPI_SUM);
    };
    comm->message = [](void *self) { return of(self).message.c_str(); };
    comm->self = made.release();
    return NANGUARD_OK;
  } catch (...) {
    return NANGUARD_ERR_MEMORY;
  }
}

void nanguard_comm_destroy_mpi(nanguard_comm *comm) {
  if (!comm)
    return;
  delete static_cast<MpiComm *>(comm->self);
  *comm = {};
}

} // extern "C"
