#!/bin/sh
# SPDX-License-Identifier: ISC
# drawn.sh - is rtl/link/LINK.md's timing diagram what the simulation draws?
set -eu
page=$(mktemp)
trap 'rm -f "$page"' EXIT
draw="tests/vvp.sh timing_test tests/link/timing_test.v rtl/link/tally_bridge.v"
cp rtl/link/LINK.md "$page"
$draw | sw/pictures/between.sh "$page" timing
diff rtl/link/LINK.md "$page" || {
	echo "drawn anew: $draw | sw/pictures/between.sh rtl/link/LINK.md timing"
	exit 1
}
