/* Dates and times in datasets of texts. */
#include "entries.h"
#include "heap_text.h"
#include <stdlib.h>
#include <string.h>

/* Texts of variable length that are looked up at a time, in the order of their heaps. */
enum { LOOKED_UP = 1 << 16 };

/* A text of variable length, and which one it is. */
typedef struct found {
  hr_heap_place place;
  uint64_t index;
} found;

typedef struct reading {
  const hr_moment_form *form;
  int64_t *moments;
  uint8_t *zoned;
  uint64_t bytes, most; /* of a text */
  hr_heaps heaps;       /* of texts of variable length */
  found *list;          /* NULL: texts of `bytes` bytes each */
} reading;

static void parse(const reading *r, uint64_t index, const char *text, uint64_t length) {
  int64_t moment = HR_NO_MOMENT;
  int names_zone = 0;
  const int is_moment = text != NULL && hr_parse_moment(text, strnlen(text, length), r->form, &moment, &names_zone);
  r->moments[index] = is_moment ? moment : HR_NO_MOMENT;
  r->zoned[index] = is_moment && names_zone;
}

static int compare(const void *left, const void *right) {
  const found *a = left, *b = right;
  if (a->place.address != b->place.address) return a->place.address < b->place.address ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static int look_up(reading *r, uint64_t first, uint64_t count, const uint8_t *bytes, hr_failure *failure) {
  for (uint64_t i = 0; i < count; i++)
    r->list[i] = (found){hr_heap_place_at(&r->heaps, bytes + i * r->bytes), first + i};
  qsort(r->list, count, sizeof *r->list, compare);
  r->heaps.read_bytes = 0;
  for (uint64_t i = 0; i < count; i++) {
    hr_failure its = {0};
    const char *text = hr_text_at(&r->heaps, &r->list[i].place, r->most, &its);
    if (its.kind == HR_FAILURE_NO_MEMORY) return hr_fail(failure, its.kind, its.text);
    /* Heaps that are read once each, and do not lie over each other, are no more than the file. */
    if (r->heaps.read_bytes > r->heaps.stored.end)
      return hr_fail(failure, HR_FAILURE_PLACES, "their heaps have more bytes than the file");
    parse(r, r->list[i].index, text, r->list[i].place.length);
  }
  return 0;
}

static int take(void *context, uint64_t first, uint64_t count, const uint8_t *bytes, hr_failure *failure) {
  reading *r = context;
  int result = 0;
  if (r->list == NULL)
    for (uint64_t i = 0; i < count; i++) parse(r, first + i, (const char *)bytes + i * r->bytes, r->bytes);
  else
    for (uint64_t done = 0; done < count && result == 0; done += LOOKED_UP)
      result = look_up(r, first + done, count - done < LOOKED_UP ? count - done : LOOKED_UP, bytes + done * r->bytes,
                       failure);
  return result;
}

static void skip(void *context, uint64_t first, uint64_t count) {
  const reading *r = context;
  for (uint64_t i = 0; i < count; i++) {
    r->moments[first + i] = HR_NO_MOMENT;
    r->zoned[first + i] = 0;
  }
}

/* The type as which the library hands over texts as they are stored, and how many bytes each has; < 0 on failure. */
static hid_t stored_type(hid_t dataset, int *is_variable, uint64_t *bytes, hr_failure *failure) {
  hid_t type = H5Dget_type(dataset), stored = -1;
  if (type < 0) return hr_fail_library(failure);
  *is_variable = H5Tis_variable_str(type) > 0;
  *bytes = *is_variable ? hr_reference_bytes(dataset) : H5Tget_size(type);
  if (H5Tget_class(type) != H5T_STRING) hr_fail(failure, HR_FAILURE_OTHER, "no texts");
  else if (*bytes == 0 || (stored = *is_variable ? H5Tcreate(H5T_OPAQUE, *bytes) : H5Tcopy(type)) < 0)
    hr_fail_library(failure);
  H5Tclose(type);
  return stored;
}

static int read_moments(hid_t file, hid_t dataset, reading *r, uint64_t count, uint64_t block_bytes,
                        uint64_t *never_written, hr_failure *failure) {
  int is_variable = 0, result = 0;
  hr_entries entries = {.file = file, .dataset = dataset, .count = count, .block_bytes = block_bytes, .take = take,
                        .skip = skip, .context = r};
  entries.type = stored_type(dataset, &is_variable, &r->bytes, failure);
  if (entries.type < 0) return -1;
  entries.bytes = r->bytes;
  if (!is_variable && r->bytes > r->most) result = hr_fail_count(failure, HR_FAILURE_LONG_TEXT, r->bytes);
  else if (is_variable && hr_open_heaps(dataset, &r->heaps) < 0) result = hr_fail_library(failure);
  else if (is_variable && (r->list = malloc(LOOKED_UP * sizeof *r->list)) == NULL)
    result = hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  if (result == 0) result = hr_each_entry(&entries, never_written, failure);
  free(r->list);
  hr_close_heaps(&r->heaps);
  H5Tclose(entries.type);
  return result;
}

int hr_hdf5_moments(int64_t file, const char *path, const hr_moment_form *form, int64_t *moments, uint8_t *zoned,
                    uint64_t count, uint64_t most, uint64_t block_bytes, uint64_t *never_written, hr_failure *failure) {
  int result = -1;
  *never_written = 0;
  hr_enter(file, path);
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    reading r = {.form = form, .moments = moments, .zoned = zoned, .most = most};
    result = read_moments(file, dataset, &r, count, block_bytes, never_written, failure);
    H5Dclose(dataset);
  }
  hr_leave();
  return result;
}
