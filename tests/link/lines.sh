#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/dhrystone.elf firmware/lua.elf tally tests/link
# lines.sh - lines on which the live commands cannot go on: silent, unplugged, at another rate, a
# console, without a unit. Each ends with one line that says so.
set -u
D=${BUILD:-build}/tests/link_lines
. tests/link/lib.sh

# The tool gives a line up that has answered before only after a while: that goes on meanwhile.
machine long --core picorv32 "$long"
watches "$port" "$long"
silent=$client stopped=$sim
kill -STOP "$sim"

# ---- no bridge: nothing, and a console; a bridge without a proper unit
ways=("" "--unit 0x80000000" "--baud 115200")
talks() { # RATE TEXT [WAYS]: told in any of so many ways, and in time: 14 s, where 7 are promised
	relay - "$1"
	for way in "${ways[@]:0:${3:-3}}"; do
		begun=$SECONDS
		refused "$2" "$T" top --once $way "$noisy" "$short"
		[ $((SECONDS - begun)) -le 14 ] || die "$1 $way: $((SECONDS - begun)) s"
	done
	kill "$relay"
}
talks 0 "is BIT clock / baud" 1
talks flood '`Linux version 6.6.0 (root@board) #1` comes: it is a console'
talks heartbeat '`[    1.234] heartbeat ok` comes: it is a console'
talks rated '`[    1.234] heartbeat ok` comes: it is a console' 1
talks prompt 'login: ' 2
talks echo "what is sent comes back"
talks binary "what comes is no answer"
talks break "only bytes of 0" 1
for what in zero other dead lies narrow wide; do
	aside board 'serial line' "$B/tests/link" pty $what
	port=${line%%:*}
	case $what in
	dead) refused "nothing answers" "$T" top --once "$port" "$short" ;;
	lies) refused "break the accounting invariant" "$T" top --once "$port" "$short" ;;
	narrow)
		"$T" top --once "$port" "$short" >"$D/narrow" 2>&1
		grep -q 'code of 0x40000000-0x4001ffff only' "$D/narrow" || die "$(cat "$D/narrow")"
		;;
	*) refused "no Tally unit" "$T" top --once "$port" "$short" ;;
	esac
	kill "$child"
done

# ---- other rates
timeout 90 tail --pid="$silent" -f /dev/null
wait "$silent" && die "a silent line is no success"
grep -q 'answers break off' "$D/watch.err" || die "silent: $(cat "$D/watch.err")"
kill -CONT "$stopped"
port=$(head -n 1 "$D/long") port=${port%%:*}
for rate in 57600 2000000; do
	refused "at $rate baud" "$T" top --once --baud $rate "$port" "$long"
done

# ---- a signal while a silent line is read; a line that ends
watches "$port" "$long"
kill -STOP "$stopped"
sleep 1.5
begun=$SECONDS
kill -INT "$client"
wait "$client" || die "SIGINT is no success: $(cat "$D/watch.err")"
[ $((SECONDS - begun)) -le 5 ] || die "SIGINT takes long"
! grep -v note: "$D/watch.err" || die "SIGINT is no error"
kill -CONT "$stopped"
watches "$port" "$long"
kill "$stopped"
wait "$client" && die "an unplugged line is no success"
[ "$(grep -v note: "$D/watch.err" | sed 's/.*line is gone.*/gone/')" = gone ] || die "unplugged"
say "silent, interrupted, unplugged"
