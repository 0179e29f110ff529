//===- Device.h - What a kind of device implements --------------*- C++ -*-===//
#ifndef NANGUARD_RUNTIME_DEVICE_DEVICE_H
#define NANGUARD_RUNTIME_DEVICE_DEVICE_H

#include "nanguard/device.h"

#include <memory>
#include <string>

/// A device. Calls come from one thread at a time.
struct nanguard_device {
  virtual ~nanguard_device() = default;

  virtual void *allocate(int64_t bytes) = 0;
  virtual void *allocatePinned(int64_t bytes) = 0;
  virtual void release(void *memory) = 0;
  virtual void shareMemory(bool shared) = 0;
  virtual void upload(void *to, const void *from, int64_t bytes) = 0;
  virtual void read(void *to, const void *from, int64_t bytes) = 0;
  virtual void *constant(const void *array, int64_t bytes) = 0;
  virtual void forgetConstants() = 0;
  virtual void beginStep(const void *tiers, bool rehearsal) = 0;
  virtual void endStep() = 0;
  virtual bool wantsRehearsal() const = 0;
  virtual void beginOp(int64_t op, uint8_t tier) = 0;
  virtual void endOp() = 0;
  virtual void launch(const nanguard_kernel &kernel, const int64_t (&grid)[3],
                      const int64_t (&block)[3], int64_t dynamicShared,
                      const int64_t *args, int64_t numArgs,
                      const nanguard_region *regions, int64_t numRegions) = 0;
  /// Waits for what was launched; what failed since the last call, or "".
  virtual std::string synchronize() = 0;
  /// Waits for what was launched; errors are kept.
  virtual void wait() = 0;
  /// Seconds since the last call by the device's clock; negative: it has none.
  virtual double elapsed() = 0;
  virtual bool sharesMemory() const = 0;
  virtual const char *chip() const = 0;
  /// Null with a message where it fails.
  virtual std::unique_ptr<nanguard_fetch> fetch(const void *from, int64_t bytes,
                                                std::string &error) = 0;
};

/// Bytes on their way to the host.
struct nanguard_fetch {
  virtual ~nanguard_fetch() = default;
  virtual int32_t ready() = 0;
  virtual int32_t wait() = 0;
  virtual const void *data() const = 0;
};

namespace nanguard {

/// Null with a message where the options make no sense.
std::unique_ptr<nanguard_device> openSim(const std::string &options,
                                         std::string &error);

/// `options` is a device's number and more. Null with a message without a
/// driver.
std::unique_ptr<nanguard_device> openCuda(const std::string &options,
                                          std::string &error);

/// A message for nanguard_device_last_error of this thread.
void setDeviceError(const std::string &message);

} // namespace nanguard

#endif // NANGUARD_RUNTIME_DEVICE_DEVICE_H
