#!/bin/bash
# SPDX-License-Identifier: ISC
# make_options.sh - what make's targets are given arrives, by make -n; a folder that make
# cannot build in is refused.
set -u
. tests/check.sh
has() { # TEXT ARGUMENT...: does a command of `make ARGUMENT...` have TEXT?
	local text=$1
	shift
	ok "make $*: $text" grep -qF -- "$text" <(make BUILD="$BUILD" -n "$@" 2>&1)
}

# a board's own core and unit
has 'design "icebreaker" "" "" "my.elf"' bitstream BOARD=icebreaker FW=my.elf
has 'design "ulx3s-25f" "" "" "my.elf"' flash BOARD=ulx3s-25f FW=my.elf
has 'design "ulx3s-25f" "picorv32" "mul 10" "my.elf"' \
	bitstream BOARD=ulx3s-25f FW=my.elf CORE=picorv32 "UNIT=mul 10"
has 'name the firmware: make bitstream BOARD=' bitstream BOARD=hx8k
has '+cycles=10000 +period=1 ' wave
has 'PERIOD="1" ARCS="64" ' elf C=tests/calls/gmon.c PROF=1 PERIOD=1 ARCS=64
refuses() { # TEXT ARGUMENT...
	local text=$1
	shift
	ok "make elf $*: $text" grep -qF -- "$text" <(make -s BUILD="$BUILD" elf "$@" 2>&1)
}
refuses 'C: no file my; separate files by spaces, none in a name' 'C=my dir/a.c'
refuses 'say which file: make elf C=path/to/my.c'
mkdir -p "$BUILD/tests/own" && : >"$BUILD/tests/own/hello.c"
refuses 'hello.elf is a program of ours' C="$BUILD/tests/own/hello.c"
refuses 'no C library for it' C=tests/calls/gmon.c ISA=rv32imfd
refuses 'PROF=all: give 1' C=tests/calls/gmon.c PROF=all

# a folder that make cannot build in: its first line says so; its help works
odd="$BUILD/tests/my soc (1)"
rm -rf "$odd" && mkdir -p "$odd" && cp Makefile "$odd/"
refused() { make "$@" 2>&1 | head -n 1 | grep -q ': \*\*\* a space, .* move it to a path without'; }
ok "a path with a space is refused" refused -C "$odd" --no-print-directory build/tally
ok "BUILD with a space is refused" refused BUILD="my build" tool
ok "help works there" make -s -C "$odd" help >/dev/null
exit $failed
