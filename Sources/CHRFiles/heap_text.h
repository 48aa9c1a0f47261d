#ifndef HEAP_TEXT_H
#define HEAP_TEXT_H
#include "hierarchy.h"

/* Called once, before any text of variable length is read. */
int hr_prepare_stored_bytes(void);
/* The text of variable length that a reference of hr_reference_bytes, as stored, leads to, at most so many bytes; ""
   where none was written, NULL on failure. free() it. */
char *hr_variable_text(hid_t object, const uint8_t *stored, uint64_t most, hr_failure *failure);
/* How many bytes such a reference has in the object's file; 0 on failure. */
size_t hr_reference_bytes(hid_t object);

#endif
