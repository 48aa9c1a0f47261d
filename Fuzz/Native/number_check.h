#ifndef NUMBER_CHECK_H
#define NUMBER_CHECK_H
#include <stddef.h>
#include <stdint.h>

/* Holds hr_parse_number against the grammar as written down and against strtod, bit for bit.
   Returns whether the text is a number. */
int check_number(const char *text, size_t length, char mark, double *value);

#endif
