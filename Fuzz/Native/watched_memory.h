#ifndef WATCHED_MEMORY_H
#define WATCHED_MEMORY_H
#include <stddef.h>
#include <time.h>

/* What hreval's own code asks of memory goes through here, by macros of the build: too large a piece is a failure, and
   what is not given back is counted. */
void *watched_malloc(size_t size);
void *watched_calloc(size_t count, size_t size);
void *watched_realloc(void *memory, size_t size);
char *watched_strdup(const char *text);
char *watched_strndup(const char *text, size_t most);
void watched_free(void *memory);
size_t watched_pieces(void);
/* For nanosleep: a file that says it is locked is tried again at once. */
int skip_sleep(const struct timespec *asked, struct timespec *left);
/* From here on fresh memory holds this byte, that of libhdf5 too, and all together may take so many bytes. */
void fill_memory_with(unsigned char fill, size_t most);

#endif
