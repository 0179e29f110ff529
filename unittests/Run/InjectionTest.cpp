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

TEST(Injection, FindsItsPlace) {
  auto manifest = parseManifest(R"({"abi": 1, "columns": 12, "functions": [{
    "name": "main", "results": [],
    "args": [{"type": "tensor<4xf16>"}, {"type": "tensor<4xf16>"},
             {"type": "tensor<4xf16>", "kv_cache": true}],
    "ops": [{"id": 0, "kind": "kv_write", "dtype": "f16", "shape": [4],
             "operands": [{"type": "tensor<4xf16>", "op": -1, "arg": 0},
                          {"type": "tensor<4xf16>", "op": -1, "arg": 2}]},
            {"id": 1, "kind": "attention", "dtype": "f16", "shape": [4],
             "operands": [{"type": "tensor<4xf16>", "op": -1, "arg": 0},
                          {"type": "tensor<4xf16>", "op": 0, "arg": -1},
                          {"type": "tensor<4xf16>", "op": -1, "arg": 1}],
             "inner": [{"type": "tensor<4xf32>"}, {"type": "tensor<8xf32>"}]}
            ]}]})");
  ASSERT_TRUE(static_cast<bool>(manifest));
  const FunctionInfo &function = manifest->functions[0];
  auto place = [&](const std::string &at) -> int64_t {
    auto fault = parseInjection(function, "op=1,kind=nan,at=" + at);
    if (fault)
      return fault->operand;
    llvm::consumeError(fault.takeError());
    return INT64_MIN;
  };
  EXPECT_EQ(place("output"), -1);
  EXPECT_EQ(place("input:2"), 2);
  EXPECT_EQ(place("arg:1"), 2);
  EXPECT_EQ(place("weight"), 0);
  EXPECT_EQ(place("weight:1"), 2);
  EXPECT_EQ(place("kv"), 1);
  EXPECT_EQ(place("inner:1"), -3);
  for (const char *bad : {"input:3", "arg:2", "weight:2", "kv:1", "inner:2",
                          "inner:x", "output:1", "input:-1", "here"})
    EXPECT_EQ(place(bad), INT64_MIN) << bad;
  // The cache itself, where the write reads it.
  auto slot = parseInjection(function, "op=0,kind=nan,at=kv,index=3");
  ASSERT_TRUE(static_cast<bool>(slot)) << llvm::toString(slot.takeError());
  EXPECT_EQ(slot->operand, 1);
  // The intermediate's own extents count.
  auto inner = parseInjection(function, "op=1,kind=nan,at=inner:1,index=7");
  EXPECT_TRUE(static_cast<bool>(inner));
  auto outside = parseInjection(function, "op=1,kind=nan,at=inner:0,index=7");
  EXPECT_FALSE(static_cast<bool>(outside));
  llvm::consumeError(outside.takeError());
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
