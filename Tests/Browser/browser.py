#!/usr/bin/env python3
"""Opens hreval's pages in a browser and uses them as a reader does.

usage: browser.py [--axe axe.min.js] [--pictures DIR] PAGE.html …

Needs chromium with its driver and Selenium; Debian has them as chromium, chromium-driver and python3-selenium. With
--axe each page is held against the rules of axe-core (Deque Systems), of which none that it calls serious or critical
may be broken. With --pictures a picture of each page in each width and theme is kept.

Prints a line per page and ends with 1 where anything does not hold.
"""

import argparse
import json
import pathlib
import sys
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

WIDTHS = (1400, 800, 390)
THEMES = ("light", "dark")


class Failures(list):
    """What did not hold, with the page it was on."""

    page = ""

    def hold(self, isTrue, what):
        if not isTrue:
            self.append(f"{self.page}: {what}")


def make_driver():
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                 "--force-color-profile=srgb"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options)
    driver.set_page_load_timeout(60)
    return driver


def set_theme(driver, theme):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                           {"features": [{"name": "prefers-color-scheme", "value": theme}]})


def set_width(driver, width, height=900):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})


def check_requests(driver, failures, url):
    """Nothing but the page itself may have been asked for."""
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] != "Network.requestWillBeSent":
            continue
        asked = message["params"]["request"]["url"].split("#")[0]
        if not asked.startswith("data:") and asked != url:
            failures.append(f"{failures.page}: it asks for {asked}")


def check_console(driver, failures):
    for entry in driver.get_log("browser"):
        failures.append(f"{failures.page}: the console says {entry['level']}: {entry['message']}")


def check_axe(driver, failures, axe, where):
    if axe is None:
        return
    driver.execute_script(axe)
    found = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {resultTypes: ['violations']}).then(done, (problem) => done({error: String(problem)}));")
    if "error" in found:
        failures.append(f"{failures.page}: axe-core: {found['error']}")
        return
    for rule in found["violations"]:
        if rule["impact"] in ("serious", "critical"):
            place = rule["nodes"][0]
            failures.append(f"{failures.page}, {where}: axe-core, {rule['id']} ({rule['impact']}, {len(rule['nodes'])} places): "
                            f"{rule['help']}: {place['html'][:160]} {place.get('failureSummary', '')[:300]}")


def check_layout(driver, failures, where):
    """The page itself is never wider than the screen, whatever its tables are."""
    width, room = driver.execute_script("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    failures.hold(width <= room + 1, f"{where}: the page is {width} pixels wide on a screen of {room}")
    tall = driver.execute_script(
        "return [...document.querySelectorAll('figure svg, .chart svg')].map((one) => one.getBoundingClientRect().height)"
        ".filter((height) => height > 2000).length")
    failures.hold(tall == 0, f"{where}: {tall} figures are taller than 2,000 pixels")


def text(driver, selector):
    return driver.execute_script("return document.querySelector(arguments[0]).innerText", selector)


def press(driver, identifier, key):
    """The page may draw an element anew between its being found and its being used."""
    for _ in range(5):
        try:
            driver.find_element(By.ID, identifier).send_keys(key)
            return
        except StaleElementReferenceException:
            continue
    raise RuntimeError(f"{identifier} is drawn anew again and again")


def leading_number(cell):
    for word in cell.replace("−", "-").replace(",", "").split():
        try:
            return float(word.strip("[]()"))
        except ValueError:
            continue
    return None


def shown_rows(driver):
    return driver.execute_script(
        "return [...document.querySelectorAll('#leaderboard-table tbody tr')].filter((row) => !row.hidden)"
        ".map((row) => [...row.cells].map((cell) => cell.textContent))")


def use_leaderboard(driver, failures):
    heads = driver.find_elements(By.CSS_SELECTOR, "#leaderboard-table thead button")
    titles = [head.text for head in heads]
    column = next(index for index, title in enumerate(titles) if title.startswith("MAE"))
    for order in (1, -1):
        driver.execute_script("arguments[0].click()", heads[column])
        values = [leading_number(row[column]) for row in shown_rows(driver)]
        known = [value for value in values if value is not None]
        failures.hold(known == sorted(known, reverse=order < 0), f"sorting by MAE, direction {order}: {known[:8]}")
        failures.hold(None not in values[:len(known)], "rows without a figure do not stand last")
    everything = len(shown_rows(driver))
    box = driver.find_element(By.CSS_SELECTOR, "input[data-filter=text]")
    name = shown_rows(driver)[0][0].rstrip("†")
    box.send_keys(name)
    names = [row[0] for row in shown_rows(driver)]
    failures.hold(names and all(name.lower() in one.lower() for one in names), f"filtering by {name}: {names[:5]}")
    driver.execute_script("arguments[0].value = ''; arguments[0].dispatchEvent(new Event('input'))", box)
    failures.hold(len(shown_rows(driver)) == everything, "an empty filter does not show all rows again")
    for selector in driver.find_elements(By.CSS_SELECTOR, "select[data-filter]"):
        select = Select(selector)
        select.select_by_index(len(select.options) - 1)
        failures.hold(shown_rows(driver), f"nothing is left with {select.first_selected_option.text}")
        select.select_by_index(0)


def use_scenarios(driver, failures):
    select = Select(driver.find_element(By.ID, "scenario"))
    last = len(select.options) - 1
    select.select_by_index(last)
    parts = driver.execute_script(
        "return [...document.querySelectorAll('[data-part]')].filter((part) => !part.hidden).map((part) => part.dataset.part)")
    failures.hold(set(parts) <= {str(last)}, f"parts {sorted(set(parts))} are shown for scenario {last}")
    select.select_by_index(0)


def use_recordings(driver, failures):
    cells = driver.find_elements(By.CSS_SELECTOR, "#heat tbody td button")
    failures.hold(cells, "there is no table of recordings")
    if not cells:
        return
    driver.execute_script("arguments[0].focus()", cells[0])
    cells[0].send_keys(Keys.ARROW_RIGHT)
    name = driver.execute_script("return document.activeElement.getAttribute('aria-label')")
    active = driver.switch_to.active_element
    active.send_keys(Keys.ENTER)
    failures.hold(driver.find_elements(By.CSS_SELECTOR, "#chosen-recording svg"), f"{name} leads to no rate over time")
    fills = driver.execute_script("return [...document.querySelectorAll('.chart path.frame, .chart path.grid')].map((one) => getComputedStyle(one).fill)")
    failures.hold(fills and set(fills) == {"none"}, f"charts are not drawn by the figures' rules: {sorted(set(fills))}")
    title = text(driver, "#window-body h3")
    recording = name.split(", ")[0] if name else "?"
    failures.hold(recording in title, f"{name} leads to the window {title}")
    press(driver, "window-slider", Keys.HOME)
    first = text(driver, "#window-body h3")
    press(driver, "window-slider", Keys.ARROW_RIGHT)
    failures.hold(text(driver, "#window-body h3") != first, "the next window is not reached by a key")
    rows = driver.find_elements(By.CSS_SELECTOR, "#window-body tbody tr")
    failures.hold(rows, "a window has no answers")
    place = driver.current_url
    driver.get("about:blank")
    driver.get(place)
    failures.hold("#" in place and driver.find_elements(By.CSS_SELECTOR, "#window-body h3"),
                  "the address does not lead to the window again")


def use_kept(driver, failures):
    kept = driver.find_elements(By.CSS_SELECTOR, "#window-body .kept button")
    if not kept:
        return False
    driver.execute_script("arguments[0].click()", kept[0])
    waves = driver.find_elements(By.CSS_SELECTOR, "#signal svg path.wave")
    failures.hold(len(waves) >= 2, f"a kept window shows {len(waves)} waves, raw and filtered expected")
    return True


def use_agreement(driver, failures):
    """A click on a dot leads to a window."""
    panel = driver.find_elements(By.CSS_SELECTOR, "[data-agreement]:not([hidden]) [data-x0][data-name]")
    if not panel:
        return
    place = driver.execute_script(
        "const panel = arguments[0]; panel.scrollIntoView({block: 'center'});"
        "const path = [...panel.querySelectorAll('.cloud path, path.dots, .dots path')][0]; if (!path) return null;"
        "const at = path.getPointAtLength(0); const matrix = panel.ownerSVGElement.getScreenCTM();"
        "const point = new DOMPoint(at.x, at.y).matrixTransform(matrix); return [point.x, point.y];", panel[0])
    if place is None:
        return
    driver.execute_script(
        "const [x, y] = arguments[0]; const found = document.elementFromPoint(x, y) ?? arguments[1];"
        "(found.closest('[data-x0]') ? found : arguments[1]).dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: x, clientY: y}))",
        place, panel[0])
    failures.hold(driver.find_elements(By.CSS_SELECTOR, "#window-body h3"), "a dot of the agreement leads to no window")


def use_theme(driver, failures):
    ground = "return getComputedStyle(document.body).backgroundColor"
    before = driver.execute_script(ground)
    driver.execute_script("document.getElementById('theme').click()")
    failures.hold(driver.execute_script(ground) != before, "the button does not change light and dark")
    driver.execute_script("document.getElementById('theme').click()")
    # The choice is remembered; the next page is to follow the browser's.
    driver.execute_script("try { localStorage.removeItem('hreval-theme') } catch { /* none is kept */ }")


def check(driver, failures, page, axe, pictures):
    url = page.resolve().as_uri()
    failures.page = f"{page.parent.name}/{page.name}"
    before = len(failures)
    driver.get_log("performance")
    driver.get_log("browser")
    started = time.monotonic()
    driver.get("about:blank")
    driver.get_log("performance")
    grounds = set()
    for theme in THEMES:
        set_theme(driver, theme)
        for width in WIDTHS:
            set_width(driver, width)
            driver.get("about:blank")
            driver.get_log("performance")
            driver.get(url)
            where = f"{theme}, {width} pixels"
            grounds.add((theme, driver.execute_script("return getComputedStyle(document.body).backgroundColor")))
            check_layout(driver, failures, where)
            if width != 800:
                check_axe(driver, failures, axe, where)
            if pictures is not None:
                picture(driver, pictures / f"{page.parent.name}-{page.stem}-{theme}-{width}.png", width)
            check_requests(driver, failures, url)
    failures.hold(len({ground for _, ground in grounds}) == 2, f"themes are not told apart: {sorted(grounds)}")
    set_theme(driver, "light")
    set_width(driver, 1400)
    driver.get("about:blank")
    driver.get_log("performance")
    driver.get(url)
    use_theme(driver, failures)
    used = "looked at"
    if driver.find_elements(By.ID, "leaderboard-table"):
        use_leaderboard(driver, failures)
        use_scenarios(driver, failures)
        use_agreement(driver, failures)
        use_recordings(driver, failures)
        kept = use_kept(driver, failures)
        check_axe(driver, failures, axe, "with a window open")
        used = "used, with a signal" if kept else "used"
    check_requests(driver, failures, url)
    check_console(driver, failures)
    failures.hold(driver.execute_script("return window.hostile === undefined"), "somebody's name ran as a script")
    verdict = "holds" if len(failures) == before else "DOES NOT HOLD"
    print(f"{failures.page}: {used}, {time.monotonic() - started:.1f} s: {verdict}", flush=True)


def picture(driver, path, width):
    """The whole page, up to what a picture can hold."""
    height = min(16000, driver.execute_script("return document.documentElement.scrollHeight"))
    set_width(driver, width, max(900, height))
    path.parent.mkdir(parents=True, exist_ok=True)
    driver.save_screenshot(str(path))
    set_width(driver, width)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--axe", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    axe = arguments.axe.read_text(encoding="utf-8") if arguments.axe else None
    driver = make_driver()
    failures = Failures()
    try:
        for page in arguments.pages:
            check(driver, failures, page, axe, arguments.pictures)
    finally:
        driver.quit()
    for failure in failures:
        print(f"FAILED {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
