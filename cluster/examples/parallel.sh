#!/bin/bash
# The shards of a plan by GNU parallel, then the merge:
#
#   cluster/examples/parallel.sh PLAN SHARDS [OPTION OF PARALLEL…]      such as --jobs 4, or --sshlogin a,b,c
#
# A job that ends with another code than 0 is tried three times in all. Not --halt: other shards may still be run.
set -euo pipefail
(($# >= 2)) || {
  sed -n '2,4s/^# \{0,1\}//p' "$0" >&2
  exit 64
}
hreval=${HREVAL:-hreval} plan=$1 shards=$2
seq 0 $((shards - 1)) \
  | parallel --quote --retries 3 "${@:3}" "$hreval" run --plan "$plan" --shard "{}/$shards" --jobs 1 --quiet || true
# Whatever became of the jobs: merge looks at every shard itself.
exec "$hreval" merge "$plan" --quiet
