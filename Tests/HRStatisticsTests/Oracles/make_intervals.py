"""Writes intervals.json: expanded percentile intervals by SciPy's bootstrap, of the clusters of statistics.json.

python3 make_intervals.py > intervals.json
"""
import json
import os
import sys

import numpy as np
import scipy
from scipy import stats

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "statistics.json")) as file:
    groups = [np.array(g) for g in json.load(file)["bootstrap"]["clusters"]]
counts = np.array([len(g) for g in groups], float)
ratio = lambda s, c, axis=-1: s.sum(axis=axis) / c.sum(axis=axis)


def tail(n, level):
    return stats.norm.cdf(-np.sqrt(n / (n - 1)) * stats.t.ppf((1 + level) / 2, n - 1))


out = {
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__},
    "tails": [[n, level, tail(n, level)] for n in [2, 3, 5, 12, 20, 40, 1000] for level in [0.5, 0.9, 0.95, 0.99]],
}
for name, top in [("bias", np.array([g.sum() for g in groups])), ("mae", np.array([np.abs(g).sum() for g in groups]))]:
    r = stats.bootstrap((top, counts), ratio, paired=True, vectorized=True, n_resamples=200_000, batch=10_000,
                        method="percentile", confidence_level=1 - 2 * tail(len(groups), 0.95),
                        rng=np.random.default_rng(1))
    out[name + "Expanded"] = [r.confidence_interval.low, r.confidence_interval.high]
print(json.dumps(out, indent=1, default=float))
