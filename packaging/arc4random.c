/* The C++ library of Debian 12 asks for arc4random, which the C library has since 2.36. With this the packages run with
   2.35 too. Nothing of hreval calls it. */
#include <stdint.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t number = 0;
  while (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) {
  }
  return number;
}
