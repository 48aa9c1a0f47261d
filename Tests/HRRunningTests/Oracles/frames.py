"""Frames of hreval's protocol for programs, made with Python's struct module and written as hexadecimal digits.

python3 frames.py > frames.json    (Python 3.11.7)
"""

import json
import struct


def frame(kind, payload):
    return struct.pack("<II", len(payload), kind) + payload


def question(id, start, end, channels, windows=()):
    parts = struct.pack("<QddII", id, start, end, len(channels), len(windows))
    for window in windows:
        parts += struct.pack("<Qdd", *window)
    for samples, times in channels:
        parts += struct.pack("<II", len(samples), 1 if times else 0)
        parts += struct.pack(f"<{len(samples)}d", *samples) + struct.pack(f"<{len(times)}d", *times)
    return frame(2, parts)


made = {
    "begin": frame(1, b'{"begin":1}'),
    "window": question(4711, 5, 5.75, [((0.5, float("nan"), -2e300), ())]),
    "times": question(9007199254740991, 0, 1, [((1.0, 2.0), (0.0, 0.25)), ((3.0,), (0.125,))]),
    "recording": question(3, 0, 2, [((1.0, 2.0), ())], [(7, 0, 1), (8, 1, 2)]),
    "rate": struct.pack("<Qdd", 4711, 71.5, 0.25),
    "beats": struct.pack("<Qdddd", 4711, 71.5, float("nan"), 0.5, 1.25),
}
print(json.dumps({name: frame.hex() for name, frame in made.items()}, indent=1))
