#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""What a new user meets first: numbers as people write them, CPI without asking, where a run that hangs stood, what to
look at next, separators on a terminal and nowhere else.

usage: first.py
"""
import json
import re

from kit import CROSS, TALLY, build, capture, end, ok, sh, tally, workdir

LOOP = r"""
int run(void) { volatile int n = 0; for (;;) n++; }
"""
TRAP = r"""
	.globl run
	.type run, @function
run:	li a0, TURNS
1:	addi a0, a0, -1
	bnez a0, 1b
	.word 0
	.size run, . - run
"""


def numbers(elf):
    for text, value in (("20k", 20000), ("20K", 20000), ("2e4", 20000), ("0.02M", 20000),
                        ("2.00e4", 20000), ("0x4e20", 20000), ("20.0k", 20000), ("0.00002G", 20000)):
        r = tally("run", "--json", "--cycles", text, elf)
        ok("--cycles %s" % text, r.code == 0 and json.loads(r.out)["cycles"] == value, r)
    for text in "1.5", "1e", "1.", "1.k", "1kk", "-1", "1e30", "18446744073709551616", "0x", "", "1e3x", "1..5k", "0.0001k":
        r = tally("run", "--cycles", text, elf)
        ok("--cycles '%s' is refused" % text, r.refused("--cycles .*not a number from 1"), r)
    r = tally("report", "--top", "1e1", capture(elf, "numbers", "--cycles", "5k"))
    ok("--top 1e1", r.code == 0, r)


def endings(elf):
    r = tally("run", "--core", "vexriscv", "--cycles", "10k", elf)
    ok("a limit: instruction and line", re.search(
        r"\nat 0x800000[0-9a-f]{2} run\+0x[0-9a-f]+ \S*first/loop\.c:2: \w+", r.out), r.out)
    found = re.search(r"\nthe last 16 instructions: (.*)\n", r.out)
    ok("... and 16 before it, all of the loop", found and len(found[1].split(
        ", ")) == 16 and all(p.startswith("run+") for p in found[1].split(", ")), r.out)
    trap = build("trap", {"trap.S": TRAP.replace("TURNS", "3")}, "-g")
    r = tally("run", "--core", "vexriscv", "-o", "trap.tally", trap)
    ok("a trap: the instruction, its line", r.code == 1 and re.search(r"\nat 0x\w+ run\+0xc \S*trap\.S:6:", r.out), r.out)
    steps = "run, run+0x4, run+0x8, run+0x4, run+0x8, run+0x4, run+0x8"
    ok("... and the way there", "_start, _start+0x4, " + steps + "\n" in r.out, r.out)
    longer = tally("run", "--core", "vexriscv", build("longer", {"trap.S": TRAP.replace("TURNS", "9")}, "-g"))
    ok("... of a longer one the newest 16, in order", "last 16 instructions: " + \
       ", ".join(["run+0x4", "run+0x8"] * 8) + "\n" in longer.out, longer)
    ok("... also from the capture", steps in tally("report", "trap.tally").out)
    j = json.loads(tally("report", "--json", "trap.tally").out)
    ok("... and in JSON", len(j["end"]["last"]) == 13 and j["end"]["last"][-1] + 4 == j["end"]["pc"], j["end"])


def reports(elf):
    r = tally("run", "--cycles", "10k", elf)
    ok("CPI without asking", re.search(r"percent +cycles +CPI +incl +function", r.out), r.out)
    last = r.out.rstrip().split("\n")[-1]
    ok("what to look at next, without -o",
    re.fullmatch(r"next: with -o FILE, `tally annotate FILE` shows run, \d+% of all cycles, "
    "instruction by instruction",
    last),
     last)
    r = tally("run", "--cycles", "10k", "-o", "next.tally", elf)
    last = r.out.rstrip().split("\n")[-1]
    ok("... with -o", last.startswith("next: `tally annotate next.tally` shows run, "), last)
    ok("... and that command works", tally("annotate", "next.tally").out.startswith("run  "))
    sh(CROSS + "strip", "-o", "bare.elf", elf)
    ok("... nothing without symbols", "next:" not in tally("run", "--cycles", "10k", "bare.elf").out)
    shown = sh("script", "-qec", "%s run --color never --cycles 1234567 %s" % (TALLY, elf), "/dev/null")
    ok("on a terminal: separators", "TICKS 1,234,567 = HITS 1," in shown and re.search(
        r" 1,2\d\d,\d{3} ", shown), shown)
    ok("in a pipe: none", "TICKS 1234567 = " in tally("run", "--cycles", "1234567", elf).out)
    r = tally("report", "next.tally", elf)
    ok("next: with the ELF that was named", "`tally annotate next.tally first.elf`" in r.out, r.out)
    piped = tally("report", "-", stdin=open("next.tally", "rb").read())
    ok("nothing next for what came from a pipe", "next:" not in piped.out and "TICKS" in piped.out, piped)
    bare = {"PATH": "/nonexistent"}
    r = tally("run", "--cycles", "10k", elf, env=bare)
    ok("no objdump: the end without the instruction, no word of options that run has not", r.code == 0 and not r.err
       and re.search(r"\nat 0x\w+ run\S* \S*loop\.c:2\n", r.out), r)
    r = tally("export", "html", "-o", "next.html", "next.tally", env=bare)
    ok("... a page without instructions says so", r.code == 0 and "no instructions" in r.err and "--objdump" not in r.err, r)
    r = tally("annotate", "--top", "0", "next.tally", env=bare)
    ok("... annotate names its option, once", r.code == 0 and r.err.count("--objdump") == 1, r)
    r = tally("annotate", "--top", "0", "--objdump", "/nonexistent/x", "next.tally")
    ok("a named objdump that is not there: one line", r.code == 1 and r.err.count("\n") == 1, r)
    r = tally("annotate", "--csv", "run", "next.tally")
    ok("annotate --csv FUNCTION CAPTURE", r.code == 0 and r.out ==
       tally("annotate", "run", "next.tally", "--csv").out != "", r)


def main():
    workdir("first")
    elf = build("first", {"loop.c": LOOP}, "-O2", "-g")
    numbers(elf)
    endings(elf)
    reports(elf)
    end()


if __name__ == "__main__":
    main()
