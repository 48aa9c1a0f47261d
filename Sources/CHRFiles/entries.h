#ifndef ENTRIES_H
#define ENTRIES_H
#include "chunks.h"

/* The values of a dataset that has at most one dimension that is not 1, gone through from the first to the last. */
typedef struct hr_entries {
  hid_t file, dataset;
  hid_t type;           /* as which they are handed over, without a change of their bytes */
  uint64_t bytes;       /* of one */
  uint64_t count;       /* of all */
  uint64_t block_bytes; /* a chunk of more is not unpacked */
  int (*take)(void *context, uint64_t first, uint64_t count, const uint8_t *bytes, hr_failure *failure);
  /* Of those that were never written, after they were taken with bytes that mean nothing, zeros where there is a choice. */
  void (*skip)(void *context, uint64_t first, uint64_t count);
  void *context;
} hr_entries;

/* Fails where there are not `count` of them. `never_written`: how many were skipped. */
int hr_each_entry(const hr_entries *entries, uint64_t *never_written, hr_failure *failure);

#endif
