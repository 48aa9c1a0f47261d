#!/usr/bin/env bash
# Puts what comes with the program beside it: descriptors, experiments, pages of help, licences. Run in the project.
#
# usage: packaging/share.sh PREFIX
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
readonly share=$1/share/hreval
files=(LICENSE THIRD-PARTY-NOTICES.md datasets/*/dataset.json experiments/*.json)
# A page of help, or a folder of pages.
while read -r page; do
  if [[ -d $page ]]; then files+=("$page"/*.md); else files+=("$page"); fi
done < <(sed -n 's/.*page: "\([^"][^"]*\)".*/\1/p' Sources/HRCommands/HelpTopic.swift)
rm -rf -- "$share"
for file in "${files[@]}"; do
  mkdir -p -- "$share/$(dirname -- "$file")"
  install -m 644 -- "$file" "$share/$file"
done
