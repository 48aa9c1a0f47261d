"""Writes limits.json: limits of agreement over clusters and how often their intervals hold the true limit.

python3 make_limits.py > limits.json

`sets` are small sets with their figures, by NumPy and SciPy, straight from the definitions (sums over lags instead of closed forms).
`coverage` is a simulation, 1000 studies a row: k clusters of 20 to 150 windows; cluster means normal with SD `between`; errors within
a cluster of SD `within`, first-order autoregressive with `rho`; shape "normal", "skewed" (log-normal, skewness 2.3) or
"scales" (the SD of a cluster is log-normal, sigma 0.5); shares held for the lower and upper limit by two intervals.
"""
import json
import sys

import numpy as np
import scipy
from scipy import stats

Z = stats.norm.ppf(0.975)


def persistence(groups):
    deviations = [g - g.mean() for g in groups]
    lag1 = sum((d[1:] * d[:-1]).sum() for d in deviations) / sum((d * d).sum() for d in deviations)
    rho = max(0, lag1)
    worth = []
    for g in groups:
        m = len(g)
        lags = np.arange(1, m)
        worth.append(m / (1 + 2 * ((1 - lags / m) * rho**lags).sum()))
    return lag1, np.array(worth)


def chi(p, f):
    return stats.chi2.ppf(p, f)


def spread(k, of_means, within, low, high):
    """Total variance and the reach of the limits' intervals outwards and inwards, by recovered variances."""
    total = of_means + within
    up = np.hypot(of_means * ((k - 1) / chi(0.025, k - 1) - 1), high - within)
    down = np.hypot(of_means * ((k - 1) / chi(0.975, k - 1) - 1), low - within)
    s = np.sqrt(total)
    outer = np.hypot(Z * np.sqrt(of_means / k), Z * (np.sqrt(total + up) - s))
    inner = np.hypot(Z * np.sqrt(of_means / k), Z * (s - np.sqrt(max(0, total - down))))
    return total, outer, inner


def interval(bias, total, outer, inner):
    low, high = bias - Z * np.sqrt(total), bias + Z * np.sqrt(total)
    return [low - outer, low + inner], [high - inner, high + outer]


def cluster_limits(groups):
    k = len(groups)
    lag1, worth = persistence(groups)
    m = np.array([len(g) for g in groups], float)
    means = np.array([g.mean() for g in groups])
    squares = np.array([((g - g.mean())**2).sum() for g in groups])
    freedom = m - m / worth
    pooled = squares.sum() / freedom.sum()
    relative = np.sqrt(k / (k - 1) * ((squares - freedom * pooled)**2).sum()) / squares.sum()
    factor = np.exp(stats.t.ppf(0.975, k - 1) * relative)
    within = (1 - (1 / worth).mean()) * pooled
    total, outer, inner = spread(k, means.var(ddof=1), within, within / factor, within * factor)
    lower, upper = interval(means.mean(), total, outer, inner)
    return {"lag1": lag1, "effectiveWindows": worth.sum(), "bias": means.mean(), "variance": total, "within": pooled,
            "lower": lower, "upper": upper}


def bootstrap(groups, rng, resamples=1000):
    k = len(groups)
    table = np.array([[len(g), g.sum(), (g * g).sum()] for g in groups])
    m, s, q = table[rng.integers(0, k, (resamples, k))].transpose(2, 0, 1)
    n = m.sum(1)
    between = (s * s / m).sum(1)
    msw = (q.sum(1) - between) / (n - k)
    msb = (between - s.sum(1)**2 / n) / (k - 1)
    m0 = (n - (m * m).sum(1) / n) / (k - 1)
    sd = np.sqrt(msw + np.maximum(0, (msb - msw) / m0))
    tail = stats.norm.cdf(-np.sqrt(k / (k - 1)) * stats.t.ppf(0.975, k - 1))
    return [np.quantile(s.sum(1) / n + sign * Z * sd, [tail, 1 - tail]) for sign in (-1, 1)]


def study(rng, k, between, within, rho, shape):
    groups = []
    for mean in rng.normal(0, between, k):
        m = rng.integers(20, 151)
        noise = rng.normal(size=m)
        errors = np.empty(m)
        errors[0] = noise[0]
        for i in range(1, m):
            errors[i] = rho * errors[i - 1] + np.sqrt(1 - rho * rho) * noise[i]
        if shape == "skewed":
            errors = (np.exp(0.6 * errors) - np.exp(0.18)) / np.sqrt((np.exp(0.36) - 1) * np.exp(0.36))
        if shape == "scales":
            errors *= np.exp(0.5 * rng.normal() - 0.25)
        groups.append(mean + within * errors)
    return groups


def coverage(row, repeats=1000):
    rng = np.random.default_rng(20261121)
    true = Z * np.sqrt(row[1]**2 + row[2]**2)
    held = np.zeros((2, 2))
    for _ in range(repeats):
        groups = study(rng, *row)
        own = cluster_limits(groups)
        for i, (lower, upper) in enumerate([(own["lower"], own["upper"]), bootstrap(groups, rng)]):
            held[i] += [lower[0] <= -true <= lower[1], upper[0] <= true <= upper[1]]
    return dict(zip(["k", "between", "within", "rho", "shape"], row)) | dict(
        zip(["cluster", "bootstrap"], (held / repeats).tolist()))


def sets():
    rng = np.random.default_rng(7)
    plans = {
        "persistent": [study(rng, 12, 1, 4, 0.7, "normal")],
        "scales": [study(rng, 7, 2, 3, 0.4, "scales")],
        "alternating": [[rng.normal(0, 1) + rng.normal(0, 0.2, 9) + np.tile([1, -1], 5)[:9] for _ in range(6)]],
        "short": [[rng.normal(1, 2) + rng.normal(0, 1, size).cumsum() for size in [1, 2, 3, 1, 5, 4, 2]]],
    }
    out = {}
    for name, (groups,) in plans.items():
        groups = [np.round(g, 2) for g in groups]
        out[name] = {"clusters": [list(g) for g in groups]} | cluster_limits(groups)
    return out


rows = [(12, 3, 2, 0, "normal"), (12, 2, 3, 0.5, "normal"), (12, 1, 4, 0.8, "normal"), (20, 1, 4, 0.8, "normal"),
        (40, 1, 4, 0.8, "normal"), (12, 2, 3, 0.5, "skewed"), (20, 2, 3, 0.5, "skewed"), (40, 2, 3, 0.5, "skewed"),
        (12, 2, 3, 0.5, "scales"), (20, 2, 3, 0.5, "scales"), (40, 2, 3, 0.5, "scales")]
document = {
    "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__},
    "sets": sets(),
    "coverage": [coverage(row) for row in rows],
}
print(json.dumps(document, indent=1, default=float))
