"""Writes percentiles.json: Woodruff's intervals of percentiles, their errors by statsmodels' regression on a constant with clusters.

python3 make_percentiles.py > percentiles.json
"""
import json
import sys

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import stats

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


print(json.dumps({
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
                 "statsmodels": statsmodels.__version__},
    "sets": {"many": figures(*clusters(rng.integers(20, 40, 14), 0.5)), "few": figures(*clusters([4, 9, 2, 7, 5], 2)),
             "single": figures(*clusters([1] * 60, 1))},
}, indent=1, default=float))
