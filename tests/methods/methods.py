# SPDX-License-Identifier: ISC
"""methods.py - programs profiled by each method on the same simulated core: what it adds to them,
and how far what it says is from the truth, the record of every cycle of the program as it is.

usage: methods.py     prints the table of tests/BENCHMARKS.md

Off: half the sum of the absolute differences of all shares, in points. The truth is of the core's
retire port (the exact call tree, which the tool keeps from it), not of the unit.
"""
import bisect
import os
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

TOP = os.getcwd()
sys.path[:0] = ["tests/tool"]
from kit import BUILD, CROSS, TALLY, sh, symbol_list, tally_profile, workdir, write  # noqa: E402

HZ = 50_000_000
LUA, DHRY = f"{BUILD}/pkg/lua54", f"{BUILD}/pkg/picorv32/dhrystone"
RUNS = 15000		# of Dhrystone: half as long as Lua
CC = [CROSS + "gcc", "-mabi=ilp32", "--specs=picolibc.specs", "-std=gnu11", "-g", "-O2", "-w",
      "-ffunction-sections", "-fdata-sections", f"-I{TOP}", f"-I{TOP}/firmware/include"]
ISA, ISA_CSR = "-march=rv32im", "-march=rv32im_zicsr"
GCOV = ["-fprofile-arcs", "-ftest-coverage", "-fprofile-info-section", "-fno-profile-values"]


def dhrystone():
    with open(f"{DHRY}/dhry_1.c", encoding="utf-8") as f:
        write("dhry_1.c", f.read().replace("Number_Of_Runs = 100;", f"Number_Of_Runs = {RUNS};"))
    return (["dhry_1.c", f"{DHRY}/dhry_2.c"], [f"{TOP}/tests/cores/programs/clock.c"],
            [f"-I{DHRY}", "-DTIME", "-Dtime=dhrystone_time"])


def lua():
    core = sorted(o[:-2] for o in os.listdir(f"{BUILD}/obj/lua") if re.fullmatch(r"l\w+\.o", o))
    programs = f"{TOP}/firmware/programs/lua"
    return ([f"{LUA}/{name}.c" for name in core] + [f"{programs}/main.c"],
            [f"{programs}/script.S"],
            [f"-I{LUA}", "-Dluai_makeseed(L)=0x5EEDu", "-Dl_randomizePivot()=0u",
             f'-DSCRIPT="{programs}/demo.lua"'])


def compiled(folder, sources, *flags):
    os.makedirs(folder, exist_ok=True)
    objects = [f"{folder}/{os.path.basename(s).rsplit('.', 1)[0]}.o" for s in sources]
    for source, o in zip(sources, objects, strict=True):
        sh(*CC, *flags, "-c", source, "-o", o)
    return objects


class Program:
    """An ELF; what a method adds stands behind the program and its libraries."""

    def __init__(self, name, objects, last=()):
        self.elf, rv32im = f"{name}.elf", f"{BUILD}/obj/rv32im"
        sh(*CC, ISA, "-nostartfiles", "-static", "-Wl,--gc-sections", "-T", f"{rv32im}/link.ld",
           *(f"{rv32im}/firmware/bare/{o}.o" for o in ("start", "syscalls")), *objects, "-lm",
           "-lc", "-lgcc", *last, "-o", self.elf)
        symbols = symbol_list(self.elf)
        self.functions = sorted((at, what, size) for what, at, size, kind, _ in symbols
                                if kind == "FUNC" and size)
        self.starts = [f[0] for f in self.functions]
        where = {what: at for what, at, *_ in symbols}
        self.low, self.text = where["_start"], where["__text_end"] - where["_start"]
        sections = re.findall(r"^(\.\S+) +(\d+) +(\d+)$", sh(CROSS + "size", "-A", self.elf), re.M)
        loaded = {what: int(size) for what, size, at in sections if int(at) >= self.low}
        self.code = loaded.pop(".text") + loaded.pop(".rodata") - sum(
            n for _, what, n in self.functions if is_sending(what))
        self.ram = sum(loaded.values())

    def place(self, pc):
        """(function, bytes into it); of several names the first."""
        at = bisect.bisect_right(self.starts, pc) - 1
        at = bisect.bisect_left(self.starts, self.starts[at]) if at >= 0 else 0
        start, name, size = self.functions[at]
        return (name, pc - start) if start <= pc < start + size else ("[no symbol]", pc)

    def run(self, *options):
        """What it printed, and the tool."""
        done = subprocess.run([TALLY, "run", "--core", "vexriscv", *options, self.elf],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        text = done.stdout.decode(errors="replace")
        if "finisher: pass" not in text:
            raise SystemExit(f"{self.elf} did not end well: {text[-2000:]}")
        return text

    def captured(self, *options):
        text = self.run("-o", f"{self.elf}.tally", *options)
        return tally_profile.read(f"{self.elf}.tally"), text


def is_sending(name):
    return name.startswith("send")


class Profile:
    """Counts by address of a program's code; cycles in the boot ROM before it are nobody's."""

    def __init__(self, program, counts):
        self.instructions, self.functions = Counter(), Counter()
        for pc, n in counts.items():
            if not program.low <= pc < program.low + program.text:
                continue
            place = program.place(pc)
            self.instructions[place] += n
            self.functions[place[0]] += n


def off(got, want):
    """In points."""
    a, b = sum(got.values()), sum(want.values())
    return 50 * sum(abs(got[k] / a - want[k] / b) for k in got.keys() | want.keys())


class Bench:
    """One program by all methods: {method: figures}."""

    def __init__(self, name, sources, more, flags):
        self.name, self.figures = name, {}
        self.sources, self.flags = sources, [ISA, *flags]
        self.more = compiled(f"{name}.more", more, *self.flags)
        self.objects = compiled(name, sources, *self.flags) + self.more
        self.plain = Program(name, self.objects)
        text = self.plain.run("--no-profile")
        self.cycles = int(re.search(r"^cycles (\d+)", text, re.M)[1])
        self.units()
        self.sampled()
        self.instrumented()

    def add(self, method, program, cycles, profile=None, lines=True):
        self.figures[method] = {
            "cycles": 100 * (cycles / self.cycles - 1), "code": program.code - self.plain.code,
            "ram": program.ram - self.plain.ram,
            "functions": off(profile.functions, self.truth.functions) if profile else None,
            "instructions": off(profile.instructions, self.truth.instructions)
            if profile and lines else None}
        print(f"{self.name}: {method}: {self.figures[method]}", file=sys.stderr, flush=True)

    def units(self):
        """The unit beside the program as it is. The record of the retire port, from which the tool
        makes the exact call tree, is the truth."""
        every, _ = self.plain.captured()
        record = Counter()
        for (_, pc), (cycles, _) in every.cells.items():
            record[pc] += cycles
        self.truth = Profile(self.plain, record)
        self.add(NOTHING, self.plain, self.cycles)
        sampled, _ = self.plain.captured("--period", "1000", "--no-calls")
        self.unit(SAMPLES, sampled)
        self.unit(EVERY, every)
        calls, _ = self.plain.captured("--calls=unit")
        tree = Counter()
        for node in calls.nodes[1:]:
            tree[node.function] += node.cycles
        self.add(CONTEXTS, self.plain, calls.end["cycles"], Profile(self.plain, tree),
                 lines=False)

    def unit(self, method, capture):
        self.add(method, self.plain, capture.end["cycles"], Profile(self.plain, capture.bins))

    def timer(self, method, name, objects, hz, *flags, lines=True):
        folder, text = f"{self.name}.{name}", self.plain.text
        for _ in range(2):		# its counters are for its own code, too
            last = compiled(folder, [f"{TOP}/tests/methods/timer.c"], ISA_CSR, f"-DTEXT={text}",
                            f"-DINTERVAL={HZ // hz}", *flags)
            if flags:
                last += compiled(folder, [f"{TOP}/firmware/lib/mcount.c"], ISA)
            program = Program(folder, objects, last)
            text = program.text
        capture, text = program.captured("--no-calls", "--no-cpi")
        sent = {int(pc, 16): int(n, 16) for pc, n in re.findall("^@(\\w+) (\\w+)", text, re.M)}
        sending = sum(n for pc, n in capture.bins.items() if is_sending(program.place(pc)[0]))
        self.add(method, program, capture.end["cycles"] - sending, Profile(program, sent), lines)

    def sampled(self):
        for hz, method in TIMERS.items():
            self.timer(method, f"timer-{hz}", self.objects, hz)

    def instrumented(self):
        pg = compiled(f"{self.name}.pg", self.sources, *self.flags, "-pg") + self.more
        self.timer(PG, "pg", pg, 1000, "-DARCS=(TEXT / 24 + 64)", lines=False)
        gcov = compiled(f"{self.name}.gcov", self.sources, *self.flags, *GCOV) + self.more
        program = Program(f"{self.name}.gcov", gcov)
        capture, _ = program.captured("--no-calls", "--no-cpi")
        self.add(GCOV_ROW, program, capture.end["cycles"])


NOTHING = "nothing"
TIMERS = {100: "timer, 100 Hz", 1000: "timer, 1 kHz", 10000: "timer, 10 kHz"}
PG, GCOV_ROW = "`gcc -pg`, timer, 1 kHz", "gcov"
SAMPLES, EVERY, CONTEXTS = "Tally, each 1,000 cycles", "Tally, every cycle", "Tally, contexts"
BLIND = {NOTHING: "", **dict.fromkeys(TIMERS.values(), "between samples, interrupts off"),
         PG: "the same, the C library", GCOV_ROW: "cycles, the C library",
         SAMPLES: "between samples", EVERY: "callers",
         CONTEXTS: "lines, causes"}


def points(n):
    return f"{n:.0f}" if n == 0 or n >= 10 else f"{n:.1f}" if n >= 1 else f"{n:.2f}"


FORMS = {"cycles": lambda n: f"{n:+.2f}" if n else "0", "code": str,
         "ram": lambda n: f"{n / 1024:.1f}" if n else "0", "functions": points,
         "instructions": points}


def row(figures):
    """"a / b" of the programs; empty: such a profile does not say it."""
    for name, form in FORMS.items():
        texts = [form(f[name]) for f in figures if f[name] is not None]
        yield texts[0] if texts == ["0"] * len(figures) else " / ".join(texts)


def main():
    workdir()
    with ThreadPoolExecutor() as pool:		# each waits for its runs
        benches = list(pool.map(lambda about: Bench(*about), [("Dhrystone", *dhrystone()),
                                                              ("Lua", *lua())]))
    names, cycles = zip(*((b.name, b.cycles) for b in benches), strict=True)
    print(f"{' / '.join(names)}: {' / '.join(f'{n:,}' for n in cycles)} cycles, which are",
          f"{' / '.join(f'{n / HZ:.2f}' for n in cycles)} s.\n")
    print("| method | cycles added, % | code, bytes | RAM, KiB | functions off | instructions off |"
          " blind to |\n| --- | --: | --: | --: | --: | --: | --- |")
    for method, blind in BLIND.items():
        print("|", " | ".join([method, *row([b.figures[method] for b in benches]), blind]), "|")


main()
