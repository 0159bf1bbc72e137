#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: tally tests/cores/rv32imc_zicsr/dhrystone.elf tests/ibex_log/ibex_log
# log.sh - tally import --rvfi: what Ibex's own tracer writes gives the
# profile that the unit counts.
set -eu
D=$BUILD/tests/cores/log
log=$(realpath "$BUILD/tests/ibex_log/ibex_log")
elf=$(realpath "$BUILD/tests/cores/rv32imc_zicsr/dhrystone.elf")
mkdir -p "$D"
riscv64-unknown-elf-objcopy -O verilog --verilog-data-width=4 --change-addresses=-0x80000000 \
	"$elf" "$D/program.hex"
entry=$(riscv64-unknown-elf-readelf -h "$elf" |
	awk '/Entry point/ { sub("0x", "", $NF); print $NF }')
(cd "$D" && "$log" +hex=program.hex "+entry=$entry") >"$D/out"
"$TALLY" import --rvfi "$elf" -o "$D/log.tally" "$D/trace_core_00000000.log"
"$TALLY" run --core ibex -o "$D/run.tally" "$elf" >"$D/report"
for t in log run; do "$TALLY" report --tree --json "$D/$t.tally" >"$D/$t.json"; done
python3 - "$D/log.json" "$D/run.json" <<'PY'
import json, sys
log, run = (json.load(open(name)) for name in sys.argv[1:])
assert run["bins"] and log["bins"] == run["bins"], "the counters differ"
# What runs before the ELF was asleep for a cycle,
# and a log does not say what a cycle waited for.
contexts = [[{k: v for k, v in r.items() if k != "waits"}
             for r in j["tree"]["rows"] if r["name"][0] not in "0["] for j in (log, run)]
assert contexts[0] and contexts[0] == contexts[1], "the call trees differ"
print(f"{log['counters']['hits']} cycles in {len(log['bins'])} counters and "
      f"{len(contexts[0])} contexts, the same from the log and from the unit")
PY
