"""Writes studentized.json: standard errors of quotients over clusters, and bootstrap-t intervals.

python3 make_studentized.py > studentized.json

Resamples of five and six clusters are all enumerated: the limit which random draws approach. Larger sets are
drawn at random with NumPy's own generator. A resample's score is its distance from the figure in its own
standard errors, computed anew from its clusters, at most Student's 0.975 quantile of two degrees of freedom; of the
mean absolute error that of their logarithms.
"""
import itertools
import json
import sys

import numpy as np
import scipy
from scipy import stats

MOST = stats.t.ppf(0.975, 2)


def standard_error(n, a):
    k, theta = len(n), a.sum() / n.sum()
    return np.sqrt(k / (k - 1) * ((a - theta * n) ** 2).sum()) / n.sum()


def interval(n, a, places, of_logarithm):
    k, theta = len(n), a.sum() / n.sum()
    drawn_n, drawn_a = n[places], a[places]
    figures = drawn_a.sum(axis=1) / drawn_n.sum(axis=1)
    residuals = drawn_a - figures[:, None] * drawn_n
    # A cluster drawn k times has no residuals but rounding.
    residuals[np.all(places == places[:, :1], axis=1)] = 0
    errors = np.sqrt(k / (k - 1) * (residuals**2).sum(axis=1)) / drawn_n.sum(axis=1)
    change = figures - theta
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.log(figures / theta) * figures if of_logarithm else change
        scores = np.where(np.isclose(change, 0, atol=1e-13), 0, distance / errors)
    # No error in any cluster drawn: 0 times the logarithm of 0.
    scores[figures == 0] = -MOST if of_logarithm else scores[figures == 0]
    scores = np.clip(scores, -MOST, MOST)
    low, high = np.quantile(scores, [0.025, 0.975])
    se = standard_error(n, a)
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
    for figure, a in [("bias", np.array([g.sum() for g in groups])), ("mae", np.array([abs(g).sum() for g in groups]))]:
        ends, share = interval(n, a, places, figure == "mae")
        row[figure] = {"figure": a.sum() / n.sum(), "standardError": standard_error(n, a), "interval": ends,
                       "shareAtMost": share}
    out["sets"][name] = row
print(json.dumps(out, indent=1))
