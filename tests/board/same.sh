#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally tests/board-$1 tests/board-$1-$2
# same.sh BOARD KIND ELF - the product of a board's design (KIND: bitstream, netlist;
# model.py) equals the design. A session on the RTL: ELF waits, the tool reads over the
# link, lines are typed, the firmware answers and ends, the tool records. The product gets the same
# bytes in the same cycles and must send the same bytes in the same cycles on console and link. So
# it boots and answers, and each counter that the tool read has the RTL's count. The kernel, whose
# unit the tool leaves alone, runs prof instead, and prints its table.
set -u
board=$1 kind=$2 elf=$3 part=${1%-vexriscv-linux}
core=${board#"$part"}
out=$BUILD/tests/board-$kind/$board
rm -rf "$out"
mkdir -p "$out"
fail() { echo "FAILED $board $kind: $*"; exit 1; }
rtl=$BUILD/tests/board-$board other=$BUILD/tests/board-$board-$kind
flash=$out/ram
"$PY" rtl/board/image.py ram "$part" "$elf" "$flash" ${core#-} || exit 1
grep -q '^flash' "rtl/board/boards/$part.board" || { cp "$flash" "$rtl.model/ram.hex"; flash=-; }

pids=()
trap 'for p in ${pids[@]+"${pids[@]}"}; do kill "$p" 2>/dev/null; done' EXIT
until_says() { # until_says FILE PATTERN PID SECONDS
	for _ in $(seq "$(($4 * 10))"); do
		grep -q -- "$2" "$1" && return 0
		kill -0 "$3" 2>/dev/null || return 1
		sleep 0.1
	done
	return 1
}

# ---- the session on the RTL
tool_session() {
	mkfifo "$out/typed"
	"$rtl" --pty --log "$out/rtl.log" "$flash" 100000000000 - \
		<>"$out/typed" >"$out/rtl.txt" 2>"$out/rtl.err" &
	pids+=($!)
	until_says "$out/rtl.txt" '^echo' $! 60 || fail "the RTL did not ask: $(cat "$out/rtl.err")"
	link=$(sed -n 's/^link: //p' "$out/rtl.err")
	"$TALLY" top --once --restart "$link" "$elf" >"$out/top" 2>&1 || fail "$(cat "$out/top")"
	printf '%s\n' 'where did' 'the time go?' 'here and there, and then a little more of it' '' \
		>"$out/typed"
	until_says "$out/rtl.log" ' R 00' "${pids[0]}" 60 || fail "the RTL did not end"
	sleep 0.5				# wait for the last byte's stop bit
	"$TALLY" record -o "$out/rtl.tally" "$link" "$elf" >"$out/record" 2>&1 ||
		fail "$(cat "$out/record")"
	"$TALLY" report --json "$out/rtl.tally" "$elf" >"$out/rtl.json" || fail "no report"
	kill "${pids[0]}"
	wait "${pids[0]}" 2>/dev/null
	"$PY" - "$out/rtl.json" <<-'END' || exit 1
	import json, sys
	a = json.load(open(sys.argv[1]))
	c = a["counters"]
	hits = sum(x["count"] for x in a["bins"])
	if not a["invariant"] or c["hits"] < 50 or hits != c["hits"] or len(a["functions"]) < 2:
	    sys.exit(f"FAILED too little of a profile: {c} {a['functions']}")
	print(f"{c['ticks']} ticks, {c['hits']} hits in {len(a['bins'])} bins, "
	      f"{len(a['functions'])} functions")
	END
}
kernel_session() {
	"$rtl" --echo --log "$out/rtl.log" "$flash" 200000000 $'prof -p 211 work\nhalt\n' \
		>"$out/rtl.txt" 2>"$out/rtl.err" || fail "the RTL did not end"
	grep '^gmon.out: [1-9][0-9]* samples of work' "$out/rtl.txt" &&
		grep '^lost 0, stolen [1-9]' "$out/rtl.txt" || fail "$(cat "$out/rtl.txt")"
}
case $elf in
*/kernel.elf) kernel_session ;;
*) tool_session ;;
esac

# ---- the product
"$other" --replay "$out/rtl.log" --log "$out/$kind.log" "$flash" 100000000000 \
	>"$out/$kind.txt" 2>"$out/$kind.err" \
	|| fail "the session did not end as on the RTL: $(cat "$out/$kind.err")"
cmp "$out/rtl.log" "$out/$kind.log" || {
	diff "$out/rtl.log" "$out/$kind.log" | head -n 10
	fail "other bytes, or in other cycles"
}
cmp "$out/rtl.txt" "$out/$kind.txt" || fail "another console"
echo "$(tail -n 1 "$out/rtl.log" | cut -d ' ' -f 1) cycles, $(wc -l <"$out/rtl.log") bytes and" \
	"changes on console, link and LED: each in the same cycle"
