"""Makes artefact_noise.json: gain of the filters that colour the noise of artefacts, by SciPy.

Command: python artefact_noise.py
"""
import json
import os

import numpy as np
import scipy
from scipy import signal

RATE = 128.0
frequencies = np.logspace(-1, np.log10(16), 23)
rows = []
for slope in (-30, -20, -15, -10):
    # Analogue prototype: a pole in each octave, a zero 2^(-slope / 20) above it, unit gain at 0 Hz.
    poles = 0.025 * 2.0 ** np.arange(10)
    zeros = poles * 2 ** (-slope / 20)
    # s = (1 - 1/z) / (1 + 1/z) is SciPy's bilinear transform at half a sample per second.
    warped_poles, warped_zeros = (-np.tan(np.pi * x / RATE) for x in (poles, zeros))
    gain = np.prod(warped_poles / warped_zeros)
    z, p, k = signal.bilinear_zpk(warped_zeros, warped_poles, gain, fs=0.5)
    _, shaped = signal.freqz_zpk(z, p, k, worN=frequencies, fs=RATE)
    _, low = signal.freqz_zpk(*signal.butter(4, 12, fs=RATE, output="zpk"), worN=frequencies, fs=RATE)
    rows.append(dict(slope=slope, decibels=(20 * np.log10(np.abs(shaped * low))).tolist()))
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "artefact_noise.json"), "w") as f:
    json.dump(
        dict(command="python artefact_noise.py", scipy=scipy.__version__, numpy=np.__version__,
             frequencies=frequencies.tolist(), rows=rows), f, indent=1)
    f.write("\n")
