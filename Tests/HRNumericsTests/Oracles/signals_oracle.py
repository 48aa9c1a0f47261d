"""Writes signals.json: NumPy/SciPy answers for HRNumericsTests. Run in this folder."""
import json
import numpy as np, scipy
from scipy import signal

r = np.random.default_rng(1)
out = {"versions": f"numpy {np.__version__} scipy {scipy.__version__}", "fft": [], "filters": []}
for n in [1, 2, 7, 45, 53, 60, 77, 106, 128]:
    x = r.normal(size=n).round(6)
    f = np.fft.rfft(x)
    out["fft"].append({"x": x.tolist(), "re": f.real.tolist(), "im": f.imag.tolist()})
x = (r.normal(size=80) + 5).round(6)
out["x"] = x.tolist()
out["detrended"] = signal.detrend(x).tolist()
out["percentiles"] = [[p, float(np.percentile(x, p))] for p in [0, 5, 37.5, 50, 99, 100]]
p = [0, 1, 1, 0, 2, 2, 2, 2, 1, 3, 0, 4, 4]
out["plateau"] = {"x": p, "peaks": signal.find_peaks(p)[0].tolist()}
for fs in [30, 125, 250, 1000]:
    for order in range(1, 6):
        for kind, edges in [("lowpass", [4]), ("highpass", [0.5]), ("bandpass", [0.5, 4])]:
            s = signal.butter(order, edges if len(edges) > 1 else edges[0], kind, output="sos", fs=fs)
            zi = signal.sosfilt_zi(s) * x[0]
            pad = min(3 * (2 * len(s) + 1 - min((s[:, 2] == 0).sum(), (s[:, 5] == 0).sum())), len(x) - 1)
            out["filters"].append({"fs": fs, "order": order, "edges": edges, "kind": kind,
                "rest": signal.sosfilt(s, x)[::8].tolist(), "steady": signal.sosfilt(s, x, zi=zi)[0][::8].tolist(),
                "zero": signal.sosfiltfilt(s, x, padlen=pad)[::8].tolist()})
json.dump(out, open("signals.json", "w"))
