#ifndef TABLE_ROWS_H
#define TABLE_ROWS_H
#include "CHRFiles.h"

enum { KEPT_PROBLEMS = 20 };

typedef enum column_kind { COLUMN_TEXT, COLUMN_NUMBER, COLUMN_MOMENT } column_kind;

typedef struct slot {
  size_t field;
  column_kind kind;
  double *numbers;
  int64_t *moments;
  hr_moment_form form;
  int row_zone, zone; /* of this row's moment, and of those before: 1 none, 2 named, 0 not known */
  size_t *ends; /* of each row's text in `bytes` */
  char *bytes;
  size_t used, capacity;
} slot;

struct hr_table {
  char *data;
  size_t size, start;
  hr_table_limits limits;
  uint8_t mark, delimiter;
  int by_blanks;
  int64_t skip_lines, below_header;
  int has_header;
  char *comment, *stop;
  char **missing;
  size_t missing_count;
  unsigned char may_be_missing[256];
  int empty_is_missing;

  /* Rows are kept where this field is one of these texts; all where there are none. */
  size_t kept_field;
  char **kept;
  size_t kept_count;

  slot *slots;
  size_t slot_count;
  int has_moments;
  int32_t *slot_of_field;
  size_t field_limit;

  char **first_cells;
  size_t *first_lengths;
  size_t first_count, first_capacity;

  /* while parsing */
  int first_only, stopped, in_data, out_of_memory, out_of_room, has_quotes, after_return;
  size_t field, rows, row_capacity;
  uint64_t taken; /* of the limit of bytes */
  int last_empty;
  int64_t line, row_line, first_line, expected, left_below;
  int in_comment; /* from a cell on, behind the last one that counts */
  int64_t *row_lines; /* where not all rows are kept */
  int expected_trails, row_kept;
  size_t row_problems, row_problem_total;
  char row_start[64]; /* the row's first cell, cut at 63 bytes */
  size_t row_start_length;

  hr_problem problems[KEPT_PROBLEMS];
  size_t problem_count, problem_total;
};

/* Parses the file by what was asked for; -1 where there is no memory for a parser. */
int hr_parse_rows(hr_table *table);
/* Whether a text is one of a list. */
int hr_is_among(char *const *list, size_t count, const char *text, size_t length);

#endif
