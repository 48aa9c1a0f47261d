#ifndef STORED_TYPE_H
#define STORED_TYPE_H
#include "hierarchy.h"

/* How many bytes a value of the object's file has there: of what lies elsewhere in the file, libhdf5 tells how long it is
   in memory. 0 where that is not known, as of references to regions. */
uint64_t hr_stored_size(hid_t object, hid_t type);

#endif
