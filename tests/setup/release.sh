#!/bin/bash
# SPDX-License-Identifier: ISC
# release.sh - all places name one version. make release refuses another one in any of them, and a
# tree with a change that is not committed, before it builds anything.
set -euo pipefail
D=$(realpath "$BUILD")/tests/release
die() { echo "release: $*"; exit 1; }
refused() { # WHY ARGUMENT...
	local why=$1
	shift
	! sw/package/release.sh "$@" >said 2>&1 || die "not refused: $why"
	grep -qF "$why" said || die "does not say \"$why\" but: $(cat said)"
	[ ! -e build ] || die "built something"
}
sw/package/release.sh versions
rm -rf "$D"
mkdir -p "$D"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$D"
cd "$D"
unset BUILD
git init -q
git add -A
git -c user.name=t -c user.email=t@t.invalid commit -qm all
echo said >>.git/info/exclude

version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
for file in pyproject.toml CITATION.cff rtl/tally.core sw/package/README.md; do
	sed -i "s/${version//./\\.}/9.$version/" "$file"
	refused "$file" versions
	git checkout -q "$file"
done
sed -i '/^version:/d' CITATION.cff
refused "CITATION.cff names no version" versions
git checkout -q CITATION.cff
echo >>README.md
refused "README.md"
git checkout -q README.md
touch new
refused "new"
echo "ok: seven refusals"
