#!/bin/sh
# usage: commit.sh PACKAGE FOLDER; writes FOLDER/Commit.swift
set -u

commit=nil
changed=false
top=$(git -C "$1" rev-parse --show-toplevel 2>/dev/null) || top=
# Inside somebody else's repository, or without git, the commit is not known.
if [ -n "$top" ] && [ "$top" = "$(cd -- "$1" && pwd -P)" ]; then
  hash=$(git -C "$1" rev-parse --verify HEAD 2>/dev/null) && commit="\"$hash\""
  [ -z "$(git --no-optional-locks -C "$1" status --porcelain -- Package.swift Plugins Sources 2>/dev/null)" ] || changed=true
fi

text="extension BuildIdentity {
  static let commit: String? = $commit
  static let hasUncommittedChanges = $changed
}"
mkdir -p -- "$2"
[ "$text" = "$(cat -- "$2/Commit.swift" 2>/dev/null)" ] || printf '%s\n' "$text" >"$2/Commit.swift"
