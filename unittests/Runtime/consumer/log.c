#include <nanguard/sinks.h>

int main(void) {
  nanguard_log *log = NULL;
  nanguard_log_event(NULL, NULL);
  return nanguard_log_create(NULL, 0, &log, NULL, 0) != NANGUARD_ERR_ARGUMENT;
}
