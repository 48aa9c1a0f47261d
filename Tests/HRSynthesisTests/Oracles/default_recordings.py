"""Makes default_recordings.json: what `hreval synthesize` wrote before it had presets.

Nightly baselines rest on the default output, so this file is not made anew when the program changes:
    python default_recordings.py HREVAL COMMIT
with HREVAL the program built from COMMIT (the last one without presets).
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

program, commit = sys.argv[1:3]
options = ["--count", "12", "--seconds", "30", "--seed", "3"]
recordings = []
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([program, "synthesize", "--output", folder, *options], check=True)
    for path in sorted(glob.glob(folder + "/*.h5")):
        with h5py.File(path) as f:
            channels = []
            for name in sorted(f["channels"]):
                x = f["channels"][name][()]
                # A sum that no exchange of samples leaves as it is.
                channels.append(dict(name=name, count=len(x), first=x[:3].tolist(), last=float(x[-1]),
                                     weighted=float(np.mean(x * np.sin(np.arange(len(x)) + 1.0)))))
            recordings.append(dict(
                id=os.path.basename(path)[:-3],
                metadata={k[5:]: v if isinstance(v, str) else v.decode() for k, v in f.attrs.items() if k.startswith("meta_")},
                beats=f["reference/beats"][()].tolist(), breaths=f["reference/breaths"][()].tolist(), channels=channels))
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "default_recordings.json"), "w") as f:
    json.dump(dict(commit=commit, command="hreval synthesize " + " ".join(options), h5py=h5py.__version__, numpy=np.__version__,
                   recordings=recordings), f, separators=(",", ":"))
    f.write("\n")
