#ifndef CHRFILES_H
#define CHRFILES_H
/* The only door to libcsv, libhdf5, libmatio and the system's SHA-256. Opaque on purpose: their headers are included in this
   target's .c files only, because hdf5.h has macros Swift cannot import and libcsv is fast only when its callbacks are C. */
#include <stddef.h>
#include <stdint.h>

/* The libraries of this build and their versions, in one line. */
const char *hr_libraries(void);

/* ---- SHA-256 ---- */

/* From the system: libcrypto on Linux, CommonCrypto on macOS. */
typedef struct hr_sha256 {
  uint64_t state[16];
} hr_sha256;

void hr_sha256_begin(hr_sha256 *hash);
void hr_sha256_add(hr_sha256 *hash, const void *bytes, size_t count);
void hr_sha256_end(hr_sha256 *hash, uint8_t *digest); /* 32 bytes */

/* ---- Dates and times in texts ---- */

#define HR_NO_MOMENT INT64_MIN

typedef enum hr_moment_part {
  HR_MOMENT_DATE = 1,
  HR_MOMENT_TIME = 2,
  HR_MOMENT_BOTH = 3,
  HR_MOMENT_ELAPSED = 4 /* time that has passed: 75:12.5, 1:02:03, 2 days 00:00:01.25, 0.04 sec */
} hr_moment_part;

/* What may stand in a moment; other bytes stand for themselves. */
typedef enum hr_moment_piece {
  HR_PIECE_YEAR = 1, /* four digits */
  HR_PIECE_MONTH,
  HR_PIECE_MONTH_NAME, /* Jan, in any case */
  HR_PIECE_DAY,
  HR_PIECE_DAY_OF_YEAR,
  HR_PIECE_HOUR,
  HR_PIECE_MINUTE,
  HR_PIECE_SECOND,
  HR_PIECE_FRACTION, /* point or comma, and digits; or nothing */
  HR_PIECE_DIGITS,   /* digits of a fraction without a mark; the next byte is their number */
  HR_PIECE_HALF,     /* AM or PM */
  HR_PIECE_ZONE      /* Z, UTC, GMT, +01:00, +0100, +01 */
} hr_moment_piece;

enum { HR_MOMENT_PIECES = 64 };

typedef struct hr_moment_form {
  hr_moment_part part;
  uint8_t pieces[HR_MOMENT_PIECES]; /* ended by 0; without any: ISO 8601 */
} hr_moment_form;

/* Nanoseconds since 1970, of a time of day alone since midnight, with the zone that it names taken off; of elapsed time
   since it began. 1 when the text, blanks around it allowed, is one. Years from 1930 to 2199; a fraction counts to its
   ninth digit. */
int hr_parse_moment(const char *text, size_t length, const hr_moment_form *form, int64_t *nanoseconds, int *zoned);

/* ---- Delimited text ---- */

typedef struct hr_table hr_table;

typedef enum hr_table_status {
  HR_TABLE_OK = 0,
  HR_TABLE_CANNOT_OPEN,
  HR_TABLE_IS_DIRECTORY,
  HR_TABLE_NOT_A_FILE,
  HR_TABLE_READ_ERROR,
  HR_TABLE_EMPTY,
  HR_TABLE_UTF16, /* with a mark at its start */
  HR_TABLE_UTF16_LITTLE, /* without one, by where its NUL bytes stand */
  HR_TABLE_UTF16_BIG,
  HR_TABLE_BINARY,
  HR_TABLE_NUL_END, /* from some byte on there are only NUL bytes */
  HR_TABLE_NO_MEMORY,
  HR_TABLE_TOO_LARGE,
  HR_TABLE_LONG_LINE,
  HR_TABLE_GZIP /* damaged */
} hr_table_status;

/* What a table may take; nothing is allocated for more. */
typedef struct hr_table_limits {
  uint64_t file_bytes; /* as stored, and unpacked */
  uint64_t line_bytes;
  uint64_t cells;       /* of a row */
  uint64_t bytes;       /* of the text and the columns that are asked for, together */
} hr_table_limits;

/* Why a table was not opened. */
typedef struct hr_table_refusal {
  hr_table_status status;
  int system_error; /* errno */
  int64_t line;     /* of the NUL byte, or of the long line; the last one before NUL bytes at the end */
  uint64_t bytes;   /* of the file, or of the long line, where they are too many; NUL bytes at the end */
  int is_packed;    /* the file is a gzip file, and `bytes` are unpacked ones */
  int is_cut;       /* the packed bytes end early; 0 where they are damaged otherwise */
} hr_table_refusal;

/* Whether a file begins as one packed by gzip. */
int hr_is_gzip(const uint8_t *bytes, size_t count);
/* What a gzip file of one or more members (RFC 1952) holds, or NULL and why not; free with hr_free. Of its `size` bytes
   no more than `most` and one are unpacked; then `size` is how many these are. */
char *hr_unpack_gzip(const uint8_t *packed, size_t *size, uint64_t most, hr_table_refusal *refusal);

typedef enum hr_problem_kind {
  HR_PROBLEM_TEXT = 1,
  HR_PROBLEM_EMPTY,
  HR_PROBLEM_NOT_FINITE,
  HR_PROBLEM_CELL_COUNT,
  HR_PROBLEM_STRAY_QUOTE,
  HR_PROBLEM_UNCLOSED_QUOTE,
  HR_PROBLEM_NO_MEMORY,
  HR_PROBLEM_TOO_MANY_CELLS,
  HR_PROBLEM_TOO_MANY_VALUES,
  HR_PROBLEM_MOMENT,
  HR_PROBLEM_ZONE, /* a moment names its zone, and those before it do not */
  HR_PROBLEM_NO_ZONE
} hr_problem_kind;

typedef struct hr_problem {
  hr_problem_kind kind;
  int64_t line;
  int64_t field; /* index of the cell, or the number of cells for HR_PROBLEM_CELL_COUNT */
  char text[64]; /* the cell, cut at 63 bytes; the row's first one for HR_PROBLEM_CELL_COUNT, if no line before begins with it */
} hr_problem;

/* Reads the whole file, if there is room for it; a text packed by gzip is unpacked, within the same limits. */
hr_table *hr_table_open(const char *path, const hr_table_limits *limits, hr_table_refusal *refusal);
void hr_table_close(hr_table *table);
const char *hr_system_message(int code);

/* These and hr_table_ask return -1 where there is no memory. Behind the last cell of a row, a cell that begins with the
   prefix is a comment too, with all that follows it in the row; in the first row of a table without header wherever such a
   cell stands that is not the first one, and is not among the missing texts. */
int hr_table_set_format(hr_table *table, uint8_t delimiter, uint8_t decimal_mark, int64_t skip_lines, int has_header,
                        const char *comment_prefix, const char *stop_at);
int hr_table_add_missing(hr_table *table, const char *text);
/* Keeps the rows whose field is this text, or another that was given; all calls name one field. */
int hr_table_keep_rows(hr_table *table, size_t field, const char *text);
/* Runs of blanks and tabs part the cells, in place of the delimiter; nothing is quoted. */
void hr_table_part_by_blanks(hr_table *table);
/* Passes over so many rows between the header and the data. */
void hr_table_skip_below_header(hr_table *table, int64_t rows);

/* First row only (the header, or the first data row). */
int hr_table_scan_first_row(hr_table *table);
size_t hr_table_first_row_count(const hr_table *table);
const char *hr_table_first_row_cell(const hr_table *table, size_t index, size_t *length);

/* Asks for a field by index; the answer's slots are numbered in the order of asking. */
int hr_table_ask(hr_table *table, size_t field, int as_number);
/* The same for cells that are moments; see hr_parse_moment. */
int hr_table_ask_moments(hr_table *table, size_t field, const hr_moment_form *form);
int hr_table_parse(hr_table *table);
size_t hr_table_rows(const hr_table *table);
int64_t hr_table_first_line(const hr_table *table);
const int64_t *hr_table_row_lines(const hr_table *table); /* NULL where all rows are kept */
const double *hr_table_numbers(const hr_table *table, size_t slot);
const int64_t *hr_table_moments(const hr_table *table, size_t slot); /* HR_NO_MOMENT where one is missing */
int hr_table_names_zones(const hr_table *table, size_t slot);
const char *hr_table_text(const hr_table *table, size_t slot, size_t row, size_t *length);
int64_t hr_table_expected_cells(const hr_table *table);

size_t hr_table_problem_count(const hr_table *table); /* those kept */
size_t hr_table_problem_total(const hr_table *table);
hr_problem hr_table_problem(const hr_table *table, size_t index);

/* A decimal number that fills the text, blanks around it allowed; 1 when it is one. */
int hr_parse_number(const char *text, size_t length, uint8_t decimal_mark, double *value);

/* ---- HDF5 ---- */

#define HR_MAX_RANK 32

typedef enum hr_failure_kind {
  HR_FAILURE_OTHER = 1,
  HR_FAILURE_NOT_HDF5,
  HR_FAILURE_ABSENT,
  HR_FAILURE_NOT_A_DATASET,
  HR_FAILURE_FILTER,
  HR_FAILURE_OUTSIDE,
  HR_FAILURE_TYPE,
  HR_FAILURE_TOO_NEW,
  HR_FAILURE_TRUNCATED,
  HR_FAILURE_TOO_LARGE,
  HR_FAILURE_LAYOUT, /* numbers of a layout that cannot be read; the text says which */
  HR_FAILURE_LOCKED,
  HR_FAILURE_TEXT, /* a text whose length or place cannot be */
  HR_FAILURE_CHUNKS, /* chunks whose sizes cannot be; the text says how */
  HR_FAILURE_PLACES, /* values or chunks whose places in the file cannot be; the text says how */
  HR_FAILURE_RECORD, /* members whose places in their record cannot be; the text says how */
  /* Of these the text is the number found. */
  HR_FAILURE_LONG_TEXT,
  HR_FAILURE_LARGE_BLOCK, /* bytes of a chunk or frame, which is read as a whole */
  HR_FAILURE_MANY_MEMBERS,
  HR_FAILURE_NO_MEMORY,
  HR_FAILURE_STRUCTURE /* sizes that contradict each other; the text says which */
} hr_failure_kind;

typedef struct hr_failure {
  hr_failure_kind kind;
  char text[256];
} hr_failure;

typedef enum hr_class {
  HR_CLASS_NUMBER = 1,
  HR_CLASS_STRING,
  HR_CLASS_COMPOUND,
  HR_CLASS_REFERENCE,
  HR_CLASS_OTHER
} hr_class;

typedef enum hr_object { HR_OBJECT_ABSENT = 0, HR_OBJECT_GROUP, HR_OBJECT_DATASET, HR_OBJECT_OTHER } hr_object;

typedef struct hr_dataset_info {
  hr_class type;
  int is_uint16;
  int is_null; /* a null dataspace, or a MATLAB empty array */
  int rank;
  uint64_t dimensions[HR_MAX_RANK];
  uint64_t count;
  uint64_t element_bytes;
  uint64_t stored_bytes; /* what the file holds of the values, packed as they are; never more than the file */
} hr_dataset_info;

/* < 0 on failure. A file that another program holds locked is tried again for about a second. */
int64_t hr_hdf5_open(const char *path, hr_failure *failure);
/* Why a path cannot be a file to read at all (absent, a folder, no permission); NULL when it can. */
const char *hr_unreadable(const char *path);
void hr_hdf5_close(int64_t file);
hr_object hr_hdf5_object(int64_t file, const char *path);
/* Names of a group's members, each ended by NUL, in name order; free with hr_free. */
char *hr_hdf5_members(int64_t file, const char *group, size_t most, size_t *count, hr_failure *failure);
/* A dataset of one object reference stands for what it refers to. */
int hr_hdf5_info(int64_t file, const char *path, hr_dataset_info *info, hr_failure *failure);

/* A block of a dataset: one start and count per dimension; the whole dataset where `rank` is 0. */
typedef struct hr_block {
  int rank;
  uint64_t start[HR_MAX_RANK], count[HR_MAX_RANK];
} hr_block;

/* Reads exactly `capacity` numbers; any other number of them in the block is a failure. A chunk of more than
   `block_bytes` is not unpacked. Values that were never written to the file are NaN, and `never_written` of them. */
int hr_hdf5_read(int64_t file, const char *path, const hr_block *block, double *values, uint64_t capacity,
                 uint64_t block_bytes, uint64_t *never_written, hr_failure *failure);

/* A member of compound values, which are records of several. */
typedef struct hr_record_member {
  hr_class type; /* of an array, that of its entries */
  int is_array;
  uint64_t entries; /* of an array of one dimension */
} hr_record_member;

/* Names of the members of a dataset's records, each ended by NUL, in the order of the file, and what they are, both of
   `count` and to be freed with hr_free; NULL on failure, as where there are more than `most`. */
char *hr_hdf5_record(int64_t file, const char *path, size_t most, hr_record_member **members, size_t *count,
                     hr_failure *failure);

/* A number of each record: which member, and of an array which entry, both counted from 0. */
typedef struct hr_record_part {
  size_t member;
  uint64_t entry;
} hr_record_part;

/* Reads `count` such numbers, at least one, of all records of a dataset that has at most one dimension that is not 1 and
   as many of them as `records`: values[part * records + record]. `block_bytes` and `never_written`, here of records, as
   above. */
int hr_hdf5_read_records(int64_t file, const char *path, const hr_record_part *parts, size_t count, double *values,
                         uint64_t records, uint64_t block_bytes, uint64_t *never_written, hr_failure *failure);

enum { HR_PIXEL_FRAME = 0, HR_PIXEL_ROW, HR_PIXEL_COLUMN, HR_PIXEL_PLANE, HR_PIXEL_AXES };

/* A part of every frame of a dataset of pixels; it must lie inside the dataset and not be empty. */
typedef struct hr_pixels {
  int axis[HR_PIXEL_AXES]; /* which dimension counts frames, rows, columns, planes; -1: no planes */
  uint64_t frames, planes;
  uint64_t first_row, rows, first_column, columns;
  uint64_t stride; /* every so many rows and columns, from the first on */
} hr_pixels;

/* Sums over the part's pixels: sums[plane * frames + frame], of which there are `capacity`. Reads a block of frames at a
   time; a frame or chunk of more than `block_bytes` is a failure. Sums of frames with pixels in their part that were never
   written to the file are NaN, and `never_written` of them. */
int hr_hdf5_pixel_sums(int64_t file, const char *path, const hr_pixels *pixels, double *sums, uint64_t capacity,
                       uint64_t block_bytes, uint64_t *never_written, hr_failure *failure);
/* Text of a string dataset's first element, at most so many bytes; NULL with failure->kind 0 when empty; free with
   hr_free. */
char *hr_hdf5_text(int64_t file, const char *path, uint64_t most, hr_failure *failure);
/* The moments that the texts of a dataset say, which has at most one dimension that is not 1 and `count` of them. A text
   that says none, has more than `most` bytes, or is damaged gives HR_NO_MOMENT: hr_hdf5_one_text says which. `zoned`:
   whether each names its zone. A chunk of more than `block_bytes` is not unpacked; `never_written` texts are not in the
   file. */
int hr_hdf5_moments(int64_t file, const char *path, const hr_moment_form *form, int64_t *moments, uint8_t *zoned,
                    uint64_t count, uint64_t most, uint64_t block_bytes, uint64_t *never_written, hr_failure *failure);
/* The `index`th of such texts; NULL on failure, with failure->kind 0 where there is none; free with hr_free. */
char *hr_hdf5_one_text(int64_t file, const char *path, uint64_t index, uint64_t most, uint64_t block_bytes,
                       hr_failure *failure);
/* 0: absent, 1: number, 2: text of at most so many bytes (free with hr_free), -1: failure. */
int hr_hdf5_attribute(int64_t file, const char *object, const char *name, uint64_t most, double *number, char **text,
                      hr_failure *failure);
void hr_free(void *memory);

/* ---- FLAC ---- */

/* A stream of whole numbers. */
typedef struct hr_flac hr_flac;

typedef struct hr_flac_info {
  uint32_t channels; /* 1 to 8 */
  uint32_t bits;     /* of a sample */
  uint64_t samples;  /* of each channel; 0 where the stream does not say it */
} hr_flac_info;

/* Those of WFDB; where this build was made without libFLAC, they fail. */
/* Reads what the stream says of itself. Takes memory for one block of at most 65535 samples a channel, and what libFLAC takes
   for two such. */
hr_flac *hr_flac_open(const char *path, hr_flac_info *info, hr_failure *failure);
/* Reads the next samples of all channels, one of each channel after the other.
   < 0 on failure, else how many of each channel there were: fewer than `count` at the end of the stream. */
int64_t hr_flac_read(hr_flac *stream, int32_t *samples, uint64_t count, hr_failure *failure);
void hr_flac_close(hr_flac *stream);

/* ---- MATLAB's MAT files, version 4 to 7 ---- */

/* What this build was made with, beside libhdf5 and libcsv. Without libmatio no file of these is opened. */
int hr_reads_mat(void);
int hr_reads_flac(void);

typedef enum hr_mat_version { HR_MAT_NONE = 0, HR_MAT_4, HR_MAT_5, HR_MAT_HDF5 } hr_mat_version;
/* By what a file begins with; version 7.3 is HDF5, behind 0, 512, 1024 … bytes of anything. Needs no libmatio. */
hr_mat_version hr_mat_version_of(const char *path);

typedef enum hr_mat_kind {
  HR_MAT_NUMBERS = 1, HR_MAT_COMPLEX, HR_MAT_TEXT, HR_MAT_CELLS, HR_MAT_STRUCTS, HR_MAT_SPARSE, HR_MAT_OTHER
} hr_mat_kind;

typedef struct hr_mat hr_mat;
typedef struct hr_mat_array hr_mat_array; /* an array of the file: a variable, or a part of one */

typedef struct hr_mat_limits {
  uint64_t arrays; /* variables, cells and fields that are gone through */
  uint64_t bytes;  /* of a packed variable */
} hr_mat_limits;

typedef struct hr_mat_info {
  hr_mat_kind kind;
  int rank;
  uint64_t dimensions[HR_MAX_RANK];
  uint64_t count;  /* their product */
  uint64_t fields; /* of structs */
} hr_mat_info;

/* < 7.3. NULL on failure. */
hr_mat *hr_mat_open(const char *path, const hr_mat_limits *limits, hr_failure *failure);
void hr_mat_close(hr_mat *mat);
/* The next variable, whose sizes were held against each other before libmatio saw it; NULL at the end of the file, with
   failure->kind 0, and on failure. It lives as long as the file is open. All that are needed come before the first
   values. */
const hr_mat_array *hr_mat_next(hr_mat *mat, hr_failure *failure);
uint64_t hr_mat_place(const hr_mat *mat); /* the byte at which the last one begins */
const char *hr_mat_name(const hr_mat_array *array);
void hr_mat_look(const hr_mat_array *array, hr_mat_info *info);
const char *hr_mat_field(const hr_mat_array *array, uint64_t field); /* of structs */
/* One cell (field 0), or one field of a struct; both count from 0. NULL where there is none. */
const hr_mat_array *hr_mat_part(const hr_mat_array *array, uint64_t field, uint64_t index);
/* All numbers of an array, column by column; as many as `capacity`, at least one. `object` is what it is called. */
int hr_mat_numbers(hr_mat *mat, const hr_mat_array *array, const char *object, double *values, uint64_t capacity,
                   hr_failure *failure);
/* The letters of a text, as UTF-8; NULL on failure; free with hr_free. */
char *hr_mat_text(hr_mat *mat, const hr_mat_array *array, const char *object, hr_failure *failure);

/* Some texts of an array: of cells, which count in the order of the file, or of letters, whose rows count. */
typedef struct hr_mat_texts {
  const hr_mat_array *array;
  uint64_t first, step, count;
  uint64_t most_letters; /* of one text; longer ones are not read */
} hr_mat_texts;

/* The moments that texts say, HR_NO_MOMENT where one says none, and whether each names its zone; see hr_parse_moment.
   `object` is what the array is called. */
int hr_mat_moments(hr_mat *mat, const hr_mat_texts *texts, const char *object, const hr_moment_form *form,
                   int64_t *moments, uint8_t *zoned, hr_failure *failure);
/* The `index`th of the texts, of which most_letters letters are read at most; NULL where it is none. */
char *hr_mat_one_text(hr_mat *mat, const hr_mat_texts *texts, uint64_t index, const char *object, hr_failure *failure);

/* ---- The end of this process ---- */

/* From here on, when the process crashes inside a library, or is asked to end (SIGUSR2) while it is there, one frame is
   written to the descriptor: four bytes of little-endian length, the kind, and "M\nLIBRARY\nFILE\nOBJECT", where M is + or,
   when `spare_bytes` of memory could no longer be had, -. Does nothing in builds with a sanitizer, which has its own
   account of a crash. */
void hr_tell_of_crashes(int descriptor, uint8_t kind, uint64_t spare_bytes);
/* Whether a sanitizer, which takes address space without end, is built in. */
int hr_has_sanitizer(void);

/* ---- Writing ---- */

typedef enum hr_element {
  HR_ELEMENT_F64 = 0, HR_ELEMENT_F32, HR_ELEMENT_I16, HR_ELEMENT_I32, HR_ELEMENT_U8, HR_ELEMENT_U16,
  HR_ELEMENT_F32_BIG, HR_ELEMENT_I16_BIG
} hr_element;

/* user_block: 0, or a power of two from 512. */
int64_t hr_hdf5_create(const char *path, uint64_t user_block, hr_failure *failure);
int hr_hdf5_flush(int64_t file, hr_failure *failure); /* tells of a full disk */
int hr_hdf5_make_group(int64_t file, const char *path, hr_failure *failure);
/* chunk 0: contiguous; else elements per chunk in each dimension, with gzip level (0: none) and shuffle. */
int hr_hdf5_write(int64_t file, const char *path, hr_element element, int rank, const uint64_t *dimensions,
                  const double *values, uint64_t chunk, int gzip, int shuffle, hr_failure *failure);
/* A dataset of bytes that is filled later: so many entries of its first dimension to a chunk, packed by gzip. */
int hr_hdf5_make_bytes(int64_t file, const char *path, int rank, const uint64_t *dimensions, uint64_t chunk, int gzip,
                       hr_failure *failure);
/* The bytes of `count` entries of its first dimension, `length` of them in row-major order. */
int hr_hdf5_write_bytes(int64_t file, const char *path, uint64_t first, uint64_t count, const uint8_t *bytes,
                        uint64_t length, hr_failure *failure);
/* A group that keeps the order in which its members were made. */
int hr_hdf5_make_ordered_group(int64_t file, const char *path, hr_failure *failure);
/* A column without rows yet, so many rows to a chunk, shuffled and packed by gzip. */
int hr_hdf5_make_column(int64_t file, const char *path, hr_element element, uint64_t chunk, int gzip,
                        hr_failure *failure);
/* Adds `count` rows at a column's end: doubles, or with `whole` 32-bit integers. */
int hr_hdf5_extend(int64_t file, const char *path, const void *values, uint64_t count, int whole, hr_failure *failure);
/* A dataset of `count` texts of `width` bytes each, filled up with zeros. `utf8`: what they are said to be, else ASCII. */
int hr_hdf5_write_texts(int64_t file, const char *path, const char *bytes, uint64_t count, uint64_t width, int utf8,
                        hr_failure *failure);
int hr_hdf5_write_number_attribute(int64_t file, const char *object, const char *name, double value,
                                   hr_failure *failure);
int hr_hdf5_write_text_attribute(int64_t file, const char *object, const char *name, const char *text, int variable,
                                 hr_failure *failure);

/* From now on, memory that is free again goes back to the system at once, where the C library is glibc; elsewhere nothing
   changes. Costs time: for work on more than fits into memory. */
void hr_return_freed_memory(void);

#endif
