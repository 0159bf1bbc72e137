#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Do includes cross rooms in the one direction that rooms.list allows? From the top folder.

usage: rooms.py
"""
import os
import re
import subprocess
import sys

SYSTEM = "firmware/include"     # on the include path


def rooms():
    """{room: rooms it may include}; each stands above those that include it."""
    found = {}
    for line in open("tests/setup/rooms.list"):
        if line.strip() and not line.startswith("#"):
            room, may = line.split(":")
            for other in may.split():
                if os.path.dirname(other) not in found if other.endswith(".h") else other not in found:
                    sys.exit(f"rooms.list: {room} may include {other}, which does not stand above it")
            found[room] = set(may.split())
    return found


def room_of(path, house):
    return max((r for r in house if path.startswith(r + "/")), key=len, default=None)


def wrong(path, name, known, house):
    """What is wrong with `#include "name"` in this file; None: nothing."""
    mine = room_of(path, house)
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    if beside in known:
        there = room_of(beside, house)
        return None if there == mine else f'"{name}" is in {there}/: include it by its whole path'
    if os.path.join(SYSTEM, name) in known:
        name = os.path.join(SYSTEM, name)
    if name not in known:
        return None             # made by the build, or a package's
    there = room_of(name, house)
    if there == mine:
        return f'"{name}" is in this room: include it by its bare name'
    return None if {there, name} & house[mine] else f"{mine}/ may not include {there}/ ({name}): tests/setup/rooms.list"


def check(files, house, text):
    found = [f"{f}: in no room" for f in files if f.endswith((".c", ".h", ".S", ".v", ".py", ".sh")) and "/" in f and not room_of(f, house)]
    known, edges = set(files), 0
    for f in files:
        if f.endswith((".c", ".h", ".S")):
            for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text(f), re.M):
                edges += 1
                why = wrong(f, name, known, house)
                if why:
                    found.append(f"{f}: {why}")
    return found, edges


def main():
    house = rooms()
    git = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True, check=True)
    files = sorted(f for f in set(git.stdout.split()) if os.path.exists(f))
    texts = {f: open(f, errors="replace").read() for f in files if f.endswith((".c", ".h", ".S"))}
    found, edges = check(files, house, texts.get)
    for line in found:
        print(f"FAIL: {line}")
    # The check can fail: each of these, planted, is seen.
    errors = len(found)
    for path, name in (("sw/base/text.c", "sw/report/report.h"), ("firmware/kernel/proc.c", "firmware/kernel/prof/parts.h"),
                       ("driver/tally.c", "sim/model.h"), ("sw/report/report.c", "sw/report/rows.h"), ("sw/elf/lines.c", "../base/text.h")):
        planted = check(files, house, {**texts, path: f'#include "{name}"\n'}.get)[0]
        if len(planted) <= errors:
            found.append(name)
            print(f'FAIL: #include "{name}" planted in {path} is not seen')
    readme = open("README.md").read()
    for room in house:
        if f"`{room}/`" not in readme:
            found.append(room)
            print(f"FAIL: README.md does not name {room}/")
    print(f"{len(house)} rooms, {edges} includes, {len(found)} wrong")
    sys.exit(1 if found else 0)


main()
