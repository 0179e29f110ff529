//===- ContractionLoops.cpp - Register tiles of a contraction -------------===//
//
// Weights come as [N, K] from exporters: both operands are then contiguous
// along K, and a tile of dot products with the lanes along K needs neither a
// transpose nor a packed copy. Where B is contiguous along N, the lanes run
// along N (outer products). Narrow operands are widened into a scratch block.
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace {
constexpr int64_t kMaxStackBytes = 256 * 1024;

/// One factor of the products: its buffer, and whether it must be widened.
struct Factor {
  Value memref;
  AffineMap map;
  bool widen = false;
  Value scratch; // [rows, cols] in the wide type, null: read in place
  Value base[2]; // what scratch row and column 0 stand for
  unsigned dims[2] = {0, 0};
};

struct Contraction {
  linalg::GenericOp op;
  Factor a, b;
  Value c;
  AffineMap cMap;
  FloatType type;
  SmallVector<unsigned> outer;
  int m = -1, n = -1;
  SmallVector<unsigned> ks; // summed over, outermost first
  bool lanesAlongK = false;
  bool isConvolution = false;

  /// The dimension summed over of a contraction that is no convolution.
  unsigned k() const { return ks.front(); }
};

struct Body {
  unsigned lhs, rhs;
  FloatType type;
};

/// acc + a * b, each of a and b perhaps widened.
std::optional<Body> matchBody(linalg::GenericOp op) {
  Block &body = op.getRegion().front();
  auto yield = cast<linalg::YieldOp>(body.getTerminator());
  if (yield.getNumOperands() != 1)
    return std::nullopt;
  auto add = yield.getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add)
    return std::nullopt;
  Value acc = body.getArgument(2);
  Value product = add.getLhs() == acc ? add.getRhs() : add.getLhs();
  if (add.getLhs() != acc && add.getRhs() != acc)
    return std::nullopt;
  auto mul = product.getDefiningOp<arith::MulFOp>();
  if (!mul)
    return std::nullopt;
  auto argument = [&](Value value) -> int {
    if (auto ext = value.getDefiningOp<arith::ExtFOp>())
      value = ext.getIn();
    auto arg = dyn_cast<BlockArgument>(value);
    return arg && arg.getOwner() == &body && arg.getArgNumber() < 2
               ? int(arg.getArgNumber())
               : -1;
  };
  int lhs = argument(mul.getLhs()), rhs = argument(mul.getRhs());
  auto type = dyn_cast<FloatType>(add.getType());
  // A narrow accumulator rounds each step as the model wrote it: not here.
  if (lhs < 0 || rhs < 0 || lhs == rhs || !type || type.getWidth() < 32)
    return std::nullopt;
  return Body{unsigned(lhs), unsigned(rhs), type};
}

bool lastDimIs(AffineMap map, unsigned dim) {
  return map.getNumResults() > 0 && map.getResult(map.getNumResults() - 1) ==
                                        getAffineDimExpr(dim, map.getContext());
}

/// The constant c of a sum with the term `dim * c`; 0 without such a term.
int64_t coefficientOf(AffineExpr expr, unsigned dim) {
  if (auto position = dyn_cast<AffineDimExpr>(expr))
    return position.getPosition() == dim;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 0;
  if (binary.getKind() == AffineExprKind::Add)
    return coefficientOf(binary.getLHS(), dim) +
           coefficientOf(binary.getRHS(), dim);
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return factor ? coefficientOf(binary.getLHS(), dim) * factor.getValue() : 0;
}

/// Each result is a sum of dimensions times positive constants: a window's
/// position.
bool isSumOfDims(AffineMap map) {
  return map.getNumSymbols() == 0 &&
         llvm::all_of(map.getResults(), [](AffineExpr expr) {
           bool holds = true;
           expr.walk([&](AffineExpr part) {
             auto constant = dyn_cast<AffineConstantExpr>(part);
             holds &= isa<AffineDimExpr>(part) ||
                      (constant && constant.getValue() > 0) ||
                      part.getKind() == AffineExprKind::Add ||
                      part.getKind() == AffineExprKind::Mul;
           });
           return holds && !isa<AffineConstantExpr>(expr);
         });
}

/// Whether `dim` moves along the buffer's innermost dimension only.
bool runsAlongRows(AffineMap map, unsigned dim) {
  return map.getNumResults() > 0 &&
         coefficientOf(map.getResults().back(), dim) > 0 &&
         llvm::none_of(map.getResults().drop_back(), [&](AffineExpr expr) {
           return expr.isFunctionOfDim(dim);
         });
}

FailureOr<Contraction> match(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return failure();
  auto body = matchBody(op);
  if (!body)
    return failure();
  Contraction con;
  con.op = op;
  con.type = body->type;
  auto maps = op.getIndexingMapsArray();
  if (!maps[2].isProjectedPermutation())
    return failure();
  for (AffineMap map : ArrayRef(maps).take_front(2)) {
    if (!isSumOfDims(map))
      return failure();
    con.isConvolution |= !map.isProjectedPermutation();
  }
  con.c = op.getDpsInits()[0];
  con.cMap = maps[2];
  auto factor = [&](unsigned i) {
    Factor f;
    f.memref = op.getDpsInputs()[i];
    f.map = maps[i];
    f.widen = getElementTypeOrSelf(f.memref.getType()) != con.type;
    return f;
  };
  con.a = factor(body->lhs);
  con.b = factor(body->rhs);

  auto iterators = op.getIteratorTypesArray();
  SmallVector<unsigned> ms, ns;
  for (unsigned d = 0; d < iterators.size(); ++d) {
    bool inA = con.a.map.isFunctionOfDim(d), inB = con.b.map.isFunctionOfDim(d);
    if (iterators[d] == utils::IteratorType::reduction) {
      if (!inA || !inB)
        return failure();
      con.ks.push_back(d);
    } else if (inA && inB) {
      con.outer.push_back(d);
    } else if (inA) {
      ms.push_back(d);
    } else if (inB) {
      ns.push_back(d);
    } else {
      return failure();
    }
  }
  if (con.ks.empty() || (ms.empty() && ns.empty()))
    return failure();
  con.isConvolution |= con.ks.size() > 1;
  // An extent is read off the operand that the dimension indexes alone.
  for (unsigned d = 0; d < iterators.size(); ++d)
    if (llvm::none_of(maps, [&](AffineMap map) {
          return llvm::is_contained(map.getResults(),
                                    getAffineDimExpr(d, op.getContext()));
        }))
      return failure();
  // The lanes' side is B.
  auto rows = [&](Factor &f, unsigned d) {
    return lastDimIs(f.map, d) && nanguard::hasVectorRows(f.memref);
  };
  con.lanesAlongK =
      !con.isConvolution && rows(con.a, con.k()) && rows(con.b, con.k());
  if (!con.lanesAlongK) {
    auto fits = [&](Factor &f, ArrayRef<unsigned> dims) {
      return !dims.empty() && runsAlongRows(f.map, dims.back()) &&
             nanguard::hasVectorRows(f.memref) &&
             lastDimIs(con.cMap, dims.back()) && nanguard::hasVectorRows(con.c);
    };
    if (!fits(con.b, ns)) {
      if (!fits(con.a, ms))
        return failure();
      std::swap(con.a, con.b);
      std::swap(ms, ns);
    }
  } else if (ns.empty()) {
    std::swap(con.a, con.b);
    std::swap(ms, ns);
  }
  con.n = ns.pop_back_val();
  if (!ms.empty())
    con.m = ms.pop_back_val();
  llvm::append_range(con.outer, ms);
  llvm::append_range(con.outer, ns);
  return con;
}

/// Builds the loops of one contraction.
class Emitter {
public:
  Emitter(RewriterBase &rewriter, Contraction &con)
      : b(rewriter), loc(con.op.getLoc()), con(con),
        lanes(con.type.getWidth() == 32 ? 8 : 4),
        vecType(VectorType::get({lanes}, con.type)) {}

  void emit();

private:
  using Loop = function_ref<void(Value)>;

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value add(Value a, Value c) {
    return b.createOrFold<arith::AddIOp>(loc, a, c);
  }
  Value sub(Value a, Value c) {
    return b.createOrFold<arith::SubIOp>(loc, a, c);
  }
  Value wholeTiles(Value extent, int64_t tile) {
    if (tile == 1)
      return extent;
    Value rest = b.createOrFold<arith::RemUIOp>(loc, extent, index(tile));
    return sub(extent, rest);
  }
  void loop(Value from, Value to, int64_t step, Loop body,
            bool parallel = false) {
    auto forOp = scf::ForOp::create(b, loc, from, to, index(step));
    if (parallel)
      nanguard::markParallel(forOp);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    body(forOp.getInductionVar());
  }
  /// Tiles of `tile`, then single steps for the rest.
  void tiled(Value from, Value to, int64_t tile,
             function_ref<void(Value, int64_t)> body, bool parallel = false) {
    Value whole = add(from, wholeTiles(sub(to, from), tile));
    loop(from, whole, tile, [&](Value iv) { body(iv, tile); }, parallel);
    if (tile > 1)
      loop(whole, to, 1, [&](Value iv) { body(iv, 1); });
  }
  Value extent(unsigned dim);
  Value zeroVector() {
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(vecType));
  }
  SmallVector<Value> indices(AffineMap map, ArrayRef<Value> at) {
    SmallVector<Value> result;
    for (AffineExpr expr : map.getResults())
      result.push_back(affine::expandAffineExpr(b, loc, expr, at, {}));
    return result;
  }
  int64_t strideOf(const Factor &f);
  bool canMask();
  SmallVector<Value> whereIs(Factor &f, ArrayRef<Value> at);
  Value load(Factor &f, ArrayRef<Value> at, bool vector);
  Value loadLanes(Factor &f, ArrayRef<Value> at, Value mask);
  Value widened(Value value) {
    Type want = isa<VectorType>(value.getType()) ? Type(vecType) : con.type;
    if (value.getType() == want)
      return value;
    return arith::ExtFOp::create(b, loc, want, value);
  }
  SmallVector<Value> kLoop(Value from, Value to, int64_t step, ValueRange inits,
                           function_ref<SmallVector<Value>(Value, ValueRange)>);
  SmallVector<Value>
  sumOver(ArrayRef<unsigned> dims, SmallVector<Value> position,
          ValueRange inits,
          function_ref<SmallVector<Value>(ArrayRef<Value>, ValueRange)> body);
  void dotTile(int64_t rows, int64_t cols);
  void outerTile(int64_t rows, int64_t vectors, bool scalar, Value mask = {});
  Value makeScratch(Value rows, Value cols);
  void widenBlock(Factor &f, Value rowFrom, Value rowTo, Value colFrom,
                  Value colTo);
  void block(Value from, Value to);

  RewriterBase &b;
  Location loc;
  Contraction &con;
  int64_t lanes;
  VectorType vecType;
  SmallVector<Value> at;      // position in every loop dimension
  SmallVector<Value> extents; // of every loop dimension
};

Value Emitter::extent(unsigned dim) {
  auto maps = con.op.getIndexingMapsArray();
  for (auto [operand, map] : llvm::zip(con.op->getOperands(), maps))
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      if (expr == b.getAffineDimExpr(dim)) {
        int64_t size = cast<MemRefType>(operand.getType()).getDimSize(i);
        if (!ShapedType::isDynamic(size))
          return index(size);
      }
  for (auto [operand, map] : llvm::zip(con.op->getOperands(), maps))
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      if (expr == b.getAffineDimExpr(dim))
        return memref::DimOp::create(b, loc, operand, i);
  llvm_unreachable("each dimension indexes an operand");
}

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

SmallVector<Value>
Emitter::kLoop(Value from, Value to, int64_t step, ValueRange inits,
               function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto forOp = scf::ForOp::create(b, loc, from, to, index(step), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  auto results = body(forOp.getInductionVar(), forOp.getRegionIterArgs());
  scf::YieldOp::create(b, loc, results);
  return SmallVector<Value>(forOp.getResults());
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

Value Emitter::makeScratch(Value rows, Value cols) {
  auto type = [&](Value extent, SmallVector<Value> &dynamic) {
    APInt value;
    if (matchPattern(extent, m_ConstantInt(&value)))
      return value.getSExtValue();
    dynamic.push_back(extent);
    return ShapedType::kDynamic;
  };
  SmallVector<Value> dynamic;
  int64_t r = type(rows, dynamic), c = type(cols, dynamic);
  auto memref = MemRefType::get({r, c}, con.type);
  IntegerAttr align = b.getI64IntegerAttr(64);
  // The stack is for kernels, which hold a contraction or two each; a whole
  // model in one function would pile up its scratch there.
  auto func = con.op->getParentOfType<func::FuncOp>();
  if (func && func.isPrivate() && dynamic.empty() &&
      r * c * con.type.getWidth() / 8 <= kMaxStackBytes)
    return memref::AllocaOp::create(b, loc, memref, ValueRange{}, align);
  return memref::AllocOp::create(b, loc, memref, dynamic, align);
}

/// Widens rows [rowFrom, rowTo) and columns [colFrom, colTo) into the scratch;
/// columns are the factor's contiguous dimension, or any for the scalar side.
void Emitter::widenBlock(Factor &f, Value rowFrom, Value rowTo, Value colFrom,
                         Value colTo) {
  Factor source = f;
  source.scratch = nullptr;
  f.base[0] = rowFrom;
  f.base[1] = colFrom;
  bool vector =
      lastDimIs(f.map, f.dims[1]) && nanguard::hasVectorRows(f.memref);
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
  b.setInsertionPoint(con.op);
  unsigned numLoops = con.op.getNumLoops();
  for (unsigned d = 0; d < numLoops; ++d)
    extents.push_back(extent(d));
  at.assign(numLoops, index(0));

  int64_t columns = con.lanesAlongK ? 12 : 64;
  APInt rows;
  // Few rows read the weights once: a widened copy would only cost.
  bool reused = !con.isConvolution && con.m >= 0 &&
                !(matchPattern(extents[con.m], m_ConstantInt(&rows)) &&
                  rows.getSExtValue() <= 4);
  if (reused && con.a.widen) {
    con.a.dims[0] = con.m;
    con.a.dims[1] = con.k();
    con.a.scratch = makeScratch(extents[con.m], extents[con.k()]);
  }
  if (reused && con.b.widen) {
    con.b.dims[0] = con.lanesAlongK ? con.n : con.k();
    con.b.dims[1] = con.lanesAlongK ? con.k() : con.n;
    con.b.scratch = con.lanesAlongK
                        ? makeScratch(index(columns), extents[con.k()])
                        : makeScratch(extents[con.k()], index(columns));
  }
  std::function<void(unsigned)> nest = [&](unsigned depth) {
    if (depth < con.outer.size()) {
      unsigned dim = con.outer[depth];
      auto body = [&](Value iv) {
        at[dim] = iv;
        nest(depth + 1);
      };
      return loop(index(0), extents[dim], 1, body, /*parallel=*/true);
    }
    if (con.a.scratch)
      widenBlock(con.a, index(0), extents[con.m], index(0), extents[con.k()]);
    Value n = extents[con.n];
    auto columnBlock = [&](Value from) {
      Value to = arith::MinUIOp::create(b, loc, add(from, index(columns)), n);
      block(from, to);
    };
    loop(index(0), n, columns, columnBlock, /*parallel=*/true);
  };
  nest(0);
  b.eraseOp(con.op);
}
} // namespace

LogicalResult nanguard::lowerContraction(RewriterBase &rewriter,
                                         linalg::GenericOp op) {
  auto con = match(op);
  if (failed(con))
    return failure();
  Emitter(rewriter, *con).emit();
  return success();
}
