//===- PackedContractions.cpp - A large contraction, packed ---------------===//
//
// K is cut into blocks. Of a block, B becomes panels as wide as a register
// tile, contiguous in the order in which the tile reads them, and A is copied
// where its rows aren't contiguous, are narrow, or fall on the same lines of
// the cache. A register tile adds the products of one block in the order of
// K, from zero on, and adds their sum to C: an element's bits depend on K and
// its type alone.
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
/// The longest block along K: a panel of B of it stays in the nearest caches.
constexpr int64_t kLongestBlock = 384;
/// Register tiles down that share a pass over the panels of B.
constexpr int64_t kTilesDown = 8;
/// Below this, packing costs more than it gives.
constexpr int64_t kLeastColumns = 32, kLeastTerms = 16,
                  kLeastProducts = 128 * 1024;
/// Dot products read both factors as they are: with fewer rows they are faster.
constexpr int64_t kLeastRowsAlongK = 48;
/// A matrix that falls out of the caches is packed for fewer rows.
constexpr int64_t kLeastRows = 32, kFewRows = 8, kLargeMatrix = 512 * 1024;

int64_t extentOf(Contraction &con, unsigned dim) {
  return con.op.getStaticLoopRanges()[dim];
}

/// Lanes run along what C is contiguous in.
LogicalResult orient(Contraction &con) {
  Factor c;
  c.memref = con.c;
  c.map = con.cMap;
  if (con.m < 0)
    return failure();
  if (c.isContiguousAlong(con.m)) {
    std::swap(con.a, con.b);
    std::swap(con.m, con.n);
  }
  return success(c.isContiguousAlong(con.n));
}

bool isWorthPacking(Contraction &con) {
  int64_t m = extentOf(con, con.m), n = extentOf(con, con.n),
          k = extentOf(con, con.k());
  if (ShapedType::isDynamicShape({m, n, k}) || n < kLeastColumns ||
      k < kLeastTerms || m * n * k < kLeastProducts)
    return false;
  if (con.lanesAlongK)
    return m >= kLeastRowsAlongK;
  return m >= (n * k >= kLargeMatrix ? kFewRows : kLeastRows);
}

/// Rows of A can be read where they are: wide, contiguous along K, and not so
/// far apart that a tile's rows share a few sets of the cache.
bool isReadInPlace(Contraction &con) {
  if (con.a.widen || !con.a.isContiguousAlong(con.k()))
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(cast<MemRefType>(con.a.memref.getType())
                 .getStridesAndOffset(strides, offset)))
    return false;
  for (auto [expr, stride] : llvm::zip(con.a.map.getResults(), strides))
    if (expr.isFunctionOfDim(con.m))
      return ShapedType::isStatic(stride) &&
             stride * con.type.getWidth() / 8 % 2048 != 0;
  return false;
}

class PackedEmitter : ContractionEmitter {
public:
  PackedEmitter(RewriterBase &rewriter, Contraction &con, int64_t vectorBits)
      : ContractionEmitter(rewriter, con, vectorBits / con.type.getWidth()),
        tileRows(vectorBits == 512 ? 12 : 6), width(2 * lanes),
        m(extentOf(con, con.m)), n(extentOf(con, con.n)),
        k(extentOf(con, con.k())) {
    int64_t blocks = llvm::divideCeil(k, kLongestBlock);
    kBlock = llvm::alignTo(llvm::divideCeil(k, blocks), 16);
  }
  void emit();

private:
  /// What a copy writes an element or a vector of columns with.
  using Store = function_ref<void(Value row, Value col, Value x)>;

  Value load(Factor &f, Value row, Value col, bool vector);
  SmallVector<Value> transposed(SmallVector<Value> rows);
  void copyScalars(Factor &f, Value rowFrom, Value rowTo, Value colFrom,
                   Value colTo, Store store);
  void copy(Factor &f, Value rows, Value cols, Store store, bool parallel);
  void packRows();
  void packPanel(Value panels, Value panel, Value column, int64_t columns);
  SmallVector<Value> sumBlock(Value panels, Value panel, Value row,
                              int64_t rows, int64_t vectors);
  void tile(Value panels, Value panel, Value row, int64_t rows, Value column,
            int64_t columns);
  void tilesDown(Value panels, Value panel, Value from, Value to, Value column,
                 int64_t columns);
  void acrossPanels();
  void downRows();
  void block();

  int64_t tileRows, width, m, n, k, kBlock;
  Value kFrom, kSize; // the block along K that is being emitted
};

/// The element, or a vector, of a factor at a position of its two dimensions.
Value PackedEmitter::load(Factor &f, Value row, Value col, bool vector) {
  SmallVector<Value> where = at;
  where[f.dims[0]] = add(f.base[0], row);
  where[f.dims[1]] = add(f.base[1], col);
  where = indices(f.map, where);
  if (!vector)
    return widened(memref::LoadOp::create(b, loc, f.memref, where));
  auto type = VectorType::get({lanes}, getElementTypeOrSelf(f.memref));
  return widened(vector::LoadOp::create(b, loc, type, f.memref, where));
}

/// Interleaving halves turns the index of an element by a bit.
SmallVector<Value> PackedEmitter::transposed(SmallVector<Value> rows) {
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < lanes / 2; ++i) {
    low.append({i, lanes + i});
    high.append({lanes / 2 + i, lanes + lanes / 2 + i});
  }
  for (int64_t done = 1; done < lanes; done *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < lanes / 2; ++i)
      for (ArrayRef<int64_t> half : {ArrayRef(low), ArrayRef(high)})
        next.push_back(vector::ShuffleOp::create(b, loc, rows[i],
                                                 rows[i + lanes / 2], half));
    rows = next;
  }
  return rows;
}

void PackedEmitter::copyScalars(Factor &f, Value rowFrom, Value rowTo,
                                Value colFrom, Value colTo, Store store) {
  loop(rowFrom, rowTo, 1, [&](Value row) {
    loop(colFrom, colTo, 1,
         [&](Value col) { store(row, col, load(f, row, col, false)); });
  });
}

/// Hands out the rows and columns of `f` from its base on, as vectors along
/// the columns where the buffer has these, or rows to make them of.
void PackedEmitter::copy(Factor &f, Value rows, Value cols, Store store,
                         bool parallel) {
  if (f.isContiguousAlong(f.dims[1])) {
    Value whole = wholeTiles(cols, lanes);
    auto copyRow = [&](Value row) {
      loop(index(0), whole, lanes,
           [&](Value col) { store(row, col, load(f, row, col, true)); });
      loop(whole, cols, 1,
           [&](Value col) { store(row, col, load(f, row, col, false)); });
    };
    return loop(index(0), rows, 1, copyRow, parallel);
  }
  if (!f.isContiguousAlong(f.dims[0]))
    return copyScalars(f, index(0), rows, index(0), cols, store);
  Value wholeRows = wholeTiles(rows, lanes),
        wholeCols = wholeTiles(cols, lanes);
  auto copySquares = [&](Value row) {
    loop(index(0), wholeCols, lanes, [&](Value col) {
      SmallVector<Value> vectors;
      for (int64_t i = 0; i < lanes; ++i)
        vectors.push_back(load(f, row, add(col, index(i)), true));
      for (auto [i, x] : llvm::enumerate(transposed(vectors)))
        store(add(row, index(i)), col, x);
    });
    copyScalars(f, row, add(row, index(lanes)), wholeCols, cols, store);
  };
  loop(index(0), wholeRows, lanes, copySquares, parallel);
  copyScalars(f, wholeRows, rows, index(0), cols, store);
}

/// The block of A along K, its rows one behind the other.
void PackedEmitter::packRows() {
  Factor source = con.a;
  source.scratch = nullptr;
  source.dims[0] = con.m;
  source.dims[1] = con.k();
  source.base[0] = index(0);
  source.base[1] = kFrom;
  auto store = [&](Value row, Value col, Value x) {
    if (isa<VectorType>(x.getType()))
      vector::StoreOp::create(b, loc, x, con.a.scratch, ValueRange{row, col});
    else
      memref::StoreOp::create(b, loc, x, con.a.scratch, ValueRange{row, col});
  };
  copy(source, index(m), kSize, store, /*parallel=*/true);
}

/// The block of B along K, so many columns of it.
void PackedEmitter::packPanel(Value panels, Value panel, Value column,
                              int64_t columns) {
  Factor source = con.b;
  source.dims[0] = con.k();
  source.dims[1] = con.n;
  source.base[0] = kFrom;
  source.base[1] = column;
  if (columns % lanes != 0)
    loop(index(0), kSize, 1, [&](Value row) {
      vector::StoreOp::create(
          b, loc, zeroVector(), panels,
          ValueRange{panel, row, index(columns / lanes * lanes)});
    });
  auto store = [&](Value row, Value col, Value x) {
    SmallVector<Value> where{panel, row, col};
    if (isa<VectorType>(x.getType()))
      vector::StoreOp::create(b, loc, x, panels, where);
    else
      memref::StoreOp::create(b, loc, x, panels, where);
  };
  copy(source, kSize, index(columns), store, /*parallel=*/false);
}

/// The sums of the block's products of some rows with a panel's vectors.
SmallVector<Value> PackedEmitter::sumBlock(Value panels, Value panel, Value row,
                                           int64_t rows, int64_t vectors) {
  auto step = [&](Value k, ValueRange carried) {
    SmallVector<Value> bs, next;
    for (int64_t j = 0; j < vectors; ++j)
      bs.push_back(vector::LoadOp::create(
          b, loc, vecType, panels, ValueRange{panel, k, index(j * lanes)}));
    SmallVector<Value> where = at;
    where[con.k()] = add(kFrom, k);
    for (int64_t i = 0; i < rows; ++i) {
      where[con.m] = add(row, index(i));
      Value x = con.a.scratch
                    ? memref::LoadOp::create(b, loc, con.a.scratch,
                                             ValueRange{where[con.m], k})
                    : memref::LoadOp::create(b, loc, con.a.memref,
                                             indices(con.a.map, where));
      x = vector::BroadcastOp::create(b, loc, vecType, x);
      for (int64_t j = 0; j < vectors; ++j)
        next.push_back(
            math::FmaOp::create(b, loc, x, bs[j], carried[i * vectors + j]));
    }
    return next;
  };
  SmallVector<Value> zeros(rows * vectors, zeroVector());
  return kLoop(index(0), kSize, 1, zeros, step);
}

/// rows x columns sums over the block, added to C.
void PackedEmitter::tile(Value panels, Value panel, Value row, int64_t rows,
                         Value column, int64_t columns) {
  int64_t vectors = llvm::divideCeil(columns, lanes);
  auto forEachPart = [&](function_ref<void(ValueRange, int64_t, bool)> body) {
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < vectors; ++j) {
        SmallVector<Value> where = at;
        where[con.m] = add(row, index(i));
        where[con.n] = add(column, index(j * lanes));
        bool whole = (j + 1) * lanes <= columns;
        body(indices(con.cMap, where), i * vectors + j, whole);
      }
  };
  // C is needed last, and isn't in a cache by then.
  forEachPart([&](ValueRange where, int64_t, bool) {
    memref::PrefetchOp::create(b, loc, con.c, where, /*isWrite=*/false,
                               /*localityHint=*/3, /*isDataCache=*/true);
  });
  SmallVector<Value> sums = sumBlock(panels, panel, row, rows, vectors);
  Value mask;
  if (columns % lanes != 0)
    mask = vector::CreateMaskOp::create(b, loc,
                                        VectorType::get({lanes}, b.getI1Type()),
                                        index(columns % lanes));
  forEachPart([&](ValueRange where, int64_t part, bool whole) {
    Value sum = sums[part];
    if (whole) {
      Value old = vector::LoadOp::create(b, loc, vecType, con.c, where);
      sum = arith::AddFOp::create(b, loc, old, sum);
      vector::StoreOp::create(b, loc, sum, con.c, where);
      return;
    }
    Value old = vector::MaskedLoadOp::create(b, loc, vecType, con.c, where,
                                             mask, zeroVector());
    sum = arith::AddFOp::create(b, loc, old, sum);
    vector::MaskedStoreOp::create(b, loc, con.c, where, mask, sum);
  });
}

/// Whole register tiles of the rows [from, to), which `tileRows` divides.
void PackedEmitter::tilesDown(Value panels, Value panel, Value from, Value to,
                              Value column, int64_t columns) {
  loop(from, to, tileRows,
       [&](Value row) { tile(panels, panel, row, tileRows, column, columns); });
}

/// Each iteration packs a panel of B and goes down all rows.
void PackedEmitter::acrossPanels() {
  auto whole = [&](Value column, int64_t columns) {
    Value panels = makeScratch({index(1), index(kBlock), index(width)});
    packPanel(panels, index(0), column, columns);
    tilesDown(panels, index(0), index(0), index(m / tileRows * tileRows),
              column, columns);
    if (m % tileRows != 0)
      tile(panels, index(0), index(m / tileRows * tileRows), m % tileRows,
           column, columns);
  };
  loop(
      index(0), index(n / width * width), width,
      [&](Value column) { whole(column, width); }, /*parallel=*/true);
  if (n % width != 0)
    whole(index(n / width * width), n % width);
}

/// All panels of B are packed; each iteration takes some rows along them.
void PackedEmitter::downRows() {
  int64_t wholeN = n / width * width, wholeM = m / tileRows * tileRows;
  Value panels = makeScratch(
      {index(llvm::divideCeil(n, width)), index(kBlock), index(width)});
  auto numberOf = [&](Value column) -> Value {
    return arith::DivUIOp::create(b, loc, column, index(width));
  };
  loop(
      index(0), index(wholeN), width,
      [&](Value column) { packPanel(panels, numberOf(column), column, width); },
      /*parallel=*/true);
  if (wholeN != n)
    packPanel(panels, index(n / width), index(wholeN), n % width);
  auto along =
      [&](function_ref<void(Value panel, Value column, int64_t)> body) {
        loop(index(0), index(wholeN), width,
             [&](Value column) { body(numberOf(column), column, width); });
        if (wholeN != n)
          body(index(n / width), index(wholeN), n % width);
      };
  int64_t rows = tileRows * kTilesDown;
  loop(
      index(0), index(wholeM), rows,
      [&](Value from) {
        Value to = arith::MinUIOp::create(b, loc, add(from, index(rows)),
                                          index(wholeM));
        along([&](Value panel, Value column, int64_t columns) {
          tilesDown(panels, panel, from, to, column, columns);
        });
      },
      /*parallel=*/true);
  if (wholeM != m)
    along([&](Value panel, Value column, int64_t columns) {
      tile(panels, panel, index(wholeM), m % tileRows, column, columns);
    });
}

void PackedEmitter::block() {
  if (con.a.scratch)
    packRows();
  if (n >= m)
    acrossPanels();
  else
    downRows();
}

void PackedEmitter::emit() {
  if (!isReadInPlace(con)) {
    // A line more where the rows would fall on the same sets of the cache.
    int64_t line = 512 / con.type.getWidth();
    int64_t pad = kBlock % (8 * line) == 0 ? line : 0;
    con.a.scratch = makeScratch({index(m), index(kBlock + pad)});
  }
  outerLoops([&] {
    if (k <= kBlock) {
      kFrom = index(0);
      kSize = index(k);
      return block();
    }
    loop(index(0), index(k), kBlock, [&](Value from) {
      kFrom = from;
      kSize = k % kBlock == 0 ? index(kBlock)
                              : arith::MinUIOp::create(b, loc, index(kBlock),
                                                       sub(index(k), from));
      block();
    });
  });
  b.eraseOp(con.op);
}
} // namespace

LogicalResult cpu::lowerPackedContraction(RewriterBase &rewriter,
                                          Contraction &con,
                                          int64_t vectorBits) {
  if (con.isConvolution)
    return failure();
  Contraction packed = con;
  if (failed(orient(packed)) || !isWorthPacking(packed))
    return failure();
  PackedEmitter(rewriter, packed, vectorBits).emit();
  return success();
}
