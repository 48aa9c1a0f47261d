"""Writes filters.json: SciPy's, NumPy's and PyWavelets' answers for FilterOracleTests. Run in this folder."""
import json
import numpy as np, pywt, scipy
from scipy import signal
from scipy.sparse import diags, identity
from scipy.sparse.linalg import spsolve

SECONDS = 8


def wave(fs):
    """The signal that FilterOracleTests builds by the same formula."""
    i = np.arange(int(SECONDS * fs))
    t = i / fs
    x = 200 + 3 * np.sin(2 * np.pi * 1.3 * t) + 0.8 * np.sin(2 * np.pi * 2.6 * t + 0.5)
    x += 2 * np.sin(2 * np.pi * 0.2 * t) + 0.4 * np.sin(2 * np.pi * 7 * t) + 0.3 * np.sin(2 * np.pi * 50 * t)
    return x + ((31 * i * i + 17 * i) % 101) / 101 - 0.5 + np.where(i % 97 == 50, 15.0, 0.0)


rows = []


def put(name, fs, y, **parameters):
    thin = y[:: len(y) // 20]
    rows.append({"filter": name, "fs": fs, "parameters": parameters, "y": [float(f"{v:.13g}") for v in thin]})


def recursive(name, fs, design, **parameters):
    band = [parameters["lowCutoffHz"], parameters["highCutoffHz"]]
    sos = design(parameters["order"], band)
    x = wave(fs)
    put(name, fs, signal.sosfilt(sos, x - x[0]), phase="causal", **parameters)
    put(name, fs, signal.sosfiltfilt(sos, x), phase="zeroPhase", **parameters)


def fir(name, fs, taps, **parameters):
    x = wave(fs)
    half = len(taps) // 2
    put(name, fs, np.convolve(np.pad(x, half, mode="edge"), taps, "valid"), delay="compensated", **parameters)
    put(name, fs, np.convolve(np.pad(x, (2 * half, 0), mode="edge"), taps, "valid"), delay="delayed", **parameters)


def centred(x, half, f):
    return np.array([f(x[max(0, i - half): i + half + 1], x[i]) for i in range(len(x))])


def hampel(near, value):
    middle = np.median(near)
    return middle if abs(value - middle) > 3 * 1.4826 * np.median(np.abs(near - middle)) else value


def refined_solution(a, b):
    """SciPy's sparse solution, bettered by its remainder in extended precision: the condition goes with lambda squared."""
    c = a.tocoo()
    y = spsolve(a, b).astype(np.longdouble)
    for _ in range(4):
        rest = b.astype(np.longdouble)
        np.subtract.at(rest, c.row, c.data.astype(np.longdouble) * y[c.col])
        y += spsolve(a, rest.astype(float))
    return y


for fs in [30, 125, 250, 1000]:
    x = wave(fs)
    edges = {"lowCutoffHz": 0.6, "highCutoffHz": 4.5}
    for n in [2, 5]:
        recursive("chebyshev1", fs, lambda n, b: signal.cheby1(n, 0.5, b, "bandpass", output="sos", fs=fs), order=n, rippleDecibels=0.5, **edges)
        recursive("chebyshev2", fs, lambda n, b: signal.cheby2(n, 30, b, "bandpass", output="sos", fs=fs), order=n, attenuationDecibels=30, **edges)
        recursive("elliptic", fs, lambda n, b: signal.ellip(n, 0.5, 45, b, "bandpass", output="sos", fs=fs), order=n, rippleDecibels=0.5, attenuationDecibels=45, **edges)
        recursive("bessel", fs, lambda n, b: signal.bessel(n, b, "bandpass", output="sos", fs=fs, norm="phase"), order=n, **edges)
    band = [0.6, 4.5]
    for seconds, a in [(2.0, 40), (3.0, 60)]:
        half = int(seconds * fs / 2)
        taps = signal.firwin(2 * half + 1, band, window=("kaiser", signal.kaiser_beta(a)), pass_zero=False, fs=fs)
        fir("fir.kaiser", fs, taps, lengthSeconds=seconds, attenuationDecibels=a, **edges)
    seconds = 0.5 if fs == 1000 else 1.5
    half = int(seconds * fs / 2)
    taps = signal.firls(2 * half + 1, [0, 0.2, 0.6, 4.5, 4.9, fs / 2], [0, 0, 1, 1, 0, 0], fs=fs)
    fir("fir.leastSquares", fs, taps, lengthSeconds=seconds, transitionHz=0.4, **edges)
    if fs > 100:
        y, z = x, x
        for f in [50, 100, 150]:
            if f < fs / 2:
                b, a = signal.iirnotch(f, 25 * f / 50, fs=fs)
                if f > 50:  # as wide as the first one
                    g = 1 / (1 + np.tan(np.pi * 2 / fs))
                    c = np.cos(2 * np.pi * f / fs)
                    b, a = g * np.array([1, -2 * c, 1]), np.array([1, -2 * g * c, 2 * g - 1])
                zi = signal.lfilter_zi(b, a)
                y = signal.lfilter(b, a, y, zi=zi * y[0])[0]
        put("notch", fs, y, frequencyHz=50, quality=25, harmonics=3, phase="causal")
        b, a = signal.iirnotch(50, 25, fs=fs)
        put("notch", fs, signal.filtfilt(b, a, x), frequencyHz=50, quality=25, harmonics=1, phase="zeroPhase")
    n = len(x)
    d = diags([1.0, -2.0, 1.0], [0, 1, 2], shape=(n - 2, n))
    for scaling, lam in [("square", 10 * (fs / 30) ** 2), ("none", 10)]:
        put("tarvainen", fs, x - refined_solution((identity(n) + lam**2 * (d.T @ d)).tocsc(), x), rateScaling=scaling, **{"lambda": 10})
    # Wide windows of high order cost savgol_filter digits: its fit is by powers of the sample's index.
    for seconds, n in [(0.4, 2), (0.7 if fs < 1000 else 0.2, 5)]:
        put("savitzkyGolay", fs, signal.savgol_filter(x, 2 * int(seconds * fs / 2) + 1, n), windowSeconds=seconds, order=n)
    for seconds in [0.2, 0.9]:
        half = int(seconds * fs / 2)
        middle = centred(x, half, lambda near, value: np.median(near))
        assert np.array_equal(middle[half:-half], signal.medfilt(x, 2 * half + 1)[half:-half])
        put("movingMedian", fs, middle, windowSeconds=seconds, output="median")
        put("movingMedian", fs, x - middle, windowSeconds=seconds, output="remainder")
        put("hampel", fs, centred(x, half, hampel), windowSeconds=seconds, threshold=3)

    for name in ["db4", "sym4", "sym8"]:
        levels = min(int(np.log2(fs / 4)), pywt.dwt_max_level(len(x), pywt.Wavelet(name).dec_len))
        parts = pywt.wavedec(x, name, level=levels)
        limit = np.median(np.abs(parts[-1])) / 0.6745 * np.sqrt(2 * np.log(len(x)))
        soft = [parts[0]] + [pywt.threshold(part, limit, "soft") for part in parts[1:]]
        put("waveletDenoise", fs, pywt.waverec(soft, name)[:len(x)], wavelet=name, keptHz=2)

    for seconds, kept in [(0.3, 4)] + [(0.2, 2)] * (fs < 1000):
        size = min(int(seconds * fs), 100)
        y = x - x.mean()
        vectors = np.lib.stride_tricks.sliding_window_view(y, size)
        patterns = np.linalg.eigh(vectors.T @ vectors)[1][:, -kept:]
        kept_part = vectors @ patterns @ patterns.T
        total, times = np.zeros(len(x)), np.zeros(len(x))
        for j in range(size):
            total[j:j + len(vectors)] += kept_part[:, j]
            times[j:j + len(vectors)] += 1
        put("ssa", fs, x.mean() + total / times, embeddingSeconds=seconds, components=kept)

versions = f"PyWavelets {pywt.__version__} numpy {np.__version__} scipy {scipy.__version__}"
json.dump({"versions": versions, "rows": rows}, open("filters.json", "w"), separators=(",", ":"))
