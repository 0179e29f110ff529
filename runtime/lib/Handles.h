//===- Handles.h - What the C API's opaque pointers point to ------*- C++
//-*-===//
//
// Shared by the files of the C API, with their checks of arguments.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_HANDLES_H
#define NANGUARD_LIB_HANDLES_H

#include "Context.h"
#include "Error.h"
#include "Recorder.h"
#include "Server.h"

#include <memory>
#include <new>
#include <string>

struct nanguard_model {
  std::shared_ptr<const nanguard::Model> model;
};

struct nanguard_policy {
  nanguard::Policy policy;
};

struct nanguard_context {
  std::unique_ptr<nanguard::Context> context;
};

struct nanguard_recorder {
  std::shared_ptr<nanguard::Recorder> recorder;
};

struct nanguard_server {
  std::shared_ptr<nanguard::Server> server;
};

namespace nanguard {

inline nanguard_error null(const char *function) {
  return fail(NANGUARD_ERR_ARGUMENT,
              std::string(function) + ": an argument is NULL");
}

/// Callers built against a newer header are fine, their extra fields stay as
/// they are; a size that is too small was not set.
template <typename Struct>
nanguard_error checkStruct(const Struct *out, const char *function) {
  if (!out)
    return null(function);
  if (out->struct_size < sizeof(Struct))
    return fail(NANGUARD_ERR_ARGUMENT,
                std::string(function) + ": struct_size is " +
                    std::to_string(out->struct_size) + ", set it to sizeof (" +
                    std::to_string(sizeof(Struct)) + ")");
  return NANGUARD_OK;
}

/// No exception leaves the library.
template <typename Body>
nanguard_error guarded(const char *function, Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(NANGUARD_ERR_MEMORY, std::string(function) + ": out of memory");
  } catch (const std::exception &e) {
    return fail(NANGUARD_ERR_STATE, std::string(function) + ": " + e.what());
  }
}

} // namespace nanguard

#endif // NANGUARD_LIB_HANDLES_H
