"""Runs peers.json and wrist.json and writes docs/explanation/peers.md. `table.sh` calls it."""
import collections
import csv
import fnmatch
import json
import os
import pathlib
import platform
import subprocess
import tempfile
import textwrap
from importlib.metadata import version

HERE = pathlib.Path(__file__).resolve().parent
HREVAL = os.environ["HREVAL"]
PACKAGES = [
    "neurokit2", "heartpy", "biosppy", "beliefppg", "tensorflow", "onnx", "onnxruntime", "numpy", "scipy"]
# Which built-in detector claims to find what the package finds.
COUNTERPARTS = {
    "NeuroKit2": "erma.neurokit", "NeuroKit2, intervals": "erma.neurokit", "HeartPy": "heartpy",
    "BioSPPy": "biosppy", "BioSPPy, intervals": "biosppy"}


class Run:
    """A run's figures."""

    def __init__(self, name, folder, *options):
        self.experiment = json.loads((HERE / name).read_text(encoding="utf-8"))
        subprocess.run(
            [HREVAL, "run", str(HERE / name), "--output", str(folder), "--force", "--quiet", *options],
            cwd=HERE.parents[1], check=True, stdout=subprocess.DEVNULL)
        self.about = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        self.windows = rows(folder / "windows.csv") if (folder / "windows.csv").exists() else []
        self.summary = rows(folder / "summary.csv") if (folder / "summary.csv").exists() else []

    @property
    def labels(self):
        return [one if isinstance(one, str) else one["label"] for one in self.experiment["detectors"]]

    def programs(self):
        return [one for one in self.experiment["detectors"] if "command" in one]

    def readings(self, label, scenario=None):
        """Estimate and reference by window; None where there is no estimate."""
        found = {}
        for row in self.windows:
            if row["detector"] == label and scenario in (None, row["scenario"]):
                key = (row["scenario"], row["recording"], row["repeat"], row["startSeconds"], row["endSeconds"])
                is_there = row["outcome"] == "value" and row["estimateBPM"]
                found[key] = (float(row["estimateBPM"]) if is_there else None, number(row["referenceBPM"]))
        return found

    def seen(self, label):
        """Whether the detector is stated to have been tuned on a data set of the run."""
        datasets = [one["name"] for one in self.about["experiment"]["datasets"]]
        about = next(one for one in self.about["experiment"]["detectors"] if one["label"] == label)
        for stated in about["tunedOn"]["stated"]:
            if any(fnmatch.fnmatch(name, stated["dataset"]) for name in datasets):
                parts = stated.get("recordings") or []
                return "yes" + (f" ({', '.join(parts)})" if parts else "")
        return "not stated" if about["tunedOn"]["unstated"] else "no"


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(text):
    return float(text) if text else None


def table(head, lines):
    marks = [":--"] + ["--:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, marks, *lines]) + "\n"


def figures(row, limits=("loaLowerBPM", "loaUpperBPM")):
    """windows, coverage, MAE, bias, limits, within."""
    def one(name, digits=2, factor=1):
        return f"{factor * float(row[name]):.{digits}f}" if row[name] else "–"

    return [
        row["windows"], one("coverage", 1, 100), one("maeBPM"), one("biasBPM"),
        f"{one(limits[0], 1)} to {one(limits[1], 1)}" if row[limits[0]] else "–",
        one("withinToleranceShare", 1, 100)]


def difference(run, label, other, scenario=None):
    """Largest difference of two detectors' readings, the number of windows that both read, and that only one read."""
    mine, theirs = run.readings(label, scenario), run.readings(other, scenario)
    keys = [key for key in mine if key in theirs]
    both = [abs(mine[key][0] - theirs[key][0]) for key in keys if None not in (mine[key][0], theirs[key][0])]
    one = sum((mine[key][0] is None) != (theirs[key][0] is None) for key in keys)
    return max(both, default=None), len(both), one


def size(value):
    if value is None:
        return "–"
    return "below 10⁻⁹" if value < 1e-9 else f"{value:.2f}"


def speeds(run, name):
    """Windows a second of each program by itself, without its start: a long run less a short one."""
    found = {}
    for one in run.programs():
        entry = {key: value for key, value in one.items() if key != "scenarios"}
        if one["label"].endswith(", intervals"):
            continue
        (small, quick), (large, slow) = timed(name, entry, "1"), timed(name, entry, "3")
        found[one["label"]] = f"{(large - small) / (slow - quick):.0f}" if slow > quick else "–"
    return found


def timed(name, entry, limit):
    """Windows and seconds of a run of one detector on so many recordings, with a window every quarter of a second."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(
            name, pathlib.Path(folder) / "run", "--jobs", "1", "--limit", limit, "--set", "windows.hopSeconds=0.25",
            "--set", 'scenarios=["clean"]', "--set", "detectors=" + json.dumps([entry]))
        return len(run.windows), run.about["seconds"]


def seconds_alone(run, name):
    """How long a run of each program by itself takes, its start included."""
    found = {}
    for one in run.programs():
        with tempfile.TemporaryDirectory() as folder:
            alone = Run(
                name, pathlib.Path(folder) / "run", "--jobs", "1", "--set", "detectors=" + json.dumps([one]))
            found[one["label"]] = f"{alone.about['seconds']:.1f}"
    return found


def peers_tables(run):
    speed = speeds(run, "peers.json")
    programs = {one["label"] for one in run.programs()}
    by_scenario = collections.OrderedDict()
    for row in run.summary:
        by_scenario.setdefault(row["scenario"], []).append(row)
    text = ""
    for scenario, summary in by_scenario.items():
        lines = []
        for row in summary:
            label = row["detector"]
            if label not in run.labels:
                continue
            other = COUNTERPARTS.get(label)
            most, both, one = difference(run, label, other, scenario) if other else (None, 0, 0)
            lines.append([
                label if label in programs else f"`{label}`", *figures(row), f"`{other}`" if other else "",
                size(most) if other else "", f"{both}, {one}" if other else "", speed.get(label, "")])
        head = [
            scenario, "windows", "coverage (%)", "MAE (bpm)", "bias", "limits of agreement", "within (%)", "claimed by",
            "largest difference (bpm)", "both read, only one", "windows/s"]
        text += table(head, lines) + "\n"
    return text


def equalities(run):
    """Over all scenarios: how far the readings of the same beats are apart."""
    lines = []
    for label, other in COUNTERPARTS.items():
        most, both, one = difference(run, label, other)
        mine, theirs = run.readings(label), run.readings(other)
        near = sum(
            None not in (mine[key][0], theirs[key][0]) and abs(mine[key][0] - theirs[key][0]) <= 1e-9 for key in mine)
        lines.append([label, f"`{other}`", str(both), str(near), size(most), str(one)])
    head = [
        "peer", "built in", "both read", "equal within 10⁻⁹ bpm", "largest difference (bpm)", "only one read"]
    return table(head, lines)


def wrist_table(run):
    alone = seconds_alone(run, "wrist.json")
    all_read = None
    for label in run.labels:
        there = {key for key, (estimate, reference) in run.readings(label).items() if None not in (estimate, reference)}
        all_read = there if all_read is None else all_read & there
    lines = []
    for row in run.summary:
        label = row["detector"]
        if label not in run.labels:
            continue
        readings = run.readings(label)
        errors = [abs(readings[key][0] - readings[key][1]) for key in all_read]
        shared = f"{sum(errors) / len(errors):.2f}" if errors else "–"
        lines.append([
            label if label.startswith("BeliefPPG") else f"`{label}`",
            *figures(row, ("loaPercentileLowerBPM", "loaPercentileUpperBPM")), shared, run.seen(label),
            alone.get(label, "")])
    head = [
        "detector", "windows", "coverage (%)", "MAE (bpm)", "bias", "95 % of errors", "within (%)",
        f"MAE where all read ({len(all_read)})", "tuned on this recording", "seconds"]
    return table(head, lines)


def versions(run):
    machine = run.about["machine"]
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return textwrap.fill(
        f"hreval {run.about['hreval']}, Python {platform.python_version()}; {packages}. {machine['system']}, "
        f"{machine['processors']} processors, no graphics card.", 118)


def tuned(run):
    """Which detectors are stated to have been tuned on the run's recordings."""
    by_answer = {}
    for label in run.labels:
        by_answer.setdefault(run.seen(label), []).append(f"*{label}*")
    said = "; ".join(f"{answer}: {', '.join(labels)}" for answer, labels in by_answer.items())
    return textwrap.fill(f"Tuned on these recordings: {said}.", 118)


def main():
    with tempfile.TemporaryDirectory() as folder:
        peers = Run("peers.json", pathlib.Path(folder) / "peers")
        wrist = Run("wrist.json", pathlib.Path(folder) / "wrist")
        seeds = difference(wrist, "BeliefPPG", "BeliefPPG, seed 1")
        page = (HERE / "page.md").read_text(encoding="utf-8")
        values = {
            "VERSIONS": versions(peers),
            "TUNED": tuned(peers),
            "PEERS": peers_tables(peers),
            "EQUAL": equalities(peers),
            "WRIST": wrist_table(wrist),
            "SEEDS": f"{size(seeds[0])} bpm over {seeds[1]} windows",
            "MODEL": f"{(HERE / 'pulse_spectrum.onnx').stat().st_size}",
        }
    for key, value in values.items():
        page = page.replace("{{" + key + "}}", value.rstrip("\n"))
    (HERE.parent.parent / "docs/explanation/peers.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
