#!/usr/bin/env python3
"""Opens hreval's pages in a browser and uses them as a reader does.

usage: browser.py [--axe axe.min.js] [--pictures DIR] PAGE.html …

Needs chromium with its driver and Selenium; Debian has them as chromium, chromium-driver and python3-selenium. With
--axe each page is held against the rules of axe-core (Deque Systems), of which none may be broken. With --pictures a
picture of each page in each width and theme is kept.

Prints a line per page and ends with 1 where anything does not hold.
"""

import argparse
import json
import pathlib
import sys
import time
import urllib.parse

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from away import check_print, use_downloads
from chromium import make_driver, set_theme, set_width

WIDTHS = (1920, 1400, 800, 390)
THEMES = ("light", "dark")


class Failures(list):
    """What did not hold, with the page it was on."""

    page = ""

    def hold(self, isTrue, what):
        if not isTrue:
            self.append(f"{self.page}: {what}")


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


def check_headings(driver, failures, where):
    """Below each heading there is something before the next one of its rank or a higher one."""
    empty = driver.execute_script(
        "const heads = [...document.querySelectorAll('main :is(h1, h2, h3, h4)')].filter((one) => one.checkVisibility());"
        "return heads.filter((one, place) => { const next = heads[place + 1];"
        "if (next && next.tagName > one.tagName) return false;"
        "const between = document.createRange(); between.setStartAfter(one);"
        "if (next) between.setEndBefore(next); else between.setEndAfter(document.querySelector('main'));"
        "return between.toString().trim() === '' && !between.cloneContents().querySelector('svg, table, input, button'); })"
        ".map((one) => one.textContent)")
    failures.hold(not empty, f"{where}: headings without content: {empty[:5]}")


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
        # Guesses, whose names are in brackets, stand last.
        rows = shown_rows(driver)
        guesses = [row[0].startswith("(") for row in rows]
        failures.hold(guesses == sorted(guesses), "guesses do not stand behind the detectors")
        values = [leading_number(row[column]) for row in rows if not row[0].startswith("(")]
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
    # A recording of one measurement has one window.
    if driver.execute_script("return document.getElementById('window-slider').max") != "0":
        failures.hold(text(driver, "#window-body h3") != first, "the next window is not reached by a key")
    rows = driver.find_elements(By.CSS_SELECTOR, "#window-body tbody tr")
    failures.hold(rows, "a window has no answers")


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


# Seconds after which a page has written its address.
WRITTEN = 0.7


def open_anew(driver, url):
    """A change of only what stands behind the # would not load the page."""
    driver.get("about:blank")
    driver.get(url)
    time.sleep(WRITTEN)


def top(driver, identifier):
    return driver.execute_script("return document.getElementById(arguments[0]).getBoundingClientRect().top", identifier)


def is_seen(driver, identifier):
    return 0 <= top(driver, identifier) < driver.execute_script("return innerHeight")


def named_values(driver):
    """The section that the address names, and its values."""
    words = urllib.parse.urlsplit(driver.current_url).fragment.split("&")
    section = words.pop(0) if words and "=" not in words[0] else ""
    return section, dict(urllib.parse.parse_qsl("&".join(words), keep_blank_values=True))


def use_address(driver, failures, url):
    """An address leads to the window it names, in its present and in its old form."""
    buttons = driver.find_elements(By.CSS_SELECTOR, "#heat tbody td:not(.none) button")
    if not buttons:
        return
    driver.execute_script("arguments[0].click()", buttons[-1])
    time.sleep(WRITTEN)
    section, values = named_values(driver)
    failures.hold(section == "rates" and {"s", "d", "r"} <= set(values), f"a cell leads to {driver.current_url}")
    failures.hold(is_seen(driver, "rates"), "a cell does not lead to the rates")
    failures.hold(driver.execute_script("return document.activeElement.id") == "rates", "the keyboard does not follow a jump")
    if "w" in values:
        recording = driver.execute_script("return Run.data.recordings[arguments[0]]", int(values["r"]))
        state = "&".join(f"{name}={values[name]}" for name in "sdrw")
        for place in (f"#window&{state}", f"#{state}"):
            open_anew(driver, url + place)
            failures.hold(is_seen(driver, "window"), f"{place} does not lead to the window: {top(driver, 'window'):.0f} pixels off")
            title = text(driver, "#window-body h3")
            failures.hold(recording in title, f"{place} shows {title}, not {recording}")
    open_anew(driver, f"{url}#agreement")
    failures.hold(not driver.find_elements(By.ID, "agreement") or is_seen(driver, "agreement"), "#agreement leads elsewhere")
    open_anew(driver, f"{url}#nowhere&s=999&d=x&r=-1&w=1e9&sort=99d&of=%3Cb%3E&in=77")
    failures.hold(shown_rows(driver), "an address of nonsense leaves no leaderboard")


def use_back(driver, failures, url):
    """Back leads to where one was, Forward to where one went, and a choice is no step of its own."""
    open_anew(driver, url)
    # A browser keeps fifty steps and counts no further.
    driver.execute_cdp_cmd("Page.resetNavigationHistory", {})
    driver.execute_script("scrollTo({top: 700, behavior: 'instant'})")
    time.sleep(WRITTEN)
    steps = driver.execute_script("return history.length")
    select = Select(driver.find_element(By.ID, "detector"))
    select.select_by_index(len(select.options) - 1)
    time.sleep(WRITTEN)
    failures.hold(driver.execute_script("return history.length") == steps, "a choice is a step of the history")
    before = (driver.current_url, driver.execute_script("return scrollY"))
    buttons = driver.find_elements(By.CSS_SELECTOR, "#heat tbody td:not(.none) button, #contents a:last-of-type")
    driver.execute_script("arguments[0].click()", buttons[-1])
    time.sleep(WRITTEN)
    after = (driver.current_url, driver.execute_script("return scrollY"))
    failures.hold(driver.execute_script("return history.length") == steps + 1, "a jump is not one step of the history")
    for step, (place, height) in ((driver.back, before), (driver.forward, after)):
        step()
        time.sleep(WRITTEN)
        found = driver.execute_script("return scrollY")
        failures.hold(driver.current_url == place, f"{step.__name__} leads to {driver.current_url}, not to {place}")
        failures.hold(abs(found - height) <= 50, f"{step.__name__} leads to the height {found}, not to {height}")
    driver.refresh()
    time.sleep(WRITTEN)
    found = driver.execute_script("return scrollY")
    failures.hold(abs(found - after[1]) <= 50, f"reloading leads to the height {found}, not to {after[1]}")


def use_board_address(driver, failures, url):
    """The order and the filters of the leaderboard are kept when the page is loaded again."""
    open_anew(driver, url)
    heads = driver.find_elements(By.CSS_SELECTOR, "#leaderboard-table thead button")
    driver.execute_script("arguments[0].click()", heads[3])
    driver.find_element(By.CSS_SELECTOR, "input[data-filter=text]").send_keys(shown_rows(driver)[0][0].rstrip("† ")[:3])
    for selector in driver.find_elements(By.CSS_SELECTOR, "select[data-filter]"):
        Select(selector).select_by_index(1)
    time.sleep(WRITTEN)
    rows = shown_rows(driver)
    failures.hold(named_values(driver)[1].get("sort") in ("3a", "3d"), f"the order is not in {driver.current_url}")
    driver.refresh()
    failures.hold(shown_rows(driver) == rows, "the order and the filters of the leaderboard do not survive a reload")
    open_anew(driver, url)


def use_contents(driver, failures):
    """Every section is reached from the contents."""
    shown = ("return [...document.querySelectorAll('#contents a')].filter((one) => one.checkVisibility() &&"
             " one.getClientRects().length > 0).map((one) => one.getAttribute('href').slice(1))")
    sections = driver.execute_script(
        "return [...document.querySelectorAll('main section > h2[id]')]"
        ".filter((one) => one.checkVisibility()).map((one) => one.id)")
    set_width(driver, 1400)
    missing = set(sections) - set(driver.execute_script(shown))
    failures.hold(not missing, f"the contents do not show {sorted(missing)} on a wide screen")
    set_width(driver, 400)
    button = driver.find_element(By.ID, "contents-button")
    failures.hold(not driver.execute_script(shown), "the contents are open on a narrow screen before they are asked for")
    button.click()
    missing = set(sections) - set(driver.execute_script(shown))
    failures.hold(not missing, f"the contents do not show {sorted(missing)} on a narrow screen")
    failures.hold(button.get_attribute("aria-expanded") == "true", "the button does not say that the contents are open")
    driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    failures.hold(not driver.execute_script(shown) and driver.switch_to.active_element == button, "Escape does not close the contents")
    set_width(driver, 1400)


def use_keyboard(driver, failures):
    """The tabulator reaches everything that can be used; a table of cells is one stop, and arrows lead on."""
    tabbed = driver.execute_script("return [...document.querySelectorAll('[tabindex]')].filter((one) => one.tabIndex > 0).length")
    failures.hold(tabbed == 0, f"{tabbed} elements have an order of their own")
    wanted = driver.execute_script(
        "const all = [...document.querySelectorAll('a[href], button, select, summary, input:not([type=hidden])')]"
        "  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled && !one.closest('.heat td'));"
        "window.reached = new Set(); document.addEventListener('focusin', (event) => window.reached.add(event.target));"
        "window.wanted = all; document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0); return all.length")
    # More stops than elements: boxes that can be moved are stops too.
    for _ in range(wanted // 50 + 8):
        webdriver.ActionChains(driver, duration=0).send_keys(Keys.TAB * 60).perform()
    missed = driver.execute_script(
        "return window.wanted.filter((one) => one.isConnected && !window.reached.has(one)).map((one) => one.outerHTML.slice(0, 120))")
    failures.hold(not missed, f"the tabulator does not reach {len(missed)} of {wanted}: {missed[:3]}")


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
            check_headings(driver, failures, where)
            if width in (1400, 390):
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
    use_keyboard(driver, failures)
    use_downloads(driver, failures)
    check_print(driver, failures)
    if driver.find_elements(By.ID, "leaderboard-table"):
        use_contents(driver, failures)
        use_leaderboard(driver, failures)
        use_scenarios(driver, failures)
        use_agreement(driver, failures)
        use_recordings(driver, failures)
        kept = use_kept(driver, failures)
        check_axe(driver, failures, axe, "with a window open")
        use_address(driver, failures, url)
        use_back(driver, failures, url)
        use_board_address(driver, failures, url)
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
