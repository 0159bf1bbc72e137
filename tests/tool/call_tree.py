# SPDX-License-Identifier: ISC
# needs: tally
"""call_tree.py - the call tree of `tally run` in captures: it agrees with what the unit counted,
merge adds trees up, deep stacks and ELFs without symbols keep theirs, and a tree that no run makes
is refused.
"""
import json
import os
import re
import shutil
import struct
import subprocess
import zlib
from collections import Counter

from kit import (CROSS, HIGH_STACK, TALLY, build, capture, changed, column, end, joined, ok, put,
                 refused, sh, tally, tally_capture, tally_profile, without, workdir, write)

DEPTH = 100000
TABLES = "node", "cell", "run.folded"
PROGRAM = r"""
__attribute__((noinline)) static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int run(void) { return fib(12) + fib(9); }
"""
DEEP = r"""
volatile int depth = %d;
__attribute__((noinline)) static int down(int n) { return n ? down(n - 1) + n : 0; }
int run(void) { return down(depth); }
""" % DEPTH


def paths(tree):
    """{(path, ...): number}: what every context counted, whatever its number is."""
    path, sums = [()], Counter()
    for node in tree.nodes[1:]:
        path.append(path[node.parent] + ((node.site, node.function),))
    for (node, pc), (cycles, instructions) in tree.cells.items():
        sums[path[node], pc, "cycles"] += cycles
        sums[path[node], pc, "instructions"] += instructions
    for i, node in enumerate(tree.nodes):
        sums[path[i], "calls"] += node.calls
    return sums


def agrees(what, tree):
    """Unit and tree, two records of one run, pc by pc."""
    cycles, instructions = Counter(), Counter()
    for (_, pc), (c, i) in tree.cells.items():
        cycles[pc] += c
        instructions[pc] += i
    counted = tree.counters
    want = counted["ticks"] - counted["idle"] - counted["pending"]
    ok(f"{what}: the tree's cycles are TICKS - IDLE - PENDING", sum(cycles.values()) == want, want)
    ok(f"{what}: at each of {len(tree.bins)} pcs those of the bins, and the instructions",
       all(cycles[pc] == n for pc, n in tree.bins.items())
       and all(instructions[pc] == n for pc, n in tree.retired.items()))


def damaged(tape):
    c = tally_capture.read(tape)
    nodes, cells, other = len(c["node.parent"]), len(c["cell.pc"]), "a call tree of another run"
    ok("the tree written again is read", tally("report", changed(tape, "again.tally")).code == 0)
    ok("without a tree it is read, too", tally("report", changed(
        tape, "none.tally", without(*TABLES))).code == 0 and not tally_profile.read(
            "none.tally").nodes)
    for name in [name for name in c if name.partition(".")[0] in TABLES[:2]]:
        refused(f"wrong.tally: corrupt capture: wrong: {name[:5]}", "report", changed(
            tape, "wrong.tally", lambda c, name=name: c.update({name: c[name][:-1]})))
    node = next(i for i, parent in enumerate(c["node.parent"]) if parent)
    cell = next(i for i in range(1, cells) if c["cell.node"][i] == c["cell.node"][i - 1])
    for what, name, at, value in (
            ("the call tree", "node.parent", nodes - 1, nodes - 1),	# above itself
            ("the call tree", "node.parent", nodes - 1, nodes),
            ("the call tree", "node.function", 0, 16), ("the call tree", "node.calls", 0, 1),
            ("node.calls", "node.calls", node, (1 << 64) - 1),
            ("node.site", "node.site", 1, 1 << 32), ("cell.pc", "cell.pc", 1, 1 << 32),
            ("node.function", "node.function", 1, 1 << 32),
            ("the call tree", "cell.pc", cell, c["cell.pc"][cell - 1]),		# twice
            ("the call tree", "cell.node", cells - 1, nodes), ("the call tree", "cell.node", 0, 0),
            ("cell.cycles", "cell.cycles", 1, (1 << 64) - 1), (other, "cell.cycles", 1, 1 << 50),
            ("cell.instructions", "cell.instructions", 1, (1 << 64) - 1),
            (other, "cell.instructions", 1, 1 << 50),
            (f"{other}|the call tree", "cell.instructions", 1, 0)):		# as in a unit's
        refused(f"wrong.tally: corrupt capture: wrong: ({what})", "report",
                changed(tape, "wrong.tally", put(name, at, value)))

    def twice(c):
        for name in ("parent", "site", "function"):
            c[f"node.{name}"][nodes - 1] = c[f"node.{name}"][nodes - 2]
    refused("wrong: the call tree", "report", changed(tape, "wrong.tally", twice))


def full(path):
    """Of a tree that was full every view and export says so, once; of another one none."""
    changed(path, "full.tally", put("run.folded", 0, 12345))
    views = ["report"], ["report", "--tree", "--csv"], ["annotate"], ["export",
            "folded"], ["export", "html"]
    for view in views:
        r, other = tally(*view, "full.tally"), tally(*view, path)
        said = (r.out + r.err).count("was full 12345 times")
        ok(f"{' '.join(view)} of a full tree says so once", r.code == 0 and said == 1
           and "was full" not in other.out + other.err, r.err, said)
    r = tally("diff", "full.tally", path)
    ok("... and diff", r.err.count("was full") == 1 and "full.tally: the call tree" in r.err, r)
    said = json.loads(tally("report", "--json", "full.tally").out)["call_tree"]["folded"]
    ok("... and JSON", said == 12345, said)


def bombs(tape):
    """Small files that claim much, or have much of nothing: refused, and not for want of memory."""
    c = tally_capture.read(tape)
    for what, most, table, n, there in (
            ("2^40 nodes", 128, "node", 1 << 40, 1), ("2^21 nodes", 128, "node", 1 << 21, 1),
            ("2^23 cells", 128, "cell", 1 << 23, 1), ("2^63 cells", 128, "cell", 1 << 63, 1),
            ("2^25 nodes of zeros", 128, "node", 1 << 25, 1 << 25),
            ("2^20 nodes of zeros", 400, "node", 1 << 20, 1 << 20),
            ("2^23 cells of zeros", 900, "cell", 1 << 23, 1 << 23)):
        zeros = zlib.compress(bytes(there))
        write("bomb.tally", joined([
            (struct.pack("<39sc3Q", name.encode(), b"n", n, n, len(zeros)), zeros)
            if name.partition(".")[0] == table else column(name, rows)
            for name, rows in c.items()]))
        r = within(most, TALLY, "report", "bomb.tally")
        ok(f"{what}, {os.path.getsize('bomb.tally')} bytes: refused within {most} MB",
           r.returncode == 1 and re.search(f"wrong: ({table}|the call tree)", r.stderr)
           and not r.stdout, r.stderr)


def within(megabytes, *command):
    return subprocess.run(["prlimit", f"--as={megabytes << 20}", *command], capture_output=True,
                          text=True, check=False)


def merges(whole, part, bare):
    trees = [tally_profile.read(p) for p in (whole, part)]
    shutil.copy(whole, "twin.tally")
    ok("merge adds trees up", tally("merge", "-o", "sum.tally", whole, part).code == 0
       and paths(tally_profile.read("sum.tally")) == paths(trees[0]) + paths(trees[1]))
    ok("... also in the other order", tally("merge", "-o", "mus.tally", part, whole).code == 0
       and paths(tally_profile.read("mus.tally")) == paths(trees[0]) + paths(trees[1]))
    ok("a capture and its copy: all doubled",
       tally("merge", "-o", "twice.tally", whole, "twin.tally").code == 0
       and paths(tally_profile.read("twice.tally")) == paths(trees[0]) + paths(trees[0]))
    for order in (whole, bare, "twin.tally"), (bare, whole, part), (whole, part, bare):
        r = tally("merge", "-o", "mixed.tally", *order)
        ok(f"a sum of captures, {bare} without a tree: none, said once",
           r.code == 0 and r.err.count("\n") == 1 + (part in order)
           and f"{bare}: has no call tree" in r.err
           and not tally_profile.read("mixed.tally").nodes, r)
    most = (1 << 64) - 1 - sum(n.calls for n in trees[0].nodes[2:])
    r = tally("merge", "-o", "never.tally",
              changed(whole, "most.tally", put("node.calls", 1, most)),
              changed(part, "less.tally"))
    ok("calls beyond 64 bits: refused, nothing written",
       r.refused("64 bits") and not os.path.exists("never.tally"), r)


def main():
    workdir("call_tree")
    elf = build("fib", {"a.c": PROGRAM}, "-O2", "-fno-optimize-sibling-calls")
    whole, part = capture(elf, "whole"), capture(elf, "part", "--cycles", "2K")
    trees = [tally_profile.read(p) for p in (whole, part)]
    agrees("fib", trees[0])
    agrees("its first 2,000 cycles", trees[1])
    calls = sum(n.calls for n in trees[0].nodes if n.site)
    ok(f"fib(12) + fib(9): {calls} calls", calls == 465 + 109 + 1, calls)
    merges(whole, part, capture(elf, "bare", "--no-calls"))
    full(whole)
    damaged(part)
    bombs(part)
    sh(CROSS + "strip", "-o", "stripped.elf", elf)
    stripped = tally_profile.read(capture("stripped.elf"))
    agrees("without symbols", stripped)
    # the boot code is one with _start
    ok("without symbols: as many contexts", len(stripped.nodes) == len(trees[0].nodes) - 1,
       len(stripped.nodes))
    no_loop = "-fdisable-tree-tailr1", "-fdisable-tree-tailr2", "-fdisable-tree-tailc"
    deep = build("deep", {"start.S": HIGH_STACK, "a.c": DEEP}, "-O2", *no_loop)
    path = capture(deep, core="vexriscv")
    tree = tally_profile.read(path)
    depth = [0]
    for node in tree.nodes[1:]:
        depth.append(depth[node.parent] + 1)
    agrees("deep", tree)
    size = os.path.getsize(path)
    ok(f"deep: {max(depth)} contexts below one another, {size} bytes", max(depth) == DEPTH + 3,
       max(depth))
    end()


main()
