//===- Invocation.cpp - Calls of a compiled function ----------------------===//
//
// Descriptors in, copies of the results out of the arena.
//
//===----------------------------------------------------------------------===//

#include "Invocation.h"

#include "nanguard/abi.h"
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

namespace {
/// A result where the step left it.
struct ResultView {
  std::vector<int64_t> shape, strides;
  const char *data; ///< of the first element
  size_t bytes;     ///< from there to behind the last one
};
} // namespace

/// Reads a result's descriptor.
static Expected<ResultView> viewResult(const ValueType &type,
                                       const char *memory) {
  size_t item = itemSize(type.dtype);
  if (type.scalar)
    return ResultView{{}, {}, memory, item};
  size_t rank = type.shape.size();
  std::vector<int64_t> fields(3 + 2 * rank);
  std::memcpy(fields.data(), memory, fields.size() * 8);
  ResultView view = {{fields.begin() + 3, fields.begin() + 3 + rank},
                     {fields.begin() + 3 + rank, fields.end()},
                     reinterpret_cast<const char *>(fields[1]) +
                         fields[2] * static_cast<int64_t>(item),
                     0};
  int64_t count = countElements(view.shape);
  if (count < 0 || count > (int64_t(1) << 40))
    return createStringError("a result has impossible extents");
  if (count == 0)
    return view;
  int64_t last = 0;
  for (auto [extent, stride] : zip_equal(view.shape, view.strides))
    last += (extent - 1) * stride;
  view.bytes = static_cast<size_t>(last + 1) * item;
  return view;
}

/// The result as a tensor of its own; its bytes are at `data`.
static HostTensor copyResult(DType dtype, const ResultView &view,
                             const char *data) {
  size_t item = itemSize(dtype), rank = view.shape.size();
  HostTensor tensor = HostTensor::make(dtype, view.shape);
  int64_t count = countElements(view.shape);
  const std::vector<int64_t> &strides = view.strides;
  // Copy by innermost rows, which are dense nearly always.
  int64_t row = rank ? view.shape.back() : 1;
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
    for (size_t d = rank > 0 ? rank - 1 : 0;
         d-- > 0 && ++index[d] == view.shape[d];)
      index[d] = 0;
  }
  return tensor;
}

static void *allocateOnDevice(size_t bytes, void *) {
  return nanguard_device_alloc(static_cast<int64_t>(bytes));
}
static void freeOnDevice(void *memory, void *) { nanguard_device_free(memory); }

/// Whether generated code reads an argument of this type on the host too.
static bool isReadable(const ValueType &type) {
  int64_t count = countElements(type.shape);
  return !isFloat(type.dtype) && count >= 0 &&
         count * static_cast<int64_t>(itemSize(type.dtype)) <=
             NANGUARD_DEVICE_READABLE_BYTES;
}

void Invocation::FreeOnDevice::operator()(void *memory) const {
  nanguard_device_free(memory);
}
void Invocation::ReleaseFetch::operator()(nanguard_fetch *fetch) const {
  nanguard_fetch_release(fetch);
}

void *Invocation::placeOnDevice(DeviceArg &arg, const HostTensor &tensor,
                                const ValueType &type) {
  auto bytes = static_cast<int64_t>(tensor.bytes.size());
  bool readable = isReadable(type);
  if (!arg.memory || arg.bytes < tensor.bytes.size()) {
    arg.memory.reset(readable ? nanguard_device_alloc_pinned(bytes)
                              : nanguard_device_alloc(bytes));
    arg.bytes = tensor.bytes.size();
    arg.source = nullptr;
  }
  if (readable)
    llvm::copy(tensor.bytes, static_cast<char *>(arg.memory.get()));
  else if (arg.source != tensor.bytes.data())
    nanguard_device_upload(arg.memory.get(), tensor.bytes.data(), bytes);
  arg.source = tensor.bytes.data();
  return arg.memory.get();
}

Expected<Invocation> Invocation::create(LoadedModel &model,
                                        const FunctionInfo &function,
                                        std::vector<ValueType> args,
                                        std::vector<ValueType> results) {
  Invocation made;
  auto invoke = model.lookupFunction(function.name);
  if (!invoke)
    return invoke.takeError();
  made.invoke = *invoke;
  made.guarded = function.guarded;
  for (const OpInfo &op : function.ops)
    made.finite.push_back(op.finite);
  made.argTypes = std::move(args);
  made.resultTypes = std::move(results);
  nanguard_arena *arena = nullptr;
  nanguard_arena_source source = {sizeof source, nullptr, nullptr, nullptr};
  made.onDevice = !nanguard_device_shares_memory(nullptr);
  if (made.onDevice) {
    nanguard_device_share_memory(nullptr, model.needsHostAccess());
    nanguard_device_forget_constants(nullptr);
    made.deviceArgs.resize(made.argTypes.size());
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

/// What the controller asks for in its states; other bytes are learned when
/// they come.
void Invocation::rehearse(std::vector<void *> &params) {
  DeviceArg &tiers = deviceArgs.back();
  auto *bytes = static_cast<uint8_t *>(tiers.memory.get());
  std::vector<uint8_t> own(bytes, bytes + tiers.bytes);
  auto show = [&] {
    nanguard_device_begin_step(nullptr, bytes, NANGUARD_STEP_REHEARSAL);
    invoke(params.data());
    nanguard_device_end_step(nullptr);
    nanguard_arena_reset(arena.get());
  };
  for (int byte : {NANGUARD_FORM_FUSED_BITS + 0,
                   NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_COUNT,
                   NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS,
                   NANGUARD_FORM_UNFUSED | NANGUARD_TIER_STATS}) {
    std::fill(bytes, bytes + tiers.bytes, static_cast<uint8_t>(byte));
    show();
  }
  if (is_contained(finite, true)) {
    for (auto [byte, asksOnly] :
         zip(MutableArrayRef(bytes, finite.size()), finite))
      byte = NANGUARD_FORM_FUSED_BITS | (asksOnly ? NANGUARD_TIER_FINITE : 0);
    show();
  }
  llvm::copy(own, bytes);
}

Expected<std::vector<HostTensor>> Invocation::run(ArrayRef<HostTensor *> args) {
  std::vector<std::vector<int64_t>> descriptors;
  for (auto [i, tensor] : enumerate(args)) {
    if (argTypes[i].scalar)
      continue;
    descriptors.push_back(makeDescriptor(*tensor));
    if (onDevice)
      descriptors.back()[0] = descriptors.back()[1] = reinterpret_cast<int64_t>(
          placeOnDevice(deviceArgs[i], *tensor, argTypes[i]));
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
  if (setjmp(here)) {
    nanguard_device_synchronize(nullptr);
    return createStringError("an assertion of the model failed: " +
                             assertMessage);
  }
  if (guarded && !std::exchange(rehearsed, true) &&
      nanguard_device_wants_rehearsal(nullptr))
    rehearse(params);
  const void *tiers =
      guarded && onDevice ? deviceArgs.back().memory.get() : nullptr;
  if (tiers)
    nanguard_device_begin_step(nullptr, tiers, /*flags=*/0);
  invoke(params.data());
  if (tiers)
    nanguard_device_end_step(nullptr);
  // On their way before the step has ended.
  std::vector<ResultView> views;
  std::vector<std::unique_ptr<nanguard_fetch, ReleaseFetch>> fetches;
  for (auto [type, offset] : zip_equal(resultTypes, offsets)) {
    auto view = viewResult(
        type, reinterpret_cast<const char *>(resultMemory.data()) + offset);
    if (!view)
      return view.takeError();
    nanguard_fetch *fetch = nullptr;
    if (onDevice && !type.scalar && view->bytes > 0 &&
        nanguard_device_fetch(nullptr, view->data,
                              static_cast<int64_t>(view->bytes), &fetch))
      return createStringError(nanguard_device_last_error());
    fetches.emplace_back(fetch);
    views.push_back(std::move(*view));
  }
  bool done = nanguard_device_synchronize(nullptr) == 0;
  lastSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (!done)
    return createStringError(nanguard_device_last_error());
  if (double onIt = nanguard_device_elapsed(nullptr); onIt >= 0)
    lastSeconds = onIt;
  std::vector<HostTensor> results;
  for (auto [type, view, fetch] : zip_equal(resultTypes, views, fetches)) {
    if (fetch && nanguard_fetch_wait(fetch.get()))
      return createStringError("a result was not copied from the device");
    const void *data = fetch ? nanguard_fetch_data(fetch.get()) : view.data;
    results.push_back(
        copyResult(type.dtype, view, static_cast<const char *>(data)));
  }
  return results;
}
