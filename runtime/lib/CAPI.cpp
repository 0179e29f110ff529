//===- CAPI.cpp - The C API of models, policies and contexts --------------===//
//
// Thin: checks pointers and struct sizes, turns exceptions into codes.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "RootCause.h"
#include "Signals.h"

using namespace nanguard;

extern "C" {

//===----------------------------------------------------------------------===//
// Models and policies
//===----------------------------------------------------------------------===//

nanguard_error nanguard_model_create_from_manifest(const char *json,
                                                   const char *function,
                                                   nanguard_model **model) {
  if (!json || !model)
    return null(__func__);
  *model = nullptr;
  return guarded(__func__, [&] {
    auto made = std::make_shared<Model>();
    std::string error;
    if (!parseManifest(json, function ? function : "", *made, error))
      return fail(error.rfind("manifest: abi", 0) == 0 ? NANGUARD_ERR_ABI
                                                       : NANGUARD_ERR_PARSE,
                  error);
    *model = new nanguard_model{std::move(made)};
    return NANGUARD_OK;
  });
}

void nanguard_model_destroy(nanguard_model *model) { delete model; }

size_t nanguard_model_num_ops(const nanguard_model *model) {
  return model ? model->model->ops.size() : 0;
}

nanguard_error nanguard_model_op(const nanguard_model *model, int64_t op,
                                 nanguard_op_desc *desc) {
  if (!model)
    return null(__func__);
  if (nanguard_error error = checkStruct(desc, __func__))
    return error;
  const auto &ops = model->model->ops;
  if (op < 0 || op >= static_cast<int64_t>(ops.size()))
    return fail(NANGUARD_ERR_ARGUMENT, "no op " + std::to_string(op));
  const OpDesc &d = ops[static_cast<size_t>(op)];
  desc->id = op;
  desc->kind = d.kind.c_str();
  desc->path = d.path.c_str();
  desc->file = d.file.c_str();
  desc->line = d.line;
  desc->dtype = d.dtypeName.c_str();
  desc->elements = d.elements;
  return NANGUARD_OK;
}

nanguard_error nanguard_model_signals(const nanguard_model *model,
                                      const int64_t *report, size_t rows,
                                      size_t cols, nanguard_signals *signals) {
  if (!model || (!report && rows))
    return null(__func__);
  if (nanguard_error error = checkStruct(signals, __func__))
    return error;
  const Model &m = *model->model;
  if (nanguard_error error = checkReportSize(m, rows, cols))
    return error;
  completeSignals(m, report, *signals);
  return NANGUARD_OK;
}

int32_t nanguard_model_row_fault(const nanguard_model *model, int64_t op,
                                 const int64_t *row) {
  if (!model || !row || op < 0 ||
      op >= static_cast<int64_t>(model->model->ops.size()))
    return NANGUARD_FAULT_NONE;
  return readRow(row, model->model->ops[static_cast<size_t>(op)], Policy())
      .fault;
}

int32_t nanguard_kind_has_poles(const char *kind) {
  return kind && hasPoles(kind);
}

nanguard_error nanguard_policy_create_preset(const char *name,
                                             nanguard_policy **policy) {
  if (!name || !policy)
    return null(__func__);
  *policy = nullptr;
  return guarded(__func__, [&] {
    Policy made;
    std::string error;
    if (!makePreset(name, made, error))
      return fail(NANGUARD_ERR_ARGUMENT, error);
    *policy = new nanguard_policy{made};
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_policy_create_from_json(const char *json,
                                                nanguard_policy **policy) {
  if (!json || !policy)
    return null(__func__);
  *policy = nullptr;
  return guarded(__func__, [&] {
    Policy made;
    std::string error;
    if (!parsePolicy(json, made, error))
      return fail(NANGUARD_ERR_PARSE, error);
    *policy = new nanguard_policy{made};
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_policy_set(nanguard_policy *policy, const char *key,
                                   double value) {
  if (!policy || !key)
    return null(__func__);
  return guarded(__func__, [&] {
    std::string error;
    if (!setPolicyKey(key, value, policy->policy, error))
      return fail(NANGUARD_ERR_PARSE, error);
    return NANGUARD_OK;
  });
}

void nanguard_policy_destroy(nanguard_policy *policy) { delete policy; }

const char *nanguard_policy_schema(void) {
  try {
    return policySchema().c_str();
  } catch (...) {
    return "";
  }
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

nanguard_error nanguard_context_create(const nanguard_model *model,
                                       const nanguard_policy *policy,
                                       uint64_t id,
                                       nanguard_context **context) {
  if (!model || !context)
    return null(__func__);
  *context = nullptr;
  return guarded(__func__, [&] {
    *context = new nanguard_context{std::make_unique<Context>(
        model->model, policy ? policy->policy : Policy(), id)};
    return NANGUARD_OK;
  });
}

void nanguard_context_destroy(nanguard_context *context) { delete context; }

nanguard_error nanguard_context_tiers(nanguard_context *context, uint8_t *out,
                                      size_t n) {
  if (!context || (!out && n))
    return null(__func__);
  return guarded(__func__, [&] { return context->context->tiers(out, n); });
}

uint64_t nanguard_context_generation(const nanguard_context *context) {
  return context ? context->context->generation() : 0;
}

nanguard_error nanguard_context_step_end(nanguard_context *context,
                                         const int64_t *report, size_t rows,
                                         size_t cols,
                                         const nanguard_signals *signals) {
  if (!context || (!report && rows))
    return null(__func__);
  if (signals)
    if (nanguard_error error = checkStruct(signals, __func__))
      return error;
  return guarded(__func__, [&] {
    return context->context->stepEnd(report, rows, cols, signals);
  });
}

nanguard_error nanguard_context_force(nanguard_context *context, int64_t op,
                                      int32_t form) {
  if (!context)
    return null(__func__);
  return guarded(__func__, [&] { return context->context->force(op, form); });
}

nanguard_error nanguard_context_pin(nanguard_context *context, int64_t op) {
  if (!context)
    return null(__func__);
  return guarded(__func__, [&] { return context->context->pin(op); });
}

nanguard_error nanguard_context_host_event(nanguard_context *context,
                                           int32_t event, int64_t op) {
  if (!context)
    return null(__func__);
  return guarded(__func__,
                 [&] { return context->context->hostEvent(event, op); });
}

nanguard_error nanguard_context_op_info(const nanguard_context *context,
                                        int64_t op, nanguard_op_info *info) {
  if (!context)
    return null(__func__);
  if (nanguard_error error = checkStruct(info, __func__))
    return error;
  return guarded(__func__, [&] { return context->context->info(op, *info); });
}

nanguard_error nanguard_context_counters(const nanguard_context *context,
                                         nanguard_counters *counters) {
  if (!context)
    return null(__func__);
  if (nanguard_error error = checkStruct(counters, __func__))
    return error;
  return guarded(__func__, [&] {
    context->context->counters(*counters);
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_context_set_event_callback(
    nanguard_context *context, nanguard_event_callback callback, void *user) {
  if (!context)
    return null(__func__);
  return guarded(__func__, [&] {
    context->context->setCallback(callback, user);
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_context_save(const nanguard_context *context,
                                     const char *path) {
  if (!context || !path)
    return null(__func__);
  return guarded(__func__, [&] { return context->context->save(path); });
}

nanguard_error nanguard_context_restore(nanguard_context *context,
                                        const char *path) {
  if (!context || !path)
    return null(__func__);
  return guarded(__func__, [&] { return context->context->restore(path); });
}

nanguard_error nanguard_context_redo(nanguard_context *context, uint8_t *out,
                                     size_t n) {
  if (!context || (!out && n))
    return null(__func__);
  return guarded(__func__, [&] { return context->context->redo(out, n); });
}

nanguard_error nanguard_context_finding(const nanguard_context *context,
                                        nanguard_finding *finding) {
  if (!context)
    return null(__func__);
  if (nanguard_error error = checkStruct(finding, __func__))
    return error;
  return guarded(__func__, [&] {
    context->context->finding(*finding);
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_context_set_self_check(nanguard_context *context,
                                               nanguard_self_check check,
                                               void *user) {
  if (!context)
    return null(__func__);
  return guarded(__func__, [&] {
    context->context->setSelfCheck(check, user);
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_context_replay_tiers(const nanguard_context *context,
                                             uint8_t *out, size_t n,
                                             uint64_t *generation) {
  if (!context || (!out && n) || !generation)
    return null(__func__);
  return guarded(__func__, [&] {
    return context->context->replayTiers(out, n, *generation);
  });
}

nanguard_error nanguard_context_compare_replay(nanguard_context *context,
                                               const int64_t *report,
                                               size_t rows, size_t cols,
                                               int32_t *differs) {
  if (!context || (!report && rows) || !differs)
    return null(__func__);
  return guarded(__func__, [&] {
    bool answer = false;
    nanguard_error error =
        context->context->compareReplay(report, rows, cols, answer);
    *differs = answer;
    return error;
  });
}

} // extern "C"
