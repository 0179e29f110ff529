//===- LowerDispatch.cpp - nanguard-lower-dispatch ------------------------===//
//
// A dispatch is a switch over calls: a call stands there anyway, so the switch
// blocks no fusion. Rows are written in place of the report.
//
//===----------------------------------------------------------------------===//

#include "InjectHook.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

#include <map>

namespace nanguard {
#define GEN_PASS_DEF_LOWERDISPATCHPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

static Value constant(ImplicitLocOpBuilder &b, int64_t value, unsigned width) {
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(b.getIntegerType(width), value));
}

static Value insertAt(ImplicitLocOpBuilder &b, Value value, Value row,
                      nanguard_column column) {
  return tensor::InsertOp::create(
      b, value, row, ValueRange{arith::ConstantIndexOp::create(b, column)});
}

static Value extractAt(ImplicitLocOpBuilder &b, Value row, int64_t index) {
  return tensor::ExtractOp::create(
      b, row, ValueRange{arith::ConstantIndexOp::create(b, index)});
}

namespace {
class DispatchLowering {
public:
  DispatchLowering(ModuleOp module, bool rowsInBuffer, bool rescue)
      : module(module), symbols(module), rowsInBuffer(rowsInBuffer),
        rescue(rescue) {}

  void lower(DispatchOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value id = arith::ConstantIndexOp::create(b, op.getId());
    Value tier = tensor::ExtractOp::create(b, op.getTiers(), id);
    SmallVector<Value> operands(op.getInputs());
    llvm::append_range(operands, op.getInits());
    SmallVector<Value> values =
        !rowsInBuffer && isScanOnly(op.getKind()) &&
                !op->hasAttr(kInjectOutputAttr)
            ? callEntry(b, op, operands, tier)
            : choose(b, op, operands, tier, freshRow(b));
    Value row = values.pop_back_val();
    values.push_back(
        rowsInBuffer ? storeRow(b, op, row)
                     : tensor::InsertSliceOp::create(b, row, op.getReport(),
                                                     rowOffsets(b, op),
                                                     rowSizes(b), strides(b))
                           .getResult());
    op->replaceAllUsesWith(values);
    op.erase();
  }

private:
  RankedTensorType rowType() {
    return RankedTensorType::get({NANGUARD_REPORT_COLUMNS},
                                 IntegerType::get(module.getContext(), 64));
  }
  static SmallVector<OpFoldResult> rowOffsets(OpBuilder &b, DispatchOp op) {
    return {b.getIndexAttr(op.getId()), b.getIndexAttr(0)};
  }
  static SmallVector<OpFoldResult> rowSizes(OpBuilder &b) {
    return {b.getIndexAttr(1), b.getIndexAttr(NANGUARD_REPORT_COLUMNS)};
  }
  static SmallVector<OpFoldResult> strides(OpBuilder &b) {
    return {b.getIndexAttr(1), b.getIndexAttr(1)};
  }
  /// Zeros. For bufferization in a buffer of their own: an empty tensor would
  /// be merged with the other rows' and then with one row's slice of the
  /// report, and a constant would be written to where a form leaves its row
  /// alone.
  Value freshRow(ImplicitLocOpBuilder &b) {
    Value zeros = arith::ConstantOp::create(
        b, DenseElementsAttr::get(rowType(), b.getI64IntegerAttr(0)));
    return rowsInBuffer ? bufferization::AllocTensorOp::create(
                              b, rowType(), ValueRange{}, zeros)
                              .getResult()
                        : zeros;
  }

  /// A report that is one tensor, inserted into once an op, makes the
  /// bufferization analysis quadratic; a buffer with a slice an op does not.
  Value storeRow(ImplicitLocOpBuilder &b, DispatchOp op, Value row) {
    Value buffer = bufferOf(op);
    Value slice = memref::SubViewOp::create(
        b,
        cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
            rowType().getShape(), cast<MemRefType>(buffer.getType()),
            rowOffsets(b, op), rowSizes(b), strides(b))),
        buffer, rowOffsets(b, op), rowSizes(b), strides(b));
    bufferization::MaterializeInDestinationOp::create(
        b, TypeRange{}, row, slice, /*restrict=*/true, /*writable=*/true);
    // The last row's store completes the report for those who read it.
    if (llvm::all_of(op.getNewReport().getUsers(), llvm::IsaPred<DispatchOp>))
      return op.getReport();
    return bufferization::ToTensorOp::create(b, op.getNewReport().getType(),
                                             buffer, /*restrict=*/true,
                                             /*writable=*/false);
  }

  /// The report's buffer of the function, made at its entry and returned.
  Value bufferOf(DispatchOp op) {
    auto func = op->getParentOfType<func::FuncOp>();
    Value &buffer = buffers[func];
    if (buffer)
      return buffer;
    auto type = cast<RankedTensorType>(op.getReport().getType());
    Block &block = func.getBody().front();
    ImplicitLocOpBuilder b =
        ImplicitLocOpBuilder::atBlockBegin(func.getLoc(), &block);
    buffer = memref::AllocOp::create(
        b, MemRefType::get(type.getShape(), type.getElementType()));
    return buffer;
  }

  /// The dispatch's results and its row, as the tier asks for them.
  SmallVector<Value> choose(ImplicitLocOpBuilder &b, DispatchOp op,
                            ValueRange operands, Value tier, Value row) {
    SmallVector<Value> values = callForm(b, op, operands, tier, row);
    row = values.pop_back_val();
    if (op->hasAttr(kInjectOutputAttr))
      row = injectIntoOutput(b, op, tier, values.front(), row);
    Value watched =
        isScanOnly(op.getKind()) ? operands.front() : firstFloatTensor(values);
    if (watched)
      row = scanOnRequest(b, op, tier, watched, row);
    if (rescue && watched && op.getForms().size() > NANGUARD_FORM_UNFUSED)
      row = runShadow(b, op, tier, values, runAgain(b, op, tier, values, row));
    values.push_back(recordTier(b, tier, row));
    return values;
  }

  /// Calls @ng_entry_N_dispatch(argument, tier) -> row, which scans as the tier
  /// asks. `noinline` is what IREE and the upstream inliner heed: with the two
  /// branches of each weight in the model's own body, IREE takes more than ten
  /// minutes over a small encoder. (Clusters stay inline: its analysis gives up
  /// on a long chain of calls.)
  SmallVector<Value> callEntry(ImplicitLocOpBuilder &b, DispatchOp op,
                               ValueRange operands, Value tier) {
    Value argument = operands.front();
    return SmallVector<Value>(
        func::CallOp::create(b, entryDispatch(op, argument, tier),
                             ValueRange{argument, tier})
            .getResults());
  }

  func::FuncOp entryDispatch(DispatchOp op, Value argument, Value tier) {
    func::FuncOp &func = entries[op.getForms()];
    if (func)
      return func;
    auto form = cast<SymbolRefAttr>(op.getForms()[0]).getLeafReference();
    OpBuilder top = OpBuilder::atBlockEnd(module.getBody());
    func = func::FuncOp::create(
        top, UnknownLoc::get(module.getContext()),
        (form.getValue() + "_dispatch").str(),
        top.getFunctionType({argument.getType(), tier.getType()}, rowType()));
    func.setPrivate();
    func->setAttr("noinline", top.getUnitAttr());
    symbols.insert(func);
    Block *block = func.addEntryBlock();
    ImplicitLocOpBuilder b =
        ImplicitLocOpBuilder::atBlockEnd(func.getLoc(), block);
    func::ReturnOp::create(b, choose(b, op, block->getArgument(0),
                                     block->getArgument(1), freshRow(b)));
    return func;
  }

  /// Calls the form that the tier byte names: the last form stands for all
  /// numbers past it. A switch, or a chain of ifs for other compilers:
  /// IREE 3.13 does not take an index_switch that yields tensors.
  SmallVector<Value> callForm(ImplicitLocOpBuilder &b, DispatchOp op,
                              ValueRange inputs, Value tier, Value row) {
    SmallVector<Value> operands(inputs);
    operands.push_back(row);
    SmallVector<Type> types(op.getResults().getTypes());
    types.push_back(row.getType());
    auto forms = llvm::to_vector(op.getForms().getAsRange<SymbolRefAttr>());
    auto call = [&](ImplicitLocOpBuilder &builder, SymbolRefAttr form) {
      return func::CallOp::create(builder, form, types, operands).getResults();
    };
    if (forms.size() == 1)
      return SmallVector<Value>(call(b, forms.front()));
    Value number =
        arith::AndIOp::create(b, tier, constant(b, NANGUARD_TIER_FORM_MASK, 8));
    if (!rowsInBuffer)
      return chain(b, number, types, forms, call);
    Value form = arith::IndexCastUIOp::create(b, b.getIndexType(), number);
    SmallVector<int64_t> cases =
        llvm::to_vector(llvm::seq<int64_t>(0, forms.size() - 1));
    auto choice =
        scf::IndexSwitchOp::create(b, types, form, cases, cases.size());
    auto fill = [&](Region &region, SymbolRefAttr symbol) {
      ImplicitLocOpBuilder inner = ImplicitLocOpBuilder::atBlockBegin(
          b.getLoc(), &region.emplaceBlock());
      scf::YieldOp::create(inner, call(inner, symbol));
    };
    for (auto [region, symbol] : llvm::zip(choice.getCaseRegions(), forms))
      fill(region, symbol);
    fill(choice.getDefaultRegion(), forms.back());
    return SmallVector<Value>(choice.getResults());
  }

  /// if (number == 0) forms[0] else if (number == 1) forms[1] … else the last.
  static SmallVector<Value>
  chain(ImplicitLocOpBuilder &b, Value number, TypeRange types,
        ArrayRef<SymbolRefAttr> forms,
        llvm::function_ref<ValueRange(ImplicitLocOpBuilder &, SymbolRefAttr)>
            call,
        unsigned first = 0) {
    if (first + 1 == forms.size())
      return SmallVector<Value>(call(b, forms[first]));
    Value here = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, number,
                                       constant(b, first, 8));
    auto branch = scf::IfOp::create(b, types, here, /*withElseRegion=*/true);
    ImplicitLocOpBuilder then =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.thenBlock());
    scf::YieldOp::create(then, call(then, forms[first]));
    ImplicitLocOpBuilder other =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.elseBlock());
    scf::YieldOp::create(other,
                         chain(other, number, types, forms, call, first + 1));
    return SmallVector<Value>(branch.getResults());
  }

  /// Lets the host's faults into `output` and scans anew what it left behind.
  static Value injectIntoOutput(ImplicitLocOpBuilder &b, DispatchOp op,
                                Value tier, Value &output, Value row) {
    output = throughInjectHook(b, output, op.getId(), /*operand=*/-1, tier);
    if (!isFloatTensor(output.getType()))
      return row;
    unsigned width =
        getElementTypeOrSelf(output.getType()).getIntOrFloatBitWidth();
    auto slot = RankedTensorType::get({}, b.getIntegerType(width));
    Value bits = tensor::ExtractOp::create(
        b,
        scan(b, output, ScanMode::Bits, op.getExpectInf(),
             DenseElementsAttr::get(
                 slot, b.getIntegerAttr(slot.getElementType(), 0))),
        ValueRange{});
    if (width < 64)
      bits = arith::ExtUIOp::create(b, b.getI64Type(), bits);
    return insertAt(b, bits, row, NANGUARD_COL_MAX_BITS);
  }

  /// Whether the tier byte has one of `bits`.
  static Value isAsked(ImplicitLocOpBuilder &b, Value tier, int64_t bits) {
    Value asked = arith::AndIOp::create(b, tier, constant(b, bits, 8));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, asked,
                                 constant(b, 0, 8));
  }

  /// Whether the row's scan saw a NaN or an unexpected Inf.
  Value isBad(ImplicitLocOpBuilder &b, Value row, FloatType type) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                                 extractAt(b, row, NANGUARD_COL_MAX_BITS),
                                 constant(b, infinityBits(type), 64));
  }

  /// In-step rescue: where the scan saw a NaN or Inf and the byte asks for it,
  /// the op runs again in the safe form, and in the unfused one if that is bad
  /// too, into the same outputs. Nobody has read them yet, and the inputs are
  /// whole: nothing is written in place. The row keeps what the first run's
  /// scan saw, so that the step still counts as bad.
  Value runAgain(ImplicitLocOpBuilder &b, DispatchOp op, Value tier,
                 SmallVector<Value> &values, Value row) {
    auto forms = llvm::to_vector(op.getForms().getAsRange<SymbolRefAttr>());
    auto type = cast<FloatType>(
        getElementTypeOrSelf(firstFloatTensor(values).getType()));
    Value asked = isAsked(b, tier, NANGUARD_TIER_RESCUE);
    SmallVector<Type> types{ValueRange(values).getTypes()};
    types.push_back(row.getType());
    auto call = [&](ImplicitLocOpBuilder &in, unsigned form, ValueRange outs) {
      SmallVector<Value> operands(op.getInputs());
      llvm::append_range(operands, outs);
      operands.push_back(freshRow(in));
      return SmallVector<Value>(
          func::CallOp::create(in, forms[form], types, operands).getResults());
    };
    auto inBlock = [&](Block &block) {
      return ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), &block);
    };
    // Behind the unfused form there is none to run.
    Value form =
        arith::AndIOp::create(b, tier, constant(b, NANGUARD_TIER_FORM_MASK, 8));
    Value hasNext =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, form,
                              constant(b, NANGUARD_FORM_UNFUSED, 8));
    Value go = arith::AndIOp::create(
        b, arith::AndIOp::create(b, asked, hasNext), isBad(b, row, type));
    auto first = scf::IfOp::create(b, types, go, /*withElseRegion=*/true);
    ImplicitLocOpBuilder then = inBlock(*first.thenBlock());
    SmallVector<Value> safe = call(then, NANGUARD_FORM_SAFE, values);
    auto second = scf::IfOp::create(then, types, isBad(then, safe.back(), type),
                                    /*withElseRegion=*/true);
    ImplicitLocOpBuilder deeper = inBlock(*second.thenBlock());
    scf::YieldOp::create(deeper, call(deeper, NANGUARD_FORM_UNFUSED,
                                      ValueRange(safe).drop_back()));
    ImplicitLocOpBuilder enough = inBlock(*second.elseBlock());
    scf::YieldOp::create(enough, safe);

    SmallVector<Value> again(second.getResults());
    Value rescued = arith::SelectOp::create(
        then, isBad(then, again.back(), type), constant(then, 0, 64),
        constant(then, NANGUARD_STATUS_RESCUED, 64));
    // Where the unfused form was bad too, it knows in which step.
    Value step = arith::AndIOp::create(
        then, extractAt(then, again.back(), NANGUARD_COL_STATUS),
        constant(then,
                 int64_t(NANGUARD_STATUS_STEP_MASK)
                     << NANGUARD_STATUS_STEP_SHIFT,
                 64));
    Value status =
        arith::OrIOp::create(then, extractAt(then, row, NANGUARD_COL_STATUS),
                             arith::OrIOp::create(then, rescued, step));
    Value told = insertAt(then, status, row, NANGUARD_COL_STATUS);
    for (nanguard_column column :
         {NANGUARD_COL_EXIT_COUNT, NANGUARD_COL_CLIP_COUNT})
      told =
          insertAt(then, extractAt(then, again.back(), column), told, column);
    again.back() = told;
    scf::YieldOp::create(then, again);
    ImplicitLocOpBuilder otherwise = inBlock(*first.elseBlock());
    SmallVector<Value> kept = values;
    kept.push_back(row);
    scf::YieldOp::create(otherwise, kept);

    values.assign(first.getResults().begin(), first.getResults().end());
    return values.pop_back_val();
  }

  /// i1: some element of the shadow run is further from the output y than
  /// |y|/8 + max|y|/64, which no two roundings of one formula are.
  Value differs(ImplicitLocOpBuilder &b, Value shadow, Value output,
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
      bits =
          arith::TruncIOp::create(b, b.getIntegerType(type.getWidth()), bits);
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
        constant(b, 0, 64));
  }

  /// The fused form on the same inputs, beside a safe one: whether its fault is
  /// still there, told without handing anything of it on.
  Value runShadow(ImplicitLocOpBuilder &b, DispatchOp op, Value tier,
                  ArrayRef<Value> values, Value row) {
    auto forms = llvm::to_vector(op.getForms().getAsRange<SymbolRefAttr>());
    Value asked = isAsked(b, tier, NANGUARD_TIER_SHADOW);
    auto branch = scf::IfOp::create(b, TypeRange{row.getType()}, asked,
                                    /*withElseRegion=*/true);
    ImplicitLocOpBuilder then =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.thenBlock());
    SmallVector<Value> operands(op.getInputs());
    llvm::append_range(operands, op.getInits());
    operands.push_back(freshRow(then));
    SmallVector<Type> types{ValueRange(values).getTypes()};
    types.push_back(row.getType());
    SmallVector<Value> shadow(
        func::CallOp::create(then, forms[NANGUARD_FORM_FUSED_BITS], types,
                             operands)
            .getResults());
    Value shadowRow = shadow.pop_back_val();
    // A fault of the fused form strikes its shadow too.
    if (op->hasAttr(kInjectOutputAttr))
      shadowRow = injectIntoOutput(then, op,
                                   constant(then, NANGUARD_FORM_FUSED_BITS, 8),
                                   shadow.front(), shadowRow);
    Value output = firstFloatTensor(values);
    auto type = cast<FloatType>(getElementTypeOrSelf(output.getType()));
    Value bad = arith::OrIOp::create(
        then, isBad(then, shadowRow, type),
        differs(then, firstFloatTensor(shadow), output, row));
    Value flag = arith::SelectOp::create(
        then, bad, constant(then, NANGUARD_STATUS_SHADOW_BAD, 64),
        constant(then, 0, 64));
    Value status = arith::OrIOp::create(
        then, extractAt(then, row, NANGUARD_COL_STATUS), flag);
    scf::YieldOp::create(then,
                         insertAt(then, status, row, NANGUARD_COL_STATUS));
    ImplicitLocOpBuilder otherwise =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.elseBlock());
    scf::YieldOp::create(otherwise, row);
    return branch.getResult(0);
  }

  /// if (tier & COUNT|STATS) row = scan kernel(x, tier, row)
  Value scanOnRequest(ImplicitLocOpBuilder &b, DispatchOp op, Value tier,
                      Value watched, Value row) {
    Value asked = isAsked(b, tier, NANGUARD_TIER_COUNT | NANGUARD_TIER_STATS);
    auto ifOp = scf::IfOp::create(b, TypeRange{row.getType()}, asked,
                                  /*withElse=*/true);
    ImplicitLocOpBuilder then = ImplicitLocOpBuilder::atBlockBegin(
        b.getLoc(), &ifOp.getThenRegion().front());
    func::FuncOp scan = scanKernel(watched.getType(), op.getExpectInf());
    scf::YieldOp::create(
        then, func::CallOp::create(then, scan, ValueRange{watched, tier, row})
                  .getResults());
    ImplicitLocOpBuilder otherwise = ImplicitLocOpBuilder::atBlockBegin(
        b.getLoc(), &ifOp.getElseRegion().front());
    scf::YieldOp::create(otherwise, row);
    return ifOp.getResult(0);
  }

  /// STATUS |= tier << 8
  Value recordTier(ImplicitLocOpBuilder &b, Value tier, Value row) {
    Value status = extractAt(b, row, NANGUARD_COL_STATUS);
    Value shifted = arith::ShLIOp::create(
        b, arith::ExtUIOp::create(b, b.getI64Type(), tier), constant(b, 8, 64));
    return insertAt(b, arith::OrIOp::create(b, status, shifted), row,
                    NANGUARD_COL_STATUS);
  }

  /// @ng_scan_N(x, tier, row) -> row: counts, and statistics where asked.
  func::FuncOp scanKernel(Type type, bool expectInf) {
    func::FuncOp &func = scans[{type.getAsOpaquePointer(), expectInf}];
    if (func)
      return func;
    MLIRContext *context = module.getContext();
    OpBuilder top = OpBuilder::atBlockEnd(module.getBody());
    Type i8 = IntegerType::get(context, 8);
    func = func::FuncOp::create(
        top, UnknownLoc::get(context),
        "ng_scan_" + std::to_string(scans.size() - 1),
        FunctionType::get(context, {type, i8, rowType()}, rowType()));
    func.setPrivate();
    func->setAttr(kFormAttr, top.getStringAttr("scan"));
    symbols.insert(func);
    Block *block = func.addEntryBlock();
    ImplicitLocOpBuilder b =
        ImplicitLocOpBuilder::atBlockEnd(func.getLoc(), block);
    Value x = block->getArgument(0), tier = block->getArgument(1);
    Value row = writeCounts(b, x, block->getArgument(2), expectInf);
    Value asked = isAsked(b, tier, NANGUARD_TIER_STATS);
    auto ifOp = scf::IfOp::create(b, TypeRange{rowType()}, asked, true);
    ImplicitLocOpBuilder then = ImplicitLocOpBuilder::atBlockBegin(
        func.getLoc(), &ifOp.getThenRegion().front());
    scf::YieldOp::create(then, writeStats(then, x, row, expectInf));
    ImplicitLocOpBuilder otherwise = ImplicitLocOpBuilder::atBlockBegin(
        func.getLoc(), &ifOp.getElseRegion().front());
    scf::YieldOp::create(otherwise, row);
    func::ReturnOp::create(b, ifOp.getResults());
    return func;
  }

  static Value orStatus(ImplicitLocOpBuilder &b, Value row, int64_t bits) {
    Value status = extractAt(b, row, NANGUARD_COL_STATUS);
    return insertAt(b, arith::OrIOp::create(b, status, constant(b, bits, 64)),
                    row, NANGUARD_COL_STATUS);
  }

  static Value scan(ImplicitLocOpBuilder &b, Value x, ScanMode mode,
                    bool expectInf, DenseElementsAttr start) {
    Value acc = arith::ConstantOp::create(b, start);
    return ScanOp::create(b, acc.getType(),
                          ScanModeAttr::get(b.getContext(), mode),
                          expectInf ? b.getUnitAttr() : UnitAttr(), x, acc)
        .getResult();
  }

  static Value writeCounts(ImplicitLocOpBuilder &b, Value x, Value row,
                           bool expectInf) {
    auto type = RankedTensorType::get({3}, b.getI64Type());
    Value counts =
        scan(b, x, ScanMode::Count, expectInf,
             DenseElementsAttr::get(type, ArrayRef<int64_t>{0, 0, -1}));
    row = insertAt(b, extractAt(b, counts, 0), row, NANGUARD_COL_NAN_COUNT);
    row = insertAt(b, extractAt(b, counts, 1), row, NANGUARD_COL_INF_COUNT);
    row = insertAt(b, extractAt(b, counts, 2), row, NANGUARD_COL_FIRST_BAD);
    return orStatus(b, row, NANGUARD_STATUS_COUNTED);
  }

  /// mean = Σx / n, variance = Σx²/n − mean², of the finite values.
  static Value writeStats(ImplicitLocOpBuilder &b, Value x, Value row,
                          bool expectInf) {
    double inf = std::numeric_limits<double>::infinity();
    auto type = RankedTensorType::get({5}, b.getF64Type());
    Value stats = scan(b, x, ScanMode::Stats, expectInf,
                       DenseElementsAttr::get(
                           type, ArrayRef<double>{0.0, inf, -inf, 0.0, 0.0}));
    Value n = extractAt(b, stats, 0);
    Value mean = arith::DivFOp::create(b, extractAt(b, stats, 3), n);
    Value square = arith::DivFOp::create(b, extractAt(b, stats, 4), n);
    Value variance =
        arith::SubFOp::create(b, square, arith::MulFOp::create(b, mean, mean));
    auto put = [&](Value value, nanguard_column column) {
      row = insertAt(b, arith::BitcastOp::create(b, b.getI64Type(), value), row,
                     column);
    };
    put(extractAt(b, stats, 1), NANGUARD_COL_MIN);
    put(extractAt(b, stats, 2), NANGUARD_COL_MAX);
    put(mean, NANGUARD_COL_MEAN);
    put(variance, NANGUARD_COL_VAR);
    return orStatus(b, row, NANGUARD_STATUS_STATS);
  }

  ModuleOp module;
  SymbolTable symbols;
  bool rowsInBuffer, rescue;
  DenseMap<Operation *, Value> buffers;
  DenseMap<Attribute, func::FuncOp> entries;
  std::map<std::pair<const void *, bool>, func::FuncOp> scans;
};

struct LowerDispatchPass
    : nanguard::impl::LowerDispatchPassBase<LowerDispatchPass> {
  using Base::Base;

  void runOnOperation() override {
    DispatchLowering lowering(getOperation(), rowsInBuffer, rescue);
    SmallVector<DispatchOp> ops;
    getOperation().walk([&](DispatchOp op) { ops.push_back(op); });
    for (DispatchOp op : ops)
      lowering.lower(op);
  }
};
} // namespace
