#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally
"""tally advise: each fault is found at its line, with the cycles that mending it saves, and a
program without it has no such finding. usage: advise.py"""
import json

from advise_programs import COMMON, FAULTS, SOUND, UNITS
from kit import build, end, ok, refused, tally, tally_capture, workdir

NEAR = 0.3			# of what is saved, that a promise may differ by


def advice(tape):
    r = tally("advise", "--json", tape)
    ok(f"advise {tape}", r.code == 0, r)
    found = json.loads(r.out)
    ok("... at most ten, each at least 1%, the costliest first", len(found["findings"]) <= 10
       and all(f["cycles"] >= found["cycles"] / 100 for f in found["findings"])
       and found["findings"] == sorted(found["findings"], key=lambda f: -f["cycles"]), found)
    return found["findings"]


def ran(core, name, text, *flags):
    """Its capture, and its cycles but those asleep."""
    source = COMMON + text
    elf = build(name, {"a.c": source}, "-g", *flags)
    tape = f"{name}.tally"
    r = tally("run", "--core", core, "-o", tape, elf)
    c = tally_capture.read(tape)
    ok(f"{name} runs on {core}", r.code == 0 and c.end["reason"] == "finisher", r)
    return tape, c.counters["ticks"] - c.counters["idle"]


def of_kind(kind, tape):
    return [f for f in advice(tape) if f["kind"] == kind]


def line_of(text):
    return [n for n, line in enumerate((COMMON + text).split("\n"), 1) if "FAULT" in line][0]


def mended(kind, core, text, fault, cure):
    """One finding, at its line, that says what the cure saves; cured there is none."""
    bad, before = ran(core, kind, text, *fault)
    good, after = ran(core, kind + "-mended", text, *cure)
    found = of_kind(kind, bad)
    ok(f"{kind}: found", len(found) == 1, advice(bad))
    saved = before - after
    for f in found:
        ok(f"{kind}: {f['cycles']} cycles promised, {saved} saved",
           abs(f["cycles"] - saved) <= NEAR * saved or
           (f["sure"] == "at most" and f["cycles"] >= saved), f)
        ok(f"{kind}: at its line", f["file"].endswith("a.c")
           and f["line"] - line_of(text) in (-1, 0, 1, 2), f, line_of(text))
    ok(f"{kind}: mended, it is gone", of_kind(kind, good) == [], of_kind(kind, good))


workdir("advise")
for fault, program in FAULTS.items():
    mended(fault, "vexriscv", program, ("-O2",), ("-O2", "-DMENDED"))
mended("unoptimised", "vexriscv", UNITS, ("-O0",), ("-O2",))
mended("size", "vexriscv", UNITS, ("-Os",), ("-O2",))
tally("run", "--core", "vexriscv", "--no-cpi", "-o", "bare.tally", "size.elf")
refused("bare.tally: has no causes, and advice follows from them", "advise", "bare.tally")
found = advice(ran("vexriscv", "sound", SOUND, "-O2")[0])
ok("a program without a fault: no finding", found == [], found)
end()
