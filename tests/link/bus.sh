#!/bin/bash
# SPDX-License-Identifier: ISC
# bus.sh - `tally bus` over a pseudo-terminal, locked and unlocked; other baud rates; a bridge with no unit behind it.
set -u
D=${BUILD:-build}/tests/link_bus
. tests/link/lib.sh
short=$B/firmware/dhrystone.elf long=$B/firmware/lua.elf

# ---- the bus
# names of variables, as in the help's example; and one that two files define
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
# a client was killed while unlocked: the next one locks
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

# ---- other baud rates: the simulated line follows the client's rate
for rate in 115200 921600 2000000; do
	if out=$("$T" bus --baud $rate "$port" 0xf4000000 2>&1); then die "$rate baud was understood: $out"; fi
	[ "$(grep -c . <<<"$out")" = 1 ] && [[ $out == *"at $rate baud"* ]] || die "$rate baud: $out"
	say "$out"
done
"$T" attach --scale 1024 "$port" "$long" | grep -q ' = hits ' || die "not understood at its own rate again"
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
	[ $what = lies ] && text="break the accounting invariant"
	if [ $what = narrow ]; then
		"$T" attach --baud 12500 "$port" "$short" 2>&1 | grep -q 'counts code of 0x40000000-0x4001ffff only' || die "a unit that does not count this code"
		kill "$board"
		continue
	fi
	refused "$text" "$T" attach --baud 12500 "$port" "$short"
	[ $what != lies ] || refused "$text" "$T" top --once --baud 12500 "$port" "$short"
	kill "$board"
done
echo "the bus, other rates and boards without a unit: as they should be"
