#!/bin/sh
# Installs incise @VERSION@, or version $INCISE_VERSION, as $INCISE_BIN/incise (default ~/.local/bin/incise).
# Installs nothing if the archive does not match the release's checksum.
set -eu

releases=${INCISE_RELEASES:-https://github.com/OWNER/incise/releases}
version=${INCISE_VERSION:-@VERSION@}
bin=${INCISE_BIN:-$HOME/.local/bin}

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

case $(uname -s) in
Linux) system=unknown-linux-musl ;;
Darwin) system=apple-darwin ;;
*) fail "there is no program for $(uname -s)" ;;
esac
case $(uname -m) in
x86_64 | amd64) machine=x86_64 ;;
aarch64 | arm64) machine=aarch64 ;;
*) fail "there is no program for $(uname -m)" ;;
esac
name=incise-$version-$machine-$system

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
for file in "$name.tar.gz" SHA256SUMS; do
    curl --fail --silent --show-error --location --output "$file" "$releases/download/v$version/$file" || fail "cannot download $file"
done

grep " $name.tar.gz\$" SHA256SUMS >expected || fail "SHA256SUMS does not name $name.tar.gz"
if command -v sha256sum >/dev/null; then
    sha256sum --check --status expected || fail "the checksum of $name.tar.gz is wrong"
else
    shasum --algorithm 256 --check --status expected || fail "the checksum of $name.tar.gz is wrong"
fi

tar -xzf "$name.tar.gz"
mkdir -p "$bin"
# Renaming keeps the old file for running processes.
mv "$name/incise" "$bin/incise.new"
mv "$bin/incise.new" "$bin/incise"
echo "installed $bin/incise"
case :$PATH: in *:"$bin":*) ;; *) echo "add $bin to your PATH" ;; esac
