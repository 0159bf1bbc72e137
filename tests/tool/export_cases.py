# SPDX-License-Identifier: ISC
"""export_cases.py - the profiles that test the exports, and what every export must say of them.

usage: export_cases.py     makes them in BUILD/tests/export; cases.json lists them

They are runs of real programs; an ELF without symbols; names that no format expects; and captures
written here, from sw/CAPTURE.md, with 40-bit counts, empty functions, and 8-byte bins that straddle
functions. A stack is a tuple of names, the outermost first: with a call tree the functions that
called each other, by the capture's own nodes; else a function and the calls inlined into it, by
`annotate`.
"""
import bisect
import json
import os
import re
import zlib
from collections import Counter

import kit
from kit import (BUILD, CROSS, HIGH_STACK, TALLY, build, changed, ok, read, sh, tally_profile,
                 without, write)
from programs import CPP, DEEP, PARTS, RECURSION

HERE = os.path.join(BUILD, "tests", "export")
OUTCOMES = "outside", "filtered", "idle", "lost", "pending"
NAMES = ['a<b>&"c\'', "semi;colon", "=1+1", "new\\nline", "back\\\\slash", "</script><b>",
         "(7) number",
         "space name ", "caf\\303\\251", "\\377\\376", "\\342\\200\\256rtl", "\\302\\2331mred",
         "]]>", "a b;c 77", "tab\\there",
         "-dash", "*star", "#hash", "fn=(1) x"]
STRANGE = ["</script><b>", "a<b>&\"c'", "\u202ertl", "\ufffe\uffff", "caf\u00e9]]>",
           "x: 5 cycles, 1.00%", "tab\there"]
REST = {"outside": "[OUTSIDE]", "filtered": "[FILTERED]", "idle": "[IDLE]", "lost": "[LOST]",
        "pending": "[PENDING]"}
LANGUAGES = "inlined", "cpp"


def plain(name, bad=""):
    """As text formats have it: no control characters, and none of those that part what they
    write."""
    return "".join("?" if ord(c) < 32 or 127 <= ord(c) < 160 or c in bad else c for c in name)


def same(what, got, want):
    got, want = +Counter(got), +Counter(want)
    difference = [(k, got.get(k), want.get(k)) for k in got.keys() | want.keys()
                  if got.get(k) != want.get(k)]
    return ok(f"{what}: {len(want)} rows, {sum(want.values())} counts", want and not difference,
              "name, got, want:", difference[:6])


class Case:
    """A profile without a call tree."""

    def __init__(self, name, capture, elf, symbols=None):
        self.name, self.capture, self.elf, self.symbols = name, capture, elf, symbols or elf
        self.report = json.loads(sh(TALLY, "report", "--json", capture, elf))
        counters = self.report["counters"]
        self.ticks, self.bins = counters["ticks"], {b["pc"]: b["count"]
                for b in self.report["bins"]}
        self.rest = Counter({REST[k]: n for k, n in counters.items() if k in REST and n})
        self.functions = Counter()
        for f in self.report["functions"]:
            self.functions[plain(f["name"])] += f["count"]
        self.nameless = any(f.startswith("[no symbol]") for f in self.functions)
        self.find_stacks()

    def find_stacks(self):
        # nothing is inlined, and names have a ;
        if self.nameless or self.name == "hostile":
            self.stacks = Counter({(f,): n for f, n in self.functions.items()})
        else:
            self.stacks = Counter()
            whole = json.loads(sh(TALLY, "annotate", "--json", self.capture, self.elf))
            for f in whole["functions"]:
                for i in f["code"]:		# "[u8; 4]" is one of Rust's types
                    inlined = re.split(r";(?! )", i["inlined"]) if i["inlined"] else []
                    self.stacks[f["name"], *inlined] += i["count"]
        self.stacks += Counter({(r,): n for r, n in self.rest.items()})

    def all(self):
        return self.functions + self.rest

    def lines(self, by="line"):
        """(file, line), None where they are unknown."""
        whole = json.loads(sh(TALLY, "report", "--json", "--by", by, "--top", "0",
                              self.capture, self.elf))
        sums = Counter()
        for row in whole["rows"]["rows"]:
            sums[(plain(row["file"]), row["line"]) if row["file"] and row["line"]
                 else None] += row["count"]
        return sums

    def export(self, form, *options, elf=None):
        path = f"{HERE}/{self.name}.{form}"
        limit = "prlimit", "--cpu=5"		# seconds of the processor
        sh(*limit, TALLY, "export", form, "-o", path, *options, self.capture, elf or self.elf)
        return path

    def judge(self, what, got, shape=lambda name: name):
        """Are these all its stacks? shape: how the format has a name."""
        want = Counter()
        for stack, n in self.stacks.items():
            want[tuple(map(shape, stack))] += n
        same(f"{self.name}: {what}", got, want)


class Calls(Case):
    """A profile with a call tree; its ELF has no debug information, so that a frame is a
    function."""

    def find_stacks(self):
        self.tree = tally_profile.read(self.capture)
        ranges = sorted((f["pc"], f["pc"] + f["bytes"], f["name"])
                        for f in self.report["functions"])
        self.starts, self.ranges, self.known = [r[0] for r in ranges], ranges, {}
        self.stacks, paths = Counter(), [()]
        self.deep = len(self.tree.nodes) > 50000
        for node in [] if self.deep else self.tree.nodes[1:]:
            paths.append((*paths[node.parent], self.function(node.function)))
        for (node, pc), (cycles, _) in [] if self.deep else self.tree.cells.items():
            self.stacks[paths[node] if self.function(pc)
                        else (*paths[node][:-1], "[OUTSIDE]")] += cycles
        self.sum_up()
        rest = self.tree.unit._asdict() if self.tree.unit else self.report["counters"]
        self.rest = Counter({REST[k]: rest[k] for k in ("idle", "pending") if rest[k]})
        self.stacks += Counter({(r,): n for r, n in self.rest.items()})

    def function(self, pc):
        """Its name; None outside the functions. One may lie in another."""
        if pc not in self.known:
            first = bisect.bisect_right(self.starts, pc)
            found = [r[2] for r in self.ranges[max(first - 20, 0):first] if pc < r[1]]
            self.known[pc] = found[-1] if found else None
        return self.known[pc]

    def sum_up(self):
        """Of functions own and inclusive cycles; of pairs of caller and callee calls and cycles.
        Recursion counts once. What no function has is below its node's caller."""
        nodes = self.tree.nodes
        own, outside = [0] * len(nodes), [0] * len(nodes)
        for (node, pc), (cycles, _) in self.tree.cells.items():
            (own if self.function(pc) else outside)[node] += cycles
        names, functions, pairs, below = [None], [frozenset()], [frozenset()], list(own)
        self.owns, self.inclusive = Counter(), Counter()
        self.arcs, self.pairs = Counter(), Counter()
        for i, node in enumerate(nodes[1:], 1):
            names.append(self.function(node.function))
            above, pair = functions[node.parent], (names[node.parent], names[i])
            functions.append(above if names[i] in above else above | {names[i]})
            above = pairs[node.parent]
            pairs.append(above if not node.parent or pair in above else above | {pair})
            self.owns[names[i]] += own[i]
            self.pairs[pair] += node.calls if node.parent else 0
        for i in range(len(names) - 1, 0, -1):
            parent = nodes[i].parent
            below[parent] += below[i] + outside[i]
            if functions[i] is not functions[parent] and names[i]:
                self.inclusive[names[i]] += below[i]
            if pairs[i] is not pairs[parent] and names[parent]:
                self.arcs[names[parent], names[i]] += below[i]
        self.owns["[OUTSIDE]"] = self.inclusive["[OUTSIDE]"] = sum(outside)

    def judge(self, what, got, shape=lambda name: name, code_alone=False):
        """Stacks that are too deep are shortened by [...]: then sums of functions and pairs must be
        right. code_alone: the format has no place for what is no code."""
        if not self.deep:
            want = {s: n for s, n in self.stacks.items() if not code_alone or s[-1][0] != "["}
            same(f"{self.name}: {what}", got, want)
            return
        own, inclusive, arcs = Counter(), Counter(), Counter()
        for stack, n in got.items():
            own[stack[-1]] += n
            inclusive.update(dict.fromkeys(set(stack) - {"[...]"}, n))
            arcs.update({(a, b): n for a, b in set(zip(stack, stack[1:]))
                         if "[" not in a[0] + b[0]})
        for kind, sums, want in ("own", own, self.owns), ("inclusive", inclusive, self.inclusive):
            want = {f: n for f, n in (want + self.rest).items() if not code_alone or f[0] != "["}
            same(f"{self.name}: {what}, {kind}", sums, want)
        if not code_alone:
            same(f"{self.name}: {what}, pairs", arcs, self.arcs)
        short = [s for s in got if "[...]" in s and s.index("[...]") < 100]
        double = [s for s in got if ("[...]", "[...]") in zip(s, s[1:])]
        ok(f"{self.name}: {what}, frames are left out once, and below the first 100 only",
           not short and not double
           and max(map(len, got)) < 127, short[:1], double[:1])


def assemble(path, source):
    write(path + ".S", source)
    sh(CROSS + "gcc", "-march=rv32im", "-mabi=ilp32", "-nostdlib", "-static", "-x", "assembler",
       path + ".S",
       "-Wl,-n,-e,0x80000000,-Ttext=0x80000000,--no-warn-rwx-segments", "-o", path)


def renamed(path, others):
    """Overwrites names in the string table: of arbitrary bytes, which no compiler takes."""
    elf = read(path)
    for old, name in others.items():
        elf = elf.replace(old.encode() + b"\0", name + b"\0" * (len(old) + 1 - len(name)))
    write(path, elf)


def hostile(path):
    """A function and a source file for each name, 16 bytes of code each. The assembler knows only
    octal escapes."""
    text, others = ".text\n", {}
    for i, name in enumerate(NAMES):
        quoted = name.replace('"', '\\"').replace("\\n", "\\012").replace("\\t", "\\011")
        text += f'.file {i + 1} "dir{i}/{quoted}.c"\n'
    for i, name in enumerate(NAMES):
        symbol = f"hostile_{i:03}_{'x' * 60}"
        others[symbol] = name.encode().decode("unicode_escape").encode("latin-1")
        text += (f".globl {symbol}\n.type {symbol}, @function\n{symbol}:\n.loc {i + 1} "
                 f"{i + 1}\n\tnop\n\tnop\n"
                 f".loc {i + 1} {i + 2}\n\tnop\n\tnop\n.size {symbol}, 16\n")
    assemble(path, text)
    renamed(path, others)


def strange(path):
    """A program whose functions call each other and have names that no page expects."""
    symbols = [f"strange_{i:03}_{'x' * 40}" for i in range(len(STRANGE))]
    parts = [f"__attribute__((noinline)) void {s}(void) {{ for (volatile int i = 0; i < {20 + i}; "
             f"i++) ;"
             f"{symbols[i - 1] + '();' if i else ''} __asm__ volatile (\"\"); }}"
             for i, s in enumerate(symbols)]
    elf = build(path, {"a.c": "\n".join(parts) + f"\nvoid run(void) {{ {symbols[-1]}(); }}\n"},
                "-O1")
    renamed(elf, {s: other.encode() for s, other in zip(symbols, STRANGE, strict=True)})
    return elf


def many_functions(path):
    text = "".join(f".globl f{i}\n.type f{i}, @function\nf{i}:\n.rept 25\n\tnop\n.endr\n.size "
                   f"f{i}, . - f{i}\n"
                   for i in range(40))
    assemble(path, ".text\n.globl _start\n_start:\n" + text)


def written(path, elf, bins, *, rest=(0, 0, 0, 0, 0), source=0):
    """A capture of {index: count}."""
    low, slots, hits, content = 0x80000000, max(bins) + 1, sum(bins.values()), read(elf)
    ticks = hits + sum(rest)
    ending = dict.fromkeys(("rounds", "jitter", "events", "reason", "exit_code", "pc",
                            "cause", "instruction", "instruction_known", "sticky", "stack_bytes",
                            "stack_pc"), 0)
    run = {"core": "picorv32", "source": source, "period": 1, "start": low, "scale": 65536,
           "code_begin": low, "code_end": low + 2 * slots, "privileges": 15, **ending,
           "ticks": ticks, "hits": hits, **dict(zip(OUTCOMES, rest)), "cycles": ticks,
           "instructions": ticks}
    kit.written(path, {
        **{f"run.{name}": [value] for name, value in run.items()}, "last.pc": [],
        "elf.path": [elf], "elf.size": [len(content)], "elf.crc": [zlib.crc32(content)],
        "elf.time": [0], "build_id.byte": [],
        "counter.count": [bins.get(i, 0) for i in range(slots)]})


def made_up():
    """ELFs and captures that no run gives: {name: ELF}."""
    elfs = {name: f"{HERE}/{name}.elf" for name in ("hostile", "huge", "moved")}
    hostile(elfs["hostile"])
    bins = {2 * i: 1000 + i for i in range(4 * len(NAMES))}
    written(f"{HERE}/hostile.tally", elfs["hostile"], bins, rest=(5, 0, 6, 7, 1))
    written(f"{HERE}/instructions.tally", elfs["hostile"], {0: 1}, source=1)
    written(f"{HERE}/endless.tally", elfs["hostile"], {0: 1 << 60})
    assemble(elfs["moved"], "_start: nop\n")
    written(f"{HERE}/moved.tally", elfs["moved"], {i: i * i for i in range(1, 200, 3)},
            rest=(1, 2, 3, 4, 5))
    os.remove(elfs.pop("moved"))
    many_functions(elfs["huge"])
    bins = {2 * i: 65535 * i + i % 3 if i != 77 else 1 << 24 for i in range(3, 1000, 7)}
    written(f"{HERE}/huge.tally", elfs["huge"], bins, rest=(0, 0, 0, 3, 0))
    return elfs


def main():
    os.makedirs(HERE, exist_ok=True)
    cases = []

    def run(name, elf, *options, calls=False, **more):
        path = f"{HERE}/{name}{'.calls' if calls else ''}.tally"
        sh(TALLY, "run", *([] if calls else ["--no-calls"]), *options, "-o", path, elf)
        cases.append({"name": name, "capture": path, "elf": elf, "calls": calls, **more})
        return path

    def bare(name, elf):
        """A copy without debug information."""
        sh(CROSS + "objcopy", "--strip-debug", elf, f"{HERE}/{name}.bare.elf")
        return f"{HERE}/{name}.bare.elf"

    dhrystone, lua = (f"{BUILD}/firmware/{name}.elf" for name in ("dhrystone", "lua"))
    sh(CROSS + "strip", "-o", f"{HERE}/stripped.elf", dhrystone)
    run("dhrystone", dhrystone)
    run("stripped", f"{HERE}/stripped.elf", symbols=dhrystone)
    run("sampled", lua, "--period", "1000", "--jitter", "8")
    run("wide", dhrystone, "--scale", "16384")
    run("inlined", build(f"{HERE}/inlined", PARTS, "-g", "-O2"))
    cpp = build(f"{HERE}/cpp", {"a.cc": CPP}, "-g", "-O2", "-fno-exceptions", "-fno-rtti",
                compiler="g++")
    run("cpp", cpp)
    cases += [{"name": name, "capture": f"{HERE}/{name}.tally", "elf": elf, "calls": False}
              for name, elf in made_up().items()]
    run("dhrystone", dhrystone, calls=True, bare=bare("dhrystone", dhrystone))
    run("lua", lua, "--core", "vexriscv", "--cycles", "2M", calls=True, bare=bare("lua", lua))
    run("small", build(f"{HERE}/small", {"a.c": RECURSION}, "-O2"), calls=True)
    deep = build(f"{HERE}/deep", {"start.S": HIGH_STACK, "a.c": DEEP}, "-O1",
                 "-fno-optimize-sibling-calls")
    run("deep", deep, "--core", "vexriscv", calls=True)
    run("strange", strange(f"{HERE}/strange"), calls=True)
    run("unit", bare("unit", dhrystone), "--core", "vexriscv", "--calls=unit", calls=True)
    # without the ELF, in which damage would be lost
    for name, *options in ("tree",), ("unit-tree", "--calls=unit"):
        tree = f"{HERE}/{name}.tally"
        sh(TALLY, "run", "--cycles", "4K", *options, "-o", tree, dhrystone)
        changed(tree, tree, without("elf.content"))
    write(f"{HERE}/cases.json", json.dumps(cases, indent=1))


if __name__ == "__main__":
    main()
