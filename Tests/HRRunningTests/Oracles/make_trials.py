"""Writes trials.json: digests and answers of a program that knows nothing of hreval, for TrialRoundTripTests.

Run in this folder with the path of hreval. It makes the study of the test, has it exported in both formats, and reads
the files with NumPy and h5py: the digest of every trial as the README of the export states it, and the largest FFT bin
of each window as its answer. Digests are kept of undamaged trials, whose numbers are the same on every machine.
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

DESCRIPTOR = {
    "schemaVersion": 1, "name": "made",
    "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
              {"name": "beats", "path": "{recording}_beats.csv"}],
    "channels": {"ppg": "ppg", "accelerometerX": "x"},
    "reference": [{"beats": {"file": "beats", "column": "beat_s"}}],
}
EXPERIMENT = {
    "schemaVersion": 1, "name": "trial", "seed": 7, "datasets": ["made"],
    "windows": {"windowSeconds": 10, "hopSeconds": 5}, "detectors": ["fft"],
    "scenarios": ["clean", {"label": "noise/{snrDecibels} dB", "scenario": "whiteNoise",
                            "parameters": {"snrDecibels": [20, 0]}, "repeats": 2}],
}


def study(folder):
    data = folder / "datasets" / "made"
    data.mkdir(parents=True)
    (data / "dataset.json").write_text(json.dumps(DESCRIPTOR))
    for name, step in (("r1", 4), ("r2", 5)):
        rows = [f"{k / 25},{abs(k * step % 100 - 50)},{k % 7 - 3}" for k in range(600)]
        (data / f"{name}.csv").write_text("time_s,ppg,x\n" + "\n".join(rows) + "\n")
        beats = [f"{k * 4 / step}" for k in range(24)]
        (data / f"{name}_beats.csv").write_text("beat_s\n" + "\n".join(beats) + "\n")
    (folder / "trial.json").write_text(json.dumps(EXPERIMENT))


def channels(folder, trial):
    """Times and values by channel, of either format."""
    found = {}
    for name in trial["files"]:
        path = folder / name
        if path.suffix == ".h5":
            with h5py.File(path) as file:
                for key, data in file["channels"].items():
                    if key.endswith("_time"):
                        continue
                    if "sample_rate" in data.attrs:
                        times = data.attrs["start_time"] + np.arange(len(data)) / data.attrs["sample_rate"]
                    else:
                        times = file["channels"][key + "_time"][:]
                    found[key] = (times, data[:])
        else:
            head = path.read_text().split("\n", 1)[0].split(",")
            table = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
            for column, key in enumerate(head[1:], 1):
                found[key] = (table[:, 0], table[:, column])
    return found


def digest(found):
    text = ""
    for key in sorted(found, key=lambda key: key.encode()):
        numbers = np.concatenate(found[key]).astype("<f8") + 0.0
        numbers[np.isnan(numbers)] = np.nan
        text += f"{key} {hashlib.sha256(numbers.tobytes()).hexdigest()}\n"
    return hashlib.sha256(text.encode()).hexdigest()


def answers(found, windows):
    times, values = found["ppg"]
    lines = []
    for k in range(windows["count"]):
        start = windows["firstStart"] + k * windows["hopSeconds"]
        end = start + windows["seconds"]
        part = values[(times >= start) & (times < end)]
        power = np.abs(np.fft.rfft((part - part.mean()) * np.hanning(len(part)), 8192))
        hertz = np.fft.rfftfreq(8192, np.median(np.diff(times)))
        band = (hertz >= 0.7) & (hertz <= 3.5)
        lines.append([end - 0.01, round(60 * float(hertz[band][np.argmax(power[band])]), 4)])
    return lines


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        study(folder)
        kept = {}
        for form in ("hdf5", "csv"):
            subprocess.run([sys.argv[1], "export", "trial.json", "--to", form, "--format", form], cwd=folder, check=True)
            manifest = json.loads((folder / form / "manifest.json").read_text())
            for trial in manifest["trials"]:
                found = channels(folder / form, trial)
                assert digest(found) == trial["sha256"], trial
                key = "/".join(trial["files"][0].split("/")[1:-1]) + f"/{trial['repeat']}"
                entry = {"trial": key, "answers": answers(found, trial["windows"])}
                if trial["scenario"] == "clean":
                    entry["sha256"] = digest(found)
                assert kept.setdefault(key, entry) == entry
    out = {"numpy": np.__version__, "h5py": h5py.__version__, "trials": list(kept.values())}
    pathlib.Path("trials.json").write_text(json.dumps(out, separators=(",", ":")) + "\n")
