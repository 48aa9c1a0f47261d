#include "hierarchy.h"

/* Columns that grow: what is written is whole chunks, so that nothing is packed twice. */

int hr_hdf5_make_ordered_group(int64_t file, const char *path, hr_failure *failure) {
  hr_enter(file, path);
  hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_obj_track_times(creation, 0);
  H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  /* As many members as columns are: no index of their own. */
  H5Pset_link_phase_change(creation, 512, 256);
  hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, creation, H5P_DEFAULT);
  int result = group < 0 ? hr_fail_library(failure) : 0;
  if (group >= 0) H5Gclose(group);
  H5Pclose(creation);
  hr_leave();
  return result;
}

int hr_hdf5_make_column(int64_t file, const char *path, hr_element element, uint64_t chunk, int gzip,
                        hr_failure *failure) {
  hr_enter(file, path);
  hsize_t none = 0, most = H5S_UNLIMITED, rows = chunk ? chunk : 1;
  hid_t space = H5Screate_simple(1, &none, &most);
  hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(creation, 0);
  H5Pset_chunk(creation, 1, &rows);
  H5Pset_shuffle(creation);
  H5Pset_deflate(creation, (unsigned)gzip);
  hid_t type = element == HR_ELEMENT_I32 ? H5T_STD_I32LE : H5T_IEEE_F64LE;
  hid_t set = H5Dcreate2(file, path, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  int result = set < 0 ? hr_fail_library(failure) : 0;
  if (set >= 0) H5Dclose(set);
  H5Pclose(creation);
  H5Sclose(space);
  hr_leave();
  return result;
}

static int extend(hid_t set, const void *values, hsize_t count, hid_t type, hr_failure *failure) {
  hsize_t first = 0;
  hid_t space = H5Dget_space(set);
  int failed = space < 0 || H5Sget_simple_extent_dims(space, &first, NULL) != 1;
  if (space >= 0) H5Sclose(space);
  hsize_t all = first + count;
  if (failed || H5Dset_extent(set, &all) < 0) return hr_fail_library(failure);
  space = H5Dget_space(set);
  hid_t memory = H5Screate_simple(1, &count, NULL);
  failed = space < 0 || memory < 0 || H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, NULL, &count, NULL) < 0 ||
           H5Dwrite(set, type, memory, space, H5P_DEFAULT, values) < 0;
  int result = failed ? hr_fail_library(failure) : 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  return result;
}

int hr_hdf5_extend(int64_t file, const char *path, const void *values, uint64_t count, int whole,
                   hr_failure *failure) {
  if (count == 0) return 0;
  hr_enter(file, path);
  hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
  int result = set < 0 ? hr_fail_library(failure)
                       : extend(set, values, count, whole ? H5T_NATIVE_INT32 : H5T_NATIVE_DOUBLE, failure);
  /* What is packed and written only now may find the disk full. */
  if (set >= 0 && H5Dclose(set) < 0 && result == 0) result = hr_fail_library(failure);
  hr_leave();
  return result;
}

int hr_hdf5_write_texts(int64_t file, const char *path, const char *bytes, uint64_t count, uint64_t width, int utf8,
                        hr_failure *failure) {
  hr_enter(file, path);
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, width ? width : 1);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, utf8 ? H5T_CSET_UTF8 : H5T_CSET_ASCII);
  hsize_t extent = count;
  hid_t space = H5Screate_simple(1, &extent, NULL);
  hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(creation, 0);
  hid_t set = H5Dcreate2(file, path, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  int failed = set < 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) < 0;
  int result = failed ? hr_fail_library(failure) : 0;
  if (set >= 0) H5Dclose(set);
  H5Pclose(creation);
  H5Sclose(space);
  H5Tclose(type);
  hr_leave();
  return result;
}
