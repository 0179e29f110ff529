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

TEST(Manifest, RefusesOneThatNestsDeep) {
  auto wrong = parseManifest(std::string(200000, '['));
  ASSERT_FALSE(static_cast<bool>(wrong));
  EXPECT_EQ(llvm::toString(wrong.takeError()),
            "the model's manifest is no JSON: JSON nests deeper than 64 "
            "levels");
}

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
  EXPECT_EQ(function.ops[0].label(), "layer.norm");
  // As other tables have it: a path, a member's or a kind, and the id.
  EXPECT_EQ(ids("layer.norm#0"), Ids{0});
  EXPECT_EQ(ids("layer.dense#0"), Ids{0});
  EXPECT_EQ(ids("matmul#1"), Ids{1});
  EXPECT_EQ(ids("matmul#0"), Ids());
  EXPECT_EQ(ids("layer.dense#1"), Ids());
}

TEST(Manifest, ANameThatIsNoneOffersTheIdsOfItsModuleOrKind) {
  auto manifest = parseManifest(kManifest);
  ASSERT_TRUE(static_cast<bool>(manifest))
      << llvm::toString(manifest.takeError());
  auto why = [&](llvm::StringRef name) {
    auto found = resolveOps(manifest->functions.front(), name);
    return found ? "" : llvm::toString(found.takeError());
  };
  EXPECT_EQ(why("matmul"), "no guarded op is called 'matmul'; one of matmul#1");
  EXPECT_EQ(why("layer.norm#7"),
            "no guarded op is called 'layer.norm#7'; one of layer.norm#0, "
            "layer.norm#1");
  EXPECT_EQ(why("layer.nrm"),
            "no guarded op is called 'layer.nrm'; did you mean 'layer.norm'?");
  EXPECT_EQ(why("layer.mlp"),
            "no guarded op is called 'layer.mlp' (--list-ops)");
  EXPECT_EQ(why("conv"), "no guarded op is called 'conv' (--list-ops)");
}

TEST(Manifest, OpsOfOneModuleAreToldApartByTheirIds) {
  std::string text = kManifest;
  text.replace(text.find("layer.dense2"), 12, "layer.norm");
  auto manifest = parseManifest(text);
  ASSERT_TRUE(static_cast<bool>(manifest))
      << llvm::toString(manifest.takeError());
  const FunctionInfo &function = manifest->functions.front();
  EXPECT_EQ(function.ops[0].label(), "layer.norm#0");
  EXPECT_EQ(function.ops[1].label(), "layer.norm#1");
  auto one = resolveOps(function, "layer.norm#1");
  ASSERT_TRUE(static_cast<bool>(one)) << llvm::toString(one.takeError());
  EXPECT_EQ(*one, std::vector<int64_t>{1});
  // The path alone means both.
  auto both = resolveOps(function, "layer.norm");
  ASSERT_TRUE(static_cast<bool>(both)) << llvm::toString(both.takeError());
  EXPECT_EQ(*both, (std::vector<int64_t>{0, 1}));
}
} // namespace
