#ifndef STORED_BYTES_H
#define STORED_BYTES_H
#include "hierarchy.h"

/* The bytes of an open HDF5 file as they lie on the disk. libhdf5 1.10 believes much of what they say without holding it
   against anything, so the parts that must be right are read here too. */
typedef struct hr_stored {
  int descriptor;
  size_t address_bytes, size_bytes; /* of an address and of a size in this file, at most 8 */
  uint64_t base, end;               /* the byte that addresses count from, and the end of the file */
} hr_stored;

/* < 0 on failure, which libhdf5 explains. */
int hr_find_stored(hid_t object, hr_stored *stored);
/* < 0 where the bytes do not lie in the file. */
int hr_read_stored(const hr_stored *stored, uint64_t address, void *bytes, size_t count);
uint64_t hr_little_endian(const uint8_t *bytes, size_t count);
/* The address at these bytes; UINT64_MAX for the one that stands for none. */
uint64_t hr_stored_address(const hr_stored *stored, const uint8_t *bytes);

#endif
