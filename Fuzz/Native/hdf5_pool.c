#include "hdf5_pool.h"
#include "expect.h"
#include <string.h>

static uint8_t *first_counter, *last_counter;

/* The compiler's counters of hreval's own code, one for each edge of its flow. */
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  first_counter = start;
  last_counter = stop;
}

void add_to_pool(pool *p, const uint8_t *bytes, size_t length, const map *its_map) {
  if (p->count == POOL_FILES || length > FILE_ROOM || length > POOL_BYTES - p->used) return;
  memcpy(p->bytes + p->used, bytes, length);
  p->starts[p->count] = (uint32_t)p->used;
  p->lengths[p->count] = (uint32_t)length;
  if (its_map != NULL) p->maps[p->count] = *its_map;
  else make_map(bytes, length, &p->maps[p->count]);
  p->used += length;
  p->count++;
}

static file_view view(const pool *p, uint64_t index) {
  const file_view its = {p->bytes + p->starts[index], p->lengths[index], &p->maps[index]};
  return its;
}

uint32_t make_input(pool *p, uint64_t seed, uint64_t number) {
  dice d = {seed * UINT64_C(0x2545f4914f6cdd1d) + number * UINT64_C(0xd1342543de82ef95)};
  uint32_t base = (uint32_t)pick(&d, pick(&d, 2) == 0 ? p->first_count : p->count);
  p->length = mutate(&d, view(p, base), view(p, pick(&d, p->count)), p->input, FILE_ROOM);
  return base;
}

int found_new_places(pool *p) {
  int found = 0;
  for (uint8_t *counter = first_counter; counter < last_counter; counter++) {
    if (*counter == 0) continue;
    uint8_t times = *counter > 31 ? 8 : *counter > 3 ? 4 : *counter > 1 ? 2 : 1;
    size_t place = (size_t)(counter - first_counter);
    if (place < COUNTERS && (p->seen[place] & times) == 0) {
      p->seen[place] |= times;
      found = 1;
    }
    *counter = 0;
  }
  return found;
}
