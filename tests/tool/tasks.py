# SPDX-License-Identifier: ISC
# needs: tally tests/rig/tasks tests/contexts/threads.elf
"""tasks.py - the cycles of each task of `tally run --task` against those of rig/tasks, which looks
at the word in every cycle; what a task's own report has; what is refused.

usage: tasks.py RIG ELF CORE...
"""
import os
import subprocess
import sys

from kit import (build, capture, end, names, ok, refused, report_json, rows, tally, tally_profile,
                 workdir)

WORD = "current"
# Numbers narrower than a word, whose neighbours change; a pointer with a value from the start;
# FreeRTOS's array of several cores; a name in two files.
NARROW = """
struct tcb { int n; char name[8]; } first = { 0, "first" }, second = { 0, "second" };
struct tcb *volatile pointer = &first, *volatile pxCurrentTCBs[2] = { &first, &second };
struct { volatile signed char before, byte, mark, behind; volatile short half, next; } os;
extern volatile signed char byte, half; static volatile int twin;
asm(".globl byte, half; byte = os + 1; .type byte, @object; .size byte, 1\\n"
    "half = os + 4; .type half, @object; .size half, 2");
__attribute__((noinline)) void spin(int n)
{
	while (n--) { os.before++; os.mark--; os.behind++; os.next++; twin++; }
}
void run(void)
{
	for (int i = 0; i < 4; i++) {
		os.byte = os.half = 1; spin(10);
		os.byte = os.half = 2; pointer = pxCurrentTCBs[0] = &second; spin(20);
		os.byte = os.half = -1; pointer = pxCurrentTCBs[0] = &first; spin(40);
	}
}
"""


def truth(rig, core, elf):
    """{the word: (cycles, instructions)}"""
    out = subprocess.run([rig, core, elf, WORD], check=True, capture_output=True, text=True).stdout
    return {int(v, 16): (int(c), int(n)) for v, c, n in map(str.split, out.splitlines())}


def equal(rig, core, elf):
    tape = f"{core}.tally"
    tally("run", "--core", core, "--task", f"{WORD},name=4", "-o", tape, elf)
    expected = truth(rig, core, elf)
    found = {int(r["address"], 16): (r["cycles"], r["instructions"])
             for r in rows("report", "--by", "task", tape)}
    ok(f"{core}: the cycles and instructions of {len(found)} tasks", found == expected
       and len(found) > 4, found, expected)
    return tape


def views(tape):
    c, ticks = tally_profile.read(tape), {}
    names = {name for _, name in c.tasks}
    twin = {name for name in names if name.startswith("thread 0 0x8")}
    ok(f"names: {sorted(names)}", len(twin) == 1
       and names - twin == {"before", "main", "thread 0", "thread 2", "slots+0x20"})
    for name in names:
        r = report_json("--task", name, tape)
        ticks[name] = r["counters"]["ticks"]
        ok(f"{name}: {ticks[name]} cycles, its invariant and its tree's",
           r["invariant"] and r["call_tree"]["invariant"]
           and r["call_tree"]["cycles"] == ticks[name] == r["cycles"] and r["task"] == name
           and 0 <= r["instructions"] - sum(f["instructions"] for f in r["functions"])
           <= r["counters"]["outside"],
           r["counters"], r["call_tree"])
    whole = c.counters["ticks"] - c.counters["idle"] - c.counters["pending"]
    ok(f"together they are {whole} cycles", sum(ticks.values()) == whole)
    began = {r["name"]
             for r in rows("report", "--tree", "--depth", "2", "--task", "thread 2", tape)}
    ok("a thread's tree: what it began with, and the handler",
       began >= {"[task thread 2]", "worker", "spinner", "threads_trap"}
       and not began & {"main", "recurse"}, began)
    folded = tally("export", "folded", "--task", "thread 2", tape).out.splitlines()
    ok("export of one task", sum(int(line.rsplit(" ", 1)[1]) for line in folded)
       == ticks["thread 2"] and all(line.startswith("[task thread 2];") for line in folded))


def threads(elf):
    """Without --task each thread stands at the root of the tree, named by its stack."""
    tree = tally_profile.read(capture(elf, f"{os.getcwd()}/threads", core="vexriscv"))
    want = sorted(total for n, total in zip(tree.nodes, tree.inclusive()) if n.function & 1)
    found = [r for r in rows("report", "--tree", "--top", "0", "--min", "0", "threads.tally")
             if r["name"].startswith("[thread")]
    ok(f"threads: {[r['name'] for r in found]}", sorted(r["inclusive"] for r in found) == want
       and len(want) > 3 and all(r["depth"] == 1 and not r["cycles"] for r in found), found, want)


def refusals(elf, tape):
    for said, arguments in (
            ("is no symbol", ("--task", "nowhere")),
            ("is not aligned", ("--task", "0x80000002")),
            ("is not in RAM", ("--task", "0xf4000000")),
            ("name=OFFSET", ("--task", WORD + ",nom=4")),
            ("needs every cycle and its calls", ("--task", WORD, "--period", "100"))):
        refused(said, "run", "--core", "vexriscv", *arguments, elf)
    tally("run", "--core", "vexriscv", "--data", "--task", WORD, "-o", "data.tally", elf)
    refused("not counted by task", "report", "--by", "object", "--task", "before", "data.tally")
    tally("run", "--core", "vexriscv", "-o", "none.tally", elf)
    refused("has no tasks", "report", "--by", "task", "none.tally")
    refused("has no tasks", "report", "--task", "main", "none.tally")
    refused("no task of", "annotate", "--task", "nobody", tape)


def narrow():
    elf = build("narrow", {"a.c": NARROW, "b.c": "static volatile int twin = 1; int b(void) "
                           "{ return twin; }"}, "-O1", "-Wl,--no-relax")
    numbers = {"before", "0x00000001", "0x00000002"}
    for word, expected in (("byte", numbers | {"0x000000ff"}), ("half", numbers | {"0x0000ffff"}),
                           ("os+1,bytes=1", numbers | {"0x000000ff"}),
                           ("pointer,name=4", {"first", "second"})):
        tape = capture(elf, "word", "--task", word, core="vexriscv")
        found = names("--by", "task", tape)
        ok(f"{word}: {found}", set(found) == expected)
    for said, word in (("there is 0x.* pxCurrentTCBs; of FreeRTOS with several", "freertos"),
                       ("at several addresses .0x.* in a.c, 0x.* in b.c", "twin"),
                       ("there are no 4 bytes at .4: pointer has 4", "pointer+4"),
                       ("is no symbol .*there is 0x.* pxCurrentTCBs", "pxCurrent"),
                       ("has 2; leave out name=", "half,name=4"),
                       ("1, 2 or 4", "os,bytes=3")):
        refused(said, "run", "--core", "vexriscv", "--task", word, elf)


def main(rig, elf, *cores):
    rig, elf = os.path.abspath(rig), os.path.abspath(elf)
    workdir()
    tapes = [equal(rig, core, elf) for core in cores]
    views(tapes[0])
    threads(elf)
    refusals(elf, tapes[0])
    narrow()
    return end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
