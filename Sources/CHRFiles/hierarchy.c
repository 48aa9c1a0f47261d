#include "chunks.h"
#include "places.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int64_t open_once(const char *path, hr_failure *failure) {
  hr_enter_new(path);
  H5Eclear2(H5E_DEFAULT);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) hr_fail_library(failure);
  hr_keep_from_children(file);
  hr_leave();
  return file;
}

int64_t hr_hdf5_open(const char *path, hr_failure *failure) {
  /* Who writes a file holds its lock a moment longer than the file is incomplete, and so does a child that a fork
     gave the descriptor. */
  const struct timespec pause = {0, 50 * 1000 * 1000};
  int64_t file = open_once(path, failure);
  for (int again = 0; again < 20 && file < 0 && failure->kind == HR_FAILURE_LOCKED; again++) {
    nanosleep(&pause, NULL);
    file = open_once(path, failure);
  }
  return file;
}

void hr_hdf5_close(int64_t file) {
  hr_enter(file, "");
  hr_forget_places(file);
  H5Fclose(file);
  hr_leave();
}

static hr_object object_kind(hid_t file, const char *path) {
  hid_t object = H5Oopen(file, path, H5P_DEFAULT);
  /* A link that leads nowhere, outside or to something damaged is there: reading it says what is wrong. */
  if (object < 0) return H5Lexists(file, path, H5P_DEFAULT) > 0 ? HR_OBJECT_OTHER : HR_OBJECT_ABSENT;
  H5I_type_t type = H5Iget_type(object);
  H5Oclose(object);
  return type == H5I_GROUP ? HR_OBJECT_GROUP : type == H5I_DATASET ? HR_OBJECT_DATASET : HR_OBJECT_OTHER;
}

hr_object hr_hdf5_object(int64_t file, const char *path) {
  hr_enter(file, path);
  hr_object kind = object_kind(file, path);
  hr_leave();
  return kind;
}

static int check_storage(hid_t dataset, hr_failure *failure) {
  hid_t list = H5Dget_create_plist(dataset);
  if (list < 0) return hr_fail_library(failure);
  int result = 0;
  if (H5Pget_layout(list) == H5D_VIRTUAL || H5Pget_external_count(list) > 0)
    result = hr_fail(failure, HR_FAILURE_OUTSIDE, "the dataset's values lie in another file");
  int filters = H5Pget_nfilters(list);
  for (int i = 0; i < filters && result == 0; i++) {
    unsigned flags = 0, values[32];
    size_t value_count = 32;
    char name[96] = "";
    H5Z_filter_t id = H5Pget_filter2(list, (unsigned)i, &flags, &value_count, values, sizeof name, name, NULL);
    name[sizeof name - 1] = 0;
    /* What the others make of a chunk is up to sizes in the file, and the library does not hold them against it. */
    int is_known = id == H5Z_FILTER_DEFLATE || id == H5Z_FILTER_SHUFFLE || id == H5Z_FILTER_FLETCHER32;
    if (is_known && H5Zfilter_avail(id) > 0) continue;
    char text[160];
    snprintf(text, sizeof text, "%s (filter %d)", *name != 0 ? name : "unnamed", (int)id);
    result = hr_fail(failure, HR_FAILURE_FILTER, text);
  }
  H5Pclose(list);
  return result;
}

static int check_type(hid_t dataset, hr_failure *failure) {
  hid_t type = H5Dget_type(dataset);
  if (type < 0) return hr_fail_library(failure);
  int result = hr_check_number(type, failure);
  H5Tclose(type);
  return result;
}

/* One reference needs no large chunk. */
static const uint64_t most_reference_chunk = 1 << 20;

static hid_t read_reference(hid_t file, hid_t dataset, hid_t space, hr_failure *failure) {
  hr_written written;
  if (check_storage(dataset, failure) < 0 ||
      hr_check_chunks(file, dataset, most_reference_chunk, &written, failure) < 0)
    return -1;
  if (written.unwritten > 0) return hr_fail(failure, HR_FAILURE_PLACES, "the reference that leads to them was never written");
  const hsize_t one = 1;
  hobj_ref_t reference = 0;
  hid_t memory = H5Screate_simple(1, &one, NULL);
  if (memory < 0) return hr_fail_library(failure);
  int read = hr_read_selected(dataset, H5T_STD_REF_OBJ, memory, space, &written, &reference, failure);
  H5Sclose(memory);
  if (read < 0) return -1;
  hid_t target = H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, &reference);
  return target < 0 ? hr_fail_library(failure) : target;
}

static hid_t follow(hid_t file, hid_t dataset, hr_failure *failure) {
  for (int depth = 0; depth < 4; depth++) {
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    int single = type >= 0 && space >= 0 && H5Tequal(type, H5T_STD_REF_OBJ) > 0 &&
                 H5Sget_simple_extent_npoints(space) == 1;
    hid_t target = single ? read_reference(file, dataset, space, failure) : -1;
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    if (!single) return dataset;
    if (target >= 0 && H5Iget_type(target) != H5I_DATASET) {
      hr_fail(failure, HR_FAILURE_NOT_A_DATASET, "a reference to a group");
      H5Oclose(target);
      target = -1;
    }
    H5Dclose(dataset);
    if (target < 0) return -1;
    dataset = target;
  }
  return dataset;
}

hid_t hr_open_object(hid_t file, const char *path, hr_failure *failure) {
  H5Eclear2(H5E_DEFAULT);
  hid_t object = H5Oopen(file, path, H5P_DEFAULT);
  if (object >= 0) return object;
  hr_fail_library(failure);
  if (strstr(failure->text, "doesn't exist") != NULL) failure->kind = HR_FAILURE_ABSENT;
  return -1;
}

hid_t hr_open_dataset(hid_t file, const char *path, hr_failure *failure) {
  hid_t object = hr_open_object(file, path, failure);
  if (object < 0) return -1;
  if (H5Iget_type(object) != H5I_DATASET) {
    hr_fail(failure, HR_FAILURE_NOT_A_DATASET, H5Iget_type(object) == H5I_GROUP ? "a group" : "a named type");
    H5Oclose(object);
    return -1;
  }
  hid_t dataset = follow(file, object, failure);
  if (dataset >= 0 && (check_storage(dataset, failure) < 0 || check_type(dataset, failure) < 0)) {
    H5Dclose(dataset);
    return -1;
  }
  return dataset;
}

hr_class hr_class_of(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
    case H5T_FLOAT:
    case H5T_ENUM: return HR_CLASS_NUMBER;
    case H5T_STRING: return HR_CLASS_STRING;
    case H5T_COMPOUND: return HR_CLASS_COMPOUND;
    case H5T_REFERENCE: return HR_CLASS_REFERENCE;
    default: return HR_CLASS_OTHER;
  }
}

static int fill_info(hid_t file, hid_t dataset, hid_t type, hid_t space, hr_dataset_info *info, hr_failure *failure) {
  hsize_t dimensions[HR_MAX_RANK] = {0}, file_bytes = 0;
  info->type = hr_class_of(type);
  info->element_bytes = H5Tget_size(type);
  info->is_uint16 =
      H5Tget_class(type) == H5T_INTEGER && info->element_bytes == 2 && H5Tget_sign(type) == H5T_SGN_NONE;
  info->is_null = H5Sget_simple_extent_type(space) == H5S_NULL || H5Aexists(dataset, "MATLAB_empty") > 0;
  info->rank = info->is_null ? 1 : H5Sget_simple_extent_dims(space, dimensions, NULL);
  hssize_t count = info->is_null ? 0 : H5Sget_simple_extent_npoints(space);
  if (info->element_bytes == 0 || info->rank < 0 || info->rank > HR_MAX_RANK || count < 0 ||
      H5Fget_filesize(file, &file_bytes) < 0)
    return hr_fail_library(failure);
  info->count = (uint64_t)count;
  /* The library multiplies the dimensions without a look at what does not fit. */
  uint64_t product = 1;
  for (int i = 0; i < info->rank; i++) {
    info->dimensions[i] = info->is_null ? 0 : dimensions[i];
    if (__builtin_mul_overflow(product, info->dimensions[i], &product)) product = UINT64_MAX;
  }
  if (!info->is_null && product != info->count)
    return hr_fail(failure, HR_FAILURE_TRUNCATED, "dimensions whose product is no number of values");
  uint64_t stored = H5Dget_storage_size(dataset);
  info->stored_bytes = stored < file_bytes ? stored : file_bytes;
  return 0;
}

int hr_hdf5_info(int64_t file, const char *path, hr_dataset_info *info, hr_failure *failure) {
  memset(info, 0, sizeof *info);
  hr_enter(file, path);
  int result = -1;
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    if (type < 0 || space < 0) hr_fail_library(failure);
    else result = fill_info(file, dataset, type, space, info, failure);
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    H5Dclose(dataset);
  }
  hr_leave();
  return result;
}

/* Selects the block in `space`, and makes a dataspace of as many values in a row; < 0 on failure. */
static hid_t select_block(hid_t space, const hr_block *block, uint64_t capacity, hr_failure *failure) {
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 0) return hr_fail_library(failure);
  if (block->rank > 0) {
    hsize_t from[HR_MAX_RANK], size[HR_MAX_RANK];
    if (rank != block->rank) return hr_fail(failure, HR_FAILURE_OTHER, "a block of another number of dimensions");
    for (int i = 0; i < rank; i++) {
      from[i] = block->start[i];
      size[i] = block->count[i];
    }
    if (H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, size, NULL) < 0 || H5Sselect_valid(space) <= 0)
      return hr_fail_library(failure);
  }
  hssize_t points = H5Sget_select_npoints(space);
  if (points <= 0 || (uint64_t)points != capacity)
    return hr_fail(failure, HR_FAILURE_OTHER, "another number of values than there is room for");
  hsize_t length = capacity;
  hid_t memory = H5Screate_simple(1, &length, NULL);
  return memory < 0 ? hr_fail_library(failure) : memory;
}

typedef struct gaps {
  double *values;
  const hr_box *block;
  uint64_t count;
} gaps;

/* Row by row of the last dimension. */
static void mark_gap(const hr_box *gap, void *context) {
  gaps *g = context;
  hsize_t at[HR_MAX_RANK] = {0};
  const int last = gap->rank - 1;
  const hsize_t length = last < 0 ? 1 : gap->count[last];
  for (int i = 0; i >= 0;) {
    uint64_t index = 0;
    for (int k = 0; k <= last; k++) index = index * g->block->count[k] + gap->start[k] - g->block->start[k] + at[k];
    for (hsize_t k = 0; k < length; k++) g->values[index + k] = NAN;
    g->count += length;
    for (i = last - 1; i >= 0; i--) {
      if (++at[i] < gap->count[i]) break;
      at[i] = 0;
    }
  }
}

/* What libhdf5 fills in for values that are not in the file is no value of the dataset. */
static int mark_gaps(hid_t dataset, hid_t space, const hr_written *written, double *values, uint64_t *never_written,
                     hr_failure *failure) {
  hr_box block;
  if (hr_selected_box(space, &block, failure) < 0) return -1;
  gaps g = {values, &block, 0};
  int result = hr_each_gap(dataset, space, written, mark_gap, &g, failure);
  *never_written = g.count;
  return result;
}

int hr_hdf5_read(int64_t file, const char *path, const hr_block *block, double *values, uint64_t capacity,
                 uint64_t block_bytes, uint64_t *never_written, hr_failure *failure) {
  hr_enter(file, path);
  int result = -1;
  hr_written written;
  *never_written = 0;
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    hid_t space = H5Dget_space(dataset), memory = -1;
    if (space < 0) hr_fail_library(failure);
    else if (hr_check_chunks(file, dataset, block_bytes, &written, failure) == 0)
      memory = select_block(space, block, capacity, failure);
    if (memory >= 0) {
      result = hr_read_selected(dataset, H5T_NATIVE_DOUBLE, memory, space, &written, values, failure);
      if (result == 0 && written.unwritten > 0)
        result = mark_gaps(dataset, space, &written, values, never_written, failure);
      H5Sclose(memory);
    }
    if (space >= 0) H5Sclose(space);
    H5Dclose(dataset);
  }
  hr_leave();
  return result;
}
