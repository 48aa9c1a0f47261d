"""Heart rate by autocorrelation: the lag at which the band-limited pulse wave is most like itself."""

import numpy as np

import hreval


def band_limited(samples, rate, low_hz, high_hz):
    """The signal without what is slower or faster than the band; missing samples are interpolated."""
    there = np.isfinite(samples)
    if there.sum() < 2:
        return np.zeros(len(samples))
    at = np.arange(len(samples))
    whole = np.interp(at, at[there], samples[there])
    spectrum = np.fft.rfft((whole - whole.mean()) * np.hanning(len(whole)))
    frequencies = np.fft.rfftfreq(len(whole), 1 / rate)
    spectrum[(frequencies < low_hz) | (frequencies > high_hz)] = 0
    return np.fft.irfft(spectrum, len(whole))


def autocorrelation(samples, rate, low_hz=0.7, high_hz=3.5, least_height=0.2):
    wave = band_limited(samples, rate, low_hz, high_hz)
    power = np.abs(np.fft.rfft(wave, 2 * len(wave))) ** 2
    likeness = np.fft.irfft(power)[: len(wave)]
    first, last = int(np.ceil(rate / high_hz)), int(rate / low_hz)
    if last + 1 >= len(wave) or likeness[0] <= 0:
        return "too short or flat"
    # What a window of this length loses of a perfect repetition is given back.
    likeness = likeness / likeness[0] / (1 - np.arange(len(wave)) / len(wave))
    inner = likeness[first : last + 1]
    peaks = first + np.flatnonzero((inner >= likeness[first - 1 : last]) & (inner > likeness[first + 1 : last + 2]))
    if len(peaks) == 0 or likeness[peaks].max() < least_height:
        return "no rhythm"
    # Two or three periods are as like as one: the shortest lag of those that are nearly the best.
    lag = peaks[likeness[peaks] >= 0.85 * likeness[peaks].max()][0]
    left, top, right = likeness[lag - 1 : lag + 2]
    lag = lag + 0.5 * (left - right) / (left - 2 * top + right)
    return 60 * rate / lag, float(np.clip(top, 0, 1))


hreval.detector(
    autocorrelation,
    name="autocorrelation",
    version="1",
    range_bpm=(40, 220),
    parameters={
        "low_hz": hreval.Parameter(0.7, range=(0.3, 2), summary="Lower edge of the band."),
        "high_hz": hreval.Parameter(3.5, range=(2, 6), summary="Upper edge of the band."),
        "least_height": hreval.Parameter(0.2, range=(0, 1), summary="Likeness below which there is no rate."),
    },
)
