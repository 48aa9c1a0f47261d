#ifndef CHUNKS_H
#define CHUNKS_H
#include "places.h"

/* Holds a dataset's header, index and chunks against its extent, the end of the file and the datasets that were read
   before; -1 where they contradict each other, or a chunk has more bytes than `most`. What is written lives as long as
   the file is open. */
int hr_check_chunks(hid_t file, hid_t dataset, uint64_t most, hr_written *written, hr_failure *failure);
/* H5Dread of what is selected in `space`, after a look at what its chunks unpack to; hr_check_chunks comes before. */
int hr_read_selected(hid_t dataset, hid_t type, hid_t memory, hid_t space, const hr_written *written, void *values,
                     hr_failure *failure);

/* A box of values: where it begins in the dataset, and how far it reaches along each dimension. */
typedef struct hr_box {
  int rank;
  hsize_t start[HR_MAX_RANK], count[HR_MAX_RANK];
} hr_box;

/* The box around what is selected in `space`. */
int hr_selected_box(hid_t space, hr_box *box, hr_failure *failure);
/* Calls for each part of the selected box whose values were never written. */
int hr_each_gap(hid_t dataset, hid_t space, const hr_written *written, void (*call)(const hr_box *gap, void *context),
                void *context, hr_failure *failure);

#endif
