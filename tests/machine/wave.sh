#!/bin/bash
# SPDX-License-Identifier: ISC
# wave.sh - make wave: the dump has both edges of every clock from the core's release on, grows with the cycles asked
# for, and with nothing else.
set -euo pipefail
wave=$BUILD/sim/wave_picorv32/v/wave
dir=$BUILD/tests/wave
mkdir -p "$dir"
for cycles in 1000 2000; do
	"$wave" +elf="$BUILD/firmware/hello.elf" +cycles=$cycles +vcd="$dir/$cycles.vcd" >"$dir/$cycles.out"
	grep "ticks $cycles," "$dir/$cycles.out" || { echo "FAIL: not $cycles ticks"; cat "$dir/$cycles.out"; exit 1; }
done
"$PY" - "$dir" <<'PY'
import os, sys

def read(path):
    """The dump's variables, and the times at which each code changes."""
    names, changes, scope, now = {}, {}, [], None
    with open(path) as dump:
        for line in dump:
            words = line.split()
            if not words:
                continue
            if words[0] == "$scope":
                scope.append(words[2])
            elif words[0] == "$upscope":
                scope.pop()
            elif words[0] == "$var":
                names[".".join(scope + [words[4]])] = words[3], int(words[2])
            elif line[0] == "#":
                now = int(line[1:])
            elif now is not None and line[0] in "01xz":
                changes.setdefault(line[1:].strip(), []).append((now, line[0]))
    return names, changes

sizes, clocks = {}, {}
for cycles in 1000, 2000:
    path = f"{sys.argv[1]}/{cycles}.vcd"
    names, changes = read(path)
    found = [n for n in names if n.endswith("machine.clk_i")]
    assert found, "no machine.clk_i in the dump"
    edges = changes.get(names[found[0]][0], [])
    values = "".join(v for _, v in edges)
    times = [t for t, _ in edges]
    rises = values.count("1")
    # the release before, the counts read after them: some hundred clocks
    assert cycles <= rises <= cycles + 300, f"{rises} rising edges of clk_i in {cycles} cycles"
    assert "00" not in values and "11" not in values and abs(rises - values.count("0")) <= 1, "clk_i does not alternate"
    assert len(set(times)) == len(times), "two changes of clk_i at one time"
    tap = [n for n in names if n.endswith("unit.tally.tap_valid_i")] or [n for n in names if ".unit.tally." in n]
    assert tap, "the unit is not in the dump"
    wide = [n for n in names if names[n][1] > 1024]
    assert not wide, f"a memory in the dump: {wide}"
    clocks[cycles], sizes[cycles] = rises, os.path.getsize(path)
    print(f"{cycles} cycles: {len(edges)} changes of clk_i, {sizes[cycles]} bytes")
assert clocks[2000] - clocks[1000] == 1000, f"1000 cycles more are {clocks[2000] - clocks[1000]} clocks more"
each = (sizes[2000] - sizes[1000]) / 1000
fixed = sizes[1000] - 1000 * each
print(f"{each:.0f} bytes a cycle, {fixed:.0f} besides")
assert each > 0 and fixed < 300 * each, "most of the dump is not of the cycles asked for"
PY
