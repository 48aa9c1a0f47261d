#ifndef MAT_FILE_H
#define MAT_FILE_H
#include "mat_outline.h"
#include <matio.h>

/* What parts of the reading of MAT files share; only where there is libmatio. */

struct hr_mat {
  mat_t *file;
  hr_mat_outline *outline;
  matvar_t **variables;
  size_t count;
  char *path;
  int has_read;
  hr_failure failure; /* of the first array whose values could not be read */
};

static inline const matvar_t *variable_of(const hr_mat_array *array) { return (const matvar_t *)array; }

/* Says what the library is about to be asked; hr_leave when it was. */
void hr_mat_enter(const hr_mat *mat, const char *object);
/* < 0 on failure, of which `failure` tells. */
int hr_mat_read_values(hr_mat *mat, matvar_t *v, hr_failure *failure);

#endif
