#!/bin/bash
# SPDX-License-Identifier: ISC
# session.sh COMMAND... - types session.in at a kernel's shell (COMMAND: a machine with the
# console on its stdin and stdout) and compares the output with session.expected. Masks numbers
# that differ between machines first.
set -uo pipefail
here=$(dirname "$0")
scratch=$(mktemp -d "$BUILD/kernel-session.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

code=0
timeout 900 "$@" <"$here/session.in" >"$scratch/raw" 2>"$scratch/log" || code=$?
cat "$scratch/log"
tr -d '\r' <"$scratch/raw" | sed -E \
	-e 's/ on .*, booted in [0-9]+ / on MACHINE, booted in N /' \
	-e '/^kernel [0-9]+ bytes/s/[0-9]+/N/g' \
	-e 's/^pid [0-9]+ /pid N /' \
	-e 's/ at pc 0x[0-9a-f]{8}, address 0x[0-9a-f]{8}/ at PC, ADDRESS/' \
	-e 's/^ *[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+ ([a-z]+)$/PROCESS \1/' \
	-e 's/^[0-9]+ pages free/N pages free/' >"$scratch/got"
if [ "${UPDATE:-}" ]; then
	cp "$scratch/got" "$here/session.expected"
fi
diff -u "$here/session.expected" "$scratch/got" ||
	{ echo "FAIL: the session went otherwise"; exit 1; }
[ "$code" = 3 ] || { echo "FAIL: exit code $code, expected 3, the shell's"; exit 1; }
echo "session as expected, exit code $code"
