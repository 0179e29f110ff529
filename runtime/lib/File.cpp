//===- File.cpp - Files that a crash leaves whole -------------------------===//

#include "File.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

using namespace nanguard;

static std::string lastSystemError() { return std::strerror(errno); }

bool nanguard::writeFileAtomically(const std::string &path,
                                   const std::string &bytes,
                                   std::string &error) {
  // Each writer has its own; a name that a killed process left is skipped.
  static std::atomic<uint64_t> writers{0};
  std::string temporary;
  int fd = -1;
  do {
    temporary = path + ".tmp." + std::to_string(getpid()) + "." +
                std::to_string(writers++);
    fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  } while (fd < 0 && errno == EEXIST);
  if (fd < 0) {
    error = "cannot write " + temporary + ": " + lastSystemError();
    return false;
  }
  size_t done = 0;
  bool good = true;
  while (good && done < bytes.size()) {
    ssize_t n = write(fd, bytes.data() + done, bytes.size() - done);
    if (n > 0)
      done += static_cast<size_t>(n);
    else if (n == 0 || errno != EINTR)
      good = false;
  }
  good = good && fsync(fd) == 0;
  if (!good)
    error = "cannot write " + temporary + ": " + lastSystemError();
  if (close(fd) != 0 && good) {
    error = "cannot write " + temporary + ": " + lastSystemError();
    good = false;
  }
  if (good && std::rename(temporary.c_str(), path.c_str()) != 0) {
    error = "cannot replace " + path + ": " + lastSystemError();
    good = false;
  }
  if (!good) {
    unlink(temporary.c_str());
    return false;
  }
  // The rename itself must reach the disk; where that fails the old file is
  // still whole.
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "."
                       : slash == 0               ? "/"
                                                  : path.substr(0, slash);
  int dir = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (dir >= 0) {
    (void)fsync(dir);
    close(dir);
  }
  return true;
}

bool nanguard::readFile(const std::string &path, std::string &bytes,
                        std::string &error) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file) {
    error = "cannot read " + path + ": " + lastSystemError();
    return false;
  }
  char buffer[1 << 14];
  size_t n;
  while ((n = std::fread(buffer, 1, sizeof buffer, file)) > 0)
    bytes.append(buffer, n);
  bool good = !std::ferror(file);
  if (!good)
    error = "cannot read " + path + ": " + lastSystemError();
  std::fclose(file);
  return good;
}
