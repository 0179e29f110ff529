//===- Signals.h - A run that is asked to end --------------------*- C++
//-*-===//

#ifndef NANGUARD_TOOLS_RUN_SIGNALS_H
#define NANGUARD_TOOLS_RUN_SIGNALS_H

namespace nanguard::run {

/// While one lives, SIGINT and SIGTERM are noted instead of ending the process,
/// so that the step at hand ends and files are written whole. A second signal
/// ends the process. A closed pipe behind standard output is an error of the
/// write alone.
class SignalWatch {
public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch &) = delete;
  SignalWatch &operator=(const SignalWatch &) = delete;

  /// The signal that came, SIGPIPE where standard output is a closed pipe, or
  /// 0.
  int received() const;
};

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_SIGNALS_H
