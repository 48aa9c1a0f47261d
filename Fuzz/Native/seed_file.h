#ifndef SEED_FILE_H
#define SEED_FILE_H
#define H5_USE_110_API 1
#include <hdf5.h>

/* What the seeds are made of. Whatever libhdf5 refuses ends the program. */

typedef struct seed {
  hid_t file;
  int is_latest;
} seed;

void put_seeds_in(const char *folder);
void need(int64_t id);
seed begin(const char *name, int is_latest, hsize_t user_block);
void end(seed seed);
/* `is_dense`: few links are enough for a heap and a B-tree of them. */
hid_t group_in(hid_t place, const char *name, int is_dense);
hid_t list_of(void);
hid_t chunked(int rank, const hsize_t *chunk, int gzip, int shuffle, int fletcher);
/* Takes the list, and gives back the dataset open. */
hid_t put(hid_t place, const char *name, hid_t stored, int rank, const hsize_t *size, const hsize_t *most, hid_t list);
void put_numbers(hid_t place, const char *name, hid_t stored, int rank, const hsize_t *size, hid_t list);
hid_t text_type(size_t length, H5T_str_t padding);
void attribute(hid_t object, const char *name, hid_t type, const void *value);
void number_attribute(hid_t object, const char *name, double value);
void text_attribute(hid_t object, const char *name, const char *text, int is_variable);

#endif
