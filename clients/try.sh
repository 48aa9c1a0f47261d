#!/usr/bin/env bash
# Builds the clients' examples in a folder of their own and runs them beside built-in detectors.
# usage: clients/try.sh HREVAL [FOLDER]   (needs python3 with NumPy and a C compiler; recordings as `./setup.sh demo` makes them)
set -euo pipefail

clients=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
hreval=$(cd -- "$(dirname -- "$1")" && pwd -P)/$(basename -- "$1")
folder=${2:-$clients/../.build/clients}
mkdir -p -- "$folder"
cp -- "$clients/try.json" "$clients"/python/examples/*.py "$folder"
cp -- "$clients/python/hreval/client.py" "$folder/hreval.py"
cc -std=c99 -O2 -I "$clients/c" -o "$folder/example_detector" "$clients/c/example_detector.c" -lm
"$hreval" run "$folder/try.json" --output "$folder/run" "${@:3}"
