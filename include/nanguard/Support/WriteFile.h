//===- WriteFile.h - Files whole or not at all ------------------*- C++ -*-===//
//
// What passes and tools write, they write by this.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_SUPPORT_WRITEFILE_H
#define NANGUARD_SUPPORT_WRITEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace nanguard {

/// Writes a file whole or not at all: to a temporary beside it, checked, then
/// renamed. Devices and pipes are written as they are.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);

/// The same error, where it shows before there is anything to write: a
/// folder that is missing or not ours to write in, a path that is a folder.
/// `makesFolders` where the writer makes those that are missing. Makes nothing.
llvm::Error checkWritable(llvm::StringRef path, bool makesFolders = false);

} // namespace nanguard

#endif // NANGUARD_SUPPORT_WRITEFILE_H
