#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: venv/area.stamp venv/yosys.stamp
# bitstream.sh BOARD CORE ELF OTHER - builds a bitstream of BOARD from source: Yosys, nextpnr with
# its pinned seeds, the firmware ELF patched in. It keeps the margin of rtl/board/board_build.py
# above its clock. Read back, RAM holds ELF's words, and OTHER's after patching that in.
set -u
board=$1 core=$2 elf=$3 other=$4
out=$BUILD/tests/board-bitstream/$board-$core
mkdir -p "$out"
failed=0
board_py() { "$PY" rtl/board/board.py "$BUILD" "$@"; }
bad() { echo "FAILED $*"; failed=1; }

board_py image "$board" "$core" "" "$elf" >"$out/image" 2>&1 || { cat "$out/image"; exit 1; }
cp "$out/image" "$out/first"
cat "$out/first"
margin=$(sed -n 's/.*(margin \(-*[0-9]*\)%).*/\1/p' "$out/image")
least=$(sed -n 's/^MARGIN = 0\.\([0-9]*\) .*/\1/p' rtl/board/board_build.py)
[ "${margin:-0}" -ge "$least" ] || bad "margin ${margin:-?}% above the clock, $least% are asked for"
bit=$(sed -n 's/^wrote //p' "$out/image")
cp "$bit" "$out/first.${bit##*.}"

start=$(date +%s)
board_py image "$board" "$core" "" "$other" >"$out/image" 2>&1 || { cat "$out/image"; exit 1; }
grep -q nextpnr "$out/image" && bad "another firmware is not worth a place-and-route"
echo "another firmware: $(($(date +%s) - start)) s"
second=$(sed -n 's/^wrote //p' "$out/image")

reads() { # reads WHAT BITSTREAM ELF
	board_py check "$board" "$core" "" "$3" "$2" >"$out/check" 2>&1 || {
		bad "$1: $(cat "$out/check")"
		return
	}
	cat "$out/check"
}
reads "first firmware" "$out/first.${bit##*.}" "$elf"
reads "second firmware" "$second" "$other"
exit $failed
