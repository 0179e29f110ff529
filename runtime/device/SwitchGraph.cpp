//===- SwitchGraph.cpp - A step whose variants the GPU chooses ------------===//

#include "SwitchGraph.h"

#include <algorithm>
#include <cstring>

using namespace nanguard;
using namespace nanguard::cuda;

/// Thread i takes op ops[i]: it switches on bodies[i][tiers[op]]. The function
/// that sets a switch is the device's own; the driver links it.
static constexpr char kChooser[] = R"ptx(
.version 8.0
.target sm_80
.address_size 64

.extern .func cudaGraphSetConditional
(
  .param .b64 handle,
  .param .b32 value
);

.visible .entry nanguard_choose(
  .param .u64 tiers,
  .param .u64 ops,
  .param .u64 handles,
  .param .u64 bodies,
  .param .u32 count
)
{
  .reg .pred %past;
  .reg .b32 %r<7>;
  .reg .b64 %a<10>;

  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r1, %r1, %r2, %r3;
  ld.param.u32 %r2, [count];
  setp.ge.u32 %past, %r1, %r2;
  @%past ret;
  mul.wide.u32 %a5, %r1, 8;
  ld.param.u64 %a2, [ops];
  add.s64 %a2, %a2, %a5;
  ld.u64 %a6, [%a2];
  ld.param.u64 %a1, [tiers];
  add.s64 %a1, %a1, %a6;
  ld.u8 %r4, [%a1];
  shl.b32 %r5, %r1, 8;
  add.u32 %r5, %r5, %r4;
  cvt.u64.u32 %a7, %r5;
  ld.param.u64 %a4, [bodies];
  add.s64 %a4, %a4, %a7;
  ld.u8 %r6, [%a4];
  ld.param.u64 %a3, [handles];
  add.s64 %a3, %a3, %a5;
  ld.u64 %a8, [%a3];
  {
  .param .b64 handle_of_op;
  st.param.b64 [handle_of_op], %a8;
  .param .b32 body_of_op;
  st.param.b32 [body_of_op], %r6;
  call cudaGraphSetConditional, (handle_of_op, body_of_op);
  }
  ret;
}
)ptx";
static constexpr unsigned kBlock = 128;
/// A model whose addresses change from step to step is no case for this.
static constexpr unsigned kMaxBuilds = 64;

SwitchGraph::~SwitchGraph() {
  drop();
  if (module)
    driver.unloadModule(module);
}

bool SwitchGraph::check(const char *function, Result result,
                        std::string &error) const {
  if (result && error.empty())
    error = driver.describe(function, result);
  return result == 0;
}

void SwitchGraph::drop() {
  if (exec)
    driver.destroyExec(exec);
  if (graph)
    driver.destroyGraph(graph);
  if (tables)
    driver.freeMemory(tables);
  exec = nullptr;
  graph = nullptr;
  tables = 0;
}

void SwitchGraph::begin() {
  step.clear();
  step.emplace_back();
  broken = false;
}

void SwitchGraph::beginOp(int64_t op, uint8_t tier) {
  step.emplace_back();
  step.back().op = op;
  step.back().tier = tier;
}

void SwitchGraph::endOp() { step.emplace_back(); }

void SwitchGraph::add(const Launch &launch, const int64_t *args) {
  step.back().list.add(launch, args);
}

void SwitchGraph::learn() {
  if (broken)
    return;
  bool sameShape =
      std::equal(step.begin(), step.end(), places.begin(), places.end(),
                 [](const Part &part, const Place &place) {
                   return part.op == place.op &&
                          (part.op >= 0 || part.list == place.common);
                 });
  if (!sameShape) {
    // Another model, or other addresses: what is known is of no use.
    places.clear();
    for (const Part &part : step) {
      places.emplace_back();
      places.back().op = part.op;
      if (part.op < 0)
        places.back().common = part.list;
    }
    isStale = true;
  }
  for (size_t i = 0; i < step.size(); ++i) {
    if (step[i].op < 0)
      continue;
    std::vector<Part> &bodies = places[i].bodies;
    auto known = std::find_if(bodies.begin(), bodies.end(), [&](Part &body) {
      return body.tier == step[i].tier;
    });
    if (known == bodies.end())
      bodies.push_back(step[i]);
    else if (known->list == step[i].list)
      continue;
    else
      *known = step[i];
    isStale = true;
  }
}

bool SwitchGraph::launch(const void *tiers, Stream stream, std::string &error) {
  if (broken || builds > kMaxBuilds)
    return false;
  learn();
  if ((isStale || tiers != this->tiers) &&
      (++builds > kMaxBuilds || !build(tiers, error)))
    return false;
  if (isStale && !placeTables(handles, stream, error))
    return false;
  isStale = false;
  return check("cuGraphLaunch", driver.launchGraph(exec, stream), error);
}

bool SwitchGraph::loadChooser(std::string &error) {
  return chooser ||
         (check("cuModuleLoadDataEx",
                driver.loadModule(&module, kChooser, 0, nullptr, nullptr),
                error) &&
          check("cuModuleGetFunction",
                driver.function(&chooser, module, "nanguard_choose"), error));
}

bool SwitchGraph::addKernels(Graph graph, const LaunchList &list,
                             GraphNode &last, std::string &error) {
  for (size_t i = 0; i < list.launches.size(); ++i) {
    KernelNodeParams params = list.paramsOf(i, pointers);
    GraphNode node = nullptr;
    if (!check("cuGraphAddKernelNode",
               driver.addKernelNode(&node, graph, last ? &last : nullptr,
                                    last ? 1 : 0, &params),
               error))
      return false;
    last = node;
  }
  return true;
}

bool SwitchGraph::addSwitch(const Place &place, ConditionalHandle handle,
                            GraphNode &last, std::string &error) {
  ConditionalNodeParams params;
  params.handle = handle;
  params.size = static_cast<unsigned>(place.bodies.size());
  params.context = context;
  GraphNode node = nullptr;
  if (!check("cuGraphAddNode",
             driver.addConditionalNode(&node, graph, last ? &last : nullptr,
                                       nullptr, last ? 1 : 0, &params),
             error))
    return false;
  last = node;
  for (size_t i = 0; i < place.bodies.size(); ++i) {
    GraphNode inner = nullptr;
    if (!addKernels(params.bodies[i], place.bodies[i].list, inner, error))
      return false;
  }
  return true;
}

/// Ops, handles and, for each op, the body of each tier byte.
bool SwitchGraph::build(const void *tierVector, std::string &error) {
  drop();
  isStale = true;
  tiers = tierVector;
  size_t count =
      std::count_if(places.begin(), places.end(),
                    [](const Place &place) { return place.op >= 0; });
  if (!loadChooser(error) ||
      !check("cuGraphCreate", driver.createGraph(&graph, 0), error) ||
      !check("cuMemAlloc",
             driver.alloc(&tables, std::max<size_t>(count, 1) * (16 + 256)),
             error))
    return false;
  handles.assign(count, 0);
  for (ConditionalHandle &handle : handles)
    if (!check("cuGraphConditionalHandleCreate",
               driver.createHandle(&handle, graph, context, 0, 0), error))
      return false;
  LaunchList choose;
  Launch launch = {};
  launch.function = chooser;
  launch.name = "nanguard_choose";
  launch.grid[0] = static_cast<unsigned>((count + kBlock - 1) / kBlock);
  launch.block[0] = kBlock;
  for (unsigned i = 1; i < 3; ++i)
    launch.grid[i] = launch.block[i] = 1;
  int64_t args[] = {
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(tiers)),
      static_cast<int64_t>(tables), static_cast<int64_t>(tables + 8 * count),
      static_cast<int64_t>(tables + 16 * count), static_cast<int64_t>(count)};
  launch.numArgs = std::size(args);
  choose.add(launch, args);
  GraphNode last = nullptr;
  if (count > 0 && !addKernels(graph, choose, last, error))
    return false;
  size_t next = 0;
  for (const Place &place : places)
    if (place.op < 0 ? !addKernels(graph, place.common, last, error)
                     : !addSwitch(place, handles[next++], last, error))
      return false;
  return check("cuGraphInstantiateWithFlags",
               driver.instantiate(&exec, graph, 0), error);
}

bool SwitchGraph::placeTables(const std::vector<ConditionalHandle> &handles,
                              Stream stream, std::string &error) {
  size_t count = handles.size();
  if (count == 0)
    return true;
  // A byte that no body is for runs none; launch() has seen to it that the
  // step's have one.
  std::vector<unsigned char> bytes(count * (16 + 256), 0xff);
  size_t next = 0;
  for (const Place &place : places) {
    if (place.op < 0)
      continue;
    std::memcpy(&bytes[8 * next], &place.op, 8);
    std::memcpy(&bytes[8 * (count + next)], &handles[next], 8);
    for (size_t i = 0; i < place.bodies.size(); ++i)
      bytes[16 * count + 256 * next + place.bodies[i].tier] =
          static_cast<unsigned char>(i);
    ++next;
  }
  return check("cuMemcpyHtoDAsync",
               driver.copyToDevice(tables, bytes.data(), bytes.size(), stream),
               error);
}
