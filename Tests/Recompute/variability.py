"""Heart-rate variability: details of each row from windows.csv, and the windows' values from beats.csv.

By docs/reference/formulas; beats.csv gives values of windows whose intervals no artefact policy has changed.
"""

import math

import numpy as np
from scipy import interpolate, signal

import agreement
import beats

# Columns of windows.csv.
WITHOUT_EXTRA, FILLED = "withoutExtraBPM", "everyBeatFoundBPM"
SHARE, REFERENCE_SHARE = "correctedShare", "referenceCorrectedShare"
COLUMNS = {"unit": object} | dict.fromkeys((WITHOUT_EXTRA, FILLED, SHARE, REFERENCE_SHARE), float)
UNITS = {"meanRR": "ms", "sdnn": "ms", "rmssd": "ms", "pnn50": "%", "lf": "ms²", "hf": "ms²", "lfhf": ""}

SLACK = 1e-6
SHORTEST, LONGEST = 0.2, 3.0
COVERED = 0.8
LOW, HIGH = (0.04, 0.15), (0.15, 0.4)
RATE, GRID_SECONDS, SEGMENT_SECONDS = 4, 300, 120


def note_of(results, label):
    return next(one["hrv"] for one in results["scenarios"] if one["label"] == label)


def unit_of(results, label):
    """Unit of a scenario's values; None for rates."""
    return UNITS[note_of(results, label)["metric"]] if "hrv" in results else None


def acceptable_difference(results, label):
    """The greatest acceptable distance of limits of agreement from 0; None: not declared."""
    return results["hrv"]["acceptable"].get(note_of(results, label)["metric"])


def details(rows, seed):
    """`hrv` of a result; None without a window that has reference and estimate."""
    both = rows.where(~np.isnan(rows.reference) & ~np.isnan(rows.estimate))
    if not len(both):
        return None
    positive = (both.reference > 0) & (both.estimate > 0)
    return {
        "ratio": ratio(both.where(positive), seed),
        "zeroPairs": int((~positive).sum()),
        "spreadGrows": spread_grows(both),
        "correctedShare": float(both.columns[SHARE].mean()),
        "referenceCorrectedShare": float(both.columns[REFERENCE_SHARE].mean()),
        "errorParts": error_parts(both),
    }


def ratio(rows, seed):
    """Everything is of differences of natural logarithms."""
    p = agreement.Pairs(np.log(rows.reference), np.log(rows.estimate), rows.cluster, rows.place)
    if p.n < 2:
        return None
    interval = None
    if p.k >= agreement.LEAST_CLUSTERS:
        interval = agreement.cluster_bootstrap(p, p.error, seed, 0.95, of_logarithm=False)
    stem, found = "loa", agreement.repeated_measures(p)
    limits = found.get("loaLowerBPM"), found.get("loaUpperBPM")
    if limits[0] is None:
        stem, found = "loaExact", agreement.simple_limits(p)
        limits = found["loaSimpleLowerBPM"], found["loaSimpleUpperBPM"]
    refused = p.k < agreement.LEAST_CLUSTERS or agreement.doubts(p)

    def of_limit(side):
        pair = found[f"{stem}{side}Low"], found[f"{stem}{side}High"]
        return None if refused or pair[0] is None else pair

    def ratios(pair):
        return None if pair is None else [math.exp(end) for end in pair]

    return {
        "windows": p.n, "ratio": math.exp(float(p.error.mean())), "interval": ratios(interval),
        "limits": ratios(limits), "lowerInterval": ratios(of_limit("Lower")),
        "upperInterval": ratios(of_limit("Upper")),
    }


def spread_grows(rows):
    """True: the mean value times the slope of the errors' standard deviation is half of that deviation or more."""
    p = agreement.Pairs(rows.reference, rows.estimate, rows.cluster)
    if p.n < 3 or not agreement.varies(p.error):
        return None
    slope = agreement.slopes(p)["sdSlopeOnMean"]
    if slope is None:
        return None
    return bool(slope * float(((p.reference + p.estimate) / 2).mean()) >= float(p.error.std(ddof=1)) / 2)


def error_parts(rows):
    rows = rows.where(~np.isnan(rows.columns[WITHOUT_EXTRA]) & ~np.isnan(rows.columns[FILLED]))
    if not len(rows):
        return None
    without_extra, filled = rows.columns[WITHOUT_EXTRA], rows.columns[FILLED]
    return {
        "windows": len(rows),
        "extraBeats": float((rows.estimate - without_extra).mean()),
        "missedBeats": float((without_extra - filled).mean()),
        "timing": float((filled - rows.reference).mean()),
        "mae": float(np.abs(rows.estimate - rows.reference).mean()),
        "maeOfTiming": float(np.abs(filled - rows.reference).mean()),
    }


class Intervals:
    """Intervals of a window: time of the beat that ends each, length in ms, whether it follows the one before."""

    def __init__(self, beats, start, end):
        beats = np.asarray(beats, dtype=float)
        beats = beats[(beats >= start - SLACK) & (beats < end - SLACK)]
        seconds = np.diff(beats)
        # The limits themselves are intervals.
        good = (seconds >= SHORTEST) & (seconds <= LONGEST)
        self.times = beats[1:][good]
        # Rounded to a nanosecond.
        self.lengths = np.floor(seconds[good] * 1e9 + 0.5) / 1e6
        before = np.concatenate([[False], good[:-1]]) if len(good) else good
        self.follows = before[good]
        self.covered = float(self.lengths.sum()) / 1000

    def value(self, metric, spectrum):
        n = len(self.lengths)
        if metric == "meanRR":
            return float(self.lengths.mean()) if n else None
        if metric == "sdnn":
            return float(self.lengths.std(ddof=1)) if n > 1 else None
        if metric in ("rmssd", "pnn50"):
            steps = np.diff(self.lengths, prepend=0.0)[self.follows]
            if not len(steps):
                return None
            if metric == "rmssd":
                return math.sqrt(float((steps**2).mean()))
            return 100 * int((np.abs(steps) > 50 + 1e-6).sum()) / (len(steps) + 1)
        if metric != "lfhf":
            return self.power(LOW if metric == "lf" else HIGH, spectrum)
        low, high = self.power(LOW, spectrum), self.power(HIGH, spectrum)
        return low / high if low is not None and high else None

    def power(self, band, spectrum):
        if len(self.lengths) < 3 or self.times[-1] - self.times[0] < 2 / band[0]:
            return None
        density, step = self.welch(band) if spectrum == "welch" else self.lomb(band)
        return float(np.trapezoid(density, dx=step))

    def welch(self, band):
        """Of intervals resampled by natural cubic splines between pauses."""
        count = int((self.times[-1] - self.times[0] + SLACK) * RATE) + 1
        samples = self.resampled(np.minimum(self.times[0] + np.arange(count) / RATE, self.times[-1]))
        segments = max(1, 2 * count // (SEGMENT_SECONDS * RATE) - 1)
        half = count // (segments + 1)
        _, density = signal.welch(
            samples[:(segments + 1) * half], fs=RATE, window="hann", nperseg=2 * half, noverlap=half,
            nfft=GRID_SECONDS * RATE, detrend="linear", scaling="density")
        first, last = (round(edge * GRID_SECONDS) for edge in band)
        return density[first:last + 1], 1 / GRID_SECONDS

    def lomb(self, band):
        times = self.times - self.times[0]
        values = self.lengths - np.polyval(np.polyfit(times, self.lengths, 1), times)
        steps = GRID_SECONDS * max(1, math.ceil(times[-1] / GRID_SECONDS))
        first, last = (round(edge * steps) for edge in band)
        found = signal.lombscargle(times, values, 2 * math.pi * np.arange(first, last + 1) / steps)
        return 2 * self.covered / len(times) * found, 1 / steps

    def resampled(self, moments):
        values = self.lengths - self.lengths[0]
        result = np.interp(moments, self.times, values)
        edges = [0, *(np.flatnonzero(np.diff(self.times) > LONGEST) + 1), len(self.times)]
        for first, end in zip(edges, edges[1:]):
            inside = (moments >= self.times[first]) & (moments <= self.times[end - 1])
            if end - first > 2:
                curve = interpolate.CubicSpline(self.times[first:end], values[first:end], bc_type="natural")
                result[inside] = curve(moments[inside])
        return result


def compare(comparison, folder, results, groups, recordings, plain):
    """The values of windows from the beats; does nothing for a run of rates, or without beats.csv."""
    rule = results.get("hrv")
    if rule is None:
        return
    notes = {one["label"]: one["hrv"] for one in results["scenarios"]}
    for label, note in notes.items():
        comparison.figure(f"results.json: {label}: unit", note["unit"], UNITS[note["metric"]])
    if not (folder / "beats.csv").exists():
        return
    if rule["artefacts"] != "none":
        comparison.not_in_windows("values of corrected intervals", sum(len(rows) for rows in groups.values()))
        return
    lines = beats.read(folder / "beats.csv", plain)
    # Beats stand in the rows of the first figure.
    first = {}
    for label, note in notes.items():
        first.setdefault(note["damage"], label)
    # Times for which a detector, or the detectors behind a reference, gave no answer are not in beats.csv.
    known = {one["name"] for one in results["datasets"] if one["referenceKind"] in ("beats", "rrIntervals")}
    answered = {
        (one["scenario"], one["detector"]) for one in results["results"]
        if one.get("beats") and one["beats"]["answeredShare"] == 1}
    for (label, detector), rows in groups.items():
        metric, row = notes[label]["metric"], (first[notes[label]["damage"]], detector)
        if row not in lines:
            continue
        for part in rows.series():
            name = recordings[part.recording[0]]
            mine = lines[row].get((*name, int(part.repeat[0])), [])
            reference, detected = (
                sorted(line[place] for line in mine if line[place] is not None) for place in (1, 2))
            where = f"windows.csv: {label}, {detector}, {'/'.join(name)}"
            for start, end, truth, estimate in zip(part.start, part.end, part.reference, part.estimate):
                if name[0] not in known:
                    comparison.not_in_windows("values of references that several detectors make")
                elif not np.isnan(truth):
                    found = Intervals(reference, start, end).value(metric, rule["spectrum"])
                    comparison.figure(f"{where}, {start:g} s: referenceBPM", float(truth), found)
                if row not in answered:
                    comparison.not_in_windows("values of detectors that leave out times")
                    continue
                intervals, found = Intervals(detected, start, end), None
                if intervals.covered >= COVERED * (end - start):
                    found = intervals.value(metric, rule["spectrum"])
                comparison.figure(
                    f"{where}, {start:g} s: estimateBPM", None if np.isnan(estimate) else float(estimate), found)
