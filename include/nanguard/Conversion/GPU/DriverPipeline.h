//===- DriverPipeline.h - A model whose kernels a driver runs ---*- C++ -*-===//
#ifndef NANGUARD_CONVERSION_GPU_DRIVERPIPELINE_H
#define NANGUARD_CONVERSION_GPU_DRIVERPIPELINE_H

#include "nanguard/Conversion/GPU/Passes.h"

namespace nanguard {

/// Tensors to the LLVM dialect of the host, as buildEmulationPipeline, with the
/// kernels as PTX that nanguard/device.h hands to the driver. The host waits
/// for them where it reads or writes memory.
void buildDriverPipeline(mlir::OpPassManager &pm,
                         const GPULoweringOptions &options);

} // namespace nanguard

#endif // NANGUARD_CONVERSION_GPU_DRIVERPIPELINE_H
