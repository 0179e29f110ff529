//===- Checks.cpp - What a GPU does not report ----------------------------===//

#include "Checks.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace nanguard::sim;

static const char *verbOf(int32_t kind) {
  return kind == NANGUARD_SIM_LOAD    ? "load"
         : kind == NANGUARD_SIM_STORE ? "store"
                                      : "atomic";
}

static uint32_t blockOf(const Thread &thread) {
  return (thread.ctaid[2] * thread.nctaid[1] + thread.ctaid[1]) *
             thread.nctaid[0] +
         thread.ctaid[0];
}

Checks::Checks(const Launch &launch) {
  areas.push_back({nullptr, 0, 1, nullptr, "shared memory"});
  for (size_t i = 0; i < launch.numRegions; ++i) {
    const nanguard_region &region = launch.regions[i];
    int64_t element = std::max<int64_t>(region.element, 1);
    // calloc's fresh pages are free until they are touched.
    auto *cells = static_cast<Cell *>(
        std::calloc(region.bytes / element + 1, sizeof(Cell)));
    areas.push_back({reinterpret_cast<const char *>(region.base), region.bytes,
                     element, cells, "buffer " + std::to_string(i)});
  }
}

Checks::~Checks() {
  for (Area &area : areas)
    std::free(area.cells);
}

void Checks::startBlock(const char *shared, size_t bytes) {
  Area &area = areas.front();
  std::free(area.cells);
  area.begin = shared;
  area.bytes = static_cast<int64_t>(bytes);
  area.cells = static_cast<Cell *>(std::calloc(bytes + 1, sizeof(Cell)));
}

/// The area that `base` lies in; else the nearest one.
const Checks::Area *Checks::find(const void *base) const {
  auto *address = static_cast<const char *>(base);
  const Area *nearest = &areas.front();
  int64_t least = std::numeric_limits<int64_t>::max();
  for (const Area &area : areas) {
    if (area.bytes == 0)
      continue;
    int64_t distance =
        address < area.begin
            ? area.begin - address
            : std::max<int64_t>(address - (area.begin + area.bytes) + 1, 0);
    if (distance < least) {
      least = distance;
      nearest = &area;
    }
  }
  return nearest;
}

void Checks::failBounds(Thread &thread, const Area &area, const Access &access,
                        int32_t kind, const char *site) {
  auto *address = static_cast<const char *>(access.address);
  int64_t before = area.begin - address;
  int64_t past = address + access.bytes - (area.begin + area.bytes);
  std::string what = "out-of-bounds " + std::string(verbOf(kind)) + " of " +
                     std::to_string(access.bytes) + " bytes, " +
                     (before > 0 ? std::to_string(before) + " before the start"
                                 : std::to_string(past) + " past the end") +
                     " of " + area.name + " (" + std::to_string(area.bytes) +
                     " bytes)";
  thread.owner->fail(thread, std::move(what), site);
}

void Checks::access(Thread &thread, const Access &access, int32_t kind,
                    const char *site) {
  if (thread.fiber.owns(access.base))
    return;
  auto *address = static_cast<const char *>(access.address);
  const Area *area = find(access.base);
  if (access.extent >= 0) {
    Area object = {static_cast<const char *>(access.base), access.extent, 1,
                   nullptr, "a shared array"};
    if (!object.contains(address, access.bytes))
      failBounds(thread, object, access, kind, site);
  }
  if (!area->contains(address, access.bytes))
    failBounds(thread, *area, access, kind, site);
  if (access.align > 1 && reinterpret_cast<uintptr_t>(address) % access.align) {
    std::string what = "misaligned " + std::string(verbOf(kind)) + " of " +
                       std::to_string(access.bytes) +
                       " bytes: the address is no multiple of " +
                       std::to_string(access.align);
    thread.owner->fail(thread, std::move(what), site);
  }
  int64_t offset = address - area->begin;
  int64_t last = (offset + access.bytes - 1) / area->element;
  for (int64_t i = offset / area->element; i <= last; ++i) {
    Cell &cell = area->cells[i];
    if (area == &areas.front() && kind != NANGUARD_SIM_STORE && !cell.written) {
      std::string what = std::string(verbOf(kind)) +
                         " of shared memory that nobody has written, at "
                         "byte " +
                         std::to_string(i);
      thread.owner->fail(thread, std::move(what), site);
    }
    checkRace(thread, cell, kind, site);
  }
}

void Checks::forget(const void *address, int64_t bytes) {
  const Area &area = areas.front();
  auto *first = static_cast<const char *>(address);
  if (!area.contains(first, bytes))
    return;
  for (int64_t i = 0; i < bytes; ++i)
    area.cells[first - area.begin + i].written = false;
}

bool Checks::isOrdered(const Mark &before, const Thread &now, uint32_t block,
                       uint32_t epoch) {
  if (!before.site || (before.block == block && before.thread == now.linear()))
    return true;
  if (before.block != block)
    return false;
  if (before.epoch < epoch)
    return true;
  return before.warp == now.warp && before.warpEpoch < now.warpEpoch;
}

std::string Checks::describe(const Mark &mark, const Thread &thread) {
  std::string who = "other threads";
  if (mark.thread != Mark::kMany) {
    unsigned rest = mark.thread / thread.ntid[0];
    who = "thread (" + std::to_string(mark.thread % thread.ntid[0]) + "," +
          std::to_string(rest % thread.ntid[1]) + "," +
          std::to_string(rest / thread.ntid[1]) + ")";
  }
  if (mark.block != blockOf(thread))
    who += " of block " + std::to_string(mark.block);
  return who;
}

void Checks::failRace(Thread &thread, const Mark &other, const char *otherDid,
                      int32_t kind, const char *site) {
  std::string what = "race: " + std::string(verbOf(kind)) + " of what " +
                     describe(other, thread) + otherDid + " at " + other.site +
                     ", with no barrier between";
  thread.owner->fail(thread, std::move(what), site);
}

void Checks::checkRace(Thread &thread, Cell &cell, int32_t kind,
                       const char *site) {
  uint32_t block = blockOf(thread), epoch = thread.owner->getEpoch();
  bool atomic = kind == NANGUARD_SIM_ATOMIC;
  // A read beside atomics is a look at a word that is whole, old or new.
  bool word = cell.atomic && kind != NANGUARD_SIM_STORE;
  if (!word && !isOrdered(cell.writer, thread, block, epoch))
    failRace(thread, cell.writer, " wrote", kind, site);
  Mark mine = {site,
               block,
               static_cast<uint16_t>(thread.linear()),
               static_cast<uint16_t>(thread.warp),
               epoch,
               thread.warpEpoch};
  bool readersBefore = isOrdered(cell.reader, thread, block, epoch);
  if (kind == NANGUARD_SIM_LOAD) {
    if (!readersBefore) {
      // Two at once: whoever writes now races with one of them at least.
      mine.thread = Mark::kMany;
      if (cell.reader.warp != mine.warp || cell.reader.block != block)
        mine.warp = Mark::kMany;
    }
    cell.reader = mine;
    return;
  }
  if (!readersBefore && !atomic)
    failRace(thread, cell.reader, " read", kind, site);
  cell.writer = mine;
  cell.written = true;
  cell.atomic = atomic;
}
