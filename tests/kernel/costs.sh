#!/bin/bash
# SPDX-License-Identifier: ISC
# costs.sh COSTS KERNEL - `make bench-kernel` can make its tables, here small ones; the columns of each row add up.
# Asserts no time.
set -uo pipefail
out=$("$1" "$2" 2) || { echo "$out"; echo "FAIL: no tables"; exit 1; }
echo "$out"
awk -F' *[|] *' '
function bad(why) { print "FAIL: " why ": " $0; failed = 1 }
/^## / { table = $0; sub(/^## /, "", table); sub(/[:,].*/, "", table); next }
!/^\|/ || /^\| (---|program|two)/ { next }
{ rows[table]++ }
table == "profil" {
	if ($6 + $7 + $8 != $9) bad("user + kernel + idle is not all cycles")
	if ($10 + $11 - $12 > 0.02 || $12 - $10 - $11 > 0.02) bad("user and kernel do not add up to all")
	if ($13 > $9) bad("more is stolen than there is")
	if ($3 ~ /PERIOD 1/ && ($14 < $9 || $18 > $14)) bad("fewer samples than cycles, or more lost than there are")
}
# nothing moves, so the profile continues untouched
table == "profil" && $2 == "brk" && $3 == "nobody" { quiet = $7 }
table == "profil" && $2 == "brk" && $3 != "nobody" && $7 > 1.2 * quiet { bad("brk within its page costs a profiled process more") }
table == "sprofil" && $7 > 0 {
	split($11, seen, " of ")
	if (seen[1] > seen[2]) bad("code is seen that does not run")
	if ($3 ~ /^tick/ && seen[1] > 2) bad("a tick that sees into a kernel with interrupts off")
	if ($3 ~ /PERIOD 1/ && seen[1] < 50) bad("the unit does not see the kernel")
}
table == "The context switch" {
	if ($3 < 10) bad("no switches")
	if ($6 > $7 || $7 > $8 || $9 < $6 || $9 > $8 || $4 < $9) bad("these cannot be")
}
END {
	if (rows["profil"] != 23 || rows["sprofil"] != 7 || rows["The context switch"] != 8) { print "FAIL: rows are missing"; failed = 1 }
	exit failed
}' <<<"$out"
