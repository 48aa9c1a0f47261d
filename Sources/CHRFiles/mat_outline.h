#ifndef MAT_OUTLINE_H
#define MAT_OUTLINE_H
#include <stdio.h>

#include "CHRFiles.h"

enum { HR_MAT_NAME_BYTES = 256 };

/* The variables of a MAT file of version 4 to 7, gone through one after the other. */
typedef struct hr_mat_outline {
  FILE *file;
  uint64_t bytes;       /* of the file */
  uint64_t place, next; /* of the variable that was gone through last, and of the one after it */
  uint64_t arrays;      /* so far */
  hr_mat_version version;
  int is_big; /* its numbers are big-endian */
  hr_mat_limits limits;
  unsigned char input[1 << 14], thrown_away[1 << 15];
} hr_mat_outline;

hr_mat_outline *hr_mat_outline_open(const char *path, const hr_mat_limits *limits, hr_failure *failure);
void hr_mat_outline_close(hr_mat_outline *outline);
/* 1: the next variable is sound, and `name` (of HR_MAT_NAME_BYTES) has its name; 0: there is none; -1: failure. */
int hr_mat_outline_next(hr_mat_outline *outline, char *name, hr_failure *failure);

#endif
