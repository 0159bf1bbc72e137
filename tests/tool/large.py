#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A large ELF, most of it debug information: reports agree, annotate starts few objdumps, terminals see progress.

usage: large.py UNITS; with 500 units or more (40 MB), a report takes at most 5 s of the processor.
One C++ unit is compiled; the others are its copies under other names of the same length.
"""
import os
import re
import resource
import shutil
import sys

from kit import CROSS, START, end, ok, on_terminal, rows, sh, tally, workdir

UNITS = int(sys.argv[1])
FUNCTIONS = 40
COPIES = UNITS // 8
HEAD = """namespace unit0000 {
struct shape { int left[9]; long long right; shape *next; };
volatile int sink;
template<int N> static inline __attribute__((always_inline)) int mix(int a, shape *s) {
 int r = a * N + s->left[0];
 for (int i = 0; i < (a & 3); i++)
  r ^= i * N + sink;
 return r;
}
"""
FUNCTION = """__attribute__((noinline)) int work%d(int a, shape *s) {
 int total = 0;
 for (int i = 0; i < a; i++) {
  total += mix<%d>(i, s) + mix<%d>(i + 1, s);
  sink = total;
 }
 return total;
}
"""


def unit_objects():
    with open("unit0000.cc", "w") as f:
        f.write(HEAD + "".join(FUNCTION % (i, i + 1, 2 * i + 3) for i in range(FUNCTIONS)) + "}\n")
    sh(CROSS + "g++", "-march=rv32im", "-mabi=ilp32", "-O2", "-g",
       "-ffreestanding", "-fno-exceptions", "-fno-rtti", "-c", "unit0000.cc")
    with open("unit0000.o", "rb") as f:
        whole = f.read()
    for i in range(UNITS):
        with open("copy%04d.o" % i, "wb") as f:
            f.write(whole.replace(b"unit0000", b"unit%04d" % i))
    return ["copy%04d.o" % i for i in range(UNITS)]


def link(name, objects):
    with open("start.S", "w") as f:
        f.write(START + "\t.globl run\nrun:\tret\n")
    with open("objects", "w") as f:
        f.write("\n".join(objects))
    sh(CROSS + "gcc", "-march=rv32im", "-mabi=ilp32", "-nostdlib", "-static",
       "-Wl,-n,-Ttext=0x80000000,--no-warn-rwx-segments,--no-relax", "start.S", "@objects", "-lgcc", "-o", name)


def overlapping(elf, name):
    """The same ELF with its units again and again: all of one address."""
    sh(CROSS + "objcopy", "--dump-section", ".debug_info=info", elf, "unused")
    with open("info", "rb") as f:
        info = f.read()
    with open("info", "wb") as f:
        f.write(info * COPIES)
    sh(CROSS + "objcopy", "--update-section", ".debug_info=info", elf, name)


def imported(elf, tape):
    """A capture with counts in every function; how many there are, and their sum."""
    functions = [line.split()[0] for line in sh(CROSS + "nm", elf).splitlines()
                            if line.split()[1] in "tT" and "work" in line]
    text = "".join("0x%08x %d\n" % (int(at, 16) + 4 * k, 1 + i % 7) for i, at in enumerate(functions) for k in range(8))
    took, r = seconds("import", elf, "-o", tape, stdin=text.encode())
    ok("%s: %.1f MB of ELF, %.1f MB of capture, import %.2f s" %
     (elf, os.path.getsize(elf) / 1e6, os.path.getsize(tape) / 1e6, took), r.code == 0, r)
    return len(functions), sum(int(line.split()[1]) for line in text.splitlines())


def seconds(*arguments, stdin=b""):
    """Processor's seconds of it and its children, and what it did."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    r = tally(*arguments, stdin=stdin)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, r


def reports(tape, n, total):
    for arguments in (["report"], ["report", "--by", "line"], ["report", "--by", "inline"], ["report", "--by", "address"],
                      ["annotate"], ["annotate", "--top", "300"], ["diff", tape], ["export", "callgrind", "-o", "callgrind.out"]):
        took, r = seconds(*arguments, tape)
        ok("%s of %s: %.2f s" % (" ".join(arguments), tape, took), r.code == 0 and (UNITS < 500 or took <= 5), r)
    for by in "function", "line", "inline":
        table = rows("report", "--by", by, tape)
        ok("%s by %s: %d rows add up" % (tape, by, len(table)), sum(
            r["cycles"] for r in table) == total and (by != "function" or len(table) == n))


def few_objdumps(tape, n):
    real = shutil.which(CROSS + "objdump")
    with open("counted", "w") as f:
        f.write('#!/bin/sh\necho >>starts\nexec %s "$@"\n' % real)
    os.chmod("counted", 0o755)
    whole = tally("annotate", "--csv", "--top", str(min(n, 300)), "--objdump", "./counted", tape)
    starts = sum(1 for _ in open("starts"))
    ok("annotate of %d functions starts %d objdumps" % (min(n, 300), starts), whole.code == 0 and starts <= 2, whole.err)
    hottest = tally("annotate", "--csv", tape).out
    ok("... and says of the first what it says of it alone", hottest and whole.out.startswith(hottest))


def main():
    workdir("large%d" % UNITS)
    objects = unit_objects()
    link("large.elf", objects)
    n, total = imported("large.elf", "large.tally")
    ok("%d functions" % n, n == UNITS * FUNCTIONS)
    reports("large.tally", n, total)
    few_objdumps("large.tally", n)
    link("some.elf", objects[:20])
    overlapping("some.elf", "copies.elf")
    reports("copies.tally", *imported("copies.elf", "copies.tally"))
    text = on_terminal("stderr", "report", "copies.tally")
    if UNITS >= 500:
        ok("a terminal sees progress, and it is gone afterwards", re.search(
            r"reading debug information, \d+%", text) and text.endswith("\r\033[K"), text)
    end()


main()
