#include "places.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct kept {
  uint64_t object;
  int is_group;
  hr_spans spans; /* ascending */
  hr_written written;
} kept;

typedef struct book {
  hid_t file;
  kept *datasets;
  size_t count;
  struct book *next;
} book;

/* Of the open files of which a dataset was read; used inside hr_enter only. */
static book *books;

int hr_add_span(hr_spans *spans, uint64_t start, uint64_t bytes, hr_failure *failure) {
  if (bytes > UINT64_MAX - start) return hr_fail(failure, HR_FAILURE_PLACES, "they reach beyond any file");
  if (spans->count == spans->capacity) {
    size_t capacity = spans->capacity * 2 + 16;
    hr_span *longer = realloc(spans->list, capacity * sizeof *longer);
    if (longer == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
    spans->list = longer;
    spans->capacity = capacity;
  }
  const hr_span added = {start, start + bytes};
  if (bytes > 0) spans->list[spans->count++] = added;
  return 0;
}

static int compare(const void *left, const void *right) {
  const hr_span *a = left, *b = right;
  return a->start < b->start ? -1 : a->start > b->start;
}

static book *book_of(hid_t file) {
  book *b = books;
  while (b != NULL && b->file != file) b = b->next;
  return b;
}

static int overlap(const hr_span *a, const hr_span *b, const char *what, hr_failure *failure) {
  char text[200];
  uint64_t start = a->start > b->start ? a->start : b->start;
  snprintf(text, sizeof text, "byte %" PRIu64 " belongs to %s", start, what);
  return hr_fail(failure, HR_FAILURE_PLACES, text);
}

/* Both are ascending, and neither overlaps itself. A dataset's header is among those of its group's members too. */
static int compare_with(const hr_spans *a, const hr_spans *b, uint64_t object, const char *what, hr_failure *failure) {
  for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
    if (a->list[i].start < b->list[j].end && b->list[j].start < a->list[i].end &&
        !(a->list[i].start == object && b->list[j].start == object))
      return overlap(&a->list[i], &b->list[j], what, failure);
    if (a->list[i].end <= b->list[j].start) i++;
    else j++;
  }
  return 0;
}

static int check(const book *b, uint64_t object, const hr_spans *spans, uint64_t end, hr_failure *failure) {
  for (size_t i = 0; i < spans->count; i++) {
    if (spans->list[i].end > end) {
      char text[120];
      snprintf(text, sizeof text, "they reach to byte %" PRIu64 ", and the file ends at byte %" PRIu64,
               spans->list[i].end, end);
      return hr_fail(failure, HR_FAILURE_PLACES, text);
    }
    if (i > 0 && spans->list[i - 1].end > spans->list[i].start)
      return overlap(&spans->list[i - 1], &spans->list[i], "two parts of the dataset", failure);
  }
  int result = 0;
  for (size_t i = 0; i < b->count && result == 0; i++)
    result = compare_with(spans, &b->datasets[i].spans, object,
                          b->datasets[i].object == UINT64_MAX ? "the head of the file"
                          : b->datasets[i].is_group           ? "a group"
                                                              : "another dataset too",
                          failure);
  return result;
}

static int append(book *b, uint64_t object, hr_spans *spans, hr_written *written, hr_failure *failure) {
  kept *longer = realloc(b->datasets, (b->count + 1) * sizeof *longer);
  if (longer == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  b->datasets = longer;
  const kept added = {object, 0, *spans, *written};
  b->datasets[b->count++] = added;
  *spans = (hr_spans){0};
  written->places = NULL;
  return 0;
}

/* Begins with the file's head, under an address that no object has. */
static book *open_book(hid_t file, hr_failure *failure) {
  H5F_info2_t info;
  if (H5Fget_info2(file, &info) < 0) {
    hr_fail_library(failure);
    return NULL;
  }
  book *b = calloc(1, sizeof *b);
  hr_spans head = {0};
  hr_written all = {0};
  if (b == NULL) {
    hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
    return NULL;
  }
  b->file = file;
  if (hr_add_span(&head, 0, info.super.super_size, failure) < 0 || append(b, UINT64_MAX, &head, &all, failure) < 0) {
    free(head.list);
    free(b->datasets);
    free(b);
    return NULL;
  }
  b->next = books;
  return books = b;
}

int hr_keep_places(hid_t file, uint64_t object, hr_spans *spans, uint64_t end, hr_written *written,
                   hr_failure *failure) {
  book *b = book_of(file);
  if (b == NULL) b = open_book(file, failure);
  int result = b == NULL ? -1 : 0;
  if (result == 0 && spans->count > 1) qsort(spans->list, spans->count, sizeof *spans->list, compare);
  if (result == 0) result = check(b, object, spans, end, failure);
  if (result == 0) result = append(b, object, spans, written, failure);
  free(spans->list);
  free(written->places);
  *spans = (hr_spans){0};
  return result;
}

int hr_keep_group(hid_t file, uint64_t object, hr_spans *spans, hr_failure *failure) {
  book *b = book_of(file);
  hr_written none = {0};
  if (b == NULL) b = open_book(file, failure);
  if (spans->count > 1) qsort(spans->list, spans->count, sizeof *spans->list, compare);
  int result = b == NULL ? -1 : append(b, object, spans, &none, failure);
  if (result == 0) b->datasets[b->count - 1].is_group = 1;
  free(spans->list);
  *spans = (hr_spans){0};
  return result;
}

int hr_has_places(hid_t file, uint64_t object, hr_written *written) {
  const book *b = book_of(file);
  for (size_t i = 0; b != NULL && i < b->count; i++)
    if (b->datasets[i].object == object) {
      *written = b->datasets[i].written;
      return 1;
    }
  return 0;
}

void hr_forget_places(hid_t file) {
  for (book **at = &books; *at != NULL; at = &(*at)->next) {
    book *b = *at;
    if (b->file != file) continue;
    *at = b->next;
    for (size_t i = 0; i < b->count; i++) {
      free(b->datasets[i].spans.list);
      free(b->datasets[i].written.places);
    }
    free(b->datasets);
    free(b);
    return;
  }
}
