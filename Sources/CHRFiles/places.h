#ifndef PLACES_H
#define PLACES_H
#include "hierarchy.h"

/* Stretches of an open file, and what they are of: no two things may lie in one place. */
typedef struct hr_span {
  uint64_t start, end; /* counted from the file's base address; the end is not in it */
} hr_span;

typedef struct hr_spans {
  hr_span *list;
  size_t count, capacity;
} hr_spans;

int hr_add_span(hr_spans *spans, uint64_t start, uint64_t bytes, hr_failure *failure);
/* What of a dataset is in the file. */
typedef struct hr_written {
  uint64_t unwritten; /* the number of chunks that are not there; 1 where the values lie in one piece that is not */
  uint64_t *places;   /* of those that are there, ascending; NULL where all are, or none */
  size_t count;
} hr_written;

/* Holds a dataset's spans against the end of the file, each other and those of the datasets that were kept before, and
   keeps them until the file is closed. Takes both lists, on failure too. */
int hr_keep_places(hid_t file, uint64_t object, hr_spans *spans, uint64_t end, hr_written *written, hr_failure *failure);
/* The same of a group, of which nothing is read; the headers of its members are among the spans. */
int hr_keep_group(hid_t file, uint64_t object, hr_spans *spans, hr_failure *failure);
/* 1: the dataset's places were kept; what is written lives as long as the file is open. */
int hr_has_places(hid_t file, uint64_t object, hr_written *written);
void hr_forget_places(hid_t file);

#endif
