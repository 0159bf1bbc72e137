#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/driver.elf venv/fusesoc.stamp
# fusesoc.sh - rtl/tally.core and rtl/example/own_soc.core: the list is that of rtl/tally.f;
# FuseSoC's targets lint, sim and synth run; the driver's example counts in the simulation.
set -eu
D=${BUILD:-build}/tests/fusesoc
bin=$(realpath -s "$(dirname "$PY")")
die() { echo "fusesoc: $*"; exit 1; }
rm -rf "$D"
mkdir -p "$D/picorv32"

diff <(sed -n 's,^      - \(.*\.v\)$,rtl/\1,p' rtl/tally.core) rtl/tally.f ||
	die "rtl/tally.core: not the list rtl/tally.f (>)"

# the package's own core file is of an older FuseSoC
"$PY" -c 'import pythondata_cpu_picorv32 as p; print(p.data_location)' |
	sed "s,\$,/picorv32.v," | xargs -I{} cp {} "$D/picorv32"
cat >"$D/picorv32/picorv32.core" <<'END'
CAPI=2:
name: ::picorv32:0
filesets:
  rtl: {files: [picorv32.v], file_type: verilogSource}
targets:
  default: {filesets: [rtl]}
END
riscv64-unknown-elf-objcopy -O verilog --verilog-data-width=4 --change-addresses -0x80000000 \
	"$BUILD/firmware/driver.elf" "$D/driver.hex"
top=$PWD driver=$(realpath "$D/driver.hex")
export PATH=$bin:$PATH
cd "$D"
run() { # LOG TARGET CORE [ARGUMENT...]
	local log=$1 target=$2
	shift 2
	fusesoc --cores-root "$top/rtl" --cores-root picorv32 run --target="$target" "$@" \
		>"$log" 2>&1 || { tail -n 15 "$log"; die "$target $1"; }
	echo "ok: $target $1"
}
for set in lint lint_live "lint ::tally --SECOND=2 --ADR_W=18 --BIT=12" \
		"lint ::tally --SECOND=3 --ADR_W=13 --SYSTEM=2"; do
	read -r target _ parameters <<<"$set"
	# shellcheck disable=SC2086
	run lint.log "$target" ::tally $parameters
	! grep -q '^%Warning' lint.log ||
		die "verilator -Wall is not silent: $(grep '^%Warning' lint.log | head -n 3)"
done
run synth.log synth ::tally
grep -rq SB_LUT4 --include=yosys.log build || die "no cells"
run own_lint.log lint ::own_soc
run sim.log sim ::own_soc "--PROGRAM=$driver" --CYCLES=1000000
grep -q '^[0-9]* ticks elsewhere, 0 lost$' sim.log ||
	{ tail -n 5 sim.log; die "the driver's example did not count"; }
cycles=$(awk '$3 == "ticks" { n += $2 } END { print n }' sim.log)
echo "ok: the driver's example counted $cycles cycles"
