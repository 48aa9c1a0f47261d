#!/usr/bin/env bash
# The one script to install, build, try, test and time hreval.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
cd -- "$root"

readonly swift_major=6 swift_minor=2
readonly import_check=(--explicit-target-dependency-import-check error)
readonly demo_experiment=experiments/demo.json
readonly bench_folder=.build/bench
readonly fuzz_folder=.build/fuzz
readonly bench_count=53 bench_seconds=480

# usage: synthesize_bench BINARY FORMAT FOLDER
synthesize_bench() {
  "$1" synthesize --output "$3" --count "$bench_count" --seconds "$bench_seconds" \
    --seed 1 --ppg-rate 125 --format "$2"
}

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "setup.sh: error: $*"
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

usage() {
  cat <<'HELP'
usage: ./setup.sh COMMAND

  install      what hreval needs beside Swift: libhdf5, libcsv, libcrypto, zlib, pkg-config;
               with --prefix DIR also builds, and puts the program into DIR/bin and what comes with
               it (descriptors, experiments, pages of help) into DIR/share/hreval, where it finds it;
               with --formats all, mat, flac or none (also of build and test) the libraries of
               the formats that a first build does without: libmatio for MATLAB's MAT files up
               to version 7, libFLAC for packed WFDB signals. The choice is kept in .build;
               without one, those are read whose libraries are there already
  build        install, then build the release program and print its path
  demo         build, make twelve small recordings, run experiments/demo.json
  test         install, on Debian and Ubuntu bubblewrap, librsvg2-bin and ffmpeg too, then run every test, or those of
               --filter NAME
  build-tests  install, then build what `test` runs
  claims [DIR] build, make synthetic recordings, run the experiments in experiments/claims (without
               $HREVAL_DATA only those that need no data of others) into DIR (.build/claims),
               and print what they show
  codecs [DIR] build, make synthetic videos, run experiments/codecs.json and
               experiments/video-systems.json into DIR (.build/codecs), and print the page of what
               codecs do to the pulse; needs ffmpeg
  leave-one-out [DIR]
               build, run experiments/leave-one-out.json into DIR/leave-one-out (DIR: .build), and
               print what its detectors reach on each data set when the others choose and
               calibrate; needs $HREVAL_DATA
  browser PAGE.html …
               open pages of hreval in Chromium, in both themes and three widths, and use them as a
               reader does; on Debian and Ubuntu installs chromium, its driver and Selenium. Ends
               with 3 where there is no Chromium; without the network axe-core's rules are left out
  cluster [PROGRAM]
               build, unless a program is named, then run some 100,000 windows by one process and
               by 16 shards on a throw-away Slurm of four virtual nodes, and compare the bytes; on
               Debian and Ubuntu installs Slurm. Ends with 3 where there is none
  planted      install, then plant mistakes in recordings and write what the questions to the data
               find of them to docs/explanation/planted-mistakes.md; needs $HREVAL_DATA; takes minutes
  error-rates  install, then simulate how often intervals hold the truth and
               verdicts err: writes Tests/ErrorRates, docs/explanation/coverage.md, and the tables of
               compare and gate beside the counts; takes more than an hour
  bench        build, then time hreval on 53 recordings of 8 minutes, HDF5 (windows every second and
               every tenth) and CSV, beside a program that does the same with NumPy and SciPy, which
               are installed into .build/bench; without the network hreval is timed alone
  instructions build, then count the processor's instructions in a small run with valgrind, which
               no other load changes, and print them; on Debian and Ubuntu installs valgrind. Ends
               with 3 where there is none
  bench-detectors [DIR]
               the same for every detector by itself, HDF5 only, one run each
  package WHAT build a package with all formats that asks the system for nothing but glibc, into
               .build/package/dist: tarball, wheel, deb, container, sbom, or all; `package try` tries
               them in bare systems (on Debian; as root)
  release check [VERSION]
               say everything that a release of this version lacks
  docs         build, then make the documentation's site in .build/site, from docs and from what the
               program says of itself, and the API of the Swift products where the toolchain has DocC;
               Sphinx is installed into .build/docs once, after that no network is needed. Ends with 3
               where it cannot be installed
  docs pages [DIR]
               make the pages that the program writes anew (commands, metrics, members …), here or below
               DIR
  docs check   links, spelling and lengths of all pages (on Debian and Ubuntu installs hunspell), then
               run the commands of the pages
  notices      print THIRD-PARTY-NOTICES.md: what the program contains of others, and its licences
  fuzz [MINUTES] [--seed N]
               build, then damage what hreval reads for MINUTES (10) and see that it keeps its
               promises: its C code under sanitizers, and the program as a whole; both at once
               where there are two processors, else for half of the time each. The same seed
               (1) makes the same cases. What was found is kept in .build/fuzz/found

Swift 6.2 or newer must be there already: https://www.swift.org/install
HELP
}

check_swift() {
  have swift || fail "swift is not on PATH; install Swift $swift_major.$swift_minor or newer: https://www.swift.org/install"
  local text major minor
  text=$(swift --version 2>/dev/null </dev/null) || fail "swift --version does not run"
  [[ $text =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || fail "cannot tell the version of swift from: $text"
  major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
  if ((major < swift_major || (major == swift_major && minor < swift_minor))); then
    fail "swift is $major.$minor; hreval needs $swift_major.$swift_minor or newer: https://www.swift.org/install"
  fi
}

# Formats whose libraries a first build does not need: the trait of Package.swift, and its library for each system.
readonly formats_choice=.build/formats
# usage: library_of FORMAT pkg-config|apt|brew
library_of() {
  case $1.$2 in
    mat.pkg-config) echo matio ;;
    mat.apt) echo libmatio-dev ;;
    mat.brew) echo libmatio ;;
    flac.pkg-config | flac.brew) echo flac ;;
    flac.apt) echo libflac-dev ;;
  esac
}

# What --formats asked for, now or at an earlier time; empty: what is there.
chosen_formats() {
  if [[ -f $formats_choice ]]; then
    local choice
    choice=$(<"$formats_choice")
    case $choice in all | mat | flac | none) printf '%s\n' "$choice" ;; esac
  fi
}

# usage: choose_formats WORD
choose_formats() {
  case $1 in
    all | mat | flac | none) ;;
    *) fail "--formats takes all, mat, flac or none, not ${1:-nothing}" ;;
  esac
  mkdir -p -- .build
  printf '%s\n' "$1" >"$formats_choice"
}

# The formats that were asked for by name, one a line.
asked_formats() {
  case $(chosen_formats) in
    all) printf 'mat\nflac\n' ;;
    mat) echo mat ;;
    flac) echo flac ;;
  esac
}

# Sets `traits`: the options by which swift builds what was chosen or, without a choice, what is there.
find_traits() {
  local format names='' choice
  choice=$(chosen_formats)
  traits=()
  for format in mat flac; do
    if [[ -z $choice ]]; then
      have pkg-config && pkg-config --exists "$(library_of "$format" pkg-config)" || continue
    elif [[ $choice != all && $choice != "$format" ]]; then
      continue
    fi
    names+="${names:+,}$(tr '[:lower:]' '[:upper:]' <<<"$format")"
  done
  [[ -z $names ]] || traits=(--traits "$names")
}

# usage: install_debian [PACKAGE…]; those beside what hreval is built with
install_debian() {
  local package format missing=() as_root=() packages=(libhdf5-dev libcsv-dev libssl-dev zlib1g-dev pkg-config "$@")
  for format in $(asked_formats); do packages+=("$(library_of "$format" apt)"); done
  for package in "${packages[@]}"; do
    # pkgconf stands in for pkg-config on newer systems.
    if [[ $package == pkg-config ]] && have pkg-config; then continue; fi
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true) != installed ]]; then
      missing+=("$package")
    fi
  done
  ((${#missing[@]} == 0)) && return
  if ((EUID != 0)); then
    have sudo || fail "missing ${missing[*]}; as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${as_root[@]+"${as_root[@]}"}" apt-get update -qq
  "${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# Installs packages of Debian and Ubuntu where that is possible; who needs them looks whether they are there.
# usage: try_install PACKAGE…
try_install() {
  have apt-get && { ((EUID == 0)) || have sudo; } || return 0
  local as_root=()
  ((EUID == 0)) || as_root=(sudo)
  "${as_root[@]+"${as_root[@]}"}" apt-get update -qq >&2 || true
  "${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "$@" >&2 || true
}

install_macos() {
  have brew || fail "Homebrew is not on PATH; see https://brew.sh, or install hdf5, libcsv and pkg-config yourself"
  local formula format missing=() formulas=(hdf5 libcsv pkg-config)
  for format in $(asked_formats); do formulas+=("$(library_of "$format" brew)"); done
  for formula in "${formulas[@]}"; do
    if [[ $formula == pkg-config ]] && have pkg-config; then continue; fi
    brew list --versions "$formula" >/dev/null 2>&1 || missing+=("$formula")
  done
  if ((${#missing[@]} > 0)); then
    say "installing ${missing[*]}"
    brew install "${missing[@]}" >&2
  fi
  describe_libcsv "$(brew --prefix libcsv)" "$(brew --prefix hdf5)"
}

# Homebrew's libcsv has no .pc file, so Package.swift would not find it.
describe_libcsv() {
  local folder="$root/.build/pkgconfig"
  mkdir -p -- "$folder"
  cat >"$folder/libcsv.pc" <<PC
prefix=$1

Name: libcsv
Description: CSV parser in C
Version: 3.0.3
Libs: -L\${prefix}/lib -lcsv
Cflags: -I\${prefix}/include
PC
  export PKG_CONFIG_PATH="$folder:$2/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
}

# usage: install [PACKAGE…]; Debian's, beside what hreval is built with
install() {
  check_swift
  case $(uname -s) in
    Darwin) install_macos ;;
    Linux)
      if have apt-get && have dpkg-query; then
        install_debian "$@"
      elif have pkg-config && pkg-config --exists hdf5; then
        say "not Debian or Ubuntu: taking libhdf5 as found, libcsv, libcrypto and zlib on trust"
      else
        fail "not Debian or Ubuntu: install libhdf5, libcsv, libcrypto, zlib and pkg-config with headers yourself"
      fi
      ;;
    *) fail "hreval builds on Linux and macOS, not on $(uname -s)" ;;
  esac
  local format
  for format in $(asked_formats); do
    pkg-config --exists "$(library_of "$format" pkg-config)" \
      || fail "--formats $(chosen_formats): pkg-config does not find $(library_of "$format" pkg-config); install it with its headers, or choose --formats none"
  done
  find_traits
}

# What the compiler cached holds the path of the folder: it is of no use after a move.
readonly built_at=.build/built-at
check_place() {
  local before=
  if [[ -f $built_at ]]; then
    before=$(<"$built_at")
  elif compgen -G '.build/*.yaml' >/dev/null; then
    # Built without this script: the plan of the build names its sources.
    before=$(sed -n 's|.*"\(/[^"]*\)/Sources/hreval/[A-Za-z]*\.swift".*|\1|p' .build/*.yaml | head -n 1)
  fi
  if [[ -n $before && $before != "$root" ]]; then
    fail "the folder .build was made at $before, and what it holds does not work at another place. Remove it and run this again: rm -rf '$root/.build'"
  fi
}
note_place() {
  mkdir -p -- .build
  printf '%s\n' "$root" >"$built_at"
}

# usage: swift_build OPTION…
swift_build() {
  # SwiftPM passes traits on to the compiler in the order of a set. If that order changed from run to run, everything
  # would be built anew whenever it does.
  SWIFT_DETERMINISTIC_HASHING=1 swift build "${traits[@]+"${traits[@]}"}" "${import_check[@]}" "$@" </dev/null
}

# Sets `binary`.
build() {
  install
  check_place
  note_place
  local options=(-c release)
  # Swift's own libraries go into the program, which then runs where Swift is not installed and takes less memory. macOS
  # has them itself.
  [[ $(uname -s) == Darwin ]] || options+=(--static-swift-stdlib)
  swift_build --product hreval "${options[@]}" >&2
  binary="$(swift build "${options[@]}" --show-bin-path </dev/null)/hreval"
  [[ -x $binary ]] || fail "the build made no program at $binary"
}

demo() {
  build
  [[ -f $demo_experiment ]] || fail "$demo_experiment is missing"
  "$binary" run "$demo_experiment" "$@" </dev/null
}

# The readings of one detector in files of their own, as if of a program that cannot run here; made once.
make_stand_in() {
  local folder=datasets/synthetic-80/recorded making=datasets/synthetic-80/recorded.tmp
  [[ ! -d $folder ]] || return 0
  # An interrupted detection must not look like a finished one.
  rm -rf -- "$making"
  mkdir -p -- "$making"
  "$binary" detect synthetic-80 --detector peak.swasthicare --window 20 --hop 1 </dev/null | awk -F, -v folder="$making" '
    NR > 1 {
      file = folder "/" $1 ".csv"
      if (!(file in begun)) { print "time,value,confidence" >file; begun[file] = 1 }
      if ($4 != "") print $3 "," $4 "," $5 >file
    }'
  mv -- "$making" "$folder"
}

# usage: codecs [FOLDER]
codecs() {
  local folder=${1:-.build/codecs} name
  build
  mkdir -p -- "$folder"
  for name in codecs video-systems; do
    say "running experiments/$name.json"
    rm -rf -- "${folder:?}/$name"
    "$binary" run "experiments/$name.json" --quiet --output "$folder/$name" >"$folder.log" 2>&1 </dev/null || {
      cat -- "$folder.log" >&2
      fail "hreval run experiments/$name.json"
    }
  done
  python3 docs/codecs_page.py "$binary" "$folder/codecs" "$folder/video-systems"
}

# usage: claims [FOLDER]
claims() {
  local folder=${1:-.build/claims} file name runs=() left_out=()
  build
  mkdir -p -- "$folder"
  make_stand_in
  for file in experiments/claims/*.json; do
    name=$(basename -- "$file" .json)
    # Only what names data of others can be without its data.
    if [[ -z ${HREVAL_DATA:-} ]] && grep -Eq '"(welltory-ppg|uw-oximetry)"' "$file"; then
      left_out+=("$name")
      continue
    fi
    say "running $file"
    rm -rf -- "${folder:?}/$name"
    # 1: a recording was too short for a scenario, say; the report has the reason.
    "$binary" run "$file" --quiet --output "$folder/$name" >"$folder.log" 2>&1 </dev/null || (($? == 1)) || {
      cat -- "$folder.log" >&2
      fail "hreval run $file"
    }
    runs+=("$folder/$name")
  done
  "$binary" claims --markdown "${runs[@]}"
  ((${#left_out[@]} == 0)) || say "left out, for \$HREVAL_DATA names no folder of recordings: ${left_out[*]}"
}

# usage: leave_one_out [FOLDER]
leave_one_out() {
  local folder=${1:-.build/leave-one-out} file=experiments/leave-one-out.json
  [[ -n ${HREVAL_DATA:-} ]] || fail "HREVAL_DATA must name the folder of recordings that $file is run on; see docs/how-to/fetch-public-data.md"
  build
  say "running $file"
  rm -rf -- "$folder"
  # 1: a recording was too short for a scenario, say; the report has the reason.
  "$binary" run "$file" --quiet --output "$folder" >"$folder.log" 2>&1 </dev/null || (($? == 1)) || {
    cat -- "$folder.log" >&2
    fail "hreval run $file"
  }
  "$binary" leave-one-out "$folder"
}

# What the program contains of others, with their licences as these wrote them.
notices() {
  check_swift
  swift package resolve >&2 </dev/null
  local package licence=.build/checkouts/swift-numerics/LICENSE.txt
  for package in swift-argument-parser swift-numerics; do
    # One text is printed for all; another one needs a place of its own here.
    cmp -s -- ".build/checkouts/$package/LICENSE.txt" "$licence" || fail "$package has a licence of its own; add it to notices in setup.sh"
  done
  cat <<'MARKDOWN'
# Notices of what the program contains of others

hreval itself is under the licence in [LICENSE](LICENSE). A built program contains these, which others wrote.
`./setup.sh notices` makes this page.

| component | where | licence |
|---|---|---|
| [Swift argument parser](https://github.com/apple/swift-argument-parser) | in every build | Apache License 2.0 with the Runtime Library Exception |
| [Swift numerics](https://github.com/apple/swift-numerics) | in every build | the same |
| [Swift](https://github.com/swiftlang/swift): standard library, concurrency, regular expressions | in builds of `./setup.sh` on Linux | the same |
| [FoundationEssentials](https://github.com/swiftlang/swift-foundation) and [Dispatch](https://github.com/swiftlang/swift-corelibs-libdispatch) | in builds of `./setup.sh` on Linux | the same |

Packages (`./setup.sh package`) have libraries of others built in, and libcsv beside the program, where another build of
it can take its place; their notices are in `share/hreval/licences`, and `hreval --version --verbose` lists them.

In other builds not in the program, but loaded from the system when it starts: libhdf5 (BSD, 3 clauses), libcsv (LGPL 2.1 or later), zlib
(zlib), libcrypto of OpenSSL (Apache License 2.0), on Linux the C and C++ libraries, and in builds with the optional
formats libmatio (BSD, 2 clauses) and libFLAC (BSD, 3 clauses). They come with notices of their own.

## Apache License 2.0 with the Runtime Library Exception

MARKDOWN
  printf '```text\n'
  cat -- "$licence"
  printf '\n```\n'
}

# usage: put PREFIX
put() {
  build
  mkdir -p -- "$1/bin" || fail "cannot make $1/bin"
  # A program that is running cannot be written over, but its name can be taken.
  cp -- "$binary" "$1/bin/hreval.tmp" && mv -f -- "$1/bin/hreval.tmp" "$1/bin/hreval" || fail "cannot write to $1/bin"
  packaging/share.sh "$1"
  say "the program is $1/bin/hreval, what comes with it is in $1/share/hreval"
}

# usage: package root|tarball|wheel|deb|container|sbom|all|try
package() {
  check_swift
  [[ $(uname -s) == Linux ]] || fail "packages are made on Linux; on macOS: ./setup.sh install --prefix DIR"
  grep -qs '^ID=debian$' /etc/os-release || fail "packages are made on Debian, whose sources of HDF5 they have built in"
  if [[ ${1:-} == try ]]; then
    install_debian debootstrap
    packaging/try.sh
    return
  fi
  install_debian libmatio-dev libflac-dev libaec-dev dpkg-dev autoconf automake libtool file lintian python3-venv groff
  packaging/package.sh "$@"
}

readonly docs_folder=.build/docs site=.build/site
# Sphinx, installed once. Ends with 3 where it cannot be.
docs_tools() {
  local wanted=$docs_folder/requirements.txt
  cmp -s -- docs/requirements.txt "$wanted" && return
  have python3 || { say "left out: there is no python3"; return 3; }
  ! have apt-get || install_debian python3-venv
  rm -rf -- "$docs_folder"
  if ! python3 -m venv "$docs_folder" >&2 ||
    ! "$docs_folder/bin/python3" -m pip install --quiet --disable-pip-version-check -r docs/requirements.txt >&2; then
    say "left out: Sphinx cannot be installed"
    return 3
  fi
  cp -- docs/requirements.txt "$wanted"
}

# The site, from docs alone; DocC's pages beside it. usage: docs_site
docs_site() {
  local docc archives
  docs_tools || return
  rm -rf -- "$site"
  "$docs_folder/bin/python3" -m sphinx -b html -E -W --keep-going -q -d "$docs_folder/doctrees" docs "$site" >&2 \
    || fail "the site has faults"
  # No page asks another host for anything.
  if grep -rlE '<(script|img|link|iframe)[^>]*(src|href)="(https?:)?//' --include='*.html' -- "$site"; then
    fail "these pages load from another host"
  fi
  docc=$(xcrun --find docc 2>/dev/null || command -v docc || true)
  if [[ -z $docc ]]; then
    say "without the Swift API: this toolchain has no docc"
  else
    .ci/documentation release
    archives=(.build/documentation/*.doccarchive)
    rm -rf -- .build/documentation/all.doccarchive
    "$docc" merge "${archives[@]}" --synthesized-landing-page-name hreval --output-path .build/documentation/all.doccarchive >&2
    "$docc" process-archive transform-for-static-hosting .build/documentation/all.doccarchive \
      --hosting-base-path "${DOCS_BASE_PATH:-}api" --output-path "$site/api" >&2
  fi
  printf 'site: %s/index.html\n' "$site"
}

# Writes the pages that the program makes, below a folder. usage: docs_pages BINARY FOLDER
docs_pages() {
  local binary=$1 reference=$2/docs/reference kind
  mkdir -p -- "$reference/results" "$reference/datasets" "$reference/experiments"
  for kind in extractors filters qualities metrics findings; do "$binary" list "$kind" --markdown >"$reference/$kind.md"; done
  for kind in commands glossary; do "$binary" help "$kind" >"$reference/$kind.md"; done
  "$binary" datasets list --markdown >"$reference/datasets/public.md"
  "$binary" schema dataset --markdown >"$reference/datasets/keys.md"
  "$binary" schema experiment --markdown >"$reference/experiments/keys.md"
  "$binary" schema results --markdown >"$reference/results/results-json.md"
  "$binary" schema baseline --markdown >"$reference/results/baseline.md"
}

# usage: docs_check
docs_check() {
  local status=0
  docs_tools || return
  ! have apt-get || install_debian hunspell hunspell-en-gb ffmpeg
  "$docs_folder/bin/python3" -B docs/check.py || status=$?
  ((status == 0 || status == 3)) || fail "the pages have mistakes"
  build
  "$docs_folder/bin/python3" -B -c 'import numpy' 2>/dev/null || "$docs_folder/bin/python3" -m pip install --quiet numpy >&2 \
    || { say "left out: there is no NumPy for the pages' commands"; return 3; }
  PATH="$PWD/$docs_folder/bin:$PATH" "$docs_folder/bin/python3" -B docs/run_pages.py "$binary" README.md docs/tutorials/*.md docs/how-to/*.md docs/reference/*/*.md \
    || fail "commands of pages do not do what the pages say"
  return "$status"
}

# usage: docs [pages [DIR]|check]
docs() {
  case ${1:-} in
    '') build >/dev/null && docs_site ;;
    pages) build && docs_pages "$binary" "${2:-.}" ;;
    check) docs_check ;;
    *) fail "docs takes pages or check, not $1" ;;
  esac
}

# Says everything that a release lacks. usage: release_check [VERSION]
release_check() {
  local version problems=() file
  version=$(packaging/version.sh)
  [[ -z ${1:-} || $1 == "$version" ]] || problems+=("the tag says $1, Sources/HRRunning/Plan/Version.swift $version")
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || problems+=("$version is no version of three numbers, which SwiftPM and pip order")
  grep -qE "^## $version - [0-9]{4}-[0-9]{2}-[0-9]{2}\$" CHANGELOG.md || problems+=("CHANGELOG.md has no section \"## $version - DATE\"")
  awk '/^## Unreleased/ { inside = 1; next } /^## / { inside = 0 } inside && NF && !/^Nothing yet\.$/ { found = 1 } END { exit !found }' \
    CHANGELOG.md && problems+=("CHANGELOG.md has changes under \"Unreleased\", which belong to a version")
  grep -qF "version: $version" CITATION.cff || problems+=("CITATION.cff has another version than $version")
  grep -q "date-released: $(sed -n "s/^## $version - //p" CHANGELOG.md)\$" CITATION.cff \
    || problems+=("CITATION.cff and CHANGELOG.md date $version differently")
  for file in docs/how-to/install.md packaging/README.md; do
    grep -qF "hreval-$version-" "$file" || problems+=("$file names packages of another version than $version")
  done
  for file in LICENSE SECURITY.md THIRD-PARTY-NOTICES.md; do [[ -s $file ]] || problems+=("$file is missing"); done
  if git rev-parse --git-dir >/dev/null 2>&1; then
    [[ -z $(git status --porcelain) ]] || problems+=("there are changes that are not committed")
    if git rev-parse -q --verify "refs/tags/v$version" >/dev/null && [[ $(git rev-parse "v$version^{commit}") != $(git rev-parse HEAD) ]]; then
      problems+=("the tag v$version is at another commit")
    fi
  else
    problems+=("this is no git repository")
  fi
  if ((${#problems[@]} > 0)); then
    printf 'missing: %s\n' "${problems[@]}"
    fail "$version is not ready to be released"
  fi
  printf '%s is ready: git tag v%s, then push the tag; .github/workflows/release.yml makes the packages\n' "$version" "$version"
}

build_tests() {
  # The sandbox of programs is made by bubblewrap, pictures of figures by librsvg; `setpriv` and `prlimit` are of
  # util-linux, which is essential.
  install bubblewrap librsvg2-bin ffmpeg
  check_place
  note_place
  # Most of the tests' time is arithmetic: the sources are optimised, as Package.swift says.
  export HREVAL_OPTIMISED=1
  swift_build --build-tests >&2
}

run_tests() {
  build_tests
  swift test --skip-build "${traits[@]+"${traits[@]}"}" "$@" </dev/null
}

# usage: write_bench_experiment FORMAT FOLDER DATASET FILE DETECTORS
write_bench_experiment() {
  local folder=${2//\\/\\\\}
  folder=${folder//\"/\\\"}
  cat >"$4" <<JSON
{
  "schemaVersion": 1,
  "name": "bench-$1",
  "seed": 1,
  "datasets": [ { "dataset": "../../datasets/$3/dataset.json", "root": "$folder" } ],
  "windows": { "windowSeconds": 30, "hopSeconds": 1 },
  "scenarios": ["clean"],
  "detectors": [$5]
}
JSON
}

# What the questions to the data find of planted mistakes; real recordings take part, so they must be there.
planted() {
  [[ -n ${HREVAL_DATA:-} ]] || fail "HREVAL_DATA must name the folder of recordings; see docs/how-to/fetch-public-data.md"
  HREVAL_PLANTED_PAGE=$PWD/docs/explanation/planted-mistakes.md run_tests --filter PlantedTests/thePage >&2
  say "wrote docs/explanation/planted-mistakes.md"
}

# How often intervals hold the truth and verdicts err, by simulation.
error_rates() {
  local folder=$PWD/Tests/ErrorRates
  HREVAL_COVERAGE=$folder HREVAL_ERROR_RATES=$folder/error-rates.csv \
    run_tests --filter 'CoverageTests/allCells|ErrorRateTests/allCells' >&2
  mv -- "$folder/coverage.md" docs/explanation/coverage.md
  say "wrote Tests/ErrorRates, docs/explanation/coverage.md; tables of compare and gate: $folder/error-rates.csv.md"
}

# The rules of accessibility that pages are held against: axe-core's own file, from a package that carries it.
# Its digest is the registry's; a new version needs a new one: python3 -m pip download PACKAGE, then python3 -m pip hash FILE.
readonly axe_package=axe-playwright-python==0.1.8 axe_file=.build/browser/axe.min.js
readonly axe_hash=sha256:fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8
fetch_axe() {
  [[ ! -s $axe_file ]] || return 0
  local folder=.build/browser/package
  rm -rf -- "$folder"
  mkdir -p -- "$folder"
  printf '%s --hash=%s\n' "$axe_package" "$axe_hash" >"$folder/requirements.txt"
  python3 -m pip download --quiet --no-deps --require-hashes --dest "$folder" -r "$folder/requirements.txt" >&2 || return 1
  python3 -m zipfile -e "$folder"/*.whl "$folder" || return 1
  cp -- "$folder"/axe_playwright_python/axe.min.js "$axe_file"
}

# usage: browser PAGE…
browser() {
  (($# > 0)) || fail "browser takes the pages that are to be opened"
  local python=python3 packages=(chromium chromium-driver python3-selenium) options=()
  # Debian's Selenium belongs to the system's own Python.
  [[ ! -x /usr/bin/python3 ]] || python=/usr/bin/python3
  if ! have chromedriver || ! "$python" -c 'import selenium' 2>/dev/null; then
    try_install "${packages[@]}"
  fi
  if ! have chromedriver || ! "$python" -c 'import selenium' 2>/dev/null; then
    say "there is no Chromium with its driver and Selenium here (Debian: ${packages[*]})"
    exit 3
  fi
  if fetch_axe; then options=(--axe "$axe_file"); else say "without axe-core: $axe_package could not be fetched"; fi
  "$python" -B Tests/Browser/browser.py "${options[@]+"${options[@]}"}" "$@"
}

# usage: cluster [BINARY]
cluster() {
  local packages=(slurmctld slurmd slurm-client munge) program=${1:-}
  PATH=$PATH:/usr/sbin have slurmctld || try_install "${packages[@]}"
  if ! PATH=$PATH:/usr/sbin have slurmctld; then
    say "there is no Slurm here (Debian: ${packages[*]})"
    exit 3
  fi
  if [[ -z $program ]]; then
    build
    program=$binary
  fi
  cluster/try.sh "$program" .build/cluster
}

# Prints the wall seconds of one run; what the run prints goes to FILE.log.
# usage: time_run FILE OUTPUT
time_run() {
  local status=0
  rm -rf -- "$2"
  local TIMEFORMAT=%R
  { time "$binary" run "$1" --output "$2" --quiet \
    >"$1.log" 2>&1 </dev/null || status=$?; } 2>"$1.wall"
  if ((status != 0)); then
    cat -- "$1.log" >&2
    fail "hreval run $1 ended with status $status"
  fi
  cat -- "$1.wall"
}

prepare_bench() {
  build
  export LC_ALL=C
  mkdir -p -- "$bench_folder"
}

# usage: bench_recordings FORMAT; prints the folder of the recordings, which are made if need be
bench_recordings() {
  local folder="$root/$bench_folder/recordings-$1"
  if [[ ! -d $folder ]]; then
    rm -rf -- "$folder.tmp"
    synthesize_bench "$binary" "$1" "$folder.tmp" >&2
    mv -- "$folder.tmp" "$folder"
  fi
  printf '%s\n' "$folder"
}

# Every detector by itself, once; the first row is what reading and reporting cost without any.
bench_detectors() {
  prepare_bench
  local folder dataset detector file seconds
  if (($# > 0)); then
    folder=$1 dataset=synth-hr
    [[ -d $1/clean/hdf5 ]] || fail "$1 holds no clean/hdf5"
  else
    folder=$(bench_recordings hdf5) dataset=hreval-hdf5
  fi
  file=$bench_folder/detector.json
  printf '%-24s %9s %12s\n' detector seconds 'windows/s'
  for detector in constant $("$binary" list detectors | awk 'NR > 1 && !/^  (constant|breathing)/ { print $1 }'); do
    write_bench_experiment detector "$folder" "$dataset" "$file" "\"$detector\""
    if ! "$binary" check "$file" >"$file.log" 2>&1; then
      grep -q 'needs .*, which the data set' "$file.log" || {
        cat -- "$file.log" >&2
        fail "hreval check $file"
      }
      printf '%-24s %9s\n' "$detector" 'no channel for it'
      continue
    fi
    seconds=$(time_run "$file" "$bench_folder/detector-run")
    awk -v d="$detector" -v t="$seconds" -v n="$((bench_count * (bench_seconds - 30 + 1)))" \
      'BEGIN { printf "%-24s %9.2f %12.0f\n", d, t, n / t }'
  done
}

# Libraries of the program that hreval is timed beside.
readonly bench_packages=(numpy scipy h5py pandas)
bench() {
  prepare_bench
  local hdf5 csv python=$bench_folder/python options=()
  hdf5=$(bench_recordings hdf5)
  csv=$(bench_recordings csv)
  [[ -x $python/bin/python3 ]] || python3 -m venv "$python" >&2 || true
  if "$python/bin/python3" -c 'import numpy, scipy, h5py, pandas' 2>/dev/null ||
    "$python/bin/python3" -m pip install --quiet "${bench_packages[@]}" >&2; then
    options=(--python "$python/bin/python3")
  else
    say "without ${bench_packages[*]}, which could not be installed: hreval is timed alone"
  fi
  python3 -B Tests/Benchmark/bench.py "$binary" "$bench_folder/runs" "$hdf5" "$csv" "${options[@]+"${options[@]}"}"
}

# Prints the version of Swift and the number of instructions of a run's processes together.
instructions() {
  have valgrind || try_install valgrind
  if ! have valgrind; then
    say "there is no valgrind here"
    exit 3
  fi
  prepare_bench
  local folder=$bench_folder/instructions file=$bench_folder/instructions.json
  rm -rf -- "$folder"
  mkdir -p -- "$folder"
  "$binary" synthesize --output "$folder/recordings" --count 8 --seconds 120 --seed 1 --ppg-rate 125 --format hdf5 >&2
  write_bench_experiment instructions "$root/$folder/recordings" hreval-hdf5 "$file" \
    '"fft", "peak", "combined"'
  # Older versions of valgrind do not understand what the compiler writes for debuggers.
  cp -- "$binary" "$folder/hreval"
  strip "$folder/hreval"
  HREVAL_LEDGER=off SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=cachegrind --cache-sim=no --trace-children=yes \
    --cachegrind-out-file=/dev/null "$folder/hreval" run "$file" --output "$folder/run" --quiet \
    --jobs 1 >"$folder/log" 2>&1 </dev/null || {
    cat -- "$folder/log" >&2
    fail "hreval under valgrind"
  }
  awk -v v="$(swift --version 2>/dev/null </dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)" \
    '/I +refs:/ { gsub(",", "", $NF); sum += $NF; n++ }
     END { if (n < 2) exit 1; printf "Swift %s: %.0f instructions\n", v, sum }' "$folder/log" ||
    fail "valgrind counted nothing; see $folder/log"
}

# usage: fuzz [MINUTES] [--seed N]
fuzz() {
  local minutes=10 seed=1
  while (($# > 0)); do
    case $1 in
      --seed)
        [[ ${2:-} =~ ^[0-9]+$ ]] || fail "--seed takes a whole number"
        seed=$2
        shift 2
        ;;
      *)
        [[ $1 =~ ^[0-9]+([.][0-9]+)?$ ]] || fail "fuzz takes a number of minutes, and --seed N, not $1"
        minutes=$1
        shift
        ;;
    esac
  done
  build
  swift build -c release --package-path Fuzz --scratch-path "$root/$fuzz_folder/build" --product hreval-fuzz >&2 </dev/null
  Fuzz/Native/run --build >&2 </dev/null

  local share=1 seconds native native_status=0 status=0
  (($(getconf _NPROCESSORS_ONLN) > 1)) || share=2
  seconds=$(awk -v m="$minutes" -v s="$share" 'BEGIN { printf "%.0f", m * 60 / s < 6 ? 6 : m * 60 / s }')
  local program=("$fuzz_folder/build/release/hreval-fuzz" run --program "$binary" --seconds "$seconds" --seed "$seed"
    --folder "$fuzz_folder/program" --found "$fuzz_folder/found" --regressions Fuzz/Regressions/program)
  [[ -d $fuzz_folder/native/seeds/hdf5 ]] && program+=(--seeds "$fuzz_folder/native/seeds/hdf5")
  Fuzz/Native/run "$seconds" "$seed" >"$fuzz_folder/native.log" </dev/null &
  native=$!
  # An interrupted session leaves nothing running.
  trap 'kill "$native" 2>/dev/null || true' EXIT
  if ((share > 1)); then wait "$native" || native_status=$?; fi
  "${program[@]}" </dev/null || status=$?
  if ((share == 1)); then wait "$native" || native_status=$?; fi
  trap - EXIT
  cat -- "$fuzz_folder/native.log"
  ((status == 0 && native_status == 0)) || fail "something was found; see above how to see it again, and $fuzz_folder/found"
  say "fuzz: every promise kept"
}

# A folder named by the caller is relative to where the caller stands.
absolute() {
  (cd -- "$OLDPWD" && cd -- "$1" 2>/dev/null && pwd -P) || fail "there is no folder $1"
}

command=${1:-help}
(($# > 0)) && shift
if [[ ${1:-} == --formats && $command =~ ^(install|build|test)$ ]]; then
  choose_formats "${2:-}"
  shift 2
fi
case $command in
  install)
    case ${1:-} in
      '') install ;;
      --prefix)
        [[ -n ${2:-} ]] || fail "--prefix takes a folder"
        case $2 in
          /*) put "$2" ;;
          *) put "$OLDPWD/$2" ;;
        esac
        ;;
      *) fail "install takes --formats, then --prefix DIR, not $1" ;;
    esac
    ;;
  build)
    build
    printf '%s\n' "$binary"
    ;;
  demo) demo "$@" ;;
  claims)
    if (($# > 0)); then
      (cd -- "$OLDPWD" && mkdir -p -- "$1") || fail "cannot make $1"
      folder=$(absolute "$1")
      claims "$folder"
    else
      claims
    fi
    ;;
  codecs)
    if (($# > 0)); then
      (cd -- "$OLDPWD" && mkdir -p -- "$1") || fail "cannot make $1"
      folder=$(absolute "$1")
      codecs "$folder"
    else
      codecs
    fi
    ;;
  leave-one-out)
    if (($# > 0)); then
      (cd -- "$OLDPWD" && mkdir -p -- "$1") || fail "cannot make $1"
      folder=$(absolute "$1")
      leave_one_out "$folder/leave-one-out"
    else
      leave_one_out
    fi
    ;;
  test) run_tests "$@" ;;
  planted) planted ;;
  error-rates) error_rates ;;
  browser)
    pages=()
    for page in "$@"; do pages+=("$(absolute "$(dirname -- "$page")")/$(basename -- "$page")"); done
    browser "${pages[@]+"${pages[@]}"}"
    ;;
  cluster) cluster "$@" ;;
  bench) bench ;;
  instructions) instructions ;;
  bench-detectors)
    if (($# > 0)); then
      corpus=$(absolute "$1")
      bench_detectors "$corpus"
    else
      bench_detectors
    fi
    ;;
  notices) notices ;;
  docs)
    if [[ ${1:-} == pages && -n ${2:-} ]]; then
      folder=$(absolute "$2")
      docs pages "$folder"
    else
      docs "$@"
    fi
    ;;
  package) package "$@" ;;
  release)
    [[ ${1:-} == check ]] || fail "release takes check"
    release_check "${2:-}"
    ;;
  build-tests) build_tests ;;
  fuzz) fuzz "$@" ;;
  help | -h | --help) usage ;;
  *)
    usage >&2
    say "setup.sh: error: unknown command \"$command\""
    exit 64
    ;;
esac
