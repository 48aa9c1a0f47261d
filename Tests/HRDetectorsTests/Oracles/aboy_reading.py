#!/usr/bin/env python3
"""A second reading of abd and aboyPlusPlus with SciPy's filters and peak finder, for aboy_reading.json.

    aboy_reading.py > aboy_reading.json

Written from the descriptions in ABDDetector.swift and AboyPlusPlusDetector.swift, not from their code. The waves are
those of ppgbeats_onsets.py; indices count from 0.
"""
import json

import numpy as np
import scipy
from scipy.signal import butter, find_peaks, sosfiltfilt

from ppgbeats_onsets import WAVES, wave


def band(x, rate, high):
    if high < rate / 2:
        sos = butter(2, [0.45, high], btype="band", fs=rate, output="sos")
    else:
        sos = butter(2, 0.45, btype="high", fs=rate, output="sos")
    return sosfiltfilt(sos, x)


def rate_of(y, rate, low, high):
    step = max(1, int(rate / 30))
    z = y[::step]
    n = len(z)
    k = np.arange(n)
    z = z * (0.42 - 0.5 * np.cos(2 * np.pi * k / n) + 0.08 * np.cos(4 * np.pi * k / n))
    bpm = 60 * np.arange(n // 2 + 1) * rate / (n * step)
    power = np.where((bpm >= low - 1e-6) & (bpm <= high + 1e-6), np.abs(np.fft.rfft(z)) ** 2, -1)
    return bpm[np.argmax(power)]


def slope(y):
    s = np.convolve(y, [2, 1, 0, -1, -2], "valid") / 10
    return np.concatenate([[s[0]] * 2, s, [s[-1]] * 2])


def stretches(n, rate):
    length, step = round(10 * rate), round(8 * rate)
    starts = list(range(0, n - length, step)) + [n - length]
    return [(a, a + length) for a in starts]


def strict(y):
    return 1 + np.flatnonzero((y[1:-1] > y[:-2]) & (y[1:-1] > y[2:]))


def above(y, percent):
    m = strict(y)
    return m[y[m] > np.percentile(y, percent)]


def follow(climbs, tops):
    return np.array(sorted({int(tops[tops > c][0]) for c in climbs if np.any(tops > c)}), int)


def abd(x, rate):
    beats, tops, rates = set(), set(), []
    for a, b in stretches(len(x), rate):
        bpm = rate_of(band(x[a:b], rate, 10), rate, 30, 200)
        rates.append(bpm)
        t = above(band(x[a:b], rate, bpm / 6), 60)
        beats |= {a + int(i) for i in follow(above(slope(band(x[a:b], rate, bpm / 24)), 75), t)}
        tops |= {a + int(i) for i in t}
    period = 60 / np.median(rates) * rate
    kept = []
    for beat in sorted(beats):
        if kept and beat - kept[-1] < 0.5 * period:
            if x[beat] > x[kept[-1]]:
                kept[-1] = beat
        else:
            kept.append(beat)

    def fill(a, b):
        inside = [t for t in sorted(tops) if t - a >= 0.5 * period and b - t >= 0.5 * period]
        if b - a <= 2.25 * period or not inside:
            return []
        top = max(inside, key=lambda t: x[t])
        return fill(a, top) + [top] + fill(top, b)

    for a, b in zip(kept[:-1], kept[1:]):
        kept = kept + fill(a, b)
    return sorted(kept)


def prominent(y, distance):
    tops = find_peaks(y, distance=max(distance, 1))[0]
    feet = find_peaks(-y, distance=max(distance, 1))[0]
    if len(tops) == 0 or len(feet) == 0:
        return np.array([], int)
    size = np.mean([y[t] - y[feet[np.argmin(np.abs(feet - t))]] for t in tops])
    return find_peaks(y, distance=max(distance, 1), prominence=0.25 * size)[0]


def spread(d, percent):
    d = d[d >= np.percentile(d, percent)]
    return np.std(d) / np.mean(d)


def aboy_plus_plus(x, rate):
    beats, rates, v = set(), [], None
    for a, b in stretches(len(x), rate):
        whole = band(x[a:b], rate, 10)
        low, high = (0.5 * rates[-1], 1.4 * rates[-1]) if rates else (30, 200)
        bpm = rate_of(whole, rate, low, high)
        rates.append(bpm)
        smooth, shaped = slope(band(x[a:b], rate, bpm / 24)), band(x[a:b], rate, bpm / 6)
        if bpm > 40:
            v = 5 * spread(np.diff(strict(whole)), 50) if v is None else v
            distance = rate / (3 * (1 + v))
            found = follow(prominent(smooth, distance), prominent(shaped, distance))
            d = np.diff(found)
            if len(found) > 5 and 0.5 <= np.mean(d) / (60 / np.median(rates) * rate) <= 1.5:
                v = 10 * spread(d, 30)
        else:
            found = follow(above(smooth, 75), above(shaped, 50))
        beats |= {a + int(i) for i in found}
    period = 60 / np.median(rates) * rate
    minima = find_peaks(-band(x, rate, 10), distance=max(1, 0.3 * period))[0]

    def feet_of(beats):
        before = minima[minima < beats[0]]
        kept, feet = [beats[0]], [before[-1] if len(before) else max(0, beats[0] - round(rate / 50))]
        for beat in beats[1:]:
            ok = minima[(beat - minima > 0.12 * rate) & (minima > feet[-1]) & (minima - kept[-1] > 0.3 * rate)]
            if len(ok):
                kept.append(beat)
                feet.append(ok[-1])
        return kept, feet

    kept, feet = feet_of(sorted(beats))
    for i in range(len(kept) - 1):
        kept[i] = int(feet[i] + np.argmax(x[feet[i] : feet[i + 1]]))
    kept, feet = feet_of(kept)
    return [
        int(k)
        for i, k in enumerate(kept)
        if (i + 1 == len(feet) or feet[i + 1] != feet[i]) and k - feet[i] >= rate / 30
    ]


if __name__ == "__main__":
    rows = []
    for label, settings in WAVES.items():
        x = wave(*settings)
        for name, method in (("abd", abd), ("aboyPlusPlus", aboy_plus_plus)):
            beats = [int(i) for i in method(x, settings[0])]
            rows.append({"detector": name, "wave": label, "sum": int(x.sum()), "beats": beats})
    made = {"command": "aboy_reading.py", "numpy": np.__version__, "scipy": scipy.__version__}
    lines = ",\n    ".join(json.dumps(row) for row in rows)
    print('{\n  "made": %s,\n  "rows": [\n    %s\n  ]\n}' % (json.dumps(made), lines))
