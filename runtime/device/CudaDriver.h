//===- CudaDriver.h - The part of the CUDA driver that is used --*- C++ -*-===//
//
// Types and functions by the driver's documented ABI, so that neither a header
// nor a library of the toolkit is needed; the library is opened at run time.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_RUNTIME_DEVICE_CUDADRIVER_H
#define NANGUARD_RUNTIME_DEVICE_CUDADRIVER_H

#include "nanguard/device.h"

#include <cstddef>
#include <memory>
#include <string>

namespace nanguard::cuda {

using Result = int; ///< 0: success
using Device = int;
using Context = struct OpaqueContext *;
using Module = struct OpaqueModule *;
using Function = struct OpaqueFunction *;
using Stream = struct OpaqueStream *;
using Event = struct OpaqueEvent *;
using Graph = struct OpaqueGraph *;
using GraphNode = struct OpaqueGraphNode *;
using GraphExec = struct OpaqueGraphExec *;
using ConditionalHandle = unsigned long long;
using DevicePointer = unsigned long long;

inline constexpr Result kNotReady = 600;
inline constexpr unsigned kAttachGlobal = 1;  // CU_MEM_ATTACH_GLOBAL
inline constexpr unsigned kNonBlocking = 1;   // CU_STREAM_NON_BLOCKING
inline constexpr unsigned kDisableTiming = 2; // CU_EVENT_DISABLE_TIMING
inline constexpr unsigned kWithTiming = 0;    // CU_EVENT_DEFAULT
inline constexpr int kMaxDynamicShared = 8;   // CU_FUNC_ATTRIBUTE_…
inline constexpr int kComputeMajor = 75;      // CU_DEVICE_ATTRIBUTE_…
inline constexpr int kComputeMinor = 76;
inline constexpr int kErrorLogBuffer = 5; // CU_JIT_…
inline constexpr int kErrorLogBufferSize = 6;

/// CUDA_KERNEL_NODE_PARAMS_v1
struct KernelNodeParams {
  Function function;
  unsigned grid[3], block[3];
  unsigned shared;
  void **args, **extra;
};

/// CUgraphNodeParams of a conditional node.
struct ConditionalNodeParams {
  int nodeType = 13; // CU_GRAPH_NODE_TYPE_CONDITIONAL
  int reserved0[3] = {};
  ConditionalHandle handle = 0;
  int type = 2; // CU_GRAPH_COND_TYPE_SWITCH
  unsigned size = 0;
  Graph *bodies = nullptr; ///< given by the driver, whose they are
  Context context = nullptr;
  long long reserved1[25] = {}, reserved2 = 0;
};
static_assert(sizeof(ConditionalNodeParams) == 256, "laid out as the driver's");
inline constexpr int kSwitchVersion = 12080; ///< of a driver, that has it

// name in the library, name here, parameters
#define NANGUARD_CUDA_FUNCTIONS(F)                                             \
  F(cuInit, init, (unsigned flags))                                            \
  F(cuDriverGetVersion, version, (int *version))                               \
  F(cuGetErrorString, errorString, (Result error, const char **text))          \
  F(cuDeviceGetCount, deviceCount, (int *count))                               \
  F(cuDeviceGet, device, (Device * device, int number))                        \
  F(cuDeviceGetAttribute, attribute, (int *value, int which, Device device))   \
  F(cuDevicePrimaryCtxRetain, retainContext,                                   \
    (Context * context, Device device))                                        \
  F(cuDevicePrimaryCtxRelease_v2, releaseContext, (Device device))             \
  F(cuCtxSetCurrent, setContext, (Context context))                            \
  F(cuCtxGetStreamPriorityRange, priorities, (int *least, int *greatest))      \
  F(cuModuleLoadDataEx, loadModule,                                            \
    (Module * module, const void *image, unsigned count, int *options,         \
     void **values))                                                           \
  F(cuModuleUnload, unloadModule, (Module module))                             \
  F(cuModuleGetFunction, function,                                             \
    (Function * function, Module module, const char *name))                    \
  F(cuFuncSetAttribute, setAttribute,                                          \
    (Function function, int attribute, int value))                             \
  F(cuMemAllocManaged, allocManaged,                                           \
    (DevicePointer * memory, size_t bytes, unsigned flags))                    \
  F(cuMemAlloc_v2, alloc, (DevicePointer * memory, size_t bytes))              \
  F(cuMemFree_v2, freeMemory, (DevicePointer memory))                          \
  F(cuMemHostAlloc, allocPinned,                                               \
    (void **memory, size_t bytes, unsigned flags))                             \
  F(cuMemFreeHost, freePinned, (void *memory))                                 \
  F(cuMemcpyDtoHAsync_v2, copyToHost,                                          \
    (void *to, DevicePointer from, size_t bytes, Stream stream))               \
  F(cuMemcpyDtoH_v2, copyToHostNow,                                            \
    (void *to, DevicePointer from, size_t bytes))                              \
  F(cuMemcpyHtoDAsync_v2, copyToDevice,                                        \
    (DevicePointer to, const void *from, size_t bytes, Stream stream))         \
  F(cuStreamCreateWithPriority, createStream,                                  \
    (Stream * stream, unsigned flags, int priority))                           \
  F(cuStreamDestroy_v2, destroyStream, (Stream stream))                        \
  F(cuStreamSynchronize, synchronize, (Stream stream))                         \
  F(cuStreamWaitEvent, waitEvent,                                              \
    (Stream stream, Event event, unsigned flags))                              \
  F(cuEventCreate, createEvent, (Event * event, unsigned flags))               \
  F(cuEventDestroy_v2, destroyEvent, (Event event))                            \
  F(cuEventRecord, recordEvent, (Event event, Stream stream))                  \
  F(cuEventQuery, queryEvent, (Event event))                                   \
  F(cuEventSynchronize, synchronizeEvent, (Event event))                       \
  F(cuEventElapsedTime, elapsed,                                               \
    (float *milliseconds, Event start, Event end))                             \
  F(cuLaunchKernel, launch,                                                    \
    (Function function, unsigned gridX, unsigned gridY, unsigned gridZ,        \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,       \
     Stream stream, void **args, void **extra))                                \
  F(cuGraphCreate, createGraph, (Graph * graph, unsigned flags))               \
  F(cuGraphDestroy, destroyGraph, (Graph graph))                               \
  F(cuGraphAddKernelNode, addKernelNode,                                       \
    (GraphNode * node, Graph graph, const GraphNode *after, size_t numAfter,   \
     const KernelNodeParams *params))                                          \
  F(cuGraphInstantiateWithFlags, instantiate,                                  \
    (GraphExec * exec, Graph graph, unsigned long long flags))                 \
  F(cuGraphExecKernelNodeSetParams, setNodeParams,                             \
    (GraphExec exec, GraphNode node, const KernelNodeParams *params))          \
  F(cuGraphLaunch, launchGraph, (GraphExec exec, Stream stream))               \
  F(cuGraphExecDestroy, destroyExec, (GraphExec exec))

// Those that only newer drivers have; null in others.
#define NANGUARD_CUDA_NEW_FUNCTIONS(F)                                         \
  F(cuGraphConditionalHandleCreate, createHandle,                              \
    (ConditionalHandle * handle, Graph graph, Context context, unsigned value, \
     unsigned flags))                                                          \
  F(cuGraphAddNode_v2, addConditionalNode,                                     \
    (GraphNode * node, Graph graph, const GraphNode *after, const void *edges, \
     size_t numAfter, ConditionalNodeParams *params))

/// The driver's functions, as long as the library is open.
class Driver {
public:
  /// Opens libcuda.so.1, or what $NANGUARD_LIBCUDA names. Null with a message.
  static std::unique_ptr<Driver> open(std::string &error);
  ~Driver();

  /// "FUNCTION: what the driver calls the error"; "" for success.
  std::string describe(const char *function, Result result) const;

#define NANGUARD_CUDA_MEMBER(symbol, name, parameters)                         \
  Result(*name) parameters = nullptr;
  NANGUARD_CUDA_FUNCTIONS(NANGUARD_CUDA_MEMBER)
  NANGUARD_CUDA_NEW_FUNCTIONS(NANGUARD_CUDA_MEMBER)
#undef NANGUARD_CUDA_MEMBER

  /// A stand-in for the driver, as tests use, may run the emulator's form of a
  /// kernel: false where it does not. Without a kernel: whether it does at all.
  bool (*takeKernel)(Function *function,
                     const nanguard_kernel *kernel) = nullptr;

private:
  explicit Driver(void *library) : library(library) {}

  void *library;
};

} // namespace nanguard::cuda

#endif // NANGUARD_RUNTIME_DEVICE_CUDADRIVER_H
