"""How many windows of 600 samples a second travel to a client and back: python3 clients/tests/speed.py

Each program is asked by this host, a Python program too, which prepares its question once. Two hosts at once are what
two workers are.
"""

import multiprocessing
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from host import Host

CLIENTS = pathlib.Path(__file__).resolve().parent.parent
WINDOWS = 20_000


def measured(command, frames, count, folder):
    with Host(command, frames, folder) as host:
        host.begin(rates={"ppg": 30}, parameters={})
        question = host.question(1, 0, 20, [0.001 * k * 1.2345678901 for k in range(600)])
        for _ in range(100):
            host.send(question)
            host.answer()
        began = time.perf_counter()
        for _ in range(count):
            host.send(question)
            assert host.answer()["bpm"] == 72
        return count / (time.perf_counter() - began)


def main():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(CLIENTS / "python/hreval/client.py", pathlib.Path(folder, "hreval.py"))
        shutil.copy(CLIENTS / "octave/hreval_serve.m", folder)
        script = pathlib.Path(folder, "trivial.py")
        script.write_text("import hreval\n\ndef trivial(samples, rate):\n    return 72.0\n\nhreval.detector(trivial)\n")
        octave = pathlib.Path(folder, "trivial.m")
        octave.write_text("hreval_serve (@(samples, rate) 72, 'name', 'trivial', 'version', '1')\n")
        compiler = next((one for one in ("cc", "gcc", "clang") if shutil.which(one)), None)
        cases = [
            ("Python, binary", [sys.executable, str(script)], ("json", "binary"), WINDOWS),
            ("Python, JSON", [sys.executable, str(script)], ("json",), WINDOWS // 10),
        ]
        if compiler:
            source = CLIENTS / "c/trivial_detector.c"
            subprocess.run([compiler, "-O2", "-std=c99", "-o", folder + "/trivial", source], check=True)
            cases.insert(0, ("C, binary", [folder + "/trivial"], ("json", "binary"), WINDOWS))
        if shutil.which("octave-cli"):
            cases.append(("Octave, JSON", ["octave-cli", "--quiet", "--no-init-file", str(octave)], ("json",), 300))
        for name, *case in cases:
            alone = measured(*case, folder)
            with multiprocessing.Pool(2) as pool:
                both = sum(pool.starmap(measured, [(*case, folder)] * 2))
            print(f"{name:15} {alone:8.0f} windows/s alone, {both:8.0f} of two at once", flush=True)


if __name__ == "__main__":
    main()
