/* Members of compound values. libhdf5 1.10 converts compounds by what the file says of their members, right or wrong. So
   records are read as they are stored, and the wanted numbers are taken out of them here, each from a place that was held
   against the record. */
#include "entries.h"
#include "stored_type.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int contradicts(hr_failure *failure, const char *text) { return hr_fail(failure, HR_FAILURE_RECORD, text); }

/* Of a member, as it is stored. */
typedef struct place {
  uint64_t start, bytes;
} place;

typedef struct layout {
  hid_t type; /* of the records */
  uint64_t bytes;
  size_t count;
  place *places;
} layout;

/* Where the members lie: in memory some are longer or shorter, and those behind them lie further back or in front. */
static int find_places(hid_t dataset, layout *l, hr_failure *failure) {
  place *held = calloc(2 * l->count, sizeof *held); /* in memory, and then as they are stored */
  if (held == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  int result = 0;
  l->places = held + l->count;
  for (size_t i = 0; i < l->count && result == 0; i++) {
    hid_t type = H5Tget_member_type(l->type, (unsigned)i);
    held[i].start = H5Tget_member_offset(l->type, (unsigned)i);
    held[i].bytes = type < 0 ? 0 : H5Tget_size(type);
    l->places[i].bytes = type < 0 ? 0 : hr_stored_size(dataset, type);
    if (held[i].bytes == 0) result = hr_fail_library(failure);
    if (type >= 0) H5Tclose(type);
  }
  for (size_t i = 0; i < l->count && result == 0; i++) {
    uint64_t start = held[i].start;
    for (size_t k = 0; k < l->count; k++)
      if (held[k].start < held[i].start) start = start + l->places[k].bytes - held[k].bytes;
    l->places[i].start = start;
    if (start > l->bytes || l->places[i].bytes > l->bytes - start) {
      char text[160];
      snprintf(text, sizeof text, "a member of %" PRIu64 " bytes from byte %" PRIu64 " of records of %" PRIu64 " bytes",
               l->places[i].bytes, start, l->bytes);
      result = contradicts(failure, text);
    }
  }
  memmove(held, l->places, l->count * sizeof *held);
  l->places = held;
  return result;
}

/* Of a dataset of compound values, whose members all lie inside them. Gives back the type and the places on failure
   too. */
static int lay_out(hid_t dataset, layout *l, size_t most, hr_failure *failure) {
  *l = (layout){.type = H5Dget_type(dataset)};
  if (l->type < 0) return hr_fail_library(failure);
  if (H5Tget_class(l->type) != H5T_COMPOUND) return hr_fail(failure, HR_FAILURE_OTHER, "no compound values");
  const int count = H5Tget_nmembers(l->type);
  if (count < 1) return hr_fail_library(failure);
  l->count = (size_t)count;
  if (l->count > most) return hr_fail_count(failure, HR_FAILURE_MANY_MEMBERS, l->count);
  l->bytes = hr_stored_size(dataset, l->type);
  if (l->bytes == 0) return hr_fail(failure, HR_FAILURE_LAYOUT, "records with references of a kind that is not read");
  return find_places(dataset, l, failure);
}

static void give_back(layout *l) {
  free(l->places);
  if (l->type >= 0) H5Tclose(l->type);
}

/* The type of a member's numbers: its own, or that of the entries of its array. < 0 on failure. */
static hid_t type_of(hid_t record, size_t index, hr_record_member *member, hr_failure *failure) {
  hid_t type = H5Tget_member_type(record, (unsigned)index);
  if (type < 0) return hr_fail_library(failure);
  *member = (hr_record_member){.type = hr_class_of(type)};
  if (H5Tget_class(type) != H5T_ARRAY) return type;
  hid_t entry = H5Tget_super(type);
  hsize_t size[HR_MAX_RANK] = {0};
  const int rank = entry < 0 ? -1 : H5Tget_array_ndims(type);
  uint64_t bytes = 0;
  member->is_array = 1;
  if (rank < 1 || rank > HR_MAX_RANK || H5Tget_array_dims2(type, size) != rank) hr_fail_library(failure);
  else {
    member->type = hr_class_of(entry);
    member->entries = rank == 1 ? size[0] : 0;
    if (rank > 1 || (!__builtin_mul_overflow(size[0], H5Tget_size(entry), &bytes) && bytes == H5Tget_size(type))) {
      H5Tclose(type);
      return entry;
    }
    contradicts(failure, "an array whose size is not that of its entries");
  }
  H5Tclose(type);
  if (entry >= 0) H5Tclose(entry);
  return -1;
}

static char *names_of(const layout *l, hr_record_member *members, hr_failure *failure) {
  char *names = NULL;
  size_t used = 0;
  for (size_t i = 0; i < l->count; i++) {
    hid_t type = type_of(l->type, i, &members[i], failure);
    char *name = type < 0 ? NULL : H5Tget_member_name(l->type, (unsigned)i), *longer = NULL;
    if (type >= 0 && name == NULL) hr_fail_library(failure);
    const size_t length = name == NULL ? 0 : strlen(name) + 1;
    if (name != NULL && (longer = realloc(names, used + length)) == NULL) hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
    if (longer != NULL) {
      names = longer;
      memcpy(names + used, name, length);
      used += length;
    }
    if (name != NULL) H5free_memory(name);
    if (type >= 0) H5Tclose(type);
    if (longer == NULL) {
      free(names);
      return NULL;
    }
  }
  return names;
}

char *hr_hdf5_record(int64_t file, const char *path, size_t most, hr_record_member **members, size_t *count,
                     hr_failure *failure) {
  char *names = NULL;
  *members = NULL;
  *count = 0;
  hr_enter(file, path);
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    layout l;
    if (lay_out(dataset, &l, most, failure) == 0) {
      *members = calloc(l.count, sizeof **members);
      if (*members == NULL) hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
      else names = names_of(&l, *members, failure);
      if (names != NULL) *count = l.count;
    }
    give_back(&l);
    H5Dclose(dataset);
  }
  hr_leave();
  if (names == NULL) {
    free(*members);
    *members = NULL;
  }
  return names;
}

/* A wanted number of each record: its place there, and its type. */
typedef struct column {
  place place;
  hid_t type;
  double *values;
} column;

typedef struct reading {
  uint64_t record_bytes;
  size_t count;
  column *columns;
} reading;

static int take(void *context, uint64_t first, uint64_t count, const uint8_t *bytes, hr_failure *failure) {
  const reading *r = context;
  uint64_t size = 0;
  uint8_t *numbers = NULL;
  int result = 0;
  for (size_t i = 0; i < r->count && result == 0; i++) {
    const column *c = &r->columns[i];
    const size_t width = c->place.bytes < sizeof(double) ? sizeof(double) : c->place.bytes;
    if (numbers == NULL || width * count > size) {
      size = width * count;
      uint8_t *longer = realloc(numbers, size);
      if (longer == NULL) {
        result = hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
        break;
      }
      numbers = longer;
    }
    const uint8_t *from = bytes + c->place.start;
    for (uint64_t k = 0; k < count; k++, from += r->record_bytes)
      memcpy(numbers + k * c->place.bytes, from, c->place.bytes);
    if (H5Tconvert(c->type, H5T_NATIVE_DOUBLE, count, numbers, NULL, H5P_DEFAULT) < 0)
      result = hr_fail_library(failure);
    else memcpy(c->values + first, numbers, count * sizeof(double));
  }
  free(numbers);
  return result;
}

static void skip(void *context, uint64_t first, uint64_t count) {
  const reading *r = context;
  for (size_t i = 0; i < r->count; i++)
    for (uint64_t k = 0; k < count; k++) r->columns[i].values[first + k] = NAN;
}

/* No other member may lie in the place of one that is read. */
static int check_alone(const layout *l, size_t member, hr_failure *failure) {
  const place *a = &l->places[member];
  for (size_t i = 0; i < l->count; i++) {
    const place *b = &l->places[i];
    if (i != member && a->start < b->start + b->bytes && b->start < a->start + a->bytes)
      return contradicts(failure, "members that lie over each other");
  }
  return 0;
}

/* Adds which of the members a failure is about. */
static int tell_member(const layout *l, size_t member, hr_failure *failure) {
  char *name = H5Tget_member_name(l->type, (unsigned)member);
  const size_t length = strlen(failure->text);
  if (name != NULL) {
    snprintf(failure->text + length, sizeof failure->text - length, " (member %.60s)", name);
    H5free_memory(name);
  }
  return -1;
}

static int find_column(const layout *l, const hr_record_part *part, column *c, hr_failure *failure) {
  hr_record_member member;
  if (part->member >= l->count) return hr_fail(failure, HR_FAILURE_OTHER, "a member that there is not");
  c->type = type_of(l->type, part->member, &member, failure);
  if (c->type < 0) return -1;
  const uint64_t entries = member.is_array ? member.entries : 1;
  if (member.type != HR_CLASS_NUMBER || part->entry >= entries)
    return hr_fail(failure, HR_FAILURE_OTHER, "a member that is no such number");
  if (hr_check_number(c->type, failure) < 0) return tell_member(l, part->member, failure);
  const place *all = &l->places[part->member];
  c->place.bytes = H5Tget_size(c->type);
  if (all->bytes != entries * c->place.bytes) return contradicts(failure, "a member whose size is not that of its numbers");
  c->place.start = all->start + part->entry * c->place.bytes;
  return check_alone(l, part->member, failure);
}

static int read_columns(hid_t file, hid_t dataset, const layout *l, reading *r, uint64_t records, uint64_t block_bytes,
                        uint64_t *never_written, hr_failure *failure) {
  hr_entries entries = {.file = file, .dataset = dataset, .type = H5Tcreate(H5T_OPAQUE, l->bytes), .bytes = l->bytes,
                        .count = records, .block_bytes = block_bytes, .take = take, .skip = skip, .context = r};
  if (entries.type < 0) return hr_fail_library(failure);
  int result = hr_each_entry(&entries, never_written, failure);
  H5Tclose(entries.type);
  return result;
}

static int read_parts(hid_t file, hid_t dataset, const hr_record_part *parts, size_t count, double *values,
                      uint64_t records, uint64_t block_bytes, uint64_t *never_written, hr_failure *failure) {
  layout l;
  int result = lay_out(dataset, &l, SIZE_MAX, failure);
  reading r = {l.bytes, 0, result < 0 ? NULL : calloc(count, sizeof(column))};
  if (result == 0 && r.columns == NULL) result = hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  for (size_t i = 0; i < count && result == 0; i++) {
    r.columns[i].values = values + i * records;
    result = find_column(&l, &parts[i], &r.columns[i], failure);
    r.count++;
  }
  if (result == 0) result = read_columns(file, dataset, &l, &r, records, block_bytes, never_written, failure);
  for (size_t i = 0; i < r.count; i++)
    if (r.columns[i].type >= 0) H5Tclose(r.columns[i].type);
  free(r.columns);
  give_back(&l);
  return result;
}

int hr_hdf5_read_records(int64_t file, const char *path, const hr_record_part *parts, size_t count, double *values,
                         uint64_t records, uint64_t block_bytes, uint64_t *never_written, hr_failure *failure) {
  int result = -1;
  *never_written = 0;
  hr_enter(file, path);
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    result = read_parts(file, dataset, parts, count, values, records, block_bytes, never_written, failure);
    H5Dclose(dataset);
  }
  hr_leave();
  return result;
}
