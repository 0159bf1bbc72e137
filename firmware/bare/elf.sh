#!/bin/bash
# SPDX-License-Identifier: ISC
# elf.sh FOLDER "FILE..." OBJECT... - a user's C and C++ files as firmware, FOLDER/NAME.elf
# after the first; the OBJECTs are ours, the linker script and the archive among them. C++ is
# without exceptions and RTTI.
#
# Environment: CC and LINK, the compiler and the linker with their flags; OPT; PROF: 1, the program
# leaves gmon.out with counts of calls (gcc's -pg), or flat, without; PERIOD, cycles per sample;
# ARCS, entries of the table of calls, 0: by the size of the text; VIRT: the program is for QEMU.
set -euo pipefail
die() { echo "$*" >&2; exit 1; }
folder=$1 sources=$2
shift 2
[ -n "$sources" ] ||
	die "say which file: make elf C=path/to/my.c [ISA=rv32im] [OPT=-O2] [VIRT=1] [PROF=1]"
case $PROF in '' | 1 | flat) ;; *) die "PROF=$PROF: give 1 (with counts of calls) or flat" ;; esac
[ -z "$PROF" ] || [ -z "$VIRT" ] || die "PROF with VIRT=1: QEMU has no unit"
# shellcheck disable=SC2206
files=($sources)	# with wildcards
for file in "${files[@]}"; do
	[ -e "$file" ] || die "C: no file $file; separate files by spaces, none in a name"
done

name=$(basename "${files[0]%.*}")
ours=${name%-virt}
case $ours in
dhrystone | driver-test | kernel | lua | plain) ;;
*) [ -e firmware/programs/"$ours".c ] || [ -e firmware/examples/"$ours".c ] || ours= ;;
esac
[ -z "$ours" ] || [[ ${files[0]} -ef firmware/programs/$name.c ]] ||
	[[ ${files[0]} -ef firmware/examples/$name.c ]] ||
	die "C: $folder/$name.elf is a program of ours, $name; call the file otherwise"
[ -z "$PROF" ] || [[ $CC != *-march=rv64* ]] || die "PROF with rv64: the calls are of 32 bits"
isa=$(sed -n 's/.*-march=\([a-z0-9_]*\).*/\1/p' <<<"$CC")
[[ $($LINK -print-multi-directory 2>&1) == rv* ]] || die "ISA=$isa: this toolchain has no C" \
	"library for it with ilp32 or lp64; give rv32i, rv32im, rv32imc, rv32ima, rv32imac or" \
	"rv64imac, _zicsr too"
own=$folder/own/$name
rm -rf "$own"
mkdir -p "$own"
cxx="${CC/gnu11/gnu++17} -fno-exceptions -fno-rtti -fno-threadsafe-statics"
compile() { # COMPILER FILE OBJECT FLAG...
	$1 $OPT -I"$(dirname "$2")" "${@:4}" -c "$2" -o "$own/$3.o"
}
pg=()
[ "$PROF" != 1 ] || pg=(-pg)
n=0 with_cxx=
for file in "${files[@]}"; do
	n=$((n + 1)) compiler=$CC
	case $file in
	*.cc | *.cp | *.cpp | *.cxx | *.c++ | *.C | *.CPP) compiler=$cxx with_cxx=1 ;;
	esac
	compile "$compiler" "$file" "$n" "${pg[@]}" || {
		[ -z "$with_cxx" ] ||
			echo "C++ is without library and exceptions here: firmware/README.md" >&2
		exit 1
	}
done
[ -z "$with_cxx" ] || compile "$cxx" firmware/bare/cxx.cc cxx
[ -z "$PROF" ] || OPT=-O2 compile "$CC" firmware/lib/gcrt0.c gcrt0 -Werror \
	"-DPROF_PERIOD=$PERIOD" "-DPROF_ARCS=$ARCS"

objects=() archives=()
for object; do
	case $object in
	*.ld) objects+=(-T "$object") ;;
	*.a) archives+=("$object") ;;
	*) objects+=("$object") ;;
	esac
done
$LINK "${objects[@]}" "$own"/*.o "${archives[@]}" -lm -o "$folder/$name.elf"
"${LINK%%gcc *}size" "$folder/$name.elf"
echo "built $folder/$name.elf"
