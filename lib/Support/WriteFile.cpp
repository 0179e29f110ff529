//===- WriteFile.cpp - Files whole or not at all --------------------------===//

#include "nanguard/Support/WriteFile.h"

#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

nanguard::TemporaryFile::TemporaryFile(StringRef path) : path(path) {
  sys::RemoveFileOnSignal(path);
}

nanguard::TemporaryFile::~TemporaryFile() {
  sys::fs::remove(path);
  sys::DontRemoveFileOnSignal(path);
}

static Error cannotWrite(StringRef path, std::error_code why) {
  return createStringError("cannot write '" + path + "': " + why.message());
}

Error nanguard::checkWritable(StringRef path, bool makesFolders) {
  sys::fs::file_status status;
  if (!sys::fs::status(path, status)) {
    if (sys::fs::is_directory(status))
      return cannotWrite(path, make_error_code(errc::is_a_directory));
    if (!sys::fs::is_regular_file(status)) {
      std::error_code ec = sys::fs::access(path, sys::fs::AccessMode::Write);
      return ec ? cannotWrite(path, ec) : Error::success();
    }
  }
  StringRef folder = sys::path::parent_path(path);
  while (makesFolders && !folder.empty() && !sys::fs::exists(folder))
    folder = sys::path::parent_path(folder);
  if (folder.empty())
    folder = ".";
  std::error_code ec = sys::fs::status(folder, status);
  if (!ec && !sys::fs::is_directory(status))
    ec = make_error_code(errc::not_a_directory);
  if (!ec)
    ec = sys::fs::access(folder, sys::fs::AccessMode::Write);
  return ec ? cannotWrite(path, ec) : Error::success();
}

Error nanguard::writeFileAtomically(StringRef path, StringRef bytes) {
  // Devices and pipes (/dev/stdout, /dev/full) cannot be renamed over.
  sys::fs::file_status status;
  bool special = !sys::fs::status(path, status) && sys::fs::exists(status) &&
                 !sys::fs::is_regular_file(status);
  if (special && sys::fs::is_directory(status))
    return cannotWrite(path, make_error_code(errc::is_a_directory));
  SmallString<128> temporary(path);
  int fd = -1;
  std::error_code ec =
      special ? sys::fs::openFileForWrite(path, fd, sys::fs::CD_OpenExisting)
              : sys::fs::createUniqueFile(path + ".tmp-%%%%%%", fd, temporary,
                                          sys::fs::OF_None, 0666);
  if (ec)
    return cannotWrite(path, ec);
  std::optional<TemporaryFile> removed;
  if (!special)
    removed.emplace(temporary);
  raw_fd_ostream os(fd, /*shouldClose=*/true);
  os << bytes;
  os.close();
  ec = os.error();
  os.clear_error();
  if (!ec && !special)
    ec = sys::fs::rename(temporary, path);
  return ec ? cannotWrite(path, ec) : Error::success();
}
