"""Writes published_systems.json: what the rules of the two published sources (published_rules.py) say about
synthetic recordings. Run in this folder: python3 published_systems.py (NumPy only).

Red-channel guide: over the frames as they are ("published", each frame counts as 1/30 s) and over the
recording interpolated linearly onto t0 + k/30 s ("corrected"). Hue method: "pulse" (30 fps app, its own gate;
the mean colour is rounded to 8 bits, halves up, which for colours is half away from zero),
"pulseTutorialGate" (the tutorial's gate on the unrounded colour) and "pubnub" (10 fps).
These rules were checked against expected numbers that another program made from seven real recordings (six of
a phone camera with uneven frames, one of an oximetry study): all 3853 values agree; where the words left open
whether a period of exactly 10 s ago counts, those numbers decided (it does).
"""
import json
import math
import platform
import numpy as np
from published_rules import (SLACK, app_gate, hue_readings, on_grid, session, short, ten_per_second,
                             tutorial_gate, windows)


# --- the recordings ----------------------------------------------------------------------------------------

class Dice:
    """A seeded linear congruential generator; values in -0.5 ..< 0.5."""

    def __init__(self, seed):
        self.s = seed

    def roll(self):
        self.s = (1103515245 * self.s + 12345) % 2147483648
        return self.s / 2147483648 - 0.5


def beat(cycles):
    """One pulse with its second wave per cycle, 0 to about 1."""
    c = cycles % 1
    return math.exp(-0.5 * ((c - 0.25) / 0.09) ** 2) + 0.45 * math.exp(-0.5 * ((c - 0.6) / 0.1) ** 2)


def even(fps, seconds):
    return [k / fps for k in range(round(fps * seconds))]


def finger(times, cycles, base, depth, seed, noise=0.4):
    """Frames of a finger on the lens: cycles(t) counts heart beats, depth is each channel's pulse."""
    dice = Dice(seed)
    rows = []
    for t in times:
        b, sway = beat(cycles(t)), math.sin(2 * math.pi * 0.2 * t)
        rows.append([base[c] - depth[c] * b + (0.8, 0.3, 0.2)[c] * sway + noise * dice.roll() for c in range(3)])
    return rows


def at(bpm):
    return lambda t: t * bpm / 60


def uneven():
    dice, times, k = Dice(11), [], 0
    while k < 42 * 30:
        t = 0.5 + k / 30 + 0.012 * dice.roll()
        if dice.roll() > -0.46 and not 14.2 < t < 15:
            times.append(t)
        k += 1
    return times, finger(times, at(78), (205, 44, 42), (5, 4, 1.5), 12)


def blinks():
    """60 fps; four single frames fail both gates (red as before), so a beat spans the loss."""
    times = even(60, 30)
    rows = finger(times, at(80), (200, 62, 28), (7, 9, 2), 3)
    for i in (600, 936, 1200, 1458):
        rows[i][1:] = [190, 180]
    return times, rows


def late_start():
    """Flat until 17.4 s: the first 512 of 600 frames say nothing, the newest ones do."""
    times = even(30, 22)
    rows = finger(times, at(150), (190, 60, 30), (6, 8, 2), 81)
    return times, [[190, 60, 30] if t < 17.4 else row for t, row in zip(times, rows)]


def finger_leaves():
    times = even(30, 40)
    rows, dice = finger(times, at(84), (195, 60, 30), (6, 7, 2), 21), Dice(22)
    for i, t in enumerate(times):
        if 18 <= t < 21:
            rows[i] = [90 + 3 * dice.roll(), 85 + 3 * dice.roll(), 80 + 3 * dice.roll()]
        if 24.55 <= t < 25.05:
            rows[i] = [c + (30, 8, 4)[k] * (-1) ** i for k, c in enumerate(rows[i])]
    return times, rows


def gates():
    """Levels in steps of 0.5, so that many lie half way between two bytes."""
    times = even(30, 38)
    rows = finger(times, at(96), (200, 70, 40), (4, 9, 3), 31)
    for i, t in enumerate(times):
        b = beat(at(96)(t))
        r = rows[i]
        if 9 <= t < 10:
            r = [200 - 4 * b, 150 - 3 * b, 140 - 2 * b]
        elif 15 <= t < 19:
            r = [180 - 5 * b, 60 - 9 * b, 0]
        elif 19 <= t < 23:
            r = [200 - 6 * b, 128 - 9 * b, 118 - 2 * b]
        elif 23 <= t < 27:
            r = [64 - 3 * b, 26 - 6 * b, 12 - b]
        elif 27 <= t < 28:
            r = [0, 0, 0]
        elif 28 <= t < 28.5:
            r = [0.5, 0, 0]
        elif 33 <= t < 33.2:
            r = [128, 128, 128]
        rows[i] = [math.floor(2 * c + 0.5) / 2 for c in r]
    return times, rows


def words():
    """The last second before 20, 25, ... 50 s is of another quality each time."""
    times = even(30, 50)
    rows = finger(times, at(70), (190, 50, 30), (0, 5, 2), 41, 0.1)
    for i, t in enumerate(times):
        base, depth, extra = 190, 6, 0
        part = math.floor(t / 5)
        if part == 3:
            base = 85                       # dark: poor
        elif part == 4:
            base = 125                      # dim: fair
        elif part == 6:
            depth = 14                      # excellent
        elif part == 7:
            depth = 0.5                     # hardly moves: poor
        elif part == 8:
            depth = 2.5                     # moves little: fair
        elif part == 9:
            depth, extra = 0.3, 5.2 if i == 1485 else 0     # one spike, small SD: fair
        rows[i][0] = base - depth * beat(at(70)(t)) + extra + 0.2 * math.sin(2 * math.pi * 0.2 * t)
    return times, rows


def noise():
    dice, times = Dice(51), even(30, 30)
    return times, [[128 + 18 * dice.roll(), 70 + 20 * dice.roll(), 50 + 20 * dice.roll()] for _ in times]


def too_slow():
    times = even(30, 22)
    rows = finger(times, at(72), (190, 60, 30), (0, 7, 2), 71)
    for t, row in zip(times, rows):
        row[0] = 190 + 6 * math.sin(2 * math.pi * 0.6 * t)
    return times, rows


def sparse():
    times = even(7, 20) + [20 + 2.5 * k for k in range(10)]
    return times, finger(times, at(63), (180, 60, 35), (6, 6, 2), 61)


def plain(times, *how):
    return times, finger(times, *how)


RECORDINGS = [
    ("even30", "30 fps, 72 bpm", plain(even(30, 45), at(72), (190, 60, 30), (6, 8, 2), 1)),
    ("even24", "24 fps, 66 bpm", plain(even(24, 30), at(66), (185, 58, 32), (5, 7, 2), 2)),
    ("even60", "60 fps, 80 bpm, four single frames fail the gates", blinks()),
    ("uneven", "about 30 fps from 0.5 s on, jitter, lost frames, a gap of 0.8 s, hue around 0", uneven()),
    ("fingerLeaves", "84 bpm, no finger from 18 to 21 s, shaken around 24.8 s", finger_leaves()),
    ("gates", "96 bpm, stretches of low saturation, no blue, dark, black and grey; levels in halves", gates()),
    ("fast", "150 bpm", plain(even(30, 30), at(150), (188, 64, 30), (5, 8, 2), 4)),
    ("slow", "48 bpm", plain(even(30, 30), at(48), (192, 56, 34), (6, 8, 2), 5)),
    ("drift", "60 to 100 bpm over 45 s",
     plain(even(30, 45), lambda t: t + t * t / 135, (194, 61, 31), (5, 7, 2), 6)),
    ("tooSlow", "36 per minute, a pure sine: peaks, but no interval in the band", too_slow()),
    ("words", "one quality after the other, 70 bpm", words()),
    ("flat", "nothing moves", (even(30, 25), [[200, 60, 40]] * 750)),
    ("lateStart", "flat until 17.4 s, then 150 bpm: fft says 0, peak answers", late_start()),
    ("noise", "no pulse at all", noise()),
    ("short", "138 frames", plain(even(30, 4.6), at(75), (190, 60, 30), (6, 8, 2), 7)),
    ("sparse", "7 fps, then a frame every 2.5 s", sparse()),
]


def judged(name, about, times, rows):
    times = np.array([round(t, 4) for t in times])
    levels = np.array([[round(c, 3) for c in r] for r in rows], dtype=float)
    red, t0 = levels[:, 0], times[0]
    end = times[-1] + SLACK + np.median(np.diff(times))
    grid = on_grid(times, red)
    out = {"name": name, "about": about, "times": [short(t) for t in times]}
    for c, channel in enumerate(("red", "green", "blue")):
        out[channel] = [short(v) for v in levels[:, c]]
    out["windows"] = {"published": windows(times, red, t0, end), "corrected": windows(*grid, t0, end)}
    whole = {"published": session(times, red, t0), "corrected": session(*grid, t0)}
    for kind, method in (("session", "peak"), ("sessionCombined", "combined")):
        out[kind] = {}
        for stamps, said in whole.items():
            keep = kind == "session" and stamps == "published"
            out[kind][stamps] = {k: v for k, v in said[method].items() if keep or k != "every"}
    taken = ten_per_second(times)
    for kind, frames, gate, settle in (("pulse", range(len(times)), app_gate, 60),
                                       ("pulseTutorialGate", range(len(times)), tutorial_gate, 60),
                                       ("pubnub", taken, tutorial_gate, 10)):
        frames = list(frames)
        readings, passed = hue_readings(times[frames], levels[frames], gate, settle, times[-1])
        out[kind] = {"passed": passed, "readings": readings}
    return out


if __name__ == "__main__":
    answer = {
        "program": "published_systems.py",
        "versions": f"python {platform.python_version()} numpy {np.__version__}",
        "command": "python3 published_systems.py",
        "recordings": [judged(name, about, *frames) for name, about, frames in RECORDINGS],
    }
    with open("published_systems.json", "w") as f:
        json.dump(answer, f, separators=(",", ":"), allow_nan=False)
        f.write("\n")
