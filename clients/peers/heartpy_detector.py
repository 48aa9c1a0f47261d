"""HeartPy's `bpm` of a pulse wave: `filter_signal`, which its guide has users call first, then `process`.

It abstains where HeartPy raises `BadSignalWarning`.
"""
import math
import warnings
from importlib.metadata import version

import hreval
import heartpy

warnings.filterwarnings("ignore")


def heart_rate(samples, rate, filterOrder=3):
    wave = samples
    if filterOrder > 0:
        wave = heartpy.filter_signal(wave, [0.7, 3.5], sample_rate=rate, order=filterOrder, filtertype="bandpass")
    try:
        _, measures = heartpy.process(wave, sample_rate=rate)
    except heartpy.exceptions.BadSignalWarning:
        return "bad signal"
    bpm = measures["bpm"]
    return bpm if math.isfinite(bpm) else "every beat was rejected"


hreval.detector(
    heart_rate,
    name="heartpy",
    version=version("heartpy"),
    parameters={
        "filterOrder": hreval.Parameter(
            3, range=(0, 6), summary="Order of the band-pass from 0.7 to 3.5 Hz; 0 is none."),
    },
)
