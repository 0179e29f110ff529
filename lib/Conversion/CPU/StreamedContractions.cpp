//===- StreamedContractions.cpp - A few rows times a matrix ---------------===//
//
// The matrix, contiguous along N, is read once and in the order in which it
// lies in memory: some rows at a time, over a block of columns whose sums stay
// in the nearest cache. Products are added in the order of K, as register
// tiles add them.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard;
using namespace nanguard::cpu;

namespace {
/// More rows than that are register tiles' work.
constexpr int64_t kMostRows = 4;
/// Factors of A that stay in registers.
constexpr int64_t kFactors = 8;
/// Columns whose sums stay in the nearest cache: half of a row if that's enough
/// to stream.
constexpr int64_t kMostColumns = 4096, kLeastColumns = 1024;

class StreamedEmitter : ContractionEmitter {
public:
  StreamedEmitter(RewriterBase &rewriter, Contraction &con, int64_t vectorBits,
                  int64_t rows)
      : ContractionEmitter(rewriter, con, vectorBits / con.type.getWidth()),
        rows(rows) {}
  void emit();

private:
  Value load(Value memref, AffineMap map, bool vector);
  SmallVector<Value> loadFactors(Value k, int64_t depth);
  void addTo(Value n, Value k, ArrayRef<Value> factors, bool vector);
  void addRows(Value k, int64_t depth, Value from, Value to);

  int64_t rows;
};

Value StreamedEmitter::load(Value memref, AffineMap map, bool vector) {
  SmallVector<Value> where = indices(map, at);
  if (!vector)
    return widened(memref::LoadOp::create(b, loc, memref, where));
  auto type = VectorType::get({lanes}, getElementTypeOrSelf(memref));
  return widened(vector::LoadOp::create(b, loc, type, memref, where));
}

/// `depth` elements of each row of A from `k` on.
SmallVector<Value> StreamedEmitter::loadFactors(Value k, int64_t depth) {
  SmallVector<Value> factors;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t step = 0; step < depth; ++step) {
      if (con.m >= 0)
        at[con.m] = index(row);
      at[con.k()] = add(k, index(step));
      factors.push_back(load(con.a.memref, con.a.map, /*vector=*/false));
    }
  return factors;
}

/// Adds rows of B from `k` on, times `factors`, to C's columns at `n`.
void StreamedEmitter::addTo(Value n, Value k, ArrayRef<Value> factors,
                            bool vector) {
  int64_t depth = factors.size() / rows;
  at[con.n] = n;
  SmallVector<Value> lines;
  for (int64_t step = 0; step < depth; ++step) {
    at[con.k()] = add(k, index(step));
    lines.push_back(load(con.b.memref, con.b.map, vector));
  }
  for (int64_t row = 0; row < rows; ++row) {
    if (con.m >= 0)
      at[con.m] = index(row);
    Value sum = load(con.c, con.cMap, vector);
    for (int64_t step = 0; step < depth; ++step) {
      Value x = factors[row * depth + step];
      if (vector)
        x = vector::BroadcastOp::create(b, loc, vecType, x);
      sum = math::FmaOp::create(b, loc, x, lines[step], sum);
    }
    if (vector)
      vector::StoreOp::create(b, loc, sum, con.c, indices(con.cMap, at));
    else
      memref::StoreOp::create(b, loc, sum, con.c, indices(con.cMap, at));
  }
}

void StreamedEmitter::addRows(Value k, int64_t depth, Value from, Value to) {
  SmallVector<Value> factors = loadFactors(k, depth);
  Value whole = add(from, wholeTiles(sub(to, from), lanes));
  loop(from, whole, lanes, [&](Value n) { addTo(n, k, factors, true); });
  loop(whole, to, 1, [&](Value n) { addTo(n, k, factors, false); });
}

void StreamedEmitter::emit() {
  Value n = extents[con.n], k = extents[con.k()];
  int64_t columns = kMostColumns, depth = kFactors / rows;
  if (int64_t extent = con.op.getStaticLoopRanges()[con.n];
      ShapedType::isStatic(extent))
    columns =
        std::clamp<int64_t>(llvm::alignTo(llvm::divideCeil(extent, 2), 64),
                            kLeastColumns, kMostColumns);
  auto columnBlock = [&](Value from) {
    Value to = arith::MinUIOp::create(b, loc, add(from, index(columns)), n);
    Value whole = wholeTiles(k, depth);
    loop(index(0), whole, depth,
         [&](Value row) { addRows(row, depth, from, to); });
    loop(whole, k, 1, [&](Value row) { addRows(row, 1, from, to); });
  };
  outerLoops([&] { loop(index(0), n, columns, columnBlock, true); });
  b.eraseOp(con.op);
}
} // namespace

LogicalResult cpu::lowerStreamedContraction(RewriterBase &rewriter,
                                            Contraction &con,
                                            int64_t vectorBits) {
  if (con.isConvolution || con.lanesAlongK || !con.isDirect)
    return failure();
  SmallVector<int64_t> ranges = con.op.getStaticLoopRanges();
  int64_t rows = con.m < 0 ? 1 : ranges[con.m];
  if (ShapedType::isDynamic(rows) || rows < 1 || rows > kMostRows)
    return failure();
  StreamedEmitter(rewriter, con, vectorBits, rows).emit();
  return success();
}
