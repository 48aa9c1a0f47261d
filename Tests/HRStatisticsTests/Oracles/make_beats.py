"""Writes beats.json: matched beats of made-up recordings by mir_eval, jitter and interval figures by NumPy and SciPy,
bootstrap intervals by enumeration.

python3 make_beats.py > beats.json
"""
import itertools
import json
import sys

import mir_eval
import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(9)
TOLERANCE = 0.15


def matched(ref, det, tolerance):
    # mir_eval's window is inclusive; 1 µs as in the definition
    return len(mir_eval.util.match_events(np.array(ref), np.array(det), tolerance + 1e-6)) if len(ref) and len(det) else 0


def least_cost(ref, det, tolerance):
    """Pairs of the largest matching with the smallest summed |difference|."""
    cost = np.abs(np.subtract.outer(np.array(ref), np.array(det)))
    r, d = scipy.optimize.linear_sum_assignment(np.where(cost <= tolerance + 1e-6, cost, 1e6))
    return [(int(i), int(j)) for i, j in zip(r, d) if cost[i, j] <= tolerance + 1e-6]


# Lists with many conflicts: about as far apart as the tolerance.
lists = []
for _ in range(60):
    n, m, span = rng.integers(0, 40), rng.integers(0, 40), rng.choice([2.0, 5.0, 20.0])
    ref, det = (np.round(np.sort(rng.random(k) * span), 3).tolist() for k in (n, m))
    tolerance = float(rng.choice([0.05, 0.15, 0.4]))
    lists.append({"reference": ref, "detected": det, "tolerance": tolerance, "pairs": matched(ref, det, tolerance)})


def beats(n, rate, loss, extra, spread, lag):
    ref = np.cumsum(60 / rate * (1 + 0.08 * rng.standard_normal(n)))
    det = ref[rng.random(n) > loss]
    det = det + lag + spread * rng.standard_normal(len(det))
    det = np.sort(np.concatenate([det, rng.random(int(extra * n)) * ref[-1]]))
    return np.round(ref, 4).tolist(), np.round(det, 4).tolist()


LAG = 0.04
rows = []
for cluster, args in [(4, (60, 70, 0.05, 0.05, 0.02, LAG)), (4, (50, 90, 0.3, 0.1, 0.03, LAG)),
                      (2, (80, 60, 0.0, 0.0, 0.01, LAG)), (9, (40, 110, 0.6, 0.4, 0.05, LAG)),
                      (1, (70, 80, 0.1, 0.2, 0.02, LAG + 0.05)), (6, (90, 75, 0.15, 0.02, 0.01, LAG))]:
    ref, det = beats(*args)
    rows.append({"cluster": cluster, "reference": ref, "detected": det})
rows.append({"cluster": 6, "reference": [1.0], "detected": []})

differences, intervals, labels, expected, metronome = [], [], [], 0.0, 0
total = np.zeros(3)
sums = {}
for row in rows:
    ref, det = np.array(row["reference"]), np.array(row["detected"]) - LAG
    pairs = least_cost(ref, det, TOLERANCE) if len(det) else []
    assert len(pairs) == matched(ref, det, TOLERANCE)
    if len(det):
        precision = len(pairs) / len(det)
        recall = len(pairs) / len(ref)
        f, p, r = mir_eval.onset.f_measure(ref - ref.min() + 1, np.sort(det - ref.min() + 1), window=TOLERANCE + 1e-6)
        assert abs(p - precision) < 1e-12 and abs(r - recall) < 1e-12
        row["f1"] = f
    row["matched"] = len(pairs)
    row["sumAbsolute"] = float(sum(abs(det[j] - ref[i]) for i, j in pairs))
    chance = 0
    if len(ref) > 1:
        period = (ref[-1] - ref[0]) / (len(ref) - 1)
        for phase in (np.arange(16) + 0.5) / 16 - 0.5:
            chance += matched(ref, ref[0] + (np.arange(len(ref)) + phase) * period, TOLERANCE) / 16
        metronome += len(ref)
    row["expectedByChance"] = chance
    expected += chance
    differences += [1000 * (det[j] - ref[i]) for i, j in pairs]
    known = dict(pairs)
    for i, j in pairs:
        if known.get(i + 1) == j + 1:
            intervals.append((1000 * (ref[i + 1] - ref[i]), 1000 * (det[j + 1] - det[j])))
            labels.append(row["cluster"])
    counts = np.array([len(ref), len(det), len(pairs)])
    total += counts
    sums[row["cluster"]] = sums.get(row["cluster"], 0) + counts

x = np.array(differences)
e = np.diff(np.array(intervals), axis=1).ravel()
groups = [e[np.array(labels) == c] for c in dict.fromkeys(labels)]
k, n, m = len(groups), len(e), np.array([len(g) for g in groups])
between = sum(len(g) * (g.mean() - e.mean())**2 for g in groups) / (k - 1)
within = sum(((g - g.mean())**2).sum() for g in groups) / (n - k)
m0 = (m.sum()**2 - (m**2).sum()) / ((k - 1) * m.sum())
sd = np.sqrt(max(0, (between - within) / m0) + within)

clusters = np.array(list(sums.values()))
drawn = np.array([clusters[list(c)].sum(axis=0) for c in itertools.product(range(len(clusters)), repeat=len(clusters))])
tail = stats.norm.cdf(-np.sqrt(k / (k - 1)) * stats.t.ppf(0.975, k - 1))
assert k == len(clusters) == 5


def expanded(figures):
    return list(np.percentile(figures, [100 * tail, 100 * (1 - tail)]))


f1 = 2 * total[2] / (total[0] + total[1])
f0 = expected / metronome
out = {
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
                 "mir_eval": mir_eval.__version__},
    "lists": lists, "tolerance": TOLERANCE, "lag": LAG, "recordings": rows,
    "score": {
        "sensitivity": total[2] / total[0], "positivePredictivity": total[2] / total[1], "f1": f1, "chanceF1": f0,
        "correctedF1": (f1 - f0) / (1 - f0), "medianOffset": np.median(x), "jitterSD": x.std(ddof=1),
        "jitterP95": np.percentile(np.abs(x - np.median(x)), 95), "intervalCount": n, "intervalBias": e.mean(),
        "intervalSD": e.std(ddof=1), "intervalLimits": list(e.mean() + np.array([-1, 1]) * stats.norm.ppf(0.975) * sd),
        "tail": tail, "sensitivityInterval": expanded(drawn[:, 2] / drawn[:, 0]),
        "positivePredictivityInterval": expanded(drawn[:, 2] / drawn[:, 1]),
        "f1Interval": expanded(2 * drawn[:, 2] / (drawn[:, 0] + drawn[:, 1])),
    },
}
json.dump(out, sys.stdout, default=float, allow_nan=False)
print()
