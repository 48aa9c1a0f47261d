"""Means over the pixels of small frames, by NumPy: pixel_means.json.

The frames follow a formula that the Swift test knows too. A pixel belongs to a region if its middle does.

Run: python pixel_means_oracle.py > pixel_means.json
"""

import json

import numpy as np

N, H, W, C = 7, 10, 12, 3
n, y, x, c = np.meshgrid(np.arange(N), np.arange(H), np.arange(W), np.arange(C), indexing="ij")
frames = ((31 * n + 17 * y + 5 * x * y + 53 * c + n * x * (c + 1)) % 256).astype(np.uint8)

policies = {
    "whole": (0, 0, 1, 1, 1),
    "wholeStride2": (0, 0, 1, 1, 2),
    "centreHalf": (0.25, 0.25, 0.75, 0.75, 1),
    "centreHalfStride2": (0.25, 0.25, 0.75, 0.75, 2),
    "corner": (0.5, 0, 1, 0.4, 3),
}
means = {}
for name, (left, top, right, bottom, stride) in policies.items():
    rows = [k for k in range(H) if top <= (k + 0.5) / H < bottom][::stride]
    columns = [k for k in range(W) if left <= (k + 0.5) / W < right][::stride]
    means[name] = frames[:, rows][:, :, columns].astype(np.float64).mean(axis=(1, 2)).T.tolist()

print(json.dumps({
    "numpy": np.__version__, "command": "python pixel_means_oracle.py > pixel_means.json",
    "shape": [N, H, W, C], "first": frames[1, 2, :4].tolist(), "means": means,
}, separators=(",", ":")))
