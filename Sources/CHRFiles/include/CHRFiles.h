/* The C edge of hreval: libcsv and libhdf5 behind plain functions. No type of either library appears here, so Swift
   needs none of their headers (hdf5.h is full of macros and mutable globals that Swift cannot import). */
#ifndef HR_FILES_H
#define HR_FILES_H

#include <stddef.h>
#include <stdint.h>

/* ---- Text tables ------------------------------------------------------------------------------------------------ */

enum hr_csv_problem_kind {
  HR_CSV_SHORT_ROW = 1,   /* fewer cells than expected */
  HR_CSV_LONG_ROW = 2,    /* more cells than expected */
  HR_CSV_NOT_A_NUMBER = 3,
  HR_CSV_NOT_FINITE = 4,
  HR_CSV_EMPTY_CELL = 5,
};

typedef struct {
  int kind;
  int64_t row;      /* counted from 0 at the first row given */
  int64_t cell;     /* counted from 0; of short and long rows: the number of cells found */
  char text[48];    /* the cell, cut off */
} hr_csv_problem;

typedef struct {
  unsigned char delimiter;
  unsigned char decimal_mark;
  const char *const *missing;   /* texts that stand for a missing value */
  size_t missing_count;
  const char *stop_at;          /* a row whose first cell is this ends the table; may be NULL */
  int64_t expected_cells;       /* 0: as many as the first row has */
  int as_texts;                 /* keep the wanted cells as text instead of numbers */
} hr_csv_options;

typedef struct hr_csv hr_csv;

/* Parses rows. wanted: cell indices, ascending or not. Never returns NULL unless memory has run out. */
hr_csv *hr_csv_parse(const unsigned char *bytes, size_t count, const hr_csv_options *options, const int64_t *wanted,
                     size_t wanted_count);
void hr_csv_free(hr_csv *table);
int64_t hr_csv_rows(const hr_csv *table);
/* Cells of the first row. */
int64_t hr_csv_cells(const hr_csv *table);
const double *hr_csv_column(const hr_csv *table, size_t wanted_index);
const char *hr_csv_text(const hr_csv *table, size_t wanted_index, int64_t row);
size_t hr_csv_problem_count(const hr_csv *table);
/* The first 64 problems are kept. */
const hr_csv_problem *hr_csv_problems(const hr_csv *table, size_t *kept);
/* Byte at which the text stopped being a table; count of bytes when it did not. */
size_t hr_csv_stopped_at(const hr_csv *table);
/* Whether the text ends inside quotes. */
int hr_csv_open_quote(const hr_csv *table);

/* ---- HDF5 ------------------------------------------------------------------------------------------------------- */

enum hr_h5_kind { HR_H5_ABSENT = 0, HR_H5_GROUP = 1, HR_H5_DATASET = 2, HR_H5_OTHER = 3, HR_H5_EXTERNAL = 4 };
enum hr_h5_class { HR_H5_NUMBERS = 1, HR_H5_STRINGS = 2, HR_H5_REFERENCES = 3, HR_H5_COMPOUND = 4, HR_H5_UNKNOWN = 5 };
enum { HR_H5_MAX_RANK = 32, HR_ERROR_LENGTH = 512 };

/* Every call that can fail returns a negative number and writes the library's own words into error. */
int64_t hr_h5_open(const char *path, char *error);
void hr_h5_close(int64_t file);
int hr_h5_kind(int64_t file, const char *path);
/* Names of the members of a group, in name order. */
int hr_h5_members(int64_t file, const char *group, void (*each)(const char *name, void *context), void *context,
                  char *error);
/* Rank (0 for a scalar), or -1; an empty dataspace has rank 1 and dimension 0. */
int hr_h5_dimensions(int64_t file, const char *path, int64_t *dimensions, int *element_class, char *error);
/* Reads a box of a dataset as doubles. count is the product of extents. */
int hr_h5_read(int64_t file, const char *path, int rank, const int64_t *start, const int64_t *extent, double *values,
               char *error);
/* Reads a MATLAB char array (uint16) or a string dataset as UTF-8; the caller frees *text. */
int hr_h5_read_text(int64_t file, const char *path, char **text, char *error);
/* The path of the object that the first reference of a dataset points to; the caller frees *path. */
int hr_h5_follow(int64_t file, const char *path, char **target, char *error);
/* 1: found, 0: no such attribute. */
int hr_h5_attribute_number(int64_t file, const char *object, const char *name, double *value, char *error);
int hr_h5_attribute_text(int64_t file, const char *object, const char *name, char **text, char *error);
void hr_free(void *memory);

/* ---- Writing HDF5 ----------------------------------------------------------------------------------------------- */

enum hr_h5_element {
  HR_H5_FLOAT64 = 1, HR_H5_FLOAT32, HR_H5_INT8, HR_H5_UINT8, HR_H5_INT16, HR_H5_UINT16, HR_H5_INT32, HR_H5_UINT32,
  HR_H5_FLOAT32_BIG, HR_H5_FLOAT64_BIG, HR_H5_INT16_BIG
};

/* user_block: 0, or a power of two from 512. */
int64_t hr_h5_create(const char *path, size_t user_block, char *error);
int hr_h5_make_group(int64_t file, const char *path, char *error);
/* chunk 0: contiguous; deflate 0…9 and shuffle need a chunk. */
int hr_h5_write(int64_t file, const char *path, int element, int rank, const int64_t *dimensions, int64_t chunk,
                int deflate, int shuffle, const double *values, char *error);
int hr_h5_write_attribute_number(int64_t file, const char *object, const char *name, double value, char *error);
int hr_h5_write_attribute_text(int64_t file, const char *object, const char *name, const char *text, int variable,
                               char *error);
/* Says whether everything has reached the file. */
int hr_h5_flush(int64_t file, char *error);

#endif
