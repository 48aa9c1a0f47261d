"""The rules of the two published sources, word by word, in NumPy; published_systems.py applies them.

The red-channel guide: peak, fft and combined readings, quality, motion and confidence. The hue method: the
gates of the Pulse app and of the tutorial, the fixed filter, the streaming detector and the readings.
"""
import math
import numpy as np

FS = 30.0       # the frame rate that the guide takes for granted
SLACK = 1e-6    # seconds at both edges of a window


# --- the red-channel guide ---------------------------------------------------------------------------------

def half_up(x):
    """Rounded half away from zero; only values >= 0 come here."""
    return math.floor(x) + (1 if x - math.floor(x) >= 0.5 else 0)


def band(x):
    """Mean removed, one-pole low-pass at 3.5 Hz, then one-pole high-pass at 0.7 Hz."""
    if len(x) <= 10:
        return np.array(x)
    dt, low, high = 1 / FS, 1 / (2 * math.pi * 3.5), 1 / (2 * math.pi * 0.7)
    a, b = dt / (low + dt), high / (high + dt)
    x = (np.asarray(x) - np.mean(x)).tolist()
    y, z = [x[0]], [x[0]]
    for i in range(1, len(x)):
        y.append(y[-1] + a * (x[i] - y[-1]))
        z.append(b * (z[-1] + y[i] - y[i - 1]))
    return np.array(z)


def peak(x):
    """(rate in whole bpm or None, reason)."""
    if len(x) < 150:
        return None, "tooFewFrames"
    y = band(x)
    least = np.sort(np.abs(y))[math.floor(0.6 * len(y))]
    apart, found = math.floor(0.3 * FS), []
    tops = np.nonzero((y[1:-1] > y[:-2]) & (y[1:-1] > y[2:]) & (y[1:-1] > least))[0] + 1
    for i in tops.tolist():
        if not found or i - found[-1] >= apart:
            found.append(i)
    if len(found) < 3:
        return None, "tooFewPeaks"
    steps = sorted(d / FS for d in np.diff(found).tolist() if 40 <= 60 / (d / FS) <= 200)
    if not steps:
        return None, "noIntervalInBand"
    return half_up(60 / steps[len(steps) // 2]), None


def fft(x):
    """(rate in whole bpm or None, reason); the flaw of bins read as fs/n apart is kept."""
    n = len(x)
    if n < 150:
        return None, "tooFewFrames"
    size = 1 << (n.bit_length() - 1)
    power = np.abs(np.fft.fft(np.asarray(x[:size]))) ** 2
    step = FS / n
    first, end = math.floor(0.7 / step), min(math.floor(3.5 / step), n // 2)
    best, most = 0, 0.0
    for k in range(first, end):
        if power[k] > most:
            best, most = k, power[k]
    return half_up(best * step * 60), None


def combine(p, f):
    """Both must answer (0 is an answer). Equally close to 70: the sources do not say; hreval says, the spectrum's."""
    if p[0] is None or f[0] is None:
        return None, p[1] or f[1]
    if abs(p[0] - f[0]) <= 10:
        return (p[0] + f[0]) // 2, None
    return (p[0] if abs(p[0] - 70) < abs(f[0] - 70) else f[0]), None


def reading(x):
    """The three methods on the newest 600 of the values."""
    x = x[-600:]
    p, f = peak(x), fft(x)
    return {"peak": p, "fft": f, "combined": combine(p, f)}


def quality(x):
    if len(x) < 30:
        return "poor"
    x = np.asarray(x[-30:])
    mean, spread, sd = x.mean(), x.max() - x.min(), x.std()
    if mean < 100 or spread < 2:
        return "poor"
    if mean < 150 or spread < 5 or sd < 1:
        return "fair"
    return "good" if sd < 3 else "excellent"


def moved(x):
    """Mean of the steps between the newest 10 values; fewer than 10 say nothing."""
    return len(x) >= 10 and bool(np.mean(np.abs(np.diff(x[-10:]))) > 15)


def confidence(rates):
    """(value, word); rates are the answers alone. The SD is that of the population."""
    c = 0.0 if len(rates) < 3 else float(max(0.0, min(1.0, 1 - np.std(rates) / 15)))
    return c, "high" if c >= 0.8 else "moderate" if c >= 0.5 else "low" if c >= 0.3 else "very low"


def window(x):
    row = {"count": len(x)}
    said = reading(x)
    filling = [reading(x[:n]) for n in range(150, len(x) + 1, 30)]
    for name, (rate, why) in said.items():
        row[name] = rate
        if why:
            row[name + "Reason"] = why
        c, word = confidence([r[name][0] for r in filling if r[name][0] is not None])
        row[name + "Confidence"], row[name + "Word"] = short(c), word
    row["quality"], row["motion"] = quality(x), moved(x)
    return row


def windows(times, red, start_time, last_end):
    rows, k = [], 0
    while start_time + 5 * k + 20 <= last_end:
        start = start_time + 5 * k
        inside = (times >= start - SLACK) & (times < start + 20 - SLACK)
        rows.append({"start": short(start), **window(red[inside])})
        k += 1
    return rows


def session(times, red, t0):
    """One reading per frame from the 150th on, over the frames of the first 20 s; for peak and combined."""
    x = red[times < t0 + 20 - SLACK]
    said = [reading(x[:n]) for n in range(150, len(x) + 1)]
    out = {}
    for name in ("peak", "combined"):
        every = [r[name][0] for r in said]
        rates = [r for r in every if r is not None]
        c, word = confidence(rates)
        mean = sum(rates) // len(rates) if rates else None
        out[name] = {"readings": len(rates), "average": mean, "confidence": short(c), "word": word, "every": every}
    return out


def on_grid(times, red):
    """Times t0 + k/30 up to the last frame, and the recording interpolated linearly onto them."""
    t0, k = times[0], 0
    grid = []
    while t0 + k / FS <= times[-1] + 1e-9:
        grid.append(t0 + k / FS)
        k += 1
    grid = np.array(grid)
    return grid, np.interp(grid, times, red)


def short(x):
    """Ten significant digits, whole numbers without a point."""
    if x is None or isinstance(x, (int, str, bool)):
        return x
    x = float(f"{float(x):.10g}")
    return int(x) if x == int(x) else x


# --- the hue method ----------------------------------------------------------------------------------------

GAIN = 18.94427025
BACK = [-0.0, 0.0357796363, -0.1476158522, 0.3992561394, -1.1743136181,
        2.4692165842, -3.3820859632, 3.9628972812, -4.3832594900, 3.2101976096]


def hue(r, g, b):
    top, d = max(r, g, b), max(r, g, b) - min(r, g, b)
    if d == 0:
        return 0.0
    if top == r:
        h = 60 * (g - b) / d
        return h + 360 if h < 0 else h
    return 60 * (2 + (b - r) / d) if top == g else 60 * (4 + (r - g) / d)


class Filter:
    def __init__(self):
        self.x, self.y = [0.0] * 11, [0.0] * 10

    def take(self, value):
        x = self.x = self.x[1:] + [value / GAIN]
        v = (x[10] - x[0]) + 5 * (x[2] - x[8]) + 10 * (x[6] - x[4])
        for c, y in zip(BACK, self.y):
            v += c * y
        self.y = self.y[1:] + [v]
        return v


class Detector:
    """The streaming pulse detector. A value counts in its own average; a reset empties the periods too."""

    def __init__(self):
        self.armed, self.start = False, -math.inf
        self.reset()

    def reset(self):
        self.up, self.down, self.periods = [], [], []

    def take(self, v, t):
        if v > 0:
            self.up = (self.up + [v])[-20:]
        if v < 0:
            self.down = (self.down + [-v])[-20:]
        if self.down and v < -0.5 * (sum(self.down) / len(self.down)):
            self.armed = True
        if self.armed and self.up and v >= 0.5 * (sum(self.up) / len(self.up)):
            self.armed = False
            if 0.1 < t - self.start < 1.5:
                self.periods = (self.periods + [(t - self.start, t)])[-20:]
            self.start = t

    def rate(self, second):
        """At the moment of the last frame that may count, 1 us before the second: a period that is exactly
        10 s old at the second itself still counts (so do the expected numbers of the real recordings)."""
        fresh = [d for d, t in self.periods if second - SLACK - t < 10]
        return 60 / (sum(fresh) / len(fresh)) if len(fresh) > 2 else None


def app_gate(colour):
    """The Pulse app's: colour rounded to 8 bits, saturation over the least channel."""
    r, g, b = (half_up(float(c)) for c in colour)
    top, least = max(r, g, b), min(r, g, b)
    s = 0.0 if top == 0 else math.inf if least == 0 else (top - least) / least
    return (s > 0.5 and top > 0.5), hue(r / 255, g / 255, b / 255)


def tutorial_gate(colour):
    r, g, b = (float(c) / 255 for c in colour)
    top, least = max(r, g, b), min(r, g, b)
    s = 0.0 if top == 0 else (top - least) / top
    return (s > 0.5 and top > 0.5), hue(r, g, b)


def ten_per_second(times):
    """Numbers of the frames that are the first at or after some multiple of 0.1 s from the first frame on; none is
    taken twice."""
    taken, k = [], 0
    for i, t in enumerate((times - times[0]).tolist()):
        if t >= k / 10 - SLACK:
            taken.append(i)
            k = math.floor((t + SLACK) * 10) + 1
    return taken


def hue_readings(times, colours, gate, settle, end):
    """(reading at each whole second from the frames before it, how many frames passed the gate)."""
    band_pass, detector = Filter(), Detector()
    said, valid, passed, p = [], 0, 0, 1
    last = math.floor(end + SLACK)
    stream = [(float(t), c) for t, c in zip(times, colours)] + [(math.inf, None)]
    for t, colour in stream:
        while p <= last and t >= p - SLACK:
            said.append(short(detector.rate(p)))
            p += 1
        if colour is None:
            break
        good, h = gate(colour)
        if not good:
            valid = 0
            detector.reset()
            continue
        valid += 1
        passed += 1
        v = band_pass.take(h)
        if valid > settle:
            detector.take(v, t)
    return said, passed
