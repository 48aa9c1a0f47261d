"""Tests of the clients, against a small host that speaks the protocol: python3 clients/tests/test_clients.py

Needs NumPy; C is tested where there is a compiler, Octave where there is octave-cli.
"""

import json
import math
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = HERE.parent
sys.path[:0] = [str(HERE), str(CLIENTS / "python")]

import numpy as np

import hreval
from hreval import notebook
from host import Host

NAN = math.nan
COMPILER = next((one for one in ("cc", "gcc", "clang") if shutil.which(one)), None)
BOTH = [("json",), ("json", "binary")]


def pulse(bpm, rate=100.0, seconds=20.0, start=0.0):
    """A wave with a second harmonic."""
    times = start + np.arange(int(seconds * rate)) / rate
    return np.sin(2 * np.pi * bpm / 60 * times) + 0.4 * np.sin(4 * np.pi * bpm / 60 * times)


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)


class PythonTests(Folder):
    def script(self, text):
        shutil.copy(CLIENTS / "python/hreval/client.py", pathlib.Path(self.folder, "hreval.py"))
        path = pathlib.Path(self.folder, "script.py")
        path.write_text("import hreval\n" + textwrap.dedent(text))
        return [sys.executable, str(path)]

    def host(self, text, frames=("json", "binary")):
        return Host(self.script(text), frames, self.folder)

    def test_window_answers_of_every_kind_in_both_framings(self):
        text = """
            import sys, os
            print("before")
            def mine(samples, rate, order=3, *, way="a"):
                print("inside")
                os.system("echo from a child")
                first = samples[0]
                samples[0] = 0  # they are the function's own
                if len(samples) == 1: return None
                if len(samples) == 2: return "too noisy"
                if len(samples) == 3: raise ValueError("three\\nlines")
                if len(samples) == 4: return float("nan")
                if len(samples) == 5: return (72, 1.5)
                if len(samples) == 6: return hreval.Answer(72.5, confidence=0.25, beats=[0.5, 1.5])
                if len(samples) == 7: return (len(samples), sum(x != x for x in samples) / 10)
                if len(samples) == 8: return True
                if len(samples) == 9: return 70 + rate / 100 + order + len(way)
                return (1, 2, 3)
            parameters = {
                "order": hreval.Parameter(3, range=(1, 8), summary="Poles."),
                "way": hreval.Parameter("a", choices=["a", "bc"]),
            }
            hreval.detector(mine, name="mine", version=1.2, range_bpm=(30, 240), parameters=parameters)
        """
        for frames in BOTH:
            with self.subTest(frames=frames), self.host(text, frames) as host:
                self.assertEqual(host.description, {
                    "name": "mine", "version": "1.2", "channels": ["ppg"], "rangeBPM": [30, 240],
                    "frames": frames[-1],
                    "parameters": [
                        {"name": "order", "default": 3, "range": [1, 8], "integer": True, "summary": "Poles."},
                        {"name": "way", "default": "a", "choices": ["a", "bc"]},
                    ],
                })
                self.assertEqual(host.begin(7, parameters={"order": 2.0, "way": "bc"}), {"begin": 7})
                ask = lambda count: host.ask(count, 0, 20, [0.5] * count)
                self.assertEqual(ask(1), {"id": 1, "abstain": "no rate"})
                self.assertEqual(ask(2), {"id": 2, "abstain": "too noisy"})
                self.assertEqual(ask(3), {"id": 3, "error": "ValueError: three lines"})
                self.assertIn("the rate is nan", ask(4)["error"])
                self.assertIn("the confidence is 1.5", ask(5)["error"])
                self.assertEqual(ask(6), {"id": 6, "bpm": 72.5, "confidence": 0.25, "beats": [0.5, 1.5]})
                self.assertEqual(host.ask(8, 0, 1, [1, NAN, 3, NAN, 5, 6, NAN]), {"id": 8, "bpm": 7, "confidence": 0.3})
                self.assertIn("not a number", host.ask(9, 0, 1, [0.5] * 8)["error"])
                self.assertEqual(ask(9), {"id": 9, "bpm": 75})
                self.assertIn("a tuple of 3", ask(10)["error"])
                self.assertEqual(host.begin(8), {"begin": 8})
                self.assertEqual(ask(9), {"id": 9, "bpm": 75})
                self.assertEqual(host.end(), 0)
                for words in ("before", "inside", "from a child", 'raise ValueError("three'):
                    self.assertIn(words, host.said())

    def test_window_with_all_channels_and_times(self):
        text = """
            @hreval.detector(name="w", channels=["red"], optional_channels=["green"], as_recorded=True)
            def mine(window):
                assert window.channels == ("red", "green") and "green" in window and "blue" not in window
                assert window.rates == {"red": 10, "green": 25} and window.rate == 10, window.rates
                assert (window.start, window.end) == (5, 7), window
                beats = [*window.times("green")[:2], *window.times("red")[:2]]
                return hreval.Answer(window["green"].sum(), None, beats)
        """
        for frames in BOTH:
            with self.subTest(frames=frames), self.host(text, frames) as host:
                self.assertEqual(host.description["samples"], "asRecorded")
                self.assertEqual(host.description["optionalChannels"], ["green"])
                host.begin(rates={"red": 10, "green": 25})
                answer = host.ask(1, 5, 7, {"red": [1, 2, 3], "green": [4, 5]}, {"red": [5.06, 5.2, 6]})
                self.assertEqual(answer, {"id": 1, "bpm": 9, "beats": [5, 5.04, 5.06, 5.2]})

    def test_stream_is_made_anew_for_each_recording(self):
        text = """
            class Mine:
                def __init__(self, rate, gain=2.0):
                    if rate > 900: raise RuntimeError("too fast")
                    self.rate, self.gain, self.count, self.times = rate, gain, 0, []
                def push(self, window):
                    self.count += len(window.samples)
                    self.times = window.times()[[0, -1]]
                def reading(self, time):
                    return hreval.Answer(self.gain * self.count, time / 100, self.times)
            hreval.detector(Mine)
        """
        for frames in BOTH:
            with self.subTest(frames=frames), self.host(text, frames) as host:
                self.assertEqual(host.description["sees"], "stream")
                gain = {"name": "gain", "default": 2.0, "range": [-1e9, 1e9]}
                self.assertEqual(host.description["parameters"], [gain])
                for number in (1, 2):
                    self.assertEqual(host.begin(number, {"ppg": 10}, {"gain": 0.5}), {"begin": number})
                    answer = host.ask(1, 0, 2, [0] * 20)
                    self.assertEqual(answer, {"id": 1, "bpm": 10, "confidence": 0.02, "beats": [0, 1.9]})
                    answer = host.ask(2, 1, 3, [0] * 10)
                    self.assertEqual(answer, {"id": 2, "bpm": 15, "confidence": 0.03, "beats": [2, 2.9]})
                self.assertEqual(host.begin(3, {"ppg": 1000}), {"begin": 3, "error": "RuntimeError: too fast"})

    def test_class_that_sees_windows_is_made_for_each_recording(self):
        text = """
            class Mine:
                def __init__(self): self.count = 0
                def estimate(self, samples, rate):
                    self.count += 1
                    return self.count
            hreval.detector(Mine)
        """
        with self.host(text) as host:
            self.assertNotIn("sees", host.description)
            for _ in range(2):
                host.begin()
                self.assertEqual([host.ask(k, 0, 1, [0])["bpm"] for k in (1, 2, 3)], [1, 2, 3])

    def test_recording_answers_one_by_one(self):
        text = """
            def mine(recording, stop=9):
                for number, window in enumerate(recording.windows):
                    if number == stop: return
                    if number == 1: yield "why"
                    else:
                        beats = [window.times()[0], window.start + 1, window.end]
                        yield hreval.Answer(window.samples.sum(), None, beats)
            hreval.detector(mine, look_ahead_seconds=3)
        """
        windows = [(2, 0, 2), (3, 1, 3), (4, 2, 4)]
        for frames in BOTH:
            with self.subTest(frames=frames), self.host(text, frames) as host:
                self.assertEqual((host.description["sees"], host.description["lookAheadSeconds"]), ("recording", 3))
                host.begin(1, {"ppg": 2})
                answers = [host.ask(1, 0, 4, range(1, 9), windows=windows), host.answer(), host.answer()]
                self.assertEqual(answers, [
                    {"id": 2, "bpm": 10, "beats": [0, 1, 2]},
                    {"id": 3, "abstain": "why"},
                    {"id": 4, "bpm": 26, "beats": [2, 3, 4]},
                ])
                host.begin(2, {"ppg": 2}, {"stop": 2})
                host.ask(1, 0, 4, range(1, 9), windows=windows), host.answer()
                self.assertEqual(host.answer(), {"id": 4, "error": "2 answers were given for 3 windows"})

    def test_filter_and_extractor(self):
        filter_text = """
            def mine(samples, rate, gain=2.0):
                if len(samples) == 1: return [1, 2]
                return gain * samples
            hreval.filter(mine, name="f")
        """
        extractor_text = """
            def mine(recording):
                return recording["red"] - recording["green"]
            hreval.extractor(mine, channels=["red", "green"])
        """
        for frames in BOTH:
            with self.subTest(frames=frames), self.host(filter_text, frames) as host:
                self.assertEqual(host.description["kind"], "filter")
                self.assertNotIn("channels", host.description)
                host.begin(parameters={"gain": 3})
                self.assertEqual(host.ask(1, 0, 1, [1, NAN, 3]), {"id": 1, "samples": [3, None, 9]})
                self.assertIn("1 samples are wanted", host.ask(2, 0, 1, [1])["error"])
            with self.subTest(frames=frames), self.host(extractor_text, frames) as host:
                self.assertEqual(host.description["kind"], "extractor")
                self.assertEqual(host.description["channels"], ["red", "green"])
                host.begin(rates={"red": 1, "green": 1})
                self.assertEqual(host.ask(1, 0, 2, {"red": [5, 6], "green": [1, 1]})["samples"], [4, 5])

    def test_large_windows(self):
        count = 3_000_000
        with self.host("hreval.detector(lambda samples: samples.sum() / 1e6, name='sum')") as host:
            host.begin()
            self.assertEqual(host.ask(1, 0, 1, np.ones(count)), {"id": 1, "bpm": 3})

    def test_broken_input_ends_with_words(self):
        text = "hreval.detector(lambda samples: 60, name='x')"
        good = struct.pack("<QddIIII", 1, 0, 1, 1, 0, 1, 0) + struct.pack("<d", 1)
        cases = {
            "inside a frame": b"\x09",
            "kind 9": struct.pack("<II", 0, 9),
            "shorter than it says": struct.pack("<II", len(good) - 1, 2) + good[:-1],
            "too many": struct.pack("<II", len(good) + 1, 2) + good + b"x",
            "no JSON": struct.pack("<II", 1, 1) + b"{",
            "2 channels": struct.pack("<II", 32, 2) + struct.pack("<QddII", 1, 0, 1, 2, 0),
        }
        for words, data in cases.items():
            with self.subTest(words), self.host(text) as host:
                host.begin()
                host.write(data)
                self.assertEqual(host.end(), 2)
                self.assertIn(words, host.said())

    def test_without_hreval_it_says_how_to_use_it(self):
        command = self.script("hreval.detector(lambda samples: 60, name='x')")
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn('"command": ["python3", "script.py"]', done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_slips_are_errors(self):
        cases = {
            "has no argument": lambda: hreval.detector(lambda samples: 1, name="x", parameters={"order": 3}),
            "is no parameter": lambda: hreval.detector(lambda samples, rate, other: 1, name="x"),
            "needs a name": lambda: hreval.detector(lambda samples: 1),
            "first argument `recording`": lambda: hreval.detector(lambda samples: 1, name="x", sees="stream"),
            "outside the range": lambda: hreval.Parameter(3, range=(4, 5)),
            "none of the choices": lambda: hreval.Parameter("a", choices=["b"]),
            "which choices": lambda: hreval.Parameter("a"),
            "not True": lambda: hreval.Parameter(True),
        }
        for words, made in cases.items():
            with self.subTest(words), self.assertRaisesRegex((TypeError, ValueError), words):
                made()

    def test_examples(self):
        folder = CLIENTS / "python/examples"
        for name in os.listdir(folder):
            if name.endswith(".py"):
                shutil.copy(folder / name, self.folder)
        shutil.copy(CLIENTS / "python/hreval/client.py", pathlib.Path(self.folder, "hreval.py"))
        start = lambda name: Host([sys.executable, name], folder=self.folder)
        with start("peak_detector.py") as host:
            host.begin()
            for number, bpm in enumerate((48, 72, 110, 180)):
                self.assertAlmostEqual(host.ask(number, 0, 20, pulse(bpm))["bpm"], bpm, delta=0.5)
            self.assertIn("abstain", host.ask(9, 0, 20, [0] * 2000))
            self.assertIn("abstain", host.ask(9, 0, 20, [NAN] * 2000))
        with start("stream_detector.py") as host:
            host.begin()
            self.assertAlmostEqual(host.ask(1, 0, 20, pulse(72))["bpm"], 72, delta=1)
        with start("smoothing_filter.py") as host:
            host.begin(rates={"ppg": 10}, parameters={"seconds": 0.3})
            self.assertEqual(host.ask(1, 0, 1, [3, 3, 6, NAN, 4])["samples"], [3, 4, 4.5, None, 4])
        with start("ratio_extractor.py") as host:
            host.begin(rates={"red": 1, "green": 1})
            self.assertEqual(host.ask(1, 0, 1, {"red": [1, 3], "green": [4, 8]})["samples"], [2, 2])


LIMIT = 0.5
KERNEL = np.array([0.25, 0.5, 0.25])


def helper(samples):
    return np.convolve(samples, KERNEL, mode="same")


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, value):
        return LIMIT * self.factor * value


@hreval.detector(name="mine", channels=["green"], version="3", serve=False)
def notebook_rate(samples, rate, order=3):
    inner = lambda value: Scale(2)(value)
    return inner(60 + order + math.floor(helper(samples).sum()))


loaded = object()


def uses_an_object(samples):
    return loaded


def uses_nothing_known(samples):
    return not_defined_anywhere(samples)


@hreval.detector(name="stops", channels=["ppg"], sees="window", serve=False)
def stops_in_the_end(window):
    if window.start >= 345:
        raise ValueError("too <late>")
    return 72


FAKE = """#!{python}
# Stands in for hreval: leaves what a run leaves.
import pathlib, sys
if "fails" in sys.argv[2]:
    sys.exit("error: it fails")
else:
    pathlib.Path("report").mkdir(exist_ok=True)
    rows = ["scenario,detector,windows,coverage,maeBPM", "clean,mine,12,0.5,1.25", "clean,fusion,12,,"]
    pathlib.Path("report/summary.csv").write_text("\\n".join(rows) + "\\n")
"""


class NotebookTests(Folder):
    def test_script_holds_what_the_function_needs(self):
        text = notebook._script(notebook_rate, "mine", {})
        imports = ["import math", "import numpy as np"]
        for words in (*imports, "LIMIT = 0.5", "KERNEL = numpy.array", "def helper", "class Scale"):
            self.assertEqual(text.count(words), 1, words)
        self.assertNotIn("@hreval.detector", text)
        pathlib.Path(self.folder, "script.py").write_text(text)
        shutil.copy(CLIENTS / "python/hreval/client.py", pathlib.Path(self.folder, "hreval.py"))
        with Host([sys.executable, "script.py"], folder=self.folder) as host:
            self.assertEqual((host.description["name"], host.description["version"]), ("mine", "3"))
            self.assertEqual(host.description["channels"], ["green"])
            host.begin(rates={"green": 100}, parameters={"order": 5})
            self.assertEqual(host.ask(1, 0, 1, [1, 1, 1, 1])["bpm"], notebook_rate(np.ones(4), 100, 5))

    def test_what_cannot_be_written_is_an_error(self):
        with self.assertRaisesRegex(hreval.Error, "`uses_an_object` uses `loaded`, which cannot be written"):
            notebook._script(uses_an_object, "x", {})
        with self.assertRaisesRegex(hreval.Error, "uses `not_defined_anywhere`, which is not defined"):
            notebook._script(uses_nothing_known, "x", {})
        with self.assertRaisesRegex(hreval.Error, "lambda"):
            notebook._script(lambda samples: 1, "x", {})

    def test_trial_writes_runs_and_reads(self):
        program = pathlib.Path(self.folder, "fake")
        program.write_text(FAKE.format(python=sys.executable))
        program.chmod(0o755)
        place = pathlib.Path(self.folder, "place")
        found = hreval.trial(notebook_rate, hreval=program, folder=place, parameters={"order": 4}, name="mine")
        row = {"scenario": "clean", "detector": "mine", "windows": 12, "coverage": 0.5, "maeBPM": 1.25}
        self.assertEqual(found.rows[0], row)
        self.assertIsNone(found.rows[1]["maeBPM"])
        self.assertIn("1.25 bpm", repr(found))
        experiment = json.loads((place / "mine.json").read_text())
        entry = {"label": "mine", "command": [sys.executable, "mine.py"], "files": ["hreval.py"]}
        self.assertEqual(experiment["detectors"], [{**entry, "parameters": {"order": 4}}, "fusion"])
        self.assertEqual(experiment["baseline"], "fusion")
        self.assertEqual(experiment["scenarios"][1]["parameters"], {"snrDecibels": [20, 0]})
        with self.assertRaisesRegex(hreval.Error, "ended with 1:\nerror: it fails"):
            hreval.trial(notebook_rate, hreval=program, folder=place, name="fails")
        with self.assertRaisesRegex(hreval.Error, "there is no program '/not/here'"):
            hreval.trial(notebook_rate, hreval="/not/here", folder=place)


    def test_exit_code_1_is_a_result_only_where_one_was_written(self):
        program = pathlib.Path(self.folder, "fake")
        program.write_text(FAKE.format(python=sys.executable) + 'sys.exit("failed: mine, clean, 2 windows: why")\n')
        program.chmod(0o755)
        place = pathlib.Path(self.folder, "place")
        found = hreval.trial(notebook_rate, hreval=program, folder=place, name="mine")
        self.assertEqual(found.failed, ["failed: mine, clean, 2 windows: why"])
        # What an earlier trial wrote is no result of this one.
        with self.assertRaisesRegex(hreval.Error, "ended with 1:\nerror: it fails"):
            hreval.trial(notebook_rate, hreval=program, folder=place, name="fails")

    @unittest.skipUnless(os.environ.get("HREVAL"), "$HREVAL names no program")
    def test_twice_with_errors_in_thirty_of_ninety_nine_windows(self):
        place = pathlib.Path(self.folder)
        data = place / "data"
        data.mkdir()
        times = [number / 20 for number in range(510 * 20 + 1)]
        lines = [f"{time},{round(3 * math.sin(time * 2 * math.pi * 1.2))}" for time in times]
        (data / "r1.csv").write_text("\n".join(["t,wave", *lines]) + "\n")
        beats = [f"{0.1 + number / 1.2}" for number in range(612)]
        (data / "r1_beats.csv").write_text("\n".join(["beat", *beats]) + "\n")
        (data / "dataset.json").write_text(json.dumps({
            "schemaVersion": 1, "name": "steady",
            "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "t"},
                      {"name": "beats", "path": "{recording}_beats.csv"}],
            "channels": {"ppg": "wave"}, "reference": [{"beats": {"file": "beats", "column": "beat"}}],
        }))
        shown = []
        for _ in range(2):
            found = hreval.trial(
                stops_in_the_end, against=["peak"], datasets=[data / "dataset.json"], white_noise_db=[],
                folder=place / "trial",
            )
            mine = found.rows[0]
            self.assertEqual((mine["detector"], mine["windows"], mine["estimates"]), ("stops_in_the_end", 99, 69))
            self.assertEqual(
                found.failed,
                ["failed: stops_in_the_end, clean, 30 windows: the program says: ValueError: too <late>"],
            )
            self.assertTrue(any("fewLevels: few levels; steady, channel ppg" in note for note in found.notes), found.notes)
            self.assertIn("fewLevels: few levels; steady, channel ppg", repr(found))
            self.assertIn("30 windows: the program says: ValueError: too &lt;late&gt;", found._repr_html_())
            reasons = (place / "trial/report/windows.csv").read_text()
            self.assertEqual(reasons.count("failed:the program says: ValueError: too <late>"), 30)
            shown.append((repr(found), (place / "trial/report/results.json").read_bytes()))
        self.assertEqual(shown[0][1], shown[1][1])


@unittest.skipUnless(COMPILER, "no C compiler")
class CTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        warnings = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
        checks = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        for source in (HERE / "probe.c", CLIENTS / "c/example_detector.c", CLIENTS / "c/trivial_detector.c"):
            command = [COMPILER, *warnings, "-o", f"{cls.folder}/{source.stem}", str(source)]
            if subprocess.run(command + checks, stderr=subprocess.DEVNULL).returncode != 0:
                subprocess.run(command, check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def probe(self, *arguments):
        return Host([f"{self.folder}/probe", *arguments])

    def test_description_and_answers(self):
        with self.probe() as host:
            self.assertEqual(host.description, {
                "name": "probe", "version": "2", "frames": "binary", "channels": ["red", "green"], "rangeBPM": [1, 250],
                "parameters": [
                    {"name": "order", "default": 3, "range": [1, 200], "integer": True, "summary": "An order."},
                    {"name": "way", "default": "yes", "choices": ["yes", "no", "hé"]},
                ],
            })
            rates = {"red": 10, "green": 25}
            self.assertEqual(host.begin(5, rates, {"order": 7, "way": "hé", "new": [{"a": None}]}), {"begin": 5})
            ask = lambda *green: host.ask(9, 4.99, 7, {"red": [1], "green": green})
            self.assertEqual(ask(0.5, 1, 1), {"id": 9, "bpm": 7, "confidence": 0.5, "beats": [5, 5.08]})
            self.assertEqual(ask()["abstain"], 'no "samples" \\')
            self.assertEqual(ask(NAN), {"id": 9, "error": "missing"})
            self.assertIn("above 0", ask(-1)["error"])
            self.assertIn("confidence", ask(2000)["error"])
            answer = host.ask(2**63, 0, 1, {"red": [1], "green": [1, 1]}, {"green": [0.25, 0.5]})
            self.assertEqual(answer, {"id": 2**63, "bpm": 7, "confidence": 1, "beats": [0.25, 0.5]})
            self.assertEqual(host.begin(6, rates, {"way": "no"}), {"begin": 6, "error": 'not "this" way'})
            self.assertEqual(host.end(), 0)
            self.assertIn("this must not spoil the talk", host.said())

    def test_stream(self):
        with self.probe("stream") as host:
            self.assertEqual(host.description["sees"], "stream")
            for number in (1, 2):
                host.begin(number, {"red": 10, "green": 10}, {"order": 60})
                self.assertEqual(host.ask(1, 0, 2, {"red": [0] * 20, "green": [0] * 20})["beats"], [0, 1.9])
                self.assertEqual(host.ask(2, 1, 3, {"red": [0] * 10, "green": [0] * 10})["beats"], [2, 2.9])

    def test_large_windows(self):
        with Host([f"{self.folder}/trivial_detector"]) as host:
            host.begin()
            self.assertEqual(host.ask(1, 0, 1, np.ones(2_500_000)), {"id": 1, "bpm": 72})

    def test_example(self):
        with Host([f"{self.folder}/example_detector"]) as host:
            host.begin()
            for number, bpm in enumerate((48, 72, 110, 180)):
                self.assertAlmostEqual(host.ask(number, 0, 20, pulse(bpm))["bpm"], bpm, delta=0.6)
            self.assertIn("abstain", host.ask(9, 0, 20, [0] * 2000))
            self.assertIn("abstain", host.ask(9, 0, 20, [NAN] * 2000))

    def test_hostile_input_ends_with_words_and_never_by_a_signal(self):
        """Frames and texts that were damaged: the sanitizers end a program that reads or writes where it must not."""
        draw = random.Random(1)
        rates = {"red": 10, "green": 25}
        begin = json.dumps({
            "begin": 1, "sampleRate": 10, "sampleRates": rates, "channels": list(rates),
            "parameters": {"way": "a\u00e9\U0001f600", "order": 3}, "x": [[{}], [], '"', -1e5, True],
        }).encode()
        with self.probe() as host:
            host.rates = rates
            question = host.question(1, 0, 1, {"red": [1, 2], "green": [3, 4]}, {"green": [5, 6]})
        good = struct.pack("<II", len(begin), 1) + begin + question
        hello = b'{"hreval":1,"frames":["json","binary"]}\n'
        texts = [hello + good, hello + good * 2, hello + struct.pack("<II", 2**32 - 1, 2) + b"short",
                 hello + struct.pack("<II", 2 * 10**5, 1) + b"[" * 10**5 + b"]" * 10**5,
                 hello + struct.pack("<II", 10, 1) + b'{"begin":\x001', b"x" * 5000, b'{"hreval":2}\n', b""]
        for _ in range(150):
            data = bytearray(good)
            for _ in range(draw.choice((1, 1, 2, 8))):
                data[draw.randrange(len(data))] = draw.choice((0, 1, 0x22, 0x5C, 0x7B, 0x7F, 0xFF, draw.randrange(256)))
            if draw.random() < 0.2:
                del data[draw.randrange(len(data)) :]
            texts.append(hello + bytes(data))
        codes = set()
        for text in texts:
            done = subprocess.run([f"{self.folder}/probe"], input=text, capture_output=True, timeout=60)
            self.assertNotIn(b"Sanitizer", done.stderr, text)
            self.assertNotIn(b"runtime error", done.stderr, text)
            self.assertIn(done.returncode, (0, 2), (text, done.stderr))
            codes.add(done.returncode)
        self.assertEqual(codes, {0, 2})


@unittest.skipUnless(shutil.which("octave-cli"), "no octave-cli")
class OctaveTests(Folder):
    def host(self, script, text=None):
        for path in (CLIENTS / "octave").glob("*.m"):
            shutil.copy(path, self.folder)
        if text:
            pathlib.Path(self.folder, script).write_text(textwrap.dedent(text))
        return Host(["octave-cli", "--quiet", "--no-init-file", script], folder=self.folder)

    def test_answers_of_every_kind(self):
        text = """
            1;
            function answer = mine (samples, rate, parameters)
              disp ('inside'), x = 3
              switch numel (samples)
                case 1, answer = [];
                case 2, answer = 'too noisy';
                case 3, error ('three');
                case 4, answer = NaN;
                case 5, answer = [72, 1.5];
                case 6, answer = struct ('bpm', 72.5, 'confidence', 0.25, 'beats', 0.5);
                case 7, answer = [60 + parameters.order, sum(isnan (samples)) / 10];
              end
            end
            hreval_serve (@mine, 'name', 'mine', 'version', '2', 'rangeBPM', [30, 240], ...
              'parameters', struct ('name', 'order', 'default', 3, 'range', [1, 8], 'integer', true));
        """
        with self.host("script.m", text) as host:
            self.assertEqual(host.description, {
                "name": "mine", "version": "2", "rangeBPM": [30, 240], "frames": "json",
                "parameters": [{"name": "order", "default": 3, "range": [1, 8], "integer": True}]})
            self.assertEqual(host.begin(3, parameters={"order": 5}), {"begin": 3})
            ask = lambda count: host.ask(count, 0, 20, [0.5] * count)
            self.assertEqual(ask(1), {"id": 1, "abstain": "no rate"})
            self.assertEqual(ask(2), {"id": 2, "abstain": "too noisy"})
            self.assertEqual(ask(3), {"id": 3, "error": "three"})
            self.assertIn("not a finite number", ask(4)["error"])
            self.assertIn("confidence", ask(5)["error"])
            self.assertEqual(ask(6), {"id": 6, "bpm": 72.5, "confidence": 0.25, "beats": [0.5]})
            self.assertEqual(host.ask(7, 0, 1, [1, NAN, 3, NAN, 5, 6, 7]), {"id": 7, "bpm": 65, "confidence": 0.2})
            self.assertEqual(host.ask(8, 0, 1, [NAN] * 7), {"id": 8, "bpm": 65, "confidence": 0.7})
            self.assertEqual(host.end(), 0)
            self.assertIn("inside", host.said())

    def test_all_channels(self):
        text = """
            1;
            function answer = mine (window)
              answer = struct ('bpm', sum (window.channels.green), 'beats', ...
                [window.start, window.times.green(2), window.times.red(1), window.stop, window.rates.green]);
            end
            hreval_serve (@mine, 'name', 'mine', 'version', '2', 'channels', {'red', 'green'})
        """
        with self.host("script.m", text) as host:
            self.assertEqual(host.description["channels"], ["red", "green"])
            host.begin(rates={"red": 10, "green": 25})
            answer = host.ask(1, 5, 7, {"red": [1, 2], "green": [4, 5]}, {"red": [5.25, 6]})
            self.assertEqual(answer, {"id": 1, "bpm": 9, "beats": [5, 5.04, 5.25, 7, 25]})

    def test_example(self):
        with self.host("example_detector.m") as host:
            host.begin(parameters={"lowHz": 0.7, "highHz": 3.5})
            self.assertAlmostEqual(host.ask(1, 0, 20, pulse(72))["bpm"], 72, delta=0.5)
            self.assertEqual(host.ask(2, 0, 20, [NAN] * 2000), {"id": 2, "abstain": "too short"})


if __name__ == "__main__":
    unittest.main(verbosity=1)
