"""Writes gate.json: a baseline's coding of windows and the change over common windows by NumPy, for GateWindowsTests.

Run in this folder. Numbers that do not exist are null; clusters without a common window have no change.
"""
import base64
import json
import numpy as np


def text(values):
    numbers = np.array([np.nan if v is None else v for v in values], "<f8")
    return base64.b64encode(numbers.astype("<f4").tobytes()).decode()


coding = [[], [0.0], [-0.0], [1.5], [None], [0.1, -0.2], [None, 1 / 3, None], [1e-45, 1e-50, 16777217.0],
          [3.4028234e38, -123.456789, 2.0**-126], [k / 7 for k in range(-9, 10)]]

rng = np.random.default_rng(15)
runs = []
for windows in (1, 20, 60):
    clusters = [0, 0, 1, 2, 3, 3, 4]
    before = rng.standard_t(2, (len(clusters), windows)) * 3
    now = 1.75 * before
    # The 1 % grossest windows are silenced, each side leaves some out, and the last cluster shares none.
    now[np.abs(before) >= np.quantile(np.abs(before), 0.99)] = np.nan
    before[rng.random(before.shape) < 0.05] = np.nan
    now[rng.random(before.shape) < 0.05] = np.nan
    before[-1, ::2] = np.nan
    now[-1, 1::2] = np.nan
    before, now = before.astype("<f4").astype(float), now.astype("<f4").astype(float)
    difference = np.abs(now) - np.abs(before)
    deltas = []
    for cluster in range(5):
        own = difference[np.array(clusters) == cluster]
        if np.isfinite(own).any():
            deltas.append(float(np.nanmean(own)))
    nones = lambda row: [None if np.isnan(v) else float(v) for v in row]
    runs.append({"clusters": clusters, "before": [nones(r) for r in before], "now": [nones(r) for r in now],
                 "deltas": deltas, "common": int(np.isfinite(difference).sum())})

with open("gate.json", "w") as file:
    json.dump({"numpy": np.__version__, "coding": [{"values": v, "text": text(v)} for v in coding], "runs": runs},
              file, separators=(",", ":"))
    file.write("\n")
