#ifndef TABLE_TEXT_H
#define TABLE_TEXT_H
#include "CHRFiles.h"

/* All bytes of a text file, or NULL and why not; free() them. The text begins at `start`, behind a byte order mark. */
char *hr_load_text(const char *path, const hr_table_limits *limits, size_t *size, size_t *start,
                   hr_table_refusal *refusal);

#endif
