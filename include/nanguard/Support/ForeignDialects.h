//===- ForeignDialects.h - Dialects that other tools lower -------*- C++
//-*-===//

#ifndef NANGUARD_SUPPORT_FOREIGNDIALECTS_H
#define NANGUARD_SUPPORT_FOREIGNDIALECTS_H

#include "llvm/ADT/StringRef.h"

namespace nanguard {

/// How a model comes without ops of `dialect`, as ": lower with …"; empty for a
/// dialect that nobody has heard of.
llvm::StringRef howToAvoid(llvm::StringRef dialect);

} // namespace nanguard

#endif // NANGUARD_SUPPORT_FOREIGNDIALECTS_H
