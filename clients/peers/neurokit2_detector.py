"""NeuroKit2's rate of a pulse wave, as its users call it: clean, find the peaks, take the rate.

`rateFrom="package"` is NeuroKit2's own: the mean of `PPG_Rate`, which is interpolated between the peaks over the whole
window. `rateFrom="intervals"` takes the same peaks and rates them as hreval's beat detectors do, so that only the peaks
differ.
"""
import warnings
from importlib.metadata import version

import hreval
import neurokit2
import numpy as np

from intervals import rate_of_beats

warnings.filterwarnings("ignore")


def heart_rate(samples, rate, method="elgendi", rateFrom="package"):
    rate = int(rate) if rate == int(rate) else rate  # "charlton" wants an int
    cleaned = neurokit2.ppg_clean(samples, sampling_rate=rate, method="elgendi")
    try:
        peaks = neurokit2.ppg_findpeaks(cleaned, sampling_rate=rate, method=method)["PPG_Peaks"]
    except IndexError:  # what NeuroKit2 raises where no block stands out
        return "NeuroKit2 finds no peak"
    if rateFrom == "intervals":
        return rate_of_beats(np.asarray(peaks) / rate)
    bpm = np.mean(neurokit2.signal_rate(peaks, sampling_rate=rate, desired_length=len(cleaned)))
    return bpm if np.isfinite(bpm) else "NeuroKit2 wants four peaks"


hreval.detector(
    heart_rate,
    name="neurokit2",
    version=version("neurokit2"),
    parameters={
        "method": hreval.Parameter(
            "elgendi", choices=["elgendi", "bishop", "charlton"], summary="How ppg_findpeaks finds the peaks."),
        "rateFrom": hreval.Parameter(
            "package", choices=["package", "intervals"],
            summary="NeuroKit2's mean PPG_Rate, or hreval's rule for intervals on the same peaks."),
    },
)
