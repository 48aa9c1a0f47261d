/* libFuzzer's target for delimited text: eight bytes choose the format and what is asked for, the rest is the file.
   What the reader says is held against a plain one, and against itself on a second reading. */
#include "CHRFiles.h"
#include "expect.h"
#include "moment_check.h"
#include "number_check.h"
#include "plain_table.h"
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { CHOICES = 8, MOST_ASKED = 4 };

typedef struct question {
  plain_format format;
  size_t fields[MOST_ASKED];
  int as_number[MOST_ASKED];
  int has_moments; /* the first field holds moments of this form */
  hr_moment_form form;
  size_t count;
  hr_table_limits limits;
  int is_roomy; /* no limit can be reached */
} question;

static question choose(const uint8_t *bytes) {
  static const char delimiters[] = {',', ';', '\t', ' ', '|', ':', '.', '\r', 0, 'e', '0', ',', ';', ',', '\t', ','};
  static const char *const comments[] = {"#", "//", "a", ",", " ", "1", "\xEF\xBB\xBF", "##"};
  static const char *const stops[] = {"", "end", "#", "1"};
  question q = {.format = {.delimiter = delimiters[bytes[0] & 15], .mark = bytes[1] & 1 ? ',' : '.'}};
  /* A descriptor with the same byte for both is refused. */
  if (q.format.mark == q.format.delimiter) q.format.mark = q.format.mark == '.' ? ',' : '.';
  q.format.has_header = !(bytes[1] & 2);
  if (bytes[1] & 4) q.format.comment = comments[bytes[3] & 7];
  if (bytes[1] & 8) q.format.stop = stops[bytes[3] >> 4 & 3];
  if (bytes[1] & 16) q.format.missing[q.format.missing_count++] = "";
  if (bytes[1] & 32) q.format.missing[q.format.missing_count++] = "NA";
  if (bytes[1] & 64) q.format.missing[q.format.missing_count++] = "-1";
  static const int64_t skips[] = {0, 0, 0, 1, 2, 5, INT32_MAX, INT64_MAX};
  q.format.skip_lines = skips[bytes[2] & 7];
  static const char *const kept[] = {"N", "1", "", "a"};
  q.format.by_blanks = bytes[2] >> 3 & 1;
  if (bytes[2] & 16) q.format.kept = kept[bytes[3] >> 6];
  q.format.kept_field = bytes[2] >> 5;
  if (q.format.has_header && bytes[7] & 32) q.format.below_header = bytes[7] & 64 ? 2 : 1;
  q.is_roomy = !(bytes[7] & 1);
  const hr_table_limits roomy = {1 << 30, 1 << 24, 1 << 16, 1 << 30};
  const hr_table_limits narrow = {bytes[7] & 2 ? 1 << 20 : 64, bytes[7] & 4 ? 1 << 20 : 24, bytes[7] & 8 ? 1 << 16 : 3,
                                bytes[7] & 16 ? 1 << 24 : 256};
  q.limits = q.is_roomy ? roomy : narrow;
  for (size_t i = 0; i < (bytes[4] & MOST_ASKED - 1u) + 1u; i++) {
    size_t field = (bytes[5] + i * (bytes[6] >> 4 | 1)) % 40;
    int is_asked = 0;
    for (size_t j = 0; j < q.count; j++) is_asked |= q.fields[j] == field;
    /* Each field is asked for once, and none beyond what a row may have. */
    if (is_asked || field >= q.limits.cells) continue;
    q.as_number[q.count] = (bytes[4] >> (4 + i) & 1) == 0;
    q.fields[q.count++] = field;
  }
  q.has_moments = q.count > 0 && (bytes[3] & 8);
  q.form = moment_form(bytes[6] & 15);
  return q;
}

static const char *put(const uint8_t *bytes, size_t length) {
  static char path[512];
  static int file = -1;
  if (file < 0) {
    const char *folder = getenv("HR_FUZZ_SCRATCH");
    snprintf(path, sizeof path, "%s/csv-XXXXXX", folder != NULL ? folder : "/tmp");
    file = mkstemp(path);
    EXPECT(file >= 0, "no scratch file at %s", path);
  }
  if (ftruncate(file, 0) != 0 || pwrite(file, bytes, length, 0) != (ssize_t)length) abort();
  return path;
}

static int same_text(const char *text, size_t length, const plain_cell *cell) {
  return length == cell->length && memcmp(text, cell->text, length) == 0;
}

/* What the plain reader makes of a number's cell; `good` becomes 0 where that is a problem. */
static double plain_number(const question *q, const plain_cell *cell, int *good) {
  double value = NAN;
  if (stands_for_missing(&q->format, cell)) return NAN;
  if (!check_number(cell->text, cell->length, q->format.mark, &value) || !isfinite(value)) *good = 0;
  return value;
}

static int has_empty_as_missing(const question *q) {
  for (size_t i = 0; i < q->format.missing_count; i++)
    if (*q->format.missing[i] == 0) return 1;
  return 0;
}

/* Holds the rows against the plain ones; returns whether they are without a problem. */
static int compare_rows(const hr_table *table, const plain_table *plain, const question *q) {
  size_t first = q->format.has_header && plain->count > 0;
  int good = 1, trails = 0, zones = 0;
  size_t expected = 0;
  EXPECT(hr_table_rows(table) == plain->count - first, "%zu rows, expected %zu", hr_table_rows(table),
         plain->count - first);
  if (q->format.by_blanks) {
    /* As far as is read. */
    expected = 1;
    for (size_t i = 0; i < q->count; i++) if (q->fields[i] >= expected) expected = q->fields[i] + 1;
  } else if (plain->count > 0) {
    const plain_row *row = &plain->rows[0];
    expected = row->count;
    trails = row->count > 1 && row->cells[row->count - 1].length == 0;
    EXPECT(hr_table_expected_cells(table) == (int64_t)expected, "%d cells expected in a row, found %zu",
           (int)hr_table_expected_cells(table), expected);
  }
  for (size_t r = first; r < plain->count; r++) {
    const plain_row *row = &plain->rows[r];
    int fits = row->count == expected || (q->format.by_blanks && row->count > expected) || (row->count == expected + 1 && row->cells[row->count - 1].length == 0) ||
               (row->count + 1 == expected && trails);
    good &= fits;
    for (size_t i = 0; i < q->count; i++) {
      const plain_cell nothing = {"", 0};
      int is_there = q->fields[i] < row->count;
      const plain_cell *cell = is_there ? &row->cells[q->fields[i]] : &nothing;
      if (i == 0 && q->has_moments) {
        int64_t found = hr_table_moments(table, 0)[r - first], wanted = HR_NO_MOMENT;
        if (!stands_for_missing(&q->format, cell) && !(is_there && check_moment(cell->text, cell->length, &q->form, &wanted, &zones)))
          good = 0;
        EXPECT(found == wanted, "row %zu, field %zu: %lld, expected %lld", r, q->fields[i], (long long)found,
               (long long)wanted);
      } else if (q->as_number[i]) {
        double wanted = is_there ? plain_number(q, cell, &good) : NAN;
        if (!is_there && !has_empty_as_missing(q)) good = 0;
        double found = hr_table_numbers(table, i)[r - first];
        EXPECT(isnan(wanted) ? isnan(found) : memcmp(&wanted, &found, sizeof found) == 0,
               "row %zu, field %zu: %a, expected %a", r, q->fields[i], found, wanted);
      } else {
        size_t length = 0;
        const char *text = hr_table_text(table, i, r - first, &length);
        EXPECT(same_text(text, length, cell), "row %zu, field %zu: \"%.*s\", expected \"%.*s\"", r, q->fields[i],
               (int)length, text, (int)cell->length, cell->text);
      }
    }
  }
  /* Some moments name their zones and some do not. */
  return good && zones != 3;
}

static void compare_first_row(const hr_table *table, const plain_table *plain) {
  size_t count = hr_table_first_row_count(table);
  EXPECT(count == (plain->count > 0 ? plain->rows[0].count : 0), "%zu cells in the first row", count);
  for (size_t i = 0; i < count; i++) {
    size_t length = 0;
    const char *text = hr_table_first_row_cell(table, i, &length);
    EXPECT(same_text(text, length, &plain->rows[0].cells[i]), "first row, cell %zu: \"%.*s\"", i, (int)length, text);
    EXPECT(text[length] == 0, "a cell of the first row is not ended");
  }
}

static uint64_t mixed(uint64_t digest, const void *bytes, size_t count) {
  const uint8_t *p = bytes;
  for (size_t i = 0; i < count; i++) digest = (digest ^ p[i]) * UINT64_C(1099511628211);
  return digest;
}

static uint64_t digest_of(const hr_table *table, const question *q) {
  size_t rows = hr_table_rows(table), problems = hr_table_problem_count(table), total = hr_table_problem_total(table);
  EXPECT(problems <= total && (problems == total || problems >= 20), "%zu problems kept of %zu", problems, total);
  uint64_t digest = mixed(mixed(14695981039346656037u, &rows, sizeof rows), &total, sizeof total);
  const int64_t *lines = hr_table_row_lines(table);
  for (size_t r = 0; lines != NULL && r < rows; r++) {
    EXPECT(lines[r] >= 1 && (r == 0 || lines[r] > lines[r - 1]), "row %zu in line %d", r, (int)lines[r]);
    digest = mixed(digest, &lines[r], sizeof *lines);
  }
  for (size_t i = 0; i < problems; i++) {
    hr_problem problem = hr_table_problem(table, i);
    EXPECT(problem.line >= 1 && memchr(problem.text, 0, sizeof problem.text) != NULL, "problem without place or end");
    digest = mixed(mixed(digest, &problem.kind, sizeof problem.kind), &problem.line, sizeof problem.line);
    digest = mixed(mixed(digest, &problem.field, sizeof problem.field), problem.text, strlen(problem.text));
  }
  for (size_t i = 0; i < q->count; i++)
    for (size_t r = 0; r < rows; r++) {
      if (i == 0 && q->has_moments) {
        digest = mixed(digest, &hr_table_moments(table, 0)[r], sizeof(int64_t));
      } else if (q->as_number[i]) {
        digest = mixed(digest, &hr_table_numbers(table, i)[r], sizeof(double));
      } else {
        size_t length = 0;
        const char *text = hr_table_text(table, i, r, &length);
        digest = mixed(mixed(digest, &length, sizeof length), text, length);
      }
    }
  return digest;
}

/* What zlib's own reader of files makes of a packed text that the table's reader took. */
static const uint8_t *unpacked(const char *path, size_t *length) {
  static uint8_t text[1 << 22];
  gzFile file = gzopen(path, "rb");
  EXPECT(file != NULL, "not opened: %s", path);
  const int count = gzread(file, text, sizeof text);
  EXPECT(count >= 0 && gzclose(file) == Z_OK, "a damaged text was unpacked");
  *length = (size_t)count;
  return text;
}

static void check_table(const uint8_t *bytes, size_t length, const question *q) {
  hr_table_refusal refusal = {0};
  const char *path = put(bytes, length);
  hr_table *table = hr_table_open(path, &q->limits, &refusal);
  if (table == NULL) {
    EXPECT(refusal.status != HR_TABLE_OK, "refused without a reason");
    return;
  }
  if (length > 2 && memcmp(bytes, "\x1F\x8B\x08", 3) == 0) bytes = unpacked(path, &length);
  EXPECT(length <= q->limits.file_bytes, "%zu bytes, more than there is room for", length);
  hr_table_set_format(table, (uint8_t)q->format.delimiter, (uint8_t)q->format.mark, q->format.skip_lines,
                      q->format.has_header, q->format.comment, q->format.stop);
  for (size_t i = 0; i < q->format.missing_count; i++) hr_table_add_missing(table, q->format.missing[i]);
  if (q->format.by_blanks) hr_table_part_by_blanks(table);
  hr_table_skip_below_header(table, q->format.below_header);
  hr_table_scan_first_row(table);
  plain_table plain = read_plainly((const char *)bytes, length, &q->format);
  /* A line end cannot part cells, and the plain reader does not try. */
  int comparable = q->format.by_blanks || (q->format.delimiter != '\r' && q->format.delimiter != '\n');
  cut_comments(&plain, &q->format);
  int first_is_good = hr_table_problem_total(table) == 0;
  if (comparable && first_is_good && (plain.count > 0 || !plain.malformed)) compare_first_row(table, &plain);
  if (comparable && q->is_roomy) EXPECT(first_is_good == (plain.count > 0 || !plain.malformed), "first row");
  keep_rows(&plain, &q->format);
  if (q->format.kept != NULL) hr_table_keep_rows(table, q->format.kept_field, q->format.kept);
  for (size_t i = 0; i < q->count; i++)
    EXPECT((i == 0 && q->has_moments ? hr_table_ask_moments(table, q->fields[i], &q->form)
                                     : hr_table_ask(table, q->fields[i], q->as_number[i])) == 0,
           "not asked");
  hr_table_parse(table);
  uint64_t digest = digest_of(table, q);
  int found_good = hr_table_problem_total(table) == 0;
  if (comparable && plain.malformed) EXPECT(!found_good, "a quote out of place is no problem");
  if (comparable && !plain.malformed && (q->is_roomy || found_good)) {
    int good = compare_rows(table, &plain, q);
    EXPECT(good == found_good, "the rows are %s and found %s", good ? "good" : "bad", found_good ? "good" : "bad");
  }
  hr_table_parse(table);
  EXPECT(digest == digest_of(table, q), "another reading, another result");
  free_plain(&plain);
  hr_table_close(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  if (length < CHOICES) return 0;
  question q = choose(bytes);
  const char *text = (const char *)bytes + CHOICES, *end = (const char *)bytes + length;
  /* One in eight is a list of numbers; the texts a file cannot hold are among them. */
  if (bytes[7] >= 224) {
    for (const char *line = text; line < end;) {
      const char *line_end = memchr(line, '\n', (size_t)(end - line));
      if (line_end == NULL) line_end = end;
      double value = 0;
      check_number(line, (size_t)(line_end - line), q.format.mark, &value);
      line = line_end + 1;
    }
    return 0;
  }
  check_table(bytes + CHOICES, length - CHOICES, &q);
  return 0;
}
