"""Beats, record by record: beats.csv, beat-scores.csv and the counts of results.json, by docs/reference/formulas/beats.md."""

import csv

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

SLACK = 1e-6


def optional(cell):
    return float(cell) if cell else None


def read(path, plain):
    """Lines by (scenario, detector), then by (data set, recording, repeat)."""
    rows = {}
    with open(path, newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            row = (plain(line["scenario"]), plain(line["detector"]))
            unit = (plain(line["dataset"]), plain(line["recording"]), int(line["repeat"]))
            rows.setdefault(row, {}).setdefault(unit, []).append((
                line["match"], optional(line["referenceSeconds"]), optional(line["detectedSeconds"]),
                optional(line["offsetMilliseconds"]), optional(line["windowStartSeconds"])))
    return rows


def pairs(reference, detected, tolerance, lag):
    """Both passes of the page."""
    def offset(i, j):
        return detected[j] - lag - reference[i]

    reach, found, i, j = tolerance + SLACK, [], 0, 0
    while i < len(reference) and j < len(detected):
        if abs(offset(i, j)) <= reach:
            found.append([i, j])
            i, j = i + 1, j + 1
        elif offset(i, j) < 0:
            j += 1
        else:
            i += 1
    next_i, next_j = len(reference), len(detected)
    for pair in reversed(found):
        while pair[1] + 1 < next_j and abs(offset(pair[0], pair[1] + 1)) < abs(offset(*pair)):
            pair[1] += 1
        while pair[0] + 1 < next_i and abs(offset(pair[0] + 1, pair[1])) < abs(offset(*pair)):
            pair[0] += 1
        next_i, next_j = pair
    return found


def most_pairs(reference, detected, tolerance, lag):
    """The largest number of pairs, by SciPy's matching of a graph."""
    if not len(reference) or not len(detected):
        return 0
    fits = np.abs(np.subtract.outer(-np.asarray(reference), lag - np.asarray(detected))) <= tolerance + SLACK
    return int((maximum_bipartite_matching(csr_array(fits), perm_type="column") >= 0).sum())


def window_of(time, starts, ends):
    """The start of the window whose middle is nearest; of two as near the later. None outside of all windows."""
    around = [(abs(time - (a + b) / 2), -a) for a, b in zip(starts, ends) if a <= time < b]
    return -min(around)[1] if around else None


def record_counts(reference, detected, tolerance, learning_end):
    """True positives, false positives and false negatives by the rule for counts record by record."""
    sides = [list(reference), list(detected)]
    found = [0, 0, 0]

    def at(side, place):
        return sides[side][place] if place < len(sides[side]) else np.inf

    def less(one, other):
        return one < other - SLACK

    if learning_end is not None:
        before = [beat for beat in detected if beat < learning_end]
        sides = [[beat for beat in side if beat >= learning_end] for side in sides]
        first, after = at(0, 0), at(1, 0)
        if first < np.inf and before and first - before[-1] <= tolerance + SLACK \
                and less(first - before[-1], abs(first - after)):
            found[0] += 1
            sides[0].pop(0)
        elif first < np.inf and after - learning_end <= tolerance + SLACK \
                and less(abs(first - at(1, 1)), abs(first - after)):
            sides[1].pop(0)
    place = [0, 0]
    while place[0] < len(sides[0]) or place[1] < len(sides[1]):
        one = int(at(1, place[1]) < at(0, place[0]))
        a, a_next = at(one, place[one]), at(one, place[one] + 1)
        b, b_next = at(1 - one, place[1 - one]), at(1 - one, place[1 - one] + 1)
        if b - a <= tolerance + SLACK and (
            a_next == np.inf or less(b - a, abs(b - a_next)) or less(abs(b_next - a_next), abs(b - a_next))
        ):
            found[0] += 1
            place = [place[0] + 1, place[1] + 1]
        else:
            found[1 if one else 2] += 1
            place[one] += 1
    return np.array(found)


def share(count, others):
    return float(count / (count + others)) if count + others else None


def members(tolerance, counts):
    true, false, missed = (int(one) for one in counts)
    return {
        "toleranceSeconds": tolerance, "truePositives": true, "falsePositives": false, "falseNegatives": missed,
        "sensitivity": share(true, missed), "positivePredictivity": share(true, false)}


def average(values):
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def compare_lines(comparison, where, lines, tolerance, lag, starts, ends):
    """The lines of one recording, repeat and detector; returns the times of both."""
    reference = [line[1] for line in lines if line[1] is not None]
    detected = [line[2] for line in lines if line[2] is not None]
    times = [line[2] - lag if line[1] is None else line[1] for line in lines]
    comparison.figure(f"{where}: in order of time", True, times == sorted(times))
    found = pairs(reference, detected, tolerance, lag)
    comparison.figure(f"{where}: largest number of pairs", len(found), most_pairs(reference, detected, tolerance, lag))
    written = [(line[1], line[2]) for line in lines if line[0] == "matched"]
    comparison.figure(f"{where}: pairs", written, [(reference[i], detected[j]) for i, j in found])
    for match, known, own, offset, window in lines:
        word = "extra" if known is None else "missed" if own is None else "matched"
        comparison.figure(f"{where}: match", match, word)
        comparison.figure(
            f"{where}: offsetMilliseconds", offset, 1000 * (own - lag - known) if match == "matched" else None)
        expected = own if known is None else known + lag
        comparison.figure(f"{where}: windowStartSeconds", window, window_of(expected, starts, ends))
    return reference, detected


def compare(comparison, folder, results, groups, recordings, plain):
    """Does nothing for a run without beats.csv."""
    if not (folder / "beats.csv").exists():
        return
    rule = results["beats"]
    tolerances = [rule["toleranceSeconds"], *rule.get("alsoWithinSeconds", [])]
    lags = {one["label"]: one["beatLagSeconds"] for one in results["detectors"]}
    lines = read(folder / "beats.csv", plain)
    scores = []
    for written in results["results"]:
        row = (written["scenario"], written["detector"])
        diagnosed = written.get("beats")
        comparison.figure(f"beats.csv: {row}: has lines", row in lines, diagnosed is not None)
        if diagnosed is None or row not in lines:
            continue
        left = {(one["dataset"], one["id"]) for one in diagnosed.get("notAligned", [])}
        lag, found = lags[row[1]], {}
        for part in groups[row].series():
            name = recordings[part.recording[0]]
            unit = (*name, int(part.repeat[0]))
            where = f"beats.csv: {row}, {unit}"
            reference, detected = compare_lines(
                comparison, where, lines[row].pop(unit, []), tolerances[0], lag, part.start, part.end)
            if not reference or name in left:
                continue
            expected = [beat + lag for beat in reference]
            inside = [beat for beat in expected if window_of(beat, part.start, part.end) is not None]
            learning = rule.get("learningSeconds")
            end = None if learning is None else part.start[0] + learning
            counts = np.array([record_counts(inside, detected, one, end) for one in tolerances])
            found[name] = found.get(name, 0) + counts
        comparison.figure(f"beats.csv: {row}: lines of unknown recordings", list(lines[row]), [])
        for part in written["recordings"]:
            name = (part["dataset"], part["id"])
            mine = [members(*one) for one in zip(tolerances, found[name])] if name in found else []
            comparison.tree(f"results.json: {row}: {name}: beats", part.get("beats", []), mine)
            scores += [(*row, *name, *one.values()) for one in mine]
        together = [
            {"recordings": len(found)} | members(tolerance, sum(counts[place] for counts in found.values())) | {
                "averageSensitivity": average(
                    members(tolerance, counts[place])["sensitivity"] for counts in found.values()),
                "averagePositivePredictivity": average(
                    members(tolerance, counts[place])["positivePredictivity"] for counts in found.values())}
            for place, tolerance in enumerate(tolerances)] if found else []
        comparison.tree(f"results.json: {row}: recordByRecord", diagnosed.get("recordByRecord", []), together)
    if (folder / "beat-scores.csv").exists():
        with open(folder / "beat-scores.csv", newline="", encoding="utf-8") as file:
            table = [
                (*map(plain, cells[:4]), *map(optional, cells[4:])) for cells in list(csv.reader(file))[1:]]
        comparison.figure("beat-scores.csv: rows", [one[:5] for one in table], [one[:5] for one in scores])
        for written, mine in zip(table, scores):
            for cell, figure in zip(written[5:], mine[5:]):
                comparison.figure(f"beat-scores.csv: {mine[:5]}", cell, figure)
