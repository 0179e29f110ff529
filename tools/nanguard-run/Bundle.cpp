//===- Bundle.cpp - A fault in a folder, to be run again ------------------===//
//
// Replay is deterministic: the step up to the op at fault, run again under the
// same tiers and faults, gives what the op read; the op alone must then fail as
// it did, or the bundle holds the whole step.
//
//===----------------------------------------------------------------------===//

#include "Bundle.h"

#include "CompileModel.h"
#include "FaultHook.h"
#include "Flags.h"
#include "Invocation.h"
#include "Report.h"
#include "TensorIO.h"

#include "nanguard/Support/WriteFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstring>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;

static std::string quote(StringRef text) {
  std::string out = "'";
  for (char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

static Error writeFile(StringRef folder, const Twine &name, StringRef bytes) {
  SmallString<128> path(folder);
  sys::path::append(path, name);
  return writeFileAtomically(path, bytes);
}

/// Writes argK.npy; gives the flags that read them.
static Expected<std::string> writeArguments(StringRef folder,
                                            ArrayRef<HostTensor> args) {
  std::string flags;
  for (auto [i, arg] : enumerate(args)) {
    std::string name = "arg" + std::to_string(i) + ".npy";
    if (Error error = writeFile(folder, name, formatNpy(arg)))
      return std::move(error);
    flags += " --input=@" + name;
  }
  return flags;
}

/// The flag of an injection at each step, its op named anew where `op` is not
/// empty.
static std::string injectFlag(StringRef text, StringRef op = "") {
  std::string parts;
  for (StringRef part : split(text, ',')) {
    part = part.trim();
    if (part.starts_with("step="))
      continue;
    parts += parts.empty() ? "" : ",";
    parts += !op.empty() && part.starts_with("op=") ? ("op=" + op).str()
                                                    : part.str();
  }
  return " --inject=" + quote(parts);
}

static bool strikes(const Injection &injection, int64_t step) {
  return step >= injection.firstStep && step <= injection.lastStep;
}

Expected<std::string> Bundler::writeStep(const nanguard_event &event,
                                         StringRef folder,
                                         ArrayRef<HostTensor> args,
                                         ArrayRef<uint8_t> tiers) const {
  SmallString<128> path(flags::modelPath);
  (void)sys::fs::make_absolute(path);
  if (flags::modelPath == "-") {
    path = "model.mlir";
    auto model = openModel();
    if (!model)
      return model.takeError();
    if (Error error = writeFile(folder, path, (*model)->getBuffer()))
      return std::move(error);
  }
  std::string command =
      "nanguard-run " + quote(path) + " --function=" + quote(function.name);
  if (flags::guardArgs.getNumOccurrences())
    command += " --guard-options=" + quote(flags::guardArgs);
  for (auto [text, injection] : zip_equal(flags::injects, injections))
    if (strikes(injection, static_cast<int64_t>(event.step)))
      command += injectFlag(text);
  auto inputs = writeArguments(folder, args);
  if (!inputs)
    return inputs.takeError();
  command += *inputs + " --tiers=fused";
  for (const OpInfo &op : function.ops)
    if (!op.variants.empty() && formName(tiers[op.id]) != "fused")
      command +=
          "," + std::to_string(op.id) + "=" + formName(tiers[op.id]).str();
  return command;
}

/// Calls the only function of a model that was compiled for one call.
static Expected<std::vector<HostTensor>> callOnce(const CompiledModel &compiled,
                                                  StringRef function,
                                                  std::vector<HostTensor> args,
                                                  ArrayRef<uint8_t> tiers) {
  auto model = loadCompiledModel(compiled);
  if (!model)
    return model.takeError();
  auto manifest = parseManifest((*model)->getManifest());
  if (!manifest)
    return manifest.takeError();
  const FunctionInfo *info = manifest->find(function);
  if (!info)
    return createStringError("no function '" + function + "'");
  std::vector<ValueType> argTypes = info->args, resultTypes = info->results;
  auto rows = static_cast<int64_t>(tiers.size());
  if (info->guarded) {
    argTypes.push_back({NANGUARD_I8, /*scalar=*/false, {rows}});
    resultTypes.push_back({NANGUARD_I64,
                           /*scalar=*/false,
                           {rows, NANGUARD_REPORT_COLUMNS}});
  }
  HostTensor vector = HostTensor::make(NANGUARD_I8, {rows});
  llvm::copy(tiers, vector.bytes.begin());
  args.push_back(std::move(vector));
  if (args.size() != argTypes.size())
    return createStringError("the slice has another signature");
  std::vector<HostTensor *> pointers;
  for (HostTensor &arg : args)
    pointers.push_back(&arg);
  auto invocation = Invocation::create(**model, *info, std::move(argTypes),
                                       std::move(resultTypes));
  if (!invocation)
    return invocation.takeError();
  return invocation->run(pointers);
}

Expected<std::string> Bundler::writeCluster(const nanguard_event &event,
                                            StringRef folder,
                                            ArrayRef<HostTensor> args,
                                            ArrayRef<uint8_t> tiers) const {
  if (StringRef(flags::modelPath).ends_with(".so"))
    return createStringError("a library holds no MLIR");
  auto slice = sliceCluster(event.op, options);
  if (!slice)
    return slice.takeError();
  auto read = callOnce(slice->probe, function.name, args.vec(), tiers);
  if (!read)
    return read.takeError();

  // Faults in its operands are in what it read.
  std::vector<Injection> own;
  std::string injectFlags;
  for (auto [text, injection] : zip_equal(flags::injects, injections))
    if (injection.operand < 0 && is_contained(injection.ops, event.op) &&
        strikes(injection, static_cast<int64_t>(event.step))) {
      own.push_back(injection);
      own.back().ops = {0};
      injectFlags += injectFlag(text, "0");
    }
  const OpInfo &op = function.ops[event.op];
  std::vector<HostTensor> results;
  {
    FaultHook faults(own);
    faults.setStep(static_cast<int64_t>(event.step));
    auto again =
        callOnce(slice->cluster, function.name, *read, tiers[event.op]);
    if (!again)
      return again.takeError();
    results = std::move(*again);
  }
  int64_t row[NANGUARD_REPORT_COLUMNS];
  std::memcpy(row, results.back().bytes.data(), sizeof row);
  if (!isBadRow(row, op))
    return createStringError("alone, the op does not fail");

  if (Error error = writeFile(folder, "cluster.mlir", slice->text))
    return std::move(error);
  auto inputs = writeArguments(folder, *read);
  if (!inputs)
    return inputs.takeError();
  return "nanguard-run cluster.mlir --function=" + quote(function.name) +
         injectFlags + *inputs + " --tiers=" + formName(tiers[event.op]).str();
}

Error Bundler::write(const nanguard_event &event, StringRef folder,
                     ArrayRef<HostTensor> args, ArrayRef<uint8_t> tiers) const {
  const OpInfo &op = function.ops[event.op];
  char evidence[512];
  nanguard_event_evidence(&event, evidence, sizeof evidence);
  std::string text = "# Step " + std::to_string(event.step) + ": " +
                     op.label() + "\n\n" + evidence + ".\n\n";
  auto command = writeCluster(event, folder, args, tiers);
  if (command) {
    text += "`cluster.mlir` is this op alone, the arguments are what it read. "
            "In this folder,\nit runs again and fails (exit code 2) with";
  } else {
    text += "This is the whole step (" + toString(command.takeError()) +
            ").\nIn this folder, it runs again and fails (exit code 2) with";
    command = writeStep(event, folder, args, tiers);
    if (!command)
      return command.takeError();
  }
  text += "\n\n    " + *command +
          " --check-finite\n\n`event.json` is the record.\n";
  std::string json(nanguard_event_to_json(&event, nullptr, 0) + 1, '\0');
  nanguard_event_to_json(&event, json.data(), json.size());
  json.back() = '\n';
  if (Error error = writeFile(folder, "event.json", json))
    return error;
  return writeFile(folder, "README.md", text);
}
