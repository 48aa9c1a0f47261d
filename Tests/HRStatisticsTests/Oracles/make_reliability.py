"""Writes reliability.json: isotonic regression by scikit-learn, and reliability in ten bins by NumPy, of made-up answers.

python3 make_reliability.py > reliability.json
"""
import json

import numpy as np
import sklearn
from sklearn.isotonic import IsotonicRegression

rng = np.random.default_rng(31)
PLACES = [-0.5, 0.0, 0.05, 0.1, 0.25, 1 / 3, 0.5, 0.62, 0.75, 0.9, 0.95, 1.0, 1.5]


def isotonic(x, y, w):
    fit = IsotonicRegression(out_of_bounds="clip").fit(x, y, sample_weight=w)
    order = np.argsort(x, kind="stable")
    return {
        "x": x[order].tolist(), "y": y[order].tolist(), "weight": w[order].tolist(), "places": PLACES,
        "values": fit.predict(PLACES).tolist()}


def answers(n, digits, bend):
    confidence = rng.random(n) ** 0.6 if digits is None else np.round(rng.random(n), digits)
    right = (rng.random(n) < confidence ** bend).astype(float)
    return confidence, right


fits = []
for n, digits, bend, groups in [(400, None, 2, 3), (300, 1, 1, 2), (60, 2, 0.5, 1), (25, None, 4, 2), (7, 1, 1, 1)]:
    x, y = answers(n, digits, bend)
    group = rng.integers(0, groups, n)
    fits.append(isotonic(x, y, 1 / np.bincount(group, minlength=groups)[group]))
fits.append(isotonic(np.array([0.4]), np.array([1.0]), np.array([2.0])))
# All falling: one block. All rising already: none is pooled.
fits.append(isotonic(np.linspace(0, 1, 6), np.linspace(1, 0, 6), np.arange(1.0, 7)))
fits.append(isotonic(np.linspace(0, 1, 6), np.linspace(0, 1, 6) ** 2, np.ones(6)))

tables = []
for n, digits, bend in [(500, None, 1), (200, 1, 2), (12, 2, 1), (1, 1, 1)]:
    confidence, right = answers(n, digits, bend)
    if n == 200:
        confidence[:11] = np.arange(11) / 10  # every edge
    edges = np.arange(1, 10) / 10
    which = np.digitize(confidence, edges)
    bins = [
        [int((which == k).sum())] + ([float(confidence[which == k].mean()), float(right[which == k].mean())]
                                     if (which == k).any() else [None, None]) for k in range(10)]
    tables.append({
        "confidence": confidence.tolist(), "right": right.tolist(), "bins": bins, "mean": float(confidence.mean()),
        "share": float(right.mean()), "brier": float(np.mean((confidence - right) ** 2)),
        "calibration": float(sum(m * abs(c - o) for m, c, o in bins if m) / n),
        "sure": int((confidence >= 0.9).sum()), "sureRight": int(right[confidence >= 0.9].sum())})

versions = {"numpy": np.__version__, "scikit-learn": sklearn.__version__}
print(json.dumps({"versions": versions, "fits": fits, "tables": tables}))
