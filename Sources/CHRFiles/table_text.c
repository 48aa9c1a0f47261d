#include "table_text.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *refuse(hr_table_refusal *refusal, hr_table_status status, char *data) {
  refusal->status = status;
  free(data);
  return NULL;
}

static char *load(int file, uint64_t expected, const hr_table_limits *limits, size_t *size, hr_table_refusal *refusal) {
  /* One byte more than expected shows that the file ends there. */
  size_t capacity = (size_t)expected + 1, used = 0;
  char *data = malloc(capacity);
  const uint64_t most = limits->file_bytes < limits->bytes ? limits->file_bytes : limits->bytes;
  if (data == NULL) return refuse(refusal, HR_TABLE_NO_MEMORY, NULL);
  while (1) {
    if (used > most) {
      refusal->bytes = used;
      return refuse(refusal, HR_TABLE_TOO_LARGE, data);
    }
    if (used == capacity) {
      /* The file has grown meanwhile, or is one whose size is not told. */
      size_t larger = capacity < 4096 ? 8192 : capacity * 2;
      char *longer = realloc(data, larger);
      if (longer == NULL) return refuse(refusal, HR_TABLE_NO_MEMORY, data);
      data = longer;
      capacity = larger;
    }
    ssize_t got = read(file, data + used, capacity - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      refusal->system_error = errno;
      return refuse(refusal, HR_TABLE_READ_ERROR, data);
    }
    if (got == 0) break;
    used += (size_t)got;
  }
  *size = used;
  return data;
}

/* The first line of more than `most` bytes, counted from 1, and how long it is; 0 where there is none. */
static int64_t long_line(const char *data, size_t size, uint64_t most, uint64_t *bytes) {
  if (size <= most) return 0;
  int64_t line = 1;
  const char *feed = NULL; /* the next LF; looked for once, however many lines end in a CR before it */
  for (const char *p = data, *end = data + size; p < end; line++) {
    if (feed == NULL || feed < p) feed = memchr(p, '\n', (size_t)(end - p));
    if (feed == NULL) feed = end;
    const char *next = feed;
    if ((uint64_t)(next - p) > most) {
      /* Lines may end in a carriage return alone. */
      const char *back = memchr(p, '\r', (size_t)(next - p));
      if (back != NULL) next = back;
      *bytes = (uint64_t)(next - p);
      if (*bytes > most) return line;
    }
    p = next + 1;
  }
  return 0;
}

/* Whether a text without a mark is of two bytes a letter: of pairs at its start nine in ten hold a NUL, all on one
   side. */
static hr_table_status utf16_kind(const unsigned char *bytes, size_t size) {
  size_t pairs = size / 2 < 1000 ? size / 2 : 1000, first = 0, second = 0;
  for (size_t i = 0; i < pairs; i++) {
    first += bytes[2 * i] == 0;
    second += bytes[2 * i + 1] == 0;
  }
  if (pairs < 2 || (first > 0) == (second > 0) || (first + second) * 10 < pairs * 9) return HR_TABLE_OK;
  return first > 0 ? HR_TABLE_UTF16_BIG : HR_TABLE_UTF16_LITTLE;
}

/* All bytes of a file, unpacked if gzip has packed them; NULL and why not. */
static char *all_bytes(const char *path, const hr_table_limits *limits, size_t *size, hr_table_refusal *refusal) {
  memset(refusal, 0, sizeof *refusal);
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) {
    refusal->system_error = errno;
    if (file >= 0) close(file);
    return refuse(refusal, HR_TABLE_CANNOT_OPEN, NULL);
  }
  char *data = NULL;
  if (S_ISDIR(about.st_mode)) refusal->status = HR_TABLE_IS_DIRECTORY;
  else if (!S_ISREG(about.st_mode)) refusal->status = HR_TABLE_NOT_A_FILE;
  else if ((uint64_t)about.st_size > limits->file_bytes || (uint64_t)about.st_size > limits->bytes) {
    refusal->status = HR_TABLE_TOO_LARGE;
    refusal->bytes = (uint64_t)about.st_size;
  } else data = load(file, (uint64_t)about.st_size, limits, size, refusal);
  close(file);
  if (data == NULL || !hr_is_gzip((const uint8_t *)data, *size)) return data;
  const uint64_t most = limits->file_bytes < limits->bytes ? limits->file_bytes : limits->bytes;
  char *text = hr_unpack_gzip((const uint8_t *)data, size, most, refusal);
  free(data);
  return text;
}

char *hr_load_text(const char *path, const hr_table_limits *limits, size_t *size, size_t *start,
                   hr_table_refusal *refusal) {
  char *data = all_bytes(path, limits, size, refusal);
  if (data == NULL) return NULL;
  const unsigned char *bytes = (const unsigned char *)data;
  *start = *size >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0;
  if (*size == *start) return refuse(refusal, HR_TABLE_EMPTY, data);
  if (*size >= 2 && ((bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)))
    return refuse(refusal, HR_TABLE_UTF16, data);
  hr_table_status wide = utf16_kind(bytes, *size);
  if (wide != HR_TABLE_OK) return refuse(refusal, wide, data);
  const char *nul = memchr(data, 0, *size);
  if (nul != NULL) {
    refusal->line = 1;
    for (const char *p = data; p < nul; p++) refusal->line += *p == '\n';
    const char *rest = nul;
    while (rest < data + *size && *rest == 0) rest++;
    if (rest < data + *size || nul == data + *start) return refuse(refusal, HR_TABLE_BINARY, data);
    refusal->line -= nul[-1] == '\n';
    refusal->bytes = (uint64_t)(rest - nul);
    return refuse(refusal, HR_TABLE_NUL_END, data);
  }
  refusal->line = long_line(data, *size, limits->line_bytes, &refusal->bytes);
  return refusal->line > 0 ? refuse(refusal, HR_TABLE_LONG_LINE, data) : data;
}

const char *hr_unreadable(const char *path) {
  struct stat about;
  if (stat(path, &about) != 0) return strerror(errno);
  if (S_ISDIR(about.st_mode)) return "expected a file, found a folder";
  if (!S_ISREG(about.st_mode)) return "expected a file, found a device or pipe";
  return access(path, R_OK) != 0 ? strerror(errno) : NULL;
}
