#!/usr/bin/env python3
"""The work of `./setup.sh bench` by NumPy and SciPy, vectorised: what hreval's time is compared with.

usage: scipy_bench.py FOLDER hdf5|csv HOP_SECONDS PROCESSES OUTPUT [--no-windows]

Reads the pulse wave and the beats of every recording in FOLDER, asks three detectors (the strongest bin of a padded
spectrum, the median interval of peaks, both together) for the rate of every 30-second window, compares with the
reference's mean rate, and writes to the folder OUTPUT what a run writes of its windows by default, windows.csv (pandas)
and windows.h5 (h5py, gzip), and the figures of each detector: mean absolute error, bias, limits of agreement of
repeated measures, quantiles, correlations, an interval from 2,000 resamples of recordings. --no-windows leaves out the
two files of windows.
"""
import os

# Processes share the work. Threads of their own would only be in each other's way.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import json  # noqa: E402
import sys  # noqa: E402
from concurrent.futures import ProcessPoolExecutor  # noqa: E402
from pathlib import Path  # noqa: E402

import numpy as np  # noqa: E402
from scipy import fft, signal, stats  # noqa: E402

WINDOW = 30.0


def read_hdf5(path):
    import h5py

    with h5py.File(path) as file:
        ppg = file["/channels/ppg"]
        return ppg[:], float(ppg.attrs["sample_rate"]), file["/reference/beats"][:]


def read_csv(path):
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    beats = np.loadtxt(str(path).replace("_ppg.csv", "_beats.csv"), skiprows=1)
    return table[:, 1], (len(table) - 1) / (table[-1, 0] - table[0, 0]), beats


def spectral(wave, rate, starts):
    """The strongest bin between 0.7 and 3.5 Hz, placed by a parabola, of detrended windows under a Hann window."""
    step = max(1, int(rate // 12.5))
    slow = signal.sosfiltfilt(signal.butter(4, 5, fs=rate, output="sos"), wave)[::step]
    rate /= step
    length = int(WINDOW * rate)
    first = np.round(starts * rate).astype(int)
    windows = np.lib.stride_tricks.sliding_window_view(slow, length)[np.minimum(first, len(slow) - length)]
    centred = np.arange(length) - (length - 1) / 2
    slopes = windows @ centred / (centred @ centred)
    windows = (windows - windows.mean(axis=1, keepdims=True) - slopes[:, None] * centred) * np.hanning(length)
    count = fft.next_fast_len(8 * length, real=True)
    frequency = np.fft.rfftfreq(count, 1 / rate)
    band = np.flatnonzero((frequency >= 0.7) & (frequency <= 3.5))
    rates, sure = np.empty(len(first)), np.empty(len(first))
    # In blocks that fit into the processor's memory.
    for at in range(0, len(first), 256):
        power = np.abs(fft.rfft(windows[at : at + 256], count, axis=1)[:, band[0] - 1 : band[-1] + 2]) ** 2
        inside = power[:, 1:-1]
        rows, best = np.arange(len(power)), inside.argmax(axis=1) + 1
        before, peak, after = (np.log(power[rows, best + k] + 1e-300) for k in (-1, 0, 1))
        offset = 0.5 * (before - after) / (before - 2 * peak + after)
        place = band[0] - 1 + best + offset
        rates[at : at + 256] = 60 * place * frequency[1]
        bins, lobe = band[None, :], 2 / WINDOW / frequency[1]
        own = (np.abs(bins - place[:, None]) <= lobe) | (np.abs(bins - 2 * place[:, None]) <= lobe)
        sure[at : at + 256] = (inside * own).sum(axis=1) / inside.sum(axis=1)
    return rates, sure


def counted(wave, rate, starts):
    """The median interval between peaks above the 0.6 quantile of the size, at least 0.3 s apart."""
    step = max(1, int(rate // 25))
    slow = signal.decimate(wave, step, ftype="fir", zero_phase=True) if step > 1 else wave
    rate /= step
    slow = signal.sosfilt(signal.butter(2, [0.5, 3.5], "bandpass", fs=rate, output="sos"), slow)
    length = int(WINDOW * rate)
    first = np.minimum(np.round(starts * rate).astype(int), len(slow) - length)
    size = np.abs(slow)
    # NumPy has no quantile of a moving window, so each window is partitioned by itself.
    limit = np.partition(
        np.lib.stride_tricks.sliding_window_view(size, length)[first], int(0.6 * length), axis=1)[:, int(0.6 * length)]
    peaks, _ = signal.find_peaks(slow, distance=max(1, round(0.3 * rate)))
    inner = peaks[(peaks > 0) & (peaks < len(slow) - 1)]
    a, b, c = slow[inner - 1], slow[inner], slow[inner + 1]
    times = (inner + 0.5 * (a - c) / (a - 2 * b + c)) / rate
    heights = slow[inner]
    low, high = np.searchsorted(inner, first), np.searchsorted(inner, first + length)
    rates, sure = np.full(len(first), np.nan), np.zeros(len(first))
    for index, (a, b) in enumerate(zip(low, high)):
        beats = times[a:b][heights[a:b] > limit[index]]
        gaps = np.diff(beats)
        gaps = gaps[(gaps >= 0.3) & (gaps <= 1.5)]
        if len(gaps):
            middle = np.median(gaps)
            rates[index] = 60 / middle
            sure[index] = 1 - np.minimum(np.abs(gaps - middle) / middle, 1).mean()
    return rates, sure


def judged(job):
    path, form, hop, writes = job
    wave, rate, beats = read_hdf5(path) if form == "hdf5" else read_csv(path)
    starts = np.arange(0, len(wave) / rate - WINDOW + 1e-6, hop)
    low, high = np.searchsorted(beats, starts), np.searchsorted(beats, starts + WINDOW) - 1
    reference = 60 * (high - low) / (beats[high] - beats[low])
    fast, sure_fast = spectral(wave, rate, starts)
    slow, sure_slow = counted(wave, rate, starts)
    both = np.where(np.abs(fast - slow) <= 5, (fast + slow) / 2, np.where(sure_fast > sure_slow, fast, slow))
    both[(np.abs(fast - slow) > 5) & (np.maximum(sure_fast, sure_slow) < 0.6)] = np.nan
    answers = {
        "fft": (fast, sure_fast), "peak": (slow, sure_slow), "combined": (both, np.maximum(sure_fast, sure_slow))}
    name = path.stem.removesuffix("_ppg")
    text = "".join(table(name, detector, starts, reference, *answers[detector]) for detector in answers) if writes else ""
    return name, starts, reference, answers, text


def table(name, detector, starts, reference, estimate, confidence):
    """Rows of windows.csv, made where the windows are."""
    import pandas

    return pandas.DataFrame({
        "recording": name, "subject": name, "scenario": "clean", "repeat": 1, "detector": detector,
        "startSeconds": starts, "endSeconds": starts + WINDOW, "referenceBPM": reference, "estimateBPM": estimate,
        "confidence": confidence, "outcome": np.where(np.isnan(estimate), "abstained", "value"), "quality": "",
        "motion": "", "dataset": "bench", "cluster": name, "errorBPM": estimate - reference,
    }).to_csv(index=False, header=False)


def write_windows(folder, found):
    """windows.csv from the texts of the processes, and windows.h5: words as codes, all columns under gzip."""
    import h5py

    with open(folder / "windows.csv", "w") as file:
        file.write(
            "recording,subject,scenario,repeat,detector,startSeconds,endSeconds,referenceBPM,estimateBPM,confidence,"
            "outcome,quality,motion,dataset,cluster,errorBPM\n")
        for *_, text in found:
            file.write(text)
    columns = {name: [] for name in (
        "recording", "detector", "startSeconds", "endSeconds", "referenceBPM", "estimateBPM", "confidence", "outcome",
        "errorBPM")}
    for number, (_, starts, reference, answers, _) in enumerate(found):
        for place, (estimate, confidence) in enumerate(answers.values()):
            columns["recording"].append(np.full(len(starts), number, np.int32))
            columns["detector"].append(np.full(len(starts), place, np.int32))
            columns["outcome"].append(np.isnan(estimate).astype(np.int32))
            for name, values in (
                ("startSeconds", starts), ("endSeconds", starts + WINDOW), ("referenceBPM", reference),
                ("estimateBPM", estimate), ("confidence", confidence), ("errorBPM", estimate - reference)):
                columns[name].append(values)
    with h5py.File(folder / "windows.h5", "w") as file:
        for name, parts in columns.items():
            file.create_dataset(
                f"/windows/{name}", data=np.concatenate(parts), chunks=(16384,), shuffle=True, compression="gzip",
                compression_opts=1)


def figures(reference, estimate, cluster):
    known = ~np.isnan(reference) & ~np.isnan(estimate)
    x, y, cluster = reference[known], estimate[known], cluster[known]
    error = y - x
    counts = np.bincount(cluster).astype(float)
    sums, sizes = np.bincount(cluster, error), np.bincount(cluster, np.abs(error))
    means = sums / counts
    within = ((error - means[cluster]) ** 2).sum() / (len(error) - len(counts))
    between = (counts * (means - error.mean()) ** 2).sum() / (len(counts) - 1)
    share = (len(error) ** 2 - (counts**2).sum()) / ((len(counts) - 1) * len(error))
    sd = np.sqrt(within + max(0, (between - within) / share))
    drawn = np.random.default_rng(1).integers(0, len(counts), (2000, len(counts)))
    resampled = sizes[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    return {
        "windows": len(reference), "estimates": len(error), "bias": error.mean(), "mae": np.abs(error).mean(),
        "rmse": np.sqrt((error**2).mean()), "sd": error.std(ddof=1), "low": error.mean() - 1.96 * sd,
        "high": error.mean() + 1.96 * sd, "median": np.median(np.abs(error)),
        "p95": np.quantile(np.abs(error), 0.95), "pearson": np.corrcoef(x, y)[0, 1],
        "spearman": stats.spearmanr(x, y).statistic, "maeInterval": np.quantile(resampled, [0.025, 0.975]).tolist(),
    }


def main():
    folder, form, hop, processes, output = *map(str, sys.argv[1:3]), float(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
    folder, output, writes = Path(folder), Path(output), "--no-windows" not in sys.argv
    output.mkdir(parents=True, exist_ok=True)
    paths = sorted(folder.glob("*.h5" if form == "hdf5" else "*_ppg.csv"))
    with ProcessPoolExecutor(processes) as pool:
        found = list(pool.map(judged, [(path, form, hop, writes) for path in paths], chunksize=4))
    if writes:
        write_windows(output, found)
    cluster = np.concatenate([np.full(len(one[1]), index) for index, one in enumerate(found)])
    reference = np.concatenate([one[2] for one in found])
    summary = {}
    for name in ("fft", "peak", "combined"):
        estimate = np.concatenate([one[3][name][0] for one in found])
        summary[name] = {key: np.asarray(value).tolist() for key, value in figures(reference, estimate, cluster).items()}
    (output / "summary.json").write_text(json.dumps(summary, indent=2))


if __name__ == "__main__":
    main()
