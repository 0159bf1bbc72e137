#!/bin/bash
# SPDX-License-Identifier: ISC
# bench_why.sh - three findings on programs of others: what `tally run` says that the cycles wait
# for, a change that follows from it, and what that saves, as a table. From the top folder, after
# `make` of dhrystone.elf and lua.elf; environment: BUILD, TALLY.
set -euo pipefail
dir=$BUILD/bench-why objects=$BUILD/obj sources=$BUILD/pkg/lua54
cc="riscv64-unknown-elf-gcc -mabi=ilp32"
rm -rf "$dir" && mkdir -p "$dir/rv32imc"

report() { # CORE ELF -> $dir/report
	"$TALLY" run --core "$1" "$2" >"$dir/report" 2>/dev/null || :
}
cycles() { sed -n 's/^cycles \([0-9]*\),.*/\1/p' "$dir/report"; }
share() { sed -n "s/^why:.* $1 \([0-9.]*%\).*/\1/p" "$dir/report"; }
row() { # PROGRAM CORE CAUSE CHANGE BEFORE.elf AFTER.elf
	local before waited
	report "$2" "$5"
	before=$(cycles) waited=$(share "$3")
	report "$2" "$6"
	echo "| $1 | $2 | $3 $waited | $4 | $before | $(cycles) |" \
		"$(awk -v a="$before" -v b="$(cycles)" \
			'BEGIN { printf "%.1f%%", 100 * (a - b) / a }') | $(share "$3") |"
}

# Dhrystone, as firmware.mk links it, with main so many bytes further on
moved() { # BYTES OUT.elf
	local folder=$BUILD/pkg/picorv32/dhrystone
	printf '.section .text.startup,"ax"\n.balign 4\n.space %d\n' "$1" |
		$cc -march=rv32im -x assembler -c - -o "$dir/pad.o"
	$cc -march=rv32im -ffreestanding -nostdlib -T firmware/programs/dhrystone.ld \
		-T "$folder/sections.lds" -Wl,-Bstatic,-e,start,--no-warn-rwx-segments -o "$2" \
		"$objects/dhrystone/start.o" "$dir/pad.o" \
		"$objects"/dhrystone/{dhry_1,dhry_2,stdlib}.o -lgcc
}

# Lua, as firmware.mk builds it, of another instruction set or at another address
compiled() { # ISA FOLDER
	local name flags="-march=$1 --specs=picolibc.specs -std=gnu11 -g -O2 -w"
	flags+=" -ffunction-sections -fdata-sections -I$sources -I. -Ifirmware/include"
	for name in $(modules) main; do
		# shellcheck disable=SC2086
		$cc $flags -DBARE_METAL '-Dluai_makeseed(L)=0x5EEDu' '-Dl_randomizePivot()=0u' \
			-c "$([ "$name" = main ] && echo firmware/programs/lua/main.c ||
				echo "$sources/$name.c")" -o "$2/$name.o"
	done
}
linked() { # ISA LINK.ld OUT.elf OBJECT...
	local isa=$1 script=$2 out=$3
	shift 3
	$cc -march="$isa" --specs=picolibc.specs -nostartfiles -static -Wl,--gc-sections \
		-T "$script" "$@" "$objects/lua-demo/firmware/programs/lua/script.o" \
		"$objects/$isa"/firmware/bare/{start,syscalls}.o -lm -o "$out"
}
modules() {
	local source
	for source in "$sources"/l*.c; do
		source=$(basename "$source" .c)
		[ ! -f "$objects/lua/$source.o" ] || echo "$source"
	done
}

moved 1408 "$dir/moved.elf"
sed 's/0x80000000/0x40000000/' "$objects/rv32im/link.ld" >"$dir/cached.ld"
# shellcheck disable=SC2046
linked rv32im "$dir/cached.ld" "$dir/cached.elf" $(modules | sed "s,.*,$objects/lua/&.o,") \
	"$objects/lua-demo/firmware/programs/lua/main.o"
compiled rv32imc "$dir/rv32imc"
linked rv32imc "$objects/rv32im/link.ld" "$dir/compressed.elf" "$dir"/rv32imc/*.o

echo "| program | core | waits | change | cycles | then | saved | waits then |"
echo "| --- | --- | --- | --- | --: | --: | --: | --: |"
row Dhrystone vexriscv FETCH "\`main\` moved by 1,408 bytes" \
	"$BUILD/firmware/dhrystone.elf" "$dir/moved.elf"
row Lua vexriscv-full DATA "linked at 0x40000000, where RAM is cached" \
	"$BUILD/firmware/lua.elf" "$dir/cached.elf"
row Lua ibex FETCH "compiled for rv32imc" "$BUILD/firmware/lua.elf" "$dir/compressed.elf"
