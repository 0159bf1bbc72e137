#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""A Rust program, firmware/programs/rust: it computes what is computed here, its profile has what Rust's programs have.

usage: rust_program.py ELF
"""
import hashlib
import itertools
import os
import re
import sys
import zlib

from kit import end, ok, report_json, rows, tally, workdir

ELF = os.path.abspath(sys.argv[1])
SOURCE = os.path.abspath("firmware/programs/rust/rust.rs")
FUNCTIONS = {"rust::queens", "rust::sort_by", "rust::visit::call", "host_visit", "host_put", "core::fmt::write",
             "<rust::stages::Smooth as rust::stages::Stage>::feed", "<u32 as core::fmt::LowerHex>::fmt"}
INLINED = {"rust::stages::Ring<T,_>::put", "rust::crc32::{{closure}}", "core::slice::<impl [T]>::swap", "<u32>::swap_bytes"}
GENERIC = {"rust::sort_by", "<rust::stages::Scale<T> as rust::stages::Stage>::feed"}
FILES = ("firmware/programs/rust/rust.rs", "firmware/programs/rust/host.c",
         "/rustc/[0-9a-f]{40}/library/core/src/slice/mod.rs")


def little(word):
    return word.to_bytes(4, "little")


def words(n, state=2024):
    low, echo = [0] * 8, [0] * 3
    for i in range(n):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        x = state >> 32
        low[i % 8] = x % 2**16
        x ^= sum(low)
        for factor in 40503, 2654435769:
            x = x * factor % 2**32
            x = (x << 7 | x >> 25) % 2**32
        echo[i % 3] = x
        yield sum(echo) % 2**32


def line():
    ordered = sorted(words(200))
    swapped = sorted(ordered, key=little)
    rising = sum(a < b for a, b in itertools.pairwise(swapped))
    ways = sum(len({q + i for i, q in enumerate(p)}) == 7 == len({q - i for i, q in enumerate(p)})
               for p in itertools.permutations(range(7)))
    return "rust: crc32 %08x" % zlib.crc32(b"".join(map(little, [*ordered, rising, ways])))


def main():
    with open(SOURCE, "rb") as f:
        source = hashlib.sha256(f.read()).hexdigest()
    with open(SOURCE[:-2] + "s", encoding="utf-8") as f:
        ok("rust.s is of this rust.rs; regenerate.sh writes it", source in f.read(1000), source)
    workdir("rust-program")
    executed = []
    for core in "picorv32", "vexriscv":
        tape = core + ".tally"
        r = tally("run", "--core", core, "-o", tape, ELF)
        ok(f"{core}: {line()}", r.code == 0 and r.out.startswith(line() + "\n"), r)
        cycles = report_json(tape)["cycles"]
        ok(f"{core}: {cycles} cycles", 100_000 < cycles < 1_000_000)
        functions = rows("report", tape)
        executed.append({f["address"]: f["instructions"] for f in functions if re.search("rust|core::", f["name"])})
        names = [f["name"] for f in functions]
        ok(f"{core}: functions of every sort", FUNCTIONS <= set(names), names)
        ok(f"{core}: a generic function for two types is two", {n for n in names if names.count(n) == 2} == GENERIC, names)
        inlined = {r["name"] for r in rows("report", "--by", "inline", tape)}
        ok(f"{core}: inlined calls", INLINED <= inlined, inlined)
        files = "\n".join({r["file"] for r in rows("report", "--by", "line", tape)})
        ok(f"{core}: files", all(re.search(f"{f}$", files, re.M) for f in FILES), files)
    ok("both cores execute the same instructions of Rust", executed[0] == executed[1], executed)
    end()


main()
