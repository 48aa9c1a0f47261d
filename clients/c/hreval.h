/* hreval.h: a heart-rate detector in C that hreval can put on trial.
 *
 * One header for C99 and C++, for POSIX systems; include it in one file. A detector is a function that is shown a
 * window and gives an answer:
 *
 *     #include "hreval.h"
 *
 *     static hreval_answer estimate(const hreval_window *window, void *state) {
 *       const hreval_channel *ppg = &window->channels[0];
 *       if (ppg->count < 100) return hreval_abstain("too short");
 *       return hreval_rate(my_rate(ppg->samples, ppg->count, ppg->rate));
 *     }
 *
 *     int main(void) {
 *       hreval_detector mine = {0};
 *       mine.name = "mine";
 *       mine.version = "1";
 *       mine.estimate = estimate;
 *       return hreval_serve(&mine);
 *     }
 *
 * Missing samples are NaN. What is printed goes to standard error. Numbers are read and written with the locale "C",
 * which a program has unless it calls setlocale. It speaks the binary frames of docs/reference/programs/protocol.md. */
#ifndef HREVAL_H
#define HREVAL_H

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HREVAL_MOST_CHANNELS 64
#define HREVAL_MOST_PARAMETERS 64
#define HREVAL_LONGEST_WORD 128

/* A parameter that an experiment can set: a number with a range, or a word with choices. */
typedef struct hreval_parameter {
  const char *name;
  const char *summary; /* one sentence, or NULL */
  double number;       /* its default */
  double low, high;    /* its range */
  int is_integer;
  const char *word;           /* its default, where it is a word; else NULL */
  const char *const *choices; /* the words it can be, ended by NULL */
} hreval_parameter;

/* One channel of a window. */
typedef struct hreval_channel {
  const char *name;
  double rate; /* samples per second */
  size_t count;
  const double *samples;
  double first_time;   /* of its first sample, in seconds after the recording's first one */
  const double *times; /* of every sample, where the detector asked for them (`as_recorded`); else NULL */
} hreval_channel;

/* The recording that has begun. */
typedef struct hreval_recording {
  size_t channel_count;
  char channels[HREVAL_MOST_CHANNELS][HREVAL_LONGEST_WORD];
  double rates[HREVAL_MOST_CHANNELS];
  double window_seconds, hop_seconds; /* 0 where it is not known */
  const struct hreval_detector *detector;
  double numbers[HREVAL_MOST_PARAMETERS];
  char words[HREVAL_MOST_PARAMETERS][HREVAL_LONGEST_WORD];
} hreval_recording;

/* What a detector is shown: a window or, of a stream, what came since its last question. */
typedef struct hreval_window {
  double start, end; /* in seconds after the recording's first sample */
  size_t channel_count;
  const hreval_channel *channels; /* in the order of `recording->channels` */
  const hreval_recording *recording;
} hreval_window;

/* What a detector answers. Make it with hreval_rate, hreval_abstain or hreval_error, and add to it. */
typedef struct hreval_answer {
  double bpm; /* finite and above 0 */
  int has_confidence;
  double confidence;   /* from 0 to 1 */
  const double *beats; /* rising times in seconds, on the clock of `start`; must live until the next question */
  size_t beat_count;
  const char *abstain; /* why there is no rate; else NULL */
  const char *error;   /* why the window failed; else NULL */
} hreval_answer;

/* A detector. Members that are 0 have the meaning of the protocol's defaults. */
typedef struct hreval_detector {
  const char *name, *version;
  /* Answers a question. */
  hreval_answer (*estimate)(const hreval_window *window, void *state);
  /* Called before each recording, to forget what was learnt; gives NULL, or why it cannot work on it. May be NULL. */
  const char *(*begin)(const hreval_recording *recording, void *state);
  void *state;                          /* handed to both */
  int is_stream;                        /* is shown only what came since its last question */
  int as_recorded;                      /* each channel with its own times */
  const char *const *channels;          /* ended by NULL; NULL: the pulse wave, "ppg" */
  const char *const *optional_channels; /* ended by NULL; or NULL */
  double sample_rate;                   /* that its channels are to be brought to */
  double lowest_bpm, highest_bpm; /* what it can give */
  double chance_within_bpm;       /* within how many bpm its confidence is the chance of being right */
  int estimates_breathing;        /* it estimates the breathing rate */
  const hreval_parameter *parameters;
  size_t parameter_count;
} hreval_detector;

static inline hreval_answer hreval_nothing_(void) {
  hreval_answer answer;
  memset(&answer, 0, sizeof answer);
  return answer;
}

static inline hreval_answer hreval_rate(double bpm) {
  hreval_answer answer = hreval_nothing_();
  answer.bpm = bpm;
  return answer;
}

static inline hreval_answer hreval_rate_with_confidence(double bpm, double confidence) {
  hreval_answer answer = hreval_rate(bpm);
  answer.has_confidence = 1;
  answer.confidence = confidence;
  return answer;
}

static inline hreval_answer hreval_abstain(const char *why) {
  hreval_answer answer = hreval_nothing_();
  answer.abstain = why;
  return answer;
}

static inline hreval_answer hreval_error(const char *why) {
  hreval_answer answer = hreval_nothing_();
  answer.error = why;
  return answer;
}

static inline int hreval_parameter_index_(const hreval_recording *recording, const char *name) {
  for (size_t i = 0; i < recording->detector->parameter_count; i++)
    if (strcmp(recording->detector->parameters[i].name, name) == 0) return (int)i;
  fprintf(stderr, "hreval.h: the detector has no parameter \"%s\"\n", name);
  exit(2);
}

/* The value of a parameter that is a number. */
static inline double hreval_number(const hreval_recording *recording, const char *name) {
  return recording->numbers[hreval_parameter_index_(recording, name)];
}

/* The value of a parameter that is a word. */
static inline const char *hreval_word(const hreval_recording *recording, const char *name) {
  return recording->words[hreval_parameter_index_(recording, name)];
}

/* When a sample was taken. */
static inline double hreval_time(const hreval_channel *channel, size_t index) {
  return channel->times ? channel->times[index] : channel->first_time + (double)index / channel->rate;
}

/* What follows is the protocol; nothing of it is to be called but hreval_serve. */

typedef struct hreval_bytes_ {
  unsigned char *data;
  size_t count, room;
} hreval_bytes_;

typedef struct hreval_talk_ {
  int input, output;
  unsigned char buffer[1 << 16];
  size_t at, end;
  hreval_bytes_ frame, answer;
  hreval_recording recording;
  hreval_channel channels[HREVAL_MOST_CHANNELS];
  double origins[HREVAL_MOST_CHANNELS];
  double seen[HREVAL_MOST_CHANNELS];
  int has_begun;
} hreval_talk_;

static inline void hreval_stop_(const char *why) {
  fprintf(stderr, "hreval.h: %s\n", why);
  exit(2);
}

static inline void hreval_need_(hreval_bytes_ *bytes, size_t more) {
  if (more > SIZE_MAX / 2 - bytes->count) hreval_stop_("a message is too long");
  size_t wanted = bytes->count + more;
  if (wanted <= bytes->room) return;
  size_t room = bytes->room ? bytes->room : 4096;
  while (room < wanted) room *= 2;
  unsigned char *data = (unsigned char *)realloc(bytes->data, room);
  if (!data) hreval_stop_("there is not enough memory");
  bytes->data = data;
  bytes->room = room;
}

static inline void hreval_put_(hreval_bytes_ *bytes, const void *data, size_t count) {
  if (count == 0) return;
  hreval_need_(bytes, count);
  memcpy(bytes->data + bytes->count, data, count);
  bytes->count += count;
}

static inline void hreval_put_text_(hreval_bytes_ *bytes, const char *text) { hreval_put_(bytes, text, strlen(text)); }

static inline void hreval_put_unsigned_(hreval_bytes_ *bytes, uint64_t value, int size) {
  for (int i = 0; i < size; i++) {
    unsigned char byte = (unsigned char)(value >> (8 * i) & 0xff);
    hreval_put_(bytes, &byte, 1);
  }
}

static inline void hreval_put_double_(hreval_bytes_ *bytes, double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  hreval_put_unsigned_(bytes, bits, 8);
}

/* Text in quotation marks, as JSON has it. */
static inline void hreval_put_quoted_(hreval_bytes_ *bytes, const char *text) {
  hreval_put_text_(bytes, "\"");
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c < 0x20 || c == 0x7f) c = ' ';
    if (c == '"' || c == '\\') hreval_put_text_(bytes, "\\");
    hreval_put_(bytes, &c, 1);
  }
  hreval_put_text_(bytes, "\"");
}

static inline int hreval_is_finite_(double value) { return value - value == 0; }

static inline void hreval_put_number_(hreval_bytes_ *bytes, double value) {
  char text[40];
  if (!hreval_is_finite_(value)) hreval_stop_("a number of the description is not finite");
  snprintf(text, sizeof text, "%.17g", value);
  hreval_put_text_(bytes, text);
}

static inline uint64_t hreval_unsigned_(const unsigned char *data, int size) {
  uint64_t value = 0;
  for (int i = 0; i < size; i++) value |= (uint64_t)data[i] << (8 * i);
  return value;
}

static inline double hreval_double_(const unsigned char *data) {
  uint64_t bits = hreval_unsigned_(data, 8);
  double value;
  memcpy(&value, &bits, 8);
  return value;
}

static inline void hreval_write_(hreval_talk_ *talk) {
  size_t done = 0;
  while (done < talk->answer.count) {
    ssize_t n = write(talk->output, talk->answer.data + done, talk->answer.count - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) exit(1);
    done += (size_t)n;
  }
  talk->answer.count = 0;
}

/* Reads `count` bytes; gives how many there were. */
static inline size_t hreval_read_(hreval_talk_ *talk, unsigned char *data, size_t count) {
  size_t have = 0;
  while (have < count) {
    if (talk->at == talk->end) {
      ssize_t n = read(talk->input, talk->buffer, sizeof talk->buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return have;
      talk->at = 0;
      talk->end = (size_t)n;
    }
    size_t part = talk->end - talk->at < count - have ? talk->end - talk->at : count - have;
    memcpy(data + have, talk->buffer + talk->at, part);
    talk->at += part;
    have += part;
  }
  return have;
}

/* A small reader of JSON: it never looks beyond the zero that ends the text. */

typedef struct hreval_json_ {
  const char *at;
  int depth;
} hreval_json_;

static inline void hreval_json_wrong_(void) { hreval_stop_("a message is not the JSON that was expected"); }

static inline char hreval_json_peek_(hreval_json_ *json) {
  while (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r') json->at++;
  return *json->at;
}

static inline int hreval_json_take_(hreval_json_ *json, char c) {
  if (hreval_json_peek_(json) != c) return 0;
  json->at++;
  return 1;
}

static inline void hreval_json_expect_(hreval_json_ *json, char c) {
  if (!hreval_json_take_(json, c)) hreval_json_wrong_();
}

static inline unsigned hreval_json_hex_(hreval_json_ *json) {
  unsigned value = 0;
  for (int i = 0; i < 4; i++) {
    char c = *json->at;
    unsigned digit;
    if (c >= '0' && c <= '9') digit = (unsigned)(c - '0');
    else if (c >= 'a' && c <= 'f') digit = (unsigned)(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F') digit = (unsigned)(c - 'A') + 10;
    else { hreval_json_wrong_(); return 0; }
    value = value * 16 + digit;
    json->at++;
  }
  return value;
}

/* A string; what is longer than `room` - 1 bytes is cut. */
static inline void hreval_json_string_(hreval_json_ *json, char *text, size_t room) {
  size_t count = 0;
  hreval_json_expect_(json, '"');
  while (*json->at != '"') {
    unsigned char bytes[4];
    size_t size = 1;
    unsigned char c = (unsigned char)*json->at;
    if (c < 0x20) hreval_json_wrong_();
    json->at++;
    bytes[0] = c;
    if (c == '\\') {
      char escape = *json->at;
      if (escape == 0) hreval_json_wrong_();
      json->at++;
      switch (escape) {
      case 'b': bytes[0] = '\b'; break;
      case 'f': bytes[0] = '\f'; break;
      case 'n': bytes[0] = '\n'; break;
      case 'r': bytes[0] = '\r'; break;
      case 't': bytes[0] = '\t'; break;
      case '"': case '\\': case '/': bytes[0] = (unsigned char)escape; break;
      case 'u': {
        unsigned long code = hreval_json_hex_(json);
        if (code >= 0xd800 && code < 0xdc00 && json->at[0] == '\\' && json->at[1] == 'u') {
          json->at += 2;
          unsigned long low = hreval_json_hex_(json);
          if (low < 0xdc00 || low > 0xdfff) hreval_json_wrong_();
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        if (code == 0 || (code >= 0xd800 && code < 0xe000)) hreval_json_wrong_();
        if (code < 0x80) {
          bytes[0] = (unsigned char)code;
        } else {
          size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
          for (size_t i = size - 1; i > 0; i--, code >>= 6) bytes[i] = (unsigned char)(0x80 | (code & 0x3f));
          bytes[0] = (unsigned char)((size == 2 ? 0xc0 : size == 3 ? 0xe0 : 0xf0) | code);
        }
        break;
      }
      default: hreval_json_wrong_();
      }
    }
    for (size_t i = 0; i < size; i++)
      if (count + 1 < room) text[count++] = (char)bytes[i];
  }
  json->at++;
  if (room) text[count] = 0;
}

static inline double hreval_json_number_(hreval_json_ *json) {
  char c = hreval_json_peek_(json);
  if (c != '-' && !(c >= '0' && c <= '9')) hreval_json_wrong_();
  char *end;
  double value = strtod(json->at, &end);
  if (end == json->at || !hreval_is_finite_(value)) hreval_json_wrong_();
  json->at = end;
  return value;
}

static inline void hreval_json_skip_(hreval_json_ *json) {
  char c = hreval_json_peek_(json);
  if (++json->depth > 64) hreval_json_wrong_();
  if (c == '"') {
    hreval_json_string_(json, NULL, 0);
  } else if (c == '[') {
    json->at++;
    if (!hreval_json_take_(json, ']')) {
      do hreval_json_skip_(json);
      while (hreval_json_take_(json, ','));
      hreval_json_expect_(json, ']');
    }
  } else if (c == '{') {
    json->at++;
    if (!hreval_json_take_(json, '}')) {
      do {
        hreval_json_peek_(json);
        hreval_json_string_(json, NULL, 0);
        hreval_json_expect_(json, ':');
        hreval_json_skip_(json);
      } while (hreval_json_take_(json, ','));
      hreval_json_expect_(json, '}');
    }
  } else if (strncmp(json->at, "true", 4) == 0 || strncmp(json->at, "null", 4) == 0) {
    json->at += 4;
  } else if (strncmp(json->at, "false", 5) == 0) {
    json->at += 5;
  } else {
    hreval_json_number_(json);
  }
  json->depth--;
}

/* The next member of an object; call it with *count = 0 first. Gives 0 at the object's end. */
static inline int hreval_json_member_(hreval_json_ *json, int *count, char *name, size_t room) {
  if ((*count)++ == 0) {
    hreval_json_expect_(json, '{');
    if (hreval_json_take_(json, '}')) return 0;
  } else if (!hreval_json_take_(json, ',')) {
    hreval_json_expect_(json, '}');
    return 0;
  }
  hreval_json_peek_(json);
  hreval_json_string_(json, name, room);
  hreval_json_expect_(json, ':');
  return 1;
}

static inline void hreval_put_words_(hreval_bytes_ *bytes, const char *name, const char *const *words) {
  hreval_put_text_(bytes, name);
  for (size_t i = 0; words[i]; i++) {
    hreval_put_text_(bytes, i ? "," : "[");
    hreval_put_quoted_(bytes, words[i]);
  }
  hreval_put_text_(bytes, words[0] ? "]" : "[]");
}

static inline void hreval_describe_(const hreval_detector *detector, hreval_bytes_ *bytes) {
  static const char *const standard[] = {"ppg", NULL};
  hreval_put_text_(bytes, "{\"name\":");
  hreval_put_quoted_(bytes, detector->name);
  hreval_put_text_(bytes, ",\"version\":");
  hreval_put_quoted_(bytes, detector->version);
  hreval_put_text_(bytes, ",\"frames\":\"binary\"");
  hreval_put_words_(bytes, ",\"channels\":", detector->channels ? detector->channels : standard);
  if (detector->optional_channels) hreval_put_words_(bytes, ",\"optionalChannels\":", detector->optional_channels);
  if (detector->is_stream) hreval_put_text_(bytes, ",\"sees\":\"stream\"");
  if (detector->as_recorded) hreval_put_text_(bytes, ",\"samples\":\"asRecorded\"");
  if (detector->estimates_breathing) hreval_put_text_(bytes, ",\"measurands\":[\"breathingRate\"]");
  if (detector->sample_rate > 0) {
    hreval_put_text_(bytes, ",\"sampleRate\":");
    hreval_put_number_(bytes, detector->sample_rate);
  }
  if (detector->chance_within_bpm > 0) {
    hreval_put_text_(bytes, ",\"chanceWithinBPM\":");
    hreval_put_number_(bytes, detector->chance_within_bpm);
  }
  if (detector->highest_bpm > 0) {
    hreval_put_text_(bytes, ",\"rangeBPM\":[");
    hreval_put_number_(bytes, detector->lowest_bpm);
    hreval_put_text_(bytes, ",");
    hreval_put_number_(bytes, detector->highest_bpm);
    hreval_put_text_(bytes, "]");
  }
  for (size_t i = 0; i < detector->parameter_count; i++) {
    const hreval_parameter *one = &detector->parameters[i];
    hreval_put_text_(bytes, i ? "," : ",\"parameters\":[");
    hreval_put_text_(bytes, "{\"name\":");
    hreval_put_quoted_(bytes, one->name);
    hreval_put_text_(bytes, ",\"default\":");
    if (one->word) hreval_put_quoted_(bytes, one->word);
    else hreval_put_number_(bytes, one->number);
    if (one->choices) hreval_put_words_(bytes, ",\"choices\":", one->choices);
    if (!one->word) {
      hreval_put_text_(bytes, ",\"range\":[");
      hreval_put_number_(bytes, one->low);
      hreval_put_text_(bytes, ",");
      hreval_put_number_(bytes, one->high);
      hreval_put_text_(bytes, "]");
    }
    if (!one->word && one->is_integer) hreval_put_text_(bytes, ",\"integer\":true");
    if (one->summary) {
      hreval_put_text_(bytes, ",\"summary\":");
      hreval_put_quoted_(bytes, one->summary);
    }
    hreval_put_text_(bytes, "}");
  }
  hreval_put_text_(bytes, detector->parameter_count ? "]}\n" : "}\n");
}

/* The first line: gives 0 where there is none. */
static inline int hreval_greeted_(hreval_talk_ *talk) {
  char line[4096], name[32];
  size_t count = 0;
  for (;;) {
    unsigned char c;
    if (hreval_read_(talk, &c, 1) == 0) {
      if (count) hreval_stop_("the input ended inside the first line");
      return 0;
    }
    if (c == '\n') break;
    if (count + 1 >= sizeof line) hreval_stop_("the first line is too long");
    line[count++] = (char)c;
  }
  line[count] = 0;
  hreval_json_ json = {line, 0};
  int members = 0;
  double version = 0;
  int has_binary = 0;
  while (hreval_json_member_(&json, &members, name, sizeof name)) {
    if (strcmp(name, "hreval") == 0) {
      version = hreval_json_number_(&json);
    } else if (strcmp(name, "frames") == 0) {
      hreval_json_expect_(&json, '[');
      if (hreval_json_take_(&json, ']')) continue;
      do {
        hreval_json_peek_(&json);
        hreval_json_string_(&json, name, sizeof name);
        has_binary |= strcmp(name, "binary") == 0;
      } while (hreval_json_take_(&json, ','));
      hreval_json_expect_(&json, ']');
    } else {
      hreval_json_skip_(&json);
    }
  }
  if (version < 1 || version > 1 || !has_binary) hreval_stop_("this client speaks version 1, in binary frames");
  return 1;
}

/* Reads one frame; gives its kind, or 0 at the end. */
static inline uint32_t hreval_frame_(hreval_talk_ *talk) {
  unsigned char head[8];
  size_t had = hreval_read_(talk, head, 8);
  if (had == 0) return 0;
  if (had < 8) hreval_stop_("the input ended inside a frame");
  size_t length = (size_t)hreval_unsigned_(head, 4);
  uint32_t kind = (uint32_t)hreval_unsigned_(head + 4, 4);
  if (kind == 0) hreval_stop_("a frame of an unknown kind came");
  talk->frame.count = 0;
  /* Memory is taken as bytes arrive: a length alone is only a promise. */
  while (talk->frame.count < length) {
    size_t left = length - talk->frame.count;
    size_t part = left < ((size_t)1 << 24) ? left : (size_t)1 << 24;
    hreval_need_(&talk->frame, part);
    if (hreval_read_(talk, talk->frame.data + talk->frame.count, part) < part)
      hreval_stop_("the input ended inside a frame");
    talk->frame.count += part;
  }
  hreval_need_(&talk->frame, 1);
  talk->frame.data[talk->frame.count] = 0;
  return kind;
}

static inline void hreval_send_json_(hreval_talk_ *talk, const char *before, uint64_t number, const char *member,
                                     const char *text) {
  hreval_bytes_ *bytes = &talk->answer;
  char digits[32];
  snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  bytes->count = 0;
  hreval_put_unsigned_(bytes, 0, 4);
  hreval_put_unsigned_(bytes, 3, 4);
  hreval_put_text_(bytes, before);
  hreval_put_text_(bytes, digits);
  if (member) {
    hreval_put_text_(bytes, member);
    hreval_put_quoted_(bytes, text);
  }
  hreval_put_text_(bytes, "}");
  size_t length = bytes->count - 8;
  for (int i = 0; i < 4; i++) bytes->data[i] = (unsigned char)(length >> (8 * i) & 0xff);
  hreval_write_(talk);
}

static inline void hreval_begin_(hreval_talk_ *talk, const hreval_detector *detector) {
  hreval_recording *recording = &talk->recording;
  hreval_json_ json = {(const char *)talk->frame.data, 0};
  hreval_json_ rates = {NULL, 0};
  char name[HREVAL_LONGEST_WORD];
  int members = 0, inner;
  double number = -1, rate = 0;
  const char *why = NULL;
  if (memchr(talk->frame.data, 0, talk->frame.count)) hreval_json_wrong_();
  memset(recording, 0, sizeof *recording);
  recording->detector = detector;
  for (size_t i = 0; i < detector->parameter_count; i++) {
    recording->numbers[i] = detector->parameters[i].number;
    if (detector->parameters[i].word)
      snprintf(recording->words[i], HREVAL_LONGEST_WORD, "%s", detector->parameters[i].word);
  }
  while (hreval_json_member_(&json, &members, name, sizeof name)) {
    if (strcmp(name, "begin") == 0) {
      number = hreval_json_number_(&json);
    } else if (strcmp(name, "sampleRate") == 0) {
      if (hreval_json_peek_(&json) == 'n') hreval_json_skip_(&json);
      else rate = hreval_json_number_(&json);
    } else if (strcmp(name, "windowSeconds") == 0 && hreval_json_peek_(&json) != 'n') {
      recording->window_seconds = hreval_json_number_(&json);
    } else if (strcmp(name, "hopSeconds") == 0 && hreval_json_peek_(&json) != 'n') {
      recording->hop_seconds = hreval_json_number_(&json);
    } else if (strcmp(name, "channels") == 0) {
      recording->channel_count = 0;
      hreval_json_expect_(&json, '[');
      if (hreval_json_take_(&json, ']')) continue;
      do {
        if (recording->channel_count == HREVAL_MOST_CHANNELS) hreval_stop_("there are too many channels");
        hreval_json_peek_(&json);
        hreval_json_string_(&json, recording->channels[recording->channel_count++], HREVAL_LONGEST_WORD);
      } while (hreval_json_take_(&json, ','));
      hreval_json_expect_(&json, ']');
    } else if (strcmp(name, "sampleRates") == 0) {
      rates = json; /* read when the channels are known */
      hreval_json_skip_(&json);
    } else if (strcmp(name, "parameters") == 0) {
      inner = 0;
      while (hreval_json_member_(&json, &inner, name, sizeof name)) {
        size_t i = 0;
        while (i < detector->parameter_count && strcmp(detector->parameters[i].name, name) != 0) i++;
        if (i == detector->parameter_count) hreval_json_skip_(&json);
        else if (detector->parameters[i].word) {
          hreval_json_peek_(&json);
          hreval_json_string_(&json, recording->words[i], HREVAL_LONGEST_WORD);
        } else recording->numbers[i] = hreval_json_number_(&json);
      }
    } else {
      hreval_json_skip_(&json);
    }
  }
  if (hreval_json_peek_(&json) || !(number >= 0 && number < 9007199254740992.0) || recording->channel_count == 0)
    hreval_json_wrong_();
  for (size_t i = 0; i < recording->channel_count; i++) recording->rates[i] = rate;
  inner = 0;
  while (rates.at && hreval_json_member_(&rates, &inner, name, sizeof name)) {
    size_t i = 0;
    while (i < recording->channel_count && strcmp(recording->channels[i], name) != 0) i++;
    if (i == recording->channel_count || hreval_json_peek_(&rates) == 'n') hreval_json_skip_(&rates);
    else recording->rates[i] = hreval_json_number_(&rates);
  }
  for (size_t i = 0; i < recording->channel_count; i++) {
    if (!(recording->rates[i] > 0)) why = "a channel has no sample rate";
    talk->seen[i] = -1;
  }
  talk->has_begun = 1;
  if (!why && detector->begin) why = detector->begin(recording, detector->state);
  hreval_send_json_(talk, "{\"begin\":", (uint64_t)number, why ? ",\"error\":" : NULL, why);
}

/* Turns numbers round on machines that write them the other way. */
static inline const double *hreval_doubles_(unsigned char *data, size_t count) {
  const union { uint16_t whole; unsigned char first; } order = {1};
  if (!order.first)
    for (size_t i = 0; i < count; i++) {
      double value = hreval_double_(data + 8 * i);
      memcpy(data + 8 * i, &value, 8);
    }
  /* Everything in a question has a length of eight bytes, or a multiple, so this is aligned. */
  return (const double *)(void *)data;
}

/* The first grid point of a channel at or after a moment. */
static inline double hreval_grid_(double start, double rate) {
  double steps = start * rate - 1e-6;
  if (!(steps > -9e15 && steps < 9e15)) return start;
  double whole = (double)(int64_t)steps;
  return (whole < steps ? whole + 1 : whole) / rate;
}

static inline void hreval_question_(hreval_talk_ *talk, const hreval_detector *detector) {
  static const char *const too_short = "a question is shorter than it says";
  unsigned char *data = talk->frame.data;
  size_t left = talk->frame.count;
  hreval_recording *recording = &talk->recording;
  if (!talk->has_begun) hreval_stop_("a question came before the first begin");
  if (left < 32) hreval_stop_(too_short);
  uint64_t id = hreval_unsigned_(data, 8);
  hreval_window window;
  window.start = hreval_double_(data + 8);
  window.end = hreval_double_(data + 16);
  window.channels = talk->channels;
  window.channel_count = recording->channel_count;
  window.recording = recording;
  if (hreval_unsigned_(data + 24, 4) != recording->channel_count)
    hreval_stop_("a question has other channels than the recording");
  if (hreval_unsigned_(data + 28, 4) != 0) hreval_stop_("a question of a whole recording came");
  data += 32;
  left -= 32;
  for (size_t i = 0; i < recording->channel_count; i++) {
    hreval_channel *channel = &talk->channels[i];
    if (left < 8) hreval_stop_(too_short);
    uint64_t count = hreval_unsigned_(data, 4), has_times = hreval_unsigned_(data + 4, 4);
    data += 8;
    left -= 8;
    if (has_times > 1 || count > left / 8 / (has_times + 1)) hreval_stop_(too_short);
    channel->name = recording->channels[i];
    channel->rate = recording->rates[i];
    channel->count = (size_t)count;
    channel->samples = hreval_doubles_(data, channel->count);
    data += 8 * channel->count;
    left -= 8 * channel->count;
    channel->times = NULL;
    if (has_times) {
      channel->times = hreval_doubles_(data, channel->count);
      channel->first_time = count ? channel->times[0] : window.start;
      data += 8 * channel->count;
      left -= 8 * channel->count;
    } else if (detector->is_stream) {
      /* Samples follow each other; the first of them is where as many end at `end`. */
      if (talk->seen[i] < 0) {
        double first = window.end - (double)count / channel->rate, off = first - window.start;
        int begins = off * channel->rate <= 1.5 && off * channel->rate >= -1.5;
        talk->origins[i] = begins ? window.start : first > 0 ? first : 0;
        talk->seen[i] = 0;
      }
      channel->first_time = talk->origins[i] + talk->seen[i] / channel->rate;
      talk->seen[i] += (double)count;
    } else {
      channel->first_time = hreval_grid_(window.start, channel->rate);
    }
  }
  if (left) hreval_stop_("a question is longer than it says");

  hreval_answer given = detector->estimate(&window, detector->state);
  const char *wrong = given.error;
  if (!wrong && !given.abstain) {
    if (!hreval_is_finite_(given.bpm) || given.bpm <= 0) wrong = "the rate is not finite and above 0";
    else if (given.has_confidence && !(given.confidence >= 0 && given.confidence <= 1))
      wrong = "the confidence is not from 0 to 1";
    else if (given.beat_count > ((size_t)1 << 22)) wrong = "there are too many beats";
    for (size_t i = 0; !wrong && i < given.beat_count; i++)
      if (!hreval_is_finite_(given.beats[i])) wrong = "the time of a beat is not finite";
      else if (i && !(given.beats[i] > given.beats[i - 1])) wrong = "the times of beats do not rise";
  }
  if (wrong || given.abstain) {
    hreval_send_json_(talk, "{\"id\":", id, wrong ? ",\"error\":" : ",\"abstain\":", wrong ? wrong : given.abstain);
    return;
  }
  hreval_bytes_ *bytes = &talk->answer;
  const uint64_t none = UINT64_C(0x7ff8000000000000); /* NaN */
  bytes->count = 0;
  hreval_put_unsigned_(bytes, 24 + 8 * (uint64_t)given.beat_count, 4);
  hreval_put_unsigned_(bytes, 4, 4);
  hreval_put_unsigned_(bytes, id, 8);
  hreval_put_double_(bytes, given.bpm);
  if (given.has_confidence) hreval_put_double_(bytes, given.confidence);
  else hreval_put_unsigned_(bytes, none, 8);
  for (size_t i = 0; i < given.beat_count; i++) hreval_put_double_(bytes, given.beats[i]);
  hreval_write_(talk);
}

/* Answers hreval's questions until there are no more. Give its value back from main. */
static inline int hreval_serve(const hreval_detector *detector) {
  if (!detector->name || !detector->version || !detector->estimate)
    hreval_stop_("a detector needs a name, a version and a function");
  if (detector->parameter_count > HREVAL_MOST_PARAMETERS) hreval_stop_("the detector has too many parameters");
  if (isatty(0)) {
    printf("This is the detector \"%s\" (version %s) for hreval, which starts it: name it in an experiment as "
           "{ \"command\": [\"./program\"] }, or see `hreval list --command ./program`.\n",
           detector->name, detector->version);
    return 0;
  }
  hreval_talk_ *talk = (hreval_talk_ *)calloc(1, sizeof *talk);
  if (!talk) hreval_stop_("there is not enough memory");
  /* What the detector prints or reads must not take part in the talk. */
  talk->input = dup(0);
  talk->output = dup(1);
  int nothing = open("/dev/null", O_RDONLY);
  if (talk->input < 0 || talk->output < 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(2, 1) < 0)
    hreval_stop_("standard input and output cannot be set aside");
  close(nothing);
  fflush(stdout);
  if (hreval_greeted_(talk)) {
    hreval_describe_(detector, &talk->answer);
    hreval_write_(talk);
    uint32_t kind;
    while ((kind = hreval_frame_(talk)) != 0) {
      if (kind == 1) hreval_begin_(talk, detector);
      else if (kind == 2) hreval_question_(talk, detector);
      else hreval_stop_("a frame of an unknown kind came");
    }
  }
  free(talk->frame.data);
  free(talk->answer.data);
  close(talk->input);
  close(talk->output);
  free(talk);
  return 0;
}

#endif
