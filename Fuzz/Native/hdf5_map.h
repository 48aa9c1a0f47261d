#ifndef HDF5_MAP_H
#define HDF5_MAP_H
#include <stddef.h>
#include <stdint.h>

/* Where the structure of an HDF5 file lies: what to change so that a reader believes it. Found by looking for
   signatures and for chains of messages, so that damage in one place does not hide the others.
   Format: "HDF5 File Format Specification Version 3.0". */

enum { MAP_REGIONS = 400, MAP_SUMS = 100, MESSAGE_STRUCTURE = 0x100 };

typedef struct region {
  uint32_t start, length;
  uint32_t kind; /* type of the message, or MESSAGE_STRUCTURE for other structures */
} region;

/* A checksum over the bytes from start, stored behind them. */
typedef struct checksum {
  uint32_t start, end;
} checksum;

typedef struct map {
  uint32_t region_count, checksum_count;
  region regions[MAP_REGIONS];
  checksum checksums[MAP_SUMS];
} map;

void make_map(const uint8_t *file, size_t length, map *map);
/* Makes the checksums right again. */
void mend_checksums(uint8_t *file, size_t length, const map *map);
uint64_t read_word(const uint8_t *bytes, size_t count);
void write_word(uint8_t *bytes, size_t count, uint64_t value);

#endif
