"""Writes difference.json: tests and limits of paired differences, by SciPy, statsmodels, pingouin and baycomp.

python3 make_difference.py > difference.json
"""
import itertools
import json
import sys
import warnings
from importlib.metadata import version

import baycomp
import numpy as np
import pingouin
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import ttost_paired

warnings.simplefilter("ignore")
MARGIN = 0.5


def figures(values):
    x = np.array(values, float)
    zeros = np.zeros_like(x)
    nonzero = np.abs(x[x != 0])
    out = {"values": values, "mean": x.mean()}
    if len(x) > 1 and len(set(values)) > 1:
        t = stats.ttest_rel(x, zeros)
        p, lower, upper = ttost_paired(x, zeros, -MARGIN, MARGIN)
        out["student"] = {"t": t.statistic, "df": t.df, "p": t.pvalue}
        out["tost"] = {"p": p, "pLower": lower[1], "pUpper": upper[1],
                       "pingouin": float(pingouin.tost(x, zeros, bound=MARGIN, paired=True)["pval"].iloc[0])}
    if len(nonzero):
        tied = len(set(nonzero)) < len(nonzero) or len(nonzero) < len(x)
        if len(nonzero) > 25:
            w = stats.wilcoxon(x, zero_method="wilcox", method="approx", correction=False)
            out["wilcoxon"] = {"statistic": w.statistic, "p": w.pvalue}
        elif not tied:
            w = stats.wilcoxon(x, method="exact")
            out["wilcoxon"] = {"statistic": w.statistic, "p": w.pvalue}
    if len(x) <= 16:
        if len(x) > 1:
            r = stats.permutation_test((x,), np.mean, permutation_type="samples", vectorized=True, n_resamples=np.inf)
            out["signFlipExact"] = r.pvalue
    else:
        # The exact share of all 2^n patterns as near as 4 million random ones give it.
        rng = np.random.default_rng(3)
        asfar = sum(int((np.abs(rng.choice([-1.0, 1.0], (100_000, len(x))) @ x) >= abs(x.sum()) - 1e-12).sum())
                    for _ in range(40))
        out["signFlipRandom"] = asfar / 4_000_000
    if 5 <= len(x) <= 7:
        # All n^n resamples: the bootstrap distribution itself.
        means = np.array(list(itertools.product(x, repeat=len(x)))).mean(axis=1)
        out["resampled"] = {str(level): np.quantile(means, [tail(1 - level, len(x)), 1 - tail(1 - level, len(x))])
                            for level in [0.9, 0.95, 0.975]}
    return out


def posterior(values, margin):
    """Shares of 200 000 draws in which better, equivalent and worse are the most probable."""
    x = np.array(values, float)
    draws = baycomp.SignedRankTest.sample(np.zeros_like(x), x, rope=margin, prior=0.5, nsamples=200_000, random_state=4)
    return {"values": values, "marginBPM": margin, "shares": np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)}


def tail(alpha, n):
    """Hesterberg's expanded tail."""
    return stats.norm.cdf(-np.sqrt(n / (n - 1)) * stats.t.ppf(1 - alpha, n - 1))


rng = np.random.default_rng(11)
normal = lambda n, mean, sd: list(np.round(rng.normal(mean, sd, n), 4))
sets = {
    "plain5": normal(5, -0.4, 0.5),
    "plain6": normal(6, 0.1, 0.3),
    "skewed7": list(np.round(rng.gamma(0.6, 1, 7) - 0.3, 4)),
    "plain12": normal(12, -0.3, 0.5),
    "plain16": normal(16, 0.2, 0.6),
    "plain17": normal(17, 0.3, 0.6),
    "plain25": normal(25, -0.15, 0.4),
    "plain26": normal(26, -0.15, 0.4),
    "plain70": normal(70, 0.05, 0.4),
    "tied40": list(np.round(rng.normal(0.1, 0.4, 40), 1)),
    "ties9": [0.5, -0.5, 0.5, 1, 1, -1, 2, 2, 0.25],
    "zeros10": [0, 0, 0.3, -0.1, 0.3, 0.7, 0, 0.2, -0.2, 0.2],
    "tied25": list(np.round(rng.normal(0.2, 0.5, 25), 1)),
    "sameSign8": [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8],
    "balanced4": [1, -1, 2, -2],
    "equal7": [0.3] * 7,
    "single": [0.4],
    "two": [0.4, -0.1],
}
families = [[0.01, 0.04, 0.03, 0.005], [0.5], [0.2, 0.2, 0.9], [0.04, 0.04, 0.04], [0.0, 1.0, 0.001, 0.0005, 0.3], []]
document = {
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
                 "statsmodels": statsmodels.__version__, "pingouin": pingouin.__version__, "baycomp": version("baycomp")},
    "marginBPM": MARGIN,
    "sets": {name: figures(values) for name, values in sets.items()},
    "tails": [[a, n, tail(a, n)] for a in [0.05, 0.025, 0.005, 0.05 / 20] for n in [5, 6, 12, 100, 2000]],
    "holm": [{"p": p, "adjusted": list(multipletests(p, method="holm")[1]) if p else []} for p in families],
    # Margins that no mean of two differences meets exactly: there the programs count differently.
    "posterior": [posterior(sets[name], margin) for name, margin in [
        ("plain5", 0.30011), ("plain6", 0.10011), ("plain12", 0.20011), ("plain25", 0.05011), ("plain70", 0.05011),
        ("sameSign8", 0.93), ("single", 0.11)]],
}
print(json.dumps(document, indent=1, default=lambda v: v.tolist() if isinstance(v, np.ndarray) else float(v)))
