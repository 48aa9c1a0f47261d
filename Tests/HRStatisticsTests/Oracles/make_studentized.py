"""Writes studentized.json: standard errors of means over clusters of unequal sizes, and bootstrap-t intervals.

python3 make_studentized.py > studentized.json

Resamples of five and six clusters are all enumerated: the limit which random draws approach. Larger sets are
drawn at random with NumPy's own generator. A resample puts the means of drawn clusters at the places of the k clusters,
whose weights stay. Its score is its distance from the unweighted mean in its own standard errors, computed anew, at
most Student's 0.975 quantile of two degrees of freedom; of means of sizes that of their logarithms. The ends' scores
of the bias are at least Student's 0.965 quantile of k - 1 degrees of freedom from 0, those of upper ends of the others
1.12 (1 + 0.6/k) times the normal 0.975 quantile.
"""
import itertools
import json
import sys

import numpy as np
import scipy
from scipy import stats

MOST = stats.t.ppf(0.975, 2)


def standard_error(x, w):
    """Of the mean of the clusters' means x, which have the weights w: the larger of two."""
    k, rest = len(x), x - w @ x
    apart = np.sqrt(k / (k - 1) * (w**2 @ rest**2))
    return max(apart, np.sqrt((w**2).sum()) * x.std(ddof=1))


def interval(x, w, places, of_logarithm):
    k, theta, center = len(x), w @ x, x.mean()
    drawn = x[places]
    figures = drawn @ w
    apart = np.sqrt(k / (k - 1) * ((w * (drawn - figures[:, None])) ** 2).sum(axis=1))
    alike = np.sqrt((w**2).sum()) * drawn.std(axis=1, ddof=1)
    errors = np.maximum(apart, alike)
    # A cluster drawn k times has no residuals but rounding.
    errors[np.all(drawn == drawn[:, :1], axis=1)] = 0
    change = figures - center
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.log(figures / center) * figures if of_logarithm else change
        scores = np.where(np.isclose(change, 0, atol=1e-13), 0, distance / errors)
    # No error in any cluster drawn: 0 times the logarithm of 0.
    scores[figures == 0] = -MOST if of_logarithm else scores[figures == 0]
    scores = np.clip(scores, -MOST, MOST)
    low, high = np.quantile(scores, [0.025, 0.975])
    if of_logarithm:
        low = min(low, -1.12 * (1 + 0.6 / k) * stats.norm.ppf(0.975))
    else:
        low, high = min(low, -stats.t.ppf(0.965, k - 1)), max(high, stats.t.ppf(0.965, k - 1))
    se = standard_error(x, w)
    if of_logarithm:
        return list(theta * np.exp(-np.array([high, low]) * se / theta)), float((np.abs(scores) == MOST).mean())
    return [theta - high * se, theta - low * se], float((np.abs(scores) == MOST).mean())


def rounded(groups):
    return [np.round(g, 3) for g in groups]


rng = np.random.default_rng(20)
sets = {
    "five": rounded(rng.normal(b, 3, m) for b, m in [(1, 4), (-2, 9), (3, 2), (0, 6), (5, 3)]),
    "six": rounded(rng.normal(b, 2, m) for b, m in [(1, 7), (-2, 1), (4, 5), (0, 12), (2, 3), (-1, 8)]),
    "outlier": rounded(rng.normal(b, 0.5, m) for b, m in [(1, 5), (1, 4), (0.8, 6), (1.1, 5), (30, 5)]),
    "exactButOne": rounded([np.zeros(3), np.zeros(4), np.zeros(2), np.zeros(3), np.array([2.0, 5, 4])]),
    "onePairEach": rounded([np.array([e]) for e in [1.0, -2, 4, 0.5, 7]]),
    "twelve": rounded(rng.normal(2 * rng.standard_normal(), 3, rng.integers(5, 40)) for _ in range(12)),
    "twelveEqual": rounded(rng.normal(2 * rng.standard_normal(), 3, 10) for _ in range(12)),
    "thirty": rounded(rng.normal(1 + 3 * rng.standard_normal(), 2, rng.integers(1, 9)) for _ in range(30)),
}
out = {
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__},
    "most": MOST,
    "sets": {},
}
for name, groups in sets.items():
    k = len(groups)
    n = np.array([len(g) for g in groups], float)
    if k <= 6:
        places = np.array(list(itertools.product(range(k), repeat=k)))
    else:
        places = np.random.default_rng(1).integers(0, k, (200_000, k))
    row = {"clusters": [g.tolist() for g in groups], "resamples": len(places), "enumerated": k <= 6}
    figures = {"bias": lambda g: g.sum(), "mae": lambda g: abs(g).sum(), "square": lambda g: (g**2).sum()}
    for figure, total in figures.items():
        x, w = np.array([total(g) for g in groups]) / n, n / n.sum()
        ends, share = interval(x, w, places, figure != "bias")
        row[figure] = {"figure": w @ x, "standardError": standard_error(x, w), "interval": ends, "shareAtMost": share}
    out["sets"][name] = row
print(json.dumps(out, indent=1))
