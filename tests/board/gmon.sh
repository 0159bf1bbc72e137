#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/board/kernel.elf firmware/user/board/work tests/board-ulx3s-85f-vexriscv-linux
# gmon.sh - a profile that the units of a kernel's board counted reaches the host over the console's
# pin: prof runs a program, gmon.out arrives whole, gprof reads it, and its counts are those of the
# monitor, and of prof's table on the board.
set -u
out=$BUILD/tests/board-gmon board=$BUILD/tests/board-ulx3s-85f-vexriscv-linux
elf=$BUILD/firmware/user/board/work
mkdir -p "$out"
. tests/check.sh
"$PY" rtl/board/image.py ram ulx3s-85f "$BUILD/firmware/board/kernel.elf" \
	"$board.model/ram.hex" vexriscv-linux || exit 1
"$board" --echo - 200000000 $'prof -p 211 work\nsend gmon.out\nhalt\n' \
	2>"$out/err" | tr -d '\r\001' >"$out/txt"
sed -n '/^TALLY-FILE gmon.out /,/^END /p' "$out/txt" | sed '1d; $d; s/ .*//' |
	base64 -d >"$out/gmon.out"
cat "$out/err"
"$PY" - "$out" <<-'END' || exit 1
	import re, struct, sys, zlib
	at, file = sys.argv[1], open(sys.argv[1] + "/gmon.out", "rb").read()
	text, said = (open(f"{at}/{name}").read() for name in ("txt", "err"))
	size, crc = re.search(r"(?m)^TALLY-FILE gmon.out (\d+) (\w+)$", text).groups()
	ticks, = re.findall(r"monitor: (\d+) ticks in \d+ counters, 0 wrong", said)
	bins, = struct.unpack_from("<I", file, 29)
	counts = sum(struct.unpack_from(f"<{bins}H", file, 53))
	if (len(file), zlib.crc32(file)) != (int(size), int(crc, 16)):
	    sys.exit("FAILED gmon.out does not arrive whole")
	if counts != int(ticks) or counts < 1000:
	    sys.exit(f"FAILED {counts} samples, not the monitor's {ticks}")
	table = text[text.index("\ngmon.out: "):text.index("\nlost 0, stolen ")]
	said = [int(n) for n in re.findall(r"(?m)^ +[0-9.]+% +(\d+) ", table)]
	if sum(said) != counts or f"gmon.out: {counts} samples of work" not in table:
	    sys.exit(f"FAILED prof's {sum(said)} samples, not {counts}")
END
riscv64-unknown-elf-gprof -b -p "$elf" "$out/gmon.out" | tee "$out/flat"
ok "gprof reads it: sieve was called once" \
	test "$(awk '$NF == "sieve" { print $4 }' "$out/flat")" = 1
exit $failed
