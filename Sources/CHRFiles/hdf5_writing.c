#include "hierarchy.h"

#include <string.h>

int64_t hr_hdf5_create(const char *path, uint64_t user_block, hr_failure *failure) {
  hr_enter_new(path);
  hid_t creation = H5Pcreate(H5P_FILE_CREATE);
  if (user_block) H5Pset_userblock(creation, user_block);
  /* Equal recordings must give equal bytes, so no object bears the time it was written. */
  H5Pset_obj_track_times(creation, 0);
  /* libhdf5 2.x would begin with a newer format, in which groups have times of their own. */
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
  /* Before anything else is asked of the library, which forgets the reason then. */
  if (file < 0) hr_fail_library(failure);
  hr_keep_from_children(file);
  H5Pclose(access);
  H5Pclose(creation);
  hr_leave();
  return file;
}

int hr_hdf5_flush(int64_t file, hr_failure *failure) {
  hr_enter(file, "");
  int result = H5Fflush(file, H5F_SCOPE_GLOBAL) < 0 ? hr_fail_library(failure) : 0;
  hr_leave();
  return result;
}

int hr_hdf5_make_group(int64_t file, const char *path, hr_failure *failure) {
  hr_enter(file, path);
  hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int result = group < 0 ? hr_fail_library(failure) : 0;
  if (group >= 0) H5Gclose(group);
  hr_leave();
  return result;
}

static hid_t stored_type(hr_element element) {
  switch (element) {
    case HR_ELEMENT_F32: return H5T_IEEE_F32LE;
    case HR_ELEMENT_I16: return H5T_STD_I16LE;
    case HR_ELEMENT_I32: return H5T_STD_I32LE;
    case HR_ELEMENT_U8: return H5T_STD_U8LE;
    case HR_ELEMENT_U16: return H5T_STD_U16LE;
    case HR_ELEMENT_F32_BIG: return H5T_IEEE_F32BE;
    case HR_ELEMENT_I16_BIG: return H5T_STD_I16BE;
    case HR_ELEMENT_F64: break;
  }
  return H5T_IEEE_F64LE;
}

int hr_hdf5_write(int64_t file, const char *path, hr_element element, int rank, const uint64_t *dimensions,
                  const double *values, uint64_t chunk, int gzip, int shuffle, hr_failure *failure) {
  if (rank < 0 || rank > HR_MAX_RANK) return hr_fail(failure, HR_FAILURE_OTHER, "too many dimensions");
  hr_enter(file, path);
  hsize_t extent[HR_MAX_RANK], chunks[HR_MAX_RANK];
  for (int i = 0; i < rank; i++) {
    extent[i] = dimensions[i];
    chunks[i] = extent[i] < chunk ? extent[i] : chunk;
    if (chunks[i] == 0) chunks[i] = 1;
  }
  hid_t space = rank ? H5Screate_simple(rank, extent, NULL) : H5Screate(H5S_SCALAR);
  hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(creation, 0);
  if (chunk > 0) {
    H5Pset_chunk(creation, rank, chunks);
    if (shuffle) H5Pset_shuffle(creation);
    if (gzip) H5Pset_deflate(creation, (unsigned)gzip);
  }
  hid_t set = H5Dcreate2(file, path, stored_type(element), space, H5P_DEFAULT, creation, H5P_DEFAULT);
  int failed = set < 0 || H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0;
  int result = failed ? hr_fail_library(failure) : 0;
  if (set >= 0) H5Dclose(set);
  H5Pclose(creation);
  H5Sclose(space);
  hr_leave();
  return result;
}

int hr_hdf5_make_bytes(int64_t file, const char *path, int rank, const uint64_t *dimensions, uint64_t chunk, int gzip,
                       hr_failure *failure) {
  if (rank < 1 || rank > HR_MAX_RANK) return hr_fail(failure, HR_FAILURE_OTHER, "a number of dimensions that cannot be");
  hr_enter(file, path);
  hsize_t extent[HR_MAX_RANK], chunks[HR_MAX_RANK];
  for (int i = 0; i < rank; i++) {
    extent[i] = dimensions[i];
    chunks[i] = i == 0 && chunk < extent[i] ? chunk : extent[i];
    if (chunks[i] == 0) chunks[i] = 1;
  }
  hid_t space = H5Screate_simple(rank, extent, NULL);
  hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(creation, 0);
  H5Pset_chunk(creation, rank, chunks);
  H5Pset_deflate(creation, (unsigned)gzip);
  hid_t set = H5Dcreate2(file, path, H5T_STD_U8LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  int result = set < 0 ? hr_fail_library(failure) : 0;
  if (set >= 0) H5Dclose(set);
  H5Pclose(creation);
  H5Sclose(space);
  hr_leave();
  return result;
}

static int write_entries(hid_t set, hid_t space, uint64_t first, uint64_t count, const uint8_t *bytes, uint64_t length,
                         hr_failure *failure) {
  hsize_t part[HR_MAX_RANK], from[HR_MAX_RANK] = {first};
  int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1 || rank > HR_MAX_RANK || H5Sget_simple_extent_dims(space, part, NULL) != rank)
    return hr_fail_library(failure);
  if (first > part[0] || count > part[0] - first)
    return hr_fail(failure, HR_FAILURE_OTHER, "entries that the dataset does not have");
  part[0] = count;
  uint64_t needed = 1;
  for (int i = 0; i < rank; i++)
    if (__builtin_mul_overflow(needed, part[i], &needed)) needed = UINT64_MAX;
  if (needed != length) return hr_fail(failure, HR_FAILURE_OTHER, "another number of bytes than the entries have");
  if (length == 0) return 0;
  hid_t memory = H5Screate_simple(rank, part, NULL);
  int failed = memory < 0 || H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, part, NULL) < 0 ||
               H5Dwrite(set, H5T_NATIVE_UINT8, memory, space, H5P_DEFAULT, bytes) < 0;
  if (memory >= 0) H5Sclose(memory);
  return failed ? hr_fail_library(failure) : 0;
}

int hr_hdf5_write_bytes(int64_t file, const char *path, uint64_t first, uint64_t count, const uint8_t *bytes,
                        uint64_t length, hr_failure *failure) {
  hr_enter(file, path);
  hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
  hid_t space = set < 0 ? -1 : H5Dget_space(set);
  int result = space < 0 ? hr_fail_library(failure) : write_entries(set, space, first, count, bytes, length, failure);
  if (space >= 0) H5Sclose(space);
  /* What is packed and written only now may find the disk full. */
  if (set >= 0 && H5Dclose(set) < 0 && result == 0) result = hr_fail_library(failure);
  hr_leave();
  return result;
}

static int write_attribute(hid_t file, const char *object, const char *name, hid_t type, const void *value,
                           hr_failure *failure) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate_by_name(file, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int result = attribute < 0 || H5Awrite(attribute, type, value) < 0 ? hr_fail_library(failure) : 0;
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  return result;
}

int hr_hdf5_write_number_attribute(int64_t file, const char *object, const char *name, double value,
                                   hr_failure *failure) {
  hr_enter(file, object);
  int result = write_attribute(file, object, name, H5T_NATIVE_DOUBLE, &value, failure);
  hr_leave();
  return result;
}

int hr_hdf5_write_text_attribute(int64_t file, const char *object, const char *name, const char *text, int variable,
                                 hr_failure *failure) {
  hr_enter(file, object);
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_cset(type, H5T_CSET_UTF8);
  size_t length = strlen(text);
  H5Tset_size(type, variable ? H5T_VARIABLE : length ? length : 1);
  int result = write_attribute(file, object, name, type, variable ? (const void *)&text : text, failure);
  H5Tclose(type);
  hr_leave();
  return result;
}
