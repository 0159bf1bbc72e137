#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally
"""Loops: report --by loop, annotate's marks, against a program that counts its own iterations."""
import os
import re
import sys

from kit import (CROSS, annotated, build, capture, changed, end, ok, refused, rows, sh, tally,
                 tally_profile, without, workdir)

# A line's comment says which loop begins on it, and how often it was entered; IT counts its
# iterations, which run() prints.
PROGRAM = r"""
typedef unsigned word;
#define OWN __attribute__((noinline, noclone))
#define IT(n) (counts[n]++)
volatile word counts[32], sink;
word a[256];
OWN word sum(const word *p, word n)
{
	word s = 0;
	for (word i = 0; i < n; i++) {		/* loop 0: 32 */
		IT(0);
		s += p[i] ^ s >> 3;
	}
	return s;
}
OWN void nest(void)
{
	for (word i = 0; i < 12; i++) {		/* loop 1: 1 */
		IT(1);
		for (word j = 0; j < 9; j++) {		/* loop 2: 12 */
			IT(2);
			for (word k = 0; k < 11; k++) {		/* loop 3: 108 */
				IT(3);
				sink = a[i + j] * a[k];
			}
		}
	}
}
OWN void collatz(word x)
{
	do {
		IT(4);		/* loop 4: 1 */
		x = x & 1 ? 3 * x + 1 : x >> 1;
	} while (x != 1);
}
OWN word find(const word *p, word n)
{
	for (word i = 0; i < n; i++) {		/* loop 5: 1 */
		IT(5);
		if (p[i] == 77)
			return i;
		if (p[i] == 7777)
			break;
	}
	return n;
}
OWN void skip(word n)
{
	for (word i = 0; i < n; i++) {		/* loop 6: 1 */
		IT(6);
		if (i % 3 == 0)
			continue;
		sink++;
	}
}
OWN void twice(const char *p)
{
	while (*p) {		/* loop 7: 1 */
		IT(7);
		switch (*p) {
		case 'a': sink = 1; break;
		case 'b': sink += 20; break;
		case 'c': sink *= 3; break;
		case 'd': sink ^= 0x55; break;
		case 'e': sink -= 7; break;
		case 'f': sink = ~sink; break;
		}
		sink++;
		switch (*p++) {
		case 'a': sink *= 9; break;
		case 'b': sink -= 20; break;
		case 'c': sink ^= 3; break;
		case 'd': sink += 0x55; break;
		case 'e': sink = 7; break;
		case 'f': sink <<= 1; break;
		}
	}
}
OWN void interpret(const unsigned char *p)
{
	static const void *const does[] = { &&add, &&sub, &&turn, &&stop };
	goto *does[*p];
add:
	IT(8);
	sink++;
	goto *does[*++p];
sub:
	IT(8);
	sink--;
	goto *does[*++p];
turn:
	IT(8);
	sink = ~sink;
	goto *does[*++p];
stop:
	sink = 0;
}
OWN void entered(word n, word where)
{
	if (where)
		goto middle;
top:
	sink += 3;
middle:
	IT(9);
	sink ^= n;
	if (n--)
		goto top;
}
OWN void calls(word n)
{
	while (n--) {		/* loop 10: 1 */
		IT(10);
		sink = sum(a, 4);
	}
}
OWN void climb(word n)
{
	for (word i = 0; i < n; i++) {		/* loop 11: 16, optimised 8 */
		IT(11);
		climb(i);
	}
}
OWN word tail(word n, word s)
{
	IT(12);
	sink = s;
	return n ? tail(n - 1, s + 1) : s;
}
/* a loop that begins with its function */
void down(word n);
__asm__(".type down, @function\ndown: addi a0, a0, -1\nbnez a0, down\nret\n.size down, . - down\n");
OWN void once(word n)
{
	while (sink + n) {		/* loop 13: 6, optimised 5 */
		IT(13);
		sink = -n;
	}
}
OWN void none(word n)
{
	for (word i = 0; i < n; i++)		/* loop 14: none */
		sink = i;
}
OWN void show(void)
{
	for (word i = 0; i < 32; i++) {
		for (word at = 28; at <= 28; at -= 4)
			*(volatile char *)0x10000000 = "0123456789abcdef"[counts[i] >> at & 15];
		*(volatile char *)0x10000000 = '\n';
	}
}
void run(void)
{
	for (word i = 0; i < 256; i++)		/* loop 15: 1 */
		a[i] = i + 1, IT(15);
	a[49] = 77;
	a[76] = 1;
	for (word i = 0; i < 7; i++) {		/* loop 16: 1 */
		IT(16);
		sum(a, 100);
	}
	nest();
	collatz(27);
	find(a, 256);
	skip(300);
	twice("abcdefabcdefabcdefabcdefabcdefabcdef");
	interpret((const unsigned char *)"\0\0\1\2\0\1\2\2\2\1\0\3");
	entered(20, 0);
	entered(30, 1);
	calls(25);
	climb(4);
	tail(40, 1);
	for (word i = 0; i < 6; i++) {		/* loop 17: 1 */
		IT(17);
		sink = 0;
		once(i);
	}
	none(0);
	for (word i = 0; i < 3; i++) {		/* loop 18: 1 */
		IT(18);
		down(5);
	}
	show();
}
"""

KINDS = {"twice": (0, 0), "interpret": (2, 0), "entered": (0, 1)}	# jumps, irreducible
# Loops by their names: entries, their counter, and what they do beyond it. The interpreter has the
# jump that ends it, too.
NAMED = {"down": (3, 31, 15), "interpret": (1, 8, 1), "entered": (2, 9, 0), "tail": (1, 12, -1)}


def run(name, core, *flags):
    """Its capture, its loops by line and those of NAMED by name, its own counts."""
    elf = build(name, {"a.c": PROGRAM}, "-g", "-Wl,--no-relax", *flags)
    r = tally("run", "--core", core, "--cycles", "3M", "-o", f"{name}.tally", elf)
    found = rows("report", "--by", "loop", f"{name}.tally")
    ok(f"{name}: {len(found)} loops, entries + turns = the header's count in all",
       r.code == 0 and found and not any(row["estimated"] for row in found), r, found)
    counts = [int(word, 16) for word in re.findall(r"^[0-9a-f]{8}$", r.out, re.M)]
    return f"{name}.tally", found, counts


def counted(name, core, *flags):
    tape, found, counts = run(name, core, *flags)
    optimised = "-O0" not in flags
    wanted = {}
    for number, line in enumerate(PROGRAM.split("\n"), 1):
        said = re.search(r"/\* loop (\d+): (\d+)(?:, optimised (\d+))? \*/", line)
        if said:
            wanted[number] = (int(said[optimised and said[3] and 3 or 2]), counts[int(said[1])])
    ours = {row["line"]: (row["entries"], row["iterations"]) for row in found
            if row["name"] not in (*NAMED, "show")}
    ok(f"{name}: {len(wanted)} loops at their lines, as they counted themselves", ours == wanted,
       {k: (ours.get(k), wanted.get(k)) for k in {*ours, *wanted}
        if ours.get(k) != wanted.get(k)})
    ours = {row["name"]: (row["entries"], row["iterations"]) for row in found
            if row["name"] in NAMED}
    wanted = {k: (entries, counts[n] + more) for k, (entries, n, more) in NAMED.items()
              if k != "tail" or optimised}
    ok(f"{name}: an interpreter, a loop of two entries, a tail call", ours == wanted, ours)
    kinds = {row["name"]: (row["jumps"], row["irreducible"]) for row in found
             if row["name"] in KINDS}
    ok(f"{name}: two tables in a loop are no dispatch, the interpreter's jumps are one",
       kinds == {**KINDS, "interpret": (2 * optimised, 0)}, kinds)
    return tape, found


def costs(tape, found):
    """Cycles and waits by address, what is called by the tree."""
    c = tally_profile.read(tape)
    inside = {}
    for f in annotated(tape):
        for x in f["code"]:
            inside.setdefault(x["loop"], set()).add(x["pc"])
    leaves = {row["address"]: row for row in found
              if not any(other["depth"] > row["depth"] and other["name"] == row["name"]
                         for other in found)}
    wrong = [(row, pcs) for at, row in leaves.items() for pcs in [inside[int(at, 16)]]
             if row["cycles"] != sum(c.bins.get(pc, 0) for pc in pcs)
             or row["instructions"] != sum(c.retired.get(pc, 0) for pc in pcs)
             or row["exec"] != sum(c.waits.get(pc, (0,) * 5)[4] for pc in pcs)]
    ok(f"{tape}: cycles, instructions, waits of {len(leaves)} loops, which annotate marks",
       len(leaves) > 11 and not wrong, wrong)
    calling = {row["name"]: row for row in found if row["depth"] == 1}
    pcs = {f["name"]: f["pc"] for f in annotated(tape)}
    below = {(n.function, c.nodes[n.parent].function): i for n, i in zip(c.nodes, c.inclusive())}
    whole, loop = below[pcs["climb"], pcs["run"]], calling["climb"]["inclusive"]
    ok(f"{tape}: recursion counts once", 0.8 * whole < loop <= whole, loop, whole)
    called = calling["calls"]["inclusive"] - calling["calls"]["cycles"]
    ok(f"{tape}: with what is called", called == below[pcs["sum"], pcs["calls"]], called)


def unrolled():
    _, found, counts = run("unrolled", "picorv32", "-O3", "-funroll-loops")
    turns = {row["name"]: row["iterations"] for row in found if row["name"] in ("skip", "sum")}
    ok("unrolled by 8: iterations of the code", turns == {"skip": counts[6] // 8,
                                                          "sum": 7 * (100 // 8)}, turns)


def endless():
    elf = build("endless", {"a.c": "volatile int n; void run(void) { for (;;) n++; }"}, "-g", "-O2")
    tape = capture(elf, "endless", "--cycles", "20000")
    found = rows("report", "--by", "loop", tape)
    most = max(tally_profile.read(tape).retired.values())
    ok("endless: entered once", [(row["entries"], row["iterations"] - most, row["estimated"])
                                 for row in found] == [(1, 0, 0)], found, most)
    text = tally("annotate", tape).out
    ok("annotate has the loop", f"loop: entries 1, iterations {most}, " in text, text)
    sh(CROSS + "strip", "-g", elf)
    text = tally("report", "--by", "loop", capture(elf, "endless", "--cycles", "20000")).out
    ok("without debug information: its address", f"run  {found[0]['address']}\n" in text, text)


def adds_up(tape, elf):
    """WORK and waits are the cycles of an iteration, even of two instructions a cycle."""
    table = tally("report", "--by", "loop", "--top", "1", "--width", "200", tape).out.split("\n")
    parts = len(table[3].split("WORK")[1].split())	# WORK, causes; "loop" stands behind
    row = [float(word) if word != "." else 0 for word in table[4].split()[6:8 + parts]]
    ok(f"{os.path.basename(elf)}: {row[0]} cycles have {parts} parts",
       parts > 1 and abs(row[0] - sum(row[2:])) < 0.005 * (parts + 1), table[:5])


def refusals(tape):
    refused("not know how often each branch", "report", "--by", "loop",
            changed(tape, "old.tally", without("jump")))
    refused("leave out --why", "report", "--by", "loop", "--why", tape)
    refused("leave out", "report", "--by", "loop,instructions", tape)
    for option in ("--period", "100"), ("--by", "instructions"), ("--priv", "u"):
        other = capture("plain.elf", "other", *option)
        refused(f"not know how often each branch.*{option[0]}", "report", "--by", "loop", other)


def main():
    programs = [program.split(":") for program in sys.argv[1:]]
    programs = [(core, os.path.abspath(elf)) for core, elf in programs]
    workdir()
    tape, found = counted("plain", "picorv32", "-O0")
    costs(tape, found)
    costs(*counted("fast", "vexriscv", "-O2"))
    counted("small", "ibex", "-O2", "-march=rv32imc_zicsr")
    unrolled()
    endless()
    refusals(tape)
    for core, elf in programs:
        tally("run", "--core", core, "--cycles", "4M", "-o", "real.tally", elf)
        found = rows("report", "--by", "loop", "real.tally")
        ok(f"{os.path.basename(elf)}: {len(found)} loops, entries + turns = the header's count",
           found and not any(row["estimated"] for row in found),
           [row for row in found if row["estimated"]])
        adds_up("real.tally", elf)
    end()


main()
