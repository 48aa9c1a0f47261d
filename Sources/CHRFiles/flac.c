#include "CHRFiles.h"
#include "door.h"

/* Streams of whole numbers packed with FLAC, as WFDB's formats 508, 516 and 524 have them. Without HR_FLAC, which the
   package's trait FLAC defines, nothing is read. */
#ifndef HR_FLAC

hr_flac *hr_flac_open(const char *path, hr_flac_info *info, hr_failure *failure) {
  (void)path;
  (void)info;
  hr_fail(failure, HR_FAILURE_OTHER, "this build has no libFLAC");
  return NULL;
}

int64_t hr_flac_read(hr_flac *stream, int32_t *samples, uint64_t count, hr_failure *failure) {
  (void)stream;
  (void)samples;
  (void)count;
  return hr_fail(failure, HR_FAILURE_OTHER, "this build has no libFLAC");
}

void hr_flac_close(hr_flac *stream) { (void)stream; }

#else

#include <FLAC/format.h>
#include <FLAC/stream_decoder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCK = 65535 };

struct hr_flac {
  FLAC__StreamDecoder *decoder;
  hr_flac_info info;
  int has_info;
  const char *wrong;
  int32_t *block; /* the samples of one block that were not asked for yet, channel beside channel */
  uint64_t capacity, held, given;
  char path[1024]; /* for who asks what this process did last */
};

static void enter(const hr_flac *stream) {
  char library[64];
  snprintf(library, sizeof library, "FLAC library (%s)", FLAC__VERSION_STRING);
  hr_enter_library(library, stream->path, "");
}

static void told(const FLAC__StreamDecoder *decoder, const FLAC__StreamMetadata *metadata, void *context) {
  (void)decoder;
  hr_flac *stream = context;
  if (metadata->type != FLAC__METADATA_TYPE_STREAMINFO || stream->has_info) return;
  stream->has_info = 1;
  stream->info.channels = metadata->data.stream_info.channels;
  stream->info.bits = metadata->data.stream_info.bits_per_sample;
  stream->info.samples = metadata->data.stream_info.total_samples;
}

static void erred(const FLAC__StreamDecoder *decoder, FLAC__StreamDecoderErrorStatus status, void *context) {
  (void)decoder;
  hr_flac *stream = context;
  if (stream->wrong != NULL) return;
  switch (status) {
    case FLAC__STREAM_DECODER_ERROR_STATUS_LOST_SYNC: stream->wrong = "the FLAC stream is broken off or damaged"; break;
    case FLAC__STREAM_DECODER_ERROR_STATUS_BAD_HEADER: stream->wrong = "the header of a FLAC block is damaged"; break;
    case FLAC__STREAM_DECODER_ERROR_STATUS_FRAME_CRC_MISMATCH:
      stream->wrong = "a FLAC block does not have the checksum that it states";
      break;
    default: stream->wrong = "the FLAC stream is damaged, or of a kind that libFLAC does not know";
  }
}

static FLAC__StreamDecoderWriteStatus take(const FLAC__StreamDecoder *decoder, const FLAC__Frame *frame,
                                           const FLAC__int32 *const buffer[], void *context) {
  (void)decoder;
  hr_flac *stream = context;
  uint32_t channels = stream->info.channels, count = frame->header.blocksize;
  if (frame->header.channels != channels || frame->header.bits_per_sample != stream->info.bits) {
    stream->wrong = "a FLAC block has other channels or bits than the stream says";
    return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT;
  }
  if (count > MOST_BLOCK) {
    stream->wrong = "a FLAC block is longer than 65535 samples";
    return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT;
  }
  uint64_t needed = (uint64_t)count * channels;
  if (needed > stream->capacity) {
    int32_t *more = realloc(stream->block, needed * sizeof *more);
    if (more == NULL) {
      stream->wrong = "a FLAC block does not fit in memory";
      return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT;
    }
    stream->block = more;
    stream->capacity = needed;
  }
  for (uint32_t channel = 0; channel < channels; channel++)
    for (uint32_t index = 0; index < count; index++) stream->block[(uint64_t)index * channels + channel] = buffer[channel][index];
  stream->held = count;
  stream->given = 0;
  return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE;
}

hr_flac *hr_flac_open(const char *path, hr_flac_info *info, hr_failure *failure) {
  hr_flac *stream = calloc(1, sizeof *stream);
  if (stream != NULL) stream->decoder = FLAC__stream_decoder_new();
  if (stream == NULL || stream->decoder == NULL) {
    hr_flac_close(stream);
    hr_fail(failure, HR_FAILURE_NO_MEMORY, "there is no memory to unpack FLAC");
    return NULL;
  }
  snprintf(stream->path, sizeof stream->path, "%s", path);
  const char *wrong = NULL;
  enter(stream);
  if (FLAC__stream_decoder_init_file(stream->decoder, path, take, told, erred, stream) !=
      FLAC__STREAM_DECODER_INIT_STATUS_OK)
    wrong = "the file cannot be read";
  else if (!FLAC__stream_decoder_process_until_end_of_metadata(stream->decoder) || !stream->has_info)
    wrong = stream->wrong != NULL ? stream->wrong : "this is no FLAC stream: it does not say what it holds";
  else if (stream->info.channels < 1 || stream->info.channels > 8 || stream->info.bits < 4 || stream->info.bits > 32)
    wrong = "the FLAC stream claims channels or bits that there cannot be";
  hr_leave();
  if (wrong != NULL) {
    hr_fail(failure, HR_FAILURE_OTHER, wrong);
    hr_flac_close(stream);
    return NULL;
  }
  *info = stream->info;
  return stream;
}

int64_t hr_flac_read(hr_flac *stream, int32_t *samples, uint64_t count, hr_failure *failure) {
  uint64_t channels = stream->info.channels, done = 0;
  while (done < count) {
    if (stream->given == stream->held) {
      stream->held = stream->given = 0;
      enter(stream);
      int went = FLAC__stream_decoder_process_single(stream->decoder);
      hr_leave();
      if (stream->wrong != NULL) return hr_fail(failure, HR_FAILURE_OTHER, stream->wrong);
      if (!went) return hr_fail(failure, HR_FAILURE_OTHER, "the FLAC stream cannot be unpacked");
      if (stream->held == 0) {
        FLAC__StreamDecoderState state = FLAC__stream_decoder_get_state(stream->decoder);
        if (state == FLAC__STREAM_DECODER_END_OF_STREAM) break;
        if (state >= FLAC__STREAM_DECODER_OGG_ERROR) return hr_fail(failure, HR_FAILURE_OTHER, "the FLAC stream cannot be unpacked");
        continue;
      }
    }
    uint64_t now = stream->held - stream->given;
    if (now > count - done) now = count - done;
    memcpy(samples + done * channels, stream->block + stream->given * channels, now * channels * sizeof *samples);
    stream->given += now;
    done += now;
  }
  return (int64_t)done;
}

void hr_flac_close(hr_flac *stream) {
  if (stream == NULL) return;
  if (stream->decoder != NULL) FLAC__stream_decoder_delete(stream->decoder);
  free(stream->block);
  free(stream);
}

#endif
