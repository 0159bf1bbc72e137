#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally
"""tally advise: each fault is found at its line, with the cycles that mending it saves, and a
program without it has no such finding. usage: advise.py"""
import json

from advise_programs import COMMON, CONFLICT, FAULTS, SOUND, UNCACHED, UNITS
from kit import START, build, end, ok, refused, tally, tally_profile, workdir

NEAR = 0.3			# of what is saved, that a promise may differ by


def advice(tape):
    r = tally("advise", "--json", tape)
    ok(f"advise {tape}", r.code == 0, r)
    found = json.loads(r.out)
    ok("... at most ten, each at least 1%, the costliest first", len(found["findings"]) <= 10
       and all(f["cycles"] >= found["cycles"] / 100 for f in found["findings"])
       and found["findings"] == sorted(found["findings"], key=lambda f: -f["cycles"]), found)
    return found["findings"]


def run(core, elf, tape, options=()):
    """Its capture, and its cycles but those asleep."""
    r = tally("run", "--core", core, *options, "-o", tape, elf)
    c = tally_profile.read(tape)
    ok(f"{tape} runs on {core}", r.code == 0 and c.end["reason"] == "finisher", r)
    return tape, c.counters["ticks"] - c.counters["idle"]


def ran(core, name, text, flags, options=()):
    sources = {"a.c": COMMON + text}
    if core == "rocket":
        sources["start.S"] = START.replace("lui sp, 0x80100", "li sp, 0x80100000").replace(
            "0xf0100000", "0x70100000")
    return run(core, build(name, sources, "-g", *flags), f"{name}.tally", options)


def of_kind(kind, tape):
    return [f for f in advice(tape) if f["kind"] == kind]


def line_of(text):
    return [n for n, line in enumerate((COMMON + text).split("\n"), 1) if "FAULT" in line][0]


def mended(kind, core, text, fault=("-O2",), cure=("-O2", "-DMENDED"), options=()):
    """One finding, at its line, that says what the cure saves; cured there is none."""
    bad, before = ran(core, kind, text, fault, options)
    good, after = ran(core, kind + "-mended", text, cure, options)
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


def configured(unit, fault):
    """The same program on a core with the unit: at most what is promised, and not much less."""
    (bad, before), (good, after) = (run(core, f"{fault}.elf", f"{fault}-{core}.tally")
                                    for core in ("vexriscv", "vexriscv-full"))
    found, saved = of_kind(unit, bad), before - after
    ok(f"{unit}: found", len(found) == 1 and found[0]["sure"] == "at most", advice(bad))
    for f in found:
        ok(f"{unit}: at most {f['cycles']} promised, {saved} saved",
           saved <= f["cycles"] <= (1 + NEAR) * saved, f)
    ok(f"{unit}: with it, it is gone", of_kind(unit, good) == [])


workdir()
for fault, program in FAULTS.items():
    mended(fault, "vexriscv", program)
ONE, OTHER = "-Wl,--section-start=.one=0x80004400", "-Wl,--section-start=.other=0x80004%s00"
mended("conflict", "vexriscv", CONFLICT, ("-O2", ONE, OTHER % "c"), ("-O2", ONE, OTHER % "e"))
CACHED, SLOW = "-Wl,-Tdata=0x40010000", "-Wl,--section-start=.slow=0x80020400"
mended("uncached", "vexriscv-full", UNCACHED, ("-O2", CACHED, SLOW),
       ("-O2", CACHED, SLOW.replace("0x8", "0x4")), ("--data",))
mended("unoptimised", "vexriscv", UNITS, ("-O0",), ("-O2",))
mended("size", "vexriscv", UNITS, ("-Os",), ("-O2",))
for unit, fault in ("shifter", "shift"), ("shifter", "extension"), ("multiplier", "multiply"):
    configured(unit, fault)
tape, _ = run("picorv32", "shift.elf", "shift-barrel.tally")
ok("none with PicoRV32's barrel shifter",
   not {f["kind"] for f in advice(tape)} & {"shift", "shifter"})
found = [of_kind("cache", f"conflict{which}.tally") for which in ("", "-mended")]
ok("cache: at most what the conflict costs, and none without", len(found[0]) == 1 and not found[1]
   and found[0][0]["cycles"] >= of_kind("conflict", "conflict.tally")[0]["cycles"], found)
tally("run", "--core", "vexriscv", "--no-cpi", "-o", "bare.tally", "size.elf")
refused("bare.tally: has no causes, and advice follows from them", "advise", "bare.tally")
found = advice(ran("vexriscv", "sound", SOUND, ("-O2",))[0])
ok("a program without a fault: no finding", found == [], found)
# Rocket's multiplications and divisions retire at once, and who reads the result waits.
WIDE = "-O2", "-march=rv64imac", "-mabi=lp64", "-mcmodel=medany", "-Wl,--no-relax"
for kind in "multiply", "divide":
    mended(kind, "rocket", FAULTS[kind], WIDE, (*WIDE, "-DMENDED"))
end()
