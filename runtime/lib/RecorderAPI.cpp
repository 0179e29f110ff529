//===- RecorderAPI.cpp - The C API of records -----------------------------===//

#include "Handles.h"

using namespace nanguard;

extern "C" {

nanguard_error
nanguard_recorder_create(const nanguard_recorder_options *options,
                         nanguard_recorder **recorder) {
  if (!recorder)
    return null(__func__);
  *recorder = nullptr;
  if (nanguard_error error = checkStruct(options, __func__))
    return error;
  if (!options->folder || !*options->folder)
    return fail(NANGUARD_ERR_ARGUMENT,
                std::string(__func__) + ": no folder is named");
  return guarded(__func__, [&] {
    auto made = std::make_shared<Recorder>(*options);
    std::string error;
    if (!made->open(error))
      return fail(NANGUARD_ERR_IO, error);
    *recorder = new nanguard_recorder{std::move(made)};
    return NANGUARD_OK;
  });
}

void nanguard_recorder_destroy(nanguard_recorder *recorder) { delete recorder; }

nanguard_error nanguard_context_set_recorder(nanguard_context *context,
                                             nanguard_recorder *recorder) {
  if (!context)
    return null(__func__);
  return guarded(__func__, [&] {
    context->context->setRecorder(recorder ? recorder->recorder : nullptr);
    return NANGUARD_OK;
  });
}

nanguard_error
nanguard_recorder_set_bundle_callback(nanguard_recorder *recorder,
                                      nanguard_bundle_callback callback,
                                      void *user) {
  if (!recorder)
    return null(__func__);
  return guarded(__func__, [&] {
    recorder->recorder->setBundleCallback(callback, user);
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_recorder_get_stats(const nanguard_recorder *recorder,
                                           nanguard_recorder_stats *stats) {
  if (!recorder)
    return null(__func__);
  if (nanguard_error error = checkStruct(stats, __func__))
    return error;
  return guarded(__func__, [&] {
    recorder->recorder->fill(*stats);
    return NANGUARD_OK;
  });
}

} // extern "C"
