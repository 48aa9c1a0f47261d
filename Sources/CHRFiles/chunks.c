#include "chunks.h"
#include "chunk_tree.h"
#include "stored_type.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* libhdf5 1.10 takes the size of a chunk in the file for what it says and then copies as many values as the dataset's
   layout promises: where the two differ, what it reads is whatever lies behind in memory. A chunk that it does not find
   it takes for one that was never written, and hands out fill values. */

/* Asking the library for a chunk takes time in proportion to its number, so of very many only the sum is held, and which
   are missing is found out of fewer. Their indices have checksums. */
enum { most_asked = 2000, most_asked_of_gaps = 20000 };

static int refuse(hr_failure *failure, uint64_t found, const char *what, uint64_t expected) {
  char text[160];
  snprintf(text, sizeof text, "%" PRIu64 " %s %" PRIu64, found, what, expected);
  return hr_fail(failure, HR_FAILURE_CHUNKS, text);
}

static int refuse_places(hr_failure *failure, const char *text) { return hr_fail(failure, HR_FAILURE_PLACES, text); }

static uint64_t element_bytes(hid_t dataset, hid_t type) {
  const uint64_t stored = hr_stored_size(dataset, type);
  return stored > 0 ? stored : H5Tget_size(type);
}

/* Chunks of the indices that libhdf5 1.10 brought. */
static int check_each(const hr_stored *stored, hid_t dataset, hid_t space, const hr_grid *grid, hr_spans *spans,
                      hr_written *written, hr_failure *failure) {
  hsize_t count = 0;
  if (H5Dget_num_chunks(dataset, space, &count) < 0) return hr_fail_library(failure);
  written->unwritten = grid->count - count;
  if (count > grid->count) return refuse_places(failure, "there are more chunks than the dataset has places for");
  if (count > most_asked_of_gaps && count < grid->count)
    return refuse_places(failure, "some chunks were never written, and there are too many to tell which");
  if (count > most_asked && count == grid->count) {
    const uint64_t all = H5Dget_storage_size(dataset);
    if (grid->is_packed || (count <= UINT64_MAX / grid->bytes && all == count * grid->bytes)) return 0;
    return refuse(failure, all, "bytes in all, expected", count * grid->bytes);
  }
  int result = 0;
  for (hsize_t i = 0; i < count && result == 0; i++) {
    hsize_t offsets[HR_MAX_RANK + 1] = {0}, size = 0;
    unsigned left_out = 0;
    haddr_t address = 0;
    if (H5Dget_chunk_info(dataset, space, i, offsets, &left_out, &address, &size) < 0) {
      result = hr_fail_library(failure);
      break;
    }
    const uint64_t place = hr_place_in(grid, offsets);
    if (place == UINT64_MAX) result = refuse_places(failure, "a chunk lies where the dataset has none");
    else if (!grid->is_packed && size != grid->bytes) result = refuse(failure, size, "bytes, expected", grid->bytes);
    /* Behind a block of the user's, not all versions of the library count from the same byte. */
    else if (stored->base == 0) result = hr_add_span(spans, address, size, failure);
    if (result == 0) result = hr_add_place(written, place, failure);
  }
  if (result == 0 && count > 1) qsort(written->places, count, sizeof *written->places, hr_compare_places);
  for (hsize_t i = 1; i < count && result == 0; i++)
    if (written->places[i] == written->places[i - 1]) result = refuse_places(failure, "two chunks lie in one place of the dataset");
  return result;
}

static int find_grid(hid_t list, hid_t space, uint64_t element, uint64_t most_bytes, hr_grid *grid, hr_failure *failure) {
  hsize_t most[HR_MAX_RANK] = {0};
  const int filters = H5Pget_nfilters(list);
  grid->rank = H5Pget_chunk(list, HR_MAX_RANK, grid->chunk);
  grid->element = grid->bytes = element;
  if (grid->bytes == 0 || filters < 0 || grid->rank < 1 || grid->rank > HR_MAX_RANK ||
      grid->rank != H5Sget_simple_extent_dims(space, grid->size, most))
    return hr_fail_library(failure);
  grid->is_packed = filters > 0;
  grid->count = 1;
  for (int i = 0; i < grid->rank; i++) {
    /* The library makes none that is larger than a dimension that cannot grow, nor one of 4 GB. */
    const uint64_t capacity = UINT32_MAX / grid->bytes, least = most[i] < capacity ? most[i] : capacity;
    if (grid->chunk[i] == 0 || grid->chunk[i] > least)
      return refuse(failure, grid->chunk[i], "values along a dimension, expected at most", least);
    grid->bytes *= grid->chunk[i];
    const uint64_t along = grid->size[i] == 0 ? 0 : (grid->size[i] - 1) / grid->chunk[i] + 1;
    if (__builtin_mul_overflow(grid->count, along, &grid->count))
      return refuse_places(failure, "the dataset has more places for chunks than can be counted");
  }
  return grid->bytes > most_bytes ? hr_fail_count(failure, HR_FAILURE_LARGE_BLOCK, grid->bytes) : 0;
}

/* What was found is kept, so that a dataset that is read in parts is gone through once. */
static int check_places(hid_t file, hid_t dataset, hid_t space, uint64_t object, const hr_grid *grid,
                        uint64_t one_piece, hr_written *written, hr_failure *failure) {
  hr_stored stored = {0};
  hr_layout layout = {0};
  hr_spans spans = {0};
  if (hr_find_stored(dataset, &stored) < 0) return hr_fail_library(failure);
  int result = hr_keep_groups(file, dataset, &stored, failure);
  if (result == 0) result = hr_find_layout(&stored, object, &layout, &spans, failure);
  if (result == 0 && grid != NULL) {
    if (!layout.is_tree) result = check_each(&stored, dataset, space, grid, &spans, written, failure);
    else if (layout.element != grid->element) result = refuse(failure, layout.element, "bytes of a value, expected", grid->element);
    else if ((result = hr_read_tree(&stored, dataset, grid, layout.address, &spans, written, failure)) == 0)
      written->unwritten = grid->count - written->count;
    if (result == 0 && written->unwritten == 0) {
      free(written->places);
      written->places = NULL;
    }
  } else if (result == 0 && one_piece > 0) {
    if (layout.address == UINT64_MAX) written->unwritten = 1;
    else result = hr_add_span(&spans, layout.address, one_piece, failure);
  }
  if (result < 0) {
    free(spans.list);
    free(written->places);
  } else if ((result = hr_keep_places(file, object, &spans, stored.end - stored.base, written, failure)) == 0) {
    hr_has_places(file, object, written);
  }
  return result;
}

int hr_check_chunks(hid_t file, hid_t dataset, uint64_t most_bytes, hr_written *written, hr_failure *failure) {
  hid_t list = H5Dget_create_plist(dataset), space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  H5O_info_t object;
  int result = 0;
  *written = (hr_written){0};
  if (list < 0 || space < 0 || type < 0 || H5Oget_info2(dataset, &object, H5O_INFO_BASIC) < 0)
    result = hr_fail_library(failure);
  else {
    const H5D_layout_t layout = H5Pget_layout(list);
    const hssize_t values = H5Sget_simple_extent_npoints(space);
    hr_grid grid = {0};
    uint64_t one_piece = 0;
    if (layout == H5D_CHUNKED)
      result = find_grid(list, space, element_bytes(dataset, type), most_bytes, &grid, failure);
    else if (layout == H5D_CONTIGUOUS &&
             (values < 0 || __builtin_mul_overflow((uint64_t)values, element_bytes(dataset, type), &one_piece)))
      result = refuse_places(failure, "the dataset has more values than can be counted");
    if (result == 0 && !hr_has_places(file, object.addr, written))
      result = check_places(file, dataset, space, object.addr, layout == H5D_CHUNKED ? &grid : NULL, one_piece,
                            written, failure);
  }
  if (list >= 0) H5Pclose(list);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return result;
}
