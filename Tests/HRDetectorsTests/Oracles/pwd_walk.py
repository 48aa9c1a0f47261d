#!/usr/bin/env python3
"""Beats that the walk of ppg-beats' pwd finds in low-passed waves of OnsetWave.swift, for pwd_walk.json.

    pwd_walk.py PPGBEATS_SOURCE > pwd_walk.json

As ppgbeats_onsets.py. The low-pass is SciPy's here (Bessel of order 3 at 25 Hz, both ways), and `besself` is set to
pass all: the original uses analogue coefficients in a digital filter. `smooth`, which Octave lacks, is MATLAB's moving
average of five. Its 3 samples for the delay are put back.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import scipy
from scipy.signal import bessel, sosfiltfilt

from ppgbeats_onsets import WAVES, wave

BESSELF = "function [B, A] = besself(order, edge)\nB = 1; A = 1;\nend\n"
SMOOTH = (
    "function y = smooth(x)\nx = x(:); n = length(x); y = x;\nfor i = 1:n\nr = min([2 i-1 n-i]);\n"
    "y(i) = sum(x(i-r:i+r)) / (2*r+1);\nend\nend\n"
)


def main():
    source = Path(sys.argv[1]).resolve()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "besself.m").write_text(BESSELF)
        (Path(folder) / "smooth.m").write_text(SMOOTH)
        for label, settings in WAVES.items():
            if settings[0] != 125:
                continue
            x = wave(*settings)
            low = sosfiltfilt(bessel(3, 25, fs=125, output="sos"), x)
            path = Path(folder) / f"{label}.txt"
            path.write_text("\n".join(repr(float(value)) for value in low))
            code = (
                f"pkg load signal; addpath('{source}'); addpath('{folder}');"
                f"printf('%d ', pwd_beat_detector(dlmread('{path}'), 125));"
            )
            out = subprocess.run(["octave", "--no-gui", "--quiet", "--eval", code], capture_output=True, text=True)
            if out.returncode != 0:
                sys.exit(out.stderr)
            beats = [int(word) + 2 for word in out.stdout.split()]
            rows.append({"detector": "pwd", "wave": label, "sum": int(x.sum()), "beats": beats})
    made = {"command": "pwd_walk.py PPGBEATS_SOURCE", "octave": "7.3.0", "scipy": scipy.__version__, "ppgBeats": "552172bf"}
    lines = ",\n    ".join(json.dumps(row) for row in rows)
    print('{\n  "made": %s,\n  "rows": [\n    %s\n  ]\n}' % (json.dumps(made), lines))


main()
