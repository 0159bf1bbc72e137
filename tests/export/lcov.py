# SPDX-License-Identifier: ISC
# needs: tally venv/lcov.stamp tests/contexts/torture-interrupts.elf
"""lcov.py - `tally export lcov` of a program whose counts are written beside its lines, from each
kind of profile; taken branches; genhtml reads the file. coverage.py compares with gcov.
"""
import os
import re
import sys

sys.path.insert(0, "tests/tool")
from kit import (BUILD, CROSS, build, capture, changed, end, ok, read, refused,     # noqa: E402
                 sh, tally, tally_profile, without, workdir)

# What a line's comment says: how often it began; then what branches, taken and not, it has.
PROGRAM = r"""
volatile int g;
int odd(int n)
{                                               /* 12 */
    if (n & 1)                                  /* 12 6+6 */
        return 1;                               /* 6 */
    return 0;                                   /* 6 */
}
int kind(int n)
{                                               /* 10 */
    switch (n) {                                /* 10 */
    case 0: g += 1; break;                      /* 1 */
    case 1: g += 2; break;                      /* 1 */
    case 2: g += 3; break;                      /* 1 */
    case 3: g += 5; break;                      /* 1 */
    case 4: g += 7; break;                      /* 1 */
    case 5: g += 9; break;                      /* 1 */
    default: g -= 1;                            /* 4 */
    }
    return n;                                   /* 10 */
}
int never(void)
{                                               /* 0 */
    return g ? 3 : 4;                           /* 0 -+- */
}
void run(void)
{
    for (int i = 0; i < 10; i++)                /* 11 10+1 */
        kind(i);                                /* 10 */
    int n = 12;                                 /* 1 */
    while (n)                                   /* 13 1+12 */
        odd(n--);                               /* 12 */
    do g++; while (g < 40 && g);                /* 17 */
}
"""


def wanted():
    """{line: count}, {line: its branches' counts, sorted}"""
    lines, branches = {}, {}
    for number, line in enumerate(PROGRAM.splitlines(), 1):
        said = re.search(r"/\* (\d+)(?: (\S+)\+(\S+))? \*/", line)
        if said:
            lines[number] = int(said[1])
            if said[2]:
                branches[number] = sorted(said.groups()[1:])
    return lines, branches


def tracefile(path, source="program.c"):
    """The same of a tracefile, {function: count}, and its test's name."""
    lines, branches, functions, test, of_source = {}, {}, {}, "", False
    for line in read(path).decode().splitlines():
        tag, _, rest = line.partition(":")
        fields = rest.split(",")
        if tag == "TN":
            test = rest
        elif tag == "SF":
            of_source = rest.endswith(source)
        elif of_source and tag == "DA":
            lines[int(fields[0])] = int(fields[1])
        elif of_source and tag == "BRDA":
            branches.setdefault(int(fields[0]), []).append(fields[3])
        elif of_source and tag == "FNDA":
            functions[fields[1]] = int(fields[0])
    return lines, {k: sorted(v) for k, v in branches.items()}, functions, test


def export(tape, *arguments):
    r = tally("export", "lcov", "-o", tape[:-6] + ".info", tape, *arguments)
    if r.code:
        raise SystemExit(repr(r))
    return *tracefile(tape[:-6] + ".info"), r.err


def judge(found):
    lines, branches = wanted()
    ours, our_branches, functions, test, _ = found
    both = {k: ours.get(k) for k in lines}
    ok(f"{len(lines)} lines, counts of those written", both == lines,
       {k: (n, lines[k]) for k, n in both.items() if n != lines[k]})
    shown = {k: our_branches.get(k) for k in branches}
    ok("branches", shown == branches, shown)
    ok("functions", functions == {"odd": 12, "kind": 10, "never": 0, "run": 1} and test == "",
       functions, test)


def yes_or_no(what, tape, whole):
    lines, branches, functions, test, err = export(tape)
    ok(f"{what}: covered or not: said in the file and on stderr", test == "covered_or_not"
       and "not how often" in err and not branches, test, err)
    return lines == {k: int(n > 0) for k, n in whole[0].items()} and set(functions.values()) == {
        0, 1}


def kinds(elf):
    whole = export(capture(elf))
    judge(whole)
    ok("nothing is open", not whole[4], whole[4])
    tape = capture(elf, "instructions", "--by", "instructions", "--no-cpi", "--no-calls")
    old = changed("program.tally", "old.tally", without("branch"))
    words = capture(elf, "words", "--by", "instructions", "--no-cpi", "--no-calls", "--scale",
                    "32768")
    for what, found in (("without taken branches", export(old)), ("instructions", export(tape)),
                        ("a counter for 4 bytes, as instructions have", export(words))):
        ok(f"{what}: the same, but for a branch beside a jump by a table; said",
           found[0] == whole[0] and found[2] == whole[2] and found[1].items() < whole[1].items()
           and len(found[1]) == len(whole[1]) - 1 and "instruction: 1; branches left out: 1"
           in found[4], found)
    ok("cycles alone: as those of instructions", yes_or_no("cycles alone",
       capture(elf, "cycles", "--no-cpi"), whole))
    yes_or_no("bins of 8 bytes", capture(elf, "wide", "--by", "instructions", "--no-cpi",
              "--no-calls", "--scale", "16384"), whole)
    tally("merge", "-o", "mixed.tally", "program.tally", old)
    ok("merge with one that has no taken branches: has none",
       not tally_profile.read("mixed.tally").taken)


def refusals(elf):
    tape = capture(elf, "sampled", "--no-cpi", "--period", "100")
    refused("has samples, so what has no count may have run", "export", "lcov", tape)
    bare = build("bare", {"program.c": PROGRAM})
    refused("has no source lines; build it with -g", "export", "lcov", capture(bare))


def taken(elf):
    """What a branch does not take goes on behind it, in spite of interrupts: where nothing else
    leads there, that many retired."""
    c = tally_profile.read(capture(elf, "torture", "--cycles", "2M", core="vexriscv"))
    code, targets = [], set()
    for line in sh(CROSS + "objdump", "-d", "-M", "no-aliases", elf).splitlines():
        found = re.match(r" *([0-9a-f]+):\t[0-9a-f ]+\t(\S+)(.*)", line)
        if found:
            code.append((int(found[1], 16), found[2], found[3]))
            target = re.search(r"\b([0-9a-f]{6,8})\b(?: <|$)", found[3])
            if target:
                targets.add(int(target[1], 16))
    entries = {int(line.split()[0], 16) for line in sh(CROSS + "nm", elf).splitlines()
               if line[0] != " "}
    checked, wrong, other = 0, [], []
    for (pc, name, _), (behind, *_) in zip(code, code[1:]):
        branch = re.fullmatch(r"(c\.)?b(eq|ne|lt|ge|ltu|geu|eqz|nez)", name)
        if not branch and pc in c.taken:
            other.append(hex(pc))
        if branch and behind not in targets | entries and c.retired.get(pc):
            checked += 1
            if c.retired[pc] - c.taken.get(pc, 0) != c.retired.get(behind, 0):
                wrong.append((hex(pc), c.retired[pc], c.taken.get(pc), c.retired.get(behind)))
    ok(f"{os.path.basename(elf)}: {checked} branches, {sum(c.taken.values())} times taken",
       checked > 50 and not other and len(wrong) <= 1, other, wrong)	# the run's end cuts one




# helper stands in two objects, GCC clones scaled, and lays a part of odd elsewhere.
HELPER = """extern volatile int g;
static __attribute__((noinline)) int helper(int n) { return g += n; }
"""
SPLIT = """#include "h.h"
volatile int g, never;
int other(int n);
__attribute__((noinline, noreturn, cold)) void die(void) { g = 1; for (;;) ; }
static __attribute__((noinline)) int scaled(int n, int by) { while (n--) g += by * n; return g; }
__attribute__((noinline)) int odd(int n) { if (never) die(); return n * 3 + g; }
void run(void) { g = odd(4) + scaled(5, 7) + scaled(6, 7) + helper(1) + other(2); }
"""


def clones():
    elf = build("clones", {"split.c": SPLIT, "h.h": HELPER, "gone.c": '#include "h.h"\n'
                "int other(int n) { return helper(n) + helper(3); }"}, "-g", "-O2",
                "-freorder-blocks-and-partition")
    os.remove("clones/gone.c")
    names, err = sh(CROSS + "nm", elf), export(capture(elf))[-1]
    found = [tracefile("clones.info", file)[2] for file in ("split.c", "h.h")]
    ok("clones, parts and copies count for their function", "odd.cold" in names
       and "scaled.constprop.0" in names and found == [{"die": 0, "scaled": 2, "odd": 1, "run": 1},
       {"helper": 3}] and read("clones.info").count(b",helper") == 2, found)
    ok("sources that are not there: left out, said", "1 of 4 sources cannot be read" in err
       and "5 of 6 functions" in sh("genhtml", "-o", "page", "clones.info") and b"gone.c" in
       tally("export", "lcov", "--all-sources", "clones.tally").bytes, err)


def readers():
    said = sh("genhtml", "--branch-coverage", "-o", "page", "program.info")
    lines, branches, functions, *_ = tracefile("program.info")
    started = tracefile("program.info", "start.S")
    n, hit = len(lines) + len(started[0]), sum(map(bool, [*lines.values(), *started[0].values()]))
    ok(f"genhtml: {hit} of {n} lines", f"({hit} of {n} lines)" in said
       and f"of {len(functions) + len(started[2])} functions" in said
       and f"of {sum(map(len, branches.values()))} branches" in said, said)
    ok("genhtml: a page of the source", "program.c.gcov.html" in str(list(os.walk("page"))))


def main():
    workdir()
    elf = build("program", {"program.c": PROGRAM}, "-g", "-O0")
    kinds(elf)
    refusals(elf)
    taken(f"{BUILD}/tests/contexts/torture-interrupts.elf")
    readers()
    clones()
    end()


main()
