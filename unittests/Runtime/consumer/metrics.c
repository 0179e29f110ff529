#include <nanguard/sinks.h>

int main(void) {
  nanguard_metrics_destroy(NULL);
  return nanguard_metrics_text(NULL, NULL, 0) != 0;
}
