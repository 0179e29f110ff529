//===- NumpyIO.cpp - .npy and .npz ----------------------------------------===//
//
// The header of a .npy file is a Python dict of three known keys; it is read
// by looking for them, which is all that numpy's own writer needs.
//
//===----------------------------------------------------------------------===//

#include "TensorIO.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <cstring>
#include <zlib.h>

using namespace llvm;
using namespace nanguard::run;

/// The text after `'key':` in the header's dict.
static StringRef findKey(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "'").str());
  if (at == StringRef::npos)
    return "";
  StringRef rest = header.drop_front(at + key.size() + 2).ltrim();
  rest.consume_front(":");
  return rest.ltrim();
}

static Error setDescr(HostTensor &tensor, StringRef descr) {
  StringRef kind = descr;
  if (kind.consume_front(">"))
    return createStringError("big-endian .npy ('" + descr +
                             "') is not supported");
  if (!kind.empty() && (kind[0] == '<' || kind[0] == '|' || kind[0] == '='))
    kind = kind.drop_front();
  struct {
    StringLiteral name;
    DType type;
    bool raw;
  } const table[] = {{"f2", NANGUARD_F16, false}, {"f4", NANGUARD_F32, false},
                     {"f8", NANGUARD_F64, false}, {"b1", NANGUARD_I1, false},
                     {"i1", NANGUARD_I8, false},  {"u1", NANGUARD_I8, true},
                     {"i2", NANGUARD_I16, false}, {"u2", NANGUARD_I16, true},
                     {"V2", NANGUARD_BF16, true}, {"V1", NANGUARD_I8, true},
                     {"i4", NANGUARD_I32, false}, {"u4", NANGUARD_I32, false},
                     {"i8", NANGUARD_I64, false}, {"u8", NANGUARD_I64, false}};
  for (const auto &entry : table)
    if (kind == entry.name) {
      tensor.dtype = entry.type;
      tensor.raw = entry.raw;
      return Error::success();
    }
  return createStringError(".npy type '" + descr + "' is not supported");
}

/// Column-major data to row-major.
static void reorderFortran(HostTensor &tensor) {
  size_t item = itemSize(tensor.dtype);
  size_t rank = tensor.shape.size();
  std::vector<char> out(tensor.bytes.size());
  std::vector<int64_t> index(rank);
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    int64_t from = 0;
    for (size_t d = rank; d-- > 0;)
      from = from * tensor.shape[d] + index[d];
    std::memcpy(&out[i * item], &tensor.bytes[from * item], item);
    for (size_t d = rank; d-- > 0 && ++index[d] == tensor.shape[d];)
      index[d] = 0;
  }
  tensor.bytes = std::move(out);
}

Expected<HostTensor> nanguard::run::parseNpy(StringRef bytes) {
  StringRef rest = bytes;
  if (!rest.consume_front("\x93NUMPY") || rest.size() < 4)
    return createStringError("not a .npy file");
  unsigned major = static_cast<uint8_t>(rest[0]);
  bool wide = major > 1;
  if (major < 1 || major > 3 || rest.size() < (wide ? 6u : 4u))
    return createStringError("unknown .npy version");
  size_t length = wide ? support::endian::read32le(rest.data() + 2)
                       : support::endian::read16le(rest.data() + 2);
  rest = rest.drop_front(wide ? 6 : 4);
  if (rest.size() < length)
    return createStringError("truncated .npy header");
  StringRef header = rest.take_front(length);
  rest = rest.drop_front(length);

  HostTensor tensor;
  StringRef descr = findKey(header, "descr");
  if (descr.empty() || (descr[0] != '\'' && descr[0] != '"'))
    return createStringError("malformed .npy header");
  descr = descr.drop_front().take_until(
      [](char c) { return c == '\'' || c == '"'; });
  if (Error error = setDescr(tensor, descr))
    return std::move(error);
  StringRef shape = findKey(header, "shape");
  if (!shape.consume_front("(") || !shape.contains(')'))
    return createStringError("malformed .npy header");
  for (StringRef extent :
       split(shape.take_until([](char c) { return c == ')'; }), ',')) {
    int64_t value;
    if (extent.trim().empty())
      continue;
    if (extent.trim().getAsInteger(10, value) || value < 0)
      return createStringError("malformed .npy shape");
    tensor.shape.push_back(value);
  }
  int64_t count = tensor.numElements();
  size_t item = itemSize(tensor.dtype);
  if (count < 0 || static_cast<uint64_t>(count) > rest.size() / item)
    return createStringError("truncated .npy data");
  tensor.bytes.assign(rest.data(), rest.data() + count * item);
  if (findKey(header, "fortran_order").starts_with("True"))
    reorderFortran(tensor);
  return tensor;
}

std::string nanguard::run::formatNpy(const HostTensor &tensor) {
  static const char *const descr[] = {"<f2", "<u2", "<f4", "<f8", "|b1",
                                      "|i1", "<i2", "<i4", "<i8"};
  const char *type = isFloat8(tensor.dtype) ? "|u1" : descr[tensor.dtype];
  std::string header = std::string("{'descr': '") + type +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : tensor.shape)
    header += std::to_string(extent) + ",";
  header += "), }";
  // Data starts at a multiple of 64; the header ends in a newline.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  out.append(tensor.bytes.begin(), tensor.bytes.end());
  return out;
}

static Expected<std::string> inflateRaw(StringRef data, uint64_t size) {
  // Deflate cannot pack better than 1032 to 1: a larger claim is a lie.
  if (size > data.size() * 1040 + 64)
    return createStringError("damaged .npz entry");
  std::string out(size, '\0');
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return createStringError("cannot start zlib");
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(data.data()));
  stream.avail_in = data.size();
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = size;
  int status = inflate(&stream, Z_FINISH);
  bool complete = status == Z_STREAM_END && stream.total_out == size;
  inflateEnd(&stream);
  if (!complete)
    return createStringError("damaged .npz entry");
  return out;
}

Expected<std::vector<NamedTensor>> nanguard::run::parseNpz(StringRef bytes) {
  using namespace support::endian;
  auto damaged = [] { return createStringError("damaged .npz archive"); };
  size_t end = bytes.rfind("PK\x05\x06");
  if (end == StringRef::npos || bytes.size() - end < 22)
    return createStringError("not an .npz archive");
  const char *p = bytes.data();
  unsigned count = read16le(p + end + 10);
  uint64_t at = read32le(p + end + 16);
  std::vector<NamedTensor> result;
  for (unsigned i = 0; i < count; ++i) {
    if (at + 46 > bytes.size() || read32le(p + at) != 0x02014b50)
      return damaged();
    unsigned method = read16le(p + at + 10);
    uint64_t packed = read32le(p + at + 20), size = read32le(p + at + 24);
    unsigned nameLength = read16le(p + at + 28);
    unsigned extraLength = read16le(p + at + 30);
    unsigned commentLength = read16le(p + at + 32);
    uint64_t local = read32le(p + at + 42);
    if (at + 46 + nameLength + extraLength > bytes.size())
      return damaged();
    StringRef name(p + at + 46, nameLength);
    if (packed == 0xffffffff || size == 0xffffffff || local == 0xffffffff)
      return createStringError(".npz entries of 4 GiB and more are not "
                               "supported: use .safetensors");
    if (local + 30 > bytes.size() || read32le(p + local) != 0x04034b50)
      return damaged();
    uint64_t data =
        local + 30 + read16le(p + local + 26) + read16le(p + local + 28);
    if (data + packed > bytes.size() || (method != 0 && method != 8))
      return damaged();
    StringRef raw(p + data, packed);
    std::string unpacked;
    if (method == 8) {
      Expected<std::string> text = inflateRaw(raw, size);
      if (!text)
        return text.takeError();
      unpacked = std::move(*text);
      raw = unpacked;
    }
    Expected<HostTensor> tensor = parseNpy(raw);
    if (!tensor)
      return createStringError("entry '" + name +
                               "': " + toString(tensor.takeError()));
    name.consume_back(".npy");
    result.push_back({name.str(), std::move(*tensor)});
    at += 46 + nameLength + extraLength + commentLength;
  }
  return result;
}
