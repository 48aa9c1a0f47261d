"""Makes akima.json: curves through points by SciPy's Akima1DInterpolator.

    python akima.py
"""
import json
import os

import numpy as np
import scipy
from scipy.interpolate import Akima1DInterpolator

rng = np.random.default_rng(7)
cases = {
    # Akima's own example (J. ACM 17:589, 1970, table 1).
    "akima 1970": (np.arange(11.0), np.array([10, 10, 10, 10, 10, 10, 10.5, 15, 50, 60, 85.0])),
    "uneven": (np.cumsum(rng.uniform(0.1, 2, 20)), rng.normal(size=20)),
    "line": (np.array([0, 1, 3, 4, 7.0]), np.array([1, 3, 7, 9, 15.0])),
    "corner of two lines": (np.arange(9.0), np.array([0, 1, 2, 3, 4, 3.5, 3, 2.5, 2])),
    "flat": (np.arange(6.0), np.full(6, 0.25)),
    "two points": (np.array([1.0, 4.0]), np.array([2.0, -1.0])),
    "three points": (np.array([0.0, 1.0, 4.0]), np.array([2.0, -1.0, 0.5])),
}
# Pulses of NeuroKit's ppg_simulate with its mean landmarks: systole 1.5 at 0.175 T, notch 0.49 of it at 0.4 T,
# diastole 0.51 of it at 0.45 T.
onset, x, y = 0.2, [], []
for period in (1.0, 0.8, 0.9, 0.6, 1.2, 1.0):
    x += [onset, onset + 0.175 * period, onset + 0.4 * period, onset + 0.45 * period]
    y += [0, 1.5, 1.5 * 0.49, 1.5 * 0.51]
    onset += period
cases["neurokit"] = (np.array(x + [onset]), np.array(y + [0.0]))
rows = []
for name, (x, y) in cases.items():
    at = np.linspace(x[0], x[-1], 101)
    rows.append(dict(name=name, x=x.tolist(), y=y.tolist(), at=at.tolist(), values=Akima1DInterpolator(x, y)(at).tolist()))
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "akima.json"), "w") as f:
    json.dump(dict(scipy=scipy.__version__, numpy=np.__version__, command="python akima.py", rows=rows), f, separators=(",", ":"))
    f.write("\n")
