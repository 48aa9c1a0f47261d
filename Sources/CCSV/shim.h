/* Empty on purpose: libcsv calls back into C only (see CHRFiles); this target carries the link flag. */
