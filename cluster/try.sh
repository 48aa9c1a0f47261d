#!/bin/bash
# Some 100,000 windows by one `hreval run` and by 16 shards on 4 virtual nodes of a throw-away Slurm: the same bytes.
#
#   cluster/try.sh HREVAL FOLDER      FOLDER is made anew. Exit code 3: there is no Slurm here.
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
plan run
follow run || fail "hreval submit --follow ended with $?"
same "16 shards on 4 nodes"
stop_cluster
