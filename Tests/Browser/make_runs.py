#!/usr/bin/env python3
"""Writes two experiments for the browser's test: one whose every name is an enemy's, one whose data make no sense.

usage: make_runs.py RECORDINGS FOLDER

RECORDINGS holds s01.h5, s02.h5 … as `hreval synthesize` makes them. FOLDER then has hostile/experiment.json and
findings/experiment.json with their recordings.
"""

import json
import pathlib
import shutil
import sys

ENEMY = "=cmd()\"'><img src=x onerror=\"window.hostile=1\"></script><script>window.hostile=2</script>\u202e\u001b[2J\n# forged {{x}} ${x} $1$ \\input{x} %"
# What a label may hold: one line, no braces.
LABEL = ENEMY.translate(str.maketrans("", "", "\n\u001b{}"))
# What a file may be called: no slash.
FILE = "=cmd()\"'><img src=x onerror=\"window.hostile=3\">\u202e{}"


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2), encoding="utf-8")


def hostile(recordings, folder):
    data = folder / "set" / "data"
    data.mkdir(parents=True, exist_ok=True)
    for number in (1, 2, 3, 4, 5, 6):
        shutil.copy(recordings / f"s{number:02}.h5", data / (FILE.format(number) + ".h5"))
    write(folder / "set" / "dataset.json", {
        "schemaVersion": 1, "name": ENEMY, "title": ENEMY, "license": ENEMY, "citation": ENEMY, "root": "data",
        "files": [{"path": "{recording}.h5", "sampleRate": {"attribute": "sample_rate"}}],
        "channels": {"red": {"object": "/channels/red"}, "green": {"object": "/channels/green"}},
        "reference": [{"name": LABEL, "beats": {"object": "/reference/beats"}}],
    })
    write(folder / "experiment.json", {
        "schemaVersion": 1, "name": "hostile", "question": LABEL, "description": ENEMY, "seed": 1,
        "datasets": ["set/dataset.json"], "windows": {"windowSeconds": 20, "hopSeconds": 10}, "keepSignals": True,
        "scenarios": [{"label": LABEL + " 1", "scenario": "clean"},
                      {"label": LABEL + " {snrDecibels}", "scenario": "whiteNoise", "parameters": {"snrDecibels": [10, 0]}}],
        "detectors": [{"label": LABEL + " peak", "detector": "peak", "extractor": "red"},
                      {"label": LABEL + " fft", "detector": "fft", "extractor": "red"}],
        "baseline": LABEL + " fft",
        "claims": [{"claim": ENEMY, "source": ENEMY, "holdsWhen": [
            {"detector": LABEL + " peak", "scenario": LABEL + " 1", "metric": "withinBPMShare", "atLeast": 0.5}]}],
    })


def findings(recordings, folder):
    data = folder / "set" / "data"
    data.mkdir(parents=True, exist_ok=True)
    for number in range(1, 7):
        shutil.copy(recordings / f"s{number:02}.h5", data / f"s{number:02}.h5")
    # Frames declared slower than they came, and one recording twice.
    shutil.copy(recordings / "s01.h5", data / "s07.h5")
    write(folder / "set" / "dataset.json", {
        "schemaVersion": 1, "name": "wrong-rate", "root": "data",
        "files": [{"path": "{recording}.h5", "sampleRate": 25}],
        "channels": {"red": {"object": "/channels/red"}, "green": {"object": "/channels/green"}},
        "reference": [{"beats": {"object": "/reference/beats"}}],
    })
    write(folder / "experiment.json", {
        "schemaVersion": 1, "name": "findings", "question": "Does peak hold on recordings with a wrong sample rate?", "seed": 1,
        "datasets": ["set/dataset.json"], "windows": {"windowSeconds": 20, "hopSeconds": 10},
        "scenarios": ["clean"], "acceptable": {"differenceBPM": 5},
        "detectors": [{"detector": "peak", "extractor": "red"}, {"detector": "fft", "extractor": "red"}],
    })


def main():
    recordings, folder = map(pathlib.Path, sys.argv[1:3])
    shutil.rmtree(folder, ignore_errors=True)
    hostile(recordings, folder / "hostile")
    findings(recordings, folder / "findings")


if __name__ == "__main__":
    main()
