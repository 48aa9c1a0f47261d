#!/usr/bin/env bash
# Tries the packages of .build/package/dist in bare systems, made by debootstrap: one with nothing, one with Python alone.
# None has Swift, HDF5 or a compiler. What a user does is done twice.
#
# usage: packaging/try.sh      as root. Ends with 3 where such systems cannot be made.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
readonly work=$PWD/.build/package
readonly dist=$work/dist bare=$work/bare
version=$(packaging/version.sh)
machine=$(uname -m)
suite=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
readonly version machine suite
readonly tarball=hreval-$version-linux-$machine

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "packaging/try.sh: FAILED: $*"
  exit 1
}
leave() {
  say "packaging/try.sh: not tried: $*"
  exit 3
}
((EUID == 0)) || leave "bare systems are made by root"
command -v debootstrap >/dev/null || leave "there is no debootstrap"
[[ -f $dist/SHA256SUMS ]] || fail "there are no packages; make them with ./setup.sh package all"
(cd -- "$dist" && sha256sum --quiet --check SHA256SUMS) || fail "packages differ from their checksums"

mounted=()
clean() {
  local place
  for place in "${mounted[@]+"${mounted[@]}"}"; do umount -l -- "$place" 2>/dev/null || true; done
}
trap clean EXIT

# usage: prepare NAME PACKAGES; a fresh copy of a bare system, as `place`
prepare() {
  local base=$bare/$1.base
  place=$bare/$1
  if [[ ! -f $base/made ]]; then
    rm -rf -- "$base"
    mkdir -p -- "$bare"
    debootstrap --variant=minbase ${2:+--include="$2"} "$suite" "$base" http://deb.debian.org/debian >"$base.log" 2>&1 || {
      tail -n 5 -- "$base.log" >&2
      leave "debootstrap makes no system; $base.log says why"
    }
    chroot "$base" useradd --create-home reader
    touch "$base/made"
  fi
  if mountpoint -q -- "$place/proc"; then umount -l -- "$place/proc"; fi
  rm -rf -- "$place"
  cp -a -- "$base" "$place"
  mount -t proc proc "$place/proc" || leave "no /proc can be mounted"
  mounted+=("$place/proc")
  local tool
  for tool in swift gcc h5dump $([[ -n $2 ]] || echo python3); do
    if chroot "$place" sh -c "command -v $tool" >/dev/null; then fail "the bare system $1 has $tool"; fi
  done
}
# usage: reader COMMAND…: as a user of that system, in the home folder
reader() {
  chroot --userspec=reader:reader "$place" env -i HOME=/home/reader PATH=/home/reader/env/bin:/usr/local/bin:/usr/bin:/bin \
    LANG=C.UTF-8 HREVAL_LEDGER=off sh -c 'cd && exec "$@"' sh "$@"
}
# usage: refused WORDS COMMAND…: it ends with a sentence that has these words
refused() {
  local words=$1 said
  shift
  if said=$(reader "$@" 2>&1); then fail "$* is not refused"; fi
  [[ $(wc -l <<<"$said") -le 3 && $said == *"$words"* ]] || fail "$* does not say \"$words\" but: $said"
}
# usage: run_twice PROGRAM; the first minute of a user
run_twice() {
  local number start said
  for number in 1 2; do
    start=$SECONDS
    said=$(reader "$1" run demo 2>&1) || fail "$1 run demo, time $number: $said"
    grep -q '^report: reports/demo/report.html$' <<<"$said" || fail "$1 run demo names no report: $said"
    if ((number == 1)); then
      grep -q 'making the recordings of "synthetic" in ' <<<"$said" || fail "it is not said that recordings are made"
      cp -- "$place/home/reader/reports/demo/results.json" "$place/first.json"
    fi
    say "  $1 run demo, time $number: $((SECONDS - start)) s"
  done
  cmp -- "$place/first.json" "$place/home/reader/reports/demo/results.json" || fail "$1 run demo gives other results the second time"
  [[ -s $place/home/reader/reports/demo/report.html ]] || fail "there is no page"
  for number in 1 2; do
    reader "$1" run nightly --quiet >/dev/null 2>&1 || fail "$1 run nightly, time $number"
    if said=$(reader "$1" run finger-camera 2>&1); then fail "$1 run finger-camera runs without its recordings"; fi
    grep -qF 'hreval datasets fetch welltory-ppg' <<<"$said" || fail "$1 run finger-camera does not name the fetch: $said"
  done
  reader "$1" help datasets limits >/dev/null || fail "$1 help datasets limits"
  reader "$1" --version --verbose | grep -q '^  HDF5 ' || fail "$1 --version --verbose does not name HDF5"
  reader "$1" list readers | grep -qi 'setup.sh' && fail "$1 lacks formats: $(reader "$1" list readers)"
  return 0
}

say "tarball, in a system with nothing"
prepare plain ''
tar -C "$place/opt" -xzf "$dist/$tarball.tar.gz"
run_twice "/opt/$tarball/bin/hreval"
if chroot "$place" sh -c "ldd /opt/$tarball/libexec/hreval" | grep -E 'curl|ssl|nghttp|ssh|krb|ldap|not found'; then
  fail "the program links what it should not"
fi
refused 'or run this with the right to write there' "/opt/$tarball/install.sh" /usr/local
reader "/opt/$tarball/install.sh" >"$place/installed" || fail "install.sh"
reader /home/reader/.local/bin/hreval run demo --quiet >/dev/null || fail "hreval from ~/.local/bin"
# Systems that lack something.
mkdir -p -- "$place/home/reader/env/bin"
printf '#!/bin/sh\necho glibc 2.31\n' >"$place/home/reader/env/bin/getconf"
chmod 755 -- "$place/home/reader/env/bin/getconf"
refused 'glibc 2.31, and the program needs' "/opt/$tarball/bin/hreval" --version
printf '#!/bin/sh\nexit 1\n' >"$place/home/reader/env/bin/getconf"
refused 'is not glibc' "/opt/$tarball/bin/hreval" --version
rm -- "$place/home/reader/env/bin/getconf" "$place/opt/$tarball/lib/hreval/libcsv.so.3"
refused 'libcsv.so.3 is missing' "/opt/$tarball/bin/hreval" --version
chmod 555 -- "$place/home/reader/.cache/hreval" "$place/home/reader"
rm -rf -- "$place/home/reader/.cache/hreval/$version"
refused 'XDG_CACHE_HOME names another folder' /home/reader/.local/bin/hreval run demo --output /tmp/demo

say "Debian package, in a system with nothing"
prepare plain ''
(cd -- "$place/opt" && apt-get -qq -o APT::Sandbox::User=root download libcsv3) || fail "apt-get download libcsv3"
cp -- "$dist/hreval_${version}_$(dpkg --print-architecture).deb" "$place/opt/"
chroot "$place" sh -c 'dpkg --install /opt/*.deb' >"$place/installed" 2>&1 || {
  cat -- "$place/installed" >&2
  fail "dpkg --install"
}
run_twice hreval

say "wheel, in a system with Python alone"
prepare python python3,python3-venv
wheel=$(compgen -G "$dist/hreval-$version-*.whl") || fail "there is no wheel"
mkdir -p -- "$work/wheels"
python3 -m pip download --quiet --only-binary :all: --python-version "$(chroot "$place" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')" \
  --dest "$work/wheels" numpy pandas matplotlib nbconvert ipykernel pytest >&2 || leave "PyPI cannot be reached"
cp -a -- "$work/wheels" "$wheel" "$place/opt/"
start=$SECONDS
reader python3 -m venv env
reader pip install --quiet --no-index --find-links /opt/wheels "/opt/$(basename -- "$wheel")[figures]" || fail "pip install"
say "  pip install: $((SECONDS - start)) s"
run_twice hreval
reader pip install --quiet --no-index --find-links /opt/wheels nbconvert ipykernel pytest || fail "pip install nbconvert"
cp -- clients/python/examples/first.ipynb clients/tests/test_results.py "$place/home/reader/"
chmod 644 -- "$place/home/reader/first.ipynb" "$place/home/reader/test_results.py"
for number in 1 2; do
  start=$SECONDS
  reader jupyter nbconvert --to notebook --execute --output "done$number" --output-dir /home/reader/notebook first.ipynb \
    >"$place/notebook.log" 2>&1 || {
    tail -n 20 -- "$place/notebook.log" >&2
    fail "the notebook, time $number"
  }
  grep -q '"image/png"' "$place/home/reader/notebook/done$number.ipynb" || fail "the notebook has no figure"
  grep -q '"text/html"' "$place/home/reader/notebook/done$number.ipynb" || fail "the notebook has no table"
  say "  notebook, time $number: $((SECONDS - start)) s"
done
reader python3 -m pytest -q -p no:cacheprovider test_results.py >"$place/pytest.log" 2>&1 || {
  tail -n 40 -- "$place/pytest.log" >&2
  fail "tests of the Python module"
}
say "  $(tail -n 1 -- "$place/pytest.log")"

say "container"
if command -v buildah >/dev/null && buildah --storage-driver vfs build --isolation chroot --tag hreval-try "$work/container" >"$bare/buildah.log" 2>&1; then
  image=$(buildah --storage-driver vfs from hreval-try)
  place=$(buildah --storage-driver vfs mount "$image")
  say "  built by buildah"
else
  say "  not built by buildah, which is not there or refuses ($(tail -n 1 -- "$bare/buildah.log" 2>/dev/null)): its folder is used as it is"
  place=$bare/container
  rm -rf -- "$place"
  cp -a -- "$work/container/root" "$place"
fi
mkdir -p -- "$place/proc" "$place/dev"
mount -t proc proc "$place/proc" && mounted+=("$place/proc")
mount --bind /dev "$place/dev" && mounted+=("$place/dev")
for number in 1 2; do
  env -i PATH="$PATH" HOME=/tmp HREVAL_LEDGER=off chroot "$place" /usr/bin/hreval run demo --output /work/demo --quiet >"$bare/container.log" 2>&1 || {
    cat -- "$bare/container.log" >&2
    fail "hreval run demo in the container, time $number"
  }
done
cmp -- "$place/work/demo/results.json" "$bare/python/first.json" || fail "the container's results are others than the wheel's"
clean
[[ -z ${image:-} ]] || buildah --storage-driver vfs rm "$image" >/dev/null
say "all packages work"
