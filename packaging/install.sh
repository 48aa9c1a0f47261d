#!/bin/sh
# Copies hreval from this folder to where programs are kept.
#
# usage: ./install.sh [PREFIX]     PREFIX: ~/.local, or /usr/local for everybody
set -eu

here=$(cd -- "$(dirname -- "$0")" && pwd -P)
prefix=${1:-${HOME:?}/.local}
fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}
"$here/bin/hreval" --version >/dev/null || exit 1
mkdir -p -- "$prefix/bin" "$prefix/lib" "$prefix/libexec" "$prefix/share" 2>/dev/null ||
  fail "cannot make folders in $prefix: name another folder, or run this with the right to write there (sudo ./install.sh $prefix)"
for folder in bin lib libexec share; do
  [ -w "$prefix/$folder" ] || fail "no permission to write to $prefix/$folder: name another folder, or use sudo"
done
rm -rf -- "$prefix/share/hreval" "$prefix/lib/hreval"
for folder in lib share libexec bin; do
  cp -R -- "$here/$folder/." "$prefix/$folder/" || fail "cannot copy to $prefix/$folder; is the disk full?"
done
printf 'hreval is installed: %s\n' "$prefix/bin/hreval"
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) printf 'Put its folder on your PATH: export PATH="%s:$PATH"\n' "$prefix/bin" ;;
esac
