//===- ParseJSON.h - JSON that may be hostile -------------------*- C++ -*-===//

#ifndef NANGUARD_SUPPORT_PARSEJSON_H
#define NANGUARD_SUPPORT_PARSEJSON_H

#include "llvm/Support/JSON.h"

namespace nanguard {

/// llvm::json::parse for text from a file. That parser recurses; text that
/// nests deeper than 64 levels, more than any of our files, is an error here.
llvm::Expected<llvm::json::Value> parseJSON(llvm::StringRef text);

} // namespace nanguard

#endif // NANGUARD_SUPPORT_PARSEJSON_H
