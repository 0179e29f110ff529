/*===- FakeCuda.c - A CUDA driver that only writes down what is asked -----===*
 *
 * Loaded in place of libcuda.so.1. Work on a stream is not done before
 * fake_cuda_progress or a synchronisation, as on a GPU that is busy. Kernels
 * named add_N and more_N have N arguments, and add the last one to each of four
 * ints at the first; others do nothing. With $FAKE_CUDA_PRINT the log goes to
 * standard error at the end.
 *===----------------------------------------------------------------------===*/
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static char text[16384];
static int major = 9;
static int live; /* contexts, modules, streams, events, memory */

static void say(const char *format, ...) {
  size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, sizeof text - used, format, args);
  va_end(args);
}

struct work {
  int stream, *target, value;
  void *to;
  const void *from;
  size_t bytes;
  int *event;
};
static struct work queue[256];
static int queued;

__attribute__((destructor)) static void print(void) {
  if (getenv("FAKE_CUDA_PRINT"))
    fputs(text, stderr);
}

static void progress(void) {
  for (int i = 0; i < queued; ++i) {
    struct work *w = &queue[i];
    if (w->target)
      for (int j = 0; j < 4; ++j)
        w->target[j] += w->value;
    if (w->to)
      memcpy(w->to, w->from, w->bytes);
    if (w->event)
      *w->event = 1;
  }
  queued = 0;
}

/* For the test. */
EXPORT const char *fake_cuda_log(void) { return text; }
EXPORT void fake_cuda_reset(int compute_major) {
  text[0] = 0;
  major = compute_major;
}
EXPORT void fake_cuda_progress(void) { progress(); }
EXPORT int fake_cuda_live(void) { return live; }

EXPORT int cuInit(unsigned flags) { return (int)flags; }
EXPORT int cuGetErrorString(int error, const char **out) {
  *out = error == 218   ? "a PTX JIT compilation failed"
         : error == 500 ? "named symbol not found"
                        : "an error";
  return 0;
}
EXPORT int cuDeviceGetCount(int *count) {
  *count = 1;
  return 0;
}
EXPORT int cuDeviceGet(int *device, int number) {
  *device = number;
  return 0;
}
EXPORT int cuDeviceGetAttribute(int *value, int which, int device) {
  (void)device;
  *value = which == 75 ? major : 0;
  return 0;
}
EXPORT int cuDevicePrimaryCtxRetain(void **context, int device) {
  (void)device;
  ++live;
  *context = text;
  return 0;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  --live;
  return device;
}
EXPORT int cuCtxSetCurrent(void *context) { return context != text; }
EXPORT int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return 0;
}
EXPORT int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                              int *options, void **values) {
  if (strstr(image, "wrong")) {
    if (count == 2 && options[0] == 5 && options[1] == 6)
      snprintf(values[0], (size_t)values[1], "line 1: wrong");
    return 218;
  }
  say("module\n");
  ++live;
  *module = (void *)(uintptr_t)image;
  return 0;
}
EXPORT int cuModuleUnload(void *module) {
  --live;
  return module == NULL;
}
EXPORT int cuModuleGetFunction(void **function, void *module,
                               const char *name) {
  if (!strstr(module, name))
    return 500;
  say("function %s\n", name);
  *function = (void *)(uintptr_t)name;
  return 0;
}
EXPORT int cuFuncSetAttribute(void *function, int attribute, int value) {
  say("attribute %s %d %d\n", (const char *)function, attribute, value);
  return 0;
}
EXPORT int cuMemAllocManaged(unsigned long long *memory, size_t bytes,
                             unsigned flags) {
  ++live;
  *memory = (uintptr_t)calloc(1, bytes);
  return flags != 1;
}
EXPORT int cuMemFree_v2(unsigned long long memory) {
  --live;
  free((void *)(uintptr_t)memory);
  return 0;
}
EXPORT int cuMemHostAlloc(void **memory, size_t bytes, unsigned flags) {
  (void)flags;
  ++live;
  *memory = calloc(1, bytes);
  return 0;
}
EXPORT int cuMemFreeHost(void *memory) {
  --live;
  free(memory);
  return 0;
}
EXPORT int cuMemcpyDtoHAsync_v2(void *to, unsigned long long from, size_t bytes,
                                void *stream) {
  struct work w = {*(int *)stream,          NULL,  0,   to,
                   (void *)(uintptr_t)from, bytes, NULL};
  queue[queued++] = w;
  say("copy %d bytes on %d\n", (int)bytes, *(int *)stream);
  return 0;
}
EXPORT int cuStreamCreateWithPriority(void **stream, unsigned flags,
                                      int priority) {
  static int number;
  int *made = malloc(sizeof *made);
  ++live;
  *made = number++ % 2;
  say("stream %d priority %d\n", *made, priority);
  *stream = made;
  return flags != 1;
}
EXPORT int cuStreamDestroy_v2(void *stream) {
  --live;
  free(stream);
  return 0;
}
EXPORT int cuStreamSynchronize(void *stream) {
  say("synchronize %d\n", *(int *)stream);
  progress();
  return 0;
}
EXPORT int cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
  say("wait on %d\n", *(int *)stream);
  return event == NULL || flags;
}
EXPORT int cuEventCreate(void **event, unsigned flags) {
  ++live;
  *event = calloc(1, sizeof(int));
  return flags != 2;
}
EXPORT int cuEventDestroy_v2(void *event) {
  --live;
  for (int i = 0; i < queued; ++i)
    if (queue[i].event == event)
      queue[i].event = NULL;
  free(event);
  return 0;
}
EXPORT int cuEventRecord(void *event, void *stream) {
  struct work w = {*(int *)stream, NULL, 0, NULL, NULL, 0, event};
  queue[queued++] = w;
  say("record on %d\n", *(int *)stream);
  return 0;
}
EXPORT int cuEventQuery(void *event) { return *(int *)event ? 0 : 600; }
EXPORT int cuEventSynchronize(void *event) {
  progress();
  return event == NULL;
}
EXPORT int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz,
                          unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, void *stream, void **args,
                          void **extra) {
  const char *name = function;
  struct work w = {*(int *)stream, NULL, 0, NULL, NULL, 0, NULL};
  if (strncmp(name, "add", 3) == 0 || strncmp(name, "more", 4) == 0) {
    w.target = *(int **)args[0];
    w.value = *(int *)args[atoi(strrchr(name, '_') + 1) - 1];
  }
  queue[queued++] = w;
  say("launch %s (%u,%u,%u) (%u,%u,%u) shared %u on %d\n", name, gx, gy, gz, bx,
      by, bz, shared, *(int *)stream);
  return extra != NULL;
}
