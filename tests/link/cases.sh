#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally
# cases.sh - the live commands and what is not theirs: a unit that counts something else, another
# client, the standard output, a terminal. The program loops forever in two functions.
set -u
D=${BUILD:-build}/tests/link_cases
. tests/link/lib.sh
name=größe_eines_Namens_der_auf_keine_Zeile_von_achtzig_Spalten_passt_wie_dieser elf=$D/loop.elf
cat >"$D/loop.S" <<S
	.globl _start
	.type _start, @function
_start:	li a0, 100
1:	addi a0, a0, -1
	bnez a0, 1b
	.size _start, . - _start
	.type "$name", @function
"$name":
	j _start
	.size "$name", . - "$name"
S
riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -static \
	-Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments "$D/loop.S" -o "$elf" || die "no ELF"

# ---- a unit that counts with other settings is not joined
machine held --wait --core picorv32 "$elf"
joined() { "$T" top --once "$@" "$port" "$elf" 2>&1 >"$D/joined" | grep -q 'counted before'; }
joined && die "a stopped unit is joined"
for other in "--period 3" "--scale 32768" "--to _start" ""; do
	joined $other && die "joined although $other"
	joined $other || die "not joined with the same $other"
done
say "period, scale, region: another setting is not joined"

# ---- a second client is refused before it sets the rate, and the first goes on
watches "$port" "$elf"
refused "another program is attached" "$T" top --once --baud 115200 "$port" "$elf"
before=$(grep -c TICKS "$D/watch")
for ((i = 0; i < 100 && $(grep -c TICKS "$D/watch") < before + 2; i++)); do sleep 0.1; done
[ "$i" -lt 100 ] || die "the second one ended the first: $(cat "$D/watch.err")"
kill "$client"
wait "$client" || die "top, terminated: $(cat "$D/watch.err")"

# ---- a capture on standard output, but on no terminal; a closed one must not be the port
"$T" record --keep -o - "$port" "$elf" >"$D/piped.tally" || die "record -o -"
"$T" report "$D/piped.tally" "$elf" >/dev/null || die "record -o - is no capture"
script -qec "$T record --keep -o - $port $elf" /dev/null </dev/null >"$D/terminal" && die "no error"
grep -q 'is a terminal' "$D/terminal" || die "a capture on a terminal: $(cat "$D/terminal")"
"$T" top --once "$port" "$elf" >&- 2>"$D/closed.err" &&
	die "nothing was printed, and that is success"
grep -q 'cannot write to the standard output' "$D/closed.err" || die "$(cat "$D/closed.err")"

# ---- seconds are seconds, of the wall clock
begun=$(date +%s%N)
"$T" record --restart --seconds 2 -o "$D/timed.tally" "$port" "$elf" 2>/dev/null || die "--seconds"
ms=$((($(date +%s%N) - begun) / 1000000))
[ "$ms" -ge 2000 ] && [ "$ms" -lt 12000 ] || die "record --seconds 2 takes $ms ms"

# ---- all rows; a screen, and a terminal restored whatever ended it
"$T" top --once --top 0 --restart "$port" "$elf" >"$D/rows" || die "top --top 0"
[ "$(sed '1,/percent/d; /OUTSIDE/d' "$D/rows" | grep -c .)" = 2 ] || die "--top 0 shows not all"
"$PY" tests/link/screen.py "$T" "$port" "$elf" || die "top on a terminal"
