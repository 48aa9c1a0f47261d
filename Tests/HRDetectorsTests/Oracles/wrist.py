"""Expected readings of the wrist trackers on signals made by formula, in NumPy and SciPy.

    python3 wrist.py > wrist.json

An implementation of its own, written from the descriptions and not from the Swift sources. The readings of WFPV are
those of the published MATLAB program (A. Temko, PPG_WFPV_TBME2017, run under Octave 7.3 on the same signals) to 1e-5 bpm; it filters with
one fraction of order 8 instead of sections.
"""
import json
import sys

import numpy as np
import scipy
from scipy.signal import butter, sosfilt

FS = 125


def noise(count, seed):
    """Park and Miller's minimal generator, minus a half."""
    values, state = np.empty(count), seed
    for index in range(count):
        state = state * 16807 % 2147483647
        values[index] = state / 2147483647 - 0.5
    return values


# Rates and cadence per minute, period of the rate's swing in seconds, sizes of motion and noise beside a pulse of 1.
CASES = {
    "gentle": dict(bpm=95, swing=25, period=140, motion=0.5, noise=0.4, cadence=150, offset=0.0),
    "hard": dict(bpm=120, swing=35, period=90, motion=2.5, noise=1.5, cadence=130, offset=50.0),
    "lost": dict(bpm=100, swing=30, period=60, motion=4.0, noise=4.0, cadence=95, offset=-3.0),
}


def signals(case, seconds=128):
    count = seconds * FS
    t = np.arange(count) / FS
    w = 2 * np.pi / case["period"]
    turns = (case["bpm"] * t + case["swing"] / w * (1 - np.cos(w * t))) / 60
    steps = case["cadence"] / 60 * t + 0.3 * np.sin(2 * np.pi * t / 37)
    pulse = np.cos(2 * np.pi * turns) + 0.4 * np.cos(4 * np.pi * turns - 0.9)
    busy = case["motion"] * (0.6 + 0.4 * np.sin(2 * np.pi * t / 23))
    move = np.cos(2 * np.pi * steps) + 0.5 * np.cos(4 * np.pi * steps + 0.5)
    half = np.cos(np.pi * steps + 1)
    return [
        case["offset"] + pulse + busy * move + case["noise"] * noise(count, 11),
        2 * case["offset"] + 0.7 * pulse + 1.2 * busy * (move + 0.3 * half) + case["noise"] * noise(count, 12),
        0.1 + 0.3 * busy * move + 0.05 * noise(count, 13),
        0.9 + 0.2 * busy * (half + 0.4 * move) + 0.05 * noise(count, 14),
        -0.3 + 0.1 * busy * np.cos(2 * np.pi * steps + 2) + 0.05 * noise(count, 15),
    ]


def windows(count):
    return [slice(250 * k, 250 * k + 1000) for k in range((count - 1000) // 250 + 1)]


def smooth(x, width):
    """Moving mean; the ends repeat the first and last full one."""
    full = np.convolve(x, np.ones(width) / width, "valid")
    before = width // 2 - 1 + width % 2
    return np.concatenate([np.repeat(full[0], before), full, np.repeat(full[-1], width // 2)])


def cleaned(channels):
    """WFPV's cleaned spectra and vocoder frequencies, one row per window."""
    sections = butter(4, [0.4, 4], "bandpass", fs=FS, output="sos")
    grid = np.linspace(0, 25, 1024)
    low, high = (int(np.argmin(abs(grid - f))) for f in (1, 3))
    grid = grid[low:high + 1]
    pulses = channels[:-3]
    raw, kept, rows, refined, phase = [], [], [], [], None
    for part in windows(len(channels[0])):
        y = [sosfilt(sections, c[part]) for c in channels]
        z = np.mean([(p - p.mean()) / p.std(ddof=1) for p in y[:len(pulses)]], axis=0)
        spectrum = lambda x: np.fft.fft(x[::5], 1024)[low:high + 1]
        s = spectrum(z)
        amplitude = abs(s)
        a_norm = sum(m / m.max() for m in (abs(spectrum(x)) for x in y[-3:])) / 3
        hz = grid
        if phase is not None:
            options = ((np.angle(s) - phase)[:, None] + 2 * np.pi * np.arange(20)) / (4 * np.pi)
            nearest = np.argmin(abs(options - grid[:, None]), axis=1)
            hz = options[np.arange(len(grid)), nearest]
        phase = np.angle(s)
        refined.append(smooth(hz, 3))
        raw.append(amplitude / amplitude.max())
        p = np.mean(raw[-16:], axis=0)
        w1 = 1 - a_norm / (p / p.max())
        w1[w1 < 0] = -1
        q = np.mean(kept[-15:] + [raw[-1]], axis=0)
        q /= q.max()
        first, second = amplitude * w1, amplitude * q / (a_norm + q)
        kept.append(second / second.max())
        rows.append(first / first.std(ddof=1) + second / second.std(ddof=1))
    return np.array(rows), np.array(refined), grid


def wfpv(channels):
    rows, refined, grid = cleaned(channels)
    out, allowed = [], np.arange(len(grid))
    for k, (row, hz) in enumerate(zip(rows, refined)):
        best = allowed[np.argmax(row[allowed])]
        reach_bpm = max(abs(np.diff(out))) + 5 if k >= 30 else 25
        reach = int(np.floor(reach_bpm / ((grid[1] - grid[0]) * 60) + 0.5))
        allowed = np.arange(max(0, best - reach), min(len(grid), best + reach + 1))
        bpm = 60 * hz[best]
        if k >= 5 and abs(bpm - out[-1]) > 5:
            bpm = 0.8 * bpm + 0.2 * np.polyval(np.polyfit(np.arange(5), out[-5:], 1), 5)
        bpm += 0.1 * np.sign(np.diff(out[-7:] + [bpm])).sum()
        out.append(bpm)
    return out


def wfpv_viterbi(channels, change_bpm=2.0):
    rows, refined, grid = cleaned(channels)
    penalty = -60 * abs(grid[:, None] - grid[None, :]) / change_bpm
    score, back = rows[0].copy(), []
    for row in rows[1:]:
        options = score[:, None] + penalty
        back.append(np.argmax(options, axis=0))
        score = np.max(options, axis=0) + row
    path = [int(np.argmax(score))]
    for pointers in reversed(back):
        path.append(int(pointers[path[-1]]))
    path.reverse()
    return list(smooth(60 * refined[np.arange(len(path)), path], 4))


def main():
    cases = []
    for name, case in CASES.items():
        both = signals(case)
        one = [both[0]] + both[2:]
        cases.append(dict(
            name=name, **case, checksum=float(sum(c.sum() for c in both)),
            wfpv=wfpv(both), wfpvOnePulse=wfpv(one), viterbi=wfpv_viterbi(both)))
    versions = dict(python=sys.version.split()[0], numpy=np.__version__, scipy=scipy.__version__)
    json.dump(dict(command="python3 wrist.py > wrist.json", versions=versions, cases=cases), sys.stdout, indent=1)


if __name__ == "__main__":
    main()
