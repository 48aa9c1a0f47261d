#!/bin/bash
# A private, throw-away Slurm cluster of virtual nodes on this machine, for tests. Needs no root, no systemd and nothing
# below /etc; everything it makes lies below DIR, and it listens on 127.0.0.1 only.
#
#   cluster/slurm.sh up DIR [NODES [CPUS]]      then: export SLURM_CONF=DIR/etc/slurm.conf (an absolute path)
#   cluster/slurm.sh kill DIR NODE              as if a node lost power: its daemon and all it runs, at once
#   cluster/slurm.sh down DIR
#
# Debian's packages: slurmctld slurmd slurm-client munge.
set -euo pipefail
umask 022

usage() {
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 64
}
(($# >= 2)) || usage
command=$1 root=$(readlink -m -- "$2")
export SLURM_CONF=$root/etc/slurm.conf PATH=$PATH:/usr/sbin:/sbin

# A zombie counts as gone.
alive() { grep -qs '^State:[[:space:]]*[^ZX]' "/proc/$1/status"; }

# Ends the processes whose numbers stand in the files, the hard way where they do not end by themselves.
end() {
  local file pid all=()
  for file in "$@"; do
    [[ -s $file ]] && all+=("$(<"$file")")
  done
  for pid in "${all[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${all[@]}"; do
    for _ in $(seq 200); do
      alive "$pid" || break
      sleep 0.05
    done
    if alive "$pid"; then kill -9 "$pid" 2>/dev/null || true; fi
  done
}

# The first of some ports in a row that nobody listens on.
free_ports() {
  local wanted=$1 base port taken
  taken=$(awk 'FNR > 1 && $4 == "0A" { split($2, place, ":"); print place[2] }' /proc/net/tcp /proc/net/tcp6 2>/dev/null \
    | sort -u)
  for base in $(seq 26800 37 32000); do
    for ((port = base; port < base + wanted; port++)); do
      grep -qx "$(printf %04X "$port")" <<<"$taken" && continue 2
    done
    echo "$base"
    return
  done
  echo "no $wanted ports in a row are free" >&2
  return 1
}

up() {
  local nodes=${1:-4} cpus=${2:-2} port node up=0
  for node in slurmctld slurmd sbatch munged; do
    command -v "$node" >/dev/null || {
      echo "there is no $node here (Debian: slurmctld slurmd slurm-client munge)" >&2
      exit 3
    }
  done
  port=$(free_ports $((nodes + 1)))
  mkdir -p "$root"/{etc,munge,state,log,spool}
  # munge wants a socket's folder that others may pass.
  chmod 711 "$root" "$root/munge"
  head -c 1024 /dev/urandom >"$root/munge/key"
  chmod 600 "$root/munge/key"
  # Version 22.05 looks for control groups even where no plugin uses them.
  echo "CgroupPlugin=cgroup/v1" >"$root/etc/cgroup.conf"
  {
    cat <<CONF
ClusterName=hreval
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$root/munge/socket,cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$root/state
SlurmdSpoolDir=$root/spool/%n
SlurmctldPidFile=$root/slurmctld.pid
SlurmdPidFile=$root/slurmd.%n.pid
SlurmctldLogFile=$root/log/slurmctld.log
SlurmdLogFile=$root/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$root/log/jobcomp.txt
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=2,bf_interval=2
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=10
MessageTimeout=10
KillWait=2
JobRequeue=1
CONF
    for ((node = 1; node <= nodes; node++)); do
      echo "NodeName=n$node NodeHostname=n$node NodeAddr=127.0.0.1 Port=$((port + node)) CPUs=$cpus RealMemory=8000 State=UNKNOWN"
    done
    echo "PartitionName=main Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP"
  } >"$SLURM_CONF"
  munged --key-file="$root/munge/key" --socket="$root/munge/socket" --pid-file="$root/munge/pid" \
    --log-file="$root/munge/log" --seed-file="$root/munge/seed"
  slurmctld -i
  for ((node = 1; node <= nodes; node++)); do slurmd -N "n$node"; done
  # sinfo says "idle" before a node's daemon has registered; its start time does not.
  for _ in $(seq 400); do
    up=$(scontrol -o show node 2>/dev/null | grep -c 'SlurmdStartTime=[0-9]' || true)
    ((up == nodes)) && return
    sleep 0.05
  done
  echo "only $up of $nodes nodes registered; see $root/log" >&2
  tail -n 20 "$root/log/slurmctld.log" >&2
  exit 1
}

# The daemon of a node, what its tasks run, and the shepherds (slurmstepd) of these.
lose() {
  local node=$1 pids new
  pids=$(<"$root/slurmd.$node.pid")
  # Processes come and go while they are looked at, so grep always misses some.
  pids+=" $({ grep -lsz "SLURMD_NODENAME=$node" /proc/[0-9]*/environ || true; } | sed 's|/proc/||; s|/environ||' | tr '\n' ' ')"
  # Their parents are the shepherds.
  for new in $pids; do
    new=$(awk '/^PPid:/ { print $2 }' "/proc/$new/status" 2>/dev/null || true)
    if [[ -n $new ]] && grep -qs slurmstepd "/proc/$new/comm"; then pids+=" $new"; fi
  done
  # shellcheck disable=SC2086
  kill -9 $pids 2>/dev/null || true
}

case $command in
up) up "${@:3}" ;;
kill)
  (($# == 3)) || usage
  lose "$3"
  ;;
down)
  scancel --full --user="$(id -un)" 2>/dev/null || true
  for _ in $(seq 100); do
    [[ -z $(timeout 5 squeue --noheader 2>/dev/null) ]] && break
    sleep 0.1
  done
  end "$root"/slurmd.*.pid
  end "$root/slurmctld.pid"
  end "$root/munge/pid"
  ;;
*) usage ;;
esac
