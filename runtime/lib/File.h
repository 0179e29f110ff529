//===- File.h - Files that a crash leaves whole -------------------*- C++
//-*-===//
//
// A file is written beside its place and renamed over it, so that a crash
// leaves the old one or the new one.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_FILE_H
#define NANGUARD_LIB_FILE_H

#include <string>

namespace nanguard {

/// On failure nothing of it is left, and `error` says why.
bool writeFileAtomically(const std::string &path, const std::string &bytes,
                         std::string &error);
bool readFile(const std::string &path, std::string &bytes, std::string &error);

} // namespace nanguard

#endif // NANGUARD_LIB_FILE_H
