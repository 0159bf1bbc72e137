# SPDX-License-Identifier: ISC
"""diff_calls.py - tally diff of two call trees: inclusive cycles of functions and contexts, against sums over the nodes
of the captures, with names by nm.

usage: diff_calls.py
"""
import json
import os
import sys
from collections import Counter

from kit import CROSS, build, capture, end, ok, rows, sh, tally, workdir

sys.dont_write_bytecode = True		# nothing is written outside BUILD
sys.path.insert(0, os.path.abspath("sw/python"))
import tally_capture  # noqa: E402 pylint: disable=wrong-import-position

LEAF = r"""
volatile int g;
__attribute__((noinline)) int leaf(int n) { int s = 0; while (n--) s += g; return s; }
"""
MAIN = r"""
int leaf(int);
__attribute__((noinline)) static int fib(int n) { return n < 2 ? leaf(n) : fib(n - 1) + fib(n - 2); }
__attribute__((noinline)) static int odd(int n);
__attribute__((noinline)) static int even(int n) { return n ? odd(n - 1) + 1 : leaf(SIZE); }
__attribute__((noinline)) static int odd(int n) { return n ? even(n - 1) + 1 : leaf(3); }
__attribute__((noinline)) int ONLY(int n) { return leaf(n) + 1; }
int run(void) { return fib(SIZE) + even(6) + ONLY(9); }
"""
FLAGS = "-O1", "-g", "-fno-optimize-sibling-calls"


def names_of(elf):
    """{address: name} of the functions."""
    return {int(a, 16): name for a, kind, name in map(str.split, sh(CROSS + "nm", elf).splitlines()) if kind in "tT"}


def said(names):
    """As a row names a context: innermost first, "f x3" where a function called itself."""
    text, at = [], 0
    while at < len(names):
        n = 1
        while names[at:at + n + 1] == [names[at]] * (n + 1):
            n += 1
        text.append(names[at] if n == 1 else f"{names[at]} x{n}")
        at += n
    return " < ".join(text)


def truth(path, elf):
    """Own and inclusive cycles: {function: ...}, {context: ...}; of functions recursion counts once."""
    tree, names = tally_capture.read(path), names_of(elf)
    stacks, own, inclusive = [[]], (Counter(), Counter()), (Counter(), Counter())
    for node, total in list(zip(tree.nodes, tree.inclusive()))[1:]:
        name = names.get(node.function, f"0x{node.function:08x}")
        stack = [name, *stacks[node.parent]]
        stacks.append(stack)
        own[0][name] += node.cycles
        own[1][said(stack)] += node.cycles
        inclusive[1][said(stack)] += total
        if name not in stack[1:]:
            inclusive[0][name] += total
    for rest in "idle", "pending":
        if tree.counters[rest]:
            own[1][f"[{rest.upper()}]"] = inclusive[1][f"[{rest.upper()}]"] = tree.counters[rest]
    return own, inclusive


def equal(what, table, own, inclusive):
    mine = {r["name"]: (r["a"], r["b"], r["inclusive_a"], r["inclusive_b"], r["change"]) for r in table}
    theirs = {name: (own[0][name], own[1][name], inclusive[0][name], inclusive[1][name], own[1][name] - own[0][name])
              for name in own[0] | own[1] if name in mine or "contexts" in what}
    ok(f"{what}: {len(theirs)} rows, own and inclusive cycles", mine == theirs and len(table) == len(mine),
       list(set(mine.items()) ^ set(theirs.items()))[:8])


def compared(a, b):
    sides = [truth(path + ".tally", path + ".elf") for path in (a, b)]
    a, b = a + ".tally", b + ".tally"
    functions, contexts = rows("diff", a, b), rows("diff", "--contexts", a, b)
    for i, (what, table) in enumerate((("functions", functions), ("contexts", contexts))):
        equal(what, table, [side[0][i] for side in sides], [side[1][i] for side in sides])
    order = [(abs(r["change"]), abs(r["inclusive_b"] - r["inclusive_a"])) for r in contexts]
    ok("contexts: the greatest change first, then of inclusive cycles", order == sorted(order, reverse=True), order)
    ticks = [tally_capture.read(path).counters["ticks"] for path in (a, b)]
    ok(f"contexts: all of {ticks} ticks", [sum(r[s] for r in contexts) for s in "ab"] == ticks)
    by = {r["name"]: r for r in functions}
    ok("code in another file is matched", by["leaf"]["moved_from"] and by["leaf"]["a"] and by["leaf"]["b"], by["leaf"])
    ok("one that is gone, one that is new", (by["before"]["inclusive_b"], by["after"]["inclusive_a"]) == (0, 0)
       and by["before"]["inclusive_a"] and by["after"]["inclusive_b"], by)
    for option, table in ((), functions), (("--contexts",), contexts):
        j = json.loads(tally("diff", "--json", "--top", "0", *option, a, b).out)
        mine = [[r[m] for m in ("name", "a", "b", "inclusive_a", "inclusive_b")] for r in j["rows"]]
        ok(f"--json {' '.join(option)}: the same, by {j['by']}", mine == [[r[m] for m in
           ("name", "a", "b", "inclusive_a", "inclusive_b")] for r in table] and j["sum_b"] == sum(r["b"] for r in table))
    return a, b


def printed(a, b):
    for option, what in ((), "function"), (("--contexts",), "context"):
        r = tally("diff", *option, "--width", "80", a, b)
        lines = r.out.split("\n\n")[1].splitlines()
        ok(f"80 columns: {lines[0]}", max(map(len, lines)) <= 80 and lines[0].endswith(f" inclusive  {what}"), r)
    line = next(line for line in tally("diff", a, b).out.splitlines() if "  fib  " in line)
    change = next(r["inclusive_b"] - r["inclusive_a"] for r in rows("diff", a, b) if r["name"] == "fib")
    ok(f"a row: {line}", line.split()[4] == f"{change:+}")
    same = rows("diff", "--contexts", a, a)
    ok("a capture against itself: no change", same and all(r["change"] == 0 and r["inclusive_a"] == r["inclusive_b"]
                                                            for r in same))


def without(elf, a):
    bare = capture(elf, "bare", "--no-calls")
    r = tally("diff", a, bare)
    ok("one without a tree: as before", r.code == 0 and "inclusive" not in r.out and "inclusive" not in
       tally("diff", "--csv", a, bare).out, r)
    ok("... and no contexts", tally("diff", "--contexts", a, bare).refused("bare.tally: has no call tree"))
    ok("--contexts beside --by", tally("diff", "--contexts", "--by", "line", a, a).refused("rows are of one kind"))
    ok("instructions have no inclusive cycles", "inclusive" not in tally("diff", "--by", "instructions", a, a).out)


def main():
    workdir("diff_calls")
    build("a", {"leaf.c": LEAF, "main.c": MAIN}, *FLAGS, "-DSIZE=7", "-DONLY=before")
    elf = build("b", {"moved.c": LEAF, "main.c": "int unused;\n" + MAIN}, *FLAGS, "-DSIZE=9", "-DONLY=after")
    capture("a.elf"), capture(elf)
    a, b = compared("a", "b")
    printed(a, b)
    without(elf, b)
    end()


main()
