#!/usr/bin/env python3
"""Recomputes the figures of runs from windows.csv and docs/reference/formulas, and compares them with what hreval wrote.

    Tests/Recompute/recompute.py RUN...

RUN is a run's folder with windows.csv, or windows.h5 where there is none, summary.csv, results.json and, with groups,
groups.csv; comparison.csv is compared where there is one of detectors of this run, beats.csv and the counts of beats
where it is there, and from it the values of heart-rate variability. From results.json come settings only: seed,
tolerance, labels in their order, the rates that detectors can give, the groups that recordings belong to, what a claim
asks for, which recordings are not aligned; from comparison.csv which detectors are compared, and the margin. Exit code
0: all agree; 1: a figure differs, or summary.csv or comparison.csv has a column that is not known here; 2: a folder
cannot be read.

Written from the page, not from the program. Python 3.11 or later; tried with NumPy 2.4.6 and SciPy 1.17.1.
"""

import csv
import json
import re
import sys
from pathlib import Path

import numpy as np

import agreement
import beats
import claims
import comparison as contrasts
import confidence
import diagnosis
import variability

# Two numbers agree where they differ by no more than the larger of these.
RELATIVE, ABSOLUTE = 1e-9, 1e-12

QUALITY_WORDS = ["poor", "fair", "good", "excellent"]
CONFIDENCE_WORDS = ["veryLow", "low", "moderate", "high"]
MOTION_WORDS = ["excessive", "none"]

# What a column of windows' labels begins with; behind it stands the name of the stratum.
LABEL = "label."


def plain(text):
    """A text cell without the apostrophe that keeps spreadsheets from reading a formula."""
    rest = text.lstrip("'")
    return text[1:] if text.startswith("'") and rest[:1] and rest[0] in "=+-@" else text


def number(cell):
    return float(cell) if cell else np.nan


class Rows:
    """Rows of windows.csv as columns, in the file's order."""

    def __init__(self, table):
        self.columns = table

    def __getattr__(self, name):
        try:
            return self.columns[name]
        except KeyError:
            raise AttributeError(name) from None

    def __len__(self):
        return len(self.columns["reference"])

    def where(self, mask):
        return Rows({name: values[mask] for name, values in self.columns.items()})

    def series(self):
        """One part per (recording, repeat): windows that follow each other in time."""
        if not len(self):
            return []
        new = np.flatnonzero((np.diff(self.recording) != 0) | (np.diff(self.repeat) != 0)) + 1
        edges = [0, *new, len(self)]
        return [self.where(slice(a, b)) for a, b in zip(edges, edges[1:])]


def rows_of_text(path):
    """The names of the columns, then each row's cells."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        names = next(reader)
        yield names
        texts = [i for i, name in enumerate(names) if not name.endswith(("Seconds", "BPM"))]
        for cells in reader:
            for i in texts:
                cells[i] = plain(cells[i])
            yield cells


def rows_of_columns(path):
    """The same of windows.h5."""
    try:
        import h5py
    except ImportError:
        raise OSError("there is no windows.csv, and windows.h5 cannot be read without h5py") from None

    with h5py.File(path) as file:
        windows, words = file["windows"], file["words"]
        # A link's name has no slash.
        names = [name.replace("%00", "\0").replace("%2F", "/").replace("%25", "%") for name in windows]
        yield names
        known = {name: words[name].asstr()[:] for name in words}

        def cells(name, values):
            if name in known:
                return known[name][values]
            if values.dtype.kind == "i":
                return [str(one) for one in values]
            return ["" if np.isnan(one) else repr(float(one)) for one in values]

        for first in range(0, len(windows["recording"]), 65536):
            yield from map(
                list, zip(*(cells(name, windows[name][first:first + 65536]) for name in windows)))


def read_windows(folder):
    """Rows by (scenario, detector); and those of recordings that could not be used."""
    recordings, clusters = {}, {}
    groups, lost = {}, {}
    problems = []
    path = folder / "windows.csv"
    reader = rows_of_text(path) if path.exists() else rows_of_columns(folder / "windows.h5")
    place = {name: index for index, name in enumerate(next(reader))}
    names = (
        "recording", "subject", "scenario", "repeat", "detector", "startSeconds", "endSeconds", "referenceBPM",
        "estimateBPM", "confidence", "outcome", "quality", "motion", "dataset", "cluster", "errorBPM")
    at = [place[name] for name in names]
    behind = [name for name in place if name not in names]
    labels = [name for name in behind if name.startswith(LABEL)]
    behind = [name for name in behind if name not in labels]
    figures = [name for name in variability.COLUMNS if name in place]
    behind = [name for name in behind if name not in figures]
    for name in behind:
        if not (name.startswith("reference") and name.endswith("BPM")):
            raise OSError(f"windows.csv: {name}: a column that is not known here")
    sources = [place[name] for name in behind]
    words = [place[name] for name in labels]
    of_figure = [(place[name], variability.COLUMNS[name]) for name in figures]
    for cells in reader:
        (recording, subject, scenario, repeat, detector, start, end, reference, estimate, confidence, outcome,
         quality, motion, dataset, named, error) = (cells[i] for i in at)
        name = (dataset, recording)
        one = recordings.setdefault(name, len(recordings))
        row = (scenario, detector)
        if not start:
            lost.setdefault(row, []).append((one, int(repeat)))
            groups.setdefault(row, [])
            continue
        cluster = clusters.setdefault((dataset, subject, "" if subject else recording), (len(clusters), named))[0]
        if clusters[dataset, subject, "" if subject else recording][1] != named:
            problems.append(f"windows.csv: {name}: two names of one cluster, {named!r} is the second")
        # Both are read back exactly, so their difference is that of the program.
        found = number(estimate) - number(reference)
        if not (number(error) == found or (np.isnan(found) and not error)):
            problems.append(f"windows.csv: {name}, {row}, {start}: errorBPM is {error}")
        groups.setdefault(row, []).append((
            one, cluster, int(repeat), float(start), float(end), number(reference), number(estimate),
            number(confidence), outcome, quality, motion, *(number(cells[i]) for i in sources),
            *(cells[i] for i in words), *(number(cells[i]) if kind is float else cells[i] for i, kind in of_figure)))

    def placed(rows):
        """Numbers the rows so that windows of one recording and repeat that follow each other differ by 1."""
        new = (np.diff(rows.recording) != 0) | (np.diff(rows.repeat) != 0)
        rows.columns["place"] = np.arange(len(rows)) + np.concatenate([[0], np.cumsum(new)])[:len(rows)]
        return rows

    kinds = {
        "recording": int, "cluster": int, "repeat": int, "start": float, "end": float, "reference": float,
        "estimate": float, "confidence": float, "outcome": object, "quality": object, "motion": object}
    kinds |= {diagnosis.BEHIND + name: float for name in behind}
    kinds |= {name: object for name in labels}
    kinds |= {name: variability.COLUMNS[name] for name in figures}
    names_of_clusters = [named for _, named in clusters.values()]
    if len(set(names_of_clusters)) < len(clusters):
        problems.append("windows.csv: two clusters have the same name")

    def columned(rows):
        parts = list(zip(*rows)) if rows else [()] * len(kinds)
        return Rows({name: np.array(part, dtype=kind) for (name, kind), part in zip(kinds.items(), parts)})

    return list(recordings), {row: placed(columned(rows)) for row, rows in groups.items()}, lost, problems


class Comparison:
    """Counts figures that agree and keeps what does not."""

    def __init__(self, run):
        self.run, self.compared, self.largest, self.worst = run, 0, 0.0, ""
        self.problems, self.left_out = [], {}

    def figure(self, where, written, recomputed):
        if isinstance(written, float | int) and isinstance(recomputed, float | int | np.number):
            self.compared += 1
            # 1e-9 of the number, and of a number below 0.001 an absolute 1e-12.
            size = max(abs(written), abs(recomputed), ABSOLUTE / RELATIVE)
            away = abs(written - recomputed) / size
            if not away <= RELATIVE:
                self.problems.append(f"{where}: written {written!r}, recomputed {recomputed!r}")
            elif away > self.largest:
                self.largest, self.worst = away, where
        elif written == recomputed:
            self.compared += 1
        else:
            self.problems.append(f"{where}: written {written!r}, recomputed {recomputed!r}")

    def not_in_windows(self, what, count=1):
        """A figure that windows.csv cannot give."""
        self.left_out[what] = self.left_out.get(what, 0) + count

    def tree(self, where, written, recomputed):
        """Every member of a part of results.json."""
        if isinstance(written, dict) and isinstance(recomputed, dict):
            for name, value in written.items():
                if name not in recomputed:
                    self.not_in_windows(name)
                elif recomputed[name] is diagnosis.NOT_IN_WINDOWS:
                    self.not_in_windows(name)
                elif isinstance(recomputed[name], diagnosis.AtMost):
                    self.at_most(f"{where}: {name}", value, recomputed[name].value)
                else:
                    self.tree(f"{where}: {name}", value, recomputed[name])
            for name in recomputed.keys() - written.keys():
                if recomputed[name] is not diagnosis.NOT_IN_WINDOWS:
                    self.problems.append(f"{where}: {name}: recomputed {recomputed[name]!r}, not written")
        elif isinstance(written, list) and isinstance(recomputed, list):
            if len(written) != len(recomputed):
                self.problems.append(f"{where}: {len(written)} members written, {len(recomputed)} recomputed")
            for index, pair in enumerate(zip(written, recomputed)):
                self.tree(f"{where}[{index}]", *pair)
        else:
            self.figure(where, written, recomputed)

    def at_most(self, where, written, recomputed):
        """A time that the detector may have known earlier than windows.csv says."""
        if written is not None and (recomputed is None or written < recomputed - 1e-9):
            self.not_in_windows(where.split(": ")[-1] + " inside a window")
        else:
            self.figure(where, written, recomputed)


def counts(rows, lost):
    """`counts` of a result; also six columns of summary.csv."""
    first = rows.repeat == 1
    with_reference = ~np.isnan(rows.reference)
    both = with_reference & ~np.isnan(rows.estimate)
    return {
        "recordings": len(set(rows.recording[first])),
        "failedRecordings": sum(1 for _, repeat in lost if repeat == 1),
        "subjects": len(set(rows.cluster)),
        "windows": len(rows),
        "referenceWindows": int(with_reference.sum()),
        "estimates": int(both.sum()),
        "clusters": len(set(rows.cluster[both])),
    }


def per_recording(rows, recordings, diagnosed):
    result = []
    for one in sorted(set(rows.recording)):
        mine = rows.where(rows.recording == one)
        error = mine.estimate - mine.reference
        error = error[~np.isnan(error)]
        lag = diagnosis.recording_lag(mine.series()) if diagnosed else None
        result.append({
            "dataset": recordings[one][0], "id": recordings[one][1], "windows": len(mine),
            "referenceWindows": int((~np.isnan(mine.reference)).sum()), "estimates": len(error),
            "maeBPM": float(np.abs(error).mean()) if len(error) else None,
            "biasBPM": float(error.mean()) if len(error) else None} | ({} if lag is None else {"lag": lag}))
    return result


def fits(text, pattern):
    """Whether a pattern fits the whole of a text: * stands for any characters, ? for one."""
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), text, re.DOTALL) is not None


def has_seen(note, recording):
    """Whether a detector is stated to have been tuned on a recording; None: it is not, and not all of that is stated."""
    dataset, name = recording
    for one in note["stated"] if note else []:
        if fits(dataset, one["dataset"]) and (
            not one["recordings"] or any(fits(name, pattern) for pattern in one["recordings"])
        ):
            return True
    return None if not note or note["unstated"] else False


def compare_outcomes(comparison, where, written, rows):
    """Reasons by window. Where a window has no reference, windows.csv says that, and not why it has no estimate too."""
    found = {}
    for outcome in rows.outcome[rows.outcome != "value"]:
        found[outcome] = found.get(outcome, 0) + 1
    silent = np.isnan(rows.estimate)
    hidden = int((silent & np.isnan(rows.reference)).sum())
    of_detector = [name for name in written if not name.startswith("noReference:")]
    whole = sum(written[name] for name in of_detector)
    comparison.figure(f"{where}: outcomes: all without an estimate", whole, int(silent.sum()))
    for name in sorted(written.keys() | {plain(one) for one in found}):
        one = found.get(name, 0)
        if name.startswith("noReference:") or not hidden:
            comparison.figure(f"{where}: outcomes: {name}", written.get(name, 0), one)
        elif not one <= written.get(name, 0) <= one + hidden:
            comparison.problems.append(
                f"{where}: outcomes: {name}: written {written.get(name)}, {one} to {one + hidden} by windows.csv")
        else:
            comparison.not_in_windows("outcomes of windows without a reference")


def compare_row(comparison, where, written, rows, found_counts, results, recordings, diagnosed):
    """One result of results.json. Returns its columns."""
    rates = agreement.rates_of(results, written["detector"])
    unit = variability.unit_of(results, written["scenario"])
    if unit is not None:
        comparison.figure(f"windows.csv: {where}: unit", sorted(set(rows.unit)), [unit] if len(rows) else [])
    values = agreement.columns(rows, results["tolerance"], results["seed"], rates)
    comparison.tree(f"{where}: counts", written["counts"], found_counts)
    for name, value in written["metrics"].items():
        if name not in KNOWN:
            comparison.problems.append(f"{where}: {name}: no formula is known here")
        else:
            comparison.figure(f"{where}: {name}", value, values.get(name))
    compare_outcomes(comparison, where, written["outcomes"], rows)
    note = next(one.get("tunedOn") for one in results["detectors"] if one["label"] == written["detector"])
    parts = [part | {"seen": has_seen(note, (part["dataset"], part["id"]))} for part in per_recording(rows, recordings, diagnosed)]
    comparison.tree(f"{where}: recordings", written["recordings"], parts)
    doubts = agreement.written_doubts(rows, rates)[0]
    comparison.figure(f"{where}: limitDoubts", written.get("limitDoubts", []), doubts)
    if unit is None:
        difference = (results.get("acceptable") or {}).get("differenceBPM")
    else:
        difference = variability.acceptable_difference(results, written["scenario"])
    verdict = None if difference is None else agreement.acceptable(rows, rates, difference)
    comparison.figure(f"{where}: acceptable", written.get("acceptable"), verdict)
    done = {"scenario", "detector", "counts", "metrics", "outcomes", "recordings", "limitDoubts", "acceptable"}
    if diagnosed:
        constant = results["yardsticks"][written["scenario"]].get("constantBPM")
        detector = next(one for one in results["detectors"] if one["label"] == written["detector"])
        at_end = unit is None and results["windows"]["tries"] == 1
        found = diagnosis.row(rows, results["tolerance"], constant, detector.get("delaySeconds") if at_end else None)
        if unit is not None:
            found |= {"anatomy": None, "lattice": None, "hrv": variability.details(rows, results["seed"])}
        found["reliability"] = confidence.reliability(rows, detector, results, recordings)
        others = {one["name"]: one for one in (written.get("otherReferences") or {}).get("detectors", [])}
        if found["otherReferences"] is not None:
            # In the order of the page; windows.csv has the columns in that of the whole run.
            mine = {diagnosis.column(name): name for name in others}
            singles = {mine.get(one["name"], one["name"]): one for one in found["otherReferences"]["detectors"]}
            names = [*others, *(singles.keys() - others.keys())]
            found["otherReferences"]["detectors"] = [
                singles[name] | {"name": name} for name in names if name in singles]
        for name in found.keys() & written.keys():
            comparison.tree(f"{where}: {name}", written[name], found[name])
        done |= found.keys()
    for name in sorted(written.keys() - done):
        if written[name] is not None:
            comparison.not_in_windows(name)
    return values if unit is None else values | {"unit": unit}


def known_columns():
    """The names of all columns that have a formula, whether or not a run has a value there."""
    rng = np.random.default_rng(1)
    reference = rng.uniform(60, 90, 12)
    rows = Rows({
        "reference": reference, "estimate": reference + rng.normal(size=12), "cluster": np.arange(12) // 2,
        "place": np.arange(12)})
    return set(agreement.columns(rows, {"withinBPM": 5, "withinPercent": 10}, 1, (10, 600)))


KNOWN = known_columns()


def said(rows, kind):
    """The word of each window, by kind; empty where the detector said nothing."""
    if kind == "quality":
        return rows.quality
    if kind == "motion":
        return np.array([{"true": "excessive", "false": "none"}.get(one, "") for one in rows.motion], dtype=object)
    level = np.searchsorted([0.3, 0.5, 0.8], rows.confidence, side="right")
    return np.array(["" if np.isnan(c) else CONFIDENCE_WORDS[i] for c, i in zip(rows.confidence, level)], dtype=object)


def compare_run(folder):
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    recordings, groups, lost, problems = read_windows(folder)
    with open(folder / "summary.csv", newline="", encoding="utf-8") as file:
        summary = list(csv.DictReader(file))
    comparison = Comparison(folder)
    comparison.problems += problems
    comparison.compared += sum(len(rows) for rows in groups.values())
    empty = next(iter(groups.values())).where(slice(0, 0))

    columns = {}
    for written in results["results"]:
        row = (written["scenario"], written["detector"])
        rows = groups.get(row, empty)
        columns[row] = compare_row(
            comparison, f"results.json: {row[0]}, {row[1]}", written, rows, counts(rows, lost.get(row, [])), results,
            recordings, True) | counts(rows, lost.get(row, []))

    compare_table(comparison, "summary.csv", summary, ("scenario", "detector"), columns)

    for scenario, levels in results["yardsticks"].items():
        first = next((rows for row, rows in groups.items() if row[0] == scenario), empty)
        tries = results["windows"].get("tries", 1)
        found = diagnosis.chance_levels(first, levels.get("constantBPM"), tries)
        comparison.tree(f"results.json: yardsticks: {scenario}", levels, found)

    compare_left_out(comparison, results, recordings, groups)
    compare_recordings(comparison, results, recordings, groups)
    columns = compare_groups(comparison, results, recordings, groups, lost)
    if columns:
        with open(folder / "groups.csv", newline="", encoding="utf-8") as file:
            compare_table(
                comparison, "groups.csv", list(csv.DictReader(file)), ("stratum", "group", "scenario", "detector"), columns)
    claims.compare(comparison, results, groups, {name: i for i, name in enumerate(recordings)})
    contrasts.compare(comparison, folder, results, groups, plain)
    beats.compare(comparison, folder, results, groups, recordings, plain)
    variability.compare(comparison, folder, results, groups, recordings, plain)
    return comparison


def compare_table(comparison, file, table, labels, columns):
    """A file with a row for each of the recomputed columns, in their order."""
    comparison.figure(f"{file}: rows", [tuple(plain(row[label]) for label in labels) for row in table], list(columns))
    for written, (row, found) in zip(table, columns.items()):
        where = f"{file}: {', '.join(row)}"
        for name, cell in written.items():
            if name in labels:
                continue
            if name not in KNOWN and name not in found:
                comparison.problems.append(f"{where}: {name}: a column that is not known here")
                continue
            value = cell if name == "unit" else float(cell) if cell else None
            comparison.figure(f"{where}: {name}", value, found.get(name))


def compare_left_out(comparison, results, recordings, groups):
    """Choices and confidences with one data set left out."""
    names = [(one["dataset"], one["id"]) for one in results["recordings"]]

    def seen(note, dataset):
        found = [has_seen(note.get("tunedOn"), one) for one in names if one[0] == dataset]
        return True if True in found else found[0]

    found = confidence.leave_one_out(results, groups, recordings, seen)
    comparison.figure("results.json: leaveOneOut: exists", "leaveOneOut" in results, found is not None)
    if found is not None and "leaveOneOut" in results:
        comparison.tree("results.json: leaveOneOut", results["leaveOneOut"], found)


def compare_recordings(comparison, results, recordings, groups):
    """Windows of each recording in the first scenario and repeat in which it could be used, of any one detector."""
    found = {}
    for note in results["scenarios"]:
        rows = next((rows for row, rows in groups.items() if row[0] == note["label"]), None)
        for one in rows.series() if rows is not None else []:
            found.setdefault(recordings[one.recording[0]], (len(one), int((~np.isnan(one.reference)).sum())))
    for written in results["recordings"]:
        windows, with_reference = found.get((written["dataset"], written["id"]), (0, 0))
        where = f"results.json: recordings: {written['dataset']}/{written['id']}"
        comparison.figure(f"{where}: windows", written["windows"], windows)
        if results["windows"].get("tries", 1) == 1:
            comparison.figure(f"{where}: referenceWindows", written["referenceWindows"], with_reference)
        else:
            comparison.not_in_windows("referenceWindows of recordings")


def group_of(results):
    """The group of each recording, by (data set, recording) and the name of a stratum."""
    notes = {(one["dataset"], one["id"]): one for one in results["recordings"]}

    def group(recording, stratum):
        if stratum == "dataset":
            return recording[0]
        return notes[recording]["metadata"].get(stratum, "(not stated)")

    return group


def compare_groups(comparison, results, recordings, groups, lost):
    """The rows of strata, of unseen recordings and of the detectors' own words; returns the columns of the former."""
    group = group_of(results)
    columns = {}
    for stratum in results["strata"]:
        chosen = np.array([group(one, stratum["name"]) == stratum["value"] for one in recordings], dtype=bool)
        for written in stratum["results"]:
            row = (written["scenario"], written["detector"])
            column = groups[row].columns.get(LABEL + stratum["name"])
            if column is None or not len(column):
                rows = groups[row].where(chosen[groups[row].recording])
            else:
                # A recording without such labels has an empty cell, and belongs to its group as a whole.
                rows = groups[row].where(
                    (column == stratum["value"]) | ((column == "") & chosen[groups[row].recording]))
            missing = [one for one in lost.get(row, []) if chosen[one[0]]]
            where = f"results.json: {stratum['name']} {stratum['value']}: {row[0]}, {row[1]}"
            count = counts(rows, missing)
            columns[(stratum["name"], stratum["value"], *row)] = compare_row(
                comparison, where, written, rows, count, results, recordings, False) | count
    seen = {
        one for one in recordings for note in results["detectors"] if has_seen(note.get("tunedOn"), one) is True}
    unseen = results.get("unseen")
    comparison.figure("results.json: unseen: exists", unseen is not None, bool(seen))
    if unseen is not None:
        chosen = np.array([one not in seen for one in recordings], dtype=bool)
        for written in unseen["results"]:
            row = (written["scenario"], written["detector"])
            rows = groups[row].where(chosen[groups[row].recording])
            missing = [one for one in lost.get(row, []) if chosen[one[0]]]
            where = f"results.json: unseen: {row[0]}, {row[1]}"
            compare_row(comparison, where, written, rows, counts(rows, missing), results, recordings, False)
    for word in results.get("words", []):
        for written in word["results"]:
            row = (written["scenario"], written["detector"])
            rows = groups[row].where(said(groups[row], word["name"]) == word["value"])
            where = f"results.json: {word['name']} {word['value']}: {row[0]}, {row[1]}"
            # How many recordings and clusters could be used does not depend on the word.
            whole = counts(groups[row], lost.get(row, []))
            found = counts(rows, []) | {name: whole[name] for name in ("recordings", "failedRecordings", "subjects")}
            # A recording without such a window has a line of zeros.
            said_so = dict(written, recordings=[one for one in written["recordings"] if one["windows"]])
            compare_row(comparison, where, said_so, rows, found, results, recordings, False)
    return columns


def main(folders):
    if not folders:
        print(__doc__, file=sys.stderr)
        return 64
    status = 0
    for folder in map(Path, folders):
        try:
            comparison = compare_run(folder)
        except OSError as error:
            print(f"{folder}: {error}", file=sys.stderr)
            return 2
        print(
            f"{folder}: {comparison.compared} figures compared, {len(comparison.problems)} differ; largest relative "
            f"difference {comparison.largest:.1e}" + (f" ({comparison.worst})" if comparison.worst else ""))
        if comparison.left_out:
            print("  not in windows.csv: " + ", ".join(f"{n} {w}" for w, n in sorted(comparison.left_out.items())))
        for problem in comparison.problems[:40]:
            print(f"  {problem}")
        if len(comparison.problems) > 40:
            print(f"  and {len(comparison.problems) - 40} more")
        status = status or int(bool(comparison.problems))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
