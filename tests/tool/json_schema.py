# SPDX-License-Identifier: ISC
# needs: venv/readers.stamp tests/export/cases.json
"""json_schema.py - `report --json` and `run --json` write what sw/report/json.schema.json says. The
profiles are those of export_cases.py.

The schema is tried too: of a real object each member is taken away, and given a value of another
type; all are refused but the absence of those that are not always there.
"""
import copy
import json
import os

import fastjsonschema

from kit import BUILD, capture, changed, end, ok, put, tally

HERE = os.path.join(BUILD, "tests", "export")
VIEWS = "function", "line", "inline", "address"
CALLS = ["--by", "caller"], ["--tree"], ["--callers-of", "strcmp"], ["--tree", "--top", "3"]
ENDS = ("limit", "interrupt", "finisher", "self-jump", "ebreak", "trap", "recorded", "imported",
        "tohost",
        "semihosting")
GONE = object()
NULL = "file", "line", "callers_of", "parent", "caller", "tree.rows.0.pc"	# what may be null
OPTIONAL = {"call_tree", "functions.0.instructions", "waits", "functions.0.waits", "latency",
            "outside"}
OF_ROWS = {"rows"} | {"rows.rows.0." + name
                      for name in ("instructions", "inclusive", "calls", "waits")}
OF_TREE = {"tree", "tree.rows.0.instructions", "tree.rows.0.waits"}
OF_CALLS = {"rows.rows.0.inclusive", "rows.rows.0.calls"}


class Schema:
    """closed: a member that no `properties` names is a fault. The writer adds none in silence;
    readers skip it."""

    def __init__(self, root, closed):
        self.valid = fastjsonschema.compile(self.shut(root) if closed else root)

    def shut(self, part):
        """A condition, which has no type, names only some members."""
        if isinstance(part, list):
            return [self.shut(item) for item in part]
        if not isinstance(part, dict):
            return part
        shut = {k: self.shut(v) for k, v in part.items()}
        return {**shut, "additionalProperties": False} if {"type",
                "properties"} <= part.keys() else shut

    def faults(self, value):
        try:
            self.valid(value)
        except fastjsonschema.JsonSchemaException as error:
            return [error.message]
        return []


def output(*arguments):
    r = tally(*arguments)
    ok(f"tally {' '.join(arguments)}", r.code == 0, r.err)
    return json.loads(r.bytes)


def fits(schema, what, value):
    faults = schema.faults(value)
    ok(f"{what}: fits, {len(value['bins'])} bins", not faults, faults)


def members(value, path=()):
    """The path of each member, and what it is; of an array its first item stands for all."""
    if isinstance(value, list):
        value = dict(enumerate(value[:1]))
    for name, member in value.items() if isinstance(value, dict) else ():
        yield (*path, name), member
        yield from members(member, (*path, name))


def plant(whole, *path):
    """A copy of an object of JSON in which the member at the path is the last item; GONE: is not
    there."""
    other = at = copy.deepcopy(whole)
    *steps, last, value = path
    for step in steps:
        at = at[step]
    if value is GONE:
        del at[last]
    else:
        at[last] = value
    return other


def other_types(path, member):
    """Values of the types that the member must not have."""
    null = path[-1] in NULL or ".".join(map(str, path)) in NULL
    for value in [], {}, 1.5, "text", None, True:
        if type(value) is not type(member) and not (null and None in (value, member)):
            yield value


def planted(schema, open_schema, value, optional):
    every, kept, passed, tried = list(members(value)), set(), [], 0
    for path, member in every:
        name = ".".join(map(str, path))
        if isinstance(path[-1], str) and not schema.faults(plant(value, *path, GONE)):
            kept.add(name)
        for wrong in other_types(path, member):
            tried += 1
            passed += [] if schema.faults(plant(value, *path, wrong)) else [(name, wrong)]
    ok(f"of {len(every)} members none can be missing but {', '.join(sorted(kept))}",
       kept == optional, kept ^ optional)
    ok(f"none can be of another type: {tried} tried", tried > 200 and not passed, passed)
    more = plant(value, "counters", "more", 1)
    ok("a member that the schema does not name is seen; other readers skip it", schema.faults(more)
       and not open_schema.faults(more))
    ok("another version, an exit code without a finisher are refused",
       schema.faults(plant(value, "version", 1))
       and schema.faults(plant(value, "end", "exit_code", 0)))


def main():
    with open("sw/report/json.schema.json", encoding="utf-8") as f:
        root = json.load(f)
    schema, open_schema = Schema(root, True), Schema(root, False)
    for name in ("dhrystone", "stripped", "sampled", "hostile", "huge", "instructions", "endless",
                 "moved"):
        fits(schema, f"report of {name}", output("report", "--json", f"{HERE}/{name}.tally"))
    elf, out, tape = f"{BUILD}/firmware/dhrystone.elf", f"{HERE}/run.json", f"{HERE}/run.tally"
    # with a call tree
    dhrystone = capture(elf, f"{HERE}/called", "--latency", "Proc_8:Func_2")
    for view in [*(["--by", v + what] for v in VIEWS for what in ("", ",instructions")), *CALLS]:
        fits(schema, f"report {' '.join(view)}", output("report", "--json", *view, dhrystone))
    for number, reason in enumerate(ENDS):
        ended = changed(dhrystone, f"{HERE}/ended.tally", put("run.reason", 0, number))
        value = output("report", "--json", ended)
        fits(schema, f"a run that ended by {reason}: {value['end']['text']}", value)
        ok("... is said to", value["end"]["reason"] == reason)
    for options in ("--no-calls",), ("--by", "instructions"), ("--period", "100"):
        r = tally("run", "--cycles", "20000", "--json=" + out, "-o", tape, *options, elf)
        ok(f"tally run {' '.join(options)}", r.code == 0, r)
        with open(out, encoding="utf-8") as f:
            fits(schema, "run --json", json.load(f))
    fits(schema, "report of samples by instructions",
         output("report", "--json", "--by", "line,instructions", tape))
    for view, optional in ((["--by", "inline"], OF_ROWS - OF_CALLS),
                           (["--by", "function"], OF_ROWS),
                           (["--by", "caller"], OF_ROWS - OF_CALLS - {"rows.rows.0.waits"}),
                           (["--tree"], OF_TREE),
                           (["--callers-of", "strcmp"], {"tree"})):
        whole = output("report", "--json", *view, dhrystone)
        for array in "bins", "functions":		# so that each of the many copies is small
            del whole[array][2:]
        planted(schema, open_schema, whole, OPTIONAL | optional)
    end()


main()
