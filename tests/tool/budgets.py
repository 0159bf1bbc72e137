# SPDX-License-Identifier: ISC
# needs: tally
"""budgets.py - tally check: every kind of budget against sums over the capture's bins and nodes, a
planted nop by its line, budgets from a capture, and what is refused. What CI reads: workflows.py.
"""
import json
import random
import re
from collections import Counter

from kit import (CROSS, addresses, build, capture, changed, end, ok, put, read, refused,
                 report_json, rows, sh, tally, tally_profile, workdir, write)
from programs import CALLS, CPP

QUANTITIES = "cycles", "instructions", *tally_profile.CAUSES
CLONES = """volatile int g, zero;
static __attribute__((noinline)) int work(int n, int by) { while (n--) g += by * g; return g; }
void run(void) { g = work(150, 7) + work(152, 7) + work(90, 9) + work(91, zero); }
"""
LOOP = r"""
volatile int g;
__attribute__((noinline)) int other(int n) { while (n--) g += n; return g; }
%s
__attribute__((noinline)) int sum(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++) {
		s += g;
		%s
	}
	return s;
}
int run(void) { return sum(60) + other(5); }
"""
# Writes VALUE to the unit's CTRL between two calls.
USES = r"""
volatile int g;
__attribute__((noinline)) void early(void) { for (int i = 0; i < 50; i++) g += i; }
__attribute__((noinline)) void late(void) { for (int i = 0; i < 90; i++) g ^= i; }
volatile unsigned value __attribute__((section(".data"))) = VALUE;
int run(void) { early(); *(volatile unsigned *)0xf4000010 = value; late(); return 0; }
"""
# Frames of 16, 32, and 1040 + 8 bytes; where %s stands run may go to another stack.
STACK = r"""
	.globl run
	.type run, @function
run:	addi sp, sp, -16
	sw ra, 12(sp)
	mv s0, sp
	%s
	call outer
	mv sp, s0
	lw ra, 12(sp)
	addi sp, sp, 16
	ret
	.size run, . - run
	.type outer, @function
outer:	addi sp, sp, -32
	sw ra, 28(sp)
	call inner
	lw ra, 28(sp)
	addi sp, sp, 32
	ret
	.size outer, . - outer
	.type inner, @function
inner:	li t0, 1040
	sub sp, sp, t0
	addi t0, sp, -8
	mv sp, t0
	jal t0, leaf
	addi t0, sp, 1048
	mv sp, t0
	ret
	.size inner, . - inner
	.type leaf, @function
leaf:	jr t0
	.size leaf, . - leaf
"""
# One line is inlined into two functions.
INLINED = r"""
volatile int g;
static inline __attribute__((always_inline)) void step(void) {
	g++; %s
}
__attribute__((noinline)) void few(void) { for (int i = 0; i < 30; i++) step(); }
__attribute__((noinline)) void many(void) { for (int i = 0; i < 200; i++) step(); }
void run(void) { few(); many(); }
"""
BUILT = "-O1", "-g", "-fno-optimize-sibling-calls"


# ---- what a capture says, by the reader in Python
def counts(c, pc, cell=None):
    """By quantity: of an instruction, or of a cell of the tree."""
    cycles, instructions = c.cells[cell] if cell else (c.bins.get(pc, 0), c.retired.get(pc, 0))
    waits = c.cell_waits[cell] if cell else c.waits.get(pc, (0,) * 5)
    return Counter(dict(zip(QUANTITIES, (cycles, instructions, *waits))))


def truth(tape, elf):
    """{thing as budgets write it: counts by quantity}"""
    c, things = tally_profile.read(tape), {}
    ranges = [(int(f[0], 16), int(f[1], 16), f[3]) for f in
              map(str.split, sh(CROSS + "nm", "-S", elf).splitlines()) if len(f) == 4
              and f[2] in "tT"]
    names = {lo: name for lo, _, name in ranges}
    for lo, size, name in ranges:
        things[name] = sum((counts(c, pc) for pc in range(lo, lo + size, 2)), Counter())
    own = [Counter() for _ in c.nodes]
    for node, pc in c.cells:
        own[node] += counts(c, pc, (node, pc))
    paths = [()]
    for i, node in enumerate(c.nodes[1:], 1):
        paths.append((*paths[node.parent], names.get(node.function, "0x")))
        for n in range(1, len(paths[i]) + 1):
            tail = " > ".join(paths[i][-n:])
            if n > 1:
                things[tail] = things.get(tail, Counter()) + own[i]
        # the outermost part of the way that a thing leads to has it once
        for tail in {" > ".join(paths[i][a:b]) for b in range(1, len(paths[i]) + 1)
                     for a in range(b)}:
            things["+" + tail] = things.get("+" + tail, Counter()) + own[i]
    total = Counter(dict(zip(QUANTITIES, (c.counters["ticks"], c.end["instructions"]))))
    for waits in c.waits.values():
        total += Counter(dict(zip(QUANTITIES[2:], waits)))
    return {name: n for name, n in {**things, "total": total}.items() if "0x" not in name}


def check(*arguments):
    return tally("check", *arguments)


def budget(text, *arguments):
    write("budget.txt", text)
    return check(*arguments[:-1], "budget.txt", arguments[-1])


def shown(text):
    """[(what it is and where, value, bound, exceeded by)] of the table."""
    found = re.findall(r"^ *(\d+) +(\d+) +(?:[\d.]+%)? *\d* *(?:[+-][\d.]+%)?  "
                       r"(?:EXCEEDED by (\d+)  )?([^ \d].*)$", text, re.M)
    return [(what, int(value), int(bound), int(over or 0)) for value, bound, over, what in found]


def all_things():
    """Each thing and quantity: its own count is within, one less is not."""
    elf = build("work", {"work.c": CALLS}, *BUILT)
    tape = capture(elf, "work", "--latency", "leaf:leaf", core="vexriscv")
    things = truth(tape, elf)
    want = [(name, q, have[q]) for name, have in sorted(things.items()) for q in QUANTITIES]
    lines = [f"{name}  {q} {n}   # {name}" for name, q, n in want]
    write("all.txt", "\n# every thing\n\n" + "\n".join(lines) + "\n")
    r = check("all.txt", tape)
    ok(f"{len(want)} budgets hold", r.code == 0 and len(want) > 200
       and [(what, n, n, 0) for what, n in ((f"{a} {q}", n) for a, q, n in want)]
       == [(what.split("  ")[0], n, b, o) for what, n, b, o in shown(r.out)]
       and f"\n0 of {len(want)} budgets exceeded\n" in r.out, r)
    above = [(name, q, n) for name, q, n in want if n]
    write("less.txt", "".join(f"{name} {q} {n - 1}\n" for name, q, n in above))
    r = check("less.txt", tape)
    ok(f"one less: {len(above)} exceeded, by 1 each, status 1", r.code == 1 and not r.err
       and [(f"{name} {q}", n, n - 1, 1) for name, q, n in above]
       == [(what.split("  ")[0], n, b, o) for what, n, b, o in shown(r.out)], r)
    ok("a function that never ran has 0", budget("never 0\n+never 0\n", tape).code == 0)
    longest = max(tally_profile.read(tape).latency.times)
    r = budget(f"latency leaf:leaf {longest}\nlatency leaf:leaf cycles {longest - 1}", tape)
    ok("a latency is its longest", r.code == 1
       and [row[1:] for row in shown(r.out)] == [(longest, longest, 0), (longest, longest - 1, 1)]
       and "\n1 of 2 budgets exceeded\n" in r.out, r)
    worst = {d["name"]: d["worst"] for d in report_json(tape)["durations"]
             if d["calls"] and d["name"][:2] != "0x"}
    r = budget("".join(f"{name} worst <= {n - 1}\n" for name, n in worst.items() if n), tape)
    ok("the longest call of each function", len(worst) > 3 and r.code == 1 and not r.err
       and [row[1:] for row in shown(r.out)] == [(n, n - 1, 1) for n in worst.values() if n], r)
    calls, leaf = tally_profile.read(tape).columns["node.calls"], addresses(elf)["leaf"]
    at = list(tally_profile.read(tape).columns["worst.function"]).index(leaf)
    r = budget("leaf worst 1G", changed(tape, "open.tally", put("worst.open", at, 1),
                                        put("node.calls", -1, calls[-1] + 1)))
    ok("... says that one has not returned",
       r.code == 0 and "1 call of leaf had not returned" in r.err, r)
    r = budget("+run 100%\ntotal 99.999%\nfib instructions 200%\nrun > leaf 0%\n",
               "--against", tape, tape)
    n, leaf = things["total"]["cycles"], things["run > leaf"]["cycles"]
    ok("percent of the base, rounded down", r.code == 1 and [row[3] for row in shown(r.out)]
       == [0, n - n * 99999 // 100000, 0, leaf], r)
    return tape


def stacks():
    for name, switch, want in (("one", "", 16 + 32 + 1048),
                               ("two", "li t0, 0x800f0000\n\tmv sp, t0", 32 + 1048)):
        tape = capture(build(name, {"stack.S": STACK % switch}, "-g"))
        mine = tally_profile.read(tape).stack
        ok(f"stack of {name}: {want} bytes deep", mine and mine[0] == want, mine)
    r = budget("stack 1 KiB\nstack 1096\nstack 2KiB\n", "one.tally")
    ok("a budget of it, and who took it there", r.code == 1
       and [row[1:] for row in shown(r.out)] == [(1096, 1024, 72), (1096, 1096, 0),
                                                 (1096, 2048, 0)]
       and re.search(r"one/stack\.S:\d+\n +deepest at (inner|leaf)", r.out), r)
    refused("does not know its stack's depth", "check", "budget.txt",
            changed("one.tally", "none.tally", put("run.stack_bytes", 0, 0)))


# ---- a nop in a loop, by its line
def nop():
    base = capture(build("base", {"loop.c": LOOP % ("", "")}, *BUILT))
    r = check("--against", base, base)
    ok("itself differs by 0", r.code == 0 and r.out.count("\n") == 3
       and "total cycles" in r.out and "\n0 of " in r.out, r)
    new = capture(build("new", {"loop.c": LOOP % ("int more;", '__asm__(\t"nop");')}, *BUILT))
    a, b = (truth(f"{x}.tally", f"{x}.elf") for x in ("base", "new"))
    line = 1 + next(i for i, text in enumerate(read("new/loop.c").decode().split("\n"))
                    if "nop" in text)
    grown = {name: b[name]["cycles"] - a[name]["cycles"] for name in ("sum", "total")}
    r = check("--against", base, new)
    rows = {what.split("  ")[0]: over for what, _, _, over in shown(r.out)}
    ok(f"a nop in a loop: {grown}, status 1", r.code == 1
       and {k.split()[0]: v for k, v in rows.items() if v} == grown and grown["sum"] >= 60, r, rows)
    ok("... its line, and its cause", re.search(rf"EXCEEDED by \d+  sum  \S*new/loop\.c:{line}\n"
       rf" +WORK \+60.*\n +\+\d+ cycles  new/loop\.c:{line}  __asm__\( \"nop\"\);\n", r.out), r)
    share = 100 * max(grown[n] / a[n]["cycles"] for n in grown)
    ok("--tolerance: what may grow so much may not grow more",
       [check("--against", base, "--tolerance", f"{t:.3f}", new).code
        for t in (share + 0.001, share - 0.01)] == [0, 1], share)
    r = check("--against", base, "--min", "20", new)
    ok("--min: what has less of the run is not judged", set(re.findall(r"EXCEEDED by \d+  (\w+)",
       r.out)) == grown.keys() and "; 3 functions below 20% of the run are not judged" in r.out, r)
    sh(CROSS + "strip", "-o", "bare.elf", "new.elf")
    refused("has no symbols: nothing to match by", "check", "--against", base, capture("bare.elf"))


def inlined():
    """Below a function stands its own share of a line, not that of all functions."""
    for name, more in ("short", ""), ("longer", '__asm__("nop");'):
        capture(build(name, {"step.c": INLINED % more}, *BUILT))
    r = check("--against", "short.tally", "longer.tally")
    found = re.findall(r"EXCEEDED by (\d+)  (few|many) .*\n(?: +WORK.*\n)?"
                       r" +\+(\d+) cycles  longer/step\.c:4 ", r.out)
    every = re.findall(r"EXCEEDED by (\d+)  total .*\n +WORK.*\n +\+(\d+) .*:4 .*\n *\d", r.out)
    ok("a line inlined into two functions: each one's share, in all one row", len(found) == 2
       and all(over == line for over, _, line in found) and every and len(set(every[0])) == 1, r)


def names():
    """Names of C++, and of clones, whose cycles are theirs together, in a file of budgets."""
    tape = capture(build("cpp", {"a.cc": CPP}, "-O2", "-g", "-fno-exceptions", "-fno-rtti",
                         compiler="g++"))
    tally("check", "--update", "cpp.txt", tape)
    ok("C++ names in a new file", b"\nfilter::Stage::run(int) " in read("cpp.txt")
       and check("cpp.txt", tape).code == 0, read("cpp.txt"))
    tape = capture(build("clones", {"c.c": CLONES}, "-O2", "-fipa-cp-clone",
                         "--param=ipa-cp-eval-threshold=1"))
    each = {r["name"]: r["cycles"] for r in rows("report", tape) if r["name"][:4] == "work"}
    r = budget("".join(f"{name} {sum(each.values())}\n" for name in ("work", "run > work", *each)),
               tape)
    ok(f"{each.keys()} are one function", len(each) > 1 and r.code == 0
       and {n for _, n, *_ in shown(r.out)} == {sum(each.values())}, r)


def update(tape):
    tally("check", "--update", "new.txt", tape)
    text = read("new.txt").decode()
    r = check("new.txt", tape)
    ok("a new file: total, stack, latency, functions; it holds", r.code == 0 and all(
        re.search(rf"^{name} .*\d$", text, re.M) for name in
        ("total", "stack", "latency leaf:leaf", "fib", "leaf")), text, r)
    lines = ["# by hand", "", "total\t 5 # all", "stack 1 KiB", " +run fetch 1.5M  # twice",
             "fib 105%", "leaf 0x10", "# end"]
    write("mine.txt", "\r\n".join(lines))
    tally("check", "--update", "mine.txt", tape)
    have = read("mine.txt").decode().split("\r\n")
    r = check("--against", tape, "mine.txt", tape)
    ok("an old one: the bounds alone are new", r.code == 0
       and [re.sub(r"\d+(?= |$)", "N", t) for t in have] == ["# by hand", "", "total\t N # all",
       "stack N", " +run fetch N  # twice", "fib 105%", "leaf N", "# end"]
       and all(n == b for what, n, b, _ in shown(r.out) if "fib" not in what), have, r)
    before = read("mine.txt")
    write("mine.txt", before + b"\nnosuch 5\n")
    refused("mine.txt:9:1: .*no function \"nosuch\"", "check", "--update", "mine.txt", tape)
    ok("... and the file is as it was", read("mine.txt") == before + b"\nnosuch 5\n")


def bad(tape):
    for place, text, why in (
            ("1:6", "main 12x", "not a bound; give a number"),
            ("3:9", "\n\n  leaf  cycels", "not a bound"), ("1:6", "leaf 2 KiB", "not a bound"),
            ("1:6", "leaf 1e30", "not a bound"), ("1:6", "leaf -5", "not a bound"),
            ("1:1", "12000", "whose bound"), ("1:3", "+ 12", "whose bound"),
            ("2:1", "# x\nnosuch 5", "no function \"nosuch\" in .*mend this line"),
            ("1:1", "within 5", "no function"), ("1:1", "0x80000002 5", "no function"),
            ("1:7", "stack cycles 5", "in bytes; leave this word out"),
            ("1:18", "latency leaf:run fetch 5", "in cycles; leave this word out"),
            ("1:1", "latency leaf:run 5", "another latency, leaf:leaf; take it with"),
            ("1:1", "leaf 105%", "give --against"), ("1:1", "leaf > run 5", "no such call path"),
            ("1:1", "total worst 5", "is of a function"),
            ("1:1", "run > leaf worst 5", "is of a function"),
            ("1:1", "[task x] 5", "no \\[task x\\]")):
        write("bad.txt", text)
        refused(f"bad.txt:{place}: .*{why}", "check", "bad.txt", tape)
    for content, why in (b"# none\n\n", "has no budget"), (b"total 5\0", "not a text"):
        write("bad.txt", content)
        refused(f"bad.txt: {why}", "check", "bad.txt", tape)
    write("ok.txt", "total 1G\n")
    write("wide.txt", "\ufefftotal 1G\r\n".encode("utf-16-le"))
    ok("UTF-16, as Windows writes it", check("wide.txt", tape).code == 0)
    for why, *arguments in (
            ("is UTF-16", "--update", "wide.txt", tape), ("by what", tape),
            ("leave one of them out", "--against", tape, "--tolerance", "1", "ok.txt", tape),
            ("not a percentage", "--against", tape, "--tolerance", "18446744073709551", tape),
            ("judges nothing", "--update", "--against", tape, "ok.txt", tape)):
        refused(why, "check", *arguments)
    for option in ("--period", "100"), ("--by", "instructions"):
        refused("does not have every cycle", "check", "ok.txt", capture("work.elf", "s", *option))
    other = capture("work.elf", "other", core="vexriscv-full")
    refused("of different cores|is of vexriscv, .* of vexriscv-full", "check", "--against", tape,
            other)
    for text, why, *options in (
            ("leaf instructions 5", "has no instructions", "--no-cpi"),
            ("leaf data 5", "has no causes", "--no-cpi"),
            ("+leaf 5", "has no call tree", "--no-calls"),
            ("leaf worst 5", "has no durations", "--no-calls"),
            ("leaf 1G", "beyond the counters", "--from", "run", "--to", "run")):
        write("need.txt", text)
        refused(why, "check", "need.txt", capture("work.elf", "s", *options))
    refused("its run failed: a trap", "check", "ok.txt",
            changed(tape, "trap.tally", put("run.reason", 0, 5)))


def cut_off(tape):
    """No gate is green for a run that it did not see, and others say what the capture is of."""
    part = capture("work.elf", "part", "--cycles", "1000", core="vexriscv")
    write("ok.txt", "leaf 1G\n")
    said = r"part\.tally: its run was cut off by --cycles after 1000 cycles; nothing is judged"
    refused(said, "check", "ok.txt", part)
    refused(said, "check", "--against", part, tape)
    refused(said, "check", "--update", "fresh.txt", part, absent=["fresh.txt"])
    ok("--endless: judged", check("--endless", "ok.txt", part).code == 0)
    refused("give both the same --cycles", "check", "--endless", "--against", tape, part)
    ok("another one is said to be cut off", all("note: part.tally: its run was cut off" in tally(
        *command).err for command in (("diff", tape, part), ("advise", part), ("annotate", part))))
    r = tally("merge", "-o", "sum.tally", capture("work.elf", "s", core="vexriscv"), part)
    ok("a sum of both: said", "note: cut off: 1 of 2 runs, and so the sum" in r.err, r)
    refused("sum.tally: its run was cut off", "check", "ok.txt", "sum.tally")
    refused(r"\w+ lies beyond the counters of narrow.tally, and ran in", "check", "--against",
            tape, capture("work.elf", "narrow", "--from", "leaf", "--to", "leaf", core="vexriscv"))
    refused("no cycle of code was counted", "check", "ok.txt",
            changed(tape, "empty.tally", put("run.hits", 0, 0)))


def used_unit():
    """The firmware stops the unit: the counts are those of the same run with the unit left alone,
    and no gate passes."""
    def counts(name, value, *options):
        build(name, {"uses.c": USES}, "-O1", f"-DVALUE={value}")
        return {f["name"]: f["count"] for f in json.loads(tally("report", "--json", capture(
            name + ".elf", None, *options)).out)["functions"]}

    alone = counts("alone", 0)
    ok("the run's counts", counts("stops", 2) == alone, alone)
    r = tally("report", "stops.tally")
    ok("... which are said to be the simulator's", "cycles " in r.out and "TICKS" not in r.out
       and "the firmware used the unit itself" in r.out, r)
    write("ok.txt", "total 1G\n")
    refused("stops.tally: the firmware used the unit itself", "check", "ok.txt", "stops.tally")
    ok("others say it, and a sum", all("the firmware used the unit" in tally(*command).err
       for command in (("annotate", "stops.tally"), ("export", "svg", "stops.tally"),
                       ("diff", "alone.tally", "stops.tally"),
                       ("merge", "-o", "sum.tally", "stops.tally"))))
    for options in ["--period", "10"], ["--no-calls"], ["--by", "instructions"]:
        refused("no count is of the run", "run", "-o", "never.tally", *options, "stops.elf")


def damaged(tape):
    """Any text is judged, or refused in one line."""
    random.seed(1)
    whole, wrong = read("all.txt")[:1500] + b"\nstack 2 KiB\nlatency leaf:leaf 5%\n[x] > a 3\n", []
    for _ in range(200):
        text = bytearray(whole[:random.choice((30, 60, len(whole)))])
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(text))
            text[at:at + random.randint(0, 9)] = random.choice(
                (b"", b" ", b"\n", b"%", b" KiB", b" > ", b"#", b"+", b"5", b"\xff", b"total "))
        r = tally("check", "--against", tape, "-", tape, stdin=bytes(text))
        if not r.refused("^tally: ") and (r.code not in (0, 1) or r.err):
            wrong.append((bytes(text), r))
    ok("damaged budgets: judged, or refused in one line", not wrong, wrong)


workdir()
TAPE = all_things()
stacks()
nop()
inlined()
names()
update(TAPE)
bad(TAPE)
cut_off(TAPE)
used_unit()
damaged(TAPE)
end()
