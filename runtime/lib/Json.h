//===- Json.h - JSON that may be hostile ------------------------*- C++ -*-===//

#ifndef NANGUARD_RUNTIME_JSON_H
#define NANGUARD_RUNTIME_JSON_H

#include <nlohmann/json.hpp>

#include <string>

namespace nanguard {

/// More than any file of ours nests. The parser keeps a stack of its own, but
/// a value's copy and dump recurse.
constexpr int kMaxJsonDepth = 64;

/// Throws nlohmann::json::exception.
inline nlohmann::json parseJson(const std::string &text) {
  using nlohmann::json;
  return json::parse(text, [](int depth, json::parse_event_t, json &) {
    if (depth > kMaxJsonDepth)
      throw json::other_error::create(501, "nests too deep", nullptr);
    return true;
  });
}

} // namespace nanguard

#endif // NANGUARD_RUNTIME_JSON_H
