#ifndef HDF5_VERDICT_H
#define HDF5_VERDICT_H

typedef enum fault { FAULT_OURS, FAULT_INSIDE, FAULT_SLOW_INSIDE, FAULT_MEMORY_INSIDE, FAULT_UNSTEADY } fault;

typedef struct verdict {
  fault fault;
  char key[256]; /* what and where: equal for equal faults */
} verdict;

/* Whose fault a death was, by the report that the sanitizer wrote of it. */
verdict judge_death(const char *report);

/* Lines of the report for what the sanitizer does not know of. */
#define TOO_LONG "TOO MUCH TIME"
#define TOO_MUCH "TOO MUCH MEMORY"
#define UNSTEADY "ANOTHER READING, ANOTHER END"

#endif
