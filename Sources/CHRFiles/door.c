#include "heap_text.h"
#include <fcntl.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int prepared;

/* Every file is closed where it was opened. What could not be closed, as on a full disk, must not be tried again when the
   program ends: libhdf5 1.10 crashes on it. The library heeds this only before its first use, and libmatio uses it too:
   so it is said before anything else runs. */
__attribute__((constructor)) static void close_nothing_at_exit(void) { H5dont_atexit(); }

static void enter(void) {
  pthread_mutex_lock(&lock);
  if (!prepared) {
    prepared = 1;
    H5open();
    /* Neither plugins nor links may make an untrusted file load code or open other files. */
    H5PLset_loading_state(0);
    H5Lunregister(H5L_TYPE_EXTERNAL);
    hr_prepare_stored_bytes();
  }
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* per thread */
}

/* The other libraries need no preparation. */
void hr_enter_library(const char *library, const char *path, const char *object) {
  pthread_mutex_lock(&lock);
  hr_note_call_of(library, path, object);
}

void hr_enter_new(const char *path) {
  enter();
  hr_note_call(path, "");
}

void hr_enter(hid_t file, const char *object) {
  enter();
  char path[1024] = "";
  if (H5Fget_name(file, path, sizeof path) < 0) *path = 0;
  path[sizeof path - 1] = 0;
  hr_note_call(path, object);
}

void hr_keep_from_children(hid_t file) {
  void *descriptor = NULL;
  if (file >= 0 && H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor) >= 0 && descriptor)
    fcntl(*(int *)descriptor, F_SETFD, FD_CLOEXEC);
}

void hr_leave(void) {
  hr_note_return();
  pthread_mutex_unlock(&lock);
}
