#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally
"""Windows of `tally run --after --until` by hand: loops and marks of known length; what a window's
capture says, what judges, compares or adds it; what is refused. tests/cores/window.py has the rest.

usage: window.py
"""
import json
import re
import shlex
import subprocess

from kit import CROSS, TOP, build, end, ok, read, refused, report_json, rows, tally, \
    tally_profile, workdir, write

SOURCE = """
#include "%s/firmware/include/mark.h"
volatile int x;
__attribute__((noinline)) void leaf(int n)
{ __asm__ volatile("1: addi %%0, %%0, -1\\n bnez %%0, 1b" : "+r"(n)); }
__attribute__((noinline)) void mark(void)
{
	tally_mark(7);
	__asm__ volatile("nop; nop; nop; addi x0, x0, 0; .balign 4");
	tally_mark(2047);
	x++;
	__asm__ volatile(%s);
}
__attribute__((noinline)) void once(void);
__asm__(".globl once\\n.type once, @function\\nonce: ret\\n.size once, 4");
void run(void) { for (int i = 1; i <= 100; i++) { leaf(i); mark(); } once(); }
"""
TWIN = """
__attribute__((noinline)) static void f(int n) { for (volatile int i = 0; i < n; i++) ; }
void %s(int n) { f(n * %d); }
"""
AT = "--after", "leaf:10", "--until"


def window(elf, *options, core="vexriscv", tape="w.tally"):
    r = tally("run", "--core", core, *options, "-o", tape, elf)
    c = tally_profile.read(tape) if r.code == 0 else None
    return r, c, c and c.end["cycles"], c and c.end["instructions"]


def by_hand(elf):
    took = [window(elf, "--after", f"leaf:{n}", "--until", "return")[2:] for n in range(20, 24)]
    ok("a loop of two instructions, once more: 3 cycles, of which one FLOW",
       all((b[0] - a[0], b[1] - a[1]) == (3, 2) for a, b in zip(took, took[1:])), took)
    r, _, cycles, ran = window(elf, "--after", "mark=7:2", "--until", "mark=2047")
    ok("from mark to mark: five instructions, of which the nop is no mark",
       (cycles, ran) == (5, 5) and ", after mark=7:2 until mark=2047" in r.out, r)
    _, c, _, _ = window(elf, "--after", "mark=7:2", "--until", "mark=2047:2", "--trace", "w.json")
    marks = [(e["name"], e["ts"]) for e in json.loads(read("w.json"))["traceEvents"]
             if e["ph"] == "i"]
    begin = c.columns["window.begin"][0]
    ok("... and the marks of its trace", [name for name, _ in marks]
       == ["mark 2047", "mark 7", "mark 2047"] and marks[0][1] == begin + 4
       and marks[-1][1] == begin + c.end["cycles"] - 1, marks, begin)
    _, c, cycles, _ = window(elf, *AT, "mark", "--latency", "leaf:mark", "--data")
    ok("a latency from the call that opens to the one that closes",
       c.latency.times == {cycles: 1} and not c.latency.open and c.end["reason"] == "window", c)
    _, c, _, _ = window(elf, *AT, "leaf:7", "--latency", "mark:mark", "--data")
    ok("latencies, loads and stores are the window's", sum(c.latency.times.values()) == 6
       and sorted(n for n, _ in c.accesses.values())[-2:] == [7, 7], c.latency, c.accesses)
    ok("a function that is called mark", window(elf, "--after", "mark:100")[1] is not None)


def twins():
    """The command that --worst shows, of a function whose name another one has."""
    build("twins", {"a.c": TWIN % ("a", 3), "b.c": TWIN % ("b", 5), "c.c":
                    "void a(int), b(int);\nvoid run(void) { for (int i = 9; i--;) a(i), b(i); }"},
          "-O1")
    tally("run", "--core", "vexriscv", "-o", "twins.tally", "twins.elf")
    for f in (r for r in report_json("twins.tally")["durations"] if r["name"] == "f"):
        r = tally("report", "--worst", hex(f["pc"]), "twins.tally")
        words = shlex.split(re.search("`tally (run .*)`", r.out.replace("\n", " "))[1])
        tally(*words, "-o", "twin.tally")
        c = tally_profile.read("twin.tally")
        ok(f"{' '.join(words)}: to the return of that call", c.columns["window.begin"][0]
           + c.end["cycles"] == f["longest"]["begin"] + f["worst"], r, f)


def compressed():
    """c.nop 5 is what addi x0, x0, 5 is, and both are a mark on every core."""
    elf = build("compressed", {"a.c": SOURCE % (TOP, '".2byte 0x15; li zero, 5"')},
                "-march=rv32imc", "-Os")
    for core in "picorv32", "ibex", "vexriscv-imac":
        _, c, _, ran = window(elf, "--after", "mark=5:9", "--until", "mark=5", core=core)
        ok(f"{core}: a compressed mark", ran == 1, c)


def kept(elf):
    r, c, _, _ = window(elf, *AT, "return")
    begin, cycles = c.columns["window.begin"][0], c.end["cycles"]
    said = report_json("w.tally")
    ok("the report and JSON say where", f"window: cycles {begin} to {begin + cycles}, " in r.out
       and said["window"] == {"after": "leaf:10", "until": "return", "begin": begin,
                              "end": begin + cycles}
       and (said["extent"], said["by"], said["end"]["reason"]) == ("window", "cycles", "window"),
       r, said)
    for name in "folded", "html", "pprof", "callgrind", "gmon", "lcov", "svg", "cpuprofile":
        e = tally("export", name, "-o", "w.out", "w.tally")
        ok(f"export {name} says what it is of", e.code == 0 and "a part of its run, after leaf:10 "
           "until return" in e.err, e)
    refused("no call of it began and ended in the window", "report", "--worst", "leaf", "w.tally")
    window(elf, *AT, "return", "--cycles", "20", tape="cut.tally")
    cut = tally_profile.read("cut.tally")
    ok("--cycles counts from there on", cut.counters["ticks"] == 20
       and cut.columns["window.begin"][0] == begin and report_json("cut.tally")["extent"]
       == "cut off")
    window(elf, "--after", "once", "--until", "leaf", tape="open.tally")
    window(elf, "--after", "leaf:10", tape="to-end.tally")
    window(elf, *AT, "return", tape="twin.tally")
    write("leaf.txt", f"leaf {cycles}\n")
    tally("run", "--core", "vexriscv", "-o", "whole.tally", elf)
    r = tally("report", "--worst", "once", "whole.tally")
    ok("--worst offers no window of a call that is one instruction", "worst: call 1" in r.out
       and "next: " not in r.out, r)
    ok("check judges it", tally("check", "leaf.txt", "w.tally").code == 0)
    refused("cut off by its end, before --until", "check", "leaf.txt", "open.tally")
    for other in "whole", "to-end":
        for command in (["check", "--against"], ["diff"], ["merge", "-o", "never.tally"]):
            refused("are of different parts of a run", *command, "w.tally", f"{other}.tally")
    r = tally("merge", "-o", "sum.tally", "w.tally", "twin.tally")
    r = tally("report", "sum.tally")
    ok("their sum is of no one place", f"cycles {2 * cycles}, " in r.out, r)
    ok("... rows are of the window alone", [(r["name"], r["cycles"]) for r in rows(
        "report", "sum.tally")] == [("leaf", 2 * cycles)])


def bad(elf):
    for after, why in (("leaf:101", "was called 100 times only"), ("mark=3", "retired 0 times"),
                       ("nosuch", "no function"), *((bad, "give a function") for bad in
                                                    ("leaf:", "leaf:0", ":3", "mark=0",
                                                     "mark=2048", "mark=1:0"))):
        refused(why, "run", "--after", after, "-o", "never.tally", elf)
    refused("needs --after|give --after", "run", "--until", "leaf", elf)
    refused("the instruction that opens the window closes it", "run", "--after", "once", "--until",
            "return", "-o", "never.tally", elf)
    for option in "--period=2", "--priv=m", "--by=instructions", "--no-calls":
        refused("--after: needs every cycle and its calls", "run", "--after", "leaf", option, elf)
    refused("leave out --calls=unit", "run", "--after", "leaf", "--calls=unit", elf)
    for number in 0, 2048:
        write("bad.c", f'#include "{TOP}/firmware/include/mark.h"\nvoid f(void) '
              f'{{ tally_mark({number}); }}\n')
        cc = subprocess.run([CROSS + "gcc", "-c", "bad.c"], capture_output=True, text=True)
        ok(f"no compiler takes tally_mark({number})", "negative" in cc.stderr, cc)


workdir()
ELF = build("plain", {"a.c": SOURCE % (TOP, '""')}, "-Os", "-g")
by_hand(ELF)
twins()
compressed()
kept(ELF)
bad(ELF)
end()
