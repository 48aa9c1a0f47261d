#include "hdf5_mutate.h"
#include <string.h>

uint64_t throw_dice(dice *d) {
  uint64_t z = d->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

uint64_t pick(dice *d, uint64_t count) { return throw_dice(d) % count; }

typedef struct work {
  dice *dice;
  uint8_t *bytes;
  size_t length, capacity;
  const map *map;
} work;

/* What sizes, counts, offsets, widths and versions are wrong by. */
static uint64_t strange_value(work *w, size_t width, uint64_t old) {
  static const uint64_t known[] = {
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 511, 512, 1000, 4095,
      4096, 0x7fff, 0x8000, 0xffff, 0x10000, 0xfffff, 0x1000000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
      UINT64_C(1) << 32, UINT64_C(1) << 40, UINT64_C(1) << 61, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX - 1, UINT64_MAX};
  switch (pick(w->dice, 12)) {
    case 0: return old + 1;
    case 1: return old - 1;
    case 2: return old * 2;
    case 3: return old / 2;
    case 4: return old ^ UINT64_C(1) << pick(w->dice, 8 * width);
    case 5: return old + 8 * pick(w->dice, 16);
    case 6: return old - 8 * pick(w->dice, 16);
    case 7: return w->length - pick(w->dice, 3);
    case 8: return read_word(w->bytes + pick(w->dice, w->length - 7), width);
    case 9: return throw_dice(w->dice);
    default: return known[pick(w->dice, sizeof known / sizeof *known)];
  }
}

static const region *some_region(work *w, int is_message) {
  for (int i = 0; i < 20; i++) {
    const region *r = &w->map->regions[pick(w->dice, w->map->region_count)];
    if (r->start + r->length > w->length) continue;
    if (!is_message || (r->kind != MESSAGE_STRUCTURE && r->kind != 0)) return r;
  }
  return NULL;
}

static void change_word(work *w, const region *r) {
  size_t width = (size_t)1 << pick(w->dice, 4);
  while (width > r->length) width /= 2;
  size_t at = r->start + pick(w->dice, r->length - width + 1);
  /* Fields mostly lie at multiples of their width from the start of their message. */
  if (pick(w->dice, 4) != 0) at = r->start + (at - r->start) / width * width;
  write_word(w->bytes + at, width, strange_value(w, width, read_word(w->bytes + at, width)));
}

static void flip(work *w, size_t start, size_t count) {
  w->bytes[start + pick(w->dice, count)] ^= (uint8_t)(1u << pick(w->dice, 8));
}

/* A message of the same type from another file, or of another type from this one. */
static void take_message(work *w, file_view other) {
  const region *to = some_region(w, 1);
  if (to == NULL) return;
  const map *from = pick(w->dice, 4) != 0 ? other.map : w->map;
  const uint8_t *bytes = from == w->map ? w->bytes : other.bytes;
  size_t length = from == w->map ? w->length : other.length;
  if (from->region_count == 0) return;
  uint64_t first = pick(w->dice, from->region_count);
  for (uint32_t i = 0; i < from->region_count; i++) {
    const region *r = &from->regions[(first + i) % from->region_count];
    if (r->kind != to->kind || r->start + r->length > length) continue;
    size_t count = r->length < to->length ? r->length : to->length;
    memmove(w->bytes + to->start, bytes + r->start, count);
    return;
  }
}

/* Addresses are words of eight bytes that lie inside the file: one takes the place of another. */
static void cross_addresses(work *w) {
  size_t found[2] = {0, 0};
  for (int i = 0, tries = 0; i < 2 && tries < 200; tries++) {
    const region *r = some_region(w, 0);
    if (r == NULL || r->length < 8) continue;
    size_t at = r->start + pick(w->dice, r->length - 7);
    uint64_t value = read_word(w->bytes + at, 8);
    if (value >= 48 && value < w->length) found[i++] = at;
  }
  if (found[1] != 0) memmove(w->bytes + found[0], w->bytes + found[1], 8);
}

static void splice(work *w, file_view other) {
  size_t from = pick(w->dice, other.length), count = 1 + pick(w->dice, other.length - from);
  size_t at = pick(w->dice, w->length);
  if (count > w->capacity - at) count = w->capacity - at;
  memcpy(w->bytes + at, other.bytes + from, count);
  if (at + count > w->length) w->length = at + count;
}

static void cut(work *w) {
  size_t length = w->length * (50 + pick(w->dice, 50)) / 100;
  if (length > 64) w->length = length;
}

static void change(work *w, file_view other) {
  const region *r = w->map->region_count > 0 ? some_region(w, pick(w->dice, 3) != 0) : NULL;
  uint64_t kind = pick(w->dice, 100);
  if (r == NULL || kind < 8) {
    size_t at = pick(w->dice, w->length), width = (size_t)1 << pick(w->dice, 4);
    if (at + width <= w->length) write_word(w->bytes + at, width, strange_value(w, width, read_word(w->bytes + at, width)));
    return;
  }
  if (kind < 70) change_word(w, r);
  else if (kind < 80) flip(w, r->start, r->length);
  else if (kind < 83) flip(w, 0, w->length);
  else if (kind < 90) take_message(w, other);
  else if (kind < 95) cross_addresses(w);
  else if (kind < 98) splice(w, other);
  else cut(w);
}

size_t mutate(dice *d, file_view base, file_view other, uint8_t *into, size_t capacity) {
  work w = {d, into, base.length < capacity ? base.length : capacity, capacity, base.map};
  memcpy(into, base.bytes, w.length);
  int changes = 1;
  while (changes < 8 && pick(d, 2) == 0) changes++;
  for (int i = 0; i < changes; i++) change(&w, other);
  if (pick(d, 16) != 0) mend_checksums(into, w.length, base.map);
  return w.length;
}
