#include "CHRFiles.h"
#include <csv.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

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
  uint8_t mark, delimiter;
  int64_t skip_lines;
  int has_header;
  char *comment, *stop;
  char **missing;
  size_t missing_count;
  unsigned char may_be_missing[256];
  int empty_is_missing;

  slot *slots;
  size_t slot_count;
  int32_t *slot_of_field;
  size_t field_limit;

  char **first_cells;
  size_t *first_lengths;
  size_t first_count;

  /* while parsing */
  int first_only, stopped, in_data, out_of_memory, has_quotes, after_return;
  size_t field, rows, row_capacity;
  int last_empty;
  int64_t line, row_line, first_line, expected;
  int expected_trails;

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

static char *load(int file, size_t expected, size_t *size, hr_table_status *status, int *system_error) {
  size_t capacity = expected + 1, used = 0;
  char *data = malloc(capacity);
  while (data != NULL) {
    if (used == capacity) {
      char *larger = realloc(data, capacity * 2);
      if (larger == NULL) { free(data); data = NULL; break; }
      data = larger;
      capacity *= 2;
    }
    ssize_t got = read(file, data + used, capacity - used);
    if (got < 0) {
      if (errno == EINTR) continue;
      *status = HR_TABLE_READ_ERROR;
      *system_error = errno;
      free(data);
      return NULL;
    }
    if (got == 0) { *size = used; return data; }
    used += (size_t)got;
  }
  *status = HR_TABLE_NO_MEMORY;
  return NULL;
}

hr_table *hr_table_open(const char *path, hr_table_status *status, int *system_error, int64_t *line) {
  *status = HR_TABLE_OK;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) {
    *status = HR_TABLE_CANNOT_OPEN;
    *system_error = errno;
    if (file >= 0) close(file);
    return NULL;
  }
  size_t size = 0;
  char *data = NULL;
  if (S_ISDIR(about.st_mode)) *status = HR_TABLE_IS_DIRECTORY;
  else if (!S_ISREG(about.st_mode)) *status = HR_TABLE_NOT_A_FILE;
  else data = load(file, (size_t)about.st_size, &size, status, system_error);
  close(file);
  if (data == NULL) return NULL;
  const unsigned char *bytes = (const unsigned char *)data;
  size_t start = size >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0;
  const char *nul = memchr(data, 0, size);
  if (size == start) *status = HR_TABLE_EMPTY;
  else if (size >= 2 && ((bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)))
    *status = HR_TABLE_UTF16;
  else if (nul != NULL) {
    *status = HR_TABLE_BINARY;
    *line = 1;
    for (const char *p = data; p < nul; p++) *line += *p == '\n';
  }
  hr_table *t = *status == HR_TABLE_OK ? calloc(1, sizeof *t) : NULL;
  if (t == NULL) {
    if (*status == HR_TABLE_OK) *status = HR_TABLE_NO_MEMORY;
    free(data);
    return NULL;
  }
  t->data = data;
  t->size = size;
  t->start = start;
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

void hr_table_set_format(hr_table *t, uint8_t delimiter, uint8_t mark, int64_t skip_lines, int has_header,
                         const char *comment, const char *stop) {
  t->delimiter = delimiter;
  t->mark = mark;
  t->skip_lines = skip_lines;
  t->has_header = has_header;
  free(t->comment);
  free(t->stop);
  t->comment = comment != NULL && *comment != 0 ? strdup(comment) : NULL;
  t->stop = stop != NULL ? strdup(stop) : NULL;
}

const char *hr_system_message(int code) { return strerror(code); }

void hr_table_add_missing(hr_table *t, const char *text) {
  char **longer = realloc(t->missing, (t->missing_count + 1) * sizeof *longer);
  if (longer == NULL) return;
  t->missing = longer;
  longer[t->missing_count++] = strdup(text);
  if (*text == 0) t->empty_is_missing = 1;
  t->may_be_missing[(unsigned char)*text] = 1;
}

int hr_table_ask(hr_table *t, size_t field, int as_number) {
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

static int is_missing(const hr_table *t, const char *text, size_t length) {
  for (size_t i = 0; i < t->missing_count; i++)
    if (t->missing[i] != NULL && strlen(t->missing[i]) == length && memcmp(t->missing[i], text, length) == 0) return 1;
  return 0;
}

static int names_not_finite(const char *text, size_t length) {
  if (length > 0 && (*text == '-' || *text == '+')) { text++; length--; }
  return (length == 3 && (strncasecmp(text, "nan", 3) == 0 || strncasecmp(text, "inf", 3) == 0)) ||
         (length == 8 && strncasecmp(text, "infinity", 8) == 0);
}

static double number_in(hr_table *t, const char *text, size_t length) {
  double value = NAN;
  if (length == 0 ? t->empty_is_missing : t->may_be_missing[(unsigned char)*text] && is_missing(t, text, length))
    return NAN;
  if (length == 0) add_problem(t, HR_PROBLEM_EMPTY, t->line, t->field, "", 0);
  else if (!hr_parse_number(text, length, t->mark, &value))
    add_problem(t, names_not_finite(text, length) ? HR_PROBLEM_NOT_FINITE : HR_PROBLEM_TEXT, t->line, t->field, text,
                length);
  else if (!isfinite(value)) add_problem(t, HR_PROBLEM_NOT_FINITE, t->line, t->field, text, length);
  return value;
}

static int grow_rows(hr_table *t) {
  size_t capacity = t->row_capacity == 0 ? 4096 : t->row_capacity * 2;
  for (size_t i = 0; i < t->slot_count; i++) {
    slot *s = &t->slots[i];
    void *longer = s->as_number ? realloc(s->numbers, capacity * sizeof *s->numbers)
                                : realloc(s->ends, capacity * sizeof *s->ends);
    if (longer == NULL) { t->out_of_memory = t->stopped = 1; return 0; }
    if (s->as_number) s->numbers = longer; else s->ends = longer;
  }
  t->row_capacity = capacity;
  return 1;
}

static void keep_text(hr_table *t, slot *s, const char *text, size_t length) {
  if (s->used + length > s->capacity) {
    size_t capacity = (s->used + length) * 2 + 1024;
    char *longer = realloc(s->bytes, capacity);
    if (longer == NULL) { t->out_of_memory = t->stopped = 1; return; }
    s->bytes = longer;
    s->capacity = capacity;
  }
  if (length > 0) memcpy(s->bytes + s->used, text, length);
  s->used += length;
  s->ends[t->rows] = s->used;
}

static void keep_first(hr_table *t, const char *text, size_t length) {
  char **cells = realloc(t->first_cells, (t->first_count + 1) * sizeof *cells);
  if (cells != NULL) t->first_cells = cells;
  size_t *lengths = realloc(t->first_lengths, (t->first_count + 1) * sizeof *lengths);
  if (lengths != NULL) t->first_lengths = lengths;
  char *copy = malloc(length + 1);
  if (cells == NULL || lengths == NULL || copy == NULL) {
    free(copy);
    t->out_of_memory = t->stopped = 1;
    return;
  }
  if (length > 0) memcpy(copy, text, length);
  copy[length] = 0;
  cells[t->first_count] = copy;
  lengths[t->first_count++] = length;
}

static void on_field(void *text, size_t length, void *context) {
  hr_table *t = context;
  if (t->stopped) return;
  size_t field = t->field;
  if (field == 0) {
    t->row_line = t->line;
    if (t->stop != NULL && strlen(t->stop) == length && memcmp(t->stop, text, length) == 0) {
      t->stopped = 1;
      return;
    }
  }
  t->last_empty = length == 0;
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

static void finish_row(hr_table *t) {
  if (t->first_only) { t->stopped = 1; return; }
  if (t->expected < 0) {
    t->expected = (int64_t)t->field;
    t->expected_trails = t->last_empty && t->field > 1;
  }
  if (!t->in_data) { t->in_data = 1; return; }
  int64_t count = (int64_t)t->field;
  int fits = count == t->expected || (count == t->expected + 1 && t->last_empty) ||
             (count == t->expected - 1 && t->expected_trails);
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

/* Feeds a run of bytes; 0 when libcsv found a quote out of place. */
static int feed(hr_table *t, struct csv_parser *parser, const char *from, const char *to) {
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
  t->stopped = t->out_of_memory = t->after_return = 0;
  t->field = t->rows = 0;
  t->line = 1;
  t->expected = -1;
  t->in_data = !t->has_header;
  t->problem_count = t->problem_total = 0;
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
  if (good && !t->stopped && csv_fini(&parser, on_field, on_row, t) != 0)
    add_problem(t, HR_PROBLEM_UNCLOSED_QUOTE, t->field > 0 ? t->row_line : t->line, t->field, "", 0);
  csv_free(&parser);
  if (t->out_of_memory) add_problem(t, HR_PROBLEM_NO_MEMORY, t->line, 0, "", 0);
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

const char *hr_unreadable(const char *path) {
  struct stat about;
  if (stat(path, &about) != 0) return strerror(errno);
  if (S_ISDIR(about.st_mode)) return "expected a file, found a folder";
  if (!S_ISREG(about.st_mode)) return "expected a file, found a device or pipe";
  return access(path, R_OK) != 0 ? strerror(errno) : NULL;
}
