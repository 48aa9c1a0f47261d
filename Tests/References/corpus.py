"""Electrocardiograms with known beats, as they are and with noise: a folder per group, for `measure.py`.

Each group becomes a data set: `<recording>.csv` (column `ecg`), `<recording>_beats.csv` (column `beat_s`), one sample
rate. Written from hreval's synthetic recordings and from files under $HREVAL_DATA; no random number is unseeded.
"""

import subprocess
from pathlib import Path

import numpy as np

RHYTHMS = {
    "sinus": ["--rhythm", "sinus"],
    "exercise": ["--rhythm", "sinus", "--activity", "restRampRecover"],
    "fibrillation": ["--rhythm", "atrialFibrillation"],
    "bigeminy": ["--rhythm", "bigeminy"],
    "ectopic": ["--rhythm", "ectopic"],
}
DECIBELS = [12, 6, 0, -6]
EXCERPT_SECONDS = 300


def read_columns(path):
    with open(path, encoding="utf-8") as file:
        names = file.readline().strip().split(",")
    table = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
    return {name: table[:, i] for i, name in enumerate(names)}


def synthetic(hreval, folder):
    """Two subjects per rhythm, 180 s at 250 Hz: (name, rate, samples, beats)."""
    for number, (name, options) in enumerate(RHYTHMS.items()):
        out = Path(folder) / f"made-{name}"
        subprocess.run(
            [hreval, "synthesize", "--output", out, "--count", "2", "--seconds", "180", "--ppg-rate", "250",
             "--format", "csv", "--seed", str(number), *options], check=True, capture_output=True)
        for path in sorted(out.glob("*_ecg.csv")):
            stem = path.name.removesuffix("_ecg.csv")
            beats = np.loadtxt(path.with_name(f"{stem}_beats.csv"), skiprows=1, ndmin=1)
            yield f"{name}-{stem}", 250, read_columns(path)["ecg"], beats


def format_212(path, leads):
    """Samples of a PhysioNet file of format 212, one column per lead."""
    raw = np.fromfile(path, dtype=np.uint8).astype(int)
    raw = raw[: len(raw) // 3 * 3].reshape(-1, 3)
    pairs = np.stack([raw[:, 0] | (raw[:, 1] & 0x0F) << 8, raw[:, 2] | (raw[:, 1] & 0xF0) << 4], axis=1)
    return np.where(pairs > 2047, pairs - 4096, pairs).reshape(-1, leads)


def mit_annotations(path):
    """Sample numbers of the beats in an annotation file of MIT's format."""
    beat_codes = set(range(1, 14)) | {25, 30, 34, 35, 38, 41}
    words = np.fromfile(path, dtype="<u2").astype(int)
    time, beats, i = 0, [], 0
    while i < len(words):
        code, step = words[i] >> 10, words[i] & 0x3FF
        i += 1
        if code == 59:  # SKIP: the next four bytes are a long step, its high half first.
            long = (words[i] << 16) | words[i + 1]
            time += long - (1 << 32) if long >= 1 << 31 else long
            i += 2
        elif code == 63:  # AUX: so many bytes of text follow.
            i += (step + 1) // 2
        elif code in (60, 61, 62):
            continue
        elif code == 0 and step == 0:
            break
        else:
            time += step
            if code in beat_codes:
                beats.append(time)
    return np.array(beats)


def record_100(data):
    """MIT-BIH 100 (both leads) in pieces of five minutes: normal and atrial premature beats, by cardiologists."""
    samples = format_212(data / "wfdb-samples" / "100.dat", 2)
    beats = mit_annotations(data / "wfdb-samples" / "100.atr")
    length = EXCERPT_SECONDS * 360
    for part in (0, 2, 4):
        inside = beats[(beats >= part * length) & (beats < (part + 1) * length)]
        for lead in (0, 1):
            yield (f"100-{part}-lead{lead}", 360, samples[part * length:(part + 1) * length, lead].astype(float),
                   (inside - part * length) / 360)


def record_118(data):
    """The noise stress test's record 118: right bundle branch block, electrode motion added at 24 to 0 dB."""
    for level in ("24", "12", "06", "00"):
        beats = np.loadtxt(data / "heartpy" / f"118e{level}_ann.csv") / 360
        yield f"118e{level}", 360, np.loadtxt(data / "heartpy" / f"118e{level}.csv"), beats


def edf(path, signal):
    """One signal of an EDF file, and its rate."""
    raw = path.read_bytes()
    count = int(raw[252:256])
    head, records, seconds = int(raw[184:192]), int(raw[236:244]), float(raw[244:252])

    def field(offset, width):
        start = 256 + offset * count
        return [float(raw[start + i * width:start + (i + 1) * width]) for i in range(count)]

    low, high, digital_low, digital_high = (field(offset, 8) for offset in (104, 112, 120, 128))
    sizes = [int(n) for n in field(216, 8)]
    table = np.frombuffer(raw, dtype="<i2", offset=head)[: records * sum(sizes)].reshape(records, -1)
    first = sum(sizes[:signal])
    numbers = table[:, first:first + sizes[signal]].reshape(-1).astype(float)
    scale = (high[signal] - low[signal]) / (digital_high[signal] - digital_low[signal])
    return (numbers - digital_low[signal]) * scale + low[signal], sizes[signal] / seconds


def wrist_exercise(data):
    """Chest ECG on treadmill and bicycle with the R peaks that its authors published (checked by hand)."""
    for path in sorted((data / "wrist-exercise" / "edf").glob("*.edf")):
        samples, rate = edf(path, 0)
        beats = []
        for line in (data / "wrist-exercise" / "ECG" / f"{path.stem}.txt").read_text().splitlines():
            cells = line.split()
            if len(cells) >= 3 and cells[1].isdigit() and cells[2] == "N":
                beats.append(int(cells[1]) / 256)
        beats = np.array(sorted(set(beats)))
        yield path.stem.replace("_", "-"), int(rate), samples, beats


def electrode_motion(data):
    """80 s of recorded electrode motion at 360 Hz: what the noise stress test added to 118, by difference of levels."""
    loud = np.loadtxt(data / "heartpy" / "118e00.csv")
    quiet = np.loadtxt(data / "heartpy" / "118e12.csv")
    noise = (loud - quiet)[40 * 360:]
    return noise - noise.mean()


def noise_of(kind, motion, count, rate, rng):
    """So many samples of noise without a unit."""
    if kind == "electrode":
        at = rng.uniform(0, len(motion)) + np.arange(count) * 360 / rate
        looped = np.interp(at % len(motion), np.arange(len(motion)), motion)
        return looped * rng.choice([-1, 1])
    spectrum = np.fft.rfft(rng.normal(size=count))
    hz = np.fft.rfftfreq(count, 1 / rate)
    if kind == "muscle":  # 20 Hz and above, in bursts of seconds.
        wave = np.fft.irfft(np.where(hz > 20, spectrum, 0), count)
        slow = np.fft.irfft(np.where(hz < 0.3, np.fft.rfft(rng.normal(size=count)), 0), count)
        return wave * np.exp(slow / slow.std())
    # Base line: breathing and movement below 1 Hz, and a step now and then.
    wave = np.fft.irfft(np.where(hz < 1, spectrum, 0), count)
    steps = np.cumsum((rng.uniform(size=count) < 0.1 / rate) * rng.normal(size=count))
    return wave / wave.std() + 2 * (steps - steps.mean())


def noisy(samples, beats, rate, noise, decibels):
    """Adds noise at a ratio as the noise stress test has it: S = (QRS peak to peak)² ÷ 8, N = variance of the noise."""
    reach = int(0.05 * rate)
    places = [int(b * rate) for b in beats[:300] if reach <= b * rate < len(samples) - reach]
    heights = np.sort([np.ptp(samples[p - reach:p + reach + 1]) for p in places])
    cut = len(heights) // 20
    signal = heights[cut:len(heights) - cut].mean() ** 2 / 8
    return samples + noise * np.sqrt(signal / 10 ** (decibels / 10) / noise.var())


def write(folder, hreval, data):
    """Groups by name: sample rate and recordings. Their files are written below the folder."""
    folder, data = Path(folder), Path(data)
    groups = {}

    def add(group, name, rate, samples, beats):
        known = groups.setdefault(group, (rate, []))
        assert known[0] == rate
        place = folder / group
        place.mkdir(parents=True, exist_ok=True)
        np.savetxt(place / f"{name}.csv", samples, fmt="%.6g", header="ecg", comments="")
        np.savetxt(place / f"{name}_beats.csv", beats, fmt="%.6f", header="beat_s", comments="")
        known[1].append(name)

    motion = electrode_motion(data)
    sources = [("synthetic", one) for one in synthetic(hreval, folder)] + [("100", one) for one in record_100(data)]
    for number, (group, (name, rate, samples, beats)) in enumerate(sources):
        add(f"{group}-clean", name, rate, samples, beats)
        for kind_number, kind in enumerate(("electrode", "muscle", "baseline")):
            for decibels in DECIBELS:
                rng = np.random.default_rng([number, kind_number, decibels + 100])
                noise = noise_of(kind, motion, len(samples), rate, rng)
                level = f"{decibels}dB" if decibels >= 0 else f"minus{-decibels}dB"
                add(f"{group}-{kind}", f"{name}-{level}", rate, noisy(samples, beats, rate, noise, decibels), beats)
    for group, found in (("118", record_118(data)), ("wrist", wrist_exercise(data))):
        for name, rate, samples, beats in found:
            add(group, name, rate, samples, beats)
    return groups
