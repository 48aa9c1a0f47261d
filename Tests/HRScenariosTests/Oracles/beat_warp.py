"""Makes beat_warp.json: channels whose beats were moved, by NumPy and SciPy. Run: python beat_warp.py"""
import json
import os

import numpy as np
import scipy
from scipy.interpolate import CubicHermiteSpline

ZONES = {"ecg": (0.0, 0.06, 0.06), "ppg": (0.25, 0.1, 0.1), "green": (0.25, 0.1, 0.1)}


def source(times, old, new, kind):
    """Piecewise straight, slope 1 outside, rigid zones that shrink to 60 % of the shorter interval."""
    delay, before, after = ZONES[kind]
    pairs = []
    for k in range(len(old)):
        pairs.append((old[k], new[k]))
        if k + 1 < len(old):
            most = 0.6 * min(old[k + 1] - old[k], new[k + 1] - new[k])
            shrink = min(1.0, most / (before + after))
            pairs.append((old[k] + shrink * after, new[k] + shrink * after))
            pairs.append((old[k + 1] - shrink * before, new[k + 1] - shrink * before))
    for sign, k in ((-1, 0), (1, -1)):
        pairs.append((old[k] + sign * 1000, new[k] + sign * 1000))
    a = np.array(sorted(pairs)) + delay
    return np.interp(times, a[:, 1], a[:, 0])


def keys(values, position):
    """Cubic convolution with Keys's kernel and boundary condition, on the grid 0, 1, 2…"""
    c = np.concatenate([[3 * values[0] - 3 * values[1] + values[2]], values,
                        [3 * values[-1] - 3 * values[-2] + values[-3]]])

    def kernel(s):
        s = np.abs(s)
        return np.where(s < 1, 1.5 * s**3 - 2.5 * s**2 + 1,
                        np.where(s < 2, -0.5 * s**3 + 2.5 * s**2 - 4 * s + 2, 0))

    left = np.clip(np.floor(position).astype(int), 0, len(values) - 2)
    return sum(c[left + k + 1] * kernel(position - left - k) for k in (-1, 0, 1, 2))


r = np.random.default_rng(5)
rows = []
cut = []
for name, old, new in [
    ("premature", [0.5, 1.3, 2.1, 2.9, 3.7, 4.5], [0.5, 1.3, 1.86, 2.9, 3.7, 4.5]),
    ("faster", [0.4, 1.2, 2.1, 2.9, 3.8, 4.6], [0.4, 0.9, 1.3, 1.57, 1.9, 2.213]),
    ("slower", [0.5, 1.0, 1.45, 1.9, 2.5], [0.5, 1.4, 2.5, 3.9, 4.807]),
    ("later", [0.5, 1.3, 2.1, 2.9], [0.913, 1.5, 2.2, 3.017]),
]:
    for kind, rate in (("ppg", 25.0), ("ecg", 50.0), ("green", None)):
        if rate:
            times = np.arange(int(5.5 * rate)) / rate
        else:
            times = (np.arange(140) / 30 + 0.007 * r.integers(0, 4, 140)).round(4)
        values = (100 + 20 * r.normal(size=len(times))).round(3)
        s = source(times, np.array(old), np.array(new), kind)
        kept = (s >= times[0] - 1e-6) & (s <= times[-1] + 1e-6)
        s = np.clip(s[kept], times[0], times[-1])
        # A cubic whose slopes are those of parabolas through three samples; on an even grid that is Keys's.
        out = CubicHermiteSpline(times, values, np.gradient(values, times, edge_order=2))(s)
        # No further beyond the samples around it than the cubic of an even grid comes: an eighth of their range.
        left = np.clip(np.searchsorted(times, s, side="right") - 1, 0, len(times) - 2)
        near = [values[max(k - 1, 0):k + 3] for k in left]
        low, high = np.array([n.min() for n in near]), np.array([n.max() for n in near])
        limited = np.clip(out, low - (high - low) / 8, high + (high - low) / 8)
        if rate:
            assert np.allclose(out, keys(values, s * rate), atol=1e-9)
            assert np.allclose(out, limited, atol=1e-9)
        cut.append(abs(out - limited).max())
        out = limited
        rows.append(dict(name=name, kind=kind, sampleRate=rate, old=old, new=new, times=times.tolist(),
                         values=values.tolist(), movedTimes=times[kept].tolist(), movedValues=out.tolist()))
assert max(cut) > 5
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "beat_warp.json"), "w") as f:
    json.dump(dict(command="python beat_warp.py", scipy=scipy.__version__, numpy=np.__version__, rows=rows), f)
    f.write("\n")
