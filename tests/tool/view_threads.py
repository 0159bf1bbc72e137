# SPDX-License-Identifier: ISC
"""view_threads.py - threads in the call tree: each stands at the root, named by its stack, above what it ran.

usage: view_threads.py
"""
import os
import sys
from collections import Counter

from kit import build, capture, end, ok, rows, tally, workdir

sys.dont_write_bytecode = True		# nothing is written outside BUILD
sys.path.insert(0, os.path.abspath("sw/python"))
import tally_capture  # noqa: E402 pylint: disable=wrong-import-position

NOWHERE = 0x80200000			# no symbol is there
PROGRAM = r"""
#define F __attribute__((noinline))
void hand_over(void *save, void *to);
char left_stack[512] __attribute__((aligned(16))), stacks[2][512] __attribute__((aligned(16)));
unsigned *sp_of[4], *sp_of_main;
volatile int g, on;
F int work(int n) { while (n--) g += n; return g; }
F void yield(void) { hand_over(&sp_of[on], sp_of_main); }
F void turn(void) { g = work(50) + 1; yield(); g = 0; }
void left(void) { for (;;) turn(); }
void right(void) { for (;;) { work(20); turn(); } }
F void start(int i, void *end, void (*f)(void)) { sp_of[i] = (unsigned *)end - 4; sp_of[i][0] = (unsigned)f; }
void run(void)
{
	start(0, left_stack + sizeof left_stack, left);
	start(1, (void *)NOWHERE, right);
	start(2, stacks[0] + sizeof stacks[0], right);
	start(3, stacks[1] + sizeof stacks[1], right);
	for (int i = 0; i < 20; i++) {
		on = i % 4;
		hand_over(&sp_of_main, sp_of[on]);
	}
}
""".replace("NOWHERE", hex(NOWHERE))
SWITCH = r"""
	.globl hand_over
	.type hand_over, @function
hand_over:
	addi sp, sp, -16
	sw ra, 0(sp)
	sw s0, 4(sp)
	sw s1, 8(sp)
	sw s2, 12(sp)
	sw sp, 0(a0)
	mv sp, a1
	lw ra, 0(sp)
	lw s0, 4(sp)
	lw s1, 8(sp)
	lw s2, 12(sp)
	addi sp, sp, 16
	ret
	.size hand_over, . - hand_over
"""
THREADS = {"[thread left_stack]": "left", f"[thread 0x{NOWHERE:08x}]": "right", "[thread stacks+0x200]": "right",
           "[thread stacks]": "right"}


def inclusive(path):
    """{sp that a thread began with: cycles of all below it}, by the capture alone."""
    tree = tally_capture.read(path)
    return Counter(dict((n.function - 1, total) for n, total in zip(tree.nodes, tree.inclusive()) if n.function & 1))


def main():
    workdir("view_threads")
    path = capture(build("threads", {"a.c": PROGRAM, "switch.S": SWITCH}, "-O1", "-fno-optimize-sibling-calls"))
    want = inclusive(path)
    r = tally("report", "--tree", "--min", "0", "--depth", "2", "--top", "0", path)
    ok("a tree", r.code == 0 and not r.err, r)
    tree = rows("report", "--tree", path)
    threads = {row["name"]: row for row in tree if row["name"].startswith("[thread")}
    ok("each of four threads is there, by its stack", set(threads) == set(THREADS), threads)
    ok("... at the root, without an address", all(t["depth"] == 1 and not t["address"] for t in threads.values()))
    ok("... with all its cycles, none its own",
       sorted(t["inclusive"] for t in threads.values()) == sorted(want.values()) and not any(t["cycles"] for t in threads.values()), threads, want)
    below = {name: [row["name"] for row in tree if row["parent"] == t["number"]] for name, t in threads.items()}
    ok("... above the function that it began with", below == {name: [f] for name, f in THREADS.items()}, below)
    ok("text shows them, too", all(name in r.out for name in THREADS), r.out)
    callers = tally("report", "--callers-of", "work", "--min", "0", path).out
    ok("--callers-of leads to them", all(name in callers for name in THREADS), callers)
    pairs = {(row["caller"], row["name"]) for row in rows("report", "--by", "caller", path)}
    ok("--by caller: they call what they began with", {*THREADS.items()} <= pairs, pairs)
    folded = tally("export", "folded", path)
    stacks = [line.rpartition(" ") for line in folded.out.splitlines()]
    sums = Counter()
    for stack, _, n in stacks:
        sums[stack.split(";")[0]] += int(n)
    ok("export folded: the same cycles below each", folded.code == 0
       and all(sums[name] == t["inclusive"] for name, t in threads.items()), sums)
    for form in "callgrind", "pprof", "speedscope", "firefox", "perf", "gmon", "svg", "html":
        r = tally("export", form, "-o", "threads." + form, path)
        ok(f"export {form}", r.code == 0, r)
    end()


main()
