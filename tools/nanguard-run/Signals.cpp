//===- Signals.cpp - A run that is asked to end ---------------------------===//

#include "Signals.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace nanguard::run;

static volatile std::sig_atomic_t noted = 0;

static void note(int signal) { noted = signal; }

static void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

SignalWatch::SignalWatch() {
  noted = 0;
  for (int signal : {SIGINT, SIGTERM})
    handle(signal, note, SA_RESETHAND | SA_RESTART);
  handle(SIGPIPE, SIG_IGN, 0);
}

SignalWatch::~SignalWatch() {
  for (int signal : {SIGINT, SIGTERM})
    handle(signal, SIG_DFL, 0);
}

int SignalWatch::received() const {
  if (noted)
    return noted;
  return llvm::outs().error() == std::errc::broken_pipe ? SIGPIPE : 0;
}
