//===- DeviceMathTest.cpp - The bounds of f64 functions on GPUs -----------===//
//
// What nanguard-expand-device-math writes out is compiled for the CPU and held
// against the C library's long double, over bit patterns spread evenly over all
// of f64: both signs, subnormals, infinities and NaNs.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/InitAll.h"
#include "nanguard/Target/CPU/Compile.h"
#include "nanguard/Target/CPU/CompiledModel.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace nanguard;

namespace {
constexpr int64_t kBatch = 4096;

struct Function {
  const char *name;
  long double (*exact)(long double);
  double bound; // in units of the last place of the f64 result
};

const Function kFunctions[] = {
    {"exp", expl, 1.0},     {"exp2", exp2l, 1.0},   {"expm1", expm1l, 2.0},
    {"log", logl, 0.6},     {"log2", log2l, 0.6},   {"log10", log10l, 0.6},
    {"log1p", log1pl, 1.0}, {"tanh", tanhl, 3.0},   {"sinh", sinhl, 3.0},
    {"cosh", coshl, 3.5},   {"asinh", asinhl, 3.0}, {"acosh", acoshl, 3.0},
    {"atanh", atanhl, 3.0}, {"sin", sinl, 1.0},     {"cos", cosl, 1.0},
    {"tan", tanl, 2.5},     {"atan", atanl, 2.5},   {"asin", asinl, 4.0},
    {"acos", acosl, 4.0},   {"erf", erfl, 2.0},     {"erfc", erfcl, 4.0},
    {"cbrt", cbrtl, 1.0},
};

const double kEdges[] = {
    0., -0., 1., -1., INFINITY, -INFINITY, NAN, 0.5, -0.5, 2., -2., 3., -3.,
    2.5, -2.5, 5e-324, -5e-324, 2.3e-308, -2.3e-308, 1.7e308, -1.7e308, 709.78,
    -709.78, 709.79, -745.2, 0x1p53, -0x1p53 + 1, 0x1p53 + 2, 0x1p20, -0x1p20,
    0x1p21, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1,
    // Near multiples of pi / 2.
    6381956970095103. * 0x1p797, 5.319372648326541e255, 1 - 0x1p-53,
    1 + 0x1p-52, -1 + 0x1p-53};

std::string makeModule() {
  std::string text;
  std::string type = "tensor<" + std::to_string(kBatch) + "xf64>";
  auto addFunction = [&](const std::string &name, int args) {
    std::string map = "affine_map<(i) -> (i)>", maps = map, ins = "%a",
                types = type;
    std::string scalars = "%x: f64", values = "%x", params = "%a: " + type;
    if (args == 2) {
      maps += ", " + map, ins += ", %b", types += ", " + type;
      scalars += ", %y: f64", values += ", %y", params += ", %b: " + type;
    }
    text += "func.func @" + name + "(" + params + ") -> " + type +
            " {\n %e = tensor.empty() : " + type +
            "\n %r = linalg.generic {indexing_maps = [" + maps + ", " + map +
            "], iterator_types = [\"parallel\"]} ins(" + ins + " : " + types +
            ") outs(%e : " + type + ") {\n ^bb0(" + scalars +
            ", %o: f64):\n %v = math." + name + " " + values +
            " : f64\n linalg.yield %v : f64\n } -> " + type +
            "\n return %r : " + type + "\n}\n";
  };
  for (const Function &f : kFunctions)
    addFunction(f.name, 1);
  addFunction("powf", 2);
  addFunction("atan2", 2);
  return text;
}

class DeviceMath : public testing::TestWithParam<Function> {
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
    mlir::PassManager passes(&context);
    passes.addPass(createExpandDeviceMathPass());
    ASSERT_TRUE(mlir::succeeded(passes.run(*module)));
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
  static std::vector<double> call(LoadedModel::InvokeFn invoke,
                                  std::vector<std::vector<double>> in) {
    int64_t result[5], args[2][5];
    void *params[] = {result, args[0], args[1]};
    for (size_t i = 0; i < in.size(); ++i) {
      int64_t data = reinterpret_cast<int64_t>(in[i].data());
      int64_t fields[] = {data, data, 0, kBatch, 1};
      std::copy(std::begin(fields), std::end(fields), args[i]);
    }
    invoke(params);
    const double *data =
        reinterpret_cast<const double *>(result[1]) + result[2];
    return std::vector<double>(data, data + kBatch);
  }

  static std::unique_ptr<LoadedModel> model;
};
std::unique_ptr<LoadedModel> DeviceMath::model;

/// |got - want| in units of the last place that f64 has at `want`.
double ulps(double got, long double want) {
  int exponent = std::max(std::ilogb(want), -1022);
  return std::abs((got - want) / ldexpl(1, exponent - 52));
}

/// Whether `got` is `want` to `bound` units, to the sign of zero.
void expectNear(double got, long double want, double bound, double &worst,
                const std::string &at) {
  double rounded = static_cast<double>(want);
  if (std::isnan(want)) {
    ASSERT_TRUE(std::isnan(got)) << at;
    return;
  }
  ASSERT_EQ(std::signbit(got), std::signbit(rounded)) << at << " = " << got;
  if (std::isinf(rounded) || std::isinf(got)) {
    // The largest number is as near as Inf where the result is between.
    long double limit = 0x1p1024L - 0x1p971L;
    bool edge =
        std::abs(want) > limit - 0x1p971L * bound && std::abs(want) < 0x1p1024L;
    ASSERT_TRUE(got == rounded || edge) << at << " = " << got;
    return;
  }
  double error = want == 0 ? (got == 0 ? 0 : INFINITY) : ulps(got, want);
  worst = std::max(worst, error);
  ASSERT_LE(error, bound) << at << " = " << got << ", not " << rounded;
}

TEST_P(DeviceMath, HoldsItsBoundOverAllMagnitudes) {
  const Function &f = GetParam();
  auto invoke = model->lookupFunction(f.name);
  ASSERT_TRUE(static_cast<bool>(invoke)) << llvm::toString(invoke.takeError());
  double worst = 0;
  // Half of the batches go over all patterns, half over -20 … 20 or -1 … 1.
  uint64_t pattern = 0;
  for (int batch = 0; batch < 32; ++batch) {
    std::vector<double> in(kBatch);
    for (double &x : in) {
      pattern += 0x9e3779b97f4a7c15; // meets every low bit
      x = batch % 2 == 0 ? llvm::bit_cast<double>(pattern)
                         : double(int64_t(pattern)) *
                               (batch % 4 == 1 ? 20 * 0x1p-63 : 0x1p-63);
    }
    if (batch == 0)
      std::copy(std::begin(kEdges), std::end(kEdges), in.begin());
    std::vector<double> out = call(*invoke, {in});
    for (int64_t i = 0; i < kBatch; ++i) {
      // A subnormal result is rounded once more.
      long double want = f.exact(in[i]);
      double bound = f.bound + (std::abs(want) < 0x1p-1022L ? 0.5 : 0);
      char at[80];
      std::snprintf(at, sizeof at, "%s(%a)", f.name, in[i]);
      expectNear(out[i], want, bound, worst, at);
      if (HasFatalFailure())
        return;
    }
  }
  RecordProperty("worst_ulp", std::to_string(worst));
}

/// C17 F.10.4.4 and F.10.1.4: every pair of what they name, and many more.
void testTwoArguments(const char *name,
                      long double (*exact)(long double, long double),
                      double bound) {
  auto invoke = DeviceMath::model->lookupFunction(name);
  ASSERT_TRUE(static_cast<bool>(invoke)) << llvm::toString(invoke.takeError());
  double worst = 0;
  uint64_t pattern = 12345;
  for (int batch = 0; batch < 16; ++batch) {
    std::vector<double> x(kBatch), y(kBatch);
    size_t n = 0;
    if (batch == 0)
      for (double a : kEdges)
        for (double b : kEdges)
          if (n < size_t(kBatch))
            x[n] = a, y[n++] = b;
    for (; n < size_t(kBatch); ++n) {
      x[n] = llvm::bit_cast<double>(pattern += 0x9e3779b97f4a7c15);
      y[n] = double(int64_t(pattern * 0xd1342543de82ef95)) *
             (batch % 2 ? 0x1p-60 : 0x1p-50);
      if (batch % 4 == 3)
        x[n] = 1 + double(int64_t(pattern)) * 0x1p-66;
    }
    std::vector<double> out = DeviceMath::call(*invoke, {x, y});
    for (int64_t i = 0; i < kBatch; ++i) {
      long double want = exact(x[i], y[i]);
      char at[100];
      std::snprintf(at, sizeof at, "%s(%a, %a)", name, x[i], y[i]);
      expectNear(out[i], want, bound + (std::abs(want) < 0x1p-1022L ? 0.5 : 0),
                 worst, at);
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
  testing::Test::RecordProperty("worst_ulp", std::to_string(worst));
}

TEST_F(DeviceMath, PowerOfTwoVariables) { testTwoArguments("powf", powl, 1.5); }

TEST_F(DeviceMath, AngleOfTwoVariables) {
  testTwoArguments("atan2", atan2l, 3.0);
}

INSTANTIATE_TEST_SUITE_P(Functions, DeviceMath, testing::ValuesIn(kFunctions),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });
} // namespace
