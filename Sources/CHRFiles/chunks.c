#include "chunks.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libhdf5 1.10 takes the size of a chunk in the file for what it says and then copies as many values as the dataset's
   layout promises: where the two differ, what it reads is whatever lies behind in memory. */

/* Asking for a chunk takes time in proportion to its number, so of very many only the sum is held. */
static const hsize_t most_asked = 2000;

static int refuse(hr_failure *failure, uint64_t found, const char *what, uint64_t expected) {
  char text[160];
  snprintf(text, sizeof text, "%" PRIu64 " %s %" PRIu64, found, what, expected);
  return hr_fail(failure, HR_FAILURE_CHUNKS, text);
}

/* What the filters that were not left out make of a chunk's bytes; 0 where that is not known before. */
static uint64_t stored_bytes(hid_t list, int filters, unsigned left_out, uint64_t bytes) {
  for (int i = 0; i < filters; i++) {
    if (i < 32 && (left_out >> i & 1) != 0) continue;
    unsigned flags = 0, values[32];
    size_t count = 32;
    H5Z_filter_t id = H5Pget_filter2(list, (unsigned)i, &flags, &count, values, 0, NULL, NULL);
    if (id == H5Z_FILTER_FLETCHER32) bytes += 4;
    else if (id != H5Z_FILTER_SHUFFLE) return 0;
  }
  return bytes;
}

static int check_each(hid_t dataset, hid_t space, hid_t list, size_t rank, uint64_t bytes, hr_failure *failure) {
  hsize_t count = 0;
  int filters = H5Pget_nfilters(list);
  if (filters < 0 || H5Dget_num_chunks(dataset, space, &count) < 0) return hr_fail_library(failure);
  uint64_t expected = stored_bytes(list, filters, 0, bytes);
  /* A file may say that its filters leave out the chunks that reach over the edge. */
  unsigned options = 0;
  if (H5Pget_chunk_opts(list, &options) < 0) return hr_fail_library(failure);
  if ((options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0 && filters > 0) expected = 0;
  if (filters == 0 && count > most_asked) {
    uint64_t all = H5Dget_storage_size(dataset);
    if (count <= UINT64_MAX / bytes && all == count * bytes) return 0;
    return refuse(failure, all, "bytes in all, expected", count * bytes);
  }
  /* Chunks that are said to be larger than they are come to lie over each other. */
  if (count > most_asked) count = most_asked;
  hsize_t *places = calloc(count + 1, (HR_MAX_RANK + 1) * sizeof *places);
  if (places == NULL) return hr_fail(failure, HR_FAILURE_TOO_LARGE, "not enough memory for the chunks' places");
  int result = 0;
  for (hsize_t i = 0; i < count && result == 0; i++) {
    hsize_t *place = places + i * (HR_MAX_RANK + 1), size = 0;
    unsigned left_out = 0;
    haddr_t address = 0;
    if (H5Dget_chunk_info(dataset, space, i, place, &left_out, &address, &size) < 0) {
      result = hr_fail_library(failure);
      break;
    }
    uint64_t its = left_out == 0 ? expected : stored_bytes(list, filters, left_out, bytes);
    if (its != 0 && size != its) result = refuse(failure, size, "bytes, expected", its);
    for (hsize_t j = 0; j < i && result == 0; j++)
      if (memcmp(places + j * (HR_MAX_RANK + 1), place, rank * sizeof *place) == 0)
        result = hr_fail(failure, HR_FAILURE_CHUNKS, "two lie over each other");
  }
  free(places);
  return result;
}

int hr_check_chunks(hid_t dataset, hr_failure *failure) {
  hid_t list = H5Dget_create_plist(dataset), space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  int result = 0;
  hsize_t chunk[HR_MAX_RANK], most[HR_MAX_RANK];
  if (list < 0 || space < 0 || type < 0) result = hr_fail_library(failure);
  else if (H5Pget_layout(list) == H5D_CHUNKED) {
    int rank = H5Pget_chunk(list, HR_MAX_RANK, chunk);
    uint64_t bytes = H5Tget_size(type);
    if (rank < 1 || rank != H5Sget_simple_extent_dims(space, NULL, most)) result = hr_fail_library(failure);
    for (int i = 0; i < rank && result == 0; i++) {
      /* The library makes none that is larger than a dimension that cannot grow, nor one of 4 GB. */
      uint64_t room = UINT32_MAX / bytes, least = most[i] < room ? most[i] : room;
      if (chunk[i] == 0 || chunk[i] > least)
        result = refuse(failure, chunk[i], "values along a dimension, expected at most", least);
      else bytes *= chunk[i];
    }
    if (result == 0) result = check_each(dataset, space, list, (size_t)rank, bytes, failure);
  }
  if (list >= 0) H5Pclose(list);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return result;
}
