"""Writes made camera scenes without a pulse: usage: made_scenes.py OUT

No detector should be sure of them. Each is 60 s of frame means at 30 frames a second, with a `dataset.json` beside them:
`hreval detect OUT/dataset.json --detector fusion --window 20 --hop 5`. Needs NumPy.

Seeds 0 to 5, key frames once a second: dark* and redlit* have a codec's pattern in colours below 2 of 255, lit* in lit ones
(saw: ramps, step: a level that changes at random); noise, brown, hand: white, brown, low-passed noise; const: zeros.
Seeds 100 to 139: noise, brown, hand, pink; saw, step and jump (fades within 2 to 8 frames) have key frames every 10 to 60
frames, of 0.05 to 2 of 255, in noise of 0.01 to 0.2.
"""
import json
import os
import sys

import numpy as np

RATE, COUNT = 30.0, 1800


def write(out, name, *colours):
    columns = np.c_[(np.arange(COUNT) / RATE, *colours)]
    np.savetxt(os.path.join(out, name + "_rgb.csv"), columns, "%.4f", ",", header="time_s,red,green,blue", comments="")


def make_each_second(out, seed):
    r, n, i = np.random.default_rng(seed), COUNT, np.arange(COUNT)
    step = np.cumsum(np.where(i % 30 == 0, r.choice([-1, 1], n) * r.uniform(0.1, 0.6, n), 0))
    step -= np.convolve(step, np.ones(300) / 300, "same")
    saw = (i % 30) / 30 * r.uniform(0.2, 1)

    def noise(deviation):
        return deviation * r.normal(size=n)

    write(out, f"dark-{seed}", 1 + 0.5 * step + noise(0.02), 0.6 + 0.3 * step + noise(0.02), 0.3 + 0.2 * saw + noise(0.01))
    write(out, f"darksaw-{seed}", 1 + saw + noise(0.02), 0.6 + 0.5 * saw + noise(0.02), 0.3 + 0.2 * saw)
    drift = 150 + noise(0.3) + 2 * np.cumsum(r.normal(size=n)) * 0.01
    write(out, f"redlit-{seed}", drift, 0.6 + 0.5 * saw + noise(0.02), 0.3 + 0.2 * saw)
    write(out, f"redlitstep-{seed}", 150 + noise(0.3), 0.6 + 0.5 * step + noise(0.02), 0.9 + 0.2 * step)
    write(out, f"litsaw-{seed}", 80 + saw + noise(0.05), 70 + 0.8 * saw + noise(0.05), 60 + 0.7 * saw + noise(0.05))
    write(out, f"litstep-{seed}", 80 + step + noise(0.05), 70 + 0.8 * step + noise(0.05), 60 + 0.7 * step + noise(0.05))
    make_noise(out, seed, r, lambda: 15)
    write(out, f"const-{seed}", 0 * i, 0 * i, 0 * i)


def make_noise(out, seed, r, width):
    n = COUNT
    write(out, f"noise-{seed}", 80 + r.normal(size=n), 70 + r.normal(size=n), 60 + r.normal(size=n))
    b = np.cumsum(r.normal(size=n)) * 0.1
    write(out, f"brown-{seed}", 80 + b, 70 + 0.9 * b + 0.05 * r.normal(size=n), 60 + 0.8 * b + 0.05 * r.normal(size=n))
    k = width()
    p = np.convolve(r.normal(size=n), np.ones(k) / k, "same")
    hand = [level + share * p + 0.1 * r.normal(size=n) for level, share in ((120, 20), (100, 18), (90, 15))]
    write(out, f"hand-{seed}", *hand)


def make_each_period(out, seed):
    r, n = np.random.default_rng(seed), COUNT
    make_noise(out, seed, r, lambda: r.integers(5, 40))
    f, bins = np.fft.rfftfreq(n, 1 / RATE), np.fft.rfft(r.normal(size=n))
    bins[1:] /= f[1:] ** 0.5
    p = np.fft.irfft(bins, n)
    pink = [level + share * p + 0.1 * r.normal(size=n) for level, share in ((120, 1), (100, 0.9), (90, 0.7))]
    write(out, f"pink-{seed}", *pink)
    for kind in ("saw", "step", "jump"):
        period = int(r.choice([10, 12, 15, 20, 24, 25, 30, 30, 30, 45, 48, 50, 60]))
        height, deviation = 10 ** r.uniform(-1.3, 0.3), 10 ** r.uniform(-2, -0.7)
        i = np.arange(n) + r.integers(period)
        if kind == "saw":
            x = height * ((i % period) / period)
        elif kind == "step":
            x = np.cumsum(np.where(i % period == 0, r.choice([-1, 1], n) * r.uniform(0.3, 1, n) * height, 0))
            x -= np.convolve(x, np.ones(300) / 300, "same")
        else:
            x = height * np.exp(-(i % period) / r.uniform(2, 8))
        x = x * r.choice([-1, 1])
        lit = [level + share * x + deviation * r.normal(size=n) for level, share in ((80, 1), (70, 0.8), (60, 0.7))]
        write(out, f"{kind}-{seed}-{period}", *lit)


if __name__ == "__main__":
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for number in range(6):
        make_each_second(folder, number)
    for number in range(100, 140):
        make_each_period(folder, number)
    channels = {colour: {"file": "rgb", "column": colour} for colour in ("red", "green", "blue")}
    with open(os.path.join(folder, "dataset.json"), "w", encoding="utf-8") as stream:
        json.dump({
            "schemaVersion": 1, "name": "scenes", "title": "Scenes without a pulse",
            "files": [{"name": "rgb", "path": "{kind}-{nr}_rgb.csv", "time": {"column": "time_s"}}],
            "recording": "{kind}-{nr}", "channels": channels}, stream, indent=2)
