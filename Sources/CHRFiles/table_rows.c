/* The rows of a table: what libcsv, or the parting by blanks, finds goes to the columns that are asked for. */
#include "table_rows.h"
#include <csv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BLOCK = 1 << 20 };

static void add_problem(hr_table *t, hr_problem_kind kind, int64_t line, size_t field, const char *text, size_t length) {
  t->problem_total++;
  if (t->problem_count == KEPT_PROBLEMS) return;
  hr_problem *p = &t->problems[t->problem_count++];
  memset(p, 0, sizeof *p);
  p->kind = kind;
  p->line = line;
  p->field = (int64_t)field;
  if (length > sizeof p->text - 1) length = sizeof p->text - 1;
  if (length > 0) memcpy(p->text, text, length);
}

static int names_not_finite(const char *text, size_t length) {
  if (length > 0 && (*text == '-' || *text == '+')) { text++; length--; }
  return (length == 3 && (strncasecmp(text, "nan", 3) == 0 || strncasecmp(text, "inf", 3) == 0)) ||
         (length == 8 && strncasecmp(text, "infinity", 8) == 0);
}

static int stands_for_missing(const hr_table *t, const char *text, size_t length) {
  return length == 0 ? t->empty_is_missing
                     : t->may_be_missing[(unsigned char)*text] &&
                           hr_is_among(t->missing, t->missing_count, text, length);
}

static double number_in(hr_table *t, const char *text, size_t length) {
  double value = NAN;
  if (stands_for_missing(t, text, length)) return NAN;
  if (length == 0) add_problem(t, HR_PROBLEM_EMPTY, t->line, t->field, "", 0);
  else if (!hr_parse_number(text, length, t->mark, &value))
    add_problem(t, names_not_finite(text, length) ? HR_PROBLEM_NOT_FINITE : HR_PROBLEM_TEXT, t->line, t->field, text,
                length);
  else if (!isfinite(value)) add_problem(t, HR_PROBLEM_NOT_FINITE, t->line, t->field, text, length);
  return value;
}

static int64_t moment_in(hr_table *t, slot *s, const char *text, size_t length) {
  int64_t moment = HR_NO_MOMENT;
  int zoned = 0;
  s->row_zone = 0;
  if (stands_for_missing(t, text, length)) return HR_NO_MOMENT;
  if (length == 0) add_problem(t, HR_PROBLEM_EMPTY, t->line, t->field, "", 0);
  else if (!hr_parse_moment(text, length, &s->form, &moment, &zoned))
    add_problem(t, HR_PROBLEM_MOMENT, t->line, t->field, text, length);
  else s->row_zone = 1 + zoned;
  return moment;
}

/* All moments of a column name their zones, or none does. */
static void check_zones(hr_table *t) {
  for (size_t i = 0; i < t->slot_count; i++) {
    slot *s = &t->slots[i];
    if (s->row_zone > 0 && s->zone > 0 && s->zone != s->row_zone)
      add_problem(t, s->zone == 1 ? HR_PROBLEM_ZONE : HR_PROBLEM_NO_ZONE, t->row_line, s->field, "", 0);
    else if (s->row_zone > 0) s->zone = s->row_zone;
    s->row_zone = 0;
  }
}

static void lack(hr_table *t, int *what) { *what = t->stopped = 1; }

/* Whether the asked columns may take so many bytes more. */
static int take(hr_table *t, uint64_t bytes) {
  if (bytes > t->limits.bytes - t->taken) {
    lack(t, &t->out_of_room);
    return 0;
  }
  t->taken += bytes;
  return 1;
}

static int grow_rows(hr_table *t) {
  const size_t entry = sizeof(double) > sizeof(size_t) ? sizeof(double) : sizeof(size_t);
  size_t more = t->row_capacity == 0 ? 4096 : t->row_capacity;
  /* The last step goes as far as there is room. */
  uint64_t bytes_per_row = (t->slot_count + (t->kept_count > 0)) * entry, left = t->limits.bytes - t->taken;
  if (bytes_per_row > 0 && more > left / bytes_per_row) more = (size_t)(left / bytes_per_row);
  if (more == 0) lack(t, &t->out_of_room);
  if (more == 0 || !take(t, more * bytes_per_row)) return 0;
  size_t capacity = t->row_capacity + more;
  if (t->kept_count > 0) {
    int64_t *lines = realloc(t->row_lines, capacity * sizeof *lines);
    if (lines == NULL) {
      lack(t, &t->out_of_memory);
      return 0;
    }
    t->row_lines = lines;
  }
  for (size_t i = 0; i < t->slot_count; i++) {
    slot *s = &t->slots[i];
    void *longer = s->kind == COLUMN_NUMBER   ? realloc(s->numbers, capacity * sizeof *s->numbers)
                   : s->kind == COLUMN_MOMENT ? realloc(s->moments, capacity * sizeof *s->moments)
                                              : realloc(s->ends, capacity * sizeof *s->ends);
    if (longer == NULL) {
      lack(t, &t->out_of_memory);
      return 0;
    }
    if (s->kind == COLUMN_NUMBER) s->numbers = longer;
    else if (s->kind == COLUMN_MOMENT) s->moments = longer;
    else s->ends = longer;
  }
  t->row_capacity = capacity;
  return 1;
}

static void keep_text(hr_table *t, slot *s, const char *text, size_t length) {
  if (s->used + length > s->capacity) {
    size_t capacity = (s->used + length) * 2 + 1024;
    if (!take(t, capacity - s->capacity)) return;
    char *longer = realloc(s->bytes, capacity);
    if (longer == NULL) {
      lack(t, &t->out_of_memory);
      return;
    }
    s->bytes = longer;
    s->capacity = capacity;
  }
  if (length > 0) memcpy(s->bytes + s->used, text, length);
  s->used += length;
  s->ends[t->rows] = s->used;
}

static int grow_first(hr_table *t) {
  size_t capacity = t->first_capacity * 2 + 64;
  char **cells = realloc(t->first_cells, capacity * sizeof *cells);
  if (cells != NULL) t->first_cells = cells;
  size_t *lengths = realloc(t->first_lengths, capacity * sizeof *lengths);
  if (lengths != NULL) t->first_lengths = lengths;
  if (cells == NULL || lengths == NULL) return 0;
  t->first_capacity = capacity;
  return 1;
}

static void keep_first(hr_table *t, const char *text, size_t length) {
  char *copy = t->first_count < t->first_capacity || grow_first(t) ? malloc(length + 1) : NULL;
  if (copy == NULL) {
    lack(t, &t->out_of_memory);
    return;
  }
  if (length > 0) memcpy(copy, text, length);
  copy[length] = 0;
  t->first_cells[t->first_count] = copy;
  t->first_lengths[t->first_count++] = length;
}

/* Lines may end inside a cell in quotes. */
static void count_lines(hr_table *t, const char *text, size_t length) {
  if (t->has_quotes)
    for (const char *p = text, *end = p + length; p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
      t->line++;
}

/* Whether a cell, not the first of its row, begins a comment that ends the row. */
static int begins_comment(const hr_table *t, const char *text, size_t length) {
  size_t prefix = t->comment == NULL ? 0 : strlen(t->comment);
  if (prefix == 0 || t->by_blanks || length < prefix || memcmp(text, t->comment, prefix) != 0) return 0;
  return t->expected >= 0 ? (int64_t)t->field == t->expected : !t->has_header && !stands_for_missing(t, text, length);
}

static void on_field(void *text, size_t length, void *context) {
  hr_table *t = context;
  if (t->stopped) return;
  size_t field = t->field;
  if (field > 0 && !t->in_comment) t->in_comment = begins_comment(t, text, length);
  if (t->in_comment && field > 0) {
    count_lines(t, text, length);
    return;
  }
  if (field == 0) {
    t->in_comment = 0;
    t->row_line = t->line;
    t->row_kept = t->kept_count == 0;
    t->row_problems = t->problem_count;
    t->row_problem_total = t->problem_total;
    t->row_start_length = length < sizeof t->row_start ? length : sizeof t->row_start - 1;
    if (length > 0) memcpy(t->row_start, text, t->row_start_length);
    if (t->stop != NULL && strlen(t->stop) == length && memcmp(t->stop, text, length) == 0) {
      t->stopped = 1;
      return;
    }
  }
  if (field >= t->limits.cells) {
    add_problem(t, HR_PROBLEM_TOO_MANY_CELLS, t->row_line, field, "", 0);
    t->stopped = 1;
    return;
  }
  t->last_empty = length == 0;
  if (t->kept_count > 0 && field == t->kept_field) t->row_kept = hr_is_among(t->kept, t->kept_count, text, length);
  if (t->first_only) keep_first(t, text, length);
  else if (t->in_data && field < t->field_limit && t->slot_of_field[field] >= 0 &&
           (t->rows < t->row_capacity || grow_rows(t))) {
    slot *s = &t->slots[t->slot_of_field[field]];
    if (s->kind == COLUMN_NUMBER) s->numbers[t->rows] = number_in(t, text, length);
    else if (s->kind == COLUMN_MOMENT) s->moments[t->rows] = moment_in(t, s, text, length);
    else keep_text(t, s, text, length);
  }
  t->field = field + 1;
  count_lines(t, text, length);
}

/* A row that is not kept leaves no trace, whatever stands in it. */
static void drop_row(hr_table *t) {
  t->problem_count = t->row_problems;
  t->problem_total = t->row_problem_total;
  for (size_t i = 0; i < t->slot_count; i++)
    if (t->slots[i].kind == COLUMN_TEXT) t->slots[i].used = t->rows == 0 ? 0 : t->slots[i].ends[t->rows - 1];
    else t->slots[i].row_zone = 0;
}

/* The end of a line: its LF, or its CR where no LF follows; `end` in the last line without one. One pass, so that a text
   whose lines end in CR alone is not searched to its end for each of them. */
static const char *line_end(const char *from, const char *end) {
  while (from < end && *from != '\n' && *from != '\r') from++;
  return end - from > 1 && from[0] == '\r' && from[1] == '\n' ? from + 1 : from;
}

/* The length of the row's first cell if no line before it begins so; else 0. */
static size_t own_start(const hr_table *t) {
  size_t length = t->row_start_length;
  int64_t line = 1;
  const char *end = t->data + t->size;
  for (const char *p = t->data + t->start; p < end && line < t->row_line && length > 0; line++) {
    if ((size_t)(end - p) >= length && memcmp(p, t->row_start, length) == 0) return 0;
    const char *stop = line_end(p, end);
    p = stop == end ? end : stop + 1;
  }
  return length;
}

static void finish_row(hr_table *t) {
  if (t->first_only) { t->stopped = 1; return; }
  if (t->in_data && !t->row_kept) { drop_row(t); return; }
  if (t->expected < 0) {
    t->expected = (int64_t)t->field;
    t->expected_trails = t->last_empty && t->field > 1;
  }
  if (!t->in_data) {
    t->in_data = t->left_below-- <= 0;
    return;
  }
  int64_t count = (int64_t)t->field;
  int fits = count == t->expected || (count == t->expected + 1 && t->last_empty) ||
             (count == t->expected - 1 && t->expected_trails) || (t->by_blanks && count > t->expected);
  if (!fits)
    add_problem(t, HR_PROBLEM_CELL_COUNT, t->row_line, t->field, t->row_start,
                t->problem_count < KEPT_PROBLEMS ? own_start(t) : 0);
  if (t->rows >= t->row_capacity && !grow_rows(t)) return;
  /* A short row is a problem already; what it lacks must still be defined. */
  for (size_t i = 0; i < t->slot_count; i++)
    if (t->slots[i].field >= t->field) {
      if (fits && t->slots[i].kind != COLUMN_TEXT && !t->empty_is_missing)
        add_problem(t, HR_PROBLEM_EMPTY, t->row_line, t->slots[i].field, "", 0);
      if (t->slots[i].kind == COLUMN_NUMBER) t->slots[i].numbers[t->rows] = NAN;
      else if (t->slots[i].kind == COLUMN_MOMENT) t->slots[i].moments[t->rows] = HR_NO_MOMENT;
      else t->slots[i].ends[t->rows] = t->slots[i].used;
    }
  if (t->has_moments) check_zones(t);
  if (t->rows == 0) t->first_line = t->row_line;
  if (t->kept_count > 0) t->row_lines[t->rows] = t->row_line;
  t->rows++;
}

static void on_row(int terminator, void *context) {
  hr_table *t = context;
  if (t->stopped) return;
  /* CSV_REPALL_NL reports both halves of CR LF; the second one ends no further line. */
  int second_half = terminator == '\n' && t->after_return && t->field == 0;
  t->after_return = terminator == '\r';
  if (second_half) return;
  if (t->field > 0) {
    finish_row(t);
    t->field = 0;
  }
  t->line++;
}

/* Feeds whole lines whose cells are parted by runs of blanks and tabs; quotes are text like any other. */
static void feed_words(hr_table *t, const char *from, const char *to) {
  const char *p = from;
  while (p < to && !t->stopped) {
    if (*p == '\n' || *p == '\r') on_row(*p++, t);
    else if (*p == ' ' || *p == '\t') p++;
    else {
      const char *word = p;
      while (p < to && *p != ' ' && *p != '\t' && *p != '\n' && *p != '\r') p++;
      on_field((void *)(uintptr_t)word, (size_t)(p - word), t);
    }
  }
}

/* Feeds a run of bytes; 0 when libcsv found a quote out of place. */
static int feed(hr_table *t, struct csv_parser *parser, const char *from, const char *to) {
  if (t->by_blanks) {
    feed_words(t, from, to);
    return 1;
  }
  while (from < to && !t->stopped) {
    size_t block = t->first_only ? 4096 : BLOCK;
    size_t length = (size_t)(to - from) < block ? (size_t)(to - from) : block;
    size_t done = csv_parse(parser, from, length, on_field, on_row, t);
    if (done != length && !t->stopped) {
      int error = csv_error(parser);
      add_problem(t, error == CSV_EPARSE ? HR_PROBLEM_STRAY_QUOTE : HR_PROBLEM_NO_MEMORY, t->line, t->field, "", 0);
      return 0;
    }
    from += length;
  }
  return 1;
}

int hr_parse_rows(hr_table *t) {
  struct csv_parser parser;
  if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL) != 0) return -1;
  csv_set_delim(&parser, t->delimiter);
  csv_set_blk_size(&parser, 4096);
  t->stopped = t->out_of_memory = t->out_of_room = t->after_return = 0;
  t->field = t->rows = 0;
  t->line = 1;
  t->expected = -1;
  /* Where blanks part the cells, the last column may hold several words or none: a row must reach as far as is read. */
  if (t->by_blanks) t->expected = t->field_limit > 0 ? (int64_t)t->field_limit : 1;
  t->in_data = !t->has_header;
  t->left_below = t->below_header;
  t->in_comment = 0;
  t->problem_count = t->problem_total = 0;
  for (size_t i = 0; i < t->slot_count; i++) {
    t->slots[i].used = 0;
    t->slots[i].row_zone = t->slots[i].zone = 0;
  }
  const char *p = t->data + t->start, *end = t->data + t->size;
  for (int64_t i = 0; i < t->skip_lines && p < end; i++) {
    const char *stop = line_end(p, end);
    p = stop == end ? end : stop + 1;
    t->line++;
  }
  int good = 1;
  if (t->comment == NULL) {
    good = feed(t, &parser, p, end);
  } else {
    size_t length = strlen(t->comment);
    const char *pending = p;
    while (p < end && good) {
      const char *stop = line_end(p, end);
      const char *next = stop == end ? end : stop + 1;
      if ((size_t)(end - p) >= length && memcmp(p, t->comment, length) == 0) {
        good = feed(t, &parser, pending, p);
        t->line++;
        pending = next;
      }
      p = next;
      if (t->stopped) break;
    }
    if (good) good = feed(t, &parser, pending, end);
  }
  if (t->by_blanks && !t->stopped && t->field > 0) on_row(0, t);
  if (good && !t->stopped && csv_fini(&parser, on_field, on_row, t) != 0)
    add_problem(t, HR_PROBLEM_UNCLOSED_QUOTE, t->field > 0 ? t->row_line : t->line, t->field, "", 0);
  csv_free(&parser);
  if (t->out_of_memory) add_problem(t, HR_PROBLEM_NO_MEMORY, t->line, 0, "", 0);
  if (t->out_of_room) add_problem(t, HR_PROBLEM_TOO_MANY_VALUES, t->row_line, 0, "", 0);
  return 0;
}
