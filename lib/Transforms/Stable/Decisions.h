//===- Decisions.h - What a mask rests on -----------------------*- C++ -*-===//
//
// A mask hides another tensor's values. It does not hide a NaN of the value
// that decides the mask: an ordered comparison with NaN is false, as one with a
// number may be. The rules that hide ask here first.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_STABLE_DECISIONS_H
#define NANGUARD_LIB_TRANSFORMS_STABLE_DECISIONS_H

#include "ScalarView.h"

namespace nanguard {

/// The numbers that an expression turns into truth values or integers.
class Decision {
public:
  /// What `mask` rests on, an i1 or a number made of such, which is to hide
  /// `hidden`. Nothing where a NaN of `hidden` may have decided `mask` out of
  /// sight: in another kernel, in a reduction, in an unknown op.
  static std::optional<Decision> read(Node mask, mlir::Value hidden);

  /// Whether `node` is one of the numbers, or has one of them in it.
  bool restsOn(Node node, mlir::linalg::LinalgOp root) const;
  bool restsOnNumbers() const { return !compared.empty(); }
  /// An i1: `condition`, unless that is null, and none of the numbers is NaN.
  mlir::Value andOrdered(mlir::OpBuilder &b, mlir::Location loc, Inliner &in,
                         mlir::Value condition = {}) const;

private:
  bool visit(Node node, int &budget);
  bool visitLeaf(mlir::Value tensor);

  llvm::SmallVector<Node> compared;
  /// The block arguments that the expression reads, by whether numbers of them
  /// are decided on out of sight.
  llvm::SmallDenseMap<mlir::BlockArgument, bool, 4> arguments;
};

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_STABLE_DECISIONS_H
