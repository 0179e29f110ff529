//===- Recorder.h - Records, fingerprints, replay bundles ---------*- C++
//-*-===//
//
// A sink for events that keeps quiet while an op is only watched, and keeps
// files small: a rate, a size and a number of bundles. Whatever the disk says,
// a step goes on.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_RECORDER_H
#define NANGUARD_LIB_RECORDER_H

#include "Fingerprints.h"
#include "nanguard/runtime.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace nanguard {

class Recorder {
public:
  Recorder(const nanguard_recorder_options &options);
  ~Recorder();
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;

  /// Makes the folder, tidies what a killed run left, reads what is there.
  bool open(std::string &error);

  void setBundleCallback(nanguard_bundle_callback callback, void *user);

  /// Sets the event's occurrences. True when it is the first sign of a fault
  /// that is on file.
  bool recall(nanguard_event &event);

  /// Writes what is worth it; counts faults; asks the host for a bundle at the
  /// second one. Never fails.
  void take(nanguard_event &event) noexcept;

  void fill(nanguard_recorder_stats &stats) const;

private:
  using OpKey = std::pair<uint64_t, int64_t>; // context, op

  std::string inFolder(const std::string &name) const {
    return folder + "/" + name;
  }
  void tidy();
  bool openRecords(std::string &error);
  void write(const nanguard_event &event);
  bool passesRate();
  void append(const std::string &line);
  bool count(nanguard_event &event, bool &wantsBundle);
  void makeBundle(const nanguard_event &event);

  std::string folder;
  uint64_t maxBytes;
  double perMinute;
  uint64_t maxBundles;
  double (*clock)(void *);
  void *clockUser;

  mutable std::mutex mutex;
  int fd = -1;
  double tokens;
  double lastTime = 0;
  uint64_t suppressedSince = 0;
  /// The uncounted first sign of a fault, until it is confirmed or forgotten.
  std::map<OpKey, uint32_t> firstSigns;
  Fingerprints fingerprints;
  nanguard_bundle_callback callback = nullptr;
  void *user = nullptr;
  nanguard_recorder_stats totals = {};
  std::string warning;
};

} // namespace nanguard

#endif // NANGUARD_LIB_RECORDER_H
