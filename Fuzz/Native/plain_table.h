#ifndef PLAIN_TABLE_H
#define PLAIN_TABLE_H
#include <stddef.h>
#include <stdint.h>

/* A second reader of delimited text, as plain as can be: what the fast one says is held against it. */

typedef struct plain_format {
  char delimiter, mark;
  int64_t skip_lines;
  int has_header;
  int64_t below_header; /* rows between the header and the data */
  const char *comment, *stop; /* NULL: none */
  const char *missing[3];
  size_t missing_count;
  int by_blanks;              /* words in place of cells; nothing is quoted */
  size_t kept_field;
  const char *kept; /* the text that this field has in rows that count; NULL: all do */
} plain_format;

typedef struct plain_cell {
  char *text;
  size_t length;
} plain_cell;

typedef struct plain_row {
  plain_cell *cells;
  size_t count;
} plain_row;

typedef struct plain_table {
  plain_row *rows; /* with the header */
  size_t count;
  int malformed; /* a quote is out of place after these rows */
} plain_table;

/* Rows that do not count are among the rows until `keep_rows` takes them away, comments behind the cells of a row until
   `cut_comments` does. */
plain_table read_plainly(const char *text, size_t length, const plain_format *format);
int stands_for_missing(const plain_format *format, const plain_cell *cell);
void cut_comments(plain_table *table, const plain_format *format);
void keep_rows(plain_table *table, const plain_format *format);
void free_plain(plain_table *table);

#endif
