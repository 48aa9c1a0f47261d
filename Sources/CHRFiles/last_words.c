#include "hierarchy.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* libhdf5 and libmatio trust what they read, and a damaged file can end the process that asked them. What it was asked is told then, so
   that the file is named and not the program. Only what is allowed in a signal handler is done there. */

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer) || \
    defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum { HEAD = 5, TEXT = 2048 };

/* The frame as it would be written now: length, kind, text. */
static unsigned char frame[HEAD + TEXT];
static volatile sig_atomic_t inside, telling;
static size_t length;
static int told_to = -1;
static char hdf5[60];
static size_t spare;

static void append(const char *text) {
  for (; *text != 0 && length < TEXT; text++) frame[HEAD + length++] = (unsigned char)(*text == '\n' ? ' ' : *text);
}

void hr_note_call_of(const char *library, const char *path, const char *object) {
  if (!telling) return;
  inside = 0;
  length = 0;
  append("+");
  frame[HEAD + length++] = '\n';
  append(library);
  frame[HEAD + length++] = '\n';
  const char *name = strrchr(path, '/');
  append(name != NULL ? name + 1 : path);
  if (length < TEXT) frame[HEAD + length++] = '\n';
  append(object);
  const size_t bytes = length + 1;
  for (int i = 0; i < 4; i++) frame[i] = (unsigned char)(bytes >> 8 * i);
  inside = 1;
}

void hr_note_call(const char *path, const char *object) { hr_note_call_of(hdf5, path, object); }

void hr_note_return(void) { inside = 0; }

static void tell(void) {
  if (!inside) return;
  inside = 0;
  void *spare_room = mmap(NULL, spare, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (spare_room == MAP_FAILED) frame[HEAD] = '-';
  for (size_t done = 0; done < HEAD + length;) {
    ssize_t now = write(told_to, frame + done, HEAD + length - done);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) return;
    done += (size_t)now;
  }
}

/* The signal's own action is in place again and comes next. */
static void on_crash(int signal_number) {
  tell();
  raise(signal_number);
}

static void on_request(int signal_number) {
  tell();
  _exit(128 + signal_number);
}

static void listen_for(int signal_number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

void hr_tell_of_crashes(int descriptor, uint8_t kind, uint64_t spare_bytes) {
  if (SANITIZED) return;
  /* A crash may be for want of stack. */
  static unsigned char stack[1 << 16];
  stack_t own;
  memset(&own, 0, sizeof own);
  own.ss_sp = stack;
  own.ss_size = sizeof stack;
  if (sigaltstack(&own, NULL) != 0) return;
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  snprintf(hdf5, sizeof hdf5, "HDF5 library (%u.%u.%u)", major, minor, release);
  told_to = descriptor;
  spare = (size_t)spare_bytes;
  frame[4] = kind;
  telling = 1;
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) listen_for(crashes[i], on_crash);
  listen_for(SIGUSR2, on_request);
}

int hr_has_sanitizer(void) { return SANITIZED; }
