"""Writes cadence.json: steps per minute by SciPy's periodogram, for CadenceTests. Run in this folder:
python cadence_oracle.py"""
import json
import numpy as np
from scipy.signal import argrelmax, periodogram

COMMAND = "python cadence_oracle.py"
RATE = 12.5
# The smallest length of at least 60 s that has no prime factor above 5.
LENGTH = 750


def recording(rng, step, swing, turn, noise):
    """Three axes of 60 s, rounded so that the file holds them exactly; steps end after 40 s."""
    time = np.arange(int(60 * RATE)) / RATE
    walk = np.where(time < 40, 1.0, 0.0)
    rate = rng.uniform(1.4, 2.4)
    phase = 2 * np.pi * rate * time
    axes = []
    for _ in range(3):
        steps = step * rng.uniform(-1, 1) * np.sin(phase) + swing * rng.uniform(-1, 1) * np.sin(phase / 2)
        turns = turn * np.sin(2 * np.pi * 0.07 * time + rng.uniform(0, 6))
        axes.append(walk * steps + turns + noise * rng.standard_normal(len(time)) + rng.uniform(-1, 1))
    return np.round(np.array(axes), 4)


def cadence(axes, start, seconds, is_in_g):
    part = axes[:, int(start * RATE):int((start + seconds) * RATE)]
    power = 0
    for axis in part:
        # Squares of the spectrum over the sum of the taper's squares, per bin of the padded length.
        frequencies, density = periodogram(
            axis, RATE, window="hann", nfft=LENGTH, detrend="constant", scaling="density")
        power = power + density * RATE / LENGTH
    band = (frequencies >= 0.7) & (frequencies <= 4)
    peaks = [k for k in argrelmax(power)[0] if band[k]]
    if not peaks:
        return None
    best = max(peaks, key=lambda k: power[k])
    inside = power[band].sum()
    if is_in_g:
        moves = np.sqrt(inside) > 0.05
    else:
        near = np.zeros(len(power), bool)
        for multiple in (0.5, 1, 1.5, 2):
            near |= np.abs(frequencies - multiple * frequencies[best]) <= 1 / seconds + 1e-12
        moves = power[near & band].sum() >= (0.15 + 3.4 / seconds) * inside and inside >= 0.001 * power.sum()
    return float(60 * frequencies[best]) if moves else None


rng = np.random.default_rng(3)
recordings = []
for step, swing, turn, noise in [(0.4, 0, 0, 0.01), (0.3, 0.5, 0, 0.02), (0.1, 0.3, 0.8, 0.02), (0.05, 0, 0, 0.02),
                                 (0, 0, 0.5, 0.005), (0, 0, 0, 0.02), (0.2, 0.1, 0.3, 0.1), (0.5, 0.2, 0, 0.3)]:
    axes = recording(rng, step, swing, turn, noise)
    rows = []
    recordings.append({"axes": axes.tolist(), "rows": rows})
    for seconds in (8, 20):
        starts = list(range(0, 60 - seconds + 1, 4))
        for is_in_g in (True, False):
            rows.append({
                "seconds": seconds, "starts": starts, "isInG": is_in_g,
                "perMinute": [cadence(axes, start, seconds, is_in_g) for start in starts]})
with open("cadence.json", "w") as f:
    json.dump({"command": COMMAND, "numpy": np.__version__, "recordings": recordings}, f)
    f.write("\n")
