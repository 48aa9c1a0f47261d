#include "chunks.h"
#include "heap_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t open_once(const char *path, hr_failure *failure) {
  hr_enter();
  H5Eclear2(H5E_DEFAULT);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) hr_fail_library(failure);
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
  hr_enter();
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
  hr_enter();
  hr_object kind = object_kind(file, path);
  hr_leave();
  return kind;
}

typedef struct names {
  char *bytes;
  size_t used, capacity, count;
} names;

static herr_t add_name(hid_t group, const char *name, const H5L_info_t *info, void *context) {
  (void)group;
  (void)info;
  names *n = context;
  size_t length = strlen(name) + 1;
  if (n->used + length > n->capacity) {
    size_t capacity = (n->used + length) * 2 + 256;
    char *longer = realloc(n->bytes, capacity);
    if (longer == NULL) return -1;
    n->bytes = longer;
    n->capacity = capacity;
  }
  memcpy(n->bytes + n->used, name, length);
  n->used += length;
  n->count++;
  return 0;
}

char *hr_hdf5_members(int64_t file, const char *path, size_t *count, hr_failure *failure) {
  names list = {calloc(1, 1), 0, 1, 0};
  hr_enter();
  hid_t group = H5Gopen2(file, path, H5P_DEFAULT);
  int bad = group < 0 || H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, add_name, &list) < 0;
  if (bad) hr_fail_library(failure);
  if (group >= 0) H5Gclose(group);
  hr_leave();
  if (bad) { free(list.bytes); return NULL; }
  *count = list.count;
  return list.bytes;
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
    if (id >= 0 && H5Zfilter_avail(id) > 0) continue;
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

static hid_t follow(hid_t dataset, hr_failure *failure) {
  for (int depth = 0; depth < 4; depth++) {
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    int single = type >= 0 && space >= 0 && H5Tequal(type, H5T_STD_REF_OBJ) > 0 &&
                 H5Sget_simple_extent_npoints(space) == 1;
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    if (!single) return dataset;
    hobj_ref_t reference = 0;
    hid_t target = -1;
    if (H5Dread(dataset, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, &reference) >= 0)
      target = H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, &reference);
    if (target < 0) hr_fail_library(failure);
    else if (H5Iget_type(target) != H5I_DATASET) {
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

hid_t hr_open_dataset(hid_t file, const char *path, hr_failure *failure) {
  H5Eclear2(H5E_DEFAULT);
  hid_t object = H5Oopen(file, path, H5P_DEFAULT);
  if (object < 0) {
    hr_fail_library(failure);
    if (strstr(failure->text, "doesn't exist") != NULL) failure->kind = HR_FAILURE_ABSENT;
    return -1;
  }
  if (H5Iget_type(object) != H5I_DATASET) {
    hr_fail(failure, HR_FAILURE_NOT_A_DATASET, H5Iget_type(object) == H5I_GROUP ? "a group" : "a named type");
    H5Oclose(object);
    return -1;
  }
  hid_t dataset = follow(object, failure);
  if (dataset >= 0 && (check_storage(dataset, failure) < 0 || check_type(dataset, failure) < 0)) {
    H5Dclose(dataset);
    return -1;
  }
  return dataset;
}

/* A damaged size must not become gigabytes of memory: deflate shrinks at most 1032 times. */
static int is_possible(hid_t file, hssize_t count, size_t size) {
  hsize_t bytes = 0;
  if (count < 0 || H5Fget_filesize(file, &bytes) < 0) return 0;
  return size == 0 || (hsize_t)count / 1100 <= (bytes + 4096) / size;
}

static hr_class class_of(hid_t type) {
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

int hr_hdf5_info(int64_t file, const char *path, hr_dataset_info *info, hr_failure *failure) {
  memset(info, 0, sizeof *info);
  hr_enter();
  int result = -1;
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    hsize_t dimensions[HR_MAX_RANK];
    if (type < 0 || space < 0) hr_fail_library(failure);
    else {
      info->type = class_of(type);
      info->is_uint16 =
          H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) == 2 && H5Tget_sign(type) == H5T_SGN_NONE;
      info->is_null = H5Sget_simple_extent_type(space) == H5S_NULL || H5Aexists(dataset, "MATLAB_empty") > 0;
      info->rank = info->is_null ? 1 : H5Sget_simple_extent_dims(space, dimensions, NULL);
      hssize_t count = info->is_null ? 0 : H5Sget_simple_extent_npoints(space);
      if (info->rank < 0 || count < 0) hr_fail_library(failure);
      else if (info->type == HR_CLASS_NUMBER && !is_possible(file, count, H5Tget_size(type)))
        hr_fail(failure, HR_FAILURE_TRUNCATED, "more values than a file of this size can hold");
      else {
        info->count = (uint64_t)count;
        for (int i = 0; i < info->rank; i++) info->dimensions[i] = info->is_null ? 0 : dimensions[i];
        result = 0;
      }
    }
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    H5Dclose(dataset);
  }
  hr_leave();
  return result;
}

int hr_hdf5_read(int64_t file, const char *path, const uint64_t *start, const uint64_t *count, double *values,
                 hr_failure *failure) {
  hr_enter();
  int result = -1;
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    hid_t space = H5Dget_space(dataset), memory = H5S_ALL, selected = H5S_ALL;
    if (start != NULL && space >= 0) {
      hsize_t from[HR_MAX_RANK], size[HR_MAX_RANK], total = 1;
      int rank = H5Sget_simple_extent_ndims(space);
      for (int i = 0; i < rank; i++) { from[i] = start[i]; size[i] = count[i]; total *= size[i]; }
      H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, size, NULL);
      memory = H5Screate_simple(1, &total, NULL);
      selected = space;
    }
    if (hr_check_chunks(dataset, failure) < 0) result = -1;
    else if (space < 0 || H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, selected, H5P_DEFAULT, values) < 0)
      result = hr_fail_library(failure);
    else result = 0;
    if (memory != H5S_ALL) H5Sclose(memory);
    if (space >= 0) H5Sclose(space);
    H5Dclose(dataset);
  }
  hr_leave();
  return result;
}

/* The first text of a string dataset (`is_attribute` 0) or attribute; NULL when there is none. */
static char *first_text(hid_t object, int is_attribute, hid_t type, hid_t space, hr_failure *failure) {
  hssize_t count = H5Sget_simple_extent_npoints(space);
  size_t size = H5Tget_size(type);
  if (H5Sget_simple_extent_type(space) == H5S_NULL || count <= 0) return NULL;
  if (count > 1000000 || size > 1 << 24 || (size_t)count * size > 1 << 26) {
    hr_fail(failure, HR_FAILURE_TOO_LARGE, "the text is too long");
    return NULL;
  }
  if (H5Tis_variable_str(type) > 0) return hr_first_variable_text(object, is_attribute, (size_t)count, failure);
  hid_t memory = H5Tcopy(type);
  char *bytes = calloc((size_t)count, size + 1), *text = NULL;
  herr_t read = -1;
  if (bytes != NULL)
    read = is_attribute ? H5Aread(object, memory, bytes)
                        : H5Dread(object, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
  if (read < 0) hr_fail_library(failure);
  else {
    text = strndup(bytes, size);
    if (text != NULL && H5Tget_strpad(type) == H5T_STR_SPACEPAD)
      for (size_t end = strlen(text); end > 0 && text[end - 1] == ' '; end--) text[end - 1] = 0;
  }
  free(bytes);
  H5Tclose(memory);
  return text;
}

char *hr_hdf5_text(int64_t file, const char *path, hr_failure *failure) {
  char *text = NULL;
  hr_enter();
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    if (type >= 0 && space >= 0) text = first_text(dataset, 0, type, space, failure);
    else hr_fail_library(failure);
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    H5Dclose(dataset);
  }
  hr_leave();
  return text;
}

static int read_attribute(hid_t attribute, double *number, char **text, hr_failure *failure) {
  hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  int result = -1;
  if (type < 0 || space < 0) hr_fail_library(failure);
  else if (class_of(type) == HR_CLASS_STRING) {
    *text = first_text(attribute, 1, type, space, failure);
    result = *text != NULL ? 2 : failure->kind != 0 ? -1 : 0;
  } else if (hr_check_number(type, failure) < 0) {
    result = -1;
  } else if (class_of(type) == HR_CLASS_NUMBER) {
    hssize_t count = H5Sget_simple_extent_npoints(space);
    double *values = count > 0 && count <= 1 << 20 ? calloc((size_t)count, sizeof *values) : NULL;
    if (H5Sget_simple_extent_type(space) == H5S_NULL || count <= 0) result = 0;
    else if (values == NULL) hr_fail(failure, HR_FAILURE_TOO_LARGE, "the attribute is too large");
    else if (H5Aread(attribute, H5T_NATIVE_DOUBLE, values) < 0) hr_fail_library(failure);
    else {
      *number = values[0];
      result = 1;
    }
    free(values);
  } else hr_fail(failure, HR_FAILURE_TYPE, "values of another type");
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  return result;
}

int hr_hdf5_attribute(int64_t file, const char *path, const char *name, double *number, char **text,
                      hr_failure *failure) {
  int result = -1;
  *text = NULL;
  failure->kind = 0;
  hr_enter();
  H5Eclear2(H5E_DEFAULT);
  hid_t object = H5Oopen(file, path, H5P_DEFAULT);
  if (object < 0) {
    hr_fail_library(failure);
    if (strstr(failure->text, "doesn't exist") != NULL) failure->kind = HR_FAILURE_ABSENT;
  } else {
    htri_t there = H5Aexists(object, name);
    if (there == 0) result = 0;
    else {
      hid_t attribute = there > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
      if (attribute < 0) hr_fail_library(failure);
      else {
        result = read_attribute(attribute, number, text, failure);
        H5Aclose(attribute);
      }
    }
    H5Oclose(object);
  }
  hr_leave();
  return result;
}
