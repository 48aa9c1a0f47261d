#!/usr/bin/env python3
"""How wrong a reference made of R-peak detectors is, where the beats are known: by rule, on clean and noisy ECGs.

    Tests/References/measure.py HREVAL DATA OUTPUT.md [MODULES]

HREVAL is the program; DATA the folder with heartpy, wfdb-samples and wrist-exercise. Each rule that hreval has is a
reference of a generated descriptor and an experiment of its own; windows.csv of each is joined with that of the true
beats. With MODULES (.build/release or .build/debug) rules that hreval does not have are computed too, from the R peaks
that its methods find (`peaks.swift`, linked against what is built there); where hreval has the rule, both must give the
same reference in every window. Python 3.11 or later, NumPy.
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
P, H, _, N, X = candidates.METHODS
RULES = {candidates.spoken(names, least): {"detectors": list(names)} | ({"agree": least} if len(names) > 2 else {})
         for names, least in [
             ((P, H), 2), ((P, N), 2), ((P, H, N), 3), ((P, N, X), 2), ((P, N, X), 3)]} | {"the default": {}}


def reference_name(number):
    return f"rule{number}"


def descriptor(group, rate):
    return {
        "schemaVersion": 1, "name": group, "root": ".",
        "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "sampleRate": rate},
                  {"name": "beats", "path": "{recording}_beats.csv"}],
        # The cheapest detector on trial asks for a pulse wave, and does not look at it.
        "channels": {"ecg": "ecg", "ppg": "ecg"},
        "reference": [{"name": "truth", "beats": {"file": "beats", "column": "beat_s"}}]
        + [{"name": reference_name(i), "ecg": rule} for i, rule in enumerate(RULES.values())]}


def run(hreval, folder, groups, reference):
    """Rows of windows.csv by (group, recording, start) of a run with one reference."""
    experiment = {
        "schemaVersion": 1, "name": reference, "seed": 1,
        "datasets": [{"dataset": f"{group}/dataset.json", "reference": reference} for group in groups],
        "windows": {"windowSeconds": WINDOW, "hopSeconds": HOP}, "detectors": ["constant"],
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
    """Of a reference in the windows whose truth is known: share kept (%), and errors in those."""
    known = ~np.isnan(truth)
    kept = known & ~np.isnan(rates)
    error = np.abs(rates - truth)[kept]
    found = {"windows": int(known.sum()), "kept": 100 * kept.sum() / max(1, known.sum())}
    if not len(error):
        return found | dict.fromkeys(("mae", "p95", "largest", "over2%", "over5%")) | {"over2": 0, "over5": 0}
    return found | {
        "mae": error.mean(), "p95": float(np.quantile(error, 0.95)), "largest": error.max(),
        "over2": int((error > 2).sum()), "over5": int((error > 5).sum()),
        "over2%": 100 * (error > 2).mean(), "over5%": 100 * (error > 5).mean()}


def spread(rates):
    """Mean distance of two detectors over all windows in which two or more have a rate, by formulas.md; bpm."""
    apart = []
    for column in rates.T:
        known = column[~np.isnan(column)]
        if len(known) > 1:
            gaps = np.abs(known[:, None] - known[None, :])
            apart.append(gaps.sum() / (len(known) * (len(known) - 1)))
    return float(np.mean(apart)) if apart else None


# What a window counts in, by its key.
GROUPS = {
    "synthetic and 100": lambda group, name: group.startswith(("synthetic", "100")),
    "118 and wrist": lambda group, name: not group.startswith(("synthetic", "100")),
}
PARTS = {
    f"{rhythm}, {'clean' if is_clean else 'noise'}": (
        lambda group, name, rhythm=rhythm, is_clean=is_clean: name.startswith(rhythm)
        and (group == "synthetic-clean") == is_clean)
    for is_clean in (True, False) for rhythm in corpus.RHYTHMS
} | {
    "100, clean": lambda group, name: group == "100-clean",
    "100, noise": lambda group, name: group.startswith("100-") and group != "100-clean",
    "118": lambda group, name: group == "118",
    "wrist": lambda group, name: group == "wrist",
}


def shown(value, decimals=2):
    return "–" if value is None else f"{value:.{decimals}f}"


def table(title, heads, rows):
    return "\n".join(
        [title, "", "| " + " | ".join(heads) + " |", "| :--- |" + " ---: |" * (len(heads) - 1)]
        + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


HEADS = ["kept %", "MAE", "P95", "largest", "over 2 bpm", "over 5 bpm"]


def cells(found):
    return [
        shown(found["kept"], 1), shown(found["mae"], 3), shown(found["p95"]), shown(found["largest"], 1),
        f"{found['over2']} ({shown(found['over2%'])} %)", f"{found['over5']} ({shown(found['over5%'])} %)"]


def own_tables(rates, apart, truth, keys):
    """Of the rules that hreval has: over all, and kept share and wrong windows by rhythm and source."""
    chosen = {name: np.array([test(*key[:2]) for key in keys]) for name, test in (GROUPS | PARTS).items()}
    text = []
    for name in GROUPS:
        mine = chosen[name]
        text.append(table(
            f"**{name}**: {int((~np.isnan(truth[mine])).sum())} windows with a known rate; errors and spread in bpm",
            ["rule", *HEADS, "spread, all windows"],
            [[rule, *cells(figures(found[mine], truth[mine])), shown(spread(apart[rule][:, mine]))]
             for rule, found in rates.items()]))
    rows = []
    for rule, found in rates.items():
        parts = [figures(found[chosen[name]], truth[chosen[name]]) for name in PARTS]
        rows.append([rule, *(f"{shown(one['kept'], 0)} / {one['over2']} / {one['over5']}" for one in parts)])
    text.append(table("**By rhythm and source**: % kept / windows over 2 bpm / over 5 bpm", ["rule", *PARTS], rows))
    return text


def tried(folder, groups, keys, modules):
    """The references of every candidate: (rule, value, plausibility) → rates."""
    tool = folder / "peaks"
    modules = Path(modules).resolve()
    objects = [str(p) for room in ("HRSignals", "HRNumerics", "RealModule", "_NumericsShims")
               for p in sorted(modules.glob(f"{room}.build/**/*.o"))]
    shims = modules.parent.parent / "checkouts/swift-numerics/Sources/_NumericsShims/include"
    subprocess.run(
        ["swiftc", "-O", "-I", modules / "Modules", "-Xcc", f"-I{shims}", Path(__file__).parent / "peaks.swift",
         *objects, "-o", tool], check=True)
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


def tried_table(everything, own, truth, keys):
    """Every candidate over both groups; and how many windows of hreval's own rules are the same."""
    chosen = [np.array([test(*key[:2]) for key in keys]) for test in GROUPS.values()]
    same, differ = 0, 0
    for rule, rates in own.items():
        other = everything.get((rule, "rates agree, voted beats", "any intervals"))
        if other is not None:
            equal = np.isclose(other, rates, rtol=0, atol=1e-6, equal_nan=True)
            same, differ = same + int(equal.sum()), differ + int((~equal).sum())
    rows = []
    for (rule, value, intervals), rates in everything.items():
        both = [cells(figures(rates[mine], truth[mine])) for mine in chosen]
        rows.append([rule, value, intervals, *both[0], *(both[1][i] for i in (0, 4, 5))])
    heads = ["rule", "value", "intervals", *HEADS, *(f"{HEADS[i]}, 118 and wrist" for i in (0, 4, 5))]
    said = (
        "**All candidates** on synthetic and 100. *Median rate*: median of those that agree. *Voted beats*: rate of "
        "the beats that enough have, whether or not rates agree. *Rates agree, voted beats*: hreval's rule; in "
        f"{same} windows of its own rules this gives hreval's reference, in {differ} another.")
    return table(said, heads, rows)


def main(hreval, data, output, modules=None):
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        groups = corpus.write(folder, hreval, data)
        for group, (rate, _) in groups.items():
            (folder / group / "dataset.json").write_text(json.dumps(descriptor(group, rate)))
        truths = run(hreval, folder, groups, "truth")
        keys = list(truths)
        truth = np.array([number(truths[key]["referenceBPM"]) for key in keys])
        own, apart = {}, {}
        for i, rule in enumerate(RULES):
            rows = run(hreval, folder, groups, reference_name(i))
            own[rule] = np.array([number(rows[key]["referenceBPM"]) if key in rows else np.nan for key in keys])
            header = next(iter(rows.values()))
            columns = [name for name in header if name.startswith("reference") and name != "referenceBPM"]
            apart[rule] = np.array(
                [[number(rows[key][name]) if key in rows else np.nan for key in keys] for name in columns])
        text = own_tables(own, apart, truth, keys)
        if modules:
            text.append(tried_table(tried(folder, groups, keys, modules), own, truth, keys))
        version = subprocess.run([hreval, "--version"], capture_output=True, text=True, check=True).stdout
        version = version.split("hreval ")[-1].split(" ")[0]
        head = (
            "# References made of R-peak detectors, where beats are known\n\n"
            f"Made by `Tests/References/measure.py HREVAL DATA Tests/References/figures.md{' MODULES' if modules else ''}` "
            f"(hreval {version}, NumPy {np.__version__}, Python {sys.version.split()[0]}); {WINDOW} s windows every "
            f"{HOP} s. What it means: [references from an ECG](../../docs/explanation/references-from-ecg.md).\n")
        Path(output).write_text("\n".join([head, *text]), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
