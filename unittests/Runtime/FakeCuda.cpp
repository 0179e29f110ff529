//===- FakeCuda.cpp - A CUDA driver that writes down what is asked --------===//
//
// Loaded in place of libcuda.so.1. Work on a stream is not done before
// fake_cuda_progress or a synchronisation, as on a GPU that is busy. Device
// memory can be touched by work alone: the host's access is a segmentation
// fault, and a pointer into the host's own memory among a kernel's arguments is
// an error. Kernels named add_N and more_N have N arguments, and add the last
// one to each of four ints at the first; others do nothing. With
// $FAKE_CUDA_EMULATE kernels are run by NanGuard's emulator; with
// $FAKE_CUDA_PRINT the log goes to standard error at the end.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using Pointer = unsigned long long;
constexpr int kInvalid = 1, kNotReady = 600, kIllegalAddress = 700;

/// Kernels of PTX are known by their name, emulated ones by their descriptor.
struct Function {
  std::string name;
  const nanguard_kernel *kernel = nullptr;
};

struct Launch {
  Function *function;
  unsigned grid[3], block[3], shared;
  std::vector<int64_t> args;
};

/// CUDA_KERNEL_NODE_PARAMS_v1
struct Params {
  Function *function;
  unsigned grid[3], block[3], shared;
  void **args, **extra;
};

/// CUgraphNodeParams of a conditional node.
struct ConditionalParams {
  int nodeType, reserved0[3];
  Pointer handle;
  int type;
  unsigned size;
  struct Graph **bodies;
  void *context;
  long long rest[26];
};
static_assert(sizeof(ConditionalParams) == 256, "as the driver's");

struct Node;
struct Graph {
  std::vector<std::unique_ptr<Node>> nodes;
};
/// A kernel, or a switch over bodies of kernels.
struct Node {
  Launch launch = {};
  Pointer handle = 0;
  std::vector<std::unique_ptr<Graph>> bodies = {};
  std::vector<Graph *> handed = {}; ///< to the caller
};
/// A copy of the graph's nodes, found by the graph's.
struct GraphExec {
  struct Copy {
    Node *node;
    Launch launch;
    Pointer handle;
    std::vector<std::vector<Launch>> bodies;
  };
  std::vector<Copy> nodes;
};

struct Stream {
  int number;
};

/// Memory that only work may touch, or, where it is managed, everybody.
struct Allocation {
  size_t bytes, mapped;
  bool managed;
};

struct Driver {
  std::string log;
  int major = 9;
  int version = 12080;
  int live = 0;    // contexts, modules, streams, events, memory, graphs
  int fails = 0;   ///< code that cuGraphInstantiateWithFlags gives
  int failure = 0; ///< of a kernel, given by the next synchronisation
  std::vector<std::function<void()>> queue;
  std::map<Pointer, Allocation> memory;
  std::map<void *, size_t> pinned;
  std::map<std::pair<const void *, std::string>, Function> functions;
  nanguard_device *emulator = nullptr;
  std::map<Pointer, unsigned> conditions; ///< by handle

  ~Driver() {
    if (getenv("FAKE_CUDA_PRINT"))
      fputs(log.c_str(), stderr);
  }
};
Driver driver;

__attribute__((format(printf, 1, 2))) void say(const char *format, ...) {
  char line[512];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  driver.log += line;
}

/// Device memory, within reach for the time of a piece of work.
struct Reach {
  Reach() { set(PROT_READ | PROT_WRITE); }
  ~Reach() { set(PROT_NONE); }
  static void set(int protection) {
    for (auto &[address, memory] : driver.memory)
      if (!memory.managed)
        mprotect(reinterpret_cast<void *>(address), memory.mapped, protection);
  }
};

void progress() {
  Reach reach;
  for (auto &work : std::exchange(driver.queue, {}))
    work();
}

Pointer allocate(size_t bytes, bool managed) {
  size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t mapped = (bytes + page - 1) / page * page;
  void *memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 0;
  // NaN, whatever it is read as.
  memset(memory, managed ? 0 : 0xff, bytes);
  if (!managed)
    mprotect(memory, mapped, PROT_NONE);
  ++driver.live;
  auto address = reinterpret_cast<Pointer>(memory);
  driver.memory[address] = {bytes, mapped, managed};
  return address;
}

bool isOnDevice(Pointer address) {
  auto next = driver.memory.upper_bound(address);
  if (next != driver.memory.begin()) {
    auto &[start, memory] = *std::prev(next);
    if (address <= start + memory.bytes)
      return true;
  }
  for (auto &[start, bytes] : driver.pinned)
    if (address >= reinterpret_cast<Pointer>(start) &&
        address <= reinterpret_cast<Pointer>(start) + bytes)
      return true;
  return false;
}

/// Where the host's programs and their memory lie on this machine.
bool isHostAddress(int64_t slot) {
  auto address = static_cast<Pointer>(slot);
  return address >= 0x550000000000 && address < 0x800000000000 &&
         !isOnDevice(address);
}

void run(const Launch &launch) {
  const std::string &name = launch.function->name;
  if (name.rfind("add", 0) == 0 || name.rfind("more", 0) == 0) {
    auto *target = reinterpret_cast<int *>(launch.args[0]);
    for (int i = 0; i < 4; ++i)
      target[i] += static_cast<int>(launch.args.back());
  }
  // What the device's own function does for the PTX of this name.
  if (name == "nanguard_choose")
    for (int64_t i = 0; i < launch.args[4]; ++i) {
      auto op = reinterpret_cast<int64_t *>(launch.args[1])[i];
      auto tier = reinterpret_cast<uint8_t *>(launch.args[0])[op];
      auto handle = reinterpret_cast<Pointer *>(launch.args[2])[i];
      driver.conditions[handle] =
          reinterpret_cast<uint8_t *>(launch.args[3])[256 * i + tier];
    }
  if (!launch.function->kernel)
    return;
  for (int64_t slot : launch.args)
    if (isHostAddress(slot) && !driver.failure) {
      fprintf(stderr, "fake_cuda: %s gets the host's address %llx\n",
              name.c_str(), static_cast<Pointer>(slot));
      driver.failure = kIllegalAddress;
    }
  if (driver.failure)
    return;
  int64_t grid[3], block[3];
  std::copy(launch.grid, launch.grid + 3, grid);
  std::copy(launch.block, launch.block + 3, block);
  driver.emulator->launch(*launch.function->kernel, grid, block, launch.shared,
                          launch.args.data(),
                          static_cast<int64_t>(launch.args.size()), nullptr, 0);
  if (std::string error = driver.emulator->synchronize(); !error.empty()) {
    fprintf(stderr, "fake_cuda: %s\n", error.c_str());
    driver.failure = kIllegalAddress;
  }
}

/// The arguments as they are now; a null stands behind them.
std::vector<int64_t> readArgs(void **args) {
  std::vector<int64_t> read;
  for (; *args; ++args)
    read.push_back(*static_cast<int64_t *>(*args));
  return read;
}

Launch makeLaunch(const Params &params) {
  Launch launch = {
      params.function, {}, {}, params.shared, readArgs(params.args)};
  std::copy(params.grid, params.grid + 3, launch.grid);
  std::copy(params.block, params.block + 3, launch.block);
  return launch;
}

void sayLaunch(const char *what, const Launch &launch) {
  say("%s %s (%u,%u,%u) (%u,%u,%u) shared %u", what,
      launch.function->name.c_str(), launch.grid[0], launch.grid[1],
      launch.grid[2], launch.block[0], launch.block[1], launch.block[2],
      launch.shared);
}

} // namespace

// For the test.
EXPORT const char *fake_cuda_log(void) { return driver.log.c_str(); }
EXPORT void fake_cuda_reset(int major) {
  driver.log.clear();
  driver.major = major;
  driver.fails = 0;
}
EXPORT void fake_cuda_fail_graphs(int code) { driver.fails = code; }
EXPORT void fake_cuda_version(int version) { driver.version = version; }
EXPORT void fake_cuda_progress(void) { progress(); }
EXPORT int fake_cuda_live(void) { return driver.live; }

EXPORT bool nanguard_stand_in_kernel(void **function,
                                     const nanguard_kernel *kernel) {
  if (!getenv("FAKE_CUDA_EMULATE"))
    return false;
  if (!driver.emulator &&
      nanguard_device_open("sim:threads=1", &driver.emulator))
    return false;
  if (!kernel)
    return true;
  Function &known = driver.functions[{kernel, kernel->name}];
  known = {kernel->name, kernel};
  *function = &known;
  return kernel->body != nullptr;
}

EXPORT int cuInit(unsigned flags) { return static_cast<int>(flags); }
EXPORT int cuDriverGetVersion(int *version) {
  *version = driver.version;
  return 0;
}
EXPORT int cuGetErrorString(int error, const char **text) {
  *text = error == 218               ? "a PTX JIT compilation failed"
          : error == 500             ? "named symbol not found"
          : error == kIllegalAddress ? "an illegal memory access"
                                     : "an error";
  return 0;
}
EXPORT int cuDeviceGetCount(int *count) {
  *count = 1;
  return 0;
}
EXPORT int cuDeviceGet(int *device, int number) {
  *device = number;
  return 0;
}
EXPORT int cuDeviceGetAttribute(int *value, int which, int) {
  *value = which == 75 ? driver.major : 0;
  return 0;
}
EXPORT int cuDevicePrimaryCtxRetain(void **context, int) {
  ++driver.live;
  *context = &driver;
  return 0;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  --driver.live;
  return device;
}
EXPORT int cuCtxSetCurrent(void *context) { return context != &driver; }
EXPORT int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return 0;
}
EXPORT int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                              int *options, void **values) {
  if (strstr(static_cast<const char *>(image), "wrong")) {
    if (count == 2 && options[0] == 5 && options[1] == 6)
      snprintf(static_cast<char *>(values[0]),
               reinterpret_cast<size_t>(values[1]), "line 1: wrong");
    return 218;
  }
  say("module\n");
  ++driver.live;
  *module = const_cast<void *>(image);
  return 0;
}
EXPORT int cuModuleUnload(void *module) {
  --driver.live;
  return module == nullptr;
}
EXPORT int cuModuleGetFunction(void **function, void *module,
                               const char *name) {
  if (!strstr(static_cast<char *>(module), name))
    return 500;
  say("function %s\n", name);
  Function &known = driver.functions[{module, name}];
  known.name = name;
  *function = &known;
  return 0;
}
EXPORT int cuFuncSetAttribute(Function *function, int attribute, int value) {
  say("attribute %s %d %d\n", function->name.c_str(), attribute, value);
  return 0;
}
EXPORT int cuMemAlloc_v2(Pointer *memory, size_t bytes) {
  return !(*memory = allocate(bytes, /*managed=*/false));
}
EXPORT int cuMemAllocManaged(Pointer *memory, size_t bytes, unsigned flags) {
  *memory = allocate(bytes, /*managed=*/true);
  return flags != 1 || !*memory;
}
EXPORT int cuMemFree_v2(Pointer memory) {
  auto found = driver.memory.find(memory);
  if (found == driver.memory.end())
    return kInvalid;
  munmap(reinterpret_cast<void *>(memory), found->second.mapped);
  driver.memory.erase(found);
  --driver.live;
  return 0;
}
EXPORT int cuMemHostAlloc(void **memory, size_t bytes, unsigned) {
  ++driver.live;
  *memory = calloc(1, bytes);
  driver.pinned[*memory] = bytes;
  return 0;
}
EXPORT int cuMemFreeHost(void *memory) {
  --driver.live;
  driver.pinned.erase(memory);
  free(memory);
  return 0;
}
EXPORT int cuMemcpyDtoHAsync_v2(void *to, Pointer from, size_t bytes,
                                Stream *stream) {
  driver.queue.push_back(
      [=] { memcpy(to, reinterpret_cast<void *>(from), bytes); });
  say("copy %zu bytes on %d\n", bytes, stream->number);
  return 0;
}
EXPORT int cuMemcpyDtoH_v2(void *to, Pointer from, size_t bytes) {
  say("read %zu bytes\n", bytes);
  progress();
  Reach reach;
  memcpy(to, reinterpret_cast<void *>(from), bytes);
  return 0;
}
EXPORT int cuMemcpyHtoDAsync_v2(Pointer to, const void *from, size_t bytes,
                                Stream *stream) {
  std::string data(static_cast<const char *>(from), bytes);
  driver.queue.push_back(
      [=] { memcpy(reinterpret_cast<void *>(to), data.data(), bytes); });
  say("upload %zu bytes on %d\n", bytes, stream->number);
  return 0;
}
EXPORT int cuStreamCreateWithPriority(Stream **stream, unsigned flags,
                                      int priority) {
  static int number;
  ++driver.live;
  *stream = new Stream{number++ % 2};
  say("stream %d priority %d\n", (*stream)->number, priority);
  return flags != 1;
}
EXPORT int cuStreamDestroy_v2(Stream *stream) {
  --driver.live;
  delete stream;
  return 0;
}
EXPORT int cuStreamSynchronize(Stream *stream) {
  say("synchronize %d\n", stream->number);
  progress();
  return std::exchange(driver.failure, 0);
}
EXPORT int cuStreamWaitEvent(Stream *stream, void *event, unsigned flags) {
  say("wait on %d\n", stream->number);
  return event == nullptr || flags;
}
using Event = std::shared_ptr<bool>;
EXPORT int cuEventCreate(Event **event, unsigned flags) {
  ++driver.live;
  *event = new Event(std::make_shared<bool>());
  return flags != 2 && flags != 0;
}
EXPORT int cuEventElapsedTime(float *milliseconds, Event *start, Event *end) {
  *milliseconds = 0.25f;
  return **start && **end ? 0 : kNotReady;
}
EXPORT int cuEventDestroy_v2(Event *event) {
  --driver.live;
  delete event;
  return 0;
}
EXPORT int cuEventRecord(Event *event, Stream *stream) {
  driver.queue.push_back([done = *event] { *done = true; });
  say("record on %d\n", stream->number);
  return 0;
}
EXPORT int cuEventQuery(Event *event) { return **event ? 0 : kNotReady; }
EXPORT int cuEventSynchronize(Event *event) {
  progress();
  return event == nullptr;
}
EXPORT int cuLaunchKernel(Function *function, unsigned gx, unsigned gy,
                          unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, Stream *stream, void **args,
                          void **extra) {
  Launch launch =
      makeLaunch({function, {gx, gy, gz}, {bx, by, bz}, shared, args, extra});
  sayLaunch("launch", launch);
  say(" on %d\n", stream->number);
  driver.queue.push_back([launch] { run(launch); });
  return extra != nullptr;
}

EXPORT int cuGraphCreate(Graph **graph, unsigned flags) {
  ++driver.live;
  *graph = new Graph;
  return static_cast<int>(flags);
}
EXPORT int cuGraphDestroy(Graph *graph) {
  --driver.live;
  delete graph;
  return 0;
}
/// A chain: each behind the one before.
static bool continues(const Graph &graph, Node *const *after, size_t numAfter) {
  bool first = graph.nodes.empty();
  return numAfter == !first && (first || *after == graph.nodes.back().get());
}
EXPORT int cuGraphAddKernelNode(Node **node, Graph *graph, Node *const *after,
                                size_t numAfter, const Params *params) {
  if (!continues(*graph, after, numAfter))
    return kInvalid;
  graph->nodes.push_back(std::make_unique<Node>());
  *node = graph->nodes.back().get();
  (*node)->launch = makeLaunch(*params);
  sayLaunch("node", (*node)->launch);
  say("\n");
  return 0;
}
EXPORT int cuGraphConditionalHandleCreate(Pointer *handle, Graph *graph,
                                          void *context, unsigned value,
                                          unsigned flags) {
  static Pointer next = 0x5100;
  *handle = next++;
  return !graph || context != &driver || value || flags;
}
EXPORT int cuGraphAddNode_v2(Node **node, Graph *graph, Node *const *after,
                             const void *edges, size_t numAfter,
                             ConditionalParams *params) {
  if (!continues(*graph, after, numAfter) || edges || params->nodeType != 13 ||
      params->type != 2 || params->size < 1 || params->context != &driver)
    return kInvalid;
  graph->nodes.push_back(std::make_unique<Node>());
  *node = graph->nodes.back().get();
  (*node)->handle = params->handle;
  for (unsigned i = 0; i < params->size; ++i) {
    (*node)->bodies.push_back(std::make_unique<Graph>());
    (*node)->handed.push_back((*node)->bodies.back().get());
  }
  params->bodies = (*node)->handed.data();
  say("switch over %u\n", params->size);
  return 0;
}
EXPORT int cuGraphInstantiateWithFlags(GraphExec **exec, Graph *graph,
                                       unsigned long long flags) {
  if (driver.fails)
    return driver.fails;
  ++driver.live;
  *exec = new GraphExec;
  for (auto &node : graph->nodes) {
    (*exec)->nodes.push_back({node.get(), node->launch, node->handle, {}});
    for (auto &body : node->bodies) {
      auto &launches = (*exec)->nodes.back().bodies.emplace_back();
      for (auto &inner : body->nodes)
        launches.push_back(inner->launch);
    }
  }
  say("instantiate %zu nodes\n", graph->nodes.size());
  return static_cast<int>(flags);
}
EXPORT int cuGraphExecKernelNodeSetParams(GraphExec *exec, Node *node,
                                          const Params *params) {
  for (GraphExec::Copy &copy : exec->nodes)
    if (copy.node == node) {
      copy.launch = makeLaunch(*params);
      sayLaunch("set", copy.launch);
      say("\n");
      return 0;
    }
  return kInvalid;
}
EXPORT int cuGraphLaunch(GraphExec *exec, Stream *stream) {
  say("graph of %zu on %d\n", exec->nodes.size(), stream->number);
  for (const GraphExec::Copy &copy : exec->nodes)
    driver.queue.push_back([copy] {
      if (!copy.handle)
        return run(copy.launch);
      unsigned value = driver.conditions[copy.handle];
      if (value >= copy.bodies.size())
        return;
      for (const Launch &launch : copy.bodies[value])
        run(launch);
    });
  return 0;
}
EXPORT int cuGraphExecDestroy(GraphExec *exec) {
  --driver.live;
  delete exec;
  return 0;
}
