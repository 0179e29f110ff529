//===- LowerTMTensor.h - Parts of nanguard-lower-tm-tensor ------*- C++ -*-===//
#ifndef NANGUARD_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H
#define NANGUARD_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H

#include "mlir/IR/PatternMatch.h"

namespace nanguard {

void populateLowerTMTensorScanPatterns(mlir::RewritePatternSet &patterns);
void populateLowerTMTensorScatterPatterns(mlir::RewritePatternSet &patterns);
/// Sort and topk.
void populateLowerTMTensorSortPatterns(mlir::RewritePatternSet &patterns);
void populateLowerTMTensorAttentionPatterns(mlir::RewritePatternSet &patterns);

/// What the region yields for `args`; its ops are copied to the insertion
/// point.
mlir::Value cloneRegion(mlir::OpBuilder &b, mlir::Region &region,
                        mlir::ValueRange args);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_IMPORT_LOWERTMTENSOR_H
