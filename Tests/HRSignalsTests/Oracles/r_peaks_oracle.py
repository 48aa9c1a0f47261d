"""Beats that other programs find in a short synthetic ECG; writes r_peaks.json beside itself.

Run with: pip install py-ecg-detectors wfdb neurokit2 numpy scipy && python r_peaks_oracle.py
"""

import importlib.metadata
import json
import pathlib
import platform

import neurokit2 as nk
import numpy as np
from ecgdetectors import Detectors
from wfdb.processing import xqrs_detect

RATE = 200
SECONDS = 16

rng = np.random.default_rng(20)
beats, now = [], 0.5
while now < SECONDS - 0.3:
    beats.append(round(now, 4))
    now += 0.8 + 0.06 * np.sin(2 * np.pi * 0.25 * now) + 0.01 * rng.standard_normal()
t = np.arange(RATE * SECONDS) / RATE
x = 0.3 * np.sin(2 * np.pi * 0.2 * t) + 0.02 * rng.standard_normal(t.size)
for beat in beats:
    for delay, width, height in [(-0.16, 0.025, 0.12), (-0.026, 0.009, -0.12), (0, 0.011, 1.0),
                                 (0.028, 0.010, -0.2), (0.26, 0.05, 0.25)]:
        x += height * np.exp(-(((t - beat - delay) / width) ** 2) / 2)
x = np.round(x, 3)

detectors = Detectors(RATE)


def neurokit(method):
    clean = nk.ecg_clean(x, sampling_rate=RATE, method=method)
    return [int(i) for i in nk.ecg_findpeaks(clean, sampling_rate=RATE, method=method)["ECG_R_Peaks"]]


pathlib.Path(__file__).with_name("r_peaks.json").write_text(json.dumps({
    "versions": {name: importlib.metadata.version(name) for name in
                 ["py-ecg-detectors", "wfdb", "neurokit2", "numpy", "scipy"]}
    | {"python": platform.python_version()},
    "sampleRate": RATE,
    "ecg": x.tolist(),
    "beats": beats,
    "panTompkins": [int(i) for i in detectors.pan_tompkins_detector(x)],
    "hamilton": [int(i) for i in detectors.hamilton_detector(x)],
    "elgendi": [int(i) for i in detectors.two_average_detector(x)],
    "xqrs": [int(i) for i in xqrs_detect(x, RATE, verbose=False)],
    "neurokit": neurokit("neurokit"),
    "neurokitPanTompkins": neurokit("pantompkins1985"),
    "neurokitHamilton": neurokit("hamilton2002"),
    "neurokitElgendi": neurokit("elgendi2010"),
}, separators=(",", ":")) + "\n")
