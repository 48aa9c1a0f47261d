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

    def __init__(self, reference, estimate, cluster, place=None, rates=None):
        self.reference, self.estimate = reference, estimate
        self.error = estimate - reference
        numbers = {}
        # Clusters in order of first appearance.
        self.cluster = np.array([numbers.setdefault(one, len(numbers)) for one in cluster], dtype=np.intp)
        self.n, self.k = len(reference), len(numbers)
        # Which window of all it is; windows of one recording and repeat that follow each other differ by 1.
        self.place = np.arange(self.n) if place is None else place
        self.m = self.per_cluster(np.ones(self.n))
        # The largest possible error of a detector that gives these rates, from the lowest to the highest.
        self.most = math.inf
        if rates is not None and self.n:
            low, high = rates
            self.most = max(
                0.0, float(np.abs(self.error).max()), float((high - reference).max()), float((reference - low).max()))

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


def kept(pair, most):
    """An interval with its ends no further out than an error can be."""
    return tuple(min(max(end, -most), most) for end in pair)


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


def rates_of(results, label):
    """Lowest and highest rate that a detector can give; None for heart-rate variability, which has no bounds."""
    if results["measurand"] == "hrv":
        return None
    low, high = {"heartRate": (10.0, 600.0), "breathingRate": (0.5, 200.0)}[results["measurand"]]
    declared = next(one for one in results["detectors"] if one["label"] == label)["rangeBPM"]
    if declared is None:
        return low, high
    return declared[0], max(declared[0], high) if declared[1] is None else declared[1]


def columns(row, tolerance, seed, rates):
    """All columns of one row but its labels and counts.

    row: windows of one scenario and detector (see recompute.Rows); tolerance: `withinBPM` and `withinPercent` of
    results.json; seed: that of the experiment; rates: see `rates_of`.
    """
    known = ~np.isnan(row.reference)
    both = known & ~np.isnan(row.estimate)
    estimates = int(np.count_nonzero(both))
    result = {"coverage": estimates / int(known.sum()) if known.any() else None}
    result |= ends("coverage", interval_of_share(row.cluster[known], both[known]))
    result |= right_of_all(row, tolerance)
    if not estimates:
        return result
    p = Pairs(row.reference[both], row.estimate[both], row.cluster[both], row.place[both], rates)
    result["effectiveClusters"] = effective_clusters(p)
    result |= errors(p, tolerance)
    found = ends("sd", None) | simple_limits(p) | repeated_measures(p) | persistence_and_cluster_limits(p)
    if doubts(p):
        found |= {name: None for name in found if name.endswith(("Low", "High"))}
    result |= found
    result |= percentile_limits(p)
    result |= ratio_limits(p)
    result |= slopes(p)
    result |= concordance_and_icc(p)
    result |= jackknifed_correlations(p, result)
    result |= bootstrap(p, seed)
    return result


def pairs_of(row, rates):
    both = ~np.isnan(row.reference) & ~np.isnan(row.estimate)
    return Pairs(row.reference[both], row.estimate[both], row.cluster[both], row.place[both], rates)


def written_doubts(row, rates):
    """`limitDoubts` of a result, and the intervals of both limits that they refuse or that stand; None: there are none."""
    p = pairs_of(row, rates)
    if p.k < LEAST_CLUSTERS:
        return [], None
    stem, found = ("loa", repeated_measures(p))
    if "loaLowerBPM" not in found:
        stem, found = ("loaExact", simple_limits(p))
    pair = [(found[f"{stem}{side}Low"], found[f"{stem}{side}High"]) for side in ("Lower", "Upper")]
    if pair[0][0] is None:
        return [], None
    return doubts(p), pair


def acceptable(row, rates, difference):
    """The verdict on limits of agreement."""
    why, pair = written_doubts(row, rates)
    if pair is None:
        return "unknown"
    (a, b), (c, f) = pair
    if b < -difference or c > difference:
        return "refuted"
    if why:
        return "unknown"
    return "shown" if a >= -difference and f <= difference else "unclear"


def effective_clusters(p):
    return p.n**2 / float(p.m @ p.m)


def doubts(p):
    """Why limits of agreement have no intervals."""
    if p.k < LEAST_CLUSTERS:
        return []
    means, k = p.cluster_means, p.k
    found = []
    away = means - means.mean()
    differ = bool(np.any(np.abs(away) > 1e-12 * float(np.abs(p.error).mean())))
    if k >= 8 and differ:
        skewness = float((away**3).mean()) / float((away**2).mean()) ** 1.5
        y = skewness * math.sqrt((k + 1) * (k + 3) / (6 * (k - 2)))
        kurtosis = 3 * (k * k + 27 * k - 70) * (k + 1) * (k + 3) / ((k - 2) * (k + 5) * (k + 7) * (k + 9))
        w = math.sqrt(2 * (kurtosis - 1)) - 1
        z = math.asinh(y / math.sqrt(2 / (w - 1))) / math.sqrt(math.log(w) / 2)
        if 2 * special.ndtr(-abs(z)) < 0.02:
            found.append("skewedClusters")
    if differ:
        furthest = float(np.abs(away).max()) / float(means.std(ddof=1))
        rest = (k - 1) ** 2 - k * furthest**2
        t = math.sqrt(k * (k - 2) * furthest**2 / rest) if rest > 0 else math.inf
        if min(1.0, 2 * k * float(special.stdtr(k - 2, -t))) < 0.02:
            found.append("farCluster")
    squares = p.squares_within
    squares = np.where(squares > 1e-20 * p.per_cluster(p.error**2), squares, 0)
    spread = np.log((squares / np.maximum(1, p.m - 1))[(p.m >= 10) & (squares > 0)])
    if len(spread) >= 5 and float(spread.var(ddof=1)) > 1.5:
        found.append("unequalSpread")
    deviation = p.error - p.cluster_means[p.cluster]
    whole = float(squares.sum())
    if whole > 0 and p.n * float((deviation**4).sum()) / whole**2 > 5:
        found.append("heavyTails")
    return found


def share_interval(sums, counts, level=0.95):
    """Korn and Graubard (1998), of the larger of two variances."""
    sums, counts = sums[counts > 0], counts[counts > 0]
    k, n = len(counts), float(counts.sum())
    if k < LEAST_CLUSTERS:
        return None
    share, own, weights = float(sums.sum()) / n, sums / counts, counts / n
    rest = sums - share * counts
    of_quotient = k / (k - 1) * float(rest @ rest) / n**2
    between = float(own.var(ddof=1)) if varies(own) else 0.0
    within = float((sums * (1 - own)).sum()) / (n - k) if n > k else 0.0
    more = within * (1 / counts - float((1 / counts).mean()))
    less = np.minimum(between, np.maximum(between + more, within / counts))
    variance = max(of_quotient, float((weights**2 * np.where(more >= 0, between + more, less)).sum()))
    worth = n
    if share <= 0 or share >= 1:
        worth = n**2 / float(counts @ counts)
    elif variance > 0:
        rarer = min(np.count_nonzero(sums > 0), np.count_nonzero(sums < counts))
        ratio = t_quantile((1 + level) / 2, n - 1) / t_quantile((1 + level) / 2, min(k - 1, rarer + 1))
        worth = min(n, share * (1 - share) / variance * ratio**2)
    tail, hits = (1 - level) / 2, share * worth
    misses = worth - hits
    low = float(special.betaincinv(hits, misses + 1, tail)) if hits > 0 else 0.0
    high = float(special.betaincinv(hits + 1, misses, 1 - tail)) if misses > 0 else 1.0
    return low, high


def interval_of_share(cluster, counted):
    """The interval of a share of windows, from the cluster of each and whether it counts."""
    if not len(cluster):
        return None
    _, place = np.unique(cluster, return_inverse=True)
    return share_interval(np.bincount(place, weights=counted), np.bincount(place).astype(float))


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
    return {"rightOfAllShare": float(right.mean())} | ends("rightOfAll", interval_of_share(known.cluster, right))


def errors(p, tolerance):
    size = np.abs(p.error)
    ascending = np.sort(size)
    r = correlation(p.reference, p.estimate)
    right, near = within(p.error, p.reference, tolerance), size <= tolerance["withinBPM"]
    return ends("withinTolerance", interval_of_share(p.cluster, right)) | ends(
        "withinBPM", interval_of_share(p.cluster, near)) | {
        "biasBPM": float(p.error.mean()),
        "sdBPM": float(p.error.std(ddof=1)) if p.n > 1 else None,
        "maeBPM": float(size.mean()),
        "medianAEBPM": quantile(0.5, ascending),
        "rmseBPM": math.sqrt(float((p.error**2).mean())),
        "mapePercent": 100 * float((size / p.reference).mean()) if np.all(p.reference > 0) else None,
        "withinToleranceShare": float(right.mean()),
        "withinBPMShare": float(near.mean()),
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
        if p.k >= LEAST_CLUSTERS:
            low, high = chi2_quantile(0.975, p.n - 1), chi2_quantile(0.025, p.n - 1)
            result |= ends("sd", (sd * math.sqrt((p.n - 1) / low), sd * math.sqrt((p.n - 1) / high)))
    return result


def percentile_limits(p):
    ascending = np.sort(p.error)
    result = {}
    for side, share in (("Lower", 0.025), ("Upper", 0.975)):
        limit = quantile(share, ascending)
        result[f"loaPercentile{side}BPM"] = limit
        interval = None
        if p.k >= LEAST_CLUSTERS and effective_clusters(p) >= 20:
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
    intervals = {
        "loaLower": (lower - outer, lower + inner), "loaUpper": (upper - inner, upper + outer),
        "sd": (s / factor, s * factor)}
    for name, interval in intervals.items():
        result |= ends(name, kept(interval, p.most))
    return result


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
    found, squares = intraclass(n, xx, yy, xy, shift2)
    result |= found
    if squares is None:
        return result
    icc21, (rows, column, rest) = found["icc21"], squares
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


def jackknifed_correlations(p, figures):
    """Intervals over clusters; those of one window per cluster stand but for Pearson's."""
    names = ["pearson"] if p.k == p.n else ["pearson", "ccc", "icc21", "icc31"]
    result = {}
    if p.k < LEAST_CLUSTERS:
        return ends("pearson", None)
    _, _, xx, yy, _ = moments(p.reference, p.estimate)
    left = [correlations_without(p, i, xx, yy) for i in range(p.k)]
    for name in names:
        values = [figures[name], *(one[name] for one in left)]
        interval = None
        if all(value is not None and abs(value) < 1 - 1e-12 for value in values):
            z = np.arctanh(values)
            away = z[1:] - z[1:].mean()
            reach = t_quantile(0.975, p.k - 1) * math.sqrt((p.k - 1) / p.k * float(away @ away))
            interval = math.tanh(z[0] - reach), math.tanh(z[0] + reach)
        result |= ends(name, interval)
    return result


def correlations_without(p, i, whole_xx, whole_yy):
    """The four correlations of the windows of all clusters but one."""
    result = {"pearson": None, "ccc": None, "icc21": None, "icc31": None}
    x, y = p.reference[p.cluster != i], p.estimate[p.cluster != i]
    n = len(x)
    if n < 2:
        return result
    mean_x, mean_y, xx, yy, xy = moments(x, y)
    xx, yy = (0.0 if xx <= 1e-12 * whole_xx else xx), (0.0 if yy <= 1e-12 * whole_yy else yy)
    shift2 = (mean_x - mean_y) ** 2
    if xx > 0 and yy > 0:
        result["pearson"] = min(1.0, max(-1.0, xy / (math.sqrt(xx) * math.sqrt(yy))))
        result["ccc"] = 2 * xy / (xx + yy + (n - 1) * shift2)
    return result | intraclass(n, xx, yy, xy, shift2)[0]


def intraclass(n, xx, yy, xy, shift2):
    """ICC(2,1) and ICC(3,1), and their mean squares of rows, columns and errors."""
    rows = (xx + yy + 2 * xy) / (2 * (n - 1))
    column = n * shift2 / 2
    rest = max(0.0, (xx + yy - 2 * xy) / (2 * (n - 1)))
    whole = rows + rest + 2 * (column - rest) / n
    if not (rows + rest > 0 and whole > 0):
        return {"icc21": None, "icc31": None}, None
    return {"icc21": (rows - rest) / whole, "icc31": (rows - rest) / (rows + rest)}, (rows, column, rest)


def bootstrap(p, seed, level=0.95):
    """Bootstrap-t intervals of the mean errors."""
    size = np.abs(p.error)
    names = {"bias": p.error, "mae": size, "rmse": p.error**2}
    result = ends("mape", None)
    if np.all(p.reference > 0):
        names["mape"] = 100 * size / p.reference
    for name, values in names.items():
        interval = None
        if p.k >= LEAST_CLUSTERS:
            interval = cluster_bootstrap(p, values, seed, level, of_logarithm=name != "bias")
            if name == "rmse":
                interval = tuple(map(math.sqrt, interval))
            interval = kept(interval, 100 * p.most / float(p.reference.min()) if name == "mape" else p.most)
        result |= ends(name, interval)
    return result


def cluster_bootstrap(p, values, seed, level, of_logarithm):
    """The bootstrap-t interval of the mean of a number of each window, without regard to the largest possible error."""
    k, tail = p.k, (1 - level) / 2
    sums = p.per_cluster(values)
    means, weights, theta = sums / p.m, p.m / p.n, float(sums.sum()) / p.n
    center = float(means.mean())
    rest = means - center
    rest[np.abs(rest) <= 1e-12 * float(np.abs(values).mean())] = 0

    def standard_error(brought):
        """Of drawings, one a line, or of all clusters."""
        figure = brought @ weights
        apart = k * ((weights * (brought - figure[..., None])) ** 2).sum(axis=-1)
        own = brought - brought.mean(axis=-1)[..., None]
        alike = float(weights @ weights) * (own**2).sum(axis=-1)
        # A drawing of one cluster throughout has no spread, whatever the rounding of its mean.
        same = (brought == brought[..., :1]).all(axis=-1)
        return np.where(same, 0.0, np.sqrt(np.maximum(apart, alike) / (k - 1)))

    brought = rest[draws.cluster_draws(seed, k)]
    change = brought @ weights
    change[np.abs(change) <= 1e-10 * np.abs(rest).max()] = 0
    error, own = standard_error(brought), float(standard_error(rest))
    most, least = t_quantile(1 - tail, 2), t_quantile(1 - min(0.5, 1.4 * tail), k - 1)
    if of_logarithm:
        least = min(most, 1.12 * (1 + 0.6 / k) * float(special.ndtri(1 - tail)))
    with np.errstate(divide="ignore", invalid="ignore"):
        if of_logarithm:
            drawn = center + change
            score = np.where(drawn > 1e-10 * center, np.log(drawn / center) * drawn / error, -np.inf)
        else:
            score = change / error
        score = np.sort(np.where(change == 0, 0.0, np.clip(score, -most, most)))
    low, high = min(quantile(tail, score), -least), quantile(1 - tail, score)
    if not of_logarithm:
        high = max(high, least)
        return theta - high * own, theta - low * own
    if theta == 0:
        return 0.0, 0.0
    return theta * math.exp(min(700.0, -high * own / theta)), theta * math.exp(min(700.0, -low * own / theta))
