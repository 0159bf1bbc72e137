# SPDX-License-Identifier: ISC
"""The call tree of a board's second unit against the exact one of the same endless program.

usage: calls.py EXACT RECORDED POINTS FOLDED
No function's share of all, with all that it calls, is more than POINTS off, but of those that never
returned, nor were called since. FOLDED: the recording's stacks, which are all of its tree's ticks.
"""
import collections
import sys

from tally_profile import read


def shares(capture):
    """{function: its inclusive share}, recursion once; and those that were called."""
    paths, own, called = [()], collections.Counter(), set()
    for node in capture.nodes[1:]:
        paths.append((*paths[node.parent], node.function))
        called |= {node.function} if node.calls else set()
        for function in {*paths[-1]}:
            own[function] += node.cycles
    ticks = capture.unit.ticks if capture.unit else capture.counters["ticks"]
    return {f: 100 * n / ticks for f, n in own.items()}, called


exact, recorded = read(sys.argv[1]), read(sys.argv[2])
if recorded.unit.lost or recorded.unit.dropped:
    sys.exit(f"FAILED: {recorded.unit}")
want, _ = shares(exact)
found, called = shares(recorded)
off = {f: abs(share - want.get(f, 0)) for f, share in found.items() if f in called and f != 1}
steady = {f for f, share in want.items() if share > 1 and f not in called}
worst = max(off, key=off.get)
print(f"{len(off)} functions, at most {off[worst]:.2f} points off (0x{worst:x}); "
      f"{len(steady)} were not called")
if len(off) < 7 or off[worst] > float(sys.argv[3]) or len(steady) > 2:
    sys.exit(f"FAILED: {off}, {steady}")
with open(sys.argv[4], encoding="utf-8") as stacks:
    total = sum(int(line.rsplit(" ", 1)[1]) for line in stacks)
if total != recorded.unit.ticks:
    sys.exit(f"FAILED: stacks of {total}, not {recorded.unit.ticks}")
