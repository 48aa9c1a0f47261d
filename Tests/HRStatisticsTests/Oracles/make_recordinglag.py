"""Writes recordinglag.json: windows of made-up recordings, the lag at which estimates lie nearest the reference, and
whether it stands out, by the rule of RecordingLag.

python3 make_recordinglag.py > recordinglag.json
"""
import json
import sys

import numpy as np

rng = np.random.default_rng(16)


def course(seconds, kind):
    """A rate for each tenth of a second, from 60 s before the recording to 60 s after."""
    time = np.arange(-600, 10 * seconds + 600) / 10
    if kind == "wanders":
        swings = [(rng.uniform(2, 4), rng.uniform(40, 150), rng.uniform(0, 2 * np.pi)) for _ in range(5)]
        return time, 75 + sum(size * np.sin(2 * np.pi * time / period + phase) for size, period, phase in swings)
    if kind == "rises":
        return time, 60 + 0.1 * time
    return time, np.full(len(time), 72.0)


def windows(seconds, hop, kind, shift, error=1.0, bias=0.0, length=20, silent=0.0, holes=0.0):
    """Reference means of 20 s windows whose times are `shift` too late, and estimates of the true ones."""
    time, rate = course(seconds, kind)
    sums = np.concatenate([[0], np.cumsum(rate)])

    def mean(start):
        first = np.searchsorted(time, start - 1e-9)
        return (sums[first + 10 * length] - sums[first]) / (10 * length)

    starts = np.arange(0, seconds - length + 1e-9, hop)
    reference = [None if rng.random() < holes else round(float(mean(one - shift)), 3) for one in starts]
    estimate = [
        None if rng.random() < silent else round(float(mean(one) + bias + error * rng.standard_normal()), 3)
        for one in starts]
    return {"hopSeconds": hop, "starts": [float(one) for one in starts], "reference": reference, "estimate": estimate}


def least(values):
    middle = len(values) // 2
    return min(range(len(values)), key=lambda i: (values[i], abs(i - middle), i))


def answer(series):
    hop = series["hopSeconds"]
    reach = int(10 / hop + 1e-9)
    reference = np.array([np.nan if one is None else one for one in series["reference"]])
    estimate = np.array([np.nan if one is None else one for one in series["estimate"]])
    places = [
        i for i in range(reach, len(estimate) - reach)
        if not np.isnan(estimate[i]) and not np.isnan(reference[i - reach:i + reach + 1]).any()]
    if not places:
        return None
    errors = np.array([[estimate[i] - reference[i - lag] for lag in range(-reach, reach + 1)] for i in places])
    mae = np.abs(errors).mean(axis=0)
    spread = np.abs(errors - np.median(errors, axis=0)).mean(axis=0)
    best, ends = least(mae), min(spread[0], spread[-1])
    clear = (
        len(places) >= 20 and 0 < best < 2 * reach and spread[best] <= 0.8 * ends and ends - spread[best] >= 0.2
        and abs(least(spread) - best) * hop <= 1)
    return {
        "windows": len(places), "bestLagSeconds": (best - reach) * hop, "bestMAEBPM": float(mae[best]),
        "zeroLagMAEBPM": float(mae[reach]), "clear": bool(clear)}


rows = []
for name, options in [
    ("as declared", dict(kind="wanders", shift=0)),
    ("reference 5 s late", dict(kind="wanders", shift=5)),
    ("reference 3 s late, hop 1", dict(kind="wanders", shift=3, hop=1)),
    ("reference 4 s early, hop 2", dict(kind="wanders", shift=-4, hop=2)),
    ("reads high", dict(kind="wanders", shift=0, bias=3)),
    ("reads high while the rate rises", dict(kind="rises", shift=0, bias=0.5, error=0.05)),
    ("the rate stands still", dict(kind="stands", shift=5)),
    ("noise drowns it", dict(kind="wanders", shift=5, error=25)),
    ("reference 15 s late", dict(kind="wanders", shift=15)),
    ("too short", dict(kind="wanders", shift=5, seconds=120)),
    ("half of it silent", dict(kind="wanders", shift=5, silent=0.5)),
    ("holes in the reference", dict(kind="wanders", shift=5, holes=0.05)),
    ("no window has all", dict(kind="wanders", shift=5, holes=0.9)),
]:
    series = windows(**(dict(seconds=600, hop=5) | options))
    rows.append({"name": name} | series | {"expected": answer(series)})
    print(name, rows[-1]["expected"], file=sys.stderr)
print(json.dumps({"rows": rows}))
