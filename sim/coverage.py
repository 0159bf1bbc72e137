#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""What lockstep's runs did not reach in rtl/, from Verilator's coverage files.

usage: coverage.py EXCLUSIONS FILE.dat...

A point is a block of lines (or the branch of an if or case) or a bit that changes;
runs and builds are added up by file, line and name. Exclusions (sim/coverage.list): kind | file |
pattern | reason; the pattern is matched with the bit's name, or the line's text. One that
excludes nothing, or something that was reached, is an error. Fails below 100% of lines and 98% of toggles.
"""
import re
import sys
from pathlib import Path

LEAST = {"line": 100.0, "toggle": 98.0}


def points(file):
    for line in Path(file).read_text(errors="replace").splitlines():
        if line.startswith("C "):
            text, count = re.match(r"C '(.*)' (\d+)", line).groups()
            keys = dict(part.split("\x02", 1) for part in text.split("\x01") if "\x02" in part)
            yield keys, int(count)


def collect(files):
    """{(kind, file, line, name): times} of rtl/."""
    seen = {}
    for file in files:
        for keys, count in points(file):
            kind = "toggle" if "toggle" in keys["page"] else "line"
            if keys["f"].startswith("rtl/"):
                key = (kind, keys["f"][4:], int(keys["l"]), keys["o"])
                seen[key] = seen.get(key, 0) + count
    return seen


def exclusions(path):
    for line in Path(path).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            kind, file, pattern, reason = (c.strip() for c in line.split(" | "))
            yield {"kind": kind, "file": file, "pattern": pattern, "reason": reason, "hits": 0, "reached": []}


def main():
    seen = collect(sys.argv[2:])
    excluded = list(exclusions(sys.argv[1]))
    text = {f: Path("rtl", f).read_text().splitlines() for f in {k[1] for k in seen}}
    failed = False
    for kind in ("line", "toggle"):
        total = reached = left_out = 0
        missing = []
        for (k, file, line, name), count in sorted(seen.items()):
            if k != kind:
                continue
            subject = text[file][line - 1].strip() if kind == "line" else name
            rule = next((e for e in excluded if e["kind"] == kind and re.fullmatch(e["file"], file)
                         and re.fullmatch(e["pattern"], subject)), None)
            if rule:
                left_out += 1
                rule["hits"] += 1
                if count:
                    rule["reached"].append(f"{file}:{line} {name}")
                continue
            total += 1
            if count:
                reached += 1
            else:
                missing.append(f"{file}:{line} {name}" + (f": {subject}" if kind == "line" else ""))
        percent = 100.0 * reached / total
        print(f"{kind}: {reached} of {total} reached, {percent:.2f}%; {left_out} excluded")
        for m in missing:
            print(f"  not reached: {m}")
        failed |= percent < LEAST[kind]
    for e in excluded:
        if not e["hits"]:
            print(f"coverage.list: nothing matches {e['kind']} | {e['file']} | {e['pattern']}")
            failed = True
        elif len(e["reached"]) == e["hits"]:
            print(f"coverage.list: all of {e['kind']} | {e['file']} | {e['pattern']} is reached, the line can go")
            failed = True
    sys.exit(failed)


main()
