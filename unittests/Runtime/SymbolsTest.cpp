//===- SymbolsTest.cpp - What the shared library exports ------------------===//
//
// Reads the dynamic symbol table itself: nothing but the two C name families
// and MLIR's allocation hooks may be in it.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <elf.h>

namespace {

std::set<std::string> exportedSymbols(const char *path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<char> file{std::istreambuf_iterator<char>(in), {}};
  std::set<std::string> names;
  auto at = [&](size_t offset) { return file.data() + offset; };
  Elf64_Ehdr header;
  std::memcpy(&header, file.data(), sizeof header);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), at(header.e_shoff),
              sections.size() * sizeof(Elf64_Shdr));
  for (const Elf64_Shdr &section : sections) {
    if (section.sh_type != SHT_DYNSYM)
      continue;
    const char *strings = at(sections[section.sh_link].sh_offset);
    for (size_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, at(section.sh_offset + i * sizeof symbol),
                  sizeof symbol);
      if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS)
        names.insert(strings + symbol.st_name);
    }
  }
  return names;
}

TEST(Symbols, OnlyOursAreExported) {
  std::set<std::string> names = exportedSymbols(NANGUARD_SHARED_LIBRARY);
  for (const std::string &name : names)
    EXPECT_TRUE(name.rfind("nanguard_", 0) == 0 ||
                name.rfind("_mlir_memref_to_llvm_", 0) == 0)
        << name;
  for (const char *needed : {"nanguard_rt_alloc",
                             "nanguard_rt_free",
                             "nanguard_rt_inject",
                             "nanguard_rt_parallel_for",
                             "nanguard_set_threads",
                             "nanguard_set_parallel_hook",
                             "_mlir_memref_to_llvm_alloc",
                             "_mlir_memref_to_llvm_aligned_alloc",
                             "_mlir_memref_to_llvm_free",
                             "nanguard_abi_check",
                             "nanguard_model_create_from_manifest",
                             "nanguard_context_tiers",
                             "nanguard_context_step_end",
                             "nanguard_context_save",
                             "nanguard_context_redo",
                             "nanguard_context_finding",
                             "nanguard_server_create",
                             "nanguard_server_step_end_foreign",
                             "nanguard_recorder_create",
                             "nanguard_context_join_ranks",
                             "nanguard_masked_all_reduce"})
    EXPECT_TRUE(names.count(needed)) << needed;
}

} // namespace
