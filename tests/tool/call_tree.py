# SPDX-License-Identifier: ISC
"""call_tree.py - the call tree of `tally run` in captures: it agrees with what the unit counted, merge adds trees up,
deep stacks and ELFs without symbols keep theirs, and a damaged tree is refused.

usage: call_tree.py BUILD
"""
import os
import struct
import sys
import zlib
from collections import Counter

from kit import CROSS, START, build, capture, end, ok, sh, tally, workdir

sys.dont_write_bytecode = True		# nothing is written outside BUILD
sys.path.insert(0, os.path.abspath("sw/python"))
import tally_capture  # noqa: E402 pylint: disable=wrong-import-position

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
    ok(f"{what}: the tree's cycles are TICKS - IDLE - PENDING", sum(cycles.values()) == want, sum(cycles.values()), want)
    same = all(cycles[pc] == n for pc, n in tree.bins.items())
    ok(f"{what}: at each of {len(tree.bins)} pcs those of the bins", same)
    ok(f"{what}: and the instructions", all(instructions[pc] == n for pc, n in tree.retired.items()))


def numbers(values):
    out = bytearray()
    for value in values:
        while value > 0x7F:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
    return bytes(out)


def chunks(raw):
    at = 20
    while at < len(raw) - 4:
        n = struct.unpack_from("<I", raw, at + 4)[0]
        yield raw[at:at + 4], raw[at + 8:at + 8 + n]
        at += 8 + n


def with_tree(path, raw, tree, size=None):
    """The capture with other bytes as its tree; None: without."""
    body = b""
    for tag, data in chunks(raw):
        if tag == b"CALZ":
            if tree is None:
                continue
            data = struct.pack("<Q", len(tree) if size is None else size) + zlib.compress(tree)
        body += tag + struct.pack("<I", len(data)) + data
    whole = raw[:12] + struct.pack("<Q", 20 + len(body) + 4) + body
    with open(path, "wb") as f:
        f.write(whole + struct.pack("<I", zlib.crc32(whole)))
    return path


def refused(what, path):
    r = tally("report", path)
    try:
        tally_capture.read(path)
        mine = "read"
    except tally_capture.CaptureError as error:
        mine = str(error)
    ok(f"{what}: both readers refuse it", r.refused(r"corrupt capture: wrong: CALZ") and "CALZ" in mine, r, mine)


def damaged(path):
    with open(path, "rb") as f:
        raw = f.read()
    tree = zlib.decompress(dict(chunks(raw))[b"CALZ"][8:])
    good, values = [], list(tally_capture.numbers(tree))
    nodes, cells = values[:2]
    ok("the tree written again is read", tally("report", with_tree("again.tally", raw, numbers(values))).code == 0)
    ok("without a tree it is read, too", tally("report", with_tree("none.tally", raw, None)).code == 0
       and not tally_capture.read("none.tally").nodes)
    for i in range(len(values)):			# cut behind each number
        cut = with_tree("cut.tally", raw, numbers(values[:i]))
        good.append(tally("report", cut).refused("CALZ"))
    ok(f"cut behind each of its {len(values)} numbers it is refused", all(good))
    first = 2 + 4 * (nodes - 1)				# the cells begin here
    for what, at, value in (("no nodes", 0, 0), ("more nodes", 0, nodes + 1), ("2^40 nodes", 0, 1 << 40),
                            ("fewer cells", 1, cells - 1), ("2^40 cells", 1, 1 << 40), ("a node above itself", 2, 0),
                            ("a parent that is none", 2, 2), ("a pc of 2^32", first + 1, 1 << 32),
                            ("no instructions", first + 2, 0), ("2^64 cycles", first + 3, 1 << 64)):
        refused(what, with_tree("wrong.tally", raw, numbers([*values[:at], value, *values[at + 1:]])))
    refused("a number that does not end", with_tree("wrong.tally", raw, tree + b"\x80"))
    refused("something behind it", with_tree("wrong.tally", raw, tree + b"\0"))
    refused("another size", with_tree("wrong.tally", raw, tree, len(tree) + 1))
    values[first + 3] += 1 << 50
    more = with_tree("wrong.tally", raw, numbers(values))
    ok("more cycles than the run: refused", tally("report", more).refused("more than the run"), tally("report", more))


def main():
    workdir("call_tree")
    elf = build("fib", {"a.c": PROGRAM}, "-O2", "-fno-optimize-sibling-calls")
    whole, part = capture(elf, "whole"), capture(elf, "part", "--cycles", "5K")
    trees = [tally_capture.read(p) for p in (whole, part)]
    agrees("fib", trees[0])
    agrees("its first 5,000 cycles", trees[1])
    calls = sum(n.calls for n in trees[0].nodes if n.site)
    ok(f"fib(12) + fib(9): {calls} calls", calls == 465 + 109 + 1, calls)
    ok("merge adds trees up", tally("merge", "-o", "sum.tally", whole, part).code == 0
       and paths(tally_capture.read("sum.tally")) == paths(trees[0]) + paths(trees[1]))
    bare = capture(elf, "bare", "--no-calls")
    r = tally("merge", "-o", "mixed.tally", whole, bare)
    ok("a sum of captures with and without has none, and says so", r.code == 0 and "has no call tree" in r.err
       and not tally_capture.read("mixed.tally").nodes, r)
    damaged(part)
    sh(CROSS + "strip", "-o", "stripped.elf", elf)
    stripped = tally_capture.read(capture("stripped.elf"))
    agrees("without symbols", stripped)
    ok("without symbols: as many contexts", len(stripped.nodes) == len(trees[0].nodes) - 1, len(stripped.nodes))	# the boot code is one with _start
    no_loop = "-fdisable-tree-tailr1", "-fdisable-tree-tailr2", "-fdisable-tree-tailc"
    deep = build("deep", {"start.S": START.replace("0x80100", "0x87000"), "a.c": DEEP}, "-O2", *no_loop)
    path = capture(deep, core="vexriscv")
    tree = tally_capture.read(path)
    depth = [0]
    for node in tree.nodes[1:]:
        depth.append(depth[node.parent] + 1)
    agrees("deep", tree)
    size = os.path.getsize(path)
    ok(f"deep: {max(depth)} contexts below one another, {size} bytes", max(depth) == DEPTH + 3, max(depth))
    for form in ("callgrind", "csv"):
        r = tally("export", form, "-o", "deep." + form, path)
        ok(f"deep: export {form}: {os.path.getsize('deep.' + form)} bytes", r.code == 0, r)
    end()


main()
