#ifndef HEAP_TEXT_H
#define HEAP_TEXT_H
#include "stored_bytes.h"

/* The texts of an open file that lie in its global heaps, of which one is held at a time. */
typedef struct hr_heaps {
  hr_stored stored;
  uint64_t address, bytes; /* of the heap that is held */
  uint8_t *heap;           /* NULL: none */
  uint32_t *places;        /* of the texts in it, by their numbers */
  uint64_t read_bytes;     /* of all heaps that were read */
} hr_heaps;

/* A text as it stands where it should be: where it lies. */
typedef struct hr_heap_place {
  uint64_t length, address, number;
} hr_heap_place;

/* < 0 on failure, which libhdf5 explains. */
int hr_open_heaps(hid_t object, hr_heaps *heaps);
void hr_close_heaps(hr_heaps *heaps);
hr_heap_place hr_heap_place_at(const hr_heaps *heaps, const uint8_t *stored);
/* The bytes of a text, which live until another heap is read; NULL on failure, and where none was written, then with
   failure->kind 0. */
const char *hr_text_at(hr_heaps *heaps, const hr_heap_place *place, uint64_t most, hr_failure *failure);

/* Called once, before any text of variable length is read. */
int hr_prepare_stored_bytes(void);
/* The text of variable length that a reference of hr_reference_bytes, as stored, leads to, at most so many bytes; ""
   where none was written, NULL on failure. free() it. */
char *hr_variable_text(hid_t object, const uint8_t *stored, uint64_t most, hr_failure *failure);
/* How many bytes such a reference has in the object's file; 0 on failure. */
size_t hr_reference_bytes(hid_t object);

#endif
