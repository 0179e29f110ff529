//===- Culprits.h - What a run that was not clean comes to -------*- C++
//-*-===//

#ifndef NANGUARD_TOOLS_RUN_CULPRITS_H
#define NANGUARD_TOOLS_RUN_CULPRITS_H

#include "StepLoop.h"

#include <map>

namespace nanguard::run {

/// The ops and arguments that faults of a run were laid to.
class Culprits {
public:
  explicit Culprits(const FunctionInfo &function) : function(function) {}
  void add(const StepRecord &record);
  /// One sentence for each: what, in which steps, of which kind, what to do.
  void print(llvm::raw_ostream &os) const;

private:
  struct Culprit {
    int64_t firstStep = 0, lastStep = 0;
    int32_t verdict = 0, fault = 0;
    std::string innerStep; ///< Of the unfused form; "" where unknown.
  };

  const FunctionInfo &function;
  std::map<int64_t, Culprit> culprits; ///< By op.
};

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_CULPRITS_H
