//===- Tensor.cpp - Host tensors and their types --------------------------===//

#include "Tensor.h"

#include "nanguard/Support/FloatFormats.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace llvm;
using namespace nanguard::run;

size_t nanguard::run::itemSize(DType type) {
  switch (type) {
  case NANGUARD_I1:
  case NANGUARD_I8:
  case NANGUARD_F8E5M2:
  case NANGUARD_F8E4M3:
  case NANGUARD_F8E3M4:
  case NANGUARD_F8E4M3FN:
  case NANGUARD_F8E5M2FNUZ:
  case NANGUARD_F8E4M3FNUZ:
  case NANGUARD_F8E4M3B11FNUZ:
    return 1;
  case NANGUARD_F16:
  case NANGUARD_BF16:
  case NANGUARD_I16:
    return 2;
  case NANGUARD_F32:
  case NANGUARD_I32:
    return 4;
  case NANGUARD_F64:
  case NANGUARD_I64:
    return 8;
  }
  return 8;
}

StringRef nanguard::run::dtypeName(DType type) {
  static const char *const names[] = {
      "f16",      "bf16",       "f32",        "f64",
      "i1",       "i8",         "i16",        "i32",
      "i64",      "f8E5M2",     "f8E4M3",     "f8E3M4",
      "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ"};
  return names[type];
}

bool nanguard::run::isFloat8(DType type) { return type >= NANGUARD_F8E5M2; }
bool nanguard::run::isFloat(DType type) {
  return type <= NANGUARD_F64 || isFloat8(type);
}

Expected<DType> nanguard::run::parseDType(StringRef text) {
  int type = StringSwitch<int>(text)
                 .Case("f16", NANGUARD_F16)
                 .Case("bf16", NANGUARD_BF16)
                 .Case("f32", NANGUARD_F32)
                 .Case("f64", NANGUARD_F64)
                 .Case("i1", NANGUARD_I1)
                 .Case("i8", NANGUARD_I8)
                 .Case("i16", NANGUARD_I16)
                 .Case("i32", NANGUARD_I32)
                 .Cases({"i64", "index"}, NANGUARD_I64)
                 .Case("f8E5M2", NANGUARD_F8E5M2)
                 .Case("f8E4M3", NANGUARD_F8E4M3)
                 .Case("f8E3M4", NANGUARD_F8E3M4)
                 .Case("f8E4M3FN", NANGUARD_F8E4M3FN)
                 .Case("f8E5M2FNUZ", NANGUARD_F8E5M2FNUZ)
                 .Case("f8E4M3FNUZ", NANGUARD_F8E4M3FNUZ)
                 .Case("f8E4M3B11FNUZ", NANGUARD_F8E4M3B11FNUZ)
                 .Default(-1);
  if (type < 0)
    return createStringError("unknown element type '" + text + "'");
  return static_cast<DType>(type);
}

static const fltSemantics &formatOf(DType type) {
  switch (type) {
  case NANGUARD_F16:
    return APFloat::IEEEhalf();
  case NANGUARD_BF16:
    return APFloat::BFloat();
  case NANGUARD_F32:
    return APFloat::IEEEsingle();
  case NANGUARD_F8E5M2:
    return APFloat::Float8E5M2();
  case NANGUARD_F8E4M3:
    return APFloat::Float8E4M3();
  case NANGUARD_F8E3M4:
    return APFloat::Float8E3M4();
  case NANGUARD_F8E4M3FN:
    return APFloat::Float8E4M3FN();
  case NANGUARD_F8E5M2FNUZ:
    return APFloat::Float8E5M2FNUZ();
  case NANGUARD_F8E4M3FNUZ:
    return APFloat::Float8E4M3FNUZ();
  case NANGUARD_F8E4M3B11FNUZ:
    return APFloat::Float8E4M3B11FNUZ();
  default:
    return APFloat::IEEEdouble();
  }
}

static double toDouble(APFloat value) {
  bool lost;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return value.convertToDouble();
}

double nanguard::run::maxFinite(DType type) {
  return toDouble(APFloat::getLargest(formatOf(type)));
}

int64_t nanguard::run::infinityBits(DType type) {
  return infinityPattern(formatOf(type)).getZExtValue();
}

std::string ValueType::str() const {
  if (scalar)
    return dtypeName(dtype).str();
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += (extent < 0 ? std::string("?") : std::to_string(extent)) + "x";
  return text + dtypeName(dtype).str() + ">";
}

Expected<ValueType> nanguard::run::parseValueType(StringRef text) {
  ValueType type;
  StringRef body = text.trim();
  if (!body.consume_front("tensor<")) {
    type.scalar = true;
  } else if (!body.consume_back(">")) {
    return createStringError("malformed type '" + text + "'");
  }
  if (!type.scalar) {
    body = body.split(',').first.trim(); // an encoding does not matter here
    while (!body.empty() && (isDigit(body.front()) || body.front() == '?')) {
      auto [extent, rest] = body.split('x');
      int64_t value = -1;
      if (extent != "?" && (extent.getAsInteger(10, value) || value < 0))
        return createStringError("malformed type '" + text + "'");
      type.shape.push_back(value);
      body = rest;
    }
  }
  Expected<DType> dtype = parseDType(body);
  if (!dtype)
    return dtype.takeError();
  type.dtype = *dtype;
  return type;
}

int64_t nanguard::run::countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    if (extent < 0 || MulOverflow(count, extent, count))
      return -1;
  return count;
}

HostTensor HostTensor::make(DType dtype, std::vector<int64_t> shape) {
  HostTensor tensor;
  tensor.dtype = dtype;
  tensor.shape = std::move(shape);
  tensor.bytes.resize(std::max<int64_t>(0, tensor.numElements()) *
                      itemSize(dtype));
  return tensor;
}

int64_t HostTensor::numElements() const { return countElements(shape); }
double HostTensor::get(int64_t i) const {
  return loadElement(bytes.data(), i, dtype);
}
int64_t HostTensor::getInt(int64_t i) const {
  int64_t value;
  std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
  return value;
}
void HostTensor::set(int64_t i, double value) {
  storeElement(bytes.data(), i, dtype, value);
}
std::string HostTensor::typeString() const {
  ValueType type;
  type.dtype = dtype;
  type.shape = shape;
  return type.str();
}

template <typename T>
static T read(const void *data, int64_t i) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + i * sizeof(T),
              sizeof(T));
  return value;
}
template <typename T>
static void write(void *data, int64_t i, T value) {
  std::memcpy(static_cast<char *>(data) + i * sizeof(T), &value, sizeof(T));
}

double nanguard::run::loadElement(const void *data, int64_t i, DType type) {
  if (isFloat8(type))
    return toDouble(APFloat(formatOf(type), APInt(8, read<uint8_t>(data, i))));
  switch (type) {
  case NANGUARD_F16:
  case NANGUARD_BF16:
    return toDouble(
        APFloat(formatOf(type), APInt(16, read<uint16_t>(data, i))));
  case NANGUARD_F32:
    return read<float>(data, i);
  case NANGUARD_F64:
    return read<double>(data, i);
  case NANGUARD_I1:
    return read<uint8_t>(data, i) != 0;
  case NANGUARD_I8:
    return read<int8_t>(data, i);
  case NANGUARD_I16:
    return read<int16_t>(data, i);
  case NANGUARD_I32:
    return read<int32_t>(data, i);
  case NANGUARD_I64:
    return static_cast<double>(read<int64_t>(data, i));
  default:
    return 0;
  }
}

template <typename T>
static T saturate(double value) {
  if (std::isnan(value))
    return 0;
  if (value >= static_cast<double>(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  if (value <= static_cast<double>(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  return static_cast<T>(value);
}

void nanguard::run::storeElement(void *data, int64_t i, DType type,
                                 double value) {
  APFloat narrow(value);
  bool lost;
  if (itemSize(type) <= 2 && isFloat(type))
    narrow.convert(formatOf(type), APFloat::rmNearestTiesToEven, &lost);
  uint64_t bits = narrow.bitcastToAPInt().getZExtValue();
  if (isFloat8(type))
    return write<uint8_t>(data, i, bits);
  switch (type) {
  case NANGUARD_F16:
  case NANGUARD_BF16:
    return write<uint16_t>(data, i, bits);
  case NANGUARD_F32:
    return write<float>(data, i, static_cast<float>(value));
  case NANGUARD_F64:
    return write<double>(data, i, value);
  case NANGUARD_I1:
    return write<uint8_t>(data, i, value != 0);
  case NANGUARD_I8:
    return write<int8_t>(data, i, saturate<int8_t>(value));
  case NANGUARD_I16:
    return write<int16_t>(data, i, saturate<int16_t>(value));
  case NANGUARD_I32:
    return write<int32_t>(data, i, saturate<int32_t>(value));
  case NANGUARD_I64:
    return write<int64_t>(data, i, saturate<int64_t>(value));
  default:
    return;
  }
}
