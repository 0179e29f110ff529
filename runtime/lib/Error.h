//===- Error.h - This thread's last error -------------------------*- C++
//-*-===//
//
// Every failing call of the C API leaves its message here.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_ERROR_H
#define NANGUARD_LIB_ERROR_H

#include "nanguard/runtime.h"

#include <string>

namespace nanguard {

/// Keeps `message` for nanguard_last_error and returns `code`.
nanguard_error fail(nanguard_error code, const std::string &message) noexcept;

} // namespace nanguard

#endif // NANGUARD_LIB_ERROR_H
