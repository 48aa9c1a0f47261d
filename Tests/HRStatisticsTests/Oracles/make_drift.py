"""Writes drift.json: trains of beats whose delay drifts or does not, and the drift by the rule of DelayDrift, with each
piece's pairs from SciPy's assignment.

python3 make_drift.py > drift.json
"""
import json
import sys

import numpy as np
from scipy.optimize import linear_sum_assignment

rng = np.random.default_rng(15)
TOLERANCE, PIECE = 0.15, 15.0


def heart(seconds, rate=70.0, spread=0.03, breathing=0.04):
    """Beats of a resting heart: intervals that breathe and scatter."""
    beats, time = [], 0.4
    while time < seconds:
        beats.append(time)
        time += 60 / rate * (1 + breathing * np.sin(2 * np.pi * 0.25 * time) + spread * rng.standard_normal())
    return np.array(beats)


def fibrillating(seconds):
    beats, time = [], 0.4
    while time < seconds:
        beats.append(time)
        time += rng.uniform(0.4, 1.2)
    return np.array(beats)


def premature(seconds):
    beats = heart(seconds)
    early = rng.random(len(beats)) < 0.1
    return np.sort(beats - 0.25 * early)


def marked(beats, delay=0.28, scatter=0.015, loss=0.0, extra=0.0):
    found = beats[rng.random(len(beats)) >= loss] + delay
    found = found + scatter * rng.standard_normal(len(found))
    return np.sort(np.concatenate([found, rng.uniform(0, beats[-1], int(extra * len(beats)))]))


def clock(found, percent):
    return found * (1 + percent / 100)


def cases():
    rest = heart(200)
    yield "steady", rest, marked(rest)
    yield "0.2 % fast", rest, clock(marked(rest), 0.2)
    yield "0.4 % slow", rest, clock(marked(rest), -0.4)
    yield "0.01 % fast", rest, clock(marked(rest), 0.01)
    yield "scattered by 35 ms", rest, marked(rest, scatter=0.035)
    yield "scattered by 80 ms", rest, marked(rest, scatter=0.08)
    yield "5 % missed, 5 % false", rest, marked(rest, loss=0.05, extra=0.05)
    yield "30 % missed", rest, marked(rest, loss=0.3)
    yield "delay wanders by 50 ms either way", rest, marked(rest + 0.05 * np.sin(2 * np.pi * rest / 130))
    yield "delay jumps by 60 ms", rest, marked(rest + 0.06 * (rest > 100))
    irregular = fibrillating(200)
    yield "fibrillation", irregular, marked(irregular, scatter=0.03)
    yield "fibrillation, 0.2 % fast", irregular, clock(marked(irregular), 0.2)
    extra = premature(200)
    yield "premature beats", extra, marked(extra)
    yield "anywhere", rest, np.sort(rng.uniform(0, 200, len(rest)))
    fast = heart(200, rate=130)
    yield "anywhere at 130 bpm", fast, np.sort(rng.uniform(0, 200, len(fast)))
    yield "a metronome of the mean rate", rest, np.linspace(rest[0], rest[-1], len(rest))
    gap = rest[(rest < 60) | (rest > 100)]
    yield "a gap, 0.2 % fast", gap, clock(marked(gap), 0.2)
    yield "a gap, 0.7 % fast", gap, clock(marked(gap), 0.7)
    yield "a gap", gap, marked(gap)
    short = heart(70)
    yield "70 s, 0.5 % fast", short, clock(marked(short), 0.5)
    yield "nothing found", rest, np.array([])


def delay_in(piece, found, known):
    if known is None:
        since = found[(found >= piece[0] - 0.1) & (found <= piece[-1] + 2)]
        before = [piece[piece <= one + 0.1 + 1e-12][-1] if (piece <= one + 0.1).any() else np.nan for one in since]
        late = since - np.array(before, dtype=float)
        late = late[~np.isnan(late) & (late <= 2)]
        if not len(late):
            return None
        known = float(np.median(late))
    mine = found[(found >= piece[0] + known - TOLERANCE / 2) & (found < piece[-1] + known + TOLERANCE / 2)]
    if not len(mine):
        return None
    away = np.abs(mine[None, :] - known - piece[:, None])
    rows, columns = linear_sum_assignment(np.where(away <= TOLERANCE + 1e-6, away, 1e6))
    pairs = [(i, j) for i, j in zip(rows, columns) if away[i, j] <= TOLERANCE + 1e-6]
    if len(pairs) < 0.8 * max(len(piece), len(mine)):
        return None
    delays = np.array([mine[j] - piece[i] for i, j in pairs])
    if np.median(np.abs(delays - np.median(delays))) > TOLERANCE / 4:
        return None
    return float(np.median(delays))


def drift(reference, found):
    which = np.floor((reference - reference[0]) / PIECE)
    delays, pieces = [], 0
    for one in np.unique(which):
        piece = reference[which == one]
        if len(piece) < 8:
            continue
        pieces += 1
        known = None
        if delays:
            (first, last) = (delays[0], delays[-1])
            change = (last[1] - first[1]) / (last[0] - first[0]) if last[0] > first[0] else 0.0
            known = last[1] + change * (one - last[0])
        delay = delay_in(piece, found, known)
        if delay is not None:
            delays.append((one, delay))
    delays = [delay for _, delay in delays]
    if len(delays) < max(6, pieces / 2):
        return None, len(delays)
    third = (len(delays) + 1) // 3
    return float(np.median(delays[-third:]) - np.median(delays[:third])), len(delays)


rows = []
for name, reference, found in cases():
    reference, found = np.round(reference, 3), np.round(np.sort(found), 3)
    value, pieces = drift(reference, found)
    rows.append({
        "name": name, "reference": reference.tolist(), "detected": found.tolist(), "driftSeconds": value,
        "pieces": pieces})
    print(f"{name}: {value} of {pieces}", file=sys.stderr)
print(json.dumps({"toleranceSeconds": TOLERANCE, "rows": rows}))
