"""Confidence as a chance, and one data set left out, by the formulas of docs/reference/formulas."""

import numpy as np

BINS, SURE, SLACK = 10, 0.9, 1e-9
LEAST_COVERAGE = 0.5


def bound(note, tolerance):
    """What an answer of a detector has to be within: bpm, and per cent of the reference or None."""
    stated = note.get("chanceWithinBPM")
    return (tolerance["withinBPM"], tolerance["withinPercent"]) if stated is None else (stated, None)


def answers(rows, limits):
    """Confidence, whether right, and recording of the windows with reference, estimate and confidence."""
    error = np.abs(rows.estimate - rows.reference)
    kept = ~np.isnan(error) & ~np.isnan(rows.confidence)
    allowed = np.maximum(limits[0], (limits[1] or 0) / 100 * np.abs(rows.reference))
    return rows.confidence[kept], (error <= allowed)[kept].astype(float), rows.recording[kept]


def group(name, confidence, right):
    n = len(confidence)
    which = np.searchsorted(np.arange(1, BINS) / 10, confidence, side="right")
    count = np.bincount(which, minlength=BINS)
    sums = np.bincount(which, weights=confidence, minlength=BINS)
    hits = np.bincount(which, weights=right, minlength=BINS)

    def means(values):
        return [float(v / m) if m else None for v, m in zip(values, count)]

    sure = confidence >= SURE
    return {
        "dataset": name, "answers": n, "meanConfidence": float(confidence.mean()), "rightShare": float(right.mean()),
        "brier": float(((confidence - right) ** 2).mean()), "calibrationError": float(np.abs(sums - hits).sum() / n),
        "sureAnswers": int(sure.sum()), "sureRight": int(right[sure].sum()),
        "binAnswers": [int(m) for m in count], "binConfidence": means(sums), "binRightShare": means(hits)}


def used_datasets(results):
    """Data sets that recordings are from, in the experiment's order."""
    used = {one["dataset"] for one in results["recordings"]}
    return [one["name"] for one in results["datasets"] if one["name"] in used]


def reliability(rows, note, results, recordings):
    limits = bound(note, results["tolerance"])
    confidence, right, recording = answers(rows, limits)
    if not len(confidence) or confidence.min() < 0 or confidence.max() > 1:
        return None
    groups = [group(None, confidence, right)]
    datasets = used_datasets(results)
    of = np.array([recordings[one][0] for one in recording], dtype=object)
    for name in datasets if len(datasets) > 1 else []:
        if (of == name).any():
            groups.append(group(name, confidence[of == name], right[of == name]))
    return {
        "stated": note.get("chanceWithinBPM") is not None, "withinBPM": limits[0], "withinPercent": limits[1],
        "groups": groups}


def isotonic(x, y, weight):
    """Ends of the blocks and their values, both ascending."""
    levels, which = np.unique(x, return_inverse=True)
    weights = np.bincount(which, weights=weight)
    sums = np.bincount(which, weights=weight * y)
    blocks = []
    for level, w, s in zip(levels, weights, sums):
        blocks.append([level, level, w, s])
        while len(blocks) > 1 and blocks[-1][3] / blocks[-1][2] <= blocks[-2][3] / blocks[-2][2]:
            _, high, w2, s2 = blocks.pop()
            blocks[-1][1:] = [high, blocks[-1][2] + w2, blocks[-1][3] + s2]
    ends, values = [], []
    for low, high, w, s in blocks:
        for end in [low, high] if high > low else [low]:
            ends.append(float(end))
            values.append(s / w)
    return np.array(ends), np.array(values)


def least_reaching(ends, values, level):
    at = np.flatnonzero(values >= level)
    if not len(at):
        return None
    i = at[0]
    if i == 0:
        return 0.0
    share = (level - values[i - 1]) / (values[i] - values[i - 1])
    return float(ends[i - 1] + share * (ends[i] - ends[i - 1]))


def leave_one_out(results, groups, recordings, seen):
    """`leaveOneOut` of results.json; seen: of a detector's note and a data set. None for fewer than two data sets."""
    datasets = used_datasets(results)
    if len(datasets) < 2:
        return None
    scenarios = [one["label"] for one in results["scenarios"]]
    notes = {one["label"]: one for one in results["detectors"]}
    part = {}
    for (scenario, detector), rows in groups.items():
        of = np.array([recordings[one][0] for one in rows.recording], dtype=object)
        part[scenario, detector] = {name: rows.where(of == name) for name in datasets}
    return {
        "choices": [one for scenario in scenarios for one in choices(scenario, part, datasets, notes, seen)],
        "confidences": confidences(scenarios, part, datasets, notes, results["tolerance"], seen)}


def choices(scenario, part, datasets, notes, seen):
    found = {name: {} for name in datasets}
    for detector in notes:
        for name, rows in part.get((scenario, detector), {}).items():
            known = ~np.isnan(rows.reference)
            error = np.abs(rows.estimate - rows.reference)
            error = error[~np.isnan(error)]
            if len(error):
                found[name][detector] = (float(error.mean()), len(error) / int(known.sum()))
    datasets = [name for name in datasets if found[name]]
    result = []
    for left in datasets:
        others = [name for name in datasets if name != left]
        means = {
            detector: float(np.mean([found[name][detector][0] for name in others])) for detector in notes
            if others and all(found[name].get(detector, (0, 0))[1] >= LEAST_COVERAGE for name in others)}
        if not means:
            continue
        chosen = min(means, key=means.get)
        there = {name: one[0] for name, one in found[left].items() if one[1] >= LEAST_COVERAGE}
        best = min(there, key=there.get) if there else None

        def described(detector):
            mae, coverage = found[left].get(detector, (None, None))
            return {"detector": detector, "maeBPM": mae, "coverage": coverage, "seen": seen(notes[detector], left)}

        result.append({
            "scenario": scenario, "dataset": left, "othersMAEBPM": means[chosen], "chosen": described(chosen),
            "best": described(best) if best else None})
    return result


def confidences(scenarios, part, datasets, notes, tolerance, seen):
    result = []
    for detector, note in notes.items():
        limits = bound(note, tolerance)
        found = {}
        for scenario in scenarios:
            mine = {
                name: answers(rows, limits)[:2] for name, rows in part.get((scenario, detector), {}).items()}
            pooled = np.concatenate([one[0] for one in mine.values()] or [[]])
            if len(pooled) and pooled.min() >= 0 and pooled.max() <= 1:
                found[scenario] = {name: one for name, one in mine.items() if len(one[0])}
        for left in datasets:
            x, y, weight = [], [], []
            for name in datasets:
                lists = [one[name] for one in found.values() if name in one]
                if name != left and lists:
                    x += [c for c, _ in lists]
                    y += [right for _, right in lists]
                    size = sum(len(c) for c, _ in lists)
                    weight += [np.full(len(c), 1 / size) for c, _ in lists]
            tried = [(scenario, one[left]) for scenario, one in found.items() if left in one]
            if not x or not tried:
                continue
            ends, values = isotonic(np.concatenate(x), np.concatenate(y), np.concatenate(weight))
            trials = []
            for scenario, (confidence, right) in tried:
                chance = np.interp(confidence, ends, values)
                sure, again = confidence >= SURE, chance >= SURE - SLACK
                trials.append({
                    "scenario": scenario, "answers": len(confidence),
                    "brier": float(((confidence - right) ** 2).mean()),
                    "recalibratedBrier": float(((chance - right) ** 2).mean()),
                    "sureAnswers": int(sure.sum()), "sureRight": int(right[sure].sum()),
                    "recalibratedSureAnswers": int(again.sum()), "recalibratedSureRight": int(right[again].sum())})
            result.append({
                "detector": detector, "dataset": left, "seen": seen(note, left),
                "fittedAnswers": sum(len(one) for one in x),
                "sureFrom": least_reaching(ends, values, SURE - SLACK), "tried": trials})
    return result
