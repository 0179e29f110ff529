//===- HtmlReport.cpp - A run as one page ---------------------------------===//
//
// Plain HTML with SVG in it: no script, nothing to fetch, prints as it looks.
// Long runs are drawn in columns, the worst step of each.
//
//===----------------------------------------------------------------------===//

#include "History.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <functional>

using namespace llvm;
using namespace nanguard::run;

namespace {

constexpr int kLeft = 70, kWidth = 900, kChart = 110, kRow = 18;

const char *const kStyle = R"(
body { font: 14px/1.45 system-ui, sans-serif; color: #1c2330; background: #fff;
       max-width: 1240px; margin: 24px auto; padding: 0 20px; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 28px 0 8px; }
.facts { display: flex; flex-wrap: wrap; gap: 10px; margin: 14px 0; }
.facts div { border: 1px solid #d8dde6; border-radius: 6px; padding: 6px 12px; }
.facts b { display: block; font-size: 18px; }
.bad b, .failure { color: #b3261e; } .good b { color: #1a7f4b; }
svg { display: block; max-width: 100%; height: auto; margin-bottom: 6px; }
.note { color: #4a5468; } details { margin: 8px 0; } dt { font-weight: 600; }
svg text { font: 11px system-ui, sans-serif; fill: #4a5468; }
.line { fill: none; stroke: #2757a8; stroke-width: 1.5; }
.gap { fill: #b3261e; }
.grid { stroke: #e4e8ef; } .axis { stroke: #9aa4b5; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid #e4e8ef;
         vertical-align: top; }
th { background: #f4f6fa; position: sticky; top: 0; }
td.n { text-align: right; white-space: nowrap; }
code { font: 12px ui-monospace, monospace; }
.key { display: inline-block; width: 12px; height: 12px; margin: 0 4px 0 12px;
       vertical-align: -1px; border-radius: 2px; }
)";

struct Colour {
  const char *state;
  const char *fill;
};
const Colour kColours[] = {
    {"NORMAL", "#cfe8d8"},       {"OBSERVE", "#f6d365"},
    {"SAFE_STAGE_1", "#f2994a"}, {"SAFE_STAGE_2", "#d9534f"},
    {"VERIFY", "#7fa8e0"},       {"RECOVER", "#57b8a6"},
    {"HALT", "#3b3b44"},         {"fused", "#cfe8d8"},
    {"safe", "#f2994a"},         {"unfused", "#d9534f"}};

StringRef colourOf(StringRef state) {
  for (const Colour &colour : kColours)
    if (state == colour.state)
      return colour.fill;
  return "#ffffff";
}

std::string escape(StringRef text) {
  std::string out;
  for (char c : json::fixUTF8(text))
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
    }
  return out;
}

std::string number(double value) {
  std::string text;
  raw_string_ostream(text) << format("%.4g", value);
  return text;
}

class Page {
public:
  explicit Page(const History &history) : history(history) {}

  std::string run() {
    os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
       << "<title>NanGuard: " << escape(history.model) << "</title>\n<style>"
       << kStyle
       << "</style></head><body>\n<h1>NanGuard report</h1>\n<div><code>"
       << escape(history.model) << "</code>, function <code>"
       << escape(history.function->name) << "</code></div>\n";
    if (!history.failure.empty())
      os << "<p class=\"failure\">The run ended early: "
         << escape(history.failure) << "</p>\n";
    writeFacts();
    if (!history.steps.empty()) {
      writeCharts();
      writeTiers();
    }
    writeEvents();
    os << "</body></html>\n";
    return os.str();
  }

private:
  double x(int64_t step) const {
    int64_t first = history.steps.front().step;
    double n = double(history.steps.size());
    return kLeft + kWidth * double(step - first) / n;
  }
  int64_t endStep() const { return history.steps.back().step + 1; }

  void fact(StringRef what, const Twine &value, StringRef style = "") {
    os << "<div class=\"" << style << "\"><b>" << value << "</b>" << what
       << "</div>\n";
  }

  void writeFacts() {
    int64_t bad = 0, lastBad = 0, lowered = 0;
    for (const StepTotals &step : history.steps)
      if (step.badOps) {
        ++bad;
        lastBad = step.step;
      }
    for (const OpHistory &op : history.ops)
      lowered += any_of(op.stretches, [](const Stretch &s) {
        return (s.tier & NANGUARD_TIER_FORM_MASK) >= NANGUARD_FORM_SAFE;
      });
    size_t guarded = count_if(history.function->ops, [](const OpInfo &op) {
      return !op.variants.empty();
    });
    os << "<div class=\"facts\">\n";
    fact("steps", Twine(history.steps.size()));
    fact("guarded ops", Twine(guarded));
    fact("scanned arguments and results",
         Twine(history.function->ops.size() - guarded));
    fact("steps with a bad scan", Twine(bad), bad ? "bad" : "good");
    fact("last bad step", bad ? Twine(lastBad) : Twine("none"));
    fact("ops that were lowered", Twine(lowered));
    fact("events", Twine(history.events.size()));
    os << "</div>\n";
  }

  void writeCharts() {
    os << "<h2>Over the steps</h2>\n<div class=\"note\">A red dot: the value "
          "is not finite, or there are some and how many was not counted (an "
          "op in NORMAL does not count).</div>\n";
    if (history.hasLoss)
      chart("loss", [](const StepTotals &s) { return s.loss; });
    if (history.hasGradNorm)
      chart("gradient norm", [](const StepTotals &s) { return s.gradNorm; });
    chart("ops with a bad scan",
          [](const StepTotals &s) { return double(s.badOps); });
    constexpr StringLiteral some = "some, not counted";
    chart(
        "NaN counted",
        [](const StepTotals &s) { return s.uncounted ? NAN : double(s.nans); },
        /*low=*/false, some);
    chart(
        "Inf counted",
        [](const StepTotals &s) { return s.uncounted ? NAN : double(s.infs); },
        /*low=*/false, some);
    chart(
        "headroom of the op nearest to overflow, in powers of two",
        [](const StepTotals &s) { return s.headroom; }, /*low=*/true);
    chart("milliseconds", [](const StepTotals &s) { return s.seconds * 1e3; });
  }

  /// One value for each drawn column; non-finite ones become red marks, which
  /// say `mark`.
  void chart(StringRef title, std::function<double(const StepTotals &)> get,
             bool low = false, StringRef mark = "not finite") {
    double least = INFINITY, most = -INFINITY;
    for (const StepTotals &step : history.steps) {
      double value = get(step);
      if (!std::isfinite(value))
        continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    if (!(least <= most))
      least = 0, most = 1;
    if (!low && least > 0 && least < most / 2)
      least = 0;
    if (least == most)
      most = least + 1;
    auto y = [&](double value) {
      return 16 + (kChart - 32) * (1 - (value - least) / (most - least));
    };
    openSvg(kLeft + kWidth + 20, kChart, title);
    os << "<text x=\"" << kLeft << "\" y=\"11\">" << escape(title)
       << "</text>\n";
    for (double value : {least, most})
      os << "<line class=\"grid\" x1=\"" << kLeft << "\" x2=\""
         << kLeft + kWidth << "\" y1=\"" << number(y(value)) << "\" y2=\""
         << number(y(value)) << "\"/><text text-anchor=\"end\" x=\""
         << kLeft - 6 << "\" y=\"" << number(y(value) + 4) << "\">"
         << number(value) << "</text>\n";
    size_t columns = std::min<size_t>(history.steps.size(), kWidth);
    std::string points, gaps;
    raw_string_ostream line(points), marks(gaps);
    for (size_t c = 0; c < columns; ++c) {
      size_t begin = c * history.steps.size() / columns;
      size_t end = (c + 1) * history.steps.size() / columns;
      double worst = NAN;
      bool gap = false;
      for (size_t i = begin; i < end; ++i) {
        double value = get(history.steps[i]);
        gap |= !std::isfinite(value);
        if (std::isfinite(value) &&
            (std::isnan(worst) || (low ? value < worst : value > worst)))
          worst = value;
      }
      double at = x(history.steps[begin].step) +
                  0.5 * kWidth / double(history.steps.size());
      if (std::isfinite(worst))
        line << number(at) << ',' << number(y(worst)) << ' ';
      // Headroom is unknown while a value is bad; a loss that is NaN is news.
      if (gap && !low)
        marks << "<circle class=\"gap\" r=\"2.5\" cx=\"" << number(at)
              << "\" cy=\"20\"><title>step " << history.steps[begin].step
              << ": " << mark << "</title></circle>\n";
    }
    os << "<polyline class=\"line\" points=\"" << line.str() << "\"/>\n"
       << marks.str();
    writeAxis(kChart - 14);
    os << "</svg>\n";
  }

  void writeAxis(int y) {
    os << "<line class=\"axis\" x1=\"" << kLeft << "\" x2=\"" << kLeft + kWidth
       << "\" y1=\"" << y << "\" y2=\"" << y << "\"/>\n";
    size_t n = history.steps.size();
    size_t every = std::max<size_t>(1, (n + 9) / 10);
    for (size_t i = 0; i < n; i += every)
      if (i == 0 || n - i > every / 2)
        os << "<text x=\"" << number(x(history.steps[i].step)) << "\" y=\""
           << y + 12 << "\">" << history.steps[i].step << "</text>\n";
    if (n > 1)
      os << "<text text-anchor=\"end\" x=\"" << kLeft + kWidth << "\" y=\""
         << y + 12 << "\">" << history.steps.back().step << "</text>\n";
  }

  void openSvg(int width, int height, StringRef title) {
    os << "<svg width=\"" << width << "\" height=\"" << height
       << "\" viewBox=\"0 0 " << width << ' ' << height
       << "\" role=\"img\" aria-label=\"" << escape(title) << "\">\n";
  }

  void writeTiers() {
    std::vector<const OpInfo *> shown, carriers;
    size_t guarded = 0;
    for (const OpInfo &op : history.function->ops) {
      const OpHistory &past = history.ops[op.id];
      if (past.stretches.empty())
        continue;
      ++guarded;
      if (past.stretches.size() > 1 || past.blamed)
        shown.push_back(&op);
      else if (!past.badSteps.empty())
        carriers.push_back(&op);
    }
    os << "<h2>Tiers, after each step</h2>\n<div>";
    if (shown.empty() && carriers.empty()) {
      os << "Each of the " << guarded << " ops stayed as it was.</div>\n";
      return;
    }
    for (const Colour &colour : ArrayRef(kColours).take_front(7))
      writeKey(colour.fill, colour.state);
    writeKey("#b3261e", "bad step");
    os << "</div>\n";
    writeOps(shown);
    os << "<div>" << guarded - shown.size() << " of " << guarded
       << " ops stayed as they were";
    if (carriers.empty()) {
      os << ".</div>\n";
      return;
    }
    os << ", " << carriers.size()
       << " of them handed on what others made.</div>\n<details><summary>Ops "
          "that only handed on</summary>\n";
    writeOps(carriers);
    os << "</details>\n";
  }

  void writeKey(StringRef fill, StringRef name) {
    os << "<span style=\"white-space:nowrap\"><span class=\"key\" "
          "style=\"background:"
       << fill << "\"></span>" << name << "</span> ";
  }

  void writeOps(ArrayRef<const OpInfo *> ops) {
    if (ops.empty())
      return;
    constexpr int label = 230;
    int height = static_cast<int>(ops.size()) * kRow;
    openSvg(kLeft + kWidth + label, height + 30, "tiers");
    for (auto [row, op] : enumerate(ops))
      writeOp(*op, static_cast<int>(row) * kRow);
    writeAxis(height + 8);
    os << "</svg>\n";
  }

  void writeOp(const OpInfo &op, int top) {
    const OpHistory &past = history.ops[op.id];
    for (auto [i, stretch] : enumerate(past.stretches)) {
      int64_t end = i + 1 < past.stretches.size() ? past.stretches[i + 1].first
                                                  : endStep();
      std::string name = stretchName(stretch);
      os << "<rect x=\"" << number(x(stretch.first)) << "\" y=\"" << top
         << "\" width=\"" << number(x(end) - x(stretch.first)) << "\" height=\""
         << kRow - 3 << "\" fill=\"" << colourOf(name) << "\"><title>"
         << escape(op.label()) << ": " << name << " from step " << stretch.first
         << " to " << end - 1 << "</title></rect>\n";
    }
    double width = std::max(1.0, kWidth / double(history.steps.size()));
    for (int64_t step : past.badSteps)
      os << "<rect x=\"" << number(x(step)) << "\" y=\"" << top + kRow - 7
         << "\" width=\"" << number(width)
         << "\" height=\"4\" fill=\"#b3261e\"/>\n";
    os << "<text text-anchor=\"end\" x=\"" << kLeft - 6 << "\" y=\"" << top + 12
       << "\">" << op.id << "</text><text x=\"" << kLeft + kWidth + 6
       << "\" y=\"" << top + 12 << "\">" << escape(op.label()) << " ("
       << escape(op.kind) << ")</text>\n";
  }

  void writeEvents() {
    os << "<h2>What changed and why</h2>\n";
    if (history.events.empty()) {
      os << "<div>Nothing.</div>\n";
      return;
    }
    os << "<table><tr><th>step</th><th>op</th><th>from &rarr; to</th>"
          "<th>reason</th><th>verdict</th><th>what to do</th>"
          "<th>evidence</th></tr>\n";
    constexpr size_t most = 1000;
    for (const json::Object &event :
         ArrayRef(history.events).take_front(most)) {
      auto text = [&](StringRef key) {
        return escape(event.getString(key).value_or(""));
      };
      int64_t op = event.getInteger("op").value_or(-1);
      os << "<tr><td class=\"n\">" << event.getInteger("step").value_or(0)
         << "</td><td>";
      if (op >= 0) {
        os << escape(history.function->ops[op].label());
        if (!text("file").empty())
          os << "<br><code>" << text("file") << ':'
             << event.getInteger("line").value_or(0) << "</code>";
      }
      os << "</td><td>" << text("from");
      if (text("from") != text("to"))
        os << " &rarr; " << text("to");
      os << "</td><td>" << text("reason") << "</td><td>";
      if (text("verdict") != "none") {
        std::string advice = text("advice");
        llvm::replace(advice, '-', ' ');
        os << text("verdict") << " (" << text("fault") << ")</td><td>"
           << advice;
      } else {
        os << "</td><td>";
      }
      os << "</td><td>" << text("evidence") << "</td></tr>\n";
    }
    os << "</table>\n";
    writeWords();
    if (history.events.size() > most)
      os << "<div>" << history.events.size() - most << " more.</div>\n";
  }

  void writeWords() {
    static constexpr std::pair<StringLiteral, StringLiteral> kWords[] = {
        {"op",
         "its inputs were finite and its output was not: the op at fault"},
        {"data", "an argument, an index or padding that was read"},
        {"state-poisoned", "a carried argument: a weight, a cache"},
        {"peer", "an argument from another rank"},
        {"hardware", "every form was bad, or a replay gave other bits"},
        {"inner", "a safe form gives a finite result"},
        {"exit",
         "the true value does not fit the type: only a wider edge helps"},
        {"pole, domain",
         "log of 0, x/0; root of a negative, Inf - Inf: no form "
         "cures it"},
        {"redo", "run the step again, one form deeper"},
        {"go on", "nothing: a deeper form has made it good in the same step"}};
    os << "<details><summary>What the words mean</summary>\n<dl>\n";
    for (auto &[word, meaning] : kWords)
      os << "<dt>" << word << "</dt><dd>" << meaning << "</dd>\n";
    os << "</dl></details>\n";
  }

  const History &history;
  std::string text;
  raw_string_ostream os{text};
};

} // namespace

std::string nanguard::run::formatHtml(const History &history) {
  return Page(history).run();
}
