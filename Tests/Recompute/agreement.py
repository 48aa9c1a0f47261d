"""Every column of summary.csv, by the formulas of docs/reference/formulas.

A column is an entry of the dictionary that `columns` returns. A new column of summary.csv is added there, or in one of
the functions whose dictionaries it joins. `None` is an empty cell.
"""

import math

import numpy as np
from scipy import special, stats

import draws

LEAST_CLUSTERS = 5
Z = special.ndtri(0.975)


class Pairs:
    """The windows of a row that have reference and estimate, in the order of windows.csv."""

    def __init__(self, reference, estimate, cluster, place=None):
        self.reference, self.estimate = reference, estimate
        self.error = estimate - reference
        numbers = {}
        # Clusters in order of first appearance.
        self.cluster = np.array([numbers.setdefault(one, len(numbers)) for one in cluster], dtype=np.intp)
        self.n, self.k = len(reference), len(numbers)
        # Which window of all it is; windows of one recording and repeat that follow each other differ by 1.
        self.place = np.arange(self.n) if place is None else place
        self.m = self.per_cluster(np.ones(self.n))

    def per_cluster(self, values):
        return np.bincount(self.cluster, weights=values, minlength=self.k)

    @property
    def cluster_means(self):
        return self.per_cluster(self.error) / self.m

    @property
    def squares_within(self):
        return self.per_cluster((self.error - self.cluster_means[self.cluster]) ** 2)


def quantile(p, ascending):
    """Hyndman and Fan's type 7."""
    if not 0 <= p <= 1:
        return None
    place = p * (len(ascending) - 1)
    below = int(math.floor(place))
    if below + 1 >= len(ascending):
        return float(ascending[-1])
    share = place - below
    low, high = float(ascending[below]), float(ascending[below + 1])
    return low + share * (high - low) if share else low


def t_quantile(p, freedom):
    return float(special.stdtrit(freedom, p))


def chi2_quantile(p, freedom):
    return 2 * float(special.gammaincinv(freedom / 2, p) if p < 0.5 else special.gammainccinv(freedom / 2, 1 - p))


def f_quantile(p, a, b):
    return float(special.fdtri(a, b, p))


def ends(stem, pair):
    low, high = pair if pair is not None else (None, None)
    return {stem + "Low": low, stem + "High": high}


def varies(values):
    return bool(np.any(values != values[0]))


def moments(x, y):
    """Means, sums of squared deviations and of their products; exactly 0 where a list does not vary."""
    mean_x, mean_y = x.mean(), y.mean()
    a, b = x - mean_x, y - mean_y
    xx = float(a @ a) if varies(x) else 0.0
    yy = float(b @ b) if varies(y) else 0.0
    xy = float(a @ b) if varies(x) and varies(y) else 0.0
    return float(mean_x), float(mean_y), xx, yy, xy


def correlation(x, y):
    _, _, xx, yy, xy = moments(x, y)
    return min(1.0, max(-1.0, xy / (math.sqrt(xx) * math.sqrt(yy)))) if xx > 0 and yy > 0 else None


def ranks(values):
    """From 1; ties share the mean of their ranks."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[which]


def columns(row, tolerance, seed):
    """All columns of one row but its labels and counts.

    row: windows of one scenario and detector (see recompute.Rows); tolerance: `withinBPM` and `withinPercent` of
    results.json; seed: that of the experiment.
    """
    with_reference = int(np.count_nonzero(~np.isnan(row.reference)))
    both = ~np.isnan(row.reference) & ~np.isnan(row.estimate)
    estimates = int(np.count_nonzero(both))
    result = {"coverage": estimates / with_reference if with_reference else None}
    result |= right_of_all(row, tolerance)
    if not estimates:
        return result
    p = Pairs(row.reference[both], row.estimate[both], row.cluster[both], row.place[both])
    result["effectiveClusters"] = p.n**2 / float(p.m @ p.m)
    result |= errors(p, tolerance)
    result |= simple_limits(p)
    result |= percentile_limits(p)
    result |= ratio_limits(p)
    result |= repeated_measures(p)
    result |= persistence_and_cluster_limits(p)
    result |= slopes(p)
    result |= concordance_and_icc(p)
    result |= bootstrap(p, seed)
    return result


def share_interval(sums, counts, level=0.95):
    """Korn and Graubard (1998)."""
    k, n = len(counts), float(counts.sum())
    if k < LEAST_CLUSTERS:
        return None
    share = float(sums.sum()) / n
    rest = sums - share * counts
    variance = k / (k - 1) * float(rest @ rest) / n**2
    worth = n
    if share <= 0 or share >= 1:
        worth = k
    elif variance > 0:
        ratio = t_quantile((1 + level) / 2, n - 1) / t_quantile((1 + level) / 2, k - 1)
        worth = min(n, share * (1 - share) / variance * ratio**2)
    tail, hits = (1 - level) / 2, share * worth
    misses = worth - hits
    low = float(special.betaincinv(hits, misses + 1, tail)) if hits > 0 else 0.0
    high = float(special.betaincinv(hits + 1, misses, 1 - tail)) if misses > 0 else 1.0
    return low, high


def within(error, reference, tolerance):
    """Which estimates are right: the wider of bpm and per cent of the reference counts."""
    limit = np.full(len(error), float(tolerance["withinBPM"]))
    if tolerance["withinPercent"] is not None:
        limit = np.maximum(limit, tolerance["withinPercent"] / 100 * np.abs(reference))
    return np.abs(error) <= limit


def right_of_all(row, tolerance):
    """Over all windows with a reference; one without an estimate is not right."""
    known = row.where(~np.isnan(row.reference))
    if not len(known):
        return {"rightOfAllShare": None} | ends("rightOfAll", None)
    right = within(known.estimate - known.reference, known.reference, tolerance)
    _, place = np.unique(known.cluster, return_inverse=True)
    interval = share_interval(np.bincount(place, weights=right), np.bincount(place).astype(float))
    return {"rightOfAllShare": float(right.mean())} | ends("rightOfAll", interval)


def errors(p, tolerance):
    size = np.abs(p.error)
    ascending = np.sort(size)
    r = correlation(p.reference, p.estimate)
    return {
        "biasBPM": float(p.error.mean()),
        "sdBPM": float(p.error.std(ddof=1)) if p.n > 1 else None,
        "maeBPM": float(size.mean()),
        "medianAEBPM": quantile(0.5, ascending),
        "rmseBPM": math.sqrt(float((p.error**2).mean())),
        "mapePercent": 100 * float((size / p.reference).mean()) if np.all(p.reference > 0) else None,
        "withinToleranceShare": float(within(p.error, p.reference, tolerance).mean()),
        "withinBPMShare": float((size <= tolerance["withinBPM"]).mean()),
        "p95AEBPM": quantile(0.95, ascending),
        "pearson": r,
        "spearman": correlation(ranks(p.reference), ranks(p.estimate)) if r is not None else None,
    }


def simple_limits(p):
    names = ["loaExactLower", "loaExactUpper"]
    result = ends(names[0], None) | ends(names[1], None)
    if p.n < 2:
        return result
    bias, sd = float(p.error.mean()), float(p.error.std(ddof=1))
    result |= {"loaSimpleLowerBPM": bias - Z * sd, "loaSimpleUpperBPM": bias + Z * sd}
    if p.k == p.n:
        inner, outer = stats.nct.ppf([0.025, 0.975], p.n - 1, Z * math.sqrt(p.n)) / math.sqrt(p.n)
        result |= ends(names[0], (bias - float(outer) * sd, bias - float(inner) * sd))
        result |= ends(names[1], (bias + float(inner) * sd, bias + float(outer) * sd))
    return result


def percentile_limits(p):
    ascending = np.sort(p.error)
    result = {}
    for side, share in (("Lower", 0.025), ("Upper", 0.975)):
        limit = quantile(share, ascending)
        result[f"loaPercentile{side}BPM"] = limit
        interval = None
        if p.k >= LEAST_CLUSTERS:
            below = p.per_cluster(p.error <= limit)
            rest = below - below.sum() / p.n * p.m
            reach = t_quantile(0.975, p.k - 1) * math.sqrt(p.k / (p.k - 1) * float(rest @ rest)) / p.n
            interval = (quantile(max(0.0, share - reach), ascending), quantile(min(1.0, share + reach), ascending))
        result |= ends(f"loaPercentile{side}", interval)
    return result


def ratio_limits(p):
    if p.n < 2 or not (np.all(p.reference > 0) and np.all(p.estimate > 0)):
        return {"ratioBias": None, "loaRatioLower": None, "loaRatioUpper": None}
    logarithm = np.log(p.estimate) - np.log(p.reference)
    mean, sd = float(logarithm.mean()), float(logarithm.std(ddof=1))
    return {
        "ratioBias": math.exp(mean),
        "loaRatioLower": math.exp(mean - Z * sd),
        "loaRatioUpper": math.exp(mean + Z * sd),
    }


def variance_components(m, sums, squares_within):
    """Bias and σ²_between + σ²_within of clusters with m windows, sums of errors and squares within."""
    n, k = float(m.sum()), len(m)
    if k < 2 or n <= k:
        return None
    bias = float(sums.sum()) / n
    within = float(squares_within.sum()) / (n - k)
    between = float(m @ (sums / m - bias) ** 2) / (k - 1)
    m0 = (n * n - float(m @ m)) / ((k - 1) * n)
    return bias, max(0.0, (between - within) / m0) + within


def repeated_measures(p):
    result = ends("loaLower", None) | ends("loaUpper", None)
    sums, squares = p.per_cluster(p.error), p.squares_within
    whole = variance_components(p.m, sums, squares)
    if whole is None:
        return result
    bias, s = whole[0], math.sqrt(whole[1])
    lower, upper = bias - Z * s, bias + Z * s
    result |= {"loaLowerBPM": lower, "loaUpperBPM": upper}
    if p.k < LEAST_CLUSTERS:
        return result
    left = []
    for i in range(p.k):
        keep = np.arange(p.k) != i
        one = variance_components(p.m[keep], sums[keep], squares[keep])
        if one is None or not one[1] > 0:
            return result
        left.append((one[0], math.log(one[1])))

    def jackknife_error(values):
        values = np.array(values)
        return math.sqrt((p.k - 1) / p.k * float(((values - values.mean()) ** 2).sum()))

    t = t_quantile(0.975, p.k - 1)
    of_bias = t * jackknife_error([one[0] for one in left])
    factor = min(
        math.exp(min(700.0, t * jackknife_error([one[1] for one in left]) / 2)), math.sqrt(-1 / math.log(0.975)))
    outer = math.hypot(of_bias, Z * s * (factor - 1))
    inner = math.hypot(of_bias, Z * s * (1 - 1 / factor))
    return result | ends("loaLower", (lower - outer, lower + inner)) | ends("loaUpper", (upper - inner, upper + outer))


def recovered(bias, s2, of_bias, above, below):
    """Limits bias ± z·s with their intervals by variance estimates recovery: stems, limits, intervals."""
    s = math.sqrt(s2)
    outer = math.hypot(of_bias, Z * (math.sqrt(s2 + above) - s))
    inner = math.hypot(of_bias, Z * (s - math.sqrt(max(0.0, s2 - below))))
    lower, upper = bias - Z * s, bias + Z * s
    return (lower, (lower - outer, lower + inner)), (upper, (upper - inner, upper + outer))


def limits_of(stem, pair):
    result = {}
    for side, one in zip(("Lower", "Upper"), pair if pair is not None else ((None, None), (None, None))):
        result[f"loa{stem}{side}BPM"] = one[0]
        result |= ends(f"loa{stem}{side}", one[1])
    return result


def persistence_and_cluster_limits(p):
    result = {"lag1": None, "effectiveWindows": None} | limits_of("Cluster", None)
    deviation = p.error - p.cluster_means[p.cluster]
    squares = float(deviation @ deviation)
    next_to = [np.flatnonzero(p.cluster == c) for c in range(p.k)]
    pairs = [(one[1:], one[:-1]) for one in next_to]
    pairs = [(a[p.place[a] == p.place[b] + 1], b[p.place[a] == p.place[b] + 1]) for a, b in pairs]
    neighbours = sum(len(a) for a, _ in pairs)
    if not squares > 1e-20 * float(p.error @ p.error) or not neighbours:
        return result
    products = sum(float(deviation[a] @ deviation[b]) for a, b in pairs)
    lag1 = min(1.0, max(-1.0, products / squares * ((p.n - p.k) / neighbours)))
    rho = min(0.999, max(0.0, lag1))
    inflation = (1 + rho) / (1 - rho) - 2 * rho * (1 - rho**p.m) / (p.m * (1 - rho) ** 2)
    worth = np.minimum(p.m, np.maximum(1.0, p.m / inflation))
    result |= {"lag1": lag1, "effectiveWindows": float(worth.sum())}

    freedom = p.m - p.m / worth
    if p.k < LEAST_CLUSTERS or not freedom.sum() > 0:
        return result
    own, f = p.squares_within, float(freedom.sum())
    pooled = float(own.sum()) / f
    rest = own - freedom * pooled
    relative_error = math.sqrt(p.k / (p.k - 1) * float(rest @ rest)) / (f * pooled)
    factor = math.exp(t_quantile(0.975, p.k - 1) * relative_error)
    means = p.cluster_means
    of_means = float(means.var(ddof=1))
    within = (1 - float((1 / worth).sum()) / p.k) * pooled
    above = math.hypot(of_means * ((p.k - 1) / chi2_quantile(0.025, p.k - 1) - 1), within * (factor - 1))
    below = math.hypot(of_means * ((p.k - 1) / chi2_quantile(0.975, p.k - 1) - 1), within * (1 / factor - 1))
    return result | limits_of("Cluster", recovered(
        float(means.mean()), of_means + within, Z * math.sqrt(of_means / p.k), above, below))


def slopes(p):
    result = {"sdSlopeOnMean": None}
    middle = (p.reference + p.estimate) / 2
    for name, x in (("slopeOnMean", middle), ("slopeOnReference", p.reference)):
        mean_x, mean_y, xx, _, xy = moments(x, p.error)
        slope = xy / xx if xx > 0 else None
        result |= {name: slope, name + "P": None} | ends(name, None)
        if slope is None or p.k < LEAST_CLUSTERS:
            continue
        score = p.per_cluster((x - mean_x) * (p.error - mean_y - slope * (x - mean_x)))
        error = math.sqrt(p.k / (p.k - 1) * (p.n - 1) / (p.n - 2) * float(score @ score)) / xx
        if error <= 1e-12 * math.sqrt(float(p.error @ p.error) / xx):
            error = 0.0
        t = t_quantile(0.975, p.k - 1)
        result |= ends(name, (slope - t * error, slope + t * error))
        if error > 0:
            result[name + "P"] = 2 * float(special.stdtr(p.k - 1, -abs(slope) / error))
    if p.n >= 3 and result["slopeOnMean"] is not None:
        line = p.error.mean() + result["slopeOnMean"] * (middle - middle.mean())
        _, _, xx, _, xy = moments(middle, np.abs(p.error - line))
        result["sdSlopeOnMean"] = math.sqrt(math.pi / 2) * xy / xx
    return result


def concordance_and_icc(p):
    result = {"ccc": None, "icc21": None, "icc31": None} | ends("ccc", None) | ends("icc21", None) | ends("icc31", None)
    mean_x, mean_y, xx, yy, xy = moments(p.reference, p.estimate)
    n, shift2 = p.n, (mean_x - mean_y) ** 2
    r = correlation(p.reference, p.estimate)
    alone = p.k == p.n
    if r is not None:
        ccc = 2 * xy / (xx + yy + (n - 1) * shift2)
        result["ccc"] = ccc
        if alone and n >= 3 and r != 0 and ccc * ccc < 1:
            u2 = (n - 1) * shift2 / math.sqrt(xx * yy)
            of_correlation = (1 - r**2) * ccc**2 * (1 - ccc**2) / r**2
            of_location = 2 * ccc**3 * (1 - ccc) * u2 / r - ccc**4 * u2**2 / (2 * r**2)
            variance = (of_correlation + of_location) / ((n - 2) * (1 - ccc**2) ** 2)
            if variance >= 0:
                reach = Z * math.sqrt(variance)
                result |= ends("ccc", (math.tanh(math.atanh(ccc) - reach), math.tanh(math.atanh(ccc) + reach)))
    if n < 2:
        return result
    rows = (xx + yy + 2 * xy) / (2 * (n - 1))
    column = n * shift2 / 2
    rest = max(0.0, (xx + yy - 2 * xy) / (2 * (n - 1)))
    whole = rows + rest + 2 * (column - rest) / n
    if not (rows + rest > 0 and whole > 0):
        return result
    icc21 = (rows - rest) / whole
    result |= {"icc21": icc21, "icc31": (rows - rest) / (rows + rest)}
    if not (alone and rest > 0):
        return result
    f = f_quantile(0.975, n - 1, n - 1)
    low, high = rows / rest / f, rows / rest * f
    result |= ends("icc31", ((low - 1) / (low + 1), (high - 1) / (high + 1)))
    if icc21 < 1:
        a = 2 * icc21 / (n * (1 - icc21)) * column
        b = (1 + 2 * icc21 * (n - 1) / (n * (1 - icc21))) * rest
        freedom = (a + b) ** 2 / (a * a + b * b / (n - 1))
        f1, f2 = f_quantile(0.975, n - 1, freedom), f_quantile(0.975, freedom, n - 1)
        bottom = 2 * column + (n - 2) * rest
        result |= ends("icc21", (
            n * (rows - f1 * rest) / (f1 * bottom + n * rows), n * (f2 * rows - rest) / (bottom + n * f2 * rows)))
    return result


def bootstrap(p, seed, level=0.95):
    """Bootstrap-t and BCa intervals of bias and mean absolute error."""
    result = {}
    size = float(np.abs(p.error).mean())
    for name, values in (("bias", p.error), ("mae", np.abs(p.error))):
        both = (None, None)
        if p.k >= LEAST_CLUSTERS:
            both = cluster_bootstrap(p.per_cluster(values), p.m, size, seed, level, of_logarithm=name == "mae")
        result |= ends(name, both[0]) | ends(name + "BCa", both[1])
    return result


def cluster_bootstrap(sums, m, size, seed, level, of_logarithm):
    k, tail = len(m), (1 - level) / 2
    drawn = draws.cluster_draws(seed, k)
    figure = float(sums.sum() / m.sum())
    rest = sums - figure * m
    rest[np.abs(rest) <= 1e-12 * size * m] = 0

    def standard_error(squares, count):
        return np.sqrt(k / (k - 1) * squares) / count

    count = m[drawn].sum(axis=1)
    change = rest[drawn].sum(axis=1) / count
    change[np.abs(change) <= 1e-10 * np.abs(rest).max() / m.min()] = 0
    error = standard_error(((rest[drawn] - change[:, None] * m[drawn]) ** 2).sum(axis=1), count)
    own = float(standard_error(float(rest @ rest), float(m.sum())))
    most = t_quantile((1 + level) / 2, 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        if of_logarithm:
            share = 1 + change / figure
            score = np.where(share > 1e-10, np.log(share) * (figure * share) / error, -np.inf)
        else:
            score = change / error
        score = np.sort(np.where(change == 0, 0.0, np.clip(score, -most, most)))
    low, high = quantile(tail, score), quantile(1 - tail, score)
    if not of_logarithm:
        t_interval = (figure - high * own, figure - low * own)
    elif figure == 0:
        t_interval = (0.0, 0.0)
    else:
        t_interval = (figure * math.exp(-high * own / figure), figure * math.exp(-low * own / figure))

    changes = np.sort(change)
    share = (np.count_nonzero(changes < 0) + np.count_nonzero(changes == 0) / 2) / len(changes)
    without = -rest / (m.sum() - m)
    away = without.mean() - without
    squares = float((away**2).sum())
    if not (0 < share < 1 and squares > 0):
        return t_interval, None
    z0, z = float(special.ndtri(share)), float(special.ndtri(1 - tail))
    a = float((away**3).sum()) / (6 * squares**1.5)
    low, high = (float(special.ndtr(z0 + (z0 + side) / (1 - a * (z0 + side)))) for side in (-z, z))
    return t_interval, (figure + quantile(low, changes), figure + quantile(high, changes))
