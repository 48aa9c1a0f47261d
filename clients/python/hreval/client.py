"""Detectors, filters and extractors for hreval, written in Python.

This module lets hreval run a function of yours. It needs Python 3.9 and NumPy, and nothing else of the package: a copy
of this one file with the name hreval.py, beside a script, serves where the package is not installed.

A detector is a function, and one line at the end of its script:

    import hreval

    def my_rate(samples, rate):          # a NumPy array, and its samples per second
        ...
        return 71.8                      # beats per minute

    hreval.detector(my_rate, name="mine", version="1")

In an experiment it stands where a built-in detector would:

    "detectors": ["fusion", { "command": ["python3", "my_rate.py"], "files": ["hreval.py"] }]

What a function may return:

    71.8                                 a rate
    (71.8, 0.9)                          a rate and a confidence from 0 to 1
    hreval.Answer(71.8, confidence=0.9, beats=[0.4, 1.2])
    None, or "too noisy"                 no rate (and why): counts against coverage, not as a failure

An exception makes its window fail; its traceback goes to standard error. Missing samples are NaN. `print` is safe:
what a script prints goes to standard error too.

What a function sees follows from its first argument:

    def f(samples, rate)                 the first channel of one window
    def f(window)                        one window with all channels: see Window
    def f(recording)                     a whole recording; gives (yields or returns) an answer for each of its windows
    class with push and reading          a stream: see `detector`
    class with estimate                  windows, with what is made ready for each recording: see `detector`

Arguments with a number as default are parameters that an experiment can set.
"""

from __future__ import annotations

import builtins
import inspect
import io
import json
import math
import numbers
import os
import re
import stat
import struct
import sys
import traceback
from typing import Any, Callable, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np

__all__ = ["Answer", "Parameter", "Recording", "Window", "detector", "extractor", "filter"]

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Range = Tuple[float, float]


def _hold_back():
    """Between two pipes, keeps what is printed until `detector` has sent it to standard error (PYTHONUNBUFFERED)."""
    try:
        if all(stat.S_ISFIFO(os.fstat(one).st_mode) for one in (0, 1)):
            sys.stdout.reconfigure(write_through=False, line_buffering=False)
    except (AttributeError, OSError, ValueError):
        pass


_hold_back()


# What a function is given and gives back


class Answer:
    """A rate with what is known about it.

    bpm: beats (or breaths) per minute, finite and above 0.
    confidence: from 0 to 1; None or NaN where there is none.
    beats: times of beats in seconds, on the clock of `window.start`.
    """

    __slots__ = ("bpm", "confidence", "beats")

    def __init__(self, bpm: float, confidence: Optional[float] = None, beats: Optional[Sequence[float]] = None) -> None:
        self.bpm, self.confidence, self.beats = bpm, confidence, beats

    def __repr__(self) -> str:
        return f"hreval.Answer({self.bpm!r}, confidence={self.confidence!r}, beats={self.beats!r})"


class Parameter:
    """A parameter that an experiment can set.

    default: a number or a word.
    range: (lowest, highest) of a number; left out, any number will do.
    choices: the words it can be; a word needs them.
    integer: whether it is a whole number; so it is where the default is an int.
    summary: one sentence for listings.
    """

    def __init__(
        self,
        default: Union[float, str],
        range: Optional[_Range] = None,
        choices: Optional[Sequence[str]] = None,
        integer: Optional[bool] = None,
        summary: Optional[str] = None,
    ) -> None:
        if isinstance(default, bool) or not isinstance(default, (numbers.Real, str)):
            raise TypeError(f"the default of a parameter is a number or a word, not {default!r}")
        is_word = isinstance(default, str)
        if is_word and (range is not None or integer):
            raise ValueError(f"the parameter's default is the word {default!r}: it has choices, not a range")
        if not is_word and choices is not None:
            raise ValueError(f"the parameter's default is the number {default!r}: it has a range, not choices")
        if is_word and choices is None:
            raise ValueError(f"the parameter's default is the word {default!r}: say which choices=[…] there are")
        if choices is not None and default not in choices:
            raise ValueError(f"the default {default!r} is none of the choices {list(choices)!r}")
        if range is not None and not range[0] <= default <= range[1]:  # type: ignore[operator]
            raise ValueError(f"the default {default!r} is outside the range {tuple(range)!r}")
        self.default, self.summary = default, summary
        self.range = None if range is None else tuple(range)
        self.choices = None if choices is None else list(choices)
        self.integer = isinstance(default, numbers.Integral) if integer is None else bool(integer)

    def __repr__(self) -> str:
        more = {"range": self.range, "choices": self.choices, "summary": self.summary}
        text = "".join(f", {key}={value!r}" for key, value in more.items() if value is not None)
        return f"hreval.Parameter({self.default!r}{text}" + (f", integer={self.integer})" if not self._is_word else ")")

    @property
    def _is_word(self):
        return isinstance(self.default, str)

    def _described(self, name):
        entry = {"name": name, "default": self.default if self._is_word else _plain(self.default)}
        if self._is_word:
            entry["choices"] = self.choices
        else:
            widest = 10 ** max(9, math.ceil(math.log10(abs(self.default) + 1)))
            entry["range"] = [_plain(edge) for edge in self.range or (-widest, widest)]
        if self.integer and not self._is_word:
            entry["integer"] = True
        if self.summary is not None:
            entry["summary"] = self.summary
        return entry

    def _value(self, value):
        return int(value) if self.integer and not self._is_word else value


class Window:
    """Channels between two moments.

    start, end: in seconds after the recording's first sample.
    channels: names of the channels that are there.
    rates: samples per second of each channel.
    window["green"]: a channel's samples; NaN where one is missing.
    window.times("green"): their times, on the clock of start.
    samples, rate: of the first channel.
    """

    __slots__ = ("start", "end", "rates", "_samples", "_times")

    def __init__(self, start, end, samples, rates, times=None):
        self.start, self.end, self.rates = start, end, rates
        self._samples, self._times = samples, times or {}

    @property
    def channels(self) -> Tuple[str, ...]:
        return tuple(self._samples)

    @property
    def samples(self) -> np.ndarray:
        return next(iter(self._samples.values()))

    @property
    def rate(self) -> float:
        return self.rates[next(iter(self._samples))]

    def __getitem__(self, channel: str) -> np.ndarray:
        return self._samples[channel]

    def __contains__(self, channel: object) -> bool:
        return channel in self._samples

    def times(self, channel: Optional[str] = None) -> np.ndarray:
        """Times of a channel's samples (of the first one's), in seconds after the recording's first sample."""
        channel = next(iter(self._samples)) if channel is None else channel
        if channel not in self._times:
            rate = self.rates[channel]
            # Samples lie on the grid that begins with the recording's first one.
            first = math.ceil(self.start * rate - 1e-6)
            self._times[channel] = (first + np.arange(len(self._samples[channel]))) / rate
        return self._times[channel]

    def __repr__(self) -> str:
        counts = ", ".join(f"{name}: {len(values)} samples" for name, values in self._samples.items())
        return f"<{type(self).__name__} {self.start:g} to {self.end:g} s; {counts}>"


class Recording(Window):
    """A whole recording: a Window from its start to its end.

    windows: the windows to answer, in their order, each a Window.
    """

    __slots__ = ("_spans",)

    def __init__(self, start, end, samples, rates, times=None, spans=()):
        super().__init__(start, end, samples, rates, times)
        self._spans = spans

    @property
    def windows(self) -> List[Window]:
        return [self.cut(start, end) for _, start, end in self._spans]

    def cut(self, start: float, end: float) -> Window:
        """What lies from `start` on and before `end`, both in seconds."""
        samples, times = {}, {}
        for name, values in self._samples.items():
            at = self.times(name)
            part = slice(*np.searchsorted(at, [start - 1e-9, end - 1e-9]))
            samples[name], times[name] = values[part], at[part]
        return Window(start, end, samples, self.rates, times)


# What a function takes


class _Call:
    """How to call a function with a window: what it wants first, whether it takes the rate, and its parameters."""

    _objects = ("window", "recording")

    def __init__(self, fn, parameters=None):
        self.fn = fn
        try:
            arguments = list(inspect.signature(fn).parameters.values())
        except (TypeError, ValueError):
            raise TypeError(f"{fn!r} does not say what it takes; wrap it in a function of your own") from None
        positional = [one for one in arguments if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
        if not positional:
            raise TypeError(f"{_name(fn)} takes no argument; it needs at least one: samples, window or recording")
        self.first = positional[0].name
        self.takes_object = self.first in self._objects
        rest = [one for one in arguments if one is not positional[0]]
        self.takes_rate = False
        if not self.takes_object and len(positional) > 1:
            second = positional[1]
            if second.default is second.empty and second.name not in (parameters or {}):
                self.takes_rate = True
                rest.remove(second)
        self.parameters = _parameters(_name(fn), rest, parameters)

    def __call__(self, window, values):
        if self.takes_object:
            return self.fn(window, **values)
        if self.takes_rate:
            return self.fn(window.samples, window.rate, **values)
        return self.fn(window.samples, **values)


def _parameters(name, arguments, given):
    """Parameters by name: those given, or the arguments that have a number as their default."""
    takes_any = any(one.kind is one.VAR_KEYWORD for one in arguments)
    named = {one.name: one for one in arguments if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    if given is None:
        given = {
            key: one.default
            for key, one in named.items()
            if isinstance(one.default, numbers.Real) and not isinstance(one.default, bool)
        }
    result = {}
    for key, value in given.items():
        if key not in named and not takes_any:
            raise TypeError(f"{name} has no argument for the parameter {key!r}; it has {', '.join(named) or 'none'}")
        result[key] = value if isinstance(value, Parameter) else Parameter(value)
    for key, one in named.items():
        if one.default is one.empty and key not in result:
            raise TypeError(f"argument {key!r} of {name} has no default and is no parameter")
    return result


class _Job:
    """A function or class of the user's: made ready for each recording, asked for each window."""

    def __init__(self, fn, sees, parameters):
        self.fn, self.is_class = fn, inspect.isclass(fn)
        if self.is_class:
            self._look_at_class(fn, parameters)
        elif callable(fn):
            self.ask = _Call(fn, parameters=parameters)
            self.parameters = self.ask.parameters
            self.sees = "recording" if self.ask.first == "recording" else "window"
        else:
            raise TypeError(f"a function or a class is wanted, not {fn!r}")
        if sees is not None and sees != self.sees:
            if sees == "recording" and not self.is_class:
                self.sees = sees
            else:
                raise ValueError(
                    f"{_name(fn)} is written for sees={self.sees!r}, not {sees!r}: a stream is a class with push and "
                    "reading, a function of a whole recording has the first argument `recording`"
                )
        self.state = None

    def _look_at_class(self, fn, parameters):
        if hasattr(fn, "push") and hasattr(fn, "reading"):
            self.sees = "stream"
        elif hasattr(fn, "estimate"):
            self.sees = "window"
        else:
            raise TypeError(f"class {fn.__name__} needs the methods push and reading, or estimate")
        arguments = [
            one
            for one in inspect.signature(fn).parameters.values()
            if one.kind is not one.VAR_POSITIONAL and one.name != "rate"
        ]
        self.wants_rate = "rate" in inspect.signature(fn).parameters
        self.parameters = _parameters(fn.__name__, arguments, parameters)

    def begin(self, rate, values):
        self.values = {key: self.parameters[key]._value(value) for key, value in values.items()}
        if not self.is_class:
            return
        # A new object for each recording: what was learnt before is forgotten.
        state = self.fn(**({"rate": rate} if self.wants_rate else {}), **self.values)
        if self.sees == "stream":
            self._push = _Call(state.push)
            self._reading = state.reading
            self._reading_takes_time = len(inspect.signature(state.reading).parameters) > 0
        else:
            self._estimate = _Call(state.estimate)

    def __call__(self, window):
        if not self.is_class:
            return self.ask(window, self.values)
        if self.sees == "window":
            return self._estimate(window, {})
        if len(window.samples):
            self._push(window, {})
        return self._reading(window.end) if self._reading_takes_time else self._reading()


def _name(fn):
    return getattr(fn, "__name__", type(fn).__name__)


def _plain(value):
    """A number as JSON has it."""
    return int(value) if isinstance(value, numbers.Integral) else float(value)


# Answers


def _one_line(text, longest=300):
    return re.sub(r"[\x00-\x1f\x7f]+", " ", str(text)).strip()[:longest]


class _Tracebacks:
    """Tracebacks on standard error, as many as a person reads."""

    left = 20

    @classmethod
    def show(cls, error):
        if cls.left > 0:
            traceback.print_exception(type(error), error, error.__traceback__)
            cls.left -= 1
            if cls.left == 0:
                print("hreval.py: tracebacks of further errors are not shown", file=sys.stderr)
        return {"error": _one_line(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)}


def _number(value, what):
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        if isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "fiu":
            return float(value)
        raise TypeError(f"{what} is {_one_line(repr(value), 80)}, not a number")
    return float(value)


def _checked(given):
    """What a function gave back, as (bpm, confidence or None, beats or None), or as a dictionary without a rate."""
    if given is None:
        return {"abstain": "no rate"}
    if isinstance(given, str):
        return {"abstain": _one_line(given) or "no rate"}
    if isinstance(given, tuple):
        if len(given) != 2:
            raise TypeError(f"a tuple of {len(given)} was returned; (bpm, confidence) is meant, or hreval.Answer")
        given = Answer(*given)
    elif not isinstance(given, Answer):
        given = Answer(given)
    bpm = _number(given.bpm, "the rate")
    if not (math.isfinite(bpm) and bpm > 0):
        raise ValueError(f"the rate is {bpm}; it must be finite and above 0 (return None where there is none)")
    confidence = None if given.confidence is None else _number(given.confidence, "the confidence")
    if confidence is not None and math.isnan(confidence):
        confidence = None
    if confidence is not None and not 0 <= confidence <= 1:
        raise ValueError(f"the confidence is {confidence}; it must be from 0 to 1")
    beats = None
    if given.beats is not None:
        beats = np.asarray(given.beats, dtype="<f8")
        if beats.ndim != 1 or not np.isfinite(beats).all():
            raise ValueError("beats must be a list of finite times in seconds")
        if (np.diff(beats) <= 0).any():
            raise ValueError("beats must be in rising order")
    return bpm, confidence, beats


# The protocol: docs/reference/programs/protocol.md of hreval


class _ProtocolError(Exception):
    pass


class _JSONTalk:
    """Lines of JSON, both ways."""

    def __init__(self, reader, descriptor):
        self.reader, self.descriptor = reader, descriptor

    def write(self, data):
        view = memoryview(data)
        while len(view):
            view = view[os.write(self.descriptor, view) :]

    def say(self, message):
        self.write(json.dumps(message, allow_nan=False).encode() + b"\n")

    def say_rate(self, identifier, bpm, confidence, beats):
        message = {"id": identifier, "bpm": bpm}
        if confidence is not None:
            message["confidence"] = confidence
        if beats is not None:
            message["beats"] = beats.tolist()
        self.say(message)

    def say_samples(self, identifier, samples):
        values = samples.astype(object)
        values[~np.isfinite(samples)] = None
        self.say({"id": identifier, "samples": values.tolist()})

    def parsed(self, text):
        try:
            message = json.loads(text)
        except ValueError as error:
            raise _ProtocolError(f"a message is no JSON: {error}") from None
        if not isinstance(message, dict):
            raise _ProtocolError("a message is no JSON object")
        return message

    def next(self, begun):
        """The next message: ("begin", object), ("question", id, spans, window), or None at the end."""
        line = self.reader.readline()
        if not line:
            return None
        message = self.parsed(line)
        if "begin" in message:
            return "begin", message
        if begun is None:
            raise _ProtocolError("a question came before the first begin")
        try:
            samples = {name: _array(message["samples"][name]) for name in begun.channels}
            times = {name: _array(values) for name, values in message.get("times", {}).items()}
            spans = [(one["id"], one["start"], one["end"]) for one in message.get("windows", [])]
            start, end = float(message["start"]), float(message["end"])
            return "question", message["id"], spans, begun.window(start, end, samples, times, spans)
        except (KeyError, TypeError, ValueError) as error:
            raise _ProtocolError(f"a question is not understood: {type(error).__name__}: {error}") from None


def _array(values):
    return np.array(values, dtype=float)


class _BinaryTalk(_JSONTalk):
    """Frames: length, kind, payload; little-endian."""

    _head = struct.Struct("<II")
    _question = struct.Struct("<QddII")
    _span = struct.Struct("<Qdd")
    _rate = struct.Struct("<IIQdd")
    _step = 1 << 24

    def say(self, message):
        data = json.dumps(message, allow_nan=False).encode()
        self.write(self._head.pack(len(data), 3) + data)

    def say_rate(self, identifier, bpm, confidence, beats):
        more = b"" if beats is None else beats.tobytes()
        confidence = math.nan if confidence is None else confidence
        self.write(self._rate.pack(24 + len(more), 4, identifier, bpm, confidence) + more)

    def say_samples(self, identifier, samples):
        data = samples.astype("<f8").tobytes()
        self.write(self._head.pack(8 + len(data), 5) + struct.pack("<Q", identifier) + data)

    def exactly(self, count, may_end=False):
        data = bytearray(min(count, self._step))
        have = 0
        while have < count:
            if have == len(data):
                data.extend(bytes(min(count - have, max(have, self._step))))
            with memoryview(data) as view:
                got = self.reader.readinto(view[have:])
            if not got:
                if have == 0 and may_end:
                    return None
                raise _ProtocolError("the input ended inside a frame")
            have += got
        return data

    def next(self, begun):
        head = self.exactly(8, may_end=True)
        if head is None:
            return None
        length, kind = self._head.unpack(head)
        data = self.exactly(length)
        if kind == 1:
            message = self.parsed(bytes(data))
            if "begin" not in message:
                raise _ProtocolError("a frame of kind 1 is no begin")
            return "begin", message
        if kind != 2:
            raise _ProtocolError(f"a frame of kind {kind} came")
        if begun is None:
            raise _ProtocolError("a question came before the first begin")
        try:
            return self.question(data, begun)
        except struct.error:
            raise _ProtocolError("a question is shorter than it says") from None

    def question(self, data, begun):
        identifier, start, end, channel_count, window_count = self._question.unpack_from(data)
        if channel_count != len(begun.channels):
            raise _ProtocolError(f"a question has {channel_count} channels, begin named {len(begun.channels)}")
        offset, samples, times, spans = 32, {}, {}, []
        if window_count:
            if window_count * 24 > len(data) - offset:
                raise _ProtocolError("a question is shorter than it says")
            spans = list(self._span.iter_unpack(memoryview(data)[offset : offset + 24 * window_count]))
            offset += 24 * window_count
        for name in begun.channels:
            count, has_times = self._head.unpack_from(data, offset)
            offset += 8
            for place in (samples, times) if has_times else (samples,):
                if 8 * count > len(data) - offset:
                    raise _ProtocolError("a question is shorter than it says")
                place[name] = np.frombuffer(data, "<f8", count, offset) if count else np.empty(0)
                offset += 8 * count
        if offset != len(data):
            raise _ProtocolError(f"a question has {len(data) - offset} bytes too many")
        return "question", identifier, spans, begun.window(start, end, samples, times, spans)


class _Begun:
    """What is known of the recording that was begun."""

    def __init__(self, message, is_stream):
        try:
            self.channels = [str(name) for name in message["channels"]]
            rates = message.get("sampleRates", {})
            self.rates = {name: rates.get(name, message.get("sampleRate")) for name in self.channels}
            self.parameters = dict(message.get("parameters", {}))
            self.rate = self.rates[self.channels[0]]
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise _ProtocolError(f"begin is not understood: {type(error).__name__}: {error}") from None
        self.seen = {} if is_stream else None

    def window(self, start, end, samples, times, spans):
        if spans:
            return Recording(start, end, samples, self.rates, times, spans)
        if self.seen is not None:
            for name, values in samples.items():
                if name not in times:
                    times[name] = self.stream_times(name, start, end, len(values))
        return Window(start, end, samples, self.rates, times)

    def stream_times(self, name, start, end, count):
        """A stream's samples follow each other; the first of them is where as many samples end at `end`."""
        rate = self.rates[name]
        if name not in self.seen:
            first = end - count / rate
            self.seen[name] = [start if abs(start - first) <= 1.5 / rate else max(0.0, first), 0]
        origin, before = self.seen[name]
        self.seen[name][1] = before + count
        return origin + (before + np.arange(count)) / rate


class _Program:
    """A detector, filter or extractor that hreval can talk to."""

    def __init__(self, job, description, frames):
        self.job, self.description, self.frames = job, description, frames

    def usage(self):
        script = os.path.basename(sys.argv[0] or "my_detector.py")
        about = self.description
        kind = about.get("kind", "detector")
        where = {
            "detector": '"detectors": [{ %s }]',
            "filter": '"filters": [{ %s }]',
            "extractor": '"extractor": { %s }',
        }[kind] % f'"command": ["python3", "{script}"], "files": ["hreval.py"]'
        return (
            f"{script} is the {kind} \"{about['name']}\" (version {about['version']}) for hreval, which starts it: "
            f"name it in an experiment as {where}, or see `hreval list --command python3 {script}`."
        )

    def serve(self):
        """Answers until the input ends."""
        own_input, own_output = os.dup(0), os.dup(1)
        # The script's own reading and printing must not take part in the talk, nor what it has printed so far.
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        if sys.stdout is not None:
            sys.stdout.flush()
        reader = io.open(own_input, "rb", buffering=1 << 20)
        talk = _JSONTalk(reader, own_output)
        try:
            line = reader.readline()
            if not line:
                print(self.usage(), file=sys.stderr)
                return 0
            hello = talk.parsed(line)
            if hello.get("hreval") != 1:
                raise _ProtocolError(f"the protocol's version is {hello.get('hreval')!r}; this client speaks version 1")
            is_binary = self.frames == "binary" and "binary" in hello.get("frames", [])
            talk.say({**self.description, "frames": "binary" if is_binary else "json"})
            self.answer_all(_BinaryTalk(reader, own_output) if is_binary else talk)
            return 0
        except BrokenPipeError:
            return 0
        except KeyboardInterrupt:
            return 130
        except _ProtocolError as error:
            print(f"hreval.py: {error}", file=sys.stderr)
            return 2

    def answer_all(self, talk):
        begun = None
        is_stream = self.job.sees == "stream"
        kind = self.description.get("kind", "detector")
        while True:
            message = talk.next(begun)
            if message is None:
                return
            if message[0] == "begin":
                begun = _Begun(message[1], is_stream)
                answer = {"begin": message[1]["begin"]}
                try:
                    self.job.begin(begun.rate, begun.parameters)
                except Exception as error:
                    answer.update(_Tracebacks.show(error))
                talk.say(answer)
                continue
            _, identifier, spans, window = message
            if kind != "detector":
                self.answer_samples(talk, identifier, window)
            elif self.job.sees == "recording":
                self.answer_windows(talk, spans, window)
            else:
                try:
                    answer = _checked(self.job(window))
                except Exception as error:
                    answer = _Tracebacks.show(error)
                self.say(talk, identifier, answer)

    @staticmethod
    def say(talk, identifier, answer):
        if isinstance(answer, dict):
            talk.say({"id": identifier, **answer})
        else:
            talk.say_rate(identifier, *answer)

    def answer_windows(self, talk, spans, recording):
        failed = None
        try:
            given = self.job(recording)
            if given is None or isinstance(given, (str, Answer, numbers.Real)):
                raise TypeError("one answer was given for the whole recording; an answer for each window is wanted")
            given = iter(given)
        except Exception as error:
            failed = _Tracebacks.show(error)
        for number, (identifier, _, _) in enumerate(spans):
            answer = failed
            if failed is None:
                try:
                    answer = _checked(next(given))
                except StopIteration:
                    answer = failed = {"error": f"{number} answers were given for {len(spans)} windows"}
                except Exception as error:
                    answer = _Tracebacks.show(error)
                    # A generator that has raised gives nothing more.
                    failed = answer if inspect.isgenerator(given) and given.gi_frame is None else None
            self.say(talk, identifier, answer)

    def answer_samples(self, talk, identifier, window):
        try:
            samples = np.asarray(self.job(window), dtype=float)
            wanted = len(window.samples)
            if samples.ndim != 1 or len(samples) != wanted:
                raise ValueError(f"samples of shape {samples.shape} were returned; {wanted} samples are wanted")
        except Exception as error:
            talk.say({"id": identifier, **_Tracebacks.show(error)})
        else:
            talk.say_samples(identifier, samples)


# What scripts call


def detector(
    fn: Optional[_Function] = None,
    *,
    name: Optional[str] = None,
    version: str = "1",
    channels: Union[str, Sequence[str]] = ("ppg",),
    parameters: Optional[Mapping[str, Any]] = None,
    sees: Optional[str] = None,
    optional_channels: Sequence[str] = (),
    sample_rate: Optional[float] = None,
    as_recorded: bool = False,
    look_ahead_seconds: Union[float, str, None] = None,
    tracks: Optional[bool] = None,
    range_bpm: Optional[_Range] = None,
    measurands: Optional[Sequence[str]] = None,
    chance_within_bpm: Optional[float] = None,
    frames: str = "binary",
    serve: Optional[bool] = None,
) -> Any:
    """Makes a function (or class) a detector that hreval can run. Put it last in a script, or use it as a decorator.

    In a script that hreval has started, it answers hreval's questions and ends the script with them; typed at a
    terminal, it says in one line how to use the script. In a notebook, and in a module that another script imports, it
    does nothing but check. It returns `fn`.

    fn: what it is given follows from its first argument: `samples` (of the first channel; a second argument without a
        default is the rate), `window` or `recording`. A class is made anew for each recording, with `rate` where its
        constructor has such an argument, and with the parameters:
            push(samples) or push(window), and reading() or reading(time): a stream, which is pushed what is new
            estimate(samples, rate) or estimate(window): windows; what was made ready may be kept from one to the next,
            what was learnt of their signals may not (a stream or a recording has a memory)
    name, version: what stands in results; the name is the function's own where it is left out.
    channels: what it needs: "ppg" is the pulse wave that the experiment's extractor and filters make, others are raw
        ("red", "green", "blue", "accelerationX" …).
    parameters: by name a default or a Parameter; left out, the arguments of fn that have a number as default.
    sees: "window", "stream" or "recording", where it does not follow from fn.
    optional_channels: raw channels that it takes where a recording has them.
    sample_rate: the rate in Hz that its channels are to be brought to.
    as_recorded: whether it wants channels with their own times (`window.times`), not even ones.
    look_ahead_seconds: of a whole recording: how far beyond a window's end an answer may depend on the signal, or
        "recording".
    tracks: of a whole recording: whether an answer depends on what was before its window.
    range_bpm: lowest and highest rate it can give.
    measurands: of "heartRate" and "breathingRate", what it can estimate.
    chance_within_bpm: within how many bpm of the truth its confidence is the chance of being.
    frames: "binary", or "json" for messages that can be read.
    serve: whether to talk to hreval, where this must not be found out.
    """
    options = {
        "optionalChannels": list(optional_channels) or None,
        "sampleRate": sample_rate,
        "samples": "asRecorded" if as_recorded else None,
        "lookAheadSeconds": look_ahead_seconds,
        "tracks": tracks,
        "rangeBPM": None if range_bpm is None else list(range_bpm),
        "measurands": None if measurands is None else list(measurands),
        "chanceWithinBPM": chance_within_bpm,
    }
    return _offer("detector", fn, name, version, channels, parameters, sees, options, frames, serve, sys._getframe(1))


def filter(
    fn: Optional[_Function] = None,
    *,
    name: Optional[str] = None,
    version: str = "1",
    parameters: Optional[Mapping[str, Any]] = None,
    look_ahead_seconds: Union[float, str, None] = None,
    frames: str = "binary",
    serve: Optional[bool] = None,
) -> Any:
    """Makes a function a filter: fn(samples, rate), or fn(recording), gives as many samples as it is shown.

    It is shown the pulse wave of a whole recording; look_ahead_seconds is how far beyond a sample its value may depend
    on the signal. The other arguments are those of `detector`.
    """
    options = {"lookAheadSeconds": look_ahead_seconds}
    return _offer("filter", fn, name, version, ("ppg",), parameters, None, options, frames, serve, sys._getframe(1))


def extractor(
    fn: Optional[_Function] = None,
    *,
    channels: Union[str, Sequence[str]],
    name: Optional[str] = None,
    version: str = "1",
    parameters: Optional[Mapping[str, Any]] = None,
    look_ahead_seconds: Union[float, str, None] = None,
    frames: str = "binary",
    serve: Optional[bool] = None,
) -> Any:
    """Makes a function an extractor: fn(recording) makes the pulse wave of raw channels, as `recording["red"]`.

    It gives as many samples as the first of its channels has. The other arguments are those of `filter` and `detector`.
    """
    options = {"lookAheadSeconds": look_ahead_seconds}
    return _offer("extractor", fn, name, version, channels, parameters, None, options, frames, serve, sys._getframe(1))


def _offer(kind, fn, name, version, channels, parameters, sees, options, frames, serve, frame):
    if frames not in ("binary", "json"):
        raise ValueError(f'frames is "binary" or "json", not {frames!r}')
    if isinstance(channels, str):
        channels = (channels,)

    def offered(fn):
        job = _Job(fn, "recording" if kind != "detector" and not inspect.isclass(fn) else sees, parameters)
        if kind != "detector" and job.is_class:
            raise TypeError(f"{_name(fn)} is a class; a {kind} is a function")
        own_name = name if name is not None else _name(fn)
        if not own_name or own_name == "<lambda>":
            raise ValueError(f"a {kind} needs a name: give name=…")
        description = {"name": str(own_name), "version": str(version)}
        if kind != "detector":
            description["kind"] = kind
        elif job.sees != "window":
            description["sees"] = job.sees
        if kind != "filter":
            description["channels"] = list(channels)
        description.update({key: value for key, value in options.items() if value is not None})
        if job.parameters:
            description["parameters"] = [one._described(key) for key, one in job.parameters.items()]
        program = _Program(job, description, frames)
        wanted = _is_script(frame) if serve is None else serve
        if wanted and serve is None and sys.stdin.isatty():
            print(program.usage())
        elif wanted:
            sys.exit(program.serve())
        try:
            fn.__hreval__ = program
        except AttributeError:
            pass
        return fn

    return offered if fn is None else offered(fn)


def _is_script(frame):
    """Whether the caller is the script that was started, and no notebook or console."""
    if frame.f_globals.get("__name__") != "__main__" or hasattr(sys, "ps1") or sys.stdin is None:
        return False
    return not hasattr(builtins, "__IPYTHON__") and "__file__" in frame.f_globals
