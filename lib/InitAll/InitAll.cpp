//===- InitAll.cpp - Registration of all of NanGuard ----------------------===//
//
// The one list of what NanGuard has; nanguard-opt, the plugin and outside
// consumers all call it.
//
//===----------------------------------------------------------------------===//

#include "nanguard/InitAll.h"
#include "nanguard/Conversion/CPU/Passes.h"
#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Dialect/TMTensor/TMTensorOps.h"
#include "nanguard/Pipelines/LowerToGPU.h"
#include "nanguard/Pipelines/LowerToLLVM.h"
#include "nanguard/Pipelines/Pipelines.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

using namespace mlir;

void nanguard::registerAllDialects(DialectRegistry &registry) {
  registry.insert<NanGuardDialect, arith::ArithDialect, cf::ControlFlowDialect,
                  func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
                  scf::SCFDialect, tensor::TensorDialect,
                  tm_tensor::TMTensorDialect>();
}

void nanguard::registerAllExtensions(DialectRegistry &registry) {
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  registerAllGPUToLLVMIRTranslations(registry);
}

void nanguard::registerAllPasses() {
  registerNanGuardTransformsPasses();
  registerNanGuardCommonPasses();
  registerNanGuardCPUPasses();
  registerNanGuardGPUPasses();
}

void nanguard::registerAllPipelines() {
  registerCPUPipelines();
  registerGPUPipelines();
  registerGuardTiersPipeline();
}
