//===- Contraction.cpp - A sum of products, and loops over it -------------===//
//
// Finds what a contraction's dimensions are: those of the rows, of the
// columns, of both (batches), and those summed over. The lanes' side is B.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard;
using namespace nanguard::cpu;

static constexpr int64_t kMaxStackBytes = 256 * 1024;

int64_t cpu::coefficientOf(AffineExpr expr, unsigned dim) {
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

namespace {
bool lastDimIs(AffineMap map, unsigned dim) {
  return map.getNumResults() > 0 && map.getResult(map.getNumResults() - 1) ==
                                        getAffineDimExpr(dim, map.getContext());
}

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

} // namespace

bool Factor::isContiguousAlong(unsigned dim) const {
  return lastDimIs(map, dim) && hasVectorRows(memref);
}

FailureOr<Contraction> cpu::analyzeContraction(linalg::GenericOp op) {
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
  con.lanesAlongK = !con.isConvolution && con.a.isContiguousAlong(con.k()) &&
                    con.b.isContiguousAlong(con.k());
  if (!con.lanesAlongK) {
    auto fits = [&](Factor &f, ArrayRef<unsigned> dims) {
      return !dims.empty() && runsAlongRows(f.map, dims.back()) &&
             nanguard::hasVectorRows(f.memref) &&
             lastDimIs(con.cMap, dims.back()) && nanguard::hasVectorRows(con.c);
    };
    con.isDirect = fits(con.b, ns);
    if (!con.isDirect && fits(con.a, ms)) {
      con.isDirect = true;
      std::swap(con.a, con.b);
      std::swap(ms, ns);
    }
  } else if (ns.empty()) {
    std::swap(con.a, con.b);
    std::swap(ms, ns);
  }
  if (ns.empty())
    return failure();
  con.n = ns.pop_back_val();
  if (!ms.empty())
    con.m = ms.pop_back_val();
  llvm::append_range(con.outer, ms);
  llvm::append_range(con.outer, ns);
  return con;
}

ContractionEmitter::ContractionEmitter(RewriterBase &rewriter, Contraction &con,
                                       int64_t lanes)
    : b(rewriter), loc(con.op.getLoc()), con(con), lanes(lanes),
      vecType(VectorType::get({lanes}, con.type)) {
  b.setInsertionPoint(con.op);
  for (unsigned d = 0; d < con.op.getNumLoops(); ++d)
    extents.push_back(extent(d));
  at.assign(con.op.getNumLoops(), index(0));
}

Value ContractionEmitter::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value ContractionEmitter::add(Value a, Value c) {
  return b.createOrFold<arith::AddIOp>(loc, a, c);
}

Value ContractionEmitter::sub(Value a, Value c) {
  return b.createOrFold<arith::SubIOp>(loc, a, c);
}

Value ContractionEmitter::wholeTiles(Value extent, int64_t tile) {
  if (tile == 1)
    return extent;
  Value rest = b.createOrFold<arith::RemUIOp>(loc, extent, index(tile));
  return sub(extent, rest);
}

void ContractionEmitter::loop(Value from, Value to, int64_t step, Loop body,
                              bool parallel) {
  auto forOp = scf::ForOp::create(b, loc, from, to, index(step));
  if (parallel)
    markParallel(forOp);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  body(forOp.getInductionVar());
}

SmallVector<Value> ContractionEmitter::kLoop(
    Value from, Value to, int64_t step, ValueRange inits,
    function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto forOp = scf::ForOp::create(b, loc, from, to, index(step), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  auto results = body(forOp.getInductionVar(), forOp.getRegionIterArgs());
  scf::YieldOp::create(b, loc, results);
  return SmallVector<Value>(forOp.getResults());
}

void ContractionEmitter::outerLoops(function_ref<void()> body) {
  std::function<void(ArrayRef<unsigned>)> nest = [&](ArrayRef<unsigned> dims) {
    if (dims.empty())
      return body();
    auto inner = [&](Value iv) {
      at[dims.front()] = iv;
      nest(dims.drop_front());
    };
    loop(index(0), extents[dims.front()], 1, inner, /*parallel=*/true);
  };
  nest(con.outer);
}

Value ContractionEmitter::extent(unsigned dim) {
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

Value ContractionEmitter::zeroVector() {
  return arith::ConstantOp::create(b, loc, b.getZeroAttr(vecType));
}

SmallVector<Value> ContractionEmitter::indices(AffineMap map,
                                               ArrayRef<Value> at) {
  SmallVector<Value> result;
  for (AffineExpr expr : map.getResults())
    result.push_back(affine::expandAffineExpr(b, loc, expr, at, {}));
  return result;
}

Value ContractionEmitter::widened(Value value) {
  Type want = isa<VectorType>(value.getType()) ? Type(vecType) : con.type;
  if (value.getType() == want)
    return value;
  return arith::ExtFOp::create(b, loc, want, value);
}

Value ContractionEmitter::makeScratch(ValueRange sizes) {
  auto [extents, dynamic] = decomposeMixedValues(getAsOpFoldResult(sizes));
  auto memref = MemRefType::get(extents, con.type);
  IntegerAttr align = b.getI64IntegerAttr(64);
  // The stack is for kernels, which hold a contraction or two each; a whole
  // model in one function would pile up its scratch there.
  auto func = con.op->getParentOfType<func::FuncOp>();
  if (func && func.isPrivate() && dynamic.empty() &&
      memref.getNumElements() * con.type.getWidth() / 8 <= kMaxStackBytes)
    return memref::AllocaOp::create(b, loc, memref, ValueRange{}, align);
  return memref::AllocOp::create(b, loc, memref, dynamic, align);
}
