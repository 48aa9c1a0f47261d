"""Writes tarvainen.json: SciPy's sparse solution, for TarvainenTests. Run in this folder."""
import json
import numpy as np, scipy
from scipy.sparse import diags, identity
from scipy.sparse.linalg import spsolve

r = np.random.default_rng(3)
out = {"versions": f"numpy {np.__version__} scipy {scipy.__version__}", "rows": []}
for n, lam in [(3, 2.0), (4, 10.0), (5, 100.0), (60, 1.0), (300, 100.0), (300, 50.0), (400, 1600.0)]:
    t = np.arange(n) / 30
    x = (20 + 3 * t + 2 * np.sin(0.4 * t) + np.sin(2 * np.pi * 1.2 * t) + 0.1 * r.normal(size=n)).round(6)
    d = diags([1.0, -2.0, 1.0], [0, 1, 2], shape=(n - 2, n))
    y = x - spsolve((identity(n) + lam**2 * (d.T @ d)).tocsc(), x)
    out["rows"].append({"lambda": lam, "x": x.tolist(), "y": y.tolist()})
json.dump(out, open("tarvainen.json", "w"))
