#!/bin/sh
# SPDX-License-Identifier: ISC
# wave.sh PROGRAM ELF PLUSARG... - runs a build of wave.sv with ELF in RAM, whose addresses repeat
# every 128 MiB.
set -eu
program=$1 elf=$2 hex=${1%/*}/ram.hex
shift 2
entry=$(riscv64-unknown-elf-readelf -h "$elf" | sed -n 's/.*Entry point address: *0x//p')
riscv64-unknown-elf-objcopy -O verilog "$elf" "$hex"
sed -i 's/^@./@0/' "$hex"
exec "$program" +hex="$hex" +entry="$entry" "$@"
