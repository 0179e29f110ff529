//===- Arena.cpp - Scratch memory of a step -------------------------------===//
//
// Bump allocation in chunks, with a free list for each size class. The first
// steps grow it; a warm step finds every block in a list or a chunk and calls
// no allocator. An arena belongs to the thread on which it is active; another
// thread that frees one of its blocks pushes it on a lock-free stack, which
// the owner takes as a whole. Headers stand before their blocks, but for memory
// that comes from a source, which the host may not be able to write: there they
// stand apart.
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

using namespace nanguard;

namespace {

constexpr size_t kLine = 64; // least alignment, and the size of a header
constexpr size_t kFirstChunk = size_t(1) << 20;
constexpr uint32_t kLive = 0x4e414e47; // "NANG"
constexpr uint32_t kFreed = 0x66726565;
// Four classes a power of two: at most a quarter of a block is wasted.
constexpr unsigned kClasses = 64 * 4;

[[noreturn]] void die(const char *what, size_t size) {
  std::fprintf(stderr, "nanguard: %s (%zu bytes)\n", what, size);
  std::abort();
}

unsigned log2Floor(size_t n) {
  unsigned bits = 0;
  while (n >>= 1)
    ++bits;
  return bits;
}

/// The class of `size` (a multiple of kLine), rounded up to its size.
unsigned classOf(size_t &size) {
  unsigned top = log2Floor(size);
  size_t step = std::max(kLine, (size_t(1) << top) / 4);
  size = (size + step - 1) / step * step;
  top = log2Floor(size);
  return top * 4 + static_cast<unsigned>((size >> (top - 2)) & 3);
}

struct Block {
  nanguard_arena *arena;
  Block *next;
  std::byte *raw; // start of the room that the block was cut from
  size_t size;    // of that room
  uint32_t sizeClass;
  std::atomic<uint32_t> mark;
};
static_assert(sizeof(Block) <= kLine, "a header fits in one cache line");

struct Chunk {
  std::byte *memory;
  size_t size;
};

} // namespace

struct nanguard_arena {
  std::vector<Chunk> chunks;
  size_t chunk = 0; // that is being cut
  size_t used = 0;  // bytes of it
  Block *freeLists[kClasses] = {};
  std::atomic<Block *> remote{nullptr};
  /// Identity of the thread on which it is active, null: none.
  std::atomic<const void *> owner{nullptr};
  uint64_t systemAllocations = 0;
  uint64_t reserved = 0;
  uint64_t liveBlocks = 0;
  uint64_t liveBytes = 0;
  uint64_t peakBytes = 0;
  nanguard_arena_source source = {};
  /// Headers of blocks from a source, by address. One that is free stays until
  /// its room is cut anew.
  std::unordered_map<void *, Block> apart;

  ~nanguard_arena() {
    for (Chunk &c : chunks)
      if (source.release)
        source.release(c.memory, source.user);
      else
        std::free(c.memory);
  }

  bool grow(size_t atLeast) {
    size_t size = std::max(kFirstChunk, static_cast<size_t>(reserved));
    while (size < atLeast)
      size *= 2;
    void *memory = source.allocate ? source.allocate(size, source.user)
                                   : std::aligned_alloc(kLine, size);
    if (!memory)
      return false;
    ++systemAllocations;
    chunks.push_back({static_cast<std::byte *>(memory), size});
    reserved += size;
    return true;
  }

  /// Room of `size` bytes from the chunks, in order.
  std::byte *cut(size_t size) {
    for (; chunk < chunks.size(); ++chunk, used = 0) {
      if (chunks[chunk].size - used < size)
        continue;
      std::byte *memory = chunks[chunk].memory + used;
      used += size;
      return memory;
    }
    if (!grow(size))
      return nullptr;
    used = size;
    return chunks[chunk].memory;
  }

  void takeRemote() {
    Block *block = remote.exchange(nullptr, std::memory_order_acquire);
    while (block) {
      Block *next = block->next;
      give(block);
      block = next;
    }
  }

  void give(Block *block) {
    // What was cut last is cut anew: from a source, addresses do not depend on
    // what was taken and given back before.
    if (source.allocate && chunk < chunks.size() &&
        block->raw + block->size == chunks[chunk].memory + used) {
      used -= block->size;
      --liveBlocks;
      liveBytes -= block->size;
      return;
    }
    block->next = freeLists[block->sizeClass];
    freeLists[block->sizeClass] = block;
    --liveBlocks;
    liveBytes -= block->size;
  }

  void *allocate(size_t size, size_t align) {
    // The header stands in the line before the block; a larger alignment may
    // move both up by less than `align`.
    size_t header = source.allocate ? 0 : kLine;
    size_t extra = align > kLine ? align : 0;
    if (size > SIZE_MAX / 4 || extra > SIZE_MAX / 8)
      return nullptr;
    size_t room = (std::max<size_t>(size, 1) + extra + header + kLine - 1) /
                  kLine * kLine;
    unsigned sizeClass = classOf(room);
    if (remote.load(std::memory_order_relaxed))
      takeRemote();
    std::byte *raw;
    if (Block *block = freeLists[sizeClass]) {
      freeLists[sizeClass] = block->next;
      raw = block->raw;
    } else if (!(raw = cut(room))) {
      return nullptr;
    }
    auto address = reinterpret_cast<uintptr_t>(raw) + header;
    if (extra)
      address = (address + align - 1) / align * align;
    auto *memory = reinterpret_cast<void *>(address);
    Block *block = header ? new (reinterpret_cast<void *>(address - kLine))
                                Block
                          : &apart[memory];
    block->arena = this;
    block->raw = raw;
    block->size = room;
    block->sizeClass = sizeClass;
    block->mark.store(kLive, std::memory_order_relaxed);
    ++liveBlocks;
    liveBytes += room;
    if (liveBytes > peakBytes)
      peakBytes = liveBytes;
    return memory;
  }

  void reset() {
    apart.clear();
    remote.store(nullptr, std::memory_order_relaxed);
    for (Block *&list : freeLists)
      list = nullptr;
    chunk = 0;
    used = 0;
    liveBlocks = 0;
    liveBytes = 0;
  }
};

namespace {

/// Default arenas of threads that ended: their blocks may still be in use, so
/// the next thread takes one over as it is. Never destroyed.
struct Pool {
  std::mutex mutex;
  std::vector<nanguard_arena *> idle;
  size_t made = 0;
};

Pool &pool() {
  static Pool *instance = new Pool;
  return *instance;
}

struct ThreadArenas {
  nanguard_arena *active = nullptr;
  nanguard_arena *fallback = nullptr;

  ~ThreadArenas() {
    if (active)
      active->owner.store(nullptr, std::memory_order_release);
    if (!fallback)
      return;
    fallback->owner.store(nullptr, std::memory_order_release);
    std::lock_guard<std::mutex> lock(pool().mutex);
    pool().idle.push_back(fallback);
  }

  nanguard_arena *current() {
    if (active)
      return active;
    if (!fallback)
      adopt();
    return fallback;
  }

  void adopt() {
    std::lock_guard<std::mutex> lock(pool().mutex);
    if (!pool().idle.empty()) {
      fallback = pool().idle.back();
      pool().idle.pop_back();
    } else {
      // Room for all of them, so that a thread's end never allocates.
      pool().idle.reserve(++pool().made);
      fallback = new nanguard_arena;
    }
    fallback->owner.store(this, std::memory_order_release);
  }
};

ThreadArenas &threadArenas() {
  thread_local ThreadArenas arenas;
  return arenas;
}

void *allocate(size_t size, size_t align) noexcept {
  void *memory = nullptr;
  try {
    memory = threadArenas().current()->allocate(size, align);
  } catch (...) {
  }
  // Generated code does not test for NULL: the contract says never.
  if (!memory)
    die("out of memory in the step arena", size);
  return memory;
}

/// A block of an arena with a source is freed where that arena is active.
Block *blockOf(void *pointer) {
  nanguard_arena *active = threadArenas().active;
  if (!active || !active->source.allocate)
    return reinterpret_cast<Block *>(static_cast<std::byte *>(pointer) - kLine);
  auto found = active->apart.find(pointer);
  if (found == active->apart.end())
    die("not from the step arena that is active", 0);
  return &found->second;
}

void release(void *pointer) noexcept {
  if (!pointer)
    return;
  Block *block = blockOf(pointer);
  uint32_t live = kLive;
  if (!block->mark.compare_exchange_strong(live, kFreed,
                                           std::memory_order_acq_rel))
    die("freed twice, or not from a step arena", 0);
  nanguard_arena *arena = block->arena;
  if (arena->owner.load(std::memory_order_acquire) == &threadArenas()) {
    arena->give(block);
    return;
  }
  Block *head = arena->remote.load(std::memory_order_relaxed);
  do
    block->next = head;
  while (!arena->remote.compare_exchange_weak(
      head, block, std::memory_order_release, std::memory_order_relaxed));
}

std::atomic<nanguard_inject_hook> injectHook{nullptr};
std::atomic<void *> injectUser{nullptr};

} // namespace

extern "C" {

NANGUARD_API void *nanguard_rt_alloc(size_t size, size_t align) {
  return allocate(size, align);
}

NANGUARD_API void nanguard_rt_free(void *ptr) { release(ptr); }

// The names that MLIR's finalize-memref-to-llvm calls with
// use-generic-functions.
NANGUARD_API void *_mlir_memref_to_llvm_alloc(size_t size) {
  return allocate(size, kLine);
}

NANGUARD_API void *_mlir_memref_to_llvm_aligned_alloc(size_t align,
                                                      size_t size) {
  return allocate(size, align);
}

NANGUARD_API void _mlir_memref_to_llvm_free(void *ptr) { release(ptr); }

NANGUARD_API void nanguard_rt_inject(int64_t op, int64_t operand, void *data,
                                     int64_t elements, int32_t dtype,
                                     int32_t tier) {
  if (nanguard_inject_hook hook = injectHook.load(std::memory_order_acquire))
    hook(injectUser.load(std::memory_order_relaxed), op, operand, data,
         elements, dtype, tier);
}

void nanguard_set_inject_hook(nanguard_inject_hook hook, void *user) {
  injectUser.store(user, std::memory_order_relaxed);
  injectHook.store(hook, std::memory_order_release);
}

nanguard_error nanguard_arena_create(size_t reserve, nanguard_arena **arena) {
  nanguard_arena_source host = {sizeof host, nullptr, nullptr, nullptr};
  return nanguard_arena_create_from(reserve, &host, arena);
}

nanguard_error nanguard_arena_create_from(size_t reserve,
                                          const nanguard_arena_source *source,
                                          nanguard_arena **arena) {
  if (!arena)
    return fail(NANGUARD_ERR_ARGUMENT, "nanguard_arena_create: NULL");
  *arena = nullptr;
  if (!source || source->struct_size < sizeof(nanguard_arena_source) ||
      !source->allocate != !source->release)
    return fail(NANGUARD_ERR_ARGUMENT,
                "nanguard_arena_create_from: the source is NULL, has no "
                "struct_size, or one function only");
  try {
    auto made = std::make_unique<nanguard_arena>();
    made->source = *source;
    if (reserve > SIZE_MAX / 4 || (reserve && !made->grow(reserve)))
      return fail(NANGUARD_ERR_MEMORY, "nanguard_arena_create: no memory for " +
                                           std::to_string(reserve) + " bytes");
    *arena = made.release();
    return NANGUARD_OK;
  } catch (...) {
    return fail(NANGUARD_ERR_MEMORY, "nanguard_arena_create: out of memory");
  }
}

nanguard_error nanguard_arena_destroy(nanguard_arena *arena) {
  if (arena && arena->owner.load(std::memory_order_acquire))
    return fail(NANGUARD_ERR_STATE,
                "nanguard_arena_destroy: the arena is active on a thread; "
                "activate NULL there first");
  delete arena;
  return NANGUARD_OK;
}

nanguard_error nanguard_arena_activate(nanguard_arena *arena) {
  ThreadArenas &mine = threadArenas();
  if (arena == mine.active)
    return NANGUARD_OK;
  const void *nobody = nullptr;
  if (arena && !arena->owner.compare_exchange_strong(nobody, &mine))
    return fail(NANGUARD_ERR_STATE, "nanguard_arena_activate: the arena is "
                                    "active on another thread");
  if (mine.active)
    mine.active->owner.store(nullptr, std::memory_order_release);
  mine.active = arena;
  return NANGUARD_OK;
}

nanguard_error nanguard_arena_reset(nanguard_arena *arena) {
  ThreadArenas &mine = threadArenas();
  if (!arena) {
    if (mine.fallback)
      mine.fallback->reset();
    return NANGUARD_OK;
  }
  const void *owner = arena->owner.load(std::memory_order_acquire);
  if (owner && owner != &mine)
    return fail(NANGUARD_ERR_STATE,
                "nanguard_arena_reset: the arena is active on another thread");
  arena->reset();
  return NANGUARD_OK;
}

nanguard_error nanguard_arena_get_stats(const nanguard_arena *arena,
                                        nanguard_arena_stats *stats) {
  if (!stats || stats->struct_size < sizeof(nanguard_arena_stats))
    return fail(NANGUARD_ERR_ARGUMENT,
                "nanguard_arena_get_stats: stats is NULL or its struct_size "
                "is not set");
  try {
    if (!arena)
      arena = threadArenas().current();
  } catch (...) {
    return fail(NANGUARD_ERR_MEMORY, "nanguard_arena_get_stats: no memory");
  }
  stats->system_allocations = arena->systemAllocations;
  stats->reserved_bytes = arena->reserved;
  stats->live_blocks = arena->liveBlocks;
  stats->live_bytes = arena->liveBytes;
  stats->peak_bytes = arena->peakBytes;
  return NANGUARD_OK;
}

} // extern "C"
