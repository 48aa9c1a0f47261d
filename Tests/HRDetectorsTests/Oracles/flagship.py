#!/usr/bin/env python3
"""Expected figures of the steps of fusion and fusion.wrist, in NumPy and SciPy, on numbers made by formula.

    flagship.py > flagship.json

Written from the descriptions in the Swift sources, not from their code. Where the detectors walk forward and keep the
best score or sweep twice over the rates, this writes down whole matrices of transitions.
"""
import json

import numpy as np
from scipy.signal import butter, freqz_sos


def noise(count, seed):
    """Park and Miller's minimal generator, minus a half."""
    values, state = np.empty(count), seed
    for index in range(count):
        state = state * 16807 % 2147483647
        values[index] = state / 2147483647 - 0.5
    return values


def smooth_count(least):
    n = max(2, least + least % 2)
    while True:
        rest = n
        for prime in (2, 3, 5):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return n
        n += 2


# ---- RidgeTrack: the best way of the rate -------------------------------------------------------------------------

RIDGE_HZ = 12.5 / smooth_count(int(12.5 / 0.033))
RIDGE_LOWEST = int(np.ceil(0.6 / RIDGE_HZ))
RIDGE_COUNT = int(3.5 / RIDGE_HZ) - RIDGE_LOWEST + 1
RIDGE_FRAMES = 26

RIDGES = [
    # One rate, then another far away; noise of so much; steps of the weights; prior; window; trust below 1
    dict(first=20, second=20, height=6.0, noise=8.0, seed=3, weights=[1.0], prior=None, window=None, trust=[]),
    dict(first=15, second=70, height=14.0, noise=9.0, seed=5, weights=[1.0], prior=None, window=None, trust=[]),
    dict(first=15, second=70, height=14.0, noise=9.0, seed=5, weights=[1.0, 0.4, 0.8], prior=None,
         window=[200, 500], trust=[]),
    dict(first=40, second=44, height=3.0, noise=60.0, seed=8, weights=[1.0, 0.7], prior=None, window=None, trust=[]),
    dict(first=30, second=30, height=2.0, noise=6.0, seed=9, weights=[1.0], prior=[2.4, 25.0, 0.15], window=None,
         trust=[]),
    dict(first=30, second=60, height=9.0, noise=9.0, seed=12, weights=[1.0, 0.9], prior=[1.6, 25.0, 0.15],
         window=[250, 600], trust=[[320, 420, 0.2]]),
    # Shorter than a frame: the last frame that ends in it
    dict(first=20, second=25, height=9.0, noise=5.0, seed=14, weights=[1.0], prior=None, window=[300, 410], trust=[]),
]


def ridge_evidence(case):
    values = case["noise"] * noise(RIDGE_FRAMES * RIDGE_COUNT, case["seed"]).reshape(RIDGE_FRAMES, RIDGE_COUNT)
    for frame in range(RIDGE_FRAMES):
        values[frame, case["first"] if frame < RIDGE_FRAMES // 2 else case["second"]] += case["height"]
    return values


def ridge(case):
    evidence = ridge_evidence(case)
    ends = 100 + 25 * np.arange(RIDGE_FRAMES)
    starts = np.maximum(0, ends - 150)
    weights = np.array([case["weights"][k % len(case["weights"])] for k in range(RIDGE_FRAMES)])
    window = case["window"] or [0, int(ends[-1])]
    trust = np.ones(window[1] - window[0])
    for low, high, value in case["trust"]:
        trust[low - window[0]:high - window[0]] = value
    inside = [k for k in range(RIDGE_FRAMES) if starts[k] >= window[0] and ends[k] <= window[1]]
    if not inside:
        inside = [max(k for k in range(RIDGE_FRAMES) if ends[k] <= window[1])]
    for k in inside:
        low, high = max(starts[k], window[0]) - window[0], ends[k] - window[0]
        own = trust[low:high].mean() ** 4
        if own < 0.9 * weights[k]:
            weights[k] = own
    bins = np.arange(RIDGE_COUNT)
    change = abs(bins[:, None] - bins[None, :])
    price = np.where(change <= int(0.25 / RIDGE_HZ), 400 * (change * RIDGE_HZ) ** 2, 30.0)
    scores, origin = [], []
    for k in range(inside[-1] + 1):
        own = weights[k] * evidence[k]
        if k == 0:
            if case["prior"]:
                rate, weight, width = case["prior"]
                hertz = (RIDGE_LOWEST + bins) * RIDGE_HZ
                own = own + weight * np.exp(-0.5 * ((hertz - rate) / width) ** 2)
            origin.append(None)
        else:
            reached = scores[-1][:, None] - price
            origin.append(reached.argmax(axis=0))
            own = own + reached.max(axis=0)
        scores.append(own)
    way = [int(scores[-1].argmax())]
    for k in range(inside[-1], inside[0], -1):
        way.insert(0, int(origin[k][way[0]]))
    return dict(case, bins=way, evidence=float(sum(evidence[k, b] for k, b in zip(inside, way))))


# ---- RateBelief: how likely each rate is --------------------------------------------------------------------------

BELIEF_HZ, BELIEF_LOWEST, BELIEF_WIDTH, BELIEF_FRAMES = 12.5 / 256, 14, 58, 40

BELIEFS = [
    # A rate that climbs by so many bins a frame from a first one; height and noise of the evidence
    dict(first=10.0, climb=0.0, height=12.0, noise=6.0, seed=21, frames=[4, 39]),
    dict(first=3.0, climb=0.6, height=20.0, noise=10.0, seed=22, frames=[10, 17]),
    dict(first=55.0, climb=-1.2, height=30.0, noise=20.0, seed=23, frames=[0, 39]),
    dict(first=0.0, climb=0.0, height=9.0, noise=3.0, seed=24, frames=[12, 12]),
]


def belief(case):
    evidence = case["noise"] * noise(BELIEF_FRAMES * BELIEF_WIDTH, case["seed"]).reshape(BELIEF_FRAMES, BELIEF_WIDTH)
    bins = np.arange(BELIEF_WIDTH)
    for frame in range(BELIEF_FRAMES):
        evidence[frame] += case["height"] * np.exp(-0.5 * (bins - case["first"] - case["climb"] * frame) ** 2)
    decay = np.exp(-60 * BELIEF_HZ / 2.4)
    # Of an endless row of rates; what would leave the band is lost.
    spread = (1 - decay) / (1 + decay) * decay ** abs(bins[:, None] - bins[None, :]) + 1e-5 / BELIEF_WIDTH
    now, rows = np.full(BELIEF_WIDTH, 1 / BELIEF_WIDTH), []
    for frame in range(BELIEF_FRAMES):
        now = spread @ now * np.exp(0.25 * evidence[frame])
        now /= now.sum()
        rows.append(now)
    hertz = (BELIEF_LOWEST + bins) * BELIEF_HZ

    def near(row, best):
        low, high = max(0, best - 2), min(BELIEF_WIDTH, best + 3)
        return row[low:high] @ hertz[low:high] / row[low:high].sum(), row[low:high].sum()

    first, last = case["frames"]
    way, following = [], None
    for frame in range(last, first - 1, -1):
        score = np.log(rows[frame])
        if following is not None:
            score = score + abs(bins - following) * np.log(decay)
        following = int(score.argmax())
        way.insert(0, float(near(rows[frame], following)[0]))
    row = rows[last]
    return dict(case, way=way, share=float(near(row, int(row.argmax()))[1]),
                deviationHz=float(np.sqrt(row @ (hertz - row @ hertz) ** 2)))


# ---- WristSpectrum: evidence from a frame's channels --------------------------------------------------------------

SPECTRA = [
    # Waves and axes; belief: rate, as a place among the rates, and its share; the rest is even
    dict(pulses=1, axes=0, belief=[0, 0.0]), dict(pulses=2, axes=0, belief=[0, 0.0]),
    dict(pulses=1, axes=3, belief=[0, 0.0]), dict(pulses=2, axes=3, belief=[0, 0.0]),
    dict(pulses=2, axes=3, belief=[13, 0.9]), dict(pulses=1, axes=3, belief=[57, 0.6]),
    dict(pulses=1, axes=3, belief=[0, 1.0]),
]


def wrist_channels():
    """Two pulse waves at 1.7 Hz with steps at 1.3 Hz in them, three axes of those steps."""
    t = np.arange(100) / 12.5
    pulse = np.cos(2 * np.pi * 1.7 * t) + 0.3 * np.cos(2 * np.pi * 3.4 * t - 1)
    steps = np.cos(2 * np.pi * 1.3 * t + 0.4) + 0.6 * np.cos(2 * np.pi * 2.6 * t)
    return [pulse + 1.5 * steps + 0.2 * noise(100, 31), 0.6 * pulse - steps + 0.3 * noise(100, 32),
            0.2 * steps + 0.05 * noise(100, 33), 9.81 + 0.05 * steps, 3 * noise(100, 34)]


def spectrum(case):
    channels, size = wrist_channels(), 256
    hertz = np.arange(size // 2 + 1) * 12.5 / size
    taper = np.sin(np.pi * (np.arange(100) + 0.5) / 100)
    band = (hertz >= 0.4) & (hertz <= 5)
    slope = np.where(hertz > 0, (hertz**2 / (hertz**2 + 1.5**2)) ** 2 * np.maximum(hertz, 1e-9) ** -0.4, 0)

    def flattened(x):
        value = np.where(band, abs(np.fft.rfft(x * taper, size)) ** 1.5 * slope, 0)
        return value / value.max()

    def remaining(p, a):
        return np.where(p > 0, p**2 / np.where(p > 0, p + 7 * a, 1), 0)

    waves = [flattened(x) for x in channels[:case["pulses"]]]
    a = np.max([flattened(x) for x in channels[2:2 + case["axes"]]] + [0 * waves[0]], axis=0)
    clearness = np.array([remaining(w, a)[14:72].max() / w.sum() for w in waves])
    p = np.average(waves, axis=0, weights=clearness**3)
    plain = remaining(p, a)
    scale = 3 / (np.sqrt(p.sum() * plain.sum()) * hertz[1])
    believed = np.full(58, (1 - case["belief"][1]) / 58)
    believed[case["belief"][0]] += case["belief"][1]
    near = np.convolve(believed, [1, 1, 1], "same")
    favour = np.zeros(len(p))
    for place, value in enumerate(near):
        bin_ = 14 + place
        favour[bin_] = max(favour[bin_], value)
        for overtone in (2 * bin_, 3 * bin_):
            # One whose upper neighbour is beyond the band is left out.
            if overtone + 1 < len(p) and band[overtone + 1]:
                favour[overtone - 1:overtone + 2] = np.maximum(favour[overtone - 1:overtone + 2], value)
    left = remaining(p, a * (1 - 0.6 * np.minimum(1, favour)))
    evidence = []
    for k in range(14, 72):
        value = left[k] - 0.4 * min(left[k], left[k // 2])
        for overtone in (2 * k, 3 * k):
            if overtone < len(left) and band[overtone]:
                value += min(2 * left[k], left[overtone])
        evidence.append(float(value * scale))
    return dict(case, evidence=evidence, kept=float(plain.sum() / p.sum()))


# ---- FrameImpulses: single frames that stand out ------------------------------------------------------------------

IMPULSES = [
    # Frames per second, key frame every so many frames of so many pulse heights, one or two frames wide or three to and fro, noise
    dict(rate=30, every=30, size=0.0, wide=1, noise=0.05, bpm=72, seed=41),
    dict(rate=30, every=30, size=0.5, wide=1, noise=0.05, bpm=72, seed=41),
    dict(rate=30, every=30, size=1.0, wide=1, noise=0.2, bpm=133, seed=42),
    dict(rate=30, every=30, size=-10.0, wide=2, noise=0.1, bpm=60, seed=43),
    dict(rate=30, every=6, size=5.0, wide=1, noise=0.1, bpm=80, seed=48),
    dict(rate=24, every=12, size=100.0, wide=2, noise=0.1, bpm=91, seed=44),
    dict(rate=60, every=250, size=3.0, wide=1, noise=0.0, bpm=180, seed=45),
    dict(rate=30, every=29, size=2.0, wide=3, noise=0.0, bpm=72, seed=47),
    dict(rate=15, every=15, size=10.0, wide=1, noise=0.1, bpm=72, seed=46),
]


def frames(case):
    count = 16 * case["rate"]
    phase = 2 * np.pi * case["bpm"] / 60 * np.arange(count) / case["rate"]
    values = 180 + np.cos(phase) + 0.4 * np.cos(2 * phase - 0.9) + 2 * case["noise"] * noise(count, case["seed"])
    for first in range(case["every"] // 2, count, case["every"]):
        wide = min(case["wide"], count - first)
        values[first:first + wide] += 2 * case["size"] * np.array([1, 1 if wide < 3 else -1, 1])[:wide]
    return values


def cubic(x, y, k, after):
    """At frame k, the cubic through the two frames before it, as they have become, and two after it."""
    before = [k - 2, k - 1]
    return np.polyval(np.polyfit(np.array(before + after) - k, np.append(y[before], x[after]), 3), 0)


def impulses(case):
    x, rate = frames(case), case["rate"]
    limits, last = {}, len(x)
    smooth = x.copy()
    if rate >= 18:
        for k in range(2, last - 2):
            smooth[k] = np.median(x[k - 2:k + 3])
        distance = {k: abs(x[k] - smooth[k]) for k in range(2, last - 2)}
        seconds = [range(s, min(last, s + rate)) for s in range(0, last, rate)]
        for number, second in enumerate(seconds):
            before = seconds[max(0, number - 10):number] or seconds[:1]
            # The last 10 s of distances there are.
            sizes = sorted([distance[k] for s in before for k in s if k in distance][-10 * rate:])
            heights = sorted(np.ptp(smooth[s.start:s.stop]) for s in before)
            limit = max(5 * sizes[len(sizes) * 3 // 4] / 1.0436, 0.25 * heights[len(heights) // 2])
            limits.update({k: limit for k in second if k in distance and distance[k] > limit})
    y, out = x.copy(), []
    for k, limit in limits.items():
        both = k + 1 in limits
        if abs(x[k] - cubic(x, y, k, [k + 2, k + 3] if both else [k + 1, k + 2])) > limit:
            y[k] = np.mean([y[k - 1], smooth[k + 1] if both else x[k + 1]])
            out.append(k)
    return dict(case, removed=out, values=[float(v) for v in y[out]])


# ---- powerGain and the wrist's confidence -------------------------------------------------------------------------

GAINS = [
    dict(order=4, kind="bandpass", edges=[0.4, 4.0], rate=25.0),
    dict(order=1, kind="bandpass", edges=[0.4, 10.0], rate=30.0),
    dict(order=1, kind="highpass", edges=[1.5], rate=31.25),
    dict(order=5, kind="lowpass", edges=[6.0], rate=100.0),
]


def gains(case):
    edges = case["edges"] if len(case["edges"]) > 1 else case["edges"][0]
    sections = butter(case["order"], edges, case["kind"], fs=case["rate"], output="sos")
    hertz = [0.0, 0.1, 0.6, 1.5, 3.3, 7.0, case["rate"] / 2]
    response = freqz_sos(sections, worN=hertz, fs=case["rate"])[1]
    return dict(case, hertz=hertz, gains=[float(g) for g in abs(response) ** 2])


def wrist_confidence(share, lasting, deviation, evidence, kept):
    def odds(p):
        return (p + 0.01) / (1.01 - p)

    value = (np.exp(-3.952) * odds(share) ** 0.343 * odds(lasting) ** 0.171 * (deviation + 0.01) ** -0.776
             * (max(0, evidence) + 0.3) ** 1.036 * (kept + 0.02) ** 0.535)
    return float(value / (1 + value))


SIGNS = [(0.98, 0.95, 0.03, 9.0, 0.9), (0.6, 0.7, 0.2, 4.0, 0.5), (0.2, 0.1, 0.8, 1.0, 0.2), (0.0, 0.0, 1.0, 0.0, 0.0),
         (1.0, 1.0, 0.0, 20.0, 1.0), (0.5, 0.5, 0.1, -2.0, 0.3)]

print(json.dumps(dict(
    command="flagship.py > flagship.json", ridges=[ridge(c) for c in RIDGES], beliefs=[belief(c) for c in BELIEFS],
    spectra=[spectrum(c) for c in SPECTRA], impulses=[impulses(c) for c in IMPULSES], gains=[gains(c) for c in GAINS],
    wristConfidences=[dict(signs=s, probability=wrist_confidence(*s)) for s in SIGNS])))
