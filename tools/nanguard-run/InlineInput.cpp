//===- InlineInput.cpp - Tensors written on the command line --------------===//

#include "TensorIO.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>
#include <cstring>

using namespace llvm;
using namespace nanguard::run;

/// Whether a type of integers holds the value.
static bool fitsInteger(double value, DType type) {
  if (type == NANGUARD_I1)
    return value == 0 || value == 1;
  unsigned bits = 8 * itemSize(type);
  return value == std::floor(value) && value >= -std::ldexp(1.0, bits - 1) &&
         value < std::ldexp(1.0, bits - 1);
}

static Expected<double> parseNumber(StringRef text) {
  text = text.trim();
  std::string lower = text.lower();
  if (lower == "true")
    return 1.0;
  if (lower == "false")
    return 0.0;
  char *end = nullptr;
  double value = std::strtod(lower.c_str(), &end);
  if (lower.empty() || *end != '\0')
    return createStringError("'" + text + "' is no number");
  return value;
}

Expected<HostTensor> nanguard::run::parseInline(StringRef text) {
  auto [typeText, values] = text.split('=');
  bool tensorSyntax = typeText.contains('x') &&
                      (isDigit(typeText.front()) || typeText.front() == '?');
  Expected<ValueType> type = parseValueType(
      tensorSyntax ? ("tensor<" + typeText + ">").str() : typeText.str());
  if (!type)
    return createStringError(toString(type.takeError()) +
                             " (want 2x3xf16=1,2,… or @file.npy)");
  int64_t count = countElements(type->shape);
  if (count < 0)
    return createStringError("'" + typeText + "' needs static extents");
  if (count > (int64_t(1) << 32))
    return createStringError("'" + typeText + "' is too large");
  HostTensor tensor = HostTensor::make(type->dtype, type->shape);
  // No `=`: zeros, as IREE's runner takes it.
  if (!text.contains('='))
    return tensor;
  values = values.trim();
  if (values.consume_front("random:")) {
    uint64_t seed;
    if (values.getAsInteger(10, seed))
      return createStringError("wants random:SEED");
    fillRandom(tensor, seed);
    return tensor;
  }
  if (values.consume_front("[") != values.consume_back("]"))
    return createStringError("unbalanced brackets");
  SmallVector<StringRef> parts;
  bool commas = values.contains(',');
  values.split(parts, commas ? ',' : ' ', -1, /*KeepEmpty=*/commas);
  if (parts.empty() && count > 0)
    return createStringError("no values after '='; '" + typeText +
                             "' alone means zeros");
  if (static_cast<int64_t>(parts.size()) != count && parts.size() != 1)
    return createStringError(std::to_string(parts.size()) + " values, wants " +
                             std::to_string(count));
  for (int64_t i = 0; i < count; ++i) {
    StringRef part = parts[parts.size() == 1 ? 0 : i].trim();
    int64_t integer;
    // Exact beyond 2^53.
    if (type->dtype == NANGUARD_I64 && !part.getAsInteger(0, integer)) {
      std::memcpy(&tensor.bytes[i * 8], &integer, 8);
      continue;
    }
    Expected<double> value = parseNumber(part);
    if (!value)
      return value.takeError();
    if (!isFloat(type->dtype) && !fitsInteger(*value, type->dtype))
      return createStringError("'" + part + "' is no " +
                               dtypeName(type->dtype));
    tensor.set(i, *value);
  }
  return tensor;
}

Expected<std::vector<NamedTensor>> nanguard::run::readTensors(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError("cannot read '" + path +
                             "': " + file.getError().message());
  StringRef bytes = (*file)->getBuffer();
  auto named = [&]() -> Expected<std::vector<NamedTensor>> {
    if (path.ends_with(".safetensors"))
      return parseSafetensors(bytes);
    if (bytes.starts_with("PK"))
      return parseNpz(bytes);
    Expected<HostTensor> tensor = parseNpy(bytes);
    if (!tensor)
      return tensor.takeError();
    std::vector<NamedTensor> one;
    one.push_back({"", std::move(*tensor)});
    return one;
  }();
  if (!named)
    return createStringError("'" + path + "': " + toString(named.takeError()));
  return named;
}

void nanguard::run::fillRandom(HostTensor &tensor, uint64_t seed) {
  if (!isFloat(tensor.dtype)) {
    std::fill(tensor.bytes.begin(), tensor.bytes.end(), 0);
    return;
  }
  // splitmix64: the standard library's distributions differ by vendor.
  auto next = [&seed] {
    uint64_t z = (seed += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  };
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    // Twelve uniform numbers sum to a normal one well enough.
    double sum = -6;
    for (int k = 0; k < 12; ++k)
      sum += next();
    tensor.set(i, 0.05 * sum);
  }
}

void nanguard::run::takeRaw(HostTensor &tensor, DType type) {
  bool isBits = type == NANGUARD_BF16 || isFloat8(type);
  if (tensor.raw && isBits && itemSize(type) == itemSize(tensor.dtype))
    tensor.dtype = type;
}

Expected<HostTensor> nanguard::run::convertTo(HostTensor tensor,
                                              const ValueType &type) {
  takeRaw(tensor, type.dtype);
  // A byte mask is a mask: numpy writes bool and uint8 alike.
  if (type.dtype == NANGUARD_I1 && tensor.dtype == NANGUARD_I8) {
    tensor.dtype = NANGUARD_I1;
    for (char &byte : tensor.bytes)
      byte = byte != 0;
  }
  bool fits = tensor.dtype == type.dtype;
  if (type.scalar) {
    fits &= tensor.numElements() == 1;
  } else {
    fits &= tensor.shape.size() == type.shape.size();
    for (size_t d = 0; fits && d < type.shape.size(); ++d)
      fits = type.shape[d] < 0 || type.shape[d] == tensor.shape[d];
  }
  if (!fits)
    return createStringError("given " + tensor.typeString() + ", wants " +
                             type.str());
  return tensor;
}
