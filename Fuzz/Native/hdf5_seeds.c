/* Writes the small files that mutation starts from: one of each way in which recordings are stored.
   usage: hdf5_seeds FOLDER */
#include "seed_file.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* hreval's own layout: a group for each recording, series with attributes. */
static void own(const char *name, int is_latest, int gzip, int shuffle, int fletcher) {
  seed s = begin(name, is_latest, 0);
  hid_t group = group_in(s.file, "rec_01", 0);
  const hsize_t count = 200, matrix[2] = {50, 3}, chunk = 64, chunk2[2] = {16, 3};
  hid_t set = put(group, "ppg", H5T_IEEE_F32LE, 1, &count, NULL, chunked(1, &chunk, gzip, shuffle, fletcher));
  number_attribute(set, "sample_rate", 25);
  text_attribute(set, "unit", "a.u.", 0);
  H5Dclose(set);
  set = put(group, "acc", H5T_STD_I16BE, 2, matrix, NULL, chunked(2, chunk2, gzip, shuffle, fletcher));
  number_attribute(set, "sample_rate", 10);
  text_attribute(set, "unit", "m/s\xC2\xB2", 1);
  H5Dclose(set);
  put_numbers(group, "beats", H5T_IEEE_F64LE, 1, &chunk, list_of());
  text_attribute(group, "labels", "walking,running", 1);
  text_attribute(group, "subject", "s01", 0);
  number_attribute(group, "start_time", 12.5);
  H5Gclose(group);
  end(s);
}

static void plain(void) {
  seed s = begin("plain", 0, 0);
  const hsize_t count = 40, matrix[2] = {20, 4};
  hid_t compact = list_of();
  H5Pset_layout(compact, H5D_COMPACT);
  put_numbers(s.file, "compact", H5T_STD_I32LE, 1, &count, compact);
  put_numbers(s.file, "ecg", H5T_STD_U16BE, 2, matrix, list_of());
  put_numbers(s.file, "rate", H5T_IEEE_F64BE, 0, NULL, list_of());
  put_numbers(s.file, "long", H5T_NATIVE_LDOUBLE, 1, &count, list_of());
  const hsize_t chunk = 8, most = H5S_UNLIMITED;
  H5Dclose(put(s.file, "time", H5T_STD_I64LE, 1, &count, &most, chunked(1, &chunk, 0, 0, 0)));
  /* Chunks that were never written, and nothing to stand for them. */
  hid_t never = chunked(1, &chunk, 0, 0, 0);
  H5Pset_fill_time(never, H5D_FILL_TIME_NEVER);
  hid_t extent = H5Screate_simple(1, &count, NULL);
  H5Dclose(H5Dcreate2(s.file, "never", H5T_STD_I16LE, extent, H5P_DEFAULT, never, H5P_DEFAULT));
  H5Pclose(never);
  H5Sclose(extent);
  hid_t space = H5Screate(H5S_NULL), list = list_of();
  H5Dclose(H5Dcreate2(s.file, "nothing", H5T_NATIVE_INT, space, H5P_DEFAULT, list, H5P_DEFAULT));
  H5Pclose(list);
  H5Sclose(space);
  end(s);
}

/* As MATLAB v7.3 writes: user block, matrices the other way round, UTF-16 text, cells as object references. */
static void matlab(void) {
  seed s = begin("matlab", 0, 512);
  hid_t group = group_in(s.file, "data", 0);
  const hsize_t matrix[2] = {2, 60}, chunk[2] = {1, 30}, text[2] = {6, 1}, cells[2] = {1, 1}, empty = 2;
  hid_t set = put(group, "ppg", H5T_IEEE_F64LE, 2, matrix, NULL, chunked(2, chunk, 1, 0, 0));
  text_attribute(set, "MATLAB_class", "double", 0);
  H5Dclose(set);
  set = put(group, "name", H5T_STD_U16LE, 2, text, NULL, list_of());
  text_attribute(set, "MATLAB_class", "char", 0);
  H5Dclose(set);
  set = put(group, "none", H5T_STD_U64LE, 1, &empty, NULL, list_of());
  const uint8_t one = 1;
  attribute(set, "MATLAB_empty", H5T_NATIVE_UINT8, &one);
  H5Dclose(set);
  set = put(group, "cell", H5T_STD_REF_OBJ, 2, cells, NULL, list_of());
  hobj_ref_t reference;
  need(H5Rcreate(&reference, s.file, "/data/ppg", H5R_OBJECT, -1));
  need(H5Dwrite(set, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, &reference));
  H5Dclose(set);
  set = put(group, "packed cell", H5T_STD_REF_OBJ, 2, cells, NULL, chunked(2, cells, 1, 0, 0));
  need(H5Dwrite(set, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, &reference));
  H5Dclose(set);
  H5Gclose(group);
  end(s);
}

static void texts(const char *name, int is_latest) {
  seed s = begin(name, is_latest, 0);
  const hsize_t count = 3, one = 1;
  const char *values[3] = {"sitting", "walking", "r\xC3\xBChrend"};
  hid_t type = text_type(H5T_VARIABLE, 0);
  hid_t set = put(s.file, "activity", type, 1, &count, NULL, list_of());
  need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  H5Dclose(set);
  set = put(s.file, "chunked", type, 1, &count, NULL, chunked(1, &one, 1, 0, 0));
  need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  text_attribute(set, "unit", "none", 1);
  H5Dclose(set);
  H5Tclose(type);
  type = text_type(8, H5T_STR_SPACEPAD);
  set = put(s.file, "fixed", type, 1, &one, NULL, list_of());
  need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, "Wrist   "));
  H5Dclose(set);
  H5Tclose(type);
  text_attribute(s.file, "subject", "a text that is longer than the others, for the heap to have more to hold", 1);
  end(s);
}

/* Records as h5py and PyTables write them: numbers in both byte orders, an array of them, texts of both kinds. */
static void records(const char *name, int is_latest) {
  typedef struct record {
    double time, block[2];
    const char *note;
    float ppg;
    int16_t state;
    char mark[4];
  } record;
  seed s = begin(name, is_latest, 0);
  const hsize_t count = 20, chunk = 8, most = H5S_UNLIMITED, two = 2;
  hid_t variable = text_type(H5T_VARIABLE, 0), mark = text_type(4, H5T_STR_NULLPAD);
  hid_t pair = H5Tarray_create2(H5T_NATIVE_DOUBLE, 1, &two), held = H5Tcreate(H5T_COMPOUND, sizeof(record));
  H5Tinsert(held, "time", offsetof(record, time), H5T_NATIVE_DOUBLE);
  H5Tinsert(held, "values_block_0", offsetof(record, block), pair);
  H5Tinsert(held, "note", offsetof(record, note), variable);
  H5Tinsert(held, "ppg", offsetof(record, ppg), H5T_NATIVE_FLOAT);
  H5Tinsert(held, "state", offsetof(record, state), H5T_NATIVE_INT16);
  H5Tinsert(held, "mark", offsetof(record, mark), mark);
  hid_t big = H5Tarray_create2(H5T_IEEE_F64BE, 1, &two), stored = H5Tcreate(H5T_COMPOUND, 64);
  H5Tinsert(stored, "time", 0, H5T_IEEE_F64LE);
  H5Tinsert(stored, "ppg", 8, H5T_IEEE_F32BE);
  H5Tinsert(stored, "values_block_0", 16, big);
  H5Tinsert(stored, "state", 32, H5T_STD_I16BE);
  H5Tinsert(stored, "mark", 36, mark);
  record values[20] = {0};
  for (int i = 0; i < 20; i++)
    values[i] = (record){i / 10.0, {i, -i}, "moved", (float)(i % 7), (int16_t)(i % 3), "ok"};
  hid_t set = put(s.file, "plain", stored, 1, &count, NULL, list_of());
  need(H5Dwrite(set, held, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  text_attribute(set, "values_block_0_kind", "(lp0\nVred\np1\naVinfrared\np2\na.", 0);
  H5Dclose(set);
  set = put(s.file, "packed", stored, 1, &count, &most, chunked(1, &chunk, 1, 1, 0));
  need(H5Dwrite(set, held, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  H5Dclose(set);
  set = put(s.file, "noted", held, 1, &count, NULL, chunked(1, &chunk, 0, 0, 0));
  need(H5Dwrite(set, held, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  H5Dclose(set);
  H5Tclose(variable), H5Tclose(mark), H5Tclose(pair), H5Tclose(held), H5Tclose(big), H5Tclose(stored);
  end(s);
}

/* Times of samples as texts, of fixed and of variable length. */
static void stamps(const char *name, int is_latest) {
  seed s = begin(name, is_latest, 0);
  const hsize_t count = 12, chunk = 5;
  char fixed[12][24];
  const char *texts[12];
  for (int i = 0; i < 12; i++) {
    snprintf(fixed[i], sizeof fixed[i], "2020-01-01 10:00:%02d.%d", i / 10, i % 10);
    texts[i] = fixed[i];
  }
  put_numbers(s.file, "ppg", H5T_IEEE_F32LE, 1, &count, list_of());
  hid_t type = text_type(sizeof fixed[0], H5T_STR_NULLPAD);
  hid_t set = put(s.file, "fixed", type, 1, &count, NULL, chunked(1, &chunk, 1, 0, 0));
  need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, fixed));
  H5Dclose(set);
  H5Tclose(type);
  type = text_type(H5T_VARIABLE, 0);
  set = put(s.file, "variable", type, 1, &count, NULL, list_of());
  need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts));
  H5Dclose(set);
  set = put(s.file, "packed", type, 1, &count, NULL, chunked(1, &chunk, 1, 0, 0));
  need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts));
  H5Dclose(set);
  H5Tclose(type);
  end(s);
}

/* Types that are refused or named: enumerations, references to regions, opaque, arrays. */
static void types(void) {
  seed s = begin("types", 0, 0);
  const hsize_t count = 5;
  hid_t compound = H5Tcreate(H5T_COMPOUND, 12), text = text_type(H5T_VARIABLE, 0);
  H5Tinsert(compound, "t", 0, H5T_IEEE_F64LE);
  H5Tinsert(compound, "v", 8, H5T_STD_I32LE);
  put_numbers(s.file, "records", compound, 1, &count, list_of());
  hid_t named = H5Tenum_create(H5T_STD_U8LE);
  uint8_t value = 0;
  H5Tenum_insert(named, "rest", &value);
  value = 1;
  H5Tenum_insert(named, "run", &value);
  hid_t set = put(s.file, "activity", named, 1, &count, NULL, list_of());
  const uint8_t states[5] = {0, 1, 1, 0, 1};
  need(H5Dwrite(set, named, H5S_ALL, H5S_ALL, H5P_DEFAULT, states));
  attribute(set, "labels", named, states);
  H5Dclose(set);
  hid_t opaque = H5Tcreate(H5T_OPAQUE, 6), array = H5Tarray_create2(H5T_STD_I16LE, 1, &count);
  hid_t lists = H5Tvlen_create(H5T_NATIVE_INT);
  put_numbers(s.file, "opaque", opaque, 1, &count, list_of());
  put_numbers(s.file, "array", array, 1, &count, list_of());
  put_numbers(s.file, "lists", lists, 1, &count, list_of());
  H5Tcommit2(s.file, "type", compound, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft("/records", s.file, "soft", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_external("other.h5", "/ppg", s.file, "outside", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_hard(s.file, "/", s.file, "again", H5P_DEFAULT, H5P_DEFAULT);
  H5Tclose(compound), H5Tclose(text), H5Tclose(named), H5Tclose(opaque), H5Tclose(array), H5Tclose(lists);
  end(s);
}

static void frames(const char *name, int is_latest, int gzip) {
  seed s = begin(name, is_latest, 0);
  const hsize_t size[4] = {5, 8, 6, 3}, chunk[4] = {2, 8, 6, 3}, gray[3] = {4, 6, 5};
  put_numbers(s.file, "frames", H5T_STD_U8LE, 4, size, gzip ? chunked(4, chunk, 1, 0, 0) : list_of());
  put_numbers(s.file, "gray", H5T_STD_I16LE, 3, gray, list_of());
  end(s);
}

/* Many members and attributes: B-trees of names, fractal heaps, dense attributes. */
static void many(const char *name, int is_latest) {
  seed s = begin(name, is_latest, 0);
  hid_t group = group_in(s.file, "rec_01", is_latest);
  const hsize_t count = 4;
  for (int i = 0; i < 6; i++) {
    char text[16];
    snprintf(text, sizeof text, "c%d", i);
    hid_t compact = list_of();
    H5Pset_layout(compact, H5D_COMPACT);
    put_numbers(group, text, H5T_STD_I8LE, 1, &count, compact);
  }
  hid_t list = list_of();
  if (is_latest) H5Pset_attr_phase_change(list, 2, 1);
  hid_t set = put(group, "ppg", H5T_STD_U8LE, 1, &count, NULL, list);
  number_attribute(set, "sample_rate", 25);
  text_attribute(set, "unit", "V", 0);
  text_attribute(set, "labels", "one", 1);
  number_attribute(set, "start_time", 3);
  H5Dclose(set);
  H5Gclose(group);
  end(s);
}

/* The indices of chunks that only new files have, and filters that are not everywhere. */
static void indices(void) {
  seed s = begin("indices", 1, 0);
  const hsize_t count = 24, chunk = 4, most = H5S_UNLIMITED, one = 24;
  const hsize_t matrix[2] = {6, 4}, tiles[2] = {2, 2}, both[2] = {H5S_UNLIMITED, H5S_UNLIMITED};
  H5Dclose(put(s.file, "extensible", H5T_STD_I16LE, 1, &count, &most, chunked(1, &chunk, 0, 0, 0)));
  put_numbers(s.file, "fixed", H5T_STD_I16LE, 1, &count, chunked(1, &chunk, 1, 1, 0));
  put_numbers(s.file, "single", H5T_STD_I16LE, 1, &count, chunked(1, &one, 1, 0, 1));
  H5Dclose(put(s.file, "tree", H5T_STD_I16LE, 2, matrix, both, chunked(2, tiles, 0, 0, 0)));
  hid_t edges = chunked(2, (const hsize_t[]){4, 3}, 1, 0, 0);
  H5Pset_chunk_opts(edges, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS);
  put_numbers(s.file, "edges", H5T_STD_I16LE, 2, matrix, edges);
  hid_t early = chunked(1, &chunk, 0, 0, 0);
  H5Pset_alloc_time(early, H5D_ALLOC_TIME_EARLY);
  put_numbers(s.file, "implicit", H5T_STD_I16LE, 1, &count, early);
  end(s);
  s = begin("filters", 0, 0);
  hid_t scaled = chunked(1, &chunk, 0, 0, 0), packed = chunked(1, &chunk, 0, 0, 0), szip = chunked(1, &one, 0, 0, 0);
  H5Pset_scaleoffset(scaled, H5Z_SO_INT, 0);
  H5Pset_nbit(packed);
  put_numbers(s.file, "scaled", H5T_STD_I16LE, 1, &count, scaled);
  put_numbers(s.file, "packed", H5T_STD_I16LE, 1, &count, packed);
  if (H5Zfilter_avail(H5Z_FILTER_SZIP) > 0) H5Pset_szip(szip, H5_SZIP_NN_OPTION_MASK, 8);
  put_numbers(s.file, "szip", H5T_STD_I16LE, 1, &count, szip);
  put_numbers(s.file, "half", H5T_IEEE_F32LE, 1, &count, chunked(1, &chunk, 1, 1, 1));
  end(s);
}

int main(int count, char **words) {
  if (count != 2) return 64;
  put_seeds_in(words[1]);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  own("own", 0, 0, 0, 0);
  own("own_gzip", 0, 1, 1, 0);
  own("own_sum", 0, 1, 0, 1);
  own("own_latest", 1, 1, 1, 1);
  plain();
  matlab();
  texts("texts", 0);
  texts("texts_latest", 1);
  types();
  records("records", 0);
  records("records_latest", 1);
  stamps("stamps", 0);
  stamps("stamps_latest", 1);
  frames("frames", 0, 0);
  frames("frames_gzip", 1, 1);
  many("many", 0);
  many("many_latest", 1);
  indices();
  return 0;
}
