"""Every figure of comparison.csv of one run, by the formulas of docs/reference/formulas."""

import csv
import math

import numpy as np
from scipy import special

import agreement
import draws

LABELS = ("scenario", "detector", "baseline")
FLIPS, POSTERIOR_DRAWS = 20_000, 20_000


def compare(comparison, folder, results, groups, plain):
    """plain: takes from a text cell what keeps spreadsheets from reading a formula."""
    path = folder / "comparison.csv"
    if not path.exists():
        return
    with open(path, newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    named = [tuple(plain(row[label]) for label in LABELS) for row in table]
    if any(detector == baseline for _, detector, baseline in named):
        comparison.not_in_windows("comparison.csv, which is of two runs")
        return
    found = [
        columns(groups[scenario, detector], groups[scenario, baseline], float(row["marginBPM"]), results["seed"])
        for (scenario, detector, baseline), row in zip(named, table)]
    adjusted = holm([one["signFlipP"] if one.pop("differs") else None for one in found])
    for name, row, one, p in zip(named, table, found, adjusted):
        one |= {"signFlipHolmP": p, "verdict": verdict(one, p)}
        where = f"comparison.csv: {', '.join(name)}"
        for column, cell in row.items():
            if column in LABELS:
                continue
            if column not in one:
                comparison.problems.append(f"{where}: {column}: a column that is not known here")
            elif column in ("verdict", "withinMargin"):
                comparison.figure(f"{where}: {column}", cell or None, one[column])
            else:
                comparison.figure(f"{where}: {column}", float(cell) if cell else None, one[column])
        for column in one.keys() - row.keys():
            comparison.problems.append(f"{where}: {column}: not written")


def columns(rows, others, margin, seed):
    known = ~np.isnan(rows.reference) & ~np.isnan(others.reference)
    mine, theirs = known & ~np.isnan(rows.estimate), known & ~np.isnan(others.estimate)
    both = mine & theirs
    cluster = rows.cluster

    def clusters(mask):
        return len(set(cluster[mask]))

    result = {
        "clusters": clusters(both), "windows": int(both.sum()), "referenceWindows": int(known.sum()),
        "onlyDetectorWindows": int((mine & ~theirs).sum()), "onlyBaselineWindows": int((theirs & ~mine).sum()),
        "detectorClusters": clusters(mine), "baselineClusters": clusters(theirs), "referenceClusters": clusters(known),
        "marginBPM": margin}
    # Clusters are numbered as they first appear in the file.
    _, place = np.unique(cluster[both], return_inverse=True)
    count = np.bincount(place)
    a = np.bincount(place, weights=np.abs(rows.estimate - rows.reference)[both]) / count
    b = np.bincount(place, weights=np.abs(others.estimate - others.reference)[both]) / count
    names = (
        "maeBPM", "baselineMAEBPM", "deltaBPM", "deltaLow", "deltaHigh", "signFlipP", "wilcoxonStatistic", "wilcoxonP",
        "studentT", "studentP", "equivalenceP", "betterProbability", "equivalentProbability", "worseProbability",
        "withinMargin")
    result |= dict.fromkeys(names)
    d = a - b
    result["differs"] = bool(np.any(d != 0))
    if not len(d):
        return result
    k, delta = len(d), float(d.mean())
    result |= {"maeBPM": float(a.mean()), "baselineMAEBPM": float(b.mean()), "deltaBPM": delta}
    result["signFlipP"] = sign_flip(d, seed)
    result["wilcoxonStatistic"], result["wilcoxonP"] = signed_rank(d)
    error = float(d.std(ddof=1)) / math.sqrt(k) if agreement.varies(d) else None
    if error:
        t = delta / error
        result["studentT"], result["studentP"] = t, 2 * float(special.stdtr(k - 1, -abs(t)))
        result["equivalenceP"] = max(
            float(special.stdtr(k - 1, -(delta + margin) / error)), float(special.stdtr(k - 1, (delta - margin) / error)))
    result["withinMargin"] = "false"
    if k < agreement.LEAST_CLUSTERS:
        return result
    drawn = d[draws.difference_draws(seed, k)]
    means = np.sort(np.clip(drawn.mean(axis=1), drawn.min(axis=1), drawn.max(axis=1)))

    def quantile_of_means(tail, side):
        t = agreement.t_quantile(tail, k - 1)
        share = float(special.ndtr(t * math.sqrt(k / (k - 1))))
        return agreement.quantile(1 - share if side > 0 else share, means)

    result["deltaLow"], result["deltaHigh"] = quantile_of_means(0.025, -1), quantile_of_means(0.025, 1)
    low, high = quantile_of_means(0.05, -1), quantile_of_means(0.05, 1)
    if error:
        reach = agreement.t_quantile(0.95, k - 1) * error
        low, high = min(low, delta - reach), max(high, delta + reach)
    if -margin < low and high < margin:
        result["withinMargin"] = "true"
    found = posterior(d, margin, seed)
    result |= dict(zip(("betterProbability", "equivalentProbability", "worseProbability"), found))
    return result


def sign_flip(d, seed):
    k = len(d)
    far = abs(float(d.sum())) - 1e-12 * float(np.abs(d).sum())
    if k <= 16:
        signs = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
        return float((np.abs((2 * signs - 1) @ d) >= far).mean())
    numbers = (k + 63) // 64
    bits = draws.bits(seed, ["paired difference", "sign flip"], FLIPS * numbers).reshape(FLIPS, numbers)
    signs = (bits[:, :, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    signs = 2 * signs.reshape(FLIPS, -1)[:, :k].astype(np.float64) - 1
    return (int((np.abs(signs @ d) >= far).sum()) + 1) / (FLIPS + 1)


def signed_rank(d):
    d = d[d != 0]
    if not len(d):
        return None, None
    ranks = agreement.ranks(np.abs(d))
    whole = len(d) * (len(d) + 1) / 2
    positive = float(ranks[d > 0].sum())
    smaller = min(positive, whole - positive)
    if len(d) > 25:
        away = (smaller - whole / 2) / math.sqrt(float(ranks @ ranks) / 4)
        return smaller, min(1.0, 2 * float(special.ndtr(away)))
    # Ranks are whole or halves: count the subsets by their doubled sum.
    subsets = [1]
    for rank in ranks:
        step = round(2 * rank)
        subsets = [x + y for x, y in zip(subsets + [0] * step, [0] * step + subsets)]
    return smaller, min(1.0, 2 * sum(subsets[:round(2 * smaller) + 1]) / 2 ** len(d))


def holm(p):
    """Of those that are not None."""
    order = sorted((one, i) for i, one in enumerate(p) if one is not None)
    result, highest = [None] * len(p), 0.0
    for before, (one, i) in enumerate(order):
        highest = max(highest, min(1.0, one * (len(order) - before)))
        result[i] = highest
    return result


def posterior(d, margin, seed):
    """Probabilities of better, equivalent and worse."""
    k = len(d)
    order = np.argsort(np.concatenate([[0.0], d]), kind="stable")
    values, prior = np.concatenate([[0.0], d])[order], int(np.flatnonzero(order == 0)[0])
    # Two draws share a pair of normal numbers: the first of them takes it, k + 2 uniform numbers in all, the second k.
    u = draws.uniform(seed, ["paired difference", "signed-rank posterior"], POSTERIOR_DRAWS // 2 * (2 * k + 2))
    u = u.reshape(POSTERIOR_DRAWS // 2, 2 * k + 2)
    radius, angle = np.sqrt(-2 * np.log(1 - u[:, prior])), 2 * math.pi * u[:, prior + 1]
    exponential = -np.log(1 - np.delete(u, [prior, prior + 1], axis=1))
    halves = []
    for part, normal in ((exponential[:, :k], radius * np.cos(angle)), (exponential[:, k:], radius * np.sin(angle))):
        halves.append(np.insert(part, prior, normal**2 / 2, axis=1))
    weights = np.stack(halves, axis=1).reshape(POSTERIOR_DRAWS, k + 1)
    sums = values[:, None] + values[None, :]
    below = ((weights @ (sums < -2 * margin)) * weights).sum(axis=1)
    above = ((weights @ (sums > 2 * margin)) * weights).sum(axis=1)
    inside = ((weights @ ((sums >= -2 * margin) & (sums <= 2 * margin))) * weights).sum(axis=1)
    equivalent = inside >= np.maximum(below, above)
    better = np.where(equivalent, 0.0, np.where(below > above, 1.0, np.where(below == above, 0.5, 0.0)))
    shares = float(better.sum()), float(equivalent.sum()), float((~equivalent).sum() - better.sum())
    return tuple(one / POSTERIOR_DRAWS for one in shares)


def verdict(row, adjusted):
    if not row["clusters"]:
        return None
    if row["deltaLow"] is None:
        return "tooFewClusters"
    shown = adjusted is not None and adjusted < 0.05
    if shown and row["deltaHigh"] < 0:
        return "better"
    if shown and row["deltaLow"] > 0:
        return "worse"
    return "equivalent" if row["withinMargin"] == "true" else "undecided"
