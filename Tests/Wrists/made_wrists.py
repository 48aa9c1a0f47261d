"""Writes made wrist recordings in hreval's CSV layout: usage: made_wrists.py OUT [SEEDS]

The constants of `fusion.wrist` were chosen on these (all but `raw`) together with `wrist-exercise` s2 to s4. Needs NumPy.

Each is 300 s of one person: rest, three speeds, slower again. The heart follows effort with a time constant of 18 to 35 s.
The pulse wave has a second bump. Arm swing has five harmonics, which reach the light by weights and phases of their own,
0.7 to 3 times as high as the pulse, with a height that wanders; in movement broadband noise grows and the pulse shrinks.

  clean   as said                            onset   exercise from the first second on, heart already fast
  raw     a level of 40,000, deviation 3,000  half    arm swing at half the pulse's rate, steps at it
  loose   motion twice as high               double  arm swing at the pulse's rate
  still   the arm moves and the light does not show it
  cross   steps go from below the pulse's rate to above it and back, within each speed
  meet    steps come to the pulse's rate, stay at it for 40 s, and part
  three   three pulse waves, of which each has its own noise and share of the motion
  counts  the accelerometer in counts of a converter, 32,768 at zero, 4,096 for each g
"""
import os
import sys

import numpy as np

VARIANTS = {
    "clean": {}, "raw": {"raw": True}, "onset": {"onset": True}, "half": {"swing_per_beat": 0.5},
    "double": {"swing_per_beat": 1.0}, "loose": {"looseness": 2.0}, "still": {"leaks": False},
    "cross": {"way": "cross"}, "meet": {"way": "meet"}, "three": {"waves": 3}, "counts": {"counts": True},
}


def make(seed, raw=False, onset=False, swing_per_beat=None, looseness=1.0, leaks=True, way=None,
         waves=1, counts=False):
    r = np.random.default_rng(seed)
    rate, seconds = 125 if seed % 3 else 64, 300
    n = seconds * rate
    t = np.arange(n) / rate
    rest, peak = r.uniform(55, 85), r.uniform(110, 175)
    edges = [0, 0, 60, 140, 200, 260, 300] if onset else [0, 30, 90, 150, 210, 260, 300]
    effort = [0, 0, r.uniform(0.2, 0.5), r.uniform(0.4, 0.8), r.uniform(0.7, 1.0), r.uniform(0.3, 0.6)]
    if onset:
        effort[1] = r.uniform(0.6, 1.0)
    target = np.zeros(n)
    for i in range(6):
        target[int(edges[i] * rate):int(edges[i + 1] * rate)] = effort[i]
    step = 1 / (r.uniform(18, 35) * rate)
    level, heart = (effort[1] if onset else 0.0), np.zeros(n)
    for i in range(n):
        level += step * (target[i] - level)
        heart[i] = level
    heart = rest + (peak - rest) * heart + 2 * np.sin(2 * np.pi * t / r.uniform(8, 13) + r.uniform(0, 6)) * (
        1 - heart) + r.uniform(0.5, 1.5) * np.sin(2 * np.pi * t / r.uniform(30, 60))
    phase = np.cumsum(heart / 60) / rate
    beats = np.interp(np.arange(1, int(phase[-1]) + 1), phase, t)
    part = phase % 1
    pulse = np.exp(-((part - 0.25) / 0.11) ** 2) + r.uniform(0.2, 0.6) * np.exp(-((part - 0.52) / 0.14) ** 2)
    pulse = (pulse - pulse.mean()) / pulse.std()

    swing, moving = np.zeros(n), np.zeros(n)
    speeds = [0, 0, r.uniform(0.75, 0.95), r.uniform(0.85, 1.2), r.uniform(1.2, 1.5), r.uniform(0.7, 1.0)]
    if onset:
        speeds[1] = speeds[2]
    for i in range(1 if onset else 2, 6):
        low, high = int(edges[i] * rate), int(edges[i + 1] * rate)
        swing[low:high], moving[low:high] = speeds[i], 1
    if swing_per_beat:
        swing = np.where(moving > 0, heart / 60 * swing_per_beat, 0)
    if way:
        # Seconds since the arm began to swing; the swing is half the step rate, which is what meets the pulse.
        since = t - edges[2]
        if way == "cross":
            ratio_to_pulse = 1 + 0.25 * np.sin(2 * np.pi * since / 60)
        else:
            ratio_to_pulse = 1 + 0.3 * np.clip((np.abs((since % 100) - 50) - 20) / 30, 0, 1)
        swing = np.where(moving > 0, heart / 60 * ratio_to_pulse / 2, 0)
    two = int(2 * rate)
    moving = np.convolve(moving, np.ones(two) / two, "same")
    wobble = np.cumsum(r.normal(size=n)) / np.sqrt(rate) * 0.004
    swing = swing * (1 + wobble * (0 if swing_per_beat or way else 1))
    angle = np.cumsum(swing) / rate * 2 * np.pi
    axes = np.zeros((n, 3))
    for j, gravity in enumerate([0.1, -0.5, 0.8]):
        size = r.uniform(0.1, 0.6, size=5) * np.array([1, 1.2, 0.5, 0.4, 0.2])
        shift = r.uniform(0, 6.28, 5)
        axes[:, j] = gravity + moving * sum(
            size[m] * np.sin((m + 1) * angle + shift[m]) for m in range(5)) + 0.01 * r.normal(size=n)
    height = 1 + 0.4 * np.interp(t, np.arange(0, seconds + 5, 5), r.normal(size=seconds // 5 + 1))
    weight = r.uniform(0.2, 1, size=5) * np.array([1, 1.5, 0.4, 0.5, 0.2])
    shift = r.uniform(0, 6.28, 5)
    motion = sum(
        weight[m] * np.sin((m + 1) * angle + shift[m] + 0.8 * np.interp(
            t, np.arange(0, seconds + 10, 10), np.cumsum(r.normal(size=seconds // 10 + 1)) * 0.3))
        for m in range(5))
    motion = motion / np.sqrt((weight ** 2).sum() / 2) * moving * np.abs(height) * (1 if leaks else 0)
    ratio = r.uniform(0.7, 3) * looseness
    drift = np.cumsum(r.normal(size=n)) / np.sqrt(rate)
    ten = int(10 * rate)
    drift = drift - np.convolve(drift, np.ones(ten) / ten, "same")
    broad = r.normal(size=n)
    for _ in range(2):
        broad = np.convolve(broad, np.ones(int(rate / 8)) / int(rate / 8), "same")
    broad = broad / broad.std() * moving * ratio * 0.5
    light = pulse * (1 - 0.3 * moving) + ratio * motion + broad + 0.2 * r.normal(size=n) + 2 * drift
    if raw:
        light = np.round(40000 + 3000 * light / light.std())
    if waves > 1:
        light = np.c_[tuple(
            pulse * (1 - 0.3 * moving) + ratio * share * motion + 2 * drift
            + broad * share * r.uniform(0.7, 1.3) + noise * r.normal(size=n)
            for share, noise in zip(r.permutation([0.5, 1.0, 1.8]), r.permutation([0.2, 0.3, 0.6])))]
    if counts:
        axes = np.round(32768 + 4096 * axes)
    return t, light, axes, beats


def main(out, seeds=12):
    os.makedirs(out, exist_ok=True)
    for seed in range(1, seeds + 1):
        for name, options in VARIANTS.items():
            t, light, axes, beats = make(seed, **options)
            base = os.path.join(out, f"{name}-{seed:02d}")
            names = ["ppg", "ppg2", "ppg3"][: 1 if light.ndim == 1 else light.shape[1]]
            np.savetxt(
                base + "_ppg.csv", np.c_[t, light], "%.6f", ",", header=",".join(["time_s"] + names), comments="")
            np.savetxt(
                base + "_accelerometer.csv", np.c_[t, axes], "%.6f", ",",
                header="time_s,accelerometerX,accelerometerY,accelerometerZ", comments="")
            np.savetxt(base + "_beats.csv", beats, "%.6f", header="beat_s", comments="")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12)
