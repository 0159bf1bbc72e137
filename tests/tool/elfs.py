# SPDX-License-Identifier: ISC
# needs: tally
"""elfs.py - symbols, lines and inlined calls of ELFs of many kinds, at every instruction: functions
as in readelf's symbol table, files, lines and inlined calls as llvm-symbolizer has them. Nothing
runs: a count of 1 is imported at each address. Where debug information is found; names; where
functions are declared.

usage: elfs.py ELF...     in addition to those built here
"""
import bisect
import json
import os
import re
import sys
from collections import Counter

from kit import (CROSS, build, end, imported, names, ok, refused, report_json, rows, sh,
                 symbol_list, tally, workdir)
from programs import CPP, FAST, LABELS, PARTS, PLACES

# name: flags beside -g
BUILDS = {"O2": ["-O2"], "O0": ["-O0"], "Os": ["-Os"], "dwarf4": ["-O2", "-gdwarf-4"],
          "dwarf5": ["-O2", "-gdwarf-5"],
          "gc": ["-O2", "-ffunction-sections", "-Wl,--gc-sections,-u,bare,-u,sized"],
          "gc-low": ["-O2", "-ffunction-sections",
                     "-Wl,--gc-sections,-u,bare,-u,sized,-Ttext=0x10"],
          "lto": ["-O2", "-flto", "-fno-toplevel-reorder"], "rvc": ["-O2", "-march=rv32imc"],
          "compressed": ["-O1", "-Wl,--compress-debug-sections=zlib"]}


def instructions(elf):
    return [int(pc, 16) for pc in re.findall(r"^\s*([0-9a-f]+):\t",
                                             sh(CROSS + "objdump", "-d", elf), re.M)]


def counted(elf, name=None):
    """A capture with a count of 1 at each instruction."""
    return imported(elf, dict.fromkeys(instructions(elf), 1), name=name)


def symbolized(elf, pcs, *options):
    """pc -> frames, innermost first: (function, file, line)."""
    out = sh("llvm-symbolizer", "--obj=" + elf, "--output-style=JSON", "--inlines", *options,
             text="".join(f"0x{pc:x}\n" for pc in pcs))
    answers = {}
    for a in map(json.loads, out.splitlines()):
        answers[int(a["Address"], 16)] = [(f["FunctionName"], f["FileName"], f["Line"])
                                          for f in a["Symbol"]]
    return answers


def functions_of(elf):
    """At an address: the names that it may have; {None}: none. The newest start not above it
    decides: a function within its size, a label up to the next start."""
    sized, labels = {}, {}
    for name, value, size, kind, section in symbol_list(elf):
        if not section.isdigit() or kind not in ("FUNC", "NOTYPE"):
            continue
        if size:
            last, same = sized.get(value, (0, set()))
            sized[value] = max(last, value + size), same | {name}
        elif not name.startswith("$"):
            labels.setdefault(value, set()).add(name)
    labels = {v: n for v, n in labels.items()
              if not any(lo <= v < hi for lo, (hi, _) in sized.items())}
    starts = sorted([*sized, *labels])

    def found(pc):
        at = bisect.bisect_right(starts, pc) - 1
        if at < 0:
            return {None}
        if starts[at] in labels:
            return labels[starts[at]]
        last, same = sized[starts[at]]
        return same if pc < last else {None}
    return found


def tidy(path):
    return os.path.normpath(path) if path else ""


def check(name, elf, *how):
    """`how`: an option that the report and llvm-symbolizer have."""
    tape = counted(elf, name)
    table = rows("report", "--by", "address", *how, tape)
    counts = {int(r["address"], 16): r["cycles"] for r in table}
    function, truth = functions_of(elf), symbolized(elf, sorted(counts), *how)
    wrong = [(r, function(int(r["address"], 16))) for r in table
             if (None if r["name"].startswith("[no symbol]") else r["name"])
             not in function(int(r["address"], 16))]
    ok(f"{name}: {len(counts)} instructions, functions as in readelf", len(counts) > 30
       and (name == "C++" or not wrong), wrong[:5])
    by_line, by_chain = Counter(), Counter()
    for pc, n in counts.items():
        (_, file, line), *_ = truth[pc]
        by_line[(tidy(file), line) if file and line else None] += n
        by_chain[";".join(f[0] for f in reversed(truth[pc][:-1]))] += n
    said_line, said_chain = Counter(), Counter()
    for r in rows("report", "--by", "line", *how, tape):
        said_line[(r["file"], r["line"]) if r["file"] and r["line"] else None] += r["cycles"]
    for r in rows("annotate", *how, tape):
        said_chain[r["inlined"]] += r["cycles"]
    ok(f"{name}: {len(by_line)} lines are llvm-symbolizer's",
       by_line == said_line and len(by_line) > 5,
       by_line - said_line, said_line - by_line)
    ok(f"{name}: {len(by_chain)} chains of inlined functions too",
       by_chain == said_chain and len(by_chain) > 1,
       by_chain - said_chain, said_chain - by_chain)
    return tape


def debug_files():
    """A stripped ELF and its debug file, found in each possible way."""
    full = build("whole", PARTS, "-O2", "-g", FAST, "-Wl,--build-id=sha1")
    plain = build("plain", PARTS, "-O2", "-g", FAST, "-Wl,--build-id=none")
    tape, plain_tape = counted(full), counted(plain)
    want, lines = names(tape), rows("report", "--by", "line", tape)
    os.makedirs("moved/.debug")
    sh(CROSS + "objcopy", "--only-keep-debug", full, "whole.debug")
    sh(CROSS + "strip", "-o", "stripped.elf", full)
    bare = names(tape, "stripped.elf")
    ok("stripped: addresses instead of names, all counted",
       all(n.startswith("[no symbol]") for n in bare)
       and sum(bare.values()) == sum(want.values()), bare)
    named = "stripped.elf", "--debug-file", "whole.debug"
    ok("--debug-file: the names and lines of the whole ELF", names(tape, *named) == want
       and rows("report", "--by", "line", tape, *named) == lines)
    sh(CROSS + "objcopy", "--add-gnu-debuglink=whole.debug", "stripped.elf", "moved/linked.elf")
    os.rename("whole.debug", "moved/.debug/whole.debug")
    ok(".gnu_debuglink, in .debug beside the ELF", names(tape, "moved/linked.elf") == want)
    build_id = sh("eu-readelf", "-n", full).split("Build ID: ")[1].split()[0]
    os.makedirs(f"by-id/.build-id/{build_id[:2]}")
    sh("cp", "stripped.elf", "by-id/stripped.elf")
    os.rename("moved/.debug/whole.debug", f"by-id/.build-id/{build_id[:2]}/{build_id[2:]}.debug")
    ok("build id, in .build-id beside the ELF", names(tape, "by-id/stripped.elf") == want)
    # without build ids the link's CRC decides; another build's debug file is rejected
    sh(CROSS + "objcopy", "--only-keep-debug", plain, "plain.debug")
    sh(CROSS + "objcopy", "--strip-all", "--add-gnu-debuglink=plain.debug", plain,
       "plain-linked.elf")
    ok("without build ids: the link's CRC", names(plain_tape, "plain-linked.elf")
       == names(plain_tape))
    with open("plain.debug", "ab") as f:
        f.write(b"changed")
    r = tally("report", plain_tape, "plain-linked.elf")
    ok("a debug file of another CRC is not taken, and that is said",
       r.code == 0 and "[no symbol]" in r.out
       and "its build id, CRC or code is another" in r.err, r)
    refused("belongs to another ELF", "report", plain_tape, "plain-linked.elf", "--debug-file",
            "plain.debug")


def cpp_names():
    tape = check("C++", build("cpp", {"a.cc": CPP}, "-O2", "-g", "-fno-exceptions", "-fno-rtti",
                              compiler="g++"))
    found = names(tape)
    ok("C++ names are demangled", "filter::Stage::run(int)" in found
       and "int filter::smooth<int>(filter::Ring<int>&, int)" in found, found)
    ok("--no-demangle leaves them", "_ZN6filter5Stage3runEi" in names(tape, "--no-demangle"))
    inlined = [r["name"] for r in rows("report", "--by", "inline", tape)]
    ok("inlined functions too", "filter::Ring<int>::sum() const" in inlined, inlined)
    for name in "filter::Stage::run", "filter::Stage::run(int)", "_ZN6filter5Stage3runEi":
        r = tally("annotate", name, tape)
        ok(f"annotate finds {name}", r.code == 0 and r.out.startswith("filter::Stage::run(int)"), r)


def declarations():
    """A function's place is where it is declared, whatever the line table begins with."""
    want = {re.search("<<(.*)>>", line)[1]: n for n, line in enumerate(PLACES.split("\n"), 1)
            if "<<" in line}
    for name, flags in {"places": ["-O2"], "places-O0": ["-O0"], "places-LTO": ["-O2", "-flto"],
                        "places-DWARF-4": ["-O2", "-gdwarf-4"]}.items():
        elf = build(name, {"a.cc": PLACES}, "-g", "-fno-exceptions", *flags, compiler="g++")
        tape = counted(elf)
        found = report_json(tape)["functions"]
        said = {re.sub(r"^(int )?(board::)?|<int>|\(.*", "", f["name"]): f["line"] for f in found}
        ok(f"{name}: functions are where they are declared; without a DIE, where their lines begin",
           want.items() <= said.items() and said["_start"] == 4, want, said)
        out = sh("llvm-symbolizer", "--obj=" + elf, "--output-style=JSON", "--inlines",
                 text="".join(f"0x{f['pc']:x}\n" for f in found))
        starts = {int(a["Address"], 16): a["Symbol"][-1] for a in map(json.loads, out.splitlines())}
        wrong = []
        for f in found:			# llvm-symbolizer knows the file not always
            start = starts[f["pc"]]
            other_file = start["StartFileName"] and f["file"] != tidy(start["StartFileName"])
            if start["StartLine"] and (f["line"] != start["StartLine"] or other_file):
                wrong.append((f, start))
        ok(f"{name}: ... and where llvm-symbolizer has them", not wrong, wrong)


def prefixes():
    elf = build("prefix", PARTS, "-O2", "-g", FAST,
                f"-ffile-prefix-map={os.getcwd()}=/elsewhere/tree")
    tape = counted(elf)

    def files(*options):
        return {r["file"] for r in rows("report", "--by", "line", tape, *options)}

    ok("sources compiled elsewhere are named as the ELF names them, prefixes are whole directories",
       "/elsewhere/tree/prefix/a.c" in files() & files("--source-prefix", "/elsewhere/tr=/x"),
       files())
    there = files("--source-prefix", "/elsewhere/tree=" + os.getcwd())
    ok("--source-prefix finds them", os.getcwd() + "/prefix/a.c" in there
       and not any(f.startswith("/elsewhere") for f in there), there)
    r = tally("annotate", "work", tape)
    ok("annotate without sources: counts, places, one note",
       r.code == 0 and " prefix/a.c:" in r.out
       and "for (int i" not in r.out and r.err.count("\n") == 1 and "cannot be read" in r.err, r)
    r = tally("annotate", "work", tape, "--source-prefix", "/elsewhere/tree/=.")
    ok("... with --source-prefix: their text", r.code == 0 and "s += deep(i) + maybe(i);" in r.out
       and not r.err, r)


def split_dwarf():
    """Lines as usual. Where inlined calls would be shown, the tool says that it does not read
    them."""
    for version in "4", "5":
        elf = build("split-dwarf" + version, PARTS, "-O2", "-gdwarf-" + version, "-gsplit-dwarf",
                    FAST)
        tape = counted(elf)
        r = tally("report", tape)
        ok(f"split DWARF {version}: there are lines, nothing to say of functions",
           r.code == 0 and not r.err
           and any(x["line"] for x in rows("report", "--by", "line", tape)), r)
        for view in ["report", "--by", "inline"], ["annotate"], ["export", "folded"]:
            r = tally(*view, tape)
            ok(f"split DWARF {version}: {' '.join(view)} has one note on inlined calls",
               r.code == 0 and r.err.count("in .dwo files are not read") == 1, r)


def main():
    elfs = [os.path.abspath(e) for e in sys.argv[1:]]
    workdir("elfs")
    for name, flags in BUILDS.items():
        parts = {**PARTS, "labels.S": LABELS}
        tape = check(name, build(name, parts, "-g", *flags, *([] if "gc" in name else [FAST])))
        ok(f"{name}: assembly without debug information has its name", "bare" in names(tape),
           names(tape))
        if name == "O2":
            refused("maybe: was counted only where it is inlined", "annotate", "maybe", tape)
    for elf in elfs:
        # mangled, because llvm-symbolizer 14 takes Rust's legacy names for C++'s; mangled.py has
        # them demangled
        check(os.path.basename(elf), elf, "--no-demangle")
    debug_files()
    split_dwarf()
    cpp_names()
    declarations()
    prefixes()
    end()


main()
