"""Writes instantaneous_heart_rate.json: rates and cycles by NumPy, for InstantaneousHeartRateTests. Run in this folder:
python instantaneous_heart_rate_oracle.py"""
import json
import numpy as np

COMMAND = "python instantaneous_heart_rate_oracle.py"


def points(beats):
    """The definition, interval by interval: slow and plain."""
    found = []
    for k, beat in enumerate(beats):
        inside = [(a, b) for a, b in zip(beats[:-1], beats[1:])
                  if a >= beat - 5 and b <= beat + 5 and 0.2 <= b - a <= 3]
        if not inside and k > 0 and 0.2 <= beat - beats[k - 1] <= 3:
            inside = [(beats[k - 1], beat)]
        if not inside and k + 1 < len(beats) and 0.2 <= beats[k + 1] - beat <= 3:
            inside = [(beat, beats[k + 1])]
        if inside:
            found.append((beat, 60 * len(inside) / sum(b - a for a, b in inside)))
    return np.array(found)


def cycles(times, rates, query):
    """Trapezia over the union of the points and both ends: exact for straight lines."""
    low, high = sorted((times[0], query))
    knots = np.union1d(times[(times > low) & (times < high)], [low, high])
    total = np.trapezoid(np.interp(knots, times, rates) / 60, knots)
    return float(total if query >= times[0] else -total)


r = np.random.default_rng(7)
rows = []
for name, intervals in [
    ("wandering", 0.8 + 0.2 * np.sin(np.arange(90) / 9) + 0.03 * r.normal(size=90)),
    ("one gap", np.concatenate([np.full(20, 0.7), [11.0], np.full(20, 0.5)])),
    ("gaps all over", np.array([1.0, 4.0, 0.9, 20.0, 0.8, 0.1, 0.85, 7.0, 30.0, 0.9])),
    ("two beats", np.array([1.25])),
]:
    beats = (2.5 + np.concatenate([[0], np.cumsum(intervals)])).round(6)
    p = points(list(beats))
    query = np.sort(np.concatenate([beats, r.uniform(beats[0] - 8, beats[-1] + 8, 60)])).round(6)
    rows.append(dict(
        name=name, beats=beats.tolist(), query=query.tolist(),
        bpm=np.interp(query, p[:, 0], p[:, 1]).tolist(),
        cycles=[cycles(p[:, 0], p[:, 1], q) for q in query]))
with open("instantaneous_heart_rate.json", "w") as f:
    json.dump(dict(command=COMMAND, numpy=np.__version__, rows=rows), f, indent=1)
    f.write("\n")
