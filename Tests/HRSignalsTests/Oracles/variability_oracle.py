"""Twenty series of beats and their heart-rate variability by NeuroKit2, NumPy and SciPy; writes variability.json.

Run in this folder with: pip install neurokit2==0.2.13 && python variability_oracle.py
"""

import importlib.metadata
import json
import pathlib
import platform
import warnings

import neurokit2 as nk
import numpy as np
from scipy import integrate, interpolate, signal

COMMAND = "python variability_oracle.py"
rng = np.random.default_rng(49)


def rhythm(seconds, mean=820, hf=25, lf=15, jitter=8):
    """Intervals in ms: sines at 0.25 and 0.1 Hz of these amplitudes, and white noise."""
    out, now = [], 0.0
    while now < seconds:
        rr = (mean + hf * np.sin(2 * np.pi * 0.25 * now) + lf * np.sin(2 * np.pi * 0.1 * now)
              + jitter * rng.standard_normal())
        out.append(rr)
        now += rr / 1000
    return np.array(out)


def beats(rr, start=1000):
    return np.concatenate([[start], start + np.cumsum(np.round(rr))]).astype(int)


def ectopic(b, places):
    """A beat that comes 30 % early; the next one is in its place."""
    b = b.copy()
    for k in places:
        b[k] -= int(0.3 * (b[k] - b[k - 1]))
    return b


def missed(b, places):
    return np.delete(b, places)


def extra(b, places, share=0.45):
    return np.sort(np.concatenate([b, [int(b[k] + share * (b[k + 1] - b[k])) for k in places]]))


def pause(b, place, ms):
    b = b.copy()
    b[place:] += ms
    return b


def walk(n, mean, step):
    return mean + np.cumsum(rng.normal(0, step, n)) * 0.3


mixed = beats(rhythm(300))
series = {
    "steady": beats(rhythm(300, hf=3, lf=2, jitter=2)),
    "breathing": beats(rhythm(300, hf=60, lf=10)),
    "random walk": beats(walk(360, 850, 12)),
    "ectopics": ectopic(beats(rhythm(300)), [40, 41, 120, 250]),
    "missed beats": missed(beats(rhythm(300)), [30, 100, 101, 200]),
    "extra beats": extra(beats(rhythm(300)), [50, 150, 151, 300]),
    "extra beats at once": extra(beats(rhythm(300)), [60, 180], share=0.1),
    "one gap": pause(beats(rhythm(290)), 150, 10_000),
    "gaps all over": pause(pause(pause(pause(beats(rhythm(280)), 40, 4000), 41, 5000), 200, 6000), 330, 20_000),
    "very short": beats(rhythm(32)),
    "long": beats(rhythm(1500)),
    "fast": beats(rhythm(300, mean=390, hf=6, lf=8, jitter=3)),
    "slow": beats(rhythm(300, mean=1430, hf=40, lf=60, jitter=20)),
    "constant": beats(np.full(350, 800)),
    "clock of 128 Hz": np.round(np.round(beats(rhythm(300)) * 0.128) / 0.128).astype(int),
    "steps of 50 ms": beats(800 + 50 * rng.integers(-1, 2, 350)),
    "slow waves": beats(rhythm(150, hf=5, lf=70)),
    "recovery": beats(500 + 400 * (1 - np.exp(-np.arange(400) / 120)) + rng.normal(0, 10, 400)),
    "alternating": beats(800 + 30 * (-1.0) ** np.arange(350) + rng.normal(0, 5, 350)),
    "all of it": pause(extra(missed(ectopic(mixed, [50, 220]), [90, 300]), [130]), 180, 8000),
}
assert len(series) == 20


def intervals(b):
    """Intervals in ms, times of their ends in s, and whether each follows the one before it."""
    rr = np.diff(b)
    good = (rr >= 200) & (rr <= 3000)
    follows = good & np.concatenate([[False], good[:-1]])
    return rr[good].astype(float), b[1:][good] / 1000, follows[good]


def neurokit(rr, t):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        h = nk.hrv_time({"RRI": rr, "RRI_Time": t}).iloc[0]
    return {"meanRR": h.HRV_MeanNN, "sdnn": h.HRV_SDNN, "rmssd": h.HRV_RMSSD, "pnn50": h.HRV_pNN50}


def plain(rr, follows):
    d = np.array([b - a for a, b, f in zip(rr[:-1], rr[1:], follows[1:]) if f])
    return {"meanRR": np.mean(rr), "sdnn": np.sqrt(np.sum((rr - np.mean(rr)) ** 2) / (len(rr) - 1)),
            "rmssd": np.sqrt(np.sum(d * d) / len(d)), "pnn50": 100 * np.sum(np.abs(d) > 50) / (len(d) + 1)}


def resampled(t, rr):
    """Splines over stretches without a pause of more than 3 s, straight lines between them; 4 Hz."""
    x = t[0] + np.arange(int((t[-1] - t[0] + 1e-6) * 4) + 1) / 4
    y = np.interp(x, t, rr)
    cuts = np.concatenate([[0], np.flatnonzero(np.diff(t) > 3) + 1, [len(t)]])
    for a, b in zip(cuts[:-1], cuts[1:]):
        if b - a > 2:
            inside = (x >= t[a]) & (x <= t[b - 1])
            y[inside] = interpolate.CubicSpline(t[a:b], rr[a:b], bc_type="natural")(x[inside])
    return y


def integrated(f, p):
    def band(low, high):
        inside = (f > low - 1e-9) & (f < high + 1e-9)
        return float(integrate.trapezoid(p[inside], f[inside]))
    return {"lf": band(0.04, 0.15), "hf": band(0.15, 0.4)}


def welch(t, rr):
    y = resampled(t, rr)
    segments = max(1, 2 * len(y) // 480 - 1)
    half = len(y) // (segments + 1)
    return integrated(*signal.welch(
        y, fs=4, window="hann", nperseg=2 * half, noverlap=half, nfft=1200, detrend="linear"))


def lomb(t, rr):
    t = t - t[0]
    y = rr - np.polyval(np.polyfit(t, rr, 1), t)
    fine = 300 * max(1, int(np.ceil(t[-1] / 300)))
    f = np.arange(1, int(0.41 * fine)) / fine
    return integrated(f, 2 * np.mean(rr) / 1000 * signal.lombscargle(t, y, 2 * np.pi * f))


def inliers(rr):
    return [k for k in range(len(rr))
            if abs(rr[k] - np.median(rr[max(0, k - 5):k + 6])) <= 0.2 * np.median(rr[max(0, k - 5):k + 6])]


def kubios(b):
    """Kinds of artefacts by interval, one pass; NeuroKit2 counts from the first beat, not the first interval."""
    info, _ = nk.signal_fixpeaks(b, sampling_rate=1000, method="Kubios", iterative=False)
    return {kind: [int(k) - 1 for k in info[kind]] for kind in ["missed", "extra", "ectopic", "longshort"]}


rows = []
for name, b in series.items():
    rr, t, follows = intervals(b)
    rows.append({
        "name": name, "beats": b.tolist(), "neurokit2": neurokit(rr, t), "numpy": plain(rr, follows),
        "welch": welch(t, rr), "lombScargle": lomb(t, rr),
        "outliers": sorted(set(range(len(rr))) - set(inliers(rr)))})
    if follows[1:].all():
        rows[-1]["kubios"] = kubios(b)
    if name != "constant":
        assert np.isclose(list(rows[-1]["neurokit2"].values()), list(rows[-1]["numpy"].values()), rtol=1e-12).all()

pathlib.Path(__file__).with_name("variability.json").write_text(json.dumps({
    "command": COMMAND,
    "versions": {name: importlib.metadata.version(name) for name in ["neurokit2", "numpy", "scipy"]}
    | {"python": platform.python_version()},
    "rows": rows,
}, separators=(",", ":"), default=float) + "\n")
