//===- Invocation.cpp - Calls of a compiled function ----------------------===//
//
// Descriptors in, copies of the results out of the arena.
//
//===----------------------------------------------------------------------===//

#include "Invocation.h"

#include "nanguard/device.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"

#include <chrono>
#include <csetjmp>
#include <cstring>
#include <utility>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;

/// A failed assertion of the model leaves by here: generated code holds no
/// destructors, and its memory goes with the arena.
static jmp_buf *assertJump;
static std::string assertMessage;

/// Bytes and alignment of a value in the results' struct.
static size_t resultSize(const ValueType &type) {
  return type.scalar ? itemSize(type.dtype) : 8 * (3 + 2 * type.shape.size());
}
static size_t resultAlign(const ValueType &type) {
  return type.scalar ? itemSize(type.dtype) : 8;
}

/// The memref descriptor of a dense tensor.
static std::vector<int64_t> makeDescriptor(HostTensor &tensor) {
  size_t rank = tensor.shape.size();
  std::vector<int64_t> fields(3 + 2 * rank);
  // An empty tensor still has a place.
  static int64_t nothing[8];
  void *data =
      tensor.bytes.empty() ? static_cast<void *>(nothing) : tensor.bytes.data();
  fields[0] = fields[1] = reinterpret_cast<int64_t>(data);
  int64_t stride = 1;
  for (size_t d = rank; d-- > 0;) {
    fields[3 + d] = tensor.shape[d];
    fields[3 + rank + d] = stride;
    stride *= tensor.shape[d];
  }
  return fields;
}

/// Copies a result out of wherever its descriptor points.
static Expected<HostTensor> copyResult(const ValueType &type,
                                       const char *memory) {
  if (type.scalar) {
    HostTensor tensor = HostTensor::make(type.dtype, {});
    std::memcpy(tensor.bytes.data(), memory, itemSize(type.dtype));
    return tensor;
  }
  size_t rank = type.shape.size();
  std::vector<int64_t> fields(3 + 2 * rank);
  std::memcpy(fields.data(), memory, fields.size() * 8);
  std::vector<int64_t> shape(fields.begin() + 3, fields.begin() + 3 + rank);
  int64_t count = countElements(shape);
  if (count < 0 || count > (int64_t(1) << 40))
    return createStringError("a result has impossible extents");
  size_t item = itemSize(type.dtype);
  HostTensor tensor = HostTensor::make(type.dtype, shape);
  const char *data = reinterpret_cast<const char *>(fields[1]) +
                     fields[2] * static_cast<int64_t>(item);
  const int64_t *strides = fields.data() + 3 + rank;
  // Copy by innermost rows, which are dense nearly always.
  int64_t row = rank ? shape.back() : 1;
  bool dense = rank == 0 || strides[rank - 1] == 1;
  std::vector<int64_t> index(rank);
  for (int64_t done = 0; done < count; done += row) {
    int64_t at = 0;
    for (size_t d = 0; d + 1 < rank; ++d)
      at += index[d] * strides[d];
    char *to = tensor.bytes.data() + done * item;
    if (dense)
      std::memcpy(to, data + at * static_cast<int64_t>(item), row * item);
    else
      for (int64_t i = 0; i < row; ++i)
        std::memcpy(to + i * item,
                    data + (at + i * strides[rank - 1]) *
                               static_cast<int64_t>(item),
                    item);
    for (size_t d = rank > 0 ? rank - 1 : 0; d-- > 0 && ++index[d] == shape[d];)
      index[d] = 0;
  }
  return tensor;
}

/// Memory that host and device both work in.
static void *allocateOnDevice(size_t bytes, void *) {
  return nanguard_device_alloc(static_cast<int64_t>(bytes));
}
static void freeOnDevice(void *memory, void *) { nanguard_device_free(memory); }

namespace {
/// An argument's copy on a device that can't read the host's memory.
struct DeviceCopy {
  explicit DeviceCopy(const HostTensor &tensor)
      : memory(
            nanguard_device_alloc(static_cast<int64_t>(tensor.bytes.size()))) {
    llvm::copy(tensor.bytes, static_cast<char *>(memory));
  }
  DeviceCopy(const DeviceCopy &) = delete;
  DeviceCopy(DeviceCopy &&other)
      : memory(std::exchange(other.memory, nullptr)) {}
  ~DeviceCopy() { nanguard_device_free(memory); }

  void *memory;
};
} // namespace

Expected<Invocation> Invocation::create(LoadedModel &model, StringRef function,
                                        std::vector<ValueType> args,
                                        std::vector<ValueType> results) {
  Invocation made;
  auto invoke = model.lookupFunction(function);
  if (!invoke)
    return invoke.takeError();
  made.invoke = *invoke;
  made.argTypes = std::move(args);
  made.resultTypes = std::move(results);
  nanguard_arena *arena = nullptr;
  nanguard_arena_source source = {sizeof source, nullptr, nullptr, nullptr};
  made.onDevice = !nanguard_device_shares_memory(nullptr);
  if (made.onDevice) {
    source.allocate = allocateOnDevice;
    source.release = freeOnDevice;
  }
  if (nanguard_arena_create_from(model.getArenaBytes(), &source, &arena))
    return createStringError(StringRef("arena: ") + nanguard_last_error());
  made.arena.reset(arena);
  size_t size = 0;
  for (const ValueType &type : made.resultTypes) {
    size = alignTo(size, resultAlign(type));
    made.offsets.push_back(size);
    size += resultSize(type);
  }
  made.resultMemory.resize(size / 8 + 1);
  return made;
}

Expected<std::vector<HostTensor>> Invocation::run(ArrayRef<HostTensor *> args) {
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<DeviceCopy> copies;
  for (auto [tensor, type] : zip_equal(args, argTypes)) {
    if (type.scalar)
      continue;
    descriptors.push_back(makeDescriptor(*tensor));
    if (!onDevice)
      continue;
    copies.emplace_back(*tensor);
    descriptors.back()[0] = descriptors.back()[1] =
        reinterpret_cast<int64_t>(copies.back().memory);
  }
  std::vector<void *> params = {resultMemory.data()};
  size_t next = 0;
  for (auto [tensor, type] : zip_equal(args, argTypes))
    params.push_back(type.scalar ? static_cast<void *>(tensor->bytes.data())
                                 : descriptors[next++].data());
  if (nanguard_arena_activate(arena.get()))
    return createStringError(StringRef("arena: ") + nanguard_last_error());
  setModelAssertHandler([](const char *message) {
    assertMessage = message;
    longjmp(*assertJump, 1);
  });
  jmp_buf here, *outer = std::exchange(assertJump, &here);
  scope_exit leave([&] {
    nanguard_arena_reset(arena.get());
    nanguard_arena_activate(nullptr);
    setModelAssertHandler(nullptr);
    assertJump = outer;
  });

  auto start = std::chrono::steady_clock::now();
  if (setjmp(here))
    return createStringError("an assertion of the model failed: " +
                             assertMessage);
  invoke(params.data());
  bool launched = nanguard_device_synchronize(nullptr) == 0;
  lastSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (!launched)
    return createStringError(nanguard_device_last_error());
  std::vector<HostTensor> results;
  const char *memory = reinterpret_cast<const char *>(resultMemory.data());
  for (auto [type, offset] : zip_equal(resultTypes, offsets)) {
    auto tensor = copyResult(type, memory + offset);
    if (!tensor)
      return tensor.takeError();
    results.push_back(std::move(*tensor));
  }
  return results;
}
