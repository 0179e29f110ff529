//===- checks.h - What the examples share ---------------------------------===//
#ifndef NANGUARD_EXAMPLES_CHECKS_H
#define NANGUARD_EXAMPLES_CHECKS_H

#include <nanguard/runtime.h>

#include <cstdio>
#include <cstdlib>

/// Ends the program at an error of the runtime, with its message.
inline void check(nanguard_error error) {
  if (!error)
    return;
  std::fprintf(stderr, "%s\n", nanguard_last_error());
  std::exit(1);
}

/// Prints whether what was promised holds; 1 where it does not.
inline int expect(bool good, const char *what) {
  std::printf("%-4s %s\n", good ? "ok" : "FAIL", what);
  return good ? 0 : 1;
}

#endif // NANGUARD_EXAMPLES_CHECKS_H
