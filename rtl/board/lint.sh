#!/bin/sh
# SPDX-License-Identifier: ISC
# lint.sh CORE - verilator -Wall over soc.v with one core of cores.list, each kind of unit and
# of RAM. PY in the environment.
set -eu
eval "$("$PY" - "$1" <<'END'
import shlex, sys
sys.path.insert(0, "rtl/board")
from board import CORES
core = CORES[sys.argv[1]]
for unit, name in enumerate(("none", "mul", "mul data", "mul calls", "mul kernel")):
    package, files = core.sources(name)
    print(f"files_{unit}=" + shlex.quote(" ".join([*files, str(package)])))
print(f"exposed=sim/cores/{core.module}_exposed.v")
print("defines=" + shlex.quote(" ".join("-D" + d for d in core.defines) + " -DTAP_CALLS"))
END
)"
for unit in 0 1 2 3 4; do
	eval "files=\$files_$unit"
	for spram in 0 1; do
		# shellcheck disable=SC2086
		verilator --lint-only -Wall --timescale 1ns/1ps -Irtl/regs -Irtl/unit \
			-Irtl/context -DCORE_PARAMETERS= $defines --top-module soc \
			-GUNIT=$unit -GMAPPER=0 -GSPRAM=$spram -GRAM_LOG2=15 \
			sim/cores/packages.vlt $files "$exposed" sim/spram_stub.v
	done
done
