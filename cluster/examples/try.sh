#!/bin/bash
# Runs the examples of this folder on some recordings; each must give the bytes of one `hreval run`.
#
#   cluster/examples/try.sh HREVAL FOLDER      FOLDER is made anew.
#
# GNU parallel is Debian's package parallel. Snakemake and kubernetes-validate come from PyPI, into an environment below
# FOLDER, unless PYTHON names a python3 that has both. What is not to be had is left out with a word, and the exit code
# is then 3.
source "$(dirname -- "$0")/../lib.sh"
(($# == 2)) || {
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 64
}
examples=$here/examples
left_out=0
without() {
  say "left out: $*"
  left_out=3
}
prepare "$1" "$2"
python=${PYTHON:-}
if [[ -z $python ]]; then
  if python3 -m venv "$work/python" >"$work/log/python" 2>&1 \
    && "$work/python/bin/pip" install --quiet snakemake kubernetes-validate >>"$work/log/python" 2>&1; then
    python=$work/python/bin/python3
  else
    tail -n 3 "$work/log/python" >&2
  fi
fi

if command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
  plan parallel
  "$examples/parallel.sh" "$PLAN" "$shards" --jobs 2 >"$work/log/parallel" 2>&1 || fail "parallel.sh"
  same "GNU parallel"
else
  without "there is no GNU parallel here"
fi

if [[ -n $python ]] && "$python" -m snakemake --version >/dev/null 2>&1; then
  plan snakemake
  snakemake() {
    "$python" -m snakemake --snakefile "$examples/Snakefile" --directory "$work/snakemake.d" --cores 2 \
      --config "plan=$PLAN" "hreval=$HREVAL" >"$work/log/snakemake" 2>&1 || fail "snakemake"
  }
  snakemake
  same "Snakemake $("$python" -m snakemake --version)"
  # A shard that is gone is run again, and the whole merged anew.
  rm "$PLAN/shards/000/000009.shard" "$PLAN/results.json"
  snakemake
  grep -q 'output: .*/000009.shard' "$work/log/snakemake" || fail "Snakemake did not run the shard that was gone"
  (($(grep -c 'rule shard:' "$work/log/snakemake") == 1)) || fail "Snakemake ran a shard that was there"
  same "Snakemake, once more"
else
  without "there is no Snakemake here"
fi

if [[ -n $python ]] && "$python" -c 'import kubernetes_validate, yaml' 2>/dev/null; then
  plan kubernetes
  "$python" -B "$examples/kubernetes.py" "$examples/kubernetes.yaml" >"$work/commands" || fail "kubernetes.yaml"
  (($(wc -l <"$work/commands") == shards)) || fail "kubernetes.yaml is not of $shards shards"
  # There is no cluster here: its commands are run as they stand, but for the folder.
  while read -r -a words; do
    "$HREVAL" "${words[@]//\/data\/run/$PLAN}" </dev/null >>"$work/log/kubernetes" 2>&1 || fail "hreval ${words[*]}"
  done <"$work/commands"
  "$HREVAL" merge "$PLAN" --quiet >>"$work/log/kubernetes" 2>&1 || fail "hreval merge"
  same "the commands of kubernetes.yaml"
else
  without "there is no kubernetes-validate here"
fi
exit "$left_out"
