#!/bin/sh
# SPDX-License-Identifier: ISC
# needs: tests/link-timing
# drawn.sh SIMULATION - is rtl/link/LINK.md's timing diagram what the simulation draws?
set -eu
page=$(mktemp)
cp rtl/link/LINK.md "$page"
vvp -n "$1" | sw/pictures/between.sh "$page" timing
diff rtl/link/LINK.md "$page" || {
	echo "drawn anew: vvp -n $1 | sw/pictures/between.sh rtl/link/LINK.md timing"
	exit 1
}
rm "$page"
