/* Empty on purpose: only CHRFiles includes matio.h; this target carries the flags. */
