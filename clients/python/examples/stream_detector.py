"""A stream: the time between upward crossings of a slow mean, with a memory of the last beats."""

import collections
import statistics

import hreval


class Crossings:
    def __init__(self, rate, mean_seconds=1.0, smooth_seconds=0.1, memory=8):
        self.rate = rate
        self.slow, self.fast = 1 / (mean_seconds * rate), min(1, 1 / (smooth_seconds * rate))
        self.mean, self.smooth, self.size, self.is_above, self.count = None, [0.0, 0.0], 0.0, False, 0
        self.crossings = collections.deque(maxlen=memory)

    def push(self, samples):
        for value in samples:
            self.count += 1
            if value != value:
                continue
            self.mean = value if self.mean is None else self.mean + self.slow * (value - self.mean)
            # Twice smoothed, and held against its own size, so that noise and second waves cross nothing.
            self.smooth[0] += self.fast * (value - self.mean - self.smooth[0])
            self.smooth[1] += self.fast * (self.smooth[0] - self.smooth[1])
            wave = self.smooth[1]
            self.size += 0.5 * self.slow * (abs(wave) - self.size)
            if not self.is_above and wave > 0.5 * self.size and self.seconds_since_crossing() > 0.3:
                self.crossings.append(self.count)
                self.is_above = True
            elif wave < -0.5 * self.size:
                self.is_above = False

    def seconds_since_crossing(self):
        return (self.count - self.crossings[-1]) / self.rate if self.crossings else float("inf")

    def reading(self):
        if len(self.crossings) < 4 or self.seconds_since_crossing() > 3:
            return "no beats"
        beats = list(self.crossings)
        return 60 * self.rate / statistics.median(later - earlier for earlier, later in zip(beats, beats[1:]))


hreval.detector(
    Crossings,
    name="crossings",
    parameters={
        "mean_seconds": hreval.Parameter(1.0, range=(0.2, 5), summary="Memory of the mean."),
        "smooth_seconds": hreval.Parameter(0.1, range=(0.01, 1), summary="Memory of the smoothing."),
        "memory": hreval.Parameter(8, range=(4, 60), summary="Beats that are remembered."),
    },
)
