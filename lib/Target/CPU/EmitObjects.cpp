//===- EmitObjects.cpp - LLVM IR to objects of the host -------------------===//
//
// One object a kernel, on all cores: modules travel as bitcode because an
// LLVMContext belongs to one thread. Precision is IEEE step by step: no
// fast-math, no fusion but where the IR says fma, and no AVX512-FP16, whose
// half instructions LLVM fuses.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <mutex>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::cpu;

void nanguard::initializeCPUTarget() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();
}

/// The host's features in a fixed order.
static const std::string &getHostFeatures() {
  static const std::string features = [] {
    std::map<std::string, bool> sorted;
    for (const auto &feature : sys::getHostCPUFeatures())
      sorted[feature.getKey().str()] = feature.getValue();
    SubtargetFeatures result;
    for (const auto &[name, enabled] : sorted)
      result.AddFeature(name, enabled);
    // Last, so that they also take back what implies them. The conversions to
    // bf16 flush subnormal numbers, whatever MXCSR says.
    for (StringRef feature : {"avx512fp16", "avx512bf16", "avxneconvert"})
      if (sorted.count(feature.str()))
        result.AddFeature(feature, false);
    return result.getString();
  }();
  return features;
}

const std::string &cpu::getHostDescription() {
  static const std::string description = sys::getProcessTriple() + ";" +
                                         sys::getHostCPUName().str() + ";" +
                                         getHostFeatures();
  return description;
}

unsigned cpu::getHostVectorBits() {
  return sys::getHostCPUFeatures().lookup("avx512f") ? 512 : 256;
}

Expected<std::unique_ptr<TargetMachine>>
cpu::createHostMachine(unsigned optLevel) {
  Triple triple(sys::getProcessTriple());
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError("no code generator for this machine: " + message);
  TargetOptions options;
  // Standard fuses llvm.fmuladd (vector.fma) only, and mul+add never.
  options.AllowFPOpFusion = FPOpFusion::Standard;
  auto level = CodeGenOpt::getLevel(std::min(optLevel, 3u));
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, sys::getHostCPUName(), getHostFeatures(), options, Reloc::PIC_,
      std::nullopt, level.value_or(CodeGenOptLevel::Default), /*JIT=*/false));
  if (!machine)
    return createStringError("cannot create a code generator");
  return machine;
}

static void optimize(Module &module, TargetMachine &machine,
                     unsigned optLevel) {
  LoopAnalysisManager lam;
  FunctionAnalysisManager fam;
  CGSCCAnalysisManager cgam;
  ModuleAnalysisManager mam;
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = optLevel > 1;
  PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(mam);
  builder.registerCGSCCAnalyses(cgam);
  builder.registerFunctionAnalyses(fam);
  builder.registerLoopAnalyses(lam);
  builder.crossRegisterProxies(lam, fam, cgam, mam);
  OptimizationLevel level = optLevel == 0   ? OptimizationLevel::O0
                            : optLevel == 1 ? OptimizationLevel::O1
                            : optLevel == 2 ? OptimizationLevel::O2
                                            : OptimizationLevel::O3;
  ModulePassManager passes = level == OptimizationLevel::O0
                                 ? builder.buildO0DefaultPipeline(level)
                                 : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, mam);
}

static Expected<std::unique_ptr<MemoryBuffer>>
emitModule(Module &module, StringRef name, unsigned optLevel) {
  auto machine = createHostMachine(optLevel);
  if (!machine)
    return machine.takeError();
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  module.setPICLevel(PICLevel::BigPIC);
  optimize(module, **machine, optLevel);
  SmallVector<char, 0> bytes;
  raw_svector_ostream os(bytes);
  legacy::PassManager codegen;
  if ((*machine)->addPassesToEmitFile(codegen, os, nullptr,
                                      CodeGenFileType::ObjectFile))
    return createStringError("this machine's code generator emits no objects");
  codegen.run(module);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(bytes), name, /*RequiresNullTerminator=*/false);
}

static Expected<std::unique_ptr<MemoryBuffer>>
emitObject(StringRef bitcode, StringRef name, unsigned optLevel) {
  LLVMContext context;
  auto module = parseBitcodeFile(MemoryBufferRef(bitcode, name), context);
  if (!module)
    return module.takeError();
  return emitModule(**module, name, optLevel);
}

Expected<std::unique_ptr<MemoryBuffer>>
cpu::emitWeights(const CompiledModel &model) {
  LLVMContext context;
  Module module("weights", context);
  for (const Weight &weight : model.weights) {
    StringRef bytes =
        model.weightData->getBuffer().substr(weight.offset, weight.size);
    Constant *value = ConstantDataArray::getRaw(bytes, bytes.size(),
                                                Type::getInt8Ty(context));
    auto *global =
        new GlobalVariable(module, value->getType(),
                           /*isConstant=*/true, GlobalValue::ExternalLinkage,
                           value, weight.symbol);
    global->setVisibility(GlobalValue::HiddenVisibility);
    global->setAlignment(Align(64));
  }
  return emitModule(module, "weights", /*optLevel=*/0);
}

Error cpu::emitObjects(ArrayRef<SmallString<0>> bitcode,
                       const CPUCompileOptions &options, CompiledModel &model) {
  std::string dir = getCacheDir(options);
  size_t first = model.objects.size();
  model.objects.resize(first + bitcode.size());
  model.objectKeys.resize(first + bitcode.size());
  std::string flags = "O" + std::to_string(options.optLevel);
  Error failure = Error::success();
  std::mutex mutex;
  DefaultThreadPool pool(hardware_concurrency(options.threads));
  for (size_t i = 0; i < bitcode.size(); ++i) {
    pool.async([&, i] {
      StringRef code(bitcode[i].data(), bitcode[i].size());
      std::string key =
          hashStrings({code, flags, kCodegenVersion, LLVM_VERSION_STRING,
                       getHostDescription()});
      std::unique_ptr<MemoryBuffer> object;
      if (!dir.empty())
        object = readCacheEntry(dir, key + ".o");
      bool cached = object != nullptr;
      if (!cached) {
        auto emitted = emitObject(code, key, options.optLevel);
        if (!emitted) {
          std::lock_guard<std::mutex> lock(mutex);
          failure = joinErrors(std::move(failure), emitted.takeError());
          return;
        }
        object = std::move(*emitted);
        if (!dir.empty())
          writeCacheEntry(dir, key + ".o", object->getBuffer());
      }
      std::lock_guard<std::mutex> lock(mutex);
      model.objects[first + i] = std::move(object);
      model.objectKeys[first + i] = std::move(key);
      model.stats.objects += 1;
      model.stats.cachedObjects += cached;
    });
  }
  pool.wait();
  return failure;
}
