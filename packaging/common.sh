# shellcheck shell=bash disable=SC2034,SC2164
# Read by the other scripts here: they run in the repository and write to $out.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The one address: OWNER/NAME of the repository on GitHub. The release workflow sets it to the one it runs in.
repository=${INCISE_REPOSITORY:-OWNER/incise}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
out=$PWD/target/dist
mkdir -p "$out"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prints the file $1 with the address and the version filled in.
fill() {
    sed -e "s|OWNER/incise|$repository|g" -e "s|@VERSION@|$version|g" "$1"
}

checksum() {
    if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}
