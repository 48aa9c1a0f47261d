#include "chunk_tree.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Format: "HDF5 File Format Specification Version 3.0", III.A.1, "Disk Format: Level 1A1 - Version 1 B-trees". */

enum { DEEPEST = 32 };

typedef struct tree {
  const hr_stored *stored;
  const hr_grid *grid;
  hr_spans *spans;
  hr_written *written;
  hr_failure *failure;
  size_t most_children, node_bytes, key_bytes, head_bytes;
} tree;

static int refuse(const tree *t, const char *text) { return hr_fail(t->failure, HR_FAILURE_PLACES, text); }

uint64_t hr_place_in(const hr_grid *grid, const hsize_t *offsets) {
  uint64_t place = 0;
  for (int i = 0; i < grid->rank; i++) {
    if (offsets[i] >= grid->size[i] || offsets[i] % grid->chunk[i] != 0) return UINT64_MAX;
    place = place * ((grid->size[i] - 1) / grid->chunk[i] + 1) + offsets[i] / grid->chunk[i];
  }
  return place;
}

int hr_compare_places(const void *left, const void *right) {
  const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return a < b ? -1 : a > b;
}

int hr_add_place(hr_written *written, uint64_t place, hr_failure *failure) {
  /* Whenever their number is a power of two, the list is full. */
  if ((written->count & (written->count - 1)) == 0) {
    uint64_t *longer = realloc(written->places, (written->count == 0 ? 1 : 2 * written->count) * sizeof *longer);
    if (longer == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
    written->places = longer;
  }
  written->places[written->count++] = place;
  return 0;
}

/* The order in which libhdf5 looks for a chunk: by its place along each dimension, and last by what is behind the
   values' bytes. */
typedef struct key {
  uint64_t along[HR_MAX_RANK + 1];
} key;

static key read_key(const tree *t, const uint8_t *bytes) {
  key k = {{0}};
  for (int i = 0; i <= t->grid->rank; i++)
    k.along[i] = hr_little_endian(bytes + 8 + 8 * i, 8) / (i < t->grid->rank ? t->grid->chunk[i] : t->grid->element);
  return k;
}

static int is_before(const tree *t, const key *a, const key *b) {
  for (int i = 0; i <= t->grid->rank; i++)
    if (a->along[i] != b->along[i]) return a->along[i] < b->along[i];
  return 0;
}

static int take_chunk(tree *t, const uint8_t *bytes_of_key, uint64_t address) {
  hsize_t offsets[HR_MAX_RANK + 1];
  for (int i = 0; i <= t->grid->rank; i++) offsets[i] = hr_little_endian(bytes_of_key + 8 + 8 * i, 8);
  const uint64_t bytes = hr_little_endian(bytes_of_key, 4), place = hr_place_in(t->grid, offsets);
  const hr_written *w = t->written;
  if (place == UINT64_MAX || offsets[t->grid->rank] != 0) return refuse(t, "a chunk lies where the dataset has none");
  if (w->count > 0 && place <= w->places[w->count - 1])
    return refuse(t, "two chunks lie in one place of the dataset, or out of order");
  if (bytes == 0 || (!t->grid->is_packed && bytes != t->grid->bytes)) {
    char text[100];
    snprintf(text, sizeof text, "%" PRIu64 " bytes, expected %" PRIu64, bytes, t->grid->bytes);
    return hr_fail(t->failure, HR_FAILURE_CHUNKS, text);
  }
  if (hr_add_place(t->written, place, t->failure) < 0) return -1;
  return hr_add_span(t->spans, address, bytes, t->failure);
}

/* `from` and `to` are the keys around the node in those above it, between which the library looks for its chunks; what
   it does not find there it takes for never written. */
static int read_node(tree *t, uint64_t address, int level, const key *from, const key *to) {
  uint8_t *node = malloc(t->node_bytes);
  if (node == NULL) return hr_fail(t->failure, HR_FAILURE_NO_MEMORY, "");
  int result = 0;
  if (hr_read_stored(t->stored, address, node, t->node_bytes) < 0)
    result = refuse(t, "the index reaches beyond the end of the file");
  else if (memcmp(node, "TREE", 4) != 0 || node[4] != 1 || node[5] > DEEPEST || (level >= 0 && node[5] != level))
    result = refuse(t, "a part of the index is none");
  else result = hr_add_span(t->spans, address, t->node_bytes, t->failure);
  const size_t used = result < 0 ? 0 : hr_little_endian(node + 6, 2), step = t->key_bytes + t->stored->address_bytes;
  if (result == 0 && (used > t->most_children || (used == 0 && level >= 0)))
    result = refuse(t, "a part of the index has more or fewer entries than it can have");
  for (size_t i = 0; i < used && result == 0; i++) {
    const uint8_t *bytes = node + t->head_bytes + i * step;
    const uint64_t child = hr_stored_address(t->stored, bytes + t->key_bytes);
    const key its = read_key(t, bytes), next = read_key(t, bytes + step);
    if (child == UINT64_MAX) result = refuse(t, "an entry of the index leads nowhere");
    else if (!is_before(t, &its, &next) || (from != NULL && is_before(t, &its, from)) ||
             (node[5] == 0 && to != NULL && !is_before(t, &its, to)))
      result = refuse(t, "the index does not lead to a chunk that is there");
    else if (node[5] == 0) result = take_chunk(t, bytes, child);
    else result = read_node(t, child, node[5] - 1, &its, to != NULL && is_before(t, to, &next) ? to : &next);
  }
  free(node);
  return result;
}

int hr_read_tree(const hr_stored *stored, hid_t dataset, const hr_grid *grid, uint64_t address, hr_spans *spans,
                 hr_written *written, hr_failure *failure) {
  if (address == UINT64_MAX) return 0;
  unsigned half = 0;
  hid_t file = H5Iget_file_id(dataset), list = file < 0 ? -1 : H5Fget_create_plist(file);
  int result = list < 0 || H5Pget_istore_k(list, &half) < 0 ? hr_fail_library(failure) : 0;
  if (list >= 0) H5Pclose(list);
  if (file >= 0) H5Fclose(file);
  if (result < 0) return -1;
  tree t = {.stored = stored, .grid = grid, .spans = spans, .written = written, .failure = failure};
  const size_t width = stored->address_bytes;
  t.most_children = 2 * (size_t)half;
  t.head_bytes = 8 + 2 * width;
  t.key_bytes = 8 + 8 * ((size_t)grid->rank + 1);
  t.node_bytes = t.head_bytes + t.most_children * (t.key_bytes + width) + t.key_bytes;
  return read_node(&t, address, -1, NULL, NULL);
}
