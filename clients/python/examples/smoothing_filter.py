"""A filter: a moving average over the whole pulse wave."""

import numpy as np

import hreval


def smooth(samples, rate, seconds=0.1):
    count = max(1, round(seconds * rate))
    there = np.isfinite(samples)
    ones = np.ones(count)
    sums = np.convolve(np.where(there, samples, 0), ones, mode="full")[(count - 1) // 2 :][: len(samples)]
    counts = np.convolve(there.astype(float), ones, mode="full")[(count - 1) // 2 :][: len(samples)]
    # Where nothing is there, nothing is invented.
    return np.divide(sums, counts, out=np.full(len(samples), np.nan), where=(counts > 0) & there)


hreval.filter(
    smooth,
    name="smooth",
    parameters={"seconds": hreval.Parameter(0.1, range=(0.01, 2), summary="Length of the average.")},
)
