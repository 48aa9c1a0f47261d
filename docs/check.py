"""Checks the Markdown pages of the project: links, spelling, words, lengths.

usage: check.py

- Every link inside the project leads to a file and, behind #, to a heading. Links to other hosts are written to
  .build/site-links.txt.
- Spelling by hunspell (en_GB), with the words of docs/words.txt beside. Code, links and figures are not checked.
- docs/idioms.txt: what is not written, and what is written instead, in pages and in texts of the program.
- README.md has at most 700 words; the pages of docs have a median of at most 900, and none has more than 3,000 but
  those that are made by a command.

Ends with 1 and names every mistake; with 3 where hunspell is missing and all else is right.
"""

import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
MADE = re.compile(r"do not edit|made anew|makes this page anew|wrote this page|^By `hreval leave-one-out`|page is made by", re.M)
# Its links are those of the page that is made of it.
TEMPLATE = "clients/peers/page.md"
parser = MarkdownIt("commonmark", {"html": True}).enable("table")


def pages():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True,
        text=True, check=True).stdout.split("\n")
    return [ROOT / name for name in listed if name and "/Golden/" not in name and name != TEMPLATE and (ROOT / name).exists()]


def tokens(text):
    """All tokens, those inside of others too, each with the first line of its block."""
    for token in parser.parse(text):
        line = token.map[0] + 1 if token.map else 0
        for inner in token.children or []:
            yield inner, line
        yield token, line


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(path, known={}):
    if path not in known:
        found, count = set(), {}
        stream = parser.parse(path.read_text(encoding="utf-8"))
        for place, token in enumerate(stream):
            if token.type == "heading_open":
                name = anchor("".join(one.content for one in stream[place + 1].children if one.type in ("text", "code_inline")))
                number = count.get(name, 0)
                count[name] = number + 1
                found.add(name + (f"-{number}" if number else ""))
        known[path] = found
    return known[path]


def links(path, outside):
    for token, line in tokens(path.read_text(encoding="utf-8")):
        target = token.attrGet("href") if token.type == "link_open" else token.attrGet("src") if token.type == "image" else None
        if not target:
            continue
        if re.match(r"[a-z]+:", target):
            outside.setdefault(target, []).append(f"{path.relative_to(ROOT)}:{line}")
            continue
        name, _, part = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if not file.exists():
            yield f"{path.relative_to(ROOT)}:{line}: no file {target}"
        elif part and file.suffix == ".md" and part not in anchors(file):
            yield f"{path.relative_to(ROOT)}:{line}: no heading {target}"


def prose(path):
    """(line, text) of everything that a person reads as words."""
    for token, line in tokens(path.read_text(encoding="utf-8")):
        if token.type == "text":
            yield line, token.content


def words(path):
    return len(path.read_text(encoding="utf-8").split())


def misspelt(files, hunspell):
    """Unknown words, each with the first place."""
    places = {}
    for path in files:
        for line, text in prose(path):
            text = re.sub(r"https?://\S+|\S*[/_@=\\]\S*|\S*\.(?:json|csv|md|svg|h5|py|html)\b", " ", text)
            for word in re.findall(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’]*", text):
                word = word.replace("’", "'").strip("'")
                if len(word) > 2 and not re.search(r"[a-z][A-Z]|[A-Z]{2}", word):
                    places.setdefault(word, f"{path.relative_to(ROOT)}:{line}")
    answer = subprocess.run(
        [hunspell, "-d", "en_GB", "-i", "utf-8", "-l", "-p", str(ROOT / "docs/words.txt")], input="\n".join(places),
        capture_output=True, text=True, check=True, env={"PATH": "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin", "LC_ALL": "C.UTF-8"})
    accepted = set((ROOT / "docs/words.txt").read_text(encoding="utf-8").split())
    for word in sorted(set(answer.stdout.split())):
        if word not in accepted and word.removesuffix("'s") not in accepted:
            yield f"{places.get(word, '?')}: spelling: {word}"


def idioms(files):
    rules = []
    for row in (ROOT / "docs/idioms.txt").read_text(encoding="utf-8").split("\n"):
        if row and not row.startswith("#"):
            found, instead = row.split("\t")
            rules.append((re.compile(rf"\b(?:{found})\b", re.I), instead))
    for path in files:
        for line, text in prose(path):
            for rule, instead in rules:
                if rule.search(text):
                    yield f"{path.relative_to(ROOT)}:{line}: \"{rule.search(text).group(0)}\": write {instead}"
    text = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        for line, row in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if row.lstrip().startswith("//"):
                continue
            for literal in text.findall(row) or ([row] if '"' not in row and re.match(r"\s+[A-Z*\\]", row) else []):
                for rule, instead in rules:
                    if " " in literal and rule.search(literal):
                        yield f"{path.relative_to(ROOT)}:{line}: \"{rule.search(literal).group(0)}\": write {instead}"


def lengths(files):
    readme = words(ROOT / "README.md")
    if readme > 700:
        yield f"README.md has {readme} words, at most 700 are meant"
    counts = {path: words(path) for path in files}
    middle = statistics.median(counts.values())
    if middle > 900:
        yield f"the median page of docs has {middle:.0f} words, at most 900 are meant"
    for path, count in counts.items():
        if count > 3000 and not MADE.search(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(ROOT)} has {count} words, at most 3,000 are meant"
    print(f"{len(counts)} pages of docs, median {middle:.0f} words; README.md {readme} words")


def main():
    every = pages()
    site = [path for path in every if path.is_relative_to(ROOT / "docs")]
    written = [path for path in every if not MADE.search(path.read_text(encoding="utf-8")) and path.name != "THIRD-PARTY-NOTICES.md"]
    outside, mistakes = {}, []
    for path in every:
        mistakes += links(path, outside)
    mistakes += idioms(written)
    mistakes += lengths(site)
    (ROOT / ".build").mkdir(exist_ok=True)
    (ROOT / ".build/site-links.txt").write_text(
        "".join(f"{target}  {', '.join(places)}\n" for target, places in sorted(outside.items())), encoding="utf-8")
    print(f"{len(every)} pages, links to {len(outside)} other addresses listed in .build/site-links.txt")
    hunspell = shutil.which("hunspell")
    if hunspell:
        mistakes += misspelt(every, hunspell)
    for mistake in mistakes:
        print(mistake)
    return 1 if mistakes else 0 if hunspell else 3


if __name__ == "__main__":
    sys.exit(main())
