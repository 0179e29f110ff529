//===- ServerAPI.cpp - The C API of servers and foreign kernels -----------===//

#include "Batch.h"
#include "Handles.h"

#include <algorithm>

using namespace nanguard;

namespace {

/// The contexts of a batch, each one of `server`'s and named once.
nanguard_error takeBatch(nanguard_server *server,
                         nanguard_context *const *contexts, size_t n,
                         const char *function, std::vector<Context *> &batch) {
  if (!server || (!contexts && n))
    return null(function);
  for (size_t i = 0; i < n; ++i) {
    if (!contexts[i])
      return null(function);
    batch.push_back(contexts[i]->context.get());
    if (batch.back()->owner() != server->server.get())
      return fail(NANGUARD_ERR_ARGUMENT, std::string(function) + ": context " +
                                             std::to_string(i) +
                                             " is not of this server");
  }
  std::vector<Context *> sorted = batch;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    return fail(NANGUARD_ERR_ARGUMENT,
                std::string(function) + ": a context is named twice");
  return NANGUARD_OK;
}

/// Goes on past a context that refuses, and returns the first's error.
nanguard_error endAll(const std::vector<Context *> &batch,
                      const int64_t *report) {
  nanguard_error first = NANGUARD_OK;
  std::string message;
  for (Context *context : batch) {
    nanguard_error error = context->stepEnd(report, context->size(),
                                            NANGUARD_REPORT_COLUMNS, nullptr);
    report += context->size() * NANGUARD_REPORT_COLUMNS;
    if (!error || first)
      continue;
    first = error;
    message = "request " + std::to_string(context->id()) + ": " +
              nanguard_last_error();
  }
  return first ? fail(first, message) : NANGUARD_OK;
}

const char *const kDtypeNames[] = {"f16", "bf16", "f32", "f64", "i1",
                                   "i8",  "i16",  "i32", "i64"};

nanguard_error readForeignOp(const nanguard_foreign_op &from, uint32_t index,
                             Model &model) {
  std::string where = "foreign op " + std::to_string(index);
  auto reject = [&](const std::string &what) {
    return fail(NANGUARD_ERR_ARGUMENT, where + ": " + what);
  };
  if (from.struct_size < sizeof from)
    return reject("struct_size is not set");
  if (!from.name || !*from.name)
    return reject("it has no name");
  where += " '" + std::string(from.name) + "'";
  if (from.dtype < NANGUARD_F16 || from.dtype > NANGUARD_I64)
    return reject("no dtype " + std::to_string(from.dtype));
  if (from.risk < 0 || from.risk > 2)
    return reject("risk is 0, 1 or 2, not " + std::to_string(from.risk));
  if (!from.inputs && from.num_inputs)
    return reject("inputs is NULL");
  OpDesc op;
  op.path = from.name;
  op.entry = from.flags & NANGUARD_FOREIGN_ENTRY;
  op.kind = op.entry ? "entry" : from.kind ? from.kind : "foreign";
  (void)setElementType(op, kDtypeNames[from.dtype]); // a name of our own
  op.elements = from.elements;
  op.channels = std::max<int64_t>(from.channels, 1);
  op.risk = static_cast<uint8_t>(from.risk);
  op.mayPole = hasPoles(op.kind);
  op.carried = from.flags & NANGUARD_FOREIGN_CARRIED;
  op.peer = from.flags & NANGUARD_FOREIGN_PEER;
  op.expectInf = from.flags & NANGUARD_FOREIGN_EXPECT_INF;
  op.clip = from.flags & NANGUARD_FOREIGN_CLIPS;
  op.lossScaled = from.flags & NANGUARD_FOREIGN_LOSS_SCALED;
  bool safe = from.flags & NANGUARD_FOREIGN_HAS_SAFE;
  bool unfused = from.flags & NANGUARD_FOREIGN_HAS_UNFUSED;
  if (unfused && !safe)
    return reject("an unfused kernel needs a safe one before it");
  if (!op.entry)
    op.maxStage = static_cast<uint8_t>(unfused ? 2 : safe ? 1 : 0);
  model.ops.push_back(std::move(op));
  return NANGUARD_OK;
}

nanguard_error linkForeignOp(const nanguard_foreign_op &from, uint32_t index,
                             Model &model) {
  OpDesc &op = model.ops[index];
  if (model.idOfPath.at(op.path) != index)
    return fail(NANGUARD_ERR_ARGUMENT, "foreign op " + std::to_string(index) +
                                           ": the name '" + op.path +
                                           "' is taken");
  for (uint32_t i = 0; i < from.num_inputs; ++i) {
    auto input = model.idOfPath.find(from.inputs[i] ? from.inputs[i] : "");
    if (input == model.idOfPath.end())
      return fail(NANGUARD_ERR_ARGUMENT,
                  "foreign op '" + op.path + "': no op '" +
                      (from.inputs[i] ? from.inputs[i] : "") +
                      "', which it reads");
    op.inputs.push_back(input->second);
  }
  return NANGUARD_OK;
}

} // namespace

extern "C" {

nanguard_error nanguard_server_create(const nanguard_model *model,
                                      const nanguard_policy *policy,
                                      nanguard_server **server) {
  if (!model || !server)
    return null(__func__);
  *server = nullptr;
  return guarded(__func__, [&] {
    *server = new nanguard_server{std::make_shared<Server>(
        model->model, policy ? policy->policy : Policy())};
    return NANGUARD_OK;
  });
}

void nanguard_server_destroy(nanguard_server *server) { delete server; }

nanguard_error nanguard_server_context(nanguard_server *server, uint64_t id,
                                       nanguard_context **context) {
  if (!server || !context)
    return null(__func__);
  *context = nullptr;
  return guarded(__func__, [&] {
    auto made = std::make_unique<nanguard_context>();
    Birth birth;
    if (!server->server->begin(id, birth))
      return fail(NANGUARD_ERR_ARGUMENT,
                  "request " + std::to_string(id) + " is live already");
    made->context = std::make_unique<Context>(server->server, id, birth);
    *context = made.release();
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_server_select(nanguard_server *server,
                                      nanguard_context *const *contexts,
                                      size_t n, int32_t *lanes, uint8_t *tiers,
                                      size_t num_ops) {
  if (!server || (!lanes && n) || !tiers)
    return null(__func__);
  return guarded(__func__, [&] {
    size_t ops = server->server->model()->ops.size();
    if (num_ops != ops)
      return fail(NANGUARD_ERR_LENGTH, "lanes of " + std::to_string(num_ops) +
                                           " ops: function '" +
                                           server->server->model()->function +
                                           "' has " + std::to_string(ops));
    std::vector<Context *> batch;
    if (nanguard_error error =
            takeBatch(server, contexts, n, "nanguard_server_select", batch))
      return error;
    return selectBatch(batch, lanes, tiers, ops);
  });
}

nanguard_error nanguard_server_step_end(nanguard_server *server,
                                        nanguard_context *const *contexts,
                                        size_t n, const int64_t *report,
                                        size_t rows, size_t cols) {
  if (!report && n && rows)
    return null(__func__);
  return guarded(__func__, [&] {
    std::vector<Context *> batch;
    if (nanguard_error error =
            takeBatch(server, contexts, n, "nanguard_server_step_end", batch))
      return error;
    if (!batch.empty())
      if (nanguard_error error = batch.front()->checkReport(rows, cols))
        return error;
    return endAll(batch, report);
  });
}

nanguard_error nanguard_server_step_end_foreign(
    nanguard_server *server, nanguard_context *const *contexts, size_t n,
    const nanguard_foreign_row *rows, size_t num_rows) {
  if (!rows && num_rows)
    return null(__func__);
  return guarded(__func__, [&] {
    std::vector<Context *> batch;
    if (nanguard_error error = takeBatch(
            server, contexts, n, "nanguard_server_step_end_foreign", batch))
      return error;
    std::vector<int64_t> report;
    if (nanguard_error error = gatherForeignRows(*server->server->model(),
                                                 batch, rows, num_rows, report))
      return error;
    return endAll(batch, report.data());
  });
}

nanguard_error nanguard_server_breaker(const nanguard_server *server,
                                       int64_t op,
                                       nanguard_breaker_info *info) {
  if (!server)
    return null(__func__);
  if (nanguard_error error = checkStruct(info, __func__))
    return error;
  return guarded(__func__, [&] {
    if (op < 0 || op >= int64_t(server->server->model()->ops.size()))
      return fail(NANGUARD_ERR_ARGUMENT, "no op " + std::to_string(op));
    server->server->breaker(static_cast<uint32_t>(op), *info);
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_server_save(const nanguard_server *server,
                                    const char *path) {
  if (!server || !path)
    return null(__func__);
  return guarded(__func__, [&] { return server->server->save(path); });
}

nanguard_error nanguard_server_restore(nanguard_server *server,
                                       const char *path) {
  if (!server || !path)
    return null(__func__);
  return guarded(__func__, [&] { return server->server->restore(path); });
}

nanguard_error nanguard_model_create_foreign(const char *function,
                                             const nanguard_foreign_op *ops,
                                             size_t n, nanguard_model **model) {
  if (!function || (!ops && n) || !model)
    return null(__func__);
  *model = nullptr;
  return guarded(__func__, [&] {
    auto made = std::make_shared<Model>();
    made->function = function;
    for (uint32_t i = 0; i < n; ++i)
      if (nanguard_error error = readForeignOp(ops[i], i, *made))
        return error;
    made->finish();
    for (uint32_t i = 0; i < n; ++i)
      if (nanguard_error error = linkForeignOp(ops[i], i, *made))
        return error;
    *model = new nanguard_model{std::move(made)};
    return NANGUARD_OK;
  });
}

nanguard_error nanguard_model_find_op(const nanguard_model *model,
                                      const char *name, int64_t *op) {
  if (!model || !name || !op)
    return null(__func__);
  return guarded(__func__, [&] {
    const auto &ids = model->model->idOfPath;
    auto found = ids.find(name);
    if (found == ids.end())
      return fail(NANGUARD_ERR_ARGUMENT, std::string("no op '") + name + "'");
    if (found->second == Model::kShared)
      return fail(NANGUARD_ERR_ARGUMENT,
                  std::string("several ops have the path '") + name + "'");
    *op = found->second;
    return NANGUARD_OK;
  });
}

} // extern "C"
