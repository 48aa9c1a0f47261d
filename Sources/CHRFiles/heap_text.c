#include "heap_text.h"
#include "stored_bytes.h"
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
  hid_t text = H5Tcopy(H5T_C_S1), opaque = H5Tcreate(H5T_OPAQUE, 1);
  int result = text < 0 || opaque < 0 || H5Tset_size(text, H5T_VARIABLE) < 0 ||
                       H5Tregister(H5T_PERS_SOFT, "stored bytes", text, opaque, keep_bytes) < 0
                   ? -1 : 0;
  if (text >= 0) H5Tclose(text);
  if (opaque >= 0) H5Tclose(opaque);
  return result;
}

/* The object of that number and length, or NULL. Objects stand one behind the other: number (2 bytes), count of
   references (2), nothing (4), size, and the bytes, filled up to a multiple of 8. Number 0 is the free rest of the
   heap, whose size counts its own head; a rest too small for a head is left as it is. */
static const uint8_t *object_in(const uint8_t *heap, uint64_t bytes, size_t size_bytes, uint64_t number,
                                uint64_t length) {
  const uint64_t head = 8 + size_bytes;
  const uint8_t *found = NULL;
  for (uint64_t at = head; bytes - at >= head;) {
    uint64_t its = hr_little_endian(heap + at, 2), size = hr_little_endian(heap + at + 8, size_bytes), left = bytes - at;
    if (its == 0) {
      if (size < head || size > left) return NULL;
      at += size;
      continue;
    }
    if (size > left - head) return NULL;
    if (its == number) {
      if (found != NULL || size != length) return NULL;
      found = heap + at + head;
    }
    uint64_t step = head + (size + 7) / 8 * 8;
    if (step > left) return NULL;
    at += step;
  }
  return found;
}

static char *text_in_heap(const hr_stored *s, uint64_t address, uint64_t number, uint64_t length, hr_failure *failure) {
  uint8_t head[24] = {0}, *heap = NULL;
  size_t head_bytes = 8 + s->size_bytes;
  char *text = NULL;
  if (number == 0 || hr_read_stored(s, address, head, head_bytes) < 0 || memcmp(head, "GCOL", 4) != 0 || head[4] != 1) {
    hr_fail(failure, HR_FAILURE_TEXT, "");
    return NULL;
  }
  uint64_t bytes = hr_little_endian(head + 8, s->size_bytes);
  if (bytes < head_bytes || bytes > s->end) hr_fail(failure, HR_FAILURE_TEXT, "");
  else if (bytes > most_heap_bytes) hr_fail_count(failure, HR_FAILURE_LARGE_BLOCK, bytes);
  else if ((heap = malloc(bytes)) == NULL) hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  else {
    const uint8_t *found = hr_read_stored(s, address, heap, bytes) < 0
                               ? NULL : object_in(heap, bytes, s->size_bytes, number, length);
    if (found == NULL) hr_fail(failure, HR_FAILURE_TEXT, "");
    else if ((text = strndup((const char *)found, length)) == NULL) hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  }
  free(heap);
  return text;
}

/* As stored: the length (4 bytes), the heap's address, the number (4). */
static size_t reference_bytes(const hr_stored *s) { return 4 + s->address_bytes + 4; }

size_t hr_reference_bytes(hid_t object) {
  hr_stored s = {0};
  return hr_find_stored(object, &s) < 0 ? 0 : reference_bytes(&s);
}

char *hr_variable_text(hid_t object, const uint8_t *stored, uint64_t most, hr_failure *failure) {
  hr_stored s = {0};
  if (hr_find_stored(object, &s) < 0) {
    hr_fail_library(failure);
    return NULL;
  }
  uint64_t length = hr_little_endian(stored, 4), address = hr_little_endian(stored + 4, s.address_bytes);
  uint64_t number = hr_little_endian(stored + 4 + s.address_bytes, 4);
  char *text = NULL;
  if (address == 0 && length == 0) {
    if ((text = strdup("")) == NULL) hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  } else if (length > s.end) hr_fail(failure, HR_FAILURE_TEXT, "");
  else if (length > most) hr_fail_count(failure, HR_FAILURE_LONG_TEXT, length);
  else text = text_in_heap(&s, address, number, length, failure);
  return text;
}
