#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally venv/clang.stamp
"""tally export afdo: every count against addr2line, the source and the capture's counts; Clang's
own reader; what is refused. usage: afdo.py"""
import collections
import os
import re
import subprocess
import sys

sys.path.insert(0, "tests/tool")
from kit import (CROSS, LINK, build, capture, end, ok, refused, sh, tally,        # noqa: E402
                 tally_profile, workdir)

SOURCE = """\
int data[256], sum, kinds[3];
static __attribute__((noinline)) int cold(int x) { return x * 3 + sum; }
static __attribute__((noinline)) int seldom(int x)
{
	if (x & 64)
		sum += 5;
	else
		sum ^= x;
	BLOCKS
	return x > 1000 ? cold(x) : sum;
}
static int inner(int x)
{
	return x % 7 ? sum + x : sum - x;
}
static int outer(int x)
{
	int y = inner(x);

	if (x % 5 == 0)
		y += inner(x + 1);
	if (x > 1000)
		y = cold(y);
	return y;
}
int never(void) { return sum; }
int (*chosen)(int) = seldom;
int run(void)
{
#ifdef __clang__
#pragma clang loop unroll_count(4)
#endif
	for (int i = 0; i < 1024; i++)
		data[i & 255] = data[i * 3 & 255] + i;
	for (int i = 0; i < 256; i++) data[i] = (i * 77 + 13) & 255;
	for (int round = 0; round < 4; round++)
		for (int i = 0; i < 256; i++) {
			sum += outer(data[i]);
			if (data[i] > 250)
				kinds[0] += chosen(data[i]);
		}
	for (int i = 0; i < 256; i++) if (data[i] & 1) kinds[1]++; else kinds[2] += data[i];
	return kinds[0];
}
""".replace("BLOCKS", " ".join(f"if (x == {i}) {{ sum ^= data[{i}] * x; }}"
                               for i in range(200, 256)))
HEADS = {m[1]: n for n, line in enumerate(SOURCE.splitlines(), 1)
         if (m := re.match(r"[a-z].*?\b(\w+)\((?:int x|void)\)", line))}
CLANG = "clang-19"


def first_part(bits):
    """LLVM's numbers of 1, 7 or 14 bits, the lowest first."""
    if bits & 1:
        return 0, bits >> 1
    if bits & 0x40:
        return (bits >> 1 & 0x1f) | (bits >> 2 & 0xfe0), bits >> 14
    return bits >> 1 & 0x1f, bits >> 7


def frames(elf, pcs):
    """{pc: [(function, line, discriminator)]}, innermost first."""
    text = subprocess.run([CROSS + "addr2line", "-a", "-f", "-i", "-e", elf],
                          input="\n".join(map(hex, pcs)), capture_output=True, text=True,
                          check=True).stdout
    found, now = {}, []
    for line in text.splitlines():
        if re.fullmatch("0x[0-9a-f]+", line):
            now = found.setdefault(int(line, 16), [])
        elif place := re.match(r".*:(\d+|\?)(?: \(discriminator (\d+)\))?$", line):
            now[-1] += int(place[1].replace("?", "0")), int(place[2] or "0")
        else:
            now.append([line])
    return found


def expected(elf, tape, clang):
    """{path: count}; a path is the function, (offset, discriminator) and function of each inlined
    call, and last (offset, discriminator), or its calls with the name called, or "head"."""
    tree, counts = tally_profile.read(tape), collections.Counter()
    symbols = [line.split() for line in sh(CROSS + "nm", "-S", elf).splitlines()]
    functions = {int(s[0], 16): (int(s[1], 16), s[3]) for s in symbols
                 if len(s) == 4 and s[2] in "tT"}
    ran = [lo for lo, (size, _) in functions.items()
           if any(pc in tree.retired for pc in range(lo, lo + size, 2))]
    pcs = [pc for lo in ran for pc in range(lo, lo + functions[lo][0], 2)]
    paths = {}
    for pc, chain in frames(elf, pcs).items():
        if any(name not in HEADS or not line for name, line, _ in chain):
            continue
        path, factor = [], 1
        for name, line, bits in reversed(chain):
            base, rest = first_part(bits) if clang else (0, 0)
            factor = first_part(rest)[0] or 1
            path += name, (line - HEADS[name] & 0xffff, base)
        paths[pc] = tuple(path)
        counts[paths[pc]] = max(counts[paths[pc]], tree.retired.get(pc, 0) * factor)
    for node in tree.nodes[1:]:
        name = functions.get(node.function, (0, "?"))[1].split(".")[0]
        if name in HEADS:
            counts[name, "head"] += node.calls
            if node.site in paths:
                counts[paths[node.site] + (name,)] += node.calls
    return counts


def text(path):
    """What `export afdo` wrote, as expected() has it; totals must be those of the parts."""
    counts, way = collections.Counter(), []
    with open(path, encoding="utf-8") as f:
        for line in f:
            level = len(line) - len(line.lstrip(" "))
            if not level:
                name, _, head = line.split(":")
                way = [name]
                counts[name, "head"] = int(head)
                continue
            where, what = line.strip().split(": ")
            at = tuple(map(int, where.split("."))) if "." in where else (int(where), 0)
            way = way[:2 * level - 1]
            if not what[0].isdigit():
                way += at, what.split(":")[0]
                continue
            count, *targets = what.split()
            counts[(*way, at)] = int(count)
            for target in targets:
                name, calls = target.split(":")
                counts[(*way, at, name)] = int(calls)
    return counts


def compare(what, got, want):
    wrong = [(k, got.get(k), want.get(k)) for k in got.keys() | want.keys()
             if k[0] in HEADS and (k in got, got[k]) != (k in want, want[k])]
    ok(f"{what}: {len(want)} counts, {sum(not n for n in want.values())} of them 0, "
       f"{sum(len(k) > 3 for k in want)} inlined",
       not wrong and any(len(k) > 5 for k in want) and 0 in want.values(),
       "path, got, want:", sorted(wrong, key=str)[:6])


def exported(tape):
    r = tally("export", "afdo", "-o", "afdo", tape)
    ok("afdo: written", r.code == 0, r)
    return text("afdo")


def gcc():
    elf = build("gcc", {"main.c": SOURCE}, "-g", "-O2")
    tape = capture(elf)
    compare("afdo of GCC's code", exported(tape), expected(elf, tape, False))
    shown = sh("llvm-profdata", "show", "--sample", "afdo")
    ok("LLVM reads the text", "Function: seldom: " in shown, shown)
    return elf


def clang():
    os.mkdir("clang")
    with open("clang/main.c", "w", encoding="utf-8") as f:
        f.write(SOURCE)
    flags = ("--target=riscv32-unknown-elf", "-march=rv32im", "-mabi=ilp32", "-O2", "-gdwarf-4",
             "-ffreestanding", "-fdebug-info-for-profiling", "-c", "clang/main.c")
    sh(CLANG, *flags, "-o", "clang/main.o")
    sh(CROSS + "gcc", "-march=rv32im", "-mabi=ilp32", "-nostdlib", "-static", LINK,
       "gcc/start.S", "clang/main.o", "-o", "clang.elf")
    tape = capture("clang.elf")
    want = expected("clang.elf", tape, True)
    ok("clang: lines have discriminators", any(p[1] for k in want for p in k
                                               if isinstance(p, tuple)))
    compare("afdo of Clang's code", exported(tape), want)
    r = subprocess.run([CLANG, *flags, "-fprofile-sample-use=afdo", "-o", "clang/again.o",
                        "-Rpass-analysis=sample-profile"], capture_output=True, text=True,
                       check=False)
    ok("clang applies it", r.returncode == 0 and r.stderr.count("Applied 1024 samples") > 1
       and "warning" not in r.stderr, r.stderr)


def refusals(elf):
    bare = build("bare", {"main.c": SOURCE}, "-O2")
    refused("counted cycles only; take it again with `tally run`, without --no-cpi", "export",
            "afdo", capture(elf, "cycles", "--no-cpi"))
    refused("needs source lines: give the ELF with debug information", "export", "afdo",
            capture(bare))


def main():
    workdir()
    elf = gcc()
    refusals(elf)
    clang()
    end()


main()
