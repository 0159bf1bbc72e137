#!/bin/bash
# SPDX-License-Identifier: ISC
# size.sh ELF COMMAND... - the kernel needs at most 64 KiB without its file system. It reports its size, and its ELF
# agrees. Prints size and boot time.
set -uo pipefail
most=65536
elf=$1
shift
out=$(timeout 60 "$@" <<<"halt" 2>/dev/null | tr -d '\r')
booted=$(sed -nE 's/.*booted in ([0-9]+) mtime units$/\1/p' <<<"$out")
bytes=$(sed -nE 's/^kernel ([0-9]+) bytes .*/\1/p' <<<"$out")
[ -n "$booted" ] && [ -n "$bytes" ] || { echo "$out"; echo "FAIL: the kernel did not say its size and boot time"; exit 1; }
linked=$(riscv64-unknown-elf-size -A "$elf" | awk '/^\.(text|rodata|data|bss|sbss|sdata|tdata|tbss) / { n += $2 } END { print n }')
echo "kernel: $bytes bytes of RAM with the first thread's stack, $linked linked; booted in $booted clock cycles"
[ $((bytes - 4096 - linked)) -lt 64 ] && [ "$bytes" -ge $((linked + 4096)) ] || { echo "FAIL: the kernel says $bytes bytes, its ELF $linked and a stack"; exit 1; }
[ "$bytes" -le $most ] || { echo "FAIL: more than $most bytes"; exit 1; }
