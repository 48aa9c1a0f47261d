#include "CHRFiles.h"
#include <stdlib.h>
#include <zlib.h>

int hr_is_gzip(const uint8_t *bytes, size_t count) {
  /* 8, the only method there is. */
  return count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8;
}

static char *refuse(uint8_t *unpacked, hr_table_status status, hr_table_refusal *refusal) {
  refusal->status = status;
  free(unpacked);
  return NULL;
}

char *hr_unpack_gzip(const uint8_t *packed, size_t *size, uint64_t most, hr_table_refusal *refusal) {
  uint8_t *data = NULL;
  size_t used = 0, capacity = 0, left = *size;
  z_stream stream = {0};
  stream.next_in = (uint8_t *)(uintptr_t)packed;
  refusal->is_packed = 1;
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return refuse(NULL, HR_TABLE_NO_MEMORY, refusal);
  hr_table_status problem = HR_TABLE_OK;
  while (problem == HR_TABLE_OK) {
    if (used == capacity) {
      size_t larger = capacity == 0 ? *size * 4 + 4096 : capacity * 2;
      if (larger > most) larger = (size_t)most + 1;
      if (larger <= capacity) {
        refusal->bytes = used;
        problem = HR_TABLE_TOO_LARGE;
        break;
      }
      uint8_t *longer = realloc(data, larger);
      if (longer == NULL) {
        problem = HR_TABLE_NO_MEMORY;
        break;
      }
      data = longer;
      capacity = larger;
    }
    /* zlib counts in 32 bits. */
    const uInt given = left > 1u << 30 ? 1u << 30 : (uInt)left;
    const uInt room = capacity - used > 1u << 30 ? 1u << 30 : (uInt)(capacity - used);
    stream.avail_in = given;
    stream.next_out = data + used;
    stream.avail_out = room;
    int status = inflate(&stream, Z_NO_FLUSH);
    left -= given - stream.avail_in;
    used += room - stream.avail_out;
    if (status == Z_STREAM_END) {
      /* Another member may follow, or padding, which gzip ignores too. */
      if (!hr_is_gzip(stream.next_in, left)) break;
      if (inflateReset(&stream) != Z_OK) problem = HR_TABLE_GZIP;
    } else if (status == Z_MEM_ERROR) {
      problem = HR_TABLE_NO_MEMORY;
    } else if (status != Z_OK && !(status == Z_BUF_ERROR && left > 0)) {
      refusal->is_cut = status == Z_BUF_ERROR;
      problem = HR_TABLE_GZIP;
    } else if (left == 0 && stream.avail_out > 0) {
      refusal->is_cut = 1;
      problem = HR_TABLE_GZIP;
    }
  }
  inflateEnd(&stream);
  if (problem == HR_TABLE_OK && used > most) {
    refusal->bytes = used;
    problem = HR_TABLE_TOO_LARGE;
  }
  if (problem != HR_TABLE_OK) return refuse(data, problem, refusal);
  *size = used;
  return (char *)data;
}
