//===- Signals.h - What loss and gradients say --------------------*- C++
//-*-===//
#ifndef NANGUARD_LIB_SIGNALS_H
#define NANGUARD_LIB_SIGNALS_H

#include "Manifest.h"

#include "nanguard/runtime.h"

namespace nanguard {

/// Fills what the host left out of `signals` from the report's rows of marked
/// results.
void completeSignals(const Model &model, const int64_t *rows,
                     nanguard_signals &signals);

} // namespace nanguard

#endif // NANGUARD_LIB_SIGNALS_H
