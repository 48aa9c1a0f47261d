#include "table_rows.h"
#include "table_text.h"
#include <stdlib.h>
#include <string.h>

hr_table *hr_table_open(const char *path, const hr_table_limits *limits, hr_table_refusal *refusal) {
  size_t size = 0, start = 0;
  char *data = hr_load_text(path, limits, &size, &start, refusal);
  if (data == NULL) return NULL;
  hr_table *t = calloc(1, sizeof *t);
  if (t == NULL) {
    refusal->status = HR_TABLE_NO_MEMORY;
    free(data);
    return NULL;
  }
  t->data = data;
  t->size = size;
  t->start = start;
  t->limits = *limits;
  t->taken = size;
  t->mark = '.';
  t->delimiter = ',';
  t->has_header = 1;
  t->has_quotes = memchr(data, '"', size) != NULL;
  return t;
}

static void forget_first_row(hr_table *t) {
  for (size_t i = 0; i < t->first_count; i++) free(t->first_cells[i]);
  t->first_count = 0;
}

void hr_table_close(hr_table *t) {
  if (t == NULL) return;
  for (size_t i = 0; i < t->slot_count; i++) {
    free(t->slots[i].numbers);
    free(t->slots[i].moments);
    free(t->slots[i].ends);
    free(t->slots[i].bytes);
  }
  forget_first_row(t);
  for (size_t i = 0; i < t->missing_count; i++) free(t->missing[i]);
  for (size_t i = 0; i < t->kept_count; i++) free(t->kept[i]);
  free(t->kept);
  free(t->row_lines);
  free(t->first_cells);
  free(t->first_lengths);
  free(t->missing);
  free(t->slots);
  free(t->slot_of_field);
  free(t->comment);
  free(t->stop);
  free(t->data);
  free(t);
}

static char *copy_of(const char *text) { return text == NULL ? NULL : strdup(text); }

int hr_table_set_format(hr_table *t, uint8_t delimiter, uint8_t mark, int64_t skip_lines, int has_header,
                        const char *comment, const char *stop) {
  if (comment != NULL && *comment == 0) comment = NULL;
  t->delimiter = delimiter;
  t->mark = mark;
  t->skip_lines = skip_lines;
  t->has_header = has_header;
  free(t->comment);
  free(t->stop);
  t->comment = copy_of(comment);
  t->stop = copy_of(stop);
  return (comment != NULL && t->comment == NULL) || (stop != NULL && t->stop == NULL) ? -1 : 0;
}

const char *hr_system_message(int code) { return strerror(code); }

/* Adds a copy of a text to a list. */
static int add_text(char ***list, size_t *count, const char *text) {
  char **longer = realloc(*list, (*count + 1) * sizeof *longer);
  if (longer == NULL) return -1;
  *list = longer;
  char *copy = strdup(text);
  if (copy == NULL) return -1;
  longer[(*count)++] = copy;
  return 0;
}

int hr_is_among(char *const *list, size_t count, const char *text, size_t length) {
  for (size_t i = 0; i < count; i++)
    if (strlen(list[i]) == length && memcmp(list[i], text, length) == 0) return 1;
  return 0;
}

void hr_table_part_by_blanks(hr_table *t) { t->by_blanks = 1; }
void hr_table_skip_below_header(hr_table *t, int64_t rows) { t->below_header = rows; }

int hr_table_add_missing(hr_table *t, const char *text) {
  if (add_text(&t->missing, &t->missing_count, text) != 0) return -1;
  if (*text == 0) t->empty_is_missing = 1;
  t->may_be_missing[(unsigned char)*text] = 1;
  return 0;
}

int hr_table_keep_rows(hr_table *t, size_t field, const char *text) {
  t->kept_field = field;
  return add_text(&t->kept, &t->kept_count, text);
}

static int ask(hr_table *t, size_t field, column_kind kind) {
  if (field >= t->limits.cells || t->slot_count >= INT32_MAX) return -1;
  slot *longer = realloc(t->slots, (t->slot_count + 1) * sizeof *longer);
  if (longer == NULL) return -1;
  t->slots = longer;
  if (field >= t->field_limit) {
    int32_t *fields = realloc(t->slot_of_field, (field + 1) * sizeof *fields);
    if (fields == NULL) return -1;
    for (size_t i = t->field_limit; i <= field; i++) fields[i] = -1;
    t->slot_of_field = fields;
    t->field_limit = field + 1;
  }
  slot fresh = {.field = field, .kind = kind};
  longer[t->slot_count] = fresh;
  t->slot_of_field[field] = (int32_t)t->slot_count++;
  return 0;
}

int hr_table_ask(hr_table *t, size_t field, int as_number) {
  return ask(t, field, as_number ? COLUMN_NUMBER : COLUMN_TEXT);
}

int hr_table_ask_moments(hr_table *t, size_t field, const hr_moment_form *form) {
  if (ask(t, field, COLUMN_MOMENT) != 0) return -1;
  t->slots[t->slot_count - 1].form = *form;
  t->has_moments = 1;
  return 0;
}

int hr_table_scan_first_row(hr_table *t) {
  forget_first_row(t);
  t->first_only = 1;
  int result = hr_parse_rows(t);
  t->first_only = 0;
  return result;
}

int hr_table_parse(hr_table *t) { return hr_parse_rows(t); }
size_t hr_table_first_row_count(const hr_table *t) { return t->first_count; }
const char *hr_table_first_row_cell(const hr_table *t, size_t index, size_t *length) {
  *length = t->first_lengths[index];
  return t->first_cells[index];
}
size_t hr_table_rows(const hr_table *t) { return t->rows; }
int64_t hr_table_first_line(const hr_table *t) { return t->first_line; }
const int64_t *hr_table_row_lines(const hr_table *t) { return t->row_lines; }
const double *hr_table_numbers(const hr_table *t, size_t slot) { return t->slots[slot].numbers; }
const int64_t *hr_table_moments(const hr_table *t, size_t slot) { return t->slots[slot].moments; }
int hr_table_names_zones(const hr_table *t, size_t slot) { return t->slots[slot].zone == 2; }
const char *hr_table_text(const hr_table *t, size_t slot, size_t row, size_t *length) {
  size_t start = row == 0 ? 0 : t->slots[slot].ends[row - 1];
  *length = t->slots[slot].ends[row] - start;
  return *length == 0 ? "" : t->slots[slot].bytes + start;
}
int64_t hr_table_expected_cells(const hr_table *t) { return t->expected; }
size_t hr_table_problem_count(const hr_table *t) { return t->problem_count; }
size_t hr_table_problem_total(const hr_table *t) { return t->problem_total; }
hr_problem hr_table_problem(const hr_table *t, size_t index) { return t->problems[index]; }
