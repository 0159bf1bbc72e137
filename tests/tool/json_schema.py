# SPDX-License-Identifier: ISC
"""json_schema.py - `tally export json`, `report --json` and `run --json` write what sw/export/json.schema.json says.

usage: json_schema.py BUILD; the profiles are those of export_cases.py
The schema is tried too: of a real object each member is taken away, and given a value of another type; all are refused
but the absence of those that are not always there.
"""
import json
import struct
import sys
import zlib

from kit import GONE, capture, end, ok, plant, tally
from schema import Schema

BUILD = sys.argv[1]
HERE = f"{BUILD}/tests/export"
VIEWS = "function", "line", "inline", "chain", "address", "section"
CALLS = ["--by", "caller"], ["--tree"], ["--callers-of", "strcmp"], ["--tree", "--top", "3"]
ENDS = "limit", "interrupt", "finisher", "self-jump", "ebreak", "trap", "recorded", "imported", "tohost", "semihosting"
NULL = "file", "line", "callers_of", "parent", "caller", "tree.rows.0.pc"	# what may be null
OPTIONAL = {"call_tree", "functions.0.instructions"}
OF_ROWS = {"rows"} | {"rows.rows.0." + name for name in ("instructions", "inclusive", "calls")}
OF_TREE = {"tree", "tree.rows.0.instructions"}


def read(*arguments):
    r = tally(*arguments)
    ok(f"tally {' '.join(arguments)}", r.code == 0, r.err)
    return json.loads(r.bytes)


def fits(schema, what, value):
    faults = schema.faults(value)
    rows = value.get("rows", value.get("tree", {"rows": value["functions"]}))["rows"]
    ok(f"{what}: fits, {len(value['bins'])} bins, {len(rows)} rows", not faults, faults[:8])


def ended(capture, reason, path):
    """The capture with another end."""
    with open(capture, "rb") as f:
        content = bytearray(f.read()[:-4])
    content[content.index(b"DONE" + struct.pack("<I", 38)) + 8] = reason
    with open(path, "wb") as f:
        f.write(content + struct.pack("<I", zlib.crc32(content)))
    return path


def members(value, path=()):
    """The path of each member, and what it is; of an array its first item stands for all."""
    if isinstance(value, list):
        value = dict(enumerate(value[:1]))
    if isinstance(value, dict):
        for name, member in value.items():
            yield (*path, name), member
            yield from members(member, (*path, name))


def other_types(path, member):
    """Values of the types that the member must not have."""
    null = path[-1] in NULL or ".".join(map(str, path)) in NULL
    for value in [], {}, 1.5, "text", None, True:
        if type(value) is not type(member) and not (null and None in (value, member)):
            yield value


def planted(schema, value, optional):
    every, kept, passed, tried = list(members(value)), set(), [], 0
    for path, member in every:
        name = ".".join(map(str, path))
        if isinstance(path[-1], str) and not schema.faults(plant(value, *path, GONE)):
            kept.add(name)
        for wrong in other_types(path, member):
            tried += 1
            passed += [] if schema.faults(plant(value, *path, wrong)) else [(name, wrong)]
    ok(f"of {len(every)} members none can be missing but {', '.join(sorted(kept))}", kept == optional, kept ^ optional)
    ok(f"none can be of another type: {tried} tried", tried > 200 and not passed, passed)
    more = plant(value, "counters", "more", 1)
    ok("a member that the schema does not name is seen", schema.faults(more))
    ok("... and skipped by other readers", not Schema(schema.root, False).faults(more))
    ok("another version is refused", schema.faults(plant(value, "version", 1)))
    ok("an exit code without a finisher is refused", schema.faults(plant(value, "end", "exit_code", 0)))


def main():
    with open("sw/export/json.schema.json", encoding="utf-8") as f:
        schema = Schema(json.load(f), True)
    with open(f"{HERE}/cases.json", encoding="utf-8") as f:
        cases = {c["name"]: c for c in json.load(f)}
    for name, c in cases.items():
        fits(schema, f"export json of {name}", read("export", "json", c["capture"], c["elf"]))
    for name in "instructions", "endless", "moved":
        fits(schema, f"export json of {name}", read("export", "json", f"{HERE}/{name}.tally"))
    dhrystone = capture(f"{BUILD}/firmware/dhrystone.elf", f"{HERE}/called")		# with a call tree
    for view in VIEWS:
        for by in view, view + ",instructions":
            fits(schema, f"report --by {by}", read("report", "--json", "--by", by, dhrystone))
    for view in CALLS:
        fits(schema, f"report {' '.join(view)}", read("report", "--json", *view, dhrystone))
    for number, reason in enumerate(ENDS):
        value = read("export", "json", ended(dhrystone, number, f"{HERE}/ended.tally"))
        fits(schema, f"a run that ended by {reason}", value)
        ok(f"... is said to: {value['end']['text']}", value["end"]["reason"] == reason)
    elf, out, tape = f"{BUILD}/firmware/dhrystone.elf", f"{HERE}/run.json", f"{HERE}/run.tally"
    for options in ("--no-calls",), ("--by", "instructions"), ("--period", "100"):
        r = tally("run", "--cycles", "20000", "--json=" + out, "-o", tape, *options, elf)
        ok(f"tally run {' '.join(options)}", r.code == 0, r)
        with open(out, encoding="utf-8") as f:
            fits(schema, "run --json", json.load(f))
    fits(schema, "report of samples by instructions", read("report", "--json", "--by", "line,instructions", tape))
    for view, optional in (["--by", "inline"], OF_ROWS - {"rows.rows.0.inclusive", "rows.rows.0.calls"}), \
            (["--by", "function"], OF_ROWS), \
            (["--by", "caller"], OF_ROWS - {"rows.rows.0.inclusive", "rows.rows.0.calls"}), \
            (["--tree"], OF_TREE), (["--callers-of", "strcmp"], OF_TREE - {"tree.rows.0.instructions"}):
        whole = read("report", "--json", *view, dhrystone)
        for rows in "bins", "functions":		# so that each of the many copies is small
            del whole[rows][2:]
        planted(schema, whole, OPTIONAL | optional)
    end()


main()
