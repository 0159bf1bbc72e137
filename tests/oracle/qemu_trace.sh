#!/bin/bash
# SPDX-License-Identifier: ISC
# qemu_trace.sh ELF TRACE - the instructions that QEMU executes: an oracle that
# knows nothing of our cores.
#
# Runs ELF on QEMU's `virt` and writes the program counter of each instruction,
# eight hex digits (of a 64-bit ELF 16) per line, from the entry point to the store to the finisher.
# The ELF must use virt's device addresses (VIRT=1), end by the finisher with
# code 0, take no trap (QEMU names an instruction before it knows that it will
# trap) and not read time. Speed: about a million instructions a second.
set -euo pipefail
[ $# = 2 ] || { echo "usage: qemu_trace.sh ELF TRACE" >&2; exit 1; }
elf=$1 trace=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$(dirname "$trace")"
entry=$(LC_ALL=C readelf -h "$elf" | sed -n 's/.*Entry point address: *0x//p')
bits=32
! readelf -h "$elf" | grep -q ELF64 || bits=64
entry=$(printf "%0$((bits / 4))x" "0x$entry")

# exec names each translated block when it begins; singlestep makes each block one
# instruction; nochain stops blocks from jumping to each other unnamed.
mkfifo "$scratch/log"
code=0
timeout "${QEMU_TIMEOUT:-300}" "qemu-system-riscv$bits" -M virt -bios none -nographic -singlestep \
	-d exec,nochain -D "$scratch/log" -kernel "$elf" </dev/null >"$scratch/console" 2>&1 &
qemu=$!

# "Trace 0: 0x7f... [00000000/80000000/00109003/ff000201] name". "Stopped" withdraws
# the line before it. At the end the last jump to itself appears any number of times, until
# QEMU has seen the finisher's store.
awk -F/ -v entry="$entry" '
	/^Stopped/ { if (again) again--; else held = ""; next }
	!/^Trace/ { next }
	!begun { if ($2 != entry) next; begun = 1 }
	$2 == held { again++; next }
	{ flush_held(); held = $2; again = 0 }
	END { if (held != "" && !again) print held }
	function flush_held() { if (held != "") for (; again >= 0; again--) print held }
' "$scratch/log" >"$trace.part"

wait $qemu || code=$?
if [ $code -ne 0 ] || [ ! -s "$trace.part" ]; then
	rm -f "$trace.part"
	echo "qemu_trace.sh: $elf: QEMU ended with code $code; its console:" >&2
	tail -n 5 "$scratch/console" >&2
	exit 1
fi
mv "$trace.part" "$trace"
echo "$trace: $(wc -l <"$trace") instructions"
