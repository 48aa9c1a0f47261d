"""A function of a notebook on trial: it becomes a script and an experiment, which hreval runs.

    import hreval

    def my_rate(samples, rate):
        ...

    hreval.trial(my_rate, against=["fusion"])
"""

from __future__ import annotations

import ast
import builtins
import inspect
import json
import linecache
import math
import os
import pathlib
import re
import shutil
import symtable
import sys
import textwrap
import types
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import client
from .client import Parameter, _name, _one_line
from .program import Error, call, find
from .results import Run

class Trial(Run):
    """What a trial found: a Run, with the notes and failures that hreval printed.

    notes: what hreval says beside its table, a paragraph each: findings, comparisons, what is worth knowing.
    failed: what failed, with the reason, a line each; windows in which the function raised an error are among it.
    experiment: path of the experiment, to go on with in hreval.
    """

    def __init__(self, folder: pathlib.Path, experiment: pathlib.Path, said: str, hreval: str) -> None:
        super().__init__(folder / "report", hreval)
        self.experiment = experiment
        parts = [part.strip("\n") for part in re.split(r"\n[ \t]*\n", said)]
        lines = [[line for line in part.split("\n") if not line.startswith(("report: ", "(not shown: "))]
                 for part in parts if not part.startswith("  detector ")]
        self.notes = ["\n".join(part) for part in lines if "".join(part).strip()]
        self.failed = [line for part in lines for line in part if line.startswith("failed: ")]

    def _remarks(self) -> List[str]:
        return self.notes


_Names = Union[str, Mapping[str, Any]]


def trial(
    fn: Callable[..., Any],
    against: Union[_Names, Sequence[_Names]] = ("fusion",),
    datasets: Union[_Names, Sequence[Union[_Names, "os.PathLike[str]"]]] = "synthetic",
    white_noise_db: Union[None, float, Sequence[float]] = (20, 0),
    scenarios: Optional[Sequence[_Names]] = None,
    parameters: Optional[Mapping[str, Any]] = None,
    windows: Tuple[float, float] = (20, 5),
    name: Optional[str] = None,
    files: Sequence[Union[str, "os.PathLike[str]"]] = (),
    folder: Union[None, str, "os.PathLike[str]"] = None,
    seed: int = 1,
    jobs: Optional[int] = None,
    hreval: Union[None, str, "os.PathLike[str]"] = None,
    **options: Any,
) -> Trial:
    """Puts a function of a notebook on trial, and gives back a Trial: its table, and the path of the report.

    It writes a script with the function and what it needs, and an experiment, into a folder, and runs hreval on it.
    The function's modules become imports; functions, classes and constants of the notebook that it uses are written
    into the script. What cannot be written (an open file, a trained model) is an error: load it inside the function.
    Where the function raises an error, that window has failed, and the others count: see Trial.failed. The next trial
    into the same folder replaces script, experiment and report.

    against: detectors beside it, as an experiment names them; the first one is what it is compared with.
    datasets: names or descriptors of data sets; "synthetic" is twelve recordings of two minutes, made on first use.
    white_noise_db: signal-to-noise ratios in decibels; an empty list for the recordings as they are.
    scenarios: further scenarios, as an experiment names them.
    parameters: values of the function's parameters.
    windows: their length, and how much later the next one begins, in seconds.
    name: of detector, script and experiment; left out, the function's.
    files: what the function reads or imports and is not installed; copied beside the script.
    folder: where all of it goes; left out, hreval-<name> in the working folder.
    jobs: how many processes work; left out, as many as there are processors.
    hreval: the program; left out, $HREVAL, then the one of this package, PATH, and .build/release in this folder or one
        above it.
    options: further arguments of `hreval.detector`, such as channels, sees and range_bpm.
    """
    own_name = name or _name(fn)
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 ._-]*", own_name):
        raise Error(f"{own_name!r} cannot name a script; give name=… with letters, digits, '-', '_' and '.'")
    program = find(hreval)
    folder = pathlib.Path(folder or f"hreval-{own_name}").absolute()
    script, source = re.sub(r"\W", "_", own_name) + ".py", _script(fn, own_name, options, files)
    if script == "hreval.py":
        raise Error("the script would be called hreval.py, as this client is; give another name=…")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / script).write_text(source, encoding="utf-8")
    shutil.copyfile(client.__file__, folder / "hreval.py")
    for one in files:
        place = folder / pathlib.Path(one).name
        if pathlib.Path(one).absolute() != place:
            shutil.copyfile(one, place)
    detector_entry = {
        "label": own_name,
        "command": [sys.executable, script],
        "files": ["hreval.py", *(pathlib.Path(one).name for one in files)],
    }
    if parameters:
        detector_entry["parameters"] = dict(parameters)
    noise = [float(value) for value in np.atleast_1d(white_noise_db if white_noise_db is not None else [])]
    label = "white noise {snrDecibels} dB"
    detectors = [detector_entry, *([against] if isinstance(against, (str, dict)) else against)]
    experiment: Dict[str, Any] = {
        "schemaVersion": 1,
        "name": re.sub(r"\W", "-", own_name),
        "seed": seed,
        "datasets": [_dataset(one) for one in ([datasets] if isinstance(datasets, (str, dict)) else datasets)],
        "windows": {"windowSeconds": windows[0], "hopSeconds": windows[1]},
        "scenarios": [
            "clean",
            *([{"label": label, "scenario": "whiteNoise", "parameters": {"snrDecibels": noise}}] if noise else []),
            *(scenarios or []),
        ],
        "detectors": detectors,
    }
    if len(detectors) > 1:
        first = detectors[1]
        experiment["baseline"] = first if isinstance(first, str) else first.get("label", first.get("detector"))
    path = folder / (script[:-3] + ".json")
    path.write_text(json.dumps(experiment, indent=2) + "\n", encoding="utf-8")
    # The folder is the trial's own: what an earlier one left there, finished or not, is replaced.
    command = [program, "run", path.name, "--output", "report", "--quiet", "--force"]
    said = call(command + ([] if jobs is None else ["--jobs", str(jobs)]), folder, folder / "report" / "summary.csv")
    return Trial(folder, path, said, program)


def _dataset(one):
    """A data set with its paths seen from the experiment's folder."""
    def placed(path):
        return str(pathlib.Path(path).expanduser().absolute())

    if isinstance(one, dict):
        return {**one, "dataset": _dataset(one["dataset"]), **({"root": placed(one["root"])} if "root" in one else {})}
    return placed(one) if os.sep in str(one) or str(one).endswith(".json") else str(one)


# A function as a script


def _script(fn, name, options, files=()):
    """A script that is the function `fn`, with what it needs, and offers it to hreval."""
    program = getattr(fn, "__hreval__", None)
    if program is not None:
        options = {**_options(program), **options}
    writer = _Writer(files)
    writer.add(fn.__name__ if hasattr(fn, "__name__") else "", fn, "the function")
    words = {"name": name, "version": "0", **options}
    try:
        text = "".join(f", {key}={_literal(value)}" for key, value in words.items())
    except TypeError as error:
        raise Error(f"an option cannot be written into a script: {error}") from None
    imports = sorted({"import hreval", *writer.imports})
    parts = ["\n".join(imports), *writer.parts, f"hreval.detector({fn.__name__}{text})"]
    return "\n\n\n".join(parts) + "\n"


def _options(program):
    """The arguments by which `detector` made this program."""
    names = {
        "optionalChannels": "optional_channels", "sampleRate": "sample_rate", "lookAheadSeconds": "look_ahead_seconds",
        "tracks": "tracks", "rangeBPM": "range_bpm", "measurands": "measurands", "chanceWithinBPM": "chance_within_bpm",
        "channels": "channels", "sees": "sees", "version": "version",
    }
    about = program.description
    if about.get("kind", "detector") != "detector":
        raise Error("a filter or an extractor goes on trial with a detector: write an experiment that names both")
    found = {names[key]: value for key, value in about.items() if key in names}
    if about.get("samples") == "asRecorded":
        found["as_recorded"] = True
    if program.job.parameters:
        found["parameters"] = program.job.parameters
    return {**found, "frames": program.frames}


def _literal(value):
    """Python's text of a constant. Raises TypeError where there is none."""
    kind = type(value)
    if value is None or kind in (bool, int, str, bytes, complex):
        return repr(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if kind is Parameter:
        return repr(value)
    if kind in (list, tuple, set, frozenset):
        items = sorted(map(_literal, value)) if kind in (set, frozenset) else list(map(_literal, value))
        text = ", ".join(items)
        if kind is tuple:
            return f"({text},)" if items else "()"
        return f"[{text}]" if kind is list else f"{kind.__name__}([{text}])"
    if kind is dict:
        return "{" + ", ".join(f"{_literal(key)}: {_literal(one)}" for key, one in value.items()) + "}"
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        return _literal(value.item())
    if kind is np.ndarray and value.dtype.kind in "biuf" and value.size <= 10_000:
        return f"numpy.array({_literal(value.tolist())}, dtype={str(value.dtype)!r})"
    raise TypeError(f"{_one_line(repr(value), 60)} is of the type {kind.__module__}.{kind.__qualname__}")


class _Writer:
    """Collects the text of a function and of everything of the notebook's that it uses."""

    def __init__(self, files=()):
        self.files = {pathlib.Path(one).name for one in files}
        self.imports, self.parts, self.done = [], [], {}

    def add(self, name, value, user):
        """Makes `name` stand for `value` in the script; `user` is who uses it."""
        if name in self.done:
            if self.done[name] is not value:
                raise Error(f"the name `{name}` means two things in what {user} uses; rename one of them")
            return
        self.done[name] = value
        if isinstance(value, types.ModuleType):
            self.add_module(name, value, user)
        elif self.is_installed(value):
            module, own = value.__module__, value.__qualname__
            self.check_installed(module, user)
            self.imports.append(f"from {module} import {own}" + ("" if own == name else f" as {name}"))
        elif isinstance(value, types.FunctionType) or inspect.isclass(value):
            self.add_source(name, value)
        else:
            try:
                text = _literal(value)
                if "numpy.array(" in text:
                    self.imports.append("import numpy")
                self.parts.append(f"{name} = {text}")
            except TypeError as error:
                raise Error(
                    f"{user} uses `{name}`, which cannot be written into a script: {error}. Make or load it inside a "
                    "function (name the files it reads in files=[…])"
                ) from None

    def add_module(self, name, module, user):
        own = module.__name__
        if own == "__main__" or own.partition(".")[0] == "hreval":
            if own == "hreval" and name == "hreval":
                return
        else:
            self.check_installed(own, user)
        self.imports.append(f"import {own}" + ("" if own == name else f" as {name}"))

    def check_installed(self, module, user):
        """A module that lies in the working folder is not there when hreval runs the script, unless it is copied."""
        path = getattr(sys.modules.get(module.partition(".")[0]), "__file__", None)
        if path is None or module == "hreval":
            return
        path = pathlib.Path(path).resolve()
        installed = [pathlib.Path(one).resolve() for one in (sys.prefix, sys.base_prefix)]
        is_own = pathlib.Path.cwd().resolve() in path.parents and not any(one in path.parents for one in installed)
        if is_own and path.name not in self.files:
            raise Error(
                f"{user} uses the module `{module}`, which is not installed; have it copied: files=[{str(path)!r}]"
            )

    @staticmethod
    def is_installed(value):
        """Whether another module has it under its own name."""
        module, own = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        if not isinstance(module, str) or not isinstance(own, str) or module == "__main__" or "." in own:
            return False
        return getattr(sys.modules.get(module), own, None) is value

    def add_source(self, name, value):
        own = value.__name__
        if own == "<lambda>":
            raise Error(f"`{name}` is a lambda, whose text cannot be told from what stands around it; use def")
        try:
            source = textwrap.dedent(_source(value))
        except (OSError, TypeError, SyntaxError):
            raise Error(f"the text of `{own}` is not known; define it in a notebook's cell or in a file") from None
        source = _without_hreval(source)
        for used in _used_names(source):
            found, what = _look_up(value, used)
            if found:
                self.add(used, what, f"`{own}`")
        self.parts.append(source.rstrip())
        if own != name:
            self.parts.append(f"{name} = {own}")


def _source(value):
    """The text of a function or class; of a class by a method of it, since a notebook's classes know no file."""
    members = vars(value).values() if inspect.isclass(value) else []
    for method in (one for one in members if isinstance(one, types.FunctionType)):
        text = "".join(linecache.getlines(method.__code__.co_filename))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and node.name == value.__name__:
                if node.lineno <= method.__code__.co_firstlineno <= node.end_lineno:
                    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                    return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    return inspect.getsource(value)


def _without_hreval(source):
    """The text of a function without decorators of this module, which would answer in its place."""
    (node,) = ast.parse(source).body
    lines = source.splitlines()
    for one in node.decorator_list:
        if re.match(r"hreval\.(detector|filter|extractor)\b", ast.get_source_segment(source, one) or ""):
            lines[one.lineno - 1 : one.end_lineno] = [""] * (one.end_lineno - one.lineno + 1)
    return "\n".join(lines).lstrip("\n")


def _used_names(source):
    """Names that the text of one function or class uses and does not make itself, in the order of the alphabet."""
    table = symtable.symtable(source, "script", "exec")
    made = {one.get_name() for one in table.get_symbols() if one.is_assigned()}
    used = {one.get_name() for one in table.get_symbols() if one.is_referenced()}
    tables = list(table.get_children())
    while tables:
        one = tables.pop()
        used.update(symbol.get_name() for symbol in one.get_symbols() if symbol.is_global())
        tables += one.get_children()
    return sorted(used - made)


def _look_up(value, name):
    """Whether a name is the notebook's, and what it stands for where `value` is defined."""
    functions = [value] if isinstance(value, types.FunctionType) else [
        one for one in vars(value).values() if isinstance(one, types.FunctionType)
    ]
    for fn in functions:
        closed = dict(zip(fn.__code__.co_freevars, fn.__closure__ or ()))
        if name in closed:
            return True, closed[name].cell_contents
        if name in fn.__globals__:
            return True, fn.__globals__[name]
    space = vars(sys.modules.get(value.__module__, builtins))
    if name in space and space is not vars(builtins):
        return True, space[name]
    if hasattr(builtins, name):
        return False, None
    raise Error(f"`{value.__name__}` uses `{name}`, which is not defined")
