#!/bin/sh
# Starts hreval from the folder of its tarball, or says what this system lacks for it.
here=$(dirname -- "$(readlink -f -- "$0")")/..
lack() {
  printf 'hreval: %s\n' "$1" >&2
  exit 126
}
[ "$(uname -sm)" = "@SYSTEM@" ] || lack "this program is for @SYSTEM@, and this is $(uname -sm): take the package for it, or build hreval there"
version=$(getconf GNU_LIBC_VERSION 2>/dev/null) || version=
case $version in
  "glibc "[0-9]*.[0-9]*)
    version=${version#glibc }
    major=${version%%.*} minor=${version#*.}
    [ "$major" -gt @MAJOR@ ] || { [ "$major" -eq @MAJOR@ ] && [ "${minor%%.*}" -ge @MINOR@ ]; } ||
      lack "this system's C library is glibc $version, and the program needs @MAJOR@.@MINOR@ or newer (Debian 12, Ubuntu 22.04, Fedora 36): build it on this system, or run its container"
    ;;
  *) lack "this system's C library is not glibc, which the program needs: run its container, or build it on a system with glibc" ;;
esac
[ -e "$here/lib/hreval/libcsv.so.3" ] || lack "$here/lib/hreval/libcsv.so.3 is missing: unpack the whole tarball again"
[ -d "$here/share/hreval" ] || lack "$here/share/hreval is missing: unpack the whole tarball again"
exec "$here/libexec/hreval" "$@"
