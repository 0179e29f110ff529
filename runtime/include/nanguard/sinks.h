/*===- sinks.h - Metrics and logs of the runtime -------------------*- C -*-===*
 *
 * Two libraries beside the runtime, each built where what it rests on is
 * installed: nanguard_metrics (prometheus-cpp) and nanguard_log (spdlog).
 * Calls never throw; all are thread-safe but `destroy`. Where a call takes a
 * `message` of `size` bytes (or NULL), it says there why it failed.
 *===----------------------------------------------------------------------===*/
#ifndef NANGUARD_SINKS_H
#define NANGUARD_SINKS_H

#include "nanguard/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Metrics: nanguard_… for Prometheus
 * ------------------------------------*/

typedef struct nanguard_metrics nanguard_metrics;

/* `model` names the ops; it may be destroyed afterwards. */
NANGUARD_API nanguard_error nanguard_metrics_create(const nanguard_model *model,
                                                    nanguard_metrics **metrics);
NANGUARD_API void nanguard_metrics_destroy(nanguard_metrics *metrics);

/* Takes a context's counters and its ops' states; after each step_end, or less
 * often. */
NANGUARD_API nanguard_error nanguard_metrics_update(
    nanguard_metrics *metrics, const nanguard_context *context, uint64_t id);
/* An event callback: user is the nanguard_metrics. */
NANGUARD_API void nanguard_metrics_event(const nanguard_event *event,
                                         void *metrics);

/* Serves /metrics on `address` ("127.0.0.1:9464") until destroyed. */
NANGUARD_API nanguard_error nanguard_metrics_listen(nanguard_metrics *metrics,
                                                    const char *address,
                                                    char *message, size_t size);
/* Whether that could be done now, for a host that wants to know before it
 * works: NANGUARD_ERR_IO and why not in `message`. */
NANGUARD_API nanguard_error nanguard_metrics_check(const char *address,
                                                   char *message, size_t size);
/* The text exposition format, cut as snprintf does; returns its full length. */
NANGUARD_API size_t nanguard_metrics_text(nanguard_metrics *metrics,
                                          char *buffer, size_t size);

/* ---- A structured log
 * -------------------------------------------------------*/

typedef struct nanguard_log nanguard_log;

/* One JSON object a line: time, level, event. Three files of `max_bytes` each
 * at most (0: 8 MiB). `path` "-" is standard error. */
NANGUARD_API nanguard_error nanguard_log_create(const char *path,
                                                uint64_t max_bytes,
                                                nanguard_log **log,
                                                char *message, size_t size);
NANGUARD_API void nanguard_log_destroy(nanguard_log *log);
/* An event callback: user is the nanguard_log. */
NANGUARD_API void nanguard_log_event(const nanguard_event *event, void *log);
/* Writes out what is buffered: NANGUARD_ERR_IO and why in `message` where a
 * line was lost since the log was made, on a full disk say. */
NANGUARD_API nanguard_error nanguard_log_flush(nanguard_log *log, char *message,
                                               size_t size);

#ifdef __cplusplus
}
#endif
#endif /* NANGUARD_SINKS_H */
