#!/bin/sh
# SPDX-License-Identifier: ISC
# readme.sh TALLY DHRYSTONE.ELF - the listing of annotate in README.md: the function whose mul takes 33 cycles.
set -eu
tally=$1 elf=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$tally" run --core vexriscv -o "$dir/dhry.tally" "$elf" >/dev/null
echo '$ tally run --core vexriscv -o dhry.tally dhrystone.elf && tally annotate Proc_8 dhry.tally'
"$tally" annotate Proc_8 "$dir/dhry.tally" | sed -n '2p; 4,10p'
