/* A detector that says what it was shown, for the tests. */
#include "../c/hreval.h"

static double beats[2];

static hreval_answer probe(const hreval_window *window, void *state) {
  const hreval_channel *last = &window->channels[window->channel_count - 1];
  (void)state;
  printf("this must not spoil the talk\n");
  fflush(stdout);
  if (last->count == 0) return hreval_abstain("no \"samples\"\n\\");
  if (last->samples[0] != last->samples[0]) return hreval_error("missing");
  if (last->samples[0] < 0) return hreval_rate(last->samples[0]);
  if (last->samples[0] > 1000) return hreval_rate_with_confidence(60, last->samples[0]);
  beats[0] = hreval_time(last, 0);
  beats[1] = hreval_time(last, last->count - 1);
  hreval_answer answer = hreval_rate_with_confidence(hreval_number(window->recording, "order"), last->samples[0]);
  answer.beats = beats;
  answer.beat_count = 2;
  return answer;
}

static const char *refuses(const hreval_recording *recording, void *state) {
  (void)state;
  return strcmp(hreval_word(recording, "way"), "no") == 0 ? "not \"this\" way" : NULL;
}

int main(int count, char **arguments) {
  static const char *const ways[] = {"yes", "no", "h\xc3\xa9", NULL}, *const channels[] = {"red", "green", NULL};
  static const hreval_parameter parameters[] = {
      {"order", "An order.", 3, 1, 200, 1, NULL, NULL},
      {"way", NULL, 0, 0, 0, 0, "yes", ways},
  };
  hreval_detector detector = {0};
  detector.name = "probe";
  detector.version = "2";
  detector.estimate = probe;
  detector.begin = refuses;
  detector.channels = channels;
  detector.lowest_bpm = 1;
  detector.highest_bpm = 250;
  detector.parameters = parameters;
  detector.parameter_count = 2;
  detector.is_stream = count > 1 && strcmp(arguments[1], "stream") == 0;
  return hreval_serve(&detector);
}
