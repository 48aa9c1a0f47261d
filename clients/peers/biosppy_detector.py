"""BioSPPy's rate of a pulse wave: the mean of what `biosppy.signals.ppg.ppg` calls `heart_rate`.

`rateFrom="intervals"` takes the onsets that this rate is made of and rates them as hreval's beat detectors do, so that
only the onsets differ.
"""
import warnings
from importlib.metadata import version

import hreval
import numpy as np
from biosppy.signals import ppg, tools

from intervals import rate_of_beats

warnings.filterwarnings("ignore")


def heart_rate(samples, rate, rateFrom="package"):
    try:
        if rateFrom == "intervals":
            return rate_of_beats(onsets(samples, rate) / rate)
        rates = ppg.ppg(signal=samples, sampling_rate=rate, show=False)["heart_rate"]
    except (IndexError, ValueError) as error:  # what BioSPPy raises where it finds no beat, or one
        return f"BioSPPy: {error}"
    return np.mean(rates) if len(rates) else "no interval between 40 and 200 bpm"


def onsets(samples, rate):
    """The onsets inside `ppg.ppg`, which does not return them."""
    filtered = tools.filter_signal(
        signal=samples, ftype="butter", band="bandpass", order=4, frequency=[1, 8], sampling_rate=rate)["signal"]
    peaks = ppg.find_onsets_elgendi2013(signal=filtered, sampling_rate=rate)["onsets"]
    return np.asarray(ppg.ppg_segmentation(filtered, rate, peaks)["onsets"], dtype=float)


hreval.detector(
    heart_rate,
    name="biosppy",
    version=version("biosppy"),
    parameters={
        "rateFrom": hreval.Parameter(
            "package", choices=["package", "intervals"],
            summary="BioSPPy's mean heart_rate, or hreval's rule for intervals on the same onsets."),
    },
)
