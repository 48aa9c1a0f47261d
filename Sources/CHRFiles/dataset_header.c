#include "chunk_tree.h"
#include <stdlib.h>
#include <string.h>

/* Format: "HDF5 File Format Specification Version 3.0", IV.A, "Data Object Headers". */

enum { LAYOUT = 0x08, CONTINUATION = 0x10, SYMBOLS = 0x11, MOST_BLOCKS = 256, CONTIGUOUS = 1, CHUNKED = 2 };
/* Attributes lie in headers too. */
static const uint64_t most_block_bytes = 1 << 24;

typedef struct header {
  const hr_stored *stored;
  int version, has_order, has_layout;
  hr_layout *layout;
  hr_span blocks[MOST_BLOCKS]; /* those still to be read too */
  int block_count;
} header;

static int refuse(hr_failure *failure) {
  return hr_fail(failure, HR_FAILURE_PLACES, "the header of a dataset or group contradicts itself");
}

static int take_layout(header *h, const uint8_t *data, size_t bytes) {
  const size_t width = h->stored->address_bytes;
  if (bytes < 3 || h->has_layout) return -1;
  const int version = data[0], kind = version < 3 ? data[2] : data[1];
  size_t at = version < 3 ? 8 : kind == CHUNKED ? 3 : 2;
  h->has_layout = 1;
  if (version < 1 || version > 4) return -1;
  h->layout->is_tree = kind == CHUNKED && version < 4;
  if (kind != CONTIGUOUS && !h->layout->is_tree) return 0;
  if (bytes < at + width) return -1;
  h->layout->address = hr_stored_address(h->stored, data + at);
  if (kind == CONTIGUOUS) return 0;
  const size_t dimensions = version < 3 ? data[1] : data[2];
  if (dimensions < 2 || bytes < at + width + 4 * dimensions) return -1;
  h->layout->element = hr_little_endian(data + at + width + 4 * (dimensions - 1), 4);
  return 0;
}

static int add_block(header *h, uint64_t start, uint64_t bytes) {
  if (h->block_count == MOST_BLOCKS || bytes > most_block_bytes || start > UINT64_MAX - bytes) return -1;
  const hr_span added = {start, start + bytes};
  h->blocks[h->block_count++] = added;
  return 0;
}

/* Version 1: type 2, size 2, flags 1, nothing 3. Version 2: type 1, size 2, flags 1, order 2 where it is kept. */
static int take_messages(header *h, const uint8_t *bytes, size_t count) {
  const size_t head = h->version == 1 ? 8 : h->has_order ? 6 : 4;
  while (count >= head) {
    const size_t type = h->version == 1 ? hr_little_endian(bytes, 2) : bytes[0];
    const size_t size = hr_little_endian(bytes + (h->version == 1 ? 2 : 1), 2);
    if (size > count - head) return -1;
    const uint8_t *data = bytes + head;
    const size_t width = h->stored->address_bytes;
    if (type == LAYOUT && take_layout(h, data, size) < 0) return -1;
    if (type == SYMBOLS && size >= 2 * width) {
      h->layout->names = hr_stored_address(h->stored, data);
      h->layout->heap = hr_stored_address(h->stored, data + width);
    }
    if (type == CONTINUATION &&
        (size < width + h->stored->size_bytes ||
         add_block(h, hr_stored_address(h->stored, data), hr_little_endian(data + width, h->stored->size_bytes)) < 0))
      return -1;
    bytes += head + size;
    count -= head + size;
  }
  return 0;
}

/* The messages behind the header's head, which is kept as a block of its own. */
static int open_header(header *h, uint64_t object) {
  uint8_t head[34] = {0};
  if (hr_read_stored(h->stored, object, head, 16) < 0) return -1;
  uint64_t start = 16, bytes = hr_little_endian(head + 8, 4);
  h->version = 1;
  if (memcmp(head, "OHDR", 4) == 0) {
    h->version = 2;
    const uint8_t flags = head[5];
    const size_t width = (size_t)1 << (flags & 3);
    start = 6 + ((flags & 0x20) != 0 ? 16 : 0) + ((flags & 0x10) != 0 ? 4 : 0);
    h->has_order = (flags & 4) != 0;
    if (hr_read_stored(h->stored, object, head, start + width) < 0) return -1;
    bytes = hr_little_endian(head + start, width);
    start += width;
    bytes += bytes > most_block_bytes ? 0 : 4; /* the checksum */
  } else if (head[0] != 1) {
    return -1;
  }
  return add_block(h, object + start, bytes);
}

/* Only the first block of version 2 has no signature of its own; each ends with a checksum. */
static int read_block(header *h, int number) {
  const uint64_t start = h->blocks[number].start, bytes = h->blocks[number].end - start;
  const size_t before = h->version == 2 && number > 0 ? 4 : 0, behind = h->version == 2 ? 4 : 0;
  if (bytes < before + behind) return -1;
  uint8_t *block = malloc(bytes + 1);
  if (block == NULL) return -1;
  int result = hr_read_stored(h->stored, start, block, bytes);
  if (result == 0 && before > 0) result = memcmp(block, "OCHK", 4) == 0 ? 0 : -1;
  if (result == 0) result = take_messages(h, block + before, bytes - before - behind);
  free(block);
  return result;
}

int hr_find_layout(const hr_stored *stored, uint64_t object, hr_layout *layout, hr_spans *spans, hr_failure *failure) {
  header h = {.stored = stored, .layout = layout};
  layout->address = layout->names = layout->heap = UINT64_MAX;
  if (open_header(&h, object) < 0) return refuse(failure);
  for (int i = 0; i < h.block_count; i++) {
    if (read_block(&h, i) < 0) return refuse(failure);
    const uint64_t start = i == 0 ? object : h.blocks[i].start;
    if (hr_add_span(spans, start, h.blocks[i].end - start, failure) < 0) return -1;
  }
  return 0;
}
