//===- LaunchQueue.h - Kernels on their way to a GPU ------------*- C++ -*-===//
//
// Launches are gathered until somebody needs them done and then handed to the
// driver together. A sequence of kernels that comes again is a CUDA graph from
// its second time on: one call for all, in which arguments and grids that are
// others than last time are replaced first. So each configuration of tiers has
// a graph of its own, and different shapes of one model share it.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_RUNTIME_DEVICE_LAUNCHQUEUE_H
#define NANGUARD_RUNTIME_DEVICE_LAUNCHQUEUE_H

#include "CudaDriver.h"

#include <cstdint>
#include <list>
#include <string>
#include <vector>

namespace nanguard::cuda {

/// A kernel and how it is started; its arguments lie in the slots of its list.
struct Launch {
  Function function;
  const char *name;
  unsigned grid[3], block[3], shared;
  size_t firstArg, numArgs;

  bool operator==(const Launch &other) const;
};

/// Kernels in order, with their arguments.
struct LaunchList {
  std::vector<Launch> launches;
  std::vector<int64_t> slots;

  void add(const Launch &launch, const int64_t *args);
  void clear();
  bool empty() const { return launches.empty(); }
  /// For the driver, which takes an argument's size from the kernel and reads
  /// the low bytes of its slot; a stand-in finds the arguments' end by the
  /// null. `pointers` is room for them.
  KernelNodeParams paramsOf(size_t number, std::vector<void *> &pointers) const;
  bool operator==(const LaunchList &other) const {
    return launches == other.launches && slots == other.slots;
  }
};

class LaunchQueue {
public:
  LaunchQueue(const Driver &driver, bool graphs)
      : driver(driver), graphs(graphs) {}
  ~LaunchQueue();

  void add(const Launch &launch, const int64_t *args) {
    list.add(launch, args);
  }
  bool empty() const { return list.empty(); }
  void clear() { list.clear(); }

  /// Hands everything to `stream`; what went wrong first, or "".
  std::string flush(Stream stream);

private:
  /// A graph of a chain of kernels, as it was launched last.
  struct Replay {
    LaunchList list;
    Graph graph = nullptr;
    GraphExec exec = nullptr;
    std::vector<GraphNode> nodes;
  };

  std::string launchOneByOne(Stream stream);
  /// False where there is no graph of the sequence, or its driver fails.
  bool launchGraph(Stream stream);
  bool build(Replay &replay);
  bool update(Replay &replay);
  void destroy(Replay &replay);
  bool check(const char *function, Result result);

  const Driver &driver;
  bool graphs;
  LaunchList list;
  std::vector<void *> pointers; ///< of one launch's slots
  /// The sequences that came last, newest first; without a graph where they
  /// came once.
  std::list<Replay> replays;
};

} // namespace nanguard::cuda

#endif // NANGUARD_RUNTIME_DEVICE_LAUNCHQUEUE_H
