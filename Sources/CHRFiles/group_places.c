#include "chunk_tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where groups of the first kind keep their members: a tree of names, its leaves, and a heap with the names.
   Format: "HDF5 File Format Specification Version 3.0", III.A.1 and III.B to III.D. */

/* Of a group with very many members only the first parts are gone through: a file is opened for each recording in it. */
enum { DEEPEST = 32, MOST_NODES = 64 };

typedef struct walk {
  const hr_stored *stored;
  hr_spans *spans;
  hr_failure *failure;
  unsigned tree_half, leaf_half;
  size_t nodes;
} walk;

static int refuse(const walk *w) {
  return hr_fail(w->failure, HR_FAILURE_PLACES, "a group on the way to them contradicts itself");
}

/* Only the first part of a member's header; of version 2, which has a checksum, no more than its head. */
static int add_member(walk *w, uint64_t address) {
  uint8_t head[16];
  if (hr_read_stored(w->stored, address, head, sizeof head) < 0) return refuse(w);
  return hr_add_span(w->spans, address, head[0] == 1 ? 16 + hr_little_endian(head + 8, 4) : 16, w->failure);
}

static int add_leaf(walk *w, const uint8_t *leaf, size_t entry_bytes) {
  const size_t used = hr_little_endian(leaf + 6, 2);
  if (memcmp(leaf, "SNOD", 4) != 0 || used > 2 * w->leaf_half) return refuse(w);
  int result = 0;
  for (size_t i = 0; i < used && result == 0; i++) {
    const uint64_t member = hr_stored_address(w->stored, leaf + 8 + i * entry_bytes + w->stored->size_bytes);
    /* A link that names another place has no header. */
    if (member != UINT64_MAX && member != 0) result = add_member(w, member);
  }
  return result;
}

static int add_node(walk *w, uint64_t address, int level) {
  const size_t width = w->stored->address_bytes, key = w->stored->size_bytes;
  const size_t entry_bytes = key + width + 24, most = 2 * (size_t)w->tree_half;
  const size_t bytes = level < 0 ? 8 + 2 * (size_t)w->leaf_half * entry_bytes : 8 + 2 * width + most * (width + key) + key;
  if (w->nodes >= MOST_NODES) return 0;
  w->nodes++;
  uint8_t *node = malloc(bytes);
  if (node == NULL) return hr_fail(w->failure, HR_FAILURE_NO_MEMORY, "");
  int result = hr_read_stored(w->stored, address, node, bytes) < 0 ? refuse(w)
                                                                    : hr_add_span(w->spans, address, bytes, w->failure);
  if (result == 0 && level < 0) result = add_leaf(w, node, entry_bytes);
  else if (result == 0) {
    const size_t used = hr_little_endian(node + 6, 2);
    if (memcmp(node, "TREE", 4) != 0 || node[4] != 0 || used > most || node[5] > DEEPEST ||
        (level < DEEPEST && node[5] != level))
      result = refuse(w);
    for (size_t i = 0; i < used && result == 0; i++)
      result = add_node(w, hr_stored_address(w->stored, node + 8 + 2 * width + key + i * (width + key)), node[5] - 1);
  }
  free(node);
  return result;
}

static int add_heap(walk *w, uint64_t address) {
  uint8_t head[32];
  const size_t size = w->stored->size_bytes, bytes = 8 + 2 * size + w->stored->address_bytes;
  if (hr_read_stored(w->stored, address, head, bytes) < 0 || memcmp(head, "HEAP", 4) != 0) return refuse(w);
  if (hr_add_span(w->spans, address, bytes, w->failure) < 0) return -1;
  const uint64_t names = hr_stored_address(w->stored, head + 8 + 2 * size);
  return hr_add_span(w->spans, names, hr_little_endian(head + 8, size), w->failure);
}

static int keep_group(hid_t file, hid_t place, const char *path, walk *w) {
  H5O_info_t info;
  hr_written none;
  hr_spans spans = {0};
  if (H5Oget_info_by_name2(place, path, &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0) return hr_fail_library(w->failure);
  if (hr_has_places(file, info.addr, &none)) return 0;
  hr_layout layout;
  w->spans = &spans;
  w->nodes = 0;
  int result = hr_find_layout(w->stored, info.addr, &layout, &spans, w->failure);
  if (result == 0 && layout.names != UINT64_MAX) result = add_node(w, layout.names, DEEPEST);
  if (result == 0 && layout.heap != UINT64_MAX) result = add_heap(w, layout.heap);
  if (result == 0) return hr_keep_group(file, info.addr, &spans, w->failure);
  free(spans.list);
  return -1;
}

int hr_keep_groups(hid_t file, hid_t object, const hr_stored *stored, hr_failure *failure) {
  walk w = {.stored = stored, .failure = failure};
  hid_t list = H5Fget_create_plist(file);
  int result = list < 0 || H5Pget_sym_k(list, &w.tree_half, &w.leaf_half) < 0 ? hr_fail_library(failure) : 0;
  if (list >= 0) H5Pclose(list);
  char path[1024];
  ssize_t length = H5Iget_name(object, path, sizeof path);
  if (length < 0 || (size_t)length >= sizeof path) length = 0; /* of an object without a name, the root only */
  if (result == 0) result = keep_group(file, file, "/", &w);
  for (ssize_t i = 1; i < length && result == 0; i++) {
    if (path[i] != '/') continue;
    path[i] = 0;
    result = keep_group(file, file, path, &w);
    path[i] = '/';
  }
  return result;
}
