#!/usr/bin/env python3
"""Every row of beats there is, and the best of them, for BeatPath; what stands between beats, for BeatRivals; the
logistic rule for FusionConfidence.

    fusion.py > fusion.json

Written from the descriptions in the Swift sources, not from their code: where the detector walks once through the maxima,
this tries every row. Likenesses are sums of cosines (see `likeness`), which the test builds too.
"""
import json
from math import cos, exp, log, pi

CASES = [
    # count, terms (height, cycles in the whole, phase), period, strictness, least likeness, distrusted span
    (90, [(1.0, 6.0, 0.0)], 15.0, 4.0, 0.3, None),
    (90, [(1.0, 6.0, 0.4), (0.8, 12.0, 1.0)], 15.0, 4.0, 0.3, None),
    (90, [(1.0, 6.3, 0.4), (0.5, 14.0, 1.0), (0.3, 3.1, 2.0)], 13.0, 1.0, 0.3, None),
    (100, [(0.6, 7.0, 0.4), (0.5, 9.0, 1.0), (0.5, 11.0, 2.0)], 13.0, 20.0, 0.0, None),
    (100, [(0.6, 7.0, 0.4), (0.5, 9.0, 1.0), (0.5, 11.0, 2.0)], 13.0, 0.3, 0.5, (40, 60)),
]


def likeness(count, terms, distrusted):
    trust = [0.1 if distrusted and distrusted[0] <= k < distrusted[1] else 1.0 for k in range(count)]
    value = [sum(h * cos(2 * pi * c * k / count + p) for h, c, p in terms) for k in range(count)]
    return [v * t for v, t in zip(value, trust)], trust


def is_maximum(x, k):
    return (k == 0 or x[k] > x[k - 1]) and (k == len(x) - 1 or x[k] >= x[k + 1])


def candidates(x, trust):
    return [k for k in range(len(x)) if is_maximum(x, k) or (k % 2 == 0 and trust[k] < 0.5)]


def place(x, k):
    if k in (0, len(x) - 1) or not is_maximum(x, k):
        return float(k)
    a, b, c = x[k - 1 : k + 2]
    curve = a - 2 * b + c
    return k + (0.5 * (a - c) / curve if curve < 0 else 0.0)


def best_row(count, terms, period, strictness, least, distrusted):
    x, trust = likeness(count, terms, distrusted)
    peaks = [(k, place(x, k)) for k in candidates(x, trust)]
    worth = {k: x[k] - least * trust[k] for k, _ in peaks}
    found = (float("-inf"), [])

    def go(row, at, score):
        nonlocal found
        if at >= count - 1 - 1.2 * period and score > found[0]:
            found = (score, row)
        for k, p in peaks:
            gap = p - at
            if k > row[-1] and 0.5 * period <= gap <= 1.6 * period + 1:
                go(row + [k], p, score + worth[k] - strictness * log(gap / period) ** 2)

    for k, p in peaks:
        if p < 1.2 * period:
            go([k], p, worth[k])
    return found


def rival(beats, x, trust):
    """The largest mean over a third of the intervals, at least four, of what stands highest in each one's middle half."""
    heights = []
    for a, b in zip(beats, beats[1:]):
        if trust[a] >= 0.5 and trust[b] >= 0.5:
            edge = max(1, (b - a) // 4)
            heights.append(max([0.0] + [x[k] for k in range(a + edge, b - edge + 1) if is_maximum(x, k)]))
    span = min(max(4, len(heights) // 3), len(heights))
    return max((sum(heights[k : k + span]) / span for k in range(len(heights) - span + 1)), default=0.0) if span else 0.0


def confidence(noise, spread, rival, beats):
    """Odds: a power of each sign and of their product, each on a floor. A rival from 0.7 to 0.95 takes three quarters.

    Fewer than ten beats take a fiftieth each."""
    odds = exp(-15.814) * (noise + 0.01) ** -0.644 * (spread + 0.002) ** -1.185 * (noise * spread + 0.002) ** -1.981
    return odds / (1 + odds) * (1 - 0.75 * min(1, max(0, (rival - 0.7) / 0.25))) * (1 - max(0, 10 - beats) / 50)


rows = []
for count, terms, period, strictness, least, distrusted in CASES:
    score, beats = best_row(count, terms, period, strictness, least, distrusted)
    rows.append(dict(wave=dict(count=count, terms=terms, distrusted=distrusted), period=period, strictness=strictness,
                     leastLikeness=least, score=score, beats=beats))
rivals = []
for count, terms, _, _, _, distrusted in CASES:
    for every in (7, 13, 15, 30):
        beats = list(range(every // 2, count, every))
        rivals.append(dict(wave=dict(count=count, terms=terms, distrusted=distrusted), beats=beats,
                           height=rival(beats, *likeness(count, terms, distrusted))))
signs = [(0.01, 0.001, 0.0, 20), (0.02, 0.03, 0.3, 20), (0.45, 0.003, 0.7, 15), (0.45, 0.035, 0.0, 12), (0.2, 0.01, 0.75, 30),
         (1.0, 0.2, 0.0, 8), (0.0, 0.0, 0.0, 5), (0.01, 0.001, 0.9, 10), (0.01, 0.001, 0.95, 20), (0.01, 0.001, 1.4, 14)]
print(json.dumps(dict(command="fusion.py > fusion.json", rows=rows, rivals=rivals,
                      confidences=[dict(signs=s, probability=confidence(*s)) for s in signs]), indent=1))
