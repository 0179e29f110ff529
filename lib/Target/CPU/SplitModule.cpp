//===- SplitModule.cpp - One LLVM module a kernel -------------------------===//
//
// Kernels compile in parallel and are cached each for itself, so that a change
// to one layer recompiles one kernel. Constants go along with every user;
// everything else becomes a declaration.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/StripDeadPrototypes.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

/// A helper that wants to be inlined travels with its callers.
static bool travels(const Function &function) {
  return function.hasFnAttribute(Attribute::AlwaysInline) ||
         function.hasAvailableExternallyLinkage();
}

/// What `root` reaches through constants and functions that travel.
static void collectNeeded(const Function &root,
                          SmallPtrSetImpl<const GlobalValue *> &needed) {
  SmallVector<const Value *> work;
  SmallPtrSet<const Value *, 32> seen;
  auto scan = [&](const Function &function) {
    for (const BasicBlock &block : function)
      for (const Instruction &inst : block)
        for (const Use &use : inst.operands())
          if (isa<Constant>(use.get()))
            work.push_back(use.get());
  };
  needed.insert(&root);
  scan(root);
  while (!work.empty()) {
    const Value *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto *global = dyn_cast<GlobalVariable>(value)) {
      // Only what cannot change may exist more than once.
      if (global->isConstant() && global->hasInitializer()) {
        needed.insert(global);
        work.push_back(global->getInitializer());
      }
    } else if (auto *function = dyn_cast<Function>(value)) {
      if (!function->isDeclaration() && travels(*function) &&
          needed.insert(function).second)
        scan(*function);
    } else if (auto *constant = dyn_cast<Constant>(value)) {
      for (const Use &use : constant->operands())
        work.push_back(use.get());
    }
  }
}

std::vector<SmallString<0>> nanguard::cpu::splitModule(Module &module) {
  for (GlobalVariable &global : module.globals())
    if (global.hasLocalLinkage() && !global.isConstant()) {
      global.setLinkage(GlobalValue::ExternalLinkage);
      global.setVisibility(GlobalValue::HiddenVisibility);
      global.setName("nanguard_data_" + global.getName());
    }
  std::vector<const Function *> roots;
  for (Function &function : module) {
    if (function.isDeclaration() || travels(function))
      continue;
    if (function.hasLocalLinkage()) {
      function.setLinkage(GlobalValue::ExternalLinkage);
      function.setVisibility(GlobalValue::HiddenVisibility);
    }
    roots.push_back(&function);
  }
  std::vector<SmallString<0>> parts;
  bool first = true;
  for (const Function *root : roots) {
    SmallPtrSet<const GlobalValue *, 16> needed;
    collectNeeded(*root, needed);
    // Mutable globals have one home: the first part.
    if (first)
      for (const GlobalVariable &global : module.globals())
        if (!global.isConstant() && global.hasInitializer())
          needed.insert(&global);
    first = false;
    ValueToValueMapTy map;
    std::unique_ptr<Module> part =
        CloneModule(module, map, [&](const GlobalValue *value) {
          return needed.contains(value);
        });
    part->setModuleIdentifier(root->getName());
    part->setSourceFileName("");
    SmallVector<GlobalValue *> unused;
    for (GlobalVariable &global : part->globals()) {
      global.removeDeadConstantUsers();
      if (global.isDeclaration() && global.use_empty())
        unused.push_back(&global);
    }
    for (Function &function : *part)
      if (function.isDeclaration() && function.use_empty())
        unused.push_back(&function);
    for (GlobalValue *value : unused)
      value->eraseFromParent();
    raw_svector_ostream os(parts.emplace_back());
    WriteBitcodeToFile(*part, os);
  }
  return parts;
}
