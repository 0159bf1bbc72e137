#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_advise.sh - what findings of `tally advise` promise on programs of others, and what
# following them saves, as a table. From the top folder, after `make` of dhrystone.elf and lua.elf;
# environment: BUILD, PY, TALLY.
set -euo pipefail
dir=$BUILD/bench-advise objects=$BUILD/obj lua=$BUILD/pkg/lua54
mark=$(echo "$BUILD"/venv/lib/*/site-packages/pythondata_cpu_ibex/*/vendor/eembc_coremark)
gcc="riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32"
cc="$gcc --specs=picolibc.specs -std=gnu11 -g -ffunction-sections -fdata-sections -w"
rm -rf "$dir" && mkdir -p "$dir"

ticks() { # CORE ELF CAPTURE
	"$TALLY" run --core "$1" -o "$3" "$2" 2>/dev/null | sed -n 's/^cycles \([0-9]*\),.*/\1/p'
}
promised() { # CAPTURE KINDS
	"$TALLY" advise --json "$1" | "$PY" -c 'import json, sys
print(sum(f["cycles"] for f in json.load(sys.stdin)["findings"] if f["kind"] in sys.argv[1:]))' $2
}
row() { # PROGRAM CORE "KIND..." CHANGE BEFORE.elf AFTER.elf [CORE]
	local before after promise rest
	before=$(ticks "$2" "$5" "$dir/before") after=$(ticks "${7:-$2}" "$6" "$dir/after")
	promise=$(promised "$dir/before" "$3") rest=$(promised "$dir/after" "$3")
	promise=$((promise - rest))
	echo "| $1 | $2 | ${3// /, } | $4 | $before | $promise | $((before - after)) |" \
		"$(awk -v p="$promise" -v s=$((before - after)) \
			'BEGIN { printf "%+.0f%%", 100 * (p - s) / s }') |"
}
linked() { # OUT.elf OBJECT...
	$gcc --specs=picolibc.specs -nostartfiles -static -Wl,--gc-sections \
		-T "$objects/rv32im/link.ld" "${@:2}" "$objects"/rv32im/firmware/bare/start.o \
		"$objects"/rv32im/firmware/bare/syscalls.o -lm -o "$1"
}

# Dhrystone, as firmware.mk links it, with main so many bytes further on
moved() { # BYTES OUT.elf
	local folder=$BUILD/pkg/picorv32/dhrystone
	printf '.section .text.startup,"ax"\n.balign 4\n.space %d\n' "$1" |
		$gcc -x assembler -c - -o "$dir/pad.o"
	$gcc -ffreestanding -nostdlib -T firmware/programs/dhrystone.ld \
		-T "$folder/sections.lds" -Wl,-Bstatic,-e,start,--no-warn-rwx-segments -o "$2" \
		"$objects/dhrystone/start.o" "$dir/pad.o" \
		"$objects"/dhrystone/{dhry_1,dhry_2,stdlib}.o -lgcc
}

# CoreMark with its simple port, and a clock
coremark() { # FOLDER FLAG...
	local out=$1 file
	shift
	for file in "$out"/*.c; do
		# shellcheck disable=SC2086
		$cc "$@" -I"$out" -DPERFORMANCE_RUN=1 -DITERATIONS=1 -DFLAGS_STR='""' \
			-c "$file" -o "${file%.c}.o"
	done
	linked "$out.elf" "$out"/*.o
}
copied() { # FOLDER
	mkdir "$dir/$1"
	cp "$mark"/core*.[ch] "$mark"/simple/*.[ch] tests/export/clock.c "$dir/$1"
}

# Lua, as firmware.mk builds it, with one module changed
changed() { # OUT.elf MODULE SED
	sed "$3" "$lua/$2.c" >"$dir/$2.c"
	$cc -O2 -DBARE_METAL -I"$lua" '-Dluai_makeseed(L)=0x5EEDu' '-Dl_randomizePivot()=0u' \
		-c "$dir/$2.c" -o "$dir/$2.o"
	# shellcheck disable=SC2046
	linked "$1" $(find "$objects/lua" -name 'l*.o' ! -name "$2.o" | sort) "$dir/$2.o" \
		"$objects"/lua-demo/firmware/programs/lua/{main,script}.o
}

moved 1408 "$dir/moved.elf"
copied plain && coremark "$dir/plain" -O2
copied slow && coremark "$dir/slow" -O0
copied wide
sed -i '/crc[u0-9]*(/s/ee_u16 crc\b/ee_u32 crc/' "$dir"/wide/{core_util.c,coremark.h}
sed -i 's/ee_s16 ret=0/int ret=0/' "$dir/wide/core_matrix.c"
coremark "$dir/wide" -O2
changed "$dir/short.elf" lvm 's,= m \([/%]\) n;,= m == (int)m \&\& n == (int)n ? (int)m \1 (int)n'`
	`' : m \1 n;,'

echo "| program | core | findings | change | cycles | promised | saved | too much |"
echo "| --- | --- | --- | --- | --: | --: | --: | --: |"
row Dhrystone vexriscv conflict "\`main\` moved by 1,408 bytes" \
	"$BUILD/firmware/dhrystone.elf" "$dir/moved.elf"
row CoreMark vexriscv extension "a CRC and a sum in 32 bits" "$dir/plain.elf" "$dir/wide.elf"
row CoreMark vexriscv unoptimised "-O2 in place of -O0" "$dir/slow.elf" "$dir/plain.elf"
row Lua vexriscv long-integer "/ and % in 32 bits where values fit" \
	"$BUILD/firmware/lua.elf" "$dir/short.elf"
