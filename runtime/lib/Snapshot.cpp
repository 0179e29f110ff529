//===- Snapshot.cpp - Saving and restoring a controller -------------------===//
//
// Layout: magic, version, length, CRC-32 of the payload, payload. One visitor
// lists the fields for both directions, so that they cannot drift apart.
// Little-endian, as every target of ours.
//
//===----------------------------------------------------------------------===//

#include "Snapshot.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

using namespace nanguard;

namespace {

/// A kind of file: how it begins, and the version of what follows.
struct Format {
  char magic[8];
  uint32_t version;
};
constexpr Format kContext = {{'N', 'G', 'S', 'T', 'A', 'T', 'E', '\n'}, 5};
constexpr Format kServer = {{'N', 'G', 'S', 'E', 'R', 'V', 'E', '\n'}, 1};
constexpr size_t kHeader =
    sizeof kContext.magic + 2 * sizeof(uint32_t) + sizeof(uint64_t);

uint32_t crc32(const char *data, size_t size) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < size; ++i) {
    crc ^= static_cast<uint8_t>(data[i]);
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

struct Writer {
  std::string bytes;

  template <typename T>
  void operator()(T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
};

/// The largest value of each enumeration in a file. Any other one that its bits
/// cannot hold would be undefined behaviour.
constexpr State largest(State) { return static_cast<State>(kNumStates - 1); }
constexpr Trial largest(Trial) { return Trial::Carries; }
constexpr Exit largest(Exit) { return Exit::Known; }
constexpr Breaker::Phase largest(Breaker::Phase) {
  return Breaker::Phase::Canary;
}
constexpr nanguard_verdict largest(nanguard_verdict) {
  return NANGUARD_VERDICT_OPEN;
}
constexpr nanguard_fault largest(nanguard_fault) {
  return NANGUARD_FAULT_DOMAIN;
}

struct Reader {
  const char *data;
  size_t left;
  bool sound = true;

  template <typename T>
  void operator()(T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (left < sizeof value) {
      sound = false;
      return;
    }
    take(value);
    data += sizeof value;
    left -= sizeof value;
  }

private:
  template <typename T>
  void take(T &value) {
    if constexpr (std::is_same_v<T, bool>) {
      // Any other byte in a bool is undefined behaviour.
      value = *data != 0;
    } else if constexpr (std::is_enum_v<T>) {
      std::underlying_type_t<T> number;
      std::memcpy(&number, data, sizeof number);
      if (number >= 0 &&
          number <= static_cast<std::underlying_type_t<T>>(largest(T())))
        value = static_cast<T>(number);
      else
        sound = false;
    } else {
      std::memcpy(&value, data, sizeof value);
    }
  }
};

} // namespace

namespace nanguard {

/// The fields of a controller, once for both directions.
class SnapshotAccess {
public:
  template <typename Visitor>
  static void visit(TierController &c, Visitor &v) {
    v(c.selected);
    v(c.reported);
    v(c.watchLeft);
    v(c.maximaLeft);
    visit(c.loss, v);
    visit(c.gradNorm, v);
    v(c.budget.intervalStart);
    v(c.budget.skips);
    for (uint64_t *total :
         {&c.totals.steps, &c.totals.staleReports, &c.totals.badSteps,
          &c.totals.lastCleanStep, &c.totals.downgrades, &c.totals.upgrades,
          &c.totals.events, &c.totals.clips})
      v(*total);
    for (OpState &s : c.states)
      visit(s, v);
    for (OpTrack &t : c.tracks)
      visit(t, v);
    for (Baseline &b : c.baselines)
      visit(b, v);
    visitStatistics(c.meanSquares, c.states.size(), v);
    visitStatistics(c.variances, c.states.size(), v);
    v(c.redone);
    bool hasRedo = !c.redoTiers.empty();
    v(hasRedo);
    c.redoTiers.resize(hasRedo ? c.states.size() : 0);
    for (uint8_t &tier : c.redoTiers)
      v(tier);
  }

  static const Model &model(const TierController &c) { return c.model; }
  static std::vector<OpState> &states(TierController &c) { return c.states; }
  static std::vector<OpTrack> &tracks(TierController &c) { return c.tracks; }

  /// Takes over all that a snapshot holds. What it does not hold belongs to
  /// steps that the restored context has not run.
  static void assign(TierController &to, TierController &from) {
    Writer writer;
    visit(from, writer);
    Reader reader{writer.bytes.data(), writer.bytes.size()};
    visit(to, reader);
    to.last = {};
    to.kept = {};
    to.selfCheck = NANGUARD_EVIDENCE_NONE;
    to.jumpNow = to.skipNow = false;
    to.recount();
  }

  /// A fresh controller of the same model, to read into.
  static TierController blank(const TierController &c) {
    return TierController(c.model, c.policy, c.id);
  }

private:
  /// The policy that saved may have kept statistics where this one does not.
  template <typename Visitor>
  static void visitStatistics(std::vector<Baseline> &list, size_t ops,
                              Visitor &v) {
    auto saved = static_cast<uint32_t>(list.size());
    v(saved);
    for (size_t i = 0; i < std::min<size_t>(saved, ops); ++i) {
      Baseline unwanted;
      visit(i < list.size() ? list[i] : unwanted, v);
    }
  }

  template <typename Visitor>
  static void visit(SpikeDetector &d, Visitor &v) {
    v(d.mean);
    v(d.deviation);
    v(d.samples);
  }
  template <typename Visitor>
  static void visit(Baseline &b, Visitor &v) {
    v(b.mean);
    v(b.deviation);
    v(b.samples);
    v(b.batchSum);
    v(b.batchSize);
  }
  template <typename Visitor>
  static void visit(OpState &s, Visitor &v) {
    v(s.state);
    v(s.stage);
    v(s.doublings);
    v(s.pinned);
    v(s.lowered);
    v(s.triggered);
    v(s.trial);
    v(s.mindsInputs);
    v(s.uncurable);
    for (uint32_t *field :
         {&s.history, &s.count, &s.streak, &s.stageBad, &s.uncurableAge,
          &s.fingerprint, &s.sameRelapses, &s.relapses, &s.heldFor})
      v(*field);
    v(s.heldReports);
  }
  template <typename Visitor>
  static void visit(OpTrack &t, Visitor &v) {
    v(t.badSteps);
    v(t.carriedSteps);
    v(t.lastBadStep);
    v(t.cause);
    v(t.offBaseline);
    v(t.verdict);
    v(t.fault);
    v(t.forcedForm);
    v(t.badTier);
    v(t.rescued);
    v(t.harmless);
    v(t.told);
    v(t.exit);
  }
};

} // namespace nanguard

namespace {

/// A checksum only proves that the bytes are what someone wrote.
bool isSane(TierController &c) {
  for (const OpState &s : SnapshotAccess::states(c)) {
    bool staged = s.state == State::Verify || s.state == State::Recover;
    if (s.stage > 2 || staged != (s.stage != 0) || s.doublings > 10 ||
        s.heldReports > 31)
      return false;
  }
  for (const OpTrack &t : SnapshotAccess::tracks(c))
    if (t.forcedForm < -1 || t.forcedForm >= NANGUARD_FORM_COUNT)
      return false;
  return true;
}

} // namespace

static std::string frame(const Format &format, const std::string &payload) {
  Writer file;
  file.bytes.assign(format.magic, sizeof format.magic);
  uint32_t version = format.version;
  uint64_t length = payload.size();
  uint32_t crc = crc32(payload.data(), payload.size());
  file(version);
  file(length);
  file(crc);
  return file.bytes + payload;
}

/// A reader of the payload, if the frame is sound.
static bool openFrame(const Format &format, const std::string &bytes,
                      Reader &reader, std::string &error) {
  if (bytes.size() < kHeader ||
      std::memcmp(bytes.data(), format.magic, sizeof format.magic) != 0) {
    error = "not a NanGuard state file of this kind, or cut off";
    return false;
  }
  reader = {bytes.data() + sizeof format.magic,
            bytes.size() - sizeof format.magic};
  uint32_t version = 0, crc = 0;
  uint64_t length = 0;
  reader(version);
  reader(length);
  reader(crc);
  if (version != format.version) {
    error = "state file of version " + std::to_string(version) +
            ", this runtime reads version " + std::to_string(format.version);
    return false;
  }
  if (length != reader.left || crc != crc32(reader.data, reader.left)) {
    error = "state file is damaged (length or checksum is wrong)";
    return false;
  }
  return true;
}

static bool isOfModel(Reader &reader, const Model &model, std::string &error) {
  uint64_t hash = 0, ops = 0;
  reader(hash);
  reader(ops);
  if (hash == model.hash && ops == model.ops.size())
    return true;
  error = "state file belongs to another model";
  return false;
}

std::string nanguard::saveSnapshot(const TierController &controller) {
  Writer payload;
  uint64_t hash = SnapshotAccess::model(controller).hash;
  uint64_t ops = controller.size();
  payload(hash);
  payload(ops);
  // The visitor serves both directions; the writer only reads.
  SnapshotAccess::visit(const_cast<TierController &>(controller), payload);
  return frame(kContext, payload.bytes);
}

bool nanguard::restoreSnapshot(const std::string &bytes,
                               TierController &controller, std::string &error) {
  Reader reader{};
  if (!openFrame(kContext, bytes, reader, error) ||
      !isOfModel(reader, SnapshotAccess::model(controller), error))
    return false;
  TierController fresh = SnapshotAccess::blank(controller);
  SnapshotAccess::visit(fresh, reader);
  if (!reader.sound || reader.left != 0 || !isSane(fresh)) {
    error = "state file is damaged (its contents make no sense)";
    return false;
  }
  SnapshotAccess::assign(controller, fresh);
  return true;
}

std::string nanguard::saveBreakers(const Model &model, uint64_t serials,
                                   const std::vector<Breaker> &breakers) {
  Writer payload;
  uint64_t hash = model.hash, ops = breakers.size();
  payload(hash);
  payload(ops);
  payload(serials);
  for (const Breaker &breaker : breakers) {
    Breaker::Saved saved = breaker.save();
    auto faults = static_cast<uint64_t>(saved.faults.size());
    payload(saved.phase);
    payload(saved.stage);
    payload(saved.doublings);
    payload(saved.openedAt);
    payload(saved.clean);
    payload(faults);
    for (uint64_t serial : saved.faults)
      payload(serial);
  }
  return frame(kServer, payload.bytes);
}

bool nanguard::restoreBreakers(const std::string &bytes, const Model &model,
                               uint64_t &serials,
                               std::vector<Breaker> &breakers,
                               std::string &error) {
  Reader reader{};
  if (!openFrame(kServer, bytes, reader, error) ||
      !isOfModel(reader, model, error))
    return false;
  uint64_t count = 0;
  reader(count);
  std::vector<Breaker> fresh(model.ops.size());
  bool sane = true;
  for (Breaker &breaker : fresh) {
    Breaker::Saved saved;
    uint64_t faults = 0;
    reader(saved.phase);
    reader(saved.stage);
    reader(saved.doublings);
    reader(saved.openedAt);
    reader(saved.clean);
    reader(faults);
    for (; faults && reader.sound; --faults) {
      uint64_t serial = 0;
      reader(serial);
      saved.faults.push_back(serial);
    }
    sane = sane && breaker.restore(saved);
  }
  if (!reader.sound || reader.left != 0 || !sane) {
    error = "state file is damaged (its contents make no sense)";
    return false;
  }
  serials = count;
  breakers = std::move(fresh);
  return true;
}
