#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: venv/area.stamp venv/yosys.stamp
# bitstream.sh BOARD CORE ELF OTHER - builds a bitstream of BOARD from source: Yosys, nextpnr with
# its pinned seeds, the firmware ELF patched in. It keeps the margin of rtl/board/board.py above its
# clock. Read back, RAM holds ELF's words, and OTHER's after patching that in.
set -u
board=$1 core=$2 elf=$3 other=$4
out=$BUILD/tests/board-bitstream/$board-$core
mkdir -p "$out"
failed=0
bad() { echo "FAILED $*"; failed=1; }
image() { # image ELF: makes the bitstream, which holds ELF's words; what make says into $out/image
	make -s bitstream BOARD="$board" CORE="$core" FW="$1" >"$out/image" 2>&1 ||
		{ cat "$out/image"; exit 1; }
	bit=$(sed -n 's/^wrote //p' "$out/image")
	"$PY" -B tests/board/image.py "${bit%/*}" "$1" "$bit" || failed=1
}

image "$elf"
cat "$out/image"
margin=$(sed -n 's/.*(margin \(-*[0-9]*\)%).*/\1/p' "$out/image")
least=$(sed -n 's/^MARGIN = 0\.\([0-9]*\) .*/\1/p' rtl/board/board.py)
[ "${margin:-0}" -ge "$least" ] || bad "margin ${margin:-?}% above the clock, $least% are asked for"
start=$(date +%s)
image "$other"
"$PY" -B tests/board/image.py "${bit%/*}" "$elf" "$bit" >"$out/check" 2>&1 &&
	bad "the check does not tell two firmwares apart"
grep -q nextpnr: "$out/image" && bad "another firmware is not worth a place-and-route"
echo "another firmware: $(($(date +%s) - start)) s"
exit $failed
