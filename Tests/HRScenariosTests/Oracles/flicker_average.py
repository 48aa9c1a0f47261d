"""Makes flicker_average.json: what exposure and rolling shutter leave of a lamp's flicker in the mean of a frame.

python flicker_average.py

Nothing is taken from the closed form: the light 1 + cos(2 pi f t + phase) is integrated numerically over each row's exposure and
averaged over the rows of each frame. The factor is the least-squares amplitude of the frames' means on
cos(2 pi f t + phase), t being the middle of the frame's exposures; "quadrature" is what is left on the sine (none).
"""
import json
import os

import numpy as np

# Midpoint rule: the relative error is about (pi f T / n)^2 / 6, for f T = 10 below 1e-6 at 16384 points.
INSTANTS = 16384
ROWS = 16384


def frame_mean(hz, phase, middle, exposure, readout):
    """Rows and instants are independent averages, so the double mean is taken one after the other, exactly."""
    rows = middle + readout * ((np.arange(ROWS) + 0.5) / ROWS - 0.5)
    instants = exposure * ((np.arange(INSTANTS) + 0.5) / INSTANTS - 0.5)
    angle_rows = 2 * np.pi * hz * rows + phase
    angle_instants = 2 * np.pi * hz * instants
    # mean over all pairs of cos(a + b) = mean cos a * mean cos b - mean sin a * mean sin b
    return 1 + np.cos(angle_rows).mean() * np.cos(angle_instants).mean() - np.sin(angle_rows).mean() * np.sin(angle_instants).mean()


rng = np.random.default_rng(8)
rows = []
for hz, exposure, readout in (
    (100, 0.0, 0.0), (100, 0.004, 0.0), (100, 0.0, 0.0165), (100, 0.01, 0.0), (120, 0.005, 0.02), (120, 1 / 60, 0.012),
    (100, 0.0333, 0.0305), (96.5, 0.0123, 0.0287), (130, 0.0968, 0.0487), (80, 0.0008, 0.0021), (120, 0.0125, 0.0)):
    phase = rng.uniform(0, 2 * np.pi)
    middles = np.arange(60) / 27.3
    means = np.array([frame_mean(hz, phase, t, exposure, readout) for t in middles])
    angle = 2 * np.pi * hz * middles + phase
    basis = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    cosine, sine = np.linalg.lstsq(basis, means - 1, rcond=None)[0]
    rows.append(dict(lightHz=hz, exposureSeconds=exposure, readoutSeconds=readout, factor=float(cosine), quadrature=float(sine)))

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "flicker_average.json"), "w") as f:
    json.dump(dict(numpy=np.__version__, command="python flicker_average.py", rows=rows), f, indent=1)
    f.write("\n")
