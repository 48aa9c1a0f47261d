"""Writes quality.json: SciPy's and NumPy's answers for QualityOracleTests. Run in this folder."""
import json
import numpy as np, scipy
from scipy import signal, stats
from scipy.sparse import diags, identity
from scipy.sparse.linalg import spsolve


def wave(fs, seconds, bpm, noise):
    """The signal that QualityOracleTests builds by the same formula."""
    i = np.arange(int(seconds * fs))
    t = i / fs
    phase = (t * bpm / 60) % 1
    pulse = np.exp(-0.5 * ((phase - 0.25) / 0.09) ** 2) + 0.45 * np.exp(-0.5 * ((phase - 0.6) / 0.1) ** 2)
    return 90 + 4 * pulse + 2 * np.sin(2 * np.pi * 0.2 * t) + noise * (((31 * i * i + 17 * i) % 101) / 101 - 0.5)


def moments(x, fs, f):
    n = int(3 * fs)
    return float(np.mean([f(x[k:k + n]) for k in range(0, len(x) - n + 1, n)]))


def decibels(f, p, rate, d1, d2, low, high, keeps_double=False):
    e = 1e-9 * f[1]
    inside = (f >= low - e) & (f <= high + e)
    own = (f >= rate - d1 - e) & (f <= rate + d1 + e)
    double = (f >= 2 * rate - d2 - e) & (f <= 2 * rate + d2 + e)
    beats = (own | double) & (inside | keeps_double)
    return float(10 * np.log10(p[beats].sum() / p[inside & ~(own | double)].sum()))


rows = []
for fs, seconds, bpm, noise in [(30, 12, 72, 0.5), (30, 8, 95, 6), (125, 10, 64, 1), (250, 7, 110, 3)]:
    x = wave(fs, seconds, bpm, noise)
    sos = signal.butter(3, [0.5, 8], "bandpass", output="sos", fs=fs)
    clean = signal.sosfiltfilt(sos, x)
    counts = np.histogram(clean, 16)[0]
    p = counts[counts > 0] / len(x)
    v = {
        "skewness": moments(clean, fs, stats.skew),
        "kurtosis": moments(clean, fs, lambda s: stats.kurtosis(s, fisher=False)),
        "entropy": float(-(p * np.log(p)).sum() / np.log(16)),
        "zeroCrossings": float((np.diff(np.signbit(clean)) != 0).sum() / seconds),
        "motion.swasthicare": float(np.abs(np.diff(x)).mean()),
        "perfusion": float(100 * np.ptp(clean) / abs(x.mean())),
    }
    n2 = 1 << (len(x) - 1).bit_length()
    f, power = signal.periodogram(signal.detrend(x), fs=fs, window="hann", nfft=n2, detrend=False)
    v["relativePower"] = float(power[(f >= 1) & (f <= 2.25)].sum() / power[(f >= 0) & (f <= 8)].sum())
    grid = 120 * fs

    f, power = signal.periodogram(x, fs=fs, window="hamming", nfft=grid, scaling="spectrum")
    seen = (f >= 0.65 - 1e-9) & (f <= 4 + 1e-9)
    v["snr.deHaan"] = decibels(f, power, f[seen][power[seen].argmax()], 0.1, 0.2, 0.5, 4)

    length, overlap = (len(x), int(0.8 * len(x))) if len(x) < 256 else (256, 200)
    f, power = signal.welch(x, nperseg=length, noverlap=overlap, fs=fs, nfft=grid)
    seen = (f > 0.65) & (f < 4)
    f, power = f[seen], power[seen]
    rate = f[power.argmax()]
    e = 1e-7
    beats = (abs(f - rate) <= 0.2 + e) | (abs(f - 2 * rate) <= 0.2 + e)
    v["snr.pyvhr"] = float(10 * np.log10(power[beats].sum() / power[~beats].sum()))

    n = len(x)
    d = diags([1.0, -2.0, 1.0], [0, 1, 2], shape=(n - 2, n))
    level = x - spsolve((identity(n) + 100**2 * (d.T @ d)).tocsc(), x)
    b, a = signal.butter(1, [0.6 / fs * 2, 3.3 / fs * 2], btype="bandpass")
    f, power = signal.periodogram(signal.filtfilt(b, a, level), fs=fs, nfft=n2, detrend=False)
    seen = (f >= 0.6) & (f <= 3.3)
    v["snr.rppgToolbox"] = 2 * decibels(f, power, f[seen][power[seen].argmax()], 0.1, 0.1, 0.6, 3.3, True)

    beats = np.arange(0.25, seconds - 1e-9, 60 / bpm)
    half = int(60 / bpm * fs / 2)
    places = [int(np.floor(b * fs + 0.5)) for b in beats]
    cut = np.array([clean[k - half:k + half + 1] for k in places if k >= half and k + half < n])
    v["meanCorrelation"] = float(np.mean([np.corrcoef(c, cut.mean(axis=0))[0, 1] for c in cut]))
    rows.append({"wave": [fs, seconds, bpm, noise], "values": v})

versions = f"numpy {np.__version__} scipy {scipy.__version__}"
json.dump({"versions": versions, "rows": rows}, open("quality.json", "w"), indent=1)
