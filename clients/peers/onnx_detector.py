"""A model in ONNX as a detector: hreval brings the wave to the model's rate, ONNX Runtime runs it.

For a model of your own change `MODEL`, the rate, the length and the names of input and outputs, and name the file in
the experiment's `files`.
"""
from importlib.metadata import version

import hreval
import numpy as np
import onnxruntime

MODEL = "pulse_spectrum.onnx"
RATE_HZ, SECONDS = 25, 20

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1  # hreval runs one program on each core
session = onnxruntime.InferenceSession(MODEL, options, providers=["CPUExecutionProvider"])


def heart_rate(samples, rate):
    count = RATE_HZ * SECONDS
    if len(samples) < count:
        return "shorter than the model's 20 s"
    wave = np.asarray(samples[-count:], dtype=np.float32)[None, :]
    bpm, share = session.run(["bpm", "share"], {"wave": wave})
    return bpm[0], share[0]


hreval.detector(
    heart_rate, name="onnx.spectrum", version=version("onnxruntime"),
    sample_rate=RATE_HZ, range_bpm=(40, 220),
)
