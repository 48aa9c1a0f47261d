"""Writes mae_intervals.json: how often intervals of 95 per cent hold the true MAE, and how wide they are, by six rules.

python3 make_mae_intervals.py 4000 > mae_intervals.json

A study has k clusters with mean absolute errors that are log-normal (sigma on the log scale, median 1); "outliers": one
in ten is ten times as large. Clusters have the same number of windows, or 5 to 150 of them. The true MAE is the mean
of all such clusters. 2000 resamples, drawn anew for every 250 studies.

The rules, with the figure q = ΣA/Σm of clusters with sums A of m windows, its standard error s over clusters, that of a
resample s*, and scores that are at most Student's 0.975 quantile of two degrees of freedom:

  t           bootstrap-t: q − T s, T quantiles of (q* − q)/s*; not below 0
  logT        bootstrap-t of the logarithm: q exp(−T s/q), T quantiles of (ln q* − ln q) q*/s*
  logT3       the same, scores at most Student's quantile of three degrees of freedom
  cubeT       bootstrap-t of the cube root
  bca         bias-corrected and accelerated percentiles
  logStudent  q exp(± t s/q), t Student's of k − 1 degrees of freedom

Of each: the share of studies whose interval lies above the truth (missedLow) and below it (missedHigh), how often the
lower end is 0, and the median over studies of lower and upper end over q.
"""
import json
import sys

import numpy as np
import scipy
from scipy import special, stats

Z, MOST, LESS = stats.norm.ppf(0.975), stats.t.ppf(0.975, 2), stats.t.ppf(0.975, 3)
RESAMPLES, BLOCK = 2000, 250
RULES = ["t", "logT", "logT3", "cubeT", "bca", "logStudent"]


def quantiles(rows, low, high):
    """Of each row, at its own two shares; linear between order statistics."""
    rows = np.sort(rows, axis=1)
    ends = []
    for share in (low, high):
        place = np.broadcast_to(share, len(rows)) * (rows.shape[1] - 1)
        below = np.minimum(np.floor(place).astype(int), rows.shape[1] - 2)
        first = np.take_along_axis(rows, below[:, None], 1)[:, 0]
        then = np.take_along_axis(rows, below[:, None] + 1, 1)[:, 0]
        ends.append(first + (place - below) * (then - first))
    return ends


def intervals(a, m, drawn):
    """Ends by every rule; a and m studies × clusters, drawn resamples × clusters, how often each was drawn."""
    k = m.shape[1]
    q = a.sum(1) / m.sum(1)
    d = a - q[:, None] * m
    s = np.sqrt(k / (k - 1) * (d * d).sum(1)) / m.sum(1)
    counts = m @ drawn.T
    change = (d @ drawn.T) / counts
    squares = (d * d) @ drawn.T - 2 * change * ((d * m) @ drawn.T) + change**2 * ((m * m) @ drawn.T)
    errors = np.sqrt(k / (k - 1) * np.maximum(squares, 0)) / counts
    figure = q[:, None] + change
    with np.errstate(divide="ignore", invalid="ignore"):
        plain = np.clip(np.nan_to_num(change / errors, nan=0, posinf=MOST, neginf=-MOST), -MOST, MOST)
        logs = np.log(figure / q[:, None]) * figure / errors
        logs = np.clip(np.nan_to_num(logs, nan=0, posinf=MOST, neginf=-MOST), -MOST, MOST)
        share = figure / q[:, None]
        roots = 3 * (share - share ** (2 / 3)) * q[:, None] / errors
        roots = np.clip(np.nan_to_num(roots, nan=0, posinf=MOST, neginf=-MOST), -MOST, MOST)
    low, high = quantiles(plain, 0.025, 0.975)
    found = {"t": (np.maximum(0, q - high * s), q - low * s)}
    low, high = quantiles(logs, 0.025, 0.975)
    found["logT"] = (q * np.exp(-high * s / q), q * np.exp(-low * s / q))
    low, high = quantiles(np.clip(logs, -LESS, LESS), 0.025, 0.975)
    found["logT3"] = (q * np.exp(-high * s / q), q * np.exp(-low * s / q))
    low, high = quantiles(roots, 0.025, 0.975)
    found["cubeT"] = (q * np.maximum(0, 1 - high * s / q / 3) ** 3, q * (1 - low * s / q / 3) ** 3)
    equal = np.abs(change) <= 1e-10 * np.abs(d).max(1)[:, None] / m.min(1)[:, None]
    share = ((change < 0) & ~equal).mean(1) + equal.mean(1) / 2
    z0 = special.ndtri(np.clip(share, 1 / RESAMPLES, 1 - 1 / RESAMPLES))
    without = (a.sum(1)[:, None] - a) / (m.sum(1)[:, None] - m)
    away = without.mean(1)[:, None] - without
    bend = (away**3).sum(1) / (6 * (away**2).sum(1) ** 1.5)
    moved = [special.ndtr(z0 + (z0 + side) / (1 - bend * (z0 + side))) for side in (-Z, Z)]
    found["bca"] = tuple(quantiles(figure, *moved))
    t = stats.t.ppf(0.975, k - 1)
    found["logStudent"] = (q * np.exp(-t * s / q), q * np.exp(t * s / q))
    return q, found


def cell(rng, studies, k, sizes, sigma, outliers):
    true = np.exp(sigma**2 / 2) * (1.9 if outliers else 1)
    sums = {rule: [0, 0, 0, [], []] for rule in RULES}
    for start in range(0, studies, BLOCK):
        own = np.exp(sigma * rng.standard_normal((BLOCK, k)))
        if outliers:
            own *= np.where(rng.random((BLOCK, k)) < 0.1, 10, 1)
        m = np.full((BLOCK, k), 40.0) if sizes == "equal" else rng.integers(5, 151, (BLOCK, k)).astype(float)
        drawn = rng.multinomial(k, np.full(k, 1 / k), RESAMPLES).astype(float)
        q, found = intervals(own * m, m, drawn)
        for rule, (low, high) in found.items():
            one = sums[rule]
            one[0] += int((low > true).sum())
            one[1] += int((high < true).sum())
            one[2] += int((low <= 0).sum())
            one[3].append(low / q)
            one[4].append(high / q)
    return {
        rule: {
            "missedLow": one[0] / studies, "missedHigh": one[1] / studies, "lowIsZero": one[2] / studies,
            "low": round(float(np.median(np.concatenate(one[3]))), 4),
            "high": round(float(np.median(np.concatenate(one[4]))), 4)} for rule, one in sums.items()}


studies = int(sys.argv[1])
cells = []
for outliers in (False, True):
    for sigma in (0.5, 1, 1.5):
        for sizes in ("equal", "unequal"):
            for k in (5, 6, 8, 12, 30):
                rng = np.random.default_rng([k, int(10 * sigma), len(sizes), outliers])
                cells.append({
                    "clusters": k, "sizes": sizes, "sigma": sigma, "outliers": outliers,
                    "rules": cell(rng, studies, k, sizes, sigma, outliers)})
print(json.dumps({"versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__},
                  "studies": studies, "resamples": RESAMPLES, "cells": cells}, indent=1))
