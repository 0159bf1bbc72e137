#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/board-echo.elf firmware/board/kernel.elf firmware/hello.elf
# needs: firmware/rv32i/board-echo.elf firmware/rv32i/hello.elf firmware/tiny.elf
# needs: tests/board-icebreaker tests/board-ulx3s-85f-vexriscv-linux venv/yosys.stamp
# needs: tally ${1:+tests/board-hx8k tests/board-ulx3s-25f tests/board-ulx3s-85f}
# board.sh [all] - the RTL of two boards, or of five, at their pins. Firmware that the image builder
# puts into RAM or flash boots, prints over the serial line what it prints on the simulated machine,
# and ends. Typed text comes back. The kernel's shell runs programs. A damaged flash image starts
# nothing. An ELF that does not fit, or is for another core, is refused.
set -u
all=${1:-}
out=$BUILD/tests/board
mkdir -p "$out"
. tests/check.sh
image() { "$PY" rtl/board/image.py "$@"; }
ram() { # ram BOARD ELF: writes the file that fills its RAM; prints what the model gets as flash
	case $1 in
	icebreaker) image ram "$1" "$2" "$out/$1.flash" && echo "$out/$1.flash" ;;
	*) image ram "$1" "$2" "$BUILD/tests/board-$1.model/ram.hex" && echo - ;;
	esac
}
boots() { # boots BOARD ELF CYCLES TEXT EXPECTED-FILE
	local flash
	flash=$(ram "$1" "$2") || return 1
	"$BUILD/tests/board-$1" "$flash" "$3" "$4" >"$out/$1.txt" 2>"$out/$1.err" ||
		{ cat "$out/$1.err"; return 1; }
	diff "$5" "$out/$1.txt"
}
for elf in tiny hello; do
	"$TALLY" run --no-profile --core picorv32 "$BUILD/firmware/$elf.elf" 2>"$out/$elf.err" |
		sed '/ without a profile$/,$d' >"$out/$elf.want"
	[ -s "$out/$elf.want" ] || {
		echo "FAILED $elf on the simulated machine: $(cat "$out/$elf.err")"
		exit 1
	}
done
printf 'echo\nWHERE DID\nTHE TIME GO?\n' >"$out/echo.want"
typed=$'where did\nthe time go?\n\n'

[ -z "$all" ] ||
	ok "hx8k prints" boots hx8k "$BUILD/firmware/tiny.elf" 4000000 "" "$out/tiny.want"
ok "icebreaker prints" boots icebreaker "$BUILD/firmware/rv32i/hello.elf" \
	20000000 "" "$out/hello.want"
ok "icebreaker echoes" boots icebreaker "$BUILD/firmware/rv32i/board-echo.elf" \
	4000000 "$typed" "$out/echo.want"
if [ -n "$all" ]; then
	ok "ulx3s-25f prints" boots ulx3s-25f "$BUILD/firmware/hello.elf" \
		8000000 "" "$out/hello.want"
	ok "ulx3s-25f echoes" boots ulx3s-25f "$BUILD/firmware/board-echo.elf" \
		4000000 "$typed" "$out/echo.want"
fi

refuses() { # refuses FLASH: no program starts
	"$BUILD/tests/board-icebreaker" "$1" 4000000 >"$out/refused" 2>&1 && return 1
	grep -q '^the flash holds no program' "$out/refused"
}
size=$(stat -c %s "$out/icebreaker.flash")
for at in 0 9 $((size - 1)); do
	{ head -c "$at" "$out/icebreaker.flash"
		head -c 1 <(tail -c +$((at + 1)) "$out/icebreaker.flash") | tr '\0-\377' '\1-\377\0'
		tail -c +$((at + 2)) "$out/icebreaker.flash"; } >"$out/damaged.flash"
	ok "flash damaged at byte $at" refuses "$out/damaged.flash"
done
head -c $((size - 40)) "$out/icebreaker.flash" >"$out/damaged.flash"
ok "flash cut short" refuses "$out/damaged.flash"
ok "flash empty" refuses -

says() { # says TEXT COMMAND...: fails with one line that contains TEXT
	local text=$1
	shift
	"$@" >"$out/said" 2>&1 && return 1
	[ "$(wc -l <"$out/said")" = 1 ] && grep -qF -- "$text" "$out/said" ||
		{ cat "$out/said"; return 1; }
}

# The kernel on a board with vexriscv-linux: its shell runs prof, and prof a program, although the
# tool knocks at the unit's pins all the while.
kernel() {
	local board=ulx3s-85f-vexriscv-linux elf=$BUILD/firmware/board/kernel.elf port pid refused=0
	image ram ulx3s-85f "$elf" "$BUILD/tests/board-$board.model/ram.hex" vexriscv-linux ||
		return 1
	"$BUILD/tests/board-$board" --pty --echo - 20000000000 \
		$'prof -p 211 work\nhalt\n' \
		>"$out/kernel.txt" 2>"$out/kernel.err" &
	pid=$!
	for _ in $(seq 1200); do
		sleep 0.1
		! grep -q '^\$ halt' "$out/kernel.txt" || break
		grep -q '^\$ prof' "$out/kernel.txt" || continue
		port=$(sed -n 's/^link: //p' "$out/kernel.err")
		says "the unit belongs to the kernel" "$TALLY" top --once "$port" "$elf" || break
		refused=$((refused + 1))
	done
	kill $pid
	wait $pid 2>/dev/null
	local samples
	samples=$(sed -n 's/^gmon.out: \([0-9]*\) samples of work.*/\1/p' "$out/kernel.txt")
	[ $refused -gt 0 ] && [ "${samples:-0}" -gt 1000 ] &&
		grep -q '^Tally kernel on .*, profiles by the unit, booted in' "$out/kernel.txt" &&
		grep -q '^550 primes below 4000' "$out/kernel.txt" &&
		grep -q '^lost 0, stolen [1-9]' "$out/kernel.txt" ||
		{ cat "$out/kernel.txt" "$out/kernel.err" "$out/said"; return 1; }
	echo "$samples samples; top refused $refused times"
}
ok "ulx3s-85f: the kernel's profil, by the unit" kernel

# The link: while the firmware waits for a line, the tool reads over a pseudo-terminal.
# Everything it records lies in the function that waits. Both units count each cycle.
reads() { # reads BOARD ELF
	local board=$1 elf=$2 flash port ok=1
	flash=$(ram "$board" "$elf") || return 1
	"$BUILD/tests/board-$board" --pty "$flash" 20000000000 >"$out/link.txt" 2>"$out/link.err" &
	local pid=$!
	for _ in $(seq 600); do
		grep -q '^echo' "$out/link.txt" && break
		sleep 0.2
	done
	grep -q '^echo' "$out/link.txt" || {
		echo "the board does not ask within 120 s: $(cat "$out/link.err")"
		kill $pid
		return 1
	}
	port=$(sed -n 's/^link: //p' "$out/link.err")
	"$TALLY" top --once --restart "$port" "$elf" >"$out/top.txt" 2>"$out/live.txt" \
		&& "$TALLY" record -o "$out/$board.tally" "$port" "$elf" >>"$out/live.txt" 2>&1 \
		&& says "no second unit" "$TALLY" record --data --seconds 1 -o "$out/no.tally" \
			"$port" "$elf" \
		|| ok=0
	kill $pid
	wait $pid 2>/dev/null
	[ $ok = 1 ] || { cat "$out/live.txt" "$out/link.err"; return 1; }
	grep -q "^ *[0-9.]*% .* read$" "$out/top.txt" || { cat "$out/top.txt"; return 1; }
	# HITS lies between the two readings of TICKS
	! grep -q 'DOES NOT HOLD' "$out/top.txt" &&
		awk '/^TICKS/ { split($2, t, "[.][.]"); exit !(t[1] <= $5 && $5 <= t[2]) }' \
			"$out/top.txt" \
		|| { cat "$out/top.txt"; return 1; }
	"$TALLY" report --json "$out/$board.tally" "$elf" >"$out/$board.json" 2>"$out/report.err" ||
		{ cat "$out/report.err"; return 1; }
	"$PY" - "$out/$board.json" <<-'END'
		import json, sys
		r = json.load(open(sys.argv[1]))
		c = r["counters"]
		names = [f["name"] for f in r["functions"]]
		hits = sum(b["count"] for b in r["bins"])
		good = r["invariant"] and c["ticks"] > 100 and not c["lost"] and not c["outside"] \
			and names == ["read"] and hits == c["hits"] == c["ticks"] - c["pending"]
		sys.exit(None if good else f"{names} {c}")
	END
}
[ -z "$all" ] ||
	ok "ulx3s-25f: top and record" reads ulx3s-25f "$BUILD/firmware/board-echo.elf"

ok "too large for hx8k" says "is not within this board's RAM: 4096 bytes" \
	image ram hx8k "$BUILD/firmware/hello.elf" "$out/x"

# A second unit counts loads and stores: of a loop, as many as the simulator counts.
reaches() {
	local board=ulx3s-85f elf=$out/reach.elf port pid good=1
	rm -f "$out/reached.tally"
	riscv64-unknown-elf-gcc -O1 -g -march=rv32im -mabi=ilp32 -nostdlib -static \
		-Wl,-n,-Ttext=0x80000000,--no-relax,--no-warn-rwx-segments \
		tests/board/reach.c -o "$elf" &&
		"$TALLY" run --data --core vexriscv --cycles 1000000 -o "$out/reach.tally" \
			"$elf" >"$out/reach.txt" 2>&1 || { cat "$out/reach.txt"; return 1; }
	image ram $board "$elf" "$BUILD/tests/board-$board.model/ram.hex" || return 1
	"$BUILD/tests/board-$board" --pty - 20000000000 >"$out/link.txt" 2>"$out/link.err" &
	pid=$!
	for _ in $(seq 100); do
		port=$(sed -n 's/^link: //p' "$out/link.err")
		[ -z "$port" ] || break
		sleep 0.2
	done
	# a simulation that waits for the processor may answer too late
	for _ in 1 2 3; do
		"$TALLY" record --data --seconds 15 -o "$out/reached.tally" "$port" "$elf" \
			>"$out/reach.txt" 2>&1 && break
	done
	[ -s "$out/reached.tally" ] || good=0
	kill $pid
	wait $pid 2>/dev/null
	[ $good = 1 ] || { cat "$out/reach.txt"; return 1; }
	PYTHONPATH=tests "$PY" tests/board/reach.py "$out/reach.tally" "$out/reached.tally" &&
		"$TALLY" report --by object "$out/reached.tally" >"$out/reach.txt" 2>&1 &&
		grep -q 'table$' "$out/reach.txt" && grep -q 'one after the other, in [1-9]' \
			"$out/reach.txt" || { cat "$out/reach.txt"; return 1; }
	cp "$out/reached.tally" "$out/again.tally"
	"$TALLY" merge -o "$out/sum.tally" "$out/reached.tally" "$out/again.tally" 2>/dev/null &&
		"$TALLY" report "$out/sum.tally" >"$out/reach.txt" 2>&1 ||
		{ cat "$out/reach.txt"; return 1; }
	says "does not count loads and stores by function" \
		"$TALLY" report --by function,object "$out/reached.tally"
}
[ -z "$all" ] ||
	ok "ulx3s-85f: what loads and stores reach" reaches
# An ELF that this board's core cannot run, or whose segments share RAM, is refused
# before anything is built.
made() { # made NAME ARCH OPTION... <assembler: $out/NAME.elf
	local name=$1 arch=$2
	shift 2
	riscv64-unknown-elf-gcc -march="$arch" -mabi=ilp32 -nostdlib -static -n -x assembler "$@" \
		-o "$out/$name.elf" - || exit 1
}
loop=$'.globl _start\n_start: j _start\n'
for arch in rv32imc rv32ima; do
	made "$arch" "$arch" -Wl,-Ttext=0x80000000 <<<"$loop"
done
made twice rv32im -Wl,-Ttext=0x80000000,-Tdata=0x40000002 <<<"$loop.data"$'\n.word 1'
made entry rv32im -Wl,-Ttext=0x80000000,-e,0x80000100 <<<"$loop"
ok "C on a core without it" says "with C, which picorv32 (rv32im) does not have" \
	image ram hx8k "$out/rv32imc.elf" "$out/x"
ok "A on a core without it" says "with A, which vexriscv (rv32im_zicsr) does not have" \
	image ram ulx3s-25f "$out/rv32ima.elf" "$out/x"
ok "two segments in the same RAM" says "are the same RAM" \
	image ram hx8k "$out/twice.elf" "$out/x"
ok "entry point outside" says "its entry point 0x80000100 is in none of its segments" \
	image ram hx8k "$out/entry.elf" "$out/x"
ok "refused before it is built" says "with C, which" image design hx8k "" "" "$out/rv32imc.elf"
ok "no ELF" says "not an ELF" image ram hx8k README.md "$out/x"
ok "no such file" says "No such file" image ram hx8k "$out/none.elf" "$out/x"
ok "no such board" says "make boards" image design icestick "" "" x
ok "no such core" says "the cores are" image design hx8k z80 "" x
ok "core that does not fit" says "it carries picorv32" image design hx8k vexriscv "" x
ok "no such unit" says "no such unit" image design hx8k picorv32 huge x
exit $failed
