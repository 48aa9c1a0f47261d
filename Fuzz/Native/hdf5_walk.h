#ifndef HDF5_WALK_H
#define HDF5_WALK_H
#include <stdint.h>
#include <stdio.h>

/* What the readers are allowed here; small, so that damaged sizes soon exceed it. */
enum { MOST_TEXT = 4096, MOST_BLOCK = 1 << 20, MOST_NUMBERS = 1 << 13, MOST_NAMES = 64, MOST_STEPS = 1000 };

/* A step of the reading: what was found up to there, and whether it gave values of a dataset. */
typedef struct step {
  uint64_t digest;
  int gave_values;
} step;

typedef struct account {
  step steps[MOST_STEPS];
  int count;
  FILE *page; /* for who repeats a reading; or NULL */
} account;

/* Reads all of a file as the program's readers do: numbers, texts, names, failures. `fill` is the byte that memory holds
   before it is read into. */
void walk(const char *path, uint8_t fill, account *account);

#endif
