"""Writes percentiles.json: Woodruff's intervals of percentiles, their errors by statsmodels' regression on a constant with clusters.

python3 make_percentiles.py > percentiles.json

`coverage` is a simulation, 2000 studies a row: normal cluster means of SD `between`, 20 to 150 first-order autoregressive errors of
SD `within` a cluster; shares of studies whose intervals hold the true percentiles.
"""
import json
import sys

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import signal, stats

rng = np.random.default_rng(11)


def figures(errors, cluster):
    k = len(set(cluster))
    out = {"errors": list(errors), "cluster": [int(c) for c in cluster]}
    for name, share in [("lower", 0.025), ("upper", 0.975)]:
        within = (errors <= np.quantile(errors, share)).astype(float)
        fit = sm.OLS(within, np.ones(len(errors))).fit(cov_type="cluster", cov_kwds={"groups": cluster})
        reach = stats.t.ppf(0.975, k - 1) * fit.bse[0]
        out[name] = list(np.quantile(errors, np.clip([share - reach, share + reach], 0, 1)))
    return out


def clusters(sizes, spread):
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    return np.round(rng.normal(0, spread, len(sizes))[cluster] + 2 * rng.standard_t(4, len(cluster)), 2), cluster


def interval(errors, cluster, counts, share):
    """The same in closed form, which a simulation needs; held against `figures` below."""
    k, total = len(counts), len(errors)
    within = np.bincount(cluster, errors <= np.quantile(errors, share), k)
    squares = np.sum((within - within.sum() / total * counts) ** 2)
    reach = stats.t.ppf(0.975, k - 1) * np.sqrt(k / (k - 1) * squares) / total
    return np.quantile(errors, np.clip([share - reach, share + reach], 0, 1))


def coverage(k, between, within, persistence, studies=2000):
    rng, held = np.random.default_rng(5), np.zeros(2)
    truth = stats.norm.ppf(0.975) * np.hypot(between, within)
    for _ in range(studies):
        counts = rng.integers(20, 151, k)
        cluster = np.repeat(np.arange(k), counts)
        fresh = [rng.normal(size=m) * np.append(1, np.full(m - 1, np.sqrt(1 - persistence**2))) for m in counts]
        series = np.concatenate([signal.lfilter([1], [1, -persistence], f) for f in fresh])
        errors = between * rng.normal(size=k)[cluster] + within * series
        for index, (share, true) in enumerate([(0.025, -truth), (0.975, truth)]):
            low, high = interval(errors, cluster, counts, share)
            held[index] += low <= true <= high
    return {"clusters": k, "between": between, "within": within, "persistence": persistence,
            "lower": held[0] / studies, "upper": held[1] / studies}


document = {
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
                 "statsmodels": statsmodels.__version__},
    "sets": {"many": figures(*clusters(rng.integers(20, 40, 14), 0.5)), "few": figures(*clusters([4, 9, 2, 7, 5], 2)),
             "single": figures(*clusters([1] * 60, 1))},
    "coverage": [coverage(k, between, within, persistence)
                 for k in (12, 20, 40) for between, within, persistence in ((1, 4, 0.5), (1, 4, 0.8), (2, 3, 0.5), (3, 2, 0.5))],
}
sample, labels = clusters([4, 9, 2, 7, 5], 2)
assert np.allclose(interval(sample, labels, np.bincount(labels), 0.975), figures(sample, labels)["upper"], rtol=1e-9)
print(json.dumps(document, indent=1, default=float))
