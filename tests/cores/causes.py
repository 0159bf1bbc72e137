#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally tests/cores/$2/causes.elf tests/cores/$2/dhrystone.elf
"""What each cycle waited for, on one core: the loops of programs/causes.S as causes.list says; and
of that program and Dhrystone, each bin of the unit is its retirements and waits, and so is each
cell of the call tree, which has the calls of Dhrystone's instructions. Where two may retire in a
cycle, only the older has it.

usage: causes.py CORE ISA
"""
import os
import re
import subprocess
import sys

sys.path[:0] = ["sim/setup", "tests"]
from rows import rows                               # noqa: E402
from tally_profile import CAUSES, read              # noqa: E402
from check import end, ok                           # noqa: E402

ROUNDS, FIRST = 200, 80                            # cycles of the first round that are its own
LETTERS = "lfdhe"                                   # of causes.list, in the order of CAUSES
BUILD, TALLY = os.environ["BUILD"], os.environ["TALLY"]


def profile(core, isa, name):
    elf = f"{BUILD}/tests/cores/{isa}/{name}.elf"
    tape = f"{BUILD}/tests/cores/{name}-{core}.tally"
    said = subprocess.run([TALLY, "run", "--core", core, "-o", tape, elf], check=True,
                          capture_output=True, text=True).stdout
    return elf, read(tape), re.search(r"^why: WORK (\S+)%", said, re.M)[1]


def adds_up(name, c, said):
    """Each count is its retirements and its waits."""
    nothing = (0,) * len(CAUSES)

    def wrong(cycles, retired, waits):
        work = cycles - sum(waits)
        return not 0 <= work <= retired if pairs else work != retired

    bins = [pc for pc in c.bins | c.retired
            if wrong(c.bins.get(pc, 0), c.retired.get(pc, 0), c.waits.get(pc, nothing))]
    ok(f"{name}: {len(c.bins)} bins are retirements + waits", c.bins and not bins, bins[:5])
    work = sum(c.bins.values()) - sum(map(sum, c.waits.values()))
    ok(f"{name}: WORK are the other {work} cycles",
       said == f"{100 * work / c.end['cycles']:.1f}", said)
    cells = [cell for cell, (cycles, retired) in c.cells.items()
             if wrong(cycles, retired, c.cell_waits[cell])]
    ok(f"{name}: so are {len(c.cells)} cells of the tree", c.cells and not cells, cells[:5])
    tree = {}
    for (_, pc), waits in c.cell_waits.items():
        if any(waits) and pc in c.retired:
            tree[pc] = tuple(map(sum, zip(tree.get(pc, nothing), waits)))
    ok(f"{name}: the tree's waits are those of the instructions", tree == c.waits)


def calls(elf, c):
    """By objdump, each instruction that calls does so in the tree as often as it retired, or more:
    who goes on by a jump was called there, too. No other but a jump leads to a function."""
    code = subprocess.run(["riscv64-unknown-elf-objdump", "-d", elf], check=True,
                          capture_output=True, text=True).stdout
    calling = {int(pc, 16) for pc, to in re.findall(r"^ *(\w+):.*\tjalr?\t(\S+)", code, re.M)
               if "," not in to or to.split(",")[0] in ("ra", "t0")}
    jumping = {int(pc, 16) for pc in re.findall(r"^ *(\w+):.*\t(?:j|jr|ret)\b", code, re.M)}
    got = {}
    for node in c.nodes[1:]:
        got[node.site] = got.get(node.site, 0) + node.calls
    others = set(got) - calling - jumping - {0}
    few = [pc for pc in calling if c.retired.get(pc, 0) > got.get(pc, 0)]
    ok(f"dhrystone: {len(got)} instructions call", len(got) > 1 and not others and not few,
       [hex(pc) for pc in [*others, *few][:5]])


def waits_of(c, low, high):
    """Of a round: cycles by cause. The first one has misses, and no branch before it."""
    sums = [sum(w[i] for pc, w in c.waits.items() if low <= pc < high) for i in range(len(CAUSES))]
    rounds = [round(n / ROUNDS) for n in sums]
    if any(abs(n - ROUNDS * each) > FIRST for n, each in zip(sums, rounds)):
        return ",".join(map(str, sums))
    return "".join(f"{letter}{n}" for letter, n in zip(LETTERS, rounds) if n) or "0"


def symbols(elf):
    lines = subprocess.run(["riscv64-unknown-elf-nm", elf], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return {name: int(at, 16) for at, _, name in map(str.split, lines)}


def main(core, isa):
    elf, c, said = profile(core, isa, "causes")
    at = symbols(elf)
    if "trap_vector" in at:
        at |= {"vector_body": at["trap_vector"], "vector_end": at["trap_entry"]}
    adds_up("causes", c, said)
    every = rows("tests/cores/causes.list")
    got = {loop: waits_of(c, at[loop + "_body"], at[loop + "_end"]) if loop + "_body" in at else ""
           for loop in list(every[0])[1:]}
    expected = next((r for r in every if core in r["cores"].split(",")), None)
    ok(f"{core}: causes.list has its row", expected,
       "it measures " + " ".join([core, *(waits or "-" for waits in got.values())]))
    for loop, waits in got.items() if expected else ():
        ok(f"{core}: a round of {loop} waits {expected[loop]}", waits == expected[loop], waits)
    elf, c, said = profile(core, isa, "dhrystone")
    adds_up("dhrystone", c, said)
    calls(elf, c)
    return end()


pairs = any(row["tap"] == "pairs" for row in rows("sim/cores.list")
            if row["name"] == sys.argv[1])
sys.exit(main(*sys.argv[1:]))
