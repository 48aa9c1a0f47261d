"""Writes doubts.json: tests of clusters' means for skew and for one far off, the kurtosis of errors about their cluster's
mean, the variance of the logarithms of the variances within, and jackknife intervals of correlations.

python3 make_doubts.py > doubts.json
"""
import json
import sys

import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(8)


def grubbs(x):
    n, g = len(x), np.abs(x - x.mean()).max() / x.std(ddof=1)
    rest = (n - 1) ** 2 - n * g**2
    return g, min(1.0, 2 * n * stats.t.sf(np.sqrt(n * (n - 2) * g**2 / rest), n - 2)) if rest > 0 else 0.0


tests = []
for n, draw in [(8, rng.standard_normal), (12, rng.standard_normal), (30, rng.standard_exponential),
                (9, lambda n: np.exp(2 * rng.standard_normal(n))), (200, lambda n: rng.standard_t(3, n)),
                (15, lambda n: np.append(rng.standard_normal(n - 1), 9))]:
    x = np.round(draw(n), 4)
    g, p = grubbs(x)
    tests.append({"values": x.tolist(), "skewness": stats.skew(x), "skewP": stats.skewtest(x).pvalue,
                  "distance": g, "distanceP": p})

groups = [np.round(rng.normal(b, s, m), 3) for b, s, m in
          [(0, 1, 12), (1, 2, 10), (-1, 4, 25), (2, 1, 9), (0, 3, 40), (-2, 2, 11), (1, 8, 15)]]
residuals = np.concatenate([g - g.mean() for g in groups])
spread = {
    "clusters": [g.tolist() for g in groups],
    "kurtosis": (residuals**4).mean() / (residuals**2).mean() ** 2,
    "spread": np.var([np.log(g.var(ddof=1)) for g in groups if len(g) >= 10], ddof=1),
}


def figures(x, y):
    n, vx, vy, c = len(x), x.var(ddof=1), y.var(ddof=1), np.cov(x, y)[0, 1]
    ccc = 2 * c / (vx + vy + (x.mean() - y.mean()) ** 2)
    rows, rest, column = (vx + vy + 2 * c) / 2, (vx + vy - 2 * c) / 2, n * (x.mean() - y.mean()) ** 2 / 2
    return np.array([np.corrcoef(x, y)[0, 1], ccc, (rows - rest) / (rows + rest + 2 * (column - rest) / n),
                     (rows - rest) / (rows + rest)])


def correlations(k, low, high):
    x = [np.round(rng.normal(rng.normal(80, 10), 6, rng.integers(low, high)), 2) for _ in range(k)]
    y = [np.round(a + rng.normal(1, 3) + rng.normal(0, 3, len(a)), 2) for a in x]
    z = np.arctanh(figures(np.concatenate(x), np.concatenate(y)))
    left = np.array([np.arctanh(figures(np.concatenate(x[:i] + x[i + 1:]), np.concatenate(y[:i] + y[i + 1:])))
                     for i in range(k)])
    reach = stats.t.ppf(0.975, k - 1) * np.sqrt((k - 1) / k * ((left - left.mean(axis=0)) ** 2).sum(axis=0))
    return {"reference": [a.tolist() for a in x], "estimate": [a.tolist() for a in y],
            "low": np.tanh(z - reach).tolist(), "high": np.tanh(z + reach).tolist()}


json.dump({"versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__},
           "tests": tests, "spread": spread,
           "correlations": [correlations(5, 3, 9), correlations(12, 1, 40), correlations(30, 5, 6)]},
          sys.stdout, indent=1)
print()
