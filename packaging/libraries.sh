#!/usr/bin/env bash
# Builds, or takes from Debian's packages, the libraries that are linked into hreval's packages, into FOLDER: archives in
# FOLDER/lib, headers in FOLDER/include, FOLDER/versions.tsv with what each is. Nothing of it reaches the system.
#
# usage: packaging/libraries.sh FOLDER     Ends with 3 where Debian's sources cannot be fetched.
set -euo pipefail

folder=$1
mkdir -p -- "$folder"
folder=$(cd -- "$folder" && pwd -P)
readonly folder source=$folder/source
# A change of this file builds everything anew.
made=$(sha256sum -- "${BASH_SOURCE[0]}" | cut -d' ' -f1)
readonly made
if [[ -f $folder/made && $(<"$folder/made") == "$made" ]]; then exit 0; fi

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "packaging/libraries.sh: error: $*"
  exit 1
}

# Debian's source packages, by an apt of its own that neither needs root nor changes the system's lists.
fetch_sources() {
  local suite apt=$folder/apt options
  suite=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  [[ -n $suite ]] || fail "/etc/os-release names no release of Debian"
  mkdir -p -- "$apt/lists/partial" "$apt/cache/archives/partial" "$source"
  printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian %s main\n' "$suite" \
    >"$apt/sources.list"
  options=(-qq -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update >&2 && (cd -- "$source" && apt-get "${options[@]}" source --download-only hdf5 >&2) || {
    say "packaging/libraries.sh: Debian's sources of HDF5 cannot be fetched"
    exit 3
  }
}

# usage: unpack NAME; prints the folder of the sources as Debian has them, its patches applied
unpack() {
  local description
  description=$(compgen -G "$source/$1_*.dsc") || fail "apt-get brought no source of $1"
  rm -rf -- "${source:?}/$1"
  dpkg-source --extract "$description" "$source/$1" >&2
  printf '%s\n' "$source/$1"
}

# usage: build NAME OPTION…; configure and make, archives only
build() {
  local name=$1 code
  shift
  code=$(unpack "$name")
  (
    cd -- "$code"
    [[ -x configure ]] || autoreconf --install --force >&2
    # Sections that nothing uses are left out by the linker; the compiler must keep them apart.
    ./configure --quiet --prefix="$folder" --libdir="$folder/lib" --disable-shared --enable-static --with-pic \
      CFLAGS='-O2 -g0 -ffunction-sections -fdata-sections' "$@" >&2
    make --silent -j "$(getconf _NPROCESSORS_ONLN)" >&2
    make --silent install >&2
  )
}

# usage: note COMPONENT VERSION LICENCE HOW PACKAGE; the package of Debian whose copyright file has the licence
note() { printf '%s\t%s\t%s\t%s\t%s\n' "$@" >>"$folder/versions.tsv"; }
# usage: debian_version PACKAGE
debian_version() { dpkg-query -W -f '${Version}' "$1"; }
# usage: source_version NAME
source_version() { sed -n 's/^Version: //p' "$source/$1"_*.dsc | head -n 1; }

rm -rf -- "${folder:?}/lib" "$folder/include" "$folder/versions.tsv" "$source"
fetch_sources
readonly hdf5_options=(--disable-ros3-vfd --disable-hl --disable-cxx --disable-fortran --disable-java --disable-tests
  --disable-tools --with-szlib --with-default-api-version=v110)
build hdf5 "${hdf5_options[@]}"
# The others as Debian's development packages have them. libmatio there is made with the headers of Debian's HDF5, so it
# must be the version that was built here. libcsv stays a file of its own that anyone can replace, as its licence asks.
[[ $(debian_version libhdf5-dev) == "$(source_version hdf5)"* ]] || fail "libhdf5-dev is $(debian_version libhdf5-dev), the source $(source_version hdf5)"
system=$(gcc -print-multiarch)
for archive in libsz libaec libz libcrypto libFLAC libogg libmatio; do cp -- "/usr/lib/$system/$archive.a" "$folder/lib/"; done
cp -L -- "/usr/lib/$system/libcsv.so.3" "$folder/lib/"
ln -sf libcsv.so.3 "$folder/lib/libcsv.so"
# The C++ library, which Swift's needs.
cp -- "$(gcc -print-file-name=libstdc++.a)" "$folder/lib/"
gcc -O2 -fPIC -c -o "$folder/arc4random.o" "$(dirname -- "${BASH_SOURCE[0]}")/arc4random.c"

# What Package.swift finds them by. Other archives must come behind the libraries that use them.
mkdir -p -- "$folder/pkgconfig"
# usage: describe NAME LIBRARIES
describe() {
  printf 'Name: %s\nDescription: built for the packages of hreval\nVersion: 1\nLibs: -L%s %s\nCflags: -I%s\n' \
    "$1" "$folder/lib" "$2" "$folder/include" >"$folder/pkgconfig/$1.pc"
}
describe hdf5 '-lhdf5 -lsz -laec -lz -lm -ldl'
describe matio '-lmatio -lhdf5 -lsz -laec -lz -lm -ldl'
describe flac '-lFLAC -logg -lm'

note HDF5 "$(source_version hdf5)" BSD-3-Clause "built in; ${hdf5_options[*]}" libhdf5-dev
note libaec "$(debian_version libaec-dev)" BSD-2-Clause 'built in' libaec-dev
note zlib "$(debian_version zlib1g-dev)" Zlib 'built in' zlib1g-dev
note OpenSSL "$(debian_version libssl-dev)" Apache-2.0 'SHA-256 alone is built in' libssl-dev
note libmatio "$(debian_version libmatio-dev)" BSD-2-Clause 'built in' libmatio-dev
note libFLAC "$(debian_version libflac-dev)" BSD-3-Clause 'built in' libflac-dev
note libogg "$(debian_version libogg-dev)" BSD-3-Clause 'built in' libogg-dev
note libstdc++ "$(gcc -dumpfullversion)" 'GPL-3.0-or-later WITH GCC-exception-3.1' 'built in' "libstdc++-$(gcc -dumpversion | cut -d. -f1)-dev"
note libcsv "$(debian_version libcsv-dev)" LGPL-2.1-or-later 'beside the program: lib/hreval/libcsv.so.3' libcsv-dev
printf '%s\n' "$made" >"$folder/made"
