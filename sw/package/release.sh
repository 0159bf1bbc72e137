#!/bin/bash
# SPDX-License-Identifier: ISC
# release.sh [versions] - collects in BUILD/release what a release consists of: wheel, bitstreams
# of three boards with the firmware in them, SHA256SUMS. It publishes nothing. It refuses a tree
# with changes that are not committed, and one in which a place names another version than
# rtl/regs/tally.rdl; with `versions` it only looks for those.
set -euo pipefail
unset MAKEFLAGS MFLAGS MAKELEVEL	# of the make that called this
build=${BUILD:-build}
out=$build/release
# board, firmware that fits it
boards="ulx3s-25f $build/firmware/hello.elf
hx8k $build/firmware/tiny.elf
icebreaker $build/firmware/rv32i/hello.elf"
die() { echo "release: $*" >&2; exit 1; }
field() { sed -n "s/^#define TALLY_VERSION_$1_RESET //p" driver/tally_regs.h; }

version=$(($(field MAJOR))).$(($(field MINOR))).$(($(field PATCH)))
before='(^version: |^version = "|::tally:|tally[_-]profiler[-_]|Tally )'
places=$(git grep -noE "$before[0-9]+\.[0-9]+\.[0-9]+" -- . ':!CHANGELOG.md')
for file in pyproject.toml CITATION.cff rtl/tally.core; do
	grep -q "^$file:" <<<"$places" || die "$file names no version; it should be $version"
done
other=$(grep -v "[^0-9]$version\$" <<<"$places" || true)
[ -z "$other" ] || die "not $version, which rtl/regs/tally.rdl says: ${other//$'\n'/, }"
[ "${1-}" != versions ] || { echo "$version in $(wc -l <<<"$places") places"; exit; }
changes=$(git status --porcelain)
[ -z "$changes" ] || die "commit these first, or take them away: ${changes//$'\n'/, }"
commit=$(git rev-parse HEAD)

rm -rf "$out"
mkdir -p "$out"
make wheel
cp "$build"/wheel/*.whl "$out"
while read -r board elf; do
	name=tally-$version-$board
	make bitstream BOARD="$board" FW="$elf" </dev/null | tee "$build/log/release-$board.log"
	cp "$elf" "$out/$name-$(basename "$elf")"
	sed -n 's/^wrote //p' "$build/log/release-$board.log" | while read -r file; do
		cp "$file" "$out/$name-$(basename "$file")"
	done
done <<<"$boards"
[ "$(git rev-parse HEAD)$(git status --porcelain)" = "$commit" ] ||
	die "the tree has changed meanwhile: its parts are not of one commit; run it again"
cd "$out"
sha256sum -- * >SHA256SUMS
sha256sum --check --quiet SHA256SUMS
ls -l
