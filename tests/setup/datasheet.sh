#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: datasheet/stamp readers/browser.stamp readers/pdf.stamp
# datasheet.sh - the PDF of make datasheet, 4 to 8 pages, has all registers, fields, parameters,
# ports and what the diagrams say; there each new count is the old one and the weight.
set -euo pipefail
D=$(realpath "$BUILD")/tests/datasheet
die() { echo "datasheet: $*"; exit 1; }
rm -rf "$D"
mkdir -p "$D"
cp -r "$BUILD/datasheet/timing" "$D"
"$PY" -B sw/package/datasheet.py 1.2.3 "$D" "$D/sheet.pdf"
pdftotext -layout "$D/sheet.pdf" "$D/text"
pages=$(pdfinfo "$D/sheet.pdf" | awk '$1 == "Pages:" { print $2 }')
[[ $pages = [4-8] ]] || die "$pages pages"
grep -q 'Tally 1\.2\.3' "$D/text" || die "no version"

texts() { # DIAGRAM, row by row: a label, what the signal is
	sed 's/<text/\n&/g' "$D/timing/$1.svg" |
		sed -n 's/^<text[^>]*>\(<tspan>\)\?//; T; s/<.*//; s/^[[:space:]\xc2\xa0]*//p'
}
{
	sed -n 's/^### //p' rtl/regs/REGISTERS.md
	awk -F ' *[|] *' 'NF == 7 && $2 ~ /^[0-9]/ { print $3 }' rtl/regs/REGISTERS.md
	sed -n 's/^parameter \(\[.*\] \)\?\(.*\) = .*/\2/p' rtl/unit/tally_params.vh
	sed -n '/^) ($/,/^);/s/.* \([a-z_]*_[io]\)\b.*/\1/p' rtl/unit/tally.v
	for svg in "$D"/timing/*.svg; do texts "$(basename "$svg" .svg)"; done
} | sed '/^$/d' | sort -u >"$D/names"
[ "$(wc -l <"$D/names")" -gt 120 ] || die "only $(wc -l <"$D/names") names to look for"
while read -r name; do
	grep -qwF -e "$name" "$D/text" || die "$name is not there"
done <"$D/names"
texts counted | awk '/[a-z]/ { row = $0; i = 0; next } { at[row, ++i] = $0 }
	END {
		for (i = 1; i < 3; i++)
			if (!at["weight", i] ||
			    at["old count", i] + at["weight", i] != at["new count", i])
				exit 1
	}' || die "a new count is not the old one and the weight"
echo "ok: $pages pages, $(wc -l <"$D/names") names"
