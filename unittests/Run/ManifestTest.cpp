//===- ManifestTest.cpp - Which ops a name means --------------------------===//

#include "Manifest.h"

#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

using namespace nanguard::run;

namespace {
const char *const kManifest = R"({
  "abi": 1, "columns": 12, "unguarded": [],
  "functions": [{"name": "main", "args": [], "results": [], "ops": [
    {"id": 0, "kind": "norm", "path": "layer.norm", "file": "m.py", "line": 3,
     "dtype": "f16", "shape": [4], "variants": ["fused", "safe", "unfused"],
     "members": ["layer.norm", "layer.dense"]},
    {"id": 1, "kind": "matmul", "path": "layer.dense2", "file": "", "line": 0,
     "dtype": "f16", "shape": [4], "variants": ["fused"],
     "members": ["layer.dense2", "layer.norm"]}]}]
})";

TEST(Manifest, ANameMeansTheOpOrTheClusterThatTookItIn) {
  auto manifest = parseManifest(kManifest);
  ASSERT_TRUE(static_cast<bool>(manifest))
      << llvm::toString(manifest.takeError());
  const FunctionInfo &function = manifest->functions.front();
  auto ids = [&](llvm::StringRef name) {
    auto found = resolveOps(function, name);
    return found ? *found
                 : (llvm::consumeError(found.takeError()),
                    std::vector<int64_t>());
  };
  using Ids = std::vector<int64_t>;
  EXPECT_EQ(ids("layer.norm"), Ids{0}); // its own name before a member's
  EXPECT_EQ(ids("layer.dense"), Ids{0});
  EXPECT_EQ(ids("1"), Ids{1});
  EXPECT_EQ(ids("layer.none"), Ids());
}
} // namespace
