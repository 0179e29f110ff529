//===- TestServer.h - A server over the small model ---------------*- C++
//-*-===//
//
// Requests get ids from 1 on; a step of one request is a select and a report
// that tests spoil, as Stream does it for a single context.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_UNITTESTS_RUNTIME_TESTSERVER_H
#define NANGUARD_UNITTESTS_RUNTIME_TESTSERVER_H

#include "TestModel.h"

namespace nanguard::test {

struct ServerBench {
  nanguard_model *model = nullptr;
  nanguard_server *server = nullptr;
  uint64_t requests = 0;

  explicit ServerBench(const char *policyJson = "{}") {
    nanguard_model_create_from_manifest(manifest(), "main", &model);
    nanguard_policy *policy = makePolicy(policyJson);
    nanguard_server_create(model, policy, &server);
    nanguard_policy_destroy(policy);
  }
  ~ServerBench() {
    nanguard_server_destroy(server);
    nanguard_model_destroy(model);
  }
  ServerBench(const ServerBench &) = delete;
  ServerBench &operator=(const ServerBench &) = delete;

  nanguard_context *request() {
    nanguard_context *context = nullptr;
    nanguard_server_context(server, ++requests, &context);
    return context;
  }
  template <typename Damage>
  nanguard_error step(nanguard_context *context, Damage damage) {
    std::vector<uint8_t> tiers(kOps);
    nanguard_context_tiers(context, tiers.data(), kOps);
    Report report(tiers);
    damage(report);
    return nanguard_context_step_end(context, report.cells.data(), kOps,
                                     NANGUARD_REPORT_COLUMNS, nullptr);
  }
  int phase(int64_t op) const {
    nanguard_breaker_info info = {};
    info.struct_size = sizeof info;
    nanguard_server_breaker(server, op, &info);
    return info.phase;
  }
  static nanguard_op_info info(const nanguard_context *context, int64_t op) {
    nanguard_op_info info = {};
    info.struct_size = sizeof info;
    nanguard_context_op_info(context, op, &info);
    return info;
  }
  static uint8_t tierOf(const nanguard_context *context, int64_t op) {
    return info(context, op).tier;
  }
  static nanguard_finding finding(const nanguard_context *context) {
    nanguard_finding finding = {};
    finding.struct_size = sizeof finding;
    nanguard_context_finding(context, &finding);
    return finding;
  }
};

} // namespace nanguard::test

#endif // NANGUARD_UNITTESTS_RUNTIME_TESTSERVER_H
