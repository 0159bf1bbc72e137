# SPDX-License-Identifier: ISC
# needs: tests/export/cases.json
"""json_members.py - what `--json` and `--csv` write is what sw/JSON.md lists:
all that is written is there, all that is there is written, and a member has one type. The
profiles are those of export_cases.py.
"""
import json
import os
import re

from kit import BUILD, capture, changed, end, ok, put, read, tally

HERE = os.path.join(BUILD, "tests", "export")
PROFILES = ("dhrystone", "stripped", "sampled", "hostile", "huge", "instructions", "endless",
            "moved", "unit-tree")
VIEWS = (*(["--by", rows] for rows in ("function", "line", "inline", "address", "line,instructions",
                                       "caller", "loop", "object",
                                       "function,object")),
         ["--tree"], ["--callers-of", "strcmp"])
ENDS = ("limit", "interrupt", "finisher", "self-jump", "ebreak", "trap", "recorded", "imported",
        "tohost", "semihosting")
REAL = "percent", "relative"
FLAGS = {"dropped", "estimated", "estimates", "failed", "irreducible", "invariant", "recursive",
         "straddles"}
RARE = {"events", "rounds", "task"}		# of live units, of one task


def members(value, path=()):
    """The path of each member, and its type; items of an array have the same one."""
    for name, member in value.items() if isinstance(value, dict) else ():
        yield (*path, name), type(member)
        yield from members(member, (*path, name))
    for item in value if isinstance(value, list) else ():
        yield from members(item, path)


class Written:
    """The types of all members by command and path; the names of columns."""

    def __init__(self):
        self.types, self.columns = {}, set()

    def json(self, command, text):
        value = json.loads(text)
        for path, kind in members(value):
            self.types.setdefault((command, *path), set()).add(kind)
        return value

    def both(self, command, *arguments):
        for form in "--json", "--csv":
            r = tally(command, form, *arguments)
            if ok(f"tally {command} {form} {' '.join(arguments)}", r.code == 0, r.err):
                if form == "--json":
                    self.json(command, r.bytes)
                else:
                    self.columns |= {*r.out.split("\n")[0].strip().split(",")}


def main():
    page = read("sw/JSON.md").decode()
    listed = {*re.findall(r"`([a-z][a-z_0-9]*)`", page)} - {"run", "report", "diff", "f"}
    elf = f"{BUILD}/firmware/dhrystone.elf"
    dhrystone = capture(elf, f"{HERE}/called", "--latency", "Proc_8:Func_2", "--data")
    written = Written()
    for name in PROFILES:
        written.both("report", f"{HERE}/{name}.tally")
    for view in VIEWS:
        written.both("report", *view, dhrystone)
    for command in ["annotate"], ["diff", dhrystone], ["diff", "--contexts", dhrystone]:
        written.both(*command, dhrystone)
    shared = capture(elf, f"{HERE}/shared", "--scale", "8192")
    written.both("report", shared)
    written.both("report", capture(elf, f"{HERE}/window", "--after", "Proc_8"))
    written.both("diff", shared, shared)
    written.json("advise", tally("advise", "--json", dhrystone).bytes)
    for number, reason in enumerate(ENDS):
        ended = changed(dhrystone, f"{HERE}/ended.tally", put("run.reason", 0, number))
        value = written.json("report", tally("report", "--json", ended).bytes)
        ok(f"a run that ended by {reason}", value["end"]["reason"] == reason and reason in page)
    ok("the version is the page's", f"`version` is {value['version']};" in page)
    names = {path[-1] for path in written.types} | written.columns
    ok(f"all {len(names)} names are on the page", names <= listed, names - listed)
    ok("all names of the page are written, but for rare ones", listed - names == RARE,
       (listed - names) ^ RARE)
    mixed = {path: kinds for path, kinds in written.types.items()
             if len(kinds - {type(None)}) > 1}
    ok(f"each of {len(written.types)} members has one type", not mixed, mixed)
    real = {path[-1] for path, kinds in written.types.items() if float in kinds}
    ok("numbers are whole but for " + ", ".join(REAL), real == {*REAL}, real)
    flags = {path[-1] for path, kinds in written.types.items() if bool in kinds}
    ok("flags are true or false", flags == FLAGS, flags)
    end()


main()
