"""Makes pixel_clipping.json: the mean of a frame whose pixels lie normally about a level and are clipped.

python pixel_clipping.py

Nothing is taken from the closed form: min(x, clip level) is integrated numerically over the normal density.
"""
import json
import os

from scipy import integrate, stats


def clipped_mean(level, clip_level, spread):
    """Adaptive quadrature in two parts that meet at the limit, to twelve standard deviations either side."""
    low, high = level - 12 * spread, level + 12 * spread
    edges = [low] + ([clip_level] if low < clip_level < high else []) + [high]

    def density(x):
        return min(x, clip_level) * stats.norm.pdf(x, level, spread)

    parts = [
        integrate.quad(density, start, end, epsabs=1e-12, epsrel=1e-13, limit=400)[0]
        for start, end in zip(edges, edges[1:])
    ]
    return sum(parts)


rows = [
    {"level": clip + distance * spread, "clipLevel": clip, "spread": spread,
     "mean": clipped_mean(clip + distance * spread, clip, spread)}
    for clip in (230.0, 255.0)
    for spread in (0.5, 3.0, 10.0, 40.0)
    for distance in (-7.0, -3.0, -1.0, -0.2, 0.0, 0.7, 2.0, 5.0)
]
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pixel_clipping.json")
with open(path, "w") as file:
    json.dump({"rows": rows}, file, indent=1)
    file.write("\n")
