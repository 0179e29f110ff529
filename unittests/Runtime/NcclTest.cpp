//===- NcclTest.cpp - Ranks over NCCL, as far as this machine goes
//---------===//
//
// Without NCCL or a GPU each call says what is missing; with them, one rank
// joins and sums with itself.
//
//===----------------------------------------------------------------------===//

#include "nanguard/ranks.h"

#include <cstdio>
#include <cstring>

static int fail(const char *what) {
  std::printf("RanksOverNccl: %s\n", what);
  return 1;
}

int main() {
  char id[NANGUARD_NCCL_ID_BYTES] = "", message[256] = "";
  nanguard_comm comm = {};
  if (nanguard_comm_create_nccl(id, 1, 1, 5, &comm, message, sizeof message) !=
          NANGUARD_ERR_ARGUMENT ||
      !std::strstr(message, "a rank below the size"))
    return fail("rank 1 of 1 was not refused");
  nanguard_error error = nanguard_nccl_id(id, message, sizeof message);
  if (!error)
    error =
        nanguard_comm_create_nccl(id, 0, 1, 20, &comm, message, sizeof message);
  if (error) {
    std::printf("RanksOverNccl: not run: %s\n", message);
    return *message ? 0 : fail("no message");
  }
  int64_t words[3] = {-5, INT64_MAX, 7};
  float sums[2] = {1.5f, -2};
  double wide = 0.25;
  bool good = !comm.max_i64(comm.self, words, 3) && words[0] == -5 &&
              words[1] == INT64_MAX && !comm.sum_f32(comm.self, sums, 2) &&
              sums[0] == 1.5f && !comm.sum_f64(comm.self, &wide, 1) &&
              wide == 0.25;
  if (!good)
    return fail(comm.message(comm.self));
  nanguard_comm_destroy_nccl(&comm);
  std::printf("RanksOverNccl: one rank, three collectives\n");
  return 0;
}
