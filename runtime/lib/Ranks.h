//===- Ranks.h - Joining what ranks report ------------------------*- C++
//-*-===//
//
// Reports in words whose pointwise maximum is the join.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_RANKS_H
#define NANGUARD_LIB_RANKS_H

#include "Manifest.h"
#include "nanguard/ranks.h"

namespace nanguard {

/// See nanguard_context_join_ranks.
nanguard_error joinRanks(const Model &model, const nanguard_comm &comm,
                         int64_t *report, nanguard_signals *signals,
                         int32_t &badRank);

} // namespace nanguard

#endif // NANGUARD_LIB_RANKS_H
