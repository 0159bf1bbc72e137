# SPDX-License-Identifier: ISC
# needs: tally
"""elfs.py - symbols, lines and inlined calls of ELFs of many kinds, at every instruction: functions
as in readelf's symbol table, files, lines and inlined calls as llvm-symbolizer has them. Nothing
runs: a count of 1 is imported at each address. Where debug information is found; names; where
functions are declared.

usage: elfs.py ELF...     in addition to those built here
"""
import json
import os
import re
import sys
from collections import Counter

from kit import (CROSS, addresses, build, end, imported, names, ok, refused, report_json, rows, sh,
                 tally, workdir)
from programs import CPP, FAST, NAMES, PARTS, PLACES

# name: flags beside -g
BUILDS = {"O2": ["-O2"], "O0": ["-O0"], "dwarf4": ["-O2", "-gdwarf-4"],
          "gc-low": ["-O2", "-ffunction-sections",
                     "-Wl,--gc-sections,-u,bare,-Ttext=0x10"],
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


def tidy(path):
    return os.path.normpath(path) if path else ""


def check(name, elf, *how):
    """`how`: an option that the report and llvm-symbolizer have."""
    tape = counted(elf, name)
    table = rows("report", "--by", "address", *how, tape)
    counts = {int(r["address"], 16): r["cycles"] for r in table}
    truth, at = symbolized(elf, sorted(counts), *how), addresses(elf)
    wrong = [(r, other) for r in table if r["name"][:11] != "[no symbol]"
             and (other := truth[int(r["address"], 16)][-1][0]) not in (r["name"], "again")
             and at.get(other, other) != at.get(r["name"], r["name"])]	# again: a label in bare
    ok(f"{name}: {len(counts)} instructions, functions are llvm-symbolizer's", len(counts) > 30
       and not wrong, wrong[:5])
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
    ok("a debug file of another CRC is not taken, and that is said", "[no symbol]" in r.out
       and "its build id, CRC or code is another" in r.err, r)


def cpp_names():
    tape = check("C++", build("cpp", {"a.cc": CPP}, "-O2", "-g", "-fno-exceptions", "-fno-rtti",
                              compiler="g++"))
    found = names(tape)
    ok("C++ names are demangled", "filter::Stage::run(int)" in found
       and "int filter::smooth<int>(filter::Ring<int>&, int)" in found, found)
    ok("--no-demangle leaves them", "_ZN6filter5Stage3runEi" in names(tape, "--no-demangle"))
    r = tally("annotate", "_ZN6filter5Stage3runEi", tape)
    ok("annotate finds a mangled name", r.out.startswith("filter::Stage::run(int)"), r)


def declarations():
    """A function's place is where it is declared, whatever the line table begins with."""
    want = {re.search("<<(.*)>>", line)[1]: n for n, line in enumerate(PLACES.split("\n"), 1)
            if "<<" in line}
    for name, flags in {"places-O0": ["-O0"], "places-LTO": ["-O2", "-flto"],
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


def split_dwarf():
    """Lines as usual. Where inlined calls would be shown, the tool says that it does not read
    them."""
    for version in "4", "5":
        tape = counted(build("split-dwarf" + version, PARTS, "-O2", "-gdwarf-" + version,
                             "-gsplit-dwarf", FAST))
        lines, r = rows("report", "--by", "line", tape), tally("annotate", tape)
        ok(f"split DWARF {version}: lines, one note on inlined calls", any(x["line"] for x in lines)
           and r.code == 0 and r.err.count("in .dwo files are not read") == 1, r)


def mangled():
    """In assembler: labels of the compilers' names."""
    kinds = {name: ".globl" if i else ".local" for i, name in enumerate(NAMES)}
    source = "".join(f'{kind} "{name}"\n.type "{name}", @function\n"{name}": nop\nret\n'
                     f'.size "{name}", . - "{name}"\n' for name, kind in kinds.items())
    tape = counted(build("mangled", {"a.S": source + ".globl run\nrun: ret\n"}))
    shown, plain = names(tape), names("--no-demangle", tape)
    for name, said in NAMES.items():
        ok(said, said in shown and name in plain, name)
    r = tally("export", "gmon", "-o", "gmon.out", tape)
    ok("gmon: a local name with a $ is lost", "takes no local name with a $" in r.err, r)


def main():
    elfs = [os.path.abspath(e) for e in sys.argv[1:]]
    workdir()
    for name, flags in BUILDS.items():
        tape = check(name, build(name, PARTS, "-g", *flags, *([] if "gc" in name else [FAST])))
        ok(f"{name}: assembly without debug information has its name", "bare" in names(tape),
           names(tape))
        if name == "O2":
            refused("maybe: was counted only where it is inlined", "annotate", "maybe", tape)
    for elf in elfs:
        # mangled, because llvm-symbolizer 14 takes Rust's legacy names for C++'s
        check(os.path.basename(elf), elf, "--no-demangle")
    debug_files()
    split_dwarf()
    cpp_names()
    declarations()
    mangled()
    end()


main()
