#ifndef CHUNK_TREE_H
#define CHUNK_TREE_H
#include "places.h"
#include "stored_bytes.h"

/* The places that the extent of a chunked dataset needs. */
typedef struct hr_grid {
  int rank;
  hsize_t chunk[HR_MAX_RANK], size[HR_MAX_RANK]; /* values along each dimension */
  uint64_t count;                                /* of the places */
  uint64_t element, bytes;                       /* of a value, and of a chunk that no filter packs */
  int is_packed;
} hr_grid;

/* How a dataset's values, or a group's names, lie in the file, as the header says it; UINT64_MAX where there are none. */
typedef struct hr_layout {
  uint64_t address;     /* of the values in one piece, or of the tree of chunks */
  int is_tree;          /* in chunks that a tree of version 1 lists, which has no checksum */
  uint64_t element;     /* bytes of a value in such chunks */
  uint64_t names, heap; /* the tree of a group's members, and their names, in groups of the first kind */
} hr_layout;

/* Reads the header that libhdf5 has read, and adds where it lies. */
int hr_find_layout(const hr_stored *stored, uint64_t object, hr_layout *layout, hr_spans *spans, hr_failure *failure);
/* Keeps where the groups lie that lead to an object, and the headers of their members. */
int hr_keep_groups(hid_t file, hid_t object, const hr_stored *stored, hr_failure *failure);
/* The number of a chunk's place in the grid; UINT64_MAX where it has none there. */
uint64_t hr_place_in(const hr_grid *grid, const hsize_t *offsets);
/* Reads the whole tree and adds where its parts and the chunks lie. Each chunk must have a place of its own in the
   grid, and the keys must lead to it. */
int hr_read_tree(const hr_stored *stored, hid_t dataset, const hr_grid *grid, uint64_t address, hr_spans *spans,
                 hr_written *written, hr_failure *failure);
/* The order of places, for qsort and bsearch. */
int hr_compare_places(const void *left, const void *right);
/* Adds a place to those that are written. */
int hr_add_place(hr_written *written, uint64_t place, hr_failure *failure);

#endif
