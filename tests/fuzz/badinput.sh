#!/bin/bash
# SPDX-License-Identifier: ISC
# badinput.sh - every kind of bad input gives one clear line on stderr, exit
# status 1, nothing on stdout, and no output file. Prints one line per check.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
TALLY=$(realpath "${TALLY:-build/tally}") || exit 1
dir=$(realpath -m "${BUILD:-build}/tests/tool/bad")
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1
evidence=(err)

# Expects one line that matches PATTERN, exit 1, no output, no file out.tally or out.json.
refused() { # PATTERN ARGUMENT...
	local pattern=$1 status why=
	shift
	rm -f out.tally out.json
	timeout 60 "$TALLY" "$@" >out 2>err </dev/null
	status=$?
	[ $status -eq 1 ] || why="exit $status"
	[ "$(wc -l <err)" -eq 1 ] || why="$why; $(wc -l <err) lines on stderr"
	grep -qE -- "^tally: .*$pattern" err || why="$why; the line is another"
	[ ! -s out ] || why="$why; something on stdout"
	[ ! -e out.tally ] && [ ! -e out.json ] || why="$why; a file was written"
	ok "$*: $(cut -c1-100 err)" test -z "$why"
}
elf_refused() { # PATTERN ELF ARGUMENT...
	local pattern=$1 elf=$2
	shift 2
	refused "$pattern" run -o out.tally --json=out.json "$@" "$elf"
}
cc() { riscv64-unknown-elf-gcc -nostdlib -static -Wl,-n,--no-warn-rwx-segments "$@" || exit 1; }
rv32() { cc -march=rv32im -mabi=ilp32 "$@"; }
# Overwrites a copy's bytes at an offset, given in hexadecimal.
poke() { # FROM TO OFFSET HEX
	cp "$1" "$2"
	printf '%b' "$(sed 's/../\\x&/g' <<<"$4")" | dd of="$2" bs=1 seek="$3" conv=notrunc status=none
}

cat >good.S <<'S'
	.globl _start
	.type _start, @function
_start:	li t0, 0xf0100000
	li t1, 0x5555
	sw t1, 0(t0)
1:	j 1b
	.size _start, . - _start
	.type second, @function
second:	ret
	.size second, . - second
S
rv32 -Wl,-Ttext=0x80000000 good.S -o good.elf
if ! "$TALLY" run -o good.tally good.elf >out 2>err </dev/null; then
	echo "not ok: the good ELF is refused"
	cat err
	exit 1
fi

# not an ELF
echo "no ELF" >text.elf
: >empty.elf
mkdir -p directory
ar rc archive.a good.elf
elf_refused 'not an ELF' text.elf
elf_refused 'not an ELF' empty.elf
elf_refused 'irectory' directory
elf_refused 'No such file' nowhere.elf
elf_refused 'archive' archive.a
riscv64-unknown-elf-objcopy -O binary good.elf good.bin
elf_refused 'not an ELF' good.bin

# another machine, another kind of ELF
cc -march=rv64im -mabi=lp64 -mcmodel=medany -Wl,-Ttext=0x80000000 good.S -o rv64.elf
elf_refused '64-bit' rv64.elf
elf_refused 'for x86-64' /bin/true
poke good.elf arm.elf 18 28
elf_refused 'ARM .*not for RISC-V' arm.elf
poke good.elf big.elf 5 02
elf_refused 'big-endian' big.elf
poke good.elf class.elf 4 07
elf_refused 'corrupt' class.elf
rv32 -c good.S -o object.elf
elf_refused 'relocatable' object.elf
poke good.elf shared.elf 16 03
elf_refused 'shared object' shared.elf
poke good.elf core.elf 16 04
elf_refused 'not an executable' core.elf

# instruction sets
echo 'void _start(void) { for (;;) ; }' >any.c
cc -march=rv32imc -mabi=ilp32 -Wl,-Ttext=0x80000000 any.c -o compressed.elf
elf_refused 'C \(compressed instructions\), which vexriscv .*--core picorv32.*-march=rv32im' compressed.elf --core vexriscv
riscv64-unknown-elf-objcopy -R .riscv.attributes compressed.elf compressed-bare.elf
elf_refused 'C \(compressed instructions\), which vexriscv ' compressed-bare.elf --core vexriscv
cc -march=rv32ima -mabi=ilp32 -Wl,-Ttext=0x80000000 any.c -o atomic.elf
elf_refused 'A \(atomic operations\), which picorv32 .*--core vexriscv-linux' atomic.elf --core picorv32
cc -march=rv32imafc -mabi=ilp32f -Wl,-Ttext=0x80000000 any.c -o float.elf
elf_refused 'no core here has all it needs' float.elf --core vexriscv-linux
cc -march=rv32im_zbb -mabi=ilp32 -Wl,-Ttext=0x80000000 any.c -o bits.elf
elf_refused 'Zbb' bits.elf
poke good.elf attributes.elf "$((16#$(riscv64-unknown-elf-readelf -SW good.elf | awk '/riscv.attributes/ { sub(/.*ATTRIBUTES/, ""); print $2 }') + 1))" ffffff7f
elf_refused 'riscv.attributes' attributes.elf

# memory
rv32 -Wl,-Ttext=0x20000000 good.S -o outside.elf
elf_refused '0x20000000.* outside RAM' outside.elf
cat >over.S <<'S'
	.globl _start
_start:	j _start
	.space 0x200
S
rv32 -Wl,-Ttext=0x87ffff00 over.S -o over.elf
elf_refused '0x87ffff00.* outside RAM' over.elf
cat >two.ld <<'S'
ENTRY(_start)
PHDRS { a PT_LOAD FLAGS(5); b PT_LOAD FLAGS(6); }
SECTIONS { .text 0x80000000 : { *(.text) } :a  .data 0x40000004 : { LONG(1) LONG(2) } :b }
S
rv32 -T two.ld good.S -o overlap.elf
elf_refused 'overlap in RAM' overlap.elf
echo 'int x = 1;' >data.c
rv32 -Wl,-Tdata=0x80000000,-e,0 data.c -o data.elf
elf_refused 'no executable segment' data.elf
rv32 -Wl,-Ttext=0x80000000,-e,0x80000800 good.S -o entry.elf
elf_refused 'entry point 0x80000800' entry.elf

# damaged files; tests/fuzz/damage.c truncates to every length
size=$(stat -c %s good.elf)
for n in 1 16 51 60 200 $((size / 2)) $((size - 1)); do
	head -c "$n" good.elf >cut-$n.elf
	elf_refused '(not an ELF|[Tt]runcated|corrupt)' cut-$n.elf
done
size=$(stat -c %s good.tally)
for n in 0 4 10 30 $((size / 2)) $((size - 1)); do
	head -c "$n" good.tally >cut-$n.tally
	refused '(not a Tally capture|truncated capture)' report cut-$n.tally
done
poke good.tally flipped.tally 60 a5
refused 'corrupt capture' report flipped.tally
poke good.tally version.tally 8 63
refused 'version 99, this tally reads version 1' report version.tally
cat good.tally good.tally >double.tally
refused 'corrupt capture' report double.tally
refused 'not a Tally capture' report good.elf
refused 'not an ELF' report good.tally text.elf
refused 'No such file' report nowhere.tally

# outputs are opened before the run begins
refused 'No such file' run -o nowhere/out.tally good.elf
refused 'directory' run -o directory good.elf
refused 'No such file' run --json=nowhere/out.json good.elf
refused 'cannot write' run -o /proc/out.tally good.elf
refused "name is empty" run -o "" good.elf
ln -sf nowhere/else dangling
refused 'symbolic link' run -o dangling good.elf
refused 'is the firmware itself' run -o good.elf good.elf
refused 'both -o and --json' run -o out.tally --json=out.tally good.elf
refused 'No such file' report --json=nowhere/x good.tally

# a command never overwrites a file that it reads
rv32 -g -Wl,-Ttext=0x80000000 good.S -o kept.elf
"$TALLY" run -o kept.tally kept.elf >out 2>err </dev/null
cp kept.elf copy.elf && cp kept.tally copy.tally && ln -sf kept.tally link.tally
for output in kept.tally link.tally; do
	refused "$output: is read by this command" export html -o $output kept.tally
	refused "$output: is read by this command" report --json=$output kept.tally
	refused "$output: is read by this command" report --csv=$output kept.tally
	refused "$output: is read by this command" annotate --json=$output kept.tally
	refused "$output: is read by this command" annotate --csv=$output kept.tally
	refused "$output: is read by this command" diff --json=$output copy.tally kept.tally
	refused "$output: is read by this command" diff --csv=$output kept.tally copy.tally
done
refused 'kept.elf: is read by this command' export html -o kept.elf copy.tally
refused 'kept.elf: is read by this command' report --csv=kept.elf copy.tally kept.elf
refused 'copy.elf: is read by this command' report --csv=copy.elf --debug-file copy.elf copy.tally
for kept in elf tally; do
	ok "kept.$kept is as it was" cmp kept.$kept copy.$kept
done
if [ -w /dev/full ]; then
	for arguments in "run good.elf" "report good.tally" "report --json good.tally" "--help"; do
		# shellcheck disable=SC2086
		"$TALLY" $arguments >/dev/full 2>err </dev/null
		status=$?
		ok "$arguments >/dev/full" test $status -eq 1 -a "$(grep -c 'cannot write to the standard output: No space' err)" -eq 1
	done
	"$TALLY" run -o /dev/full good.elf >out 2>err </dev/null
	ok "-o /dev/full: exit 1" test $? -eq 1
	ok "... is said" grep -q '/dev/full: cannot write: No space' err
	ok "... the report is printed nevertheless" grep -q '^TICKS' out
fi

# the command line
elf_refused 'no such core; there are: picorv32, vexriscv' good.elf --core z80
elf_refused 'no such option' good.elf --perod 3
elf_refused 'no such option' good.elf -x
for bad in 0 65537 -1 1.5 x "" 99999999999999999999; do
	elf_refused '--scale .*from 1 to 65536' good.elf --scale "$bad"
done
for bad in 0 16777216 -5 12z; do
	elf_refused '--period .*from 1 to 16777215' good.elf --period "$bad"
done
elf_refused '--jitter .*from 0 to 16' good.elf --jitter 17
elf_refused '--jitter 5: needs a --period above 16' good.elf --period 16 --jitter 5
elf_refused '--handlers leaf: not one of: root, interrupted' good.elf --handlers leaf
elf_refused '--by time: not one of' good.elf --by time
elf_refused '--cycles' good.elf --cycles 0
elf_refused '--priv x' good.elf --priv x
elf_refused 'no function "nobody"' good.elf --from nobody
elf_refused 'no function "nobody"' good.elf --to nobody
elf_refused '--from second .*after --to _start' good.elf --from second --to _start
elf_refused '0x123456789: not a 32-bit address' good.elf --from 0x123456789
riscv64-unknown-elf-strip -o stripped.elf good.elf
elf_refused 'has no symbols; give an address' stripped.elf --from _start
elf_refused 'one argument too many' good.elf good.elf
refused 'needs a value' run good.elf --core
refused 'takes no value' run --no-cpi=1 good.elf
refused 'which firmware' run
refused 'which capture' report
refused 'no such command' fly good.elf
refused 'nowhere.json: No such file; .*--json=nowhere.json' report --json nowhere.json good.tally
refused 'nowhere.csv: No such file; .*--csv=nowhere.csv' annotate --csv nowhere.csv good.tally
refused '--sort cpi: .*leave out --no-cpi' run --no-cpi --sort cpi good.elf
refused '--sort cpi: .*leave out --by instructions' run --by instructions --sort cpi good.elf
refused 'there is no code in between' run --from 0x80000004 --to 0x80000004 good.elf
refused 'exchange them' run --from 0x80000008 --to 0x80000004 good.elf
refused '--top' report --top x good.tally
refused '--lines: given beside --inlines' report --lines --inlines good.tally
refused '--top: .*--pty takes none' run --pty --top 3 good.elf

# a closed standard output gives a message, and no other file gets its descriptor
"$TALLY" report good.tally >&- 2>err </dev/null
ok "report >&-: exit 1" test $? -eq 1
ok "... is said" grep -q 'cannot write to the standard output' err
"$TALLY" run -o out.tally --json=out.json good.elf >&- 2>&- <&-
ok "run with all standard files closed: the capture is whole" cmp out.tally good.tally
ok "... the JSON is" python3 -c 'import json; json.load(open("out.json"))'
exit $failed
