"""Expected numbers for RateOracleTests: NumPy, SciPy and spectrum on signals that the test builds too.

    python rates.py > rates.json
"""
import json
import sys

import numpy as np
import scipy
import scipy.signal
import spectrum


def wave(count, rate, hz):
    i = np.arange(count)
    t = i / rate
    noise = ((7 * i * i + 3 * i) % 23) / 23 - 0.5
    return (
        np.sin(2 * np.pi * hz * t + 0.4)
        + 0.5 * np.sin(2 * np.pi * 2 * hz * t + 1)
        + 0.3 * np.sin(2 * np.pi * 0.25 * t)
        + 0.02 * t
        + 0.6 * noise
    )


def uneven(count, rate):
    i = np.arange(count)
    return (i + 0.35 * np.sin(1.7 * i)) / rate


def parabola(a, b, c):
    return 0.5 * (a - c) / (a - 2 * b + c)


rows = [(600, 20.0, 1.3), (400, 20.0, 2.1), (600, 20.0, 0.9)]
out = {
    "versions": {
        "python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__,
        "spectrum": "0.10.0" if not hasattr(spectrum, "__version__") else spectrum.__version__,
    },
    "rows": [],
}
for count, rate, hz in rows:
    x = wave(count, rate, hz)
    row = {"count": count, "sampleRate": rate, "hz": hz}
    # Welch: 10 s segments, linear detrend, nfft as the test's transform.
    segment = int(10 * rate)
    nfft = 1600
    f, p = scipy.signal.welch(
        x, fs=rate, window="hann", nperseg=segment, noverlap=segment // 2, nfft=nfft, detrend="linear",
        scaling="spectrum")
    band = np.flatnonzero((f >= 0.7) & (f <= 3.5))
    k = band[np.argmax(p[band])]
    lp = np.log(p[k - 1:k + 2])
    row["welchPower"] = [float(p[b] / p[k]) for b in range(60, 260, 10)]
    row["welchBPM"] = float(60 * (k + parabola(*lp)) * rate / nfft)
    # Autocorrelation.
    y = x - x.mean()
    full = scipy.signal.correlate(y, y, mode="full")[count - 1:]
    r = full / (count - np.arange(count))
    r = r / r[0]
    row["autocorrelation"] = [float(v) for v in r[5:30]]
    # Burg.
    a, noise, _ = spectrum.arburg(y, 10)
    row["burg"] = [float(v.real) for v in a]
    row["burgNoise"] = float(noise)
    # Lomb-Scargle on uneven times; Hann weights over the window, weighted line out.
    t = uneven(count, rate)
    keep = (t >= 0) & (t < count / rate)
    t = t[keep]
    z = wave(count, rate, hz)[keep]
    w = np.sin(np.pi * t / (count / rate)) ** 2
    A = np.stack([np.ones_like(t), t], 1)
    z = z - A @ np.linalg.lstsq(A * np.sqrt(w)[:, None], z * np.sqrt(w), rcond=None)[0]
    grid = np.arange(420, 2101) / 600
    P = scipy.signal.lombscargle(
        t, z, 2 * np.pi * grid, normalize=True, weights=w, floating_mean=True)
    k = int(np.argmax(P))
    row["lombPower"] = [float(v) for v in P[:1681:40]]
    row["lombBPM"] = float(60 * (grid[k] + parabola(*P[k - 1:k + 2]) / 600))
    # Harmonic product and sum, all bins, padded to 4 times.
    d = scipy.signal.detrend(x) * scipy.signal.get_window("hann", count)
    n = 2560 if count == 600 else 1600
    q = np.abs(np.fft.rfft(d, n)) ** 2
    lo, hi = int(np.ceil(0.7 * n / rate)), int(np.floor(3.5 * n / rate))
    for form in ("product", "sum"):
        top = q[lo:hi + 1].max()
        s = np.zeros(hi + 2)
        for b in range(lo - 1, hi + 2):
            s[b] = (max(q[b], 1e-6 * top) * max(q[2 * b], 1e-6 * top)) if form == "product" else q[b] + q[2 * b]
        b = lo + int(np.argmax(s[lo:hi + 1]))
        row[form + "BPM"] = float(60 * (b + parabola(*np.log(s[b - 1:b + 2]))) * rate / n)
    out["rows"].append(row)

# The toolboxes' own definitions, on a wave at 30 and at 125 samples per second.
out["toolboxes"] = []
for count, rate, hz in [(900, 30.0, 1.3), (300, 30.0, 2.1), (1250, 125.0, 1.3), (200, 30.0, 1.7)]:
    x = 40 * wave(count, rate, hz) + 200
    row = {"count": count, "sampleRate": rate, "hz": hz}
    b, a = scipy.signal.butter(1, [0.6 / rate * 2, 3.3 / rate * 2], btype="bandpass")
    y = scipy.signal.filtfilt(b, a, x)
    for name, signal in (("Filtered", y), ("Bare", x)):
        n = 1 << (count - 1).bit_length()
        f, p = scipy.signal.periodogram(signal, fs=rate, nfft=n, detrend=False)
        mask = np.flatnonzero((f >= 0.6) & (f <= 3.3))
        row["fft" + name] = float(f[mask][np.argmax(p[mask])] * 60)
        peaks, _ = scipy.signal.find_peaks(signal)
        row["peak" + name] = float(60 / (np.mean(np.diff(peaks)) / rate))
    seg, lap = (count, int(0.8 * count)) if count < 256 else (256, 200)
    F, P = scipy.signal.welch(x[None, :], nperseg=seg, noverlap=lap, fs=rate, nfft=2048)
    F = F.astype(np.float32)
    P = P.astype(np.float32)
    mask = np.flatnonzero((F > 0.65) & (F < 4.0))
    row["welch"] = float((60 * F[mask])[np.argmax(P[0, mask])])
    nfft = int(max(2048, 120 * rate))
    F, _, Z = scipy.signal.stft(x, rate, nperseg=count, noverlap=0, boundary=None, padded=False, nfft=nfft)
    mask = np.flatnonzero((F > 0.65) & (F < 4.0))
    row["stft"] = float((60 * F[mask])[np.argmax(np.abs(Z[mask, 0]))])
    out["toolboxes"].append(row)

json.dump(out, sys.stdout, indent=1)
