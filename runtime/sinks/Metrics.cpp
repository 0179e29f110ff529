//===- Metrics.cpp - nanguard_… for Prometheus ----------------------------===//
//
// Counters of the contexts, states of their ops. An op has a series only once
// it has left NORMAL or was bad: most of a thousand never do.
//
//===----------------------------------------------------------------------===//

#include "nanguard/sinks.h"

#include <prometheus/counter.h>
#include <prometheus/exposer.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Labels;

struct CounterField {
  const char *name;
  const char *help;
  uint64_t nanguard_counters::*field;
};

const CounterField kCounters[] = {
    {"nanguard_steps_total", "Reports counted", &nanguard_counters::steps},
    {"nanguard_bad_steps_total", "Steps in which a scan was bad",
     &nanguard_counters::bad_steps},
    {"nanguard_stale_reports_total", "Reports that came a second time",
     &nanguard_counters::stale_reports},
    {"nanguard_downgrades_total", "Changes to a deeper form",
     &nanguard_counters::downgrades},
    {"nanguard_upgrades_total", "Changes to a faster form",
     &nanguard_counters::upgrades},
    {"nanguard_clipped_values_total", "Values that clips replaced",
     &nanguard_counters::clips},
};

struct GaugeField {
  const char *name;
  const char *help;
  uint32_t nanguard_counters::*field;
};

const GaugeField kGauges[] = {
    {"nanguard_ops_watched", "Ops in OBSERVE", &nanguard_counters::ops_watched},
    {"nanguard_ops_lowered", "Ops in a safe or unfused form",
     &nanguard_counters::ops_lowered},
    {"nanguard_ops_halted", "Ops in HALT", &nanguard_counters::ops_halted},
    {"nanguard_ops_pinned", "Ops pinned to a safe form",
     &nanguard_counters::ops_pinned},
};

/// A total of the runtime's, as Prometheus counts: upwards only.
void raise(Counter &counter, uint64_t total) {
  double behind = double(total) - counter.Value();
  if (behind > 0)
    counter.Increment(behind);
}

size_t cutTo(const std::string &text, char *buffer, size_t size) {
  if (buffer && size) {
    size_t n = std::min(text.size(), size - 1);
    std::memcpy(buffer, text.data(), n);
    buffer[n] = '\0';
  }
  return text.size();
}

/// Empty, or why nothing can listen on HOST:PORT: the server's library says
/// only that it cannot. The place is taken and given back.
std::string whyNotListen(const std::string &address) {
  size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  std::string port =
      colon == std::string::npos ? "" : address.substr(colon + 1);
  bool isPort = !port.empty() && port.size() <= 5 &&
                port.find_first_not_of("0123456789") == std::string::npos;
  int number = isPort ? std::stoi(port) : 0;
  if (host.empty() || number < 1 || number > 65535)
    return "wants HOST:PORT, a port from 1 to 65535";
  addrinfo hints = {}, *found = nullptr;
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  if (int code = getaddrinfo(host.c_str(), port.c_str(), &hints, &found))
    return gai_strerror(code);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
  bool good = fd >= 0 &&
              setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
              bind(fd, found->ai_addr, found->ai_addrlen) == 0 &&
              listen(fd, 1) == 0;
  int code = errno;
  if (fd >= 0)
    close(fd);
  freeaddrinfo(found);
  return good ? "" : std::strerror(code);
}

/// Says what stands in the way of listening, of all that is known of it.
nanguard_error cannotListen(const std::string &address, const std::string &why,
                            char *message, size_t size) {
  cutTo("cannot listen on '" + address + "': " + why, message, size);
  return NANGUARD_ERR_IO;
}

} // namespace

struct nanguard_metrics {
  std::shared_ptr<prometheus::Registry> registry =
      std::make_shared<prometheus::Registry>();
  std::vector<Family<Counter> *> counters;
  std::vector<Family<Gauge> *> gauges;
  Family<Gauge> *state;
  Family<Counter> *opBad;
  Family<Counter> *events;
  std::vector<Labels> ops;
  std::mutex mutex;
  /// Context and op that have a series.
  std::map<std::pair<uint64_t, size_t>, Labels> shown;
  std::unique_ptr<prometheus::Exposer> exposer;

  explicit nanguard_metrics(const nanguard_model *model) {
    auto counter = [&](const char *name, const char *help) {
      return &prometheus::BuildCounter().Name(name).Help(help).Register(
          *registry);
    };
    auto gauge = [&](const char *name, const char *help) {
      return &prometheus::BuildGauge().Name(name).Help(help).Register(
          *registry);
    };
    for (const CounterField &field : kCounters)
      counters.push_back(counter(field.name, field.help));
    for (const GaugeField &field : kGauges)
      gauges.push_back(gauge(field.name, field.help));
    state = gauge("nanguard_op_state",
                  "0 NORMAL, 1 OBSERVE, 2 SAFE_STAGE_1, 3 SAFE_STAGE_2, "
                  "4 VERIFY, 5 RECOVER, 6 HALT");
    opBad = counter("nanguard_op_bad_steps_total",
                    "Steps in which a fault appeared in the op");
    events = counter("nanguard_events_total", "Events by reason and verdict");
    for (size_t i = 0; i < nanguard_model_num_ops(model); ++i) {
      nanguard_op_desc desc = {};
      desc.struct_size = sizeof desc;
      if (!nanguard_model_op(model, int64_t(i), &desc))
        ops.push_back({{"op", std::to_string(i)},
                       {"kind", desc.kind},
                       {"path", desc.path}});
    }
  }

  void updateOp(const nanguard_context *context, uint64_t id, size_t op) {
    nanguard_op_info info = {};
    info.struct_size = sizeof info;
    if (nanguard_context_op_info(context, int64_t(op), &info))
      return;
    auto at = shown.find({id, op});
    if (at == shown.end()) {
      if (info.state == NANGUARD_STATE_NORMAL && !info.bad_steps)
        return;
      Labels labels = ops[op];
      labels["context"] = std::to_string(id);
      at = shown.emplace(std::make_pair(id, op), labels).first;
    }
    state->Add(at->second).Set(info.state);
    raise(opBad->Add(at->second), info.bad_steps);
  }
};

extern "C" {

nanguard_error nanguard_metrics_create(const nanguard_model *model,
                                       nanguard_metrics **metrics) {
  if (!model || !metrics)
    return NANGUARD_ERR_ARGUMENT;
  try {
    *metrics = new nanguard_metrics(model);
    return NANGUARD_OK;
  } catch (...) {
    return NANGUARD_ERR_MEMORY;
  }
}

void nanguard_metrics_destroy(nanguard_metrics *metrics) { delete metrics; }

nanguard_error nanguard_metrics_update(nanguard_metrics *metrics,
                                       const nanguard_context *context,
                                       uint64_t id) {
  if (!metrics || !context)
    return NANGUARD_ERR_ARGUMENT;
  try {
    nanguard_counters now = {};
    now.struct_size = sizeof now;
    if (nanguard_error error = nanguard_context_counters(context, &now))
      return error;
    std::lock_guard<std::mutex> lock(metrics->mutex);
    Labels labels = {{"context", std::to_string(id)}};
    for (size_t i = 0; i < metrics->counters.size(); ++i)
      raise(metrics->counters[i]->Add(labels), now.*kCounters[i].field);
    for (size_t i = 0; i < metrics->gauges.size(); ++i)
      metrics->gauges[i]->Add(labels).Set(now.*kGauges[i].field);
    for (size_t op = 0; op < metrics->ops.size(); ++op)
      metrics->updateOp(context, id, op);
    return NANGUARD_OK;
  } catch (...) {
    return NANGUARD_ERR_MEMORY;
  }
}

void nanguard_metrics_event(const nanguard_event *event, void *metrics) {
  if (!event || !metrics)
    return;
  try {
    static_cast<nanguard_metrics *>(metrics)
        ->events
        ->Add({{"reason", nanguard_reason_name(event->reason)},
               {"verdict", nanguard_verdict_name(event->verdict)}})
        .Increment();
  } catch (...) {
    // Out of memory: the event is lost here, not in the run.
  }
}

nanguard_error nanguard_metrics_listen(nanguard_metrics *metrics,
                                       const char *address, char *message,
                                       size_t size) {
  if (!metrics || !address)
    return NANGUARD_ERR_ARGUMENT;
  try {
    // A client that says nothing must not keep others from being served.
    auto exposer =
        std::make_unique<prometheus::Exposer>(std::vector<std::string>{
            "listening_ports", address, "num_threads", "8",
            "request_timeout_ms", "1000", "keep_alive_timeout_ms", "1000"});
    exposer->RegisterCollectable(metrics->registry);
    metrics->exposer = std::move(exposer);
    return NANGUARD_OK;
  } catch (const std::exception &e) {
    std::string why = whyNotListen(address);
    return cannotListen(address, why.empty() ? e.what() : why, message, size);
  }
}

nanguard_error nanguard_metrics_check(const char *address, char *message,
                                      size_t size) {
  if (!address)
    return NANGUARD_ERR_ARGUMENT;
  std::string why = whyNotListen(address);
  return why.empty() ? NANGUARD_OK : cannotListen(address, why, message, size);
}

size_t nanguard_metrics_text(nanguard_metrics *metrics, char *buffer,
                             size_t size) {
  if (buffer && size)
    buffer[0] = '\0';
  if (!metrics)
    return 0;
  try {
    return cutTo(
        prometheus::TextSerializer().Serialize(metrics->registry->Collect()),
        buffer, size);
  } catch (...) {
    return 0;
  }
}

} // extern "C"
