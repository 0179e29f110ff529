//===- ContractionLoops.cpp - Register tiles of a contraction -------------===//
//
// Weights come as [N, K] from exporters: both operands are then contiguous
// along K, and a tile of dot products with the lanes along K needs neither a
// transpose nor a packed copy. Where B is contiguous along N, the lanes run
// along N (outer products). Narrow operands are widened into a scratch block.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard::cpu;

namespace {
/// Builds the loops of one contraction.
class Emitter : ContractionEmitter {
public:
  Emitter(RewriterBase &rewriter, Contraction &con)
      : ContractionEmitter(rewriter, con, con.type.getWidth() == 32 ? 8 : 4) {}

  void emit();

private:
  /// Tiles of `tile`, then single steps for the rest.
  void tiled(Value from, Value to, int64_t tile,
             function_ref<void(Value, int64_t)> body, bool parallel = false) {
    Value whole = add(from, wholeTiles(sub(to, from), tile));
    loop(from, whole, tile, [&](Value iv) { body(iv, tile); }, parallel);
    if (tile > 1)
      loop(whole, to, 1, [&](Value iv) { body(iv, 1); });
  }
  int64_t strideOf(const Factor &f);
  bool canMask();
  SmallVector<Value> whereIs(Factor &f, ArrayRef<Value> at);
  Value load(Factor &f, ArrayRef<Value> at, bool vector);
  Value loadLanes(Factor &f, ArrayRef<Value> at, Value mask);
  SmallVector<Value>
  sumOver(ArrayRef<unsigned> dims, SmallVector<Value> position,
          ValueRange inits,
          function_ref<SmallVector<Value>(ArrayRef<Value>, ValueRange)> body);
  void dotTile(int64_t rows, int64_t cols);
  void outerTile(int64_t rows, int64_t vectors, bool scalar, Value mask = {});
  void widenBlock(Factor &f, Value rowFrom, Value rowTo, Value colFrom,
                  Value colTo);
  void block(Value from, Value to);
};

/// How far apart two lanes along N lie in memory.
int64_t Emitter::strideOf(const Factor &f) {
  return f.scratch ? 1 : coefficientOf(f.map.getResults().back(), con.n);
}

/// Whether a part of a vector can be loaded and stored: there are masks for
/// wide elements only before AVX-512.
bool Emitter::canMask() {
  return strideOf(con.b) == 1 && (con.b.scratch || !con.b.widen);
}

/// Where the factor's element at a position of the loops lies in memory.
SmallVector<Value> Emitter::whereIs(Factor &f, ArrayRef<Value> at) {
  if (!f.scratch)
    return indices(f.map, at);
  SmallVector<Value> where;
  for (int i = 0; i < 2; ++i)
    where.push_back(sub(at[f.dims[i]], f.base[i]));
  return where;
}

Value Emitter::load(Factor &f, ArrayRef<Value> at, bool vector) {
  SmallVector<Value> where = whereIs(f, at);
  Value from = f.scratch ? f.scratch : f.memref;
  if (!vector)
    return widened(memref::LoadOp::create(b, loc, from, where));
  auto type = VectorType::get({lanes}, getElementTypeOrSelf(from.getType()));
  return widened(vector::LoadOp::create(b, loc, type, from, where));
}

/// The lanes along N, with `mask` those that it names and 0 in the others;
/// element by element where a window moves by more than one.
Value Emitter::loadLanes(Factor &f, ArrayRef<Value> at, Value mask) {
  int64_t stride = strideOf(f);
  if (stride == 1 && !mask)
    return load(f, at, /*vector=*/true);
  SmallVector<Value> where = whereIs(f, at);
  Value from = f.scratch ? f.scratch : f.memref;
  auto type = VectorType::get({lanes}, getElementTypeOrSelf(from.getType()));
  if (mask)
    return vector::MaskedLoadOp::create(b, loc, type, from, where, mask,
                                        zeroVector());
  SmallVector<Value> parts;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    SmallVector<Value> there(where);
    there.back() = add(there.back(), index(lane * stride));
    parts.push_back(memref::LoadOp::create(b, loc, from, there));
  }
  return widened(vector::FromElementsOp::create(b, loc, type, parts));
}

/// Loops over `dims`, nested; `body` gets the position and what is carried.
SmallVector<Value> Emitter::sumOver(
    ArrayRef<unsigned> dims, SmallVector<Value> position, ValueRange inits,
    function_ref<SmallVector<Value>(ArrayRef<Value>, ValueRange)> body) {
  if (dims.empty())
    return body(position, inits);
  return kLoop(index(0), extents[dims.front()], 1, inits,
               [&](Value iv, ValueRange carried) {
                 position[dims.front()] = iv;
                 return sumOver(dims.drop_front(), position, carried, body);
               });
}

/// rows x cols dot products at `at`, lanes along K.
void Emitter::dotTile(int64_t rows, int64_t cols) {
  SmallVector<SmallVector<Value>> aAt(rows, at), bAt(cols, at);
  for (int64_t i = 0; i < rows && con.m >= 0; ++i)
    aAt[i][con.m] = add(at[con.m], index(i));
  for (int64_t j = 0; j < cols; ++j)
    bAt[j][con.n] = add(at[con.n], index(j));
  auto step = [&](Value k, ValueRange accs, bool vector) {
    SmallVector<Value> as, bs, next;
    for (auto &where : aAt) {
      where[con.k()] = k;
      as.push_back(load(con.a, where, vector));
    }
    for (auto &where : bAt) {
      where[con.k()] = k;
      bs.push_back(load(con.b, where, vector));
    }
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < cols; ++j)
        next.push_back(
            math::FmaOp::create(b, loc, as[i], bs[j], accs[i * cols + j]));
    return next;
  };
  Value whole = wholeTiles(extents[con.k()], lanes);
  SmallVector<Value> accs(rows * cols, zeroVector());
  accs = kLoop(index(0), whole, lanes, accs, [&](Value k, ValueRange carried) {
    return step(k, carried, /*vector=*/true);
  });
  for (Value &acc : accs)
    acc = nanguard::reduceLanes(
        b, loc, acc, [](OpBuilder &b, Location l, Value x, Value y) -> Value {
          return arith::AddFOp::create(b, l, x, y);
        });
  accs =
      kLoop(whole, extents[con.k()], 1, accs, [&](Value k, ValueRange carried) {
        return step(k, carried, /*vector=*/false);
      });
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < cols; ++j) {
      SmallVector<Value> cAt = aAt[i];
      cAt[con.n] = bAt[j][con.n];
      auto where = indices(con.cMap, cAt);
      Value old = memref::LoadOp::create(b, loc, con.c, where);
      Value sum = arith::AddFOp::create(b, loc, old, accs[i * cols + j]);
      memref::StoreOp::create(b, loc, sum, con.c, where);
    }
}

/// rows x (vectors * lanes) elements at `at`, lanes along N, those of `mask`;
/// or scalars.
void Emitter::outerTile(int64_t rows, int64_t vectors, bool scalar,
                        Value mask) {
  SmallVector<SmallVector<Value>> aAt(rows, at), bAt(vectors, at);
  for (int64_t i = 0; i < rows && con.m >= 0; ++i)
    aAt[i][con.m] = add(at[con.m], index(i));
  for (int64_t j = 0; j < vectors; ++j)
    bAt[j][con.n] = add(at[con.n], index(j * lanes));
  auto forEachPart = [&](function_ref<void(ValueRange where, int64_t i)> body) {
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < vectors; ++j) {
        SmallVector<Value> cAt = aAt[i];
        cAt[con.n] = bAt[j][con.n];
        body(indices(con.cMap, cAt), i * vectors + j);
      }
  };
  // From what is there on, as linalg has it.
  SmallVector<Value> accs;
  forEachPart([&](ValueRange where, int64_t) {
    if (scalar)
      accs.push_back(memref::LoadOp::create(b, loc, con.c, where));
    else if (mask)
      accs.push_back(vector::MaskedLoadOp::create(b, loc, vecType, con.c, where,
                                                  mask, zeroVector()));
    else
      accs.push_back(vector::LoadOp::create(b, loc, vecType, con.c, where));
  });
  auto moved = [&](SmallVector<Value> to, ArrayRef<Value> position) {
    for (unsigned k : con.ks)
      to[k] = position[k];
    return to;
  };
  accs = sumOver(
      con.ks, at, accs, [&](ArrayRef<Value> position, ValueRange carried) {
        SmallVector<Value> bs, next;
        for (auto &where : bAt)
          bs.push_back(scalar ? load(con.b, moved(where, position), false)
                              : loadLanes(con.b, moved(where, position), mask));
        for (int64_t i = 0; i < rows; ++i) {
          Value x = load(con.a, moved(aAt[i], position), /*vector=*/false);
          if (!scalar)
            x = vector::BroadcastOp::create(b, loc, vecType, x);
          for (int64_t j = 0; j < vectors; ++j)
            next.push_back(math::FmaOp::create(b, loc, x, bs[j],
                                               carried[i * vectors + j]));
        }
        return next;
      });
  forEachPart([&](ValueRange where, int64_t i) {
    if (scalar)
      memref::StoreOp::create(b, loc, accs[i], con.c, where);
    else if (mask)
      vector::MaskedStoreOp::create(b, loc, con.c, where, mask, accs[i]);
    else
      vector::StoreOp::create(b, loc, accs[i], con.c, where);
  });
}

/// Widens rows [rowFrom, rowTo) and columns [colFrom, colTo) into the scratch;
/// columns are the factor's contiguous dimension, or any for the scalar side.
void Emitter::widenBlock(Factor &f, Value rowFrom, Value rowTo, Value colFrom,
                         Value colTo) {
  Factor source = f;
  source.scratch = nullptr;
  f.base[0] = rowFrom;
  f.base[1] = colFrom;
  bool vector = f.isContiguousAlong(f.dims[1]);
  loop(rowFrom, rowTo, 1, [&](Value row) {
    SmallVector<Value> where = at;
    where[f.dims[0]] = row;
    auto copy = [&](Value col, bool vec) {
      where[f.dims[1]] = col;
      Value x = load(source, where, vec);
      SmallVector<Value> to{sub(row, rowFrom), sub(col, colFrom)};
      if (vec)
        vector::StoreOp::create(b, loc, x, f.scratch, to);
      else
        memref::StoreOp::create(b, loc, x, f.scratch, to);
    };
    Value whole =
        vector ? add(colFrom, wholeTiles(sub(colTo, colFrom), lanes)) : colFrom;
    if (vector)
      loop(colFrom, whole, lanes, [&](Value col) { copy(col, true); });
    loop(whole, colTo, 1, [&](Value col) { copy(col, false); });
  });
}

/// All rows of one block of columns.
void Emitter::block(Value from, Value to) {
  if (con.b.scratch) {
    if (con.lanesAlongK)
      widenBlock(con.b, from, to, index(0), extents[con.k()]);
    else
      widenBlock(con.b, index(0), extents[con.k()], from, to);
  }
  auto columns = [&](int64_t rows) {
    if (con.lanesAlongK) {
      tiled(from, to, 3, [&](Value n, int64_t cols) {
        at[con.n] = n;
        dotTile(rows, cols);
      });
      return;
    }
    Value wide = add(from, wholeTiles(sub(to, from), 2 * lanes));
    Value whole = add(from, wholeTiles(sub(to, from), lanes));
    loop(from, wide, 2 * lanes, [&](Value n) {
      at[con.n] = n;
      outerTile(rows, 2, false);
    });
    loop(wide, whole, lanes, [&](Value n) {
      at[con.n] = n;
      outerTile(rows, 1, false);
    });
    bool masked = canMask();
    loop(whole, to, masked ? lanes : 1, [&](Value n) {
      at[con.n] = n;
      Value mask;
      if (masked)
        mask = vector::CreateMaskOp::create(
            b, loc, VectorType::get({lanes}, b.getI1Type()), sub(to, n));
      outerTile(rows, 1, !masked, mask);
    });
  };
  if (con.m < 0)
    return columns(1);
  auto rowBlock = [&](Value m, int64_t rows) {
    at[con.m] = m;
    columns(rows);
  };
  tiled(index(0), extents[con.m], 4, rowBlock, /*parallel=*/true);
}

void Emitter::emit() {
  int64_t columns = con.lanesAlongK ? 12 : 64;
  APInt rows;
  // Few rows read the weights once: a widened copy would only cost.
  bool reused = !con.isConvolution && con.m >= 0 &&
                !(matchPattern(extents[con.m], m_ConstantInt(&rows)) &&
                  rows.getSExtValue() <= 4);
  if (reused && con.a.widen) {
    con.a.dims[0] = con.m;
    con.a.dims[1] = con.k();
    con.a.scratch = makeScratch({extents[con.m], extents[con.k()]});
  }
  if (reused && con.b.widen) {
    con.b.dims[0] = con.lanesAlongK ? con.n : con.k();
    con.b.dims[1] = con.lanesAlongK ? con.k() : con.n;
    con.b.scratch = con.lanesAlongK
                        ? makeScratch({index(columns), extents[con.k()]})
                        : makeScratch({extents[con.k()], index(columns)});
  }
  outerLoops([&] {
    if (con.a.scratch)
      widenBlock(con.a, index(0), extents[con.m], index(0), extents[con.k()]);
    Value n = extents[con.n];
    auto columnBlock = [&](Value from) {
      Value to = arith::MinUIOp::create(b, loc, add(from, index(columns)), n);
      block(from, to);
    };
    loop(index(0), n, columns, columnBlock, /*parallel=*/true);
  });
  b.eraseOp(con.op);
}
} // namespace

LogicalResult nanguard::lowerContraction(RewriterBase &rewriter,
                                         linalg::GenericOp op,
                                         int64_t vectorBits) {
  auto con = analyzeContraction(op);
  if (failed(con))
    return failure();
  if (succeeded(lowerStreamedContraction(rewriter, *con, vectorBits)) ||
      succeeded(lowerPackedContraction(rewriter, *con, vectorBits)))
    return success();
  if (!con->isDirect)
    return failure();
  Emitter(rewriter, *con).emit();
  return success();
}
