#include "plain_table.h"
#include <stdlib.h>
#include <string.h>

/* The lines that count, one behind the other. */
static char *without_other_lines(const char *text, size_t length, const plain_format *format, size_t *kept) {
  char *lines = malloc(length + 1);
  size_t used = 0;
  int64_t number = 0;
  for (size_t at = 0; at < length; number++) {
    size_t end = at;
    while (end < length && text[end] != '\n' && text[end] != '\r') end++;
    if (end + 1 < length && text[end] == '\r' && text[end + 1] == '\n') end++;
    if (end < length) end++;
    size_t prefix = format->comment != NULL ? strlen(format->comment) : 0;
    int is_comment = prefix > 0 && length - at >= prefix && memcmp(text + at, format->comment, prefix) == 0;
    if (number >= format->skip_lines && !is_comment) {
      memcpy(lines + used, text + at, end - at);
      used += end - at;
    }
    at = end;
  }
  *kept = used;
  return lines;
}

typedef struct reader {
  const char *text;
  size_t at, end;
  char delimiter;
} reader;

static int is_blank(const reader *r) {
  return r->at < r->end && (r->text[r->at] == ' ' || r->text[r->at] == '\t') && r->text[r->at] != r->delimiter;
}
static int is_line_end(const reader *r) { return r->text[r->at] == '\n' || r->text[r->at] == '\r'; }
static int is_cell_end(const reader *r) {
  return r->at == r->end || r->text[r->at] == r->delimiter || is_line_end(r);
}
static void skip_blanks(reader *r) {
  while (is_blank(r)) r->at++;
}

/* 0 where a quote is out of place. */
static int read_cell(reader *r, plain_cell *cell) {
  cell->text = malloc(r->end - r->at + 1);
  cell->length = 0;
  skip_blanks(r);
  if (r->at < r->end && r->text[r->at] == '"') {
    for (r->at++;; r->at++) {
      if (r->at == r->end) return 0;
      if (r->text[r->at] == '"') {
        r->at++;
        if (r->at == r->end || r->text[r->at] != '"') break;
      }
      cell->text[cell->length++] = r->text[r->at];
    }
    skip_blanks(r);
    return is_cell_end(r);
  }
  size_t last = 0;
  while (!is_cell_end(r)) {
    if (r->text[r->at] == '"') return 0;
    int blank = is_blank(r);
    cell->text[cell->length++] = r->text[r->at++];
    if (!blank) last = cell->length;
  }
  cell->length = last;
  return 1;
}

static int is_gap(const reader *r) { return r->text[r->at] == ' ' || r->text[r->at] == '\t'; }

static plain_cell read_word(reader *r) {
  plain_cell cell = {malloc(r->end - r->at + 1), 0};
  while (r->at < r->end && !is_line_end(r) && !is_gap(r)) cell.text[cell.length++] = r->text[r->at++];
  return cell;
}

/* Leaves the reader at the next word, at a line end, or at the end. */
static void skip_gaps(reader *r) {
  while (r->at < r->end && is_gap(r)) r->at++;
}

static void add_cell(plain_row *row, plain_cell cell) {
  row->cells = realloc(row->cells, (row->count + 1) * sizeof *row->cells);
  row->cells[row->count++] = cell;
}

static void free_row(plain_row *row) {
  for (size_t i = 0; i < row->count; i++) free(row->cells[i].text);
  free(row->cells);
}

static int is_stop(const plain_cell *cell, const char *stop) {
  return stop != NULL && strlen(stop) == cell->length && memcmp(stop, cell->text, cell->length) == 0;
}

plain_table read_plainly(const char *text, size_t length, const plain_format *format) {
  plain_table table = {NULL, 0, 0};
  size_t kept = 0;
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
    text += 3;
    length -= 3;
  }
  char *lines = without_other_lines(text, length, format, &kept);
  reader r = {lines, 0, kept, format->delimiter};
  int stopped = 0;
  while (!stopped && !table.malformed) {
    if (format->by_blanks) skip_gaps(&r);
    else skip_blanks(&r);
    if (r.at == r.end) break;
    if (is_line_end(&r)) {
      r.at++;
      continue;
    }
    plain_row row = {NULL, 0};
    for (;;) {
      plain_cell cell;
      if (format->by_blanks) {
        cell = read_word(&r);
        skip_gaps(&r);
      } else if (!read_cell(&r, &cell)) {
        free(cell.text);
        table.malformed = 1;
        break;
      }
      stopped = row.count == 0 && is_stop(&cell, format->stop);
      add_cell(&row, cell);
      if (stopped || r.at == r.end || is_line_end(&r)) break;
      if (!format->by_blanks) r.at++;
    }
    if (stopped || table.malformed) {
      free_row(&row);
      break;
    }
    table.rows = realloc(table.rows, (table.count + 1) * sizeof *table.rows);
    table.rows[table.count++] = row;
  }
  free(lines);
  return table;
}

int stands_for_missing(const plain_format *format, const plain_cell *cell) {
  for (size_t i = 0; i < format->missing_count; i++)
    if (is_stop(cell, format->missing[i])) return 1;
  return 0;
}

static int is_kept(const plain_row *row, const plain_format *format) {
  return format->kept == NULL ||
         (format->kept_field < row->count && is_stop(&row->cells[format->kept_field], format->kept));
}

/* Cuts a row before its first cell from `from` to `to` that begins with the comment's prefix, and is not missing where
   that counts. */
static void cut(plain_row *row, size_t from, size_t to, int may_be_missing, const plain_format *format) {
  size_t prefix = strlen(format->comment);
  for (size_t i = from; i <= to && i < row->count; i++) {
    const plain_cell *cell = &row->cells[i];
    if (cell->length < prefix || memcmp(cell->text, format->comment, prefix) != 0) continue;
    if (may_be_missing && stands_for_missing(format, cell)) continue;
    for (size_t j = i; j < row->count; j++) free(row->cells[j].text);
    row->count = i;
  }
}

void cut_comments(plain_table *table, const plain_format *format) {
  int is_known = format->has_header && table->count > 0;
  size_t expected = is_known ? table->rows[0].count : 0;
  if (format->comment == NULL || *format->comment == 0 || format->by_blanks) return;
  for (size_t i = format->has_header; i < table->count; i++) {
    plain_row *row = &table->rows[i];
    if (is_known) cut(row, expected, expected, 0, format);
    else {
      cut(row, 1, SIZE_MAX, 1, format);
      is_known = is_kept(row, format);
      expected = row->count;
    }
  }
}

void keep_rows(plain_table *table, const plain_format *format) {
  size_t first = format->has_header, kept = first;
  for (size_t i = first; i < table->count; i++) {
    plain_row row = table->rows[i];
    int is_above = format->has_header && i - first < (size_t)format->below_header;
    if (!is_above && is_kept(&row, format)) table->rows[kept++] = row;
    else free_row(&row);
  }
  if (kept < table->count) table->count = kept;
}

void free_plain(plain_table *table) {
  for (size_t i = 0; i < table->count; i++) free_row(&table->rows[i]);
  free(table->rows);
}
