//===- Device.cpp - The C ABI of devices ----------------------------------===//

#include "Device.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

using namespace nanguard;

static thread_local std::string lastError;
static std::atomic<nanguard_device *> active{nullptr};

[[noreturn]] static void die(const std::string &message) {
  std::fprintf(stderr, "nanguard: %s\n", message.c_str());
  std::_Exit(1);
}

void nanguard::setDeviceError(const std::string &message) {
  lastError = message;
}

/// Where nobody chose a device, nobody asks for errors either.
static bool endsOnError;

/// The active device; where nobody chose one, what $NANGUARD_DEVICE names, and
/// the emulator without it.
static nanguard_device &current() {
  if (nanguard_device *device = active.load(std::memory_order_acquire))
    return *device;
  static nanguard_device *fallback = [] {
    const char *spec = std::getenv("NANGUARD_DEVICE");
    nanguard_device *device;
    if (nanguard_device_open(spec ? spec : "sim", &device))
      die(lastError);
    endsOnError = true;
    return device;
  }();
  return *fallback;
}

int32_t nanguard_device_open(const char *spec, nanguard_device **device) {
  *device = nullptr;
  try {
    std::string text = spec ? spec : "", error;
    size_t colon = text.find(':');
    std::string kind = text.substr(0, colon);
    std::string options = colon == text.npos ? "" : text.substr(colon + 1);
    if (kind == "sim")
      *device = openSim(options, error).release();
    else if (kind == "cuda")
      *device = openCuda(options, error).release();
    else
      error = "'" + text + "': wants sim or cuda";
    if (*device)
      return 0;
    setDeviceError(error);
  } catch (...) {
    setDeviceError("out of memory");
  }
  return -1;
}

void nanguard_device_close(nanguard_device *device) {
  nanguard_device *mine = device;
  active.compare_exchange_strong(mine, nullptr);
  delete device;
}

void nanguard_device_activate(nanguard_device *device) {
  active.store(device, std::memory_order_release);
}

int32_t nanguard_device_synchronize(nanguard_device *device) {
  if (!device)
    device = active.load(std::memory_order_acquire);
  std::string error = device ? device->synchronize() : "";
  if (error.empty())
    return 0;
  setDeviceError(error);
  return -1;
}

double nanguard_device_elapsed(nanguard_device *device) {
  if (!device)
    device = active.load(std::memory_order_acquire);
  return device ? device->elapsed() : -1;
}

int32_t nanguard_device_shares_memory(nanguard_device *device) {
  if (!device)
    device = active.load(std::memory_order_acquire);
  return !device || device->sharesMemory();
}

void nanguard_device_share_memory(nanguard_device *device, int32_t shared) {
  if (!device)
    device = active.load(std::memory_order_acquire);
  if (device)
    device->shareMemory(shared != 0);
}

void nanguard_device_forget_constants(nanguard_device *device) {
  if (!device)
    device = active.load(std::memory_order_acquire);
  if (device)
    device->forgetConstants();
}

void nanguard_device_begin_step(nanguard_device *device, const void *tiers,
                                int32_t flags) {
  if (!device)
    device = active.load(std::memory_order_acquire);
  if (device)
    device->beginStep(tiers, flags & NANGUARD_STEP_REHEARSAL);
}

void nanguard_device_end_step(nanguard_device *device) {
  if (!device)
    device = active.load(std::memory_order_acquire);
  if (device)
    device->endStep();
}

int32_t nanguard_device_wants_rehearsal(nanguard_device *device) {
  if (!device)
    device = active.load(std::memory_order_acquire);
  return device && device->wantsRehearsal();
}

const char *nanguard_device_chip(nanguard_device *device) {
  return device->chip();
}

int32_t nanguard_device_fetch(nanguard_device *device, const void *from,
                              int64_t bytes, nanguard_fetch **fetch) {
  *fetch = nullptr;
  if (!device)
    device = &current();
  try {
    std::string error;
    *fetch = device->fetch(from, bytes, error).release();
    if (*fetch)
      return 0;
    setDeviceError(error);
  } catch (...) {
    setDeviceError("out of memory");
  }
  return -1;
}

int32_t nanguard_fetch_ready(nanguard_fetch *fetch) { return fetch->ready(); }

int32_t nanguard_fetch_wait(nanguard_fetch *fetch) { return fetch->wait(); }

const void *nanguard_fetch_data(nanguard_fetch *fetch) { return fetch->data(); }

void nanguard_fetch_release(nanguard_fetch *fetch) { delete fetch; }

const char *nanguard_device_last_error(void) { return lastError.c_str(); }

static void *orDie(void *memory, int64_t bytes) {
  if (!memory)
    die("out of memory on the device (" + std::to_string(bytes) + " bytes)");
  return memory;
}

void *nanguard_device_alloc(int64_t bytes) {
  return orDie(current().allocate(bytes < 1 ? 1 : bytes), bytes);
}

void *nanguard_device_alloc_pinned(int64_t bytes) {
  return orDie(current().allocatePinned(bytes < 1 ? 1 : bytes), bytes);
}

void nanguard_device_upload(void *to, const void *from, int64_t bytes) {
  if (bytes > 0)
    current().upload(to, from, bytes);
}

void nanguard_device_read(void *to, const void *from, int64_t bytes) {
  current().read(to, from, bytes);
}

void *nanguard_device_constant(const void *array, int64_t bytes) {
  return orDie(current().constant(array, bytes), bytes);
}

void nanguard_device_free(void *memory) {
  if (memory)
    current().release(memory);
}

void nanguard_device_begin_op(int64_t op, int64_t tier) {
  current().beginOp(op, static_cast<uint8_t>(tier));
}

void nanguard_device_end_op(void) { current().endOp(); }

void nanguard_device_wait(void) { current().wait(); }

void nanguard_device_launch(const nanguard_kernel *kernel, int64_t grid_x,
                            int64_t grid_y, int64_t grid_z, int64_t block_x,
                            int64_t block_y, int64_t block_z,
                            int64_t dynamic_shared, const int64_t *args,
                            int64_t num_args, const nanguard_region *regions,
                            int64_t num_regions) {
  nanguard_device &device = current();
  device.launch(*kernel, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                dynamic_shared, args, num_args, regions, num_regions);
  if (!endsOnError || active.load(std::memory_order_relaxed))
    return;
  if (std::string error = device.synchronize(); !error.empty())
    die(error);
}
