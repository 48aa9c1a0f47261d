"""Writes diagnosis.json: null errors, error anatomy, selective accuracy and lag curves of made-up recordings, by
NumPy and pandas, written from the definitions.

python3 make_diagnosis.py > diagnosis.json
"""
import json
import sys

import numpy as np
import pandas as pd

rng = np.random.default_rng(20)
NaN = np.nan


def recording(cluster, n, hop, length, cadence, kind):
    start = np.round(np.arange(n) * hop, 3)
    ref = 75 + 12 * np.sin(np.arange(n) / 9 + cluster) + rng.normal(0, 2, n).cumsum() * 0.3
    ref = np.round(ref, 1)
    est = np.roll(ref, 2) + rng.normal(0, 2, n)
    factor = rng.choice([1, 0.5, 2, 2 / 3, 1.5], n, p=[0.6, 0.1, 0.1, 0.1, 0.1])
    est = np.round(est * factor * (1 + rng.normal(0, 0.02, n)), 2)
    at = rng.random(n) < 0.08
    est[at] = ref[at]
    for first in rng.integers(0, max(1, n - 9), 3):  # stuck stretches, some of them with a gap in the reference
        est[first:first + rng.integers(4, 9)] = est[first]
    est = np.clip(est, 42, 150)
    steps = np.round(rng.choice([1, 2, 0.5], n) * rng.normal(80, 8, n), 1)
    steps[rng.random(n) < 0.2] = NaN
    conf = np.round(rng.random(n), 1)
    conf[rng.random(n) < 0.1] = NaN
    ref[rng.random(n) < 0.02 * hop] = NaN
    est[rng.random(n) < 0.12] = NaN
    if kind == "late":
        est[:4] = NaN
    if kind == "silent":
        est[:] = NaN
    conf[np.isnan(est)] = NaN
    return {"cluster": cluster, "start": start, "end": start + length, "reference": ref, "estimate": est,
            "confidence": conf, "cadence": steps if cadence else np.array([])}


def frame(rows):
    parts = []
    for number, r in enumerate(rows):
        part = pd.DataFrame({k: r[k] for k in ("start", "end", "reference", "estimate", "confidence")})
        part["cadence"] = r["cadence"] if len(r["cadence"]) else NaN
        part["hasCadence"] = len(r["cadence"]) > 0
        part["recording"], part["cluster"] = number, r["cluster"]
        parts.append(part)
    f = pd.concat(parts, ignore_index=True)
    f["error"] = f.estimate - f.reference
    return f


def nulls(f):
    k = f.dropna(subset=["reference"])
    others = [abs(k[k.cluster != row.cluster].reference.mean() - row.reference) for row in k.itertuples()]
    hold = []
    for row in k.itertuples():
        earlier = k[(k.recording == row.recording) & (k.start < row.start) & (k.end <= row.start + 1e-6)]
        if len(earlier):
            hold.append(abs(earlier.sort_values("start").reference.iloc[-1] - row.reference))
    return {"othersMean": np.mean(others) if k.cluster.nunique() > 1 else None,
            "constant70": (k.reference - 70).abs().mean(),
            "holdLast": np.mean(hold) if hold else None, "holdLastCount": len(hold)}


def runs(f, limit):
    lengths, recovered = [], []
    for _, g in f.groupby("recording"):
        state = np.where(g.error.isna(), "n", np.where(g.error.abs() > limit, "x", "o"))
        text, starts = "".join(state), g.start.to_numpy()
        at = 0
        while (at := text.find("x", at)) >= 0:
            stop = len(text) - len(text[at:].lstrip("x"))
            lengths.append(stop - at)
            if stop < len(text) and text[stop] == "o":
                recovered.append(starts[stop] - starts[at])
            at = stop
    return {"count": len(lengths), "longest": max(lengths, default=None),
            "mean": np.mean(lengths) if lengths else None}, recovered


def anatomy(f):
    both = f.dropna(subset=["error"])
    q = both.estimate / both.reference
    out = {"count": len(both), "half": q.between(0.475, 0.525).mean(), "double": q.between(1.9, 2.1).mean(),
           "twoThirds": q.between(0.95 * 2 / 3, 1.05 * 2 / 3).mean(), "threeHalves": q.between(1.425, 1.575).mean(),
           "exactZero": (both.error == 0).mean()}
    limit = np.maximum(5, 0.1 * both.reference)
    near = sum((both.estimate - m * both.cadence).abs() <= 5 for m in (1, 2, 0.5)) > 0
    acc = both.hasCadence
    out["cadence"] = (near & (both.error.abs() > limit))[acc].mean() if acc.any() else None
    out["cadenceCount"] = int(acc.sum())
    counts = f.estimate.value_counts()
    low, high = f.estimate.min(), f.estimate.max()
    edge = pd.Series(False, index=both.index)
    if counts[low] >= 3:
        edge |= both.estimate <= 1.01 * low
    if counts[high] >= 3:
        edge |= both.estimate >= 0.99 * high
    out["bandEdge"] = edge.mean()
    stuck = 0
    for _, g in f.groupby("recording"):
        group = (g.estimate != g.estimate.shift()).cumsum()  # NaN differs from NaN
        for _, run in g.groupby(group):
            if len(run) >= 5 and run.reference.max() - run.reference.min() > 1:
                stuck += int(run.reference.notna().sum())
    out["stuck"] = stuck / len(both)
    out["over5"], _ = runs(f, 5)
    out["over10"], recovered = runs(f, 10)
    out["recovery"] = np.median(recovered) if recovered else None
    firsts = []
    for _, g in f.groupby("recording"):
        answered = g.dropna(subset=["estimate"])
        firsts.append(answered.end.iloc[0] - g.start.iloc[0] if len(answered) else np.inf)
    middle = float(np.median(firsts))
    out["firstReading"] = middle if np.isfinite(middle) else None
    return out


def risk(f):
    references = int(f.reference.notna().sum())
    both = f.dropna(subset=["error"])
    size, conf = both.error.abs().to_numpy(), both.confidence.fillna(-1).to_numpy()
    n = len(both)
    order = np.argsort(-conf, kind="stable")
    expected = pd.Series(size[order]).groupby(conf[order]).transform("mean").to_numpy()  # mean over orders of a tie
    curve = expected.cumsum() / np.arange(1, n + 1)
    best = np.sort(size).cumsum() / np.arange(1, n + 1)
    at = []
    for coverage in (0.003, 0.1, 0.25, 0.5, 0.7):
        accepted = coverage * references
        sums = np.interp(accepted, np.arange(n + 1), np.concatenate([[0], expected.cumsum()]))
        at.append([coverage, sums / accepted if accepted <= n else None])
    return {"aurc": curve.mean(), "optimal": best.mean(), "count": n, "references": references, "at": at,
            "curve": list(curve)}


def lag(rows, hop, reach):
    steps = int(np.floor(reach / hop + 1e-9))
    parts = []
    for r in rows:
        g = pd.DataFrame({"e": r["estimate"], "r": r["reference"]})
        parts.append(pd.DataFrame({k: (g.e - g.r.shift(k)).abs() for k in range(-steps, steps + 1)}))
    common = pd.concat(parts).dropna()
    if not len(common):
        return None
    return {"lags": [k * hop for k in common.columns], "mae": list(common.mean()), "count": len(common), "hop": hop}


def packed(values):
    return [None if np.isnan(v) else float(v) for v in values]


def plain(v):
    if isinstance(v, dict):
        return {k: plain(x) for k, x in v.items()}
    if isinstance(v, (list, tuple)):
        return [plain(x) for x in v]
    if isinstance(v, (np.integer, int)):
        return int(v)
    return None if v is None else float(v)


sets = {
    "mixed": (2.0, [recording(c, n, 2.0, 8.0, cad, kind) for c, n, cad, kind in [
        (3, 60, True, ""), (3, 45, False, ""), (8, 80, True, "late"), (1, 33, True, "silent"), (5, 70, False, ""),
        (7, 1, False, "")]]),
    "halfSecondHop": (0.5, [recording(c, n, 0.5, 6.0, False, kind) for c, n, kind in [
        (0, 180, ""), (1, 150, "late")]]),
    "mostlySilent": (1.0, [recording(c, 50, 1.0, 1.0, False, kind) for c, kind in [
        (0, ""), (0, "silent"), (0, "silent"), (0, "late")]]),
}
out = {"versions": {"python": sys.version.split()[0], "numpy": np.__version__, "pandas": pd.__version__}, "sets": {}}
for name, (hop, rows) in sets.items():
    f = frame(rows)
    out["sets"][name] = {
        "recordings": [{k: (v if k == "cluster" else packed(v)) for k, v in r.items()} for r in rows],
        "nulls": plain(nulls(f)), "anatomy": plain(anatomy(f)), "risk": plain(risk(f)),
        "lag": plain(lag(rows, hop, 10))}
assert out["sets"]["mixed"]["lag"] and out["sets"]["halfSecondHop"]["lag"]
json.dump(out, sys.stdout, allow_nan=False)
print()
