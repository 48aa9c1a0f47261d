#!/usr/bin/env python3
"""How wrong a reference made of R-peak detectors is, where the beats are known: by rule, on clean and noisy ECGs.

    Tests/References/measure.py HREVAL DATA OUTPUT.csv [--candidates MODULES]

HREVAL is the program; DATA the folder with heartpy, wfdb-samples and wrist-exercise. Each rule that hreval has is a
reference of a generated descriptor and an experiment of its own; windows.csv of each is joined with that of the true
beats. With --candidates, rules that hreval does not have are computed too, from the R peaks that its methods find
(`peaks.swift`, linked against the built modules, .build/release), and that this gives hreval's own references for the
rules that it has is checked. OUTPUT.csv has a line per rule and group. Python 3.11 or later, NumPy.
"""

import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import candidates
import corpus

WINDOW, HOP = 20, 10
P, H, E, N, X = candidates.METHODS
RULES = {candidates.spoken(names, least): {"detectors": list(names)} | ({"agree": least} if len(names) > 2 else {})
         for names, least in [
             ((P, H), 2), ((P, N), 2), ((N, X), 2), ((H, N), 2), ((E, X), 2), ((P, H, N), 2), ((P, N, X), 2), ((P, H, N), 3),
             ((P, N, X), 3), ((H, N, X), 3), ((E, N, X), 3), ((P, E, N), 3), ((P, H, X), 3), ((P, H, E, N, X), 3),
             ((P, H, E, N, X), 4), ((P, H, E, N, X), 5)]} | {"the default": {}}


def reference_name(number):
    return f"rule{number}"


def descriptor(group, rate):
    return {
        "schemaVersion": 1, "name": group, "root": ".",
        "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "sampleRate": rate},
                  {"name": "beats", "path": "{recording}_beats.csv"}],
        "channels": {"ecg": "ecg"},
        "reference": [{"name": "truth", "beats": {"file": "beats", "column": "beat_s"}}]
        + [{"name": reference_name(i), "ecg": rule} for i, rule in enumerate(RULES.values())]}


def run(hreval, folder, groups, reference):
    """Rows of windows.csv by (group, recording, start) of a run with one reference."""
    experiment = {
        "schemaVersion": 1, "name": reference, "seed": 1,
        "datasets": [{"dataset": f"{group}/dataset.json", "reference": reference} for group in groups],
        "windows": {"windowSeconds": WINDOW, "hopSeconds": HOP}, "detectors": ["ecg.xqrs"],
        "report": {"formats": ["csv"]}}
    path = folder / f"{reference}.json"
    path.write_text(json.dumps(experiment))
    done = subprocess.run(
        [hreval, "run", path, "--output", folder / f"run-{reference}", "--quiet", "--force"], capture_output=True,
        text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    found = {}
    with open(folder / f"run-{reference}" / "windows.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["startSeconds"]:
                found[row["dataset"], row["recording"], float(row["startSeconds"])] = row
    return found


def number(text):
    return float(text) if text else np.nan


def figures(rates, truth):
    """Error of a reference in the windows whose truth is known."""
    known = ~np.isnan(truth)
    kept = known & ~np.isnan(rates)
    error = np.abs(rates - truth)[kept]
    return {
        "windows": int(known.sum()), "kept": int(kept.sum()),
        "keptShare": round(kept.sum() / max(1, known.sum()), 4),
        "maeBPM": round(error.mean(), 4) if len(error) else "", "p95BPM":
        round(float(np.quantile(error, 0.95)), 3) if len(error) else "",
        "largestBPM": round(error.max(), 2) if len(error) else "",
        "over2": int((error > 2).sum()), "over5": int((error > 5).sum()),
        "over2Share": round((error > 2).mean(), 5) if len(error) else "",
        "over5Share": round((error > 5).mean(), 5) if len(error) else ""}


def spread(rates):
    """Mean distance of two detectors over all windows in which two or more have a rate."""
    apart = []
    for column in rates.T:
        known = column[~np.isnan(column)]
        if len(known) > 1:
            gaps = np.abs(known[:, None] - known[None, :])
            apart.append(gaps.sum() / (len(known) * (len(known) - 1)))
    return round(float(np.mean(apart)), 3) if apart else ""


def parts_of(key):
    """The groups that a window counts in: its own, that of all, and its rhythm or level."""
    group, recording, _ = key
    parts = [group, "all"]
    if group.startswith("synthetic"):
        parts.append("rhythm: " + recording.split("-")[0])
    if group.startswith(("synthetic", "100")):
        parts += ["synthetic and 100", group.split("-")[0]]
        parts.append(f"added: {recording.split('-')[-1]}" if recording.endswith("dB") else "added: nothing")
    else:
        parts.append("118 and wrist")
    return parts


def lines(rule, value, plausibility, rates, truth, keys):
    """A line of the output for each group."""
    members = {}
    for i, key in enumerate(keys):
        for part in parts_of(key):
            members.setdefault(part, []).append(i)
    for part, places in sorted(members.items()):
        yield {"rule": rule, "value": value, "intervals": plausibility, "group": part} | figures(
            rates[places], truth[places])


def tried(folder, groups, keys, truth, modules):
    """Lines of every candidate, and its rates by name."""
    tool = folder / "peaks"
    objects = sorted(str(p) for room in ("HRSignals", "HRNumerics") for p in Path(modules).glob(f"{room}.build/*.o"))
    real = sorted(str(p) for room in ("RealModule", "_NumericsShims") for p in Path(modules).glob(f"{room}.build/**/*.o"))
    subprocess.run(
        ["swiftc", "-O", "-I", f"{modules}/Modules", "-Xcc", f"-fmodule-map-file={modules}/../../checkouts/swift-numerics/Sources/_NumericsShims/include/module.modulemap",
         Path(__file__).parent / "peaks.swift", *objects, *real, "-o", tool], check=True)
    found = {}
    for group, (rate, names) in groups.items():
        paths = {str(folder / group / f"{name}.csv"): name for name in names}
        text = subprocess.run([tool, str(rate), *paths], check=True, capture_output=True, text=True).stdout
        for line in text.splitlines():
            path, method, *beats = line.split()
            found.setdefault((group, paths[path]), {})[method] = np.array([float(b) for b in beats])
    places = {}
    for i, (group, name, _) in enumerate(keys):
        places.setdefault((group, name), []).append(i)
    rates = {}
    for one, mine in places.items():
        windows = [(keys[i][2], keys[i][2] + WINDOW) for i in mine]
        for rule, reference in candidates.references(found[one], windows):
            rates.setdefault(rule, np.full(len(keys), np.nan))[mine] = reference
    return rates


def main(hreval, data, output, *options):
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        groups = corpus.write(folder, hreval, data)
        for group, (rate, _) in groups.items():
            (folder / group / "dataset.json").write_text(json.dumps(descriptor(group, rate)))
        truths = run(hreval, folder, groups, "truth")
        keys = list(truths)
        truth = np.array([number(truths[key]["referenceBPM"]) for key in keys])
        table = []
        own = {}
        for i, rule in enumerate(RULES):
            rows = run(hreval, folder, groups, reference_name(i))
            own[rule] = np.array([number(rows[key]["referenceBPM"]) if key in rows else np.nan for key in keys])
            columns = [name for name in rows[keys[0]] if name.startswith("reference") and name != "referenceBPM"]
            apart = np.array([[number(rows[key][name]) if key in rows else np.nan for key in keys] for name in columns])
            for line in lines(rule, "hreval", "any intervals", own[rule], truth, keys):
                mine = [j for j, key in enumerate(keys) if line["group"] in parts_of(key)]
                table.append(line | {"spreadBPM": spread(apart[:, mine])})
        if options:
            everything = tried(folder, groups, keys, truth, options[1])
            for rule, rates in own.items():
                same = everything.get((rule, "rates agree, voted beats", "any intervals"))
                if same is not None and not np.allclose(same, rates, rtol=0, atol=1e-6, equal_nan=True):
                    print(f"{rule}: {(~np.isclose(same, rates, atol=1e-6, equal_nan=True)).sum()} windows differ from hreval's own")
            for (rule, value, intervals), rates in everything.items():
                table += [line | {"spreadBPM": ""} for line in lines(rule, value, intervals, rates, truth, keys)]
        with open(output, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, table[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(table)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 6):
        sys.exit(__doc__)
    main(*sys.argv[1:])
