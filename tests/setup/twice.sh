#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/hello.elf firmware/dhrystone.elf firmware/kernel.elf firmware/lua.elf tally
# twice.sh - a second run installs and rebuilds nothing: set-up and build print
# nothing, and none of their files gets newer; neither where cd looks in other folders, too,
# and prints where it went.
set -euo pipefail
export CDPATH=.:/tmp
mark=$(mktemp "$BUILD/again.XXXXXX")
trap 'rm -f "$mark"' EXIT
sleep 1

output=$(sim/setup/setup.sh "$BUILD" base 2>&1)
[ -z "$output" ] || { echo "set-up again: $output"; exit 1; }
targets=("$BUILD"/tally "$BUILD"/sim/libmachines.a "$BUILD"/firmware/kernel.elf
	"$BUILD"/firmware/{hello,dhrystone,lua}.elf)
output=$(make --no-print-directory "${targets[@]}" 2>&1 | grep -v 'up to date' || true)
[ -z "$output" ] || { echo "build again: $output"; exit 1; }

# Other tests write their own files meanwhile, so look only at what the build makes.
for file in "$BUILD"/setup.stamp "$BUILD"/venv/pyvenv.cfg "$BUILD"/sim/*.a "${targets[@]}"; do
	[ ! -e "$file" ] || [ "$mark" -nt "$file" ] || { echo "$file was written again"; exit 1; }
done
echo "nothing to install, nothing to build"
