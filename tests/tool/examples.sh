#!/bin/bash
# SPDX-License-Identifier: ISC
# needs: firmware/dhrystone.elf firmware/hello.elf firmware/kernel.elf firmware/lua.elf
# needs: venv/callgrind.stamp venv/flamegraph.stamp venv/pprof.stamp share/stamp
# needs: tests/export/cases.json
# examples.sh - every example of `tally help COMMAND` works as printed. Those of the live commands
# need a port: see tests/link/session.sh. Uses TALLY and BUILD from the environment; prints one line
# per example; exit 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
TALLY=$(realpath "${TALLY:-build/tally}") || exit 1
build=$(realpath "${BUILD:-build}")
dir=$build/tests/tool/examples
rm -rf "$dir" && mkdir -p "$dir/bin" && cd "$dir" || exit 1
ln -s "$TALLY" bin/tally
ln -s /usr/share/perl5/Devel/NYTProf/flamegraph.pl bin/flamegraph.pl
export PATH="$dir/bin:$build/readers:$PATH"

# the files that the examples name
for elf in dhry old new; do ln -s "$build/firmware/dhrystone.elf" $elf.elf; done
ln -s "$build/firmware/hello.elf" firmware.elf
ln -s "$build/firmware/kernel.elf" kernel.elf
for capture in dhry picorv32 vexriscv run1 run2 run3; do
	cp "$build/tests/export/dhrystone.tally" $capture.tally || exit 1
done
for capture in before after base new; do
	cp "$build/tests/export/dhrystone.calls.tally" $capture.tally || exit 1
done
"$TALLY" check --update budgets.txt new.tally || exit 1
"$TALLY" run --core picorv32 --cycles 1M -o lua.tally "$build/firmware/lua.elf" \
	>log 2>&1 </dev/null || exit 1

works() {
	timeout 300 bash -o pipefail -c "$1" </dev/null >out 2>err &&
		! grep -q '^tally: [^n]' err
}
evidence=(err) n=0
for command in run report annotate advise diff check merge export; do
	while read -r example; do
		n=$((n + 1))
		ok "$example" works "$example"
	done < <(tally help $command | sed -n 's/^  \(tally .*\)/\1/p')
done
ok "$n examples found" test "$n" -ge 15
exit $failed
