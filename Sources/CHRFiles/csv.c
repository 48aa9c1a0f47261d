#define _GNU_SOURCE
#include "CHRFiles.h"

#include <csv.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

enum { KEPT_PROBLEMS = 64, BLOCK = 1 << 20 };

struct hr_csv {
  hr_csv_options options;
  const int64_t *wanted;
  size_t wanted_count;
  int32_t *slot_of_cell;      /* wanted slot of a cell, -1 for none; reaches to the last wanted cell */
  int64_t slots;
  double **columns;
  char ***texts;
  int64_t capacity;
  int64_t rows;
  int64_t first_row_cells;
  int64_t cell;               /* the next cell of the row being read */
  size_t last_cell_length;
  int stopped;
  int out_of_memory;
  size_t stopped_at;
  int open_quote;
  size_t problem_count;
  hr_csv_problem problems[KEPT_PROBLEMS];
  locale_t plain;
};

static void report(hr_csv *t, int kind, int64_t cell, const char *text, size_t length) {
  if (t->problem_count < KEPT_PROBLEMS) {
    hr_csv_problem *p = &t->problems[t->problem_count];
    p->kind = kind;
    p->row = t->rows;
    p->cell = cell;
    if (length >= sizeof p->text) length = sizeof p->text - 1;
    memcpy(p->text, text, length);
    p->text[length] = 0;
  }
  t->problem_count++;
}

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Decimal text to the nearest double. The short way is exact (W. D. Clinger, 1990): a mantissa below 2^53 and a power
   of ten up to 22 are both exact, so one multiplication or division rounds once. Everything else goes to strtod. */
static int number(const hr_csv *t, const char *s, size_t n, double *value) {
  const char *p = s, *end = s + n;
  int negative = 0;
  if (p < end && (*p == '-' || *p == '+')) negative = *p++ == '-';
  uint64_t mantissa = 0;
  int digits = 0, scale = 0;
  const char *first = p;
  while (p < end && (unsigned)(*p - '0') < 10) {
    mantissa = mantissa * 10 + (unsigned)(*p++ - '0');
    digits++;
  }
  if (p < end && *p == (char)t->options.decimal_mark) {
    p++;
    const char *fraction = p;
    while (p < end && (unsigned)(*p - '0') < 10) {
      mantissa = mantissa * 10 + (unsigned)(*p++ - '0');
      digits++;
    }
    scale = -(int)(p - fraction);
  }
  if (p == end && digits > 0 && digits <= 19 && mantissa <= (1ull << 53) && scale >= -22) {
    double v = (double)mantissa / powers[-scale];
    *value = negative ? -v : v;
    return 1;
  }
  if (digits == 0 && first == p) {
    /* nan, inf, text: strtod tells them apart */
  }
  char buffer[64];
  char *copy = n < sizeof buffer ? buffer : malloc(n + 1);
  if (!copy) return 0;
  memcpy(copy, s, n);
  copy[n] = 0;
  if (t->options.decimal_mark != '.') {
    for (size_t i = 0; i < n; i++) {
      if (copy[i] == '.') copy[i] = 'x'; /* a point is no decimal mark here */
      else if (copy[i] == (char)t->options.decimal_mark) copy[i] = '.';
    }
  }
  char *stop = NULL;
  double v = strtod_l(copy, &stop, t->plain);
  /* strtod also reads 0x1p3, which no table means. */
  int whole = n > 0 && stop == copy + n && memchr(copy, 'x', n) == NULL && memchr(copy, 'X', n) == NULL;
  if (copy != buffer) free(copy);
  if (!whole) return 0;
  *value = v;
  return 1;
}

static int is_missing(const hr_csv *t, const char *s, size_t n) {
  for (size_t i = 0; i < t->options.missing_count; i++) {
    const char *m = t->options.missing[i];
    if (strlen(m) == n && memcmp(m, s, n) == 0) return 1;
  }
  return 0;
}

static int grow(hr_csv *t) {
  int64_t capacity = t->capacity ? t->capacity * 2 : 1024;
  for (size_t i = 0; i < t->wanted_count; i++) {
    if (t->options.as_texts) {
      char **texts = realloc(t->texts[i], (size_t)capacity * sizeof *texts);
      if (!texts) return 0;
      memset(texts + t->capacity, 0, (size_t)(capacity - t->capacity) * sizeof *texts);
      t->texts[i] = texts;
    } else {
      double *column = realloc(t->columns[i], (size_t)capacity * sizeof *column);
      if (!column) return 0;
      t->columns[i] = column;
    }
  }
  t->capacity = capacity;
  return 1;
}

static void on_field(void *bytes, size_t n, void *context) {
  hr_csv *t = context;
  int64_t cell = t->cell++;
  t->last_cell_length = n;
  if (t->stopped) return;
  if (cell == 0 && t->options.stop_at && strlen(t->options.stop_at) == n && memcmp(bytes, t->options.stop_at, n) == 0) {
    t->stopped = 1;
    return;
  }
  if (cell >= t->slots) return;
  int32_t slot = t->slot_of_cell[cell];
  if (slot < 0) return;
  if (t->rows == t->capacity && !grow(t)) {
    t->stopped = t->out_of_memory = 1;
    return;
  }
  if (t->options.as_texts) {
    char *copy = malloc(n + 1);
    if (copy) {
      memcpy(copy, bytes, n);
      copy[n] = 0;
    }
    t->texts[slot][t->rows] = copy;
    return;
  }
  double value;
  if (t->options.missing_count && is_missing(t, bytes, n)) {
    value = NAN;
  } else if (n == 0) {
    report(t, HR_CSV_EMPTY_CELL, cell, "", 0);
    value = NAN;
  } else if (!number(t, bytes, n, &value)) {
    report(t, HR_CSV_NOT_A_NUMBER, cell, bytes, n);
    value = NAN;
  } else if (!isfinite(value)) {
    report(t, HR_CSV_NOT_FINITE, cell, bytes, n);
  }
  t->columns[slot][t->rows] = value;
}

static void on_row(int ending, void *context) {
  (void)ending;
  hr_csv *t = context;
  int64_t cells = t->cell;
  t->cell = 0;
  if (t->stopped) return;
  /* A delimiter at the end of each row makes an empty cell that no header names. */
  int64_t expected = t->options.expected_cells ? t->options.expected_cells : t->first_row_cells;
  if (t->first_row_cells == 0) {
    t->first_row_cells = cells;
    if (!expected) expected = cells;
  }
  if (cells < expected) report(t, HR_CSV_SHORT_ROW, cells, "", 0);
  else if (cells > expected && !(cells == expected + 1 && t->last_cell_length == 0))
    report(t, HR_CSV_LONG_ROW, cells, "", 0);
  t->rows++;
}

hr_csv *hr_csv_parse(const unsigned char *bytes, size_t count, const hr_csv_options *options, const int64_t *wanted,
                     size_t wanted_count) {
  hr_csv *t = calloc(1, sizeof *t);
  if (!t) return NULL;
  t->options = *options;
  t->wanted_count = wanted_count;
  for (size_t i = 0; i < wanted_count; i++)
    if (wanted[i] >= t->slots) t->slots = wanted[i] + 1;
  t->slot_of_cell = malloc((size_t)(t->slots + 1) * sizeof *t->slot_of_cell);
  t->columns = calloc(wanted_count + 1, sizeof *t->columns);
  t->texts = calloc(wanted_count + 1, sizeof *t->texts);
  t->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  struct csv_parser parser;
  if (!t->slot_of_cell || !t->columns || !t->texts || !t->plain ||
      csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) {
    hr_csv_free(t);
    return NULL;
  }
  for (int64_t i = 0; i < t->slots; i++) t->slot_of_cell[i] = -1;
  for (size_t i = 0; i < wanted_count; i++) t->slot_of_cell[wanted[i]] = (int32_t)i;
  csv_set_delim(&parser, options->delimiter);
  size_t done = 0;
  t->stopped_at = count;
  while (done < count && !t->stopped) {
    size_t block = count - done < BLOCK ? count - done : BLOCK;
    size_t parsed = csv_parse(&parser, bytes + done, block, on_field, on_row, t);
    done += parsed;
    if (parsed != block) {
      t->stopped_at = done;
      break;
    }
  }
  if (t->stopped_at == count && !t->stopped && csv_fini(&parser, on_field, on_row, t) != 0) t->open_quote = 1;
  csv_free(&parser);
  return t;
}

void hr_csv_free(hr_csv *t) {
  if (!t) return;
  for (size_t i = 0; i < t->wanted_count; i++) {
    if (t->columns) free(t->columns[i]);
    if (t->texts && t->texts[i]) {
      for (int64_t r = 0; r < t->capacity; r++) free(t->texts[i][r]);
      free(t->texts[i]);
    }
  }
  free(t->columns);
  free(t->texts);
  free(t->slot_of_cell);
  if (t->plain) freelocale(t->plain);
  free(t);
}

int64_t hr_csv_rows(const hr_csv *t) { return t->rows; }
int64_t hr_csv_cells(const hr_csv *t) { return t->first_row_cells; }
const double *hr_csv_column(const hr_csv *t, size_t i) { return t->columns[i]; }
const char *hr_csv_text(const hr_csv *t, size_t i, int64_t row) {
  const char *text = t->texts[i] ? t->texts[i][row] : NULL;
  return text ? text : "";
}
size_t hr_csv_problem_count(const hr_csv *t) { return t->problem_count; }
const hr_csv_problem *hr_csv_problems(const hr_csv *t, size_t *kept) {
  *kept = t->problem_count < KEPT_PROBLEMS ? t->problem_count : KEPT_PROBLEMS;
  return t->problems;
}
size_t hr_csv_stopped_at(const hr_csv *t) { return t->stopped_at; }
int hr_csv_open_quote(const hr_csv *t) { return t->open_quote; }
