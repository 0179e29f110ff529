//===- WriteFile.cpp - Files whole or not at all --------------------------===//

#include "nanguard/Support/WriteFile.h"

#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

Error nanguard::writeFileAtomically(StringRef path, StringRef bytes) {
  // Devices and pipes (/dev/stdout, /dev/full) cannot be renamed over.
  sys::fs::file_status status;
  bool special = !sys::fs::status(path, status) && sys::fs::exists(status) &&
                 !sys::fs::is_regular_file(status);
  auto fail = [&](std::error_code ec) {
    return createStringError("cannot write '" + path + "': " + ec.message());
  };
  if (special && sys::fs::is_directory(status))
    return fail(make_error_code(errc::is_a_directory));
  SmallString<128> temporary(path);
  int fd = -1;
  std::error_code ec =
      special ? sys::fs::openFileForWrite(path, fd, sys::fs::CD_OpenExisting)
              : sys::fs::createUniqueFile(path + ".tmp-%%%%%%", fd, temporary,
                                          sys::fs::OF_None, 0666);
  if (ec)
    return fail(ec);
  raw_fd_ostream os(fd, /*shouldClose=*/true);
  os << bytes;
  os.close();
  ec = os.error();
  os.clear_error();
  if (!ec && !special)
    ec = sys::fs::rename(temporary, path);
  if (!ec)
    return Error::success();
  if (!special)
    sys::fs::remove(temporary);
  return fail(ec);
}
