#!/usr/bin/env python3
"""Reads a run's windows.h5 and prints the mean absolute error of every detector in every scenario.

    windows.py reports/demo/windows.h5

Needs h5py. Tried with h5py 3.16.
"""

import sys

import h5py
import numpy as np


def read(path):
    """The columns by name, in the order of windows.csv; words as text. `pandas.DataFrame(read(path))` is the table."""
    with h5py.File(path) as f:
        return {k: f["words"][k].asstr()[:][c[:]] if k in f["words"] else c[:] for k, c in f["windows"].items()}


def main(path):
    windows = read(path)
    rows = dict.fromkeys(zip(windows["scenario"], windows["detector"]))
    for scenario, detector in rows:
        mine = (windows["scenario"] == scenario) & (windows["detector"] == detector)
        errors = windows["errorBPM"][mine & ~np.isnan(windows["errorBPM"])]
        print(scenario, detector, len(errors), abs(errors).mean() if len(errors) else "", sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
