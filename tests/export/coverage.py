# SPDX-License-Identifier: ISC
# needs: tally firmware/lua.elf
"""coverage.py - `tally export lcov` of unchanged programs against gcc's own gcov of the same
programs built with counters (--coverage), which leave over the console.

usage: coverage.py PROGRAM...     compares at -O0
"""
import glob
import json
import os
import re
import subprocess
import sys
from collections import defaultdict

sys.path.insert(0, "tests/tool")
from kit import (BUILD, CROSS, TALLY, TOP, end, ok, read, sh, tally, workdir,     # noqa: E402
                 write)

LUA, PICO = f"{BUILD}/pkg/lua54", f"{BUILD}/pkg/picorv32"
MARK, = glob.glob(f"{BUILD}/venv/lib/*/site-packages/pythondata_cpu_ibex/*/vendor/eembc_coremark")
LUA_CORE = [os.path.basename(o)[:-2] for o in sorted(glob.glob(f"{BUILD}/obj/lua/l*.o"))]
MAIN = f"{TOP}/firmware/programs"
# sources, and flags of their own
PROGRAMS = {
    "lua": ([f"{LUA}/{name}.c" for name in LUA_CORE] + [f"{MAIN}/lua/main.c"],
            [f"-I{LUA}", "-Dluai_makeseed(L)=0x5EEDu", "-Dl_randomizePivot()=0u"]),
    "coremark": (sorted(glob.glob(f"{MARK}/core_*.c")) + [f"{MARK}/simple/core_portme.c"],
                 [f"-I{MARK}", f"-I{MARK}/simple", "-DPERFORMANCE_RUN=1", "-DITERATIONS=1",
                  "-DHAS_FLOAT=0", "-DFLAGS_STR=__VERSION__"]),
    "dhrystone": ([f"{PICO}/dhrystone/dhry_{i}.c" for i in (1, 2)],
                  ["-DTIME", "-Dtime=dhrystone_time", "-Wno-implicit-int",
                   "-Wno-implicit-function-declaration"]),
    "sieve": ([f"{PICO}/firmware/{name}.c" for name in ("sieve", "print")], ["-Dsieve=main"]),
    "hello": ([f"{MAIN}/hello.c"], []),
}
WITH = {"lua": [f"{MAIN}/lua/script.S"], "coremark": [f"{TOP}/tests/export/clock.c"],
        "dhrystone": [f"{TOP}/tests/cores/programs/dhrystone.c"]}
CC = [CROSS + "gcc", "-march=rv32im", "-mabi=ilp32", "--specs=picolibc.specs"]
FLAGS = ["-g", "-std=gnu11", "-w", "-ffunction-sections", "-fdata-sections", f"-I{TOP}",
         f"-I{TOP}/firmware/include", f'-DSCRIPT="{MAIN}/lua/demo.lua"']
COVERAGE = ["-fprofile-arcs", "-ftest-coverage", "-fprofile-info-section=gcov_info",
            "-fno-profile-values"]


def link(name, objects, *more):
    rv32im = f"{BUILD}/obj/rv32im"
    sh(*CC, "-nostartfiles", "-static", "-Wl,--gc-sections", "-T", f"{rv32im}/link.ld", *objects,
       *(f"{rv32im}/firmware/bare/{o}.o" for o in ("start", "syscalls")), *more, "-lm", "-o",
       f"{name}.elf")
    return f"{name}.elf"


def compiled(folder, sources, *flags):
    os.makedirs(folder, exist_ok=True)
    objects = [f"{folder}/{os.path.basename(s).rsplit('.', 1)[0]}.o" for s in sources]
    for source, o in zip(sources, objects, strict=True):
        sh(*CC, *FLAGS, *flags, "-c", source, "-o", o)
    return objects


def run(elf, *options):
    """What the program printed."""
    done = subprocess.run([TALLY, "run", "--core", "vexriscv", "--no-calls", "--json", *options,
                           elf], capture_output=True, check=False)
    report = json.loads(done.stdout)
    if report["end"]["reason"] != "finisher":
        raise SystemExit(f"{elf} did not end: {report['end']}")
    return done.stderr.decode(errors="replace")


def gcov(folder):
    """{(file, line): count}, {(file, line): counts of its branches}"""
    lines, branches = defaultdict(int), defaultdict(list)
    for gcda in sorted(glob.glob(f"{folder}/*.gcda")):
        found = json.loads(sh(CROSS + "gcov", "--json-format", "--stdout",
                              "--branch-probabilities", gcda))
        for file in found["files"]:
            path = os.path.normpath(os.path.join(found["current_working_directory"], file["file"]))
            for line in file["lines"]:
                lines[path, line["line_number"]] += line["count"]
                branches[path, line["line_number"]] += [b["count"] for b in line["branches"]]
    return lines, branches


def tracefile(path):
    """The same of a tracefile."""
    lines, branches = {}, defaultdict(list)
    for line in read(path).decode().splitlines():
        tag, _, rest = line.partition(":")
        fields = rest.split(",")
        if tag == "SF":
            file = os.path.normpath(rest)
        elif tag == "DA":
            lines[file, int(fields[0])] = int(fields[1])
        elif tag == "BRDA":
            branches[file, int(fields[0])].append(0 if fields[3] == "-" else int(fields[3]))
    return lines, branches


class Compared:
    """A program at -O0."""

    def __init__(self, name):
        self.name = name
        sources, flags = PROGRAMS[name]
        more = compiled(name, WITH.get(name, []))
        elf = link(name, compiled(name, sources, "-O0", *flags) + more)
        run(elf, "-o", f"{name}.tally")
        self.said = tally("export", "lcov", "-o", f"{name}.info", f"{name}.tally")
        folder = f"{name}-gcov"
        sender = compiled(folder, [f"{TOP}/tests/export/coverage_gcov.c"], "-O2")
        slow = link(folder, compiled(folder, sources, "-O0", *COVERAGE, *flags) + more + sender,
                    "-lgcov")
        printed = run(slow, "--no-cpi")
        for path, data in re.findall(r"@gcda (\S+) ([0-9a-f]+)", printed):
            write(f"{folder}/{os.path.basename(path)}", bytes.fromhex(data))
        self.compare(*gcov(folder), *tracefile(f"{name}.info"))

    def compare(self, lines, branches, ours, our_branches):
        """Each: how many both know, and those in which they differ, with both answers."""
        both = lines.keys() & ours.keys()
        alike = [k for k in both if branches[k] and len(branches[k]) == len(our_branches[k])]
        self.equal = len(both), {k: (lines[k], ours[k]) for k in both if lines[k] != ours[k]}
        self.covered = len(both), {k: (lines[k], ours[k]) for k in both
                                   if (lines[k] > 0) != (ours[k] > 0)}
        self.branches = len(alike), {k: (branches[k], our_branches[k]) for k in alike
                                     if sorted(branches[k]) != sorted(our_branches[k])}


def share(*parts):
    """Percent in which both agree."""
    n = sum(known for known, _ in parts)
    return 100 * (n - sum(len(differ) for _, differ in parts)) / n


def main():
    names = sys.argv[1:]
    workdir()
    all_ = [Compared(name) for name in names]
    for c in all_:
        print(f"{c.name}: {c.equal[0]} lines, {c.branches[0]} with branches", c.said.err, sep="\n")
        for what, (_, differ) in ("line", c.equal), ("branches", c.branches):
            for (file, line), answers in sorted(differ.items()):
                print(f"    {what} {os.path.basename(file)}:{line}: gcov, ours:", *answers)
    for what, part, least in (("lines: counts equal", "equal", 99), ("lines: covered alike",
                              "covered", 99.9), ("branches: counts equal", "branches", 97)):
        percent = share(*(getattr(c, part) for c in all_))
        ok(f"-O0, {what}: {percent:.2f}%, at least {least}%", percent >= least)
    end()


main()
