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

/// The entries of an --input-steps: as many as steps, or more.
static Error checkSteps(const InputValues &input) {
  for (const NamedTensor &named : input.tensors) {
    const HostTensor &tensor = named.tensor;
    std::string what = "--input-steps=" + input.text + ": ";
    if (!named.name.empty())
      what += named.name + ": ";
    if (tensor.shape.empty() || tensor.shape[0] == 0)
      return createStringError(what + "has type " + tensor.typeString() +
                               ", whose first dimension counts no steps");
    if (!steps.getNumOccurrences()) {
      // Counts as given: further inputs are held against it.
      steps = tensor.shape[0];
      steps.addOccurrence(0, steps.ArgStr, std::to_string(tensor.shape[0]));
    }
    if (tensor.shape[0] < steps)
      return createStringError(what + "has " + Twine(tensor.shape[0]) +
                               " entries for " + Twine(steps) + " steps");
  }
  return Error::success();
}

/// The flags of inputs as they stand on the command line.
static std::vector<InputValues> inputsInOrder() {
  std::vector<std::pair<unsigned, InputValues>> all;
  auto add = [&](const cl::list<std::string> &flag, bool hasSteps) {
    for (auto [i, text] : llvm::enumerate(flag)) {
      InputValues input;
      input.text = text;
      input.hasSteps = hasSteps;
      all.emplace_back(flag.getPosition(i), std::move(input));
    }
  };
  add(inputs, /*hasSteps=*/false);
  add(inputSteps, /*hasSteps=*/true);
  llvm::sort(all, llvm::less_first());
  std::vector<InputValues> ordered;
  for (auto &[position, input] : all)
    ordered.push_back(std::move(input));
  return ordered;
}

Expected<FlagValues> nanguard::run::readValues() {
  FlagValues values;
  values.inputs = inputsInOrder();
  for (InputValues &input : values.inputs) {
    StringRef spec = input.text;
    if (!input.hasSteps && spec.consume_front("random:")) {
      if (spec.getAsInteger(10, input.seed.emplace()))
        return createStringError("--input=" + input.text +
                                 ": wants random:SEED");
      continue;
    }
    auto tensors = readSpec(input.hasSteps ? inputSteps.ArgStr : inputs.ArgStr,
                            input.text);
    if (!tensors)
      return tensors.takeError();
    input.tensors = std::move(*tensors);
    if (input.hasSteps)
      if (Error error = checkSteps(input))
        return std::move(error);
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

/// The entries of a tensor whose first dimension counts steps.
static std::vector<HostTensor> splitSteps(const HostTensor &tensor) {
  std::vector<HostTensor> entries(tensor.shape[0]);
  size_t size = tensor.bytes.size() / entries.size();
  auto from = tensor.bytes.begin();
  for (HostTensor &entry : entries) {
    entry.dtype = tensor.dtype;
    entry.raw = tensor.raw;
    entry.shape.assign(std::next(tensor.shape.begin()), tensor.shape.end());
    entry.bytes.assign(from, from + size);
    from += size;
  }
  return entries;
}

Expected<std::vector<HostTensor>>
nanguard::run::bindInputs(const FunctionInfo &function,
                          std::vector<InputValues> inputs,
                          std::vector<StepInput> &stepInputs) {
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
      unsigned number = args.size();
      std::vector<HostTensor> values;
      if (input.hasSteps)
        values = splitSteps(named.tensor);
      else
        values.push_back(std::move(named.tensor));
      for (HostTensor &value : values) {
        auto arg = convertTo(std::move(value), function.args[number]);
        if (!arg)
          return createStringError(what + " for argument " + Twine(number) +
                                   ": " + toString(arg.takeError()));
        value = std::move(*arg);
      }
      args.push_back(values.front());
      if (input.hasSteps)
        stepInputs.push_back({number, std::move(values)});
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
