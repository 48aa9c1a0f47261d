#ifndef HIERARCHY_H
#define HIERARCHY_H
/* Shared by the .c files of this target only. Versioned functions are named, and this keeps the 1.10 meaning of the rest
   with libraries of the 1.12 and 2.x series. */
#define H5_USE_110_API 1
#include <hdf5.h>

#include "door.h"

/* One caller at a time: not every build of libhdf5 is safe for threads. Who enters says what for, in case it is the
   last thing this process does. */
void hr_enter(hid_t file, const char *object);
void hr_enter_new(const char *path);
/* Parts of these and of hr_leave. */
void hr_note_call(const char *path, const char *object);
void hr_note_return(void);
/* Gives no process that this one starts the descriptor of a file just opened: a child would keep its space and its lock. */
void hr_keep_from_children(hid_t file);
/* Fails with the innermost sentence of the library's error stack, without what differs from run to run. */
int hr_fail_library(hr_failure *failure);
/* Whether libhdf5 can be trusted to convert a type's numbers; 0 for what is no number. -1 on failure. */
int hr_check_number(hid_t type, hr_failure *failure);
hr_class hr_class_of(hid_t type);
/* < 0 on failure, which tells an object that is not there. */
hid_t hr_open_object(hid_t file, const char *path, hr_failure *failure);

/* Opens a dataset whose values can be read here; < 0 on failure. One object reference is followed. */
hid_t hr_open_dataset(hid_t file, const char *path, hr_failure *failure);

#endif
