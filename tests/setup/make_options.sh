#!/bin/bash
# SPDX-License-Identifier: ISC
# make_options.sh - options of make's targets: each target has its own default, even where others use the same name, and
# a given value arrives. Looks at the commands only. The `wave` programs count as built, because make -n would build
# them (their recipes call make).
set -u
. tests/check.sh
dry() { make TALLY_INNER=1 BUILD="$BUILD" -n -o "$BUILD/sim/wave_picorv32/v/wave" "$@" 2>&1; }

has() { # TEXT ARGUMENT...: does a command of `make ARGUMENT...` have TEXT?
	local text=$1
	shift
	ok "make $*: $text" grep -qF -- "$text" <(dry "$@")
}

# a board's own core and unit
has 'image "icebreaker" "" "" "my.elf"' bitstream BOARD=icebreaker FW=my.elf
has 'flash "ulx3s-25f" "" "" "my.elf"' flash BOARD=ulx3s-25f FW=my.elf
has 'image "ulx3s-25f" "picorv32" "mul 10" "my.elf"' bitstream BOARD=ulx3s-25f FW=my.elf CORE=picorv32 "UNIT=mul 10"
CORE=vexriscv has 'image "ulx3s-85f" "vexriscv" "" ""' bitstream BOARD=ulx3s-85f
has '+cycles=10000 +period=1 ' wave
has 'soak-kernel/sim 0 1000000 ' soak-kernel
has 'soak-kernel/sim 5 20 ' soak-kernel SEED=5 CALLS=20
has '-DPROF_PERIOD=1000 ' elf C=tests/calls/gmon.c PROF=1
has '-DPROF_PERIOD=1 ' elf C=tests/calls/gmon.c PROF=flat PERIOD=1
has '-DPROF_ARCS=0 ' elf C=tests/calls/gmon.c PROF=1
has '-DPROF_ARCS=64 ' elf C=tests/calls/gmon.c PROF=1 ARCS=64
has 'C: no file my; separate files by spaces, none in a name' elf "C=my dir/a.c"

# a folder that make cannot build in: its first line says so; its help works
odd="$BUILD/tests/my soc (1)"
rm -rf "$odd" && mkdir -p "$odd" && cp Makefile "$odd/"
refused() { env -u TALLY_INNER make "$@" 2>&1 | head -n 1 | grep -q ': \*\*\* a space, .* move it to a path without'; }
ok "a path with a space is refused" refused -C "$odd" --no-print-directory build/tally
ok "... in the inner make, too" refused -C "$odd" --no-print-directory TALLY_INNER=1 -n build/tally
ok "BUILD with a space is refused" refused BUILD="my build" tool
ok "BUILD with a colon is refused" refused BUILD=/tmp/a:b tool
ok "help works there" env -u TALLY_INNER make -s -C "$odd" help >/dev/null
exit $failed
