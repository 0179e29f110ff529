//===- TestFolder.h - A folder for one test -----------------------*- C++
//-*-===//
#ifndef NANGUARD_UNITTESTS_RUNTIME_TESTFOLDER_H
#define NANGUARD_UNITTESTS_RUNTIME_TESTFOLDER_H

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <stdlib.h>

namespace nanguard::test {

struct Folder {
  std::string path;

  Folder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "nanguard-test-XXXXXX")
            .string();
    path = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;

  /// What is in it, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto &entry : std::filesystem::directory_iterator(path))
      found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
  }
  std::string file() const { return path + "/state"; }
};

inline std::string slurp(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void spill(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace nanguard::test

#endif // NANGUARD_UNITTESTS_RUNTIME_TESTFOLDER_H
