/* Heart rate by autocorrelation: the lag at which the pulse wave is most like itself.
 *
 *     cc -O2 -std=c99 -o example_detector example_detector.c
 */
#include "hreval.h"

/* The mean of n samples, without those that are missing. */
static double mean(const double *samples, size_t n) {
  double sum = 0;
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    if (samples[i] == samples[i]) sum += samples[i], count++;
  return count ? sum / (double)count : 0;
}

/* The wave without its slow part, and smoothed: averages over a tenth of a second less those over 1.5 s. */
static double *band(const double *samples, size_t n, double rate) {
  double *sums = (double *)malloc((n + 1) * sizeof *sums), *wave = (double *)malloc(n * sizeof *wave);
  if (sums && wave) {
    double middle = mean(samples, n);
    size_t few = (size_t)(0.05 * rate), many = (size_t)(0.75 * rate);
    sums[0] = 0;
    for (size_t i = 0; i < n; i++) sums[i + 1] = sums[i] + (samples[i] == samples[i] ? samples[i] - middle : 0);
    for (size_t i = 0; i < n; i++) {
      size_t a = i < few ? 0 : i - few, b = i + few + 1 < n ? i + few + 1 : n;
      size_t c = i < many ? 0 : i - many, d = i + many + 1 < n ? i + many + 1 : n;
      wave[i] = (sums[b] - sums[a]) / (double)(b - a) - (sums[d] - sums[c]) / (double)(d - c);
    }
  } else {
    free(wave);
    wave = NULL;
  }
  free(sums);
  return wave;
}

/* How like the wave is to itself `lag` samples later, from -1 to 1. */
static double likeness(const double *wave, size_t n, size_t lag) {
  double product = 0, first = 0, second = 0;
  for (size_t i = 0; i + lag < n; i++) {
    product += wave[i] * wave[i + lag];
    first += wave[i] * wave[i];
    second += wave[i + lag] * wave[i + lag];
  }
  double both = first + second;
  return both > 0 ? 2 * product / both : 0;
}

static hreval_answer estimate(const hreval_window *window, void *state) {
  const hreval_channel *ppg = &window->channels[0];
  double highest = hreval_number(window->recording, "highestBPM");
  double lowest = hreval_number(window->recording, "lowestBPM");
  double least = hreval_number(window->recording, "leastLikeness");
  size_t from = (size_t)(60 * ppg->rate / highest), to = (size_t)(60 * ppg->rate / lowest) + 1;
  (void)state;
  if (from < 2 || ppg->count < 2 * to + 2) return hreval_abstain("too short");
  double *wave = band(ppg->samples, ppg->count, ppg->rate);
  double *likenesses = (double *)malloc((to + 2) * sizeof *likenesses);
  if (!wave || !likenesses) {
    free(wave);
    free(likenesses);
    return hreval_error("there is not enough memory");
  }
  double best = -1;
  for (size_t lag = from - 1; lag <= to + 1; lag++) likenesses[lag] = likeness(wave, ppg->count, lag);
  for (size_t lag = from; lag <= to; lag++)
    if (likenesses[lag] >= likenesses[lag - 1] && likenesses[lag] > likenesses[lag + 1] && likenesses[lag] > best)
      best = likenesses[lag];
  hreval_answer answer = hreval_abstain("no rhythm");
  /* Two or three periods are as like as one: the shortest of those that are nearly the best. */
  for (size_t lag = from; lag <= to && best >= least && best > 0; lag++) {
    double before = likenesses[lag - 1], top = likenesses[lag], after = likenesses[lag + 1];
    if (top < before || top <= after || top < 0.85 * best) continue;
    double exact = (double)lag + 0.5 * (before - after) / (before - 2 * top + after);
    answer = hreval_rate_with_confidence(60 * ppg->rate / exact, top > 1 ? 1 : top);
    break;
  }
  free(wave);
  free(likenesses);
  return answer;
}

int main(void) {
  static const hreval_parameter parameters[] = {
      {"lowestBPM", "Lowest rate that is looked for.", 42, 30, 90, 0, NULL, NULL},
      {"highestBPM", "Highest rate that is looked for.", 210, 100, 300, 0, NULL, NULL},
      {"leastLikeness", "Below this there is no rate.", 0.2, 0, 1, 0, NULL, NULL},
  };
  hreval_detector detector = {0};
  detector.name = "autocorrelation in C";
  detector.version = "1";
  detector.estimate = estimate;
  detector.lowest_bpm = 29;
  detector.highest_bpm = 310;
  detector.parameters = parameters;
  detector.parameter_count = sizeof parameters / sizeof parameters[0];
  return hreval_serve(&detector);
}
