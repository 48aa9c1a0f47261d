#ifndef HDF5_POOL_H
#define HDF5_POOL_H
#include "hdf5_mutate.h"

/* Files to damage: those it began with, and those that led to new places in hreval's own code. In memory that is shared
   with the processes that read them, so that the death of one loses nothing. */

enum { POOL_FILES = 1500, POOL_BYTES = 24 << 20, FILE_ROOM = 1 << 17, COUNTERS = 1 << 15 };

typedef struct pool {
  uint64_t next; /* number of the input to come */
  size_t length; /* of the input at work */
  uint32_t count, first_count;
  size_t used;
  uint32_t starts[POOL_FILES], lengths[POOL_FILES];
  map maps[POOL_FILES];
  uint8_t seen[COUNTERS];
  uint8_t input[FILE_ROOM];
  uint8_t bytes[POOL_BYTES];
} pool;

/* Without a map one is made. */
void add_to_pool(pool *pool, const uint8_t *bytes, size_t length, const map *map);
/* Lays the input of that number out, from the seed alone and what the pool holds; returns which file it came from. */
uint32_t make_input(pool *pool, uint64_t seed, uint64_t number);
/* Whether the reading since the last call led to a place, or a number of times through it, not seen before. */
int found_new_places(pool *pool);

#endif
