//===- Range.h - Ranges that a profiler shows -----------------------------===//
//
// NVTX where its header was found when this was built; nothing else. NVTX
// itself does nothing until a profiler is there.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_TOOLS_RUN_RANGE_H
#define NANGUARD_TOOLS_RUN_RANGE_H

#include <string>

#ifdef NANGUARD_HAVE_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace nanguard::run {

/// Lasts as long as it lives, within the one around it.
class Range {
public:
#ifdef NANGUARD_HAVE_NVTX
  explicit Range(const std::string &name) { nvtxRangePushA(name.c_str()); }
  ~Range() { nvtxRangePop(); }
#else
  explicit Range(const std::string &) {}
#endif
  Range(const Range &) = delete;
  Range &operator=(const Range &) = delete;
};

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_RANGE_H
