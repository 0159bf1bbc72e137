#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/hello-virt.elf firmware/hello.elf firmware/lua-virt.elf firmware/lua.elf
# needs: tally
# firmware.sh - checks the promises of firmware/README.md on QEMU: the programs run, one command
# makes an ELF of a user's file, both device maps have the same code.
set -euo pipefail
fw=$BUILD/firmware
scratch=$(mktemp -d "$BUILD/firmware-test.XXXXXX")
trap 'rm -rf "$scratch" "$fw"/fwtest*.elf' EXIT

fail() { echo "FAIL: $*"; exit 1; }

# NAME exit-code expected-line
on_qemu() {
	local code=0
	timeout 60 qemu-system-riscv32 -M virt -bios none -nographic -kernel "$fw/$1.elf" \
		</dev/null >"$scratch/out" || code=$?
	[ "$code" = "$2" ] || fail "$1: exit code $code, expected $2"
	grep -qxF -- "$3" <(tr -d '\r' <"$scratch/out") || {
		cat "$scratch/out"
		fail "$1: no line '$3'"
	}
	echo "$1: as expected"
}

on_qemu hello-virt 0 "hello: below 3000, 2919 takes longest: 216 steps"
on_qemu lua-virt 0 "coroutine	583220"

# Instructions at the same addresses; only upper immediates of addresses differ.
for build in lua lua-virt; do
	riscv64-unknown-elf-objdump -d --no-show-raw-insn "$fw/$build.elf" |
		sed -e 1,3d -e 's/\tlui\t.*/\tlui/' -e 's/ *#.*//' >"$scratch/$build.s"
done
cmp "$scratch/lua.s" "$scratch/lua-virt.s" || fail "the builds differ in more than addresses"

cat >"$scratch/fwtest.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int constructed, in_bss[500];
static int in_data = 5;
static char odd[3] = "ab";
static _Thread_local char local = 3, local_zero;
__attribute__((constructor)) static void construct(void) { constructed = 7; }

int main(int argc, char **argv)
{
	char *p = malloc(1 << 20);
	if (!p || argc || argv[0] || odd[1] != 'b' || local != 3 || local_zero)
		return 1;
	memset(p, 1, 1 << 20);
	printf("%d %d %d %.3f\n", constructed, in_data, in_bss[499], 1.5 * p[9]);
	return 42;
}
END
cat >"$scratch/fwtest_trap.c" <<'END'
int main(void) { __asm__(".balign 4\n.word 0"); return 0; }
END
cat >"$scratch/fwtest_handler.c" <<'END'
#include <stdint.h>
#include <stdio.h>
uintptr_t trap(uintptr_t cause, uintptr_t pc)
{
	printf("cause %u\n", (unsigned)cause);
	return pc + 4;
}
int main(void) { __asm__(".balign 4\n.word 0"); return 9; }
END
for isa in rv32i rv32imc rv32ima_zicsr; do
	make -s elf C="$scratch/fwtest.c" VIRT=1 ISA=$isa >/dev/null
	on_qemu fwtest 42 "7 5 0 1.500"
done
make -s elf C="$scratch/fwtest_trap.c" VIRT=1 ISA=rv32im_zicsr >/dev/null
no_instruction() { # where main has it
	riscv64-unknown-elf-objdump -d "$fw/fwtest_trap.elf" | awk '
		/<main>:$/ { inside = 1 }
		inside && /unimp|0000/ {
			sub(":", "", $1)
			if (length($1) == 8 && $2 ~ /^0+$/) { print $1; exit }
		}'
}
on_qemu fwtest_trap 130 "trap: mcause 0x00000002 at 0x$(no_instruction)"
make -s elf C="$scratch/fwtest_handler.c" VIRT=1 ISA=rv32im_zicsr >/dev/null
on_qemu fwtest_handler 9 "cause 2"

# PicoRV32 has no CSRs: the default ISA must not touch them.
make -s elf C="$scratch/fwtest.c" >/dev/null
if riscv64-unknown-elf-objdump -d "$fw/fwtest.elf" | grep -wE 'csr[a-z]*|mret|wfi'; then
	fail "CSR instructions in an rv32im program"
fi

# The README's command, with none of our files but the example.
command=$(sed -n '/^    riscv64-unknown-elf-gcc/,/-o plain.elf$/p' firmware/README.md)
[ -n "$command" ] || fail "the README's command is gone"
bash -c "${command/-o plain.elf/-o $fw/fwtest_plain.elf}"
on_qemu fwtest_plain 0 "plain: crc32 cbf43926"
"$TALLY" run --core picorv32 "$fw/fwtest_plain.elf" >"$scratch/out" 2>&1 &&
	grep -q '^plain: crc32 cbf43926' "$scratch/out" &&
	grep -q '^TICKS .*: holds' "$scratch/out" || fail "tally run: $(cat "$scratch/out")"
