//===- RequestsTest.cpp - Reports of a batch ------------------------------===//
//
// Each request's context takes its own part of the report; a host with one
// context takes the sum.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include <gtest/gtest.h>

using namespace nanguard::test;

namespace {

constexpr size_t kCells = kOps * NANGUARD_REPORT_COLUMNS;

/// The clean reports of `requests` in one buffer, as the model writes them.
std::vector<int64_t> batchReport(const std::vector<uint8_t> &tiers,
                                 size_t requests) {
  std::vector<int64_t> cells;
  for (size_t i = 0; i < requests; ++i) {
    Report one(tiers);
    cells.insert(cells.end(), one.cells.begin(), one.cells.end());
  }
  return cells;
}

int64_t *rowOf(std::vector<int64_t> &cells, size_t request, int64_t op) {
  return &cells[request * kCells + op * NANGUARD_REPORT_COLUMNS];
}

std::vector<int64_t> merge(const std::vector<int64_t> &cells) {
  std::vector<int64_t> sum(kCells, -7);
  EXPECT_EQ(nanguard_report_merge_requests(cells.data(), cells.size() / kCells,
                                           kOps, NANGUARD_REPORT_COLUMNS,
                                           sum.data()),
            NANGUARD_OK);
  return sum;
}

TEST(Requests, CountsAddUpAndTheLargestStays) {
  std::vector<uint8_t> tiers(kOps,
                             NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_COUNT);
  std::vector<int64_t> cells = batchReport(tiers, 3);
  for (size_t request : {1, 2}) {
    int64_t *row = rowOf(cells, request, kSoftmax);
    row[NANGUARD_COL_MAX_BITS] = request == 1 ? kF16Nan : kF16Inf;
    row[NANGUARD_COL_NAN_COUNT] = 2;
    row[NANGUARD_COL_INF_COUNT] = request;
    row[NANGUARD_COL_FIRST_BAD] = 4 + request;
    row[NANGUARD_COL_EXIT_COUNT] = 1;
  }
  std::vector<int64_t> sum = merge(cells);
  int64_t *row = rowOf(sum, 0, kSoftmax);
  EXPECT_EQ(row[NANGUARD_COL_MAX_BITS], kF16Nan);
  EXPECT_EQ(row[NANGUARD_COL_NAN_COUNT], 4);
  EXPECT_EQ(row[NANGUARD_COL_INF_COUNT], 3);
  EXPECT_EQ(row[NANGUARD_COL_FIRST_BAD], 5);
  EXPECT_EQ(row[NANGUARD_COL_EXIT_COUNT], 2);
  EXPECT_EQ(row[NANGUARD_COL_STATUS] >> 8, tiers[0]);
  EXPECT_EQ(rowOf(sum, 0, kLog)[NANGUARD_COL_FIRST_BAD], -1);
  EXPECT_EQ(rowOf(sum, 0, kLog)[NANGUARD_COL_MAX_BITS], kF16One);
}

TEST(Requests, EmptyOnesAreLeftOutUntilAllAreEmpty) {
  std::vector<uint8_t> tiers(kOps, NANGUARD_FORM_FUSED_BITS);
  std::vector<int64_t> cells = batchReport(tiers, 2);
  int64_t *row = rowOf(cells, 0, kMatmul);
  row[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_EMPTY;
  row[NANGUARD_COL_MAX_BITS] = kF16Nan;
  std::vector<int64_t> sum = merge(cells);
  EXPECT_EQ(rowOf(sum, 0, kMatmul)[NANGUARD_COL_MAX_BITS], kF16One);
  EXPECT_FALSE(rowOf(sum, 0, kMatmul)[NANGUARD_COL_STATUS] &
               NANGUARD_STATUS_EMPTY);
  rowOf(cells, 1, kMatmul)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_EMPTY;
  sum = merge(cells);
  EXPECT_TRUE(rowOf(sum, 0, kMatmul)[NANGUARD_COL_STATUS] &
              NANGUARD_STATUS_EMPTY);
  // No request at all.
  sum = merge({});
  EXPECT_EQ(rowOf(sum, 0, kLog)[NANGUARD_COL_STATUS], NANGUARD_STATUS_EMPTY);
}

TEST(Requests, MisuseIsTold) {
  int64_t cell = 0;
  EXPECT_EQ(nanguard_report_merge_requests(&cell, 1, 1, 11, &cell),
            NANGUARD_ERR_LENGTH);
  EXPECT_EQ(nanguard_report_merge_requests(nullptr, 1, 1,
                                           NANGUARD_REPORT_COLUMNS, &cell),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_EQ(nanguard_report_merge_requests(&cell, 1, 1, NANGUARD_REPORT_COLUMNS,
                                           nullptr),
            NANGUARD_ERR_ARGUMENT);
}

TEST(Requests, OnlyTheFaultyRequestIsLowered) {
  nanguard_model *model = nullptr;
  ASSERT_EQ(nanguard_model_create_from_manifest(manifest(), "main", &model),
            NANGUARD_OK);
  nanguard_context *contexts[3];
  for (nanguard_context *&context : contexts)
    ASSERT_EQ(nanguard_context_create(model, nullptr, 0, &context),
              NANGUARD_OK);
  for (int step = 0; step < 3; ++step) {
    std::vector<uint8_t> tiers(kOps, NANGUARD_FORM_FUSED_BITS);
    for (nanguard_context *context : contexts) {
      std::vector<uint8_t> own(kOps);
      ASSERT_EQ(nanguard_context_tiers(context, own.data(), kOps), NANGUARD_OK);
    }
    std::vector<int64_t> cells = batchReport(tiers, 3);
    rowOf(cells, 1, kSoftmax)[NANGUARD_COL_MAX_BITS] = kF16Nan;
    for (size_t i = 0; i < 3; ++i)
      ASSERT_EQ(nanguard_context_step_end(contexts[i], &cells[i * kCells], kOps,
                                          NANGUARD_REPORT_COLUMNS, nullptr),
                NANGUARD_OK);
  }
  for (size_t i = 0; i < 3; ++i) {
    nanguard_op_info info = {};
    info.struct_size = sizeof info;
    ASSERT_EQ(nanguard_context_op_info(contexts[i], kSoftmax, &info),
              NANGUARD_OK);
    EXPECT_EQ(info.state,
              i == 1 ? NANGUARD_STATE_SAFE_STAGE_1 : NANGUARD_STATE_NORMAL);
    nanguard_context_destroy(contexts[i]);
  }
  nanguard_model_destroy(model);
}

} // namespace
