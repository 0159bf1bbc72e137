# SPDX-License-Identifier: ISC
# needs: tally
"""large.py - a large ELF, most of it debug information: reports agree, annotate starts few
objdumps.

usage: large.py UNITS; with 500 units or more (40 MB), a report takes at most 5 s of the processor.
One C++ unit is compiled; the others are its copies under other names of the same length.
"""
import os
import resource
import shutil
import sys

from kit import CROSS, LINK, START, end, imported, ok, read, rows, sh, tally, workdir, write

UNITS = int(sys.argv[1])
FUNCTIONS = 40
MACHINE = "-march=rv32im", "-mabi=ilp32"
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
    write("unit0000.cc", HEAD + "".join(FUNCTION % (i, i + 1, 2 * i + 3) for i in range(FUNCTIONS))
          + "}\n")
    sh(CROSS + "g++", *MACHINE, "-O2", "-g", "-ffreestanding", "-fno-exceptions", "-fno-rtti",
       "-c", "unit0000.cc")
    whole = read("unit0000.o")
    for i in range(UNITS):
        write(f"copy{i:04}.o", whole.replace(b"unit0000", b"unit%04d" % i))
    return [f"copy{i:04}.o" for i in range(UNITS)]


def link(name, objects):
    write("start.S", START + "\t.globl run\nrun:\tret\n")
    write("objects", "\n".join(objects))
    sh(CROSS + "gcc", *MACHINE, "-nostdlib", "-static", LINK + ",--no-relax", "start.S",
       "@objects", "-lgcc",
       "-o", name)


def every_function(elf):
    """A capture with counts in every function; how many there are, and their sum."""
    lines = [line.split() for line in sh(CROSS + "nm", elf).splitlines()]
    functions = [int(at, 16) for at, kind, name in lines if kind in "tT" and "work" in name]
    counts = {at + 4 * k: 1 + i % 7 for i, at in enumerate(functions) for k in range(8)}
    tape = imported(elf, counts)
    print(f"{elf}: {os.path.getsize(elf) / 1e6:.1f} MB of ELF, {os.path.getsize(tape) / 1e6:.1f} "
          f"MB of capture")
    return tape, len(functions), sum(counts.values())


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def reports(tape, n, total):
    for arguments in (["report"], ["report", "--by", "line"], ["report", "--by", "inline"],
                      ["report", "--by", "address"], ["annotate", "--top", "300"], ["diff", tape],
                      ["export", "callgrind", "-o", "callgrind.out"]):
        before = processor()
        r = tally(*arguments, tape)
        took = processor() - before
        ok(f"{' '.join(arguments)} of {tape}: {took:.2f} s",
           r.code == 0 and (UNITS < 500 or took <= 5), r)
    for by in "function", "line", "inline":
        table = rows("report", "--by", by, tape)
        ok(f"{tape} by {by}: {len(table)} rows add up", sum(r["cycles"] for r in table) == total
           and (by != "function" or len(table) == n))


def few_objdumps(tape, n):
    write("counted", f'#!/bin/sh\necho >>starts\nexec {shutil.which(CROSS + "objdump")} "$@"\n')
    os.chmod("counted", 0o755)
    r = tally("annotate", "--csv", "--top", str(min(n, 300)), "--objdump", "./counted", tape)
    whole = r.out.splitlines()
    starts = read("starts").count(b"\n")
    hottest = tally("annotate", "--csv", "--top", "1", tape).out.splitlines()[:-1]
    ok(f"annotate of {min(n, 300)} functions starts {starts} objdumps, and says of the first what "
       f"it says of it alone",
       r.code == 0 and starts <= 2 and hottest and whole[:len(hottest)] == hottest, r.err)


def main():
    workdir()
    objects = unit_objects()
    link("large.elf", objects)
    tape, n, total = every_function("large.elf")
    ok(f"{n} functions", n == UNITS * FUNCTIONS)
    reports(tape, n, total)
    few_objdumps(tape, n)
    end()


main()
