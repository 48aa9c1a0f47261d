#include "chunks.h"
#include "heap_text.h"
#include <stdlib.h>
#include <string.h>

/* Numbers of an attribute of which only the first is wanted. */
static const hssize_t most_attribute_numbers = 1 << 20;
/* A chunk or attribute of texts, of which only the first is wanted, may hold so many of the longest. */
static const uint64_t texts_per_block = 64;

/* Which element of a dataset is wanted, and where that is known, what of them is written; of an attribute nothing is. */
typedef struct wanted {
  const hr_written *written;
  uint64_t index; /* along the dimension that is not 1; 0 for the first of any number of dimensions */
} wanted;

/* Reads the wanted element as it is stored (a dataset), or all of them (an attribute), into `bytes`. */
static int read_elements(hid_t object, const wanted *wanted, hid_t type, hid_t space, void *bytes, hr_failure *failure) {
  if (wanted->written == NULL) return H5Aread(object, type, bytes) < 0 ? hr_fail_library(failure) : 0;
  hsize_t size[HR_MAX_RANK] = {0}, at[HR_MAX_RANK] = {0}, one = 1;
  int rank = H5Sget_simple_extent_dims(space, size, NULL);
  if (rank < 0 || rank > HR_MAX_RANK) return hr_fail_library(failure);
  for (int i = 0; i < rank; i++) at[i] = size[i] != 1 ? wanted->index : 0;
  if (rank > 0 && H5Sselect_elements(space, H5S_SELECT_SET, 1, at) < 0) return hr_fail_library(failure);
  hid_t memory = H5Screate_simple(1, &one, NULL);
  if (memory < 0) return hr_fail_library(failure);
  int result = hr_read_selected(object, type, memory, space, wanted->written, bytes, failure);
  H5Sclose(memory);
  return result;
}

static char *variable_text(hid_t object, const wanted *wanted, hid_t space, uint64_t count, uint64_t most,
                           hr_failure *failure) {
  size_t size = hr_reference_bytes(object);
  hid_t opaque = size == 0 ? -1 : H5Tcreate(H5T_OPAQUE, size);
  uint8_t *stored = opaque < 0 ? NULL : calloc(wanted->written == NULL ? count : 1, size);
  char *text = NULL;
  if (opaque < 0) hr_fail_library(failure);
  else if (stored == NULL) hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  else if (read_elements(object, wanted, opaque, space, stored, failure) == 0)
    text = hr_variable_text(object, stored, most, failure);
  free(stored);
  if (opaque >= 0) H5Tclose(opaque);
  return text;
}

static char *fixed_text(hid_t object, const wanted *wanted, hid_t type, hid_t space, uint64_t count, uint64_t size,
                        hr_failure *failure) {
  hid_t memory = H5Tcopy(type);
  char *bytes = calloc(wanted->written == NULL ? count : 1, size), *text = NULL;
  if (memory < 0) hr_fail_library(failure);
  else if (bytes == NULL) hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  else if (read_elements(object, wanted, memory, space, bytes, failure) == 0 &&
           (text = strndup(bytes, size)) == NULL)
    hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  if (text != NULL && H5Tget_strpad(type) == H5T_STR_SPACEPAD)
    for (size_t end = strlen(text); end > 0 && text[end - 1] == ' '; end--) text[end - 1] = 0;
  free(bytes);
  if (memory >= 0) H5Tclose(memory);
  return text;
}

/* The wanted text of a string dataset, or the first one of an attribute; NULL when there is none. */
static char *text_of(hid_t object, const wanted *wanted, hid_t type, hid_t space, uint64_t most, hr_failure *failure) {
  hssize_t points = H5Sget_simple_extent_npoints(space);
  if (H5Sget_simple_extent_type(space) == H5S_NULL || points == 0) return NULL;
  size_t size = H5Tget_size(type);
  htri_t is_variable = H5Tis_variable_str(type);
  if (points < 0 || size == 0 || is_variable < 0) {
    hr_fail_library(failure);
    return NULL;
  }
  uint64_t count = (uint64_t)points, all = 0;
  if (is_variable == 0 && size > most) {
    hr_fail_count(failure, HR_FAILURE_LONG_TEXT, size);
    return NULL;
  }
  /* Of an attribute the library gives all or nothing. */
  if (__builtin_mul_overflow(count, size, &all)) all = UINT64_MAX;
  if (wanted->written == NULL && all / texts_per_block > most) {
    hr_fail_count(failure, HR_FAILURE_LONG_TEXT, all);
    return NULL;
  }
  return is_variable > 0 ? variable_text(object, wanted, space, count, most, failure)
                         : fixed_text(object, wanted, type, space, count, size, failure);
}

static char *read_text(int64_t file, const char *path, uint64_t index, uint64_t most, uint64_t block_bytes,
                       hr_failure *failure) {
  char *text = NULL;
  hr_enter(file, path);
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    hr_written written;
    const wanted wanted = {&written, index};
    if (type < 0 || space < 0) hr_fail_library(failure);
    else if (hr_check_chunks(file, dataset, block_bytes, &written, failure) == 0)
      text = text_of(dataset, &wanted, type, space, most, failure);
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    H5Dclose(dataset);
  }
  hr_leave();
  return text;
}

char *hr_hdf5_text(int64_t file, const char *path, uint64_t most, hr_failure *failure) {
  uint64_t block_bytes = 0;
  if (__builtin_mul_overflow(most, texts_per_block, &block_bytes)) block_bytes = UINT64_MAX;
  return read_text(file, path, 0, most, block_bytes, failure);
}

char *hr_hdf5_one_text(int64_t file, const char *path, uint64_t index, uint64_t most, uint64_t block_bytes,
                       hr_failure *failure) {
  return read_text(file, path, index, most, block_bytes, failure);
}

static int read_number(hid_t attribute, hid_t space, double *number, hr_failure *failure) {
  hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count < 0) return hr_fail_library(failure);
  if (H5Sget_simple_extent_type(space) == H5S_NULL || count == 0) return 0;
  if (count > most_attribute_numbers) return hr_fail(failure, HR_FAILURE_TOO_LARGE, "the attribute is too large");
  double *values = calloc((size_t)count, sizeof *values);
  if (values == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  int result = H5Aread(attribute, H5T_NATIVE_DOUBLE, values) < 0 ? hr_fail_library(failure) : 1;
  *number = values[0];
  free(values);
  return result;
}

static int read_attribute(hid_t attribute, uint64_t most, double *number, char **text, hr_failure *failure) {
  hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  int result = -1;
  if (type < 0 || space < 0) hr_fail_library(failure);
  else if (hr_class_of(type) == HR_CLASS_STRING) {
    const wanted first = {NULL, 0};
    *text = text_of(attribute, &first, type, space, most, failure);
    result = *text != NULL ? 2 : failure->kind != 0 ? -1 : 0;
  } else if (hr_class_of(type) != HR_CLASS_NUMBER) {
    hr_fail(failure, HR_FAILURE_TYPE, "values of another type");
  } else if (hr_check_number(type, failure) == 0) {
    result = read_number(attribute, space, number, failure);
  }
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  return result;
}

int hr_hdf5_attribute(int64_t file, const char *path, const char *name, uint64_t most, double *number, char **text,
                      hr_failure *failure) {
  int result = -1;
  *text = NULL;
  failure->kind = 0;
  hr_enter(file, path);
  hid_t object = hr_open_object(file, path, failure);
  if (object >= 0) {
    htri_t there = H5Aexists(object, name);
    if (there == 0) result = 0;
    else {
      hid_t attribute = there > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
      if (attribute < 0) hr_fail_library(failure);
      else {
        result = read_attribute(attribute, most, number, text, failure);
        H5Aclose(attribute);
      }
    }
    H5Oclose(object);
  }
  hr_leave();
  return result;
}
