"""Pulse waves from camera colours, by NumPy and SciPy: camera.json.

Each method is written here from its published description and from what rPPG-Toolbox and pyVHR compute, with
library routines (svd, qr, solve, filtfilt, a dense inverse, a numerical optimiser) where the Swift code has its own.

Run: python camera_oracle.py > camera.json
"""

import json
import math

import numpy as np
import scipy
from scipy import optimize, signal

FS, N = 30, 300
rng = np.random.default_rng(20130)
t = np.arange(N) / FS
phase = (t * 1.3 + 0.08 * np.sin(2 * np.pi * 0.25 * t)) % 1
pulse = np.exp(-0.5 * ((phase - 0.3) / 0.1) ** 2) + 0.4 * np.exp(-0.5 * ((phase - 0.62) / 0.09) ** 2)
motion = np.sin(2 * np.pi * 0.37 * t + 1) + 0.6 * np.sign(np.sin(2 * np.pi * 0.9 * t))
RGB = np.stack([
    180 - 1.1 * pulse + 2.5 * motion + 0.15 * rng.standard_normal(N),
    95 - 2.3 * pulse + 1.2 * motion + 0.20 * rng.standard_normal(N),
    60 - 0.9 * pulse + 0.9 * motion + 0.25 * rng.standard_normal(N),
]).round(3)


def normalised(c):
    return c / c.mean(axis=1, keepdims=True)


def centred(x):
    return x - x.mean()


def chrominance(x, y):
    return x - x.std() / y.std() * y


def xy(c):
    return 3 * c[0] - 2 * c[1], 1.5 * c[0] + c[1] - 1.5 * c[2]


def cross_fade(length, make):
    """Windows that overlap by half under sin² weights, divided by the sum of the weights."""
    if N <= length:
        return centred(make(slice(0, N)))
    starts = list(range(0, N - length, (length + 1) // 2)) + [N - length]
    total, weights = np.zeros(N), np.zeros(N)
    w = np.sin(np.pi * (np.arange(length) + 0.5) / length) ** 2
    for s in starts:
        total[s:s + length] += w * centred(make(slice(s, s + length)))
        weights[s:s + length] += w
    return total / weights


def chrom():
    sos = signal.butter(3, [0.7, 4], "bandpass", fs=FS, output="sos")
    filtered = np.stack([signal.sosfilt(sos, c - c[0]) for c in RGB])

    def make(w):
        return chrominance(*xy(filtered[:, w] / RGB[:, w].mean(axis=1, keepdims=True)))
    return cross_fade(math.ceil(1.6 * FS), make)


def chrom_rppg_toolbox():
    b, a = signal.butter(3, [0.7, 2.5], "bandpass", fs=FS)
    length = math.ceil(1.6 * FS)
    length += length % 2
    out = np.zeros(N)
    for s in range(0, N - length + 1, length // 2):
        x, y = xy(normalised(RGB[:, s:s + length]))
        w = chrominance(signal.filtfilt(b, a, x), signal.filtfilt(b, a, y))
        out[s:s + length] += w * signal.windows.hann(length)
    return out


def plane(length, starts, eps):
    out = np.zeros(N)
    for s in starts:
        c = RGB[:, s:s + length]
        c = c / (c.mean(axis=1, keepdims=True) + eps)
        s1, s2 = np.array([[0, 1, -1], [-2, 1, 1]]) @ c
        h = s1 + s1.std() / (s2.std() + eps) * s2
        out[s:s + length] += h - h.mean()
    return out


def pos_rppg_toolbox():
    length = math.ceil(1.6 * FS)
    h = plane(length, range(0, N - length), 0)
    d = np.diff(np.eye(N), 2, axis=0)
    h = h - np.linalg.solve(np.eye(N) + 100**2 * d.T @ d, h)
    b, a = signal.butter(1, [0.75, 3], "bandpass", fs=FS)
    return signal.filtfilt(b, a, h)


def pbv(w=slice(0, N)):
    c = normalised(RGB[:, w])
    p = c.std(axis=1) / np.sqrt(c.var(axis=1).sum())
    weights = np.linalg.solve(c @ c.T, p)
    return (weights @ c) / (p @ weights)


def lgi(w=slice(0, N)):
    u = np.linalg.svd(RGB[:, w], full_matrices=False)[0][:, :1]
    return ((np.eye(3) - u @ u.T) @ RGB[:, w])[1]


def omit(w=slice(0, N)):
    q = np.linalg.qr(RGB[:, w])[0][:, :1]
    return ((np.eye(3) - q @ q.T) @ RGB[:, w])[1]


def most_periodic(components, like):
    def share(x):
        x = signal.detrend(x) * signal.windows.hann(N, sym=False)
        p, f = abs(np.fft.rfft(x)) ** 2, np.fft.rfftfreq(N, 1 / FS)
        return p[(f >= 0.7) & (f <= 4)].max() / p[1:].sum()
    best = max(components, key=share)
    return best * np.sign(np.mean(centred(best) * centred(like)))


def pca():
    x = normalised(RGB) - 1
    _, v = np.linalg.eigh(np.cov(x))
    return most_periodic(v.T @ x, x[1])


def independent(x):
    """Independent components by a direct search over all rotations for the most diagonal fourth-order cumulants."""
    x = x - x.mean(axis=1, keepdims=True)
    values, v = np.linalg.eigh(x @ x.T / x.shape[1])
    z = (v / np.sqrt(values)).T @ x
    eye = np.eye(3)
    m4 = np.einsum("it,jt,kt,lt->ijkl", z, z, z, z) / z.shape[1]
    q = m4 - np.einsum("ij,kl->ijkl", eye, eye) - np.einsum("ik,jl->ijkl", eye, eye) - np.einsum("il,jk->ijkl", eye, eye)

    def rotation(angles):
        r = np.eye(3)
        for (i, j), angle in zip([(0, 1), (0, 2), (1, 2)], angles):
            g = np.eye(3)
            g[i, i] = g[j, j] = math.cos(angle)
            g[i, j], g[j, i] = -math.sin(angle), math.sin(angle)
            r = r @ g
        return r

    def loss(angles):
        r = rotation(angles)
        turned = np.einsum("ka,lb,ijkl->ijab", r, r, q)
        return -sum((turned[:, :, k, k] ** 2).sum() for k in range(3))
    starts = [(a, b, c) for a in (0, 0.5, 1.0) for b in (0, 0.5, 1.0) for c in (0, 0.5, 1.0)]
    best = min((optimize.minimize(loss, s, method="BFGS", options={"gtol": 1e-10}) for s in starts), key=lambda r: r.fun)
    best = optimize.minimize(loss, best.x, method="Nelder-Mead", options={"xatol": 1e-11, "fatol": 1e-15, "maxiter": 4000})
    return rotation(best.x).T @ z


def ica():
    d = np.diff(np.eye(N), 2, axis=0)
    x = RGB - np.linalg.solve(np.eye(N) + 100**2 * d.T @ d, RGB.T).T
    components = independent(x)
    return most_periodic(components / components.std(axis=1, keepdims=True), x[1])


length = math.ceil(1.6 * FS)
whole = {
    "chrom.pyvhr": centred(chrominance(*xy(RGB))),
    "pbv": centred(pbv()),
    "lgi": centred(lgi()),
    "omit": centred(omit()),
    "pca": pca(),
    "ica": centred(ica()),
}
plain = {
    "chrom": chrom(),
    "chrom.rppgToolbox": chrom_rppg_toolbox(),
    "chrom.pyvhr": cross_fade(6 * FS, lambda w: chrominance(*xy(RGB[:, w]))),
    "pos": plane(length, range(0, N - length + 1), 0),
    "pos.rppgToolbox": pos_rppg_toolbox(),
    "pos.pyvhr": plane(int(1.6 * FS), range(1, N - int(1.6 * FS) + 1), 1e-9),
    "pbv": cross_fade(6 * FS, pbv),
    "lgi": cross_fade(6 * FS, lgi),
    "omit": cross_fade(6 * FS, omit),
}


def numbers(rows):
    return {name: [float(f"{v:.12g}") for v in wave] for name, wave in rows.items()}


print(json.dumps({
    "numpy": np.__version__, "scipy": scipy.__version__, "command": "python camera_oracle.py > camera.json",
    "sampleRate": FS, "rgb": RGB.tolist(), "whole": numbers(whole), "defaults": numbers(plain),
}, separators=(",", ":")))
