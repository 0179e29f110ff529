//===- Batch.cpp - Requests that share a step -----------------------------===//

#include "Batch.h"

#include "Error.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>

using namespace nanguard;

/// The deeper form, and the scans of both: a maximum that one of them wants.
static uint8_t highest(uint8_t a, uint8_t b) {
  if (!a || !b)
    return a | b;
  uint8_t scans = (a | b) & ~(NANGUARD_TIER_FORM_MASK | NANGUARD_TIER_FINITE);
  scans |= a & b & NANGUARD_TIER_FINITE;
  return std::max<uint8_t>(a & NANGUARD_TIER_FORM_MASK,
                           b & NANGUARD_TIER_FORM_MASK) |
         scans;
}

nanguard_error nanguard::selectBatch(const std::vector<Context *> &batch,
                                     int32_t *lanes, uint8_t *tiers,
                                     size_t ops) {
  std::fill(tiers, tiers + 2 * ops, 0);
  std::vector<uint8_t> own(ops);
  for (size_t i = 0; i < batch.size(); ++i) {
    if (nanguard_error error = batch[i]->tiers(own.data(), ops))
      return error;
    const std::vector<HotOp> &hot = batch[i]->describedBy().hot;
    bool normal = true;
    // Rescue asks for no other kernel while the scan is quiet.
    for (size_t op = 0; op < ops && normal; ++op)
      normal = hot[op].signal ||
               (own[op] & ~(NANGUARD_TIER_RESCUE | NANGUARD_TIER_FINITE)) <=
                   NANGUARD_FORM_FUSED_BITS;
    lanes[i] = normal ? NANGUARD_LANE_NORMAL : NANGUARD_LANE_DEGRADED;
    uint8_t *lane = tiers + (normal ? 0 : ops);
    for (size_t op = 0; op < ops; ++op)
      lane[op] = highest(lane[op], own[op]);
  }
  return NANGUARD_OK;
}

/// Adds what one kernel saw to the row of its op.
static void mergeRow(const nanguard_foreign_row &from, int64_t *row) {
  int64_t &status = row[NANGUARD_COL_STATUS];
  auto tier = static_cast<uint8_t>(from.tier);
  if (!status) {
    row[NANGUARD_COL_FIRST_BAD] = -1;
  } else {
    // Parts that ran in several forms prove no more than the shallowest.
    auto other = static_cast<uint8_t>(status >> 8);
    uint8_t form = std::min(tier & NANGUARD_TIER_FORM_MASK,
                            other & NANGUARD_TIER_FORM_MASK);
    tier = ((tier | other) & ~NANGUARD_TIER_FORM_MASK) | form;
  }
  status = (status & 0xff) | int64_t(tier) << 8;
  if (from.max_bits >= 0) {
    status |= NANGUARD_STATUS_SCANNED;
    row[NANGUARD_COL_MAX_BITS] =
        std::max(row[NANGUARD_COL_MAX_BITS], from.max_bits);
  }
  if (from.nan_count >= 0) {
    status |= NANGUARD_STATUS_COUNTED;
    row[NANGUARD_COL_NAN_COUNT] += from.nan_count;
    row[NANGUARD_COL_INF_COUNT] += std::max<int64_t>(from.inf_count, 0);
    int64_t &first = row[NANGUARD_COL_FIRST_BAD];
    if (from.first_bad >= 0 && (first < 0 || from.first_bad < first))
      first = from.first_bad;
  }
  row[NANGUARD_COL_CLIP_COUNT] += std::max<int64_t>(from.clip_count, 0);
  row[NANGUARD_COL_EXIT_COUNT] += std::max<int64_t>(from.exit_count, 0);
  if (!(from.inner < 0)) { // NaN counts
    int64_t bits;
    std::memcpy(&bits, &from.inner, sizeof bits);
    status |= NANGUARD_STATUS_INNER;
    // Without their sign, patterns order as magnitudes, NaN above all.
    row[NANGUARD_COL_INNER_BITS] =
        std::max(row[NANGUARD_COL_INNER_BITS], bits & INT64_MAX);
  }
}

nanguard_error nanguard::gatherForeignRows(const Model &model,
                                           const std::vector<Context *> &batch,
                                           const nanguard_foreign_row *rows,
                                           size_t count,
                                           std::vector<int64_t> &report) {
  size_t ops = model.ops.size();
  report.assign(batch.size() * ops * NANGUARD_REPORT_COLUMNS, 0);
  std::unordered_map<uint64_t, size_t> placeOf;
  for (size_t i = 0; i < batch.size(); ++i)
    placeOf.emplace(batch[i]->id(), i);
  for (size_t i = 0; i < count; ++i) {
    const nanguard_foreign_row &row = rows[i];
    std::string where = "foreign row " + std::to_string(i);
    if (row.struct_size < sizeof row)
      return fail(NANGUARD_ERR_ARGUMENT, where + ": struct_size is not set");
    int64_t op = row.op_id;
    if (row.op) {
      auto found = model.idOfPath.find(row.op);
      bool one =
          found != model.idOfPath.end() && found->second != Model::kShared;
      op = one ? int64_t(found->second) : -1;
    }
    if (op < 0 || op >= static_cast<int64_t>(ops))
      return fail(NANGUARD_ERR_ARGUMENT,
                  where + ": no single op '" +
                      (row.op ? row.op : std::to_string(op)) + "' in '" +
                      model.function + "'");
    auto place = placeOf.find(row.request);
    if (place == placeOf.end())
      return fail(NANGUARD_ERR_ARGUMENT, where + ": request " +
                                             std::to_string(row.request) +
                                             " is not in the batch");
    mergeRow(row, report.data() + (place->second * ops + size_t(op)) *
                                      NANGUARD_REPORT_COLUMNS);
  }
  return NANGUARD_OK;
}
