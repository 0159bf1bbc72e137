#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/dhrystone.elf tally tests/bin/link_whole
# calls.sh - the call tree of a board's second unit over the line: top, record --calls; what they
# recorded is near the exact tree of a run. Both units are joined, or neither.
set -u
D=${BUILD:-build}/tests/link_calls
. tests/link/lib.sh
endless

compare() { # RECORDED
	"$T" export folded -o "$D/folded" "$1" 2>/dev/null || die "export"
	PYTHONPATH=tests "$PY" tests/link/calls.py "$D/exact.tally" "$1" 1 "$D/folded" ||
		die "$1"
	"$T" report --tree "$1" >"$D/report" || die "report"
	grep -q '^TREE .* of its own unit: holds' "$D/report" && grep -q 'two counts' "$D/report" ||
		die "$(cat "$D/report")"
}

"$T" run --core vexriscv --cycles 500000 -o "$D/exact.tally" "$elf" >/dev/null 2>&1 || die "run"
machine board --core vexriscv "$elf"
live=(--scale 1024 "$port" "$elf")

# ---- both units begin, are joined, and are read while they run and at the end
"$T" top --once --calls "${live[@]}" >"$D/top" 2>&1 || die "$(cat "$D/top")"
! grep -q 'counted before' "$D/top" && grep -q '^TREE .* nodes' "$D/top" || die "$(cat "$D/top")"
"$T" record --calls -o "$D/joined.tally" "${live[@]}" >"$D/out" 2>&1 || die "$(cat "$D/out")"
grep -q 'counted before' "$D/out" || die "not joined: $(cat "$D/out")"
compare "$D/joined.tally"

# ---- another setting is not joined, nor a first unit without the second
"$T" top --once --period 16 "${live[@]}" >/dev/null 2>&1 || die "top"
refused "top --once --calls\` begins" "$T" record --calls --period 16 -o "$D/no.tally" "${live[@]}"
"$T" record --calls --period 16 --seconds 3 --keep -o "$D/period.tally" "${live[@]}" \
	>"$D/out" 2>&1 || die "$(cat "$D/out")"
grep -q 'was not counted at the same time' "$D/out" || die "$(cat "$D/out")"
compare "$D/period.tally"

# ---- what it does not go with; a board without the unit
two=("$D/exact.tally" "$D/joined.tally")
refused "has a unit's call tree" "$T" diff --contexts "${two[@]}"
refused "has a unit's call tree" "$T" diff --html "$D/no.html" "${two[@]}"
"$T" diff "${two[@]}" >/dev/null 2>&1 || die "diff by function"
refused "leave out --calls" "$T" record --calls --why --seconds 1 -o "$D/no.tally" "${live[@]}"
refused "sorted by inclusive" "$T" top --calls --sort name "${live[@]}"
kill "$sim"
aside other 'serial line' "$B/tests/bin/link_whole" pty lies
refused "no unit that keeps the call tree" "$T" top --once --calls "${line%%:*}" "$elf"
[ ! -e "$D/no.tally" ] && [ ! -e "$D/no.html" ] || die "a file of nothing was written"
