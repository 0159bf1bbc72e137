#!/bin/sh
# SPDX-License-Identifier: ISC
# lint.sh CORE - verilator -Wall over soc.v with one core of cores.list, each kind of unit and
# of RAM. BUILD, PY in the environment.
set -eu
files=$("$PY" - "$1" "$BUILD/log" <<'END'
import pathlib, sys
sys.path.insert(0, "rtl/board")
from board import CORES
core = CORES[sys.argv[1]]
print(*core.sources("mul calls", pathlib.Path(sys.argv[2])))
print(*(f"-D{d}" for d in core.macros("mul calls")))
END
)
for unit in 0 1 2 3 4; do
	for spram in 0 1; do
		# shellcheck disable=SC2086
		verilator --lint-only -Wall --timescale 1ns/1ps -Irtl/regs -Irtl/unit \
			-Irtl/context -Irtl/soc/cores --top-module soc -GUNIT=$unit \
			-GMAPPER=0 -GSPRAM=$spram -GRAM_LOG2=15 \
			sim/cores/packages.vlt $files sim/spram_stub.v
	done
done
