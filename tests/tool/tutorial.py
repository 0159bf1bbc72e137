#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
# needs: tally obj/rv32im/libtally.a
"""tutorial.py - a page's commands print what it shows: its ```KIND NAME blocks are files, in its
```console blocks "$ " begins a command, which goes on behind a \\, "..." stands for any lines, all
others are its output.

Counts are of Debian 12's compiler and C library; with others digits may differ.

usage: tutorial.py PAGE
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests")
from check import ok, end  # noqa: E402


def blocks(page):
    """(kind, name, lines) of each fenced block"""
    for kind, name, text in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", page, re.M | re.S):
        yield kind, name, text.splitlines()


def commands(lines):
    """(command, the lines shown below it)"""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found[-1][0].endswith("\\"):
            found[-1] = (found[-1][0][:-1] + line.strip(), [])
        else:
            found[-1][1].append(line)
    return found


def matches(shown, printed, exact):
    """Lines as shown, one after the other; between them others only where "..." stands."""
    def same(a, b):
        return a == b if exact else re.sub(r"[\d.,]+", "#", a) == re.sub(r"[\d.,]+", "#", b)
    at, free = 0, False
    for line in shown:
        if line == "...":
            free = True
            continue
        while free and at < len(printed) and not same(line, printed[at]):
            at += 1
        if at == len(printed) or not same(line, printed[at]):
            return False
        at, free = at + 1, False
    return free or at == len(printed)


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        page = f.read()
    version = subprocess.run(["riscv64-unknown-elf-gcc", "-dumpfullversion"], text=True,
                             capture_output=True, check=True).stdout.strip()
    top = os.getcwd()
    shell = "cd {}; export PATH={}:$PATH BUILD={} LC_ALL=C.UTF-8\n".format
    with tempfile.TemporaryDirectory() as dir:
        for name in os.listdir(top):
            os.symlink(os.path.join(top, name), os.path.join(dir, name))
        begin = shell(dir, os.path.dirname(os.path.abspath(os.environ["TALLY"])),
                      os.environ["BUILD"])
        for kind, name, lines in blocks(page):
            if name:
                with open(os.path.join(dir, name), "w", encoding="utf-8") as f:
                    f.write("\n".join(lines) + "\n")
            for command, shown in commands(lines) if kind == "console" else []:
                ran = subprocess.run(["bash", "-c", begin + command], text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                printed = [line.rstrip() for line in ran.stdout.splitlines()]
                ok(command, ran.returncode == 0
                   and matches(shown, printed, version == "12.2.0"), ran.stdout)
    end()


main()
