"""Makes frame_timing.json: means over exposures, samples of a lower rate, a lowered frame rate, and cubics, by NumPy and SciPy.

Run: python Tests/HRScenariosTests/Oracles/frame_timing.py
"""
import json
import os

import numpy as np
import scipy
from scipy.interpolate import BarycentricInterpolator

COMMAND = "python Tests/HRScenariosTests/Oracles/frame_timing.py"
HERE = os.path.dirname(os.path.abspath(__file__))


def edges(t):
    """Where each frame begins to stand for its surroundings, and where the last one ends."""
    middle = (t[1:] + t[:-1]) / 2
    return np.concatenate([[t[0] - (t[1] - t[0]) / 2], middle, [t[-1] + (t[-1] - t[-2]) / 2]])


def means(t, x, starts, ends):
    """By cumulative integrals of the step function, with missing samples (NaN) taken out of both integrals."""
    e = edges(t)
    there = np.isfinite(x)
    value = np.concatenate([[0], np.cumsum(np.where(there, x, 0) * np.diff(e))])
    weight = np.concatenate([[0], np.cumsum(there * np.diff(e))])
    v = np.interp(ends, e, value) - np.interp(starts, e, value)
    w = np.interp(ends, e, weight) - np.interp(starts, e, weight)
    return np.where(w > 1e-6, v / np.where(w > 1e-6, w, 1), np.nan)


def written(x):
    return [None if not np.isfinite(v) else float(v) for v in x]


def signal(t):
    return 120 + 3 * np.sin(2 * np.pi * 1.3 * t) + np.sin(2 * np.pi * 4.1 * t + 1)


rng = np.random.default_rng(7)
even = 2 + np.arange(400) / 30
uneven = 3 + np.cumsum(rng.uniform(0.02, 0.05, 400))
channels = []
for name, t in (("even", even), ("uneven", uneven)):
    x = signal(t) + rng.normal(0, 0.5, len(t))
    x[[50, 51, 52, 53, 54, 55, 56, 57, 58, 200]] = np.nan
    channels.append((name, t, x))

resampled = []
for name, t, x in channels:
    for rate in (4, 7.3, 24):
        n = int(np.floor((t[-1] - t[0]) * rate + 1e-6)) + 1
        grid = t[0] + np.arange(n) / rate
        nearest = np.array([x[np.argmin(np.round(np.abs(t - g), 9))] for g in grid])
        resampled.append(dict(channel=name, rate=rate, mean=written(means(t, x, grid - 0.5 / rate, grid + 0.5 / rate)),
                              nearest=written(nearest)))

slowed = []
for name, t, x in channels:
    nominal = 30.0 if name == "even" else 1 / np.median(np.diff(t))
    e = edges(t)
    for share in (0.3, 0.5, 0.83):
        stretches = [[4.011, 6.507], [9.3, 9.34], [11.0, 30.0]]
        exposure = 1 / (share * nominal)
        times, values = [], []
        free = -np.inf  # when the shutter is free again
        i = 0
        while i < len(t):
            if e[i] < free - 1e-6:
                i += 1
                continue
            stretch = next((s for s in stretches if s[0] <= t[i] < s[1]), None)
            # Exposures are tiled from the first frame of a stretch on: once it has begun, no frame at full rate until it is full.
            end = min(stretch[1], e[-1]) if stretch else None
            begun = stretch is not None and not (i > 0 and stretch[0] <= t[i - 1])
            if begun and e[i] + exposure <= end + 1e-6:
                a = e[i]
                while a + exposure <= end + 1e-6:
                    times.append(a + exposure / 2)
                    values.append(means(t, x, np.array([a]), np.array([a + exposure]))[0])
                    a += exposure
                free = a
            else:
                times.append(t[i])
                values.append(x[i])
                i += 1
        slowed.append(dict(channel=name, share=share, stretches=stretches, times=times, values=written(values)))

cubics = []
for name, t, x in channels:
    for index, moment in ((1, t[1] - 0.006), (1, t[1] + 0.004), (100, t[100] - 0.009), (100, t[100] + 0.0085), (398, t[398] + 0.003),
                          (398, t[398] - 0.007), (300, t[300])):
        left = index - 1 if moment < t[index] else index
        first = min(max(left - 1, 0), len(t) - 4)
        at = slice(first, first + 4)
        cubics.append(dict(channel=name, index=index, moment=float(moment), value=float(BarycentricInterpolator(t[at], x[at])(moment))))

with open(os.path.join(HERE, "frame_timing.json"), "w") as f:
    json.dump(dict(command=COMMAND, numpy=np.__version__, scipy=scipy.__version__,
                   channels=[dict(name=n, rate=30.0 if n == "even" else None, times=t.tolist(), values=written(x)) for n, t, x in channels],
                   resampled=resampled, slowed=slowed, cubics=cubics), f)
    f.write("\n")
