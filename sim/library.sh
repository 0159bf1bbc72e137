#!/bin/sh
# SPDX-License-Identifier: ISC
# library.sh FILE NAME TOP ARGUMENT... - Verilog to FILE, an archive of the model and of
# Verilator's runtime (sim.mk) for C programs, which call NAME_protectlib_*. The ARGUMENTs are
# Verilator's: parameters, files.
# Environment: BUILD; MODEL_OPT, how hard the C++ compiler tries (OPT_FAST=-O2).
set -eu
unset MAKEFLAGS MFLAGS		# one compiler a model; the make above runs several of us
file=$1 name=$2 top=$3
shift 3
dir=$file.d
rm -rf "$dir"
mkdir -p "$dir"
verilator --cc --lib-create "$name" --prefix "V$name" --Mdir "$dir" -O3 \
	--output-split 100000000 --x-assign fast --x-initial fast --noassert \
	-Wno-WIDTH -Irtl/unit -Irtl/regs -Irtl/context -Irtl/soc/cores --top-module "$top" "$@"
# VM_USER_CFLAGS: --lib-create asks for -fPIC, which what is linked statically need not pay for.
objects="V${name}__ALL.o $name.o"
# shellcheck disable=SC2086
make -s -C "$dir" -f "V$name.mk" $objects VM_PARALLEL_BUILDS=0 VM_USER_CFLAGS= \
	OPT_SLOW=-O1 ${MODEL_OPT:-OPT_FAST=-O2} >"$dir/make.log" 2>&1 ||
	{ cat "$dir/make.log"; exit 1; }
rm -f "$file"
# shellcheck disable=SC2086
ar rcs "$file" $(printf "$dir/%s " $objects) "$BUILD"/sim/runtime/*.o
