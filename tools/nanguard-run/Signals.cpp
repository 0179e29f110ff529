//===- Signals.cpp - A run that is asked to end ---------------------------===//

#include "Signals.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <iterator>

using namespace nanguard::run;

static volatile std::sig_atomic_t noted = 0;
static constexpr int watched[] = {SIGINT, SIGTERM};
/// What LLVM does with the watched signals: it removes temporary files.
static struct sigaction before[std::size(watched)];

static void restore() {
  for (size_t i = 0; i < std::size(watched); ++i)
    sigaction(watched[i], &before[i], nullptr);
}

static void note(int signal) {
  noted = signal;
  restore();
}

SignalWatch::SignalWatch() {
  noted = 0;
  std::signal(SIGPIPE, SIG_IGN);
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  // Neither interrupts the handler of the other.
  for (int signal : watched)
    sigaddset(&action.sa_mask, signal);
  for (size_t i = 0; i < std::size(watched); ++i)
    sigaction(watched[i], &action, &before[i]);
}

SignalWatch::~SignalWatch() { restore(); }

int SignalWatch::received() const {
  if (noted)
    return noted;
  return llvm::outs().error() == std::errc::broken_pipe ? SIGPIPE : 0;
}
