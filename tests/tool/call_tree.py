# SPDX-License-Identifier: ISC
# needs: tally
"""call_tree.py - the call tree of `tally run` in captures: it agrees with what the unit counted,
merge adds trees up, deep stacks and ELFs without symbols keep theirs, and a damaged tree is refused
by both readers.
"""
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import zlib
from collections import Counter

from kit import (CROSS, HIGH_STACK, TALLY, build, capture, chunks, end, joined, numbers, ok,
                 read, sh, tally, tally_capture, workdir, write)

DEPTH = 100000
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


def with_tree(path, tape, tree, size=None):
    """The capture with other bytes as its tree, None: without; and without causes."""
    packed = None if tree is None else struct.pack("<Q", len(tree) if size is None
            else size) + zlib.compress(tree)
    parts = [(tag, packed if tag == b"CALZ" else data) for tag, data in chunks(read(tape))
             if tag not in (b"WHYZ", b"CAWZ")]
    write(path, joined([part for part in parts if part[1] is not None]))
    return path


def refused(what, path):
    r = tally("report", path)
    try:
        tally_capture.read(path)
        mine = "read"
    except tally_capture.CaptureError as error:
        mine = str(error)
    ok(f"{what}: both readers refuse it", r.refused(r"corrupt capture: wrong: CALZ")
       and "CALZ" in mine, r, mine)


def tree_of(path):
    """The tree as bytes."""
    return zlib.decompress(dict(chunks(read(path)))[b"CALZ"][8:])


def encoded(heads, cells, counts=None, folded=0):
    """A tree: nodes (distance, site, function, calls), and for each its cells (step, instructions,
    cycles)."""
    counts = counts or (len(heads) + 1, sum(map(len, cells)))
    flat = [number for head in heads for number in head]
    for own in cells:
        flat += [len(own), *(number for cell in own for number in cell)]
    return numbers([*counts, folded, *flat])


def damaged(raw):
    tree = tree_of(raw)
    good, values = [], list(tally_capture.numbers(tree))
    nodes, cells = values[:2]
    ok("the tree written again is read", tally("report",
            with_tree("again.tally", raw, numbers(values))).code == 0)
    ok("without a tree it is read, too", tally("report", with_tree("none.tally", raw, None)).code
       == 0
       and not tally_capture.read("none.tally").nodes)
    for i in range(0, len(values), 1 + len(values) // 80):		# cut behind a number
        cut = with_tree("cut.tally", raw, numbers(values[:i]))
        good.append(tally("report", cut).refused("CALZ"))
    ok(f"cut behind {len(good)} of its {len(values)} numbers it is refused", all(good))
    first = 3 + 4 * (nodes - 1)				# the cells begin here
    for what, at, value in (("no nodes", 0, 0), ("more nodes", 0, nodes + 1),
                            ("2^40 nodes", 0, 1 << 40),
                            ("fewer cells", 1, cells - 1), ("more cells", 1, cells + 1),
                            ("2^40 cells", 1, 1 << 40),
                            ("a node above itself", 3, 0), ("a parent that is none", 3, 2),
                            ("2^64 calls", 6, 1 << 64),
                            ("a site of 2^32", 4, 1 << 32), ("a function of 2^32", 5, 1 << 32),
                            ("a pc of 2^32", first + 1, 1 << 32), ("a pc twice", first + 4, 0),
                            ("2^64 cycles", first + 3, 1 << 64)):
        refused(what, with_tree("wrong.tally", raw,
                                numbers([*values[:at], value, *values[at + 1:]])))
    refused("a number that does not end", with_tree("wrong.tally", raw, tree + b"\x80"))
    longer = bytes([tree[0] | 0x80, 0]) + tree[1:]
    refused("a number of two bytes that needs one", with_tree("wrong.tally", raw, longer))
    refused("something behind it", with_tree("wrong.tally", raw, tree + b"\0"))
    refused("another size", with_tree("wrong.tally", raw, tree, len(tree) + 1))
    for what, at, value in (("more cycles than the run", first + 3, 1 << 50),
                            ("more instructions than the run", first + 2, 1 << 50),
                            ("no instructions, as in a unit's", first + 2, 0)):
        more = with_tree("wrong.tally", raw, numbers([*values[:at], value, *values[at + 1:]]))
        r = tally("report", more)
        ok(f"{what}: refused", r.refused("of another run"), r)


def full(path):
    """Of a tree that was full every view and export says so, once; of another one none."""
    values = list(tally_capture.numbers(tree_of(path)))
    with_tree("full.tally", path, numbers([*values[:2], 12345, *values[3:]]))
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


def made(raw):
    """Small trees that no damage makes; the first is sound, but for what it counts."""
    word, half = (1 << 32) - 1, 1 << 63
    a, b = (1, 0, 16, 1), (1, 20, 32, 1)
    r = tally("report", with_tree("made.tally", raw, encoded([a, b], [[(0, 1, 1), (4, 1, 1)], []])))
    ok("a small tree: of another run, but a tree", r.refused("of another run"), r)
    for what, heads, cells in (("a pc of 0 twice", [a], [[(0, 1, 1), (0, 1, 1)]]),
                               ("pcs beyond 32 bits", [a], [[(word, 1, 1), (1, 1, 1)]]),
                               ("a node twice", [a, (2, *a[1:])], [[(0, 1, 1)], [(0, 1, 1)]]),
                               ("cycles of 64 bits", [a, b], [[(0, 1, half)], [(0, 1, half)]]),
                               ("instructions of 64 bits", [a, b],
                                [[(0, half, 1), (1, half, 1)], []]),
                               ("calls of 64 bits", [(*a[:3], half), (*b[:3], half)],
                                [[(0, 1, 1)], []])):
        refused(what, with_tree("wrong.tally", raw, encoded(heads, cells)))


def bombs(raw):
    """Small files that claim much, or have much of nothing: refused, and not for want of memory."""
    node, other, deep = (1, 0, 16, 1), (1, 0, 48, 1), (1 << 20) - 1
    much = (("2^40 nodes", 128, lambda: encoded([node], [[(0, 1, 1)]], (1 << 40, 1)), None),
            ("2^23 cells", 128, lambda: encoded([node], [[(0, 1, 1)]], (2, 1 << 23)), None),
            ("a claim of 2^63 bytes", 128, bytes, 1 << 63),
            ("a claim of 2^29 bytes", 128, bytes, 1 << 29),
            ("2^28 bytes of zeros", 400, lambda: bytes(1 << 28), None),
            ("2^25 nodes of zeros", 400, lambda: encoded([], [], (1 << 25, 0))
             + bytes((1 << 28) - 6), None),
            ("2^20 nodes below each other, and one", 400,
             lambda: encoded([node] * deep + [other], [[]] * (deep + 1)), None))
    for what, most, make, size in much:
        path = with_tree("bomb.tally", raw, make(), size)
        r = within(most, TALLY, "report", path)
        ok(f"{what}, {os.path.getsize(path)} bytes: refused within {most} MB",
           r.returncode == 1 and "wrong: CALZ" in r.stderr and not r.stdout, r.stderr)
        r = within(1600, sys.executable, "-B", tally_capture.__file__, path)
        ok("... by tally_capture.py, too", r.returncode == 1 and "wrong: CALZ" in r.stderr,
           r.stderr)


def within(megabytes, *command):
    return subprocess.run(["prlimit", f"--as={megabytes << 20}", *command], capture_output=True,
                          text=True, check=False)


def read_alike(path, rounds=150):
    """Bits of the tree are flipped, the CRC fits: both readers take it, and count the same, or both
    refuse it."""
    tree = tree_of(path)
    random.seed(1)
    taken, different = 0, []
    for _ in range(rounds):
        flipped = bytearray(tree)
        for _ in range(random.choice((1, 1, 2))):
            flipped[random.randrange(len(tree))] ^= 1 << random.randrange(8)
        with_tree("flipped.tally", path, bytes(flipped))
        try:
            mine = sum(n.cycles for n in tally_capture.read("flipped.tally").nodes)
        except tally_capture.CaptureError:
            mine = None
        r = tally("export", "folded", "flipped.tally")
        said = tally("report", "--by", "caller", "--json", "--top", "0", "flipped.tally")
        theirs = sum(row["count"] for row in json.loads(said.out)["rows"]["rows"]
                     if row["name"] not in ("[IDLE]", "[PENDING]")) if said.code == 0 else None
        taken += mine is not None
        if mine != theirs or (r.code == 0) != (mine is not None):
            different.append(bytes(flipped).hex())
    ok(f"{rounds} trees with flipped bits: {taken} taken, the others refused, by both readers "
       "alike",
       not different and 0 < taken < rounds, different[:1])


def merges(whole, part, bare):
    trees = [tally_capture.read(p) for p in (whole, part)]
    shutil.copy(whole, "twin.tally")
    ok("merge adds trees up", tally("merge", "-o", "sum.tally", whole, part).code == 0
       and paths(tally_capture.read("sum.tally")) == paths(trees[0]) + paths(trees[1]))
    ok("... also in the other order", tally("merge", "-o", "mus.tally", part, whole).code == 0
       and paths(tally_capture.read("mus.tally")) == paths(trees[0]) + paths(trees[1]))
    ok("a capture and its copy: all doubled",
       tally("merge", "-o", "twice.tally", whole, "twin.tally").code == 0
       and paths(tally_capture.read("twice.tally")) == paths(trees[0]) + paths(trees[0]))
    for order in (whole, bare, "twin.tally"), (bare, whole, part), (whole, part, bare):
        r = tally("merge", "-o", "mixed.tally", *order)
        ok(f"a sum of captures, {bare} without a tree: none, said once",
           r.code == 0 and r.err.count(f"{bare}: has no call tree") == 1
           and r.err.count("\n") == 1 + order.count(part)
           and not tally_capture.read("mixed.tally").nodes, r)
    values = list(tally_capture.numbers(tree_of(whole)))
    values[6] = (1 << 64) - 1 - sum(n.calls for n in trees[0].nodes[2:])
    r = tally("merge", "-o", "never.tally", with_tree("most.tally", whole, numbers(values)),
              with_tree("less.tally", part, tree_of(part)))
    ok("calls beyond 64 bits: refused, nothing written",
       r.refused("64 bits") and not os.path.exists("never.tally"), r)


def main():
    workdir("call_tree")
    elf = build("fib", {"a.c": PROGRAM}, "-O2", "-fno-optimize-sibling-calls")
    whole, part = capture(elf, "whole"), capture(elf, "part", "--cycles", "2K")
    trees = [tally_capture.read(p) for p in (whole, part)]
    agrees("fib", trees[0])
    agrees("its first 2,000 cycles", trees[1])
    calls = sum(n.calls for n in trees[0].nodes if n.site)
    ok(f"fib(12) + fib(9): {calls} calls", calls == 465 + 109 + 1, calls)
    merges(whole, part, capture(elf, "bare", "--no-calls"))
    full(whole)
    damaged(part)
    made(part)
    bombs(part)
    read_alike(part)
    sh(CROSS + "strip", "-o", "stripped.elf", elf)
    stripped = tally_capture.read(capture("stripped.elf"))
    agrees("without symbols", stripped)
    # the boot code is one with _start
    ok("without symbols: as many contexts", len(stripped.nodes) == len(trees[0].nodes) - 1,
       len(stripped.nodes))
    no_loop = "-fdisable-tree-tailr1", "-fdisable-tree-tailr2", "-fdisable-tree-tailc"
    deep = build("deep", {"start.S": HIGH_STACK, "a.c": DEEP}, "-O2", *no_loop)
    path = capture(deep, core="vexriscv")
    tree = tally_capture.read(path)
    depth = [0]
    for node in tree.nodes[1:]:
        depth.append(depth[node.parent] + 1)
    agrees("deep", tree)
    size = os.path.getsize(path)
    ok(f"deep: {max(depth)} contexts below one another, {size} bytes", max(depth) == DEPTH + 3,
       max(depth))
    end()


main()
