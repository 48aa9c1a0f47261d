#!/bin/bash
# What goes wrong on clusters, on purpose, on a throw-away Slurm; each time the merged run must be that of one machine.
#
#   cluster/faults.sh HREVAL FOLDER      FOLDER is made anew. Exit code 3: there is no Slurm here.
source "$(dirname -- "$0")/lib.sh"
(($# == 2)) || {
  sed -n '2,4s/^# \{0,1\}//p' "$0" >&2
  exit 64
}
command -v slurmctld >/dev/null || [[ -x /usr/sbin/slurmctld ]] || {
  echo "there is no Slurm here (Debian: slurmctld slurmd slurm-client munge)" >&2
  exit 3
}
prepare "$1" "$2"
start_cluster 4 2
all=0-$((shards - 1))

# until_running NODE [JOB]: a task works on the node.
until_running() {
  for _ in $(seq 300); do
    [[ -n $(squeue --noheader ${2:+--jobs="$2"} --nodelist="$1" --states=RUNNING --format=%i 2>/dev/null) ]] && return
    sleep 0.1
  done
  fail "nothing runs on $1"
}

# restart_controller: kills it without a word, and starts it again.
restart_controller() {
  kill -9 "$(<"$work/slurm/slurmctld.pid")"
  sleep 2
  slurmctld
  for _ in $(seq 100); do
    timeout 5 squeue >/dev/null 2>&1 && break
    sleep 0.2
  done
}

# reset_nodes: what an operator does when a new controller thinks tasks run of which nobody knows.
reset_nodes() {
  local node
  for node in 1 2 3 4; do
    scontrol update "nodename=n$node" state=down reason=test 2>/dev/null || true
    scontrol update "nodename=n$node" state=resume 2>/dev/null || true
  done
}

say "a node is lost with all that runs on it"
plan lost-node
job=$(submit "$all")
until_running n2 "$job"
"$here/slurm.sh" kill "$work/slurm" n2
scontrol update nodename=n2 state=down reason=test
merge_behind "$job"
grep -q 'JobState=NODE_FAIL' "$work/slurm/log/jobcomp.txt" || fail "Slurm noticed no lost node"
same "lost node"
slurmd -N n2
scontrol update nodename=n2 state=resume 2>/dev/null || true

say "the same shards twice at the same time"
plan twice
first=$(submit "$all")
second=$(submit "$all")
wait_for "$first"
merge_behind "$second"
same "twice"

say "a shard is cut off, another is gone"
truncate -s -100 "$PLAN/shards/000/000005.shard"
rm "$PLAN/shards/000/000009.shard"
rm "$PLAN/results.json"
code=0
"$HREVAL" merge "$PLAN" >"$work/log/cut" 2>&1 || code=$?
((code == 2)) && grep -q 'shard 5 of 16 is damaged' "$work/log/cut" && grep -q 'shard 9 of 16 is missing' "$work/log/cut" \
  || fail "the merge of damaged shards ended with $code"
[[ ! -e $PLAN/results.json ]] || fail "something was merged of damaged shards"
left=$("$HREVAL" status "$PLAN" --json | sed -n 's/.*"left": "\(.*\)".*/\1/p') || true
[[ $left == 5,9 ]] || fail "left to run is $left, not 5,9"
merge_behind "$(submit "$left")"
same "cut off and gone"

say "the controller is killed while shards run"
plan controller
job=$(submit "$all")
until_running n1 "$job"
restart_controller
# What became of the queue does not matter (the new controller may think tasks run of which nobody knows, and closes
# their nodes): what is not whole is submitted again.
for _ in 1 2 3; do
  is_gone "$job" 30 || scancel "$job"
  reset_nodes
  left=$("$HREVAL" status "$PLAN" --json | sed -n 's/.*"left": "\(.*\)".*/\1/p') || true
  [[ -n $left ]] || break
  job=$(submit "$left")
done
"$HREVAL" merge "$PLAN" --quiet >"$work/log/controller" 2>&1 || fail "hreval merge: $left are left"
same "controller killed"

say "a node is lost while hreval submit --follow watches"
plan follow-node
follow node &
follower=$!
until_running n2
"$here/slurm.sh" kill "$work/slurm" n2
scontrol update nodename=n2 state=down reason=test
slurmd -N n2
scontrol update nodename=n2 state=resume 2>/dev/null || true
wait "$follower" || fail "hreval submit --follow ended with $?"
same "node lost under --follow"

say "the controller is killed while hreval submit --follow watches"
plan follow-controller
follow controller &
follower=$!
until_running n1
restart_controller
for second in $(seq 200); do
  kill -0 "$follower" 2>/dev/null || break
  ((second % 25)) || reset_nodes
  sleep 1
done
wait "$follower" || fail "hreval submit --follow ended with $?"
follower=
same "controller killed under --follow"

if [[ $(uname -m) == x86_64 ]] && grep -qw fma /proc/cpuinfo; then
  say "one shard on a machine with other mathematics"
  plan mathematics
  other=GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2
  code=0
  env "$other" "$HREVAL" run --plan "$PLAN" --shard "3/$shards" --quiet 2>"$work/log/mathematics" || code=$?
  ((code == 78)) || fail "other mathematics ended with $code"
  env "$other" "$HREVAL" run --plan "$PLAN" --shard "3/$shards" --quiet --allow-mixed || fail "run --allow-mixed"
  wait_for "$(submit "0-2,4-$((shards - 1))")"
  code=0
  "$HREVAL" merge "$PLAN" >"$work/log/mathematics" 2>&1 || code=$?
  ((code == 2)) && grep -q 'shard 3 comes from machines whose elementary functions differ' "$work/log/mathematics" \
    || fail "the merge of mixed shards ended with $code"
  rm "$PLAN/shards/000/000003.shard"
  merge_behind "$(submit 3)"
  same "other mathematics"
fi

say "a shard of another build, under the name of this plan's"
plan build
wait_for "$(submit "$all")"
"$HREVAL" plan "$work/try.json" --set seed=22 --output "$work/foreign" --shards "$shards" >/dev/null
"$HREVAL" run --plan "$work/foreign" --shard "7/$shards" --quiet
cp "$work/foreign/shards/000/000007.shard" "$PLAN/shards/000/000007.shard"
code=0
"$HREVAL" merge "$PLAN" >"$work/log/foreign" 2>&1 || code=$?
((code == 2)) && grep -q 'shard 7 of 16 is of another plan' "$work/log/foreign" || fail "the merge ended with $code"
cp "$HREVAL" "$work/other-build"
printf x >>"$work/other-build"
code=0
"$work/other-build" run --plan "$PLAN" --shard "7/$shards" --quiet 2>"$work/log/build" || code=$?
((code == 78)) && grep -q 'what differs: hreval itself' "$work/log/build" || fail "another build ended with $code"
merge_behind "$(submit 7)"
same "another plan and another build"

stop_cluster
say "all of it holds"
