/*===- Invoke.c - Calls of a model from Python ---------------------------===*
 *
 * A model's assertion calls nanguard_model_abort, which ends the process unless
 * the host defines it: here it leaves the call with an error instead. Generated
 * code holds no destructors, and its memory goes with the arena.
 *
 *===----------------------------------------------------------------------===*/
#include "nanguard/runtime.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local jmp_buf *jump;
static _Thread_local char said[512];

NANGUARD_API int32_t nanguard_model_message(const char *text) {
  snprintf(said, sizeof said, "%s", text);
  return 0;
}

NANGUARD_API void nanguard_model_abort(void) {
  if (jump)
    longjmp(*jump, 1);
  fprintf(stderr, "%s\n", said);
  abort();
}

/* Runs a model's nanguard_invoke_FUNC on the current thread, its memory from
 * `arena`. NULL, or the message of the assertion that failed. */
NANGUARD_API const char *nanguard_python_invoke(void (*function)(void **),
                                                void **params,
                                                nanguard_arena *arena) {
  jmp_buf here;
  if (nanguard_arena_activate(arena))
    return nanguard_last_error();
  said[0] = '\0';
  jump = &here;
  const char *message = NULL;
  if (setjmp(here))
    message = said[0] ? said : "an assertion of the model failed";
  else
    function(params);
  jump = NULL;
  nanguard_arena_activate(NULL);
  return message;
}
