#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally
"""A core that retires two instructions in a cycle runs ELF as OTHER, which retires one: every
instruction, branch and call as often. Instructions that have no cycle of their own ran.

usage: pairs.py CORE OTHER ELF
"""
import csv
import io
import os
import sys
from collections import Counter

sys.path[:0] = ["tests"]
from tally_profile import read                                # noqa: E402
from check import end, ok, sh                                 # noqa: E402
from tool.kit import refused                                  # noqa: E402

BUILD, TALLY = os.environ["BUILD"], os.environ["TALLY"]
core, other, elf = sys.argv[1:]


def run(name):
    tape = f"{BUILD}/tests/cores/pairs-{name}.tally"
    sh(TALLY, "run", "--core", name, "-o", tape, elf)
    return tape, read(tape)


def differ(a, b):
    """Where the numbers differ, but for what runs once the finisher has been asked to end it."""
    return {hex(x): (a[x], b[x]) for x in a | b if a[x] != b[x] and not ending(x)}


def ending(pc):
    return pc >= 0xffff0000 or exits[0] <= pc < exits[1]


tapes, profiles = zip(run(core), run(other))
both, alone = profiles
exits = next((int(row["address"], 16), int(row["end"], 16)) for row in csv.DictReader(
    io.StringIO(sh(TALLY, "report", "--csv", tapes[0]))) if row["name"] == "_exit")
for what, a, b in (("instruction", both.retired, alone.retired),
                   ("branch", both.taken, alone.taken)):
    diff = differ(Counter(a), Counter(b))
    ok(f"every {what} as often as on {other}: {sum(a.values())}", a and not diff, diff)
calls = [Counter(), Counter()]
for profile, count in zip(profiles, calls):
    for node in profile.nodes:
        count[node.function] += node.calls
ok(f"every call as often: {sum(calls[0].values())}", calls[0] and not differ(*calls),
   differ(*calls))
ok("instructions in all", sum(both.retired.values()) <= both.end["instructions"]
   <= sum(both.retired.values()) + 8, both.end)
hidden = [pc for pc in both.retired if pc not in both.bins]
ok(f"{len(hidden)} of {len(both.retired)} that ran have no cycle",
   0.03 < len(hidden) / len(both.retired) < 0.2)
lcov = [[line for line in sh(TALLY, "export", "lcov", "--all-sources", tape).splitlines()
         if line.startswith(("DA:", "FNDA:", "BRDA:"))] for tape in tapes]
diff = [pair for pair in zip(*lcov) if pair[0] != pair[1]]
ok(f"lcov: {len(lcov[0])} lines, functions and branches as there", len(diff) <= 1
   and len(lcov[0]) == len(lcov[1]) > 100, diff)
sh(TALLY, "run", "--core", core, "--by=instructions", "-o", tapes[0], elf)
unit = read(tapes[0])
diff = differ(Counter(unit.bins), Counter(both.retired))
ok(f"the unit counts each instruction: {unit.counters['ticks']}", unit.bins and not diff
   and unit.counters["ticks"] == unit.end["instructions"] == both.end["instructions"], diff)
refused("of two instructions .* the unit sees one", "run", "--core", core, "--calls=unit", elf)
loop = f"{BUILD}/tests/cores/pairs-loop"
with open(loop + ".S", "w", encoding="ascii") as f:
    f.write(".globl _start\n_start: la sp, _start\n1: lw t1, (sp); j 1b\n")
sh("riscv64-unknown-elf-gcc", "-march=rv32i", "-mabi=ilp32", "-nostdlib", "-static", "-n",
   "-Wl,-Ttext=0x80000000,--no-warn-rwx-segments", loop + ".S", "-o", loop + ".elf")
ok("two that retire as one are no jump to itself", "firmware was still running"
   in sh(TALLY, "run", "--core", core, "--cycles", "3000", loop + ".elf"))
refused("the tap of .* shows no accesses", "run", "--core", core, "--data", elf)
end()
