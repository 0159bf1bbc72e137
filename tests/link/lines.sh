#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/dhrystone.elf firmware/lua.elf tally tests/bin/link_whole
# lines.sh - lines on which the live commands cannot go on: silent, unplugged, at another rate, a
# console, without a unit. Each ends with one line that says so.
set -u
D=${BUILD:-build}/tests/link_lines
. tests/link/lib.sh

# All of these wait for what does not come, so they wait together.
together=()
beside() { # COMMAND...: by itself, with the children that it has
	(
		children=()
		trap 'kill "${children[@]}"' EXIT
		"$@"
	) &
	together+=($!)
}
all_ended() {
	for child in "${together[@]}"; do wait "$child" || exit 1; done
	together=()
}

# The tool gives a line up that has answered before only after a while.
machine long --core picorv32 "$long"
stopped=$sim line_of_long=$port
watches "$port" "$long"
silent=$client
kill -STOP "$sim"

# ---- no bridge: nothing, and a console; a bridge without a proper unit
talks() { # WHAT TEXT [ARGUMENT...]: told in time: 14 s, where 7 are promised
	aside "talker $1 ${*:3}" . "$PY" tests/link/talker.py "$1"
	begun=$SECONDS
	refused "$2" "$T" top --once "${@:3}" "$line" "$short"
	[ $((SECONDS - begun)) -le 14 ] || die "$1: $((SECONDS - begun)) s"
}
console='`[    1.234] heartbeat ok` comes: it is a console'
beside talks nothing "is BIT clock / baud"
beside talks nothing "is BIT clock / baud" --unit 0x80000000
beside talks nothing "is BIT clock / baud" --baud 115200
beside talks heartbeat "$console"
beside talks heartbeat "$console" --unit 0x80000000
beside talks rated "$console"
beside talks prompt 'login: '
beside talks echo "what is sent comes back"
beside talks binary "what comes is no answer"
beside talks zeros "only bytes of 0 come at any usual rate"
beside talks zeros "only bytes of 0 come at 57600 baud" --baud 57600
all_ended
board() { # WHAT TEXT
	aside "board $1" 'serial line' "$B/tests/bin/link_whole" pty "$1"
	refused "$2" "$T" top --once "${line%%:*}" "$short"
}
beside board zero "no Tally unit"
beside board other "no Tally unit"
beside board wide "no Tally unit"
beside board dead "nothing answers"
beside board lies "break the accounting invariant"
all_ended
aside narrow 'serial line' "$B/tests/bin/link_whole" pty narrow
"$T" top --once "${line%%:*}" "$short" >"$D/top" 2>&1
grep -q 'code of 0x40000000-0x4001ffff only' "$D/top" || die "$(cat "$D/top")"

# ---- other rates
timeout 90 tail --pid="$silent" -f /dev/null
wait "$silent" && die "a silent line is no success"
grep -q 'answers break off' "$D/watch.err" || die "silent: $(cat "$D/watch.err")"
kill -CONT "$stopped"
port=$line_of_long
refused "at 57600 baud" "$T" top --once --baud 57600 "$port" "$long"

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
