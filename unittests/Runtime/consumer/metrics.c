#include <nanguard/sinks.h>

int main(void) {
  char why[256];
  nanguard_metrics_destroy(NULL);
  if (nanguard_metrics_check("nowhere", why, sizeof why) != NANGUARD_ERR_IO)
    return 1;
  return nanguard_metrics_text(NULL, NULL, 0) != 0;
}
