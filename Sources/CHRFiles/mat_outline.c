#define _FILE_OFFSET_BITS 64
#include "mat_outline.h"
#include "door.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* libmatio trusts the sizes in a file. So each variable's elements are gone through here first, without their values
   unless these are packed: every size must lie inside that of what holds it, and as many numbers, fields and cells be
   there as the dimensions say. */

enum { MATRIX = 14, PACKED = 15, MOST_DEPTH = 32, NAME_BYTES = 4096 };
enum { CELL = 1, STRUCTURE, OBJECT, CHARACTERS, SPARSE, LAST_NUMBER = 15 };

typedef struct source {
  hr_mat_outline *outline;
  int is_packed, is_over;
  uint64_t packed_left; /* bytes of the packed element that were not fed yet */
  z_stream stream;
  uint64_t arrays;
  hr_failure *failure;
} source;

static int damaged(source *s, const char *format, uint64_t a, uint64_t b) {
  char text[200];
  snprintf(text, sizeof text, format, a, b);
  return hr_fail(s->failure, HR_FAILURE_STRUCTURE, text);
}

static int shortened(source *s) { return hr_fail(s->failure, HR_FAILURE_TRUNCATED, "the file has become shorter"); }

static int refill(source *s) {
  hr_mat_outline *o = s->outline;
  size_t count = s->packed_left < sizeof o->input ? (size_t)s->packed_left : sizeof o->input;
  if (count == 0) return 0;
  if (fread(o->input, 1, count, o->file) != count) return shortened(s);
  s->packed_left -= count;
  s->stream.next_in = o->input;
  s->stream.avail_in = (uInt)count;
  return 0;
}

/* The next bytes of an element; they are passed over where `bytes` is NULL. */
static int take(source *s, void *bytes, uint64_t count) {
  hr_mat_outline *o = s->outline;
  if (!s->is_packed) {
    if (count == 0) return 0;
    if (bytes == NULL) return fseeko(o->file, (off_t)count, SEEK_CUR) != 0 ? shortened(s) : 0;
    return fread(bytes, 1, (size_t)count, o->file) != count ? shortened(s) : 0;
  }
  unsigned char *next = bytes;
  while (count > 0) {
    uint64_t capacity = next == NULL ? sizeof o->thrown_away : count;
    if (capacity > count) capacity = count;
    s->stream.next_out = next == NULL ? o->thrown_away : next;
    s->stream.avail_out = (uInt)capacity;
    if (s->stream.avail_in == 0 && refill(s) < 0) return -1;
    int status = inflate(&s->stream, Z_NO_FLUSH);
    uint64_t made = capacity - s->stream.avail_out;
    count -= made;
    if (next != NULL) next += made;
    if (count > 0 && made == 0 && (status != Z_OK || (s->stream.avail_in == 0 && s->packed_left == 0)))
      return hr_fail(s->failure, HR_FAILURE_STRUCTURE, "its packed bytes are damaged or end too early");
  }
  return 0;
}

/* libmatio reads zeros where packed bytes are damaged or too few, and says nothing. */
static int take_end(source *s) {
  for (;;) {
    s->stream.next_out = s->outline->thrown_away;
    s->stream.avail_out = sizeof s->outline->thrown_away;
    if (s->stream.avail_in == 0 && refill(s) < 0) return -1;
    int status = inflate(&s->stream, Z_NO_FLUSH);
    if (s->stream.avail_out != sizeof s->outline->thrown_away)
      return damaged(s, "packed bytes make more than their variable has", 0, 0);
    if (status == Z_STREAM_END) return 0;
    if (status != Z_OK || (s->stream.avail_in == 0 && s->packed_left == 0))
      return damaged(s, "its packed bytes are damaged or end too early", 0, 0);
  }
}

static uint32_t word(const source *s, const unsigned char *bytes) {
  return s->outline->is_big ? (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3]
                            : (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

typedef struct element {
  uint32_t type, bytes;
  int is_small; /* up to four bytes of data stand in the tag */
  unsigned char small[4];
} element;

/* A tag inside an array of which `left` bytes are left. */
static int take_tag(source *s, uint64_t *left, element *e) {
  unsigned char tag[8];
  if (*left < sizeof tag) return damaged(s, "an array ends inside an element: %" PRIu64 " bytes are left of it",
      *left, 0);
  if (take(s, tag, sizeof tag) < 0) return -1;
  *left -= sizeof tag;
  e->type = word(s, tag);
  e->is_small = e->type >> 16 != 0;
  if (e->is_small) {
    e->bytes = e->type >> 16;
    e->type &= 0xffff;
    memcpy(e->small, tag + 4, sizeof e->small);
    return e->bytes <= 4 ? 0 : damaged(s, "a small element has %" PRIu64 " bytes, and 4 are the most", e->bytes, 0);
  }
  e->bytes = word(s, tag + 4);
  return e->bytes <= *left ? 0 : damaged(s, "an element has %" PRIu64 " bytes, and %" PRIu64 " are left of its array",
      e->bytes, *left);
}

/* What follows a tag: its data, into `bytes` or passed over, and the bytes up to a multiple of eight. */
static int take_data(source *s, uint64_t *left, const element *e, void *bytes) {
  if (e->is_small) {
    if (bytes != NULL) memcpy(bytes, e->small, e->bytes);
    return 0;
  }
  uint64_t padding = (8 - e->bytes % 8) % 8;
  if (padding > *left - e->bytes) padding = *left - e->bytes;
  *left -= e->bytes + padding;
  if (take(s, bytes, e->bytes) < 0) return -1;
  return take(s, NULL, padding);
}

static uint64_t width(uint32_t type) {
  static const uint64_t widths[] = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8, 0, 0, 1, 2, 4};
  return type < sizeof widths / sizeof *widths ? widths[type] : 0;
}

/* Whether every value of a type has its like in a class of numbers. libmatio casts what has none, so that 0.4 becomes 0
   in a class of whole numbers; MATLAB stores narrower than the class, never wider. */
static int class_holds(uint32_t kind, uint32_t type) {
  enum { DOUBLES = 6, SINGLES = 7, WHOLE_NUMBERS = 8, SINGLE_TYPE = 7, DOUBLE_TYPE = 9, INT64_TYPE = 12, UINT64_TYPE = 13 };
  const int is_whole = (type >= 1 && type < SINGLE_TYPE) || type == INT64_TYPE || type == UINT64_TYPE;
  if (!is_whole && type != SINGLE_TYPE && type != DOUBLE_TYPE) return 0;
  if (kind == DOUBLES) return 1;
  if (kind == SINGLES) return type <= SINGLE_TYPE;
  if (!is_whole) return 0;
  const uint64_t bytes = (uint64_t)1 << (kind - WHOLE_NUMBERS) / 2;
  const int class_is_unsigned = (kind - WHOLE_NUMBERS) % 2 == 1;
  const int is_unsigned = type == UINT64_TYPE || (type < SINGLE_TYPE && type % 2 == 0);
  if (class_is_unsigned && !is_unsigned) return 0;
  return !class_is_unsigned && is_unsigned ? width(type) < bytes : width(type) <= bytes;
}

static int walk_array(source *s, uint64_t bytes, int depth, char *name);

/* Numbers or letters: one element, two of complex ones. */
static int walk_values(source *s, uint64_t *left, uint64_t count, int is_complex, uint32_t kind, int may_stop) {
  const int is_text = kind == CHARACTERS;
  if (count == 0 && *left == 0) return 0;
  for (int part = 0; part <= is_complex; part++) {
    element e;
    if (take_tag(s, left, &e) < 0) return -1;
    if (width(e.type) == 0) return damaged(s, "an element of numbers has the type %" PRIu64, e.type, 0);
    if (!is_text && !class_holds(kind, e.type))
      return damaged(s, "an array of class %" PRIu64 " has values of type %" PRIu64 ", which it cannot hold", kind, e.type);
    /* A letter may take several bytes. */
    if (e.bytes % width(e.type) != 0 || (e.bytes / width(e.type) != count && !(is_text && e.type >= 16)))
      return damaged(s, "an element has %" PRIu64 " bytes, and the dimensions ask for %" PRIu64 " values", e.bytes,
          count);
    if (may_stop) return 1;
    if (take_data(s, left, &e, NULL) < 0) return -1;
  }
  return 0;
}

static int walk_children(source *s, uint64_t *left, uint64_t count, int depth) {
  if (count > *left / 8) return damaged(s,
      "the dimensions ask for %" PRIu64 " arrays, and %" PRIu64 " bytes are left for them", count, *left);
  for (uint64_t i = 0; i < count; i++) {
    element e;
    if (take_tag(s, left, &e) < 0) return -1;
    if (e.type != MATRIX || e.is_small) return damaged(s, "expected an array, found an element of type %" PRIu64,
        e.type, 0);
    if (walk_array(s, e.bytes, depth + 1, NULL) < 0) return -1;
    *left -= e.bytes;
  }
  return 0;
}

static int walk_fields(source *s, uint64_t *left, uint64_t count, int depth) {
  element e;
  unsigned char length[4] = {0};
  if (take_tag(s, left, &e) < 0) return -1;
  if (e.bytes != 4 || e.type != 5) return damaged(s, "the length of field names has %" PRIu64 " bytes, expected 4",
      e.bytes, 0);
  if (take_data(s, left, &e, length) < 0 || take_tag(s, left, &e) < 0) return -1;
  uint64_t name_bytes = word(s, length), fields = name_bytes == 0 ? 0 : e.bytes / name_bytes;
  if (name_bytes == 0 ? e.bytes != 0 : name_bytes > NAME_BYTES || e.bytes % name_bytes != 0)
    return damaged(s, "field names of %" PRIu64 " bytes each take %" PRIu64 " bytes", name_bytes, e.bytes);
  char *names = malloc(e.bytes + 1);
  if (names == NULL) return hr_fail(s->failure, HR_FAILURE_NO_MEMORY, "");
  int result = take_data(s, left, &e, names);
  for (uint64_t i = 0; i < fields && result == 0; i++)
    if (memchr(names + i * name_bytes, 0, name_bytes) == NULL) result = damaged(s,
        "the name of field %" PRIu64 " has no end", i, 0);
  free(names);
  if (result < 0) return -1;
  if (fields > 0 && count > UINT64_MAX / fields) return damaged(s,
      "a structure asks for %" PRIu64 " times %" PRIu64 " arrays", count, fields);
  return walk_children(s, left, count * fields, depth);
}

/* 1: all that is left are a variable's own numbers, which were not gone through. */
static int walk_array(source *s, uint64_t bytes, int depth, char *name) {
  if (++s->arrays > s->outline->limits.arrays) return hr_fail_count(s->failure, HR_FAILURE_MANY_MEMBERS, s->arrays);
  if (bytes == 0 && depth > 0) return 0; /* [] */
  if (depth > MOST_DEPTH) return damaged(s, "arrays lie more than %" PRIu64 " deep in each other", MOST_DEPTH, 0);
  uint64_t left = bytes;
  element e;
  unsigned char flags[8], dimensions[4 * HR_MAX_RANK];
  if (take_tag(s, &left, &e) < 0) return -1;
  if (e.type != 6 || e.bytes != 8) return damaged(s,
      "an array begins with an element of type %" PRIu64 " and %" PRIu64 " bytes", e.type, e.bytes);
  if (take_data(s, &left, &e, flags) < 0) return -1;
  uint32_t kind = word(s, flags) & 0xff, is_complex = word(s, flags) >> 11 & 1;
  if (kind < CELL || kind > LAST_NUMBER) return take(s, NULL, left); /* functions and the like, which are not read */
  if (take_tag(s, &left, &e) < 0) return -1;
  if (e.type != 5 || e.bytes < 8 || e.bytes % 4 != 0 || e.bytes > sizeof dimensions)
    return damaged(s, "the dimensions are an element of type %" PRIu64 " and %" PRIu64 " bytes", e.type, e.bytes);
  if (take_data(s, &left, &e, dimensions) < 0) return -1;
  uint64_t count = 1;
  for (uint32_t i = 0; i < e.bytes; i += 4) {
    uint64_t size = word(s, dimensions + i);
    if (size > INT32_MAX) return damaged(s, "a dimension is %" PRIu64, size, 0);
    if (size > 0 && count > UINT64_MAX / 16 / size) return damaged(s,
        "dimensions of %" PRIu64 " times %" PRIu64 " and more", count, size);
    count *= size;
  }
  if (take_tag(s, &left, &e) < 0) return -1;
  if (e.bytes > NAME_BYTES) return damaged(s, "a name has %" PRIu64 " bytes", e.bytes, 0);
  char own[NAME_BYTES + 1];
  if (take_data(s, &left, &e, own) < 0) return -1;
  own[e.bytes] = 0;
  if (name != NULL) snprintf(name, HR_MAT_NAME_BYTES, "%s", own);
  int result = 0;
  if (kind == SPARSE) return take(s, NULL, left);
  if (kind == OBJECT) {
    if (take_tag(s, &left, &e) < 0 || take_data(s, &left, &e, NULL) < 0) return -1;
  }
  if (kind == CELL) result = walk_children(s, &left, count, depth);
  else if (kind == STRUCTURE || kind == OBJECT) result = walk_fields(s, &left, count, depth);
  else result = walk_values(s, &left, count, (int)is_complex, kind, depth == 0 && !s->is_packed);
  return result != 0 ? result : take(s, NULL, left);
}

/* Version 4: twenty bytes, a name, and numbers. */
static int walk4(source *s, uint64_t left, uint64_t *bytes, char *name) {
  const int is_big = s->outline->is_big;
  unsigned char head[20];
  if (left < sizeof head) return damaged(s,
      "%" PRIu64 " bytes are left, fewer than the %" PRIu64 " of a variable's head", left, sizeof head);
  if (take(s, head, sizeof head) < 0) return -1;
  static const uint64_t widths[] = {8, 4, 4, 2, 2, 1};
  uint32_t type = word(s, head), rows = word(s, head + 4), columns = word(s, head + 8);
  uint32_t is_complex = word(s, head + 12), name_bytes = word(s, head + 16);
  uint32_t format = type / 10 % 10, kind = type % 10;
  if (type / 100 != (is_big ? 10 : 0) || format > 5 || kind > 2)
    return damaged(s, "a variable has the type %" PRIu64 ", which none of version 4 has", type, 0);
  if (rows > INT32_MAX || columns > INT32_MAX || is_complex > 1)
    return damaged(s, "a variable has %" PRIu64 " rows and %" PRIu64 " columns", rows, columns);
  if (name_bytes == 0 || name_bytes > NAME_BYTES || name_bytes > left - sizeof head)
    return damaged(s, "a variable's name has %" PRIu64 " bytes", name_bytes, 0);
  char own[NAME_BYTES + 1];
  if (take(s, own, name_bytes) < 0) return -1;
  own[name_bytes] = 0;
  snprintf(name, HR_MAT_NAME_BYTES, "%s", own);
  uint64_t values = (uint64_t)rows * columns * widths[format];
  uint64_t capacity = left - sizeof head - name_bytes;
  if (values > capacity / (1 + is_complex))
    return damaged(s, "a variable asks for %" PRIu64 " bytes of numbers, and %" PRIu64 " are left in the file",
        values, capacity);
  *bytes = sizeof head + name_bytes + values * (1 + is_complex);
  return 0;
}

static int walk5(source *s, uint64_t left, uint64_t *bytes, char *name) {
  element e;
  unsigned char tag[8];
  if (left < sizeof tag) return damaged(s, "%" PRIu64 " bytes are left, fewer than the 8 of a tag", left, 0);
  if (take(s, tag, sizeof tag) < 0) return -1;
  e.type = word(s, tag);
  e.bytes = word(s, tag + 4);
  left -= sizeof tag;
  if (e.type != MATRIX && e.type != PACKED) return damaged(s,
      "expected a variable, found an element of type %" PRIu64, e.type, 0);
  if (e.bytes > left) return damaged(s, "a variable has %" PRIu64 " bytes, and %" PRIu64 " are left in the file",
      e.bytes, left);
  *bytes = sizeof tag + e.bytes;
  if (e.type == MATRIX) return walk_array(s, e.bytes, 0, name) < 0 ? -1 : 0;
  if (inflateInit(&s->stream) != Z_OK) return hr_fail(s->failure, HR_FAILURE_NO_MEMORY, "");
  s->is_packed = 1;
  s->packed_left = e.bytes;
  int result = take(s, tag, sizeof tag);
  uint64_t inside = word(s, tag + 4);
  if (result == 0 && word(s, tag) != MATRIX) result = damaged(s,
      "expected a packed variable, found an element of type %" PRIu64, word(s, tag), 0);
  /* zlib makes at most 1032 bytes of one. */
  if (result == 0 && inside / 1032 > e.bytes)
    result = damaged(s,
        "a packed variable says that it has %" PRIu64 " bytes, and %" PRIu64 " packed ones cannot make so many",
            inside, e.bytes);
  if (result == 0 && inside > s->outline->limits.bytes)
    result = hr_fail_count(s->failure, HR_FAILURE_LARGE_BLOCK, inside);
  if (result == 0) result = walk_array(s, inside, 0, name);
  if (result == 0) result = take_end(s);
  inflateEnd(&s->stream);
  return result < 0 ? -1 : 0;
}

hr_mat_outline *hr_mat_outline_open(const char *path, const hr_mat_limits *limits, hr_failure *failure) {
  hr_mat_outline *o = calloc(1, sizeof *o);
  if (o == NULL) {
    hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
    return NULL;
  }
  o->limits = *limits;
  o->file = fopen(path, "rb");
  if (o->file == NULL || fseeko(o->file, 0, SEEK_END) != 0 || ftello(o->file) < 0) {
    hr_fail(failure, HR_FAILURE_OTHER, "the file cannot be read");
    hr_mat_outline_close(o);
    return NULL;
  }
  o->bytes = (uint64_t)ftello(o->file);
  o->version = hr_mat_version_of(path);
  if (o->version == HR_MAT_5) {
    unsigned char mark[2] = {0};
    if (fseeko(o->file, 126, SEEK_SET) == 0 && fread(mark, 1, 2, o->file) == 2) o->is_big = mark[0] == 'M';
    o->next = 128;
  } else {
    unsigned char first = 1;
    if (fseeko(o->file, 0, SEEK_SET) == 0 && fread(&first, 1, 1, o->file) == 1 && first == 0) {
      unsigned char rest[3] = {0};
      o->is_big = fread(rest, 1, sizeof rest, o->file) == sizeof rest && (rest[1] != 0);
    }
  }
  return o;
}

void hr_mat_outline_close(hr_mat_outline *o) {
  if (o->file != NULL) fclose(o->file);
  free(o);
}

int hr_mat_outline_next(hr_mat_outline *o, char *name, hr_failure *failure) {
  if (o->next >= o->bytes) return 0;
  source s = {.outline = o, .arrays = o->arrays, .failure = failure};
  *name = 0;
  o->place = o->next;
  if (fseeko(o->file, (off_t)o->next, SEEK_SET) != 0) return hr_fail(failure, HR_FAILURE_TRUNCATED,
      "the file has become shorter");
  uint64_t bytes = 0;
  int result = o->version == HR_MAT_4 ? walk4(&s, o->bytes - o->next, &bytes, name) : walk5(&s, o->bytes - o->next,
      &bytes, name);
  o->arrays = s.arrays;
  if (result < 0) return -1;
  o->next += bytes;
  return 1;
}

hr_mat_version hr_mat_version_of(const char *path) {
  static const unsigned char hdf5[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  unsigned char head[128];
  FILE *file = fopen(path, "rb");
  if (file == NULL) return HR_MAT_NONE;
  size_t count = fread(head, 1, sizeof head, file);
  hr_mat_version version = HR_MAT_NONE;
  for (off_t place = 0; version == HR_MAT_NONE && place >= 0; place = place == 0 ? 512 : place * 2) {
    unsigned char found[8];
    if (fseeko(file, place, SEEK_SET) != 0 || fread(found, 1, sizeof found, file) != sizeof found) break;
    if (memcmp(found, hdf5, sizeof hdf5) == 0) version = HR_MAT_HDF5;
  }
  fclose(file);
  if (version != HR_MAT_NONE) return version;
  if (count == sizeof head && memcmp(head + 124, "\0\1IM", 4) == 0) return HR_MAT_5;
  if (count == sizeof head && memcmp(head + 124, "\1\0MI", 4) == 0) return HR_MAT_5;
  if (count < 20) return HR_MAT_NONE;
  uint32_t little = (uint32_t)head[3] << 24 | (uint32_t)head[2] << 16 | (uint32_t)head[1] << 8 | head[0];
  uint32_t big = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
  uint32_t rest = little < 100 ? little : big >= 1000 && big < 1100 ? big - 1000 : 100;
  return rest < 60 && rest % 10 <= 2 ? HR_MAT_4 : HR_MAT_NONE;
}
