"""What leaves a page: its tables and figures as files, and the page on paper."""

import base64
import csv
import pathlib
import re
import tempfile
import time
import xml.etree.ElementTree

from selenium.webdriver.common.by import By

from chromium import set_theme, set_width


def downloaded(driver, folder, button):
    """Presses a button; returns the file that arrives, None where none does."""
    before = set(folder.iterdir())
    driver.execute_script("arguments[0].click()", button)
    for _ in range(100):
        new = [one for one in set(folder.iterdir()) - before if one.suffix in (".csv", ".svg", ".png")]
        if new and new[0].stat().st_size > 0:
            return new[0]
        time.sleep(0.1)
    return None


def use_downloads(driver, failures):
    """Tables and figures arrive as files that other programs can read."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": place})
        take_table(driver, failures, folder)
        take_figure(driver, failures, folder)
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "default"})


def take_button(driver, kind):
    return driver.execute_script(
        "return [...document.querySelectorAll('.take button')]"
        ".find((one) => one.textContent === arguments[0] && one.checkVisibility())", kind)


def take_table(driver, failures, folder):
    tables = driver.execute_script("return [...document.querySelectorAll('main table')].filter((one) => one.checkVisibility()).length")
    if tables == 0:
        return
    button = take_button(driver, "CSV")
    failures.hold(button is not None, "no table can be taken along")
    if button is None:
        return
    shown = driver.execute_script(
        "const box = arguments[0].parentElement.previousElementSibling;"
        "return [...box.querySelectorAll('tbody tr')].filter((row) => !row.hidden).map((row) => row.cells[0].textContent.trim())", button)
    file = downloaded(driver, folder, button)
    failures.hold(file is not None, "no CSV arrives")
    if file is None:
        return
    failures.hold(re.fullmatch(r"[\w-]+\.csv", file.name), f"a file is called {file.name}")
    raw = file.read_bytes().decode("utf-8")
    failures.hold(raw.count("\n") == raw.count("\r\n") > 0, "the CSV does not end its lines as RFC 4180 does")
    head, *rows = csv.reader(raw.splitlines())
    failures.hold({len(row) for row in rows} <= {len(head)}, f"the CSV's rows have other lengths than its head: {head}")
    failures.hold([row[0].lstrip("'") for row in rows] == [name.removesuffix(" †") for name in shown], f"the CSV has {len(rows)} rows, the table {len(shown)}")
    failures.hold(not any("?" in name for name in head), f"marks are in the CSV's head: {head}")
    failures.hold(not any(re.search(r"\d \[", cell) for row in rows for cell in row), "intervals have no columns of their own")


def take_figure(driver, failures, folder):
    figures = driver.execute_script(
        "return [...document.querySelectorAll('figure svg')].filter((one) => one.checkVisibility()).length")
    if figures == 0:
        return
    set_theme(driver, "dark")
    files = {kind: downloaded(driver, folder, take_button(driver, kind)) for kind in ("SVG", "PNG")}
    set_theme(driver, "light")
    failures.hold(all(files.values()), f"these figures arrive: {files}")
    if not all(files.values()):
        return
    drawn = files["SVG"].read_text(encoding="utf-8")
    root = xml.etree.ElementTree.fromstring(drawn)
    for what in ("var(", "data-", "class=", "href", "<a"):
        failures.hold(not re.search(re.escape(what) + (r"\b" if what == "<a" else ""), drawn), f"the SVG has {what} in it")
    failures.hold(root.find("{http://www.w3.org/2000/svg}title") is not None, "the SVG has no title")
    ground = root.find("{http://www.w3.org/2000/svg}rect")
    failures.hold(ground is not None and ground.get("fill") == "rgb(255, 255, 255)", "the SVG is not light on a dark page")
    picture_bytes = files["PNG"].read_bytes()
    width = float(root.get("viewBox").split()[2])
    failures.hold(picture_bytes.startswith(b"\x89PNG\r\n\x1a\n"), "the PNG is none")
    failures.hold(int.from_bytes(picture_bytes[16:20], "big") == round(3 * width), "the PNG is not three times as wide as the drawing")


# Paper in inches, and the width between its margins in pixels of the style sheet, of which an inch has 96.
PAPERS = {"A4": (8.27, 11.69, 718), "Letter": (8.5, 11, 739)}
# Pages of paper that a run's page may need.
MOST_PAPER = 25


def check_print(driver, failures):
    """On paper no cell is cut off, and a page has an end."""
    for name, (width, height, room) in PAPERS.items():
        made = driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": width, "paperHeight": height})
        # The browser writes each page as an object of its own, uncompressed.
        pages = len(re.findall(rb"/Type\s*/Page(?![A-Za-z])", base64.b64decode(made["data"])))
        failures.hold(0 < pages <= MOST_PAPER, f"{name}: {pages} pages of paper")
        failures.hold(not driver.find_elements(By.CSS_SELECTOR, ".print-out, .print-only"), "a print leaves its marks on the page")
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        set_width(driver, room)
        driver.execute_script("dispatchEvent(new Event('beforeprint'))")
        cut = driver.execute_script(
            "return [...document.querySelectorAll('.scroll')]"
            ".filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)"
            ".map((box) => `${box.scrollWidth} of ${box.clientWidth}: ${box.innerText.slice(0, 60)}`)")
        failures.hold(not cut, f"{name}: {len(cut)} tables are cut off: {cut[:3]}")
        long = driver.execute_script(
            "return [...document.querySelectorAll('main tbody')]"
            ".filter((body) => [...body.rows].filter((row) => row.checkVisibility()).length > 24).length")
        failures.hold(long == 0, f"{name}: {long} tables are printed with more than 24 rows")
        driver.execute_script("dispatchEvent(new Event('afterprint'))")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    set_theme(driver, "light")
    set_width(driver, 1400)
