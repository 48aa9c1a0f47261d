/* Empty on purpose: only CHRFiles includes FLAC/stream_decoder.h; this target carries the flags. */
