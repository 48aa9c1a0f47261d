#ifndef EXPECT_H
#define EXPECT_H
#include <stdio.h>
#include <stdlib.h>

/* What must hold whatever the file says. The sentence stands in the report of the process that ends here. */
#define EXPECT(condition, ...)                 \
  do {                                         \
    if (!(condition)) {                        \
      fprintf(stderr, "BROKEN PROMISE: ");     \
      fprintf(stderr, __VA_ARGS__);            \
      fprintf(stderr, "\n");                   \
      abort();                                 \
    }                                          \
  } while (0)

#endif
