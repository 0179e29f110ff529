//===- RuntimeReaderFuzz.cpp - libFuzzer on one reader of the runtime -----===//
//
// READER names one of the functions below. A state file gets a sound frame
// around the fuzzed payload, since nothing gets past the checksum otherwise;
// what is restored must then be fit for a step.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "nanguard/runtime.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <zlib.h>

using namespace nanguard;

namespace {
std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Magic, version, and what follows the checksum: hash and number of ops.
struct Frame {
  std::string start, model;
};
constexpr size_t kStart = 12, kHeader = 24, kModel = 16;

Frame frameOf(const std::string &saved) {
  return {saved.substr(0, kStart), saved.substr(kHeader, kModel)};
}

void writeFramed(const std::string &path, const Frame &frame,
                 const std::string &rest) {
  std::string payload = frame.model + rest;
  uint64_t length = payload.size();
  auto crc = static_cast<uint32_t>(
      crc32(0, reinterpret_cast<const Bytef *>(payload.data()),
            static_cast<uInt>(payload.size())));
  std::string numbers(sizeof length + sizeof crc, '\0');
  std::memcpy(numbers.data(), &length, sizeof length);
  std::memcpy(numbers.data() + sizeof length, &crc, sizeof crc);
  std::ofstream(path, std::ios::binary) << frame.start << numbers << payload;
}

const std::string &statePath() {
  static const std::string path =
      "/dev/shm/nanguard-fuzz-" + std::to_string(getpid());
  return path;
}

nanguard_model *testModel() {
  static nanguard_model *model = [] {
    nanguard_model *made = nullptr;
    if (nanguard_model_create_from_manifest(test::manifest(), "main", &made))
      std::abort();
    return made;
  }();
  return model;
}
} // namespace

[[maybe_unused]] static void readPolicy(const std::string &bytes) {
  nanguard_policy *policy = nullptr;
  if (nanguard_policy_create_from_json(bytes.c_str(), &policy))
    return;
  nanguard_context *context = nullptr;
  if (!nanguard_context_create(testModel(), policy, 1, &context)) {
    uint8_t tiers[test::kOps];
    nanguard_context_tiers(context, tiers, test::kOps);
    nanguard_context_destroy(context);
  }
  nanguard_policy_destroy(policy);
}

[[maybe_unused]] static void readModel(const std::string &bytes) {
  nanguard_model *model = nullptr;
  if (!nanguard_model_create_from_manifest(bytes.c_str(), nullptr, &model))
    nanguard_model_destroy(model);
}

[[maybe_unused]] static void readSnapshot(const std::string &bytes) {
  nanguard_context *context = nullptr;
  if (nanguard_context_create(testModel(), nullptr, 1, &context))
    std::abort();
  static const Frame frame = [&] {
    if (nanguard_context_save(context, statePath().c_str()))
      std::abort();
    return frameOf(readFile(statePath()));
  }();
  writeFramed(statePath(), frame, bytes);
  if (!nanguard_context_restore(context, statePath().c_str())) {
    uint8_t tiers[test::kOps];
    nanguard_context_tiers(context, tiers, test::kOps);
  }
  nanguard_context_destroy(context);
}

[[maybe_unused]] static void readBreakers(const std::string &bytes) {
  nanguard_server *server = nullptr;
  if (nanguard_server_create(testModel(), nullptr, &server))
    std::abort();
  static const Frame frame = [&] {
    if (nanguard_server_save(server, statePath().c_str()))
      std::abort();
    return frameOf(readFile(statePath()));
  }();
  writeFramed(statePath(), frame, bytes);
  if (!nanguard_server_restore(server, statePath().c_str())) {
    nanguard_breaker_info info = {};
    info.struct_size = sizeof info;
    nanguard_server_breaker(server, test::kMatmul, &info);
  }
  nanguard_server_destroy(server);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  READER(std::string(reinterpret_cast<const char *>(data), size));
  return 0;
}
