"""A stream: the time between upward crossings of a slow mean, with a memory of the last beats."""

import collections
import statistics

import hreval


class Crossings:
    def __init__(self, rate, mean_seconds=1.0, memory=8):
        self.rate, self.share = rate, 1 / (mean_seconds * rate)
        self.mean, self.above, self.count = None, False, 0
        self.crossings = collections.deque(maxlen=memory)

    def push(self, samples):
        for value in samples:
            self.count += 1
            if value != value:
                continue
            self.mean = value if self.mean is None else self.mean + self.share * (value - self.mean)
            above = value > self.mean
            # A heart beats at most four times a second; what crosses sooner is noise.
            if above and not self.above and self.seconds_since_crossing() > 0.25:
                self.crossings.append(self.count)
            self.above = above

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
        "memory": hreval.Parameter(8, range=(4, 60), summary="Beats that are remembered."),
    },
)
