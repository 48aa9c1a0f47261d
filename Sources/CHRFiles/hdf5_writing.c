#include "CHRFiles.h"

#define H5_USE_110_API 1
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Recordings are written by one thread of one process, so nothing here takes the reader's lock. */

static int failed(char *error) {
  snprintf(error, HR_ERROR_LENGTH, "the HDF5 library could not write it");
  return -1;
}

int64_t hr_h5_create(const char *path, size_t user_block, char *error) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t creation = H5Pcreate(H5P_FILE_CREATE);
  if (user_block) H5Pset_userblock(creation, user_block);
  /* Equal recordings must give equal bytes. */
  H5Pset_obj_track_times(creation, 0);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, creation, H5P_DEFAULT);
  H5Pclose(creation);
  if (file < 0) failed(error);
  return file;
}

int hr_h5_make_group(int64_t file, const char *path, char *error) {
  hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0) return failed(error);
  H5Gclose(group);
  return 0;
}

static hid_t stored_type(int element) {
  switch (element) {
    case HR_H5_FLOAT32: return H5T_IEEE_F32LE;
    case HR_H5_INT8: return H5T_STD_I8LE;
    case HR_H5_UINT8: return H5T_STD_U8LE;
    case HR_H5_INT16: return H5T_STD_I16LE;
    case HR_H5_UINT16: return H5T_STD_U16LE;
    case HR_H5_INT32: return H5T_STD_I32LE;
    case HR_H5_UINT32: return H5T_STD_U32LE;
    case HR_H5_FLOAT32_BIG: return H5T_IEEE_F32BE;
    case HR_H5_FLOAT64_BIG: return H5T_IEEE_F64BE;
    case HR_H5_INT16_BIG: return H5T_STD_I16BE;
    default: return H5T_IEEE_F64LE;
  }
}

int hr_h5_write(int64_t file, const char *path, int element, int rank, const int64_t *dimensions, int64_t chunk,
                int deflate, int shuffle, const double *values, char *error) {
  hsize_t extent[HR_H5_MAX_RANK], chunks[HR_H5_MAX_RANK];
  for (int i = 0; i < rank; i++) {
    extent[i] = (hsize_t)dimensions[i];
    chunks[i] = extent[i] < (hsize_t)chunk ? extent[i] : (hsize_t)chunk;
    if (chunks[i] == 0) chunks[i] = 1;
  }
  hid_t space = rank ? H5Screate_simple(rank, extent, NULL) : H5Screate(H5S_SCALAR);
  hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(creation, 0);
  if (chunk > 0) {
    H5Pset_chunk(creation, rank, chunks);
    if (shuffle) H5Pset_shuffle(creation);
    if (deflate) H5Pset_deflate(creation, (unsigned)deflate);
  }
  hid_t set = H5Dcreate2(file, path, stored_type(element), space, H5P_DEFAULT, creation, H5P_DEFAULT);
  int result = set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0 ? 0 : -1;
  if (set >= 0) H5Dclose(set);
  H5Pclose(creation);
  H5Sclose(space);
  return result < 0 ? failed(error) : 0;
}

static int write_attribute(hid_t file, const char *object, const char *name, hid_t type, const void *value,
                           char *error) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute =
      H5Acreate_by_name(file, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int result = attribute >= 0 && H5Awrite(attribute, type, value) >= 0 ? 0 : -1;
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  return result < 0 ? failed(error) : 0;
}

int hr_h5_write_attribute_number(int64_t file, const char *object, const char *name, double value, char *error) {
  return write_attribute(file, object, name, H5T_NATIVE_DOUBLE, &value, error);
}

int hr_h5_write_attribute_text(int64_t file, const char *object, const char *name, const char *text, int variable,
                               char *error) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_cset(type, H5T_CSET_UTF8);
  size_t length = strlen(text);
  H5Tset_size(type, variable ? H5T_VARIABLE : length ? length : 1);
  int result = write_attribute(file, object, name, type, variable ? (const void *)&text : text, error);
  H5Tclose(type);
  return result;
}

int hr_h5_flush(int64_t file, char *error) {
  return H5Fflush(file, H5F_SCOPE_GLOBAL) < 0 ? failed(error) : 0;
}
