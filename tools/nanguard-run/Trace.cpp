//===- Trace.cpp - A run as trace events ----------------------------------===//
//
// Process 1 holds the steps and counters, process 2 a track for each op that
// left NORMAL or was bad. Microseconds of the run's own clock: steps stand one
// after another.
//
//===----------------------------------------------------------------------===//

#include "History.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;
using namespace nanguard::run;

namespace {

enum Process { Steps = 1, Ops = 2 };

class Tracer {
public:
  explicit Tracer(const History &history) : history(history), json(os) {}

  std::string run() {
    starts.push_back(0);
    for (const StepTotals &step : history.steps)
      starts.push_back(starts.back() + std::max(step.seconds * 1e6, 1.0));
    json.object([&] {
      json.attribute("displayTimeUnit", "ms");
      json.attributeArray("traceEvents", [&] {
        nameProcess(Steps, history.model + ": " + history.function->name);
        nameProcess(Ops, "guarded ops");
        emitSteps();
        for (const OpInfo &op : history.function->ops)
          emitOp(op);
        for (const json::Object &event : history.events)
          emitEvent(event);
      });
    });
    return os.str();
  }

private:
  /// When step `step` (from 1) begins.
  double startOf(int64_t step) const {
    return starts[std::min<size_t>(step - history.steps.front().step,
                                   starts.size() - 1)];
  }

  void open(StringRef name, StringRef phase, Process process, int64_t thread,
            double time) {
    json.objectBegin();
    json.attribute("name", json::fixUTF8(name));
    json.attribute("ph", phase);
    json.attribute("pid", int(process));
    json.attribute("tid", thread);
    json.attribute("ts", time);
  }

  void nameProcess(Process process, StringRef name) {
    open("process_name", "M", process, 0, 0);
    json.attributeObject("args",
                         [&] { json.attribute("name", json::fixUTF8(name)); });
    json.objectEnd();
  }

  void emitCounter(StringRef name, double time, double value) {
    if (!std::isfinite(value))
      return; // a trace has no NaN: the gap shows it
    open(name, "C", Steps, 0, time);
    json.attributeObject("args", [&] { json.attribute("value", value); });
    json.objectEnd();
  }

  void emitSteps() {
    for (auto [i, step] : enumerate(history.steps)) {
      open("step " + std::to_string(step.step), "X", Steps, 1, starts[i]);
      json.attribute("dur", starts[i + 1] - starts[i]);
      json.objectEnd();
      emitCounter("NaN", starts[i], step.nans);
      emitCounter("Inf", starts[i], step.infs);
      emitCounter("headroom (powers of 2)", starts[i], step.headroom);
      if (history.hasLoss)
        emitCounter("loss", starts[i], step.loss);
      if (history.hasGradNorm)
        emitCounter("gradient norm", starts[i], step.gradNorm);
    }
  }

  void emitOp(const OpInfo &op) {
    const OpHistory &past = history.ops[op.id];
    bool quiet = past.badSteps.empty() && past.stretches.size() <= 1;
    if (quiet || past.stretches.empty())
      return;
    open("thread_name", "M", Ops, op.id + 1, 0);
    json.attributeObject(
        "args", [&] { json.attribute("name", json::fixUTF8(op.label())); });
    json.objectEnd();
    for (auto [i, stretch] : enumerate(past.stretches)) {
      double begin = startOf(stretch.first);
      double end = i + 1 < past.stretches.size()
                       ? startOf(past.stretches[i + 1].first)
                       : starts.back();
      open(stretchName(stretch), "X", Ops, op.id + 1, begin);
      json.attribute("dur", end - begin);
      json.objectEnd();
    }
  }

  void emitEvent(const json::Object &event) {
    int64_t op = event.getInteger("op").value_or(-1);
    int64_t step = event.getInteger("step").value_or(1);
    open(event.getString("reason").value_or("event"), "i", op < 0 ? Steps : Ops,
         op + 1, startOf(step + 1));
    json.attribute("s", op < 0 ? "p" : "t");
    json.attributeObject("args", [&] {
      for (const auto &[key, value] : event)
        json.attribute(key, value);
    });
    json.objectEnd();
  }

  const History &history;
  std::string text;
  raw_string_ostream os{text};
  json::OStream json;
  /// Of each step, and the end of the last.
  std::vector<double> starts;
};

} // namespace

std::string nanguard::run::formatTrace(const History &history) {
  return Tracer(history).run();
}
