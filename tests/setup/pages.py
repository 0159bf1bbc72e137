#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""The pages: README's first screen, tables and pictures as their commands write them, links that
lead somewhere, pages that comments name; and the lines of all files, which fit.

usage: pages.py
"""
# needs: venv/format.stamp
import fnmatch
import os
import re
import subprocess
import sys

SCREEN = 50
PAGE, CODE, TAB = 120, 100, 8           # columns
# Hashes, pictures, a console's output, a line that is too long for the kernel's shell.
UNBROKEN = ("*.sum", "*.svg", "*/package-lock.json", "*.expected", "*/golden/*",
            "*/files/etc/script")
faults = []


def fault(path, number, what):
    faults.append(f"{path}:{number}: {what}")


def text_lines(lines):
    """(number, line) of what is neither code nor a table."""
    code = False
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            code = not code
        elif not code and not line.startswith(("    ", "|", "\t", "![")):
            yield number, line


def links(path, lines):
    for number, line in text_lines(lines):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
            if "://" not in target and not os.path.exists(os.path.join(os.path.dirname(path),
                    target)):
                fault(path, number, f"{target} is not there")


def widths(path, lines):
    """Pages have PAGE columns, tables and code in them too; everything else has CODE."""
    most = PAGE if path.endswith(".md") else CODE
    for number, line in enumerate(lines, 1):
        columns = len(line.expandtabs(TAB))
        if columns > most:
            fault(path, number, f"{columns} columns, more than {most}")


def block(lines, name):
    begin, end = lines.index(f"<!-- {name} -->"), lines.index(f"<!-- /{name} -->")
    return lines[begin + 1:end]


def readme(lines):
    screen = "\n".join(lines[:SCREEN])
    for what in "<!-- session -->", "top.svg", "page.png", "**Status.**", "## Start":
        if what not in screen:
            fault("README.md", SCREEN, f"{what} is not on the first screen")
    cost = subprocess.run([sys.executable, "-B", "tests/bench/area.py", "cost",
                           "tests/BENCHMARKS.md"], capture_output=True, text=True, check=True)
    if block(lines, "cost") != cost.stdout.splitlines():
        fault("README.md", 1, "the cost table is not BENCHMARKS.md's: make bench T=area writes it")


def revisions(path, lines):
    """Those that a page cites are in the history, if all of it is there."""
    if git("rev-parse", "--is-shallow-repository").stdout.strip() != "false":
        return
    for number, line in enumerate(lines, 1):
        for cited in re.findall(r"\brevision ([0-9a-f]{7,40})\b", line):
            if git("merge-base", "--is-ancestor", cited, "HEAD", check=False).returncode:
                fault(path, number, f"revision {cited} is not in the history: cite the one that "
                      "has the same tree, or the version")


def check(path, lines):
    links(path, lines)
    revisions(path, lines)
    if path == "README.md":
        readme(lines)


def columns(path, text_of_page):
    """Cells of a manual page's table fit its columns, or run into the next; the last is free."""
    for head, body in re.findall(r'^\.Bl -column (.*)\n((?:\.It .*\n)*)', text_of_page, re.M):
        wide = [len(cell) for cell in re.findall('"(.*?)"', head)]
        for row in re.sub(r'\b(Em|Li) |"|\.It', "", body).splitlines():
            if any(len(c.strip()) > most for c, most in zip(row.split("Ta")[:-1], wide)):
                fault(path, 1, f"{row}: wider than its table's columns")


def cores():
    """rtl/INTEGRATE.md's table knows each core by what it says."""
    def column(path, begin, end):
        lines = "\n".join(text(path)).split(begin)[1].split(end)[0].split("\n")
        return [[cell.strip() for cell in line.split("|")] for line in lines if "|" in line][2:]

    taps = "\n".join(text("rtl/litex/taps.py"))
    rows = subprocess.run(["sim/setup/rows.sh", "sim/cores.list"], capture_output=True, text=True,
                          check=True).stdout.splitlines()
    expected = {
        "run": {row.split()[6] for row in rows},
        "LiteX": set(re.findall(r'"(\w+)": ', taps.split("\nRETIRE = {")[1].split("}")[0]
                                + taps.split("\nINSIDE = {")[1].split("}")[0])),
        "reading": {re.sub(r"\[|\].*", "", cells[1]).lower()
                    for cells in column("rtl/tap/RECIPES.md", "| core, revision", "\n\n")}}
    page = "rtl/INTEGRATE.md"
    said = column(page, "<!-- cores -->", "<!-- /cores -->")
    for how, names in expected.items():
        known = {cells[1].lower() for cells in said if how in cells[3]} - {"its bus alone"}
        if known != names:
            fault(page, 1, f"cores known by {how}: {', '.join(sorted(known ^ names))}")


def formatted():
    """C as .clang-format has it; a generated header is as its generator writes it."""
    tool = os.environ.get("BUILD", "build") + "/venv/bin/clang-format"
    files = [f for f in tracked("*.c", "*.h") if f != "driver/tally_regs.h"]
    said = subprocess.run([tool, "--dry-run", "-Werror", *files], capture_output=True, text=True)
    for path in sorted(set(re.findall(r"^(\S+?):\d+:\d+: error:", said.stderr, re.M))):
        fault(path, 1, "not formatted: make format")


def git(*words, check=True):
    return subprocess.run(["git", *words], capture_output=True, text=True, check=check)


def tracked(*patterns):
    return git("ls-files", *patterns).stdout.split()


def text(path):
    """The lines of a file; none of a picture or another binary file."""
    with open(path, "rb") as f:
        content = f.read()
    return [] if b"\0" in content else content.decode("utf-8").split("\n")


def named(path, pages):
    """Pages named in a source file are there."""
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            for name in re.findall(r"\b(?:\w+/)*[A-Z]+\.md\b", line):
                if not any(f"/{page}".endswith(f"/{name}") for page in pages):
                    fault(path, number, f"{name} is not there")


def main():
    pages = tracked("*.md")
    for path in tracked("*.[chv]", "*.list"):
        named(path, pages)
    for path in tracked():
        lines = text(path)
        if lines and not any(fnmatch.fnmatch(path, pattern) for pattern in UNBROKEN):
            widths(path, lines)
        if path in pages:
            check(path, lines)
        if path.startswith("sw/man/"):
            columns(path, "\n".join(lines))
    formatted()
    cores()
    for f in faults:
        print("FAIL:", f)
    print(f"{len(pages)} pages, {len(faults)} faults")
    sys.exit(bool(faults))


main()
