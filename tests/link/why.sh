#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/dhrystone.elf tally tests/bin/link_whole
# why.sh - causes over the line. `--event` counts what the simulator counts, bin by bin; the parts
# of `record --why` are near those of a run; a core without causes, and what --why excludes, is
# refused.
set -u
D=${BUILD:-build}/tests/link_why
. tests/link/lib.sh

compare() { # COMMAND...: of why.py
	PYTHONPATH=tests "$PY" tests/link/why.py "$@" || die "$*"
}

# ---- a whole program, one cause
"$T" run --core vexriscv -o "$D/run.tally" "$short" >/dev/null 2>&1 || die "run"
machine fetch --wait --core vexriscv "$short"
"$T" top --once --event fetch "$port" "$short" >"$D/out" 2>&1 || die "$(cat "$D/out")"
grep -q "ticks/s that waited for fetch" "$D/out" || die "$(cat "$D/out")"
await "$D/fetch.err" 'has ended'
"$T" record --event fetch -o "$D/fetch.tally" "$port" "$short" || die "record"
compare event "$D/run.tally" "$D/fetch.tally" fetch
kill "$sim"

# ---- a program without an end, all causes in turns
endless
"$T" run --core vexriscv --cycles 1000000 -o "$D/loops.tally" "$elf" >/dev/null 2>&1 || die "run"
machine loop --core vexriscv "$elf"
"$T" record --why --seconds 12 -o "$D/why.tally" "$port" "$elf" || die "record --why"
compare why "$D/loops.tally" "$D/why.tally"
"$T" report --why "$D/why.tally" >"$D/report" || die "report"
grep -q 'measured one after the other, in [1-9]' "$D/report" || die "$(cat "$D/report")"
refused "counted in time slices" "$T" advise "$D/why.tally"

# ---- not with these, and not of a unit without lines
why=("$T" record --why -o "$D/no.tally" --seconds 1 "$port" "$elf")
refused "for how long" "${why[@]/#1/0}"
refused "leave --event" "${why[@]}" --event flow
refused "leave --event" "${why[@]}" --period 2
refused "not one of flow, fetch" "$T" top --once --event cache "$port" "$elf"
kill "$sim"
aside board 'serial line' "$B/tests/bin/link_whole" pty lies
port=${line%%:*}
refused "built without" "$T" record --why --seconds 1 -o "$D/no.tally" "$port" "$elf"
refused "built without" "$T" top --once --event flow "$port" "$elf"
[ ! -e "$D/no.tally" ] || die "a capture of nothing was written"
