"""Makes noise_stress.json: how much recorded noise goes into an ECG and a pulse wave, by NumPy and SciPy.

Signal and noise powers as WFDB's nst(1) and sigamp(1) describe them, with the true times of the R peaks.
Run: python noise_stress.py (beside the JSON file).
"""
import json
import os

import numpy as np
import scipy
from scipy import signal

NOISE_RATE = 90
u = np.arange(200 * NOISE_RATE) / NOISE_RATE
noise = (1 + 0.5 * np.sin(2 * np.pi * u / 37)) * np.sin(2 * np.pi * 3.1 * u) + 0.7 * np.sin(2 * np.pi * 0.21 * u) + 5


def ecg(rate, seconds):
    t = np.arange(rate * seconds) / rate
    x = np.zeros_like(t)
    for i in range(int(seconds / 0.8)):
        height = 1 + 0.2 * np.sin(i)
        since = t - 0.4 - 0.8 * i
        x += height * np.exp(-0.5 * (since / 0.012) ** 2) - 0.3 * height * np.exp(-0.5 * ((since - 0.03) / 0.01) ** 2)
        x += 0.2 * np.exp(-0.5 * ((since - 0.25) / 0.04) ** 2)
    return t, x, [0.4 + 0.8 * i for i in range(int(seconds / 0.8))]


def ppg(rate, seconds):
    t = np.arange(rate * seconds) / rate
    return t, 3 + np.sin(2 * np.pi * 1.3 * t) + 0.3 * np.sin(2 * np.pi * 2.6 * t + 1), None


def trimmed(values):
    values = np.sort(values)
    cut = len(values) // 20
    return np.mean(values[cut:len(values) - cut])


def gates(t, clean, noisy):
    if noisy == 0:
        return np.ones_like(t), [(t[0], t[-1] + t[1] - t[0])]
    gate, stretches, start = np.zeros_like(t), [], clean
    while start < t[-1]:
        end, fade = start + noisy, min(0.5, noisy / 4)
        inside = (t >= start - 1e-6) & (t < end - 1e-6)
        edge = np.minimum(t[inside] - start, end - t[inside]) / fade
        gate[inside] = np.where(edge >= 1, 1, 0.5 - 0.5 * np.cos(np.pi * np.clip(edge, 0, 1)))
        stretches.append((start, min(end, t[-1] + t[1] - t[0])))
        start += 2 * noisy
    return gate, stretches


def pulsatile_power(x, rate):
    sos = np.vstack([signal.butter(4, 0.5, "highpass", fs=rate, output="sos"),
                     signal.butter(4, min(8, 0.45 * rate), "lowpass", fs=rate, output="sos")])
    return np.mean(signal.sosfiltfilt(sos, x, padtype="odd", padlen=3 * rate) ** 2)


rows = []
for kind, make, rate in (("ecg", ecg, 250), ("ppg", ppg, 64)):
    for definition in ("nst", "pulsatile"):
        for clean, noisy in ((0, 0), (20, 30)):
            t, x, beats = make(rate, 120)
            gate, stretches = gates(t, clean, noisy)
            n = gate * np.interp(t, u, noise - np.mean(noise))
            if definition == "nst":
                if kind == "ecg":
                    reach = round(0.05 * rate)
                    peaks = [round(b * rate) for b in beats]
                    heights = [np.ptp(x[p - reach:p + reach + 1]) for p in peaks if p >= reach and p + reach < len(x)]
                    s = trimmed(heights[:300]) ** 2 / 8
                else:
                    s = pulsatile_power(x, rate)
                pieces = []
                for start, end in stretches:
                    for second in range(int(end - start + 1e-6)):
                        inside = (t >= start + second - 1e-6) & (t < start + second + 1 - 1e-6)
                        pieces.append(np.std(n[inside]))
                power = trimmed(pieces[:300]) ** 2
            else:
                s = np.var(x) if kind == "ecg" else pulsatile_power(x, rate)
                inside = np.concatenate([np.flatnonzero((t >= a - 1e-6) & (t < b - 1e-6)) for a, b in stretches])
                power = np.var(n[inside])
            gain = np.sqrt(s * 10 ** (-6 / 10) / power)
            added = gain * n
            picks = [0, 1, len(t) // 7, len(t) // 3, len(t) // 2, len(t) - 1]
            rows.append(dict(kind=kind, rate=rate, definition=definition, cleanSeconds=clean, noisySeconds=noisy,
                             snrDecibels=6, gain=float(gain), picks=picks, added=[float(added[p]) for p in picks]))
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "noise_stress.json"), "w") as f:
    json.dump(dict(scipy=scipy.__version__, numpy=np.__version__, command="python noise_stress.py", rows=rows), f, indent=1)
    f.write("\n")
