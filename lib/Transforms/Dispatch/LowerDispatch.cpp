//===- LowerDispatch.cpp - nanguard-lower-dispatch ------------------------===//
//
// A dispatch is a switch over calls: a call stands there anyway, so the switch
// blocks no fusion. Rows are written in place of the report.
//
//===----------------------------------------------------------------------===//

#include "../Clusters/ValidRows.h"
#include "../Scans/ReportRow.h"
#include "../Scans/RequestRows.h"
#include "../Variants/WideTwins.h"
#include "InjectHook.h"
#include "Reruns.h"

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
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace nanguard {
#define GEN_PASS_DEF_LOWERDISPATCHPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

// On a form, for the lowering to GPUs: bits of STATUS that the report gets with
// the tiers.
static constexpr StringLiteral kToldStatusAttr = "nanguard.told_status";

/// The bits that are set in the i64 `value` whatever the data.
static int64_t constantBitsOf(Value value) {
  if (auto both = value.getDefiningOp<arith::OrIOp>())
    return constantBitsOf(both.getLhs()) | constantBitsOf(both.getRhs());
  return getConstantIntValue(value).value_or(0);
}

/// Those of STATUS in the row that `form` returns.
static int64_t constantStatusOf(func::FuncOp form) {
  if (form.isDeclaration())
    return 0;
  Value row = form.front().getTerminator()->getOperands().back();
  while (auto insert = row.getDefiningOp<tensor::InsertOp>()) {
    if (getConstantIntValue(insert.getIndices()[0]) == NANGUARD_COL_STATUS)
      return constantBitsOf(insert.getScalar());
    row = insert.getDest();
  }
  return 0;
}

namespace {
class DispatchLowering {
public:
  DispatchLowering(ModuleOp module, const LowerDispatchPassOptions &options)
      : module(module), symbols(module), rowsInBuffer(options.rowsInBuffer),
        rescue(options.rescue), forDevice(options.forDevice),
        requestRows(module, symbols), wideCalls(symbols),
        furtherRuns(symbols, wideCalls, options.gateRescue) {
    if (forDevice || options.tellStatus)
      tellStatuses();
  }

  void lower(DispatchOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value tier = tierOf(b, op);
    SmallVector<Value> operands(op.getInputs());
    llvm::append_range(operands, op.getInits());
    markOp(b, op, tier);
    SmallVector<Value> values =
        !rowsInBuffer && isScanOnly(op.getKind()) && !isBatched(op) &&
                !getConstantIntValue(tier) && !op->hasAttr(kInjectOutputAttr)
            ? callEntry(b, op, operands, tier)
            : choose(b, op, operands, tier,
                     writesInPlace(op) ? rowInReport(b, op)
                                       : freshRow(b, rowsInBuffer));
    markOp(b, op, Value());
    Value row = values.pop_back_val();
    values.push_back(rowsInBuffer
                         ? storeRow(b, op, row)
                         : tensor::InsertSliceOp::create(
                               b, row, op.getReport(), rowOffsets(b, op),
                               rowSizes(b, op, op.getReport()), strides(b, op))
                               .getResult());
    op->replaceAllUsesWith(values);
    op.erase();
  }

private:
  /// What the status says of a form alone is not for each kernel to store: the
  /// report gets it with the tiers. Where a dispatch has rows of its own, its
  /// forms store all of it.
  void tellStatuses() {
    llvm::SetVector<Attribute> told;
    llvm::SmallDenseSet<Attribute> stored;
    module.walk([&](DispatchOp op) {
      SmallVector<Attribute> forms(op.getForms().getValue());
      if (op.getFiniteAttr())
        forms.push_back(op.getFiniteAttr());
      auto &statuses = formStatuses[op->getParentOfType<func::FuncOp>()];
      statuses.resize(
          cast<RankedTensorType>(op.getTiers().getType()).getNumElements());
      for (auto [i, status] : llvm::enumerate(statuses[op.getId()]))
        status = constantStatusOf(symbols.lookup<func::FuncOp>(
            cast<SymbolRefAttr>(forms[std::min(i, op.getForms().size() - 1)])
                .getLeafReference()));
      if (forDevice && !writesInPlace(op))
        stored.insert_range(forms);
      else
        told.insert_range(forms);
    });
    for (Attribute symbol : told) {
      auto form = symbols.lookup<func::FuncOp>(
          cast<SymbolRefAttr>(symbol).getLeafReference());
      int64_t status = constantStatusOf(form);
      if (status && !stored.contains(symbol))
        form->setAttr(kToldStatusAttr,
                      Builder(module.getContext()).getI64IntegerAttr(status));
    }
  }

  /// The op's tier byte: a constant where the tiers are.
  static Value tierOf(ImplicitLocOpBuilder &b, DispatchOp op) {
    DenseElementsAttr bytes;
    if (matchPattern(op.getTiers(), m_Constant(&bytes)))
      return constantInt(b, bytes.getValues<APInt>()[op.getId()].getZExtValue(),
                         8);
    Value id = arith::ConstantIndexOp::create(b, op.getId());
    return tensor::ExtractOp::create(b, op.getTiers(), id);
  }
  /// Whether `tier` is known to have none of `bits`.
  static bool isKnownWithout(Value tier, int64_t bits) {
    std::optional<int64_t> byte = getConstantIntValue(tier);
    return byte && (*byte & bits) == 0;
  }

  RankedTensorType rowType() { return reportRowType(module.getContext()); }
  /// Whether the report has rows for each request: [B, N, K] instead of [N, K].
  static bool isBatched(DispatchOp op) {
    return cast<RankedTensorType>(op.getReport().getType()).getRank() == 3;
  }
  static SmallVector<OpFoldResult> rowOffsets(OpBuilder &b, DispatchOp op) {
    SmallVector<OpFoldResult> offsets{b.getIndexAttr(op.getId()),
                                      b.getIndexAttr(0)};
    if (isBatched(op))
      offsets.insert(offsets.begin(), b.getIndexAttr(0));
    return offsets;
  }
  /// `report` is that of `op`, or its buffer.
  static SmallVector<OpFoldResult> rowSizes(ImplicitLocOpBuilder &b,
                                            DispatchOp op, Value report) {
    SmallVector<OpFoldResult> sizes{b.getIndexAttr(1),
                                    b.getIndexAttr(NANGUARD_REPORT_COLUMNS)};
    if (isBatched(op))
      sizes.insert(sizes.begin(), requestCount(b, report));
    return sizes;
  }
  static SmallVector<OpFoldResult> strides(OpBuilder &b, DispatchOp op) {
    return SmallVector<OpFoldResult>(isBatched(op) ? 3 : 2, b.getIndexAttr(1));
  }
  /// Tells the device's runtime where what the op's tier chooses begins and, if
  /// `tier` is null, ends.
  void markOp(ImplicitLocOpBuilder &b, DispatchOp op, Value tier) {
    if (!forDevice)
      return;
    SmallVector<Value> args;
    if (tier)
      args = {constantI64(b, op.getId()),
              arith::ExtUIOp::create(b, b.getI64Type(), tier)};
    StringRef name =
        tier ? "nanguard_device_begin_op" : "nanguard_device_end_op";
    if (!symbols.lookup(name)) {
      OpBuilder top = OpBuilder::atBlockEnd(module.getBody());
      auto mark = func::FuncOp::create(
          top, module.getLoc(), name,
          top.getFunctionType(ValueRange(args).getTypes(), {}));
      mark.setPrivate();
      symbols.insert(mark);
    }
    func::CallOp::create(b, name, TypeRange(), args);
  }

  /// Whether the op's row is its place in the report from the start, zeroed
  /// there with all others, and gets its tier when all ops have run: on a
  /// device each step between would be a launch of its own.
  bool writesInPlace(DispatchOp op) const {
    return rowsInBuffer && forDevice && !isBatched(op);
  }

  /// The op's row in the report's buffer.
  Value rowBuffer(ImplicitLocOpBuilder &b, DispatchOp op) {
    Value report = bufferOf(op);
    Value bytes = report.getDefiningOp<memref::ViewOp>().getSource();
    Value offset = arith::ConstantIndexOp::create(
        b, op.getId() * NANGUARD_REPORT_COLUMNS * sizeof(int64_t));
    return memref::ViewOp::create(
        b, MemRefType::get({NANGUARD_REPORT_COLUMNS}, b.getI64Type()), bytes,
        offset, ValueRange{});
  }

  Value rowInReport(ImplicitLocOpBuilder &b, DispatchOp op) {
    return bufferization::ToTensorOp::create(
        b, rowType(), inPlace[op] = rowBuffer(b, op), /*restrict=*/true,
        /*writable=*/true);
  }

  /// STATUS |= tier << 8 | what the tier's form says, in every row, as often as
  /// one likes.
  void recordTiers(ImplicitLocOpBuilder &b, DispatchOp op) {
    Value report = bufferOf(op);
    int64_t rows = cast<MemRefType>(report.getType()).getDimSize(0);
    SmallVector<OpFoldResult> offsets = {b.getIndexAttr(0),
                                         b.getIndexAttr(NANGUARD_COL_STATUS)};
    SmallVector<OpFoldResult> sizes = {b.getIndexAttr(rows), b.getIndexAttr(1)};
    SmallVector<OpFoldResult> steps(2, b.getIndexAttr(1));
    auto type = memref::SubViewOp::inferRankReducedResultType(
        {rows}, cast<MemRefType>(report.getType()), offsets, sizes, steps);
    Value column = memref::SubViewOp::create(b, cast<MemRefType>(type), report,
                                             offsets, sizes, steps);
    Value tiers = bufferization::ToBufferOp::create(
        b, MemRefType::get({rows}, b.getI8Type()), op.getTiers(),
        /*read_only=*/true);
    SmallVector<Value> inputs = {tiers};
    ArrayRef<FormStatuses> statuses =
        formStatuses[op->getParentOfType<func::FuncOp>()];
    for (unsigned form = 0; form < NANGUARD_FORM_COUNT; ++form) {
      auto told = llvm::map_to_vector(
          statuses, [&](const FormStatuses &row) { return row[form]; });
      inputs.push_back(bufferization::ToBufferOp::create(
          b, MemRefType::get({rows}, b.getI64Type()),
          arith::ConstantOp::create(b, b.getI64TensorAttr(told)),
          /*read_only=*/true));
    }
    SmallVector<AffineMap> maps(inputs.size() + 1, b.getMultiDimIdentityMap(1));
    linalg::GenericOp::create(
        b, TypeRange{}, inputs, column, maps,
        ArrayRef<utils::IteratorType>{utils::IteratorType::parallel},
        [](OpBuilder &builder, Location loc, ValueRange args) {
          ImplicitLocOpBuilder in(loc, builder);
          Value form = arith::AndIOp::create(
              in, args[0], constantInt(in, NANGUARD_TIER_FORM_MASK, 8));
          Value told = args[NANGUARD_FORM_COUNT]; // the last, for all past it
          for (unsigned i = 0; i + 1 < NANGUARD_FORM_COUNT; ++i) {
            Value is = arith::CmpIOp::create(in, arith::CmpIPredicate::eq, form,
                                             constantInt(in, i, 8));
            told = arith::SelectOp::create(in, is, args[i + 1], told);
          }
          told = arith::OrIOp::create(in, told, shiftTier(in, args[0]));
          linalg::YieldOp::create(
              in, ValueRange{arith::OrIOp::create(in, args.back(), told)});
        });
  }

  /// A report that is one tensor, inserted into once an op, makes the
  /// bufferization analysis quadratic; a buffer with a slice an op does not.
  Value storeRow(ImplicitLocOpBuilder &b, DispatchOp op, Value row) {
    Value buffer = bufferOf(op), slice = inPlace.lookup(op);
    if (!slice) {
      SmallVector<OpFoldResult> sizes = rowSizes(b, op, buffer);
      slice = memref::SubViewOp::create(
          b,
          cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
              cast<RankedTensorType>(row.getType()).getShape(),
              cast<MemRefType>(buffer.getType()), rowOffsets(b, op), sizes,
              strides(b, op))),
          buffer, rowOffsets(b, op), sizes, strides(b, op));
    }
    bufferization::MaterializeInDestinationOp::create(
        b, TypeRange{}, row, slice, /*restrict=*/true, /*writable=*/true);
    // The last row's store completes the report for those who read it.
    if (llvm::all_of(op.getNewReport().getUsers(), llvm::IsaPred<DispatchOp>))
      return op.getReport();
    if (inPlace.contains(op))
      recordTiers(b, op);
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
    SmallVector<Value> requests;
    if (type.isDynamicDim(0)) {
      auto batch = func->getAttrOfType<DenseI64ArrayAttr>(kBatchAttr);
      requests.push_back(
          tensor::DimOp::create(b, func.getArgument(batch[0]), batch[1]));
    }
    auto bufferType = MemRefType::get(type.getShape(), type.getElementType());
    if (!writesInPlace(op)) {
      buffer = memref::AllocOp::create(b, bufferType, requests);
      return buffer;
    }
    // Views of bytes have no offset in their types: all rows are one kernel's.
    Value bytes = memref::AllocOp::create(
        b,
        MemRefType::get(
            {static_cast<int64_t>(type.getNumElements() * sizeof(int64_t))},
            b.getI8Type()),
        b.getI64IntegerAttr(64));
    buffer = memref::ViewOp::create(b, bufferType, bytes,
                                    arith::ConstantIndexOp::create(b, 0),
                                    ValueRange{});
    linalg::FillOp::create(b, constantInt(b, 0, 64), buffer);
    return buffer;
  }

  /// The dispatch's results and its row, as the tier asks for them.
  SmallVector<Value> choose(ImplicitLocOpBuilder &b, DispatchOp op,
                            ValueRange operands, Value tier, Value row) {
    SmallVector<Value> values = callForm(b, op, operands, tier, row);
    row = values.pop_back_val();
    bool isStruck = op->hasAttr(kInjectOutputAttr);
    if (isStruck)
      row = injectIntoOutput(b, op, tier, values.front(), row);
    Value watched =
        isScanOnly(op.getKind()) ? operands.front() : firstFloatTensor(values);
    RowMasks masks = masksAmong(op, operands.take_front(op.getInputs().size()));
    if (watched)
      row = scanOnRequest(b, op, tier, watched, masks, row);
    if (!isScanOnly(op.getKind()))
      for (Value other : ArrayRef(values).drop_back(op.getNumTwins()))
        if (other != watched && isFloatTensor(other.getType()))
          row = addCounts(
              b,
              scanOnRequest(b, op, tier, other, {}, freshRow(b, rowsInBuffer)),
              row);
    // Before a rescue writes over what the scan saw.
    Value requests =
        isBatched(op) ? requestRows.open(b, op, watched, masks, row) : Value();
    // A request gets bad padding reported where it is bad itself.
    if (watched)
      row = blamePadding(b, op, tier, watched, operands, row);
    // A fault is in the narrow value alone.
    Value written = op.getNumTwins() && !isStruck ? runsWide(b, tier) : Value();
    if (rescue && watched && op.getForms().size() > NANGUARD_FORM_UNFUSED) {
      if (written)
        written = b.createOrFold<arith::OrIOp>(
            written, Reruns::isRescued(b, tier, watched, row));
      row = furtherRuns.shadow(b, op, tier, values,
                               furtherRuns.rescue(b, op, tier, values, row));
    }
    if (written)
      wideCalls.add(op, values, written);
    if (!writesInPlace(op))
      row = orStatus(b, row, shiftTier(b, tier));
    values.push_back(requests ? RequestRows::close(b, requests, watched, row)
                              : row);
    return values;
  }

  /// i1: the tier's form is a safe or an unfused one.
  static Value runsWide(ImplicitLocOpBuilder &b, Value tier) {
    Value form = b.createOrFold<arith::AndIOp>(
        tier, constantInt(b, NANGUARD_TIER_FORM_MASK, 8));
    return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::uge, form,
                                         constantInt(b, NANGUARD_FORM_SAFE, 8));
  }

  /// Whether a safe form leaves out rows that a mask takes out, which the form
  /// as written multiplies by zero.
  static bool hasMask(Kind kind) {
    return llvm::is_contained(
        {Kind::Attention, Kind::Softmax, Kind::LogSoftmax}, kind);
  }

  /// The row of a bad `watched`, with NANGUARD_STATUS_DATA where padding that
  /// was read holds a NaN or Inf: the scans of what was read do not look there.
  /// Where a safe form may cure that, only such a form says so.
  Value blamePadding(ImplicitLocOpBuilder &b, DispatchOp op, Value tier,
                     Value watched, ValueRange operands, Value row) {
    SmallVector<PaddedInput> padded =
        paddedAmong(op, operands.take_front(op.getInputs().size()));
    if (padded.empty())
      return row;
    auto element = cast<FloatType>(getElementTypeOrSelf(watched.getType()));
    Value look = isBadRow(b, row, element);
    if (hasMask(op.getKind()))
      look = arith::AndIOp::create(b, look, runsWide(b, tier));
    auto branch = scf::IfOp::create(b, TypeRange{row.getType()}, look,
                                    /*withElseRegion=*/true);
    ImplicitLocOpBuilder then =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.thenBlock());
    Value any;
    for (auto &[input, mask] : padded) {
      auto type = cast<FloatType>(getElementTypeOrSelf(input.getType()));
      Value bad = arith::CmpIOp::create(
          then, arith::CmpIPredicate::uge,
          scanBits(then, onlyPadding(then, input, mask), /*expectInf=*/false),
          constantInt(then, infinityBits(type), 64));
      any = any ? arith::OrIOp::create(then, any, bad).getResult() : bad;
    }
    scf::YieldOp::create(
        then, orStatus(then, row, bitsWhere(then, any, NANGUARD_STATUS_DATA)));
    ImplicitLocOpBuilder otherwise =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.elseBlock());
    scf::YieldOp::create(otherwise, row);
    return branch.getResult(0);
  }

  /// Calls @ng_entry_N_dispatch(argument, masks…, tier) -> row, which scans as
  /// the tier asks. `noinline` is what IREE and the upstream inliner heed: with
  /// the two branches of each weight in the model's own body, IREE takes more
  /// than ten minutes over a small encoder. (Clusters stay inline: its analysis
  /// gives up on a long chain of calls.)
  SmallVector<Value> callEntry(ImplicitLocOpBuilder &b, DispatchOp op,
                               ValueRange operands, Value tier) {
    SmallVector<Value> actuals(operands);
    actuals.push_back(tier);
    return SmallVector<Value>(
        func::CallOp::create(
            b, entryDispatch(op, ValueRange(actuals).getTypes()), actuals)
            .getResults());
  }

  func::FuncOp entryDispatch(DispatchOp op, TypeRange types) {
    func::FuncOp &func = entries[op.getForms()];
    if (func)
      return func;
    auto form = cast<SymbolRefAttr>(op.getForms()[0]).getLeafReference();
    OpBuilder top = OpBuilder::atBlockEnd(module.getBody());
    func = func::FuncOp::create(top, UnknownLoc::get(module.getContext()),
                                (form.getValue() + "_dispatch").str(),
                                top.getFunctionType(types, rowType()));
    func.setPrivate();
    func->setAttr("noinline", top.getUnitAttr());
    symbols.insert(func);
    Block *block = func.addEntryBlock();
    ImplicitLocOpBuilder b =
        ImplicitLocOpBuilder::atBlockEnd(func.getLoc(), block);
    ValueRange args = block->getArguments();
    func::ReturnOp::create(b, choose(b, op, args.drop_back(), args.back(),
                                     freshRow(b, rowsInBuffer)));
    return func;
  }

  /// Calls the form that the tier byte names: the last form stands for all
  /// numbers past it. A switch, or a chain of ifs for other compilers:
  /// IREE 3.13 does not take an index_switch that yields tensors.
  SmallVector<Value> callForm(ImplicitLocOpBuilder &b, DispatchOp op,
                              ValueRange operands, Value tier, Value row) {
    SmallVector<Type> types(op.getResults().getTypes());
    types.push_back(row.getType());
    auto forms = llvm::to_vector(op.getForms().getAsRange<SymbolRefAttr>());
    size_t inputs = op.getInputs().size();
    auto call = [&](ImplicitLocOpBuilder &builder, SymbolRefAttr form) {
      return wideCalls.call(builder, op, form, operands.take_front(inputs),
                            operands.drop_front(inputs), row);
    };
    if (forms.size() == 1)
      return SmallVector<Value>(call(b, forms.front()));
    if (std::optional<int64_t> byte = getConstantIntValue(tier))
      return SmallVector<Value>(
          call(b, forms[std::min<size_t>(*byte & NANGUARD_TIER_FORM_MASK,
                                         forms.size() - 1)]));
    Value number = arith::AndIOp::create(
        b, tier, constantInt(b, NANGUARD_TIER_FORM_MASK, 8));
    if (!rowsInBuffer)
      return chain(b, number, types, forms, call);
    SmallVector<int64_t> cases =
        llvm::to_vector(llvm::seq<int64_t>(0, forms.size() - 1));
    if (FlatSymbolRefAttr finite = op.getFiniteAttr()) {
      // Past all numbers that the mask leaves.
      constexpr int64_t past = NANGUARD_TIER_FORM_MASK + 1;
      Value choice = arith::AndIOp::create(
          b, tier,
          constantInt(b, NANGUARD_TIER_FORM_MASK | NANGUARD_TIER_FINITE, 8));
      Value asked = arith::CmpIOp::create(
          b, arith::CmpIPredicate::eq, choice,
          constantInt(b, NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_FINITE, 8));
      number =
          arith::SelectOp::create(b, asked, constantInt(b, past, 8), number);
      cases.push_back(past);
      forms.insert(forms.end() - 1, finite);
    }
    Value form = arith::IndexCastUIOp::create(b, b.getIndexType(), number);
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
        llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &,
                                              SymbolRefAttr)>
            call,
        unsigned first = 0) {
    if (first + 1 == forms.size())
      return SmallVector<Value>(call(b, forms[first]));
    Value here = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, number,
                                       constantInt(b, first, 8));
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

  /// `row` with the counts in `from`, those of a further float result; its
  /// first bad index stands where the first result has none.
  static Value addCounts(ImplicitLocOpBuilder &b, Value from, Value row) {
    for (nanguard_column column :
         {NANGUARD_COL_NAN_COUNT, NANGUARD_COL_INF_COUNT})
      row = insertAt(b,
                     arith::AddIOp::create(b, extractAt(b, row, column),
                                           extractAt(b, from, column)),
                     row, column);
    Value first = extractAt(b, row, NANGUARD_COL_FIRST_BAD);
    Value none = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, first,
                                       constantInt(b, 0, 64));
    Value next = arith::SelectOp::create(
        b, none, extractAt(b, from, NANGUARD_COL_FIRST_BAD), first);
    return insertAt(b, next, row, NANGUARD_COL_FIRST_BAD);
  }

  /// if (tier & COUNT|STATS) row = scan kernel(x, tier, row)
  Value scanOnRequest(ImplicitLocOpBuilder &b, DispatchOp op, Value tier,
                      Value watched, ArrayRef<RowMask> masks, Value row) {
    if (isKnownWithout(tier, NANGUARD_TIER_COUNT | NANGUARD_TIER_STATS))
      return row;
    Value asked = isAsked(b, tier, NANGUARD_TIER_COUNT | NANGUARD_TIER_STATS);
    auto ifOp = scf::IfOp::create(b, TypeRange{row.getType()}, asked,
                                  /*withElse=*/true);
    ImplicitLocOpBuilder then = ImplicitLocOpBuilder::atBlockBegin(
        b.getLoc(), &ifOp.getThenRegion().front());
    SmallVector<Value> operands{watched};
    for (const RowMask &mask : masks)
      operands.push_back(mask.mask);
    llvm::append_values(operands, tier, row);
    func::FuncOp scan = scanKernel(ValueRange(operands).getTypes(),
                                   RowMasks(masks), op.getExpectInf());
    scf::YieldOp::create(
        then, func::CallOp::create(then, scan, operands).getResults());
    ImplicitLocOpBuilder otherwise = ImplicitLocOpBuilder::atBlockBegin(
        b.getLoc(), &ifOp.getElseRegion().front());
    scf::YieldOp::create(otherwise, row);
    return ifOp.getResult(0);
  }

  /// The tier byte's place in STATUS.
  static Value shiftTier(ImplicitLocOpBuilder &b, Value tier) {
    return arith::ShLIOp::create(
        b, arith::ExtUIOp::create(b, b.getI64Type(), tier),
        constantInt(b, 8, 64));
  }

  /// @ng_scan_N(x, masks…, tier, row) -> row: counts, and statistics where
  /// asked.
  func::FuncOp scanKernel(TypeRange types, RowMasks masks, bool expectInf) {
    MLIRContext *context = module.getContext();
    auto type = FunctionType::get(context, types, rowType());
    func::FuncOp &func = scans[{type, validDimsAttr(context, masks),
                                static_cast<unsigned>(expectInf)}];
    if (func)
      return func;
    OpBuilder top = OpBuilder::atBlockEnd(module.getBody());
    func = func::FuncOp::create(top, UnknownLoc::get(context),
                                "ng_scan_" + std::to_string(scans.size() - 1),
                                type);
    func.setPrivate();
    func->setAttr(kFormAttr, FormAttr::get(top.getContext(), Form::Scan));
    symbols.insert(func);
    Block *block = func.addEntryBlock();
    ImplicitLocOpBuilder b =
        ImplicitLocOpBuilder::atBlockEnd(func.getLoc(), block);
    ValueRange args = block->getArguments();
    Value tier = args.drop_back().back();
    for (auto [mask, arg] : llvm::zip(masks, args.drop_front()))
      mask.mask = arg;
    Value row = writeCounts(b, onlyValid(b, args.front(), masks), args.back(),
                            expectInf);
    Value asked = isAsked(b, tier, NANGUARD_TIER_STATS);
    auto ifOp = scf::IfOp::create(b, TypeRange{rowType()}, asked, true);
    ImplicitLocOpBuilder then = ImplicitLocOpBuilder::atBlockBegin(
        func.getLoc(), &ifOp.getThenRegion().front());
    // Statistics leave out what is not finite.
    Value x = onlyValid(then, args.front(), masks,
                        std::numeric_limits<double>::quiet_NaN());
    scf::YieldOp::create(then, writeStats(then, x, row, expectInf));
    ImplicitLocOpBuilder otherwise = ImplicitLocOpBuilder::atBlockBegin(
        func.getLoc(), &ifOp.getElseRegion().front());
    scf::YieldOp::create(otherwise, row);
    func::ReturnOp::create(b, ifOp.getResults());
    return func;
  }

  ModuleOp module;
  SymbolTable symbols;
  bool rowsInBuffer, rescue, forDevice;
  using FormStatuses = std::array<int64_t, NANGUARD_FORM_COUNT>;
  DenseMap<Operation *, SmallVector<FormStatuses>>
      formStatuses; ///< by function
  DenseMap<Operation *, Value> buffers;
  DenseMap<Operation *, Value> inPlace; ///< rows in them, by dispatch
  DenseMap<Attribute, func::FuncOp> entries;
  RequestRows requestRows;
  WideCalls wideCalls;
  Reruns furtherRuns;
  DenseMap<std::tuple<Type, Attribute, unsigned>, func::FuncOp> scans;
};

struct LowerDispatchPass
    : nanguard::impl::LowerDispatchPassBase<LowerDispatchPass> {
  using Base::Base;

  void runOnOperation() override {
    LowerDispatchPassOptions options;
    options.rowsInBuffer = rowsInBuffer;
    options.rescue = rescue;
    options.forDevice = forDevice;
    options.gateRescue = gateRescue;
    options.tellStatus = tellStatus;
    DispatchLowering lowering(getOperation(), options);
    SmallVector<DispatchOp> ops;
    getOperation().walk([&](DispatchOp op) { ops.push_back(op); });
    for (DispatchOp op : ops)
      lowering.lower(op);
    // What they mark is in the kernels now.
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      func->removeAttr(kBatchAttr);
      for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
        for (StringRef mark : {StringRef(kBatchAttr), StringRef(kValidRowsAttr),
                               StringRef(kKvCacheAttr), StringRef(kClipAttr),
                               StringRef(kCarryAttr), StringRef(kPeerAttr)})
          func.removeArgAttr(i, mark);
    }
  }
};
} // namespace
