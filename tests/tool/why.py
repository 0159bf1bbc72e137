#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally venv/pprof.stamp firmware/dhrystone.elf
"""What cycles waited for, in every view and export of one run: against the sums of the capture,
as its columns have it. usage: why.py"""
import collections
import csv
import io
import json
import re
import shutil

from kit import (BUILD, changed, end, ok, put, refused, rows, sh, tally, tally_capture,
                 tally_profile, without, workdir)

CAUSES = tally_profile.CAUSES
DHRYSTONE = f"{BUILD}/firmware/dhrystone.elf"


def waits(row):
    return [int(row[cause]) for cause in CAUSES]


def totals(all_waits):
    return list(map(sum, zip(*all_waits)))


def views(tape, c, causes):
    for by in "function", "line", "inline", "address":
        table = rows("report", "--by", by, tape)
        ok(f"--by {by}: waits of all rows", totals(map(waits, table)) == causes)
        ok(f"--by {by}: each row is its instructions and waits",
           all(int(r["cycles"]) == int(r["instructions"]) + sum(waits(r)) for r in table))
    ok("by caller they are unknown, and not 0", all(
        r["fetch"] == "" for r in rows("report", "--by", "caller", tape)))
    tree = rows("report", "--tree", tape)
    ok("--tree: waits of all contexts",
       totals(map(waits, tree)) == totals(c.cell_waits.values()))
    main = list(csv.DictReader(io.StringIO(tally("annotate", "main", "--csv", tape).out)))
    ok("annotate: each instruction is its retirements and waits",
       len(main) > 100 and all(int(r["cycles"]) == int(r["instructions"]) + sum(waits(r))
                               for r in main))
    whole = json.loads(tally("report", "--json", tape).out)
    ok("JSON: the run's waits", list(whole["waits"].values()) == causes, whole["waits"])
    ok("JSON: the functions'",
       totals(f["waits"].values() for f in whole["functions"]) == causes)
    text = tally("report", "--why", tape).out
    shown = dict(re.findall(r"([A-Z]+) ([\d.]+)%", re.search("^why: (.*)$", text, re.M)[1]))
    cycles = c.end["cycles"]
    ok("the line: shares of the run's cycles", shown.keys() == {"WORK", *map(str.upper, CAUSES)}
       and all(abs(float(shown[name.upper()]) - 100 * n / cycles) < 0.051
               for name, n in zip(CAUSES, causes)), shown)
    row = next(line for line in text.splitlines() if " strcmp " in line)
    shares = [float(n) for n in re.findall(r"([\d.]+)%", row)][2:]
    ok("--why: shares of a row add up to 100", len(shares) >= 5 and abs(sum(shares) - 100) < 0.4,
       row)


def one_cause(tape, c, causes):
    for cause, total in zip(CAUSES, causes):
        if not total:
            continue
        table = rows("report", "--cause", cause, tape)
        ok(f"--cause {cause}: rows are its cycles", sum(int(r["cycles"]) for r in table) == total)
        tree = rows("report", "--tree", "--cause", cause, tape)
        index = CAUSES.index(cause)
        ok(f"--tree --cause {cause}: so are contexts", sum(int(r["cycles"]) for r in tree)
           == sum(w[index] for w in c.cell_waits.values()))


def exports(tape, c):
    every = totals(c.cell_waits.values())
    names = [f"[{cause.upper()}]" for cause in CAUSES]
    folded = collections.Counter()
    for line in tally("export", "folded", "--why", tape).out.splitlines():
        stack, count = line.rsplit(" ", 1)
        folded[stack.split(";")[-1]] += int(count)
    ok("folded: all is TICKS", sum(folded.values()) == c.counters["ticks"])
    ok("folded: frames of causes", [folded[name] for name in names] == every, folded)
    plain = tally("export", "folded", tape).out
    ok("folded without --why has none", plain and not any(name in plain for name in names))
    tally("export", "pprof", "--why", "-o", "why.pb.gz", tape)
    flat = dict((name, int(n)) for n, name in re.findall(
        r"^ *(\d+) .*? (\[[A-Z]+\])$",
        sh(f"{BUILD}/readers/pprof", "-top", "-nodecount=1000", "-nodefraction=0",
           "-symbolize=none", "why.pb.gz"), re.M))
    ok("pprof -top: causes are functions", [flat.get(name, 0) for name in names] == every, flat)
    for form in "cpuprofile", "svg", "html":
        ok(f"{form}: has frames of causes", "[FETCH]" in tally("export", form, "--why", tape).out)
    page = tally("export", "html", tape).out
    ok("html: the line of causes", re.search("why: WORK [0-9.]+%", page) is not None)


def compared(tape, c):
    """Twice the same run: nothing changed; merged with itself: all twice."""
    shutil.copy(tape, "again.tally")
    merged = tally("merge", "-o", "twice.tally", tape, "again.tally")
    twice = tally_profile.read("twice.tally")
    ok("merge: waits add up", merged.code == 0
       and twice.waits == {pc: tuple(2 * n for n in w) for pc, w in c.waits.items()}
       and twice.cell_waits == {x: tuple(2 * n for n in w) for x, w in c.cell_waits.items()})
    out = tally("diff", tape, "twice.tally").out
    grown = dict(re.findall(r"([A-Z]+) \+(\d+)", re.search("^why: (.*)$", out, re.M)[1]))
    ok("diff: causes that grew", [int(grown.get(name.upper(), 0)) for name in CAUSES]
       == totals(c.waits.values()), out[-300:])
    named = json.loads(tally("diff", "--json", tape, "twice.tally").out)["rows"]
    ok("diff --json: rows' waits", totals(r["waits"].values() for r in named)
       == totals(c.waits.values()))
    bare = tally("run", "--no-cpi", "-o", "bare.tally", "--core", "vexriscv", DHRYSTONE)
    ok("run --no-cpi has no causes", "\nwhy:" not in bare.out
       and not tally_profile.read("bare.tally").waits)
    refused("bare.tally: has no causes", "report", "--why", "bare.tally")
    for options in ("--period", "100"), ("--priv", "m"), ("--no-cpi",):
        tally("run", *options, "-o", "some.tally", "--core", "vexriscv", DHRYSTONE)
        ok(f"run {options[0]} counts no causes", not tally_profile.read("some.tally").waits)
    refused("only .* counted", "merge", "-o", "never.tally", tape, "bare.tally")


def damaged(tape):
    """A capture whose causes can't be those of its run is refused."""
    other = "causes of another run"
    counts = tally_capture.read(tape)
    waited = next(i for i, n in enumerate(counts["code.fetch"]) if n)
    for what, change in (("code.exec", without("code.exec")), ("cell.data", without("cell.data")),
                         (other, put("code.fetch", waited, 1 << 40)),
                         ("code.fetch", put("code.fetch", waited, 1 << 63)),
                         ("the call tree", put("cell.fetch", 0, 1 << 40)),
                         ("code.flow", without("code.instructions")),
                         (other, put("code.instructions", waited, 0)),
                         (other, without(*(f"cell.{cause}" for cause in CAUSES))),
                         (other, without(*(f"code.{cause}" for cause in CAUSES)))):
        refused(f"bad.tally: corrupt capture: wrong: {what}", "report",
                changed(tape, "bad.tally", change))


workdir("why")
run = tally("run", "--core", "vexriscv", "-o", "dhry.tally", DHRYSTONE)
capture = tally_profile.read("dhry.tally")
waited = totals(capture.waits.values())
ok("all causes occur", all(waited), waited)
views("dhry.tally", capture, waited)
one_cause("dhry.tally", capture, waited)
exports("dhry.tally", capture)
compared("dhry.tally", capture)
damaged("dhry.tally")
end()
