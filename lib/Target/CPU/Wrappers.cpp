//===- Wrappers.cpp - What a host calls: one pointer for each argument ----===//
//
// `nanguard_invoke_FUNC(void **params)` loads each argument's memref descriptor
// (or scalar) through its pointer, calls the lowered function, and stores its
// results through params[0]. Beside it stand the model's ABI version, manifest
// and what a step takes from the arena.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace nanguard;
using namespace nanguard::cpu;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

static std::optional<ValueSignature> describe(mlir::Type type) {
  ValueSignature value;
  llvm::raw_string_ostream(value.type) << type;
  if (auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type)) {
    value.rank = tensor.getRank();
    value.dynamic = !tensor.hasStaticShape();
    type = tensor.getElementType();
  }
  if (type.isIndex() || isGuardedFloat(type) || type.isInteger(1) ||
      type.isInteger(8) || type.isInteger(16) || type.isInteger(32) ||
      type.isInteger(64))
    return value;
  return std::nullopt;
}

Expected<std::vector<FunctionSignature>>
cpu::collectSignatures(mlir::ModuleOp module) {
  std::vector<FunctionSignature> signatures;
  for (auto func : module.getOps<mlir::func::FuncOp>()) {
    if (func.isExternal() || !func.isPublic())
      continue;
    FunctionSignature signature;
    signature.name = func.getName().str();
    auto add = [&](mlir::Type type, llvm::StringRef what,
                   std::vector<ValueSignature> &to) -> Error {
      std::optional<ValueSignature> value = describe(type);
      if (!value) {
        std::string text;
        llvm::raw_string_ostream(text) << type;
        return createStringError("function '" + signature.name + "': " + what +
                                 " " + std::to_string(to.size()) +
                                 " has type " + text +
                                 ", which cannot be passed to a model");
      }
      to.push_back(*value);
      return Error::success();
    };
    for (mlir::Type type : func.getArgumentTypes())
      if (Error error = add(type, "argument", signature.args))
        return std::move(error);
    for (mlir::Type type : func.getResultTypes())
      if (Error error = add(type, "result", signature.results))
        return std::move(error);
    signatures.push_back(std::move(signature));
  }
  if (signatures.empty())
    return createStringError("the module has no public function with a body");
  return signatures;
}

std::string
cpu::makePlainManifest(llvm::ArrayRef<FunctionSignature> functions) {
  llvm::json::Array list;
  for (const FunctionSignature &function : functions) {
    auto describeAll = [](llvm::ArrayRef<ValueSignature> values) {
      llvm::json::Array array;
      for (const auto &value : values)
        array.push_back(llvm::json::Object{{"index", (int64_t)array.size()},
                                           {"type", value.type}});
      return array;
    };
    list.push_back(
        llvm::json::Object{{"name", function.name},
                           {"guarded", false},
                           {"args", describeAll(function.args)},
                           {"results", describeAll(function.results)},
                           {"ops", llvm::json::Array()}});
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(
      llvm::json::Object{{"abi", NANGUARD_ABI_VERSION},
                         {"columns", NANGUARD_REPORT_COLUMNS},
                         {"functions", std::move(list)},
                         {"unguarded", llvm::json::Array()}});
  return text;
}

static Error addWrapper(llvm::Module &module, const FunctionSignature &sig) {
  llvm::Function *callee = module.getFunction(sig.name);
  if (!callee || callee->isDeclaration())
    return createStringError("function '" + sig.name +
                             "' was lost in lowering");
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *ptr = llvm::PointerType::get(context, 0);
  auto *wrapper = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {ptr}, false),
      llvm::GlobalValue::ExternalLinkage, "nanguard_invoke_" + sig.name,
      module);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "", wrapper));
  llvm::Value *params = wrapper->getArg(0);
  llvm::FunctionType *type = callee->getFunctionType();
  auto loadParam = [&](unsigned i) {
    return b.CreateLoad(ptr, b.CreateConstGEP1_64(ptr, params, i));
  };
  auto mismatch = [&] {
    return createStringError("function '" + sig.name +
                             "' has an unexpected signature after lowering");
  };
  llvm::SmallVector<llvm::Value *> args;
  for (auto [i, arg] : llvm::enumerate(sig.args)) {
    llvm::Value *param = loadParam(i + 1);
    if (arg.rank < 0) {
      if (args.size() >= type->getNumParams())
        return mismatch();
      llvm::Type *scalar = type->getParamType(args.size());
      if (scalar->isIntegerTy(1)) {
        llvm::Value *byte = b.CreateLoad(b.getInt8Ty(), param);
        args.push_back(b.CreateICmpNE(byte, b.getInt8(0)));
      } else {
        args.push_back(b.CreateLoad(scalar, param));
      }
      continue;
    }
    // {allocated, aligned, offset, sizes[rank], strides[rank]}, 8 bytes each.
    for (int64_t field = 0; field < 3 + 2 * arg.rank; ++field) {
      if (args.size() >= type->getNumParams())
        return mismatch();
      llvm::Type *fieldType = type->getParamType(args.size());
      if (fieldType != (field < 2 ? ptr : b.getInt64Ty()))
        return mismatch();
      args.push_back(
          b.CreateLoad(fieldType, b.CreateConstGEP1_64(ptr, param, field)));
    }
  }
  if (args.size() != type->getNumParams())
    return mismatch();
  llvm::CallInst *call = b.CreateCall(callee, args);
  if (!call->getType()->isVoidTy())
    b.CreateStore(call, loadParam(0));
  b.CreateRetVoid();
  return Error::success();
}

Error cpu::addWrappers(llvm::Module &module,
                       llvm::ArrayRef<FunctionSignature> functions) {
  llvm::SmallVector<llvm::Function *> defined;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      defined.push_back(&function);
  for (const FunctionSignature &signature : functions)
    if (Error error = addWrapper(module, signature))
      return error;
  // A user's function may be called `exp` or `main`: no symbol of the model
  // may stand for one of the process.
  for (llvm::Function *function : defined) {
    function->setName("nanguard_fn_" + function->getName());
    if (!function->hasLocalLinkage())
      function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  }
  // What stops a process goes to the host, which may prefer to go on.
  for (auto [from, to] : {std::pair("abort", "nanguard_model_abort"),
                          std::pair("puts", "nanguard_model_message")})
    if (llvm::Function *function = module.getFunction(from);
        function && function->isDeclaration())
      function->setName(to);
  return Error::success();
}

std::unique_ptr<llvm::Module>
cpu::makeDataModule(llvm::LLVMContext &context, llvm::StringRef manifest,
                    uint64_t arenaBytes, std::optional<bool> hostAccess) {
  auto module = std::make_unique<llvm::Module>("nanguard_model", context);
  auto define = [&](llvm::Constant *value, llvm::StringRef name) {
    new llvm::GlobalVariable(*module, value->getType(), /*isConstant=*/true,
                             llvm::GlobalValue::ExternalLinkage, value, name);
  };
  define(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context),
                                NANGUARD_ABI_VERSION),
         "nanguard_model_abi");
  define(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), arenaBytes),
         "nanguard_model_arena_bytes");
  if (hostAccess)
    define(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), *hostAccess),
           "nanguard_model_host_access");
  define(llvm::ConstantDataArray::getString(context, manifest),
         "nanguard_model_manifest");
  return module;
}
