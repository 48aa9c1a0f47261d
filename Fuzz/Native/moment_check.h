#ifndef MOMENT_CHECK_H
#define MOMENT_CHECK_H
#include "CHRFiles.h"

/* One of sixteen forms; the first three are ISO 8601. */
hr_moment_form moment_form(unsigned choice);

/* Whether hreval takes the text for a moment; what it makes of it must lie in its range, and be the same when it is
   read from the text that the C library writes of it. `zones` takes up 1 for one without a zone and 2 for one with. */
int check_moment(const char *text, size_t length, const hr_moment_form *form, int64_t *nanoseconds, int *zones);

#endif
