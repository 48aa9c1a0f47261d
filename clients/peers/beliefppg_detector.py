"""BeliefPPG: a neural network with the accelerometer, its beliefs passed on through time.

Its network reads 20 s: seven windows of 8 s, one every 2 s. In training its label was the rate of the *last* of these
windows (`prepare_session_labels`), so a reading belongs to the 8 s before the end of its 20 s; here a window asked for
gets the reading whose 20 s end nearest to its own end, if that is within `toleranceSeconds`, and is "not covered"
otherwise. (The intervals that the package returns count from 0 and are 2 s long; they say which reading it is, not
which signal it is of.)

What it looks at: the wave and its spectra are made free of their mean and divided by their spread over the *whole*
recording, and detrended and resampled over it, so it must be shown all of it and looks ahead to the end, though with
`decoding="sumproduct"` beliefs themselves are passed forwards only. `decoding="viterbi"` looks for the best path
through each 128 readings. Beliefs begin anew with every 128 readings, the package's
`batch_size`; so far back it remembers.

Its network leaves out units at random when it is used too (two recurrent layers are always in training mode), so that
the same call gives two answers. `seed` is set before each recording.
"""
import os
from importlib.metadata import version

import hreval
import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
CONTEXT_SECONDS = 20
HOP_SECONDS = 2
AXES = ("accelerometerX", "accelerometerY", "accelerometerZ")


def readings(ppg, acceleration, rate, decoding, seed):
    """One rate every 2 s, the first of them for a window that ends after 20 s.

    ppg: shape (samples,). acceleration: shape (samples, 3), of the same rate, a whole number of Hz above 36.
    """
    if len(ppg) < CONTEXT_SECONDS * rate:
        return np.empty(0)
    import beliefppg  # before TensorFlow, since it chooses the older Keras
    import tensorflow

    tensorflow.keras.utils.set_random_seed(seed)
    bpm, _, _ = beliefppg.infer_hr_uncertainty(
        ppg[:, None], int(rate), acc=acceleration, acc_freq=int(rate), decoding=decoding)
    return bpm


def nearest(bpm, end, tolerance):
    """The reading whose 20 s end nearest to `end`, in seconds."""
    index = round((end - CONTEXT_SECONDS) / HOP_SECONDS)
    if not 0 <= index < len(bpm) or abs(CONTEXT_SECONDS + HOP_SECONDS * index - end) > tolerance:
        return "not covered"
    return bpm[index]


def filled(samples):
    """Missing samples are put on a line between their neighbours."""
    there = np.isfinite(samples)
    if there.all() or not there.any():
        return samples
    return np.interp(np.arange(len(samples)), np.flatnonzero(there), samples[there])


def heart_rates(recording, decoding="sumproduct", seed=0, toleranceSeconds=1.0):
    acceleration = np.stack([filled(recording[axis]) for axis in AXES], axis=-1)
    bpm = readings(filled(recording["ppg"]), acceleration, recording.rate, decoding, seed)
    return [nearest(bpm, window.end, toleranceSeconds) for window in recording.windows]


hreval.detector(
    heart_rates,
    name="beliefppg",
    version=version("beliefppg"),
    sees="recording",
    channels=("ppg", *AXES),
    sample_rate=64,
    look_ahead_seconds="recording",
    tracks=True,
    range_bpm=(30, 210),
    parameters={
        "decoding": hreval.Parameter(
            "sumproduct", choices=["sumproduct", "viterbi"],
            summary="Beliefs passed forwards, or the best path through 128 readings."),
        "seed": hreval.Parameter(
            0, range=(0, 1_000_000), summary="Of the units that its network leaves out at random."),
        "toleranceSeconds": hreval.Parameter(
            1.0, range=(0, 10), summary="How far the end of its 20 s may be from the window's end."),
    },
)
