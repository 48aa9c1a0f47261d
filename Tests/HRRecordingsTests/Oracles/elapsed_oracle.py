"""Elapsed times as pandas reads and writes them, for MomentFormTests.

    python3 elapsed_oracle.py > elapsed.json
"""

import datetime
import json
import random
import sys

import pandas

random.seed(41)
rows = []


def add(text):
    """Texts that pandas reads."""
    rows.append({"text": text, "nanoseconds": int(pandas.to_timedelta(text).value)})


for _ in range(150):
    value = random.randrange(-3 * 86400, 40 * 86400) * 10**9 + random.choice([0, random.randrange(10**9)])
    delta = pandas.Timedelta(value, unit="ns")
    # As pandas writes them: "0 days 00:00:01.250000", "-1 days +23:59:58".
    add(str(delta))
for _ in range(100):
    hours, minutes, seconds = random.randrange(0, 99), random.randrange(60), random.randrange(60)
    add(f"{hours:02}:{minutes:02}:{seconds:02}")
    add(f"{hours}:{minutes:02}:{seconds:02}.{random.randrange(1000):03}")
for _ in range(60):
    # As Python writes them: "1 day, 0:00:01.250000".
    delta = datetime.timedelta(
        days=random.randrange(0, 4), seconds=random.randrange(86400), microseconds=random.choice([0, 250000]))
    rows.append({"text": str(delta), "nanoseconds": (delta // datetime.timedelta(microseconds=1)) * 1000})
for unit in ["s", "sec", "min", "hr", "day", "days"]:
    # As MATLAB shows durations.
    for number in ["0.04", "12", "1.5", "0.000123456"]:
        add(f"{number} {unit}")
for text in ["", "1", "1:2", "1:60", "1:00:60", "0:00.", "0:00:00:00", "1 week", "day", "1 days 2", "12.5", "-", "--1:00", "1:00 s"]:
    rows.append({"text": text, "nanoseconds": None})
json.dump(
    {"made": {"python": sys.version.split()[0], "pandas": pandas.__version__}, "texts": rows}, sys.stdout, indent=0)
