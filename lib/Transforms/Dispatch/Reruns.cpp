//===- Reruns.cpp - What an op runs besides its tier's form ---------------===//
//
// Rescues and shadow runs, behind the form that the tier chose: into the same
// outputs, or into some that nobody reads.
//
//===----------------------------------------------------------------------===//

#include "Reruns.h"

#include "../Clusters/ValidRows.h"
#include "../Scans/ReportRow.h"
#include "InjectHook.h"

#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace nanguard;

// On a predicated form, for the lowering to GPUs: the form that it runs, and
// the bits of the row from which on it runs.
static constexpr StringLiteral kGatedFormAttr = "nanguard.gates";
static constexpr StringLiteral kGateAttr = "nanguard.gate";

Value nanguard::injectIntoOutput(ImplicitLocOpBuilder &b, DispatchOp op,
                                 Value tier, Value &output, Value row) {
  output = throughInjectHook(b, output, op.getId(), /*operand=*/-1, tier);
  if (!isFloatTensor(output.getType()))
    return row;
  Value seen = onlyValid(b, output, masksAmong(op, op.getInputs()));
  return insertAt(b, scanBits(b, seen, op.getExpectInf()), row,
                  NANGUARD_COL_MAX_BITS);
}

/// The inputs as a further run of `op` reads them: a fault of the first run's
/// own read is not in them.
static SmallVector<Value> struckAnew(ImplicitLocOpBuilder &b, DispatchOp op,
                                     unsigned form) {
  SmallVector<Value> inputs;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    Value whole = beforeInjectHook(input);
    inputs.push_back(whole ? throughInjectHook(b, whole, op.getId(), i,
                                               constantInt(b, form, 8))
                           : input);
  }
  return inputs;
}

/// @FORM_if(gate, arguments…): what @FORM does where the row `gate` is bad of
/// outputs of `type`, else nothing. A device looks at the row in the kernels.
func::FuncOp Reruns::gated(SymbolRefAttr form, FloatType type) {
  func::FuncOp &func = gatedForms[form];
  if (func)
    return func;
  auto base = symbols.lookup<func::FuncOp>(form.getLeafReference());
  SmallVector<Type> types = {reportRowType(symbols.getOp()->getContext())};
  llvm::append_range(types, base.getArgumentTypes());
  OpBuilder top = OpBuilder::atBlockEnd(&symbols.getOp()->getRegion(0).front());
  func =
      func::FuncOp::create(top, base.getLoc(), (base.getName() + "_if").str(),
                           top.getFunctionType(types, base.getResultTypes()));
  func.setPrivate();
  for (NamedAttribute attr : base->getDiscardableAttrs())
    func->setAttr(attr.getName(), attr.getValue());
  func->setAttr(kGatedFormAttr, FlatSymbolRefAttr::get(base));
  func->setAttr(kGateAttr, top.getI64IntegerAttr(infinityBits(type)));
  symbols.insert(func);
  Block *block = func.addEntryBlock();
  auto b = ImplicitLocOpBuilder::atBlockEnd(func.getLoc(), block);
  ValueRange args = block->getArguments();
  auto branch =
      scf::IfOp::create(b, base.getResultTypes(), isBadRow(b, args[0], type),
                        /*withElseRegion=*/true);
  auto then =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.thenBlock());
  scf::YieldOp::create(
      then, func::CallOp::create(then, base, args.drop_front()).getResults());
  auto otherwise =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.elseBlock());
  scf::YieldOp::create(otherwise, args.take_back(base.getNumResults()));
  func::ReturnOp::create(b, branch.getResults());
  return func;
}

/// `row` with what the last further run, whose columns `final` gives, has to
/// tell where there was one (`ran`): whether it `rescued`, in which step
/// the unfused form went bad, what it counted and how large its values were.
static Value tellRescue(ImplicitLocOpBuilder &b, Value row, Value rescued,
                        llvm::function_ref<Value(int64_t)> final, Value ran) {
  Value step = arith::AndIOp::create(
      b, final(NANGUARD_COL_STATUS),
      constantInt(
          b,
          NANGUARD_STATUS_INNER |
              int64_t(NANGUARD_STATUS_STEP_MASK) << NANGUARD_STATUS_STEP_SHIFT |
              int64_t(NANGUARD_STATUS_BORN_MASK) << NANGUARD_STATUS_BORN_SHIFT,
          64));
  Value told = orStatus(b, row, arith::OrIOp::create(b, rescued, step));
  for (nanguard_column column :
       {NANGUARD_COL_EXIT_COUNT, NANGUARD_COL_CLIP_COUNT,
        NANGUARD_COL_INNER_BITS}) {
    Value count = final(column);
    if (ran)
      count = arith::SelectOp::create(b, ran, count, extractAt(b, row, column));
    told = insertAt(b, count, told, column);
  }
  return told;
}

/// A rescue for a device, where a look at the row is a wait: the kernels
/// look. They leave their own row at zero where there is nothing to do.
Value Reruns::runGated(ImplicitLocOpBuilder &b, DispatchOp op, Value asked,
                       SmallVector<Value> &values, Value row, FloatType type) {
  auto forms = llvm::to_vector(op.getForms().getAsRange<SymbolRefAttr>());
  SmallVector<Type> types{ValueRange(values).getTypes()};
  types.push_back(row.getType());
  auto branch = scf::IfOp::create(b, types, asked, /*withElseRegion=*/true);
  auto in = ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.thenBlock());
  auto call = [&](unsigned form, Value gate, ValueRange outs) {
    SmallVector<Value> operands = {gate};
    llvm::append_range(operands, op.getInputs());
    llvm::append_range(operands, outs);
    operands.push_back(freshRow(in, /*inBuffer=*/true));
    return SmallVector<Value>(
        func::CallOp::create(in, gated(forms[form], type), operands)
            .getResults());
  };
  SmallVector<Value> safe = call(NANGUARD_FORM_SAFE, row, values);
  SmallVector<Value> last =
      call(NANGUARD_FORM_UNFUSED, safe.back(), ValueRange(safe).drop_back());
  Value bad = isBadRow(in, row, type),
        safeBad = isBadRow(in, safe.back(), type);
  auto final = [&](int64_t column) -> Value {
    return arith::SelectOp::create(in, safeBad,
                                   extractAt(in, last.back(), column),
                                   extractAt(in, safe.back(), column));
  };
  Value cured = arith::CmpIOp::create(in, arith::CmpIPredicate::ult,
                                      final(NANGUARD_COL_MAX_BITS),
                                      constantInt(in, infinityBits(type), 64));
  Value outcome = arith::SelectOp::create(
      in, cured, constantInt(in, NANGUARD_STATUS_RESCUED, 64),
      constantInt(in, NANGUARD_STATUS_TRIED, 64));
  Value rescued =
      arith::SelectOp::create(in, bad, outcome, constantInt(in, 0, 64));
  last.back() = tellRescue(in, row, rescued, final, bad);
  scf::YieldOp::create(in, last);
  auto otherwise =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.elseBlock());
  SmallVector<Value> kept = values;
  kept.push_back(row);
  scf::YieldOp::create(otherwise, kept);
  values.assign(branch.getResults().begin(), branch.getResults().end());
  return values.pop_back_val();
}

Value Reruns::isRescued(ImplicitLocOpBuilder &b, Value tier, Value watched,
                        Value row) {
  auto type = cast<FloatType>(getElementTypeOrSelf(watched.getType()));
  return arith::AndIOp::create(b, isAsked(b, tier, NANGUARD_TIER_RESCUE),
                               isBadRow(b, row, type));
}

Value Reruns::rescue(ImplicitLocOpBuilder &b, DispatchOp op, Value tier,
                     SmallVector<Value> &values, Value row) {
  auto forms = llvm::to_vector(op.getForms().getAsRange<SymbolRefAttr>());
  auto type =
      cast<FloatType>(getElementTypeOrSelf(firstFloatTensor(values).getType()));
  Value asked = isAsked(b, tier, NANGUARD_TIER_RESCUE);
  SmallVector<Type> types{ValueRange(values).getTypes()};
  types.push_back(row.getType());
  auto call = [&](ImplicitLocOpBuilder &in, unsigned form, ValueRange outs) {
    return wideCalls.call(in, op, forms[form], struckAnew(in, op, form), outs,
                          freshRow(in, /*inBuffer=*/true));
  };
  auto inBlock = [&](Block &block) {
    return ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), &block);
  };
  // Behind the unfused form there is none to run.
  Value form = arith::AndIOp::create(
      b, tier, constantInt(b, NANGUARD_TIER_FORM_MASK, 8));
  Value hasNext =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, form,
                            constantInt(b, NANGUARD_FORM_UNFUSED, 8));
  Value wanted = arith::AndIOp::create(b, asked, hasNext);
  bool isStruck = llvm::any_of(op.getInputs(), beforeInjectHook);
  bool hasWide = op.getWideInputs() || op.getWideResults();
  if (gates && !isStruck && !hasWide)
    return runGated(b, op, wanted, values, row, type);
  // The row is looked at only where that is asked for: on a device this is a
  // wait.
  auto outer = scf::IfOp::create(b, types, wanted, /*withElseRegion=*/true);
  ImplicitLocOpBuilder look = inBlock(*outer.thenBlock());
  auto first = scf::IfOp::create(look, types, isBadRow(look, row, type),
                                 /*withElseRegion=*/true);
  scf::YieldOp::create(look, first.getResults());
  ImplicitLocOpBuilder then = inBlock(*first.thenBlock());
  SmallVector<Value> safe = call(then, NANGUARD_FORM_SAFE, values);
  auto second =
      scf::IfOp::create(then, types, isBadRow(then, safe.back(), type),
                        /*withElseRegion=*/true);
  ImplicitLocOpBuilder deeper = inBlock(*second.thenBlock());
  scf::YieldOp::create(deeper, call(deeper, NANGUARD_FORM_UNFUSED,
                                    ValueRange(safe).drop_back()));
  ImplicitLocOpBuilder enough = inBlock(*second.elseBlock());
  scf::YieldOp::create(enough, safe);

  SmallVector<Value> again(second.getResults());
  Value rescued =
      arith::SelectOp::create(then, isBadRow(then, again.back(), type),
                              constantInt(then, NANGUARD_STATUS_TRIED, 64),
                              constantInt(then, NANGUARD_STATUS_RESCUED, 64));
  again.back() = tellRescue(
      then, row, rescued,
      [&](int64_t column) { return extractAt(then, again.back(), column); },
      /*ran=*/Value());
  scf::YieldOp::create(then, again);
  SmallVector<Value> kept = values;
  kept.push_back(row);
  for (scf::IfOp branch : {outer, first}) {
    ImplicitLocOpBuilder otherwise = inBlock(*branch.elseBlock());
    scf::YieldOp::create(otherwise, kept);
  }

  values.assign(outer.getResults().begin(), outer.getResults().end());
  return values.pop_back_val();
}

/// i1: some element of the shadow run is further from the output y than
/// |y|/8 + max|y|/64, which no two roundings of one formula are.
static Value differs(ImplicitLocOpBuilder &b, Value shadow, Value output,
                     Value row) {
  auto tensor = cast<RankedTensorType>(output.getType());
  auto type = cast<FloatType>(tensor.getElementType());
  Type f64 = b.getF64Type(), i64 = b.getI64Type();
  auto wide = [&](ImplicitLocOpBuilder &in, Value x) -> Value {
    return type.isF64() ? x : arith::ExtFOp::create(in, f64, x);
  };
  auto real = [&](ImplicitLocOpBuilder &in, double value) -> Value {
    return arith::ConstantOp::create(in, in.getF64FloatAttr(value));
  };
  Value bits = extractAt(b, row, NANGUARD_COL_MAX_BITS);
  if (type.getWidth() < 64)
    bits = arith::TruncIOp::create(b, b.getIntegerType(type.getWidth()), bits);
  Value slack = arith::MulFOp::create(
      b, wide(b, arith::BitcastOp::create(b, type, bits)), real(b, 1. / 64));
  auto zero = DenseElementsAttr::get(RankedTensorType::get({}, i64),
                                     b.getI64IntegerAttr(0));
  AffineMap id = b.getMultiDimIdentityMap(tensor.getRank());
  AffineMap all = AffineMap::get(tensor.getRank(), 0, b.getContext());
  SmallVector<utils::IteratorType> loops(tensor.getRank(),
                                         utils::IteratorType::reduction);
  auto count = linalg::GenericOp::create(
      b, zero.getType(), ValueRange{shadow, output},
      arith::ConstantOp::create(b, zero).getResult(),
      ArrayRef<AffineMap>{id, id, all}, loops,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder in(loc, builder);
        Value y = wide(in, args[1]);
        Value distance = math::AbsFOp::create(
            in, arith::SubFOp::create(in, wide(in, args[0]), y));
        Value near = arith::AddFOp::create(
            in,
            arith::MulFOp::create(in, math::AbsFOp::create(in, y),
                                  real(in, 0.125)),
            slack);
        Value far = arith::CmpFOp::create(in, arith::CmpFPredicate::OGT,
                                          distance, near);
        Value one = arith::ExtUIOp::create(in, in.getI64Type(), far);
        linalg::YieldOp::create(
            in, ValueRange{arith::AddIOp::create(in, one, args[2])});
      });
  return arith::CmpIOp::create(
      b, arith::CmpIPredicate::ne,
      tensor::ExtractOp::create(b, count.getResult(0), ValueRange{}),
      constantInt(b, 0, 64));
}

Value Reruns::shadow(ImplicitLocOpBuilder &b, DispatchOp op, Value tier,
                     ArrayRef<Value> values, Value row) {
  auto forms = llvm::to_vector(op.getForms().getAsRange<SymbolRefAttr>());
  Value asked = isAsked(b, tier, NANGUARD_TIER_SHADOW);
  auto branch = scf::IfOp::create(b, TypeRange{row.getType()}, asked,
                                  /*withElseRegion=*/true);
  ImplicitLocOpBuilder then =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.thenBlock());
  SmallVector<Value> shadow =
      wideCalls.call(then, op, forms[NANGUARD_FORM_FUSED_BITS], op.getInputs(),
                     op.getInits(), freshRow(then, /*inBuffer=*/true));
  Value shadowRow = shadow.pop_back_val();
  // A fault of the fused form strikes its shadow too.
  if (op->hasAttr(kInjectOutputAttr))
    shadowRow = injectIntoOutput(then, op,
                                 constantInt(then, NANGUARD_FORM_FUSED_BITS, 8),
                                 shadow.front(), shadowRow);
  Value output = firstFloatTensor(values);
  RowMasks masks = masksAmong(op, op.getInputs());
  auto type = cast<FloatType>(getElementTypeOrSelf(output.getType()));
  Value bad = arith::OrIOp::create(
      then, isBadRow(then, shadowRow, type),
      differs(then, onlyValid(then, firstFloatTensor(shadow), masks),
              onlyValid(then, output, masks), row));
  scf::YieldOp::create(
      then,
      orStatus(then, row, bitsWhere(then, bad, NANGUARD_STATUS_SHADOW_BAD)));
  ImplicitLocOpBuilder otherwise =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.elseBlock());
  scf::YieldOp::create(otherwise, row);
  return branch.getResult(0);
}
