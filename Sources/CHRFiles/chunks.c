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

/* Of chunks that no filter packs; the others are looked into when they are read. */
static int check_each(hid_t dataset, hid_t space, hid_t list, size_t rank, uint64_t bytes, hr_failure *failure) {
  hsize_t count = 0;
  int filters = H5Pget_nfilters(list);
  if (filters > 0) return 0;
  if (filters < 0 || H5Dget_num_chunks(dataset, space, &count) < 0) return hr_fail_library(failure);
  if (count > most_asked) {
    uint64_t all = H5Dget_storage_size(dataset);
    if (count <= UINT64_MAX / bytes && all == count * bytes) return 0;
    return refuse(failure, all, "bytes in all, expected", count * bytes);
  }
  /* Chunks that are said to be larger than they are come to lie over each other. */
  hsize_t *places = calloc(count + 1, (HR_MAX_RANK + 1) * sizeof *places);
  if (places == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  int result = 0;
  for (hsize_t i = 0; i < count && result == 0; i++) {
    hsize_t *place = places + i * (HR_MAX_RANK + 1), size = 0;
    unsigned left_out = 0;
    haddr_t address = 0;
    if (H5Dget_chunk_info(dataset, space, i, place, &left_out, &address, &size) < 0) {
      result = hr_fail_library(failure);
      break;
    }
    if (size != bytes) result = refuse(failure, size, "bytes, expected", bytes);
    for (hsize_t j = 0; j < i && result == 0; j++)
      if (memcmp(places + j * (HR_MAX_RANK + 1), place, rank * sizeof *place) == 0)
        result = hr_fail(failure, HR_FAILURE_CHUNKS, "two lie over each other");
  }
  free(places);
  return result;
}

int hr_check_chunks(hid_t dataset, uint64_t most_bytes, hr_failure *failure) {
  hid_t list = H5Dget_create_plist(dataset), space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  int result = 0;
  hsize_t chunk[HR_MAX_RANK] = {0}, most[HR_MAX_RANK] = {0};
  if (list < 0 || space < 0 || type < 0) result = hr_fail_library(failure);
  else if (H5Pget_layout(list) == H5D_CHUNKED) {
    int rank = H5Pget_chunk(list, HR_MAX_RANK, chunk);
    uint64_t bytes = H5Tget_size(type);
    if (bytes == 0 || rank < 1 || rank > HR_MAX_RANK || rank != H5Sget_simple_extent_dims(space, NULL, most))
      result = hr_fail_library(failure);
    for (int i = 0; i < rank && result == 0; i++) {
      /* The library makes none that is larger than a dimension that cannot grow, nor one of 4 GB. */
      uint64_t room = UINT32_MAX / bytes, least = most[i] < room ? most[i] : room;
      if (chunk[i] == 0 || chunk[i] > least)
        result = refuse(failure, chunk[i], "values along a dimension, expected at most", least);
      else bytes *= chunk[i];
    }
    if (result == 0 && bytes > most_bytes) result = hr_fail_count(failure, HR_FAILURE_LARGE_BLOCK, bytes);
    if (result == 0) result = check_each(dataset, space, list, (size_t)rank, bytes, failure);
  }
  if (list >= 0) H5Pclose(list);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return result;
}
