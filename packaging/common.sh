# shellcheck shell=bash disable=SC2034,SC2164
# Sourced by the other scripts in this directory. They run at the repository root and write to $out.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# OWNER/NAME of the GitHub repository. The release workflow sets it to its own repository.
repository=${INCISE_REPOSITORY:-OWNER/incise}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
out=$PWD/target/dist
mkdir -p "$out"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prints the file $1 with the repository and version filled in.
fill() {
    sed -e "s|OWNER/incise|$repository|g" -e "s|@VERSION@|$version|g" "$1"
}

checksum() {
    if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}
