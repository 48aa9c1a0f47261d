"""Writes made pulse waves in which every second beat is small: usage: made_small_beats.py OUT

`AlternateBeats` was chosen on these. Sixty recordings of 90 s, without an accelerometer: 80 to 150 beats a minute, heights
1 : 0.2 to 1 : 0.6, three shapes of pulse at 50, 64 and 100 samples a second (a bump whose width follows the rate; one of fixed
width with a dicrotic wave; a sharp rise and an exponential fall). Needs NumPy.
"""
import os
import sys

import numpy as np


def make(out, seed, rate, ratio, shape):
    r = np.random.default_rng(seed)
    fs, seconds, period = [50, 64, 100][shape], 90, 60 / rate
    n = seconds * fs
    t = np.arange(n) / fs
    slow = 2 * np.sin(2 * np.pi * t / 11 + r.uniform(0, 6))
    slower = r.uniform(0.5, 3) * np.sin(2 * np.pi * t / 47 + r.uniform(0, 6))
    phase = np.cumsum((rate + slow + slower) / 60) / fs
    beats = np.interp(np.arange(1, int(phase[-1])), phase, t)
    x = np.zeros(n)
    for number, beat in enumerate(beats):
        height = (1 if number % 2 == 0 else ratio) * (1 + 0.08 * r.normal())
        if shape == 0:
            x += height * np.exp(-0.5 * ((t - beat - 0.15) / (period * 0.16)) ** 2)
        elif shape == 1:
            second = 0.35 * np.exp(-0.5 * ((t - beat - 0.12 - 0.42 * period) / 0.08) ** 2)
            x += height * (np.exp(-0.5 * ((t - beat - 0.12) / 0.06) ** 2) + second)
        else:
            d = np.maximum(t - beat - 0.1, 0)
            x += height * (1 - np.exp(-d / 0.04)) * np.exp(-d / (0.35 * period))
    x = x / x.std() + 0.05 * r.normal(size=n) + 0.3 * np.sin(2 * np.pi * 0.25 * t + 1)
    x = x + 0.3 * np.cumsum(r.normal(size=n)) / np.sqrt(fs) * 0.2
    base = os.path.join(out, f"r{rate}-a{int(ratio * 100)}-s{shape}")
    np.savetxt(base + "_ppg.csv", np.c_[t, x], "%.6f", ",", header="time_s,ppg", comments="")
    np.savetxt(base + "_beats.csv", beats, "%.6f", header="beat_s", comments="")


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    made = 0
    for rate in (80, 95, 110, 130, 150):
        for ratio in (0.2, 0.3, 0.4, 0.6):
            for shape in range(3):
                made += 1
                make(sys.argv[1], made, rate, ratio, shape)
