/* Empty on purpose: hdf5.h has macros Swift cannot import, so only CHRFiles includes it; this target carries the flags. */
