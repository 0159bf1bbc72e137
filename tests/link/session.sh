#!/bin/bash
# SPDX-License-Identifier: ISC
# session.sh - the tool on the simulated machine's serial line, end to end: attach, top, record, reset, detach, attach
# again. The recorded profile equals the one of `tally run`. Also noise, two clients, a killed one, a silent and an
# unplugged line, wrong ports.
set -u
D=${BUILD:-build}/tests/link_session
. tests/link/lib.sh
short=$B/firmware/dhrystone.elf long=$B/firmware/lua.elf

# A report's rows, and the invariant.
rows() { "$T" report --top 0 "$1" | sed -n '/^ *percent/,/^TICKS/p'; }

# By LiteX's plain protocol, as behind its own uartbone, the same is read: this bridge answers it, too.
plain() {
	"$T" top --once --top 0 --baud $speed "$port" "$short" 2>/dev/null | sed -n '/percent/,$p' >"$D/bridge.rows"
	"$T" top --once --top 0 --baud $speed --unit 0xf4000000 "$port" "$short" 2>/dev/null | sed -n '/percent/,$p' >"$D/stock.rows"
	[ "$(wc -l <"$D/stock.rows")" -gt 5 ] && cmp "$D/bridge.rows" "$D/stock.rows" || die "--unit reads something else"
	refused "0x80000000" "$T" top --once --baud $speed --unit 0x80000000 "$port" "$short"
}

# ---- a whole program, from its first cycle to its end
"$T" run --no-cpi --no-calls --core picorv32 -o "$D/run.tally" "$short" >/dev/null || die "run"
rows "$D/run.tally" >"$D/run.rows"
for speed in 1000000 115200; do
	machine whole --wait --core picorv32 --baud $speed "$short"
	"$T" attach --baud $speed "$port" "$short" >"$D/attach.out" || die "attach at $speed"
	grep -q 'Tally .* bins 4194240 bytes' "$D/attach.out" || die "the unit is not described"
	until_says "$D/whole.err" 'has ended' "$sim" 300
	[ $speed = 115200 ] || plain
	"$T" record --baud $speed -o "$D/live.tally" "$port" "$short" 2>/dev/null || die "record at $speed"
	rows "$D/live.tally" >"$D/live.rows"
	cmp "$D/run.rows" "$D/live.rows" || die "the recording differs from the run"
	say "at $speed baud the recording is the run's: $(grep -c . "$D/live.rows") lines"
	[ $speed = 1000000 ] || { kill "$sim"; continue; }
	# the same through noise
	relay "$port" 2000
	"$T" record --baud $speed -o "$D/noisy.tally" "$noisy" "$short" 2>"$D/noisy.err" || die "record through noise: $(cat "$D/noisy.err")"
	rows "$D/noisy.tally" | cmp "$D/run.rows" - || die "noise got into the recording"
	say "through noise, too"
	kill "$relay" "$sim"
done

# ---- LiteX's own client
machine other --core picorv32 "$short"
timeout 120 "$PY" tests/link/litex_client.py "$port" >"$D/litex.out" 2>&1 || die "LiteX: $(cat "$D/litex.out")"
tail -n 1 "$D/litex.out"
kill "$sim"

# ---- a program that keeps running
machine long --core picorv32 "$long"
live=("--scale" "1024" "$port" "$long")
"$T" attach "${live[@]}" >"$D/first.out" || die "attach"
grep -q 'from 0 on' "$D/first.out" || die "not begun"
"$T" top --once --top 5 "${live[@]}" >"$D/top.out" || die "top"
grep -q ': holds' "$D/top.out" || die "the law: $(cat "$D/top.out")"
[ "$(sed '1,/percent/d; / more$/,$d' "$D/top.out" | grep -c .)" = 5 ] || die "top has no five rows"
sed '1,/percent/d' "$D/top.out" | awk '{ sum += $1 } END { exit !(sum > 99 && sum < 101) }' || die "the rows of top --top 5 are not all ticks"
"$T" top --once --top 9999 "${live[@]}" | awk '/percent/ { rows = 1; next } rows { sum += $1 } END { exit !(sum > 95 && sum < 100.9) }' ||
	die "the percentages of top do not add up to 100"
say "attach, top: $(sed -n 2p "$D/top.out")"

: >"$D/watch.out"
"$T" attach --watch 3600 "${live[@]}" >"$D/watch.out" 2>"$D/watch.err" &
client=$!
children+=("$client")
until_says "$D/watch.out" ticks "$client" 120
grep -q 'as it did before' "$D/watch.out" || die "did not join the counting"
refused "another program is attached" "$T" top --once "${live[@]}"
kill -9 "$client"
wait "$client" 2>/dev/null
"$T" record --keep -o "$D/kept.tally" "${live[@]}" >"$D/kept.out" 2>"$D/kept.err" || die "record after a killed client: $(cat "$D/kept.err")"
grep -q 'counted before' "$D/kept.err" || die "the note is missing"
rows "$D/kept.tally" | grep -q '^TICKS.*: holds' || die "the bins do not add up"
kept=$(sed -n 's/.*: \([0-9]*\) ticks.*/\1/p' "$D/kept.out")
"$T" attach "${live[@]}" >"$D/again.out" || die "attach again"
ticks='s/^ticks \([0-9]*\.\.\)*\([0-9]*\) .*/\2/p'
again=$(sed -n "$ticks" "$D/again.out")
[ "$again" -gt "$kept" ] || die "it did not go on: $again after $kept"
"$T" attach --restart "${live[@]}" >"$D/restart.out" || die "restart"
[ "$(sed -n "$ticks" "$D/restart.out")" -lt "$again" ] || die "not from 0 on"
say "a killed client, record --keep, attach again, restart"

# a screen on a terminal: keys, and the restored terminal
keys='sleep 2; printf s; sleep 1; printf f; sleep 1; printf f; sleep 1; printf r; sleep 2; printf q'
(eval "$keys") | NO_COLOR=1 script -qec "stty rows 24 cols 80; $T top ${live[*]}; stty -a" "$D/screen" >/dev/null || die "top on a terminal"
grep -aq 'by recent' "$D/screen" && grep -aq 'FROZEN' "$D/screen" || die "the keys do nothing"
grep -aq ' icanon' "$D/screen" && grep -aq ' echo ' "$D/screen" || die "the terminal is left changed"
if grep -aq $'\033\[1m' "$D/screen"; then die "NO_COLOR has colours"; fi
say "top on a terminal"

# a line that falls silent, then one that ends
: >"$D/watch.out"
"$T" attach --watch 3600 --unit 0xf4000000 "${live[@]}" >"$D/watch.out" 2>"$D/watch.err" &
client=$!
until_says "$D/watch.out" ticks "$client" 120
kill -STOP "$sim"
if timeout 90 tail --pid="$client" -f /dev/null && wait "$client"; then die "a silent line is no success"; fi
kill -CONT "$sim"
grep -q 'answers break off' "$D/watch.err" || die "silent: $(cat "$D/watch.err")"
say "silent: $(tail -n 1 "$D/watch.err")"

: >"$D/watch.out"
"$T" attach --watch 3600 "${live[@]}" >"$D/watch.out" 2>"$D/watch.err" &
client=$!
until_says "$D/watch.out" ticks "$client" 120
kill "$sim"
if wait "$client"; then die "an unplugged line is no success"; fi
[ "$(grep -vc note: "$D/watch.err")" = 1 ] && grep -q 'line is gone' "$D/watch.err" || die "unplugged: $(cat "$D/watch.err")"
say "unplugged: $(cat "$D/watch.err")"

# ---- a core that sleeps for good: half of the unit's cycles are free
machine sleep --core vexriscv-linux "$B/firmware/sleep.elf"
"$T" attach "$port" "$B/firmware/sleep.elf" >"$D/attach.out" || die "attach to a core that sleeps"
"$T" top --once "$port" "$B/firmware/sleep.elf" >"$D/top.out" 2>/dev/null || die "top of a core that sleeps"
grep -q ': holds' "$D/top.out" && grep -q '100.00%.*IDLE' "$D/top.out" || die "sleep: $(cat "$D/top.out")"
say "asleep: $(sed -n 2p "$D/top.out")"
kill "$sim"

# ---- invalid ports
refused "is no serial port" "$T" attach /dev/null "$short"
relay - 1
refused "nothing answers" "$T" attach "$noisy" "$short"
kill "$relay"
relay - 0
refused "makes no sense" "$T" attach "$noisy" "$short"
refused "give the port" "$T" record -o "$D/x" /dev/null
refused "--pty" "$T" run --wait "$short"
echo "the live link works from end to end"
