//===- Values.cpp - The values that flags name ----------------------------===//

#include "Values.h"

#include "Flags.h"
#include "Report.h"
#include "TensorIO.h"

#include "nanguard/Support/WriteFile.h"

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;
using namespace nanguard::run::flags;

Expected<std::vector<HostTensor>>
nanguard::run::readInputs(const FunctionInfo &function) {
  std::vector<HostTensor> args;
  auto add = [&](HostTensor tensor, const Twine &what) -> Error {
    if (args.size() >= function.args.size())
      return createStringError(what + " is one input too many: function '" +
                               function.name + "' has " +
                               Twine(function.args.size()) + " arguments");
    auto arg = convertTo(std::move(tensor), function.args[args.size()]);
    if (!arg)
      return createStringError(what + " for argument " + Twine(args.size()) +
                               ": " + toString(arg.takeError()));
    args.push_back(std::move(*arg));
    return Error::success();
  };
  for (const std::string &text : inputs) {
    StringRef spec = text;
    if (spec.consume_front("random:")) {
      uint64_t seed;
      if (spec.getAsInteger(10, seed))
        return createStringError("--input=" + text + ": wants random:SEED");
      while (args.size() < function.args.size()) {
        const ValueType &type = function.args[args.size()];
        if (countElements(type.shape) < 0)
          return createStringError("--input=" + text + ": argument " +
                                   Twine(args.size()) + " has type " +
                                   type.str() + "; give it a tensor");
        HostTensor tensor = HostTensor::make(type.dtype, type.shape);
        fillRandom(tensor, seed * 1000003 + args.size());
        args.push_back(std::move(tensor));
      }
    } else if (spec.consume_front("@")) {
      auto tensors = readTensors(spec);
      if (!tensors)
        return tensors.takeError();
      for (NamedTensor &named : *tensors)
        if (Error error =
                add(std::move(named.tensor),
                    "'" + spec + "'" +
                        (named.name.empty() ? "" : " (" + named.name + ")")))
          return std::move(error);
    } else {
      auto tensor = parseInline(spec);
      if (!tensor)
        return createStringError("--input=" + text + ": " +
                                 toString(tensor.takeError()));
      if (Error error =
              add(std::move(*tensor), "input " + spec.split('=').first))
        return std::move(error);
    }
  }
  if (args.size() != function.args.size())
    return createStringError("function '" + function.name + "' has " +
                             Twine(function.args.size()) +
                             " arguments, --input gives " + Twine(args.size()));
  return args;
}

Expected<int> nanguard::run::finish(const FunctionInfo &function,
                                    const std::vector<HostTensor> &results) {
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
  for (auto [i, text] : llvm::enumerate(expectedOutputs)) {
    StringRef spec = text;
    Expected<HostTensor> expected = HostTensor();
    if (spec.consume_front("@")) {
      auto tensors = readTensors(spec);
      if (!tensors)
        return tensors.takeError();
      if (tensors->size() != 1)
        return createStringError("--expected-output=" + text +
                                 ": wants one tensor");
      expected = std::move(tensors->front().tensor);
    } else {
      expected = parseInline(spec);
    }
    if (!expected)
      return createStringError("--expected-output=" + text + ": " +
                               toString(expected.takeError()));
    if (expected->raw16 && results[i].dtype == NANGUARD_BF16)
      expected->dtype = NANGUARD_BF16;
    std::string wrong =
        compareTensors(results[i], *expected, relTolerance, absTolerance);
    if (wrong.empty())
      continue;
    errs() << "nanguard-run: mismatch: result " << i << ": " << wrong << '\n';
    code = 2;
  }
  return code;
}
