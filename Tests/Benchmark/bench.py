#!/usr/bin/env python3
"""Times hreval beside the NumPy/SciPy program of this folder, alternating, and prints medians and their ratio.

usage: bench.py HREVAL OUTPUT HDF5_RECORDINGS CSV_RECORDINGS [--python PYTHON] [--repeats N]

HREVAL is the program, OUTPUT a folder for what is written. PYTHON is an interpreter with NumPy, SciPy, h5py and pandas;
without it hreval is timed alone. A time is of a whole process, from the recordings to the last file of a run's default
files. Cores are processor seconds per second; memory is that of the largest process; "after the workers" is the share
of the time in which the run's own process judges and writes what its workers have found.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = [("hdf5", 1.0), ("hdf5", 0.1), ("csv", 1.0)]


def experiment(form, hop, recordings, output):
    path = output / f"{form}-{hop:g}.json"
    path.write_text(json.dumps({
        "schemaVersion": 1, "name": f"bench-{form}", "seed": 1,
        "datasets": [{
            "dataset": str(HERE.parents[1] / f"datasets/hreval-{form}/dataset.json"), "root": str(recordings)}],
        "windows": {"windowSeconds": 30, "hopSeconds": hop}, "scenarios": ["clean"],
        "detectors": ["fft", "peak", "combined"]}))
    return path


def timed(command, log):
    """Seconds, processor seconds and the end of a process; its output goes to a file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.time()
    with open(log, "wb") as file:
        code = subprocess.run(
            [str(part) for part in command], stdout=file, stderr=file, stdin=subprocess.DEVNULL,
            env={**os.environ, "HREVAL_LEDGER": "off"}).returncode
    end = time.time()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code != 0:
        sys.exit(f"bench.py: {command[0]} ended with {code}:\n{Path(log).read_text(errors='replace')}")
    return end - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, end


def largest(command, log):
    """Megabytes of the largest process of a command, which is run by an interpreter of its own."""
    script = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, "
        "stderr=subprocess.DEVNULL, check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    with open(log, "wb") as file:
        found = subprocess.run(
            [sys.executable, "-c", script, *(str(part) for part in command)], stdout=subprocess.PIPE, stderr=file,
            env={**os.environ, "HREVAL_LEDGER": "off"}, check=True).stdout
    # Linux counts kilobytes, macOS bytes.
    return int(found) / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def measured(form, hop, recordings, options):
    output = Path(options.output)
    file = experiment(form, hop, recordings, output)
    run = output / f"{form}-{hop:g}"
    mine = [options.program, "run", file, "--output", run, "--quiet", "--force"]
    other = [
        options.python, "-B", HERE / "scipy_bench.py", recordings, form, hop, os.cpu_count(), output / "scipy"]
    own, cores, after, theirs, bare = [], [], [], [], []
    for _ in range(options.repeats):
        seconds, processor, end = timed(mine, output / "hreval.log")
        own.append(seconds)
        cores.append(processor / seconds)
        # The store is written to until the last worker has answered.
        after.append((end - (run / "units.store").stat().st_mtime) / seconds)
        if options.python:
            theirs.append(timed(other, output / "scipy.log")[0])
            bare.append(timed([*other, "--no-windows"], output / "scipy.log")[0])
    windows = sum(1 for _ in open(run / "windows.csv")) - 1
    median = statistics.median(own)
    line = (
        f"{form}, {windows // 3} windows, 3 detectors: {median:.2f} s ({min(own):.2f} to {max(own):.2f}), "
        f"{statistics.median(cores):.2f} cores, {100 * statistics.median(after):.0f} % after the workers, "
        f"{largest(mine, output / 'memory.log'):.0f} MB")
    if options.python:
        line += (
            f"; SciPy {statistics.median(theirs):.2f} s, {statistics.median(theirs) / median:.1f} times as long; "
            f"without its files of windows {statistics.median(bare):.2f} s, {statistics.median(bare) / median:.1f} times")
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(usage="bench.py HREVAL OUTPUT HDF5_RECORDINGS CSV_RECORDINGS [--python PYTHON]")
    for name in ("program", "output", "hdf5", "csv"):
        parser.add_argument(name)
    parser.add_argument("--python")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    Path(options.output).mkdir(parents=True, exist_ok=True)
    for form, hop in CASES:
        measured(form, hop, Path(getattr(options, form)).resolve(), options)


if __name__ == "__main__":
    main()
