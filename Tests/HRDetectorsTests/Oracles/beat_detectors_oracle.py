"""Beats of published detectors over six short pulse waves, for BeatOracleTests.

    python beat_detectors_oracle.py > beat_detectors.json

NumPy 2.4.6, SciPy 1.17.1, NeuroKit2 0.2.13, BioSPPy 2.2.4, HeartPy 1.2.7. The waves are whole numbers and stored, so the test
needs no generator. `neurokit`, `biosppy`, `kavsaoglu` and `heartpy` are what the packages say; `erma` is ppg-beats'
definition written out with SciPy (its `filtfilt` pads by 15 samples, MATLAB's by 12); `msptd` and its kin build the
whole table of scales, as their papers do.
"""
import json
import warnings

import heartpy
import neurokit2
import numpy as np
import scipy.signal
from biosppy.signals import ppg as biosppy_ppg
from biosppy.signals import tools as biosppy_tools

warnings.filterwarnings("ignore")


def wave(seed, rate, seconds, bpm, noise, drift=0.0, spike=False, clip=False):
    g = np.random.default_rng(seed)
    t = np.arange(int(rate * seconds)) / rate
    x = np.zeros(len(t))
    at = -1.0
    while at < seconds + 1:
        for centre, width, height in ((0.0, 0.07, 1.0), (0.3, 0.11, 0.45)):
            scale = np.sqrt(60 / bpm)
            x += height * np.exp(-0.5 * ((t - at - centre * scale) / (width * scale)) ** 2)
        at += 60 / bpm * (1 + 0.06 * np.sin(at) + 0.03 * g.standard_normal())
    x += drift * np.sin(2 * np.pi * 0.23 * t) + noise * g.standard_normal(len(t))
    x = 300 * x + 1000
    if spike:
        x[len(x) // 2] += 900
    if clip:
        x = np.minimum(x, 1250)
    return np.rint(x).astype(int)


WAVES = [
    ("clean", 125, wave(1, 125, 16, 78, 0.01, 0.2)),
    ("fast", 100, wave(2, 100, 14, 131, 0.05)),
    ("camera", 30, wave(3, 30, 20, 66, 0.05, 0.4)),
    ("noisy", 50, wave(4, 50, 20, 95, 0.3)),
    ("spike", 64, wave(5, 64, 20, 70, 0.1, 0.3, spike=True, clip=True)),
    ("slow", 250, wave(6, 250, 9, 52, 0.02, 0.1)),
]


def erma(x, rate):
    b, a = scipy.signal.butter(2, [0.5, 8], "bandpass", fs=rate)
    s = scipy.signal.filtfilt(b, a, x)
    y = np.maximum(s, 0) ** 2

    def average(seconds):
        w = 2 * int(seconds * rate / 2) + 1
        return w, scipy.signal.filtfilt(np.ones(w) / w, 1, y, padlen=min(3 * (w - 1), len(y) - 1))

    w1, peak = average(0.111)
    _, beat = average(0.667)
    inside = np.concatenate([[False], peak > beat + 0.02 * y.mean(), [False]]).astype(int)
    starts, ends = np.where(np.diff(inside) > 0)[0], np.where(np.diff(inside) < 0)[0]
    ends = np.minimum(ends, len(x) - 1)
    return sorted({int(i + np.argmax(x[i:j + 1])) for i, j in zip(starts, ends) if j - i >= w1})


def scalogram(x, scales):
    m = np.zeros((scales, len(x)), bool)
    for k in range(1, scales + 1):
        i = np.arange(k, len(x) - k)
        m[k - 1, i] = (x[i] > x[i - k]) & (x[i] > x[i + k])
    return m


def msptd(x, rate, window, tolerance, fast):
    length, found = int(round(window * rate)), set()
    if len(x) <= length + 1:
        parts = [(0, len(x))]
    else:
        parts = [(s, s + length + 1) for s in range(0, len(x) - length, int(round(window * rate * 0.8)))]
        if parts[-1][1] < len(x):
            parts.append((len(x) - 1 - length, len(x)))
    for a, b in parts:
        part = np.asarray(x[a:b], float)
        step = int(rate // 20) if fast and rate > 20 else 1
        thin = scipy.signal.detrend(part[::step])
        scales = (len(thin) + 1) // 2 - 1
        if fast:
            ok = scales / np.arange(1, scales + 1) / (len(thin) * step / rate) >= 0.5
            scales = int(np.where(ok)[0][-1]) + 1
        m = scalogram(thin, scales)
        peaks = np.where(m[: int(np.argmax(m.sum(1))) + 1].all(0))[0] * step
        tol = int(np.ceil(rate * tolerance))
        for p in peaks:
            low = max(0, p - tol)
            found.add(int(a + low + np.argmax(part[low:p + tol + 1])))
    return sorted(found)


def heartpy_process(x, rate, band):
    x = np.asarray(x, float)
    if band:
        x = heartpy.filter_signal(x, [0.7, 3.5], rate, 3, "bandpass")
    try:
        working, measures = heartpy.process(x, rate)
    except heartpy.exceptions.BadSignalWarning:
        return None
    return {
        "peaks": [int(p) for p in working["peaklist"]],
        "kept": [bool(k) for k in working["binary_peaklist"]],
        "bpm": float(measures["bpm"]),
    }


result = []
for name, rate, x in WAVES:
    cleaned = neurokit2.ppg_clean(x.astype(float), sampling_rate=rate, method="elgendi")
    filtered = biosppy_tools.filter_signal(
        signal=x.astype(float), ftype="butter", band="bandpass", order=4, frequency=[1, 8], sampling_rate=rate)["signal"]
    peaks = biosppy_ppg.find_onsets_elgendi2013(filtered, rate)["onsets"]
    onsets = biosppy_ppg.ppg_segmentation(filtered, rate, peaks)["onsets"]
    result.append({
        "name": name,
        "sampleRate": rate,
        "samples": x.tolist(),
        "erma": erma(x.astype(float), rate),
        "neurokit": neurokit2.ppg_findpeaks(cleaned, sampling_rate=rate, method="elgendi")["PPG_Peaks"].tolist(),
        "neurokitCharlton": neurokit2.ppg_findpeaks(
            x.astype(float), sampling_rate=rate, method="charlton")["PPG_Peaks"].tolist(),
        "msptd": msptd(x, rate, 6, 0.05, False),
        "ampd": msptd(x, rate, 6, 0, False),
        "msptdfast": msptd(x, rate, 8, 0.05, True),
        "msptdfast2": msptd(x, rate, 6, 0.05, True),
        "biosppy": [int(i) for i in onsets],
        "kavsaoglu": biosppy_ppg.find_onsets_kavsaoglu2016(filtered, rate)["onsets"].tolist(),
        "heartpy": heartpy_process(x, rate, True),
        "heartpyUnfiltered": heartpy_process(x - x.min(), rate, False),
    })
print(json.dumps({"waves": result}))
