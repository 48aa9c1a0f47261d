#include "hierarchy.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int prepared;

void hr_enter(void) {
  pthread_mutex_lock(&lock);
  if (!prepared) {
    prepared = 1;
    H5open();
    /* Neither plugins nor links may make an untrusted file load code or open other files. */
    H5PLset_loading_state(0);
    H5Lunregister(H5L_TYPE_EXTERNAL);
  }
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* per thread */
}

void hr_leave(void) { pthread_mutex_unlock(&lock); }

void hr_free(void *memory) { free(memory); }

int hr_fail(hr_failure *failure, hr_failure_kind kind, const char *text) {
  failure->kind = kind;
  snprintf(failure->text, sizeof failure->text, "%s", text);
  return -1;
}

static herr_t innermost(unsigned n, const H5E_error2_t *error, void *context) {
  if (n == 0 && error->desc != NULL) snprintf(context, 256, "%s", error->desc);
  return 0;
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
  return hr_fail(failure, kind, text);
}
