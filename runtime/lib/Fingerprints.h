//===- Fingerprints.h - Faults that were seen before --------------*- C++
//-*-===//
//
// Counts by fingerprint, kept in a JSON file from run to run.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_FINGERPRINTS_H
#define NANGUARD_LIB_FINGERPRINTS_H

#include <cstdint>
#include <map>
#include <string>

namespace nanguard {

class Fingerprints {
public:
  struct Entry {
    std::string path;
    std::string kind;
    uint64_t occurrences = 0;
    bool bundled = false;
  };

  /// False and `error` for a file that is damaged or of another version, which
  /// then counts as empty; a missing one is empty.
  bool load(const std::string &file, std::string &error);
  bool save(const std::string &file, std::string &error) const;

  const Entry *find(uint32_t fingerprint) const;
  Entry &operator[](uint32_t fingerprint) { return entries[fingerprint]; }
  size_t size() const { return entries.size(); }

private:
  std::map<uint32_t, Entry> entries;
};

} // namespace nanguard

#endif // NANGUARD_LIB_FINGERPRINTS_H
