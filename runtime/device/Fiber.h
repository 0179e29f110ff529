//===- Fiber.h - A stack of its own, switched to by hand --------*- C++ -*-===//
//
// A switch saves what the calling convention says a call keeps, and nothing
// else: twelve instructions on x86-64. Other machines take ucontext.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_RUNTIME_DEVICE_FIBER_H
#define NANGUARD_RUNTIME_DEVICE_FIBER_H

#include <cstddef>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace nanguard::sim {

/// What runs somewhere: a fiber, or the stack that a thread of the host has.
class Fiber {
public:
  Fiber() = default;
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;
  ~Fiber();

  /// Prepares a call of `entry(argument)`, which must not return. What ran on
  /// this stack before is forgotten.
  void start(void (*entry)(void *), void *argument);

  /// Leaves `from`, which is running, and goes on with `to`.
  static void switchTo(Fiber &from, Fiber &to);
  /// A started fiber calls this first.
  static void arrived();

  bool owns(const void *address) const {
    return address >= memory && address < memory + kStackBytes + kGuardBytes;
  }

private:
  static constexpr size_t kStackBytes = 64 << 10;
  static constexpr size_t kGuardBytes = 4 << 10;

  void makeStack();

  char *memory = nullptr; ///< the guard page, then the stack
#if defined(__x86_64__)
  void *stackPointer = nullptr;
#else
  ucontext_t context;
  void (*entry)(void *);
  void *argument;
#endif
  const void *bottom = nullptr; ///< of the stack, for AddressSanitizer
  size_t size = 0;
  void *fakeStack = nullptr;                    ///< AddressSanitizer's
  [[maybe_unused]] void *threadState = nullptr; ///< ThreadSanitizer's
};

} // namespace nanguard::sim

#endif // NANGUARD_RUNTIME_DEVICE_FIBER_H
