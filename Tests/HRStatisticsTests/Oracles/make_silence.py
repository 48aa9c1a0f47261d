"""Writes silence.json for SilenceTests, by NumPy and SciPy: the share of all windows with a reference that were answered
within the tolerance, with its interval over clusters (Clopper and Pearson 1934 at Korn and Graubard's effective number of
windows, 1998), and chance over answered windows, of the recordings in diagnosis.json. Run in this folder.
"""
import json
import numpy as np, scipy
from scipy import stats

rng = np.random.default_rng(41)


def right(reference, estimate, cluster, within_bpm=5.0, within_percent=10.0):
    """Each window counts once; NaN: none. Windows without a reference are left out, without an estimate they are wrong."""
    known = ~np.isnan(reference)
    r, e, c = reference[known], estimate[known], cluster[known]
    limit = np.full(r.shape, within_bpm)
    if within_percent is not None:
        limit = np.maximum(limit, within_percent / 100 * np.abs(r))
    is_right = np.abs(e - r) <= limit  # False for NaN
    names = np.unique(c)
    n = np.array([(c == name).sum() for name in names], float)
    y = np.array([is_right[c == name].sum() for name in names], float)
    k, total, p = len(n), n.sum(), is_right.mean() if len(r) else None
    out = {"withinBPM": within_bpm, "withinPercent": within_percent, "reference": packed(reference),
           "estimate": packed(estimate), "cluster": cluster.tolist(), "right": int(y.sum()), "references": int(total),
           "clusters": k, "share": p, "designEffect": None, "effective": None, "low": None, "high": None}
    if k < 5:
        return out
    if 0 < p < 1:
        q, harmonic = y / n, k / np.sum(1 / n)
        within = np.sum(n * q * (1 - q)) / (total - k) if total > k else 0
        more, between = within * (1 / n - 1 / harmonic), q.var(ddof=1)
        own = np.where(more >= 0, between + more, np.minimum(between, np.maximum(between + more, within / n)))
        v = max(k / (k - 1) * np.sum((y - p * n) ** 2), n**2 @ own) / total**2
        out["designEffect"] = v / (p * (1 - p) / total)
        rarer = min((y > 0).sum(), (y < n).sum())
        quotient = stats.t.ppf(0.975, total - 1) / stats.t.ppf(0.975, min(k - 1, rarer + 1))
        effective = min(total, total / out["designEffect"] * quotient**2) if v > 0 else total
    else:
        effective = total**2 / (n @ n)
    x = p * effective
    out["effective"] = effective
    out["low"] = stats.beta.ppf(0.025, x, effective - x + 1) if p > 0 else 0
    out["high"] = stats.beta.ppf(0.975, x + 1, effective - x) if p < 1 else 1
    return out


def packed(values):
    return [None if np.isnan(v) else float(v) for v in values]


def windows(sizes, spread, silent, unknown=0.1):
    """Clusters of these sizes; each has its own share of silence and its own error."""
    cluster = np.repeat(rng.permutation(3 * len(sizes))[:len(sizes)], sizes)
    reference = np.round(rng.uniform(50, 160, len(cluster)), 1)
    scale = np.repeat(rng.gamma(2, spread / 2, len(sizes)), sizes)
    share = np.repeat(rng.beta(2 * silent, 2 * (1 - silent), len(sizes)), sizes) if 0 < silent < 1 else silent
    estimate = np.round(reference + scale * rng.standard_normal(len(cluster)), 1)
    estimate[rng.random(len(cluster)) < share] = np.nan
    reference[rng.random(len(cluster)) < unknown] = np.nan
    order = rng.permutation(len(cluster))
    return reference[order], estimate[order], cluster[order]


def chance(recordings):
    """Guesses judged where reference and estimate exist; the rate a window ago may be one that was not answered."""
    answered, held = [], []
    for r in recordings:
        start, end, ref, est = (np.array([np.nan if v is None else v for v in r[key]])
                                for key in ("start", "end", "reference", "estimate"))
        for i in np.flatnonzero(~np.isnan(ref) & ~np.isnan(est)):
            answered.append((r["cluster"], ref[i]))
            earlier = np.flatnonzero(~np.isnan(ref) & (end <= start[i] + 1e-6))
            earlier = earlier[earlier < i]
            if len(earlier):
                held.append(abs(ref[earlier[-1]] - ref[i]))
    c, ref = np.array([a[0] for a in answered]), np.array([a[1] for a in answered])
    others = [abs(ref[c != c[i]].mean() - ref[i]) for i in range(len(c))] if len(set(c)) > 1 else None
    return {"othersMean": None if others is None else np.mean(others), "constant70": np.abs(ref - 70).mean(),
            "holdLast": np.mean(held) if held else None, "holdLastCount": len(held)}


rows = [
    right(*windows([10] * 5, 6, 0.2)),
    right(*windows([3, 40, 8, 25, 1, 17, 60], 12, 0.4)),
    right(*windows([30] * 12, 20, 0.5), within_bpm=3.0, within_percent=None),
    right(*windows([1] * 9, 8, 0.3, unknown=0)),
    right(*windows([12] * 6, 5, 1)),
    right(*windows([12] * 6, 0.01, 0, unknown=0.2)),
    right(*windows([20] * 4, 8, 0.3)),
    right(np.full(8, np.nan), np.full(8, 70.0), np.arange(8)),
]
# The same share in every cluster, and one cluster that answered nothing.
rows.append(right(np.full(20, 60.0), np.where(np.arange(20) % 2 == 0, 60.0, np.nan), np.repeat(np.arange(5), 4)))
rows.append(right(np.full(24, 60.0), np.where(np.arange(24) < 20, 66.0, np.nan), np.repeat(np.arange(6), 4),
                  within_bpm=6.0))
sets = json.load(open("diagnosis.json"))["sets"]
json.dump({"versions": f"numpy {np.__version__} scipy {scipy.__version__}", "rows": rows,
           "chance": {name: chance(s["recordings"]) for name, s in sets.items()}},
          open("silence.json", "w"), indent=None, default=float, allow_nan=False)
open("silence.json", "a").write("\n")
