//===- CPUMathTest.cpp - The bounds that docs/numerics-cpu.md states ------===//
//
// Each function is compiled as a kernel is and held against the C library's f64
// (whose error is nothing at f32's precision), over bit patterns spread evenly
// over all floats: both signs, subnormals, infinities and NaNs.
//
//===----------------------------------------------------------------------===//

#include "nanguard/InitAll.h"
#include "nanguard/Target/CPU/Compile.h"
#include "nanguard/Target/CPU/CompiledModel.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace nanguard;

namespace {
constexpr int64_t kBatch = 4096;

struct Function {
  const char *name;
  const char *body; // of %x, giving %y
  double (*exact)(double);
  double bound; // in units of the last place of the f32 result
};

double toTheTwoAndAHalf(double x) { return std::pow(x, 2.5); }
double toTheSeventeenth(double x) { return std::pow(x, 17); }
double threeToThe(double x) { return std::pow(3, x); }
double cube(double x) { return x * x * x; }
double inverseSquare(double x) { return 1 / (x * x); }
double inverseRoot(double x) { return 1 / std::sqrt(x); }

const Function kFunctions[] = {
    {"exp", "%y = math.exp %x : f32", std::exp, 1.0},
    {"exp2", "%y = math.exp2 %x : f32", std::exp2, 0.51},
    {"expm1", "%y = math.expm1 %x : f32", std::expm1, 0.51},
    {"log", "%y = math.log %x : f32", std::log, 0.51},
    {"log2", "%y = math.log2 %x : f32", std::log2, 0.51},
    {"log10", "%y = math.log10 %x : f32", std::log10, 0.51},
    {"log1p", "%y = math.log1p %x : f32", std::log1p, 0.51},
    {"tanh", "%y = math.tanh %x : f32", std::tanh, 4.0},
    {"erf", "%y = math.erf %x : f32", std::erf, 3.5},
    {"sin", "%y = math.sin %x : f32", std::sin, 0.51},
    {"cos", "%y = math.cos %x : f32", std::cos, 0.51},
    {"sqrt", "%y = math.sqrt %x : f32", std::sqrt, 0.5},
    {"rsqrt", "%y = math.rsqrt %x : f32", inverseRoot, 1.5},
    {"cube", "%c = arith.constant 3.0 : f32\n %y = math.powf %x, %c : f32",
     cube, 0.51},
    {"two_and_a_half",
     "%c = arith.constant 2.5 : f32\n %y = math.powf %x, %c : f32",
     toTheTwoAndAHalf, 0.51},
    {"seventeenth",
     "%c = arith.constant 17.0 : f32\n %y = math.powf %x, %c : f32",
     toTheSeventeenth, 0.51},
    {"exponent", "%c = arith.constant 3.0 : f32\n %y = math.powf %c, %x : f32",
     threeToThe, 0.51},
    {"inverse_square",
     "%c = arith.constant -2.0 : f32\n %y = math.powf %x, %c : f32",
     inverseSquare, 0.51},
};

std::string makeModule() {
  std::string text;
  std::string type = "tensor<" + std::to_string(kBatch) + "xf32>";
  for (const Function &f : kFunctions)
    text += "func.func @" + std::string(f.name) + "(%a: " + type + ") -> " +
            type + " {\n %e = tensor.empty() : " + type +
            "\n %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, "
            "affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]} ins(%a "
            ": " +
            type + ") outs(%e : " + type + ") {\n ^bb0(%x: f32, %o: f32):\n " +
            f.body + "\n linalg.yield %y : f32\n } -> " + type +
            "\n return %r : " + type + "\n}\n";
  // Of two arguments.
  text += "func.func @pow(%a: " + type + ", %b: " + type + ") -> " + type +
          " {\n %e = tensor.empty() : " + type +
          "\n %r = linalg.powf ins(%a, %b : " + type + ", " + type +
          ") outs(%e : " + type + ") -> " + type + "\n return %r : " + type +
          "\n}\n";
  return text;
}

class CPUMath : public testing::TestWithParam<Function> {
public:
  static void SetUpTestSuite() {
    initializeCPUTarget();
    mlir::DialectRegistry registry;
    mlir::registerAllDialects(registry);
    mlir::registerAllExtensions(registry);
    nanguard::registerAllDialects(registry);
    registerCPUTargetDialects(registry);
    mlir::MLIRContext context(registry);
    auto module =
        mlir::parseSourceString<mlir::ModuleOp>(makeModule(), &context);
    ASSERT_TRUE(module);
    CPUCompileOptions options;
    options.useCache = false;
    auto compiled = compileForCPU(*module, options);
    ASSERT_TRUE(static_cast<bool>(compiled))
        << llvm::toString(compiled.takeError());
    auto loaded = loadCompiledModel(*compiled);
    ASSERT_TRUE(static_cast<bool>(loaded))
        << llvm::toString(loaded.takeError());
    model = std::move(*loaded);
  }
  static void TearDownTestSuite() { model.reset(); }

  /// The function of each of `in`.
  static std::vector<float> call(LoadedModel::InvokeFn invoke,
                                 std::vector<float> &in) {
    int64_t arg[5] = {reinterpret_cast<int64_t>(in.data()),
                      reinterpret_cast<int64_t>(in.data()), 0, kBatch, 1};
    int64_t result[5];
    void *params[] = {result, arg};
    invoke(params);
    const float *data = reinterpret_cast<const float *>(result[1]) + result[2];
    return std::vector<float>(data, data + kBatch);
  }

  static std::unique_ptr<LoadedModel> model;
};
std::unique_ptr<LoadedModel> CPUMath::model;

/// |got - want| in units of the last place that f32 has at `want`.
double ulps(float got, double want) {
  int exponent = std::max(std::ilogb(want), -126);
  return std::abs(got - want) / std::ldexp(1.0, exponent - 23);
}

TEST_P(CPUMath, HoldsItsBoundOverAllMagnitudes) {
  const Function &f = GetParam();
  auto invoke = model->lookupFunction(f.name);
  ASSERT_TRUE(static_cast<bool>(invoke)) << llvm::toString(invoke.takeError());
  double worst = 0;
  // An odd stride meets every low bit; 2^32 / 16381 patterns are 64 batches.
  uint32_t pattern = 0;
  for (int batch = 0; batch < 64; ++batch) {
    std::vector<float> in(kBatch);
    for (float &x : in)
      x = llvm::bit_cast<float>(pattern += 16381);
    // What a stride may miss.
    if (batch == 0) {
      float edges[] = {0.f,     -0.f,          INFINITY,   -INFINITY,
                       NAN,     1.f,           -1.f,       1e-45f,
                       -1e-45f, 3.4028235e38f, 88.722839f, -104.f};
      std::copy(std::begin(edges), std::end(edges), in.begin());
    }
    std::vector<float> out = call(*invoke, in);
    for (int64_t i = 0; i < kBatch; ++i) {
      double want = f.exact(in[i]);
      float rounded = static_cast<float>(want);
      if (std::isnan(want)) {
        ASSERT_TRUE(std::isnan(out[i])) << f.name << "(" << in[i] << ")";
        continue;
      }
      if (std::isinf(rounded) || want == 0) {
        // Where f32 rounds to Inf, the largest number is as near for a
        // function that is not correctly rounded.
        bool edge = std::abs(want) < 3.4028236e38 && f.bound > 0.51;
        ASSERT_TRUE(out[i] == rounded || edge)
            << f.name << "(" << in[i] << ") = " << out[i];
        ASSERT_EQ(std::signbit(out[i]), std::signbit(rounded))
            << f.name << "(" << in[i] << ")";
        continue;
      }
      if (!std::isfinite(out[i]) && ulps(3.4028235e38f, want) <= f.bound)
        continue;
      double error = ulps(out[i], want);
      worst = std::max(worst, error);
      ASSERT_LE(error, f.bound)
          << f.name << "(" << in[i] << ") = " << out[i] << ", not " << want;
    }
  }
  RecordProperty("worst_ulp", std::to_string(worst));
}

/// C17 F.10.4.4, every pair of what it names, and of what it does not.
TEST_F(CPUMath, PowerOfTwoVariables) {
  auto invoke = model->lookupFunction("pow");
  ASSERT_TRUE(static_cast<bool>(invoke)) << llvm::toString(invoke.takeError());
  const float edges[] = {
      0.f,         -0.f,       1.f,         -1.f,       INFINITY,   -INFINITY,
      NAN,         0.5f,       -0.5f,       2.f,        -2.f,       3.f,
      -3.f,        2.5f,       -2.5f,       1e-45f,     -1e-45f,    3.4028e38f,
      -3.4028e38f, 16777215.f, -16777215.f, 16777216.f, 16777218.f, 8388607.5f,
      0.99999994f, 1.0000001f, -1.0000001f};
  std::vector<float> x(kBatch, 1), y(kBatch, 1);
  size_t n = 0;
  for (float a : edges)
    for (float b : edges)
      x[n] = a, y[n++] = b;
  uint32_t pattern = 12345;
  for (; n < size_t(kBatch); ++n) {
    x[n] = llvm::bit_cast<float>(pattern += 1048573 * 7);
    y[n] = float(int32_t(pattern * 2654435761u)) * 0x1p-26f;
  }
  int64_t args[2][5];
  for (auto [arg, data] : {std::pair(args[0], x.data()), {args[1], y.data()}}) {
    int64_t fields[] = {reinterpret_cast<int64_t>(data),
                        reinterpret_cast<int64_t>(data), 0, kBatch, 1};
    std::copy(std::begin(fields), std::end(fields), arg);
  }
  int64_t result[5];
  void *params[] = {result, args[0], args[1]};
  (*invoke)(params);
  const float *out = reinterpret_cast<const float *>(result[1]) + result[2];
  for (int64_t i = 0; i < kBatch; ++i) {
    double want = std::pow(double(x[i]), double(y[i]));
    float rounded = static_cast<float>(want);
    std::string at = "pow(" + std::to_string(x[i]) + ", " +
                     std::to_string(y[i]) + ") = " + std::to_string(out[i]);
    if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(out[i])) << at;
      continue;
    }
    ASSERT_EQ(std::signbit(out[i]), std::signbit(rounded)) << at;
    if (std::isinf(rounded) || rounded == 0)
      ASSERT_EQ(out[i], rounded) << at;
    else
      ASSERT_LE(ulps(out[i], want), 0.51) << at << ", not " << want;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, CPUMath, testing::ValuesIn(kFunctions),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });
} // namespace
