#!/bin/bash
# SPDX-License-Identifier: ISC
# cases.sh - the live commands in bad conditions: another client on the line, files that must survive, a unit that
# counts something else, signals, a terminal's size and state.
set -u
D=${BUILD:-build}/tests/link_cases
. tests/link/lib.sh
short=$B/firmware/dhrystone.elf long=$B/firmware/lua.elf
# loops forever in two functions, the second with a long name
cat >"$D/loop.S" <<'S'
	.globl _start
	.type _start, @function
_start:	li a0, 100
1:	addi a0, a0, -1
	bnez a0, 1b
	.size _start, . - _start
	.type "größe_eines_Namens_der_auf_keine_Zeile_von_achtzig_Spalten_passt_wie_dieser", @function
"größe_eines_Namens_der_auf_keine_Zeile_von_achtzig_Spalten_passt_wie_dieser":
	j _start
	.size "größe_eines_Namens_der_auf_keine_Zeile_von_achtzig_Spalten_passt_wie_dieser", . - "größe_eines_Namens_der_auf_keine_Zeile_von_achtzig_Spalten_passt_wie_dieser"
S
riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -static -Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments "$D/loop.S" -o "$D/loop.elf" || die "no ELF"
elf=$D/loop.elf

# ---- rates that the machine's clock cannot produce
refused "within 3 %" "$T" run --pty --baud 1843200 "$elf"
refused "give 2400000 or 3000000" "$T" run --pty --baud 2500000 "$elf"
machine rate --wait --baud 921600 --core picorv32 "$elf"
"$T" bus --baud 921600 "$port" 0xf4000000 | grep -q 54414c59 || die "921600 baud is not understood"
kill "$sim"

# ---- numbers, and a capture on standard output
machine held --wait --core picorv32 "$elf"
[ "$("$T" bus "$port" 0xf4000030=0100 0xf4000030 0xf4000030=4k 0xf4000030)" = "0xf4000030  00000064
0xf4000030  00000fa0" ] || die "numbers of bus are not those of the other commands"
"$T" attach "$port" "$elf" >/dev/null || die "attach"
"$T" record -o - "$port" "$elf" >"$D/piped.tally" 2>"$D/piped.err" || die "record -o -: $(cat "$D/piped.err")"
"$T" report "$D/piped.tally" "$elf" >"$D/piped.out" 2>&1 || die "record -o - is no capture: $(cat "$D/piped.out")"
grep -q ' ticks, .* hits' "$D/piped.err" || die "the summary is missing"
script -qec "$T record -o - $port $elf" /dev/null </dev/null >"$D/terminal.out" 2>&1 && die "a capture on a terminal"
grep -q 'is a terminal' "$D/terminal.out" || die "a capture on a terminal: $(cat "$D/terminal.out")"
say "record -o -"

# ---- a unit that counts something else is not joined, and its counts are not taken for the requested ones
joined() { "$T" attach "$port" "$elf" 2>/dev/null | grep -q 'as it did before'; }
joined && die "a stopped unit is joined"
joined || die "a unit that counts this is not joined"
for other in 0xf4000020=1 0xf4000024=1 0xf400002c=0xf01 0xf400002c=0xf04 0xf400002c=0xf08 0xf400002c=0x100; do
	"$T" bus "$port" 0xf4000010=2 $other 0xf4000010=1 >/dev/null || die "bus $other"
	joined && die "joined although $other"
done
say "period, jitter, source, rounding, policy, privileges: another setting is not joined"

# ---- a second client is refused before it sets the rate, and the first continues
watches() { # OPTION...: in the background; returns once its first line is there
	: >"$D/watch.out"
	"$T" attach --watch 3600 "$@" "$port" "$elf" >"$D/watch.out" 2>"$D/watch.err" &
	client=$!
	children+=("$client")
	await "$D/watch.out" '/^ticks/p' >/dev/null || die "attach: $(cat "$D/watch.err")"
}
watches
refused "another program is attached" "$T" attach --baud 115200 "$port" "$elf"
before=$(grep -c ^ticks "$D/watch.out")
for ((i = 0; i < 100 && $(grep -c ^ticks "$D/watch.out") < before + 2; i++)); do sleep 0.1; done
kill -0 "$client" && [ "$i" -lt 100 ] || die "the second one ended the first: $(cat "$D/watch.err")"
kill "$client"
wait "$client" || die "attach --watch, terminated: $(cat "$D/watch.err")"
say "the first one goes on"

# ---- a closed standard output must not redirect output into the port
"$T" attach "$port" "$elf" >&- 2>"$D/closed.err" && die "nothing was printed, and that is success"
grep -q 'cannot write to the standard output' "$D/closed.err" || die "a closed standard output: $(cat "$D/closed.err")"
kill "$sim"

# ---- seconds are seconds, however long a read takes: here a read takes longer
machine slow --wait --core picorv32 "$long"
timed() { # ARGUMENT...: $ms is its duration
	local begun
	begun=$(date +%s%N)
	"$T" record "$@" -o "$D/timed.tally" "$port" "$long" >/dev/null 2>&1 || die "record $*"
	ms=$((($(date +%s%N) - begun) / 1000000))
}
"$T" attach "$port" "$long" >/dev/null || die "attach"
sleep 1
timed
once=$ms
timed --restart --seconds 3
[ "$ms" -ge 3000 ] && [ "$ms" -lt $((8000 + 3 * once)) ] || die "record --seconds 3 takes $ms ms; a reading takes $once"
say "record --seconds 3 takes $ms ms, where a reading takes $once"
kill "$sim"

# ---- the console's file: not created before a bridge answers, not a file of the command's own, complete
cp "$elf" "$D/kept.elf"
refused "another file of this command" "$T" top --once --shared --console "$D/kept.elf" "$D/nothing" "$D/kept.elf"
refused "another file of this command" "$T" record --shared --console "$D/x" -o "$D/x" "$D/nothing" "$elf"
cmp "$elf" "$D/kept.elf" || die "--console has emptied the firmware"
echo before >"$D/console"
relay - 1
refused "nothing answers" "$T" attach --shared --console "$D/console" "$noisy" "$elf"
kill "$relay"
[ "$(cat "$D/console")" = before ] || die "--console has emptied a file for nothing"
machine talks --wait --shared --core picorv32 "$short"
if [ -w /dev/full ]; then
	"$T" attach --shared --console /dev/full --watch 3600 "$port" "$short" >"$D/full.out" 2>"$D/full.err" &
	client=$!
	children+=("$client")
	await "$D/talks.err" '/has ended/p' >/dev/null || die "the firmware does not end"
	sleep 1
	kill "$client"
	wait "$client" && die "a console that is not written is no success"
	grep -q 'full: cannot be written: No space' "$D/full.err" || die "a console that is not written: $(cat "$D/full.err")"
	say "$(cat "$D/full.err")"
fi
kill "$sim"

# ---- all rows
machine rows --wait --core picorv32 "$elf"
"$T" top --once --top 0 --restart "$port" "$elf" >"$D/rows.out" || die "top --top 0"
[ "$(sed '1,/percent/d; /OUTSIDE/d' "$D/rows.out" | grep -c .)" = 2 ] || die "--top 0 shows not all"

# ---- a signal while the line is silent during a read: ends soon, and prints nothing about the line
# COMMAND...: stops the simulation once COMMAND prints the line it waits for; then SIGINT; $took: seconds that
# takes, $status
board_gone() {
	local begun
	: >"$D/gone.out"
	"$T" "$@" "$port" "$elf" >"$D/gone.out" 2>"$D/gone.err" &
	client=$!
	children+=("$client")
	await "$D/gone.out" '/^ticks/p' >/dev/null || die "$*: $(cat "$D/gone.err")"
	kill -STOP "$sim"
	sleep 1.5
	begun=$SECONDS
	kill -INT "$client"
	wait "$client"
	status=$?
	took=$((SECONDS - begun))
	kill -CONT "$sim"
}
board_gone attach --watch 3600
[ "$status" = 0 ] && [ "$took" -le 5 ] || die "SIGINT while the line is read: status $status after $took s: $(cat "$D/gone.err")"
grep -qv 'note:' "$D/gone.err" && die "SIGINT while the line is read: $(cat "$D/gone.err")"
"$T" attach "$port" "$elf" >/dev/null 2>&1 || die "the line is not usable afterwards"
say "SIGINT while the line is read: $took s"

# ---- a screen: its contents, and a terminal restored whatever ended it
"$PY" tests/link/screen.py "$T" "$port" "$elf" || die "top on a terminal"
kill "$sim"
echo "the live commands keep what is not theirs"
