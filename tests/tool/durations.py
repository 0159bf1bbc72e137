# SPDX-License-Identifier: ISC
# needs: tally tests/rig/print_log
"""durations.py - how long calls took, by `tally run`: their sums are the report's inclusive cycles;
median, 99th percentile, worst and its number are those of all calls, which are followed here
through a log of the core.

usage: durations.py sums|calls|memset CORE [OPTION=VALUE ...] ELF|spins|spins-c ...
sums: of any program; calls: also each, of programs with one stack and without traps; memset: also
Lua's largest realloc, by hand. `spins` is built here; -c: compressed, for a core that shows its
instructions expanded.
"""
import os
import re
import subprocess
import sys

from kit import BUILD, CROSS, build, end, ok, report_json, rows, sh, tally, workdir

OFF = 1 / 64		# a bucket's width
SPINS = """
#define N __attribute__((noinline, noclone))
N void spin(int n) { for (volatile int i = 0; i < n; i++) ; }
N int product(int n) { int p = n ? n * product(n - 1) : 1; spin(n); return p; }
N void twice(int n) { spin(n); spin(2 * n); }
N void after(int n) { spin(n & 15); twice(n); }
void run(void)
{
	for (int i = 0; i < 200; i++) { spin(i * i % 997); product(i % 9); after(i % 71); }
}
"""


def sums(core, elf, *options):
    """Calls within another one of their function are in its durations twice."""
    tape = os.path.basename(elf)[:-4] + ".tally"
    r = tally("run", "--core", core, *options, "-o", tape, elf)
    if not os.path.exists(tape):
        sys.exit(repr(r))
    took = {r["pc"]: r for r in report_json(tape)["durations"]}
    functions = [r for r in rows("report", "--sort", "inclusive", tape) if r.get("calls")]
    wrong = [(r["name"], r["inclusive"], r["calls"], t) for r in functions
             for t in (took.get(int(r["address"], 16)),)
             if not t or t["calls"] + t["open"] != r["calls"]
             or (t["cycles"] < r["inclusive"] if t["recursive"]
                 else t["cycles"] != r["inclusive"])]
    exact = sum(not t["recursive"] for t in took.values())
    ok(f"{core} {elf}: {len(functions)} functions, {exact} without recursion: durations add up to "
       "inclusive cycles", not wrong and 4 < len(functions) <= len(took),
       wrong[:3])
    return tape, took


def follow(elf, log):
    """{function: [cycles of each call that ended, by begin]}"""
    functions = {int(a, 16) for a, kind, *_ in map(str.split, subprocess.run(
        [CROSS + "nm", elf], capture_output=True, text=True, check=True).stdout.splitlines())
        if kind in "tTwW"}
    short = {int(a, 16) for a in re.findall(r"^ *([0-9a-f]+):\t[0-9a-f]{4} *\t", sh(
        CROSS + "objdump", "-d", elf), re.M)}
    frames, calls, called, now, sp, insn = [], {}, False, 0, 0, 0x13

    def begin(pc, ra):
        calls.setdefault(pc, []).append(None)
        frames.append((pc, ra, sp, now, len(calls[pc]) - 1))

    def leave():
        pc, _, _, since, number = frames.pop()
        calls[pc][number] = now - since

    for line in log:
        words = line.split("\t")
        cycle, pc = int(words[1]), int(words[2], 16)
        jumps, rd, rs1 = insn & 127, insn >> 7 & 31, insn >> 15 & 31
        if called or not frames:
            begin(pc, called)
        elif jumps == 0x67 and not rd:
            while len(frames) > 1 and frames[-1][2] < sp:
                leave()
            if rs1 == 1 and len(frames) > 1 and frames[-1][1] == pc:
                leave()
            elif pc in functions:
                ra = frames[-1][1]
                leave()
                begin(pc, ra)
        elif pc in functions and not (jumps in (0x6F, 0x63) and pc == frames[-1][0]):
            ra = frames[-1][1]
            leave()
            begin(pc, ra)
        now, insn = cycle + 1, int(words[3], 16)
        written = re.search(r"x2=0x(\w+)", line)
        sp = int(written[1], 16) if written else sp
        called = insn & 127 in (0x6F, 0x67) and insn >> 7 & 31 == 1 \
            and pc + (2 if pc in short else 4)
    return calls


def every_call(core, elf, tape, took):
    log = tape[:-6] + ".log-"
    subprocess.run([BUILD + "/tests/rig/print_log", core, elf, log], check=True)
    with open(log + "ibex") as f:
        exact = follow(elf, f)
    for name in os.listdir("."):
        if name.startswith(log):
            os.remove(name)
    wrong, most = [], 0
    for pc, calls in exact.items():
        ended, t = sorted(c for c in calls if c is not None), took[pc]
        quantiles = [ended[-(-len(ended) * permille // 1000) - 1] for permille in (500, 990)] \
            if ended else []
        off = [abs(a - b) / b for a, b in zip((t.get("median"), t.get("p99")), quantiles) if b]
        most = max([most, *off])
        if [t["calls"], t["open"]] != [len(ended), len(calls) - len(ended)] or max(off, default=0) \
                > OFF or (ended and (t["worst"] != ended[-1] or calls[t["longest"]["number"] - 1]
                                     != ended[-1])):
            wrong.append((t, quantiles, ended[-3:]))
    ok(f"{core} {elf}: {sum(map(len, exact.values()))} calls of {len(exact)} functions: quantiles "
       f"{100 * most:.2f}% off at most, worst and its number", not wrong and exact.keys()
       == took.keys(), wrong[:3])


def memset_by_hand(tape):
    """sb, add, add, bnez and the FLOW of that: 5 cycles a byte."""
    r = tally("report", "--worst", "realloc", tape)
    found = re.search(r"callees: malloc (\d+) > memset (\d+)\n", r.out)
    ok("realloc's worst call cleared 32,768 bytes", found and int(found[2]) == 32768 * 5 + 39
       and "--after realloc:" in r.out, r)


def main():
    what, core, *elfs = sys.argv[1:]
    options = ["--" + a for a in elfs if "=" in a]
    elfs = [os.path.abspath(a) if "." in a else a for a in elfs if "=" not in a]
    workdir()
    for elf in elfs:
        if elf.startswith("spins"):
            march = "-march=rv32imc" if elf == "spins-c" else "-march=rv32im"
            elf = build(elf, {"spins.c": SPINS}, march, "-O2", "-g")
        tape, took = sums(core, elf, *options)
        if what == "calls":
            every_call(core, elf, tape, took)
        if what == "memset":
            memset_by_hand(tape)
    end()


main()
