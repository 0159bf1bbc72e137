#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally tests/rig/print_points
"""Windows of a run against what print_points writes of each retirement: first and last cycle, every
counter, instruction, wait and call; all sums hold.

usage: window.py CORE ELF[,CYCLES] AFTER,UNTIL... UNTIL: empty is the run's end; of `return` the
function does not recurse. NAME+8 is an address. AFTER? : where the window ends is not compared.
"""
import bisect
import itertools
import os
import re
import subprocess
import sys
from collections import Counter

sys.path[:0] = ["tests"]
from tally_profile import read                                # noqa: E402
from check import end, ok, sh                                 # noqa: E402

BUILD, TALLY = os.environ["BUILD"], os.environ["TALLY"]
core, elf, *windows = sys.argv[1:]
elf, _, limit = elf.partition(",")
TAPE = f"{BUILD}/tests/cores/window-{core}-{os.path.basename(elf)}.tally"

os.makedirs(os.path.dirname(TAPE), exist_ok=True)
points = [line.split() for line in sh(f"{BUILD}/tests/rig/print_points", core, elf,
                                       *limit.split()).splitlines()]
points = [(int(cycle), int(pc, 16), first == "1") for cycle, pc, first in points if pc != "-"]
cycles, pcs, handles = zip(*points)
dump = re.findall(r"^ *(?:[0-9a-f]{8})?([0-9a-f]{8}):\t([0-9a-f ]+?) *\t(\S+)", sh(
    "riscv64-unknown-elf-objdump", "-d", elf), re.M)
width = {int(pc, 16): len(code.replace(" ", "")) // 2 for pc, code, _ in dump}
ends = {int(pc, 16): name for pc, _, name in dump if name in ("ret", "mret")}
symbols = {name: (int(at, 16) & 0xffffffff, int(size, 16)) for at, size, name in re.findall(
    r"^(\w+) (\w+) [tTwW] (\w+)", sh("riscv64-unknown-elf-nm", "-SC", elf), re.M)}


def place(point, first):
    """The number of the retirement that is the point, from `first` on; None: there is none."""
    name, _, times = point.partition(":")
    pc = int(name, 16) if name[:2] == "0x" else symbols[name][0]
    seen = [i for i in range(first, len(pcs)) if pcs[i] == pc]
    return seen[int(times or 1) - 1] if len(seen) >= int(times or 1) else None


def returned(name, opens):
    """Where the function that begins there returns: its last `ret` before its caller goes on; of a
    handler the mret that ends it."""
    lo, size = symbols[name.partition(":")[0]]
    if handles[opens]:
        deep = itertools.accumulate(handles[i] - (ends.get(pcs[i]) == "mret")
                                    for i in range(opens, len(pcs)))
        return opens + list(deep).index(0)
    back = pcs[opens - 1] + width[pcs[opens - 1]]
    on = next(i for i in range(opens, len(pcs)) if pcs[i] == back)
    return max(i for i in range(opens, on) if pcs[i] in ends and lo <= pcs[i] < lo + size)


def expected(opens, last):
    """By pc: cycles, instructions, and those of them with a cycle: the younger of two has none."""
    by_pc, ran, worked = Counter(), Counter(), Counter()
    for i in range(bisect.bisect_right(cycles, cycles[opens]), bisect.bisect_right(cycles, last)):
        by_pc[pcs[i]] += cycles[i] - cycles[i - 1]
        ran[pcs[i]] += 1
        worked[pcs[i]] += cycles[i] > cycles[i - 1]
    return +by_pc, ran, worked


def compare(after, until):
    exact = after[-1] != "?"
    after = after.rstrip("?")
    options = ["--after", after] + (["--until", until] if until else []) + (
        ["--cycles", limit] if limit else [])
    sh(TALLY, "run", "--core", core, *options, "-o", TAPE, elf, stdin=subprocess.DEVNULL)
    c = read(TAPE)
    what, counters = f"{core} {' '.join(options)}", c.counters
    begin, taken = c.columns["window.begin"][0], c.end["cycles"]
    opens = place(after, 0)
    last = begin + taken - 1
    if exact:
        closes = returned(after, opens) if until == "return" else until and place(until, opens + 1)
        last = cycles[closes] if until else last
    ok(f"{what}: cycles {begin} to {begin + taken}", begin == cycles[opens] + 1
       and begin + taken == last + 1 and taken > 0, cycles[opens], last)
    by_pc, ran, worked = expected(opens, last)
    covered = range(c.settings["start"], c.bin_pc(len(c.columns["counter.count"])))
    inside, ran_there = ({pc: n for pc, n in of.items() if pc in covered} for of in (by_pc, ran))
    more = Counter(inside) - Counter(c.bins)        # asleep: no instruction's
    ok("... each counter, of the unit", not c.end["sticky"] and not Counter(c.bins)
       - Counter(inside) and more.total() <= counters["idle"] and by_pc.total()
       == counters["idle"] + counters["outside"] + counters["hits"], more,
       Counter(c.bins) - Counter(inside))
    ok(f"... each of {ran.total()} instructions", c.retired == ran_there
       and ran.total() == c.end["instructions"], c.end)
    ok("... WORK and waits are a counter's cycles", not c.waits or all(
        n == worked[pc] + sum(c.waits.get(pc, (0,))) for pc, n in c.bins.items()))
    ok("... TICKS and TREE hold", counters["ticks"] == taken == sum(counters.values()) - taken
       and sum(n.cycles for n in c.nodes) + counters["idle"] + counters["pending"] == taken)
    inclusive, durations, d = Counter(), Counter(), c.columns
    for node, n in zip(c.nodes[1:], c.inclusive()[1:]):
        inclusive[node.function] += n * (1 - node.function % 2)         # threads are no calls
    for name, column in ("duration", "cycles"), ("worst", "rest"):
        for function, n in zip(d[f"{name}.function"], d[f"{name}.{column}"]):
            durations[function] += n
    ok("... durations are inclusive cycles", +inclusive == +durations, inclusive - durations,
       durations - inclusive)
    ok("... of functions that ran", all(map(any, zip(d["worst.number"], d["worst.open"],
                                                     d["worst.rest"]))), d["worst.function"])
    parents = {n.parent for n in c.nodes}
    ok("... no context without a count", all(n.calls or n.instructions or i in parents
                                             for i, n in enumerate(c.nodes)))
    if after.partition(":")[0] in symbols:
        address = symbols[after.partition(":")[0]][0]
        calls = sum(n.calls for n in c.nodes if n.function == address)
        ok(f"... {calls} calls of it, the first opens", calls == 1 + ran[address])


for one in windows:
    compare(*re.sub(r"(\w+)\+(\d+)", lambda m: hex(symbols[m[1]][0] + int(m[2])), one).split(","))
end()
