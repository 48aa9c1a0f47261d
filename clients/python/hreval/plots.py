"""Figures of a run, with matplotlib. Limits, biases and intervals drawn are hreval's own figures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

from .program import Error

if TYPE_CHECKING:
    from .results import Run

_Row = Dict[str, Any]


class Plots:
    """Figures of a run. Each gives back the matplotlib Axes it drew on: `ax`, or new ones."""

    def __init__(self, run: "Run") -> None:
        self._run = run

    def bland_altman(self, detector: str, scenario: Optional[str] = None, ax: Any = None) -> Any:
        """Estimate minus reference over their mean, a point per window; bias and limits of agreement as lines.

        scenario: left out, the first one of the run.
        """
        row = self._row(detector, scenario)
        pairs = [
            (float(one["referenceBPM"]), float(one["estimateBPM"]))
            for one in self._windows(row["scenario"], [detector])
            if _is_number(one["referenceBPM"]) and _is_number(one["estimateBPM"])
        ]
        ax = _axes(ax)
        ax.plot([(a + b) / 2 for a, b in pairs], [b - a for a, b in pairs], ".", markersize=3, alpha=0.5)
        for key, name, style in (
            ("biasBPM", "bias", "-"), ("loaLowerBPM", "lower limit", "--"), ("loaUpperBPM", "upper limit", "--"),
        ):
            if row.get(key) is not None:
                ax.axhline(row[key], linestyle=style, color="black", linewidth=1)
                ax.annotate(f"{name} {row[key]:.2f}", (1, row[key]), xycoords=("axes fraction", "data"),
                            ha="right", va="bottom", fontsize="small")
        ax.set(xlabel="mean of estimate and reference (bpm)", ylabel="estimate − reference (bpm)",
               title=f"{detector}, {row['scenario']}: {len(pairs)} windows")
        return ax

    def errors(self, detectors: Optional[Sequence[str]] = None, ax: Any = None) -> Any:
        """Mean absolute error of each detector in each scenario, with its 95 % interval where there is one."""
        names = list(detectors) if detectors is not None else self._names("detector")
        scenarios = self._names("scenario")
        ax = _axes(ax)
        for index, name in enumerate(names):
            rows = [row for row in self._run.rows if row["detector"] == name and row.get("maeBPM") is not None]
            if not rows:
                self._row(name, None)
            at = [scenarios.index(row["scenario"]) + 0.6 * ((index + 0.5) / len(names) - 0.5) for row in rows]
            ends = [
                [row["maeBPM"] - (row["maeBPM"] if row.get("maeLow") is None else row["maeLow"]) for row in rows],
                [(row["maeBPM"] if row.get("maeHigh") is None else row["maeHigh"]) - row["maeBPM"] for row in rows],
            ]
            ax.errorbar(at, [row["maeBPM"] for row in rows], yerr=ends, fmt="o", markersize=4, capsize=2, label=name)
        ax.set_xticks(range(len(scenarios)), scenarios, rotation=20, ha="right")
        ax.set(ylabel="mean absolute error (bpm), 95 % interval", ylim=(0, None))
        ax.legend()
        return ax

    def rates(
        self, recording: str, scenario: Optional[str] = None, detectors: Optional[Sequence[str]] = None, ax: Any = None
    ) -> Any:
        """Reference and estimates of a recording over time, at the middle of each window."""
        names = list(detectors) if detectors is not None else self._names("detector")
        scenario = scenario if scenario is not None else self._names("scenario")[0]
        found = [one for one in self._windows(scenario, names) if str(one["recording"]) == recording]
        if not found:
            known = sorted({str(one["recording"]) for one in self._windows(None, None)})
            raise Error(f"no windows of the recording {recording!r} in {scenario!r}; recordings: {', '.join(known)}")
        ax = _axes(ax)
        for index, name in enumerate(names):
            own = [one for one in found if one["detector"] == name and str(one.get("repeat", 1)) == "1"]
            times = [(float(one["startSeconds"]) + float(one["endSeconds"])) / 2 for one in own]
            if index == 0:
                ax.plot(times, [_number(one["referenceBPM"]) for one in own], color="black", label="reference")
            ax.plot(times, [_number(one["estimateBPM"]) for one in own], ".-", linewidth=0.8, markersize=4, label=name)
        ax.set(xlabel="time (s)", ylabel="rate (bpm)", title=f"{recording}, {scenario}")
        ax.legend()
        return ax

    def risk_coverage(
        self, detectors: Optional[Sequence[str]] = None, scenario: Optional[str] = None, ax: Any = None
    ) -> Any:
        """Mean absolute error over coverage, surest answers first, of detectors that state a confidence."""
        names = list(detectors) if detectors is not None else self._names("detector")
        scenario = scenario if scenario is not None else self._names("scenario")[0]
        ax, drawn = _axes(ax), 0
        for one in self._run.results["results"]:
            curve = one.get("riskCoverage")
            if one["scenario"] == scenario and one["detector"] in names and curve:
                ax.plot([100 * share for share in curve["coverage"]], curve["maeBPM"], label=one["detector"])
                drawn += 1
        if not drawn:
            raise Error(f"none of {', '.join(names)} states a confidence in {scenario!r}")
        ax.set(xlabel="coverage (%), surest answers first", ylabel="mean absolute error (bpm)", title=scenario)
        ax.legend()
        return ax

    def _names(self, key: str) -> List[str]:
        return list(dict.fromkeys(str(row[key]) for row in self._run.rows))

    def _row(self, detector: str, scenario: Optional[str]) -> _Row:
        for row in self._run.rows:
            if row["detector"] == detector and scenario in (None, row["scenario"]):
                return row
        raise Error(
            f"the run has no row of {detector!r}" + ("" if scenario is None else f" in {scenario!r}")
            + f"; detectors: {', '.join(self._names('detector'))}; scenarios: {', '.join(self._names('scenario'))}"
        )

    def _windows(self, scenario: Optional[str], detectors: Optional[Sequence[str]]) -> List[_Row]:
        windows = self._run.windows
        rows = windows if isinstance(windows, list) else windows.to_dict("records")
        return [
            one for one in rows
            if (scenario is None or one["scenario"] == scenario) and (detectors is None or one["detector"] in detectors)
        ]


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError:
        raise Error("figures need matplotlib: pip install matplotlib") from None
    return pyplot.subplots(layout="constrained")[1]


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def _number(value: Any) -> float:
    return float(value) if _is_number(value) else math.nan
