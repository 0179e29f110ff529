//===- Chips.cpp - The GPUs that kernels are compiled for -----------------===//

#include "nanguard/Conversion/GPU/Chips.h"
#include "nanguard/chips.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace {
struct Chip {
  llvm::StringLiteral name, features;
};
} // namespace

#define CHIP(NAME, MAJOR, FEATURES, SHARED) {NAME, FEATURES},
static constexpr Chip kChips[] = {NANGUARD_CHIPS(CHIP)};
#undef CHIP

llvm::StringRef nanguard::getPTXFeatures(llvm::StringRef chip) {
  const auto *known = llvm::find_if(
      kChips, [&](const Chip &each) { return each.name == chip; });
  return known == std::end(kChips) ? "" : known->features;
}

std::string nanguard::listChips() {
  return llvm::join(
      llvm::map_range(kChips, [](const Chip &chip) { return chip.name; }),
      ", ");
}
