//===- RecorderTest.cpp - Records, fingerprints, bundles ------------------===//
//
// What is written and what is not; caps; full disks; runs that are killed.
//
//===----------------------------------------------------------------------===//

#include "TestFolder.h"
#include "TestModel.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <sstream>

#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace nanguard::test;
using nlohmann::json;

namespace {

struct Records {
  nanguard_recorder *recorder = nullptr;
  std::string folder;
  double now = 0;

  explicit Records(std::string path, nanguard_recorder_options o = {})
      : folder(std::move(path)) {
    o.struct_size = sizeof o;
    o.folder = folder.c_str();
    o.clock = [](void *user) { return *static_cast<double *>(user); };
    o.clock_user = &now;
    EXPECT_EQ(nanguard_recorder_create(&o, &recorder), NANGUARD_OK)
        << nanguard_last_error();
  }
  ~Records() { nanguard_recorder_destroy(recorder); }
  nanguard_recorder_stats stats() const {
    nanguard_recorder_stats stats = {};
    stats.struct_size = sizeof stats;
    nanguard_recorder_get_stats(recorder, &stats);
    return stats;
  }
  std::vector<json> lines() const {
    std::istringstream in(slurp(folder + "/records.jsonl"));
    std::vector<json> found;
    for (std::string line; std::getline(in, line);)
      found.push_back(json::parse(line));
    return found;
  }
};

/// Lowers the softmax of a fresh stream that `r` listens to.
void lowerOnce(Records &r, uint64_t id = 0) {
  Stream s("{}", id);
  nanguard_context_set_recorder(s.context, r.recorder);
  s.clean(2);
  s.step(FusedNan{kSoftmax});
  s.step(FusedNan{kSoftmax});
  s.step(FusedNan{kSoftmax});
}

TEST(Recorder, OneRecordAtADowngradeAndNoneInObserve) {
  Folder folder;
  Records r(folder.path + "/new/records");
  Stream s;
  nanguard_context_set_recorder(s.context, r.recorder);
  s.step(FusedNan{kMatmul});
  s.clean(10); // back from OBSERVE: not a word
  EXPECT_TRUE(r.lines().empty());
  s.step(FusedNan{kSoftmax});
  s.step(FusedNan{kSoftmax});
  s.clean(80);
  std::vector<json> lines = r.lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["path"], "layer.softmax");
  EXPECT_EQ(lines[0]["file"], "m.py");
  EXPECT_EQ(lines[0]["line"], 4);
  EXPECT_EQ(lines[0]["reason"], "repeated");
  EXPECT_EQ(lines[0]["verdict"], "op");
  EXPECT_EQ(lines[0]["first_bad"], 5);
  EXPECT_EQ(lines[0]["occurrences"], 1);
  EXPECT_EQ(lines[1]["reason"], "recovered");
  EXPECT_EQ(r.stats().records, 2u);
}

TEST(Recorder, KnownFaultsWarnAtTheirFirstSignInALaterRun) {
  Folder folder;
  {
    Records r(folder.path);
    lowerOnce(r);
  }
  Records r(folder.path);
  EXPECT_EQ(r.stats().fingerprints, 2u) << "its first sign, and its channel";
  Stream s;
  nanguard_context_set_recorder(s.context, r.recorder);
  s.step(FusedNan{kSoftmax});
  ASSERT_EQ(s.events.size(), 2u);
  EXPECT_EQ(s.events[0].reason, NANGUARD_REASON_SCAN_FIRED);
  EXPECT_EQ(s.events[0].occurrences, 1u);
  EXPECT_EQ(s.events[1].reason, NANGUARD_REASON_KNOWN_FAULT);
  EXPECT_EQ(s.events[1].from, s.events[1].to);
  EXPECT_EQ(r.lines().back()["reason"], "known-fault");
  Stream other;
  nanguard_context_set_recorder(other.context, r.recorder);
  other.step(FusedNan{kMatmul});
  EXPECT_EQ(other.events.size(), 1u) << "another op's fault is new";
}

TEST(Recorder, TheSecondOccurrenceMakesABundleOnce) {
  Folder folder;
  nanguard_recorder_options o = {};
  o.max_bundles = 1;
  Records r(folder.path, o);
  std::vector<std::string> asked;
  nanguard_recorder_set_bundle_callback(
      r.recorder,
      [](const nanguard_event *event, const char *path, void *user) {
        static_cast<std::vector<std::string> *>(user)->push_back(path);
        spill(std::string(path) + "/input.npy", event->path);
        return 0;
      },
      &asked);
  lowerOnce(r);
  EXPECT_TRUE(asked.empty());
  lowerOnce(r);
  ASSERT_EQ(asked.size(), 1u);
  lowerOnce(r);
  EXPECT_EQ(asked.size(), 1u);
  std::string bundle;
  for (const std::string &name : folder.names())
    if (name.rfind("bundle-", 0) == 0)
      bundle = name;
  EXPECT_NE(asked[0], folder.path + "/" + bundle) << "it was renamed";
  EXPECT_EQ(slurp(folder.path + "/" + bundle + "/input.npy"), "layer.softmax");
  EXPECT_EQ(r.stats().bundles, 1u);
}

TEST(Recorder, AFailedOrOversizedBundleLeavesNothing) {
  Folder folder;
  nanguard_recorder_options o = {};
  o.max_bytes = 4096;
  Records r(folder.path, o);
  size_t size = 10000;
  nanguard_recorder_set_bundle_callback(
      r.recorder,
      [](const nanguard_event *, const char *path, void *user) {
        spill(std::string(path) + "/big",
              std::string(*static_cast<size_t *>(user), 'x'));
        return 0;
      },
      &size);
  lowerOnce(r);
  lowerOnce(r);
  EXPECT_EQ(r.stats().bundles, 0u);
  EXPECT_EQ(r.stats().failed, 1u);
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"fingerprints.json", "records.jsonl"}));
}

TEST(Recorder, RateAndSizeAreCapped) {
  Folder folder;
  nanguard_recorder_options o = {};
  o.records_per_minute = 3;
  Records r(folder.path, o);
  for (int i = 0; i < 10; ++i)
    lowerOnce(r, i);
  EXPECT_EQ(r.stats().records, 3u);
  uint64_t quiet = r.stats().suppressed;
  EXPECT_GT(quiet, 0u);
  r.now += 60;
  lowerOnce(r, 11);
  EXPECT_EQ(r.lines()[3]["suppressed_before"], quiet);

  Folder small;
  o = {};
  o.max_bytes = 2000;
  Records s(small.path, o);
  for (int i = 0; i < 50; ++i)
    lowerOnce(s, i);
  EXPECT_LE(slurp(small.path + "/records.jsonl").size(), 2000u);
  EXPECT_GT(s.stats().suppressed, 0u);
}

TEST(Recorder, AFullDiskCostsNoStep) {
  Folder folder;
  Records r(folder.path);
  lowerOnce(r);
  size_t before = slurp(folder.path + "/records.jsonl").size();
  ASSERT_GT(before, 0u);
  // No file may grow beyond what is there and a bit: a write is cut short.
  rlimit old, full;
  getrlimit(RLIMIT_FSIZE, &old);
  full = old;
  full.rlim_cur = before + 100;
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &full);
  Stream s("{}", 1);
  nanguard_context_set_recorder(s.context, r.recorder);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(s.step(FusedNan{kSoftmax}), NANGUARD_OK);
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_VERIFY);
  EXPECT_GT(r.stats().failed, 0u);
  EXPECT_EQ(slurp(folder.path + "/records.jsonl").size(), before)
      << "half a record was left";
  lowerOnce(r, 2);
  EXPECT_GT(r.lines().size(), 1u) << "and it goes on when there is room";
}

TEST(Recorder, FoldersThatCannotBeMadeAreOneError) {
  Folder folder;
  spill(folder.path + "/file", "");
  std::string inside = folder.path + "/file/records";
  nanguard_recorder_options o = {};
  nanguard_recorder *recorder = nullptr;
  EXPECT_EQ(nanguard_recorder_create(&o, &recorder), NANGUARD_ERR_ARGUMENT);
  o.struct_size = sizeof o;
  EXPECT_EQ(nanguard_recorder_create(&o, &recorder), NANGUARD_ERR_ARGUMENT);
  o.folder = inside.c_str();
  EXPECT_EQ(nanguard_recorder_create(&o, &recorder), NANGUARD_ERR_IO);
  EXPECT_EQ(recorder, nullptr);
}

TEST(Recorder, DamagedFingerprintsAreSetAside) {
  for (const char *text :
       {"", "{", "[]", "{\"version\": 2, \"fingerprints\": []}",
        "{\"version\": 1, \"fingerprints\": [{\"fingerprint\": \"x\"}]}"}) {
    Folder folder;
    spill(folder.path + "/fingerprints.json", text);
    Records r(folder.path);
    EXPECT_NE(std::string(r.stats().warning).find("starting fresh"),
              std::string::npos)
        << text;
    EXPECT_EQ(r.stats().fingerprints, 0u);
    EXPECT_EQ(slurp(folder.path + "/fingerprints.json.damaged"), text);
    lowerOnce(r);
    EXPECT_EQ(r.stats().fingerprints, 2u);
  }
}

TEST(Recorder, WhatAKilledRunLeftIsTidied) {
  Folder folder;
  {
    Records r(folder.path);
    lowerOnce(r);
  }
  std::string whole = slurp(folder.path + "/records.jsonl");
  spill(folder.path + "/records.jsonl", whole + "{\"context\":1,\"st");
  spill(folder.path + "/fingerprints.json.tmp.1", "x");
  mkdir((folder.path + "/bundle-1-step-2.unfinished").c_str(), 0700);
  Records r(folder.path);
  EXPECT_EQ(slurp(folder.path + "/records.jsonl"), whole);
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"fingerprints.json", "records.jsonl"}));
}

/// A run that lowers, records and saves for ever, and says after each round
/// how many records and which saved step are finished.
[[noreturn]] void runUntilKilled(const std::string &folder, int pipe) {
  // Wide caps: this is about what is lost, not about what is quiet.
  nanguard_recorder_options o = {};
  o.records_per_minute = 1000000;
  Records r(folder, o);
  std::string state = folder + "/state";
  Stream s;
  if (access(state.c_str(), F_OK) == 0 &&
      nanguard_context_restore(s.context, state.c_str()))
    _exit(3); // refused
  nanguard_context_set_recorder(s.context, r.recorder);
  for (;;) {
    r.now += 1;
    for (int i = 0; i < 3; ++i)
      s.step(FusedNan{kSoftmax});
    nanguard_context_host_event(s.context, NANGUARD_HOST_LIFT_PIN, -1);
    s.clean(90);
    if (nanguard_context_save(s.context, state.c_str()))
      _exit(4);
    uint64_t done[2] = {r.stats().records, s.counters().steps};
    if (write(pipe, done, sizeof done) != sizeof done)
      _exit(5);
  }
}

TEST(Recorder, AHundredKillsLoseNoFinishedRecord) {
  Folder folder;
  size_t records = 0;
  uint64_t steps = 0;
  unsigned seed = 7;
  for (int kill = 0; kill < 100; ++kill) {
    int pipes[2];
    ASSERT_EQ(pipe(pipes), 0);
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (!child)
      runUntilKilled(folder.path, pipes[1]);
    close(pipes[1]);
    seed = seed * 1103515245 + 12345;
    // Half of them die wherever they are, half after a finished round.
    pollfd ready = {pipes[0], POLLIN, 0};
    if (kill % 2)
      poll(&ready, 1, 10000);
    usleep(seed / 65536 % 15000);
    ::kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "exit " << WEXITSTATUS(status);
    uint64_t done[2], finished = 0;
    while (read(pipes[0], done, sizeof done) == sizeof done) {
      finished = done[0];
      steps = done[1];
    }
    close(pipes[0]);
    // The next start takes every file and finds every finished record.
    Records r(folder.path);
    ASSERT_STREQ(r.stats().warning, "");
    ASSERT_GE(r.lines().size(), records + finished);
    records = r.lines().size();
    if (!steps)
      continue;
    Stream s;
    ASSERT_EQ(
        nanguard_context_restore(s.context, (folder.path + "/state").c_str()),
        NANGUARD_OK)
        << nanguard_last_error();
    ASSERT_GE(s.counters().steps, steps);
  }
  EXPECT_GE(records, 50u);
}

} // namespace
