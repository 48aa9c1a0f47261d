#ifndef HDF5_MUTATE_H
#define HDF5_MUTATE_H
#include "hdf5_map.h"

/* Numbers that depend on the seed and the count only: SplitMix64. */
typedef struct dice {
  uint64_t state;
} dice;

uint64_t throw_dice(dice *dice);
/* 0..<count, which is not 0. */
uint64_t pick(dice *dice, uint64_t count);

typedef struct file_view {
  const uint8_t *bytes;
  size_t length;
  const map *map;
} file_view;

/* Makes a damaged file of `base`, with parts of `other`; returns its length, at most `capacity`. */
size_t mutate(dice *dice, file_view base, file_view other, uint8_t *into, size_t capacity);

#endif
