#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally tests/rig/print_points tests/cores/rv32im_zicsr/dhrystone.elf
# needs: tests/cores/rv32im_zicsr/traps.elf tests/cores/rv32imc/traps.elf
"""tally run --latency: every value against what print_points writes of each cycle, in report,
capture, JSON and page; what is refused. usage: latency.py"""
import bisect
import collections
import math
import re
import shlex

from kit import (BUILD, addresses, build, capture, end, ok, refused, report_json, sh, tally,
                 tally_profile, workdir, write)

CORES = ("vexriscv", "rv32im_zicsr", "dhrystone", "traps"), ("picorv32", "rv32imc", "traps")
PAIRS = {"dhrystone": ("Proc_8:Func_2", "strcmp:strcmp", "main:0x%x", "0x%x:0x%x", "main:main"),
         "traps": ("handler:handler", "body:handler", "handler:body", "irq:handler")}
CAUSES = "flow", "fetch", "data", "hazard", "exec"
QUANTILES = ("p50", 500), ("p90", 900), ("p99", 990), ("p99.9", 999)


class Points:
    """Of a run: the cycles of each point, and all retirements."""

    def __init__(self, core, elf):
        self.at, self.pcs, self.cycles = collections.defaultdict(list), [], []
        self.symbols = addresses(elf)
        for line in sh(f"{BUILD}/tests/rig/print_points", core, elf).splitlines():
            cycle, pc, handler = line.split()
            if pc == "-":
                self.at["irq"].append(int(cycle))
                continue
            self.cycles.append(int(cycle))
            self.pcs.append(int(pc, 16))
            self.at[self.pcs[-1]].append(int(cycle))
            if handler == "1":
                self.at["handler"].append(int(cycle))

    def of(self, name):
        if name in ("irq", "handler"):
            return self.at[name]
        return self.at[int(name, 16) if name[:2] == "0x" else self.symbols[name]]

    def times(self, name):
        """[(start, end)], and the start that has no end or None."""
        starts, ends = map(self.of, name.split(":"))
        pairs, after = [], 0
        while (i := bisect.bisect_left(starts, after)) < len(starts):
            j = bisect.bisect_right(ends, starts[i])
            if j == len(ends):
                return pairs, starts[i]
            pairs.append((starts[i], ends[j]))
            after = ends[j]
        return pairs, None

    def last(self, cycle):
        n = bisect.bisect_left(self.cycles, cycle)
        return self.pcs[max(n - 16, 0):n]


def measured(core, elf, name, points, tape):
    run = tally("run", "--core", core, "--latency", name, "-o", tape, elf)
    pairs, cut = points.times(name)
    values = sorted(b - a for a, b in pairs)
    longest = max(pairs, key=lambda p: p[1] - p[0], default=(0, 0))
    c = tally_profile.read(tape)
    mine, counts = c.latency, collections.Counter(values)
    ok(f"{core} {name}: {len(values)} times, {len(counts)} values",
       run.code == 0 and mine.name == name and mine.times == counts
       and mine.open == (0 if cut is None else c.end["cycles"] - 1 - cut)
       and (name != "irq:handler" or len(values) > 9), run, mine, values[:20])
    ok("... the longest, and what ran before its end",
       not values or mine.end == longest[1] and mine.last == points.last(longest[1]), mine)
    said = report_json(tape)["latency"]
    ok("... in JSON", {t["cycles"]: t["count"] for t in said["times"]} == counts
       and (said["name"], said["count"], said["sum"], said["open"])
       == (name, len(values), sum(values), mine.open)
       and said["longest"] == {
           "cycles": max(values, default=0), "end": mine.end, "last": mine.last,
           "start": c.columns["measured.start"][0],
           "waits": {cause: c.columns[f"measured.{cause}"][0] for cause in CAUSES}}, said)
    quantiles = ", ".join(f"{p} {values[math.ceil(len(values) * n / 1000) - 1]}"
                          for p, n in QUANTILES) if values else "never measured: its start"
    text = tally("report", tape).out
    ok("... the text has its quantiles, or none", quantiles in text, text)
    again = re.search(r"next: `tally run (.*?)` profiles it alone", text)
    if again:
        tally("run", "-o", "alone.tally", *shlex.split(again[1])[:-1], elf)
        alone = tally_profile.read("alone.tally")
        waited = [sum(one) for one in zip(*alone.waits.values())]
        ok(f"... the longest alone ({again[1]})", alone.end["cycles"] == max(values)
           and alone.columns["window.begin"][0] == longest[0] + 1
           and waited == [c.columns[f"measured.{cause}"][0] for cause in CAUSES], alone.end, waited)
    ok("... has its command, but not where the start was no call", bool(again) == bool(
        values and not {"irq", "handler"} & {*name.split(":")} and name != "strcmp:strcmp"), text)
    return len(values)


def all_pairs(core, isa, *programs):
    for program in programs:
        elf = f"{BUILD}/tests/cores/{isa}/{program}.elf"
        points = Points(core, elf)
        rounds = [pc for pc, cycles in points.at.items() if len(cycles) == 100] or [0]
        inside = rounds[len(rounds) // 3], rounds[len(rounds) // 2]
        counts = {name: measured(core, elf, name % inside[:name.count("%")], points,
                                 f"{program}-{core}.tally") for name in PAIRS[program]}
        ok(f"{core}: enough of them in {program}",
           sum(n > 50 for n in counts.values()) >= (3 if program == "dhrystone" else 1), counts)


def first_in_a_loop():
    """A function's first instruction that a loop leads to is a point, but no call: no window of
    that is offered, nor without calls one of a function."""
    elf = build("head", {"a.c": """
#define DOWN(f) ".globl " f "; .type " f ", @function; " f ": addi a0, a0, -1; bnez a0, " f ";" \\
    "ret; .size " f ", . - " f ";"
__asm__(DOWN("down") DOWN("once") ".globl last; .type last, @function; last: ret;"
        ".size last, . - last");
void down(int), once(int), last(void);
void run(void)
{
    once(9); down(9); last(); down(3);
    for (volatile int i = 0; i < 9; i++) ;
    last();
}
"""}, "-O1")
    inside = hex(addresses(elf)["once"] + 4)
    for name, options, window in (("down:last", [], "down:2 --until last"),
                                  (f"{inside}:once", [], ""),
                                  ("down:last", ["--no-calls"], ""),
                                  (f"{inside}:{inside}", ["--no-calls"], inside)):
        r = tally("run", "--core", "vexriscv", *options, "--latency", name, elf)
        again = re.search(r"next: `tally run (.*?)` profiles it alone", r.out.replace("\n", " "))
        ok(f"{name} {options}: the window of the longest, or none", "longest: cycles" in r.out
           and bool(again) == bool(window) and (not again or window in again[1]), r)


def two_in_a_cycle():
    """From one to the other are 0 cycles: a measurement like others."""
    elf = build("both", {"a.c": "void run(void) { for (volatile int i = 0; i < 50; i++) ; }"})
    points = [line.split() for line in sh(f"{BUILD}/tests/rig/print_points", "cva6",
                                          elf).splitlines()]
    pairs = collections.Counter((a[1], b[1]) for a, b in zip(points, points[1:]) if a[0] == b[0])
    (a, b), times = pairs.most_common(1)[0]
    name = f"0x{a}:0x{b}"
    for tape in "both.tally", "again.tally":
        r = tally("run", "--core", "cva6", "--latency", name, "-o", tape, elf)
    text = tally("report", "both.tally")
    c = tally_profile.read("both.tally")
    shown = re.search(r"\nlongest: cycles (\d+) to (\d+)", text.out)
    ok(f"two in a cycle, {times} times", c.latency.times[0] == times
       and r.code == text.code == 0 and re.search(r"%  +\d+ .*[^.\d]0\n", text.out), text, pairs)
    longest = max(c.latency.times)
    ok("... the longest ended in a cycle", shown and int(shown[2]) == c.latency.end > 0
       and int(shown[2]) - int(shown[1]) == longest and ("next: `tally run" in text.out)
       == bool(longest), text, c.latency)
    tally("run", "--core", "cva6", "--after", f"0x{a}:5", "--until", f"0x{a}:10", "--latency",
          f"0x{b}:0x{b}", "-o", "part.tally", elf)
    c = tally_profile.read("part.tally")
    ok("... a window measures none that ends behind it", sum(c.latency.times.values()) == 10
       and c.latency.end < c.columns["window.begin"][0] + c.end["cycles"], c.latency)
    write("zero.txt", f"latency {name} {longest}\n")
    ok("... check judges it", tally("check", "zero.txt", "both.tally").code == 0)
    ok("... merged", tally("merge", "-o", "sum.tally", "both.tally", "again.tally").code == 0
       and tally_profile.read("sum.tally").latency.times[0] == 2 * times)


def kept(elf):
    """Not merged with another; the same whatever else is counted. A window may begin and end with
    the point that is measured."""
    tally("run", "--core", "vexriscv", "--after", "Proc_8:5", "--until", "Proc_8:3", "--latency",
          "Proc_8:Proc_8", "-o", "three.tally", elf)
    j = report_json("three.tally")
    ok("a window of three calls: three times, which are its cycles", j["latency"]["count"] == 3
       and j["latency"]["sum"] == j["cycles"] and not j["latency"]["open"], j["latency"])
    tally("run", "--core", "vexriscv", "--latency", "Proc_8:Func_2", "-o", "a.tally", elf)
    tally("run", "--core", "vexriscv", "--latency", "Func_2:Proc_8", "-o", "other.tally", elf)
    refused(r"measured other latencies \(Proc_8:Func_2, Func_2:Proc_8\)", "merge", "-o",
            "never.tally", "a.tally", "other.tally")
    tally("run", "--core", "vexriscv", "--latency", "Proc_8:Func_2", "--period", "100",
          "--no-calls", "-o", "some.tally", elf)
    ok("samples: measures the same", tally_profile.read("some.tally").latency
       == tally_profile.read("a.tally").latency)


def bad(elf):
    for text in "main", "main:", "main:main:main":
        refused(f"--latency {text}: give two points, A:B", "run", "--latency", text, elf)
    refused('no function "nosuch"', "run", "--latency", "main:nosuch", elf)
    refused('"Proc_" is in the names of several functions', "run", "--latency", "Proc_:main", elf)


def not_one_function():
    """A name without code of its own, of several functions, or of code and of inlined copies."""
    elf = build("names", {"a.c": """
int g, b(void);
static __attribute__((noinline)) int twin(void) { return g++; }
static inline __attribute__((always_inline)) int half(int x) { return g ^ x; }
__attribute__((noinline)) int both(int x) { return g * half(x); }
int run(void) { return half(3) + b() + twin() + both(1); }
""", "b.c": """
extern int g;
static __attribute__((noinline)) int twin(void) { return g--; }
int b(void) { return twin(); }
"""}, "-O1", "-g", "-Wl,--no-relax")
    tape = capture(elf)
    inlined = '"half" has no code of its own: it is inlined at .*a.c:[56], .*a.c:[56]; give'
    several = '"twin" is the name of several functions .0x.* in a.c, 0x.* in b.c.'
    for name, why in ("half", inlined), ("twin", several):
        write("budget.txt", f"{name} 5")
        refused("budget.txt:1:1: .*" + why, "check", "budget.txt", tape)
        refused(why, "report", "--callers-of", name, tape)
        refused(why, "run", "--latency", f"run:{name}", elf)
    elf = build("copies", {"a.c": "int g; static int f(int n) { return n * n + g; }"
                           "int (*p)(int) = f; int run(void) { return f(g) + p(3); }"}, "-O2", "-g",
                "-Wl,--no-relax")
    r = tally("run", "--latency", "run:f", elf)
    ok("copies of it are inlined: said", "note: --latency: f is also inlined, at " in r.err, r)


workdir()
not_one_function()
first_in_a_loop()
two_in_a_cycle()
for one in CORES:
    all_pairs(*one)
DHRYSTONE = f"{BUILD}/tests/cores/rv32im_zicsr/dhrystone.elf"
kept(DHRYSTONE)
bad(DHRYSTONE)
end()
