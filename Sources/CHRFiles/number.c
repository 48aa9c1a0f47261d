/* newlocale and strtod_l are extensions of the C library. */
#define _GNU_SOURCE
#include "CHRFiles.h"
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

static locale_t c_locale;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_locale(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Correctly rounded and deaf to the locale, unlike strtod with a comma as the decimal mark. */
static int convert_slowly(const char *text, size_t length, char mark, double *value) {
  char small[128];
  char *copy = length < sizeof small ? small : malloc(length + 1);
  if (copy == NULL) return 0;
  memcpy(copy, text, length);
  copy[length] = 0;
  char *point = memchr(copy, mark, length);
  if (point != NULL) *point = '.';
  pthread_once(&once, make_locale);
  char *end = NULL;
  *value = strtod_l(copy, &end, c_locale);
  int whole = end == copy + length;
  if (copy != small) free(copy);
  return whole;
}

/* Digits go to the end of the number so far, which wraps from the twentieth on. */
static const char *read_digits(const char *p, const char *end, uint64_t *number) {
  for (; p < end && (unsigned)(*p - '0') < 10; p++) *number = *number * 10 + (unsigned)(*p - '0');
  return p;
}

/* mantissa / 10^power, not 0, power at most 19: both are shifted to 64 bits, so the quotient has 63 or 64, and its last
   bit stands for all that the division leaves. The conversion rounds once; the scaling is exact. */
static double divided(uint64_t mantissa, int power) {
  uint64_t divisor = (uint64_t)powers[power];
  int up = __builtin_clzll(mantissa), down = __builtin_clzll(divisor);
  unsigned __int128 dividend = (unsigned __int128)(mantissa << up) << 63;
  uint64_t quotient = (uint64_t)(dividend / (divisor << down));
  int is_inexact = (unsigned __int128)quotient * (divisor << down) != dividend;
  return ldexp((double)(quotient | (uint64_t)is_inexact), down - up - 63);
}

int hr_parse_number(const char *text, size_t length, uint8_t decimal_mark, double *value) {
  const char *p = text, *end = text + length;
  while (p < end && (*p == ' ' || *p == '\t')) p++;
  while (end > p && (end[-1] == ' ' || end[-1] == '\t')) end--;
  const char *start = p;
  int negative = 0;
  if (p < end && (*p == '-' || *p == '+')) negative = *p++ == '-';
  const char *first = p;
  uint64_t mantissa = 0;
  p = read_digits(p, end, &mantissa);
  ptrdiff_t significant = p - first, exponent = 0;
  if (p < end && *p == (char)decimal_mark) {
    const char *fraction = p + 1;
    p = read_digits(fraction, end, &mantissa);
    exponent = fraction - p;
    significant -= exponent;
  }
  if (significant == 0) return 0;
  if (significant > 19)
    for (; first < p && (*first == '0' || *first == (char)decimal_mark); first++) significant -= *first == '0';
  if (p < end && (*p == 'e' || *p == 'E')) {
    p++;
    int below = 0, written = 0, power = 0;
    if (p < end && (*p == '-' || *p == '+')) below = *p++ == '-';
    for (; p < end && (unsigned)(*p - '0') < 10; p++) {
      written++;
      if (power < 100000) power = power * 10 + (*p - '0');
    }
    if (written == 0) return 0;
    exponent += below ? -power : power;
  }
  if (p != end) return 0;
  double magnitude;
  /* W. D. Clinger (PLDI 1990): both operands are exact, so one operation rounds correctly. */
  if (significant <= 19 && mantissa <= (UINT64_C(1) << 53) && exponent >= -22 && exponent <= 22)
    magnitude = exponent < 0 ? (double)mantissa / powers[-exponent] : (double)mantissa * powers[exponent];
  else if (significant <= 19 && exponent >= -19 && exponent <= 0 && mantissa != 0)
    magnitude = divided(mantissa, (int)-exponent);
  else
    return convert_slowly(start, (size_t)(end - start), (char)decimal_mark, value);
  *value = negative ? -magnitude : magnitude;
  return 1;
}
