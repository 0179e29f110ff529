//===- Checks.h - What a GPU does not report --------------------*- C++ -*-===//
//
// Bounds, alignment, unwritten shared memory, races. Each element of a region
// and each byte of shared memory has a cell that remembers who wrote and who
// read it last, and how far these were ordered with the others by then.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_RUNTIME_DEVICE_CHECKS_H
#define NANGUARD_RUNTIME_DEVICE_CHECKS_H

#include "Sim.h"

namespace nanguard::sim {

struct Access {
  const void *address;
  int64_t bytes, align;
  const void *base;
  int64_t extent;
};

/// One launch's memory; for one thread of the host.
class Checks {
public:
  explicit Checks(const Launch &launch);
  ~Checks();

  void startBlock(const char *shared, size_t bytes);
  /// Fails the thread where the access is wrong, else remembers it.
  void access(Thread &thread, const Access &access, int32_t kind,
              const char *site);
  /// Nobody may read these bytes of shared memory until they are written.
  void forget(const void *address, int64_t bytes);

private:
  /// Who touched a cell; several threads where `thread` or `warp` says so.
  struct Mark {
    static constexpr uint16_t kMany = 0xffff;
    const char *site; ///< null: nobody
    uint32_t block;
    uint16_t thread, warp;
    uint32_t epoch, warpEpoch;
  };
  struct Cell {
    Mark writer, reader;
    bool written, atomic;
  };
  struct Area {
    const char *begin;
    int64_t bytes, element;
    Cell *cells;
    std::string name;

    bool contains(const char *address, int64_t length) const {
      return address >= begin && address + length <= begin + bytes;
    }
  };

  const Area *find(const void *base) const;
  [[noreturn]] void failBounds(Thread &thread, const Area &area,
                               const Access &access, int32_t kind,
                               const char *site);
  static bool isOrdered(const Mark &before, const Thread &now, uint32_t block,
                        uint32_t epoch);
  static std::string describe(const Mark &mark, const Thread &thread);
  void checkRace(Thread &thread, Cell &cell, int32_t kind, const char *site);
  [[noreturn]] void failRace(Thread &thread, const Mark &other,
                             const char *otherDid, int32_t kind,
                             const char *site);

  std::vector<Area> areas; ///< shared memory first
};

} // namespace nanguard::sim

#endif // NANGUARD_RUNTIME_DEVICE_CHECKS_H
