"""Writes prototypes.json: SciPy's frequency responses of recursive filters, for PrototypeTests. Run in this folder."""
import json
import numpy as np, scipy
from scipy import signal

out = {"versions": f"numpy {np.__version__} scipy {scipy.__version__}", "rows": []}
kinds = {"lowPass": [4.0], "highPass": [0.5], "bandPass": [0.6, 4.5]}
for fs in [30, 125, 250, 1000]:
    for order in range(1, 9):
        for kind, edges in kinds.items():
            for design in ["cheby1", "cheby2", "ellip", "bessel"]:
                rp, rs = (0.5 if order % 3 else 1.5), (40 if order % 2 else 60)
                edge = edges if len(edges) > 1 else edges[0]
                zpk = signal.iirfilter(order, edge, rp=rp, rs=rs, btype=kind.lower(), ftype=design, output="zpk", fs=fs)
                if design == "bessel": zpk = signal.bessel(order, edge, kind.lower(), output="zpk", fs=fs, norm="phase")
                f = [0.3, 1.3, 6.1]
                h = signal.freqz_zpk(*zpk, worN=f, fs=fs)[1]
                out["rows"].append({"design": design, "kind": kind, "numbers": [fs, order, rp, rs] + [float(f"{v:.12g}") for c in h for v in (c.real, c.imag)]})
json.dump(out, open("prototypes.json", "w"), separators=(",", ":"))
