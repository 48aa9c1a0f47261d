#ifndef GZIP_H
#define GZIP_H
#include "CHRFiles.h"

/* Unpacks a gzip file of one or more members (RFC 1952) that is held in memory, frees it, and returns what it holds;
   NULL and why not. No more than `most` bytes and one are unpacked. */
char *hr_unpacked_gzip(char *packed, size_t *size, uint64_t most, hr_table_refusal *refusal);

#endif
