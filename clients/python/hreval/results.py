"""A finished run as tables and figures."""

from __future__ import annotations

import csv
import html
import json
import os
import pathlib
import re
import tempfile
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from .program import Error, call, find

if TYPE_CHECKING:
    from .plots import Plots

_Path = Union[str, "os.PathLike[str]"]
_Row = Dict[str, Any]


class Run:
    """A finished run, read from the folder that hreval wrote it into.

    Tables are pandas DataFrames; where pandas is not installed, lists with a dictionary for each row.

    summary: a row per scenario and detector: all columns of summary.csv.
    windows: a row per window, scenario and detector: all columns of windows.csv.
    comparison: every detector against its baseline, as `hreval compare` has it.
    findings: what is suspicious about the data, a row per finding and recording.
    failures: what failed, with its reason: recordings, and windows in which a detector gave none.
    verdicts: what the report says of the detectors, a line each.
    plot: figures with matplotlib: run.plot.bland_altman("fusion").
    results: all of results.json. rows: the summary as a list of dictionaries.
    folder, report: paths of the run's folder and of report.html.

    hreval: the program that makes the comparison; left out, as `trial` finds it.
    """

    _shown = {
        "scenario": "scenario",
        "detector": "detector",
        "windows": "windows",
        "coverage": "coverage",
        "maeBPM": "MAE",
        "biasBPM": "bias",
        "withinToleranceShare": "within tolerance",
    }

    def __init__(self, folder: _Path, hreval: Optional[_Path] = None) -> None:
        self._program = hreval
        self.folder = pathlib.Path(folder).expanduser().absolute()
        self.report = self.folder / "report.html"
        self.rows = _read(self.folder / "summary.csv")
        self._results: Optional[Dict[str, Any]] = None

    @property
    def results(self) -> Dict[str, Any]:
        if self._results is None:
            path = self.folder / "results.json"
            try:
                loaded: Dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            except OSError as error:
                raise Error(f"{path} cannot be read: {error.strerror}") from None
            self._results = loaded
        return self._results

    @property
    def summary(self) -> Any:
        return _frame(self.rows)

    @property
    def table(self) -> Any:
        """The same as summary."""
        return self.summary

    @property
    def windows(self) -> Any:
        path = self.folder / "windows.csv"
        if not path.exists():
            raise Error(
                f"{self.folder} has no windows.csv, which a run of very many windows leaves out: "
                f"`hreval report {self.folder} --format windows-csv` writes it, or read windows.h5"
            )
        try:
            import pandas
        except ImportError:
            return _read(path)
        return pandas.read_csv(path, low_memory=False)

    @property
    def comparison(self) -> Any:
        if len({row["detector"] for row in self.rows}) < 2:
            return _frame([])
        with tempfile.TemporaryDirectory() as folder:
            call([find(self._program), "compare", str(self.folder), "--output", folder])
            return _frame(_read(pathlib.Path(folder) / "comparison.csv"))

    @property
    def findings(self) -> Any:
        rows = []
        for one in self.results.get("findings", []):
            for recording in one["recordings"]:
                rows.append({
                    "finding": one["finding"], "title": one["title"], "dataset": one["dataset"], "place": one["place"],
                    "recording": recording["id"], "evidence": recording["evidence"], "mend": recording["mend"],
                    "acknowledged": one["acknowledged"],
                })
        columns = ("finding", "title", "dataset", "place", "recording", "evidence", "mend", "acknowledged")
        return _frame(rows, columns)

    @property
    def failures(self) -> Any:
        rows: List[_Row] = []
        for one in self.results["recordings"]:
            where = {"dataset": one["dataset"], "recording": one["id"]}
            if one["failure"] is not None:
                rows.append({**where, "scenario": None, "detector": None, "windows": None, "reason": one["failure"]})
            for scenario, reason in one["partialFailures"].items():
                rows.append({**where, "scenario": scenario, "detector": None, "windows": None, "reason": reason})
        for one in self.results["results"]:
            for outcome, windows in one["outcomes"].items():
                if outcome.startswith("failed"):
                    rows.append({
                        "dataset": None, "recording": None, "scenario": one["scenario"], "detector": one["detector"],
                        "windows": windows, "reason": outcome.partition(": ")[2] or outcome,
                    })
        return _frame(rows, ("dataset", "recording", "scenario", "detector", "windows", "reason"))

    @property
    def verdicts(self) -> List[str]:
        """The lines below "Verdicts" in report.md; none where the run compares nothing, or has no report.md."""
        try:
            text = (self.folder / "report.md").read_text(encoding="utf-8")
        except OSError:
            return []
        part = re.search(r"^## Verdicts\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        lines = part.group(1).splitlines() if part else []
        return [re.sub(r"\\([^\w\s])", r"\1", line[2:]) for line in lines if line.startswith("- ")]

    @property
    def plot(self) -> "Plots":
        from .plots import Plots

        return Plots(self)

    def __iter__(self) -> Iterator[_Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def _lines(self) -> Iterator[List[str]]:
        yield list(self._shown.values())
        for row in self.rows:
            line = []
            for key in self._shown:
                value = row.get(key)
                if value is None or isinstance(value, str) or key == "windows":
                    line.append("" if value is None else str(value))
                else:
                    line.append(f"{value:.2f} bpm" if key.endswith("BPM") else f"{100 * value:.0f} %")
            yield line

    def _remarks(self) -> List[str]:
        """What stands between table and link: verdicts, and how many findings and failures there are."""
        remarks = list(self.verdicts)
        if not (self.folder / "results.json").exists():
            return remarks
        kinds = sorted({one["title"] for one in self.results.get("findings", []) if one["acknowledged"] is None})
        if kinds:
            remarks.append("Findings about the data: " + "; ".join(kinds) + ".")
        count = len(self.failures)
        if count:
            remarks.append(f"Failures: {count}, see run.failures.")
        return remarks

    def __repr__(self) -> str:
        lines = list(self._lines())
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        text = [
            "  ".join(cell.rjust(width) if column > 1 else cell.ljust(width)
                      for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
            for line in lines
        ]
        return "\n\n".join(["\n".join(text), *self._remarks(), f"report: {self.report}"])

    def _repr_html_(self) -> str:
        head, *lines = [[html.escape(cell) for cell in line] for line in self._lines()]
        body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines)
        titles = "".join(f"<th>{cell}</th>" for cell in head)
        remarks = "".join(f"<p style='white-space: pre-wrap'>{html.escape(one)}</p>" for one in self._remarks())
        shown, link = html.escape(str(self.report)), html.escape(self.report.as_uri())
        return f"<table><tr>{titles}</tr>{body}</table>{remarks}<p>report: <a href='{link}'>{shown}</a></p>"


def run(
    experiment: _Path,
    output: Optional[_Path] = None,
    jobs: Optional[int] = None,
    sets: Optional[Mapping[str, Any]] = None,
    options: Sequence[str] = (),
    hreval: Optional[_Path] = None,
) -> Run:
    """Runs an experiment, as `hreval run` does, and gives back the finished Run.

    experiment: path of an experiment, or the name of one that comes with hreval ("demo").
    output: folder of the run; left out, reports/<name of the experiment>. A second call replaces what the first wrote.
    jobs: how many processes work; left out, as many as there are processors.
    sets: values of the experiment to override: {"windows.hopSeconds": 1}.
    options: further options of `hreval run`, such as ["--limit", "3"].
    hreval: the program; left out, as `trial` finds it.

    Raises hreval.Error where the experiment is not understood or nothing was run. What failed in a run that went on, a
    recording or windows of a detector, is in Run.failures.
    """
    command = [find(hreval), "run", os.fspath(experiment)]
    command += ["--quiet", "--force"]
    if output is not None:
        command += ["--output", os.fspath(output)]
    if jobs is not None:
        command += ["--jobs", str(jobs)]
    for key, value in (sets or {}).items():
        command += ["--set", f"{key}={value if isinstance(value, str) else json.dumps(value)}"]
    said = call([*command, *options])
    path = re.search(r"^report: (.+)$", said, re.MULTILINE)
    if path is None:
        raise Error(f"hreval named no report:\n{said}")
    return Run(pathlib.Path(path.group(1)).parent, hreval)


def _read(path: pathlib.Path) -> List[_Row]:
    try:
        with open(path, newline="", encoding="utf-8") as file:
            return [{key: _cell(value) for key, value in row.items()} for row in csv.DictReader(file)]
    except OSError as error:
        raise Error(f"{path} cannot be read, so its folder is no finished run: {error.strerror}") from None


def _cell(value: Optional[str]) -> Any:
    if value in ("", None):
        return None
    if value in ("true", "false"):
        return value == "true"
    for kind in (int, float):
        try:
            return kind(value)  # type: ignore[arg-type]
        except ValueError:
            pass
    return value


def _frame(rows: List[_Row], columns: Sequence[str] = ()) -> Any:
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows, columns=list(columns) or None)
