#ifndef CHUNKS_H
#define CHUNKS_H
#include "hierarchy.h"

/* Whether the chunks of a dataset have the sizes that its layout says, as far as that is known before they are read;
   -1 if not. */
int hr_check_chunks(hid_t dataset, hr_failure *failure);

#endif
