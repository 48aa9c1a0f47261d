"""Runs the commands of pages as a reader would, and compares what they print with what the page says.

usage: run_pages.py HREVAL PAGE.md …

Of each page, in a folder of its own with an empty home:

- a block after a line that names a file in backticks and ends in a colon (`my_rate.py`:) becomes that file;
- a block of the language sh is run by bash. It must end with 0, or with the code of its last line "# exit code N";
- a block of the language text right after it is what it prints: its lines must occur in that order. "…" stands for
  anything, within a line or as a line.

Blocks of other languages are left alone (console: commands that are not run). Ends with 1 where a page is wrong.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def blocks(text):
    """Yields (language, content, line before it, number of its first line) of every fenced block."""
    before, inside, language, content, start = "", False, "", [], 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            if inside:
                yield language, "\n".join(content) + "\n", before, start
                inside, before = False, ""
            else:
                inside, language, content, start = True, line[3:].strip(), [], number
        elif inside:
            content.append(line)
        elif line.strip():
            before = line.strip()


def fits(line, wanted):
    pattern = ".*".join(re.escape(part) for part in wanted.strip().split("…"))
    return re.fullmatch(pattern, line.strip()) is not None


def missing(output, expected):
    """The first expected line that the output lacks, in order; None where it has all."""
    lines = iter(output.split("\n"))
    for wanted in expected.strip("\n").split("\n"):
        if wanted.strip() in ("…", ""):
            continue
        if not any(fits(line, wanted) for line in lines):
            return wanted
    return None


def environment(hreval, folder):
    home = folder / "home"
    home.mkdir()
    kept = {name: os.environ[name] for name in ("LANG", "TZ", "VIRTUAL_ENV") if name in os.environ}
    tools = folder / "bin"
    tools.mkdir()
    (tools / "hreval").symlink_to(hreval)
    return kept | {
        "HOME": str(home),
        "HREVAL_DATA": "",
        "HREVAL_LEDGER": str(folder / "ledger.jsonl"),
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "clients/python"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def run_page(hreval, page):
    problems, output, ran = [], None, 0
    with tempfile.TemporaryDirectory(prefix="hreval-page-") as name:
        place = Path(name)
        variables = environment(hreval, place)
        work = place / "work"
        work.mkdir()
        for language, content, before, number in blocks(page.read_text(encoding="utf-8")):
            file = re.fullmatch(r"`([^`]+)`:", before)
            if file:
                path = work / file.group(1)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content, encoding="utf-8")
                output = None
            elif language == "sh":
                code = re.search(r"# exit code (\d+)\n$", content)
                ending = subprocess.run(
                    ["bash", "-e", "-c", content], cwd=work, env=variables, stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900)
                output, ran = ending.stdout, ran + 1
                if ending.returncode != (int(code.group(1)) if code else 0):
                    problems.append(f"{page}:{number}: ends with {ending.returncode}:\n{output}")
            elif language == "text" and output is not None:
                lack = missing(output, content)
                if lack is not None:
                    problems.append(f"{page}:{number}: not printed: {lack}\nprinted was:\n{output}")
                output = None
    return problems, ran


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 64
    hreval, wrong = Path(sys.argv[1]).resolve(), False
    for name in sys.argv[2:]:
        start = time.monotonic()
        problems, ran = run_page(hreval, Path(name))
        for problem in problems:
            print(problem)
        if ran:
            print(f"{name}: {ran} blocks ran in {time.monotonic() - start:.0f} s{', WRONG' if problems else ''}")
        wrong = wrong or bool(problems)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
