#include "hierarchy.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hr_free(void *memory) { free(memory); }

int hr_fail(hr_failure *failure, hr_failure_kind kind, const char *text) {
  failure->kind = kind;
  snprintf(failure->text, sizeof failure->text, "%s", text);
  return -1;
}

int hr_fail_count(hr_failure *failure, hr_failure_kind kind, uint64_t found) {
  failure->kind = kind;
  snprintf(failure->text, sizeof failure->text, "%" PRIu64, found);
  return -1;
}

static herr_t innermost(unsigned n, const H5E_error2_t *error, void *context) {
  if (n == 0 && error->desc != NULL) snprintf(context, 256, "%s", error->desc);
  return 0;
}

/* Another program holds the file's lock, or the file says of itself that it is being written. */
static int is_lock(const char *text) {
  if (strstr(text, "already open for write") != NULL) return 1;
  char held[24];
  snprintf(held, sizeof held, "errno = %d,", EWOULDBLOCK);
  return strstr(text, "lock file") != NULL && strstr(text, held) != NULL;
}

/* The library ends its sentences with `name = value`: addresses in memory, descriptors, paths, times. They differ
   from run to run and help nobody, so the sentence ends before the first of them; what the system said is kept. */
static void keep_sentence(char *text) {
  char said[96] = "";
  const char *opening = "error message = '";
  const char *message = strstr(text, opening);
  if (message != NULL) {
    message += strlen(opening);
    snprintf(said, sizeof said, "%.*s", (int)strcspn(message, "'"), message);
  }
  char *equals = strstr(text, " = ");
  if (equals == NULL) equals = strchr(text, '=');
  if (equals != NULL) {
    while (equals > text && strchr(",:;", *equals) == NULL) equals--;
    *equals = 0;
  }
  char *address = strstr(text, "0x");
  if (address != NULL) *address = 0;
  for (size_t end = strlen(text); end > 0 && strchr(" ,:;(", text[end - 1]) != NULL; end--) text[end - 1] = 0;
  size_t length = strlen(text);
  if (*said != 0) snprintf(text + length, 256 - length, length > 0 ? " (%s)" : "%s", said);
}

int hr_fail_library(hr_failure *failure) {
  char text[256] = "";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, text);
  H5Eclear2(H5E_DEFAULT);
  hr_failure_kind kind = HR_FAILURE_OTHER;
  if (strstr(text, "file signature") != NULL) kind = HR_FAILURE_NOT_HDF5;
  else if (strstr(text, "component not found") != NULL) kind = HR_FAILURE_ABSENT;
  else if (strstr(text, "truncated") != NULL || strstr(text, "eof") != NULL) kind = HR_FAILURE_TRUNCATED;
  else if (strstr(text, "bad version number") != NULL || strstr(text, "unknown version") != NULL ||
           strstr(text, "bad superblock version") != NULL)
    kind = HR_FAILURE_TOO_NEW;
  else if (strstr(text, "link class") != NULL) kind = HR_FAILURE_OUTSIDE;
  else if (strstr(text, "filter") != NULL) kind = HR_FAILURE_FILTER;
  else if (is_lock(text)) kind = HR_FAILURE_LOCKED;
  keep_sentence(text);
  return hr_fail(failure, kind, text);
}
