#ifndef HEAP_TEXT_H
#define HEAP_TEXT_H
#include "hierarchy.h"

/* Called once, before any text of variable length is read. */
int hr_prepare_stored_bytes(void);
/* The first of `count` texts of variable length, of a dataset or attribute; "" where none was written, NULL on failure.
   free() it. */
char *hr_first_variable_text(hid_t object, int is_attribute, size_t count, hr_failure *failure);

#endif
