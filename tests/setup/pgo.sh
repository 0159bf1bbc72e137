#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally venv/clang.stamp
# pgo.sh - make pgo: a program that its profile makes faster, one that it does not, one
# that fails, and what it refuses.
set -euo pipefail
. tests/check.sh
unset MAKEFLAGS MFLAGS		# of the make that called this
dir=$BUILD/tests/pgo
rm -rf "$dir" && mkdir -p "$dir"
evidence=("$dir/log")

cat >"$dir/pgo-fast.c" <<'END'
#include <stdio.h>
static unsigned state = INPUT;
static unsigned char data[1024];
static unsigned next(void)
{
	state = state * 1103515245u + 12345u;
	return state >> 16;
}
static unsigned rare[8];
static unsigned kind(unsigned c)
{
	if (c > 253) {
		for (unsigned i = 0; i < 8; i++) {
			rare[i] = rare[i] * 31 + (c ^ i) % 7;
			rare[7 - i] ^= c << i;
			rare[(i + c) & 7] += rare[i] / 3 + rare[(i ^ c) & 7] * 5;
		}
		printf("%u\n", rare[c & 7]);
	}
	return c & 3;
}
int main(void)
{
	unsigned count[4] = { 0 };

	for (unsigned i = 0; i < sizeof data; i++)
		data[i] = next() % (INPUT % 2 ? 253 : 254);
	for (int round = 0; round < 20; round++)
		for (unsigned i = 0; i < sizeof data; i += 2) {
			count[kind(data[i])]++;
			count[kind(data[i + 1])] += 2;
		}
	printf("%u %u %u %u\n", count[0], count[1], count[2], count[3]);
	return 0;
}
END
cat >"$dir/pgo-same.c" <<'END'
int main(void) { return INPUT - INPUT; }
END
cat >"$dir/pgo-fails.c" <<'END'
int main(void) { return INPUT; }
END

pgo() { # NAME VARIABLE...
	make -s pgo C="$dir/$1.c" TRAIN=-DINPUT=1 TEST=-DINPUT=8 "${@:2}" >"$dir/log" 2>&1
}
says() { grep -q -- "$1" "$dir/log"; }
refused() { # WHY NAME VARIABLE...
	if pgo "${@:2}"; then false; else says "$1"; fi
}
kept() { cmp -s "$BUILD/firmware/$1.elf" "$BUILD/firmware/pgo/$1/$2/$1.elf"; }

ok "a program that gains" pgo pgo-fast CORES="vexriscv picorv32"
ok "... on both cores" eval '[ "$(grep -c "%$" "$dir/log")" = 2 ]'
ok "... is kept" eval 'says "^kept: .*-fprofile-sample-use=" && kept pgo-fast with'
ok "... and its profile is not the measured input's" \
	eval '! cmp -s "$BUILD"/firmware/pgo/pgo-fast/{train,without}/pgo-fast.elf'
ok "a program that does not gain" pgo pgo-same
ok "... stays as it was" eval 'says "^no gain: keep your build" && kept pgo-same without'
ok "a failing program" refused "the program failed on vexriscv" pgo-fails
ok "one input" refused "a profile is judged by another input" pgo-fast TEST=-DINPUT=1
ok "no input" refused "by which flags it has two inputs" pgo-fast TRAIN=
exit $failed
