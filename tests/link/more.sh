#!/bin/bash
# SPDX-License-Identifier: ISC
# more.sh - the live link's other cases over pseudo-terminals: the bus, locked and unlocked; a console on the same pins; other baud
# rates; a bridge with no unit behind it; bytes that are lost in the middle.
set -u
D=${BUILD:-build}/tests/link_more
. tests/link/lib.sh
short=$B/firmware/dhrystone.elf long=$B/firmware/lua.elf

# ---- the bus
# names of variables, as the help's example has them; and one that two files have
cat >"$D/names.S" <<'S'
	.globl _start, counter, setpoint
_start:	j _start
	.data
	.type counter, @object
counter: .word 0x12345678
	.size counter, 4
setpoint: .word 0
twice:	.word 1
S
printf '\t.data\ntwice: .word 2\n' >"$D/twice.S"
riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -static -Wl,-n,-Ttext=0x80000000,-Tdata=0x80001000,--no-warn-rwx-segments \
	"$D/names.S" "$D/twice.S" -o "$D/names.elf" || die "no ELF"
machine names --core picorv32 "$D/names.elf"
[ "$("$T" bus --unlock --elf "$D/names.elf" "$port" counter 0x80001000:2 setpoint=0x40 counter:2)" = "0x80001000  12345678
0x80001000  12345678 00000000
0x80001000  12345678 00000040" ] || die "variables by their names"
refused "twice: is the name of several" "$T" bus --unlock --elf "$D/names.elf" "$port" twice
kill "$sim"
machine bus --core picorv32 "$long"
[ "$("$T" bus "$port" 0xf4000000 0xff000000)" = "0xf4000000  54414c59
0xff000000  544c4e4b" ] || die "the unit's ID and the bridge's are not read"
refused "outside the unit" "$T" bus "$port" 0x80000000
refused "outside the unit" "$T" bus "$port" 0x80200000=1
refused "outside the unit" "$T" bus "$port" 0xf47ffffc:2
[ "$("$T" bus --unlock "$port" 0x80200000 0x80200000=0x1234 0x80200000:2)" = "0x80200000  00000000
0x80200000  00001234 00000000" ] || die "RAM is not written"
refused "outside the unit" "$T" bus "$port" 0x80200000
refused "nothing answers at 0x60000000" "$T" bus --unlock "$port" 0x60000000
refused "nothing takes a write at 0x60000000" "$T" bus --unlock "$port" 0x60000000=1
refused "outside the unit" "$T" bus "$port" 0x80200000
main=$("$T" bus --unlock --elf "$long" "$port" main) || die "a name"
[[ $main == 0x80* ]] || die "a name: $main"
refused "a name of the firmware" "$T" bus --elf "$long" "$port" nowhere_at_all
refused "no word's address" "$T" bus "$port" 0xf4000002
refused "words" "$T" bus "$port" 0xf4000000:0
refused "ADDRESS=VALUE" "$T" bus "$port" 0xf4000000=x
refused "bridge's own" "$T" bus --unlock "$port" 0xff000014=0x554e4c4b
# whoever was killed while it was unlocked: the next one locks
"$PY" - "$port" <<'END' || die "not unlocked"
import os, sys, zlib
fd = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
def read(address):
    os.write(fd, bytes([2, 1]) + (address >> 2).to_bytes(4, "big"))
    got = b""
    while len(got) < 4:
        got += os.read(fd, 4 - len(got))
    return int.from_bytes(got, "big")
frame = bytes([1, 4]) + (0xFF000020 >> 2).to_bytes(4, "big") + (((read(0xFF000010) >> 24) + 1) & 0xFF).to_bytes(4, "big") \
    + (0xFF000014 >> 2).to_bytes(4, "big") + 0x554E4C4B.to_bytes(4, "big")
os.write(fd, frame + zlib.crc32(frame).to_bytes(4, "little"))
sys.exit(not read(0xFF000010) & 1)
END
"$T" bus "$port" 0xff000010 >"$D/locked.out" 2>"$D/locked.err" || die "after an unlocked one"
grep -q 'left unlocked' "$D/locked.err" && [ $((0x$(cut -d' ' -f3 "$D/locked.out") & 1)) = 0 ] || die "it stays unlocked"
say "the bus: locked, unlocked, locked again"

# ---- other baud rates: the simulated line has bits as long as the client's rate says
for rate in 115200 921600 2000000; do
	if out=$("$T" bus --baud $rate "$port" 0xf4000000 2>&1); then die "$rate baud was understood: $out"; fi
	[ "$(grep -c . <<<"$out")" = 1 ] && [[ $out == *"at $rate baud"* ]] || die "$rate baud: $out"
	say "$out"
done
"$T" attach --scale 1024 "$port" "$long" | grep -q ' = hits ' || die "not understood at its own rate again"

# ---- names of a stripped ELF out of its debug file
kill "$sim"
riscv64-unknown-elf-strip -o "$D/stripped.elf" "$long" || die "strip"
machine names --wait --core picorv32 "$long"
"$T" attach --scale 1024 "$port" "$long" >/dev/null || die "attach before names"
sleep 1
"$T" top --once --top 3 --scale 1024 --debug-file "$long" "$port" "$D/stripped.elf" | sed '1,/percent/d' | grep -qE '  [a-zA-Z_]+$' || die "top knows no names by --debug-file"
refused "give OLD=NEW" "$T" attach --source-prefix x "$port" "$long"
kill "$sim"

# ---- 764 counters at 1 Mbaud: a screen of top is refreshed within 100 ms, of the machine's 12 MHz; its host may be slow at times
machine refresh --core vexriscv "$long"
keys='sleep 20; printf q'
(eval "$keys") | script -qec "stty rows 40 cols 100; $T top --interval 10 --scale 512 $port $long" "$D/screen" >/dev/null || die "top"
grep -ao 'TICKS [0-9]*' "$D/screen" | awk '$2 > last && last { d = $2 - last; if (!least || d < least) least = d; n++ } { last = $2 }
	END { printf "ok: %d screens of top, from one to the next %.1f ms at least\n", n, least / 12000; exit !(n >= 3 && least <= 1200000) }' ||
	die "a refresh takes longer than 100 ms"
[ "$(grep -ao '([0-9]* functions)' "$D/screen" | tail -n 1 | tr -dc 0-9)" -ge 20 ] || die "fewer than 20 functions"
kill "$sim"

# ---- a console on the same pins: what it prints arrives whole, beside a profile that obeys the law
"$T" run --core picorv32 --period 65536 "$long" 2>/dev/null | sed '/ on picorv32: /,$d' >"$D/console.want"
grep -q '[a-z]' "$D/console.want" || die "the firmware prints nothing"
machine shared --wait --shared --core picorv32 "$long"
"$T" attach --shared --console "$D/console" --scale 1024 --watch 3600 "$port" "$long" >"$D/watch.out" 2>"$D/watch.err" &
client=$!
children+=("$client")
until_says "$D/shared.err" 'has ended' "$client" 300
sleep 2
kill "$client"
wait "$client" || die "attach on shared pins"
tr -d '\r' <"$D/console" | cmp - <(tr -d '\r' <"$D/console.want") || die "the console is not what the firmware prints"
[ "$(grep -c ' = hits ' "$D/watch.out")" -ge 2 ] || die "nothing was counted meanwhile"
"$T" record --shared --scale 1024 -o "$D/shared.tally" "$port" "$long" >/dev/null 2>&1 || die "record on shared pins"
"$T" report "$D/shared.tally" | grep -q 'sum of bins.*holds' || die "the bins do not add up"
refused "does it share the console's" "$T" bus "$port" 0xf4000000
refused "of --shared" "$T" attach --console x "$port" "$long"
say "shared pins: $(grep -c . "$D/console") lines of the console, $(tail -n 1 "$D/watch.out")"
kill "$sim"
# a terminal alone: the console, and nothing else
machine terminal --shared --core picorv32 "$long"
cat "$port" >"$D/plain" &
reader=$!
children+=("$reader")
until_says "$D/terminal.err" 'has ended' "$sim" 300
sleep 1
kill "$reader"
tr -d '\r' <"$D/plain" | cmp - <(tr -d '\r' <"$D/console.want") || die "a plain terminal does not show the console"
say "a plain terminal shows the console"
kill "$sim"

# ---- no unit behind the bridge
for what in zero other dead lies narrow; do
	: >"$D/board.out"
	"$B/tests/link_no_unit" $what >"$D/board.out" &
	board=$!
	children+=("$board")
	port=$(await "$D/board.out" 's/: the serial line//p') || die "no board"
	text="no Tally unit is at 0xf4000000"
	[ $what = dead ] && text="nothing does at 0xf4000000"
	[ $what = lies ] && text="do not obey the law"
	if [ $what = narrow ]; then
		"$T" attach --baud 12500 "$port" "$short" 2>&1 | grep -q 'counts code of 0x40000000-0x4001ffff only' || die "a unit that does not count this code"
		kill "$board"
		continue
	fi
	refused "$text" "$T" attach --baud 12500 "$port" "$short"
	[ $what != lies ] || refused "$text" "$T" top --once --baud 12500 "$port" "$short"
	kill "$board"
done
echo "the bus, shared pins, other rates and boards without a unit: as they should be"
