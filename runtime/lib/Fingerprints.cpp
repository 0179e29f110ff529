//===- Fingerprints.cpp - Faults that were seen before --------------------===//

#include "Fingerprints.h"

#include "File.h"
#include "Json.h"

#include <unistd.h>

using namespace nanguard;
using nlohmann::json;

static constexpr int kVersion = 1;

bool Fingerprints::load(const std::string &file, std::string &error) {
  entries.clear();
  if (access(file.c_str(), F_OK) != 0)
    return true;
  std::string text;
  if (!readFile(file, text, error))
    return false;
  try {
    json root = parseJson(text);
    if (root.at("version").get<int>() != kVersion) {
      error = file + ": is of version " + root["version"].dump() +
              ", this runtime reads version " + std::to_string(kVersion);
      return false;
    }
    for (const json &item : root.at("fingerprints")) {
      Entry &entry = entries[item.at("fingerprint").get<uint32_t>()];
      entry.path = item.at("path").get<std::string>();
      entry.kind = item.at("kind").get<std::string>();
      entry.occurrences = item.at("occurrences").get<uint64_t>();
      entry.bundled = item.at("bundled").get<bool>();
    }
    return true;
  } catch (const json::exception &e) {
    entries.clear();
    error = file + ": is damaged: " + e.what();
    return false;
  }
}

bool Fingerprints::save(const std::string &file, std::string &error) const {
  json list = json::array();
  for (const auto &[fingerprint, entry] : entries)
    list.push_back({{"fingerprint", fingerprint},
                    {"path", entry.path},
                    {"kind", entry.kind},
                    {"occurrences", entry.occurrences},
                    {"bundled", entry.bundled}});
  json root = {{"version", kVersion}, {"fingerprints", std::move(list)}};
  return writeFileAtomically(
      file, root.dump(1, ' ', true, json::error_handler_t::replace) + "\n",
      error);
}

const Fingerprints::Entry *Fingerprints::find(uint32_t fingerprint) const {
  auto found = entries.find(fingerprint);
  return found == entries.end() ? nullptr : &found->second;
}
