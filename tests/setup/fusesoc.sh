#!/bin/bash
# SPDX-License-Identifier: ISC
# fusesoc.sh - rtl/tally.core and rtl/example/own_soc.core: the lists are those of the .f files; FuseSoC's targets lint,
# sim and synth run; the driver's example counts in the simulation.
set -eu
D=${BUILD:-build}/tests/fusesoc
bin=$(realpath -s "$(dirname "$PY")")
die() { echo "fusesoc: $*"; exit 1; }
rm -rf "$D"
mkdir -p "$D/picorv32"

for list in rtl/bus/tally_simple.f rtl/link/tally_live.f rtl/unit/unit.f:unit/ rtl/engine/engine.f:engine/; do
	while read -r file; do
		file=${file#rtl/}
		case $list in *:*) file=${list#*:}$file ;; esac
		grep -q "^      - $file\$" rtl/tally.core || die "rtl/tally.core lacks $file, of ${list%:*}"
	done <"${list%:*}"
done
sed -n 's/^      - \([a-z0-9_/]*\.vh*\).*/\1/p' rtl/tally.core | while read -r file; do
	[ -f "rtl/$file" ] || die "rtl/tally.core names $file, which is not there"
done

# the package's own core file is of an older FuseSoC
"$PY" -c 'import pythondata_cpu_picorv32 as p; print(p.data_location)' | sed "s,\$,/picorv32.v," | xargs -I{} cp {} "$D/picorv32"
printf 'CAPI=2:\nname: ::picorv32:0\nfilesets:\n  rtl: {files: [picorv32.v], file_type: verilogSource}\ntargets:\n  default: {filesets: [rtl]}\n' \
	>"$D/picorv32/picorv32.core"
riscv64-unknown-elf-objcopy -O verilog --verilog-data-width=4 --change-addresses -0x80000000 "$BUILD/firmware/driver.elf" "$D/driver.hex"
top=$PWD driver=$(realpath "$D/driver.hex")
export PATH=$bin:$PATH
cd "$D"
run() { # LOG TARGET CORE [ARGUMENT...]
	local log=$1 target=$2
	shift 2
	fusesoc --cores-root "$top/rtl" --cores-root picorv32 run --target="$target" "$@" >"$log" 2>&1 || { tail -n 15 "$log"; die "$target $1"; }
	echo "ok: $target $1"
}
run lint.log lint ::tally
! grep -q '^%Warning' lint.log || die "verilator -Wall is not silent: $(grep '^%Warning' lint.log | head -n 3)"
run synth.log synth ::tally
find build -name yosys.log -exec cat {} + | grep -q SB_LUT4 || die "no cells"
run own_lint.log lint ::own_soc
run sim.log sim ::own_soc "--PROGRAM=$driver" --CYCLES=1000000
grep -q '^252 ticks elsewhere, 0 lost$' sim.log || { tail -n 5 sim.log; die "the driver's example did not count"; }
echo "ok: the driver's example counted $(awk '$3 == "ticks" { n += $2 } END { print n }' sim.log) cycles"
