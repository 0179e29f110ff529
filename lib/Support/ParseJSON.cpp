//===- ParseJSON.cpp - JSON that may be hostile ---------------------------===//

#include "nanguard/Support/ParseJSON.h"

using namespace llvm;

static constexpr unsigned kMaxDepth = 64;

/// Counts brackets outside strings; text that is no JSON may count anything.
static unsigned maxDepth(StringRef text) {
  unsigned depth = 0, most = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString && c == '\\')
      ++i;
    else if (c == '"')
      inString = !inString;
    else if (!inString && (c == '[' || c == '{'))
      most = std::max(most, ++depth);
    else if (!inString && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return most;
}

Expected<json::Value> nanguard::parseJSON(StringRef text) {
  if (maxDepth(text) > kMaxDepth)
    return createStringError("JSON nests deeper than " + Twine(kMaxDepth) +
                             " levels");
  return json::parse(text);
}
