"""Figures of claims in results.json, by the formulas of docs/reference/formulas."""

import math

import numpy as np
from scipy import special

import agreement
import draws


def compare(comparison, results, groups, recordings):
    for number, claim in enumerate(results.get("claims", []), 1):
        where = f"results.json: claim {number}"
        comparison.figure(f"{where}: level", claim["level"], 1 - 0.05 / len(claim["figures"]))
        words = []
        for written in claim["figures"]:
            found = figure(written, claim["level"], results, groups, recordings)
            if "perfect" in written:
                found |= {"perfect": perfect(written, claim["level"], results, groups, recordings)}
            name = f"{where}: {written['scenario']}, {written['detector']}, {written['metric']}"
            comparison.tree(name, {one: written[one] for one in found}, found)
            words.append(found["verdict"])
        comparison.figure(f"{where}: verdict", claim["verdict"], together(words))


def together(words):
    if "doesNotHold" in words:
        return "doesNotHold"
    if set(words) == {"notTested"}:
        return "notTested"
    return "holds" if set(words) == {"holds"} else "cannotBeTold"


def of_group(rows, written, results, recordings):
    if written["by"] is None:
        return rows
    chosen = np.zeros(len(recordings), dtype=bool)
    for one in results["recordings"]:
        value = one["dataset"] if written["by"] == "dataset" else one["metadata"].get(written["by"], "(not stated)")
        if (one["dataset"], one["id"]) in recordings and value == written["group"]:
            chosen[recordings[one["dataset"], one["id"]]] = True
    return rows.where(chosen[rows.recording])


def numbers(rows, metric, tolerance):
    """The number of each window; NaN where it has none."""
    size = np.abs(rows.estimate - rows.reference)
    if metric == "coverage":
        return np.where(np.isnan(rows.reference), np.nan, np.where(np.isnan(rows.estimate), 0.0, 1.0))
    if metric == "maeBPM":
        return size
    if metric == "biasBPM":
        return rows.estimate - rows.reference
    if metric == "withinBPMShare":
        tolerance = dict(tolerance, withinPercent=None)
    right = agreement.within(rows.estimate - rows.reference, rows.reference, tolerance)
    return np.where(np.isnan(size), np.nan, right.astype(float))


def answered(rows):
    """Number of windows with a reference, and the share of them with an estimate."""
    known = ~np.isnan(rows.reference)
    total = int(known.sum())
    return total, float(np.mean(~np.isnan(rows.estimate[known]))) if total else None


def by_cluster(rows, values):
    """Sum and count of each cluster that has a number, in order of clusters."""
    known = ~np.isnan(values)
    clusters = np.unique(rows.cluster[known])
    place = np.searchsorted(clusters, rows.cluster[known])
    return clusters, np.bincount(place, weights=values[known]), np.bincount(place).astype(float)


def figure(written, level, results, groups, recordings):
    metric, tolerance = written["metric"], results["tolerance"]
    rows = of_group(groups[written["scenario"], written["detector"]], written, results, recordings)
    other = written.get("lessThan") or written.get("moreThan")
    found = {"value": None, "low": None, "high": None, "windows": 0, "otherWindows": None, "clusters": 0}
    found |= dict(zip(("referenceWindows", "coverage"), answered(rows)))
    found |= {"otherReferenceWindows": None, "otherCoverage": None}
    values = numbers(rows, metric, tolerance)
    if other is None:
        clusters, sums, counts = by_cluster(rows, values)
        found |= {"windows": int(counts.sum()), "clusters": len(clusters)}
        interval = None
        if len(clusters):
            found["value"] = float(sums.sum() / counts.sum())
            if metric in ("maeBPM", "biasBPM"):
                rates = agreement.rates_of(results, written["detector"])
                interval = mean_interval(rows, metric, results["seed"], level, rates)
            else:
                interval = agreement.share_interval(sums, counts, level)
    else:
        group = dict(written, group=other.get("group", written["group"]))
        theirs = of_group(groups[other["scenario"], other["detector"]], group, results, recordings)
        others = numbers(theirs, metric, tolerance)
        found |= dict(zip(("otherReferenceWindows", "otherCoverage"), answered(theirs)))
        if other["windows"] == "common":
            both = ~np.isnan(values) & ~np.isnan(others)
            values, others = np.where(both, values, np.nan), np.where(both, others, np.nan)
        a, b = by_cluster(rows, values), by_cluster(theirs, others)
        if written["by"] == "dataset" and group["group"] != written["group"]:
            b = namesakes(a, b, results, recordings, rows, theirs)
        shared, in_a, in_b = np.intersect1d(a[0], b[0], return_indices=True)
        found |= {"windows": int(a[2][in_a].sum()), "clusters": len(shared)}
        if other["windows"] == "own":
            found["otherWindows"] = int(b[2][in_b].sum())
        interval = None
        if len(shared):
            deltas = a[1][in_a] / a[2][in_a] - b[1][in_b] / b[2][in_b]
            found["value"] = float(min(max(deltas.mean(), deltas.min()), deltas.max()))
            interval = difference_interval(deltas, results["seed"], level)
    if interval is not None:
        found |= {"low": interval[0], "high": interval[1]}
    return found | {"verdict": verdict(written, other, found)}


def namesakes(a, b, results, recordings, rows, theirs):
    """Sums of b's clusters under the numbers of a's clusters of the same subject's (else recording's) name."""
    names = {}
    for one in results["recordings"]:
        if (one["dataset"], one["id"]) in recordings:
            names[recordings[one["dataset"], one["id"]]] = one["subject"] or one["id"]
    here = {names[recording]: cluster for recording, cluster in zip(rows.recording, rows.cluster)}
    there = {cluster: names[recording] for recording, cluster in zip(theirs.recording, theirs.cluster)}
    kept = [(here[there[cluster]], place) for place, cluster in enumerate(b[0]) if there[cluster] in here]
    kept.sort()
    places = np.array([place for _, place in kept], dtype=int)
    return np.array([cluster for cluster, _ in kept], dtype=a[0].dtype), b[1][places], b[2][places]


def perfect(written, level, results, groups, recordings):
    """Interval of the best share that the windows with a reference allow, and the least number of clusters for it."""
    rows = of_group(groups[written["scenario"], written["detector"]], written, results, recordings)
    counts = np.unique(rows.cluster[~np.isnan(rows.reference)], return_counts=True)[1].astype(float)
    enough = len(counts) >= agreement.LEAST_CLUSTERS
    found = {"low": None, "high": None, "clusters": len(counts), "needed": agreement.LEAST_CLUSTERS}
    bound = written.get("atLeast", written.get("atMost"))
    if bound is None or not written["metric"].endswith(("coverage", "Share")):
        if "atMost" in written and written["metric"] == "maeBPM":
            found |= {"low": 0.0, "high": 0.0} if enough else {}
            found["needed"] = found["needed"] if bound >= 0 else None
        return found
    bound = bound if "atLeast" in written else 1 - bound
    effective = counts.sum() ** 2 / (counts**2).sum()
    if enough:
        low = ((1 - level) / 2) ** (1 / effective)
        found |= {"low": low, "high": 1.0} if "atLeast" in written else {"low": 0.0, "high": 1 - low}
    number = math.ceil(math.log((1 - level) / 2) / math.log(bound)) if 0 < bound < 1 else 0
    number = max(agreement.LEAST_CLUSTERS, number)
    return found | {"needed": number if bound < 1 and number <= 1 << 16 else None}


def verdict(written, other, found):
    if found["value"] is None:
        return "notTested"
    if found["low"] is None:
        return "cannotBeTold"
    low, high = found["low"], found["high"]
    if "atLeast" in written:
        holds, fails = low >= written["atLeast"], high < written["atLeast"]
    elif "atMost" in written:
        holds, fails = high <= written["atMost"], low > written["atMost"]
    elif "lessThan" in written:
        holds, fails = high < other["margin"], low >= other["margin"]
    else:
        holds, fails = low > other["margin"], high <= other["margin"]
    return "holds" if holds else "doesNotHold" if fails else "cannotBeTold"


def mean_interval(rows, metric, seed, level, rates):
    p = agreement.pairs_of(rows, rates)
    if p.k < agreement.LEAST_CLUSTERS:
        return None
    values = np.abs(p.error) if metric == "maeBPM" else p.error
    return agreement.kept(
        agreement.cluster_bootstrap(p, values, seed, level, of_logarithm=metric == "maeBPM"), p.most)


def difference_interval(deltas, seed, level):
    """Expanded percentiles (Hesterberg 2015) of the mean of clusters drawn."""
    k = len(deltas)
    if k < agreement.LEAST_CLUSTERS:
        return None
    means = np.sort(np.clip(deltas[draws.difference_draws(seed, k)].mean(axis=1), deltas.min(), deltas.max()))
    t = agreement.t_quantile((1 - level) / 2, k - 1)
    tail = float(special.ndtr(t * math.sqrt(k / (k - 1))))
    return agreement.quantile(tail, means), agreement.quantile(1 - tail, means)
