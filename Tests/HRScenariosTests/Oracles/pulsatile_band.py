"""Makes pulsatile_band.json: power of the zero-phase 0.5-8 Hz band-pass of known signals, by SciPy."""
import json
import os

import numpy as np
import scipy
from scipy import signal

rows = []
for rate, seconds in ((10, 30), (30, 20), (125, 6)):
    t = np.arange(rate * seconds) / rate
    x = 3 + 0.02 * t + np.sin(2 * np.pi * 0.9 * t) + 0.4 * np.sin(2 * np.pi * 0.55 * t + 1) + 0.3 * np.sin(2 * np.pi * 3.9 * t)
    upper = min(8, 0.45 * rate)
    sos = np.vstack([signal.butter(4, 0.5, "highpass", fs=rate, output="sos"),
                     signal.butter(4, upper, "lowpass", fs=rate, output="sos")])
    # Steady-state start of a band-pass is "the first value has always been there": sosfiltfilt does the same.
    y = signal.sosfiltfilt(sos, x, padtype="odd", padlen=min(len(x) - 1, 3 * rate))
    rows.append(dict(sampleRate=rate, seconds=seconds, power=float(np.mean(y * y)), middle=float(y[len(y) // 2]), first=float(y[0])))
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "pulsatile_band.json"), "w") as f:
    json.dump(dict(scipy=scipy.__version__, numpy=np.__version__, rows=rows), f, indent=1)
    f.write("\n")
