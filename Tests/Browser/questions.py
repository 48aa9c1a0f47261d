#!/usr/bin/env python3
"""Takes the pictures of docs/reference/results/report-page.md: what a reader sees who has a question.

usage: questions.py RUNS FOLDER

RUNS holds runs of experiments/demo.json, experiments/finger-camera.json, experiments/leaderboard.json and of filters.json
of the first tutorial, in folders of these names. Needs what browser.py needs.
"""

import pathlib
import sys

from chromium import make_driver, set_theme, set_width

# Name of the picture, run, place in the page's address, what is scrolled to.
QUESTIONS = (
    ("report-light", "demo", "", None),
    ("within-5-bpm", "finger-camera", "", None),
    ("better-than-peak", "filters", "", None),
    ("breaks-fusion", "leaderboard", "#s=2&d=0", "recordings"),
)


def main():
    runs, folder = map(pathlib.Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    driver = make_driver()
    try:
        set_theme(driver, "light")
        set_width(driver, 1200, 900)
        for name, run, place, part in QUESTIONS:
            driver.get("about:blank")
            driver.get((runs / run / "report.html").resolve().as_uri() + place)
            if part:
                driver.execute_script("document.getElementById(arguments[0]).scrollIntoView()", part)
            driver.save_screenshot(str(folder / f"{name}.png"))
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
