"""Writes statistics.json: figures of small data sets and quantiles, by NumPy and SciPy.

python3 make_statistics.py > statistics.json
"""
import json
import sys

import numpy as np
import scipy
from scipy import stats


def metrics(reference, estimate, cluster):
    x, y, c = np.array(reference, float), np.array(estimate, float), np.array(cluster)
    e = y - x
    a = np.abs(e)
    varies = x.std() > 0 and y.std() > 0
    labels = list(dict.fromkeys(cluster))
    groups = [e[c == label] for label in labels]
    m = np.array([len(g) for g in groups], float)
    k, n = len(groups), len(e)
    mids = (x + y) / 2
    out = {
        "biasBPM": e.mean(), "sdBPM": e.std(ddof=1), "maeBPM": a.mean(), "medianAEBPM": np.median(a),
        "rmseBPM": np.sqrt((e**2).mean()), "p95AEBPM": np.percentile(a, 95),
        "mapePercent": float(100 * (a / x).mean()) if (x > 0).all() else None,
        "pearson": stats.pearsonr(x, y).statistic if varies else None,
        "spearman": stats.spearmanr(x, y).statistic if varies else None,
        "ccc": 2 * np.cov(x, y, ddof=1)[0, 1] / (x.var(ddof=1) + y.var(ddof=1) + (x.mean() - y.mean())**2) if varies else None,
        "withinToleranceShare": (a <= np.maximum(5, 0.1 * np.abs(x))).mean(), "withinBPMShare": (a <= 5).mean(),
        "loaPercentile": list(np.percentile(e, [2.5, 97.5])),
        "loaSimple": list(e.mean() + np.array([-1, 1]) * stats.norm.ppf(0.975) * e.std(ddof=1)),
        "seBias": stats.sem(e), "biasT": list(stats.t.interval(0.95, n - 1, e.mean(), stats.sem(e))) if e.std() > 0 else None,
        "slopeOnMean": stats.linregress(mids, e).slope if mids.std() > 0 else None,
        "slopeOnReference": stats.linregress(x, e).slope if x.std() > 0 else None,
        "maePerCluster": [np.abs(g).mean() for g in groups],
        "anova": None,
    }
    if k >= 2 and n > k:
        between = sum(len(g) * (g.mean() - e.mean())**2 for g in groups) / (k - 1)
        within = sum(((g - g.mean())**2).sum() for g in groups) / (n - k)
        m0 = (m.sum()**2 - (m**2).sum()) / ((k - 1) * m.sum())
        vb = max(0, (between - within) / m0)
        out["anova"] = {"msb": between, "msw": within, "m0": m0, "varBetween": vb, "sdTotal": np.sqrt(vb + within)}
        if all(len(g) > 0 for g in groups) and within > 0:
            f = stats.f_oneway(*groups).statistic
            assert abs(f - between / within) < 1e-9 * max(1, abs(f))
    return {"reference": list(map(float, x)), "estimate": list(map(float, y)), "cluster": cluster, **out}


rng = np.random.default_rng(5)
sets = {
    "ties": metrics([60, 60, 72, 72, 72, 90], [60, 65, 72, 70, 75, 99], [1, 1, 1, 2, 2, 2]),
    "negative": metrics([-3, 10, 25, 40], [5, -2, 24, 47], [0, 0, 4, 4]),
    "unbalanced": metrics(*(np.round(v, 3) for v in [rng.normal(80, 12, 23)] * 1 + [rng.normal(81, 13, 23)]),
                          [9] * 11 + [3] + [7] * 6 + [-2] * 5),
    "onePerCluster": metrics([61, 75, 88, 102, 130], [62, 74, 90, 99, 131.5], [5, 4, 3, 2, 1]),
    "constantEstimate": metrics([61, 75, 88], [70, 70, 70], [0, 0, 1]),
    "identical": metrics([72.1, 72.1, 72.1], [72.1, 72.1, 72.1], [0, 1, 1]),
    "two": metrics([70, 80], [71, 84], [0, 0]),
}


p = [1e-200, 1e-12, 1e-4, 0.025, 0.05, 0.2, 0.3, 0.4999999, 0.5, 0.50001, 0.7, 0.8, 0.95, 0.975, 0.9999, 1 - 1e-10]
q = p[1:]
freedoms = [1, 2, 3, 5, 11, 29, 30, 31, 100, 665, 3180, 24000]
document = {
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__},
    "sets": sets,
    "normalQuantile": [[v, stats.norm.ppf(v)] for v in p],
    "normalCDF": [[v, stats.norm.cdf(v)] for v in [-30, -8, -3, -1, -0.1, 0, 0.5, 1.959963984540054, 5]],
    "chiSquareQuantile": [[v, f, stats.chi2.ppf(v, f)] for f in freedoms for v in q],
    "chiSquareCDF": [[s * f, f, stats.chi2.cdf(s * f, f)] for f in freedoms for s in [0.01, 0.5, 0.9, 1, 1.1, 2]],
    # Next to the median SciPy itself has ten digits only (with one degree of freedom compare tan π(p − ½)).
    "studentQuantile": [[v, f, stats.t.ppf(v, f)] for f in freedoms for v in q if not 0.49 < v < 0.51],
    "studentCDF": [[v, f, stats.t.cdf(v, f)] for f in freedoms for v in [-20, -3, -1, -0.01, 0, 0.5, 2, 7]],
}
print(json.dumps(document, indent=1, default=float))
