#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Inlining oracle: at every sampled address of ELFs of many kinds, file, line and inlined functions must match
llvm-symbolizer.

usage: view_elfs.py [ELF...]     ELFs in addition to those built here
Totals by line, by chain and by function are computed from `tally report --by address` and llvm-symbolizer's answers
alone, and compared with the report.
"""
import json
import os
import re
import sys
from collections import Counter

from kit import CROSS, build, capture, end, ok, report_json, rows, sh, tally, workdir
from programs import CPP, FAST, PARTS, PLACES


def oracle(elf, pcs, *options):
    """pc -> frames, innermost first: (function, file, line)."""
    answers = {}
    out = sh(
    "llvm-symbolizer",
    "--obj=" +
    elf,
    "--output-style=JSON",
    "--inlines",
    *options,
    text="".join(
        "0x%x\n" %
         pc for pc in pcs))
    for line in out.splitlines():
        a = json.loads(line)
        frames = [(f["FunctionName"], f["FileName"], f["Line"]) for f in a["Symbol"]]
        answers[int(a["Address"], 16)] = frames
    return answers


def tidy(path):
    return os.path.normpath(path) if path else ""


def check(name, tape, elf, debug=None, expect_lines=True, how=()):
    """Totals by llvm-symbolizer against the report's; `how` is an option that both have."""
    options = [tape] + ([elf] if elf else []) + [*how]
    addresses = rows("report", "--by", "address", *options)
    counts = {int(r["address"], 16): r["cycles"] for r in addresses}
    truth = oracle(debug or elf, sorted(counts), *how)
    by_line, by_tail, lines_there = Counter(), Counter(), 0
    for pc, n in counts.items():
        function, file, line = truth[pc][0]
        lines_there += bool(file)
        by_line[(tidy(file), line) if file and line else None] += n
        by_tail[";".join(f[0] for f in reversed(truth[pc][:-1]))] += n
    said_line, said_tail = Counter(), Counter()
    for r in rows("report", "--by", "line", *options):
        said_line[(r["file"], r["line"]) if r["file"] and r["line"] else None] += r["cycles"]
    for r in rows("report", "--by", "chain", *options):
        said_tail[";".join(r["name"].split(";")[1:])] += r["cycles"]
    ok("%s: totals of %d lines are the other reader's" % (name, len(by_line)), by_line ==
       said_line and (lines_there > 0) == expect_lines, by_line - said_line, said_line - by_line)
    ok("%s: totals of %d chains of inlined functions too" %
     (name, len(by_tail)), by_tail == said_tail, by_tail - said_tail, said_tail - by_tail)


def names(tape, *options):
    return {r["name"]: r["cycles"] for r in rows("report", tape, *options)}


def section_checks(elf, tape):
    said = {r["name"]: r["cycles"] for r in rows("report", "--by", "section", tape, elf)}
    counts = {int(r["address"], 16): r["cycles"] for r in rows("report", "--by", "address", tape, elf)}
    fast = sum(n for pc, n in counts.items() if 0x80020000 <= pc < 0x80021000)
    ok("several sections: each has its own total", said == {".text": sum(
        counts.values()) - fast, ".fast": fast} and fast > 0, said, fast)


def debug_file_checks():
    """A stripped ELF and its debug file, found in each possible way."""
    full = build("whole", PARTS, "-O2", "-g", FAST, "-Wl,--build-id=sha1")
    plain = build("plain", PARTS, "-O2", "-g", FAST, "-Wl,--build-id=none")
    tape, plain_tape = capture(full), capture(plain)
    want, lines = names(tape), rows("report", "--by", "line", tape)
    os.makedirs("moved/.debug")
    sh(CROSS + "objcopy", "--only-keep-debug", full, "whole.debug")
    sh(CROSS + "strip", "-o", "stripped.elf", full)
    ok("stripped: addresses instead of names, all counted", all(n.startswith("[no symbol]") for n in names(
        tape, "stripped.elf")) and sum(names(tape, "stripped.elf").values()) == sum(want.values()), names(tape, "stripped.elf"))
    ok("--debug-file: the names and lines of the whole ELF", names(tape, "stripped.elf", "--debug-file", "whole.debug")
       == want and rows("report", "--by", "line", tape, "stripped.elf", "--debug-file", "whole.debug") == lines)
    check("stripped", tape, "stripped.elf", None, False)
    sh(CROSS + "objcopy", "--add-gnu-debuglink=whole.debug", "stripped.elf", "moved/linked.elf")
    os.rename("whole.debug", "moved/.debug/whole.debug")
    ok(".gnu_debuglink, in .debug beside the ELF", names(tape, "moved/linked.elf") == want, names(tape, "moved/linked.elf"))
    build_id = sh("eu-readelf", "-n", full).split("Build ID: ")[1].split()[0]
    os.makedirs("by-id/.build-id/" + build_id[:2])
    sh("cp", "stripped.elf", "by-id/stripped.elf")
    os.rename("moved/.debug/whole.debug", "by-id/.build-id/%s/%s.debug" % (build_id[:2], build_id[2:]))
    ok("build id, in .build-id beside the ELF", names(tape, "by-id/stripped.elf") == want)
    # without build ids the link's CRC decides; another build's debug file is rejected
    sh(CROSS + "objcopy", "--only-keep-debug", plain, "plain.debug")
    sh(CROSS + "objcopy", "--strip-all", "--add-gnu-debuglink=plain.debug", plain, "plain-linked.elf")
    ok("without build ids: the link's CRC", names(plain_tape, "plain-linked.elf") == names(plain_tape))
    with open("plain.debug", "ab") as f:
        f.write(b"changed")
    r = tally("report", plain_tape, "plain-linked.elf")
    ok("a debug file of another CRC is not taken, and that is said", r.code ==
       0 and "[no symbol]" in r.out and "its build id, CRC or code is another" in r.err, r)
    r = tally("report", plain_tape, "plain-linked.elf", "--debug-file", "plain.debug")
    ok("... named, it is refused", r.refused("belongs to another ELF"), r)
    r = tally("report", tape, "stripped.elf", "--debug-file", "nothing.debug")
    ok("a debug file that is not there is refused", r.refused("nothing.debug: cannot read"), r)


def name_checks():
    cpp = build("cpp", {"a.cc": CPP}, "-O2", "-g", "-fno-exceptions", "-fno-rtti", compiler="g++")
    tape = capture(cpp)
    check("C++", tape, cpp)
    n = names(tape)
    ok("C++ names are demangled", "filter::Stage::run(int)" in n and "int filter::smooth<int>(filter::Ring<int>&, int)" in n, n)
    n = names(tape, "--no-demangle")
    ok("--no-demangle leaves them", "_ZN6filter5Stage3runEi" in n, n)
    tails = [r["name"] for r in rows("report", "--by", "inline", tape)]
    ok("inlined functions too", "filter::Ring<int>::sum() const" in tails, tails)
    for name in "filter::Stage::run", "filter::Stage::run(int)", "_ZN6filter5Stage3runEi":
        r = tally("annotate", name, tape)
        ok("annotate finds %s" % name, r.code == 0 and "filter::Stage::run(int)" in r.out.split("\n")[0], r)


def place_checks():
    """A function's place is where it is declared, whatever the line table begins with."""
    want = {re.search("<<(.*)>>", line)[1]: n for n, line in enumerate(PLACES.split("\n"), 1) if "<<" in line}
    for name, flags in {"places": ["-O2"], "places O0": ["-O0"],
        "places LTO": ["-O2", "-flto"], "places DWARF 4": ["-O2", "-gdwarf-4"]}.items():
        elf = build(name.replace(" ", "-"), {"a.cc": PLACES}, "-g", "-fno-exceptions", *flags, compiler="g++")
        tape = capture(elf)
        functions = report_json(tape)["functions"]
        said = {}
        for f in functions:
            short = re.sub(r"^(int )?(board::)?|<int>|\(.*", "", f["name"])
            said[short] = f["line"]
        ok("%s: functions are where they are declared" % name, want.items() <= said.items(), want, said)
        asked = "".join("0x%x\n" % f["pc"] for f in functions)
        out = sh("llvm-symbolizer", "--obj=" + elf, "--output-style=JSON", "--inlines", text=asked)
        starts = {int(a["Address"], 16): a["Symbol"][-1] for a in map(json.loads, out.splitlines())}
        wrong = [(f, starts[f["pc"]]) for f in functions if starts[f["pc"]]["StartLine"]
                 and (f["line"] != starts[f["pc"]]["StartLine"]		# which knows the file not always
                      or starts[f["pc"]]["StartFileName"] and f["file"] != tidy(starts[f["pc"]]["StartFileName"]))]
        ok("%s: ... and where llvm-symbolizer has them" % name, not wrong, wrong)
        ok("%s: without a DIE, where its lines begin" % name, said["_start"] == 4, said)
        rows_there = {r["name"]: r["line"] for r in rows("report", tape)}
        ok("%s: the report says the same" %
     name, all(rows_there[f["name"]] == f["line"] for f in functions), rows_there)


def prefix_checks():
    elf = build("prefix", PARTS, "-O2", "-g", FAST, "-ffile-prefix-map=%s=/elsewhere/tree" % os.getcwd())
    tape = capture(elf)
    files = {r["file"] for r in rows("report", "--by", "line", tape)}
    ok("sources compiled elsewhere are named as the ELF names them", "/elsewhere/tree/prefix/a.c" in files, files)
    files = {
    r["file"] for r in rows(
        "report",
        "--by",
        "line",
        tape,
        "--source-prefix",
        "/elsewhere/tree=" +
         os.getcwd())}
    ok("--source-prefix finds them", os.getcwd() +
     "/prefix/a.c" in files and not any(f.startswith("/elsewhere") for f in files), files)
    files = {r["file"] for r in rows("report", "--by", "line", tape, "--source-prefix", "/elsewhere/tr=/x")}
    ok("... by whole directories", "/elsewhere/tree/prefix/a.c" in files, files)
    r = tally("annotate", "work", tape)
    ok("annotate without sources: counts, places, one note", r.code ==
       0 and "tree/prefix/a.c:" in r.out and "for (int i" not in r.out and r.err.count("\n") == 1 and "cannot be read" in r.err, r)
    r = tally("annotate", "work", tape, "--source-prefix", "/elsewhere/tree/=.")
    ok("annotate with --source-prefix: their text", r.code == 0 and "s += deep(i) + maybe(i);" in r.out and not r.err, r)
    r = tally("report", tape, "--source-prefix", "nothing")
    ok("a prefix without = is refused", r.refused("give OLD=NEW"), r)


def split_checks():
    """-gsplit-dwarf: lines as usual. Where inlined calls would be shown, the tool says that it does not read them."""
    for version in "4", "5":
        name = "split DWARF " + version
        elf = build("split-dwarf" + version, PARTS, "-O2", "-gdwarf-" + version, "-gsplit-dwarf", FAST)
        tape = capture(elf)
        ok("%s: there are lines" % name, any(r["line"] for r in rows("report", "--by", "line", tape)))
        r = tally("report", tape)
        ok("%s: nothing to say of functions" % name, r.code == 0 and not r.err, r)
        for view in (["report", "--by", "inline"], ["report", "--by", "chain"], ["annotate"], ["export", "folded"]):
            r = tally(*view, tape)
            ok("%s: %s has one note on inlined calls" % (name, " ".join(view)),
               r.code == 0 and r.err.count("in .dwo files are not read") == 1, r)


def main():
    elfs = [os.path.abspath(e) for e in sys.argv[1:]]
    workdir("elfs")
    builds = {
    "O2": [
        "-O2",
        "-g"],
        "O0": [
            "-O0",
            "-g"],
            "Os": [
                "-Os",
                "-g"],
                "dwarf4": [
                    "-O2",
                    "-gdwarf-4"],
                    "dwarf5": [
                        "-O2",
                        "-gdwarf-5"],
                        "split sections": [
                            "-O2",
                            "-g",
                            "-ffunction-sections",
                            "-Wl,--gc-sections"],
                            "lto": [
                                "-O2",
                                "-g",
                                "-flto",
                                "-fno-toplevel-reorder"],
                                "compressed": [
                                    "-O2",
                                    "-g",
                                    "-Wl,--compress-debug-sections=zlib"],
                                    "rvc": [
                                        "-O2",
                                        "-g",
                                        "-march=rv32imc"],
                                         }
    for name, flags in builds.items():
        elf = build(name.replace(" ", "-"), PARTS, *flags, FAST)
        tape = capture(elf)
        check(name, tape, elf)
        ok("%s: assembly without debug information has its name" % name, "bare" in names(tape), names(tape))
        if name == "O2":
            section_checks(elf, tape)
            r = tally("annotate", "maybe", tape)
            ok("annotate of a function that is inlined everywhere says so",
               r.refused("maybe: was counted only where it is inlined"), r)
    for elf in elfs:
        # mangled, because llvm-symbolizer 14 takes Rust's legacy names for C++'s; rust_names.py has them demangled
        check(os.path.basename(elf), capture(elf, os.path.basename(elf)), elf, how=["--no-demangle"])
    debug_file_checks()
    split_checks()
    name_checks()
    place_checks()
    prefix_checks()
    end()


main()
