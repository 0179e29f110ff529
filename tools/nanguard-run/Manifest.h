//===- Manifest.h - What a compiled model says of itself ------------------===//
#ifndef NANGUARD_TOOLS_RUN_MANIFEST_H
#define NANGUARD_TOOLS_RUN_MANIFEST_H

#include "Tensor.h"

namespace nanguard::run {

struct OpInfo {
  int64_t id = 0;
  std::string kind, path, file;
  int64_t line = 0;
  DType dtype = NANGUARD_F32;
  std::vector<int64_t> shape;
  std::vector<std::string> variants;
  std::vector<std::string> members; ///< module paths that the cluster took in
  std::vector<std::string> steps;   ///< what those of the unfused form compute
  std::vector<int64_t> upstream, args;
  std::vector<ValueType> operands;
  std::vector<int64_t> operandArgs; ///< argument of each operand, or -1
  std::vector<int64_t> operandOps;  ///< op that made each operand, or -1
  std::vector<ValueType> inner;     ///< intermediate tensors of its fused form
  bool sharesPath = false;          ///< with another op of its module
  bool finite = false;     ///< has a form that scans for NaN and Inf alone
  bool lossScaled = false; ///< its overflows are the loss scaler's to see
  /// Watches a result that is marked as a signal; makes nothing itself.
  bool isSignal() const { return kind == "signal"; }
  bool hasOutput() const { return kind != "entry" && !isSignal(); }
  /// Path, `path#id` where ops share it, or `kind#id` where the file names
  /// none.
  std::string label() const;
};

struct FunctionInfo {
  std::string name;
  /// Takes a tier vector last, gives a report last.
  bool guarded = true;
  /// The report has rows for each request of a batch.
  bool batched = false;
  std::vector<ValueType> args, results;
  std::vector<bool> isCache; ///< arguments that are KV caches
  std::vector<OpInfo> ops;
};

struct Manifest {
  std::vector<FunctionInfo> functions;
  /// Ops that stay as they were and may make bad values: "scf.for (m.py:4)".
  std::vector<std::string> notUnderstood;
  const FunctionInfo *find(llvm::StringRef name) const;
};

llvm::Expected<Manifest> parseManifest(llvm::StringRef text);

/// The ids that `ID`, a module path or `NAME#ID` (a path or kind before it)
/// names; none is an error that offers the module's or kind's ids, else a
/// similar path.
llvm::Expected<std::vector<int64_t>> resolveOps(const FunctionInfo &function,
                                                llvm::StringRef name);

/// Tier choices of `--tiers`: a default and exceptions.
struct TierSpec {
  /// A form of enum nanguard_form; -1: the controller's choice.
  int fallback = -1;
  std::vector<std::pair<int64_t, int>> perOp;
};
llvm::Expected<TierSpec> parseTiers(const FunctionInfo &function,
                                    llvm::StringRef text);

/// One `--inject`.
struct Injection {
  std::vector<int64_t> ops;
  std::string kind;
  double value = 0;
  /// What abi.h calls it: -1 the output, -2-K intermediate K.
  int64_t operand = -1;
  int64_t index = -1;  ///< Linear; -1: see row.
  bool random = false; ///< The element is drawn by `seed`.
  uint64_t seed = 0;
  int64_t row = -1; ///< Along the last dimension; both -1: all elements.
  int64_t rowLength = 1;
  int64_t firstStep = 1, lastStep = INT64_MAX;
  bool allForms = false;
};
llvm::Expected<Injection> parseInjection(const FunctionInfo &function,
                                         llvm::StringRef text);
/// The `op=` and the place of an injection as `OP:PLACE`, known before a
/// manifest is: all of it that compiled code depends on.
llvm::Expected<std::string> injectionPlace(llvm::StringRef text);
/// Applies it to an operand or output in memory; false if it lies outside.
bool applyInjection(const Injection &injection, void *data, int64_t elements,
                    DType dtype);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_MANIFEST_H
