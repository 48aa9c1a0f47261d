#include "hdf5_walk.h"
#include "CHRFiles.h"
#include "expect.h"
#include <string.h>

enum { DEEPEST = 3, MOST_OBJECTS = 24, MOST_PARTS = 16 };

typedef struct tour {
  int64_t file;
  uint64_t digest;
  uint8_t fill;
  int objects;
  account *account;
} tour;

/* What came of a step. */
static void tell(const tour *t, const char *path, const char *what, int gave_values) {
  account *a = t->account;
  EXPECT(a->count < MOST_STEPS, "more steps than there can be");
  const step its = {t->digest, gave_values};
  a->steps[a->count++] = its;
  if (a->page != NULL) fprintf(a->page, "%s %s: %016llx\n", path, what, (unsigned long long)t->digest);
}

static void mix(tour *t, const void *bytes, size_t count) {
  const uint8_t *p = bytes;
  for (size_t i = 0; i < count; i++) t->digest = (t->digest ^ p[i]) * UINT64_C(1099511628211);
}
static void mix_number(tour *t, uint64_t number) { mix(t, &number, sizeof number); }

static void mix_failure(tour *t, const hr_failure *failure) {
  EXPECT(failure->kind >= HR_FAILURE_OTHER && failure->kind <= HR_FAILURE_NO_MEMORY, "failed without a reason: %d",
         (int)failure->kind);
  EXPECT(memchr(failure->text, 0, sizeof failure->text) != NULL, "the failure's text has no end");
  mix_number(t, failure->kind);
  mix(t, failure->text, strlen(failure->text));
  if (t->account->page != NULL) fprintf(t->account->page, "failure %d: %s\n", (int)failure->kind, failure->text);
}

static void mix_text(tour *t, char *text) {
  size_t length = strlen(text);
  EXPECT(length <= MOST_TEXT, "a text of %zu bytes, more than %d", length, MOST_TEXT);
  mix(t, text, length + 1);
  hr_free(text);
}

static double *numbers(const tour *t, uint64_t count) {
  double *values = malloc(count * sizeof *values);
  EXPECT(values != NULL, "no memory for %llu numbers", (unsigned long long)count);
  memset(values, t->fill, count * sizeof *values);
  return values;
}

/* Notes what was read into the values, or why nothing was, and gives them back. */
static void settle(tour *t, const char *path, const char *what, int good, double *values, uint64_t count,
                   const hr_failure *failure) {
  if (good) mix(t, values, count * sizeof *values);
  else mix_failure(t, failure);
  tell(t, path, what, good);
  free(values);
}

static void read_block(tour *t, const char *path, const hr_block *block, uint64_t count) {
  if (count == 0 || count > MOST_NUMBERS) return;
  double *values = numbers(t, count);
  hr_failure failure = {0};
  uint64_t never_written = 0;
  int good = hr_hdf5_read(t->file, path, block, values, count, MOST_BLOCK, &never_written, &failure) == 0;
  EXPECT(never_written <= count, "%llu of %llu values were never written", (unsigned long long)never_written,
         (unsigned long long)count);
  settle(t, path, "block", good, values, count, &failure);
}

/* All of it, a block from the middle, one from outside, a column and a row. */
static void read_blocks(tour *t, const char *path, const hr_dataset_info *info) {
  const hr_block whole = {0};
  read_block(t, path, &whole, info->count);
  if (info->is_null || info->count == 0 || info->rank < 1) return;
  hr_block middle = {.rank = info->rank};
  uint64_t count = 1;
  for (int i = 0; i < info->rank; i++) {
    middle.start[i] = info->dimensions[i] / 3;
    middle.count[i] = info->dimensions[i] - middle.start[i] < 5 ? info->dimensions[i] - middle.start[i] : 5;
    count *= count > MOST_NUMBERS ? 1 : middle.count[i];
  }
  read_block(t, path, &middle, count);
  middle.start[0] = info->dimensions[0]; /* outside */
  read_block(t, path, &middle, count);
  if (info->rank != 2) return;
  for (int axis = 0; axis < 2; axis++) {
    hr_block series = {.rank = 2, .count = {info->dimensions[0], info->dimensions[1]}};
    series.start[axis] = axis == 0 ? info->dimensions[0] - 1 : 0;
    series.count[axis] = 1;
    read_block(t, path, &series, info->dimensions[1 - axis]);
  }
}

static void sum(tour *t, const char *path, const hr_pixels *pixels) {
  if (pixels->frames > MOST_NUMBERS || pixels->planes > MOST_NUMBERS) return;
  uint64_t count = pixels->frames * pixels->planes;
  if (count == 0 || count > MOST_NUMBERS || pixels->rows == 0 || pixels->columns == 0) return;
  double *sums = numbers(t, count);
  hr_failure failure = {0};
  uint64_t never_written = 0;
  int good = hr_hdf5_pixel_sums(t->file, path, pixels, sums, count, MOST_BLOCK, &never_written, &failure) == 0;
  EXPECT(never_written <= count, "%llu of %llu sums were never written", (unsigned long long)never_written,
         (unsigned long long)count);
  settle(t, path, "sums", good, sums, count, &failure);
}

static void read_pixels(tour *t, const char *path, const hr_dataset_info *info) {
  static const int orders[][HR_PIXEL_AXES] = {{0, 1, 2, -1}, {2, 1, 0, -1}, {0, 1, 2, 3}, {3, 1, 2, 0}};
  if (info->rank != 3 && info->rank != 4) return;
  for (int i = 2 * (info->rank - 3); i < 2 * (info->rank - 2); i++) {
    const int *axis = orders[i];
    const uint64_t *size = info->dimensions;
    hr_pixels p = {.frames = size[axis[0]], .planes = axis[3] < 0 ? 1 : size[axis[3]], .rows = size[axis[1]],
                   .columns = size[axis[2]], .stride = 1};
    memcpy(p.axis, axis, sizeof p.axis);
    sum(t, path, &p);
    p.first_row = p.rows / 4;
    p.rows -= p.first_row + p.rows / 4;
    p.first_column = p.columns / 3;
    p.columns -= p.first_column;
    p.stride = 2;
    sum(t, path, &p);
  }
}

static void read_text(tour *t, const char *path) {
  hr_failure failure = {0};
  char *text = hr_hdf5_text(t->file, path, MOST_TEXT, &failure);
  int good = text != NULL;
  if (good) mix_text(t, text);
  else if (failure.kind != 0) mix_failure(t, &failure);
  tell(t, path, "text", good);
}

/* The numbers in the records, those of all members in one pass. */
static void read_records(tour *t, const char *path, const hr_dataset_info *info) {
  hr_record_member *members = NULL;
  hr_record_part parts[MOST_PARTS];
  hr_failure failure = {0};
  size_t count = 0, wanted = 0;
  char *names = hr_hdf5_record(t->file, path, MOST_NAMES, &members, &count, &failure);
  EXPECT((names == NULL) == (members == NULL), "names without members, or members without names");
  if (names == NULL) {
    mix_failure(t, &failure);
    return;
  }
  EXPECT(count > 0 && count <= MOST_NAMES, "%zu members, at most %d", count, MOST_NAMES);
  const char *name = names;
  for (size_t i = 0; i < count; i++, name += strlen(name) + 1) {
    mix(t, name, strlen(name) + 1);
    mix_number(t, members[i].type);
    mix_number(t, members[i].entries * 2 + (members[i].is_array != 0));
    const uint64_t entries = members[i].is_array ? members[i].entries : 1;
    for (uint64_t k = 0; members[i].type == HR_CLASS_NUMBER && k < entries && wanted < MOST_PARTS; k++)
      parts[wanted++] = (hr_record_part){i, k};
  }
  hr_free(names);
  hr_free(members);
  tell(t, path, "members", 0);
  if (wanted == 0 || info->count == 0 || info->count > MOST_NUMBERS / wanted) return;
  double *values = numbers(t, wanted * info->count);
  uint64_t never_written = 0;
  int good = hr_hdf5_read_records(t->file, path, parts, wanted, values, info->count, MOST_BLOCK, &never_written,
                                  &failure) == 0;
  EXPECT(never_written <= info->count, "%llu of %llu records were never written", (unsigned long long)never_written,
         (unsigned long long)info->count);
  settle(t, path, "records", good, values, wanted * info->count, &failure);
}

/* The moments that texts say, and one of the texts. */
static void read_moments(tour *t, const char *path, const hr_dataset_info *info) {
  if (info->count == 0 || info->count > MOST_NUMBERS) return;
  const hr_moment_form form = {.part = HR_MOMENT_BOTH};
  int64_t *moments = malloc(info->count * sizeof *moments);
  uint8_t *zoned = malloc(info->count);
  EXPECT(moments != NULL && zoned != NULL, "no memory for %llu moments", (unsigned long long)info->count);
  memset(moments, t->fill, info->count * sizeof *moments);
  memset(zoned, t->fill, info->count);
  hr_failure failure = {0};
  uint64_t never_written = 0;
  int good = hr_hdf5_moments(t->file, path, &form, moments, zoned, info->count, MOST_TEXT, MOST_BLOCK, &never_written,
                             &failure) == 0;
  EXPECT(never_written <= info->count, "%llu of %llu texts were never written", (unsigned long long)never_written,
         (unsigned long long)info->count);
  for (uint64_t i = 0; i < info->count && good; i++) {
    EXPECT(zoned[i] <= (moments[i] != HR_NO_MOMENT), "a text that says no moment names a zone");
    mix_number(t, (uint64_t)moments[i]);
    mix_number(t, zoned[i]);
  }
  if (!good) mix_failure(t, &failure);
  tell(t, path, "moments", good);
  free(moments);
  free(zoned);
  failure.kind = 0;
  char *text = hr_hdf5_one_text(t->file, path, info->count - 1, MOST_TEXT, MOST_BLOCK, &failure);
  good = text != NULL;
  if (good) mix_text(t, text);
  else if (failure.kind != 0) mix_failure(t, &failure);
  tell(t, path, "last text", good);
}

static void read_dataset(tour *t, const char *path) {
  hr_dataset_info info;
  hr_failure failure = {0};
  if (hr_hdf5_info(t->file, path, &info, &failure) != 0) {
    mix_failure(t, &failure);
    return;
  }
  EXPECT(info.rank >= 0 && info.rank <= HR_MAX_RANK, "%d dimensions", info.rank);
  uint64_t count = 1;
  for (int i = 0; i < info.rank; i++) {
    if (info.dimensions[i] == 0) count = 0;
    mix_number(t, info.dimensions[i]);
  }
  for (int i = 0; i < info.rank && count > 0; i++) {
    EXPECT(info.dimensions[i] <= UINT64_MAX / count, "a count beyond 64 bits");
    count *= info.dimensions[i];
  }
  EXPECT(count == info.count, "%llu values, and dimensions for %llu", (unsigned long long)info.count,
         (unsigned long long)count);
  mix_number(t, info.type);
  mix_number(t, (uint64_t)(info.is_uint16 * 2 + info.is_null));
  tell(t, path, "layout", 0);
  if (info.type == HR_CLASS_NUMBER) {
    read_blocks(t, path, &info);
    if (!info.is_null) read_pixels(t, path, &info);
  } else if (info.type == HR_CLASS_STRING && !info.is_null) {
    read_text(t, path);
    read_moments(t, path, &info);
  } else if (info.type == HR_CLASS_COMPOUND && !info.is_null) {
    read_records(t, path, &info);
  }
}

/* Of a group the first three, of a dataset the others. */
static void read_attributes(tour *t, const char *path, int is_group) {
  static const char *const known[] = {"subject", "start_time", "no such attribute", "sample_rate", "unit", "labels",
                                      "MATLAB_class"};
  for (size_t i = is_group ? 0 : 3; i < (is_group ? 3 : sizeof known / sizeof *known); i++) {
    hr_failure failure = {0};
    double number = 0;
    char *text = NULL;
    int found = hr_hdf5_attribute(t->file, path, known[i], MOST_TEXT, &number, &text, &failure);
    mix_number(t, (uint64_t)(found + 1));
    EXPECT((found == 2) == (text != NULL), "a text was not given, or not said to be");
    if (found < 0) mix_failure(t, &failure);
    if (found == 1) mix(t, &number, sizeof number);
    if (found == 2) mix_text(t, text);
    tell(t, path, known[i], 0);
  }
}

static void read_group(tour *t, const char *path, int depth) {
  hr_failure failure = {0};
  size_t count = 0;
  char *names = hr_hdf5_members(t->file, path, MOST_NAMES, &count, &failure);
  if (names == NULL) {
    mix_failure(t, &failure);
    return;
  }
  EXPECT(count <= MOST_NAMES, "%zu names, more than %d", count, MOST_NAMES);
  const char *name = names;
  for (size_t i = 0; i < count; i++, name += strlen(name) + 1) {
    mix(t, name, strlen(name) + 1);
    if (++t->objects > MOST_OBJECTS) break;
    char child[1024];
    snprintf(child, sizeof child, "%s/%s", strcmp(path, "/") == 0 ? "" : path, name);
    hr_object kind = hr_hdf5_object(t->file, child);
    mix_number(t, kind);
    tell(t, child, "kind", 0);
    if (kind == HR_OBJECT_GROUP && depth < DEEPEST) read_group(t, child, depth + 1);
    /* Reading what is no dataset says what is wrong. */
    if (kind != HR_OBJECT_GROUP) read_dataset(t, child);
    read_attributes(t, child, kind == HR_OBJECT_GROUP);
  }
  hr_free(names);
}

void walk(const char *path, uint8_t fill, account *account) {
  account->count = 0;
  tour t = {.digest = UINT64_C(14695981039346656037), .fill = fill, .account = account};
  hr_failure failure = {0};
  t.file = hr_hdf5_open(path, &failure);
  if (t.file < 0) {
    mix_failure(&t, &failure);
    tell(&t, path, "file", 0);
    return;
  }
  read_attributes(&t, "/", 1);
  read_group(&t, "/", 0);
  /* A damaged group does not hide these. */
  static const char *const known[] = {"/rec_01/ppg", "/data/ppg", "/frames", "/activity", "/absent"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    hr_object kind = hr_hdf5_object(t.file, known[i]);
    mix_number(&t, kind);
    if (t.objects < 2 || kind == HR_OBJECT_ABSENT) read_dataset(&t, known[i]);
  }
  tell(&t, path, "file", 0);
  hr_hdf5_close(t.file);
}
