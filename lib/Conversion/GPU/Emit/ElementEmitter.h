//===- ElementEmitter.h - What a group's ops do to elements -----*- C++ -*-===//
//
// Both schedules, rows and contractions, hold neighbouring elements of a tensor
// in a thread's registers. From there on they are the same: elementwise ops on
// them, loads of what else these read, scans, stores.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_EMIT_ELEMENTEMITTER_H
#define NANGUARD_LIB_CONVERSION_GPU_EMIT_ELEMENTEMITTER_H

#include "DeviceOps.h"

namespace nanguard {

/// Bytes of one access.
constexpr int64_t kAccessBytes = 16;

/// What `load` reads, where `valid` is null or true: a thread past the end of a
/// tensor reads nothing. It has ones instead, by which anything can be divided.
llvm::SmallVector<mlir::Value>
loadIf(mlir::ImplicitLocOpBuilder &b, mlir::Value valid, mlir::TypeRange types,
       llvm::function_ref<llvm::SmallVector<mlir::Value>()> load);

/// The values of a body's results for one element, as `args` are its arguments.
/// Where an argument is null, what needs it is left out; the other values are
/// in `mapping`. A gather reads the plan's buffers, where `valid` holds.
void cloneForElement(mlir::ImplicitLocOpBuilder &b, KernelPlan &plan,
                     mlir::linalg::GenericOp op,
                     llvm::ArrayRef<mlir::Value> args,
                     llvm::ArrayRef<mlir::Value> ivs, mlir::Value valid,
                     mlir::IRMapping &mapping);

/// A scalar that a kernel uses and the host does not know: computed in it.
mlir::Value deviceScalar(mlir::ImplicitLocOpBuilder &b, KernelPlan &plan,
                         mlir::Value value);

int64_t bytesOf(mlir::Value tensor);
/// The buffer's places that are multiples of `width` in its last dimension are
/// multiples of it in memory.
bool isAligned(mlir::Value buffer, int64_t width);
llvm::SmallVector<mlir::Value> applyMap(mlir::ImplicitLocOpBuilder &b,
                                        mlir::AffineMap map,
                                        llvm::ArrayRef<mlir::Value> ivs);

/// `width` neighbouring elements, as one thread holds them.
struct Chunk {
  int64_t width;
  /// Of the first element: in its row, in the whole tensor, in each dimension.
  mlir::Value column, linear;
  llvm::SmallVector<mlir::Value> ivs;
  /// False where it lies past the end: nothing is read or written then, and
  /// nothing combined with a result. Null where it can't.
  mlir::Value valid;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> elements;
  llvm::DenseMap<std::pair<mlir::Value, mlir::AffineMap>,
                 llvm::SmallVector<mlir::Value>>
      loads;
};

/// A scan's partial result in a thread.
struct Partial {
  mlir::linalg::GenericOp op;
  Combiner combiner;
  bool onRows; // one value a row
  bool packed; // two f16 or bf16 in one register
  /// Of all rows so far.
  mlir::Value value;
  /// What the report had when the kernel began, from which a maximum starts:
  /// where it is the same in the end, there is nothing to merge. Null
  /// elsewhere.
  mlir::Value known;
  /// What it looks at, and the choices between that and a constant that hold
  /// for a whole row: made once, on the row's maximum.
  mlir::Value input;
  llvm::SmallVector<mlir::linalg::GenericOp> choices;
  /// With choices: the maximum of the row.
  mlir::Value rowValue = {};
  /// Told only where it is that of a NaN or Inf.
  bool asksOnly = false;
  /// Sums of products with 0, by which a scan only asks for NaN and Inf; its
  /// value is not computed then.
  llvm::SmallVector<mlir::Value> products = {};
  unsigned nextProduct = 0;

  bool endsWithRow() const { return onRows || !choices.empty(); }
};

/// What partial results carry through a loop over rows or elements.
llvm::SmallVector<mlir::Value> stateOf(llvm::ArrayRef<Partial> partials);
void setState(llvm::MutableArrayRef<Partial> partials, mlir::ValueRange state);

struct ElementEmitter : IndexMath {
  ElementEmitter(KernelPlan &plan, const KernelGroup &group)
      : IndexMath(b), plan(plan), group(group),
        b(group.ops.front()->getLoc(), plan.host()),
        rowDims(group.rows.value_or(0)) {
    b.setInsertionPoint(plan.host().getInsertionBlock(),
                        plan.host().getInsertionPoint());
  }

  /// Where the group's values have to be stored.
  void findTargets();
  /// Elements at `ivs`, in registers: the first of a chunk of `tensor`.
  Chunk makeChunkAt(mlir::Value tensor, llvm::ArrayRef<mlir::Value> values,
                    llvm::ArrayRef<mlir::Value> ivs, mlir::Value valid);
  bool isFlat(mlir::Value tensor, mlir::AffineMap map);
  bool isVectorAccess(mlir::Value tensor, mlir::AffineMap map, int64_t width);
  static bool isConstant(mlir::Value tensor);
  bool movesWithColumn(mlir::AffineMap map) const;

  mlir::Value rowScalar(mlir::Value tensor, mlir::AffineMap map);
  llvm::SmallVector<mlir::Value> input(Chunk &chunk, mlir::linalg::GenericOp op,
                                       mlir::OpOperand &in);
  llvm::SmallVector<mlir::Value> load(Chunk &chunk, mlir::Value tensor,
                                      mlir::AffineMap map);
  llvm::ArrayRef<mlir::Value> elements(Chunk &chunk, mlir::Value tensor);
  void evaluate(Chunk &chunk, mlir::linalg::GenericOp op);
  mlir::Value softmaxSum(mlir::linalg::GenericOp op);
  bool isSoftmaxExponential(mlir::linalg::GenericOp op);
  void evaluateQuotient(Chunk &chunk, mlir::linalg::GenericOp op,
                        mlir::Value sum);
  /// The kernel rounds what it computes to f16 or bf16.
  bool approximates();
  mlir::Value reciprocal(mlir::Value l);
  llvm::SmallVector<llvm::SmallVector<mlir::Value>>
  summands(Chunk &chunk, mlir::linalg::GenericOp op,
           llvm::ArrayRef<Combiner> combiners);
  llvm::SmallVector<mlir::Value> ivsAt(Chunk &chunk, int64_t j);
  mlir::Value ifValid(const Chunk &chunk, mlir::Value value, mlir::Value other);
  void addTo(llvm::MutableArrayRef<mlir::Value> partials, Chunk &chunk,
             mlir::linalg::GenericOp op, llvm::ArrayRef<Combiner> combiners);
  mlir::Value identityOf(const Combiner &combiner) {
    return makeIdentity(b, combiner.kind, combiner.value.getType());
  }

  /// `asksInProducts`: scans that need not find a maximum may use tensor cores
  /// for so many products a row; whoever says so finishes them itself.
  llvm::SmallVector<Partial> startScans(int64_t width,
                                        unsigned asksInProducts = 0);
  mlir::Value loadKnown(mlir::OpResult scan, mlir::Type type);
  mlir::Value hasNews(Partial &partial);
  bool mayAskOnly();
  llvm::SmallVector<mlir::Value> pairsOf(const Partial &partial, Chunk &chunk);
  void ask(Partial &partial, llvm::ArrayRef<mlir::Value> pairs);
  void scanChunk(Partial &partial, Chunk &chunk);
  void storeChunk(Chunk &chunk);
  /// Adds what only a whole row shows; before another row is begun.
  void endRow(llvm::MutableArrayRef<Partial> partials);
  mlir::Value largestHalf(mlir::Value pair, mlir::Type bits);
  mlir::Value valueOfRow(Partial &partial);
  void finishScans(llvm::MutableArrayRef<Partial> partials);
  void finishScan(Partial &partial, mlir::Value value, mlir::Value speaker);

  KernelPlan &plan;
  const KernelGroup &group;
  mlir::ImplicitLocOpBuilder b;
  /// Leading dimensions that number the rows.
  unsigned rowDims;
  llvm::SmallVector<mlir::Value> extents; // on the host
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> fullTargets,
      rowTargets;

  // In the kernel.
  mlir::Value thread, lane, row, rowValid;
  llvm::SmallVector<mlir::Value> rowIvs;
  bool rowHasWarps = false; // whole ones
  llvm::DenseMap<mlir::Value, mlir::Value> rowValues;
  llvm::DenseMap<std::pair<mlir::Value, mlir::AffineMap>, mlir::Value> rowLoads;
};

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_EMIT_ELEMENTEMITTER_H
