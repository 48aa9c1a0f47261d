#include "hierarchy.h"
#include <stdlib.h>
#include <string.h>

/* Bytes that a name of usual length takes: so many, times the most names, all names together may take. */
static const size_t bytes_per_name = 256;

typedef struct names {
  char *bytes;
  size_t used, capacity, count, most;
  int is_full, is_out_of_memory;
} names;

static herr_t add_name(hid_t group, const char *name, const H5L_info_t *info, void *context) {
  (void)group;
  (void)info;
  names *n = context;
  size_t length = strlen(name) + 1;
  if (n->count == n->most || n->used + length > n->most * bytes_per_name) {
    n->is_full = 1;
    return 1;
  }
  if (n->used + length > n->capacity) {
    size_t capacity = (n->used + length) * 2 + 256;
    char *longer = realloc(n->bytes, capacity);
    if (longer == NULL) {
      n->is_out_of_memory = 1;
      return 1;
    }
    n->bytes = longer;
    n->capacity = capacity;
  }
  memcpy(n->bytes + n->used, name, length);
  n->used += length;
  n->count++;
  return 0;
}

char *hr_hdf5_members(int64_t file, const char *path, size_t most, size_t *count, hr_failure *failure) {
  names list = {calloc(1, 1), 0, 1, 0, most, 0, 0};
  if (list.bytes == NULL) {
    hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
    return NULL;
  }
  hr_enter(file, path);
  hid_t group = H5Gopen2(file, path, H5P_DEFAULT);
  int bad = group < 0 || H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, add_name, &list) < 0;
  if (bad) hr_fail_library(failure);
  if (group >= 0) H5Gclose(group);
  hr_leave();
  if (!bad && list.is_full) bad = hr_fail_count(failure, HR_FAILURE_MANY_MEMBERS, list.count) != 0;
  if (!bad && list.is_out_of_memory) bad = hr_fail(failure, HR_FAILURE_NO_MEMORY, "") != 0;
  if (bad) {
    free(list.bytes);
    return NULL;
  }
  *count = list.count;
  return list.bytes;
}
