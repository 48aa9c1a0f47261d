#!/usr/bin/env bash
# Windows per second of trivial detectors, in a run with two workers; what docs/reference/programs/protocol.md says of speed.
# usage: clients/speed.sh HREVAL [FOLDER]   (needs python3 with NumPy and a C compiler)
set -euo pipefail

clients=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
hreval=$(cd -- "$(dirname -- "$1")" && pwd -P)/$(basename -- "$1")
folder=${2:-$clients/../.build/clients-speed}
mkdir -p -- "$folder"
cd -- "$folder"
cp -- "$clients/python/hreval/client.py" hreval.py
cc -std=c99 -O2 -I "$clients/c" -o trivial "$clients/c/trivial_detector.c" -lm
printf 'import hreval\nhreval.detector(lambda samples, rate: 72.0, name="trivial", version="1")\n' >binary.py
printf 'import hreval\nhreval.detector(lambda samples, rate: 72.0, name="trivial", version="1", frames="json")\n' >lines.py
# Windows of 20 s at 30 Hz are 600 samples.
[[ -d data ]] || "$hreval" synthesize --output data --count 4 --seconds 1800 --seed 3 --ppg-rate 30 >/dev/null
cp -- "$clients/../datasets/synthetic/dataset.json" data/dataset.json
measure() {
  printf '{"schemaVersion": 1, "name": "speed", "datasets": [{"dataset": "data/dataset.json", "root": "data"}], "limits": {"windows": 200000},
    "windows": {"windowSeconds": 20, "hopSeconds": 0.05}, "report": {"formats": ["json"]}, "detectors": [%s]}' "$2" >speed.json
  HREVAL_LEDGER=off "$hreval" run speed.json --jobs 2 --quiet --force --output run >/dev/null
  printf '%-34s %8.0f windows/s\n' "$1" "$(sed -n 's/.*"windowsPerSecond": *\([0-9.]*\).*/\1/p' run/run.json)"
}
measure 'constant, built in' '{"label": "one", "detector": "constant"}'
measure 'C client, binary frames' '{"label": "one", "command": ["./trivial"]}'
measure 'Python client, binary frames' '{"label": "one", "command": ["python3", "binary.py"], "files": ["hreval.py"]}'
measure 'Python client, lines of JSON' '{"label": "one", "command": ["python3", "lines.py"], "files": ["hreval.py"]}'
