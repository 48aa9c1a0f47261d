# For try.sh and faults.sh: recordings, the run of one machine, and jobs on a throw-away cluster. Read with `source`.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
export HREVAL_LEDGER=off
shards=16

say() { printf '%s: %s\n' "$(date +%T)" "$*"; }
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  tail -n 15 "$work"/slurm/log/slurmctld.log "$work"/slurm/log/slurmd.*.log "$work"/log/* >&2 2>/dev/null || true
  exit 1
}

# prepare HREVAL FOLDER: recordings and the run of one machine, which all others are held against.
prepare() {
  HREVAL=$(readlink -e -- "$1") || {
    echo "there is no program $1" >&2
    exit 64
  }
  export HREVAL
  rm -rf -- "$2"
  mkdir -p -- "$2/log" "$2/datasets"
  work=$(readlink -e -- "$2")
  cp -r -- "$here/../datasets/hreval-hdf5" "$work/datasets/"
  cp -- "$here/try.json" "$work/"
  "$HREVAL" synthesize --output "$work/recordings" --count 16 --seconds 600 --seed 21 --format hdf5 --ppg-rate 50 \
    >"$work/log/synthesize" || fail "hreval synthesize"
  "$HREVAL" run "$work/try.json" --output "$work/one" --quiet >"$work/log/one" 2>&1 || fail "hreval run on one machine"
  say "one machine: $(($(wc -l <"$work/one/windows.csv") - 1)) rows"
}

# start_cluster [NODES [CPUS]]; it ends with the script, however that ends.
start_cluster() {
  trap 'stop_cluster' EXIT
  "$here/slurm.sh" up "$work/slurm" "$@"
  export SLURM_CONF=$work/slurm/etc/slurm.conf
}

stop_cluster() {
  trap - EXIT
  [[ -z ${follower:-} ]] || kill "$follower" 2>/dev/null || true
  "$here/slurm.sh" down "$work/slurm"
  local process name
  for process in $({ grep -lsz "SLURM_CONF=$work/slurm" /proc/[0-9]*/environ || true; } | sed 's|/environ||'); do
    name=$(cat "$process/comm" 2>/dev/null) || continue
    # This script and what it is asking with.
    [[ $name == @(try.sh|faults.sh|bash|sh|grep|sed|cat|timeout) ]] || fail "still running: $name (${process#/proc/})"
  done
}

# plan NAME: a run of its own below the work's folder; sets PLAN.
plan() {
  PLAN=$work/$1 SHARDS=$shards
  export PLAN SHARDS
  "$HREVAL" plan "$work/try.json" --output "$PLAN" --shards "$shards" >"$work/log/plan-$1" || fail "hreval plan"
}

# submit LIST: the shards as an array; prints the job's number.
submit() {
  timeout 60 sbatch --parsable --array="$1" --cpus-per-task=2 --time=10 --output="$work/log/%A_%a.txt" \
    "$here/shard.sbatch" || fail "sbatch"
}

# follow NAME: gives the whole of the run to `hreval submit --follow`, which comes back when it is merged.
follow() {
  timeout 280 "$HREVAL" submit "$PLAN" --engine slurm --follow --poll 1 --cpus-per-task 2 --time 10 --quiet \
    >"$work/log/follow-$1" 2>&1
}

# merge_behind JOB: submits the merge behind a job, and waits for it.
merge_behind() {
  local job
  job=$(timeout 60 sbatch --parsable --dependency="afterany:$1" --time=10 --output="$work/log/merge-%j.txt" \
    "$here/merge.sbatch") || fail "sbatch"
  wait_for "$job"
}

# is_gone JOB SECONDS: whether the queue no longer has it after so long.
is_gone() {
  local second
  for ((second = 0; second < $2; second++)); do
    [[ -n $(timeout 10 squeue --noheader --array --jobs="$1" --format=%T 2>/dev/null) ]] || return 0
    sleep 1
  done
  return 1
}

# wait_for JOB: until the queue no longer has it.
wait_for() {
  is_gone "$1" 240 && return
  squeue >&2
  fail "job $1 did not end"
}

# same: the merged run is that of one machine, byte for byte.
same() {
  local file
  for file in results.json summary.csv windows.csv windows.h5; do
    cmp -- "$work/one/$file" "$PLAN/$file" >&2 || fail "$file is not that of one machine"
  done
  say "$1: results.json, summary.csv, windows.csv and windows.h5 are those of one machine"
}
