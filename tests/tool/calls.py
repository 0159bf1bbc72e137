# SPDX-License-Identifier: ISC
# needs: tally
"""calls.py - the call tree of `tally run`: it agrees with what the unit counted; its views against
the capture's own nodes, summed here by paths of function addresses: every context of --tree,
--callers-of of every function, --by caller, inclusive cycles by function, what is hidden, sums;
deep stacks, full trees, merged ones.

usage: calls.py ELF     one more program
"""
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict

from kit import (HIGH_STACK, TALLY, annotated, build, capture, changed, end, ok, put,
                 refused, report_json, rows, tally, tally_profile, workdir)
from programs import CALLS, DEEP

# Parts of f are reached by a branch, and by a table; f.cold.1 is called, so it is none.
PARTS = "\t.globl run\n" + "".join(f"\t.type {n}, @function\n{n}:\t{code}\n\t.size {n}, . - {n}\n"
                                 for n, code in {
    "leaf": "ret", "f.cold": "call leaf; j back", "f.cold.1": "ret",
    "f.__part.1": "call f.cold.1; lw ra, 12(sp); addi sp, sp, 16; ret",
    "f": "addi sp, sp, -16; sw ra, 12(sp); andi t0, a0, 1; bnez t0, f.cold; back: call leaf; "
         "lw t1, table; jr t1",
    "run": "addi sp, sp, -16; sw ra, 12(sp); li s0, 8; 1: mv a0, s0; call f; addi s0, s0, -1; "
           "bnez s0, 1b; lw ra, 12(sp); addi sp, sp, 16; ret"}.items()) \
    + "\t.data\ntable:\t.word f.__part.1\n"
CALLING = "-O1", "-fno-optimize-sibling-calls"
EVERY = ["--min", "0", "--top", "0"]
MOST = 100 << 20			# bytes that a view of a deep tree may print


class Oracle:
    """{path of function addresses: [own cycles, calls, instructions]}, and sums over it by brute
    force."""

    def __init__(self, tape):
        c = tally_profile.read(tape)
        self.counters, self.paths, at = c.counters, defaultdict(lambda: [0, 0, 0]), [()]
        for n in c.nodes[1:]:
            at.append((*at[n.parent], n.function))
            for i, value in enumerate((n.cycles, n.calls, n.instructions)):
                self.paths[at[-1]][i] += value
        self.ticks = c.counters["ticks"]
        self.inclusive = Counter()
        for path, (own, *_) in self.paths.items():
            for n in range(1, len(path) + 1):
                self.inclusive[path[:n]] += own

    def of_function(self, f):
        """Inclusive cycles, recursion once; calls."""
        return (sum(n for path, n in self.inclusive.items() if path[-1] == f
                    and f not in path[:-1]),
                sum(calls for path, (_, calls, _) in self.paths.items() if path[-1] == f))

    def pairs(self):
        """{(caller, callee): (own cycles, calls, inclusive cycles)}"""
        sums = defaultdict(lambda: [0, 0, 0])
        for path, (own, calls, _) in self.paths.items():
            *steps, pair = zip((None, *path[:-1]), path)
            sums[pair][0] += own
            sums[pair][1] += calls
            sums[pair][2] += self.inclusive[path] if pair not in steps else 0
        return {pair: tuple(v) for pair, v in sums.items()}

    def callers(self, f):
        """{(f, caller, its caller, ...): [cycles that go no further up, calls]}, of each function
        the outermost."""
        ways, recursive = defaultdict(lambda: [0, 0]), 0
        for path, (_, calls, _) in self.paths.items():
            if path[-1] != f:
                continue
            if f in path[:-1]:
                recursive += calls
                continue
            way, rest = (f,), path[:-1]
            while rest:
                way, rest = (*way, rest[-1]), rest[:rest.index(rest[-1])]
            ways[way][0] += self.inclusive[path]
            for n in range(1, len(way) + 1):
                ways[way[:n]][1] += calls
        ways[f,][1] += recursive
        return dict(ways), recursive


def tree_of(*arguments):
    """The tree of --json, its rows, and each one's path of pcs by the parents' numbers."""
    j = report_json(*arguments)
    at = {None: ()}
    for row in j["tree"]["rows"]:			# parents come first
        at[row["number"]] = (*at[row["parent"]], row["name"] if row["pc"] is None else row["pc"])
    return j, j["tree"]["rows"], at


def whole_tree(name, tape, o):
    j, table, at = tree_of("--tree", *EVERY, tape)
    said = {at[r["number"]]: (r["count"], r["inclusive"], r["calls"], r["instructions"])
            for r in table}
    want = {p: (own, o.inclusive[p], calls, retired) for p, (own, calls, retired)
            in o.paths.items()}
    want |= {(f"[{k.upper()}]",): (n, n, 0, 0) for k in ("idle", "pending") if (n := o.counters[k])}
    ok(f"{name}: each of {len(want)} contexts has its cycles, inclusive cycles, calls, "
       "instructions",
       said == want, [(p, said.get(p), want.get(p)) for p in said.keys() | want
                      if said.get(p) != want.get(p)][:3])
    ok(f"{name}: own cycles add up to TICKS, depth is the path's",
       sum(r["count"] for r in table) == o.ticks == j["tree"]["sum"] and not j["tree"]["hidden"]
       and all(r["depth"] == len(at[r["number"]]) for r in table))
    tree = j["call_tree"]
    ok(f"{name}: TREE + IDLE + PENDING = TICKS",
       tree["invariant"] and tree["depth"] == max(map(len, o.paths))
       and tree["cycles"] + o.counters["idle"] + o.counters["pending"] == o.ticks, tree)
    return table


def choices(name, tape, o, table, leaf):
    """What is shown and what is not add up, whatever chooses."""
    match = ["--match", f"^{leaf}$"]
    found = {}
    for options in ["--top", "4"], ["--min", "10"], ["--depth", "3"], match:
        j, found[options[0]], _ = tree_of("--tree", *options, tape)
        ok(f"{name}: --tree {' '.join(options)}: the rows and what is hidden are TICKS",
           sum(r["count"] for r in found[options[0]]) == o.ticks - j["tree"]["hidden"], j["tree"])
    least = 0.1 * o.ticks
    ok(f"{name}: --min", len(found["--min"]) == sum(r["inclusive"] >= least for r in table) > 0
       and min(r["inclusive"] for r in found["--min"]) >= least)
    ok(f"{name}: --depth", max(r["depth"] for r in found["--depth"]) == 3)
    leads = {r["parent"] for r in found["--match"]} | {r["number"] for r in found["--match"]
                                                       if r["name"] == leaf}
    ok(f"{name}: --match shows what leads to a match",
       {r["number"] for r in found["--match"]} <= leads and sum(
           r["name"] == leaf for r in found["--match"]) == sum(r["name"] == leaf for r in table))


def callers(name, tape, o, functions):
    for f in functions:
        ways, recursive = o.callers(f)
        inclusive, calls = o.of_function(f)
        _, table, at = tree_of("--callers-of", hex(f), *EVERY, tape)
        said = {at[r["number"]]: [r["count"], r["calls"]] for r in table}
        nested = said.pop((f, "[recursion]"), [0, 0])
        ok(f"{name}: callers of {table[0]['name']}: {inclusive} cycles, {calls} calls, {recursive} "
           f"of them recursive",
           said == ways and nested == [0, recursive] and sum(r["count"] for r in table)
           == inclusive
           and (table[0]["inclusive"], table[0]["calls"]) == (inclusive, calls), said, ways, nested)


def caller_rows(name, tape, o):
    want, table = o.pairs(), rows("report", "--by", "caller", tape)
    names = {r["name"]: int(r["address"], 16) for r in table}
    said = {(names.get(r["caller"]), int(r["address"], 16)): (r["cycles"], r["calls"],
            r["inclusive"])
            for r in table if r["name"] not in ("[IDLE]", "[PENDING]")}
    ok(f"{name}: {len(want)} rows by caller, which add up to TICKS", said == want
       and sum(r["cycles"] for r in table) == o.ticks, set(said.items()) ^ set(want.items()))
    j = report_json("--by", "caller", "--top", "5", "--match", "leaf", tape)["rows"]
    ok(f"{name}: by caller, --top and --match: the rest is hidden", j["sum"] == o.ticks
       and sum(r["count"] for r in j["rows"]) + j["hidden"] == o.ticks and len(j["rows"]) <= 5
       and j["hidden_rows"] == len(table) - len(j["rows"]), j)


def function_rows(name, tape, o):
    table = rows("report", tape)
    wrong = [r for r in table if (r["inclusive"], r["calls"])
             != o.of_function(int(r["address"], 16))]
    ok(f"{name}: inclusive cycles and calls of {len(table)} functions", table and not wrong, wrong)


def every_view(name, tape, leaf, step=1):
    o = Oracle(tape)
    table = whole_tree(name, tape, o)
    choices(name, tape, o, table, leaf)
    function_rows(name, tape, o)
    callers(name, tape, o, sorted({path[-1] for path in o.paths})[::step])
    caller_rows(name, tape, o)


def agrees(what, tape):
    """Unit and tree, two records of one run, pc by pc."""
    c, cycles, instructions = tally_profile.read(tape), Counter(), Counter()
    for (_, pc), (n, retired) in c.cells.items():
        cycles[pc] += n
        instructions[pc] += retired
    ok(f"{what}: at each of {len(c.bins)} pcs the tree has the bins' cycles, and the instructions",
       all(cycles[pc] == n for pc, n in c.bins.items())
       and all(instructions[pc] == n for pc, n in c.retired.items()))


def contexts(tape):
    """{(path, ...): number}: what every context counted, whatever its number is."""
    tree, path, sums = tally_profile.read(tape), [()], Counter()
    for node in tree.nodes[1:]:
        path.append(path[node.parent] + ((node.site, node.function),))
    for (node, pc), counts in tree.cells.items():
        for i, n in enumerate(counts):
            sums[path[node], pc, i] += n
    for i, node in enumerate(tree.nodes):
        sums[path[i], "calls"] += node.calls
    return sums


def merges(whole, part, plain):
    shutil.copy(whole, "twin.tally")
    for parts in (whole, part), (part, whole), (whole, "twin.tally"):
        r = tally("merge", "-o", "sum.tally", *parts)
        ok(f"merge of {parts}: trees add up", r.code == 0
           and contexts("sum.tally") == contexts(parts[0]) + contexts(parts[1]), r)
    for order in (whole, plain, "twin.tally"), (plain, whole, part):
        r = tally("merge", "-o", "mixed.tally", *order)
        ok(f"a sum of captures, {plain} without a tree: none, said once",
           r.code == 0 and r.err.count("\n") == 1 + (part in order)
           and f"{plain}: has no call tree" in r.err
           and not tally_profile.read("mixed.tally").nodes, r)
    nodes = tally_profile.read(whole).nodes
    most = (1 << 64) - 1 - sum(n.calls for n in nodes[2:])
    refused("64 bits", "merge", "-o", "never.tally", changed(
        whole, "most.tally", put("node.calls", 1, most)), part)


def bounded(what, *arguments):
    """The output of a command, which must not be much."""
    with subprocess.Popen([TALLY, *arguments], stdout=subprocess.PIPE) as child:
        out = child.stdout.read(MOST)
        if len(out) == MOST:
            child.kill()
    ok(f"{what}: {len(out)} bytes", len(out) < MOST and child.returncode == 0)
    return out.decode()


def deep(n=60000):
    """A stack of n calls: no recursion in the tool, output that grows with the contexts, lines that
    fit."""
    elf = build("deep", {"start.S": HIGH_STACK, "deep.c": DEEP}, *CALLING, f"-DRUN=down({n})")
    tape = "deep.tally"
    bounded(f"run with {n} calls", "run", "--core", "vexriscv", "-o", tape, elf)
    agrees("deep", tape)
    j = report_json(tape)
    tree, ticks, whole = j["call_tree"], j["counters"]["ticks"], {r["name"]: r
            for r in rows("report", tape)}
    ok(f"the stack was {n} deep; recursion counts once", tree["invariant"] and tree["depth"] >= n
       and max(r["inclusive"] for r in whole.values()) <= ticks
       and whole["down"]["inclusive"] > 0.9 * ticks, tree, whole)
    for view in ["--tree"], ["--callers-of", "leaf"]:
        out = bounded(str(view), "report", *view, "--width", "80", tape)
        ok("... fits a screen", out.count("\n") < 60 and max(map(len, out.split("\n"))) <= 80, out)
        table = json.loads(bounded("... --json", "report", *view, *EVERY, "--json",
                                   tape))["tree"]["rows"]
        want = ticks if view == ["--tree"] else table[0]["inclusive"]
        ok("... adds up", sum(r["count"] for r in table) == want, want)


def parts():
    """Code of f that lies elsewhere is f in all but addresses; no jump to it is a tail call."""
    elf = build("parts", {"parts.S": PARTS})
    for how in (), ("--calls=unit",):
        tape = capture(elf, "parts", *how)
        calls = {(r["caller"], r["name"]): r["calls"] for r in rows("report", "--by", "caller",
                 tape) if r["caller"] not in ("", "_start")}
        own = sum(r["cycles"] for r in rows("report", "--by", "address", tape) if r["name"] == "f")
        f = next(r for r in rows("report", tape) if r["name"] == "f")
        (code,) = annotated("f", tape)
        ok(f"parts of a function {how}", calls == {("run", "f"): 8, ("f", "leaf"): 12,
           ("f", "f.cold.1"): 8} and own == f["cycles"] == code["count"] < f["inclusive"]
           and len(code["code"]) == 14
           and "and f.cold, 0x" in tally("annotate", "f.cold", tape).out, calls, own, f, code)


def main():
    big = os.path.abspath(sys.argv[1])
    workdir()
    elf = build("calls", {"calls.c": CALLS}, *CALLING, "-DSIZE=12", "-DONLY=cut")
    tape = capture(elf, "calls")
    agrees("calls", tape)
    every_view("calls", tape, "leaf")
    plain, part = capture(elf, "plain", "--no-calls"), capture(elf, "part", "--cycles", "2K")
    r = tally("report", plain)
    ok("--no-calls: the report and JSON have nothing of a tree", r.code == 0 and not r.err
       and not re.search("TREE|incl|called by", r.out) and "call_tree" not in report_json(plain), r)
    merges(tape, part, plain)
    changed(tape, "full.tally", put("run.folded", 0, 12345))
    for view in ["report"], ["export", "html"], ["diff", tape]:
        r = tally(*view, "full.tally")
        ok(f"{view} of a full tree says so once", r.code == 0
           and (r.out + r.err).count("was full 12345 times") == 1, r.err)
    tape = capture(big, "big", "--cycles", "300k", core="vexriscv")
    every_view("big", tape, rows("report", tape)[0]["name"], 30)
    deep()
    parts()
    end()


main()
