#include "table_text.h"
#include <csv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BLOCK = 1 << 20, KEPT_PROBLEMS = 20 };

typedef struct slot {
  size_t field;
  int as_number;
  double *numbers;
  size_t *ends; /* of each row's text in `bytes` */
  char *bytes;
  size_t used, capacity;
} slot;

struct hr_table {
  char *data;
  size_t size, start;
  hr_table_room room;
  uint8_t mark, delimiter;
  int by_blanks;
  int64_t skip_lines;
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
  int32_t *slot_of_field;
  size_t field_limit;

  char **first_cells;
  size_t *first_lengths;
  size_t first_count, first_capacity;

  /* while parsing */
  int first_only, stopped, in_data, out_of_memory, out_of_room, has_quotes, after_return;
  size_t field, rows, row_capacity;
  uint64_t taken; /* of the room's bytes */
  int last_empty;
  int64_t line, row_line, first_line, expected;
  int64_t *row_lines; /* where not all rows are kept */
  int expected_trails, row_kept;
  size_t row_problems, row_problem_total;

  hr_problem problems[KEPT_PROBLEMS];
  size_t problem_count, problem_total;
};

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

hr_table *hr_table_open(const char *path, const hr_table_room *room, hr_table_refusal *refusal) {
  size_t size = 0, start = 0;
  char *data = hr_load_text(path, room, &size, &start, refusal);
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
  t->room = *room;
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

static int is_among(char *const *list, size_t count, const char *text, size_t length) {
  for (size_t i = 0; i < count; i++)
    if (strlen(list[i]) == length && memcmp(list[i], text, length) == 0) return 1;
  return 0;
}

void hr_table_part_by_blanks(hr_table *t) { t->by_blanks = 1; }

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

int hr_table_ask(hr_table *t, size_t field, int as_number) {
  if (field >= t->room.cells || t->slot_count >= INT32_MAX) return -1;
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
  slot fresh = {.field = field, .as_number = as_number};
  longer[t->slot_count] = fresh;
  t->slot_of_field[field] = (int32_t)t->slot_count++;
  return 0;
}

static int names_not_finite(const char *text, size_t length) {
  if (length > 0 && (*text == '-' || *text == '+')) { text++; length--; }
  return (length == 3 && (strncasecmp(text, "nan", 3) == 0 || strncasecmp(text, "inf", 3) == 0)) ||
         (length == 8 && strncasecmp(text, "infinity", 8) == 0);
}

static double number_in(hr_table *t, const char *text, size_t length) {
  double value = NAN;
  if (length == 0 ? t->empty_is_missing : t->may_be_missing[(unsigned char)*text] &&
                                            is_among(t->missing, t->missing_count, text, length))
    return NAN;
  if (length == 0) add_problem(t, HR_PROBLEM_EMPTY, t->line, t->field, "", 0);
  else if (!hr_parse_number(text, length, t->mark, &value))
    add_problem(t, names_not_finite(text, length) ? HR_PROBLEM_NOT_FINITE : HR_PROBLEM_TEXT, t->line, t->field, text,
                length);
  else if (!isfinite(value)) add_problem(t, HR_PROBLEM_NOT_FINITE, t->line, t->field, text, length);
  return value;
}

static void lack(hr_table *t, int *what) { *what = t->stopped = 1; }

/* Whether the asked columns may take so many bytes more. */
static int take(hr_table *t, uint64_t bytes) {
  if (bytes > t->room.bytes - t->taken) {
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
  uint64_t bytes_per_row = (t->slot_count + (t->kept_count > 0)) * entry, left = t->room.bytes - t->taken;
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
    void *longer = s->as_number ? realloc(s->numbers, capacity * sizeof *s->numbers)
                                : realloc(s->ends, capacity * sizeof *s->ends);
    if (longer == NULL) {
      lack(t, &t->out_of_memory);
      return 0;
    }
    if (s->as_number) s->numbers = longer; else s->ends = longer;
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

static void on_field(void *text, size_t length, void *context) {
  hr_table *t = context;
  if (t->stopped) return;
  size_t field = t->field;
  if (field == 0) {
    t->row_line = t->line;
    t->row_kept = t->kept_count == 0;
    t->row_problems = t->problem_count;
    t->row_problem_total = t->problem_total;
    if (t->stop != NULL && strlen(t->stop) == length && memcmp(t->stop, text, length) == 0) {
      t->stopped = 1;
      return;
    }
  }
  if (field >= t->room.cells) {
    add_problem(t, HR_PROBLEM_TOO_MANY_CELLS, t->row_line, field, "", 0);
    t->stopped = 1;
    return;
  }
  t->last_empty = length == 0;
  if (t->kept_count > 0 && field == t->kept_field) t->row_kept = is_among(t->kept, t->kept_count, text, length);
  if (t->first_only) keep_first(t, text, length);
  else if (t->in_data && field < t->field_limit && t->slot_of_field[field] >= 0 &&
           (t->rows < t->row_capacity || grow_rows(t))) {
    slot *s = &t->slots[t->slot_of_field[field]];
    if (s->as_number) s->numbers[t->rows] = number_in(t, text, length);
    else keep_text(t, s, text, length);
  }
  t->field = field + 1;
  if (t->has_quotes)
    for (const char *p = text, *end = p + length; p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
      t->line++;
}

/* A row that is not kept leaves no trace, whatever stands in it. */
static void drop_row(hr_table *t) {
  t->problem_count = t->row_problems;
  t->problem_total = t->row_problem_total;
  for (size_t i = 0; i < t->slot_count; i++)
    if (!t->slots[i].as_number) t->slots[i].used = t->rows == 0 ? 0 : t->slots[i].ends[t->rows - 1];
}

static void finish_row(hr_table *t) {
  if (t->first_only) { t->stopped = 1; return; }
  if (t->in_data && !t->row_kept) { drop_row(t); return; }
  if (t->expected < 0) {
    t->expected = (int64_t)t->field;
    t->expected_trails = t->last_empty && t->field > 1;
  }
  if (!t->in_data) { t->in_data = 1; return; }
  int64_t count = (int64_t)t->field;
  int fits = count == t->expected || (count == t->expected + 1 && t->last_empty) ||
             (count == t->expected - 1 && t->expected_trails) || (t->by_blanks && count > t->expected);
  if (!fits) add_problem(t, HR_PROBLEM_CELL_COUNT, t->row_line, t->field, "", 0);
  if (t->rows >= t->row_capacity && !grow_rows(t)) return;
  /* A short row is a problem already; what it lacks must still be defined. */
  for (size_t i = 0; i < t->slot_count; i++)
    if (t->slots[i].field >= t->field) {
      if (fits && t->slots[i].as_number && !t->empty_is_missing)
        add_problem(t, HR_PROBLEM_EMPTY, t->row_line, t->slots[i].field, "", 0);
      if (t->slots[i].as_number) t->slots[i].numbers[t->rows] = NAN;
      else t->slots[i].ends[t->rows] = t->slots[i].used;
    }
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

static int run(hr_table *t) {
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
  t->problem_count = t->problem_total = 0;
  for (size_t i = 0; i < t->slot_count; i++) t->slots[i].used = 0;
  const char *p = t->data + t->start, *end = t->data + t->size;
  for (int64_t i = 0; i < t->skip_lines && p < end; i++) {
    const char *line_end = memchr(p, '\n', (size_t)(end - p));
    p = line_end == NULL ? end : line_end + 1;
    t->line++;
  }
  int good = 1;
  if (t->comment == NULL) {
    good = feed(t, &parser, p, end);
  } else {
    size_t length = strlen(t->comment);
    const char *pending = p;
    while (p < end && good) {
      const char *line_end = memchr(p, '\n', (size_t)(end - p));
      const char *next = line_end == NULL ? end : line_end + 1;
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

int hr_table_scan_first_row(hr_table *t) {
  forget_first_row(t);
  t->first_only = 1;
  int result = run(t);
  t->first_only = 0;
  return result;
}

int hr_table_parse(hr_table *t) { return run(t); }
size_t hr_table_first_row_count(const hr_table *t) { return t->first_count; }
const char *hr_table_first_row_cell(const hr_table *t, size_t index, size_t *length) {
  *length = t->first_lengths[index];
  return t->first_cells[index];
}
size_t hr_table_rows(const hr_table *t) { return t->rows; }
int64_t hr_table_first_line(const hr_table *t) { return t->first_line; }
const int64_t *hr_table_row_lines(const hr_table *t) { return t->row_lines; }
const double *hr_table_numbers(const hr_table *t, size_t slot) { return t->slots[slot].numbers; }
const char *hr_table_text(const hr_table *t, size_t slot, size_t row, size_t *length) {
  size_t start = row == 0 ? 0 : t->slots[slot].ends[row - 1];
  *length = t->slots[slot].ends[row] - start;
  return *length == 0 ? "" : t->slots[slot].bytes + start;
}
int64_t hr_table_expected_cells(const hr_table *t) { return t->expected; }
size_t hr_table_problem_count(const hr_table *t) { return t->problem_count; }
size_t hr_table_problem_total(const hr_table *t) { return t->problem_total; }
hr_problem hr_table_problem(const hr_table *t, size_t index) { return t->problems[index]; }
