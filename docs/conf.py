"""Sphinx builds the site from this folder: `./setup.sh docs`."""

import os
import re
from pathlib import Path

root = Path(__file__).resolve().parent.parent
version = re.search(r'current = "([^"]+)"', (root / "Sources/HRRunning/Plan/Version.swift").read_text()).group(1)

project = "hreval"
author = "the hreval authors"
release = version
copyright = author
language = "en"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = []
nitpicky = True
# Anchors of headings are those that code hosts make, so that a link works there and here.
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
# JSON blocks may show a part of a file, and terminals are no language.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"hreval {version}"
html_static_path = ["static"]
html_css_files = ["narrow.css"]
html_copy_source = False
html_show_copyright = False
html_last_updated_fmt = None
html_use_index = False
html_theme_options = {"top_of_page_buttons": []}

# Pages that are beside their code, and their place in the site.
elsewhere = {"reference/python": root / "clients/python/README.md"}


def place_links(app, name, source):
    """Takes pages from beside their code; files outside of this folder become downloads, pages outside are named."""
    page = root / "docs" / f"{name}.md"
    home = elsewhere.get(name, page)
    text = home.read_text(encoding="utf-8")

    def placed(match):
        text, link = match.groups()
        target, anchor = re.fullmatch(r"([^#]*)(#.*)?", link).groups()
        if not target or re.match(r"[a-z]+:", target):
            return match.group(0)
        file = (home.parent / target).resolve()
        way = Path(os.path.relpath(file, page.parent)).as_posix()
        if file.is_relative_to(root / "docs"):
            return f"[{text}]({way}{anchor or ''})"
        if file.suffix == ".md":
            return f"{text} (`{file.relative_to(root)}` in the project)"
        return f"[{text}](path:{way})"

    source[0] = re.sub(r"(?<!!)\[([^\[\]]*)\]\(([^)\s]+)\)", placed, text)


def setup(app):
    app.connect("source-read", place_links)
