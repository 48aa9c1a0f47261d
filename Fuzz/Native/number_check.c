#include "number_check.h"
#include "CHRFiles.h"
#include "expect.h"
#include <string.h>

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static size_t digits(const char *text, size_t at, size_t end) {
  while (at < end && is_digit(text[at])) at++;
  return at;
}

/* Blanks, sign, digits with or without a decimal mark, exponent, blanks. */
static int is_number(const char *text, size_t at, size_t end, char mark) {
  if (at < end && (text[at] == '+' || text[at] == '-')) at++;
  size_t whole = digits(text, at, end), count = whole - at;
  at = whole;
  if (at < end && text[at] == mark) {
    size_t fraction = digits(text, at + 1, end);
    count += fraction - at - 1;
    at = fraction;
  }
  if (count == 0) return 0;
  if (at < end && (text[at] == 'e' || text[at] == 'E')) {
    at++;
    if (at < end && (text[at] == '+' || text[at] == '-')) at++;
    size_t power = digits(text, at, end);
    if (power == at) return 0;
    at = power;
  }
  return at == end;
}

int check_number(const char *text, size_t length, char mark, double *value) {
  double found = 0;
  int accepted = hr_parse_number(text, length, (uint8_t)mark, &found);
  size_t start = 0, end = length;
  while (start < end && (text[start] == ' ' || text[start] == '\t')) start++;
  while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
  int expected = is_number(text, start, end, mark);
  EXPECT(accepted == expected, "\"%.*s\" %s a number and was %s", (int)length, text, expected ? "is" : "is not",
         accepted ? "accepted" : "refused");
  if (!accepted) return 0;
  char *copy = malloc(end - start + 1);
  memcpy(copy, text + start, end - start);
  copy[end - start] = 0;
  for (char *p = copy; *p != 0; p++)
    if (*p == mark) *p = '.';
  char *rest = NULL;
  double wanted = strtod(copy, &rest);
  EXPECT(*rest == 0, "strtod leaves \"%s\" of \"%s\"", rest, copy);
  EXPECT(memcmp(&wanted, &found, sizeof wanted) == 0, "\"%s\" is %a, found %a", copy, wanted, found);
  free(copy);
  *value = found;
  return 1;
}
