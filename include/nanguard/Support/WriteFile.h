//===- WriteFile.h - Files whole or not at all ------------------*- C++ -*-===//
//
// What passes and tools write, they write by this.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_SUPPORT_WRITEFILE_H
#define NANGUARD_SUPPORT_WRITEFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace nanguard {

/// Removes the file at `path` when it leaves its scope, or when a signal ends
/// the process. A file that was renamed before stays.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef path);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

private:
  llvm::SmallString<128> path;
};

/// Writes a file whole or not at all: to a temporary beside it, checked, then
/// renamed. Devices and pipes are written as they are.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);

/// The same error, where it shows before there is anything to write: a
/// folder that is missing or not ours to write in, a path that is a folder.
/// `makesFolders` where the writer makes those that are missing. Makes nothing.
llvm::Error checkWritable(llvm::StringRef path, bool makesFolders = false);

} // namespace nanguard

#endif // NANGUARD_SUPPORT_WRITEFILE_H
