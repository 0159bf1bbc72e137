#!/bin/bash
# SPDX-License-Identifier: ISC
# bitstream.sh BOARD CORE ELF OTHER - builds a bitstream of BOARD from source: Yosys, nextpnr with its pinned seeds, the
# firmware ELF patched in. It keeps the margin of rtl/board/board_build.py above its clock. Read back, RAM holds ELF's
# words, and OTHER's after patching that in. The check rejects a bitstream with a changed bit of RAM.
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
	board_py check "$board" "$core" "" "$3" "$2" >"$out/check" 2>&1 || { bad "$1: $(cat "$out/check")"; return; }
	cat "$out/check"
}
refuses() { # refuses WHAT BITSTREAM ELF TEXT
	board_py check "$board" "$core" "" "$3" "$2" >"$out/check" 2>&1 && bad "$1 was taken"
	[ "$(wc -l <"$out/check")" = 1 ] && grep -q -- "$4" "$out/check" || bad "$1: $(cat "$out/check")"
	echo "refused, as it should be: $(cat "$out/check")"
}
reads "first firmware" "$out/first.${bit##*.}" "$elf"
reads "second firmware" "$second" "$other"
refuses "the other's bitstream" "$second" "$elf" " words of RAM are not those of "

# One bit in the first line of block RAM that the patch has changed; packed again.
dir=$(dirname "$bit")
case $bit in *.bit) routed=config pack="ecppack --compress" ;; *) routed=asc pack=icepack ;; esac
seed=$(sed -n 's/.*, seed \([0-9]*\): logic .*/\1/p' "$out/first")
"$PY" - "$dir/routed-seed$seed.$routed" "$dir/$(basename "${elf%.elf}").$routed" "$out/bent" <<'END'
import sys
before, after = (open(f).read().splitlines() for f in sys.argv[1:3])
at = next(i for i, (a, b) in enumerate(zip(before, after)) if a != b)
line = after[at].rstrip()
after[at] = line[:-1] + "%x" % (int(line[-1], 16) ^ 1)
open(sys.argv[3], "w").write("\n".join(after) + "\n")
END
# shellcheck disable=SC2086
"$BUILD/venv/bin/yowasp-"$pack "$out/bent" "$out/bent.bit" >"$out/pack.log" 2>&1 || bad "$(cat "$out/pack.log")"
refuses "a bit changed" "$out/bent.bit" "$elf" ": 1 of .* words of RAM are not those of "
exit $failed
