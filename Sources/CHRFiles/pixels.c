#include "chunks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of one block, unless a single frame, or one chunk of a chunked dataset, needs more. */
static const uint64_t usual_block_bytes = 16u << 20, most_chunk_bytes = 128u << 20;

typedef struct walk {
  hsize_t count[HR_MAX_RANK]; /* of the block, by dimension */
  size_t step[HR_PIXEL_AXES]; /* elements from one frame, row, column or plane to the next */
} walk;

static void lay_out(walk *w, int rank, const hr_pixels *p) {
  size_t step[HR_MAX_RANK], size = 1;
  for (int i = rank - 1; i >= 0; i--) {
    step[i] = size;
    size *= w->count[i];
  }
  for (int a = 0; a < HR_PIXEL_AXES; a++) w->step[a] = p->axis[a] < 0 ? 0 : step[p->axis[a]];
}

/* Sums of bytes are exact in integers; other numbers are summed as they are. */
#define SUM_FRAME(TYPE, ACCUMULATOR)                                                                       \
  do {                                                                                                     \
    const TYPE *first = (const TYPE *)bytes + frame * w->step[HR_PIXEL_FRAME];                             \
    for (uint64_t c = 0; c < p->planes; c++) {                                                             \
      ACCUMULATOR sum = 0;                                                                                 \
      for (uint64_t y = 0; y < p->rows; y += p->stride) {                                                  \
        const TYPE *at = first + c * w->step[HR_PIXEL_PLANE] + y * w->step[HR_PIXEL_ROW];                  \
        for (uint64_t x = 0; x < p->columns; x += p->stride) sum += at[x * w->step[HR_PIXEL_COLUMN]];      \
      }                                                                                                    \
      sums[c * p->frames + done + frame] = (double)sum;                                                    \
    }                                                                                                      \
  } while (0)

/* How many frames to read at once: whole chunks where they fit, so that none is unpacked twice. */
static uint64_t frames_per_block(hid_t dataset, int rank, const hr_pixels *p, uint64_t frame_bytes) {
  uint64_t frames = usual_block_bytes / frame_bytes, chunk = 1;
  hid_t list = H5Dget_create_plist(dataset);
  if (list >= 0) {
    hsize_t size[HR_MAX_RANK];
    if (H5Pget_layout(list) == H5D_CHUNKED && H5Pget_chunk(list, rank, size) == rank &&
        size[p->axis[HR_PIXEL_FRAME]] > 0)
      chunk = size[p->axis[HR_PIXEL_FRAME]];
    H5Pclose(list);
  }
  if (frames < chunk && chunk <= most_chunk_bytes / frame_bytes) frames = chunk;
  else if (frames > chunk) frames -= frames % chunk;
  if (frames == 0) frames = 1;
  return frames < p->frames ? frames : p->frames;
}

/* The bytes of one frame's part, as they are summed; 0 when that is no number, or there is nothing in it. */
static uint64_t bytes_of_frame(const hr_pixels *p, uint64_t element) {
  uint64_t bytes = element;
  const uint64_t counts[] = {p->rows, p->columns, p->planes};
  for (int i = 0; i < 3; i++)
    if (__builtin_mul_overflow(bytes, counts[i], &bytes)) return 0;
  return bytes;
}

/* Each axis is a dimension of its own, and no dimension is left over. */
static int has_axes(int rank, const hr_pixels *p) {
  int used = 0;
  for (int a = 0; a < HR_PIXEL_AXES; a++) {
    int axis = p->axis[a];
    if (axis >= rank || (axis < 0 && (a != HR_PIXEL_PLANE || p->planes != 1))) return 0;
    if (axis < 0) continue;
    if ((used >> axis & 1) != 0) return 0;
    used |= 1 << axis;
  }
  return used == (1 << rank) - 1;
}

typedef struct lost_frames {
  const hr_pixels *pixels;
  double *sums;
  uint64_t count;
} lost_frames;

static void lose_frames(const hr_box *gap, void *context) {
  lost_frames *lost = context;
  const hr_pixels *p = lost->pixels;
  const int frames = p->axis[HR_PIXEL_FRAME], planes = p->axis[HR_PIXEL_PLANE];
  const uint64_t first_plane = planes < 0 ? 0 : gap->start[planes], plane_count = planes < 0 ? 1 : gap->count[planes];
  for (uint64_t c = first_plane; c < first_plane + plane_count; c++)
    for (uint64_t frame = gap->start[frames]; frame < gap->start[frames] + gap->count[frames]; frame++) {
      double *sum = &lost->sums[c * p->frames + frame];
      lost->count += isnan(*sum) ? 0 : 1;
      *sum = NAN;
    }
}

static int sum_all(hid_t dataset, hid_t space, const hr_written *written, int rank, const hr_pixels *p,
                   double *sums, uint64_t capacity, uint64_t block_bytes, uint64_t *never_written,
                   hr_failure *failure) {
  hid_t type = H5Dget_type(dataset);
  int is_byte = type >= 0 && H5Tequal(type, H5T_NATIVE_UINT8) > 0;
  if (type >= 0) H5Tclose(type);
  uint64_t frame_bytes = bytes_of_frame(p, is_byte ? 1 : sizeof(double)), results = 0;
  if (!has_axes(rank, p) || frame_bytes == 0 || p->frames == 0 || p->stride == 0 ||
      __builtin_mul_overflow(p->frames, p->planes, &results) || results != capacity)
    return hr_fail(failure, HR_FAILURE_OTHER, "a part of the frames that cannot be");
  if (frame_bytes > block_bytes) return hr_fail_count(failure, HR_FAILURE_LARGE_BLOCK, frame_bytes);
  uint64_t block = frames_per_block(dataset, rank, p, frame_bytes);
  void *bytes = malloc(block * frame_bytes);
  if (bytes == NULL) return hr_fail(failure, HR_FAILURE_NO_MEMORY, "");
  int result = 0;
  for (uint64_t done = 0; done < p->frames && result == 0; done += block) {
    uint64_t now = p->frames - done < block ? p->frames - done : block;
    hsize_t from[HR_MAX_RANK] = {0};
    walk layout = {{0}, {0}}, *w = &layout;
    const uint64_t starts[HR_PIXEL_AXES] = {done, p->first_row, p->first_column, 0};
    const uint64_t counts[HR_PIXEL_AXES] = {now, p->rows, p->columns, p->planes};
    for (int a = 0; a < HR_PIXEL_AXES; a++) {
      if (p->axis[a] < 0) continue;
      from[p->axis[a]] = starts[a];
      w->count[p->axis[a]] = counts[a];
    }
    lay_out(w, rank, p);
    hid_t memory = H5Screate_simple(rank, w->count, NULL);
    if (memory < 0 || H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, w->count, NULL) < 0 ||
        H5Sselect_valid(space) <= 0)
      result = hr_fail_library(failure);
    else {
      memset(bytes, 0, now * frame_bytes); /* pixels that were never written */
      result = hr_read_selected(dataset, is_byte ? H5T_NATIVE_UINT8 : H5T_NATIVE_DOUBLE, memory, space, written, bytes,
                                failure);
    }
    if (result == 0)
      for (uint64_t frame = 0; frame < now; frame++) {
        if (is_byte) SUM_FRAME(uint8_t, uint64_t);
        else SUM_FRAME(double, double);
      }
    if (result == 0 && written->unwritten > 0) {
      lost_frames lost = {p, sums, 0};
      result = hr_each_gap(dataset, space, written, lose_frames, &lost, failure);
      *never_written += lost.count;
    }
    if (memory >= 0) H5Sclose(memory);
  }
  free(bytes);
  return result;
}

int hr_hdf5_pixel_sums(int64_t file, const char *path, const hr_pixels *pixels, double *sums, uint64_t capacity,
                       uint64_t block_bytes, uint64_t *never_written, hr_failure *failure) {
  hr_enter(file, path);
  int result = -1;
  hr_written written;
  *never_written = 0;
  hid_t dataset = hr_open_dataset(file, path, failure);
  if (dataset >= 0) {
    hid_t space = H5Dget_space(dataset);
    int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
    if (rank < 1 || rank > HR_PIXEL_AXES) hr_fail_library(failure);
    else if (hr_check_chunks(file, dataset, block_bytes, &written, failure) == 0)
      result = sum_all(dataset, space, &written, rank, pixels, sums, capacity, block_bytes, never_written, failure);
    if (space >= 0) H5Sclose(space);
    H5Dclose(dataset);
  }
  hr_leave();
  return result;
}
