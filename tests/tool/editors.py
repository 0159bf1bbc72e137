# SPDX-License-Identifier: ISC
# needs: tally firmware/dhrystone.elf
"""editors.py - the tasks of sw/editors/tasks.json run, and their problem matchers find in the
output what JSON and GitHub's annotations say.
"""
import json
import os
import re

from kit import BUILD, TALLY, TOP, end, ok, read, report_json, sh, tally, workdir, write


def problems(matcher, text):
    """As VS Code finds them, in lines without escape sequences: (file, line, message)."""
    patterns = matcher["pattern"]
    patterns = patterns if isinstance(patterns, list) else [patterns]
    lines, found = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines(), []
    for first in range(len(lines)):
        has = {}
        for pattern, line in zip(patterns, lines[first:first + len(patterns)], strict=False):
            match = re.search(pattern["regexp"], line)
            if not match:
                break
            has.update({k: match[group] for k, group in pattern.items() if k != "regexp"})
        else:
            found.append((has["file"], int(has["line"]), has["message"]))
    return found


def want_of(label):
    """What each says elsewhere: (file, line, a part of the message)."""
    if label == "tally check":
        said = tally("check", "--github", "budgets.txt", "new.tally").out
        return [(f, int(n), what) for f, n, what in re.findall(
            "^::error file=(.*),line=(.*),title=tally check::(.*?):", said, re.M)]
    if label == "tally advise":
        found = json.loads(tally("advise", "--json", "new.tally").out)["findings"]
        return [(f["file"], f["line"], f["reason"][:50]) for f in found]
    rows = report_json("--by", "line", "--top", "10", "new.tally")["rows"]["rows"]
    return [(r["file"], r["line"], str(r["count"])) for r in rows]


def main():
    workdir()
    sh(TALLY, "run", "--core", "vexriscv", "-o", "new.tally", f"{BUILD}/firmware/dhrystone.elf")
    write("budgets.txt", "total 1\nstrcmp 2\nmain > Proc_8 3\nProc_7 1M\n")
    tasks = re.sub(r"(^|\t)//.*$", "", read(f"{TOP}/sw/editors/tasks.json").decode(), flags=re.M)
    for task in json.loads(tasks)["tasks"]:
        label, command = task["label"], task["command"].partition(" | ")[0]
        name, *arguments = command.split()
        ok(f"{label}: the command", name == "tally" and label == f"tally {arguments[0]}", task)
        if not task["problemMatcher"]:
            continue
        want, text = want_of(label), tally(*arguments).out
        got = problems(task["problemMatcher"], text)
        ok(f"{label}: {len(want)} problems, in files that are there", len(want) > 2
           and [g[:2] for g in got] == [w[:2] for w in want]
           and all(w[2] in g[2] and os.path.exists(g[0])
                   for g, w in zip(got, want, strict=True)), got, want)
    end()


main()
