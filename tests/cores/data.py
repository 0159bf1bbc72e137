#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally tests/rig/exact tests/cores/$2/data.elf tests/cores/$2/dhrystone.elf
"""Loads and stores on one core: programs/data.c's by function and object, one by one; all waits for
DATA are an access's; and a unit whose tap shows addresses counts what the testbench does.

usage: data.py CORE ISA
"""
import csv
import io
import os
import subprocess
import sys

sys.path[:0] = ["tests"]
from tally_profile import CAUSES, read                        # noqa: E402
from check import end, ok, sh                                 # noqa: E402

BUILD, TALLY = os.environ["BUILD"], os.environ["TALLY"]
EXPECTED = {("fill", "table"): 96, ("fill", "flags"): 1, ("poll", "[CLINT+0xbff8]"): 30,
            ("listen", "[UART+0x4]"): 7,
            ("local", "[stack]"): 20, ("allocated", "[heap]"): 10}


def profile(core, isa, name):
    elf = f"{BUILD}/tests/cores/{isa}/{name}.elf"
    tape = f"{BUILD}/tests/cores/data-{name}-{core}.tally"
    sh(TALLY, "run", "--core", core, "--data", "-o", tape, elf)
    return elf, tape, read(tape)


def waits_add_up(name, c):
    waited = sum(waits for _, waits in c.accesses.values())
    data = sum(w[CAUSES.index("data")] for w in c.waits.values())
    ok(f"{name}: {waited} cycles waited, of {data} for DATA", 0 < waited <= data <= waited + 20)


def unit_counts(core, elf):
    """Accesses that wait for DATA, and every cycle up to an access, at the access's address."""
    for events in "4", "0":
        done = subprocess.run([f"{BUILD}/tests/rig/exact", core, elf, "50000", events, "data"],
                              capture_output=True, text=True)
        ok(f"the unit by address, events {events}", done.returncode == 0, done.stdout)


def refused(core, isa):
    """Does the core show no causes?"""
    done = subprocess.run([TALLY, "run", "--core", core, "--data",
                           f"{BUILD}/tests/cores/{isa}/data.elf"], capture_output=True, text=True)
    return done.returncode == 1 and done.stderr.count("\n") == 1 and "no causes" in done.stderr


def main(core, isa):
    if core == "picorv32-fetch":
        ok(f"{core} is refused", refused(core, isa))
        return end()
    elf, tape, c = profile(core, isa, "data")
    rows = csv.DictReader(io.StringIO(sh(TALLY, "report", "--csv", "--by", "function,object",
                                         "--top", "0", tape)))
    got = {(row["function"], row["object"]): int(row["accesses"]) for row in rows}
    for place, n in EXPECTED.items():
        ok(f"{core}: {place[0]} reaches {place[1]} {n} times", got.get(place) == n, got)
    ok("a text without a symbol is its section's",
       any(name == "spell" and object[0] == "[" and n >= 9 for (name, object), n in got.items()
           if object != "[stack]"), got)
    text = sh(TALLY, "report", "--by", "object", tape)
    ok("the report has the table", " table\n" in text and "all waits for data are" in text, text)
    waits_add_up("data", c)
    elf, tape, c = profile(core, isa, "dhrystone")
    waits_add_up("dhrystone", c)
    objects = sh(TALLY, "report", "--csv", "--by", "object", "--top", "0", tape)
    ok("rows by object are the capture's", sum(
        int(row["accesses"]) for row in csv.DictReader(io.StringIO(objects)))
       == sum(n for n, _ in c.accesses.values()))
    unit_counts(core, elf)
    return end()


sys.exit(main(*sys.argv[1:]))
