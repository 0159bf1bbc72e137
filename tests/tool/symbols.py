#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Symbols, source lines and inline chains of the host tool against binutils.

usage: symbols.py PROBE WORKDIR [ELF...]
For every instruction of each ELF (and of small ones built here) compares the function
with readelf's symbol table, the line number and the chain of inlined calls with
addr2line -i, the file with readelf's line table. (Under DWARF 5, addr2line 2.40
takes the unit's file for one included into it, so its files are not compared.)
"""
import bisect
import os
import re
import subprocess
import sys

CROSS = "riscv64-unknown-elf-"

SMALL = r"""
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
static inline __attribute__((always_inline)) int deep(int x) { return twice(x) + 3; }
volatile int g;
int dead(int n) { return deep(n) + g; }
__attribute__((noinline)) static int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += deep(i) ^ g; return s; }
__attribute__((noinline)) int other(int n) { return twice(n) - g; }
int same(int n) __attribute__((alias("other")));
int dead_too(int n) { return deep(n) * g; }
void _start(void) { g = work(10); g += other(3); for (;;) ; }
"""
LABELS = r"""
	.globl bare
bare:	addi a0, a0, 1
	nop
again:	bnez a0, again
	ret
	.word 0x12345678
"$x":	nop			# as assemblers mark code after data
	.globl sized
	.type sized, @function
sized:	nop
inside:	bnez a0, inside
	ret
	.size sized, . - sized
	.section .text.gone, "ax"
gone:	nop
"""
BUILDS = {
    "gc": ["-O2", "-ffunction-sections", "-Wl,--gc-sections", "-Wl,-Ttext=0x80000000"],
    "gc-at-0": ["-O2", "-ffunction-sections", "-Wl,--gc-sections", "-Wl,-Ttext=0"],
    "dwarf4": ["-O2", "-gdwarf-4", "-Wl,-Ttext=0x80000000"],
    "o0": ["-O0", "-Wl,-Ttext=0x80000000"],
    "compressed-debug": ["-O1", "-Wl,-Ttext=0x80000000", "-Wl,--compress-debug-sections=zlib"],
    "rvc": ["-O2", "-march=rv32imc", "-Wl,-Ttext=0x80000000"],
}


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def build(workdir):
    os.makedirs(workdir, exist_ok=True)
    c, s = os.path.join(workdir, "small.c"), os.path.join(workdir, "labels.S")
    open(c, "w").write(SMALL)
    open(s, "w").write(LABELS)
    for name, flags in BUILDS.items():
        elf = os.path.join(workdir, name + ".elf")
        run(CROSS + "gcc", "-march=rv32im", "-mabi=ilp32", "-g", "-nostdlib", "-static", "-Wl,--no-warn-rwx-segments",
            "-Wl,-u,bare", *flags, c, s, "-o", elf)
        yield elf


def instructions(elf):
    listing = run(CROSS + "objdump", "-d", elf)
    return [int(m.group(1), 16) for m in re.finditer(r"^\s*([0-9a-f]+):\t", listing, re.M)]


def symbols(elf):
    """Functions with a size: start -> (end, names), and the labels without one: start -> names."""
    sized, labels = {}, {}
    for line in run(CROSS + "readelf", "-sW", elf).splitlines():
        f = line.split()
        if len(f) != 8 or not f[0].rstrip(":").isdigit() or not f[6].isdigit() or f[3] not in ("FUNC", "NOTYPE"):
            continue
        value, size, name = int(f[1], 16), int(f[2], 0), f[7]
        if size:
            end, names = sized.get(value, (0, set()))
            sized[value] = (max(end, value + size), names | {name})
        elif not name.startswith("$"):
            labels.setdefault(value, set()).add(name)
    for value in list(labels):
        if any(start <= value < end for start, (end, _) in sized.items()):
            del labels[value]
    return sized, labels


def expected_function(pc, sized, labels, starts):
    """The newest start not above pc decides: a function within its size, a label up to the next start."""
    i = bisect.bisect_right(starts, pc) - 1
    if i < 0:
        return 0, {""}
    start = starts[i]
    if start in labels:
        return start, labels[start]
    end, names = sized[start]
    return (start, names) if pc < end else (0, {""})


def addr2line(elf, pcs):
    answers, pc = {}, None
    text = "".join("%x\n" % pc for pc in pcs)
    for line in run(CROSS + "addr2line", "-a", "-f", "-i", "-e", elf, text=text).splitlines():
        if re.fullmatch(r"0x[0-9a-f]{8}", line):
            pc = int(line, 16)
            answers[pc] = []
        else:
            answers[pc].append(line)
    return answers


def line_table(elf):
    """Address -> files of the rows at that address (none: the end of a sequence)."""
    rows = {}
    for line in run(CROSS + "readelf", "--debug-dump=decodedline", "-W", elf).splitlines():
        m = re.match(r"(\S+)\s+(\d+|-)\s+(0x[0-9a-f]+|0)\b", line)
        if m:
            files = rows.setdefault(int(m.group(3), 0), set())
            if m.group(2) != "-":
                files.add(os.path.basename(m.group(1)))
    return rows, sorted(rows)


def check(probe, elf):
    pcs = instructions(elf)
    sized, labels = symbols(elf)
    starts = sorted([*sized, *labels])
    oracle = addr2line(elf, pcs)
    rows, row_starts = line_table(elf)
    wrong = {"function": [], "line": [], "file": [], "chain": []}
    known = inlined = 0
    for answer in run(probe, elf, text="".join("%x\n" % pc for pc in pcs)).splitlines():
        pc, function, start, file, number, calls = answer.split("|")
        pc = int(pc, 16)
        lines = oracle[pc]
        lo, names = expected_function(pc, sized, labels, starts)
        if function not in names or int(start, 16) != lo:
            wrong["function"].append((answer, names))
        number_there = lines[1].split(" (")[0].rsplit(":", 1)[1]
        if int(number) != (0 if number_there == "?" else int(number_there)):
            wrong["line"].append((answer, lines))
        i = bisect.bisect_right(row_starts, pc) - 1
        files = rows[row_starts[i]] if i >= 0 else set()
        if os.path.basename(file) not in (files or {""}):
            wrong["file"].append((answer, files))
        if calls != ";".join(list(reversed(lines[0::2]))[1:]):
            wrong["chain"].append((answer, lines))
        known += bool(file)
        inlined += bool(calls)
    good = True
    for what, cases in wrong.items():
        print("%s %s: %s of %d instructions (%d with a line, %d inlined)"
              % ("not ok" if cases or not known else "ok", os.path.basename(elf), what, len(pcs), known, inlined))
        for case in cases[:5]:
            print("    ", *case)
        good = good and not cases and known > 0
    return good


def main():
    probe, workdir, elfs = sys.argv[1], sys.argv[2], sys.argv[3:]
    results = [check(probe, elf) for elf in [*build(workdir), *elfs]]
    sys.exit(0 if all(results) else 1)


main()
