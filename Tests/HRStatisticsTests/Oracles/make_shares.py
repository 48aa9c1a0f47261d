"""Writes shares.json: the interval of a share over clusters by NumPy and SciPy, for ShareIntervalTests. Run in this folder.

Korn and Graubard 1998 with Clopper and Pearson's limits from scipy.stats.beta. The variance is the larger of that of
clusters with their windows and that of the clusters' shares as a sample from one population; Student's t has at most
one degree of freedom more than there are clusters with a window of the rarer kind.
"""
import json
import numpy as np, scipy
from scipy import stats

rng = np.random.default_rng(5)
rows = []


def add(y, n, level):
    y, n = np.asarray(y, float), np.asarray(n, float)
    kept = n > 0
    z, m = y[kept], n[kept]
    k, total = len(m), m.sum()
    p = z.sum() / total
    if 0 < p < 1:
        residuals = (z - p * m) / total
        q, harmonic = z / m, k / (1 / m).sum()
        within = (m * q * (1 - q)).sum() / (total - k) if total > k else 0
        more, between = within * (1 / m - 1 / harmonic), q.var(ddof=1)
        own = np.where(more >= 0, between + more, np.minimum(between, np.maximum(between + more, within / m)))
        v = max(residuals @ residuals * k / (k - 1), ((m / total) ** 2) @ own)
        tail = (1 + level) / 2
        ratio = stats.t.ppf(tail, total - 1) / stats.t.ppf(tail, min(k - 1, 1 + min((z > 0).sum(), (z < m).sum())))
        effective = total if v == 0 else min(total, p * (1 - p) / v * ratio**2)
    else:
        effective = total**2 / (m @ m)
    x = p * effective
    low = stats.beta.ppf((1 - level) / 2, x, effective - x + 1) if x > 0 else 0
    high = stats.beta.ppf((1 + level) / 2, x + 1, effective - x) if x < effective else 1
    rows.append({"counted": list(y), "counts": list(n), "level": level, "share": p,
                 "effective": float(effective), "low": float(low), "high": float(high)})


for k, size, level in [(5, 10, 0.95), (12, 40, 0.95), (30, 7, 0.99), (60, 200, 0.995), (8, 1, 0.95)]:
    n = rng.integers(1, 2 * size, k) if size > 1 else np.ones(k, int)
    add(rng.binomial(n, rng.beta(4, 2, k)), n, level)
add([0] * 6, [20] * 6, 0.95)
add([20] * 6, [20] * 6, 0.95)
add([105, 100, 3, 4, 4, 2, 4, 4], [105, 105, 4, 4, 4, 4, 4, 4], 0.95)
add([105, 105, 4, 4, 4, 4], [105, 105, 4, 4, 4, 4], 0.95)
add([110, 20, 24, 21, 24, 18], [120, 24, 24, 24, 24, 24], 0.95)
add([10] * 6, [20] * 6, 0.95)
add([3, 0, 4, 5, 0, 2, 1], [4, 0, 6, 5, 3, 9, 2], 0.9)
add([40000] * 6, [100000] * 6, 0.95)
add([100000, 100001, 99999, 100002, 99998], [100003] * 5, 0.95)
json.dump({"versions": f"numpy {np.__version__} scipy {scipy.__version__}", "rows": rows}, open("shares.json", "w"), indent=1)
