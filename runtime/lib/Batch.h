//===- Batch.h - Requests that share a step ------------------------*- C++
//-*-===//
//
// One step for many requests: the tiers that it runs with, and a report for
// each request.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_BATCH_H
#define NANGUARD_LIB_BATCH_H

#include "Context.h"

#include <vector>

namespace nanguard {

/// Selects for a batch; see nanguard_server_select.
nanguard_error selectBatch(const std::vector<Context *> &batch, int32_t *lanes,
                           uint8_t *tiers, size_t ops);

/// A report for each of `batch`, from rows that kernels gave.
nanguard_error gatherForeignRows(const Model &model,
                                 const std::vector<Context *> &batch,
                                 const nanguard_foreign_row *rows, size_t count,
                                 std::vector<int64_t> &report);

} // namespace nanguard

#endif // NANGUARD_LIB_BATCH_H
