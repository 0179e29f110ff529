/* Uses one call of each header. */
#include <nanguard/runtime.h>

int main(void) {
  nanguard_rt_free(nanguard_rt_alloc(16, 64));
  return nanguard_abi_check(NANGUARD_ABI_VERSION);
}
