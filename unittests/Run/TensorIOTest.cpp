//===- TensorIOTest.cpp - Tensors in files and on the command line --------===//

#include "TensorIO.h"

#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace nanguard::run;

static std::string error(llvm::Error error) {
  return llvm::toString(std::move(error));
}

TEST(Tensor, ParsesTypes) {
  auto type = parseValueType("tensor<1x?x3xbf16>");
  ASSERT_TRUE(static_cast<bool>(type));
  EXPECT_EQ(type->str(), "tensor<1x?x3xbf16>");
  EXPECT_EQ(parseValueType("tensor<f32>")->shape.size(), 0u);
  EXPECT_TRUE(parseValueType("i64")->scalar);
  for (const char *bad : {"", "tensor<2xq7>", "tensor<2x", "tensor<-1xf32>"}) {
    auto wrong = parseValueType(bad);
    EXPECT_FALSE(static_cast<bool>(wrong)) << bad;
    llvm::consumeError(wrong.takeError());
  }
}

TEST(Tensor, RoundsNarrowValuesToEven) {
  HostTensor half = HostTensor::make(NANGUARD_F16, {1});
  half.set(0, 2049);
  EXPECT_EQ(half.get(0), 2048);
  half.set(0, 65520);
  EXPECT_EQ(half.get(0), INFINITY);
  half.set(0, std::nan(""));
  EXPECT_TRUE(std::isnan(half.get(0)));
  HostTensor bf = HostTensor::make(NANGUARD_BF16, {1});
  bf.set(0, 1 + 0x1p-8);
  EXPECT_EQ(bf.get(0), 1);
}

TEST(Npy, RoundTripsEveryType) {
  for (int type = NANGUARD_F16; type <= NANGUARD_I64; ++type) {
    HostTensor tensor =
        HostTensor::make(static_cast<nanguard_dtype>(type), {2, 3});
    for (int i = 0; i < 6; ++i)
      tensor.set(i, i & 1);
    auto read = parseNpy(formatNpy(tensor));
    ASSERT_TRUE(static_cast<bool>(read));
    ValueType want;
    want.dtype = tensor.dtype;
    want.shape = {2, -1};
    // '<u2' is read as raw bits: only a bf16 argument says what they are.
    auto back = convertTo(*read, want);
    ASSERT_TRUE(static_cast<bool>(back)) << error(back.takeError());
    EXPECT_EQ(back->bytes, tensor.bytes);
  }
}

TEST(Npy, ReordersFortranData) {
  HostTensor tensor = HostTensor::make(NANGUARD_F32, {2, 3});
  for (int i = 0; i < 6; ++i)
    tensor.set(i, i);
  std::string bytes = formatNpy(tensor);
  size_t at = bytes.find("False");
  bytes.replace(at, 5, "True ");
  auto read = parseNpy(bytes);
  ASSERT_TRUE(static_cast<bool>(read));
  EXPECT_EQ(read->get(1), 2);
  EXPECT_EQ(read->get(3), 1);
}

TEST(Npy, RefusesDamage) {
  std::string good = formatNpy(HostTensor::make(NANGUARD_F32, {4}));
  for (size_t size = 0; size < good.size(); ++size) {
    auto read = parseNpy(llvm::StringRef(good).take_front(size));
    EXPECT_FALSE(static_cast<bool>(read)) << size;
    llvm::consumeError(read.takeError());
  }
}

TEST(Safetensors, SortsByNameAndRefusesDamage) {
  std::string header =
      R"({"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
      R"("a":{"dtype":"F16","shape":[2],"data_offsets":[4,8]}})";
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size());
  file += header + std::string(8, '\0');
  auto read = parseSafetensors(file);
  ASSERT_TRUE(static_cast<bool>(read)) << error(read.takeError());
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].name, "a");
  for (size_t size = 0; size < file.size(); ++size) {
    auto wrong = parseSafetensors(llvm::StringRef(file).take_front(size));
    EXPECT_FALSE(static_cast<bool>(wrong)) << size;
    llvm::consumeError(wrong.takeError());
  }
}

TEST(Safetensors, RefusesAHeaderThatNestsDeep) {
  for (char open : {'[', '{'}) {
    std::string header = "{\"a\":" + std::string(200000, open);
    std::string file(8, '\0');
    uint64_t length = header.size();
    std::memcpy(file.data(), &length, sizeof length);
    auto wrong = parseSafetensors(file + header);
    ASSERT_FALSE(static_cast<bool>(wrong));
    EXPECT_EQ(error(wrong.takeError()),
              "damaged .safetensors file: the header is no JSON: JSON nests "
              "deeper than 64 levels");
  }
}

TEST(Inline, ReadsValues) {
  auto tensor = parseInline("2x2xf16=1,-inf,nan,0x1p-3");
  ASSERT_TRUE(static_cast<bool>(tensor));
  EXPECT_EQ(tensor->get(1), -INFINITY);
  EXPECT_TRUE(std::isnan(tensor->get(2)));
  EXPECT_EQ(tensor->get(3), 0.125);
  EXPECT_EQ(parseInline("3xi64=7")->get(2), 7);
  EXPECT_EQ(parseInline("f32=2.5")->get(0), 2.5);
  EXPECT_EQ(parseInline("4xf32")->get(3), 0);
  HostTensor drawn = HostTensor::make(NANGUARD_F16, {2, 3});
  fillRandom(drawn, 7);
  EXPECT_EQ(parseInline("2x3xf16=random:7")->bytes, drawn.bytes);
}

TEST(Inline, RefusesWhatIsWrong) {
  for (const char *bad :
       {"", "=", "2xf16=1,2,3", "2xf16=a,b", "?xf16=1", "2xf17=1",
        "2xf16=random:", "99999999999x99999999999xf32"}) {
    auto wrong = parseInline(bad);
    EXPECT_FALSE(static_cast<bool>(wrong)) << bad;
    llvm::consumeError(wrong.takeError());
  }
}

TEST(Random, IsTheSameForTheSameSeed) {
  HostTensor a = HostTensor::make(NANGUARD_F32, {100}), b = a, c = a;
  fillRandom(a, 1);
  fillRandom(b, 1);
  fillRandom(c, 2);
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_NE(a.bytes, c.bytes);
}
