# SPDX-License-Identifier: ISC
# needs: tally venv/pprof.stamp firmware/dhrystone.elf
"""why.py - what cycles waited for, in every view and export of one run: against the sums of the
capture, as its columns have it.
"""
import collections
import json
import re
import shutil

from kit import (BUILD, annotated, end, ok, refused, report_json, rows, sh, tally, tally_profile,
                 workdir)

CAUSES = tally_profile.CAUSES
DHRYSTONE = f"{BUILD}/firmware/dhrystone.elf"


def waits(row):
    return [int(row[cause]) for cause in CAUSES]


def totals(all_waits):
    return list(map(sum, zip(*all_waits)))


def views(tape, c, causes):
    for by in "function", "line", "inline", "address":
        table = rows("report", "--by", by, tape)
        ok(f"--by {by}: waits of all rows; each row is its instructions and waits",
           totals(map(waits, table)) == causes
           and all(int(r["cycles"]) == int(r["instructions"]) + sum(waits(r)) for r in table))
    ok("by caller they are unknown, and not 0", all(
        r["fetch"] == "" for r in rows("report", "--by", "caller", tape)))
    ok("--tree: waits of all contexts", totals(map(waits, rows("report", "--tree", tape)))
       == totals(c.cell_waits.values()))
    code = annotated("main", tape)[0]["code"]
    ok("annotate: each instruction is its retirements and waits", len(code) > 100 and all(
        i["count"] == i["instructions"] + sum(i["waits"].values()) for i in code), code[:3])
    whole = report_json(tape)
    ok("JSON: the run's waits, the functions'", list(whole["waits"].values()) == causes
       == totals(f["waits"].values() for f in whole["functions"]), whole["waits"])
    for i, (cause, total) in enumerate(zip(CAUSES, causes)):
        table, tree = (rows("report", *how, "--cause", cause, tape) for how in ([], ["--tree"]))
        ok(f"--cause {cause}: rows and contexts are its cycles", total == sum(
            int(r["cycles"]) for r in table) and sum(int(r["cycles"]) for r in tree)
           == sum(w[i] for w in c.cell_waits.values()))


def exports(tape, c):
    every = totals(c.cell_waits.values())
    names = [f"[{cause.upper()}]" for cause in CAUSES]
    folded = collections.Counter()
    for line in tally("export", "folded", "--why", tape).out.splitlines():
        stack, count = line.rsplit(" ", 1)
        folded[stack.split(";")[-1]] += int(count)
    ok("folded: all is TICKS, frames of causes", sum(folded.values()) == c.counters["ticks"]
       and [folded[name] for name in names] == every, folded)
    tally("export", "pprof", "--why", "-o", "why.pb.gz", tape)
    flat = dict((name, int(n)) for n, name in re.findall(
        r"^ *(\d+) .*? (\[[A-Z]+\])$",
        sh(f"{BUILD}/readers/pprof", "-top", "-nodecount=1000", "-nodefraction=0",
           "-symbolize=none", "why.pb.gz"), re.M))
    ok("pprof -top: causes are functions", [flat.get(name, 0) for name in names] == every, flat)


def compared(tape, c):
    """With the run and itself: each cause grew by as much as it was."""
    shutil.copy(tape, "again.tally")
    tally("merge", "-o", "twice.tally", tape, "again.tally")
    named = json.loads(tally("diff", "--json", tape, "twice.tally").out)["rows"]
    ok("diff: causes that grew", totals(c.waits.values())
       == totals(r["waits"].values() for r in named), named[:3])
    for options in ("--period", "100"), ("--priv", "m"), ("--no-cpi",):
        r = tally("run", *options, "-o", "some.tally", "--core", "vexriscv", DHRYSTONE)
        ok(f"run {options[0]} counts no causes", "\nwhy:" not in r.out
           and not tally_profile.read("some.tally").waits)
    refused("some.tally: has no causes", "report", "--why", "some.tally")
    refused("only .* counted", "merge", "-o", "never.tally", tape, "some.tally")


workdir()
run = tally("run", "--core", "vexriscv", "-o", "dhry.tally", DHRYSTONE)
capture = tally_profile.read("dhry.tally")
waited = totals(capture.waits.values())
ok("all causes occur", all(waited), waited)
views("dhry.tally", capture, waited)
exports("dhry.tally", capture)
compared("dhry.tally", capture)
end()
