"""Writes jackknife.json: jackknife intervals of the repeated-measures limits of agreement.

python3 make_jackknife.py > jackknife.json

Each cluster is left out in turn and the one-way analysis of variance computed anew from all errors that remain.
"""
import json
import sys

import numpy as np
import scipy
from scipy import stats

Z = stats.norm.ppf(0.975)


def anova(groups):
    everything = np.concatenate(groups)
    k, total = len(groups), len(everything)
    grand = everything.mean()
    between = sum(len(g) * (g.mean() - grand) ** 2 for g in groups) / (k - 1)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups) / (total - k)
    size = (total**2 - sum(len(g) ** 2 for g in groups)) / ((k - 1) * total)
    return grand, max(0.0, (between - within) / size) + within


def row(groups):
    k = len(groups)
    bias, variance = anova(groups)
    left = [anova(groups[:i] + groups[i + 1 :]) for i in range(k)]
    t = stats.t.ppf(0.975, k - 1)
    spread = lambda values: np.sqrt((k - 1) / k * ((np.array(values) - np.mean(values)) ** 2).sum())
    se_bias, se_log = spread([b for b, _ in left]), spread([np.log(v) for _, v in left])
    s = np.sqrt(variance)
    uncapped = np.exp(t * se_log / 2)
    cap = np.sqrt(2 / stats.chi2.ppf(0.025, 2))
    factor = min(uncapped, cap)
    outer = np.sqrt((t * se_bias) ** 2 + (Z * s * (factor - 1)) ** 2)
    inner = np.sqrt((t * se_bias) ** 2 + (Z * s * (1 - 1 / factor)) ** 2)
    low, high = bias - Z * s, bias + Z * s
    return {"clusters": [g.tolist() for g in groups], "limits": [low, high], "seBias": se_bias, "seLogVariance": se_log,
            "capped": bool(uncapped > cap), "lower": [low - outer, low + inner], "upper": [high - inner, high + outer]}


rng = np.random.default_rng(33)
draw = lambda mean, sd, count: np.round(rng.normal(mean, sd, count), 3)
sets = {
    "five": [draw(b, 3, m) for b, m in [(1, 4), (-2, 9), (3, 2), (0, 6), (5, 3)]],
    "twelve": [draw(2 * rng.standard_normal(), 3, rng.integers(5, 40)) for _ in range(12)],
    # The variance between clusters is cut at 0, in all or some of the jackknife's sets.
    "alike": [draw(1, 4, m) for m in [9, 3, 12, 5, 7, 6, 4, 8]],
    "singles": [draw(3 * rng.standard_normal(), 1, m) for m in [1, 1, 4, 1, 6, 1, 2]],
    "farFromZero": [draw(140 + rng.standard_normal(), 0.5, m) for m in [3, 8, 5, 4, 9, 7]],
    "outlier": [draw(b, 1, m) for b, m in [(0, 8), (0.5, 6), (-0.3, 9), (0.2, 7), (60, 8), (0.1, 5)]],
}
print(json.dumps({
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__},
    "sets": {name: row(groups) for name, groups in sets.items()}}, indent=1))
