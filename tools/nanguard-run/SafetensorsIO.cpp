//===- SafetensorsIO.cpp - .safetensors -----------------------------------===//

#include "TensorIO.h"

#include "nanguard/Support/ParseJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace nanguard::run;

Expected<std::vector<NamedTensor>>
nanguard::run::parseSafetensors(StringRef bytes) {
  auto damaged = [](const Twine &what) {
    return createStringError("damaged .safetensors file: " + what);
  };
  if (bytes.size() < 8)
    return damaged("no header");
  uint64_t length = support::endian::read64le(bytes.data());
  if (length > bytes.size() - 8)
    return damaged("truncated header");
  Expected<json::Value> header = nanguard::parseJSON(bytes.substr(8, length));
  if (!header)
    return damaged("the header is no JSON: " + toString(header.takeError()));
  StringRef data = bytes.drop_front(8 + length);
  const json::Object *entries = header->getAsObject();
  if (!entries)
    return damaged("the header is no object");

  std::vector<NamedTensor> result;
  for (const auto &[key, value] : *entries) {
    if (key == "__metadata__")
      continue;
    StringRef name = key;
    const json::Object *entry = value.getAsObject();
    const json::Array *shape = entry ? entry->getArray("shape") : nullptr;
    const json::Array *offsets =
        entry ? entry->getArray("data_offsets") : nullptr;
    if (!shape || !offsets || offsets->size() != 2 ||
        !entry->getString("dtype"))
      return damaged("entry '" + name + "'");
    int type = StringSwitch<int>(*entry->getString("dtype"))
                   .Case("F16", NANGUARD_F16)
                   .Case("BF16", NANGUARD_BF16)
                   .Case("F32", NANGUARD_F32)
                   .Case("F64", NANGUARD_F64)
                   .Case("F8_E4M3", NANGUARD_F8E4M3FN)
                   .Case("F8_E5M2", NANGUARD_F8E5M2)
                   .Case("BOOL", NANGUARD_I1)
                   .Cases({"I8", "U8"}, NANGUARD_I8)
                   .Cases({"I16", "U16"}, NANGUARD_I16)
                   .Cases({"I32", "U32"}, NANGUARD_I32)
                   .Cases({"I64", "U64"}, NANGUARD_I64)
                   .Default(-1);
    if (type < 0)
      return createStringError("entry '" + name + "' has type " +
                               *entry->getString("dtype") +
                               ", which is not supported");
    NamedTensor named;
    named.name = name.str();
    named.tensor.dtype = static_cast<DType>(type);
    for (const json::Value &extent : *shape) {
      if (extent.getAsInteger().value_or(-1) < 0)
        return damaged("shape of '" + name + "'");
      named.tensor.shape.push_back(*extent.getAsInteger());
    }
    int64_t begin = (*offsets)[0].getAsInteger().value_or(-1);
    int64_t end = (*offsets)[1].getAsInteger().value_or(-1);
    int64_t count = named.tensor.numElements();
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > data.size() ||
        count < 0 || (end - begin) % itemSize(named.tensor.dtype) != 0 ||
        static_cast<int64_t>((end - begin) / itemSize(named.tensor.dtype)) !=
            count)
      return damaged("extent of '" + name + "'");
    named.tensor.bytes.assign(data.begin() + begin, data.begin() + end);
    result.push_back(std::move(named));
  }
  // Sorted by name: writers order the data by type and alignment, not by what
  // the model wants.
  llvm::sort(result, [](const NamedTensor &a, const NamedTensor &b) {
    return a.name < b.name;
  });
  return result;
}
