#!/bin/sh
# Makes docs/explanation/peers.md anew: the environment, the runs, the page.
#
#   HREVAL_DATA=/path/to/datasets clients/peers/table.sh
#
# HREVAL: the program (else the build beside, else the one in PATH). PEERS_ENV: the environment (default: .peers-env).
# PYTHON: what makes the environment (default: python3). Without HREVAL_DATA's ppg-dalia-s6 nothing is written.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
environment=${PEERS_ENV:-$root/.peers-env}
if [ -z "${HREVAL:-}" ]; then
  HREVAL=$root/.build/release/hreval
  [ -x "$HREVAL" ] || HREVAL=$(command -v hreval) || {
    echo "error: hreval is not built; \`./setup.sh build\` builds it, or set HREVAL" >&2
    exit 1
  }
fi
if [ ! -f "${HREVAL_DATA:-}/ppg-dalia-s6/signals_32hz.csv" ]; then
  echo "error: \$HREVAL_DATA/ppg-dalia-s6/signals_32hz.csv is not there; see datasets/ppg-dalia-s6" >&2
  exit 1
fi
if [ ! -x "$environment/bin/python3" ]; then
  "${PYTHON:-python3}" -m venv "$environment"
fi
"$environment/bin/python3" -m pip install --quiet --disable-pip-version-check \
  -r clients/peers/requirements.txt ./clients/python
if [ ! -d datasets/synthetic/recordings ]; then
  # As ./setup.sh demo makes them.
  "$HREVAL" synthesize --output datasets/synthetic/recordings --count 12 --seconds 120 --seed 1
fi
export PATH="$environment/bin:$PATH" HREVAL HREVAL_LEDGER=off
python3 clients/peers/make_onnx_model.py
exec python3 clients/peers/table.py
