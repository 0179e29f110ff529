//===- Fiber.cpp - A stack of its own, switched to by hand ----------------===//

#include "Fiber.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NANGUARD_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define NANGUARD_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define NANGUARD_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define NANGUARD_TSAN 1
#endif

#if NANGUARD_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#if NANGUARD_TSAN
#include <sanitizer/tsan_interface.h>
#endif

using namespace nanguard::sim;

/// Where the switch that is under way came from.
static thread_local Fiber *leaving;

Fiber::~Fiber() {
#if NANGUARD_TSAN
  if (memory && threadState)
    __tsan_destroy_fiber(threadState);
#endif
  if (memory)
    munmap(memory, kStackBytes + kGuardBytes);
}

void Fiber::makeStack() {
  void *room = mmap(nullptr, kStackBytes + kGuardBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) {
    std::fprintf(stderr, "nanguard: no memory for an emulated thread\n");
    std::abort();
  }
  memory = static_cast<char *>(room);
  mprotect(memory, kGuardBytes, PROT_NONE);
  bottom = memory + kGuardBytes;
  size = kStackBytes;
}

#if defined(__x86_64__)

extern "C" void nanguard_fiber_switch(void **save, void *load);
extern "C" void nanguard_fiber_begin();

// Rounding and exception masks are never changed here, so that they need no
// saving. r12 and r13 hold a new fiber's call.
asm(R"(
.text
.p2align 4
.local nanguard_fiber_switch
.type nanguard_fiber_switch, @function
nanguard_fiber_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size nanguard_fiber_switch, . - nanguard_fiber_switch
.local nanguard_fiber_begin
.type nanguard_fiber_begin, @function
nanguard_fiber_begin:
  movq %r12, %rdi
  callq *%r13
  ud2
.size nanguard_fiber_begin, . - nanguard_fiber_begin
)");

void Fiber::start(void (*entry)(void *), void *argument) {
  if (!memory)
    makeStack();
  auto *top = reinterpret_cast<void **>(memory + kGuardBytes + kStackBytes);
  // Sixteen bytes are kept free: a call wants an aligned stack.
  *(top -= 2) = nullptr;
  *--top = reinterpret_cast<void *>(nanguard_fiber_begin);
  *--top = nullptr;                         // rbp
  *--top = nullptr;                         // rbx
  *--top = argument;                        // r12
  *--top = reinterpret_cast<void *>(entry); // r13
  *--top = nullptr;                         // r14
  *--top = nullptr;                         // r15
  stackPointer = top;
#else

static void beginContext() { Fiber::arrived(); }

void Fiber::start(void (*theEntry)(void *), void *theArgument) {
  if (!memory)
    makeStack();
  entry = theEntry;
  argument = theArgument;
  getcontext(&context);
  context.uc_stack.ss_sp = memory + kGuardBytes;
  context.uc_stack.ss_size = kStackBytes;
  context.uc_link = nullptr;
  auto address = reinterpret_cast<uintptr_t>(this);
  makecontext(&context,
              reinterpret_cast<void (*)()>(+[](unsigned low, unsigned high) {
                auto *fiber = reinterpret_cast<Fiber *>(
                    uintptr_t(low) | (uintptr_t(high) << 16 << 16));
                fiber->entry(fiber->argument);
              }),
              2, unsigned(address), unsigned(address >> 16 >> 16));
#endif
  fakeStack = nullptr;
#if NANGUARD_TSAN
  if (threadState)
    __tsan_destroy_fiber(threadState);
  threadState = __tsan_create_fiber(0);
#endif
}

void Fiber::switchTo(Fiber &from, Fiber &to) {
  leaving = &from;
#if NANGUARD_ASAN
  __sanitizer_start_switch_fiber(&from.fakeStack, to.bottom, to.size);
#endif
#if NANGUARD_TSAN
  if (!from.threadState)
    from.threadState = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(to.threadState, 0);
#endif
#if defined(__x86_64__)
  nanguard_fiber_switch(&from.stackPointer, to.stackPointer);
#else
  swapcontext(&from.context, &to.context);
#endif
#if NANGUARD_ASAN
  Fiber *last = leaving;
  __sanitizer_finish_switch_fiber(from.fakeStack, &last->bottom, &last->size);
#endif
}

void Fiber::arrived() {
#if NANGUARD_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &leaving->bottom, &leaving->size);
#endif
}
