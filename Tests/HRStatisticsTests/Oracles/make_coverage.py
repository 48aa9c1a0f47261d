"""Writes coverage.json: how often intervals of 95 per cent hold the true figure, in simulated studies.

python3 make_coverage.py 4000 > coverage.json

A cluster has 20 to 150 errors: its own mean (SD between) plus first-order autoregressive errors (SD within).
"spread": clusters differ in their SD within (log-normal, 0.5 on the log scale). "skew": the means are gamma
distributed (shape 2). "fail": one mean in ten is ten times as far off. The true bias is 0, the true limits are
1.96 SD of all errors, the true MAE is that of four million errors. 1000 resamples a study. The intervals of bias and MAE
are bootstrap-t over clusters' means with fixed weights, of the MAE on the scale of its logarithm.
"""
import json
import sys

import numpy as np
import scipy
from scipy import stats
from scipy.signal import lfilter

Z = stats.norm.ppf(0.975)
MOST = stats.t.ppf(0.975, 2)
FACTOR = np.sqrt(-1 / np.log(0.975))
RESAMPLES = 1000


def means(rng, k, between, kind):
    if kind == "skew":
        return between * (rng.gamma(2, 1, k) - 2) / np.sqrt(2)
    mean = between * rng.standard_normal(k)
    return np.where(rng.random(k) < 0.1, 10, 1) * mean if kind == "fail" else mean


def spreads(rng, k, within, kind):
    return within * (np.exp(0.5 * rng.standard_normal(k) - 0.125) if kind == "spread" else np.ones(k))


def truth(between, within, kind):
    rng, size = np.random.default_rng(9), 4_000_000
    errors = means(rng, size, between, kind) + spreads(rng, size, within, kind) * rng.standard_normal(size)
    variance = between**2 * (1 + 9.9 * (kind == "fail")) + within**2 * (np.exp(0.25) if kind == "spread" else 1)
    return np.abs(errors).mean(), Z * np.sqrt(variance)


def study(rng, k, between, within, rho, kind):
    m = rng.integers(20, 151, k)
    e = rng.standard_normal((150, k))
    e[1:] *= np.sqrt(1 - rho * rho)
    e = means(rng, k, between, kind) + spreads(rng, k, within, kind) * lfilter([1], [1, -rho], e, axis=0)
    there = np.arange(150)[:, None] < m
    n, total = m.astype(float), (e * there).sum(axis=0)
    squares = ((e - total / n) ** 2 * there).sum(axis=0)
    return n, total, (np.abs(e) * there).sum(axis=0), squares


def studentized(rng, n, a, of_logarithm):
    k, w, x = len(n), n / n.sum(), a / n
    theta, center, squares = w @ x, x.mean(), (w * w).sum()

    def standard_error(x, figure):
        apart = np.sqrt(k / (k - 1) * ((w * (x - figure[..., None])) ** 2).sum(axis=-1))
        return np.maximum(apart, np.sqrt(squares) * x.std(axis=-1, ddof=1))

    se = standard_error(x, theta)
    drawn = x[rng.integers(0, k, (RESAMPLES, k))]
    figures = drawn @ w
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.log(figures / center) * figures if of_logarithm else figures - center
        scores = np.clip(np.nan_to_num(distance / standard_error(drawn, figures), nan=0, posinf=MOST, neginf=-MOST),
                         -MOST, MOST)
    low, high = np.quantile(scores, [0.025, 0.975])
    if of_logarithm:
        low = min(low, -1.12 * (1 + 0.6 / k) * stats.norm.ppf(0.975))
        return theta * np.exp(-high * se / theta), theta * np.exp(-low * se / theta)
    least = stats.t.ppf(0.965, k - 1)
    low, high = min(low, -least), max(high, least)
    return theta - high * se, theta - low * se


def figures(n, total, squares):
    k, pairs, bias = len(n), n.sum(), total.sum() / n.sum()
    within = squares.sum() / (pairs - k)
    between = (n * (total / n - bias) ** 2).sum() / (k - 1)
    size = (pairs**2 - (n**2).sum()) / ((k - 1) * pairs)
    return bias, max(0, (between - within) / size) + within


def limits(n, total, squares):
    k, (bias, variance) = len(n), figures(n, total, squares)
    left = np.array([figures(*(np.delete(x, i) for x in (n, total, squares))) for i in range(k)])
    left[:, 1] = np.log(left[:, 1])
    errors = stats.t.ppf(0.975, k - 1) * np.sqrt((k - 1) / k * ((left - left.mean(axis=0)) ** 2).sum(axis=0))
    s, factor = np.sqrt(variance), min(np.exp(errors[1] / 2), FACTOR)
    outer, inner = np.hypot(errors[0], Z * s * (factor - 1)), np.hypot(errors[0], Z * s * (1 - 1 / factor))
    low, high = bias - Z * s, bias + Z * s
    return (low - outer, low + inner), (high - inner, high + outer)


studies = int(sys.argv[1])
rows = []
for between, within, rho, kind in [(1, 4, 0.5, "normal"), (1, 4, 0.8, "normal"), (2, 3, 0.5, "normal"),
                                   (3, 2, 0.5, "normal"), (1, 3, 0.6, "spread"), (2, 3, 0.5, "skew"),
                                   (1, 3, 0.5, "fail")]:
    true_mae, true_limit = truth(between, within, kind)
    for k in [5, 8, 12, 20, 40]:
        rng = np.random.default_rng([k, between, within, int(10 * rho), len(kind)])
        held = dict.fromkeys(["bias", "mae", "lower", "upper"], 0)
        for _ in range(studies):
            n, total, absolute, squares = study(rng, k, between, within, rho, kind)
            lower, upper = limits(n, total, squares)
            for name, (low, high), true in [("bias", studentized(rng, n, total, False), 0),
                                            ("mae", studentized(rng, n, absolute, True), true_mae),
                                            ("lower", lower, -true_limit), ("upper", upper, true_limit)]:
                held[name] += bool(low <= true <= high)
        rows.append({"kind": kind, "clusters": k, "between": between, "within": within, "persistence": rho,
                     "trueMAE": true_mae,
                     **{name: count / studies for name, count in held.items()}})
        print(rows[-1], file=sys.stderr, flush=True)
print(json.dumps({"versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__},
                  "studies": studies, "resamples": RESAMPLES, "designs": rows}, indent=1))
