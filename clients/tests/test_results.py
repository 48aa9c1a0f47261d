"""Tests of runs as tables and figures, with the program itself: HREVAL=… python3 -m pytest clients/tests/test_results.py

Without $HREVAL the installed package is tested with the program that it brings. pandas and matplotlib are asked where
they are installed.
"""

import importlib.util
import json
import os
import pathlib
import sys
import unittest
import unittest.mock
import tempfile

if os.environ.get("HREVAL"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))

import hreval

HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None


def rows(table):
    return table if isinstance(table, list) else table.to_dict("records")


def fails_in_the_end(samples, rate):
    if samples[0] > samples.mean():
        raise ValueError("too high")
    return 72.0


# As a notebook defines it.
fails_in_the_end.__module__ = "__main__"


class ResultsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        cls.folder = pathlib.Path(cls.holder.name)
        os.environ["HREVAL_LEDGER"] = "off"
        sets = {"detectors": ["peak", "fft"], "baseline": "peak", "windows.hopSeconds": 10}
        cls.run_once = lambda: hreval.run(
            "demo", output=cls.folder / "run", sets=sets, options=["--limit", "4"], jobs=2
        )
        cls.found = cls.run_once()

    def test_tables_are_the_files(self):
        summary, windows = rows(self.found.summary), rows(self.found.windows)
        self.assertEqual({row["detector"] for row in summary}, {"peak", "fft"})
        results = json.loads((self.folder / "run/results.json").read_text())
        for row, result in zip(summary, results["results"]):
            self.assertEqual((row["scenario"], row["detector"]), (result["scenario"], result["detector"]))
            self.assertEqual(row["maeBPM"], result["metrics"]["maeBPM"])
            own = [one for one in windows if (one["scenario"], one["detector"]) == (row["scenario"], row["detector"])]
            self.assertEqual(len(own), row["windows"])
            errors = [abs(one["estimateBPM"] - one["referenceBPM"]) for one in own if one["outcome"] == "value"]
            self.assertAlmostEqual(sum(errors) / len(errors), row["maeBPM"], places=9)
        self.assertEqual(type(self.found.summary).__name__, "DataFrame" if HAS_PANDAS else "list")

    def test_comparison_verdicts_and_what_is_shown(self):
        compared = rows(self.found.comparison)
        self.assertEqual({row["detector"] for row in compared}, {"fft"})
        self.assertFalse(list((self.folder / "run").glob("comparison*")))
        self.assertTrue(any("fft against peak" in one for one in self.found.verdicts), self.found.verdicts)
        for shown in (repr(self.found), self.found._repr_html_()):
            for word in ("peak", "clean", self.found.verdicts[0], str(self.found.report)):
                self.assertIn(word, shown)
        self.assertTrue(self.found.report.is_file())

    def test_without_pandas_tables_are_lists(self):
        with unittest.mock.patch.dict(sys.modules, {"pandas": None}):
            self.assertIsInstance(self.found.summary, list)
            self.assertEqual(len(self.found.windows), sum(row["windows"] for row in self.found.rows))
            self.assertIsInstance(self.found.comparison[0]["withinMargin"], bool)

    def test_a_second_call_replaces_the_first(self):
        before = (self.folder / "run/results.json").read_bytes()
        again = type(self).run_once()
        self.assertEqual((again.folder / "results.json").read_bytes(), before)
        other = hreval.run(
            "demo", output=self.folder / "run", sets={"detectors": ["peak"]}, options=["--limit", "2"], jobs=1
        )
        self.assertEqual({row["detector"] for row in other.rows}, {"peak"})
        type(self).found = type(self).run_once()

    @unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not installed")
    def test_figures_draw_the_figures_of_the_run(self):
        import matplotlib

        matplotlib.use("Agg")
        row = next(row for row in self.found.rows if row["detector"] == "fft")
        ax = self.found.plot.bland_altman("fft")
        levels = [line.get_ydata()[0] for line in ax.lines[1:]]
        self.assertEqual(levels, [row["biasBPM"], row["loaLowerBPM"], row["loaUpperBPM"]])
        self.assertEqual(len(ax.lines[0].get_xdata()), row["estimates"])
        ax = self.found.plot.rates("s02", detectors=["peak"])
        self.assertEqual([line.get_label() for line in ax.lines], ["reference", "peak"])
        self.assertEqual(len(self.found.plot.errors().containers), 2)
        self.assertEqual(len(self.found.plot.risk_coverage().lines), 2)
        for wrong in (lambda: self.found.plot.bland_altman("fusion"), lambda: self.found.plot.rates("nobody")):
            with self.assertRaisesRegex(hreval.Error, "peak|s01"):
                wrong()

    def test_errors_of_a_function_cost_windows_and_not_the_result(self):
        found = hreval.trial(fails_in_the_end, against=["peak"], white_noise_db=[], folder=self.folder / "trial")
        failed = [row for row in rows(found.failures) if row["detector"] == "fails_in_the_end"]
        self.assertIn("ValueError: too high", failed[0]["reason"])
        own = found.rows[0]
        self.assertEqual(own["windows"] - own["estimates"], sum(row["windows"] for row in failed))
        self.assertTrue(found.failed[0].startswith("failed: fails_in_the_end"), found.failed)
        self.assertFalse([row for row in rows(found.findings) if row["finding"] is None])

    def test_what_is_no_run_and_no_experiment_is_said(self):
        with self.assertRaisesRegex(hreval.Error, "no finished run"):
            hreval.Run(self.folder)
        with self.assertRaisesRegex(hreval.Error, "did you mean \"demo\""):
            hreval.run("demmo")


if __name__ == "__main__":
    unittest.main()
