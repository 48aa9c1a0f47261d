#include "seed_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

void need(int64_t id) {
  if (id >= 0) return;
  fprintf(stderr, "hdf5_seeds: libhdf5 refuses\n");
  exit(1);
}

void put_seeds_in(const char *its_folder) { folder = its_folder; }

seed begin(const char *name, int is_latest, hsize_t user_block) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s.h5", folder, name);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
  if (is_latest) H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  if (user_block > 0) H5Pset_userblock(creation, user_block);
  /* Small nodes, and superblock version 1; "own" and "matlab" keep what is common. */
  if (!is_latest && user_block == 0 && strcmp(name, "own") != 0) {
    H5Pset_istore_k(creation, 2);
    H5Pset_sym_k(creation, 2, 2);
  }
  H5Pset_obj_track_times(creation, 0);
  seed s = {H5Fcreate(path, H5F_ACC_TRUNC, creation, access), is_latest};
  need(s.file);
  H5Pclose(access);
  H5Pclose(creation);
  return s;
}

void end(seed s) { need(H5Fclose(s.file)); }

hid_t group_in(hid_t place, const char *name, int is_dense) {
  hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_obj_track_times(creation, 0);
  if (is_dense) H5Pset_link_phase_change(creation, 2, 1);
  hid_t group = H5Gcreate2(place, name, H5P_DEFAULT, creation, H5P_DEFAULT);
  need(group);
  H5Pclose(creation);
  return group;
}

hid_t list_of(void) {
  hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(list, 0);
  return list;
}

hid_t chunked(int rank, const hsize_t *chunk, int gzip, int shuffle, int fletcher) {
  hid_t list = list_of();
  H5Pset_chunk(list, rank, chunk);
  if (shuffle) H5Pset_shuffle(list);
  if (gzip) H5Pset_deflate(list, 6);
  if (fletcher) H5Pset_fletcher32(list);
  return list;
}

hid_t put(hid_t place, const char *name, hid_t stored, int rank, const hsize_t *size, const hsize_t *most,
                 hid_t list) {
  hid_t space = rank > 0 ? H5Screate_simple(rank, size, most) : H5Screate(H5S_SCALAR);
  hid_t set = H5Dcreate2(place, name, stored, space, H5P_DEFAULT, list, H5P_DEFAULT);
  need(set);
  H5Sclose(space);
  H5Pclose(list);
  double values[4096];
  hsize_t count = 1;
  for (int i = 0; i < rank; i++) count *= size[i];
  for (hsize_t i = 0; i < count && i < 4096; i++) values[i] = floor(100 + 20 * sin((double)i / 8));
  H5T_class_t its = H5Tget_class(stored);
  if (count <= 4096 && (its == H5T_INTEGER || its == H5T_FLOAT))
    need(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  return set;
}

void put_numbers(hid_t place, const char *name, hid_t stored, int rank, const hsize_t *size, hid_t list) {
  H5Dclose(put(place, name, stored, rank, size, NULL, list));
}

hid_t text_type(size_t length, H5T_str_t padding) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, length);
  if (length != H5T_VARIABLE) H5Tset_strpad(type, padding);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

void attribute(hid_t object, const char *name, hid_t type, const void *value) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t its = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  need(its);
  need(H5Awrite(its, type, value));
  H5Aclose(its);
  H5Sclose(space);
}

void number_attribute(hid_t object, const char *name, double value) {
  attribute(object, name, H5T_NATIVE_DOUBLE, &value);
}

void text_attribute(hid_t object, const char *name, const char *text, int is_variable) {
  hid_t type = text_type(is_variable ? H5T_VARIABLE : strlen(text), H5T_STR_NULLPAD);
  attribute(object, name, type, is_variable ? (const void *)&text : text);
  H5Tclose(type);
}
