#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/dhrystone.elf firmware/lua.elf tally
# session.sh - the tool on a simulated machine's serial line, end to end: top, record. The recorded
# profile equals the one of `tally run`. A client is killed.
set -u
D=${BUILD:-build}/tests/link_session
. tests/link/lib.sh

# A report's rows, and the invariant.
rows() { "$T" report --top 0 "$1" | sed -n '/^ *percent/,/^TICKS/p'; }
ticks() { sed -n 's/^TICKS \([0-9]*\.\.\)*\([0-9]*\) .*/\2/p' "$1"; }
once() { "$T" top --once "$@"; }

# ---- a whole program, from its first cycle to its end
"$T" run --no-cpi --no-calls --scale 4096 --core picorv32 -o "$D/run.tally" "$short" >/dev/null ||
	die "run"
rows "$D/run.tally" >"$D/run.rows"
machine whole --wait --core picorv32 --baud 115200 "$short"
once "$port" "$short" >/dev/null 2>"$D/begun.err" || die "top"
grep -q 'found at 115200 baud' "$D/begun.err" || die "the rate: $(cat "$D/begun.err")"
! grep -q 'counted before' "$D/begun.err" || die "not begun"
await "$D/whole.err" 'has ended'
once "$port" "$short" >"$D/ended" 2>&1 || die "top"
grep -q 'no cycle since TICKS' "$D/ended" || die "not told: $(cat "$D/ended")"
grep -q "^next: .tally top $port " "$D/whole" || die "no next command: $(cat "$D/whole")"
"$T" record --baud 115200 -o "$D/live.tally" "$port" "$short" || die "record"
rows "$D/live.tally" | cmp "$D/run.rows" - || die "the recording differs from the run"
say "the recording is the run's"
kill "$sim"

# ---- a program that keeps running: top, a killed client, rejoin, restart; names from a debug file
machine long --core picorv32 "$long"
live=(--scale 1024 "$port" "$long")
once --top 5 "${live[@]}" >"$D/top.out" 2>"$D/top.err" || die "top"
! grep -q 'counted before' "$D/top.err" || die "not begun"
grep -q ': holds' "$D/top.out" || die "the invariant: $(cat "$D/top.out")"
sed '1,/percent/d' "$D/top.out" | awk '{ n += $1 } END { exit !(NR > 4 && n > 99 && n < 101) }' ||
	die "the rows of top --top 5 are not all ticks"
riscv64-unknown-elf-strip -o "$D/stripped.elf" "$long" || die "strip"
once --top 3 --scale 1024 --debug-file "$long" "$port" "$D/stripped.elf" |
	sed '1,/percent/d' | grep -qE '  [a-zA-Z_]+$' || die "top knows no names by --debug-file"
watches "${live[@]}"
grep -q 'counted before' "$D/watch.err" || die "did not join the counting"
kill -9 "$client"
wait "$client" 2>/dev/null
"$T" record --keep -o "$D/kept.tally" "${live[@]}" >"$D/kept.out" 2>&1 || die "$(cat "$D/kept.out")"
grep -q 'counted before' "$D/kept.out" || die "the note is missing"
rows "$D/kept.tally" | grep -q '^TICKS.*: holds' || die "the bins do not add up"
once "${live[@]}" >"$D/again.out" || die "top again"
kept=$(sed -n 's/.*: \([0-9]*\) ticks.*/\1/p' "$D/kept.out")
[ "$(ticks "$D/again.out")" -gt "$kept" ] || die "it did not go on"
once --restart "${live[@]}" >"$D/restart.out" || die "restart"
[ "$(ticks "$D/restart.out")" -lt "$(ticks "$D/again.out")" ] || die "not from 0 on"
say "top, a killed client, record --keep, top again, restart"
for elf in "$long" "$short"; do
	once --to 0x80002000 "$port" "$elf" >"$D/top.${elf##*/}" || die "top --to"
done
grep -q 'is dhrystone.elf the program that ran?' "$D/top.dhrystone.elf" || die "another ELF"
grep 'program that ran' "$D/top.lua.elf" && die "this ELF"
say "top tells another program's ELF"
