//===- Values.cpp - The values that flags name ----------------------------===//

#include "Values.h"

#include "Flags.h"
#include "Report.h"

#include "nanguard/Support/WriteFile.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;
using namespace nanguard::run::flags;

/// The tensors of `@file` or of an inline value.
static Expected<std::vector<NamedTensor>> readSpec(StringRef flag,
                                                   StringRef text) {
  if (text.starts_with("@"))
    return readTensors(text.drop_front());
  auto tensor = parseInline(text);
  if (!tensor)
    return createStringError("--" + flag + "=" + text + ": " +
                             toString(tensor.takeError()));
  std::vector<NamedTensor> one;
  one.push_back({"", std::move(*tensor)});
  return one;
}

Expected<FlagValues> nanguard::run::readValues() {
  FlagValues values;
  for (const std::string &text : inputs) {
    InputValues &input = values.inputs.emplace_back();
    input.text = text;
    StringRef spec = text;
    if (spec.consume_front("random:")) {
      if (spec.getAsInteger(10, input.seed.emplace()))
        return createStringError("--input=" + text + ": wants random:SEED");
      continue;
    }
    auto tensors = readSpec(inputs.ArgStr, text);
    if (!tensors)
      return tensors.takeError();
    input.tensors = std::move(*tensors);
  }
  for (const std::string &text : expectedOutputs) {
    auto tensors = readSpec(expectedOutputs.ArgStr, text);
    if (!tensors)
      return tensors.takeError();
    if (tensors->size() != 1)
      return createStringError("--expected-output=" + text +
                               ": wants one tensor");
    values.expectedOutputs.push_back(std::move(tensors->front().tensor));
  }
  return values;
}

/// "function 'main' has 2 arguments".
static std::string countArguments(const FunctionInfo &function) {
  size_t count = function.args.size();
  return "function '" + function.name + "' has " + std::to_string(count) +
         (count == 1 ? " argument" : " arguments");
}

/// The arguments' types in order; of a long list those around the first that
/// is missing.
static std::string listArguments(const FunctionInfo &function, size_t given) {
  size_t count = function.args.size();
  size_t first = given < 4 ? 0 : given - 3;
  size_t last = std::min(count, first + 8);
  SmallVector<std::string> types;
  if (first > 0)
    types.push_back("…");
  for (size_t i = first; i < last; ++i)
    types.push_back(function.args[i].str() + (i < given ? " (given)" : ""));
  if (last < count)
    types.push_back("…");
  return llvm::join(types, ", ");
}

Expected<std::vector<HostTensor>>
nanguard::run::bindInputs(const FunctionInfo &function,
                          std::vector<InputValues> inputs) {
  std::vector<HostTensor> args;
  for (InputValues &input : inputs) {
    if (input.seed)
      while (args.size() < function.args.size()) {
        const ValueType &type = function.args[args.size()];
        if (countElements(type.shape) < 0)
          return createStringError("--input=" + input.text + ": argument " +
                                   Twine(args.size()) + " has type " +
                                   type.str() +
                                   ": say its extents, 2x3xf16=random:SEED");
        HostTensor tensor = HostTensor::make(type.dtype, type.shape);
        fillRandom(tensor, *input.seed * 1000003 + args.size());
        args.push_back(std::move(tensor));
      }
    for (NamedTensor &named : input.tensors) {
      StringRef text = input.text;
      std::string what = text.consume_front("@")
                             ? ("'" + text + "'").str()
                             : ("input " + text.split('=').first).str();
      if (!named.name.empty())
        what += " (" + named.name + ")";
      if (args.size() == function.args.size())
        return createStringError(
            what + " is one input too many: " + countArguments(function) +
            ": " + listArguments(function, args.size()));
      auto arg = convertTo(std::move(named.tensor), function.args[args.size()]);
      if (!arg)
        return createStringError(what + " for argument " + Twine(args.size()) +
                                 ": " + toString(arg.takeError()));
      args.push_back(std::move(*arg));
    }
  }
  if (args.size() < function.args.size())
    return createStringError(countArguments(function) + ", --input gives " +
                             Twine(args.size()) + ": " +
                             listArguments(function, args.size()) +
                             "; random:SEED fills all that remain");
  return args;
}

Expected<int> nanguard::run::finish(const std::vector<HostTensor> &results,
                                    std::vector<HostTensor> expectedOutputs) {
  for (auto [i, path] : llvm::enumerate(outputs)) {
    StringRef file = path;
    file.consume_front("@");
    if (Error error = writeFileAtomically(file, formatNpy(results[i])))
      return std::move(error);
  }
  if (printResults)
    for (const HostTensor &result : results)
      printTensor(outs(), result);
  int code = 0;
  for (auto [i, expected] : llvm::enumerate(expectedOutputs)) {
    takeRaw(expected, results[i].dtype);
    std::string wrong =
        compareTensors(results[i], expected, relTolerance, absTolerance);
    if (wrong.empty())
      continue;
    errs() << "nanguard-run: mismatch: result " << i << ": " << wrong << '\n';
    code = 2;
  }
  return code;
}
