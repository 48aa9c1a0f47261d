#include "CHRFiles.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void hr_return_freed_memory(void) {
#ifdef __GLIBC__
  /* Pieces of this size and more are asked of the system one by one, and given back when they are free. */
  mallopt(M_MMAP_THRESHOLD, 1 << 16);
  mallopt(M_TRIM_THRESHOLD, 1 << 16);
#endif
}
