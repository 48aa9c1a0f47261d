"""A small host that speaks hreval's protocol to a program, for the tests of the clients."""

import json
import math
import os
import select
import struct
import subprocess
import tempfile


class Host:
    """Starts a program and talks to it. `frames` is what it is offered."""

    def __init__(self, command, frames=("json", "binary"), folder=None):
        self.stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr, bufsize=0
        )
        self.output, self.input = self.process.stdout.fileno(), self.process.stdin.fileno()
        self.buffer = b""
        self.is_binary = False
        self.write(json.dumps({"hreval": 1, "frames": list(frames)}).encode() + b"\n")
        try:
            self.description = json.loads(self.line())
        except BaseException:
            self.__exit__()
            raise
        self.is_binary = self.description.get("frames") == "binary"

    # Bytes

    def write(self, data):
        view = memoryview(data)
        while len(view):
            view = view[os.write(self.input, view) :]

    def more(self, seconds=30):
        if not select.select([self.output], [], [], seconds)[0]:
            raise TimeoutError("the program is silent")
        data = os.read(self.output, 1 << 20)
        if not data:
            raise EOFError("the program ended: " + self.said())
        self.buffer += data

    def take(self, count):
        while len(self.buffer) < count:
            self.more()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def line(self):
        while b"\n" not in self.buffer:
            self.more()
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line

    # Messages

    def frame(self, kind, payload):
        self.write(struct.pack("<II", len(payload), kind) + payload)

    def begin(self, number=1, rates=None, parameters=None, **more):
        self.rates = rates or {"ppg": 100}
        first = next(iter(self.rates.values()))
        message = {
            "begin": number, "sampleRate": first, "sampleRates": self.rates, "channels": list(self.rates),
            "windowSeconds": 20, "hopSeconds": 5, "parameters": parameters or {}, **more,
        }
        text = json.dumps(message).encode()
        self.frame(1, text) if self.is_binary else self.write(text + b"\n")
        return self.answer()

    def ask(self, identifier, start, end, samples, times=None, windows=()):
        self.send(self.question(identifier, start, end, samples, times, windows))
        return self.answer()

    def question(self, identifier, start, end, samples, times=None, windows=()):
        if not isinstance(samples, dict):
            samples = {next(iter(self.rates)): samples}
        times = times or {}
        if not self.is_binary:
            message = {"id": identifier, "start": start, "end": end}
            message["samples"] = {name: _listed(values) for name, values in samples.items()}
            if times:
                message["times"] = {name: list(values) for name, values in times.items()}
            if windows:
                message["windows"] = [{"id": i, "start": a, "end": b} for i, a, b in windows]
            return json.dumps(message).encode() + b"\n"
        parts = [struct.pack("<QddII", identifier, start, end, len(samples), len(windows))]
        parts += [struct.pack("<Qdd", *one) for one in windows]
        for name, values in samples.items():
            parts.append(struct.pack("<II", len(values), name in times))
            parts.append(struct.pack(f"<{len(values)}d", *values))
            if name in times:
                parts.append(struct.pack(f"<{len(values)}d", *times[name]))
        payload = b"".join(parts)
        return struct.pack("<II", len(payload), 2) + payload

    send = write

    def answer(self):
        """The next answer, in the words of the JSON framing."""
        if not self.is_binary:
            return json.loads(self.line(), parse_constant=_no_constant)
        length, kind = struct.unpack("<II", self.take(8))
        data = self.take(length)
        if kind == 3:
            return json.loads(data, parse_constant=_no_constant)
        if kind == 4:
            identifier, bpm, confidence = struct.unpack_from("<Qdd", data)
            answer = {"id": identifier, "bpm": bpm}
            if not math.isnan(confidence):
                answer["confidence"] = confidence
            if length > 24:
                answer["beats"] = list(struct.unpack(f"<{(length - 24) // 8}d", data[24:]))
            return answer
        if kind == 5:
            (identifier,) = struct.unpack_from("<Q", data)
            values = struct.unpack(f"<{(length - 8) // 8}d", data[8:])
            return {"id": identifier, "samples": [None if math.isnan(value) else value for value in values]}
        raise AssertionError(f"a frame of kind {kind}")

    def end(self):
        """Ends the input; gives the exit code. Nothing may come after the answers."""
        self.process.stdin.close()
        code = self.process.wait(30)
        rest = self.buffer + self.process.stdout.read()
        self.process.stdout.close()
        if rest:
            raise AssertionError(f"more than answers came: {rest[:200]!r}")
        return code

    def said(self):
        self.stderr.seek(0)
        return self.stderr.read().decode(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for one in (self.process.stdin, self.process.stdout, self.stderr):
            one.close()


def _listed(values):
    return [None if math.isnan(value) else float(value) for value in values]


def _no_constant(name):
    raise AssertionError(f"{name} is no JSON")
