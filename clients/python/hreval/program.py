"""Finds the program hreval and calls it."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
from importlib import metadata
from typing import Optional, Sequence, Tuple, Union


class Error(Exception):
    """What hreval refused or could not do, in its own words, or why a function cannot be put on trial."""


def find(given: Union[None, str, "os.PathLike[str]"] = None) -> str:
    """The path of the program: `given`, $HREVAL, the one of this package, PATH, or a build in or above this folder."""
    for whence, place in (("the argument hreval", given), ("$HREVAL", os.environ.get("HREVAL"))):
        if place:
            found = shutil.which(os.path.expanduser(str(place)))
            if not found:
                raise Error(f"there is no program {str(place)!r} ({whence})")
            return os.path.abspath(found)
    here = pathlib.Path.cwd()
    beside = pathlib.Path(__file__).resolve().parent
    builds = [one / ".build/release/hreval" for start in (here, beside) for one in (start, *start.parents)]
    places = [_installed(), shutil.which("hreval"), *builds]
    found = next((str(one) for one in places if one and os.access(one, os.X_OK)), None)
    if not found:
        raise Error(
            "the program hreval was not found: `pip install hreval` brings it for Linux on x86-64; elsewhere build it "
            "with `./setup.sh build` in hreval's folder, then say where it is with $HREVAL, hreval=… or PATH"
        )
    return os.path.abspath(found)


def _installed() -> Optional[str]:
    """The program that was installed with this package; none where the package came without it."""
    try:
        files = metadata.files("hreval") or []
    except metadata.PackageNotFoundError:
        return None
    return next((str(one.locate()) for one in files if one.name == "hreval" and one.parent.name == "bin"), None)


def call(
    command: Sequence[str],
    folder: Union[None, str, "os.PathLike[str]"] = None,
    result: Optional[pathlib.Path] = None,
) -> str:
    """What a command says.

    Where it ends with 1 but has made a run, something in the run failed, which it says. It has made one if it wrote
    `result` or, without that, if it names a report.
    """

    def mark() -> Optional[Tuple[int, int]]:
        try:
            facts = os.stat(result or "")
            return facts.st_ino, facts.st_mtime_ns
        except OSError:
            return None

    before = mark()
    try:
        done = subprocess.run(
            list(command), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
        )
    except OSError as error:
        raise Error(f"{command[0]} cannot be started: {error.strerror}") from None
    is_run = "\nreport: " in "\n" + done.stdout if result is None else mark() not in (None, before)
    if done.returncode != 0 and not (done.returncode == 1 and is_run):
        reason = (done.stderr.strip() or done.stdout.strip())[-4000:]
        where = "" if folder is None else f" in {folder}"
        raise Error(f"`{' '.join(map(str, command))}`{where} ended with {done.returncode}:\n{reason}")
    return "\n\n".join(one for one in (done.stdout, done.stderr) if one.strip())
