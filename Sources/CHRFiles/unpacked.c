#include "chunks.h"
#include "chunk_tree.h"
#include "stored_type.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* libhdf5 1.10 copies as many bytes out of an unpacked chunk as the layout says, however many came out: of a chunk that
   is too short it reads what lies behind, and for one that is too long it takes memory without bound. So each packed
   chunk of the values to be read is unpacked here first, and only counted. */

typedef struct packing {
  int filters;
  H5Z_filter_t filter[H5Z_MAX_NFILTERS];
  size_t parameters[H5Z_MAX_NFILTERS]; /* how many each filter has */
  int edges_are_plain; /* no filter is applied to chunks that reach over the edge */
  uint64_t chunk_bytes;
  int rank;
  hsize_t chunk[HR_MAX_RANK], size[HR_MAX_RANK];
} packing;

static int refuse(hr_failure *failure, int is_packed, uint64_t found, uint64_t expected) {
  if (!is_packed && found > expected) return hr_fail(failure, HR_FAILURE_CHUNKS, "they unpack to more than their layout says");
  char text[120];
  snprintf(text, sizeof text, "%" PRIu64 " bytes%s, expected %" PRIu64, found,
           is_packed ? "" : " once they are unpacked", expected);
  return hr_fail(failure, HR_FAILURE_CHUNKS, text);
}

/* How many bytes a zlib stream holds, counted until there are more than `most`; -1 where it is damaged. */
static int64_t inflated_bytes(const uint8_t *bytes, uint64_t count, uint64_t most) {
  static uint8_t thrown_away[1 << 15];
  z_stream stream = {0};
  if (count > UINT32_MAX || inflateInit(&stream) != Z_OK) return -1;
  stream.next_in = (uint8_t *)(uintptr_t)bytes;
  stream.avail_in = (uInt)count;
  uint64_t found = 0;
  int status = Z_OK;
  while (status == Z_OK && found <= most) {
    stream.next_out = thrown_away;
    stream.avail_out = sizeof thrown_away;
    status = inflate(&stream, Z_SYNC_FLUSH);
    found += sizeof thrown_away - stream.avail_out;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END || (status == Z_OK && found > most) ? (int64_t)found : -1;
}

/* The filters from the last to the first, as when reading; those whose bit is set in `left_out` were not applied. */
static int check_unpacked(const packing *p, uint32_t left_out, const uint8_t *stored, uint64_t count,
                          hr_failure *failure) {
  uint64_t sums = 0;
  for (int i = 0; i < p->filters; i++)
    sums += p->filter[i] == H5Z_FILTER_FLETCHER32 && (left_out >> i & 1) == 0 ? 4 : 0;
  int is_packed = 1, is_shuffled = 0, is_plain = 1;
  for (int i = 0; i < p->filters; i++) is_plain &= left_out >> i & 1;
  for (int i = 0; i < p->filters; i++)
    /* The library shuffles always, but for texts of variable length, for which it sets no parameter; and who writes a
       chunk past it leaves out all filters or none. */
    if (p->filter[i] == H5Z_FILTER_SHUFFLE && p->parameters[i] > 0 && (left_out >> i & 1) != 0 && !is_plain)
      return hr_fail(failure, HR_FAILURE_CHUNKS, "their bytes are said not to be shuffled, but packed");
  for (int i = p->filters - 1; i >= 0; i--) {
    if ((left_out >> i & 1) != 0) continue;
    if (p->filter[i] == H5Z_FILTER_SHUFFLE) is_shuffled = 1;
    if (p->filter[i] == H5Z_FILTER_FLETCHER32) {
      if (count < 4) return refuse(failure, is_packed, count, p->chunk_bytes);
      count -= 4;
      sums -= 4;
    }
    if (p->filter[i] != H5Z_FILTER_DEFLATE) continue;
    if (!is_packed || is_shuffled) return hr_fail(failure, HR_FAILURE_CHUNKS, "filters in an order that nobody writes");
    int64_t found = inflated_bytes(stored, count, p->chunk_bytes + sums);
    if (found < 0) return hr_fail(failure, HR_FAILURE_CHUNKS, "their packed bytes are damaged");
    count = (uint64_t)found;
    is_packed = 0;
  }
  return count == p->chunk_bytes ? 0 : refuse(failure, is_packed, count, p->chunk_bytes);
}

typedef struct visit {
  hid_t dataset;
  const packing *packing;
  uint64_t file_bytes;
  hsize_t first[HR_MAX_RANK], last[HR_MAX_RANK]; /* the box around the selection; the last is in it */
  const hr_written *written;
  hr_grid grid;
  void (*call)(const hr_box *gap, void *context);
  void *context;
} visit;

/* libhdf5 1.10 tells a size of chunks that are not there too. */
static int is_written(const visit *v, const hsize_t *offsets) {
  const hr_written *w = v->written;
  const uint64_t place = hr_place_in(&v->grid, offsets);
  return w->unwritten == 0 ||
         (w->places != NULL && bsearch(&place, w->places, w->count, sizeof place, hr_compare_places) != NULL);
}

static int check_chunk(const visit *v, const hsize_t *place, hr_failure *failure) {
  const packing *p = v->packing;
  const hid_t dataset = v->dataset;
  hsize_t count = 0;
  if (!is_written(v, place)) return 0;
  if (H5Dget_chunk_storage_size(dataset, place, &count) < 0) return hr_fail_library(failure);
  if (count > v->file_bytes) return hr_fail(failure, HR_FAILURE_TRUNCATED, "a chunk that is larger than the file");
  uint8_t *stored = malloc(count);
  if (stored == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  uint32_t left_out = 0;
  int result = H5Dread_chunk(dataset, H5P_DEFAULT, place, &left_out, stored) < 0 ? hr_fail_library(failure) : 0;
  int is_plain = 0;
  for (int i = 0; i < p->rank; i++) is_plain |= p->edges_are_plain && p->size[i] - place[i] < p->chunk[i];
  if (result == 0) result = check_unpacked(p, is_plain ? UINT32_MAX : left_out, stored, count, failure);
  free(stored);
  return result;
}

static int packing_of(hid_t list, uint64_t element, hid_t space, packing *p, hr_failure *failure) {
  if (H5Pget_layout(list) != H5D_CHUNKED) return 0;
  unsigned options = 0;
  p->filters = H5Pget_nfilters(list);
  p->rank = H5Pget_chunk(list, HR_MAX_RANK, p->chunk);
  if (p->filters < 0 || p->filters > H5Z_MAX_NFILTERS || p->rank < 1 || p->rank > HR_MAX_RANK ||
      H5Sget_simple_extent_dims(space, p->size, NULL) != p->rank || H5Pget_chunk_opts(list, &options) < 0)
    return hr_fail_library(failure);
  p->edges_are_plain = (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0;
  p->chunk_bytes = element;
  for (int i = 0; i < p->rank; i++) p->chunk_bytes *= p->chunk[i];
  for (int i = 0; i < p->filters; i++) {
    unsigned flags = 0;
    p->parameters[i] = 0;
    p->filter[i] = H5Pget_filter2(list, (unsigned)i, &flags, &p->parameters[i], NULL, 0, NULL, NULL);
  }
  return 1;
}

/* 1: the values lie in chunks, and `p` says how. */
static int find_packing(hid_t dataset, hid_t space, packing *p, hr_failure *failure) {
  hid_t list = H5Dget_create_plist(dataset), type = H5Dget_type(dataset);
  const uint64_t stored = type < 0 ? 0 : hr_stored_size(dataset, type);
  int result = list < 0 || type < 0 ? hr_fail_library(failure)
                                    : packing_of(list, stored > 0 ? stored : H5Tget_size(type), space, p, failure);
  if (list >= 0) H5Pclose(list);
  if (type >= 0) H5Tclose(type);
  return result;
}

/* Every chunk that the box around the selection touches. */
static int each_selected(visit *v, hid_t space, int (*act)(const visit *, const hsize_t *, hr_failure *),
                         hr_failure *failure) {
  const packing *p = v->packing;
  hsize_t first[HR_MAX_RANK], place[HR_MAX_RANK];
  if (H5Sget_select_bounds(space, v->first, v->last) < 0) return hr_fail_library(failure);
  for (int i = 0; i < p->rank; i++) place[i] = first[i] = v->first[i] - v->first[i] % p->chunk[i];
  int result = 0;
  for (int i = p->rank - 1; i >= 0 && result == 0;) {
    result = act(v, place, failure);
    for (i = p->rank - 1; i >= 0; i--) {
      if (v->last[i] - place[i] >= p->chunk[i]) {
        place[i] += p->chunk[i];
        break;
      }
      place[i] = first[i];
    }
  }
  return result;
}

static visit visit_of(hid_t dataset, const packing *p, const hr_written *written) {
  visit v = {.dataset = dataset, .packing = p, .written = written};
  v.grid.rank = p->rank;
  memcpy(v.grid.chunk, p->chunk, sizeof p->chunk);
  memcpy(v.grid.size, p->size, sizeof p->size);
  return v;
}

int hr_read_selected(hid_t dataset, hid_t type, hid_t memory, hid_t space, const hr_written *written, void *values,
                     hr_failure *failure) {
  packing p = {0};
  int result = find_packing(dataset, space, &p, failure);
  if (result > 0 && p.filters > 0) {
    visit v = visit_of(dataset, &p, written);
    hsize_t bytes = 0;
    hid_t file = H5Iget_file_id(dataset);
    result = file < 0 || H5Fget_filesize(file, &bytes) < 0 ? hr_fail_library(failure) : 0;
    if (file >= 0) H5Fclose(file);
    v.file_bytes = bytes;
    if (result == 0) result = each_selected(&v, space, check_chunk, failure);
  }
  if (result < 0) return -1;
  return H5Dread(dataset, type, memory, space, H5P_DEFAULT, values) < 0 ? hr_fail_library(failure) : 0;
}

static int tell_gap(const visit *v, const hsize_t *offsets, hr_failure *failure) {
  (void)failure;
  if (is_written(v, offsets)) return 0;
  hr_box gap = {.rank = v->packing->rank};
  for (int i = 0; i < gap.rank; i++) {
    gap.start[i] = offsets[i] > v->first[i] ? offsets[i] : v->first[i];
    hsize_t capacity = v->last[i] - offsets[i] + 1;
    gap.count[i] = offsets[i] + (capacity < v->packing->chunk[i] ? capacity : v->packing->chunk[i]) - gap.start[i];
  }
  v->call(&gap, v->context);
  return 0;
}

int hr_selected_box(hid_t space, hr_box *box, hr_failure *failure) {
  *box = (hr_box){.rank = H5Sget_simple_extent_ndims(space)};
  if (box->rank < 0 || box->rank > HR_MAX_RANK ||
      (box->rank > 0 && H5Sget_select_bounds(space, box->start, box->count) < 0))
    return hr_fail_library(failure);
  for (int i = 0; i < box->rank; i++) box->count[i] -= box->start[i] - 1;
  return 0;
}

int hr_each_gap(hid_t dataset, hid_t space, const hr_written *written, void (*call)(const hr_box *gap, void *context),
                void *context, hr_failure *failure) {
  packing p = {0};
  const int is_chunked = find_packing(dataset, space, &p, failure);
  visit v = visit_of(dataset, &p, written);
  v.call = call;
  v.context = context;
  if (is_chunked > 0) return each_selected(&v, space, tell_gap, failure);
  if (is_chunked < 0) return -1;
  /* In one piece, of which nothing was written. */
  hr_box gap;
  if (hr_selected_box(space, &gap, failure) < 0) return -1;
  call(&gap, context);
  return 0;
}
