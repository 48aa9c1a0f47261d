#!/usr/bin/env python3
"""Every row of beats there is, and the best of them, for BeatPath; the logistic rule for FusionConfidence.

    fusion.py > fusion.json

Written from the description in BeatPath.swift, not from its code: where the detector walks once through the maxima,
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


def confidence(noise, spread):
    """Odds: a power of each sign and of their product, each on a floor."""
    odds = exp(-15.814) * (noise + 0.01) ** -0.644 * (spread + 0.002) ** -1.185 * (noise * spread + 0.002) ** -1.981
    return odds / (1 + odds)


rows = []
for count, terms, period, strictness, least, distrusted in CASES:
    score, beats = best_row(count, terms, period, strictness, least, distrusted)
    rows.append(dict(count=count, terms=terms, period=period, strictness=strictness, leastLikeness=least,
                     distrusted=distrusted, score=score, beats=beats))
signs = [(0.01, 0.001), (0.02, 0.03), (0.45, 0.003), (0.45, 0.035), (0.2, 0.01), (1.0, 0.2), (0.0, 0.0)]
print(json.dumps(dict(command="fusion.py > fusion.json", rows=rows,
                      confidences=[dict(signs=s, probability=confidence(*s)) for s in signs]), indent=1))
