//===- SwitchGraph.h - A step whose variants the GPU chooses ----*- C++ -*-===//
//
// One CUDA graph for all tiers: a SWITCH node an op, with a body for each tier
// byte that was seen, and a kernel before them that reads the tier vector and
// sets what they switch on. Every step is compared with what the graph does for
// its tiers before it is launched, so it never does anything else.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_RUNTIME_DEVICE_SWITCHGRAPH_H
#define NANGUARD_RUNTIME_DEVICE_SWITCHGRAPH_H

#include "LaunchQueue.h"

#include <map>
#include <string>
#include <vector>

namespace nanguard::cuda {

class SwitchGraph {
public:
  SwitchGraph(const Driver &driver, Context context)
      : driver(driver), context(context) {}
  ~SwitchGraph();

  /// Notes of a step, from its start on.
  void begin();
  void beginOp(int64_t op, uint8_t tier);
  void endOp();
  void add(const Launch &launch, const int64_t *args);
  /// Part of the step is done already: it can't be one graph.
  void breakOff() { broken = true; }

  /// Adds the step to what the graph can do.
  void learn();
  /// Learns the step and launches it. False, with a message, where the driver
  /// fails; false without one where this step can't be a graph.
  bool launch(const void *tiers, Stream stream, std::string &error);

private:
  /// What stands between two marks: launches that do not depend on tiers, or
  /// those that a tier of an op asks for.
  struct Part {
    int64_t op = -1; ///< none
    uint8_t tier = 0;
    LaunchList list;
  };
  /// The graph's side of it; `bodies` by tier in the order of their numbers.
  struct Place {
    int64_t op = -1;
    LaunchList common;
    std::vector<Part> bodies;
  };

  bool build(const void *tiers, std::string &error);
  bool addKernels(Graph graph, const LaunchList &list, GraphNode &last,
                  std::string &error);
  bool addSwitch(const Place &place, ConditionalHandle handle, GraphNode &last,
                 std::string &error);
  bool placeTables(const std::vector<ConditionalHandle> &handles, Stream stream,
                   std::string &error);
  bool loadChooser(std::string &error);
  bool check(const char *function, Result result, std::string &error) const;
  void drop();

  const Driver &driver;
  Context context;
  std::vector<Part> step;
  bool broken = false;
  std::vector<Place> places;
  bool isStale = true; ///< the graph does not have all of `places`
  unsigned builds = 0;

  Module module = nullptr;
  Function chooser = nullptr;
  Graph graph = nullptr;
  GraphExec exec = nullptr;
  const void *tiers = nullptr; ///< that the graph reads
  DevicePointer tables = 0;    ///< ops, handles, bodies
  std::vector<void *> pointers;
  std::vector<ConditionalHandle> handles;
};

} // namespace nanguard::cuda

#endif // NANGUARD_RUNTIME_DEVICE_SWITCHGRAPH_H
