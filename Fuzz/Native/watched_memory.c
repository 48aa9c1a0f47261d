#include "watched_memory.h"
#include "expect.h"
#include <sanitizer/allocator_interface.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* Blocks of frames take most: 16 MB and one frame. */
static const size_t most_in_one_piece = 17 << 20;

static size_t pieces;
static int64_t taken, most_taken;
static unsigned char fill_byte;
static int is_filling;

static void *counted(void *memory) {
  pieces += memory != NULL;
  return memory;
}

static void weigh(size_t size) { EXPECT(size <= most_in_one_piece, "%zu bytes asked for in one piece", size); }

void *watched_malloc(size_t size) {
  weigh(size);
  return counted(malloc(size));
}

void *watched_calloc(size_t count, size_t size) {
  EXPECT(size == 0 || count <= most_in_one_piece / size, "%zu times %zu bytes asked for in one piece", count, size);
  return counted(calloc(count, size));
}

void *watched_realloc(void *memory, size_t size) {
  weigh(size);
  void *longer = realloc(memory, size);
  return memory == NULL ? counted(longer) : longer;
}

char *watched_strdup(const char *text) { return counted(strdup(text)); }
char *watched_strndup(const char *text, size_t most) { return counted(strndup(text, most)); }

void watched_free(void *memory) {
  pieces -= memory != NULL;
  free(memory);
}

int skip_sleep(const struct timespec *asked, struct timespec *left) {
  (void)asked, (void)left;
  return 0;
}

size_t watched_pieces(void) { return pieces; }

/* Only small pieces: AddressSanitizer takes large ones fresh from the system, and calloc then trusts that they are 0. */
static void on_malloc(const volatile void *memory, size_t size) {
  taken += (int64_t)size;
  if (most_taken > 0 && taken > most_taken) {
    taken = 0;
    static const char words[] = "TOO MUCH MEMORY\n";
    if (write(2, words, sizeof words - 1) < 0) _exit(3);
    abort();
  }
  if (is_filling && size <= 1 << 16) memset((void *)memory, fill_byte, size);
}

static void on_free(const volatile void *memory) {
  if (memory != NULL && __sanitizer_get_ownership(memory)) taken -= (int64_t)__sanitizer_get_allocated_size(memory);
}

void fill_memory_with(unsigned char fill, size_t most) {
  static int is_installed;
  if (!is_installed) __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
  is_installed = 1;
  fill_byte = fill;
  most_taken = taken + (int64_t)most;
  is_filling = 1;
  for (size_t size = 1; size <= 1 << 17; size *= 8) {
    unsigned char *zeros = calloc(1, size);
    EXPECT(zeros != NULL && zeros[0] == 0 && memcmp(zeros, zeros + 1, size - 1) == 0, "calloc is no longer 0");
    free(zeros);
  }
}
