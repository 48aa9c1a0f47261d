#ifndef DOOR_H
#define DOOR_H
/* Shared by the .c files of this target only; knows no library's header. */
#include "CHRFiles.h"

/* One caller at a time, in whatever library. Who enters says which, what for, in case it is the last thing this process
   does: "MAT library (1.5.23)". */
void hr_enter_library(const char *library, const char *path, const char *object);
void hr_leave(void);
void hr_note_call_of(const char *library, const char *path, const char *object);
int hr_fail(hr_failure *failure, hr_failure_kind kind, const char *text);
int hr_fail_count(hr_failure *failure, hr_failure_kind kind, uint64_t found);

#endif
