//===- MpiTest.cpp - Ranks over real MPI ----------------------------------===//
//
// Run by mpirun: MpiTest agree | late | dead. Each rank checks what it sees and
// says so by its exit code.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"
#include "nanguard/ranks.h"

#include <mpi.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>

using namespace nanguard::test;

namespace {

int failures = 0;

void expect(bool good, int rank, const std::string &what) {
  if (good)
    return;
  std::fprintf(stderr, "rank %d: FAILED: %s\n", rank, what.c_str());
  ++failures;
}

nanguard_error join(Stream &s, const nanguard_comm &comm, Report &report,
                    int32_t *bad = nullptr) {
  return nanguard_context_join_ranks(s.context, &comm, report.cells.data(),
                                     kOps, NANGUARD_REPORT_COLUMNS, nullptr,
                                     bad);
}

/// The last rank's fault lowers all; gradients are masked.
void agree(const nanguard_comm &comm) {
  int last = comm.size - 1;
  Stream s;
  for (int step = 1; step <= 30; ++step) {
    nanguard_context_tiers(s.context, s.tiers.data(), kOps);
    Report report(s.tiers);
    if (comm.rank == last && step >= 5 && step <= 8)
      FusedNan{kSoftmax}(report);
    int32_t bad = -1;
    expect(join(s, comm, report, &bad) == NANGUARD_OK, comm.rank,
           std::string("join: ") + nanguard_last_error());
    expect(bad == (step == 5 || step == 6 ? last : -1), comm.rank,
           "step " + std::to_string(step) + " blames rank " +
               std::to_string(bad));
    nanguard_context_step_end(s.context, report.cells.data(), kOps,
                              NANGUARD_REPORT_COLUMNS, nullptr);
  }
  expect(s.counters().downgrades == 1, comm.rank, "lowered once");
  expect(s.state(kSoftmax) == NANGUARD_STATE_RECOVER, comm.rank, "RECOVER");

  std::vector<float> gradient(1000, 1.0f);
  if (comm.rank == last)
    gradient[17] = NAN;
  nanguard_masked_sum sum = {};
  sum.struct_size = sizeof sum;
  expect(nanguard_masked_all_reduce(&comm, gradient.data(), gradient.size(),
                                    NANGUARD_F32, NANGUARD_MASK_ZERO,
                                    &sum) == NANGUARD_OK,
         comm.rank, "masked sum");
  expect(gradient[0] == float(comm.size) && gradient[17] == float(last),
         comm.rank, "values of the masked sum");
  expect(sum.first_rank == last && sum.found_nonfinite, comm.rank,
         "the sender is named");
}

/// The last rank stays away: the others give up in time and name it.
void timeout(const nanguard_comm &comm, bool dead) {
  int last = comm.size - 1;
  Stream s;
  nanguard_context_tiers(s.context, s.tiers.data(), kOps);
  Report report(s.tiers);
  expect(join(s, comm, report) == NANGUARD_OK, comm.rank, "the first step");
  if (comm.rank == last) {
    if (dead)
      raise(SIGSTOP); // the test's end kills it
    std::this_thread::sleep_for(std::chrono::seconds(6));
    return;
  }
  auto start = std::chrono::steady_clock::now();
  expect(join(s, comm, report) == NANGUARD_ERR_IO, comm.rank, "a time-out");
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  std::string message = nanguard_last_error();
  expect(seconds < 5, comm.rank, "it took " + std::to_string(seconds) + " s");
  expect(message.find("no sign of rank " + std::to_string(last)) !=
             std::string::npos,
         comm.rank, message);
  expect(join(s, comm, report) == NANGUARD_ERR_STATE, comm.rank,
         "a broken communicator fails at once");
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::string mode = argc > 1 ? argv[1] : "agree";
  nanguard_comm comm;
  double seconds = mode == "agree" ? 60 : 1;
  if (nanguard_comm_create_mpi(seconds, &comm)) {
    std::fprintf(stderr, "no communicator\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  if (mode == "agree") {
    agree(comm);
    nanguard_comm_destroy_mpi(&comm);
    MPI_Finalize();
    return failures != 0;
  }
  bool last = comm.rank == comm.size - 1;
  timeout(comm, mode == "dead");
  // MPI_Finalize would wait for the rank that is not there. Rank 0 gives the
  // verdict, once the other one that waits has had the time for its own.
  if (!last)
    std::this_thread::sleep_for(std::chrono::seconds(2));
  if (comm.rank == 0)
    std::printf("%s: %s\n", mode.c_str(),
                failures ? "FAILED" : "named in time");
  std::fflush(stdout);
  if (comm.rank == 0 || failures)
    MPI_Abort(MPI_COMM_WORLD, failures ? 1 : 42);
  std::this_thread::sleep_for(std::chrono::seconds(60));
}
