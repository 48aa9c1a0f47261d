"""Writes prediction.json: linear prediction by NumPy's least squares for HRNumericsTests. Run in this folder:
python3 prediction_oracle.py"""
import json
import numpy as np

ORDER = 8
r = np.random.default_rng(48)


def rows(x):
    x = np.asarray(x)
    return np.array([np.append(x[t - ORDER:t][::-1], 1) for t in range(ORDER, len(x))]), x[ORDER:]


out = {"versions": f"numpy {np.__version__}", "cases": []}
for count, level, noise in [(40, 0, 1), (300, 0, 0.1), (600, 1e4, 0.3), (600, -20, 0.02)]:
    t = np.arange(count) / 60
    wave = np.sin(2 * np.pi * 1.2 * t) + 0.4 * np.sin(2 * np.pi * 2.4 * t + 1) + 0.3 * np.sin(2 * np.pi * 0.2 * t)
    x = (level + wave + noise * r.normal(size=count)).round(6)
    other = (level + 0.5 + 1.1 * wave + noise * r.normal(size=count)).round(6)
    a, b = rows(x)
    found = np.linalg.lstsq(a - np.append(np.full(ORDER, x.mean()), 0), b - x.mean(), rcond=None)[0]
    weights = found[:ORDER]
    constant = found[ORDER] + x.mean() * (1 - weights.sum())
    beyond, target = rows(other)
    out["cases"].append({
        "samples": x.tolist(), "other": other.tolist(), "weights": weights.tolist(), "constant": float(constant),
        "error": float(np.sqrt(np.mean((b - a @ np.append(weights, constant)) ** 2))),
        "errorOfOther": float(np.sqrt(np.mean((target - beyond @ np.append(weights, constant)) ** 2))),
    })
json.dump(out, open("prediction.json", "w"))
