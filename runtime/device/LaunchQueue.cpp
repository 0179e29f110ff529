//===- LaunchQueue.cpp - Kernels on their way to a GPU --------------------===//

#include "LaunchQueue.h"

#include <algorithm>
#include <cstdio>

using namespace nanguard;
using namespace nanguard::cuda;

/// Sequences that are remembered. A controller moves a few ops at a time, and
/// comes back to what it had.
static constexpr size_t kMaxReplays = 32;
/// A graph of fewer is no faster than its launches.
static constexpr size_t kMinGraph = 2;

bool Launch::operator==(const Launch &other) const {
  return function == other.function && shared == other.shared &&
         std::equal(grid, grid + 3, other.grid) &&
         std::equal(block, block + 3, other.block) &&
         firstArg == other.firstArg && numArgs == other.numArgs;
}

/// Whether one graph serves both: the kernels are the same, in the same order.
static bool haveSameKernels(const std::vector<Launch> &a,
                            const std::vector<Launch> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Launch &a, const Launch &b) {
                      return a.function == b.function && a.numArgs == b.numArgs;
                    });
}

LaunchQueue::~LaunchQueue() {
  for (Replay &replay : replays)
    destroy(replay);
}

void LaunchList::add(const Launch &launch, const int64_t *args) {
  launches.push_back(launch);
  launches.back().firstArg = slots.size();
  slots.insert(slots.end(), args, args + launch.numArgs);
}

void LaunchList::clear() {
  launches.clear();
  slots.clear();
}

KernelNodeParams LaunchList::paramsOf(size_t number,
                                      std::vector<void *> &pointers) const {
  const Launch &launch = launches[number];
  pointers.clear();
  for (size_t i = 0; i < launch.numArgs; ++i)
    pointers.push_back(const_cast<int64_t *>(&slots[launch.firstArg + i]));
  pointers.push_back(nullptr);
  KernelNodeParams params = {};
  params.function = launch.function;
  std::copy(launch.grid, launch.grid + 3, params.grid);
  std::copy(launch.block, launch.block + 3, params.block);
  params.shared = launch.shared;
  params.args = pointers.data();
  return params;
}

std::string LaunchQueue::flush(Stream stream) {
  std::string error;
  if (!launchGraph(stream))
    error = launchOneByOne(stream);
  clear();
  return error;
}

std::string LaunchQueue::launchOneByOne(Stream stream) {
  for (size_t i = 0; i < list.launches.size(); ++i) {
    KernelNodeParams params = list.paramsOf(i, pointers);
    Result result = driver.launch(
        params.function, params.grid[0], params.grid[1], params.grid[2],
        params.block[0], params.block[1], params.block[2], params.shared,
        stream, params.args, nullptr);
    if (result)
      return "kernel @" + std::string(list.launches[i].name) + ": " +
             driver.describe("cuLaunchKernel", result);
  }
  return "";
}

/// Graphs only save time: where one cannot be had, that is reported once, and
/// the kernels are launched by themselves from then on.
bool LaunchQueue::check(const char *function, Result result) {
  if (result && graphs)
    std::fprintf(stderr,
                 "nanguard: no CUDA graphs: %s; kernels are launched one by "
                 "one\n",
                 driver.describe(function, result).c_str());
  graphs &= result == 0;
  return result == 0;
}

bool LaunchQueue::launchGraph(Stream stream) {
  if (!graphs || list.launches.size() < kMinGraph)
    return false;
  auto found =
      std::find_if(replays.begin(), replays.end(), [&](const Replay &replay) {
        return haveSameKernels(replay.list.launches, list.launches);
      });
  if (found == replays.end()) {
    if (replays.size() == kMaxReplays) {
      destroy(replays.back());
      replays.pop_back();
    }
    replays.emplace_front();
    replays.front().list = list;
    return false;
  }
  replays.splice(replays.begin(), replays, found);
  Replay &replay = *found;
  return (replay.exec ? update(replay) : build(replay)) &&
         check("cuGraphLaunch", driver.launchGraph(replay.exec, stream));
}

bool LaunchQueue::build(Replay &replay) {
  replay.list = list;
  if (!check("cuGraphCreate", driver.createGraph(&replay.graph, 0)))
    return false;
  for (size_t i = 0; i < list.launches.size(); ++i) {
    KernelNodeParams params = list.paramsOf(i, pointers);
    GraphNode node = nullptr;
    if (!check("cuGraphAddKernelNode",
               driver.addKernelNode(&node, replay.graph,
                                    replay.nodes.empty() ? nullptr
                                                         : &replay.nodes.back(),
                                    replay.nodes.empty() ? 0 : 1, &params)))
      return false;
    replay.nodes.push_back(node);
  }
  return check("cuGraphInstantiateWithFlags",
               driver.instantiate(&replay.exec, replay.graph, 0));
}

bool LaunchQueue::update(Replay &replay) {
  for (size_t i = 0; i < list.launches.size(); ++i) {
    const Launch &now = list.launches[i];
    auto args = list.slots.begin() + now.firstArg;
    if (now == replay.list.launches[i] &&
        std::equal(args, args + now.numArgs,
                   replay.list.slots.begin() + now.firstArg))
      continue;
    KernelNodeParams params = list.paramsOf(i, pointers);
    if (!check("cuGraphExecKernelNodeSetParams",
               driver.setNodeParams(replay.exec, replay.nodes[i], &params)))
      return false;
  }
  replay.list = list;
  return true;
}

void LaunchQueue::destroy(Replay &replay) {
  // One that is under way ends first.
  if (replay.exec)
    driver.destroyExec(replay.exec);
  if (replay.graph)
    driver.destroyGraph(replay.graph);
}
