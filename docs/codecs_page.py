"""Makes docs/explanation/codecs.md of two stored runs; ./setup.sh codecs calls it.

usage: codecs_page.py HREVAL CODECS_RUN SYSTEMS_RUN
"""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

INTRO = """# What codecs do to the pulse

Made by `./setup.sh codecs`; do not edit. A phone does not store what its camera saw: an encoder leaves out what people do not see, and the pulse is such a thing. These tables say how much of it each encoder leaves, on finger videos whose beats are known
exactly.

**The videos.** {subjects} made subjects, {seconds} s each, 320×240 pixels, 30 frames a second, a red pulse of 0.7 to 1.2 % of its level and noise of 2.5 of 255 in every pixel. Neither the finger's pattern nor the noise was measured on phones, so the qualities at which
a detector breaks are those of such videos, not of every phone. Encoders run at their usual speed ("medium", VP9 4); a phone's encoder is a piece of hardware and may do worse at the same size. No detector was tuned on these videos; `fusion` was tuned on other recordings of this
synthesizer and on two sets of phones, among others.

**The numbers.** Mean absolute error in beats per minute over windows of 20 s, in brackets the share of all windows answered within 5 bpm. SNR: mean square of the red pulse over that of what the encoder changed in its band, in the first recording, as `hreval inspect --scenario` measures it; at 0 dB the change is as strong as the pulse.

Encoders: {encoders}; decoded by ffmpeg {ffmpeg}.
"""

READING = """
## How to read it

- Quality numbers are those of each encoder, lower is better, and mean different things for different encoders: the SNR compares them.
- A key frame is stored by itself, the others as changes of what was before. With a key frame at every frame, and in MJPEG, which has no others, `fusion` reads the pulse at every quality tried here.
- As published, the hue systems and the red-channel guide lose the pulse at qualities at which `fusion`, `peak` and `fft` still read it. The filter of `hue.pulse` takes out rates below 90 bpm at 30 frames a second, whatever the encoder.
- Fewer frames a second leave no frame to compare with, so there is no SNR.
- `hreval inspect` shows the distance of key frames, and the finding `frameImpulses` where they show in the means.
"""

SYSTEMS = """
## The published systems on the same videos

Each as its document says: the red-channel guide on every second pixel of the centre half, the hue apps on the whole frame ([`experiments/video-systems.json`](../reference/experiments/shipped.md)). With {subjects} subjects few claims can be told. [What a verdict means](claims.md).
"""


def rows(run):
    with open(Path(run) / "summary.csv", newline="") as file:
        return list(csv.DictReader(file))


def shown(row):
    if row["maeBPM"] == "":
        return "no answer"
    return f"{float(row['maeBPM']):.1f} ({100 * float(row['rightOfAllShare']):.0f} %)"


def check(cells):
    """Ends with 1 where the table contradicts what the page says of it."""
    kept = [name for name, _ in cells if name.startswith("MJPEG") or name.endswith("a key frame every 1")]
    shares = {key: float(text.split("(")[1].split(" ")[0]) for key, text in cells.items() if "(" in text}
    low = [name for name in kept if shares[name, "fusion"] < 95]
    assert kept and not low, f"fusion does not read {low}"
    for name in ("H.264, quality 23", "VP9, quality 35"):
        good = min(shares[name, detector] for detector in ("fusion", "peak", "fft"))
        poor = max(shares[name, detector] for detector in ("peak.swasthicare", "hue.pulse", "hue.pubnub"))
        assert poor < good, f"{name}: published systems {poor} %, others {good} %"


def severity(hreval, recording, scenario):
    """Signal-to-noise ratio of the red channel in words, measured on one recording."""
    step = scenario["steps"][0]
    if step["definition"].startswith("clean@"):
        return "–"
    settings = [word for name, value in step["parameters"].items() for word in ("--set", f"{name}={value}")]
    text = subprocess.run(
        [hreval, "inspect", recording, "--scenario", step["definition"].split("@")[0], *settings],
        capture_output=True, text=True, check=True,
    ).stdout
    after = text.split("\n  scenario ")[1]
    found = re.search(r"\n  red +SNR (-?[0-9.]+) dB", after)
    return f"{float(found.group(1)):.1f}" if found else "none"


def main():
    hreval, codecs, systems = sys.argv[1:]
    table = rows(codecs)
    scenarios = list(dict.fromkeys(row["scenario"] for row in table))
    detectors = list(dict.fromkeys(row["detector"] for row in table))
    cells = {(row["scenario"], row["detector"]): shown(row) for row in table}
    run = json.loads((Path(codecs) / "run.json").read_text())
    first = json.loads((Path(codecs) / "results.json").read_text())
    recordings = first["recordings"]
    check(cells)
    print(
        INTRO.format(
            subjects=len(recordings), seconds=round(recordings[0]["seconds"]),
            encoders="; ".join(f"`{name}`" for name in run["video"]["encoders"]), ffmpeg=run["video"]["ffmpeg"],
        )
    )
    ladder = {scenario["label"]: scenario for scenario in first["scenarios"]}
    recording = f"{recordings[0]['dataset']}:{recordings[0]['id']}"
    head = ["after", "SNR (dB)"] + [f"`{name}`" for name in detectors]
    print("| " + " | ".join(head) + " |")
    print("| :--- |" + " ---: |" * (len(head) - 1))
    for name in scenarios:
        line = [name, severity(hreval, recording, ladder[name])]
        print("| " + " | ".join(line + [cells.get((name, detector), "") for detector in detectors]) + " |")
    print(READING)
    print(SYSTEMS.format(subjects=len(recordings)))
    claims = subprocess.run([hreval, "claims", "--markdown", systems], capture_output=True, text=True, check=True).stdout
    sections = claims.split("\n## ")[1:]
    print("\n\n".join("### " + section.strip() for section in sections if "| claim" in section))


if __name__ == "__main__":
    main()
