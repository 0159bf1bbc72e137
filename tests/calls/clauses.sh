#!/bin/bash
# SPDX-License-Identifier: ISC
# clauses.sh NAME LINE COMMAND... - types LINE at a kernel's shell (COMMAND: a machine with the console on its stdin and
# stdout). The program prints "ok CLAUSE" for each clause it shows. Every clause that tests/calls/PLAN.md assigns to
# test NAME must be there, and no "not ok".
set -uo pipefail
name=$1 line=$2
shift 2
out=$(printf '%s\nhalt\n' "$line" | timeout 1500 "$@" 2>&1 | tr -d '\r')
printf '%s\n' "$out"
bad=0
if grep -q '^not ok' <<<"$out"; then
	bad=1
fi
shown=0
while read -r clause; do
	shown=$((shown + 1))
	grep -qx "ok $clause" <<<"$out" || { echo "FAIL: $clause is not shown"; bad=1; }
done < <(awk -F'|' -v name="$name" '/^\| [A-Z]+-[0-9]+ / { n = split($3 " " $4 " " $5, t, /[ `,]+/)
	for (i = 1; i <= n; i++) if (t[i] == name) { gsub(/ /, "", $2); print $2; break } }' "$(dirname "$0")/PLAN.md")
[ "$shown" -gt 0 ] || { echo "FAIL: tests/calls/PLAN.md says of no clause that $name shows it"; bad=1; }
echo "$name: $shown clauses"
exit $bad
