#!/bin/sh
# SPDX-License-Identifier: ISC
# bench_program.sh N ELF - a generated program of 2^N words of code and some more. Environment:
# CC, a compiler with its flags; JOBS.
set -eu
n=$1 elf=$2 parts=1 functions=64
case $n in
10) functions=8 ;;
12) functions=32 ;;
*) parts=$((1 << (n - 13))) ;;
esac
rm -rf "$elf.d"
mkdir -p "$elf.d"
seq "$parts" | xargs -P "${JOBS:-2}" -I % sh -c "
	awk -v file=% -v functions=$functions -f tests/tool/bench_source.awk >'$elf.d/%.c'
	$CC -c '$elf.d/%.c' -o '$elf.d/%.o'"
# shellcheck disable=SC2046
$CC -nostdlib -static -Wl,-n,-Ttext=0x80000000,-e,0x80000000,--no-warn-rwx-segments \
	$(seq -f "$elf.d/%g.o" "$parts") -o "$elf"
