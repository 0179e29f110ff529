//===- InjectionTest.cpp - Faults, tiers, comparison ----------------------===//

#include "Manifest.h"
#include "Report.h"

#include "gtest/gtest.h"
#include <cmath>

using namespace nanguard::run;

static FunctionInfo makeFunction() {
  auto manifest = parseManifest(R"({"abi": 1, "columns": 12, "functions": [{
    "name": "main", "args": [{"type": "tensor<2x4xf16>"}], "results": [],
    "ops": [{"id": 0, "kind": "softmax", "path": "layer.0.attn",
             "dtype": "f16", "shape": [2, 4], "variants": ["fused", "safe"],
             "operands": [{"type": "tensor<2x4xf16>"}]}]}]})");
  EXPECT_TRUE(static_cast<bool>(manifest));
  return manifest->functions[0];
}

TEST(Injection, StrikesARow) {
  FunctionInfo function = makeFunction();
  auto fault = parseInjection(
      function, "op=layer.0.attn,kind=add,value=10,operand=0,row=1,step=3-5");
  ASSERT_TRUE(static_cast<bool>(fault)) << llvm::toString(fault.takeError());
  EXPECT_EQ(fault->firstStep, 3);
  EXPECT_EQ(fault->lastStep, 5);
  HostTensor tensor = HostTensor::make(NANGUARD_F16, {2, 4});
  applyInjection(*fault, tensor.bytes.data(), 8, NANGUARD_F16);
  EXPECT_EQ(tensor.get(3), 0);
  EXPECT_EQ(tensor.get(4), 10);
  EXPECT_EQ(tensor.get(7), 10);
}

TEST(Injection, FlipsABit) {
  FunctionInfo function = makeFunction();
  auto fault = parseInjection(function, "op=0,kind=bitflip,value=15,index=2");
  ASSERT_TRUE(static_cast<bool>(fault));
  HostTensor tensor = HostTensor::make(NANGUARD_F16, {8});
  tensor.set(2, 3);
  applyInjection(*fault, tensor.bytes.data(), 8, NANGUARD_F16);
  EXPECT_EQ(tensor.get(2), -3);
}

TEST(Injection, RefusesWhatIsWrong) {
  FunctionInfo function = makeFunction();
  for (const char *bad :
       {"kind=nan", "op=9,kind=nan", "op=layer.1,kind=nan", "op=0,kind=melt",
        "op=0,kind=add", "op=0,kind=nan,row=2", "op=0,kind=nan,index=8",
        "op=0,kind=nan,operand=1", "op=0,kind=nan,step=5-3",
        "op=0,kind=nan,colour=red"}) {
    auto fault = parseInjection(function, bad);
    EXPECT_FALSE(static_cast<bool>(fault)) << bad;
    llvm::consumeError(fault.takeError());
  }
}

TEST(Tiers, ParsesDefaultsAndExceptions) {
  FunctionInfo function = makeFunction();
  auto tiers = parseTiers(function, "fused,layer.0.attn=safe");
  ASSERT_TRUE(static_cast<bool>(tiers));
  EXPECT_EQ(tiers->fallback, NANGUARD_FORM_FUSED_BITS);
  ASSERT_EQ(tiers->perOp.size(), 1u);
  EXPECT_EQ(tiers->perOp[0].second, NANGUARD_FORM_SAFE);
  for (const char *bad : {"fast", "7=safe", "layer=safe", "0=best"}) {
    auto wrong = parseTiers(function, bad);
    EXPECT_FALSE(static_cast<bool>(wrong)) << bad;
    llvm::consumeError(wrong.takeError());
  }
}

TEST(Compare, NamesTheWorstElement) {
  HostTensor a = HostTensor::make(NANGUARD_F32, {3}), b = a;
  EXPECT_EQ(compareTensors(a, b, 0, 0), "");
  a.set(1, 1e-3);
  a.set(2, 1);
  EXPECT_NE(compareTensors(a, b, 0, 1e-4).find("[2]"), std::string::npos);
  a.set(2, std::nan(""));
  b.set(2, std::nan(""));
  EXPECT_EQ(compareTensors(a, b, 0, 1e-2), "");
}
