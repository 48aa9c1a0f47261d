"""Writes ranks.json: several detectors ranked over clusters, studentized ranges and change points.

By SciPy, scikit-posthocs, autorank, mpmath and ruptures.

pip install scipy scikit-posthocs autorank mpmath ruptures && python3 make_ranks.py > ranks.json
"""
import contextlib
import itertools
import json
import sys
import warnings
from importlib.metadata import version

import autorank
import mpmath
import numpy as np
import pandas as pd
import ruptures
import scikit_posthocs
import scipy
from scipy import stats
from statsmodels.stats.multitest import multipletests

warnings.simplefilter("ignore")
mpmath.mp.dps = 25
root2 = mpmath.sqrt(2)


def friedman(table):
    x = np.array(table)
    k, n = x.shape
    ranks = stats.rankdata(x, axis=0).mean(axis=1)
    out = {"mae": table, "averageRanks": ranks}
    if k > 2:
        f = stats.friedmanchisquare(*x)
        out["chiSquare"], out["p"] = f.statistic, f.pvalue
        out["nemenyi"] = scikit_posthocs.posthoc_nemenyi_friedman(x.T).to_numpy()
    pairs = list(itertools.combinations(range(k), 2))
    p = []
    for i, j in pairs:
        d = x[i] - x[j]
        nonzero = d[d != 0]
        if not len(nonzero):
            p.append(1.0)
            continue
        tied = len(set(np.abs(nonzero))) < len(nonzero)
        # Exact by all sign patterns where there are ties.
        assert len(nonzero) <= 12 or not tied
        method = stats.PermutationMethod(n_resamples=np.inf) if tied else "exact" if len(nonzero) <= 25 else "approx"
        p.append(stats.wilcoxon(nonzero, method=method, correction=False).pvalue)
    holm = multipletests(p, method="holm")[1]
    out["signedRank"], out["holm"] = p, holm
    apart = {pair for pair, value in zip(pairs, holm) if value < 0.05}
    order = list(np.argsort(ranks, kind="stable"))
    runs = [set(order[a:b]) for a in range(k) for b in range(a + 2, k + 1)
            if not any((min(s), max(s)) in apart for s in itertools.combinations(order[a:b], 2))]
    out["holmCliques"] = [sorted(int(i) for i in s) for s in runs if not any(s < other for other in runs)]
    if k > 2:
        frame = pd.DataFrame(x.T, columns=[f"d{i}" for i in range(k)])
        with contextlib.redirect_stdout(sys.stderr):
            r = autorank.autorank(frame, alpha=0.05, order="ascending", force_mode="nonparametric")
        out["autorankCD"] = r.cd
        by_rank = {name: row["meanrank"] for name, row in r.rankdf.iterrows()}
        out["autorankRanks"] = [by_rank[f"d{i}"] for i in range(k)]
        unit = np.sqrt(k * (k + 1) / (12 * n))
        cd = stats.studentized_range.ppf(0.95, k, np.inf) * unit
        out["criticalDifference"] = cd
        # Every set of detectors within the critical difference, those inside another left out.
        sets = [set(s) for size in range(2, k + 1) for s in itertools.combinations(range(k), size)
                if max(ranks[i] for i in s) - min(ranks[i] for i in s) < cd]
        out["cliques"] = [sorted(s) for s in sets if not any(s < other for other in sets)]
    return out


def upper_tail(q, k):
    """P(range > q) by 25-digit quadrature over the least value z."""
    def f(z):
        above, outside = mpmath.erfc(z / root2), mpmath.erfc((z + q) / root2)
        return mpmath.npdf(z) * above**(k - 1) * -mpmath.expm1((k - 1) * mpmath.log1p(-outside / above))
    # Scaled, for the quadrature stops at an absolute error.
    scale = mpmath.exp(q**2 / 4)
    return k * mpmath.quad(lambda z: scale * f(z), mpmath.linspace(-q - 12, 12, 9)) / scale / 2**(k - 1)


def quantile(p, k):
    """SciPy's, corrected by one step of Newton's on the tail above."""
    start, h = mpmath.mpf(stats.studentized_range.ppf(p, k, np.inf)), mpmath.mpf("1e-8")
    low, high = upper_tail(start - h, k), upper_tail(start + h, k)
    return start + 2 * h * ((low + high) / 2 - (1 - mpmath.mpf(p))) / (low - high)


def change_points(values, least=0.01):
    x = np.array(values, float)
    sigma = max(least, np.median(np.abs(np.diff(x))) / (np.sqrt(2) * 0.6745)) if len(x) > 1 else least
    penalty = 2 * sigma**2 * np.log(len(x))
    ends = ruptures.Pelt(model="l2", min_size=1, jump=1).fit(x).predict(pen=penalty)
    starts = [0] + ends[:-1]
    cost = lambda s: sum(((x[a:b] - x[a:b].mean())**2).sum() for a, b in zip(s, s[1:] + [len(x)]))
    # The same cuts with the number of them given, searched exhaustively.
    if 1 < len(starts) < len(x):
        dynp = ruptures.Dynp(model="l2", min_size=1, jump=1).fit(x).predict(n_bkps=len(starts) - 1)
        assert [0] + dynp[:-1] == starts, (dynp, starts)
    return {"values": values, "leastStep": least, "starts": starts,
            "levels": [x[a:b].mean() for a, b in zip(starts, starts[1:] + [len(x)])], "cost": cost(starts)}


rng = np.random.default_rng(23)
table = lambda means, n, sd, digits=6: np.round(
    np.array(means)[:, None] + rng.normal(0, 0.6, n)[None, :] + rng.normal(0, sd, (len(means), n)), digits).tolist()
tables = {
    "three": table([2, 2.4, 3], 12, 0.5),
    "five": table([2, 2.1, 2.5, 3, 3.1], 14, 0.4),
    "tied": table([2, 2.1, 2.5, 2.5], 12, 0.4, 1),
    "alike": table([2] * 6, 20, 0.5),
    "clear": table([1, 3, 5, 7], 8, 0.1),
    "ten": table(np.linspace(2, 4, 10), 30, 0.5),
    "two": table([2, 2.3], 11, 0.4),
}
series = {
    "step": list(np.round(np.r_[rng.normal(2, 0.1, 20), rng.normal(2.6, 0.1, 15)], 3)),
    "steps": list(np.round(np.r_[rng.normal(2, 0.1, 12), rng.normal(1.4, 0.1, 9), rng.normal(2.9, 0.1, 7),
                                 rng.normal(2.4, 0.1, 20)], 3)),
    "spike": [2.0, 2.1, 1.9, 2.0, 2.1, 6.0, 2.0, 1.9, 2.1, 2.0, 2.1, 1.9],
    "noise": list(np.round(rng.normal(3, 0.3, 60), 3)),
    "drift": list(np.round(np.linspace(2, 4, 40) + rng.normal(0, 0.05, 40), 3)),
    "quiet": [2.0] * 10 + [2.004] * 10,
    "quietStep": [2.0] * 10 + [2.1] * 10,
    "lastOnly": [2.0, 2.01, 1.99, 2.0, 2.02, 1.98, 2.0, 3.0],
    "far": list(np.round(1e6 + np.r_[rng.normal(0, 0.1, 20), rng.normal(0.7, 0.1, 20)], 3)),
    "two": [1.0, 5.0],
}
document = {
    "versions": {"python": sys.version.split()[0],
                 **{name: version(name) for name in ["numpy", "scipy", "scikit-posthocs", "autorank", "statsmodels",
                                                     "mpmath", "ruptures"]}},
    "tables": {name: friedman(rows) for name, rows in tables.items()},
    "rangeTail": [[q, k, float(upper_tail(mpmath.mpf(q), k))] for k in [2, 3, 5, 10, 30]
                  for q in [0.01, 0.5, 1, 2, 3.5, 5, 8, 14]],
    "rangeCDF": [[q, k, stats.studentized_range.cdf(q, k, np.inf)] for k in [2, 3, 5, 10]
                 for q in [0.5, 1, 2, 3.5, 5]],
    "rangeQuantile": [[p, k, float(quantile(p, k))] for k in [2, 3, 5, 10] for p in [0.05, 0.9, 0.95]],
    "changePoints": {name: change_points(values) for name, values in series.items()},
}
print(json.dumps(document, indent=1, default=lambda v: v.tolist() if isinstance(v, np.ndarray) else float(v)))
