#include "entries.h"
#include <stdlib.h>
#include <string.h>

/* Bytes of one block, unless a single value, or one chunk, needs more. */
static const uint64_t usual_block_bytes = 1 << 20;

typedef struct walk {
  const hr_entries *entries;
  hr_written written;
  hid_t space;
  int rank, axis;
  uint64_t skipped;
} walk;

static int find_axis(walk *w, hr_failure *failure) {
  hsize_t size[HR_MAX_RANK] = {0};
  w->rank = H5Sget_simple_extent_dims(w->space, size, NULL);
  if (w->rank < 0 || w->rank > HR_MAX_RANK) return hr_fail_library(failure);
  uint64_t count = H5Sget_simple_extent_type(w->space) == H5S_NULL ? 0 : 1;
  for (int i = 0; i < w->rank; i++) {
    if (size[i] != 1) w->axis = i;
    if (count != 1 && size[i] != 1) return hr_fail(failure, HR_FAILURE_OTHER, "more than one dimension that is not 1");
    if (size[i] != 1) count = size[i];
  }
  return count == w->entries->count
             ? 0 : hr_fail(failure, HR_FAILURE_OTHER, "another number of values than there is room for");
}

/* How many to read at once: whole chunks, so that none is unpacked twice. */
static uint64_t count_per_block(const walk *w) {
  uint64_t count = usual_block_bytes / w->entries->bytes, chunk = 1;
  hid_t list = H5Dget_create_plist(w->entries->dataset);
  if (list >= 0) {
    hsize_t size[HR_MAX_RANK];
    if (w->rank > 0 && H5Pget_layout(list) == H5D_CHUNKED && H5Pget_chunk(list, HR_MAX_RANK, size) == w->rank &&
        size[w->axis] > 0)
      chunk = size[w->axis];
    H5Pclose(list);
  }
  count = count < chunk ? chunk : count - count % chunk;
  return count < w->entries->count ? count : w->entries->count;
}

static void skip_gap(const hr_box *gap, void *context) {
  walk *w = context;
  const uint64_t first = gap->rank > 0 ? gap->start[w->axis] : 0, count = gap->rank > 0 ? gap->count[w->axis] : 1;
  w->entries->skip(w->entries->context, first, count);
  w->skipped += count;
}

static int read_block(walk *w, uint64_t first, uint64_t count, uint8_t *bytes, hr_failure *failure) {
  const hr_entries *e = w->entries;
  hsize_t from[HR_MAX_RANK] = {0}, size[HR_MAX_RANK], length = count;
  for (int i = 0; i < w->rank; i++) size[i] = i == w->axis ? count : 1;
  if (w->rank > 0) from[w->axis] = first;
  if (w->rank > 0 && H5Sselect_hyperslab(w->space, H5S_SELECT_SET, from, NULL, size, NULL) < 0)
    return hr_fail_library(failure);
  hid_t memory = H5Screate_simple(1, &length, NULL);
  if (memory < 0) return hr_fail_library(failure);
  int result = hr_read_selected(e->dataset, e->type, memory, w->space, &w->written, bytes, failure);
  if (result == 0) result = e->take(e->context, first, count, bytes, failure);
  if (result == 0 && w->written.unwritten > 0)
    result = hr_each_gap(e->dataset, w->space, &w->written, skip_gap, w, failure);
  H5Sclose(memory);
  return result;
}

static int read_all(walk *w, hr_failure *failure) {
  const hr_entries *e = w->entries;
  if (e->bytes == 0 || e->bytes > e->block_bytes) return hr_fail_count(failure, HR_FAILURE_LARGE_BLOCK, e->bytes);
  const uint64_t most = count_per_block(w);
  uint64_t size = 0;
  if (__builtin_mul_overflow(most, e->bytes, &size)) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  uint8_t *bytes = malloc(size);
  if (bytes == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  int result = 0;
  for (uint64_t first = 0; first < e->count && result == 0; first += most) {
    const uint64_t left = e->count - first;
    memset(bytes, 0, size);
    result = read_block(w, first, left < most ? left : most, bytes, failure);
  }
  free(bytes);
  return result;
}

int hr_each_entry(const hr_entries *entries, uint64_t *never_written, hr_failure *failure) {
  walk w = {.entries = entries};
  *never_written = 0;
  w.space = H5Dget_space(entries->dataset);
  if (w.space < 0) return hr_fail_library(failure);
  int result = hr_check_chunks(entries->file, entries->dataset, entries->block_bytes, &w.written, failure);
  if (result == 0) result = find_axis(&w, failure);
  if (result == 0 && entries->count > 0) result = read_all(&w, failure);
  *never_written = w.skipped;
  H5Sclose(w.space);
  return result;
}
