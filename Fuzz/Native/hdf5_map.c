#include "hdf5_map.h"
#include <string.h>

enum { MOST_SUMMED = 1200, SHOWN = 96 };

uint64_t read_word(const uint8_t *bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = count; i > 0; i--) value = value << 8 | bytes[i - 1];
  return value;
}

void write_word(uint8_t *bytes, size_t count, uint64_t value) {
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(value >> 8 * i);
}

/* B. Jenkins, "lookup3" (2006), as the format has it: little-endian words, initial value 0. */
static uint32_t turned(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }

static uint32_t lookup3(const uint8_t *bytes, size_t count) {
  static const int mixing[6] = {4, 6, 8, 16, 19, 4}, closing[7] = {14, 11, 25, 16, 4, 14, 24};
  uint32_t w[3];
  w[0] = w[1] = w[2] = 0xdeadbeef + (uint32_t)count;
  for (; count > 12; bytes += 12, count -= 12) {
    for (int i = 0; i < 3; i++) w[i] += (uint32_t)read_word(bytes + 4 * i, 4);
    for (int i = 0; i < 6; i++) {
      uint32_t *a = &w[i % 3], *b = &w[(i + 1) % 3], *c = &w[(i + 2) % 3];
      *a -= *c;
      *a ^= turned(*c, mixing[i]);
      *c += *b;
    }
  }
  if (count == 0) return w[2];
  uint8_t rest[12] = {0};
  memcpy(rest, bytes, count);
  for (int i = 0; i < 3; i++) w[i] += (uint32_t)read_word(rest + 4 * i, 4);
  for (int i = 0; i < 7; i++) {
    uint32_t *to = &w[(i + 2) % 3], *from = &w[(i + 1) % 3];
    *to ^= *from;
    *to -= turned(*from, closing[i]);
  }
  return w[2];
}

static void add_region(map *m, size_t start, size_t count, size_t length, uint32_t kind) {
  if (start >= length || m->region_count == MAP_REGIONS) return;
  if (count > length - start) count = length - start;
  if (count == 0) return;
  const region added = {(uint32_t)start, (uint32_t)count, kind};
  m->regions[m->region_count++] = added;
}

typedef struct chain {
  const uint8_t *file;
  size_t length, base;
  map *map;
  int has_order; /* each message of a version-2 header bears its place in the order of creation */
} chain;

enum { CONTINUATION = 0x10, MOST_TYPE = 0x18 };

static size_t old_messages(const chain *c, size_t at, size_t end, int is_real, int depth);

/* Version 1: type 2, size 2, flags 1, nothing 3. Returns how many fit, 0 where they do not fill the space. */
static size_t old_messages(const chain *c, size_t at, size_t end, int is_real, int depth) {
  size_t count = 0;
  while (end - at >= 8) {
    uint64_t type = read_word(c->file + at, 2), size = read_word(c->file + at + 2, 2);
    if (type > MOST_TYPE || size > end - at - 8 || size % 8 != 0) return 0;
    if (is_real) add_region(c->map, at, 8 + size, c->length, (uint32_t)type);
    if (is_real && type == CONTINUATION && size >= 16 && depth < 4) {
      uint64_t place = read_word(c->file + at + 8, 8) + c->base, bytes = read_word(c->file + at + 16, 8);
      if (place < c->length && bytes <= c->length - place)
        old_messages(c, place, place + bytes, old_messages(c, place, place + bytes, 0, depth + 1) > 0, depth + 1);
    }
    at += 8 + size;
    count++;
  }
  return at == end ? count : 0;
}

/* Version 1 has no signature: version 1, nothing 1, messages 2, references 4, size 4, nothing 4. */
static void find_old_headers(const chain *c) {
  for (size_t at = 0; at + 24 <= c->length; at += 4) {
    const uint8_t *p = c->file + at;
    uint64_t count = read_word(p + 2, 2), references = read_word(p + 4, 4), size = read_word(p + 8, 4);
    if (p[0] != 1 || p[1] != 0 || count == 0 || count > 100 || references > 40 || size < 16) continue;
    if (size > c->length - at - 16 || old_messages(c, at + 16, at + 16 + size, 0, 0) == 0) continue;
    add_region(c->map, at, 16, c->length, MESSAGE_STRUCTURE);
    old_messages(c, at + 16, at + 16 + size, 1, 0);
  }
}

/* Version 2: type 1, size 2, flags 1, order 2 where it is kept. */
static void new_messages(const chain *c, size_t at, size_t end) {
  const size_t head = c->has_order ? 6 : 4;
  while (end - at >= head) {
    uint64_t size = read_word(c->file + at + 1, 2);
    if (c->file[at] > MOST_TYPE || size > end - at - head) return;
    add_region(c->map, at, head + size, c->length, c->file[at]);
    at += head + size;
  }
}

static void open_header(chain *c, size_t at) {
  if (c->length - at < 40) return;
  const uint8_t flags = c->file[at + 5];
  size_t width = (size_t)1 << (flags & 3), start = at + 6;
  c->has_order = (flags & 4) != 0;
  if (flags & 0x20) start += 16;
  if (flags & 0x10) start += 4;
  uint64_t size = read_word(c->file + start, width);
  start += width;
  if (size <= c->length - start) new_messages(c, start, start + size);
}

/* A checksum that is right says where it is. */
static void find_checksum(const chain *c, size_t start) {
  if (c->map->checksum_count == MAP_SUMS) return;
  for (size_t end = start + 8; end + 4 <= c->length && end < start + MOST_SUMMED; end++) {
    if (lookup3(c->file + start, end - start) != (uint32_t)read_word(c->file + end, 4)) continue;
    const checksum found = {(uint32_t)start, (uint32_t)end};
    c->map->checksums[c->map->checksum_count++] = found;
    return;
  }
}

void make_map(const uint8_t *file, size_t length, map *m) {
  static const char with_sum[] = "OHDROCHKFRHPFHDBFHIBBTHDBTINBTLFFSHDFSSESMTBSMLIFAHDFADBEAHDEAIBEASBEADB";
  static const char without_sum[] = "TREESNODHEAPGCOL";
  memset(m, 0, sizeof *m);
  chain c = {file, length, 0, m, 0};
  for (size_t at = 0; at + 64 <= length; at = at == 0 ? 512 : at * 2)
    if (memcmp(file + at, "\x89HDF\r\n\x1a\n", 8) == 0) {
      c.base = at;
      add_region(m, at + 8, 88, length, MESSAGE_STRUCTURE);
      if (file[at + 8] >= 2) find_checksum(&c, at);
      break;
    }
  for (size_t at = 0; at + 8 <= length; at++) {
    for (const char *name = with_sum; *name != 0; name += 4)
      if (memcmp(file + at, name, 4) == 0) {
        find_checksum(&c, at);
        add_region(m, at, memcmp(name, "OHDR", 4) == 0 ? 16 : SHOWN, length, MESSAGE_STRUCTURE);
        if (memcmp(name, "OHDR", 4) == 0) open_header(&c, at);
        if (memcmp(name, "OCHK", 4) == 0) {
          const checksum *its = m->checksum_count > 0 ? &m->checksums[m->checksum_count - 1] : NULL;
          if (its != NULL && its->start == at) new_messages(&c, at + 4, its->end);
        }
      }
    for (const char *name = without_sum; *name != 0; name += 4)
      if (memcmp(file + at, name, 4) == 0) add_region(m, at, SHOWN, length, MESSAGE_STRUCTURE);
  }
  find_old_headers(&c);
}

void mend_checksums(uint8_t *file, size_t length, const map *m) {
  for (uint32_t i = 0; i < m->checksum_count; i++) {
    const checksum *its = &m->checksums[i];
    if ((size_t)its->end + 4 <= length) write_word(file + its->end, 4, lookup3(file + its->start, its->end - its->start));
  }
}
