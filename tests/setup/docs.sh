#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: venv/docs.stamp share/stamp
# docs.sh - all pages make one site (make docs): search has a register's name, nothing comes from
# the network. A link to no page, file or heading breaks the build.
set -euo pipefail
D=$(realpath "$BUILD")/tests/docs
man=$(realpath "$BUILD")/share/man
py=$(realpath -s "$PY")
die() { echo "docs: $*"; exit 1; }
site() { # NAME
	"$py" -B sw/package/docs.py "$man" "$D/$1" "$D/$1/site"
}
rm -rf "$D"
mkdir -p "$D/top"

site good || die "the site does not build"
grep -q PENDING "$D/good/site/search/search_index.json" || die "search has no PENDING"
for page in index sw/LIVE rtl/INTEGRATE sw/man/tally.1 firmware/examples/driver.c; do
	[ -s "$D/good/site/$page.html" ] || die "no page $page"
done
! grep -rE --include='*.html' '<(script|img|iframe)[^>]* src="http|<link[^>]* href="http' \
	"$D/good/site" || die "the site needs the network"

git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$D/top"
cd "$D/top"
echo '[page](nowhere.md), [file](nowhere.c), [heading](LIVE.md#nowhere)' >>sw/RUN.md
! site bad 2>"$D/bad.log" || die "planted links to nothing break no build"
for link in nowhere.md nowhere.c LIVE.md#nowhere; do
	grep -q "^WARNING.*'sw/RUN.md' contains a link '$link'" "$D/bad.log" ||
		die "$link is not reported"
done
echo "ok: $(find "$D/good/site" -name '*.html' | wc -l) pages"
