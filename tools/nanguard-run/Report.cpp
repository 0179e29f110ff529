//===- Report.cpp - Steps for people and for programs ---------------------===//

#include "Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <cmath>
#include <cstring>

using namespace llvm;
using namespace nanguard::run;

StringRef nanguard::run::formName(uint8_t tier) {
  static const char *const names[] = {"fused", "fused", "safe", "unfused"};
  unsigned form = tier & NANGUARD_TIER_FORM_MASK;
  return form < NANGUARD_FORM_COUNT ? names[form] : "?";
}

static double fromBits(int64_t bits) {
  double value;
  std::memcpy(&value, &bits, 8);
  return value;
}

static const int64_t *row(const StepRecord &record, size_t op) {
  return &record.report[op * NANGUARD_REPORT_COLUMNS];
}

/// Without a controller: an op is at fault when it is bad and nothing upstream
/// or in the arguments that reach it is; an index outside is the data's.
int32_t nanguard::run::verdictOn(const FunctionInfo &function,
                                 const StepRecord &record, const OpInfo &op) {
  if (!record.verdicts.empty())
    return record.verdicts[op.id];
  auto bad = [&](const OpInfo &other) {
    return isBadRow(row(record, other.id), other) &&
           !(row(record, other.id)[NANGUARD_COL_STATUS] &
             NANGUARD_STATUS_RESCUED);
  };
  bool outside = row(record, op.id)[NANGUARD_COL_STATUS] & NANGUARD_STATUS_DATA;
  if (!isBadRow(row(record, op.id), op) && !outside)
    return NANGUARD_VERDICT_NONE;
  if (op.kind == "entry")
    return NANGUARD_VERDICT_DATA;
  if (op.isSignal())
    return NANGUARD_VERDICT_CARRIED;
  for (int64_t id : op.upstream)
    if (id >= 0 && id < static_cast<int64_t>(function.ops.size()) &&
        bad(function.ops[id]))
      return NANGUARD_VERDICT_CARRIED;
  for (const OpInfo &entry : function.ops)
    if (entry.kind == "entry" && bad(entry) &&
        llvm::any_of(entry.args,
                     [&](int64_t arg) { return is_contained(op.args, arg); }))
      return NANGUARD_VERDICT_CARRIED;
  return outside ? NANGUARD_VERDICT_DATA : NANGUARD_VERDICT_OP;
}

StringRef nanguard::run::badStepOf(const FunctionInfo &function,
                                   const StepRecord &record, const OpInfo &op) {
  size_t step =
      row(record, op.id)[NANGUARD_COL_STATUS] >> NANGUARD_STATUS_STEP_SHIFT &
      NANGUARD_STATUS_STEP_MASK;
  if (step == 0 || step > op.steps.size() ||
      verdictOn(function, record, op) != NANGUARD_VERDICT_OP)
    return "";
  return op.steps[step - 1];
}

static nanguard_fault faultOf(const StepRecord &record, const OpInfo &op) {
  return static_cast<nanguard_fault>(record.faults[op.id]);
}

/// "op", or "op, pole": an inner fault, which a form cures, is the rule.
static std::string describeFault(const StepRecord &record, const OpInfo &op,
                                 int32_t verdict) {
  std::string text = nanguard_verdict_name(verdict);
  nanguard_fault fault = verdict == NANGUARD_VERDICT_OP ? faultOf(record, op)
                                                        : NANGUARD_FAULT_NONE;
  if (fault > NANGUARD_FAULT_INNER)
    text += std::string(", ") + nanguard_fault_name(fault);
  return text;
}

/// The state, and why an op is watched that no bad scan brought there.
static std::string describeState(const StepRecord &record, const OpInfo &op) {
  std::string text = nanguard_state_name(record.states[op.id]);
  int32_t reason = record.reasons[op.id];
  if (record.states[op.id] == NANGUARD_STATE_OBSERVE &&
      reason != NANGUARD_REASON_SCAN_FIRED)
    text += std::string(" (") + nanguard_reason_name(reason) + ")";
  return text;
}

/// The requests of the batch in which op was bad.
static std::vector<int64_t> badRequests(const FunctionInfo &function,
                                        const StepRecord &record,
                                        const OpInfo &op) {
  std::vector<int64_t> bad;
  size_t each = function.ops.size() * NANGUARD_REPORT_COLUMNS;
  for (size_t at = 0; at < record.requests.size(); at += each)
    if (isBadRow(&record.requests[at + op.id * NANGUARD_REPORT_COLUMNS], op))
      bad.push_back(at / each);
  return bad;
}

void nanguard::run::printTableHeader(raw_ostream &os) {
  os << "  step  tiers                          NaN       Inf  at fault\n";
}

void nanguard::run::printTableRow(raw_ostream &os, const FunctionInfo &function,
                                  const StepRecord &record) {
  std::vector<std::pair<std::string, unsigned>> forms = {
      {"fused", 0}, {"safe", 0}, {"unfused", 0}};
  int64_t nans = 0, infs = 0;
  bool uncounted = false;
  constexpr size_t mostNames = 6;
  size_t named = 0;
  std::string faults;
  for (const OpInfo &op : function.ops) {
    if (!op.variants.empty())
      for (auto &[name, count] : forms)
        count += formName(record.tiers[op.id]) == name;
    if (op.isSignal())
      continue; // what it watches has been looked at
    const int64_t *r = row(record, op.id);
    bool bad = isBadRow(r, op);
    if (r[NANGUARD_COL_STATUS] & NANGUARD_STATUS_COUNTED) {
      nans += r[NANGUARD_COL_NAN_COUNT];
      infs += r[NANGUARD_COL_INF_COUNT];
    } else if (bad) {
      uncounted = true;
    }
    int32_t verdict = verdictOn(function, record, op);
    bool moved =
        !record.states.empty() && record.states[op.id] != NANGUARD_STATE_NORMAL;
    bool fault =
        verdict != NANGUARD_VERDICT_NONE && verdict != NANGUARD_VERDICT_CARRIED;
    bool broken = r[NANGUARD_COL_STATUS] & NANGUARD_STATUS_INVARIANT;
    if (!fault && !moved && !broken)
      continue;
    if (++named > mostNames)
      continue;
    faults += (faults.empty() ? "" : ", ") + op.label();
    if (fault && op.lossScaled && record.signals.step_skipped)
      faults += " (its loss scaler skips the step)";
    else if (fault)
      faults += " (" + describeFault(record, op, verdict) + ")";
    StringRef mark = " in request ";
    for (int64_t request : badRequests(function, record, op)) {
      faults += (mark + Twine(request)).str();
      mark = "+";
    }
    if (StringRef step = badStepOf(function, record, op); !step.empty())
      faults += (" in its " + step).str();
    if (broken)
      faults += " (wrong sum)";
    if (r[NANGUARD_COL_STATUS] & NANGUARD_STATUS_RESCUED)
      faults += " rescued";
    if (moved)
      faults += " " + describeState(record, op);
  }
  if (named > mostNames)
    faults += " and " + std::to_string(named - mostNames) + " more";
  std::string tiers;
  for (auto &[name, count] : forms)
    if (count)
      tiers += (tiers.empty() ? "" : ", ") + name + " " + std::to_string(count);
  // Bits alone show that there are some, not how many.
  std::string mark = uncounted ? "+" : "";
  os << format("%6lld  %-26s %9s %9s  ", static_cast<long long>(record.step),
               tiers.c_str(), (std::to_string(nans) + mark).c_str(),
               (std::to_string(infs) + mark).c_str())
     << (faults.empty() ? "-" : faults) << '\n';
}

static json::Value number(double value) {
  if (std::isfinite(value))
    return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

static json::Object formatSignals(const nanguard_signals &signals) {
  json::Object object;
  auto add = [&](nanguard_signal_field field, StringRef name, double value) {
    if (signals.valid & field)
      object[name] = number(value);
  };
  add(NANGUARD_SIGNAL_LOSS, "loss", signals.loss);
  add(NANGUARD_SIGNAL_GRAD_NORM, "grad_norm", signals.grad_norm);
  add(NANGUARD_SIGNAL_GRAD_NONFINITE_SHARE, "grad_nonfinite_share",
      signals.grad_nonfinite_share);
  add(NANGUARD_SIGNAL_LOSS_SCALE, "loss_scale", signals.loss_scale);
  if (signals.valid & NANGUARD_SIGNAL_LOSS_SCALE)
    object["skipped"] = signals.step_skipped != 0;
  return object;
}

std::string nanguard::run::formatJsonLine(const FunctionInfo &function,
                                          const StepRecord &record) {
  json::Array ops;
  for (const OpInfo &op : function.ops) {
    const int64_t *r = row(record, op.id);
    int64_t status = r[NANGUARD_COL_STATUS];
    json::Object object{
        {"id", op.id},
        {"path", op.path},
        {"kind", op.kind},
        {"tier", op.variants.empty() ? StringRef("scan")
                                     : formName(record.tiers[op.id])},
        {"byte", record.tiers[op.id]},
        {"state", record.states.empty()
                      ? StringRef("FIXED")
                      : nanguard_state_name(record.states[op.id])},
        {"bad", isBadRow(r, op)},
        {"rescued", (status & NANGUARD_STATUS_RESCUED) != 0},
        {"invariant_broken", (status & NANGUARD_STATUS_INVARIANT) != 0},
        {"verdict", nanguard_verdict_name(verdictOn(function, record, op))},
        {"exit", r[NANGUARD_COL_EXIT_COUNT]},
        {"clip", r[NANGUARD_COL_CLIP_COUNT]}};
    if (status & NANGUARD_STATUS_EMPTY)
      object["empty"] = true;
    if (status & NANGUARD_STATUS_COUNTED) {
      object["nan"] = r[NANGUARD_COL_NAN_COUNT];
      object["inf"] = r[NANGUARD_COL_INF_COUNT];
      object["first_bad"] = r[NANGUARD_COL_FIRST_BAD];
    } else {
      object["nan"] = nullptr;
      object["inf"] = nullptr;
    }
    if (verdictOn(function, record, op) == NANGUARD_VERDICT_OP)
      object["fault"] = nanguard_fault_name(faultOf(record, op));
    if (StringRef step = badStepOf(function, record, op); !step.empty())
      object["bad_step"] = step;
    if (function.batched)
      object["requests"] = json::Array(badRequests(function, record, op));
    // The bit pattern of the element type, little-endian, is the value.
    object["max"] =
        hasMaximum(r) && isFloat(op.dtype)
            ? number(loadElement(&r[NANGUARD_COL_MAX_BITS], 0, op.dtype))
            : json::Value(nullptr);
    if (status & NANGUARD_STATUS_INNER)
      object["inner"] = number(fromBits(r[NANGUARD_COL_INNER_BITS]));
    ops.push_back(std::move(object));
  }
  json::Array events;
  for (const std::string &text : record.events) {
    if (auto value = json::parse(text))
      events.push_back(std::move(*value));
    else
      consumeError(value.takeError());
  }
  json::Object object{{"step", record.step},
                      {"seconds", record.seconds},
                      {"ops", std::move(ops)},
                      {"events", std::move(events)}};
  if (record.signals.valid)
    object["signals"] = formatSignals(record.signals);
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(object));
  return text;
}

void nanguard::run::printOps(raw_ostream &os, const FunctionInfo &function) {
  for (const OpInfo &op : function.ops) {
    os << op.id << '\t' << op.kind << '\t' << dtypeName(op.dtype) << '\t'
       << op.label();
    if (!op.file.empty())
      os << '\t' << op.file << ':' << op.line;
    StringRef mark = "\ttakes in ";
    for (const std::string &member : op.members)
      if (member != op.path) {
        os << mark << member;
        mark = ", ";
      }
    os << '\n';
  }
}

/// An element in full: nine digits of a float, all of an integer.
static void printElement(raw_ostream &os, const HostTensor &tensor, int64_t i) {
  if (tensor.dtype == NANGUARD_I64)
    os << tensor.getInt(i);
  else
    os << format("%.9g", tensor.get(i));
}

void nanguard::run::printTensor(raw_ostream &os, const HostTensor &tensor) {
  os << tensor.typeString() << '=';
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    os << (i ? "," : "");
    printElement(os, tensor, i);
  }
  os << '\n';
}

std::string nanguard::run::compareTensors(const HostTensor &got,
                                          const HostTensor &expected,
                                          double rtol, double atol) {
  bool comparable = got.dtype == expected.dtype ||
                    (isFloat(got.dtype) && isFloat(expected.dtype));
  if (got.shape != expected.shape || !comparable)
    return "has type " + got.typeString() + ", expected " +
           expected.typeString();
  int64_t worst = -1, wrong = 0;
  double worstExcess = 0;
  for (int64_t i = 0, e = got.numElements(); i < e; ++i) {
    double a = got.get(i), b = expected.get(i);
    // Beyond 2^53 the doubles of two integers may be one.
    if (got.dtype == NANGUARD_I64 ? got.getInt(i) == expected.getInt(i)
                                  : a == b || (std::isnan(a) && std::isnan(b)))
      continue;
    // Infinities differ from everything but themselves.
    double excess = std::isfinite(a) && std::isfinite(b)
                        ? std::fabs(a - b) - (atol + rtol * std::fabs(b))
                        : INFINITY;
    bool isExact = atol == 0 && rtol == 0;
    if (!(excess > 0) && !(isExact && got.dtype == NANGUARD_I64))
      continue;
    ++wrong;
    if (worst < 0 || excess > worstExcess) {
      worst = i;
      worstExcess = excess;
    }
  }
  if (worst < 0)
    return "";
  std::string text;
  raw_string_ostream os(text);
  os << wrong << " of " << got.numElements() << " elements differ, worst ["
     << worst << "]: ";
  printElement(os, got, worst);
  os << ", expected ";
  printElement(os, expected, worst);
  return text;
}
