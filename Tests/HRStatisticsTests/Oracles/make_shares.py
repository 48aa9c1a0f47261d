"""Writes shares.json: the interval of a share over clusters by NumPy and SciPy, for ShareIntervalTests. Run in this folder.

Korn and Graubard 1998 with Clopper and Pearson's limits from scipy.stats.beta.
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
        v = residuals @ residuals * k / (k - 1)
        q = (1 + level) / 2
        ratio = stats.t.ppf(q, total - 1) / stats.t.ppf(q, k - 1)
        effective = total if v == 0 else min(total, p * (1 - p) / v * ratio**2)
    else:
        effective = k
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
add([10] * 6, [20] * 6, 0.95)
add([3, 0, 4, 5, 0, 2, 1], [4, 0, 6, 5, 3, 9, 2], 0.9)
add([40000] * 6, [100000] * 6, 0.95)
add([100000, 100001, 99999, 100002, 99998], [100003] * 5, 0.95)
json.dump({"versions": f"numpy {np.__version__} scipy {scipy.__version__}", "rows": rows}, open("shares.json", "w"), indent=1)
