#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Rust names: how the tool shows functions whose names rustc mangled (rust_names.txt).

usage: rust_names.py TOOL_PROBE DIRECTORY
The mangled names become labels of an ELF. v0 names must appear as in llvm-cxxfilt, legacy ones by the rule below. Both
match rustfilt: without the hash at the end.
"""
import os
import re
import subprocess
import sys

PROBE, WORK = sys.argv[1:]
VECTORS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rust_names.txt")
ESCAPES = {"SP": "@", "BP": "*", "RF": "&", "LT": "<", "GT": ">", "LP": "(", "RP": ")", "C": ","}


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def legacy(name):
    """_ZN, then parts with their lengths, the last one a hash, then E; $..$ is a character, .. is ::"""
    rest, parts = name[3:], []
    while rest[0] != "E":
        n = re.match(r"\d+", rest).group()
        parts.append(rest[len(n):len(n) + int(n)])
        rest = rest[len(n) + int(n):]
    assert re.fullmatch(r"h[0-9a-f]{16}", parts.pop()), name
    shown = []
    for part in parts:
        part = part[1:] if part.startswith("_$") else part
        part = part.replace("..", "::")
        shown.append(re.sub(r"\$(\w+)\$", lambda m: ESCAPES.get(m.group(1)) or chr(int(m.group(1)[1:], 16)), part))
    return "::".join(shown)


def main():
    with open(VECTORS, encoding="utf-8") as f:
        names = [line.strip() for line in f if line[0] != "#"]
    os.makedirs(WORK, exist_ok=True)
    source, elf = f"{WORK}/rust_names.S", f"{WORK}/rust_names.elf"
    with open(source, "w", encoding="utf-8") as f:
        f.writelines(f'\t.globl "{n}"\n\t.type "{n}", @function\n"{n}":\n\tnop\n\t.size "{n}", 4\n' for n in names)
    run("riscv64-unknown-elf-gcc", "-march=rv32i", "-mabi=ilp32", "-nostdlib", "-static",
        "-Wl,-Ttext=0x80000000,-e,0x80000000,--no-warn-rwx-segments", source, "-o", elf)
    shown = [line.split("|")[1] for line in run(PROBE, elf, text="".join(
        f"{0x80000000 + 4 * i:x}\n" for i in range(len(names)))).splitlines()]
    v0 = [n for n in names if n.startswith("_R")]
    want = dict(zip(v0, run("llvm-cxxfilt", text="\n".join(v0) + "\n").splitlines()))
    want.update({n: legacy(n) for n in names if n.startswith("_ZN")})
    wrong = [(n, got, want[n]) for n, got in zip(names, shown) if got != want[n]]
    for n, got, expected in wrong[:10]:
        print(f"not ok {n}\n  shown    {got}\n  expected {expected}")
    good = not wrong and len(shown) == len(names) and len(v0) > 100 and len(names) - len(v0) > 100
    print("ok" if good else "not ok", f"{len(v0)} v0 names, {len(names) - len(v0)} legacy ones, {len(wrong)} wrong")
    sys.exit(not good)


main()
