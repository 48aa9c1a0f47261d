"""Writes nonnegative.json: SciPy's nnls for HRNumericsTests. Run in this folder: python3 nonnegative_oracle.py"""
import json
import numpy as np, scipy
from scipy.optimize import nnls

r = np.random.default_rng(23)
out = {"versions": f"numpy {np.__version__} scipy {scipy.__version__}", "cases": []}
for rows, columns in [(1, 1), (4, 2), (6, 6), (12, 5), (30, 9), (40, 20)]:
    for signs in ["positive", "mixed"]:
        a = r.normal(size=(rows, columns)) if signs == "mixed" else r.uniform(0, 1, size=(rows, columns))
        # Columns in units of their own, some that do not count, and some that would be negative.
        a = (a * 10.0 ** r.integers(-3, 4, size=columns)).round(6)
        x = r.choice([0, 1, 1, -1], size=columns) * r.uniform(0, 3, size=columns) / np.linalg.norm(a, axis=0)
        b = (a @ x + 0.05 * r.normal(size=rows)).round(6)
        found, residual = nnls(a, b)
        out["cases"].append({"rows": a.tolist(), "b": b.tolist(), "x": found.tolist(), "residual": float(residual)})
json.dump(out, open("nonnegative.json", "w"))
