# SPDX-License-Identifier: ISC
# needs: tally
"""unit_calls.py - the call tree that a unit keeps (`tally run --calls=unit`) against the exact one
of the same program, by function: inclusive cycles, recursion once.

usage: unit_calls.py CORE ELF POINTS FUNCTIONS [views]
At most so many FUNCTIONS are more than so many POINTS off, in percent of all ticks. A row of
tests/bench.sh's table says: nodes that were taken, ticks in the context in which they were spent,
own ticks of nodes marked ~, LOST, functions more than a point off, the worst. views: what is made
of such a capture, too.
"""
import collections
import os
import shutil
import sys

sys.path.insert(0, "tests/tool")
from kit import (changed, end, ok, put, refused, report_json, rows, tally,      # noqa: E402
                 tally_profile, without, workdir)

STACKS = "lua", "threads", "torture"     # switch them, if by longjmp
LINE = "| {} | {} | {} | {:.2f}% | {:.2f}% | {} | {} of {} | {:.2f} | {} |"


def trees(core, elf):
    """The captures: exact, the unit's."""
    name = os.path.basename(elf).removesuffix(".elf")
    tapes = [f"{core}-{name}-{how}.tally" for how in ("exact", "unit")]
    for how, tape in zip(("exact", "unit"), tapes):
        r = tally("run", "--core", core, f"--calls={how}", "-o", tape, elf)
        ok(f"{tape}: the run", r.code == 0 or "the firmware" in r.err, r)
    said = "did not lead to" in r.err, "callers may be wrong" in tally("report", tapes[1]).out
    ok("note and report: stacks are switched", said == (name.startswith(STACKS),) * 2, r)
    return name, tapes


def functions(tape, first):
    """{function: inclusive cycles}, {path: own cycles}. `first`, which is a unit's root, is no
    caller; threads and tasks, which have odd numbers, are none either."""
    c = tally_profile.read(tape)
    paths, own, inclusive = [()], collections.Counter(), collections.Counter()
    for node in c.nodes[1:]:
        above = paths[node.parent]
        if node.function & 1:
            paths.append(above)
            continue
        paths.append((() if above == (first,) else above) + (node.function,))
        own[paths[-1]] += node.cycles
        for function in {*paths[-1]}:
            inclusive[function] += node.cycles
    return c, own, inclusive


def compare(core, elf, points, most):
    name, (exact_tape, tape) = trees(core, elf)
    names = {int(r["address"], 16): r["name"] for r in rows("report", "--top", "0", exact_tape)}
    first = tally_profile.read(tape).nodes[1].function
    _, exact_own, exact = functions(exact_tape, first)
    c, own, found = functions(tape, first)
    ticks = c.counters["ticks"]
    rest = sum(c.unit[:4])
    off = {f: abs(exact[f] - found[f]) * 100 / ticks for f in {*exact, *found} - {first}}
    worst = max(off, key=off.get, default=0)
    right = sum(min(cycles, own[path]) for path, cycles in exact_own.items())
    mixed = sum(c.nodes[i].cycles for i in c.unit.mixed)
    print(LINE.format(name, core, len(c.nodes) - 1, right * 100 / ticks, mixed * 100 / ticks,
                      c.unit.lost, sum(o > 1 for o in off.values()), len(off),
                      off.get(worst, 0), names.get(worst, hex(worst))))
    tree = sum(n.cycles for n in c.nodes)
    ok(f"{name} on {core}: the invariant: {tree} + {rest} = {ticks}", tree + rest == ticks, c.unit)
    ok("LOST 0", c.unit.lost == 0 and c.unit.dropped == name.startswith(STACKS), c.unit)
    far = sorted((f"{o:.2f} {names.get(f, hex(f))}" for f, o in off.items() if o > points),
                 reverse=True)
    ok(f"{len(far)} of {len(off)} functions more than {points} points off, {most} may be",
       len(far) <= most, far)
    return exact_tape, tape


def views(exact, tape):
    c = tally_profile.read(tape)
    report = report_json(tape)
    tree = report["call_tree"]
    ok("JSON has what the capture has", tree["invariant"] and tree["nodes"] == len(c.nodes) - 1
       and [*tree["unit"].values()][1:] == [*c.unit[:7]], tree, c.unit)
    tree = report_json("--tree", tape)["tree"]["rows"]
    ok("the tree's rows add up", sum(r["count"] for r in tree) == c.counters["ticks"]
       and all("mixed" in r and "instructions" not in r for r in tree))
    for form in "folded", "callgrind", "cpuprofile", "pprof", "html", "svg", "gmon":
        r = tally("export", form, "-o", f"out.{form}", tape)
        ok(f"export {form}", r.code == 0 and "DOES NOT HOLD" not in r.err, r)
    with open("out.folded", encoding="utf-8") as f:
        stacks = [line.rsplit(" ", 1) for line in f]
    ok("stacks have callers, and all ticks", sum(int(n) for _, n in stacks) == c.counters["ticks"]
       and any(stack.startswith("main;Func_2;strcmp") for stack, _ in stacks), stacks[:9])
    shutil.copy(tape, "again.tally")
    r = tally("merge", "-o", "both.tally", tape, "again.tally")
    both = tally_profile.read("both.tally")
    ok("two merged", r.code == 0 and [2 * n for n in c.unit[:6]] == [*both.unit[:6]]
       and both.unit.mixed == c.unit.mixed
       and report_json("both.tally")["call_tree"]["invariant"], r, both.unit)
    refused("do not belong together: only .* has a unit's call tree", "merge", "-o", "never.tally",
            exact, tape)


def damaged(tape):
    other = "a call tree of another run"
    for what, change in (("node.mixed", put("node.mixed", 1, 2)),
                         ("node.mixed", without("node.mixed")),
                         ("unit.lost", without("unit.lost")),
                         ("unit.dropped", put("unit.dropped", 0, 2)),
                         ("unit.filtered", put("unit.filtered", 0, 1 << 63)),
                         (other, put("unit.filtered", 0, 1 << 61)),
                         (other, put("node.site", 1, 4)),
                         # a tree without instructions is a unit's
                         ("the call tree", without("unit", "node.mixed"))):
        refused(f"wrong.tally: corrupt capture: wrong: {what}", "report",
                changed(tape, "wrong.tally", change))


def options(elf):
    for option in ["--task", "dhrystone"], ["--data"], ["--handlers", "interrupted"]:
        refused(f"^tally: {option[0]}.*: a unit's call tree does not have that; leave out "
                "--calls=unit", "run", "--calls=unit", *option, elf)
    refused("--calls=unit: the last stage of vexriscv-imac does not show how long", "run", "--core",
            "vexriscv-imac", "--calls=unit", elf)
    for option in ["--no-calls"], ["--period", "2"], ["--priv", "u"], ["--by", "instructions"]:
        refused("--calls=unit: needs every cycle and its calls; leave out", "run", "--calls=unit",
                *option, elf)


def main():
    core, elf, points, most, *more = sys.argv[1:]
    elf = os.path.abspath(elf)
    workdir(f"unit-calls-{core}-{os.path.basename(elf)}")
    tapes = compare(core, elf, float(points), int(most))
    if more:
        views(*tapes)
        damaged(tapes[1])
        options(elf)
    end()


main()
