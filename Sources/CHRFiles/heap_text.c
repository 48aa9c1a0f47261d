#include "heap_text.h"
#include <stdlib.h>
#include <string.h>

/* A text of variable length lies in one of the file's global heaps; where the text should be is a reference of its
   length, the heap's address and a number in it. libhdf5 1.10 trusts all of these: sizes that are wrong let it read
   beyond its memory (another text each time, or a crash) or step through a heap for ever. So the reference is taken
   as it is stored, and the heap is read here, each size held against what there is.
   Layout: "HDF5 File Format Specification Version 2.0", III.E, "Disk Format: Level 1E - Global Heap". */

/* A heap is as large as its largest text, which need not be the one asked for, or 4096 bytes. */
static const uint64_t most_heap_bytes = (uint64_t)1 << 26;

/* The library's way to hand over stored bytes: a conversion to opaque bytes that changes nothing. */
static herr_t keep_bytes(hid_t from, hid_t to, H5T_cdata_t *data, size_t count, size_t stride, size_t background_stride,
                         void *bytes, void *background, hid_t list) {
  (void)count, (void)stride, (void)background_stride, (void)bytes, (void)background, (void)list;
  if (data->command != H5T_CONV_INIT) return 0;
  data->need_bkg = H5T_BKG_NO;
  return H5Tget_size(from) == H5Tget_size(to) ? 0 : -1;
}

int hr_prepare_stored_bytes(void) {
  hid_t text = H5Tcopy(H5T_C_S1), record = H5Tcreate(H5T_COMPOUND, 1), opaque = H5Tcreate(H5T_OPAQUE, 1);
  int result = text < 0 || record < 0 || opaque < 0 || H5Tset_size(text, H5T_VARIABLE) < 0 ||
                       H5Tinsert(record, "byte", 0, H5T_STD_U8LE) < 0 ||
                       H5Tregister(H5T_PERS_SOFT, "stored bytes", text, opaque, keep_bytes) < 0 ||
                       H5Tregister(H5T_PERS_SOFT, "stored records", record, opaque, keep_bytes) < 0
                   ? -1 : 0;
  if (text >= 0) H5Tclose(text);
  if (record >= 0) H5Tclose(record);
  if (opaque >= 0) H5Tclose(opaque);
  return result;
}

enum { NUMBERS = 1 << 16 };
/* More than one object has the number. */
static const uint32_t in_doubt = UINT32_MAX;

/* Notes where the head of each object lies, 0 for numbers without an object. Objects stand one behind the other: number (2
   bytes), count of references (2), nothing (4), size, and the bytes, filled up to a multiple of 8. Number 0 is the free
   rest of the heap, whose size counts its own head; a rest too small for a head is left as it is. */
static int find_objects(hr_heaps *h) {
  const uint64_t head = 8 + h->stored.size_bytes;
  memset(h->places, 0, NUMBERS * sizeof *h->places);
  for (uint64_t at = head; h->bytes - at >= head;) {
    const uint64_t number = hr_little_endian(h->heap + at, 2), left = h->bytes - at;
    const uint64_t size = hr_little_endian(h->heap + at + 8, h->stored.size_bytes);
    if (number == 0) {
      if (size < head || size > left) return -1;
      at += size;
      continue;
    }
    if (size > left - head) return -1;
    h->places[number] = h->places[number] == 0 ? (uint32_t)at : in_doubt;
    const uint64_t step = head + (size + 7) / 8 * 8;
    if (step > left) return -1;
    at += step;
  }
  return 0;
}

static void let_go(hr_heaps *h) {
  free(h->heap);
  h->heap = NULL;
}

static int read_heap(hr_heaps *h, uint64_t address, hr_failure *failure) {
  const size_t head_bytes = 8 + h->stored.size_bytes;
  uint8_t head[24] = {0};
  if (h->heap != NULL && h->address == address) return 0;
  let_go(h);
  if (hr_read_stored(&h->stored, address, head, head_bytes) < 0 || memcmp(head, "GCOL", 4) != 0 || head[4] != 1)
    return hr_fail(failure, HR_FAILURE_TEXT, "");
  h->address = address;
  h->bytes = hr_little_endian(head + 8, h->stored.size_bytes);
  if (h->bytes < head_bytes || h->bytes > h->stored.end) return hr_fail(failure, HR_FAILURE_TEXT, "");
  if (h->bytes > most_heap_bytes) return hr_fail_count(failure, HR_FAILURE_LARGE_BLOCK, h->bytes);
  if (h->places == NULL && (h->places = malloc(NUMBERS * sizeof *h->places)) == NULL)
    return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  if ((h->heap = malloc(h->bytes)) == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  h->read_bytes += h->bytes;
  if (hr_read_stored(&h->stored, address, h->heap, h->bytes) == 0 && find_objects(h) == 0) return 0;
  let_go(h);
  return hr_fail(failure, HR_FAILURE_TEXT, "");
}

const char *hr_text_at(hr_heaps *h, const hr_heap_place *place, uint64_t most, hr_failure *failure) {
  const uint64_t head = 8 + h->stored.size_bytes;
  failure->kind = 0;
  if (place->address == 0 && place->length == 0) return NULL;
  if (place->length > h->stored.end || place->number == 0 || place->number >= NUMBERS) {
    hr_fail(failure, HR_FAILURE_TEXT, "");
  } else if (place->length > most) {
    hr_fail_count(failure, HR_FAILURE_LONG_TEXT, place->length);
  } else if (read_heap(h, place->address, failure) == 0) {
    const uint32_t at = h->places[place->number];
    if (at > 0 && at != in_doubt && hr_little_endian(h->heap + at + 8, h->stored.size_bytes) == place->length)
      return (const char *)h->heap + at + head;
    hr_fail(failure, HR_FAILURE_TEXT, "");
  }
  return NULL;
}

int hr_open_heaps(hid_t object, hr_heaps *heaps) {
  *heaps = (hr_heaps){0};
  return hr_find_stored(object, &heaps->stored);
}

void hr_close_heaps(hr_heaps *heaps) {
  let_go(heaps);
  free(heaps->places);
}

hr_heap_place hr_heap_place_at(const hr_heaps *heaps, const uint8_t *stored) {
  const size_t width = heaps->stored.address_bytes;
  return (hr_heap_place){hr_little_endian(stored, 4), hr_little_endian(stored + 4, width),
                         hr_little_endian(stored + 4 + width, 4)};
}

/* As stored: the length (4 bytes), the heap's address, the number (4). */
static size_t reference_bytes(const hr_stored *s) { return 4 + s->address_bytes + 4; }

size_t hr_reference_bytes(hid_t object) {
  hr_stored s = {0};
  return hr_find_stored(object, &s) < 0 ? 0 : reference_bytes(&s);
}

char *hr_variable_text(hid_t object, const uint8_t *stored, uint64_t most, hr_failure *failure) {
  hr_heaps heaps;
  if (hr_open_heaps(object, &heaps) < 0) {
    hr_fail_library(failure);
    return NULL;
  }
  const hr_heap_place place = hr_heap_place_at(&heaps, stored);
  const char *found = hr_text_at(&heaps, &place, most, failure);
  char *text = NULL;
  if (found != NULL || failure->kind == 0) {
    text = found == NULL ? strdup("") : strndup(found, place.length);
    if (text == NULL) hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  }
  hr_close_heaps(&heaps);
  return text;
}
