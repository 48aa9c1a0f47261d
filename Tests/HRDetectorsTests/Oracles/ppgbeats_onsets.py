#!/usr/bin/env python3
"""Beats that ppg-beats finds in the waves of OnsetWave.swift, for ppgbeats_onsets.json.

    ppgbeats_onsets.py PPGBEATS_SOURCE > ppgbeats_onsets.json

PPGBEATS_SOURCE is the folder `source` of https://github.com/peterhcharlton/ppg-beats (read at commit 552172bf). Needs
GNU Octave with its package signal, and NumPy. Indices count from 0; `mark` says which of a detector's outputs is taken.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

WAVES = {  # sample rate, seconds, beats per minute, noise, pause, ceiling
    "even": (125, 30, 72, 0.0, None, 9.0),
    "noisy": (125, 30, 95, 0.05, None, 9.0),
    "paused": (125, 30, 80, 0.01, (12.0, 16.5), 9.0),
    "rough": (125, 30, 60, 0.4, None, 9.0),
    "clipped": (125, 30, 75, 0.0, None, 1.85),
    "camera": (30, 40, 66, 0.02, None, 9.0),
    "fast": (250, 16, 140, 0.02, None, 9.0),
}
MARKS = {"qppg": "onsets", "pda": "peaks", "ims": "peaks", "coppg": "peaks", "atmax": "peaks", "atmin": "onsets"}
# ims has segments of 10 samples at any rate, atmax and atmin a band up to 20 Hz.
SKIPPED = {("ims", "camera"), ("ims", "fast"), ("atmax", "camera"), ("atmin", "camera")}


# The 1 keeps samples above -32758, which qppg takes for invalid.
def wave(rate, seconds, bpm, noise, pause, ceiling):
    state = 1
    samples = []
    for index in range(rate * seconds):
        time = index / rate
        turns = bpm / 60 * time + 0.08 * np.sin(2 * np.pi * 0.1 * time)
        phase = turns - np.floor(turns)
        pulse = np.exp(-0.5 * ((phase - 0.25) / 0.09) ** 2) + 0.45 * np.exp(-0.5 * ((phase - 0.6) / 0.1) ** 2)
        height = 1 + 0.2 * np.sin(2 * np.pi * 0.25 * time)
        if pause and pause[0] <= time < pause[1]:
            height *= 0.05
        state = (1103515245 * state + 12345) % 2**31
        value = height * pulse + 1 + 0.3 * np.sin(2 * np.pi * 0.15 * time + 1) + noise * (state / 2**30 - 1)
        samples.append(np.floor(1e6 * min(value, ceiling) + 0.5))
    return np.array(samples)


def octave(source, name, path, rate):
    mark = MARKS[name]
    code = (
        f"pkg load signal; addpath('{source}'); x = dlmread('{path}');"
        f"[peaks, onsets] = {name}_beat_detector(x, {rate}); printf('%d ', {mark});"
    )
    out = subprocess.run(["octave", "--no-gui", "--quiet", "--eval", code], capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(f"{name}: {out.stderr}")
    return [int(word) - 1 for word in out.stdout.split()]


def main():
    source = Path(sys.argv[1]).resolve()
    version = subprocess.run(["octave", "--no-gui", "--version"], capture_output=True, text=True).stdout.split("\n")[0]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for label, settings in WAVES.items():
            samples = wave(*settings)
            path = Path(folder) / f"{label}.txt"
            path.write_text("\n".join(str(int(sample)) for sample in samples))
            for name in MARKS:
                if (name, label) not in SKIPPED:
                    beats = octave(source, name, path, settings[0])
                    rows.append({"detector": name, "wave": label, "sum": int(samples.sum()), "beats": beats})
    made = {"command": "ppgbeats_onsets.py PPGBEATS_SOURCE", "octave": version, "ppgBeats": "552172bf"}
    lines = ",\n    ".join(json.dumps(row) for row in rows)
    print('{\n  "made": %s,\n  "rows": [\n    %s\n  ]\n}' % (json.dumps(made), lines))


if __name__ == "__main__":
    main()
