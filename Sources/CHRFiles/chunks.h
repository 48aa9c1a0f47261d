#ifndef CHUNKS_H
#define CHUNKS_H
#include "hierarchy.h"

/* Whether the chunks of a dataset have the sizes that its layout says, as far as that is known before they are read,
   and none is larger than `most`; -1 if not. */
int hr_check_chunks(hid_t dataset, uint64_t most, hr_failure *failure);
/* H5Dread of what is selected in `space`, after a look at what its chunks unpack to; hr_check_chunks comes before. */
int hr_read_selected(hid_t dataset, hid_t type, hid_t memory, hid_t space, void *values, hr_failure *failure);

#endif
