//===- Recorder.cpp - Records, fingerprints, replay bundles ---------------===//
//
// A record is one write at the end of a file, so that a killed process leaves
// whole lines and at most one torn one, which the next start cuts off.
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"

#include "File.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace nanguard;
namespace fs = std::filesystem;

namespace {

constexpr const char *kRecords = "records.jsonl";
constexpr const char *kFingerprints = "fingerprints.json";
constexpr const char *kUnfinished = ".unfinished";

double systemClock(void *) {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// OBSERVE and the way back are quiet: what is lowered, found or over is
/// reported.
bool isWorthARecord(const nanguard_event &event) {
  switch (event.reason) {
  case NANGUARD_REASON_REPEATED:
  case NANGUARD_REASON_STAGE_FAILED:
  case NANGUARD_REASON_RELAPSE:
  case NANGUARD_REASON_EXIT_CLIPPED:
  case NANGUARD_REASON_UNCURABLE:
  case NANGUARD_REASON_RECOVERED:
  case NANGUARD_REASON_INPUT_FAULT:
  case NANGUARD_REASON_BREAKER:
  case NANGUARD_REASON_REPLAY:
  case NANGUARD_REASON_KNOWN_FAULT:
  case NANGUARD_REASON_HELD:
  case NANGUARD_REASON_HOST:
    return true;
  default:
    return false;
  }
}

/// The fault of an op is confirmed here.
bool isFault(const nanguard_event &event) {
  return event.fingerprint && (event.reason == NANGUARD_REASON_REPEATED ||
                               event.reason == NANGUARD_REASON_RELAPSE);
}

uint64_t sizeOf(const fs::path &folder) {
  uint64_t bytes = 0;
  std::error_code ignored;
  for (const auto &entry : fs::recursive_directory_iterator(
           folder, fs::directory_options::skip_permission_denied, ignored))
    if (entry.is_regular_file(ignored))
      bytes += entry.file_size(ignored);
  return bytes;
}

} // namespace

Recorder::Recorder(const nanguard_recorder_options &o)
    : folder(o.folder), maxBytes(o.max_bytes ? o.max_bytes : 64u << 20),
      perMinute(o.records_per_minute ? o.records_per_minute : 60),
      maxBundles(o.max_bundles ? o.max_bundles : 8),
      clock(o.clock ? o.clock : systemClock), clockUser(o.clock_user),
      tokens(perMinute) {}

Recorder::~Recorder() {
  if (fd >= 0)
    ::close(fd);
}

bool Recorder::open(std::string &error) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code && !fs::is_directory(folder)) {
    error = "cannot make the folder " + folder + ": " + code.message();
    return false;
  }
  tidy();
  if (!fingerprints.load(inFolder(kFingerprints), warning)) {
    warning += "; set aside, starting fresh";
    fs::rename(inFolder(kFingerprints),
               inFolder(std::string(kFingerprints) + ".damaged"), code);
  }
  if (!openRecords(error))
    return false;
  totals.bytes = sizeOf(folder);
  lastTime = clock(clockUser);
  return true;
}

/// Removes temporary files and unfinished bundles of a killed run.
void Recorder::tidy() {
  std::error_code ignored;
  for (const auto &entry : fs::directory_iterator(folder, ignored)) {
    std::string name = entry.path().filename().string();
    bool temporary = name.rfind(std::string(kFingerprints) + ".tmp.", 0) == 0 ||
                     (name.size() > std::strlen(kUnfinished) &&
                      name.compare(name.size() - std::strlen(kUnfinished),
                                   std::string::npos, kUnfinished) == 0);
    if (temporary)
      fs::remove_all(entry.path(), ignored);
    else if (name.rfind("bundle-", 0) == 0)
      ++totals.bundles;
  }
}

bool Recorder::openRecords(std::string &error) {
  std::string path = inFolder(kRecords);
  fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) {
    error = "cannot write " + path + ": " + std::strerror(errno);
    return false;
  }
  // A torn last line was never a finished record.
  off_t size = ::lseek(fd, 0, SEEK_END), whole = size;
  char last = 0;
  while (whole > 0 && ::pread(fd, &last, 1, whole - 1) == 1 && last != '\n')
    --whole;
  if (whole < size)
    (void)!::ftruncate(fd, whole);
  return true;
}

void Recorder::setBundleCallback(nanguard_bundle_callback newCallback,
                                 void *newUser) {
  std::lock_guard<std::mutex> lock(mutex);
  callback = newCallback;
  user = newUser;
}

bool Recorder::recall(nanguard_event &event) {
  if (!event.fingerprint)
    return false;
  std::lock_guard<std::mutex> lock(mutex);
  const Fingerprints::Entry *entry = fingerprints.find(event.fingerprint);
  event.occurrences = entry ? entry->occurrences : 0;
  return entry && event.reason == NANGUARD_REASON_SCAN_FIRED;
}

void Recorder::take(nanguard_event &event) noexcept {
  try {
    bool wantsBundle = false;
    {
      std::lock_guard<std::mutex> lock(mutex);
      OpKey key{event.context, event.op};
      if (event.reason == NANGUARD_REASON_SCAN_FIRED)
        firstSigns[key] = event.fingerprint;
      bool changed = isFault(event) && count(event, wantsBundle);
      if (event.reason == NANGUARD_REASON_QUIET || isFault(event))
        firstSigns.erase(key);
      std::string error;
      if (changed && !fingerprints.save(inFolder(kFingerprints), error))
        ++totals.failed;
      if (isWorthARecord(event))
        write(event);
    }
    if (wantsBundle)
      makeBundle(event);
  } catch (...) {
    // Out of memory: the step goes on, the record is lost.
    std::lock_guard<std::mutex> lock(mutex);
    ++totals.failed;
  }
}

/// Counts the fault under what its first sign looked like, too: NORMAL's scan
/// knows no channel, and it is that which is to warn the next time.
bool Recorder::count(nanguard_event &event, bool &wantsBundle) {
  auto add = [&](uint32_t fingerprint) -> Fingerprints::Entry & {
    Fingerprints::Entry &entry = fingerprints[fingerprint];
    entry.path = event.path;
    entry.kind = event.kind;
    ++entry.occurrences;
    return entry;
  };
  auto sign = firstSigns.find({event.context, event.op});
  if (sign != firstSigns.end() && sign->second &&
      sign->second != event.fingerprint)
    add(sign->second);
  Fingerprints::Entry &entry = add(event.fingerprint);
  event.occurrences = entry.occurrences;
  if (entry.occurrences >= 2 && !entry.bundled && callback &&
      totals.bundles < maxBundles && totals.bytes < maxBytes) {
    entry.bundled = wantsBundle = true;
    ++totals.bundles; // taken now, so that no other thread takes it too
  }
  return true;
}

bool Recorder::passesRate() {
  double now = clock(clockUser);
  tokens = std::min(perMinute, tokens + (now - lastTime) * perMinute / 60);
  lastTime = now;
  if (tokens < 1)
    return false;
  tokens -= 1;
  return true;
}

void Recorder::write(const nanguard_event &event) {
  size_t size = nanguard_event_to_json(&event, nullptr, 0);
  std::string line(size + 1, '\0');
  nanguard_event_to_json(&event, line.data(), line.size());
  line.back() = '\n';
  if (totals.bytes + line.size() > maxBytes || !passesRate()) {
    ++totals.suppressed;
    ++suppressedSince;
    return;
  }
  if (suppressedSince)
    line.insert(1, "\"suppressed_before\":" + std::to_string(suppressedSince) +
                       ",");
  append(line);
}

void Recorder::append(const std::string &line) {
  off_t before = ::lseek(fd, 0, SEEK_END);
  ssize_t n;
  do
    n = ::write(fd, line.data(), line.size());
  while (n < 0 && errno == EINTR);
  if (n == static_cast<ssize_t>(line.size())) {
    ++totals.records;
    totals.bytes += line.size();
    suppressedSince = 0;
    return;
  }
  // Half a record is none.
  if (n > 0)
    (void)!::ftruncate(fd, before);
  ++totals.failed;
}

void Recorder::makeBundle(const nanguard_event &event) {
  nanguard_bundle_callback call;
  void *data;
  {
    std::lock_guard<std::mutex> lock(mutex);
    call = callback;
    data = user;
  }
  std::string name = inFolder("bundle-" + std::to_string(event.fingerprint) +
                              "-step-" + std::to_string(event.step));
  std::string work = name + kUnfinished;
  std::error_code code;
  fs::create_directory(work, code);
  bool good = !code && call(&event, work.c_str(), data) == 0;
  uint64_t size = good ? sizeOf(work) : 0;
  std::lock_guard<std::mutex> lock(mutex);
  if (good && totals.bytes + size <= maxBytes) {
    fs::rename(work, name, code);
    good = !code;
  } else {
    good = false;
  }
  if (good) {
    totals.bytes += size;
    return;
  }
  fs::remove_all(work, code);
  --totals.bundles;
  ++totals.failed;
}

void Recorder::fill(nanguard_recorder_stats &stats) const {
  std::lock_guard<std::mutex> lock(mutex);
  size_t size = stats.struct_size;
  stats = totals;
  stats.struct_size = size;
  stats.fingerprints = fingerprints.size();
  stats.warning = warning.c_str();
}
